//! The one grid that everything is built on: positions as whole numbers of steps.
//!
//! A step is a power of two, so that numbers go to the grid and back without any change if they are on it. How long
//! it is follows from how far out the map reaches:
//!
//! | farthest coordinate | step |
//! |---|---|
//! | 1 | 2^-50, about 1e-15 |
//! | 1,024 | 2^-40, about 1e-12 |
//! | about a million | 2^-30, about 1e-9 |
//! | about a billion | 2^-20, about 1e-6 |
//! | 2^40, the largest there is | 2^-10, about 0.001 |
//!
//! What is finer than a step is lost: a shape of a billionth in a map of a billion units comes to nothing.

use crate::geom::{LIMIT, Point};

/// No position is farther out than this many steps, in either direction.
pub(super) const FARTHEST: i64 = 1 << 50;

/// The corners of a square around all that there can be: no drawing reaches the rim of the triangulation.
pub(super) const FRAME: [Whole; 4] = {
    const FAR: i64 = 1 << 51;
    [
        Whole { x: -FAR, y: -FAR },
        Whole { x: FAR, y: -FAR },
        Whole { x: FAR, y: FAR },
        Whole { x: -FAR, y: FAR },
    ]
};

/// A position in whole steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(super) struct Whole {
    pub(super) x: i64,
    pub(super) y: i64,
}

impl Whole {
    pub(super) const fn new(x: i64, y: i64) -> Self {
        Self { x, y }
    }

    pub(super) fn minus(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }

    /// Twice the area between two arrows, counter-clockwise.
    pub(super) fn cross(self, other: Self) -> i128 {
        i128::from(self.x) * i128::from(other.y) - i128::from(self.y) * i128::from(other.x)
    }

    /// How far two arrows go in the same direction.
    pub(super) fn dot(self, other: Self) -> i128 {
        i128::from(self.x) * i128::from(other.x) + i128::from(self.y) * i128::from(other.y)
    }
}

/// Positive if `p` is left of the line from `a` to `b`, negative if right of it. Exact.
#[inline]
pub(super) fn turn(a: Whole, b: Whole, p: Whole) -> i128 {
    b.minus(a).cross(p.minus(a))
}

/// Twice the area that a ring runs round, counter-clockwise.
pub(super) fn twice_area(ring: &[Whole]) -> i128 {
    let Some(&first) = ring.first() else { return 0 };
    ring.windows(2).map(|pair| pair[0].minus(first).cross(pair[1].minus(first))).sum()
}

/// A box in whole steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct WholeBox {
    pub(super) min: Whole,
    pub(super) max: Whole,
}

impl WholeBox {
    /// Holds nothing.
    pub(super) const EMPTY: Self =
        Self { min: Whole::new(i64::MAX, i64::MAX), max: Whole::new(i64::MIN, i64::MIN) };

    pub(super) fn around(points: impl IntoIterator<Item = Whole>) -> Self {
        points.into_iter().fold(Self::EMPTY, |grown, p| grown.with(Self { min: p, max: p }))
    }

    pub(super) fn with(self, other: Self) -> Self {
        Self {
            min: Whole::new(self.min.x.min(other.min.x), self.min.y.min(other.min.y)),
            max: Whole::new(self.max.x.max(other.max.x), self.max.y.max(other.max.y)),
        }
    }

    pub(super) fn touches(self, other: Self) -> bool {
        self.min.x <= other.max.x
            && other.min.x <= self.max.x
            && self.min.y <= other.max.y
            && other.min.y <= self.max.y
    }

    /// The box with `by` added on every side; an empty one stays empty.
    pub(super) fn inflated(self, by: i64) -> Self {
        if self.max.x < self.min.x {
            return self;
        }
        Self {
            min: Whole::new(self.min.x - by, self.min.y - by),
            max: Whole::new(self.max.x + by, self.max.y + by),
        }
    }

    /// The longer one of its width and its height; zero if empty.
    pub(super) fn extent(self) -> i64 {
        if self.max.x < self.min.x {
            return 0;
        }
        (self.max.x - self.min.x).max(self.max.y - self.min.y)
    }
}

/// How long a step is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Steps {
    length: f64,
    per_unit: f64,
}

impl Steps {
    /// The steps of a map that reaches this far from the origin.
    pub fn reaching(farthest: f64) -> Self {
        // Classes of ten powers of two: a map that grows a little nearly always stays on the grid it had.
        let mut bits = -30;
        while bits < 40 && two_to(bits) < farthest.min(LIMIT) {
            bits += 10;
        }
        Self { length: two_to(bits - 50), per_unit: two_to(50 - bits) }
    }

    /// How long a step is, in units of the map.
    pub fn length(self) -> f64 {
        self.length
    }

    /// The position on the grid that is closest to a point.
    pub fn nearest(self, p: Point) -> Point {
        self.point(self.whole(p))
    }

    pub(super) fn whole(self, p: Point) -> Whole {
        Whole::new(self.whole_number(p.x), self.whole_number(p.y))
    }

    fn whole_number(self, number: f64) -> i64 {
        // Casts saturate and turn what is no number into zero; the factor is a power of two, so nothing else rounds.
        ((number * self.per_unit).round() as i64).clamp(-FARTHEST, FARTHEST)
    }

    pub(super) fn point(self, p: Whole) -> Point {
        // Adding zero makes one number of the two zeros.
        Point::new(p.x as f64 * self.length + 0.0, p.y as f64 * self.length + 0.0)
    }
}

/// A power of two, exactly.
fn two_to(exponent: i32) -> f64 {
    f64::from_bits(((1023 + exponent) as u64) << 52)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_on_the_grid_come_back_bit_for_bit() {
        for (farthest, value) in [
            (1000.0, 999.999_999_999_090_5),
            (1e6, -524_287.5),
            (1e9, 999_999_999.000_001),
            (1e-9, 1.0 / f64::from(1 << 30)),
            (LIMIT, LIMIT),
            (LIMIT, -LIMIT),
        ] {
            let steps = Steps::reaching(farthest);
            let near = steps.nearest(Point::new(value, -value));
            let again = steps.nearest(near);
            assert_eq!(
                (near.x.to_bits(), near.y.to_bits()),
                (again.x.to_bits(), again.y.to_bits())
            );
            assert!((near.x - value).abs() <= steps.length() / 2.0, "{value}");
        }
        let steps = Steps::reaching(1100.0);
        let exact = 512.0 + 1.0 / f64::from(1 << 30);
        assert_eq!(steps.nearest(Point::new(exact, 0.1 + 0.2)).x.to_bits(), exact.to_bits());
    }

    #[test]
    fn steps_get_longer_as_maps_get_larger() {
        let lengths = [1e-12, 1.0, 1000.0, 1e6, 1e9, 1e12].map(|far| Steps::reaching(far).length());
        assert_eq!(lengths, [-80, -50, -40, -30, -20, -10].map(two_to));
        assert_eq!(Steps::reaching(f64::NAN).length(), two_to(-10));
    }

    #[test]
    fn what_is_no_number_goes_nowhere() {
        let steps = Steps::reaching(10.0);
        let p = steps.whole(Point::new(f64::NAN, f64::INFINITY));
        assert_eq!(p, Whole::new(0, FARTHEST));
    }
}
