//! What a path over an interval costs at least. Here plain arithmetic does: it decides the order, never what is true.

use crate::geom::Point;

/// Where a ray meets the line through two points, as close to them as it gets.
#[inline(always)]
pub(in crate::search) fn crossing(ray: [Point; 2], a: Point, b: Point) -> Point {
    let of_a = turn(ray[0], ray[1], a);
    let of_b = turn(ray[0], ray[1], b);
    let part = of_a / (of_a - of_b);
    // On a line with the side, every part is as good as any other.
    let part = if part > 0.0 { if part < 1.0 { part } else { 1.0 } } else { 0.0 };
    a + (b - a) * part
}

/// The length of the shortest way from a root over an interval of the side from `a` to `b` to the goal.
#[inline(always)]
pub(in crate::search) fn estimate(
    root: Point,
    [left, right]: [Point; 2],
    [a, b]: [Point; 2],
    goal: Point,
) -> f64 {
    // A goal on this side of the line is as far as its image on the other.
    let behind = turn(a, b, goal);
    let goal = if behind < 0.0 { mirrored(goal, a, b, behind) } else { goal };
    if turn(root, right, goal) < 0.0 {
        root.distance(right) + right.distance(goal)
    } else if turn(root, left, goal) > 0.0 {
        root.distance(left) + left.distance(goal)
    } else {
        root.distance(goal)
    }
}

#[inline(always)]
pub(super) fn mirrored(p: Point, a: Point, b: Point, turn: f64) -> Point {
    let along = b - a;
    let factor = 2.0 * turn / (along.x * along.x + along.y * along.y);
    Point::new(p.x + along.y * factor, p.y - along.x * factor)
}

#[inline(always)]
pub(super) fn turn(a: Point, b: Point, p: Point) -> f64 {
    (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)
}
