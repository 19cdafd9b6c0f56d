//! Everything drawn larger, by the room that somebody needs to walk.
//!
//! Each side is moved outwards by the radius, and each corner that sticks out gets straight pieces that touch the arc
//! around it from outside. So nobody who stays out of the result comes closer than the radius to what was drawn, and
//! what is lost beyond that is at most 3.6 % of the radius at round corners.

use std::f64::consts::{FRAC_PI_6, PI};

use crate::layout::{Agent, Corners};

use super::overlay::{self, Panicked, Ring};
use super::steps::{FARTHEST, Steps, Whole};

/// By how much, and with what corners.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Growth {
    /// In steps, and a little more than asked for: corners are rounded to the grid.
    radius: f64,
    corners: Corners,
}

impl Growth {
    /// What an agent asks for; nothing if it needs no room.
    pub(super) fn of(agent: Agent, steps: Steps) -> Option<Self> {
        let radius = (agent.radius / steps.length()).ceil() + 1.0;
        (0.0 < agent.radius).then_some(Self { radius, corners: agent.corners })
    }

    /// In how many straight pieces one goes round a corner of this turn.
    fn n_pieces(&self, turned: f64) -> u32 {
        const WIDEST_MITRE: f64 = 2.0 * PI / 3.0;
        match self.corners {
            Corners::Round => (turned / FRAC_PI_6).ceil().max(1.0) as u32,
            // Sides that go on until they meet would meet very far out at a sharp corner, which is cut off instead.
            Corners::Mitred if turned <= WIDEST_MITRE => 1,
            Corners::Mitred => 2,
        }
    }
}

/// Rings drawn larger: outwards where they run round something, inwards where they run round a hole.
pub(super) fn grown(rings: &[Ring], growth: &Growth) -> Result<Vec<Ring>, Panicked> {
    let mut pieces: Vec<Ring> = rings.to_vec();
    rings.iter().for_each(|ring| strips(ring, growth, &mut pieces));
    overlay::union(pieces.iter())
}

/// A chain of points as wide as it gets when it is drawn larger.
pub(super) fn grown_chain(chain: &[Whole], growth: &Growth) -> Result<Vec<Ring>, Panicked> {
    // There on one side and back on the other.
    let back = chain.iter().rev().skip(1).take(chain.len().saturating_sub(2));
    let there_and_back: Ring = chain.iter().chain(back).copied().collect();
    let mut pieces = Vec::new();
    strips(&there_and_back, growth, &mut pieces);
    overlay::union(pieces.iter())
}

/// The inside of rings without what comes too close to them.
pub(super) fn eroded(rings: &[Ring], growth: &Growth) -> Result<Vec<Ring>, Panicked> {
    let mut pieces = Vec::new();
    for ring in rings {
        let reversed: Ring = ring.iter().rev().copied().collect();
        strips(&reversed, growth, &mut pieces);
    }
    overlay::difference(rings, &overlay::union(pieces.iter())?)
}

/// The strips on the right of a closed chain, and what fills the gaps between them where it turns left.
fn strips(ring: &Ring, growth: &Growth, pieces: &mut Vec<Ring>) {
    let n = ring.len();
    if n < 2 {
        return;
    }
    for i in 0..n {
        let (a, b, c) = (ring[i], ring[(i + 1) % n], ring[(i + 2) % n]);
        let Some(out) = outwards(a, b) else { continue };
        pieces.push(vec![a, moved(a, out, growth.radius), moved(b, out, growth.radius), b]);
        let Some(next_out) = outwards(b, c) else { continue };
        let (ahead, next) = (b.minus(a), c.minus(b));
        let cross = ahead.cross(next);
        let goes_back = cross == 0 && ahead.dot(next) < 0;
        if 0 < cross || goes_back {
            pieces.push(wedge(b, out, next_out, goes_back, growth));
        }
    }
}

/// Fills the gap at a corner, from one direction outwards to another.
fn wedge(at: Whole, from: (f64, f64), to: (f64, f64), goes_back: bool, growth: &Growth) -> Ring {
    let turned = if goes_back {
        PI
    } else {
        (from.0 * to.1 - from.1 * to.0).atan2(from.0 * to.0 + from.1 * to.1).abs()
    };
    let n_pieces = growth.n_pieces(turned);
    let piece = turned / f64::from(n_pieces);
    let reach = growth.radius / (piece / 2.0).cos();
    let mut ring = vec![at, moved(at, from, growth.radius)];
    for i in 0..n_pieces {
        let (sin, cos) = ((f64::from(i) + 0.5) * piece).sin_cos();
        let direction = (from.0 * cos - from.1 * sin, from.0 * sin + from.1 * cos);
        ring.push(moved(at, direction, reach));
    }
    ring.push(moved(at, to, growth.radius));
    ring.dedup();
    ring
}

/// The direction to the right of the way from one point to another.
fn outwards(a: Whole, b: Whole) -> Option<(f64, f64)> {
    let along = b.minus(a);
    let (x, y) = (along.x as f64, along.y as f64);
    let length = x.hypot(y);
    (0.0 < length).then(|| (y / length, -x / length))
}

fn moved(p: Whole, direction: (f64, f64), by: f64) -> Whole {
    let coordinate =
        |from: i64, part: f64| (from + (part * by).round() as i64).clamp(-FARTHEST, FARTHEST);
    Whole::new(coordinate(p.x, direction.0), coordinate(p.y, direction.1))
}
