//! What is seen from a point: its sight is swept over the faces, through every side that may be crossed.
//!
//! A cone of sight is bounded by rays through two corners of the ground, and every decision is the exact predicate on
//! those. What is on a ray is seen. Written apart from Polyanya, so that each can be held against the other.

use crate::geom::{Point, Side as Hand, side as hand};

use super::ground::{Ground, NONE};

/// A piece of a side that is seen, and the face behind it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cone {
    /// The side, seen from the face that is looked into.
    pub(super) side: u32,
    /// A point on the ray that bounds the sight on the right.
    pub(super) right: Point,
    /// The same on the left.
    pub(super) left: Point,
}

impl Cone {
    /// Whether a point of the face that is looked into is seen.
    pub(super) fn shows(&self, eye: Point, p: Point) -> bool {
        is_between(self.hands(eye, p))
    }

    /// On which side of the right and of the left ray a point is.
    fn hands(&self, eye: Point, p: Point) -> [Hand; 2] {
        [hand(eye, self.right, p), hand(eye, self.left, p)]
    }
}

fn is_between([of_right, of_left]: [Hand; 2]) -> bool {
    of_right != Hand::Right && of_left != Hand::Left
}

/// The tools of a sweep, to be used again and again.
#[derive(Debug, Default)]
pub(super) struct Sight {
    /// The corners seen by the last step, each as the side that starts there.
    pub(super) seen: Vec<u32>,
    /// The faces that the eye itself is in.
    pub(super) faces: Vec<u32>,
    cones: Vec<Cone>,
    hands: Vec<[Hand; 2]>,
    /// The corners of the faces around a vertex, counter-clockwise.
    fan: Vec<u32>,
}

impl Sight {
    /// Stands at a point of some faces and looks out of all of them.
    pub(super) fn stand_in(&mut self, ground: &Ground, eye: Point, faces: &[u32]) {
        self.forget();
        self.faces.extend(faces);
        for &face in faces {
            for side in ground.sides_of(face) {
                self.seen.push(side);
                self.look_out(ground, eye, side);
            }
        }
    }

    /// Stands at the vertex of a corner and looks on, having come straight from another point.
    ///
    /// A shortest path turns at a vertex only round the wall that it touches there. So only those sides are looked
    /// through that are, at least in part, behind that wall for who comes from there.
    pub(super) fn stand_at(&mut self, ground: &Ground, corner: u32, from: Point) {
        self.forget();
        self.walk_fan(ground, corner);
        let eye = ground.point(ground.sides[corner as usize].from);
        self.faces.extend(self.fan.iter().map(|&corner| ground.faces[corner as usize]));
        let (Some(&first), Some(&last)) = (self.fan.first(), self.fan.last()) else { return };
        let incoming = ground.sides[before(ground, last) as usize];
        let outgoing = ground.sides[first as usize];
        let between_walls = outgoing.twin == NONE && incoming.twin == NONE;
        if !between_walls || from == eye {
            let n_fan = self.fan.len();
            self.look_through((0..n_fan).map(Step::Forth), ground, eye, |_| true);
            self.step_over(ground);
            return;
        }
        let turn = |p: Point| hand(from, eye, p);
        let n_fan = self.fan.len();
        if turn(ground.point(outgoing.to)) != Hand::Left {
            let forth = (0..n_fan).map(Step::Forth);
            self.look_through(forth, ground, eye, |[p, _]| turn(p) != Hand::Left);
        }
        if turn(ground.point(incoming.from)) != Hand::Right {
            let back = (0..n_fan).rev().map(Step::Back);
            self.look_through(back, ground, eye, |[_, q]| turn(q) != Hand::Right);
        }
    }

    /// Looks into the next face and notes which of its corners are seen.
    pub(super) fn look(&mut self, ground: &Ground, eye: Point) -> Option<Cone> {
        let cone = self.cones.pop()?;
        let sides = ground.sides_of(ground.faces[cone.side as usize]);
        self.seen.clear();
        self.hands.clear();
        for side in sides.clone() {
            let hands = cone.hands(eye, ground.point(ground.sides[side as usize].from));
            if is_between(hands) {
                self.seen.push(side);
            }
            self.hands.push(hands);
        }
        let n_sides = self.hands.len();
        for (i, side) in sides.enumerate() {
            let out = ground.sides[side as usize];
            let [[right_of_p, left_of_p], [right_of_q, left_of_q]] =
                [self.hands[i], self.hands[(i + 1) % n_sides]];
            let in_sight = right_of_q == Hand::Left && left_of_p == Hand::Right;
            if side != cone.side && out.twin != NONE && in_sight {
                let right =
                    if right_of_p == Hand::Right { cone.right } else { ground.point(out.from) };
                let left = if left_of_q == Hand::Left { cone.left } else { ground.point(out.to) };
                self.cones.push(Cone { side: out.twin, right, left });
            }
        }
        Some(cone)
    }

    fn forget(&mut self) {
        self.seen.clear();
        self.faces.clear();
        self.cones.clear();
    }

    /// Looks out of a face over one of its sides.
    fn look_out(&mut self, ground: &Ground, eye: Point, side: u32) {
        let out = ground.sides[side as usize];
        let (right, left) = (ground.point(out.from), ground.point(out.to));
        if out.twin != NONE && hand(eye, right, left) == Hand::Left {
            self.cones.push(Cone { side: out.twin, right, left });
        }
    }

    /// Looks through the sides of the faces around the eye in order, as long as a side is wanted.
    fn look_through(
        &mut self,
        steps: impl Iterator<Item = Step>,
        ground: &Ground,
        eye: Point,
        wanted: impl Fn([Point; 2]) -> bool,
    ) {
        for step in steps {
            let (Step::Forth(place) | Step::Back(place)) = step;
            let corner = self.fan[place];
            let n_opposite = ground.sides_of(ground.faces[corner as usize]).len() - 2;
            let mut side = match step {
                Step::Forth(_) => after(ground, corner),
                Step::Back(_) => before(ground, before(ground, corner)),
            };
            for _ in 0..n_opposite {
                let out = ground.sides[side as usize];
                if !wanted([out.from, out.to].map(|end| ground.point(end))) {
                    return;
                }
                self.seen.extend([side, after(ground, side)]);
                self.look_out(ground, eye, side);
                side = match step {
                    Step::Forth(_) => after(ground, side),
                    Step::Back(_) => before(ground, side),
                };
            }
        }
    }

    /// Sees the vertices in the same place that are a step over a one-way side away.
    fn step_over(&mut self, ground: &Ground) {
        for &corner in &self.fan {
            let out = ground.sides[corner as usize].twin;
            if out != NONE && !both_ways(ground, corner) {
                self.seen.push(after(ground, out));
            }
            let incoming = before(ground, corner);
            let twin = ground.sides[incoming as usize].twin;
            if twin != NONE && !both_ways(ground, incoming) {
                self.seen.push(twin);
            }
        }
    }

    /// Collects the corners of all faces around a vertex that can be walked to and fro between, counter-clockwise.
    fn walk_fan(&mut self, ground: &Ground, corner: u32) {
        self.fan.clear();
        let mut first = corner;
        while both_ways(ground, first) {
            let next = after(ground, ground.sides[first as usize].twin);
            if next == corner {
                break;
            }
            first = next;
        }
        let mut here = first;
        loop {
            self.fan.push(here);
            let incoming = before(ground, here);
            let next = ground.sides[incoming as usize].twin;
            if !both_ways(ground, incoming) || next == first {
                return;
            }
            here = next;
        }
    }
}

/// A place in the fan, and in which direction to go round its face.
#[derive(Debug, Clone, Copy)]
enum Step {
    Forth(usize),
    Back(usize),
}

/// The next side of the same face.
fn after(ground: &Ground, side: u32) -> u32 {
    let sides = ground.sides_of(ground.faces[side as usize]);
    if side + 1 == sides.end { sides.start } else { side + 1 }
}

/// The side before in the same face.
fn before(ground: &Ground, side: u32) -> u32 {
    let sides = ground.sides_of(ground.faces[side as usize]);
    if side == sides.start { sides.end - 1 } else { side - 1 }
}

/// Whether a side may be crossed both there and back.
fn both_ways(ground: &Ground, side: u32) -> bool {
    let twin = ground.sides[side as usize].twin;
    twin != NONE && ground.sides[twin as usize].twin == side
}
