//! Faces around one vertex that reach into each other.
//!
//! Around a vertex of the rim, ground begins at a side that leads away from it and ends, counter-clockwise, at a side
//! that leads to it. Where two stretches of ground overlap, two begin before the first has ended.

use std::cmp::Ordering;

use crate::geom::{Point, Side, side};
use crate::mesh::{FaceId, Navmesh, VertexId};

use super::seams::RimSide;

/// Calls with two faces for every vertex where stretches of ground overlap, until a call says to stop; then `false`.
pub(super) fn for_each_overlap(
    mesh: &Navmesh,
    rim: &[RimSide],
    mut call: impl FnMut(FaceId, FaceId) -> bool,
) -> bool {
    let mut n_leaving = vec![0_u8; mesh.n_vertices()];
    for side in rim {
        let count = &mut n_leaving[side.ends[0].index()];
        *count = count.saturating_add(1);
    }
    let is_shared = |vertex: VertexId| 2 <= n_leaving[vertex.index()];
    let mut spokes: Vec<Spoke> = rim
        .iter()
        .flat_map(|&RimSide { face, ends: [from, to], .. }| {
            [
                Spoke { hub: from, end: to, starts: true, face },
                Spoke { hub: to, end: from, starts: false, face },
            ]
        })
        // A side without a length leads nowhere.
        .filter(|spoke| is_shared(spoke.hub) && mesh.point(spoke.hub) != mesh.point(spoke.end))
        .collect();
    spokes.sort_by(|a, b| a.hub.cmp(&b.hub).then_with(|| around(mesh, a, b)));
    spokes.chunk_by(|a, b| a.hub == b.hub).all(|spokes| {
        let pairs = spokes.iter().zip(spokes.iter().cycle().skip(1));
        pairs
            .filter(|(a, b)| a.starts && b.starts && a.face != b.face)
            .all(|(a, b)| call(a.face, b.face))
    })
}

/// A side of the rim, seen from one of its ends.
struct Spoke {
    hub: VertexId,
    end: VertexId,
    /// Whether ground starts here, going counter-clockwise; otherwise it ends.
    starts: bool,
    face: FaceId,
}

/// The order of spokes around their hub, counter-clockwise from the right. Exact.
///
/// On the same ray ground first ends and then starts: two faces may meet along it.
fn around(mesh: &Navmesh, a: &Spoke, b: &Spoke) -> Ordering {
    let hub = mesh.point(a.hub);
    let (p, q) = (mesh.point(a.end), mesh.point(b.end));
    let lower = |p: Point| p.y < hub.y || (p.y == hub.y && p.x < hub.x);
    lower(p).cmp(&lower(q)).then_with(|| match side(hub, p, q) {
        Side::Left => Ordering::Less,
        Side::Right => Ordering::Greater,
        Side::On => a.starts.cmp(&b.starts),
    })
}
