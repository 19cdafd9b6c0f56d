//! What an interval looks like: where it ends, what it costs, whether it is still worth a look.

use super::*;
use crate::search::trace::Seen;

/// An interval with the points that its ends are at.
pub(super) struct View {
    pub(super) root: Root,
    /// The left and the right end of the interval.
    interval: [Point; 2],
    /// The left and the right end of the side.
    ends: [Point; 2],
    /// What a path over the root costs at least, as the landmarks say.
    bound: f64,
}

impl View {
    /// What a path over the interval costs at least.
    #[inline(always)]
    pub(super) fn cost(&self, goal: Point) -> f64 {
        let straight = estimate(self.root.point, self.interval, self.ends, goal);
        (self.root.g + straight).max(self.bound)
    }

    /// The same for somebody who listens.
    pub(super) fn seen(&self, face: u32, goal: Point) -> Seen {
        let Self { root, interval, .. } = *self;
        Seen { face, root: root.point, interval, g: root.g, f: self.cost(goal) }
    }
}

impl<S: TraceSink> Run<'_, S> {
    /// Works out where an interval ends.
    #[inline(always)]
    pub(super) fn look(&self, node: &Node) -> View {
        let entered = self.ground.sides[node.side as usize];
        let (left_end, right_end) = (entered.from, entered.to);
        let [a, b] = [left_end, right_end].map(|end| self.ground.point(end));
        let root = self.tools.roots[node.root as usize];
        let left = if node.left == left_end.vertex() {
            a
        } else {
            crossing(self.ray(&root, node.left), a, b)
        };
        let right = if node.right == right_end.vertex() {
            b
        } else {
            crossing(self.ray(&root, node.right), a, b)
        };
        let bound = self.tools.bounds.get(node.root as usize).copied().unwrap_or(0.0);
        View { root, interval: [left, right], ends: [a, b], bound }
    }

    /// Whether shorter ways to all of an interval are known, over an end of its side.
    ///
    /// Along the side the difference of the two ways only grows, so the far end of the interval speaks for all of it.
    #[inline(always)]
    pub(super) fn is_dominated(&self, node: &Node, view: &View) -> bool {
        if !self.tools.active.dominance {
            return false;
        }
        let entered = self.ground.sides[node.side as usize];
        let View { root, interval: [left, right], ends: [a, b], .. } = *view;
        let over = |known: f64, end: Point, far: Point| {
            known < f64::INFINITY
                && known + end.distance(far) < (root.g + root.point.distance(far)) * SURELY_LESS
        };
        over(self.distance(entered.from.vertex()), a, right)
            || over(self.distance(entered.to.vertex()), b, left)
    }
}
