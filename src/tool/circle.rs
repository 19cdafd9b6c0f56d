//! Round obstacles: rings of equal sides, with a corner under the hand.

use std::f64::consts::TAU;

use crate::geom::{Point, Segment};

use super::span::{Span, Spanned};
use super::{Deed, Gesture, Scene, Shape, Sketch, rectangle, ring};

/// No circle has more corners.
pub const MOST_CORNERS: usize = 1000;

pub(super) fn on(span: &mut Span, gesture: Gesture, scene: &Scene<'_>) -> Vec<Deed> {
    let Spanned::Whole { from, to, keys } = span.on(gesture, scene) else { return Vec::new() };
    let corners = corners(from, to, scene.sizes.circle_corners);
    ring::drawn(corners, keys, "Draw circle", scene).unwrap_or_default()
}

pub(super) fn sketch(span: &Span, scene: &Scene<'_>) -> Option<Sketch> {
    let hand = span.hand()?;
    let snapped = Some(hand.snapped);
    let Some(center) = span.from() else { return Some(Sketch { snapped, ..Sketch::default() }) };
    let to = hand.snapped.at;
    let points = corners(center, to, scene.sizes.circle_corners);
    let fault = if center == to { None } else { rectangle::fault(&points, hand.keys, scene) };
    let shape = Shape::Circle { center, radius: center.distance(to) };
    let piece = Some(Segment::new(center, to));
    Some(Sketch { points, closed: true, shape, piece, fault, snapped })
}

/// Corners around a middle, counter-clockwise, the first where the hand is.
fn corners(center: Point, first: Point, n_corners: usize) -> Vec<Point> {
    let n_corners = n_corners.clamp(3, MOST_CORNERS);
    let arm = first - center;
    let turned = |i: usize| {
        if i == 0 {
            return first;
        }
        let (sin, cos) = (TAU * i as f64 / n_corners as f64).sin_cos();
        center + Point::new(arm.x * cos - arm.y * sin, arm.x * sin + arm.y * cos)
    };
    (0..n_corners).map(turned).collect()
}
