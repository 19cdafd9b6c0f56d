//! What there is to count about a mesh, in the file's own terms.

use crate::mesh::islands::Ways;
use crate::mesh::{Across, Islands, Link, LinkKind, Navmesh};

/// What there is to count about a mesh, in the file's own terms.
#[derive(Debug, Clone)]
pub struct Counts {
    /// Faces that may be walked on.
    pub walkable: usize,
    /// Faces that may not.
    pub blocked: usize,
    /// Sides that may be crossed, counted per face.
    pub open_sides: usize,
    /// Sides with a face behind that may not be crossed.
    pub wall_sides: usize,
    /// Sides with nothing behind.
    pub outside_sides: usize,
    /// Sides that may be crossed one way only.
    pub one_way_sides: usize,
    /// Links to another place.
    pub teleporters: usize,
    /// Links to another floor.
    pub passages: usize,
    /// Those of them that do not lead back.
    pub one_way_passages: usize,
    /// Ground that is connected on foot.
    pub islands: Islands,
    /// How many islands there are for those who take teleporters.
    pub islands_with_teleporters: usize,
}

impl Counts {
    /// Counts everything.
    pub fn new(mesh: &Navmesh) -> Self {
        let walkable = mesh.faces().filter(|face| face.walkable()).count();
        let n_sides =
            |is: fn(&Across) -> bool| mesh.across().iter().filter(|across| is(across)).count();
        let n_links = |kind| mesh.links().iter().filter(|link| link.kind == kind).count();
        Self {
            walkable,
            blocked: mesh.n_faces() - walkable,
            open_sides: n_sides(|across| matches!(across, Across::Open(_))),
            wall_sides: n_sides(|across| matches!(across, Across::Wall(_))),
            outside_sides: n_sides(|across| matches!(across, Across::Outside)),
            one_way_sides: one_way_sides(mesh),
            teleporters: n_links(LinkKind::Teleporter),
            passages: n_links(LinkKind::Passage),
            one_way_passages: one_way_passages(mesh),
            islands: Islands::new(mesh, Ways::OnFoot),
            islands_with_teleporters: Islands::new(mesh, Ways::WithTeleporters).list().len(),
        }
    }
}

/// Sides that are open from one face and a wall from the other.
fn one_way_sides(mesh: &Navmesh) -> usize {
    let one_way = |face, side| {
        let back = mesh.twin(face, side).map(|(other, twin)| mesh.face(other).across()[twin]);
        matches!(back, Some(Across::Wall(_)))
    };
    mesh.faces()
        .flat_map(|face| (0..face.n_sides()).map(move |side| (face, side)))
        .filter(|&(face, side)| face.across()[side].is_open() && one_way(face.id, side))
        .count()
}

/// Passages that do not lead back.
fn one_way_passages(mesh: &Navmesh) -> usize {
    let passages = || mesh.links().iter().filter(|link| link.kind == LinkKind::Passage);
    let key = |link: &Link, back: bool| {
        let (from, to) = if back { (link.to, link.from) } else { (link.from, link.to) };
        (from, to, link.segment.from.bits(), link.segment.to.bits())
    };
    let mut known: Vec<_> = passages().map(|link| key(link, false)).collect();
    known.sort_unstable();
    passages().filter(|link| known.binary_search(&key(link, true)).is_err()).count()
}
