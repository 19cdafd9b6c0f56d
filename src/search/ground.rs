//! A mesh prepared for searching: convex faces, sides that may be crossed, vertices apart where walls part them.

use std::sync::Arc;

use crate::geom::{self, Point, Segment, Within};
use crate::mesh::{FaceId, Locator, Navmesh};

use super::blocks::Blocks;
use super::dead_ends::Core;
use super::draft::Draft;
use super::hallways::Hallways;
use super::landmarks::{Landmark, Landmarks};
use super::links::{self, Jumps};
use super::sectors;

/// No side, no vertex: the end of a list of numbers.
pub(super) const NONE: u32 = u32::MAX;

/// What to make of a mesh before it is searched.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Preparation {
    /// Sides that are shorter than twice this are closed.
    pub radius: f64,
    /// Whether neighbours that make a convex face together are searched as one.
    pub merge: bool,
    /// Whether faces that may move in play (lifts, doors) may be walked on.
    pub special_sectors: bool,
    /// Whether teleporters may be used.
    pub teleporters: bool,
    /// Whether the map is measured from a few places first: worth it for more than some hundred searches.
    pub landmarks: bool,
}

impl Default for Preparation {
    fn default() -> Self {
        Self {
            radius: 0.0,
            merge: false,
            special_sectors: true,
            teleporters: true,
            landmarks: true,
        }
    }
}

/// An end of a side: a vertex, and in the top bit whether a shortest path may turn there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct End(u32);

impl End {
    const TURNS: u32 = 1 << 31;

    /// The end of nothing.
    pub(super) const NONE: Self = Self(u32::MAX);

    fn new(corner: sectors::Corner) -> Self {
        Self(corner.vertex | if corner.turns { Self::TURNS } else { 0 })
    }

    /// A vertex where a path may turn.
    pub(super) fn turning(vertex: u32) -> Self {
        Self(vertex | Self::TURNS)
    }

    /// The vertex.
    #[inline(always)]
    pub(super) fn vertex(self) -> u32 {
        self.0 & !Self::TURNS
    }

    /// Whether a shortest path may turn there.
    #[inline(always)]
    pub(super) fn turns(self) -> bool {
        self.0 & Self::TURNS != 0
    }
}

/// A side of a face of the ground; those of one face come one after the other, counter-clockwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Side {
    /// Where it starts.
    pub(super) from: End,
    /// Where it ends.
    pub(super) to: End,
    /// The same side of the face behind it, if one may cross; otherwise [`NONE`].
    pub(super) twin: u32,
    /// The block it belongs to, or [`NONE`] if it leads nowhere.
    pub(super) block: u32,
    /// The next side of the same face that one may cross, going round; [`NONE`] if there is none.
    pub(super) next: u32,
    /// The next one that does not lead into a dead end.
    pub(super) next_in_core: u32,
}

impl Side {
    /// Whether it is a passage to another floor, beside the sides of the face.
    #[inline(always)]
    pub(super) fn is_passage(self) -> bool {
        self.block == NONE && self.twin != NONE
    }

    /// Whether it is one half of a passage, known that it is crossed or entered over at all.
    #[inline(always)]
    pub(super) fn is_of_passage(self) -> bool {
        self.block == NONE
    }
}

/// A mesh prepared for searching.
#[derive(Debug)]
pub struct Ground {
    mesh: Arc<Navmesh>,
    locator: Locator,
    /// How far beside the ground a point may be to be taken as on it.
    beside: f64,
    pub(super) points: Vec<Point>,
    pub(super) sides: Vec<Side>,
    /// The face that each side belongs to.
    pub(super) faces: Vec<u32>,
    /// The first side of each face, and at last their number.
    pub(super) starts: Vec<u32>,
    /// The face of the mesh that each face is, or is a piece of.
    pub(super) origins: Vec<FaceId>,
    /// Where the pieces of each face of the mesh start, and at last their number.
    pieces: Vec<u32>,
    /// The face that each piece is, or is a part of.
    face_of_piece: Vec<u32>,
    pub(super) blocks: Blocks,
    pub(super) core: Core,
    pub(super) hallways: Hallways,
    pub(super) jumps: Jumps,
    pub(super) landmarks: Landmarks,
}

impl Ground {
    /// Prepares a mesh.
    pub fn new(mesh: Arc<Navmesh>, preparation: &Preparation) -> Self {
        let mut draft = Draft::new(&mesh, preparation);
        if preparation.merge {
            draft.merge(&mesh);
        }
        draft.arrange();
        let faces = draft.face_of_sides();
        let Draft { corners, twins, starts, origins, pieces, face_of_piece } = draft;
        let (mut points, mut from) = sectors::split(&mesh, &corners, &starts, &twins);
        let links = sides_behind(&twins);
        let (blocks, block_of_side) = Blocks::new(&links, &faces, &starts);
        let core = Core::new(&links, &faces, &starts);
        let leads_on = |side: u32| twins[side as usize] != NONE;
        let stays_in_core = |side: u32| {
            let twin = twins[side as usize];
            twin != NONE && core.holds(faces[side as usize]) && core.holds(faces[twin as usize])
        };
        let next = next_of_kind(&starts, leads_on);
        let next_in_core = next_of_kind(&starts, stays_in_core);
        renumber(&mut points, &mut from, &starts, stays_in_core);
        let mut sides = Vec::with_capacity(corners.len());
        for face in starts.windows(2) {
            for side in face[0]..face[1] {
                let after = if side + 1 == face[1] { face[0] } else { side + 1 };
                let side = side as usize;
                sides.push(Side {
                    from: End::new(from[side]),
                    to: End::new(from[after as usize]),
                    twin: twins[side],
                    block: block_of_side[side],
                    next: next[side],
                    next_in_core: next_in_core[side],
                });
            }
        }
        let hallways = Hallways::new(&sides, &starts, &points);
        let locator = Locator::new(&mesh);
        let beside = geom::BESIDE * mesh.bounds().diagonal();
        let mut ground = Self {
            beside,
            mesh,
            locator,
            points,
            sides,
            faces,
            starts,
            origins,
            pieces,
            face_of_piece,
            blocks,
            core,
            hallways,
            jumps: Jumps::default(),
            landmarks: Landmarks::default(),
        };
        links::add(&mut ground, preparation);
        if preparation.landmarks {
            ground.landmarks = Landmarks::new(&ground);
        }
        ground
    }

    /// The mesh it was made from.
    pub fn mesh(&self) -> &Arc<Navmesh> {
        &self.mesh
    }

    /// Finds faces of the mesh by position.
    pub fn locator(&self) -> &Locator {
        &self.locator
    }

    /// How many faces it has.
    pub fn n_faces(&self) -> usize {
        self.origins.len()
    }

    /// How many vertices it has, counting one several times where walls part it.
    pub fn n_vertices(&self) -> usize {
        self.points.len()
    }

    /// The places that it was measured from; none if it was not, or if that would be of no use.
    pub fn landmarks(&self) -> Vec<Landmark> {
        self.landmarks.list(self)
    }

    /// Whether faces of the mesh were made one, so that it does not know them any more.
    pub fn is_merged(&self) -> bool {
        self.origins.len() != self.face_of_piece.len()
    }

    /// The sides of a face.
    #[inline]
    pub(super) fn sides_of(&self, face: u32) -> std::ops::Range<u32> {
        self.starts[face as usize]..self.starts[face as usize + 1]
    }

    /// Where an end of a side is.
    #[inline(always)]
    pub(super) fn point(&self, end: End) -> Point {
        self.points[end.vertex() as usize]
    }

    /// Collects the faces that hold a point, their rims included.
    pub(super) fn faces_at(&self, p: Point, faces: &mut Vec<u32>) {
        faces.clear();
        for (face, _) in self.locator.faces_at(&self.mesh, p) {
            self.add_pieces(face, p, faces);
        }
    }

    /// Whether what is so far away is only by rounding.
    pub(super) fn is_beside(&self, distance: f64) -> bool {
        distance <= self.beside
    }

    /// The faces of the mesh next to a point that only rounding has put beside the ground, the closest first.
    pub(super) fn faces_beside(&self, p: Point) -> Vec<FaceId> {
        self.locator.faces_beside(&self.mesh, p, self.beside)
    }

    /// The faces that a face of the mesh is a part of, or that are its convex pieces; none if it is not walkable.
    pub(super) fn pieces_of(&self, face: FaceId) -> &[u32] {
        let pieces = self.pieces[face.index()]..self.pieces[face.index() + 1];
        &self.face_of_piece[pieces.start as usize..pieces.end as usize]
    }

    /// The piece of a face that is closest to a point.
    pub(super) fn piece_at(&self, face: FaceId, p: Point) -> Option<u32> {
        let distance = |piece: u32| {
            if geom::within_points(self.ring(piece), p) != Within::Outside {
                return 0.0;
            }
            let sides = self.sides_of(piece).map(|side| self.segment(side));
            sides.map(|side| side.distance(p)).fold(f64::INFINITY, f64::min)
        };
        let pieces = self.pieces_of(face).iter().copied();
        pieces.min_by(|&a, &b| distance(a).total_cmp(&distance(b)))
    }

    /// A side as a piece of the plane.
    pub(super) fn segment(&self, side: u32) -> Segment {
        let Side { from, to, .. } = self.sides[side as usize];
        Segment::new(self.point(from), self.point(to))
    }

    /// Where the corners of a face are.
    pub(super) fn ring(
        &self,
        face: u32,
    ) -> impl ExactSizeIterator<Item = Point> + DoubleEndedIterator + Clone {
        let sides = self.sides_of(face);
        let sides = &self.sides[sides.start as usize..sides.end as usize];
        sides.iter().map(|side| self.point(side.from))
    }

    /// The middle of a face: the mean of its corners.
    pub(super) fn middle(&self, face: u32) -> Point {
        let sum = self.ring(face).fold(Point::default(), |sum, p| sum + p);
        sum * (1.0 / self.sides_of(face).len() as f64)
    }

    fn add_pieces(&self, face: FaceId, p: Point, faces: &mut Vec<u32>) {
        let pieces = self.pieces_of(face);
        for &face in pieces {
            let holds = || geom::within_points(self.ring(face), p) != Within::Outside;
            if !faces.contains(&face) && (pieces.len() == 1 || holds()) {
                faces.push(face);
            }
        }
    }
}

/// Numbers the vertices in the order in which the sides of the core, and then all others, come to them.
fn renumber(
    points: &mut Vec<Point>,
    from: &mut [sectors::Corner],
    starts: &[u32],
    in_core: impl Fn(u32) -> bool,
) {
    let mut number = vec![NONE; points.len()];
    let mut ordered = Vec::with_capacity(points.len());
    let mut see = |corner: sectors::Corner| {
        let number = &mut number[corner.vertex as usize];
        if *number == NONE {
            *number = ordered.len() as u32;
            ordered.push(points[corner.vertex as usize]);
        }
    };
    for face in starts.windows(2) {
        for side in (face[0]..face[1]).filter(|&side| in_core(side)) {
            let after = if side + 1 == face[1] { face[0] } else { side + 1 };
            see(from[side as usize]);
            see(from[after as usize]);
        }
    }
    from.iter().for_each(|&corner| see(corner));
    *points = ordered;
    from.iter_mut().for_each(|corner| corner.vertex = number[corner.vertex as usize]);
}

/// The side behind each side, whichever of the two may be crossed.
pub(super) fn sides_behind(twins: &[u32]) -> Vec<u32> {
    let mut links = vec![NONE; twins.len()];
    for (side, &twin) in twins.iter().enumerate() {
        if twin != NONE {
            links[side] = twin;
            links[twin as usize] = side as u32;
        }
    }
    links
}

/// For each side the next one of its face that is of a kind, going round, itself last; [`NONE`] if no side is.
fn next_of_kind(starts: &[u32], is: impl Fn(u32) -> bool) -> Vec<u32> {
    let n_sides = starts.last().copied().unwrap_or(0) as usize;
    let mut next = vec![NONE; n_sides];
    for face in starts.windows(2) {
        let mut found = (face[0]..face[1]).find(|&side| is(side)).unwrap_or(NONE);
        for side in (face[0]..face[1]).rev() {
            next[side as usize] = found;
            if is(side) {
                found = side;
            }
        }
    }
    next
}
