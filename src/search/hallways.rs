//! Rows of faces without a choice: hallways of the core, each as one list to run along.
//!
//! In a face with two ways, who came by one can only leave by the other. Most faces of most maps are like that. A run
//! through a row of them needs nothing but the new ends of the sides that follow each other, in order; here they lie
//! one after the other, once for each direction.

use crate::geom::Point;

use super::ground::{End, NONE, Side};

/// A new end of the next side of a hallway.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bend {
    /// Where it is.
    pub(super) point: Point,
    /// The vertex, as the face behind the side knows it.
    pub(super) end: End,
    /// The side, seen from the face behind it, and in the top bit whether this is its left end.
    side: u32,
}

impl Bend {
    const LEFT: u32 = 1 << 31;

    /// Marks the end of a hallway: what comes next has to be looked at.
    const STOP: Self = Self { point: Point::new(0.0, 0.0), end: End::NONE, side: NONE };

    /// Whether the hallway ends here.
    #[inline(always)]
    pub(super) fn is_stop(&self) -> bool {
        self.side == NONE
    }

    /// Whether it is the left end that is new.
    #[inline(always)]
    pub(super) fn is_left(&self) -> bool {
        self.side & Self::LEFT != 0
    }

    /// The side, seen from the face behind it.
    #[inline(always)]
    pub(super) fn side(&self) -> u32 {
        self.side & !Self::LEFT
    }
}

/// All hallways.
#[derive(Debug)]
pub(super) struct Hallways {
    /// The bends of all hallways, one hallway and direction after the other.
    pub(super) bends: Vec<Bend>,
    /// For each side where the bends start for who enters its face over it; [`NONE`] if there is a choice.
    starts: Vec<u32>,
}

impl Hallways {
    /// Finds the hallways among faces of which the sides are given.
    pub(super) fn new(sides: &[Side], starts: &[u32], points: &[Point]) -> Self {
        let mut onward = vec![NONE; sides.len()];
        for face in starts.windows(2) {
            for entered in face[0]..face[1] {
                onward[entered as usize] = only_way_on(sides, entered).unwrap_or(NONE);
            }
        }
        let mut hallways = Self { bends: Vec::new(), starts: vec![NONE; sides.len()] };
        // First the ones that something leads into, then rings without a beginning.
        let mut is_inside = vec![false; sides.len()];
        for &next in onward.iter().filter(|&&next| next != NONE) {
            is_inside[next as usize] = true;
        }
        for inside in [false, true] {
            for entered in 0..sides.len() {
                let begins = onward[entered] != NONE
                    && hallways.starts[entered] == NONE
                    && (inside || !is_inside[entered]);
                if begins {
                    hallways.add(sides, points, &onward, entered as u32);
                }
            }
        }
        hallways
    }

    /// Where the bends start for who enters a face over a side, if there is only one way on.
    #[inline(always)]
    pub(super) fn start(&self, side: u32) -> Option<usize> {
        // Passages are added to the ground after this list was made: nobody runs along those.
        let start = *self.starts.get(side as usize)?;
        (start != NONE).then_some(start as usize)
    }

    fn add(&mut self, sides: &[Side], points: &[Point], onward: &[u32], first: u32) {
        let mut entered = first;
        while onward[entered as usize] != NONE && self.starts[entered as usize] == NONE {
            self.starts[entered as usize] = self.bends.len() as u32;
            let [before, after] =
                [entered, onward[entered as usize]].map(|side| sides[side as usize]);
            entered = onward[entered as usize];
            for (end, old, left) in
                [(after.to, before.to, 0), (after.from, before.from, Bend::LEFT)]
            {
                if points[end.vertex() as usize] != points[old.vertex() as usize] {
                    let point = points[end.vertex() as usize];
                    self.bends.push(Bend { point, end, side: entered | left });
                }
            }
        }
        self.bends.push(Bend::STOP);
    }
}

/// The side over which one enters the next face, if there is one way on and it leads back as well.
fn only_way_on(sides: &[Side], entered: u32) -> Option<u32> {
    let here = sides[entered as usize];
    let out = Some(here.next_in_core).filter(|&out| out != NONE && out != entered)?;
    let Side { twin, next_in_core, .. } = sides[out as usize];
    let both_ways = here.twin != NONE && sides[twin as usize].twin == out;
    (both_ways && next_in_core == entered).then_some(twin)
}
