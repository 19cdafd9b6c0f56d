//! Larger faces: neighbours that make a convex face together become one, the longest sides first.

use std::ops::Range;

use crate::geom::{Point, Side, side};

use super::triangulate::{Halves, twin};

/// Joins neighbouring faces where that leaves a convex one; `open` says which edges may go.
///
/// Afterwards `next` and `before` run round the joined faces, and the list says which edges are gone.
pub(super) fn merge(
    halves: &mut Halves,
    point: impl Fn(u32) -> Point,
    open: impl Fn(u32) -> bool,
) -> Vec<bool> {
    let n_edges = halves.change.len();
    let end = |half: u32| point(halves.from[half as usize]);
    let length = |edge: u32| {
        let (a, b) = (end(2 * edge), end(2 * edge + 1));
        let (x, y) = (a.x - b.x, a.y - b.y);
        x * x + y * y
    };
    let square = |edge: u32| open(edge).then(|| length(edge));
    let parts = (0..n_edges as u32).step_by(PART);
    let order: Vec<u32> = parts
        .flat_map(|first| longest_first(first..(first + PART as u32).min(n_edges as u32), square))
        .collect();
    let mut rings = Rings { halves, gone: vec![false; n_edges], point, open };
    for edge in order {
        if !rings.gone[edge as usize] {
            rings.join_over(2 * edge);
        }
    }
    rings.gone
}

/// So many edges are put in order at a time: they are about a ring of the map, and fit into the nearer memory.
const PART: usize = 1 << 15;

/// Edges by the squares of their lengths, but for differences below a tenth: sorted by counting. Some have none.
///
/// Among those of about the same length neighbours stay together, so that what is near in the map is near in memory.
fn longest_first(edges: Range<u32>, square: impl Fn(u32) -> Option<f64>) -> Vec<u32> {
    const SHIFT: u32 = 21;
    const N_KEYS: u16 = 1 << (31 - SHIFT);
    // Squares of lengths are not negative, so the bits of their numbers are in order as they are.
    let key = |square: f64| N_KEYS - 1 - ((square as f32).to_bits() >> SHIFT) as u16;
    let keys: Vec<u16> = edges.clone().map(|edge| square(edge).map_or(N_KEYS, key)).collect();
    let mut starts = [0_u32; N_KEYS as usize + 2];
    for &key in &keys {
        starts[key as usize + 1] += 1;
    }
    for i in 1..starts.len() {
        starts[i] += starts[i - 1];
    }
    let mut order = vec![0; starts[N_KEYS as usize] as usize];
    for (&key, edge) in keys.iter().zip(edges).filter(|&(&key, _)| key < N_KEYS) {
        let slot = &mut starts[key as usize];
        order[*slot as usize] = edge;
        *slot += 1;
    }
    order
}

struct Rings<'a, P, O> {
    halves: &'a mut Halves,
    gone: Vec<bool>,
    point: P,
    open: O,
}

impl<P: Fn(u32) -> Point, O: Fn(u32) -> bool> Rings<'_, P, O> {
    fn next(&self, half: u32) -> u32 {
        self.halves.next[half as usize]
    }

    fn before(&self, half: u32) -> u32 {
        self.halves.before[half as usize]
    }

    /// Joins the faces on both sides of an edge, if what comes out is convex.
    fn join_over(&mut self, half: u32) {
        // Faces may share several sides in a row, which then go together.
        let (mut first, mut last) = (half, half);
        loop {
            let more = self.before(first);
            if self.next(twin(first)) != twin(more) || !(self.open)(more / 2) {
                break;
            }
            first = more;
            if first == last {
                return;
            }
        }
        loop {
            let more = self.next(last);
            if self.before(twin(last)) != twin(more) || !(self.open)(more / 2) {
                break;
            }
            last = more;
        }
        let ends = [
            (self.before(first), self.next(twin(first))),
            (self.before(twin(last)), self.next(last)),
        ];
        if !ends.iter().all(|&(coming, going)| self.goes_on_convex(coming, going)) {
            return;
        }
        let mut here = first;
        loop {
            self.gone[here as usize / 2] = true;
            if here == last {
                break;
            }
            here = self.next(here);
        }
        for (coming, going) in ends {
            self.halves.next[coming as usize] = going;
            self.halves.before[going as usize] = coming;
        }
    }

    /// Whether a ring may go on from the end of one half with another: to the left, or straight on but not back.
    fn goes_on_convex(&self, coming: u32, going: u32) -> bool {
        let at = |half: u32| (self.point)(self.halves.from[half as usize]);
        goes_on_convex(at(coming), at(going), at(self.next(going)))
    }
}

/// Whether a convex ring may run over three points: to the left, or straight on but not back. Exact.
pub(super) fn goes_on_convex(from: Point, here: Point, to: Point) -> bool {
    match side(from, here, to) {
        Side::Left => true,
        Side::Right => false,
        Side::On => {
            let (a, b) = (here - from, to - here);
            a.x * b.x + a.y * b.y > 0.0
        }
    }
}
