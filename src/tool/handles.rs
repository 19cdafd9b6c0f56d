//! What the hand takes hold of around a selection: corners, a frame to scale it by, a knob to turn it by.

use crate::geom::{Aabb, Point};
use crate::layout::work::Thing;

use super::held::is_free;
use super::rings::rings;
use super::{Corner, Scene, Selection};

/// Something to take hold of.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Handle {
    /// Where it is drawn.
    pub at: Point,
    /// What it does.
    pub grip: Grip,
}

/// What a handle does.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Grip {
    /// Moves a corner of the only thing selected.
    Corner(Corner),
    /// Scales what is selected away from a point.
    Scale {
        /// The point that stays.
        anchor: Point,
        /// The corner that follows the hand, across from it.
        corner: Point,
    },
    /// Turns what is selected.
    Rotate {
        /// Around this point.
        center: Point,
    },
}

/// The frame is drawn this many reaches outside, so that its corners do not cover those of what is selected.
const FRAME: f64 = 2.0;
/// The knob is this many reaches above the frame.
const KNOB: f64 = 3.0;

/// The frame around what is selected and can be moved.
pub fn frame(scene: &Scene<'_>, reach: f64) -> Option<Aabb> {
    let bounds = bounds(scene)?;
    Some(bounds.inflated(FRAME * reach))
}

fn bounds(scene: &Scene<'_>) -> Option<Aabb> {
    let layout = scene.layout?;
    let things = scene.selection.things().iter().copied();
    let free = things.filter(|&thing| is_free(layout, scene.work, thing));
    let bounds = Selection::of(free).bounds(layout);
    (0.0 < bounds.diagonal()).then_some(bounds)
}

/// All handles of what is selected, those that go before others first.
pub fn handles(scene: &Scene<'_>, reach: f64) -> Vec<Handle> {
    let mut handles = corner_handles(scene);
    let (Some(bounds), Some(frame)) = (bounds(scene), frame(scene, reach)) else {
        return handles;
    };
    let corners =
        |it: Aabb| [it.min, Point::new(it.max.x, it.min.y), it.max, Point::new(it.min.x, it.max.y)];
    let (inner, outer) = (corners(bounds), corners(frame));
    for i in 0..4 {
        let grip = Grip::Scale { anchor: inner[(i + 2) % 4], corner: inner[i] };
        handles.push(Handle { at: outer[i], grip });
    }
    let center = (bounds.min + bounds.max) * 0.5;
    let at = Point::new(center.x, frame.max.y + KNOB * reach);
    handles.push(Handle { at, grip: Grip::Rotate { center } });
    handles
}

fn corner_handles(scene: &Scene<'_>) -> Vec<Handle> {
    let Some(thing) = scene.selection.single().filter(|&thing| scene.is_free(thing)) else {
        return Vec::new();
    };
    let (Some(layout), Thing::Obstacle(_) | Thing::Wall(_)) = (scene.layout, thing) else {
        return Vec::new();
    };
    let rings = rings(layout, thing).enumerate();
    let handles = rings.flat_map(|(ring, points)| {
        points.iter().enumerate().map(move |(index, &at)| Handle {
            at,
            grip: Grip::Corner(Corner { thing, ring, index }),
        })
    });
    handles.collect()
}

/// The handle that a hand takes hold of: the closest corner in reach, or else the closest of the others.
pub(super) fn grabbed(scene: &Scene<'_>, at: Point, reach: f64) -> Option<Handle> {
    let near = handles(scene, reach).into_iter().filter(|it| it.at.distance(at) <= reach);
    let order = |it: &Handle| (!matches!(it.grip, Grip::Corner(_)), it.at.distance(at));
    near.min_by(|a, b| {
        let (a, b) = (order(a), order(b));
        a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
    })
}
