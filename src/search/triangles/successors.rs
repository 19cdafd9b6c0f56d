//! What is seen from a new place, what it costs, and the end of the path.

use crate::geom::{Point, Side as Hand, side as hand};
use crate::search::polyanya::SURELY_LESS;
use crate::search::polyanya::estimate::{crossing, estimate};
use crate::search::polyanya::node::{AHEAD, Node, Root};
use crate::search::polyanya::queue::Entry;

use super::{Run, Triangles};

/// The side that comes after another one in its triangle.
#[inline(always)]
pub(super) fn after(side: u32) -> u32 {
    if side & 3 == 2 { side - 2 } else { side + 1 }
}

/// The side that comes before another one in its triangle.
#[inline(always)]
pub(super) fn before(side: u32) -> u32 {
    if side & 3 == 0 { side + 2 } else { side - 1 }
}

impl<G: Triangles> Run<'_, G> {
    /// The side of the other triangle, where one may walk over a side and it may be of use.
    #[inline(always)]
    pub(super) fn over(&self, side: u32) -> Option<u32> {
        let is_of_use =
            !self.ground.is_dead_end(side) || self.tools.ways_in.binary_search(&side).is_ok();
        self.ground.over(side).filter(|_| is_of_use)
    }

    /// Looks out of a triangle that holds the start.
    pub(super) fn look_out(&mut self, triangle: u32) {
        let start = self.tools.roots[0].point;
        for side in (0..3).map(|i| 4 * triangle + i) {
            let [from, to] = self.ends(side);
            // Somebody who stands on a side looks over it from the triangle behind.
            if let Some(over) = self.over(side)
                && hand(from, to, start) != Hand::On
            {
                self.add_window(0, over);
            }
        }
    }

    /// Goes round a vertex where a root stands, from triangle to triangle, and looks out over the side opposite of it.
    pub(super) fn go_round(
        &mut self,
        root: u32,
        first: Option<u32>,
        [outward, onward]: [fn(u32) -> u32; 2],
    ) {
        let mut next = first;
        while let Some(side) = next {
            self.tools.counters.expanded += 1;
            if self.is_at_goal(side) {
                return self.queue_end(root);
            }
            if let Some(over) = self.over(outward(side)) {
                self.add_window(root, over);
            }
            next = self.over(onward(side));
        }
    }

    /// Adds a side that is seen from end to end.
    fn add_window(&mut self, root: u32, side: u32) {
        let [left, right] = [side, after(side)].map(|end| self.see(root, end));
        self.add(Node { side, root, left, right });
    }

    /// Adds a successor.
    pub(super) fn add(&mut self, node: Node) {
        self.tools.successors.push(node);
    }

    /// Takes note that the start of a side is seen from a root; gives the vertex there.
    pub(super) fn see(&mut self, root: u32, side: u32) -> u32 {
        let vertex = self.ground.from(side).vertex;
        let root = self.tools.roots[root as usize];
        self.sees(&root, vertex, self.ground.point(vertex) - root.point);
        vertex
    }

    fn ends(&self, side: u32) -> [Point; 2] {
        [side, after(side)].map(|end| self.ground.point(self.ground.from(end).vertex))
    }

    /// The ray that bounds what is seen from a root, by two points on it.
    pub(super) fn ray(&self, root: &Root, through: u32) -> [Point; 2] {
        match through {
            AHEAD => [self.tools.roots[root.parent as usize].point, root.point],
            vertex => [root.point, self.ground.point(vertex)],
        }
    }

    /// What a path over an interval costs at least; none if shorter ways to all of it are known.
    ///
    /// Those are ways over an end of its side. Along the side the difference of the two ways only grows, so the far end
    /// of the interval speaks for all of it.
    #[inline]
    pub(super) fn cost(&self, node: &Node) -> Option<f64> {
        let root = self.tools.roots[node.root as usize];
        let ends = [node.side, after(node.side)].map(|end| self.ground.from(end).vertex);
        let [a, b] = ends.map(|end| self.ground.point(end));
        let at = |through: u32, end: u32, point: Point| {
            if through == end { point } else { crossing(self.ray(&root, through), a, b) }
        };
        let left = at(node.left, ends[0], a);
        let right = at(node.right, ends[1], b);
        let is_shorter = |end: u32, from: Point, far: Point| {
            let known = self.distance(end);
            known < f64::INFINITY
                && known + from.distance(far) < (root.g + root.point.distance(far)) * SURELY_LESS
        };
        if is_shorter(ends[0], a, right) || is_shorter(ends[1], b, left) {
            return None;
        }
        Some(root.g + estimate(root.point, [left, right], [a, b], self.goal))
    }

    /// Whether a side leads into a triangle that holds the goal.
    #[inline(always)]
    pub(super) fn is_at_goal(&self, side: u32) -> bool {
        self.tools.goal_triangles.contains(&(side >> 2))
    }

    /// Queues the end of the path, if it can be reached over the interval without turning where nothing is.
    pub(super) fn queue_last(&mut self, node: Node, [turns_left, turns_right]: [bool; 2]) {
        let root = self.tools.roots[node.root as usize];
        let hand_of_goal = |through| {
            let [from, to] = self.ray(&root, through);
            hand(from, to, self.goal)
        };
        let last = if hand_of_goal(node.right) == Hand::Right {
            turns_right.then(|| self.turn(node.root, node.right)).flatten()
        } else if hand_of_goal(node.left) == Hand::Left {
            turns_left.then(|| self.turn(node.root, node.left)).flatten()
        } else {
            Some(node.root)
        };
        if let Some(root) = last {
            self.queue_end(root);
        }
    }

    fn queue_end(&mut self, root: u32) {
        let Root { point, g, .. } = self.tools.roots[root as usize];
        let cost = g + point.distance(self.goal);
        self.queue(Entry { cost, node: Node::end(root), id: () });
    }
}
