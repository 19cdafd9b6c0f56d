//! What is seen behind an interval: the successors of a node.

use super::*;

/// A ray, by two points on it.
pub(super) type Ray = [Point; 2];

impl<S: TraceSink> Run<'_, S> {
    /// Looks out of all faces that hold the start.
    pub(super) fn look_around(&mut self) {
        let start = self.tools.roots[0];
        for place in 0..self.tools.start_faces.len() {
            let face = self.tools.start_faces[place];
            for side in self.ground.sides_of(face) {
                let out = self.ground.sides[side as usize];
                if self.leads_on(out) {
                    self.look_from(0, start.point, out, S::Id::default());
                }
            }
        }
    }

    /// The successors of a node, into the list of successors.
    pub(super) fn expand(&mut self, node: Node, id: S::Id) {
        let entered = self.ground.sides[node.side as usize];
        let (left_end, right_end) = (entered.from, entered.to);
        let root = self.tools.roots[node.root as usize];
        let [a, b] = [left_end, right_end].map(|end| self.ground.point(end));
        let stands_on_side = root.point == a || root.point == b;
        let right_ray = self.ray(&root, node.right);
        let left_ray = self.ray(&root, node.left);
        let turns_right = node.right == right_end.vertex() && right_end.turns();
        let turns_left = node.left == left_end.vertex() && left_end.turns();

        // The sides of the face from the right end of the one that was entered over to its left end.
        let in_core = self.stays_in_core(node.side);
        let next = |side: Side| if in_core { side.next_in_core } else { side.next };
        let first = next(entered);
        let mut here = first;
        while here != NONE && here != node.side {
            let out = self.ground.sides[here as usize];
            let after = next(out);
            here = if after == first { NONE } else { after };
            if !self.leads_on(out) {
                continue;
            }
            if stands_on_side {
                self.look_from(node.root, root.point, out, id);
                continue;
            }
            let (p, q) = (out.from.vertex(), out.to.vertex());
            let [at_p, at_q] = [p, q].map(|vertex| self.ground.points[vertex as usize]);
            let right_of_q = side(right_ray[0], right_ray[1], at_q);
            if right_of_q != Hand::Left {
                // All of it lies to the right of what is seen.
                let right_of_p = side(right_ray[0], right_ray[1], at_p);
                if right_of_p == Hand::On && right_of_q == Hand::On {
                    if out.from.turns() {
                        self.turn_and_look(node.root, p, out, id);
                    }
                } else if turns_right {
                    self.turn_and_look(node.root, right_end.vertex(), out, id);
                }
                continue;
            }
            let right_of_p = side(right_ray[0], right_ray[1], at_p);
            if right_of_p == Hand::Right
                && turns_right
                && let Some(root) = self.turn(node.root, right_end.vertex())
            {
                self.add(Node { side: out.twin, root, left: AHEAD, right: OWN_END }, id);
            }
            let left_of_p = side(left_ray[0], left_ray[1], at_p);
            let left_of_q = side(left_ray[0], left_ray[1], at_q);
            if left_of_p == Hand::Right {
                let sees_p = right_of_p != Hand::Right;
                let sees_q = left_of_q != Hand::Left;
                if sees_p {
                    self.sees(&root, p);
                }
                if sees_q {
                    self.sees(&root, q);
                }
                let right = if sees_p { OWN_END } else { node.right };
                let left = if sees_q { OWN_END } else { node.left };
                self.add(Node { side: out.twin, root: node.root, left, right }, id);
                if !sees_q
                    && turns_left
                    && let Some(root) = self.turn(node.root, left_end.vertex())
                {
                    self.add(Node { side: out.twin, root, left: OWN_END, right: AHEAD }, id);
                }
            } else if left_of_p == Hand::On && left_of_q == Hand::On {
                if out.to.turns() {
                    self.turn_and_look(node.root, q, out, id);
                }
            } else if turns_left {
                self.turn_and_look(node.root, left_end.vertex(), out, id);
            }
        }
    }

    #[inline(always)]
    pub(super) fn ray(&self, root: &Root, through: u32) -> Ray {
        if through == AHEAD {
            [self.tools.roots[root.parent as usize].point, root.point]
        } else {
            [root.point, self.ground.points[through as usize]]
        }
    }

    /// Whether dead ends can be left out in the face that a side belongs to: not where the start or the goal is in one.
    #[inline(always)]
    fn stays_in_core(&self, side: u32) -> bool {
        let face = self.ground.faces[side as usize];
        self.tools.prunings.core_exits
            && self.ground.core.holds(face)
            && !self.tools.branches.contains(&face)
    }

    /// Whether a side may be crossed and what is behind it may be of use.
    #[inline(always)]
    fn leads_on(&self, side: Side) -> bool {
        side.twin != NONE
            && (!self.tools.prunings.blocks
                || self.tools.on_way[side.block as usize] == self.tools.stamp)
    }

    /// Looks through a side of the same face from a vertex of the face.
    fn turn_and_look(&mut self, parent: u32, vertex: u32, out: Side, id: S::Id) {
        if let Some(root) = self.turn(parent, vertex) {
            self.look_from(root, self.ground.points[vertex as usize], out, id);
        }
    }

    /// Looks through a side from a point of the same face, all of which is seen from there.
    fn look_from(&mut self, root: u32, from: Point, out: Side, id: S::Id) {
        let (p, q) = (out.from, out.to);
        let [at_p, at_q] = [p, q].map(|end| self.ground.point(end));
        let on_side = from == at_p || from == at_q;
        match side(from, at_p, at_q) {
            _ if on_side && self.tools.roots[root as usize].vertex == NONE => {}
            Hand::Left => {
                let seen_from = self.tools.roots[root as usize];
                self.sees(&seen_from, p.vertex());
                self.sees(&seen_from, q.vertex());
                self.add(Node { side: out.twin, root, left: OWN_END, right: OWN_END }, id);
            }
            _ if on_side => {
                self.add(Node { side: out.twin, root, left: OWN_END, right: OWN_END }, id);
            }
            Hand::On => {
                // Seen edge-on: a path can only follow the side and turn at the nearer end.
                let between = (at_p.x - from.x) * (at_q.x - from.x)
                    + (at_p.y - from.y) * (at_q.y - from.y)
                    < 0.0;
                let nearer = if from.distance(at_p) <= from.distance(at_q) { p } else { q };
                if !between
                    && nearer.turns()
                    && let Some(root) = self.turn(root, nearer.vertex())
                {
                    self.add(Node { side: out.twin, root, left: OWN_END, right: OWN_END }, id);
                }
            }
            Hand::Right => {}
        }
    }

    /// Adds a successor.
    #[inline(always)]
    fn add(&mut self, mut node: Node, parent: S::Id) {
        self.tools.counters.generated += 1;
        let entered = self.ground.sides[node.side as usize];
        let (left_end, right_end) = (entered.from, entered.to);
        // Behind a one-way side the same place is another vertex: what counts is the one in the face that is entered.
        if node.left == OWN_END {
            node.left = left_end.vertex();
        }
        if node.right == OWN_END {
            node.right = right_end.vertex();
        }
        match self.root_in_face(&node, entered) {
            Some(root) => node.root = root,
            None => return,
        }
        let id = if S::LISTENS {
            let seen = self.look(&node).seen(self.ground.faces[node.side as usize], self.goal);
            self.sink.generated(parent, &seen)
        } else {
            S::Id::default()
        };
        self.tools.successors.push((node, id));
    }

    /// The root as the face that is entered knows it; none if there is no use in stepping over the side.
    ///
    /// Who stands on the end of a one-way side and steps over it stands at another vertex in the same place. If it is
    /// the same one, the vertex has ground all around: what is behind was in sight before, and one could go round and
    /// round for ever.
    #[inline(always)]
    fn root_in_face(&mut self, node: &Node, entered: Side) -> Option<u32> {
        let Root { point, vertex, .. } = self.tools.roots[node.root as usize];
        let stands_on = if point == self.ground.point(entered.from) {
            entered.from.vertex()
        } else if point == self.ground.point(entered.to) {
            entered.to.vertex()
        } else {
            return Some(node.root);
        };
        let one_way = entered.twin == NONE;
        match vertex {
            NONE => Some(node.root),
            _ if vertex != stands_on => self.turn(node.root, stands_on),
            _ if one_way => None,
            _ => Some(node.root),
        }
    }

    /// Queues the end of the path, if it can be reached over the interval without turning where nothing is.
    pub(super) fn queue_last(&mut self, node: Node, id: S::Id) {
        let entered = self.ground.sides[node.side as usize];
        let (left_end, right_end) = (entered.from, entered.to);
        let root = self.tools.roots[node.root as usize];
        let [a, b] = [left_end, right_end].map(|end| self.ground.point(end));
        let [right_ray, left_ray] = [node.right, node.left].map(|through| self.ray(&root, through));
        let last = if root.point == a || root.point == b {
            Some(node.root)
        } else if side(right_ray[0], right_ray[1], self.goal) == Hand::Right {
            let turns = node.right == right_end.vertex() && right_end.turns();
            turns.then(|| self.turn(node.root, right_end.vertex())).flatten()
        } else if side(left_ray[0], left_ray[1], self.goal) == Hand::Left {
            let turns = node.left == left_end.vertex() && left_end.turns();
            turns.then(|| self.turn(node.root, left_end.vertex())).flatten()
        } else {
            Some(node.root)
        };
        if let Some(root) = last {
            let Root { point, g, .. } = self.tools.roots[root as usize];
            let node = Node { side: NONE, root, left: NONE, right: NONE };
            self.queue(Entry { cost: g + point.distance(self.goal), node, id });
        }
    }
}
