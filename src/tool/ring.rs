//! Rings drawn corner by corner: obstacles, holes in obstacles, the border.

use crate::document::{Change, Edit, Step};
use crate::geom::{Point, Within, within};
use crate::layout::work::Thing;
use crate::layout::{Border, Layout, Obstacle, ObstacleId, Outline};

use super::chain::{Chain, Line};
use super::rings::{counter_clockwise, sound};
use super::{Deed, Fault, Gesture, Keys, Scene, Selection, Sketch, arrange};

pub(super) fn on_polygon(chain: &mut Chain, gesture: Gesture, scene: &Scene<'_>) -> Vec<Deed> {
    if !chain.on(gesture, scene, Line::Ring) {
        return Vec::new();
    }
    match drawn(chain.points().to_vec(), gesture.keys, "Draw polygon", scene) {
        Ok(deeds) => {
            *chain = Chain::EMPTY;
            deeds
        }
        Err(fault) => {
            chain.refuse(fault);
            Vec::new()
        }
    }
}

pub(super) fn sketch_of_polygon(chain: &Chain, scene: &Scene<'_>) -> Option<Sketch> {
    let mut sketch = chain.sketch(Line::Ring)?;
    // Whether a hole can be cut is only known once it is whole.
    let cuts = chain.hand().is_some_and(|hand| hand.keys.ctrl);
    if sketch.closed && sketch.fault.is_none() && cuts {
        sketch.fault = hole(&sketch.points, scene).err();
    }
    Some(sketch)
}

pub(super) fn on_border(chain: &mut Chain, gesture: Gesture, scene: &Scene<'_>) -> Vec<Deed> {
    let Some(layout) = scene.layout else { return Vec::new() };
    if !chain.on(gesture, scene, Line::Ring) {
        return Vec::new();
    }
    let Some(ring) = counter_clockwise(std::mem::take(chain).points().to_vec()) else {
        return Vec::new();
    };
    let border = match &layout.border {
        Border::AnyOf(rings) if gesture.keys.ctrl => with(rings, ring),
        // Where only an odd number of rings is ground, one more in a ring is a hole.
        Border::OddOf(rings) if gesture.keys.ctrl => match with(rings, ring) {
            Border::AnyOf(rings) => Border::OddOf(rings),
            other => other,
        },
        _ => Border::AnyOf(vec![ring.into()]),
    };
    vec![Deed::Edit(Edit::one("Draw border", Change::Border(border)), Step::New)]
}

fn with(rings: &[Outline], ring: Vec<Point>) -> Border {
    Border::AnyOf(rings.iter().cloned().chain([ring.into()]).collect())
}

/// A ring becomes an obstacle that is selected then, or with Ctrl a hole in the obstacle around it.
pub(super) fn drawn(
    ring: Vec<Point>,
    keys: Keys,
    title: &'static str,
    scene: &Scene<'_>,
) -> Result<Vec<Deed>, Fault> {
    let layout = scene.layout.ok_or_else(|| Fault::new("there is no drawing"))?;
    if ring.iter().any(|&p| sound(p).is_none()) {
        return Err(Fault::new("it is too far out"));
    }
    if keys.ctrl {
        let edit = hole(&ring, scene)?;
        return Ok(vec![Deed::Edit(edit, Step::New)]);
    }
    let ring = counter_clockwise(ring).ok_or_else(|| Fault::new("it would have no inside"))?;
    let id = layout.next_id();
    let edit = Edit::one(title, Change::Obstacle(id, Some(Obstacle::new(ring))));
    let selection = Selection::of([Thing::Obstacle(id)]);
    Ok(vec![Deed::Edit(edit, Step::New), Deed::Choose(selection)])
}

/// Cutting a ring out of the smallest obstacle that has room for it.
pub(super) fn hole(ring: &[Point], scene: &Scene<'_>) -> Result<Edit, Fault> {
    let none = || Fault::new("there is no obstacle around it to cut a hole in");
    let layout = scene.layout.ok_or_else(none)?;
    let around = layout
        .obstacles
        .keys()
        .copied()
        .filter(|&id| scene.is_free(Thing::Obstacle(id)) && has_room(layout, id, ring));
    let size = |id: &ObstacleId| layout.bounds_of(Thing::Obstacle(*id)).diagonal();
    let smallest = around.min_by(|a, b| size(a).total_cmp(&size(b))).ok_or_else(none)?;
    arrange::make_hole(layout, scene.work, smallest, ring.to_vec()).ok_or_else(none)
}

/// Whether all corners of a ring lie on an obstacle, and none in one of its holes.
pub(super) fn has_room(layout: &Layout, id: ObstacleId, ring: &[Point]) -> bool {
    let Some(obstacle) = layout.obstacles.get(&id) else { return false };
    let is_on = |&p: &Point| {
        within(&obstacle.outline, p) != Within::Outside
            && obstacle.holes.iter().all(|hole| within(hole, p) != Within::Inside)
    };
    ring.iter().all(is_on)
}
