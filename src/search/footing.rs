//! Where somebody stands who wants to start or end at a point.

use crate::geom::{Point, Side as Hand, coordinate, side as hand};

use super::ground::Ground;
use super::{End, Outcome, Query};

/// Finds the faces that hold a point, and a point to stand at that really is in all of them.
///
/// That is the point itself, unless rounding has put it beside the ground. Then it is moved into the face next to it,
/// by next to nothing: a point outside, however near, may not see along the wall that it is meant to be on. What is
/// no point at all is in no face.
pub(super) fn stand(ground: &Ground, point: Point, faces: &mut Vec<u32>) -> Point {
    faces.clear();
    let Some(point) = sound(point) else { return point };
    ground.faces_at(point, faces);
    let Some(&first) = faces.first() else { return point };
    if holds(ground, first, point) {
        return point;
    }
    faces.truncate(1);
    let middle = ground.middle(first);
    let mut part = 1e-12;
    while part < 1.0 {
        let inside = point + (middle - point) * part;
        if holds(ground, first, inside) {
            return inside;
        }
        part *= 2.0;
    }
    middle
}

/// Where the two ends of a query stand.
pub(super) enum Stood {
    /// One of them stands nowhere.
    Off(End),
    /// One face holds both.
    Together,
    /// Somewhere else, and exactly here.
    Apart(Query),
}

/// Finds where both ends of a query stand, and the faces that hold them.
pub(super) fn stand_at_both(
    ground: &Ground,
    query: &Query,
    start_faces: &mut Vec<u32>,
    goal_faces: &mut Vec<u32>,
) -> Stood {
    let start = stand(ground, query.start, start_faces);
    let goal = stand(ground, query.goal, goal_faces);
    if start_faces.is_empty() {
        Stood::Off(End::Start)
    } else if goal_faces.is_empty() {
        Stood::Off(End::Goal)
    } else if start_faces.iter().any(|face| goal_faces.contains(face)) {
        Stood::Together
    } else {
        Stood::Apart(Query { start, goal })
    }
}

/// A point with which the predicate is exact; none if a coordinate is no number or too large.
pub(super) fn sound(point: Point) -> Option<Point> {
    Some(Point::new(coordinate(point.x)?, coordinate(point.y)?))
}

/// Gives a path the ends that were asked for instead of those that it was searched with.
pub(super) fn put_back(
    asked: &Query,
    stood: &Query,
    corners: &mut [Point],
    outcome: Outcome,
) -> Outcome {
    match (outcome, &mut corners[..]) {
        (Outcome::Found { .. }, [first, .., last]) if asked != stood => {
            (*first, *last) = (asked.start, asked.goal);
            let cost = corners.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
            Outcome::Found { cost }
        }
        _ => outcome,
    }
}

/// Whether a point is in a convex face or on its rim. Exact.
fn holds(ground: &Ground, face: u32, p: Point) -> bool {
    ground.sides_of(face).all(|side| {
        let side = ground.sides[side as usize];
        hand(ground.point(side.from), ground.point(side.to), p) != Hand::Right
    })
}
