//! What only some formats say of a face: columns beside the mesh, each empty or as long as the list of faces.

use serde::{Deserialize, Serialize};

use crate::geom::Point;

use super::{FaceId, VertexId};

/// What only some formats say, and what must survive being read and written again.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Attributes {
    /// How the file counts vertices and faces.
    pub ids: FileIds,
    /// The names of the groups of faces.
    pub groups: Vec<String>,
    /// The group of each face, as a place in `groups`.
    pub group: Vec<u32>,
    /// The height of each face as a plane.
    pub plane: Vec<Plane>,
    /// The height of each face as one number.
    pub z: Vec<f64>,
    /// The flags of each face, unknown bits included.
    pub flags: Vec<u32>,
    /// The sector that may move each face up and down in play.
    pub sector: Vec<Option<u16>>,
    /// How much more walking on each face costs.
    pub cost: Vec<f64>,
    /// The point that stands for each face.
    pub center: Vec<Point>,
    /// Whether the file lists the corners of each face clockwise.
    pub clockwise: Vec<bool>,
    /// The file's own records that the mesh says in another way.
    pub records: Records,
}

impl Attributes {
    /// Whether every column is empty or has one entry per face, every group exists and every number is one.
    pub fn fits(&self, n_faces: usize) -> bool {
        let fits = |len: usize| len == 0 || len == n_faces;
        let ids_fit = match &self.ids {
            FileIds::Listed(ids) => ids.len() == n_faces,
            FileIds::FromZero | FileIds::FromOne => true,
        };
        ids_fit
            && fits(self.group.len())
            && fits(self.plane.len())
            && fits(self.z.len())
            && fits(self.flags.len())
            && fits(self.sector.len())
            && fits(self.cost.len())
            && fits(self.center.len())
            && fits(self.clockwise.len())
            && self.group.iter().all(|&group| (group as usize) < self.groups.len())
            && self.z.iter().chain(&self.cost).all(|value| value.is_finite())
            && self
                .plane
                .iter()
                .all(|plane| [plane.a, plane.b, plane.c].iter().all(|value| value.is_finite()))
            && self.center.iter().all(|center| center.x.is_finite() && center.y.is_finite())
    }

    /// Whether faces have heights, so that they may lie over each other in plan.
    pub fn has_heights(&self) -> bool {
        !self.z.is_empty() || self.plane.iter().any(|&plane| plane != Plane::default())
    }

    /// The height of a face as a plane, however the file says it; the ground where it says nothing.
    pub fn plane_of(&self, face: FaceId) -> Plane {
        let flat = |&z: &f64| Plane { a: 0.0, b: 0.0, c: z };
        self.plane
            .get(face.index())
            .copied()
            .or_else(|| self.z.get(face.index()).map(flat))
            .unwrap_or_default()
    }
}

/// How a file counts its vertices and faces.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum FileIds {
    /// 0, 1, 2, …
    #[default]
    FromZero,
    /// 1, 2, 3, …
    FromOne,
    /// Each face has an id of its own; vertices have none and are counted from zero.
    Listed(Vec<i32>),
}

impl FileIds {
    /// What the file calls a vertex.
    pub fn vertex(&self, vertex: VertexId) -> i64 {
        i64::from(vertex.0) + i64::from(*self == Self::FromOne)
    }

    /// What the file calls a face.
    pub fn face(&self, face: FaceId) -> i64 {
        match self {
            Self::FromZero => i64::from(face.0),
            Self::FromOne => i64::from(face.0) + 1,
            Self::Listed(ids) => {
                ids.get(face.index()).copied().map_or(i64::from(face.0), i64::from)
            }
        }
    }
}

/// A height over the plane: `z = a x + b y + c`.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Plane {
    /// The rise along x.
    pub a: f64,
    /// The rise along y.
    pub b: f64,
    /// The height at the origin.
    pub c: f64,
}

/// The file's own records that the mesh says in another way, kept so that it can be written as it was.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub enum Records {
    /// The mesh says it all.
    #[default]
    None,
    /// Of a Menge `.nav`.
    Menge(Box<MengeRecords>),
    /// Of a DoomPath `DPMESH`.
    DoomPath(Box<DoomPathRecords>),
}

/// Portals and walls of a Menge `.nav`, in its own order and numbering.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct MengeRecords {
    /// Start, end and the two nodes of every portal.
    pub portals: Vec<MengePortal>,
    /// Start, end, node and next wall of every wall.
    pub walls: Vec<MengeWall>,
    /// The portals that each node lists.
    pub node_portals: Vec<Vec<u32>>,
    /// The walls that each node lists.
    pub node_walls: Vec<Vec<u32>>,
    /// Corners that are in no node of the file: the ends of portals that cover a part of a side. In order.
    pub inserted: Vec<(FaceId, VertexId)>,
}

/// A portal of a Menge `.nav`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct MengePortal {
    /// Its two ends.
    pub ends: [VertexId; 2],
    /// The two nodes it joins.
    pub nodes: [FaceId; 2],
}

/// A wall of a Menge `.nav`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct MengeWall {
    /// Where it starts and ends.
    pub ends: [VertexId; 2],
    /// The node it bounds.
    pub node: FaceId,
    /// The wall that goes on where this one ends.
    pub next: Option<u32>,
}

/// Header, planes and connections of a DoomPath mesh, in its own order and numbering.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct DoomPathRecords {
    /// The version of the format: 1 so far.
    pub version: u16,
    /// Everything between the version and the first count: nothing, a digest, or more.
    pub header: Vec<u8>,
    /// The sloped planes.
    pub planes: Vec<DoomPathPlane>,
    /// The connections.
    pub connections: Vec<DoomPathConnection>,
    /// The plane that each area names; 0 is none.
    pub area_plane: Vec<i32>,
    /// The connections that each area lists.
    pub area_connections: Vec<Vec<i32>>,
}

/// A sloped floor: `a x + b y + c z + d = 0`, with the inverse of `c` beside it. Bits are kept as the file has them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct DoomPathPlane {
    /// The file's own id.
    pub id: i32,
    /// `a b c d 1/c` as the bits of 32-bit floats.
    pub bits: [u32; 5],
}

/// A connection between two areas.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct DoomPathConnection {
    /// The file's own id.
    pub id: i32,
    /// `x1 y1 x2 y2`: a box about the shared border, or the two ends of a teleporter's line.
    pub corners: [i16; 4],
    /// The ids of the two areas.
    pub areas: [i32; 2],
    /// The line that teleports; -1 is none.
    pub linedef: i32,
    /// Directions, teleporter, and whatever else the file has set.
    pub flags: u32,
}
