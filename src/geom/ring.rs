//! Rings of points: which way they run, what is inside, whether they touch themselves.

use super::{Point, Segment, Side, side};

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
    // Nearly always the area is farther from zero than it can be wrong. For rings that cross themselves it decides.
    let area = area(ring);
    let size = ring
        .iter()
        .fold(0.0_f64, |size, p| size.max((p.x - ring[0].x).abs()).max((p.y - ring[0].y).abs()));
    let limit = 4.0 * f64::EPSILON * ring.len() as f64 * size * size;
    if area > limit {
        Side::Left
    } else if area < -limit {
        Side::Right
    } else {
        turning_of_thin_ring(ring)
    }
}

/// Which way a ring turns that has next to no area.
#[cold]
fn turning_of_thin_ring(ring: &[Point]) -> Side {
    // The lowest corner (leftmost among equals) is a corner of the hull, so the ring turns there as it does on the whole.
    let n = ring.len();
    let Some(lowest) = (0..n).min_by(|&i, &j| {
        let (a, b) = (ring[i], ring[j]);
        a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x))
    }) else {
        return Side::On;
    };
    let here = ring[lowest];
    let n_visits = (0..n).filter(|&i| ring[i] == here && ring[(i + 1) % n] != here).count();
    if n_visits != 1 {
        // It runs to and fro, round nothing.
        return Side::On;
    }
    let before = (1..n).map(|k| ring[(lowest + n - k) % n]).find(|&p| p != here);
    let after = (1..n).map(|k| ring[(lowest + k) % n]).find(|&p| p != here);
    match (before, after) {
        (Some(before), Some(after)) => side(before, here, after),
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
    within_points(ring.iter().copied(), p)
}

/// The same for a ring that nobody has put into a list.
pub fn within_points(
    ring: impl ExactSizeIterator<Item = Point> + DoubleEndedIterator + Clone,
    p: Point,
) -> Within {
    let n = ring.len();
    let mut turns = 0;
    let Some(mut from) = ring.clone().next_back() else { return Within::Outside };
    for (i, to) in ring.enumerate() {
        let upward = from.y <= p.y && p.y < to.y;
        let downward = to.y <= p.y && p.y < from.y;
        let level = from.y == p.y && to.y == p.y;
        if upward || downward {
            match side(from, to, p) {
                Side::On => return Within::Rim((i + n - 1) % n),
                Side::Left if upward => turns += 1,
                Side::Right if downward => turns -= 1,
                _ => {}
            }
        } else if (level && from.x.min(to.x) <= p.x && p.x <= from.x.max(to.x)) || to == p {
            return Within::Rim((i + n - 1) % n);
        }
        from = to;
    }
    if turns == 0 { Within::Outside } else { Within::Inside }
}

/// Whether two sides of a ring cross or touch although they are not neighbours. Exact; doubled points do not count.
///
/// By a sweep over x. `None` for a ring of very many long sides, which would cost the square of their number.
pub fn touches_itself(ring: &[Point]) -> Option<bool> {
    let mut corners = ring.to_vec();
    corners.dedup();
    if corners.last() == corners.first() {
        corners.pop();
    }
    let n = corners.len();
    let segment = |i: usize| Segment::new(corners[i], corners[(i + 1) % n]);
    let left = |i: usize| segment(i).from.x.min(segment(i).to.x);
    let right = |i: usize| segment(i).from.x.max(segment(i).to.x);
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|&a, &b| left(a).total_cmp(&left(b)));
    let mut budget = 64 * n + 1_000_000;
    let mut open: Vec<usize> = Vec::new();
    for i in order {
        open.retain(|&j| left(i) <= right(j));
        budget = budget.checked_sub(open.len())?;
        let touched = open.iter().any(|&j| {
            let neighbours = (i + 1) % n == j || (j + 1) % n == i;
            !neighbours && segment(i).touches(segment(j))
        });
        if touched {
            return Some(true);
        }
        open.push(i);
    }
    Some(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn p(x: f64, y: f64) -> Point {
        Point::new(x, y)
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
            touches_itself(&ring.iter().map(|&(x, y)| p(x, y)).collect::<Vec<_>>()) == Some(true)
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
}
