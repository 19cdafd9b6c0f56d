//! The funnel: the shortest way through a row of gates, pulled tight like a string (Lee and Preparata 1984).

use crate::geom::{Point, Side, side};

/// The corners of the shortest way from start to goal that passes all gates in order, both ends included.
///
/// A gate is the left and the right end of a side that is crossed. The row must be one of convex faces, each of which
/// has both its gates as sides; then every decision is exact, and corners on a straight line are left out.
pub fn pull(start: Point, gates: &[[Point; 2]], goal: Point) -> Vec<Point> {
    let mut corners = vec![start];
    // The rays that bound the funnel, each with the gate whose end it goes through.
    let (mut apex, mut left, mut right) = (start, (start, 0), (start, 0));
    let mut next = 0;
    while next <= gates.len() {
        let [new_left, new_right] = gates.get(next).copied().unwrap_or([goal, goal]);
        let narrows_right = side(apex, right.0, new_right) != Side::Right;
        let narrows_left = side(apex, left.0, new_left) != Side::Left;
        let misses_left = narrows_right && passes(apex, left.0, right.0, new_right, Side::Right);
        let misses_right = narrows_left && passes(apex, right.0, left.0, new_left, Side::Left);
        let turned = if misses_left {
            Some(left)
        } else if misses_right {
            Some(right)
        } else {
            None
        };
        next += 1;
        if let Some((corner, gate)) = turned {
            corners.push(corner);
            (apex, left, right) = (corner, (corner, gate), (corner, gate));
            next = gate + 1;
            continue;
        }
        if narrows_right {
            right = (new_right, next - 1);
        }
        if narrows_left {
            left = (new_left, next - 1);
        }
    }
    corners.push(goal);
    without_straight(&corners)
}

/// Whether the end of a gate lies on or behind the other ray of the funnel, so that the string touches there.
///
/// A ray that has no length yet, as the gate ends where the string stands, keeps nothing out.
fn passes(apex: Point, other: Point, own: Point, end: Point, inside: Side) -> bool {
    other != apex && own != apex && end != apex && side(apex, other, end) != inside
}

/// Leaves out corners at which nothing turns.
fn without_straight(corners: &[Point]) -> Vec<Point> {
    let mut kept: Vec<Point> = Vec::with_capacity(corners.len());
    for &corner in corners {
        if kept.last() == Some(&corner) {
            continue;
        }
        while let [.., before, last] = kept[..]
            && goes_straight(before, last, corner)
        {
            kept.pop();
        }
        kept.push(corner);
    }
    if kept.len() == 1 {
        kept.push(kept[0]);
    }
    kept
}

fn goes_straight(a: Point, b: Point, c: Point) -> bool {
    let (come, go) = (b - a, c - b);
    side(a, b, c) == Side::On && come.x * go.x + come.y * go.y > 0.0
}
