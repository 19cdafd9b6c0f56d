//! What a target format cannot hold, counted before it is lost.

use std::collections::BTreeSet;
use std::fmt;

use thiserror::Error;

use crate::layout::Layout;
use crate::layout::work::{Thing, Work};
use crate::mesh::attributes::Records;
use crate::mesh::{Across, FileIds, LinkKind, Navmesh, Plane, check};
use crate::text::counted_as;

/// A file that was written, and what it does not say any more.
#[derive(Debug, Clone, PartialEq)]
pub struct Written {
    /// The file.
    pub bytes: Vec<u8>,
    /// What it could not hold; empty if it holds everything.
    pub losses: Vec<Loss>,
}

/// So many of something that the target format cannot hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Loss {
    /// How many.
    pub count: usize,
    /// Of what.
    pub what: Lost,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (one, many) = self.what.names();
        f.write_str(&counted_as(self.count, one, many))
    }
}

/// What can be lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lost {
    /// Faces that may not be walked on.
    BlockedFaces,
    /// Walls between two walkable faces.
    Walls,
    /// Sides that may be crossed in one direction only, and are closed instead.
    OneWayClosed,
    /// Sides that may be crossed in one direction only, and are opened instead.
    OneWayOpened,
    /// Floors that lie over each other.
    StackedFloors,
    /// What a file says of the connections themselves: ids, boxes, lines.
    Connections,
    /// What stands in the header of a file.
    Header,
    /// Jumps to another place.
    Teleporters,
    /// Steps between floors that lie over each other.
    Passages,
    /// Heights given as a plane.
    Planes,
    /// Heights given as a number.
    Heights,
    /// Names of groups.
    Groups,
    /// Flags of faces.
    Flags,
    /// Faces that may move.
    Sectors,
    /// Costs other than one.
    Costs,
    /// Centres that are not the mean of the corners.
    Centers,
    /// Ids of faces that are not mere counts.
    FaceIds,
    /// Faces that were cut into triangles.
    Polygons,
    /// Faces of which only the outline of all of them is left.
    Faces,
    /// Vertices that no face uses.
    UnusedVertices,
    /// Walls without thickness in a drawing.
    DrawnWalls,
    /// Names of obstacles.
    Names,
    /// Pieces of ground inside of obstacles.
    Holes,
    /// Lanes in a drawing.
    Lanes,
    /// Outlines of fewer than three points.
    Stubs,
    /// How much room the one who walks needs.
    Radius,
    /// The box that a build is limited to.
    Region,
    /// Queries that are asked again after every change.
    Pins,
    /// What the hand does not take hold of.
    Locks,
    /// What is drawn, but left out for now.
    Hidden,
}

impl Lost {
    /// Everything that a mesh can lose, in the order in which it is told.
    pub const OF_MESHES: &[Self] = &[
        Self::BlockedFaces,
        Self::Walls,
        Self::OneWayClosed,
        Self::OneWayOpened,
        Self::StackedFloors,
        Self::Connections,
        Self::Teleporters,
        Self::Passages,
        Self::Planes,
        Self::Heights,
        Self::Groups,
        Self::Flags,
        Self::Sectors,
        Self::Costs,
        Self::Centers,
        Self::FaceIds,
        Self::Polygons,
        Self::Faces,
        Self::UnusedVertices,
    ];

    fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::BlockedFaces => ("blocked face", "blocked faces"),
            Self::Walls => ("wall between walkable faces", "walls between walkable faces"),
            Self::OneWayClosed => {
                ("one-way edge (closed both ways)", "one-way edges (closed both ways)")
            }
            Self::OneWayOpened => {
                ("one-way edge (opened both ways)", "one-way edges (opened both ways)")
            }
            Self::StackedFloors => ("floor over another", "floors over others"),
            Self::Connections => ("connection record", "connection records"),
            Self::Header => ("header digest", "header digests"),
            Self::Teleporters => ("teleporter", "teleporters"),
            Self::Passages => ("passage between floors", "passages between floors"),
            Self::Planes => ("plane", "planes"),
            Self::Heights => ("height", "heights"),
            Self::Groups => ("group", "groups"),
            Self::Flags => ("face with flags", "faces with flags"),
            Self::Sectors => ("special sector", "special sectors"),
            Self::Costs => ("face cost", "face costs"),
            Self::Centers => ("face centre", "face centres"),
            Self::FaceIds => ("face id", "face ids"),
            Self::Polygons => ("polygon cut into triangles", "polygons cut into triangles"),
            Self::Faces => (
                "face, of which only the outline is kept",
                "faces, of which only the outlines are kept",
            ),
            Self::UnusedVertices => ("unused vertex", "unused vertices"),
            Self::DrawnWalls => ("thin wall", "thin walls"),
            Self::Names => ("obstacle name", "obstacle names"),
            Self::Lanes => ("lane", "lanes"),
            Self::Stubs => ("outline of fewer than 3 points", "outlines of fewer than 3 points"),
            Self::Radius => ("radius", "radii"),
            Self::Region => ("region", "regions"),
            Self::Pins => ("pinned query", "pinned queries"),
            Self::Locks => ("lock", "locks"),
            Self::Hidden => ("hidden thing", "hidden things"),
            Self::Holes => {
                ("piece of ground inside an obstacle", "pieces of ground inside obstacles")
            }
        }
    }
}

/// What no format of flat faces can hold.
pub const BEYOND_THE_PLANE: &[Lost] = &[
    Lost::Teleporters,
    Lost::Passages,
    Lost::StackedFloors,
    Lost::Connections,
    Lost::Planes,
    Lost::Heights,
    Lost::Groups,
    Lost::Flags,
    Lost::Sectors,
    Lost::Costs,
    Lost::Centers,
    Lost::FaceIds,
];

/// Why nothing was written.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum WriteError {
    /// The target holds another kind of thing.
    #[error("a {target} file holds {holds}, but there {has}")]
    WrongContent {
        /// The target format.
        target: &'static str,
        /// What it holds.
        holds: &'static str,
        /// What there is instead: "are only …".
        has: &'static str,
    },
    /// A face that the target cannot express at all.
    #[error("face {face} cannot be written: {reason}")]
    Face {
        /// Its id in the file it came from.
        face: i64,
        /// What is wrong with it.
        reason: &'static str,
    },
}

/// What the mesh holds that the target cannot: one line per sort.
///
/// `lost` says whether the target loses a sort of thing; only what is really there is counted.
pub fn mesh_losses(mesh: &Navmesh, lost: impl Fn(Lost) -> bool) -> Vec<Loss> {
    Lost::OF_MESHES
        .iter()
        .copied()
        .filter(|&what| lost(what))
        .map(|what| Loss { count: count(mesh, what), what })
        .filter(|loss| loss.count != 0)
        .collect()
}

/// What of the work on a drawing is lost where only what is shown of the drawing is kept.
pub fn work_losses(layout: &Layout, work: &Work) -> Vec<Loss> {
    let count = |things: &BTreeSet<Thing>| things.iter().filter(|it| layout.has(**it)).count();
    let losses = [
        Loss { count: work.pins.len(), what: Lost::Pins },
        Loss { count: count(&work.locked), what: Lost::Locks },
        Loss { count: count(&work.hidden), what: Lost::Hidden },
    ];
    losses.into_iter().filter(|loss| loss.count != 0).collect()
}

fn count(mesh: &Navmesh, what: Lost) -> usize {
    let attributes = mesh.attributes();
    let n_links = |kind| mesh.links().iter().filter(|link| link.kind == kind).count();
    match what {
        Lost::BlockedFaces => mesh.faces().filter(|face| !face.walkable()).count(),
        Lost::Walls => sides(mesh).filter(|sides| *sides == Sides::Walled).count() / 2,
        Lost::OneWayClosed | Lost::OneWayOpened => {
            sides(mesh).filter(|sides| *sides == Sides::OneWay).count()
        }
        Lost::StackedFloors => check::stacked_floors(mesh),
        Lost::Connections => match &attributes.records {
            Records::DoomPath(records) => records.connections.len(),
            Records::Menge(_) | Records::None => 0,
        },
        Lost::Teleporters => n_links(LinkKind::Teleporter),
        Lost::Passages => n_links(LinkKind::Passage),
        Lost::Planes => {
            let mut planes: Vec<Plane> = attributes
                .plane
                .iter()
                .copied()
                .filter(|&plane| plane != Plane::default())
                .collect();
            planes.sort_by(|p, q| {
                p.a.total_cmp(&q.a).then(p.b.total_cmp(&q.b)).then(p.c.total_cmp(&q.c))
            });
            planes.dedup();
            planes.len()
        }
        Lost::Heights => attributes.z.iter().filter(|&&z| z != 0.0).count(),
        Lost::Groups => attributes.groups.len(),
        Lost::Flags => attributes.flags.iter().filter(|&&flags| flags != 0).count(),
        Lost::Sectors => attributes.sector.iter().flatten().count(),
        Lost::Costs => attributes.cost.iter().filter(|&&cost| cost != 1.0).count(),
        Lost::Centers => {
            let stated = attributes.center.iter().zip(mesh.faces());
            stated
                .filter(|(center, face)| {
                    1e-6 * face.bounds().diagonal() < center.distance(face.center())
                })
                .count()
        }
        Lost::FaceIds => match &attributes.ids {
            FileIds::Listed(ids) => ids.len(),
            FileIds::FromZero | FileIds::FromOne => 0,
        },
        Lost::Polygons => {
            mesh.faces().filter(|face| face.walkable() && face.n_sides() != 3).count()
        }
        Lost::Faces => mesh.faces().filter(|face| face.walkable()).count(),
        Lost::UnusedVertices => {
            let mut unused = vec![true; mesh.n_vertices()];
            for corner in mesh.corners() {
                unused.get_mut(corner.index()).into_iter().for_each(|unused| *unused = false);
            }
            unused.iter().filter(|&&unused| unused).count()
        }
        Lost::DrawnWalls | Lost::Names | Lost::Holes | Lost::Header | Lost::Lanes => 0,
        Lost::Stubs | Lost::Radius | Lost::Region => 0,
        Lost::Pins | Lost::Locks | Lost::Hidden => 0,
    }
}

/// What stands between two walkable faces that share a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sides {
    /// Nothing: both may cross.
    Open,
    /// This one may cross, the other may not.
    OneWay,
    /// The other one may cross, this one may not.
    AgainstOneWay,
    /// A wall for both.
    Walled,
}

/// What stands on every side that two walkable faces share, told once from each of them.
pub fn sides(mesh: &Navmesh) -> impl Iterator<Item = Sides> {
    let walkable = mesh.faces().filter(|face| face.walkable());
    walkable.flat_map(move |face| {
        face.across().iter().enumerate().filter_map(move |(side, across)| {
            let (other, twin) = mesh.twin(face.id, side)?;
            if !mesh.face(other).walkable() {
                return None;
            }
            let back = mesh.face(other).across().get(twin)?;
            Some(match (across, back) {
                (Across::Open(_), Across::Open(_)) => Sides::Open,
                (Across::Open(_), _) => Sides::OneWay,
                (_, Across::Open(_)) => Sides::AgainstOneWay,
                _ => Sides::Walled,
            })
        })
    })
}
