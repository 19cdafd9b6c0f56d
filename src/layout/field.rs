//! A made layout of any size, always the same: to measure on, and to try things on.

use std::f64::consts::TAU;

use crate::geom::Point;

use super::{Layout, Obstacle, ObstacleId, Outline};

/// How many corners each obstacle of a field has.
pub const CORNERS: usize = 10;

/// How close together the obstacles of a field stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Crowd {
    /// None touches another.
    Apart,
    /// Many overlap one or two others.
    Overlapping,
}

/// Stars in rows, each a little out of line, with about as many corners as asked for.
pub fn field(n_vertices: usize, crowd: Crowd) -> Layout {
    let n_stars = n_vertices.div_ceil(CORNERS).max(1);
    let columns = (n_stars as f64).sqrt().ceil() as usize;
    let mut random = Shuffle(0x2545_F491_4F6C_DD1D);
    let reach = match crowd {
        Crowd::Apart => 3.0,
        Crowd::Overlapping => 6.5,
    };
    let star = |i: usize| {
        let out_of_line = |random: &mut Shuffle| 3.0 * (random.part() - 0.5);
        let x = 10.0 * (i % columns) as f64 + out_of_line(&mut random);
        let y = 10.0 * (i / columns) as f64 + out_of_line(&mut random);
        let corner = |i: usize| {
            let angle = TAU * (i as f64 + 0.6 * random.part()) / CORNERS as f64;
            let reach = reach * (0.4 + 0.6 * random.part());
            Point::new(x + reach * angle.cos(), y + reach * angle.sin())
        };
        (ObstacleId(i as u32), Obstacle::new((0..CORNERS).map(corner).collect::<Outline>()))
    };
    Layout { obstacles: (0..n_stars).map(star).collect(), ..Layout::default() }
}

/// Numbers that look like chance (xorshift).
struct Shuffle(u64);

impl Shuffle {
    /// A number from 0 to 1.
    fn part(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }
}
