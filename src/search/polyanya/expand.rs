//! What is seen from an end of a side, or from the start: the less common ways from node to node.

use super::*;

/// A ray, by two points on it.
pub(super) type Ray = [Point; 2];

/// The sides that lead out of a face, one after the other.
pub(super) struct Ways {
    in_core: bool,
    entered: u32,
    first: u32,
    next: u32,
}

impl Ways {
    #[inline(always)]
    pub(super) fn next(&mut self, sides: &[Side]) -> Option<Side> {
        if self.next == NONE || self.next == self.entered {
            return None;
        }
        let out = sides[self.next as usize];
        let next = if self.in_core { out.next_in_core } else { out.next };
        self.next = if next == self.first { NONE } else { next };
        Some(out)
    }
}

impl<S: TraceSink> Run<'_, S> {
    /// Looks out of all faces that hold the start.
    pub(super) fn look_around(&mut self) {
        for place in 0..self.tools.start_faces.len() {
            self.look_out(self.tools.start_faces[place], 0, S::Id::default());
        }
    }

    /// Looks out of a face over all its sides, from a root inside.
    pub(super) fn look_out(&mut self, face: u32, root: u32, id: S::Id) {
        let point = self.tools.roots[root as usize].point;
        let first = self.ground.sides[self.ground.sides_of(face).start as usize].next;
        let mut ways = Ways { in_core: false, entered: NONE, first, next: first };
        while let Some(out) = ways.next(&self.ground.sides) {
            if self.leads_on(out) {
                self.look_from(root, point, out, id);
            }
        }
        self.jump_from(face, root, id);
    }

    /// The successors of a node whose root stands on an end of its side: all of the face is seen from there.
    pub(super) fn look_from_end(&mut self, node: Node, entered: Side, point: Point, id: S::Id) {
        let mut ways = self.ways_on(node.side, entered);
        while let Some(out) = ways.next(&self.ground.sides) {
            if self.leads_on(out) {
                self.look_from(node.root, point, out, id);
            }
        }
        self.jump_from(self.ground.faces[node.side as usize], node.root, id);
    }

    /// The sides that lead out of a face, from the right end of the one that was entered over to its left end.
    #[inline(always)]
    pub(super) fn ways_on(&self, side: u32, entered: Side) -> Ways {
        let in_core = self.stays_in_core(side, entered);
        let first = if in_core { entered.next_in_core } else { entered.next };
        Ways { in_core, entered: side, first, next: first }
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
    ///
    /// Of a face that is a dead end itself no side is in the core.
    #[inline(always)]
    fn stays_in_core(&self, side: u32, entered: Side) -> bool {
        self.tools.active.core_exits
            && entered.next_in_core != NONE
            && !self.tools.branches.iter().any(|sides| sides.contains(&side))
    }

    /// Whether a side may be crossed and what is behind it may be of use.
    #[inline(always)]
    pub(super) fn leads_on(&self, side: Side) -> bool {
        side.twin != NONE
            && (!self.tools.active.blocks
                || self.tools.on_way[side.block as usize] == self.tools.stamp)
    }

    /// Looks through a side of the same face from a vertex of the face.
    pub(super) fn turn_and_look(&mut self, parent: u32, vertex: u32, out: Side, id: S::Id) {
        if let Some(root) = self.turn(parent, vertex) {
            self.look_from(root, self.ground.points[vertex as usize], out, id);
        }
    }

    /// Adds a successor that is seen from an end of the side that was entered over.
    pub(super) fn turn_and_add(&mut self, vertex: u32, node: Node, id: S::Id) {
        if let Some(root) = self.turn(node.root, vertex) {
            self.add_named(Node { root, ..node }, id);
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
                self.sees(&seen_from, p.vertex(), at_p - seen_from.point);
                self.sees(&seen_from, q.vertex(), at_q - seen_from.point);
                self.add_named(Node { side: out.twin, root, left: OWN_END, right: OWN_END }, id);
            }
            _ if on_side => {
                self.add_named(Node { side: out.twin, root, left: OWN_END, right: OWN_END }, id);
            }
            Hand::On => {
                // Seen edge-on: a path can only follow the side and turn at the nearer end.
                let between = (at_p.x - from.x) * (at_q.x - from.x)
                    + (at_p.y - from.y) * (at_q.y - from.y)
                    < 0.0;
                if between && out.is_passage() && self.tools.roots[root as usize].vertex != NONE {
                    // Who stands in the middle of a passage may step over it.
                    return self.add_named(
                        Node { side: out.twin, root, left: OWN_END, right: OWN_END },
                        id,
                    );
                }
                let nearer = if from.distance(at_p) <= from.distance(at_q) { p } else { q };
                if !between
                    && nearer.turns()
                    && let Some(root) = self.turn(root, nearer.vertex())
                {
                    self.add_named(
                        Node { side: out.twin, root, left: OWN_END, right: OWN_END },
                        id,
                    );
                }
            }
            Hand::Right => {}
        }
    }

    /// Adds a successor of which root and rays may have to be known by other names in the face that is entered.
    fn add_named(&mut self, mut node: Node, parent: S::Id) {
        let entered = self.ground.sides[node.side as usize];
        // Behind a one-way side the same place is another vertex: what counts is the one in the face that is entered.
        if node.left == OWN_END {
            node.left = entered.from.vertex();
        }
        if node.right == OWN_END {
            node.right = entered.to.vertex();
        }
        if let Some(root) = self.root_in_face(&node, entered) {
            self.add(Node { root, ..node }, parent);
        }
    }

    /// Adds a successor.
    pub(super) fn add(&mut self, node: Node, parent: S::Id) {
        if !self.ground.jumps.passages.is_empty() && self.is_repeated(&node) {
            return;
        }
        let id = self.generate(&node, parent);
        self.tools.successors.push((node, id));
    }

    /// Whether the same was seen before, from the same place and for no more.
    ///
    /// On one floor that cannot be. Where floors lie over each other, each of them leads to the same places behind, and
    /// a row of such places would double the work at every one.
    fn is_repeated(&mut self, node: &Node) -> bool {
        let root = self.tools.roots[node.root as usize];
        let through = |vertex| self.ray(&root, vertex).map(Point::bits);
        let key = (node.side, through(node.left), through(node.right));
        let before = self.tools.repeats.entry(key).or_insert(f64::INFINITY);
        let repeats = *before <= root.g;
        *before = before.min(root.g);
        repeats
    }

    /// Takes note of a successor.
    #[inline(always)]
    pub(super) fn generate(&mut self, node: &Node, parent: S::Id) -> S::Id {
        self.tools.counters.generated += 1;
        if S::LISTENS {
            let seen = self.look(node).seen(self.ground.faces[node.side as usize], self.goal);
            self.sink.generated(parent, &seen)
        } else {
            S::Id::default()
        }
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
            self.queue_end(root, g + point.distance(self.goal), id);
        }
    }

    /// Queues the end of a path that goes straight from a root to the goal.
    pub(super) fn queue_end(&mut self, root: u32, cost: f64, id: S::Id) {
        let node = Node { side: NONE, root, left: NONE, right: NONE };
        self.queue(Entry { cost, node, id });
    }
}
