//! The ways out of a face, and what is seen of them from a point of the face: the start, or an end of a side.

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
        if through < MARKS {
            [root.point, self.ground.points[through as usize]]
        } else if through == AHEAD {
            [self.tools.roots[root.parent as usize].point, root.point]
        } else {
            [root.point, self.tools.mirrors.mark(through)]
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
                let stands_at_end = self.tools.roots[root as usize].vertex != NONE;
                if between && stands_at_end && !self.ground.jumps.passages.is_empty() {
                    // Who stands at the end of one passage in the middle of another, or of a side, may step over it.
                    return self.add_named(
                        Node { side: out.twin, root, left: OWN_END, right: OWN_END },
                        id,
                    );
                }
                if !between {
                    let seen_from = self.tools.roots[root as usize];
                    self.sees(&seen_from, p.vertex(), at_p - seen_from.point);
                    self.sees(&seen_from, q.vertex(), at_q - seen_from.point);
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
}
