//! Positions in the plane, and the one question asked of them: on which side of a line.
//!
//! [`side`] is the only orientation test of the program and it is exact. The few tolerances there are live here too.

use std::ops::{Add, Mul, Sub};

/// The largest coordinate that a map may hold, in either direction.
///
/// Up to here every predicate is exact and no square overflows; a map of a thousand billion units is a broken map.
pub const LIMIT: f64 = (1_u64 << 40) as f64;

/// Border vertices closer than this part of the map's diagonal, yet not the same vertex, are probably a crack.
pub const WELD: f64 = 1e-5;

/// A corner that is reflex by less than this part of its face's size is straight but for rounding.
pub const STRAIGHT: f64 = 1e-9;

/// A portal end this close to a side, as a part of the node's size, lies on it: real files print five decimals.
pub const ON_SIDE: f64 = 1e-5;

/// A position in world space: x to the right, y up.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
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
    pub fn distance(self, other: Self) -> f64 {
        (self.x - other.x).hypot(self.y - other.y)
    }

    /// Whether both coordinates are finite and within [`LIMIT`].
    pub fn is_sound(self) -> bool {
        self.x.abs() <= LIMIT && self.y.abs() <= LIMIT
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
/// Exact for all numbers within [`LIMIT`] whose differences are zero or larger than about 1e-140.
#[inline]
pub fn side(a: Point, b: Point, p: Point) -> Side {
    let coord = |p: Point| robust::Coord { x: p.x, y: p.y };
    let turn = robust::orient2d(coord(a), coord(b), coord(p));
    if turn > 0.0 {
        Side::Left
    } else if turn < 0.0 {
        Side::Right
    } else {
        Side::On
    }
}

/// A straight piece from one point to another.
#[derive(Debug, Clone, Copy, PartialEq)]
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

    /// The box with `by` added on every side.
    pub fn inflated(self, by: f64) -> Self {
        Self { min: self.min - Point::new(by, by), max: self.max + Point::new(by, by) }
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

/// The area inside a ring of points; negative if it runs clockwise.
pub fn area(ring: &[Point]) -> f64 {
    let Some(&origin) = ring.first() else { return 0.0 };
    let mut twice = 0.0;
    for pair in ring.windows(2) {
        let (a, b) = (pair[0] - origin, pair[1] - origin);
        twice += a.x * b.y - b.x * a.y;
    }
    twice / 2.0
}

/// Which way a ring turns: `Left` is counter-clockwise, `On` means that it has no inside. Exact for simple rings.
pub fn turning(ring: &[Point]) -> Side {
    if let [a, b, c] = *ring {
        return side(a, b, c);
    }
    // The lowest corner (leftmost among equals) is a corner of the hull, so the ring turns there as it does on the whole.
    let n = ring.len();
    let Some(lowest) = (0..n).min_by(|&i, &j| {
        let (a, b) = (ring[i], ring[j]);
        a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x))
    }) else {
        return Side::On;
    };
    let here = ring[lowest];
    let before = (1..n).map(|k| ring[(lowest + n - k) % n]).find(|&p| p != here);
    let after = (1..n).map(|k| ring[(lowest + k) % n]).find(|&p| p != here);
    match (before, after) {
        (Some(before), Some(after)) => match side(before, here, after) {
            // A spike at the lowest corner says nothing; the area does, unless it is nothing too.
            Side::On if all_on_a_line(ring) => Side::On,
            Side::On if area(ring) < 0.0 => Side::Right,
            Side::On if 0.0 < area(ring) => Side::Left,
            turn => turn,
        },
        _ => Side::On,
    }
}

/// Whether all the points lie on one line. Exact.
pub fn all_on_a_line(points: &[Point]) -> bool {
    let Some((&a, rest)) = points.split_first() else { return true };
    let Some(&b) = rest.iter().find(|&&p| p != a) else { return true };
    rest.iter().all(|&p| side(a, b, p) == Side::On)
}

/// Where a point lies, seen from a ring.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Within {
    /// Outside of it.
    Outside,
    /// On the piece that starts at this corner (at the corner itself, too).
    Rim(usize),
    /// Inside.
    Inside,
}

/// Where `p` lies, seen from a ring of any shape. Exact; what the ring runs round at least once is inside.
pub fn within(ring: &[Point], p: Point) -> Within {
    let mut turns = 0;
    let mut from = match ring.last() {
        Some(&last) => last,
        None => return Within::Outside,
    };
    for (i, &to) in ring.iter().enumerate() {
        let upward = from.y <= p.y && p.y < to.y;
        let downward = to.y <= p.y && p.y < from.y;
        let level = from.y == p.y && to.y == p.y;
        if upward || downward {
            match side(from, to, p) {
                Side::On => return Within::Rim((i + ring.len() - 1) % ring.len()),
                Side::Left if upward => turns += 1,
                Side::Right if downward => turns -= 1,
                _ => {}
            }
        } else if (level && from.x.min(to.x) <= p.x && p.x <= from.x.max(to.x)) || to == p {
            return Within::Rim((i + ring.len() - 1) % ring.len());
        }
        from = to;
    }
    if turns == 0 { Within::Outside } else { Within::Inside }
}

/// Whether two sides of a ring cross or touch although they are not neighbours. Exact; doubled points do not count.
///
/// By a sweep over x. A ring of very many long sides, which would cost the square of their number, is given up on and
/// taken as sound.
pub fn touches_itself(ring: &[Point]) -> bool {
    let mut corners = ring.to_vec();
    corners.dedup();
    let n = corners.len();
    let segment = |i: usize| Segment::new(corners[i], corners[(i + 1) % n]);
    let left = |i: usize| segment(i).from.x.min(segment(i).to.x);
    let right = |i: usize| segment(i).from.x.max(segment(i).to.x);
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|&a, &b| left(a).total_cmp(&left(b)));
    let mut budget = 64 * n + 4096;
    let mut open: Vec<usize> = Vec::new();
    for i in order {
        open.retain(|&j| left(i) <= right(j));
        let touched = open.iter().any(|&j| {
            let neighbours = (i + 1) % n == j || (j + 1) % n == i;
            !neighbours && segment(i).touches(segment(j))
        });
        if touched {
            return true;
        }
        match budget.checked_sub(open.len()) {
            Some(left) => budget = left,
            None => return false,
        }
        open.push(i);
    }
    false
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
    fn a_point_is_inside_on_the_rim_or_outside() {
        let ring = [p(0.0, 0.0), p(4.0, 0.0), p(4.0, 4.0), p(2.0, 1.0), p(0.0, 4.0)];
        assert_eq!(within(&ring, p(1.0, 1.0)), Within::Inside);
        assert_eq!(within(&ring, p(2.0, 2.0)), Within::Outside);
        assert_eq!(within(&ring, p(2.0, 0.0)), Within::Rim(0));
        assert_eq!(within(&ring, p(4.0, 3.0)), Within::Rim(1));
        assert_eq!(within(&ring, p(3.0, 2.5)), Within::Rim(2));
        assert!(matches!(within(&ring, p(4.0, 4.0)), Within::Rim(1 | 2)));
        assert!(matches!(within(&ring, p(0.0, 0.0)), Within::Rim(0 | 4)));
        assert_eq!(within(&ring, p(5.0, 4.0)), Within::Outside);
    }

    #[test]
    fn turning_sees_through_spikes_and_repeats() {
        let square = [p(0.0, 0.0), p(1.0, 0.0), p(1.0, 0.0), p(1.0, 1.0), p(0.0, 1.0)];
        assert_eq!(turning(&square), Side::Left);
        let mut clockwise = square;
        clockwise.reverse();
        assert_eq!(turning(&clockwise), Side::Right);
        assert_eq!(turning(&[p(0.0, 0.0), p(1.0, 1.0), p(2.0, 2.0), p(3.0, 3.0)]), Side::On);
        let spike = [p(1.0, 1.0), p(1.0, 0.0), p(1.0, 1.0), p(2.0, 2.0), p(0.0, 2.0)];
        assert_eq!(turning(&spike), Side::Left);
    }

    #[test]
    fn a_ring_touches_itself_or_does_not() {
        let touches = |ring: &[(f64, f64)]| {
            touches_itself(&ring.iter().map(|&(x, y)| p(x, y)).collect::<Vec<_>>())
        };
        assert!(
            !touches(&[(0.0, 0.0), (4.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)]),
            "a doubled point"
        );
        assert!(touches(&[(0.0, 0.0), (4.0, 4.0), (4.0, 0.0), (0.0, 4.0)]), "a bow tie");
        assert!(
            touches(&[(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (2.0, 0.0), (0.0, 4.0)]),
            "a corner on a side"
        );
        assert!(
            touches(&[(0.0, 0.0), (2.0, 2.0), (4.0, 0.0), (4.0, 4.0), (2.0, 2.0), (0.0, 4.0)]),
            "two corners"
        );
        assert!(!touches(&[(0.0, 0.0), (4.0, 0.0), (2.0, 3.0)]));
    }

    #[test]
    fn segments_cross_only_inside_both() {
        let a = Segment::new(p(0.0, 0.0), p(2.0, 2.0));
        assert!(a.crosses(Segment::new(p(0.0, 2.0), p(2.0, 0.0))));
        assert!(!a.crosses(Segment::new(p(1.0, 1.0), p(2.0, 0.0))));
        assert!(!a.crosses(a));
        assert!(a.holds(p(1.0, 1.0)) && !a.holds(p(3.0, 3.0)));
        assert_eq!(a.closest(p(2.0, 0.0)), p(1.0, 1.0));
    }
}
