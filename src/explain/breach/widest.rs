//! The widest opening: of all ways the one whose narrowest closed side is widest.

use crate::mesh::FaceId;
use crate::search::cheapest::Cheapest;

use super::super::step::Steps;
use super::{Openable, openable};

/// The widest that the narrowest side of a breach can be.
pub(super) fn widest(
    steps: &Steps<'_>,
    starts: &[FaceId],
    goals: &[bool],
    what: Openable,
) -> Option<f64> {
    let mut width = vec![f64::NEG_INFINITY; steps.mesh.n_faces()];
    // The widest first: the wider, the cheaper.
    let mut queue = Cheapest::default();
    for &start in starts.iter().filter(|&&face| steps.holds(face)) {
        width[start.index()] = f64::INFINITY;
        queue.push(f64::NEG_INFINITY, start);
    }
    while let Some((cost, face)) = queue.pop() {
        let here = -cost;
        if here < width[face.index()] {
            continue;
        }
        if goals[face.index()] {
            return Some(here);
        }
        let mut reach = |to: FaceId, there: f64| {
            if width[to.index()] < there {
                width[to.index()] = there;
                queue.push(-there, to);
            }
        };
        for side in 0..steps.mesh.face(face).n_sides() {
            if let Some(other) = steps.over_side(face, side) {
                reach(other, here);
            } else if let Some((other, _)) = openable(steps, what, face, side) {
                reach(other, here.min(steps.mesh.face(face).segment(side).length()));
            }
        }
        if steps.holds(face) {
            for link in steps.links_from(face) {
                reach(steps.mesh.links()[link as usize].to, here);
            }
        }
    }
    None
}
