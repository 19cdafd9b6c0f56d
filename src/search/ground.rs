//! A mesh prepared for searching: convex faces, sides that may be crossed, vertices apart where walls part them.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::geom::{self, Point, Within};
use crate::mesh::ears;
use crate::mesh::{FaceId, Locator, Navmesh, VertexId};

use super::blocks::Blocks;
use super::core::Core;
use super::merge::{Merged, Rings};
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
}

impl Default for Preparation {
    fn default() -> Self {
        Self { radius: 0.0, merge: false, special_sectors: true }
    }
}

/// An end of a side: a vertex, and in the top bit whether a shortest path may turn there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct End(u32);

impl End {
    const TURNS: u32 = 1 << 31;

    fn new(corner: sectors::Corner) -> Self {
        Self(corner.vertex | if corner.turns { Self::TURNS } else { 0 })
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

/// A mesh prepared for searching.
#[derive(Debug)]
pub struct Ground {
    mesh: Arc<Navmesh>,
    locator: Locator,
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
}

impl Ground {
    /// Prepares a mesh.
    pub fn new(mesh: Arc<Navmesh>, preparation: &Preparation) -> Self {
        let mut draft = Draft::new(&mesh, preparation);
        if preparation.merge {
            draft.merge(&mesh);
        }
        let faces = draft.face_of_sides();
        let Draft { corners, twins, starts, origins, pieces, face_of_piece } = draft;
        let (points, from) = sectors::split(&mesh, &corners, &starts, &twins);
        let links = links(&twins);
        let (blocks, block_of_side) = Blocks::new(&links, &faces, &starts);
        let core = Core::new(&links, &faces, &starts);
        let leads_on = |side: u32| twins[side as usize] != NONE;
        let stays_in_core = |side: u32| {
            let twin = twins[side as usize];
            twin != NONE && core.holds(faces[side as usize]) && core.holds(faces[twin as usize])
        };
        let next = next_of_kind(&starts, leads_on);
        let next_in_core = next_of_kind(&starts, stays_in_core);
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
        let locator = Locator::new(&mesh);
        Self {
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
        }
    }

    /// The mesh it was made from.
    pub fn mesh(&self) -> &Arc<Navmesh> {
        &self.mesh
    }

    /// How many faces it has.
    pub fn n_faces(&self) -> usize {
        self.origins.len()
    }

    /// How many vertices it has, counting one several times where walls part it.
    pub fn n_vertices(&self) -> usize {
        self.points.len()
    }

    /// Whether faces of the mesh were made one, so that it does not know them any more.
    pub(super) fn is_merged(&self) -> bool {
        self.origins.len() != self.face_of_piece.len()
    }

    /// The sides of a face.
    #[inline]
    pub(super) fn sides_of(&self, face: u32) -> std::ops::Range<u32> {
        self.starts[face as usize]..self.starts[face as usize + 1]
    }

    /// The faces that a face of the mesh is a part of, or that are its convex pieces; none if it is not walkable.
    pub(super) fn pieces_of(&self, face: FaceId) -> impl Iterator<Item = u32> + '_ {
        let pieces = self.pieces[face.index()] as usize..self.pieces[face.index() + 1] as usize;
        self.face_of_piece[pieces].iter().copied()
    }

    /// Where an end of a side is.
    #[inline(always)]
    pub(super) fn point(&self, end: End) -> Point {
        self.points[end.vertex() as usize]
    }

    /// Appends the faces that hold a point, their rims included.
    ///
    /// A point that only rounding has put beside the ground is taken as on it.
    pub(super) fn faces_at(&self, p: Point, faces: &mut Vec<u32>) {
        faces.clear();
        for (face, _) in self.locator.faces_at(&self.mesh, p) {
            self.add_pieces(face, p, faces);
        }
        if faces.is_empty() {
            const BESIDE: f64 = 1e-9;
            let reach = BESIDE * self.mesh.bounds().diagonal();
            let nearest =
                self.locator.nearest(&self.mesh, p).filter(|nearest| nearest.distance <= reach);
            if let Some(nearest) = nearest {
                self.add_pieces(nearest.face, nearest.point, faces);
            }
        }
    }

    fn add_pieces(&self, face: FaceId, p: Point, faces: &mut Vec<u32>) {
        let pieces = self.pieces[face.index()]..self.pieces[face.index() + 1];
        let whole = pieces.len() == 1;
        for piece in pieces {
            let face = self.face_of_piece[piece as usize];
            if faces.contains(&face) {
                continue;
            }
            let ring = || -> Vec<Point> {
                let sides = self.sides_of(face);
                sides.map(|side| self.point(self.sides[side as usize].from)).collect()
            };
            if whole || geom::within(&ring(), p) != Within::Outside {
                faces.push(face);
            }
        }
    }
}

/// The side behind each side, whichever of the two may be crossed.
fn links(twins: &[u32]) -> Vec<u32> {
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

/// The faces of the ground before their vertices are told apart.
struct Draft {
    corners: Vec<VertexId>,
    twins: Vec<u32>,
    starts: Vec<u32>,
    origins: Vec<FaceId>,
    pieces: Vec<u32>,
    face_of_piece: Vec<u32>,
}

impl Draft {
    fn new(mesh: &Navmesh, preparation: &Preparation) -> Self {
        let mut draft = Self {
            corners: Vec::with_capacity(mesh.corners().len()),
            twins: Vec::new(),
            starts: vec![0],
            origins: Vec::with_capacity(mesh.n_faces()),
            pieces: Vec::with_capacity(mesh.n_faces() + 1),
            face_of_piece: Vec::new(),
        };
        // For each side of the mesh the side of the ground that it became.
        let mut became = vec![NONE; mesh.corners().len()];
        let mut inner = Vec::new();
        draft.pieces.push(0);
        for face in mesh.faces() {
            let sector = mesh.attributes().sector.get(face.id.index()).copied().flatten();
            if face.walkable() && (preparation.special_sectors || sector.is_none()) {
                draft.add_face(mesh, face.id, &mut became, &mut inner);
            }
            draft.pieces.push(draft.origins.len() as u32);
        }
        draft.find_twins(mesh, preparation, &became, &inner);
        draft.face_of_piece = (0..draft.origins.len() as u32).collect();
        draft
    }

    /// The face that each side belongs to.
    fn face_of_sides(&self) -> Vec<u32> {
        let mut faces = Vec::with_capacity(self.corners.len());
        for face in 0..self.origins.len() as u32 {
            faces.resize(self.starts[face as usize + 1] as usize, face);
        }
        faces
    }

    /// Makes larger faces of those that are convex together.
    fn merge(&mut self, mesh: &Navmesh) {
        let faces = self.face_of_sides();
        let rings = Rings::new(mesh, &self.corners, &self.twins, &faces, &self.starts);
        let Merged { sides, starts, new_face } = rings.merge();
        let mut new_side = vec![NONE; self.corners.len()];
        for (place, &side) in sides.iter().enumerate() {
            new_side[side as usize] = place as u32;
        }
        let twin = |side: u32| Some(self.twins[side as usize]).filter(|&twin| twin != NONE);
        let twins = sides
            .iter()
            .map(|&side| twin(side).map_or(NONE, |twin| new_side[twin as usize]))
            .collect();
        let corners = sides.iter().map(|&side| self.corners[side as usize]).collect();
        let first_side = |face: &[u32]| sides[face[0] as usize];
        let origins = starts
            .windows(2)
            .map(|face| self.origins[faces[first_side(face) as usize] as usize])
            .collect();
        (self.corners, self.twins, self.starts, self.origins) = (corners, twins, starts, origins);
        self.face_of_piece = new_face;
    }

    /// Adds a face, in pieces if it is not convex, not at all if it has no inside.
    fn add_face(
        &mut self,
        mesh: &Navmesh,
        id: FaceId,
        became: &mut [u32],
        inner: &mut Vec<[u32; 2]>,
    ) {
        let face = mesh.face(id);
        let first = face.range().start;
        if face.is_convex() {
            for (i, &corner) in face.corners().iter().enumerate() {
                became[first + i] = self.corners.len() as u32;
                self.corners.push(corner);
            }
            self.close_face(id);
            return;
        }
        let ring: Vec<Point> = face.points().collect();
        let mut diagonals = BTreeMap::new();
        for triangle in ears::triangles(&ring).unwrap_or_default() {
            for k in 0..3 {
                let (from, to) = (triangle[k], triangle[(k + 1) % 3]);
                let side = self.corners.len() as u32;
                self.corners.push(face.corners()[from]);
                if (from + 1) % ring.len() == to {
                    became[first + from] = side;
                } else if let Some(other) = diagonals.remove(&(to, from)) {
                    inner.push([other, side]);
                } else {
                    diagonals.insert((from, to), side);
                }
            }
            self.close_face(id);
        }
    }

    fn close_face(&mut self, origin: FaceId) {
        self.starts.push(self.corners.len() as u32);
        self.origins.push(origin);
    }

    fn find_twins(
        &mut self,
        mesh: &Navmesh,
        preparation: &Preparation,
        became: &[u32],
        inner: &[[u32; 2]],
    ) {
        self.twins = vec![NONE; self.corners.len()];
        for face in mesh.faces() {
            for side in 0..face.n_sides() {
                let here = became[face.range().start + side];
                if here == NONE || !face.across()[side].is_open() {
                    continue;
                }
                let too_narrow = || face.segment(side).length() < 2.0 * preparation.radius;
                if let Some((other, twin)) = mesh.twin(face.id, side)
                    && !(0.0 < preparation.radius && too_narrow())
                {
                    self.twins[here as usize] = became[mesh.face(other).range().start + twin];
                }
            }
        }
        for &[a, b] in inner {
            self.twins[a as usize] = b;
            self.twins[b as usize] = a;
        }
    }
}
