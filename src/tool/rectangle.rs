//! Obstacles that are boxes.

use crate::geom::{Aabb, Point, Segment};

use super::span::{Span, Spanned};
use super::{Deed, Fault, Gesture, Keys, Scene, Shape, Sketch, ring};

pub(super) fn on(span: &mut Span, gesture: Gesture, scene: &Scene<'_>) -> Vec<Deed> {
    let Spanned::Whole { from, to, keys } = span.on(gesture, scene) else { return Vec::new() };
    let corners = corners(bounds(from, to, keys));
    ring::drawn(corners, keys, "Draw rectangle", scene).unwrap_or_default()
}

pub(super) fn sketch(span: &Span, scene: &Scene<'_>) -> Option<Sketch> {
    let hand = span.hand()?;
    let snapped = Some(hand.snapped);
    let Some(from) = span.from() else { return Some(Sketch { snapped, ..Sketch::default() }) };
    let to = hand.snapped.at;
    let bounds = bounds(from, to, hand.keys);
    let points = corners(bounds);
    // Before the hand has moved nothing is wrong yet.
    let fault = if from == to { None } else { fault(&points, hand.keys, scene) };
    let piece = Some(Segment::new(from, to));
    Some(Sketch { points, closed: true, shape: Shape::Box(bounds), piece, fault, snapped })
}

/// What is wrong with a ring that is drawn in one go.
pub(super) fn fault(ring: &[Point], keys: Keys, scene: &Scene<'_>) -> Option<Fault> {
    ring::drawn(ring.to_vec(), keys, "", scene).err()
}

/// The box between two corners; with Shift it is a square.
pub(super) fn bounds(from: Point, to: Point, keys: Keys) -> Aabb {
    let by = to - from;
    let side = by.x.abs().max(by.y.abs());
    let square = from + Point::new(side.copysign(by.x), side.copysign(by.y));
    Aabb::around([from, if keys.shift { square } else { to }]).within_limit()
}

/// The corners of a box, counter-clockwise.
pub(super) fn corners(bounds: Aabb) -> Vec<Point> {
    let Aabb { min, max } = bounds;
    vec![min, Point::new(max.x, min.y), max, Point::new(min.x, max.y)]
}
