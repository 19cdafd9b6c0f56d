//! The navigation mesh: vertices, faces, and what lies over each side of a face.
//!
//! [`Navmesh`] is a handful of flat arrays that agree with each other; [`Navmesh::new`] is the way in, with
//! [`Navmesh::with_twins`] for those who know more, and nothing changes after it. Where a face's side is open or walled
//! towards another face, that other face has the same side, run the other way round, and says so: search may rely on it.

use serde::{Deserialize, Serialize};

use crate::geom::{Aabb, Point, Segment};

pub mod attributes;
pub mod check;
pub mod clearance;
pub mod diff;
pub mod distinct;
pub mod ears;
pub mod edit;
mod face;
pub mod finding;
pub mod flat;
pub mod grid;
pub mod islands;
pub mod locate;
pub mod outline;
mod parts;
pub mod pinch;
mod stored;
pub mod subset;
pub mod twins;

pub use attributes::{Attributes, FileIds, Plane};
pub use check::check;
pub use edit::{MeshEdit, MeshEditError};
pub use face::Face;
pub use finding::{Element, Finding, Findings, Kind, Origin, Severity};
pub use flat::{face_of_side, narrow, range, ranges, rim};
pub use islands::Islands;
pub use locate::{Locator, Place};
pub use parts::{MeshError, Parts};

/// Names a vertex of one mesh.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct VertexId(pub u32);

impl VertexId {
    /// The vertex at a place in the list of points.
    pub fn at(index: usize) -> Self {
        Self(narrow(index))
    }

    /// Its place in the list of points.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Names a face of one mesh.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct FaceId(pub u32);

impl FaceId {
    /// The face at a place in the list of faces.
    pub fn at(index: usize) -> Self {
        Self(narrow(index))
    }

    /// Its place in the list of faces.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What lies over a side of a face.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Across {
    /// A face, and the side may be crossed towards it (if it is walkable).
    Open(FaceId),
    /// A face, but the side may not be crossed towards it.
    Wall(FaceId),
    /// No face.
    Outside,
}

impl Across {
    /// The face over there, if there is one.
    pub fn face(self) -> Option<FaceId> {
        match self {
            Self::Open(face) | Self::Wall(face) => Some(face),
            Self::Outside => None,
        }
    }

    /// Whether the side may be crossed from here.
    pub fn is_open(self) -> bool {
        matches!(self, Self::Open(_))
    }
}

/// A way between two faces that no shared side carries.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Link {
    /// The face one leaves.
    pub from: FaceId,
    /// The face one enters.
    pub to: FaceId,
    /// Where one leaves.
    pub segment: Segment,
    /// What happens there.
    pub kind: LinkKind,
}

/// What a link does with a traveller.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum LinkKind {
    /// Takes them to another place; the file does not say where in the face they arrive.
    Teleporter,
    /// Lets them step over the segment on to another floor; the position stays.
    ///
    /// Where the two faces have a piece of border in common along the segment, the step may be taken anywhere on it.
    /// Where they have none, it is taken at the middle of the segment, from the place of the one face that is closest to
    /// it; what it takes to get from there to the middle is walked.
    Passage,
}

/// Vertices and faces that agree with each other.
#[derive(Debug, Clone, PartialEq)]
pub struct Navmesh {
    points: Vec<Point>,
    starts: Vec<u32>,
    corners: Vec<VertexId>,
    across: Vec<Across>,
    /// The flat index of the same side in the face over it; nobody asks for those of sides with nothing behind.
    twins: Vec<u32>,
    walkable: Vec<bool>,
    links: Vec<Link>,
    attributes: Attributes,
}

/// The most vertices, and the most sides, that a mesh may have: ids have room for a bit more.
pub const MAX_ELEMENTS: usize = (1 << 31) - 1;

impl Navmesh {
    /// Puts the parts together, if they agree.
    pub fn new(parts: Parts) -> Result<Self, MeshError> {
        Self::put_together(parts, twins::stated_twins)
    }

    /// Puts the parts together, if they agree, also with what is said of which sides are the same.
    ///
    /// `twins` has for each side the flat index of the same side in the face over it, and anything where there is none.
    pub fn with_twins(parts: Parts, twins: Vec<u32>) -> Result<Self, MeshError> {
        if twins.len() != parts.corners.len() {
            return Err(MeshError::Lengths);
        }
        Self::put_together(parts, |starts, corners, across| {
            match twins::first_wrong_twin(starts, corners, across, &twins) {
                Some(side) => Err(side),
                None => Ok(twins),
            }
        })
    }

    fn put_together(
        mut parts: Parts,
        find_twins: impl FnOnce(&[u32], &[VertexId], &[Across]) -> Result<Vec<u32>, usize>,
    ) -> Result<Self, MeshError> {
        if parts.starts.is_empty() {
            parts.starts.push(0);
        }
        parts.check()?;
        let Parts { points, starts, corners, across, walkable, links, attributes } = parts;
        let twins = find_twins(&starts, &corners, &across)
            .map_err(|side| MeshError::Side(face_of_side(&starts, side).0))?;
        Ok(Self { points, starts, corners, across, twins, walkable, links, attributes })
    }

    /// Takes the mesh apart again, to make another one.
    pub fn into_parts(self) -> Parts {
        let Self { points, starts, corners, across, twins: _, walkable, links, attributes } = self;
        Parts { points, starts, corners, across, walkable, links, attributes }
    }

    /// Whether another mesh has the same vertices, faces, sides and links, whatever else is said of them.
    pub fn has_ground_of(&self, other: &Self) -> bool {
        self.points == other.points
            && self.starts == other.starts
            && self.corners == other.corners
            && self.across == other.across
            && self.walkable == other.walkable
            && self.links == other.links
    }

    /// How many vertices there are.
    pub fn n_vertices(&self) -> usize {
        self.points.len()
    }

    /// How many faces there are.
    pub fn n_faces(&self) -> usize {
        self.starts.len() - 1
    }

    /// Where the vertices are, by their ids.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// Where a vertex is.
    pub fn point(&self, vertex: VertexId) -> Point {
        self.points[vertex.index()]
    }

    /// A face, to ask things of.
    pub fn face(&self, id: FaceId) -> Face<'_> {
        Face { mesh: self, id }
    }

    /// All faces, by their ids.
    pub fn faces(&self) -> impl ExactSizeIterator<Item = Face<'_>> {
        (0..self.n_faces()).map(|index| self.face(FaceId(index as u32)))
    }

    /// Where each face begins in [`Navmesh::corners`], and at last where the last one ends.
    pub fn starts(&self) -> &[u32] {
        &self.starts
    }

    /// The corners of all faces, one face after the other.
    pub fn corners(&self) -> &[VertexId] {
        &self.corners
    }

    /// What lies over the side that starts at each of [`Navmesh::corners`].
    pub fn across(&self) -> &[Across] {
        &self.across
    }

    /// Ways between faces that no shared side carries.
    pub fn links(&self) -> &[Link] {
        &self.links
    }

    /// What only some formats say of faces.
    pub fn attributes(&self) -> &Attributes {
        &self.attributes
    }

    /// The smallest box around all vertices.
    pub fn bounds(&self) -> Aabb {
        Aabb::around(self.points.iter().copied())
    }

    /// The face that has a side, by the side's place among all of them.
    pub fn face_of_side(&self, side: usize) -> FaceId {
        face_of_side(&self.starts, side)
    }

    /// The same side, seen from the face over it.
    pub fn twin(&self, face: FaceId, side: usize) -> Option<(FaceId, usize)> {
        let side = self.starts[face.index()] as usize + side;
        let other = self.across[side].face()?;
        Some((other, (self.twins[side] - self.starts[other.index()]) as usize))
    }

    /// Whether a side may be crossed both there and back.
    pub fn is_open_both_ways(&self, face: FaceId, side: usize) -> bool {
        let side = self.starts[face.index()] as usize + side;
        self.across[side].is_open() && self.across[self.twins[side] as usize].is_open()
    }

    /// The walkable face that one gets to over a side, if one may.
    pub fn step(&self, face: FaceId, side: usize) -> Option<FaceId> {
        match self.face(face).across()[side] {
            Across::Open(other) if self.walkable[face.index()] && self.walkable[other.index()] => {
                Some(other)
            }
            _ => None,
        }
    }
}
