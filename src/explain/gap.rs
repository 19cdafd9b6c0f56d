//! Where two pieces of ground come closest to each other.

use rstar::RTree;
use rstar::primitives::{GeomWithData, Line};

use crate::geom::Segment;
use crate::mesh::{FaceId, Navmesh, VertexId};

/// The closest approach of two pieces of ground.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Gap {
    /// From the one to the other.
    pub(super) segment: Segment,
    /// A vertex at the one end of it.
    pub(super) vertex: VertexId,
    /// The side of a face at the other end.
    pub(super) side: (FaceId, usize),
    /// The vertex of that side which is right there, if one is.
    pub(super) other: Option<VertexId>,
}

/// A gap wider than this part of a side beside it is no crack.
const OF_SIDE: f64 = 0.02;

type RimSide = GeomWithData<Line<[f64; 2]>, (FaceId, usize)>;

/// Where the rims of two sets of faces come closest: always at a vertex of one of them. Takes n log n.
pub(super) fn closest(mesh: &Navmesh, one: &[bool], other: &[bool]) -> Option<Gap> {
    let (near, far) = (rim(mesh, one), rim(mesh, other));
    let there = approach(mesh, &near, &RTree::bulk_load(far.clone()));
    let back = approach(mesh, &far, &RTree::bulk_load(near));
    let candidates = there.into_iter().chain(back);
    candidates.min_by(|a, b| a.segment.length().total_cmp(&b.segment.length()))
}

/// The vertices on the rims of two sets of faces that are closer to each other than this, each with the one closest to
/// it; in the order of the second of each pair, which is the later one.
pub(super) fn pairs(
    mesh: &Navmesh,
    one: &[bool],
    other: &[bool],
    reach: f64,
) -> Vec<(VertexId, VertexId)> {
    let ends = |set: &[bool]| -> Vec<(VertexId, f64)> {
        let sides = rim(mesh, set).into_iter().map(|side| side.data);
        let end = |(face, side)| {
            let face = mesh.face(face);
            (face.ends(side).0, face.segment(side).length())
        };
        sides.map(end).collect()
    };
    let place = |vertex: VertexId| [mesh.point(vertex).x, mesh.point(vertex).y];
    let far = ends(other).into_iter().map(|(vertex, _)| GeomWithData::new(place(vertex), vertex));
    let far = RTree::bulk_load(far.collect());
    let nearest = |(vertex, length): (VertexId, f64)| {
        let closest = far.nearest_neighbor(place(vertex))?.data;
        // Beside short sides a wall may be as thin.
        let near = mesh.point(closest).distance(mesh.point(vertex)) <= reach.min(OF_SIDE * length);
        (near && closest != vertex).then_some((vertex.min(closest), vertex.max(closest)))
    };
    let mut pairs: Vec<_> = ends(one).into_iter().filter_map(nearest).collect();
    pairs.sort_unstable_by_key(|&(kept, gone)| (gone, kept));
    pairs.dedup_by_key(|pair| pair.1);
    pairs
}

/// The sides of a set of faces that nobody may cross.
fn rim(mesh: &Navmesh, set: &[bool]) -> Vec<RimSide> {
    let mut rim = Vec::new();
    for face in mesh.faces().filter(|face| set[face.id.index()]) {
        for side in (0..face.n_sides()).filter(|&side| mesh.step(face.id, side).is_none()) {
            let Segment { from, to } = face.segment(side);
            rim.push(RimSide::new(Line::new([from.x, from.y], [to.x, to.y]), (face.id, side)));
        }
    }
    rim
}

/// The vertex of some sides that is closest to others.
fn approach(mesh: &Navmesh, from: &[RimSide], to: &RTree<RimSide>) -> Option<Gap> {
    let mut best: Option<(f64, VertexId, (FaceId, usize))> = None;
    for near in from {
        let (face, side) = near.data;
        let vertex = mesh.face(face).ends(side).0;
        let p = mesh.point(vertex);
        let Some(far) = to.nearest_neighbor([p.x, p.y]) else { continue };
        let (face, side) = far.data;
        let distance = mesh.face(face).segment(side).distance(p);
        if best.is_none_or(|(best, ..)| distance < best) {
            best = Some((distance, vertex, (face, side)));
        }
    }
    let (_, vertex, (face, side)) = best?;
    let at = mesh.point(vertex);
    let there = mesh.face(face).segment(side).closest(at);
    let (from, to) = mesh.face(face).ends(side);
    let is_there = |end: &VertexId| mesh.point(*end) == there;
    let other = [from, to].into_iter().find(is_there);
    Some(Gap { segment: Segment::new(at, there), vertex, side: (face, side), other })
}
