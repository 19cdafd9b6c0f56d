//! A mesh cut into tiles, in arrays that a graphics card can take as they are.
//!
//! Positions are in single precision as seen from the middle of their tile, so that they are as exact as the tile is
//! small. What is seen of a map are its tiles that are in view; where those hold too many faces, its [`Sheet`].

use std::ops::Range;

use bytemuck::{Pod, Zeroable};

use crate::geom::{Aabb, Point, Segment};
use crate::mesh::{Face, FaceId, Navmesh, ears};

use super::{Ink, Sheet, sides};

/// A corner of a triangle.
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Corner {
    /// Where it is, seen from the middle of the tile.
    pub at: [f32; 2],
    /// The face that the triangle is a piece of.
    pub face: u32,
}

/// A side of a face.
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Edge {
    /// Where it starts, seen from the middle of the tile.
    pub from: [f32; 2],
    /// Where it ends.
    pub to: [f32; 2],
    /// The number of its ink: see [`Ink::number`].
    pub ink: u32,
}

/// A part of the map.
#[derive(Debug, Clone, PartialEq)]
pub struct Tile {
    /// From where its positions are seen.
    pub middle: Point,
    /// The smallest box around all that is in it.
    pub bounds: Aabb,
    /// How many faces it has.
    pub n_faces: usize,
    /// Which they are: places in [`Tiles::faces`].
    pub faces: Range<usize>,
    /// Its triangles: places in [`Tiles::corners`], three each.
    pub corners: Range<u32>,
    /// The sides that may be crossed, and those between blocked faces: places in [`Tiles::edges`].
    pub portals: Range<u32>,
    /// The other sides.
    pub walls: Range<u32>,
}

/// A mesh cut into tiles.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Tiles {
    /// The parts of the map.
    pub list: Vec<Tile>,
    /// The corners of all triangles, tile by tile.
    pub corners: Vec<Corner>,
    /// All sides, tile by tile.
    pub edges: Vec<Edge>,
    /// The faces, tile by tile.
    pub faces: Vec<FaceId>,
    /// The sides that may be crossed one way only, from left to right.
    pub one_ways: Vec<Segment>,
    /// What sides there are.
    pub inks: Vec<Ink>,
    /// The whole map in cells; none for maps that never have too many faces in view.
    pub sheet: Option<Sheet>,
}

/// The inks of sides.
const INKS: [Ink; 5] = [Ink::Seam, Ink::Portal, Ink::Border, Ink::Wall, Ink::OneWay];
/// About so many faces are in a tile.
const FACES_PER_TILE: usize = 2048;

impl Tiles {
    /// With more faces than this a map has a sheet: the fewest in view that are too many for a slow card.
    pub const SHEET_FROM: usize = 8_000;
    /// The most faces in view for ids to be written on them.
    pub const MOST_IDS: usize = 600;

    /// Cuts a mesh into tiles.
    pub fn new(mesh: &Navmesh) -> Self {
        let plan = Plan::new(mesh);
        let mut tiles = Self::default();
        let faces = plan.sorted(mesh.faces().map(|face| plan.tile_of(face.bounds())));
        let mut segments: Vec<(Ink, Segment)> = Vec::new();
        sides::each(mesh, |ink, segment| segments.push((ink, segment)));
        let one_ways = segments.iter().filter(|(ink, _)| *ink == Ink::OneWay);
        tiles.one_ways = one_ways.map(|(_, side)| *side).collect();
        let has = |wanted: &&Ink| segments.iter().any(|(ink, _)| ink == *wanted);
        tiles.inks = INKS.iter().filter(has).copied().collect();
        let of_segments = plan.sorted(
            segments.iter().map(|(_, side)| plan.tile_of(Aabb::around([side.from, side.to]))),
        );
        for (faces, of_segments) in faces.iter().zip(&of_segments) {
            let segments = of_segments.iter().map(|&segment| segments[segment as usize]);
            let faces = faces.iter().map(|&face| mesh.face(FaceId(face)));
            tiles.add(faces, segments);
        }
        if Self::SHEET_FROM < mesh.n_faces() {
            tiles.sheet = Some(Sheet::new(mesh, &segments));
        }
        tiles
    }

    /// The tiles of which something is in a box.
    pub fn in_view(&self, visible: Aabb) -> impl Iterator<Item = (usize, &Tile)> {
        self.list.iter().enumerate().filter(move |(_, tile)| tile.bounds.touches(visible))
    }

    /// About how many faces are in a box.
    pub fn n_faces_about(&self, visible: Aabb) -> usize {
        let part = |inner: [f64; 2], outer: [f64; 2]| {
            let shared = inner[1].min(outer[1]) - inner[0].max(outer[0]);
            let extent = inner[1] - inner[0];
            if 0.0 < extent { (shared / extent).clamp(0.0, 1.0) } else { 1.0 }
        };
        let about = |tile: &Tile| {
            let Aabb { min, max } = tile.bounds;
            let columns = part([min.x, max.x], [visible.min.x, visible.max.x]);
            let rows = part([min.y, max.y], [visible.min.y, visible.max.y]);
            tile.n_faces as f64 * columns * rows
        };
        self.in_view(visible).map(|(_, tile)| about(tile)).sum::<f64>() as usize
    }

    fn add<'a>(
        &mut self,
        faces: impl ExactSizeIterator<Item = Face<'a>> + Clone,
        segments: impl Iterator<Item = (Ink, Segment)> + Clone,
    ) {
        let of_faces = faces.clone().flat_map(Face::points);
        let of_segments = segments.clone().flat_map(|(_, side)| [side.from, side.to]);
        let bounds = Aabb::around(of_faces.chain(of_segments));
        if bounds.is_empty() {
            return;
        }
        let middle = bounds.min + (bounds.max - bounds.min) * 0.5;
        let n_faces = faces.len();
        let first = self.faces.len();
        self.faces.extend(faces.clone().map(|face| face.id));
        let start = self.corners.len() as u32;
        let mut ring = Vec::new();
        for face in faces {
            self.add_triangles(face, middle, &mut ring);
        }
        let corners = start..self.corners.len() as u32;
        let is_portal = |ink: Ink| matches!(ink, Ink::Portal | Ink::Seam);
        let portals = self.add_edges(segments.clone().filter(|(ink, _)| is_portal(*ink)), middle);
        let walls = self.add_edges(segments.filter(|(ink, _)| !is_portal(*ink)), middle);
        let faces = first..self.faces.len();
        self.list.push(Tile { middle, bounds, n_faces, faces, corners, portals, walls });
    }

    fn add_triangles(&mut self, face: Face<'_>, middle: Point, ring: &mut Vec<Point>) {
        let points = face.ring(ring);
        let corner = |i: usize| Corner { at: seen_from(middle, points[i]), face: face.id.0 };
        if points.len() == 3 {
            self.corners.extend([0, 1, 2].map(corner));
            return;
        }
        let fan = || (2..points.len()).map(|i| [0, i - 1, i]).collect();
        // A ring that crosses itself has no triangles; a fan shows at least where it is.
        for triangle in ears::triangles(points).unwrap_or_else(fan) {
            self.corners.extend(triangle.map(corner));
        }
    }

    fn add_edges(
        &mut self,
        sides: impl Iterator<Item = (Ink, Segment)>,
        middle: Point,
    ) -> Range<u32> {
        let start = self.edges.len() as u32;
        self.edges.extend(sides.map(|(ink, side)| Edge {
            from: seen_from(middle, side.from),
            to: seen_from(middle, side.to),
            ink: ink.number(),
        }));
        start..self.edges.len() as u32
    }
}

/// A position in single precision.
pub(super) fn seen_from(middle: Point, at: Point) -> [f32; 2] {
    let offset = at - middle;
    [offset.x as f32, offset.y as f32]
}

/// How the map is cut.
struct Plan {
    bounds: Aabb,
    n_columns: usize,
    n_rows: usize,
}

impl Plan {
    fn new(mesh: &Navmesh) -> Self {
        let bounds = mesh.bounds();
        let n_tiles = mesh.n_faces().div_ceil(FACES_PER_TILE).max(1);
        let aspect = (bounds.width() / bounds.height()).clamp(1.0 / 64.0, 64.0);
        let aspect = if aspect.is_nan() { 1.0 } else { aspect };
        let n_columns = ((n_tiles as f64 * aspect).sqrt().ceil() as usize).clamp(1, n_tiles);
        Self { bounds, n_columns, n_rows: n_tiles.div_ceil(n_columns) }
    }

    /// The tile that something in a box belongs to: the one with its middle.
    fn tile_of(&self, around: Aabb) -> u32 {
        let at = around.min + (around.max - around.min) * 0.5;
        let place = |offset: f64, extent: f64, n: usize| {
            let part = if 0.0 < extent { offset / extent } else { 0.0 };
            ((part * n as f64) as usize).min(n - 1)
        };
        let column = place(at.x - self.bounds.min.x, self.bounds.width(), self.n_columns);
        let row = place(at.y - self.bounds.min.y, self.bounds.height(), self.n_rows);
        (row * self.n_columns + column) as u32
    }

    /// The numbers of things by the tile they belong to, in their old order.
    fn sorted(&self, tiles: impl Iterator<Item = u32>) -> Vec<Vec<u32>> {
        let mut lists = vec![Vec::new(); self.n_columns * self.n_rows];
        for (thing, tile) in tiles.enumerate() {
            lists[tile as usize].push(thing as u32);
        }
        lists
    }
}
