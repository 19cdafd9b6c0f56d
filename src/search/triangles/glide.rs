//! From triangle to triangle, for as long as there is one way on.

use crate::geom::{Point, Side as Hand, plain_turn, side as hand};
use crate::search::polyanya::node::{AHEAD, Node, Root};

use super::successors::{after, before};
use super::{Corner, Run, Triangles};

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

/// How the corner of a triangle lies to what is seen.
enum Corners {
    /// On the right ray or to the right of it.
    Right { on_ray: bool },
    /// In between.
    Seen,
    /// On the left ray or to the left of it.
    Left { on_ray: bool },
}

impl<G: Triangles> Run<'_, G> {
    /// Follows what is seen from triangle to triangle, until it falls into two or ends; what can be reached by turning
    /// on the way becomes a successor.
    pub(super) fn glide(&mut self, node: Node) {
        let ground = self.ground;
        let root = self.tools.roots[node.root as usize];
        let mut side = node.side;
        let mut left = self.bound(&root, node.left, ground.from(side));
        let mut right = self.bound(&root, node.right, ground.from(after(side)));
        loop {
            self.tools.counters.expanded += 1;
            if self.is_at_goal(side) {
                let node = Node { side, left: left.through, right: right.through, ..node };
                return self.queue_last(node, [left.turns, right.turns]);
            }
            let [on_right, on_left] = [after(side), before(side)].map(|out| self.over(out));
            if on_right.is_none() && on_left.is_none() {
                return;
            }
            let corner = ground.from(before(side));
            let offset = ground.point(corner.vertex) - root.point;
            let ahead = Bound { through: corner.vertex, along: offset, turns: corner.turns };
            let next = match self.place(&root, corner.vertex, offset, [left, right]) {
                Corners::Right { on_ray } => {
                    if right.turns {
                        self.turn_right(&node, right.through, [on_right, on_left], on_ray);
                    }
                    right = if on_ray { ahead } else { Bound { turns: false, ..right } };
                    if on_ray {
                        self.sees(&root, corner.vertex, offset);
                    }
                    on_left
                }
                Corners::Left { on_ray } => {
                    if left.turns {
                        self.turn_left(&node, left.through, [on_right, on_left], on_ray);
                    }
                    left = if on_ray { ahead } else { Bound { turns: false, ..left } };
                    if on_ray {
                        self.sees(&root, corner.vertex, offset);
                    }
                    on_right
                }
                Corners::Seen => {
                    self.sees(&root, corner.vertex, offset);
                    match (on_right, on_left) {
                        (Some(on_right), Some(on_left)) => {
                            let (through, left, right) =
                                (corner.vertex, left.through, right.through);
                            self.add(Node { side: on_right, left: through, right, ..node });
                            self.add(Node { side: on_left, left, right: through, ..node });
                            return;
                        }
                        (Some(_), None) => left = ahead,
                        (None, _) => right = ahead,
                    }
                    on_right.or(on_left)
                }
            };
            let Some(next) = next else { return };
            side = next;
        }
    }

    fn bound(&self, root: &Root, through: u32, end: Corner) -> Bound {
        let turns = through == end.vertex && end.turns;
        let along = match through {
            AHEAD => root.point - self.tools.roots[root.parent as usize].point,
            vertex => self.ground.point(vertex) - root.point,
        };
        Bound { through, along, turns }
    }

    /// Where a corner lies to the two rays. Exact.
    #[inline(always)]
    fn place(&self, root: &Root, corner: u32, offset: Point, rays: [Bound; 2]) -> Corners {
        let [from_left, from_right] = rays.map(|ray| {
            plain_turn(ray.along, offset)
                .unwrap_or_else(|| self.exact_turn(root, ray.through, corner))
        });
        if from_right <= 0.0 {
            Corners::Right { on_ray: from_right == 0.0 }
        } else if from_left >= 0.0 {
            Corners::Left { on_ray: from_left == 0.0 }
        } else {
            Corners::Seen
        }
    }

    #[cold]
    fn exact_turn(&self, root: &Root, through: u32, corner: u32) -> f64 {
        let [from, to] = self.ray(root, through);
        match hand(from, to, self.ground.point(corner)) {
            Hand::Left => 1.0,
            Hand::On => 0.0,
            Hand::Right => -1.0,
        }
    }

    /// Turns at the right end of a side: round it, and to what of the side on the left is out of sight.
    fn turn_right(
        &mut self,
        node: &Node,
        vertex: u32,
        [on_right, on_left]: [Option<u32>; 2],
        on_ray: bool,
    ) {
        let Some(root) = self.turn(node.root, vertex) else { return };
        if let Some(side) = on_left.filter(|_| !on_ray) {
            let right = self.see(root, after(side));
            self.add(Node { side, root, left: AHEAD, right });
        }
        self.go_round(root, on_right, [before, after]);
    }

    /// The same at the left end.
    fn turn_left(
        &mut self,
        node: &Node,
        vertex: u32,
        [on_right, on_left]: [Option<u32>; 2],
        on_ray: bool,
    ) {
        let Some(root) = self.turn(node.root, vertex) else { return };
        if let Some(side) = on_right.filter(|_| !on_ray) {
            let left = self.see(root, side);
            self.add(Node { side, root, left, right: AHEAD });
        }
        self.go_round(root, on_left, [after, before]);
    }
}
