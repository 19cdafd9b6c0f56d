//! Vertices told apart where walls part them, and where a shortest path may turn.
//!
//! At a vertex that two obstacles touch, or on a wall, the ground falls into sectors that are as far from each other
//! as the way round. Each becomes a vertex of its own, so that no distance leaks through. A shortest path turns only
//! where a sector is wider than half a turn.

use crate::geom::{self, Point, Side};
use crate::mesh::{Navmesh, VertexId};

use super::ground::NONE;

/// A vertex of the ground, seen from a corner of a face.
#[derive(Debug, Clone, Copy)]
pub(super) struct Corner {
    pub(super) vertex: u32,
    pub(super) turns: bool,
}

/// Gives every sector a vertex: where those are, and the one of each corner of each face.
pub(super) fn split(
    mesh: &Navmesh,
    corners: &[VertexId],
    starts: &[u32],
    twins: &[u32],
) -> (Vec<Point>, Vec<Corner>) {
    let around = neighbours_in_faces(starts, corners.len());
    let fans = Fans { mesh, corners, twins, around, one_way: one_way_sides(twins) };
    let mut points = Vec::with_capacity(mesh.n_vertices());
    let mut found = vec![Corner { vertex: NONE, turns: false }; corners.len()];
    // First the sectors that start at a closed side, then those that go all the way round.
    for closed_first in [true, false] {
        for corner in 0..corners.len() as u32 {
            let starts_here =
                found[corner as usize].vertex == NONE && fans.both_ways(corner) != closed_first;
            if starts_here {
                let turns = closed_first && fans.is_reflex(corner);
                let vertex = points.len() as u32;
                points.push(fans.point(corner));
                fans.for_each(corner, |corner| found[corner as usize] = Corner { vertex, turns });
            }
        }
    }
    (points, found)
}

/// The sides before and after each side in its face.
fn neighbours_in_faces(starts: &[u32], n_sides: usize) -> Vec<[u32; 2]> {
    let mut around = Vec::with_capacity(n_sides);
    for face in starts.windows(2) {
        for side in face[0]..face[1] {
            let before = if side == face[0] { face[1] - 1 } else { side - 1 };
            let after = if side + 1 == face[1] { face[0] } else { side + 1 };
            around.push([before, after]);
        }
    }
    around
}

/// The sides that may be crossed in one direction only, seen from either face.
fn one_way_sides(twins: &[u32]) -> Vec<bool> {
    let mut one_way = vec![false; twins.len()];
    for (side, &twin) in twins.iter().enumerate() {
        if twin != NONE && twins[twin as usize] as usize != side {
            one_way[side] = true;
            one_way[twin as usize] = true;
        }
    }
    one_way
}

/// Walks from face to face around a vertex.
struct Fans<'a> {
    mesh: &'a Navmesh,
    corners: &'a [VertexId],
    twins: &'a [u32],
    around: Vec<[u32; 2]>,
    one_way: Vec<bool>,
}

impl Fans<'_> {
    fn point(&self, corner: u32) -> Point {
        self.mesh.point(self.corners[corner as usize])
    }

    /// Whether a side may be crossed both there and back.
    fn both_ways(&self, side: u32) -> bool {
        let twin = self.twins[side as usize];
        twin != NONE && self.twins[twin as usize] == side
    }

    /// The corner of the next face around the vertex, counter-clockwise, if nothing is in the way.
    fn next(&self, corner: u32) -> Option<u32> {
        let incoming = self.around[corner as usize][0];
        self.both_ways(incoming).then(|| self.twins[incoming as usize])
    }

    /// Calls with all corners of a sector, from its first one on.
    fn for_each(&self, first: u32, mut call: impl FnMut(u32)) {
        let mut corner = first;
        // A vertex has at most all corners; more steps would be a broken mesh going round for ever.
        for _ in 0..self.corners.len() {
            call(corner);
            match self.next(corner) {
                Some(next) if next != first => corner = next,
                _ => return,
            }
        }
    }

    /// Whether a sector that starts at a closed side is wider than half a turn. Exact.
    ///
    /// Beside a one-way side there is more to go round than the sector shows: a path may turn there in any case.
    fn is_reflex(&self, first: u32) -> bool {
        let here = self.point(first);
        let start = self.point(self.around[first as usize][1]);
        let mut straight = false;
        let mut reflex = false;
        let mut last = first;
        self.for_each(first, |corner| {
            let end = self.point(self.around[corner as usize][0]);
            reflex |= straight;
            match geom::side(here, start, end) {
                Side::Left => {}
                Side::On => straight = true,
                Side::Right => reflex = true,
            }
            last = corner;
        });
        reflex
            || self.one_way[first as usize]
            || self.one_way[self.around[last as usize][0] as usize]
    }
}
