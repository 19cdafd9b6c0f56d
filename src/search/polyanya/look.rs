//! What is seen behind an interval: the successors of a node.

use super::*;

/// What is seen from the root of a node over its side.
pub(super) struct Outlook<Id> {
    pub(super) node: Node,
    pub(super) id: Id,
    pub(super) root: Root,
    pub(super) entered: Side,
    /// The directions of the rays that bound it on the right and on the left.
    pub(super) rays: [Point; 2],
}

/// An end of a side, seen from the root: how far it turns from the two rays. The signs are exact.
#[derive(Clone, Copy)]
pub(super) struct Bearing {
    pub(super) vertex: u32,
    pub(super) offset: Point,
    pub(super) from_right: f64,
    pub(super) from_left: f64,
}

impl<S: TraceSink> Run<'_, S> {
    /// The successors of a node, into the list of successors.
    pub(super) fn look_on(&mut self, node: Node, id: S::Id) {
        self.tools.counters.expanded += 1;
        self.sink.expanded(id);
        let entered = self.ground.sides[node.side as usize];
        let root = self.tools.roots[node.root as usize];
        let (left_end, right_end) =
            (self.ground.point(entered.from), self.ground.point(entered.to));
        // On an end of one passage one may stand in the middle of another side.
        let in_the_middle = || side(left_end, right_end, root.point) == Hand::On;
        if root.point == left_end
            || root.point == right_end
            || (!self.ground.jumps.passages.is_empty() && in_the_middle())
        {
            return self.look_from_end(node, entered, root.point, id);
        }
        let outlook = Outlook {
            node,
            id,
            root,
            entered,
            rays: [self.along(&root, node.right), self.along(&root, node.left)],
        };
        // What is known of the ends of the side that was entered over needs no second look.
        let mut p = Bearing {
            vertex: entered.to.vertex(),
            offset: outlook.rays[0],
            from_right: if node.right == entered.to.vertex() { 0.0 } else { -1.0 },
            from_left: -1.0,
        };
        let left_end = Bearing {
            vertex: entered.from.vertex(),
            offset: outlook.rays[1],
            from_right: 1.0,
            from_left: if node.left == entered.from.vertex() { 0.0 } else { 1.0 },
        };
        let over_passage = entered.is_of_passage();
        let mut ways = self.ways_on(node.side, entered);
        while let Some(out) = ways.next(&self.ground.sides) {
            if !self.leads_on(out) {
                continue;
            }
            if out.from.vertex() != p.vertex {
                p = self.sighted(&outlook, out.from.vertex());
            }
            let q = if out.to.vertex() == left_end.vertex {
                left_end
            } else {
                self.sighted(&outlook, out.to.vertex())
            };
            if over_passage || out.is_of_passage() {
                self.look_to_floor(&outlook, out, [p, q]);
            } else {
                self.look_through(&outlook, out, p, q);
            }
            p = q;
        }
        self.jump_in_sight(&outlook);
    }

    /// The successors over one side of the face, of which the right end is `p` and the left end `q`.
    #[inline(always)]
    pub(super) fn look_through(
        &mut self,
        outlook: &Outlook<S::Id>,
        out: Side,
        p: Bearing,
        q: Bearing,
    ) {
        let Outlook { node, id, root, entered, .. } = *outlook;
        let turns_right = node.right == entered.to.vertex() && entered.to.turns();
        let turns_left = node.left == entered.from.vertex() && entered.from.turns();
        self.sees_on_rays(&root, p);
        self.sees_on_rays(&root, q);
        if q.from_right <= 0.0 {
            // All of it lies to the right of what is seen.
            if p.from_right == 0.0 && q.from_right == 0.0 {
                if out.from.turns() {
                    self.turn_and_look(node.root, p.vertex, out, id);
                }
            } else if turns_right {
                self.turn_and_look(node.root, entered.to.vertex(), out, id);
            }
            return;
        }
        if p.from_right < 0.0 && turns_right {
            let node = Node { side: out.twin, left: AHEAD, right: OWN_END, ..node };
            self.turn_and_add(entered.to.vertex(), node, id);
        }
        if p.from_left < 0.0 {
            if out.is_of_passage() {
                self.add_seen(outlook, out, [p, q]);
            } else {
                let behind = self.ground.sides[out.twin as usize];
                let mut seen = Node { side: out.twin, ..node };
                if p.from_right >= 0.0 {
                    seen.right = behind.to.vertex();
                    self.sees(&root, p.vertex, p.offset);
                }
                if q.from_left <= 0.0 {
                    seen.left = behind.from.vertex();
                    self.sees(&root, q.vertex, q.offset);
                }
                self.add(seen, id);
            }
            if q.from_left > 0.0 && turns_left {
                let node = Node { side: out.twin, left: OWN_END, right: AHEAD, ..node };
                self.turn_and_add(entered.from.vertex(), node, id);
            }
        } else if p.from_left == 0.0 && q.from_left == 0.0 {
            if out.to.turns() {
                self.turn_and_look(node.root, q.vertex, out, id);
            }
        } else if turns_left {
            self.turn_and_look(node.root, entered.from.vertex(), out, id);
        }
    }

    /// Takes note of an end that is just still seen, exactly on a ray.
    #[inline(always)]
    fn sees_on_rays(&mut self, root: &Root, end: Bearing) {
        let on_right = end.from_right == 0.0 && end.from_left <= 0.0;
        let on_left = end.from_left == 0.0 && end.from_right >= 0.0;
        if on_right || on_left {
            self.sees(root, end.vertex, self.ground.points[end.vertex as usize] - root.point);
        }
    }

    /// The direction of a ray from a root.
    #[inline(always)]
    pub(super) fn along(&self, root: &Root, through: u32) -> Point {
        if through < MARKS {
            self.ground.points[through as usize] - root.point
        } else if through == AHEAD {
            root.point - self.tools.roots[root.parent as usize].point
        } else {
            self.tools.mirrors.mark(through) - root.point
        }
    }

    #[inline(always)]
    fn sighted(&self, outlook: &Outlook<S::Id>, vertex: u32) -> Bearing {
        let offset = self.ground.points[vertex as usize] - outlook.root.point;
        let turn = |ray: Point, through: u32| {
            plain_turn(ray, offset)
                .unwrap_or_else(|| self.exact_turn(&outlook.root, through, vertex))
        };
        let [right, left] = outlook.rays;
        Bearing {
            vertex,
            offset,
            from_right: turn(right, outlook.node.right),
            from_left: turn(left, outlook.node.left),
        }
    }

    #[cold]
    fn exact_turn(&self, root: &Root, through: u32, vertex: u32) -> f64 {
        let ray = self.ray(root, through);
        match side(ray[0], ray[1], self.ground.points[vertex as usize]) {
            Hand::Left => 1.0,
            Hand::On => 0.0,
            Hand::Right => -1.0,
        }
    }

    /// Takes note that a vertex is seen from a root.
    #[inline(always)]
    pub(super) fn sees(&mut self, root: &Root, vertex: u32, offset: Point) {
        let distance = root.g + (offset.x * offset.x + offset.y * offset.y).sqrt();
        let stamp = self.tools.stamp;
        let known = &mut self.tools.known[vertex as usize];
        if known.stamp != stamp {
            *known = Known { stamp, root: NONE, distance };
        } else if distance < known.distance {
            known.distance = distance;
        }
    }
}
