//! Shortest paths straight on the mesh under the hand, while it changes.

use crate::build::live::{Joints, Live, SlotId};
use crate::geom::Point;
use crate::search::{Corner, End, Outcome, Query, TriangleSearch, Triangles};

/// The triangles of a mesh under the hand, as a search knows them.
struct LiveGround<'a>(&'a Joints);

impl Triangles for LiveGround<'_> {
    fn n_vertices(&self) -> usize {
        self.0.n_vertices()
    }

    #[inline(always)]
    fn point(&self, vertex: u32) -> Point {
        self.0.point(vertex)
    }

    #[inline(always)]
    fn from(&self, side: u32) -> Corner {
        let (vertex, turns) = self.0.from(side);
        Corner { vertex, turns }
    }

    #[inline(always)]
    fn over(&self, side: u32) -> Option<u32> {
        self.0.over(side)
    }

    #[inline(always)]
    fn is_dead_end(&self, side: u32) -> bool {
        self.0.is_dead_end(side)
    }

    fn way_out(&self, triangle: u32) -> Option<u32> {
        self.0.way_out(triangle)
    }
}

/// What came of a search on the mesh under the hand.
#[derive(Debug, Clone, PartialEq)]
pub struct LivePath {
    /// How it ended.
    pub outcome: Outcome,
    /// The corners of the path, both ends included; empty if there is none.
    pub corners: Vec<Point>,
}

/// Finds the shortest path on the mesh as it is now, without copying any of it.
///
/// Gives up after `limit` triangles that were looked at.
pub fn shortest(live: &Live, search: &mut TriangleSearch, query: &Query, limit: u64) -> LivePath {
    let [start, goal] = [query.start, query.goal].map(|point| walkable_at(live, point));
    let outcome = if start.is_empty() {
        Outcome::OffMesh(End::Start)
    } else if goal.is_empty() {
        Outcome::OffMesh(End::Goal)
    } else if are_apart(live, &start, &goal) {
        Outcome::Unreachable
    } else {
        let ground = LiveGround(live.joints());
        search.find(&ground, (query.start, &start), (query.goal, &goal), limit)
    };
    let is_found = matches!(outcome, Outcome::Found { .. });
    LivePath { outcome, corners: if is_found { search.corners() } else { Vec::new() } }
}

/// The walkable triangles at a point, or the one that it is next to nothing beside.
fn walkable_at(live: &Live, point: Point) -> Vec<u32> {
    let walkable = |slot: &SlotId| live.slots()[slot.0 as usize].is_some_and(|d| d.walkable);
    let mut slots: Vec<SlotId> = live.locate_all(point);
    slots.retain(walkable);
    if slots.is_empty() {
        slots.extend(live.locate_beside(point));
    }
    slots.into_iter().map(|slot| slot.0).collect()
}

/// Whether it is known that no way leads from any of these triangles to any of those.
fn are_apart(live: &Live, start: &[u32], goal: &[u32]) -> bool {
    let island = |slot: &u32| live.island(SlotId(*slot));
    live.knows_islands() && start.iter().all(|one| goal.iter().all(|o| island(one) != island(o)))
}
