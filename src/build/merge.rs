//! Larger faces: neighbours that make a convex face together become one, the longest sides first.

use std::ops::Range;

use crate::geom::{Point, Side, side};
use crate::watch::{Cancelled, Watch, ask};

use super::triangulate::{Half, Halves, Keeps, edge_of};

/// Joins neighbouring faces where that leaves a convex one, and says which edges are gone; only open ones may go.
pub(super) fn merge<E: Keeps, F: Default>(
    halves: &Halves<'_, E, F>,
    point: impl Fn(u32) -> Point,
    open: &[bool],
    watch: &mut dyn Watch,
) -> Result<Vec<bool>, Cancelled> {
    let length = |half: Half| {
        let (a, b) = (point(halves.from(half)), point(halves.from(half.rev())));
        let (x, y) = (a.x - b.x, a.y - b.y);
        x * x + y * y
    };
    let square = |half: Half| open[edge_of(half)].then(|| length(half));
    let n_edges = halves.n_edges();
    let mut rings = Rings { halves, gone: vec![false; n_edges], point: &point, open };
    for first in (0..n_edges).step_by(PART) {
        ask(watch, first as f32 / n_edges as f32)?;
        for half in longest_first(halves, first..(first + PART).min(n_edges), square) {
            if !rings.gone[edge_of(half)] {
                rings.join_over(half);
            }
        }
    }
    Ok(rings.gone)
}

/// So many edges are put in order at a time: they are about a ring of the map, and fit into the nearer memory.
const PART: usize = 1 << 15;

/// Edges by the squares of their lengths, but for differences below a tenth: sorted by counting. Some have none.
///
/// Among those of about the same length neighbours stay together, so that what is near in the map is near in memory.
fn longest_first<E: Keeps, F: Default>(
    halves: &Halves<'_, E, F>,
    edges: Range<usize>,
    square: impl Fn(Half) -> Option<f64>,
) -> Vec<Half> {
    const SHIFT: u32 = 21;
    const N_KEYS: u16 = 1 << (31 - SHIFT);
    // Squares of lengths are not negative, so the bits of their numbers are in order as they are.
    let key = |square: f64| N_KEYS - 1 - ((square as f32).to_bits() >> SHIFT) as u16;
    let keys: Vec<u16> =
        halves.first_halves(edges.clone()).map(|half| square(half).map_or(N_KEYS, key)).collect();
    let mut starts = [0_u32; N_KEYS as usize + 2];
    for &key in &keys {
        starts[key as usize + 1] += 1;
    }
    for i in 1..starts.len() {
        starts[i] += starts[i - 1];
    }
    let Some(any) = halves.first_halves(edges.clone()).next() else { return Vec::new() };
    let mut order = vec![any; starts[N_KEYS as usize] as usize];
    for (&key, half) in
        keys.iter().zip(halves.first_halves(edges)).filter(|&(&key, _)| key < N_KEYS)
    {
        let slot = &mut starts[key as usize];
        order[*slot as usize] = half;
        *slot += 1;
    }
    order
}

struct Rings<'a, E: Keeps, F: Default, P> {
    halves: &'a Halves<'a, E, F>,
    gone: Vec<bool>,
    point: P,
    open: &'a [bool],
}

impl<E: Keeps, F: Default, P: Fn(u32) -> Point> Rings<'_, E, F, P> {
    fn next(&self, half: Half) -> Half {
        self.halves.next_staying(half, &self.gone)
    }

    fn before(&self, half: Half) -> Half {
        self.halves.before_staying(half, &self.gone)
    }

    /// Joins the faces on both sides of an edge, if what comes out is convex.
    fn join_over(&mut self, half: Half) {
        // Faces may share several sides in a row, which then go together.
        let (mut first, mut last) = (half, half);
        let at_first = loop {
            let (coming, going) = (self.before(first), self.next(first.rev()));
            if going != coming.rev() || !self.open[edge_of(coming)] {
                break (coming, going);
            }
            first = coming;
            if first == last {
                return;
            }
        };
        if !self.goes_on_convex(at_first) {
            return;
        }
        let at_last = loop {
            let (coming, going) = (self.before(last.rev()), self.next(last));
            if coming != going.rev() || !self.open[edge_of(going)] {
                break (coming, going);
            }
            last = going;
        };
        if !self.goes_on_convex(at_last) {
            return;
        }
        while first != last {
            let next = self.next(first);
            self.gone[edge_of(first)] = true;
            first = next;
        }
        self.gone[edge_of(last)] = true;
    }

    /// Whether a ring may go on from the end of one half with another.
    fn goes_on_convex(&self, (coming, going): (Half, Half)) -> bool {
        let at = |half: Half| (self.point)(self.halves.from(half));
        goes_on_convex(at(coming), at(going), at(going.rev()))
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
