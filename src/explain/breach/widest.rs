//! The widest opening: of all ways the one whose narrowest closed side is widest.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use crate::mesh::FaceId;

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
    let mut queue: BinaryHeap<Width> = BinaryHeap::new();
    for &start in starts.iter().filter(|&&face| steps.holds(face)) {
        width[start.index()] = f64::INFINITY;
        queue.push(Width(f64::INFINITY, start));
    }
    while let Some(Width(here, face)) = queue.pop() {
        if here < width[face.index()] {
            continue;
        }
        if goals[face.index()] {
            return Some(here);
        }
        let mut reach = |to: FaceId, there: f64| {
            if width[to.index()] < there {
                width[to.index()] = there;
                queue.push(Width(there, to));
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

/// A face in the queue: the widest first.
pub(in super::super) struct Width(pub(in super::super) f64, pub(in super::super) FaceId);

impl PartialEq for Width {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Width {}

impl PartialOrd for Width {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Width {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0).then(other.1.cmp(&self.1))
    }
}
