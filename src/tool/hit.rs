//! What of a drawing is under the hand.

use crate::geom::{Aabb, Point, Segment, Within, within};
use crate::layout::Layout;
use crate::layout::work::Thing;

use super::rings::{is_closed, pieces, rings};
use super::{Corner, Scene};

/// The thing on top at a point, of those that pass: the smallest, or of equals the last.
pub fn topmost(
    at: Point,
    reach: f64,
    scene: &Scene<'_>,
    passes: impl Fn(Thing) -> bool,
) -> Option<Thing> {
    let layout = scene.layout?;
    let near = layout.things_with_bounds().filter(|&(thing, bounds)| {
        let further = width_of(layout, thing) / 2.0;
        bounds.inflated(reach.max(further)).holds(at)
            && scene.shows(thing)
            && passes(thing)
            && is_hit(layout, thing, at, reach)
    });
    let sized = near.map(|(thing, bounds)| (thing, bounds.diagonal()));
    let smallest = sized
        .min_by(|(a, size_of_a), (b, size_of_b)| size_of_a.total_cmp(size_of_b).then(b.cmp(a)));
    smallest.map(|(thing, _)| thing)
}

/// Everything seen that lies wholly in a box.
pub fn inside(bounds: Aabb, scene: &Scene<'_>) -> impl Iterator<Item = Thing> {
    let things = scene.layout.into_iter().flat_map(Layout::things_with_bounds);
    let is_inside = move |it: Aabb| !it.is_empty() && bounds.holds(it.min) && bounds.holds(it.max);
    things.filter(move |&(thing, it)| is_inside(it) && scene.shows(thing)).map(|(thing, _)| thing)
}

/// The corner of a thing that is closest to a point, within reach.
pub fn corner(at: Point, reach: f64, thing: Thing, layout: &Layout) -> Option<Corner> {
    let corners = rings(layout, thing).enumerate().flat_map(|(ring, points)| {
        let corner = move |index| Corner { thing, ring, index };
        points.iter().enumerate().map(move |(index, p)| (p.distance(at), corner(index)))
    });
    closest(corners, reach)
}

/// The piece of a thing's rings that is closest to a point, within reach, as the corner that it starts at.
pub fn edge(at: Point, reach: f64, thing: Thing, layout: &Layout) -> Option<Corner> {
    let edges = rings(layout, thing).enumerate().flat_map(|(ring, points)| {
        let corner = move |index| Corner { thing, ring, index };
        let edges = pieces(points, is_closed(thing)).enumerate();
        edges.map(move |(index, edge)| (edge.distance(at), corner(index)))
    });
    closest(edges, reach)
}

fn closest(found: impl Iterator<Item = (f64, Corner)>, reach: f64) -> Option<Corner> {
    let near = found.filter(|(distance, _)| *distance <= reach);
    near.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, corner)| corner)
}

fn width_of(layout: &Layout, thing: Thing) -> f64 {
    match thing {
        Thing::Lane(id) => layout.lanes.lanes.get(&id).map_or(0.0, |lane| lane.width),
        Thing::Obstacle(_) | Thing::Wall(_) | Thing::LaneVertex(_) => 0.0,
    }
}

fn is_hit(layout: &Layout, thing: Thing, at: Point, reach: f64) -> bool {
    match thing {
        Thing::Obstacle(id) => layout.obstacles.get(&id).is_some_and(|obstacle| {
            let in_hole = || obstacle.holes.iter().any(|hole| within(hole, at) == Within::Inside);
            (within(&obstacle.outline, at) != Within::Outside && !in_hole())
                || edge(at, reach, thing, layout).is_some()
        }),
        Thing::Wall(_) => {
            edge(at, reach, thing, layout).or(corner(at, reach, thing, layout)).is_some()
        }
        Thing::LaneVertex(id) => {
            layout.lanes.vertices.get(&id).is_some_and(|vertex| vertex.at.distance(at) <= reach)
        }
        Thing::Lane(id) => {
            let ends = layout.lanes.lanes.get(&id).and_then(|lane| layout.lanes.ends(lane));
            let reach = reach.max(width_of(layout, thing) / 2.0);
            ends.is_some_and(|[from, to]| Segment::new(from, to).distance(at) <= reach)
        }
    }
}
