//! Positions in the plane, and the one question asked of them: on which side of a line.
//!
//! [`side`] is the only orientation test of the program and it is exact. The few tolerances there are live here too.

use std::ops::{Add, Mul, Sub};

use serde::{Deserialize, Serialize};

mod ring;

pub use ring::{Within, all_on_a_line, area, touches_itself, turning, within, within_points};

/// The largest coordinate that a map may hold, in either direction.
///
/// Up to here every predicate is exact and no square overflows; a map of a thousand billion units is a broken map.
pub const LIMIT: f64 = (1_u64 << 40) as f64;

/// Smaller numbers than this are zero and noise: below, the predicate would not be exact.
pub const SMALLEST: f64 = 1e-100;

/// A number as a coordinate: none if it is not finite or too large, zero if it is next to nothing.
#[inline(always)]
pub fn coordinate(value: f64) -> Option<f64> {
    let size = value.abs();
    if (SMALLEST..=LIMIT).contains(&size) {
        Some(value)
    } else if size < SMALLEST {
        Some(0.0)
    } else {
        None
    }
}

/// The whole number that a number is; none if it is no whole one, or so large that its neighbours are the same number.
pub fn whole(value: f64) -> Option<i64> {
    const EXACT: f64 = (1_u64 << 53) as f64;
    (value.fract() == 0.0 && value.abs() <= EXACT).then_some(value as i64)
}

/// Border vertices closer than this part of the map's diagonal, yet not the same vertex, are probably a crack.
pub const WELD: f64 = 1e-5;

/// A corner that is reflex by less than this part of its face's size is straight but for rounding.
pub const STRAIGHT: f64 = 1e-9;

/// A portal end this close to a side, as a part of the node's size, lies on it: real files print five decimals.
pub const ON_SIDE: f64 = 1e-5;

/// A start or goal this close beside the ground, as a part of the map's diagonal, was put there by rounding.
pub const BESIDE: f64 = 1e-9;

/// A position in world space: x to the right, y up.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Up.
    pub y: f64,
}

impl Point {
    /// The point at `(x, y)`.
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// How far it is to `other`.
    #[inline]
    pub fn distance(self, other: Self) -> f64 {
        // Within [`LIMIT`] no square overflows, and this is many times as fast as `hypot`.
        let (x, y) = (self.x - other.x, self.y - other.y);
        (x * x + y * y).sqrt()
    }

    /// Whether both coordinates are numbers that the predicate is exact for.
    pub fn is_sound(self) -> bool {
        coordinate(self.x) == Some(self.x) && coordinate(self.y) == Some(self.y)
    }

    /// A key under which exactly the equal points meet: the two zeros are one number.
    pub fn bits(self) -> (u64, u64) {
        ((self.x + 0.0).to_bits(), (self.y + 0.0).to_bits())
    }
}

impl Add for Point {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Point {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f64> for Point {
    type Output = Self;
    fn mul(self, by: f64) -> Self {
        Self::new(self.x * by, self.y * by)
    }
}

/// Where a point lies, seen along a directed line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Left of it.
    Left,
    /// Exactly on it.
    On,
    /// Right of it.
    Right,
}

/// On which side of the line from `a` to `b` the point `p` lies.
///
/// Exact for all numbers that [`coordinate`] lets through.
#[inline]
pub fn side(a: Point, b: Point, p: Point) -> Side {
    match plain_turn(a - p, b - p) {
        Some(turn) if turn > 0.0 => Side::Left,
        Some(_) => Side::Right,
        None => exact_side(a, b, p),
    }
}

/// How far the direction `to` turns to the left of the direction `along`, if plain arithmetic can tell its sign.
///
/// Both are differences of positions to the same third one; then the sign is exact, and it is not zero.
#[inline(always)]
pub fn plain_turn(along: Point, to: Point) -> Option<f64> {
    let left = along.x * to.y;
    let right = along.y * to.x;
    // Nearly always the plain difference is farther from zero than it can be wrong (Shewchuk 1997, ccwerrboundA).
    const WRONG_BY: f64 = (3.0 + 16.0 * HALF_ULP) * HALF_ULP;
    const HALF_ULP: f64 = f64::EPSILON / 2.0;
    let turn = left - right;
    let limit = WRONG_BY * (left.abs() + right.abs());
    (turn.abs() > limit).then_some(turn)
}

#[cold]
fn exact_side(a: Point, b: Point, p: Point) -> Side {
    let turn = whole_turn(a, b, p).unwrap_or_else(|| {
        let coord = |p: Point| robust::Coord { x: p.x, y: p.y };
        robust::orient2d(coord(a), coord(b), coord(p))
    });
    if turn > 0.0 {
        Side::Left
    } else if turn < 0.0 {
        Side::Right
    } else {
        Side::On
    }
}

/// The turn in whole numbers, for maps that were drawn on a grid: on those, points on a line are no exception.
fn whole_turn(a: Point, b: Point, p: Point) -> Option<f64> {
    const LARGEST: f64 = (1_u32 << 30) as f64;
    let whole = |x: f64| Some(x as i64).filter(|&whole| whole as f64 == x && x.abs() < LARGEST);
    let (px, py) = (whole(p.x)?, whole(p.y)?);
    let (ax, ay) = (whole(a.x)? - px, whole(a.y)? - py);
    let (bx, by) = (whole(b.x)? - px, whole(b.y)? - py);
    // Each product is below 2^62, so their difference fits; only its sign matters.
    Some((ax * by - ay * bx) as f64)
}

/// A straight piece from one point to another.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Segment {
    /// Where it starts.
    pub from: Point,
    /// Where it ends.
    pub to: Point,
}

impl Segment {
    /// The segment from one point to the other.
    pub const fn new(from: Point, to: Point) -> Self {
        Self { from, to }
    }

    /// Halfway from one end to the other.
    pub fn middle(self) -> Point {
        (self.from + self.to) * 0.5
    }

    /// The distance between its ends.
    pub fn length(self) -> f64 {
        self.from.distance(self.to)
    }

    /// The point of the segment that is closest to `p`.
    pub fn closest(self, p: Point) -> Point {
        let along = self.to - self.from;
        let square = along.x * along.x + along.y * along.y;
        if square == 0.0 {
            return self.from;
        }
        let offset = p - self.from;
        let t = (offset.x * along.x + offset.y * along.y) / square;
        if t <= 0.0 {
            self.from
        } else if t >= 1.0 {
            self.to
        } else {
            self.from + along * t
        }
    }

    /// How far `p` is from the closest point of the segment.
    pub fn distance(self, p: Point) -> f64 {
        self.closest(p).distance(p)
    }

    /// Whether `p` lies on it, ends included. Exact.
    pub fn holds(self, p: Point) -> bool {
        Aabb::around([self.from, self.to]).holds(p) && side(self.from, self.to, p) == Side::On
    }

    /// Whether the two share a point. Exact.
    pub fn touches(self, other: Self) -> bool {
        self.crosses(other)
            || self.holds(other.from)
            || self.holds(other.to)
            || other.holds(self.from)
            || other.holds(self.to)
    }

    /// Whether the two share more than a point. Exact.
    pub fn overlaps(self, other: Self) -> bool {
        let on = |p| side(self.from, self.to, p) == Side::On;
        let on_a_line = self.from != self.to && on(other.from) && on(other.to);
        // Along the longer axis the order of points on a line can be read off.
        let along = |p: Point| {
            let steep = (self.to.x - self.from.x).abs() < (self.to.y - self.from.y).abs();
            if steep { p.y } else { p.x }
        };
        let span = |s: Self| (along(s.from).min(along(s.to)), along(s.from).max(along(s.to)));
        let ((a, b), (c, d)) = (span(self), span(other));
        on_a_line && a.max(c) < b.min(d)
    }

    /// Whether the two cross in a point that is inside both. Exact; touching is not crossing.
    pub fn crosses(self, other: Self) -> bool {
        let opposite =
            |a, b| matches!((a, b), (Side::Left, Side::Right) | (Side::Right, Side::Left));
        opposite(side(self.from, self.to, other.from), side(self.from, self.to, other.to))
            && opposite(side(other.from, other.to, self.from), side(other.from, other.to, self.to))
    }
}

/// A box along the axes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Aabb {
    /// The lower left corner.
    pub min: Point,
    /// The upper right corner.
    pub max: Point,
}

impl Aabb {
    /// Holds nothing; growing it by a point gives that point.
    pub const EMPTY: Self = Self {
        min: Point::new(f64::INFINITY, f64::INFINITY),
        max: Point::new(f64::NEG_INFINITY, f64::NEG_INFINITY),
    };

    /// The smallest box around all points.
    pub fn around(points: impl IntoIterator<Item = Point>) -> Self {
        points.into_iter().fold(Self::EMPTY, Self::grown_to)
    }

    /// The smallest box that holds this one and the point.
    pub fn grown_to(self, p: Point) -> Self {
        // Coordinates are numbers, so the plain comparison does, and it is one instruction.
        let smaller = |a: f64, b: f64| if a < b { a } else { b };
        let larger = |a: f64, b: f64| if a > b { a } else { b };
        Self {
            min: Point::new(smaller(p.x, self.min.x), smaller(p.y, self.min.y)),
            max: Point::new(larger(p.x, self.max.x), larger(p.y, self.max.y)),
        }
    }

    /// The smallest box around both.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        if other.is_empty() { self } else { self.grown_to(other.min).grown_to(other.max) }
    }

    /// The box with `by` added on every side.
    pub fn inflated(self, by: f64) -> Self {
        Self { min: self.min - Point::new(by, by), max: self.max + Point::new(by, by) }
    }

    /// What of the box lies within [`LIMIT`].
    pub fn within_limit(self) -> Self {
        let bounded = |p: Point| Point::new(p.x.clamp(-LIMIT, LIMIT), p.y.clamp(-LIMIT, LIMIT));
        Self { min: bounded(self.min), max: bounded(self.max) }
    }

    /// Whether no point is inside.
    pub fn is_empty(self) -> bool {
        self.max.x < self.min.x || self.max.y < self.min.y
    }

    /// Whether the point is inside or on the rim.
    pub fn holds(self, p: Point) -> bool {
        self.min.x <= p.x && p.x <= self.max.x && self.min.y <= p.y && p.y <= self.max.y
    }

    /// Whether the two share a point.
    pub fn touches(self, other: Self) -> bool {
        self.min.x <= other.max.x
            && other.min.x <= self.max.x
            && self.min.y <= other.max.y
            && other.min.y <= self.max.y
    }

    /// How wide it is; zero if empty.
    pub fn width(self) -> f64 {
        (self.max.x - self.min.x).max(0.0)
    }

    /// How high it is; zero if empty.
    pub fn height(self) -> f64 {
        (self.max.y - self.min.y).max(0.0)
    }

    /// From corner to corner; zero if empty.
    pub fn diagonal(self) -> f64 {
        self.width().hypot(self.height())
    }

    /// How far the point is from the box; zero inside.
    pub fn distance(self, p: Point) -> f64 {
        let dx = (self.min.x - p.x).max(p.x - self.max.x).max(0.0);
        let dy = (self.min.y - p.y).max(p.y - self.max.y).max(0.0);
        dx.hypot(dy)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn p(x: f64, y: f64) -> Point {
        Point::new(x, y)
    }

    #[test]
    fn the_side_is_exact_where_plain_arithmetic_is_not() {
        let (a, b) = (p(12.0, 12.0), p(24.0, 24.0));
        let tiny = f64::EPSILON;
        assert_eq!(side(a, b, p(0.5, 0.5)), Side::On);
        assert_eq!(side(a, b, p(0.5 + tiny, 0.5)), Side::Right);
        assert_eq!(side(a, b, p(0.5, 0.5 + tiny)), Side::Left);
    }

    #[test]
    fn whole_numbers_are_decided_as_all_others() {
        let far = f64::from(1 << 29);
        let (a, b) = (p(-far, -far), p(far, far));
        assert_eq!(side(a, b, p(7.0, 7.0)), Side::On);
        assert_eq!(side(a, b, p(7.0, 8.0)), Side::Left);
        assert_eq!(side(a, p(far, far - 1.0), p(far - 1.0, far - 1.0)), Side::Left);
        assert_eq!(side(p(0.5, 0.5), b, p(1.5, 1.5)), Side::On);
    }

    #[test]
    fn segments_touch_where_either_ends_on_the_other() {
        let along = Segment::new(p(0.0, 0.0), p(4.0, 0.0));
        let up = Segment::new(p(1.0, 0.0), p(1.0, 3.0));
        let turned = |it: Segment| Segment::new(it.to, it.from);
        for (one, other) in [(along, up), (along, turned(up)), (turned(along), up)] {
            assert!(one.touches(other) && other.touches(one));
        }
        let above = Segment::new(p(1.0, 0.5), p(1.0, 3.0));
        assert!(!along.touches(above) && !above.touches(along));
        assert!(along.touches(Segment::new(p(2.0, -1.0), p(2.0, 1.0))), "they cross");
        assert!(!along.touches(Segment::new(p(5.0, 0.0), p(6.0, 0.0))), "on the same line");
    }

    #[test]
    fn segments_cross_only_inside_both() {
        let a = Segment::new(p(0.0, 0.0), p(2.0, 2.0));
        assert!(a.crosses(Segment::new(p(0.0, 2.0), p(2.0, 0.0))));
        assert!(!a.crosses(Segment::new(p(1.0, 1.0), p(2.0, 0.0))));
        assert!(!a.crosses(a));
        assert!(a.overlaps(Segment::new(p(3.0, 3.0), p(1.0, 1.0))));
        assert!(!a.overlaps(Segment::new(p(2.0, 2.0), p(3.0, 3.0))));
        assert!(a.holds(p(1.0, 1.0)) && !a.holds(p(3.0, 3.0)));
        assert_eq!(a.closest(p(2.0, 0.0)), p(1.0, 1.0));
    }
}
