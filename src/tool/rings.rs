//! The rings and chains of points that things are made of.

use crate::geom::{Point, Segment, Side, coordinate, turning};
use crate::layout::work::Thing;
use crate::layout::{Layout, Outline};

use super::Corner;

/// The points that a corner is among: an outline, a hole, or a wall.
pub fn ring(layout: &Layout, corner: Corner) -> Option<&Outline> {
    match (corner.thing, corner.ring.checked_sub(1)) {
        (Thing::Obstacle(id), None) => Some(&layout.obstacles.get(&id)?.outline),
        (Thing::Obstacle(id), Some(hole)) => layout.obstacles.get(&id)?.holes.get(hole),
        (Thing::Wall(id), None) => layout.walls.get(&id),
        (Thing::Wall(_), Some(_)) | (Thing::LaneVertex(_) | Thing::Lane(_), _) => None,
    }
}

/// All rings of a thing, the outline first; whether they are closed is the same for all of them.
pub fn rings(layout: &Layout, thing: Thing) -> impl Iterator<Item = &Outline> {
    let n_rings = match thing {
        Thing::Obstacle(id) => layout.obstacles.get(&id).map_or(0, |it| 1 + it.holes.len()),
        Thing::Wall(_) => 1,
        Thing::LaneVertex(_) | Thing::Lane(_) => 0,
    };
    (0..n_rings).filter_map(move |n| ring(layout, Corner { thing, ring: n, index: 0 }))
}

/// Whether the last point of a thing's rings is joined to the first.
pub fn is_closed(thing: Thing) -> bool {
    matches!(thing, Thing::Obstacle(_))
}

/// The straight pieces of a ring or chain, in the order of the points that they start at.
pub(super) fn pieces(points: &[Point], closed: bool) -> impl Iterator<Item = Segment> + Clone {
    let n_pieces = if closed { points.len() } else { points.len().saturating_sub(1) };
    let next = move |i: usize| points[(i + 1) % points.len()];
    (0..n_pieces).map(move |i| Segment::new(points[i], next(i)))
}

/// A ring as layouts promise it: counter-clockwise. None if it has no inside.
pub(super) fn counter_clockwise(mut ring: Vec<Point>) -> Option<Vec<Point>> {
    match turning(&ring) {
        _ if ring.len() < 3 => None,
        Side::Left => Some(ring),
        Side::On => None,
        Side::Right => {
            ring.reverse();
            Some(ring)
        }
    }
}

/// A point that a layout may hold: none if it is too far out.
pub(super) fn sound(p: Point) -> Option<Point> {
    Some(Point::new(coordinate(p.x)?, coordinate(p.y)?))
}
