//! The way along a hallway: most of the steps of a search, in a few of its lines.
//!
//! There are no teleporters on the way: where a map has links, dead ends are not left out, and without that nobody runs
//! along hallways. The root stays, so everything is seen from there: rays are directions, and vertices are offsets. Wherever there is
//! more to do than to narrow what is seen, the face is left to [`Run::look_on`].

use super::*;
use crate::search::ground::End;
use crate::search::hallways::Bend;

/// A ray that bounds what is seen.
#[derive(Clone, Copy)]
struct Bound {
    /// The vertex it goes through, or [`AHEAD`].
    through: u32,
    /// Its direction.
    along: Point,
    /// Whether that vertex is an end of the side, and a path may turn there.
    turns: bool,
}

/// A new end of a side, seen from the root: how far it turns from the two rays. The signs are exact.
#[derive(Clone, Copy)]
struct Bearing {
    end: End,
    offset: Point,
    from_right: f64,
    from_left: f64,
}

impl<S: TraceSink> Run<'_, S> {
    /// Follows a hallway for as long as the next side is seen; ends at a face that has to be looked at, or where no more
    /// may be expanded, or nowhere if nothing is seen any more. What can be reached by turning on the way becomes a successor.
    pub(super) fn glide(&mut self, mut node: Node, mut id: S::Id) -> Option<(Node, S::Id)> {
        let ground = self.ground;
        let start = ground.hallways.start(node.side).filter(|_| self.tools.active.core_exits);
        let Some(start) = start else { return Some((node, id)) };
        let root = self.tools.roots[node.root as usize];
        let entered = ground.sides[node.side as usize];
        if ground.point(entered.from) == root.point || ground.point(entered.to) == root.point {
            return Some((node, id));
        }
        let mut left = self.bound(&root, node.left, entered.from);
        let mut right = self.bound(&root, node.right, entered.to);
        let all = &ground.hallways.bends;
        let stops = self.tools.stops.iter().copied();
        let stop = stops.filter(|&stop| start <= stop).min().unwrap_or(all.len());
        let mut bends = all[start..stop].iter();
        while self.has_steps_left()
            && let Some(bend) = bends.next()
            && !bend.is_stop()
        {
            let side = bend.side();
            let sighted = |bend: &Bend| {
                let offset = bend.point - root.point;
                let from_right = plain_turn(right.along, offset)?;
                let from_left = plain_turn(left.along, offset)?;
                Some(Bearing { end: bend.end, offset, from_right, from_left })
            };
            // The new end on the right, and the one on the left. Where there are both, they come in this order.
            let Some(p) = sighted(bend) else { break };
            let (mut q, is_right, mut is_left) = (p, !bend.is_left(), bend.is_left());
            if is_right
                && let Some(second) =
                    bends.as_slice().first().filter(|second| second.side() == side)
            {
                let Some(second) = sighted(second) else { break };
                (q, is_left) = (second, true);
                bends.next();
            }
            self.tools.counters.expanded += 1;
            self.sink.expanded(id);
            if is_left && q.from_right < 0.0 {
                if right.turns {
                    self.turn_and_look(node.root, right.through, self.back(side), id);
                }
                return None;
            }
            if is_right && p.from_left > 0.0 {
                if left.turns {
                    self.turn_and_look(node.root, left.through, self.back(side), id);
                }
                return None;
            }
            if is_right {
                if p.from_right > 0.0 {
                    right =
                        Bound { through: p.end.vertex(), along: p.offset, turns: p.end.turns() };
                    self.sees(&root, right.through, p.offset);
                } else if right.turns {
                    right.turns = false;
                    let node = Node { side, left: AHEAD, right: OWN_END, ..node };
                    self.turn_and_add(right.through, node, id);
                }
            }
            if is_left {
                if q.from_left < 0.0 {
                    left = Bound { through: q.end.vertex(), along: q.offset, turns: q.end.turns() };
                    self.sees(&root, left.through, q.offset);
                } else if left.turns {
                    left.turns = false;
                    let node = Node { side, left: OWN_END, right: AHEAD, ..node };
                    self.turn_and_add(left.through, node, id);
                }
            }
            node = Node { side, left: left.through, right: right.through, ..node };
            id = self.generate(&node, id);
        }
        Some((node, id))
    }

    /// The side of the face before that leads over a side.
    fn back(&self, side: u32) -> Side {
        self.ground.sides[self.ground.sides[side as usize].twin as usize]
    }

    fn bound(&self, root: &Root, through: u32, end: End) -> Bound {
        Bound {
            through,
            along: self.along(root, through),
            turns: through == end.vertex() && end.turns(),
        }
    }
}
