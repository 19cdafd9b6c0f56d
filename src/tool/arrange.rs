//! What can be done to what is selected, for tools, commands and panels alike. What is locked or hidden stays as it is;
//! where nothing would change, there is no edit.

use crate::document::{Change, Edit};
use crate::geom::Point;
use crate::layout::lane::LaneVertex;
use crate::layout::work::{Thing, Work};
use crate::layout::{Layout, Obstacle, ObstacleId};

use super::Selection;
use super::clipboard::{added, part};
use super::held::{Held, is_free, words};
use super::ring::has_room;
use super::rings::{counter_clockwise, sound};

mod corners;

pub use corners::{delete_vertex, insert_vertex, move_vertex, split_lane};

/// Takes away what is selected: a corner, or whole things.
pub fn delete(layout: &Layout, work: &Work, selection: &Selection) -> Option<Edit> {
    if let Some(corner) = selection.corner() {
        return delete_vertex(layout, work, corner);
    }
    let free = |thing: &Thing| is_free(layout, work, *thing);
    let things = selection.things().iter().copied().filter(free).collect();
    let lonely = lonely_vertices(layout, work, &things);
    let changes: Vec<Change> = things.iter().copied().chain(lonely).map(Change::gone).collect();
    let title = format!("Delete {}", words(&things)).into();
    (!changes.is_empty()).then_some(Edit { title, changes })
}

/// Nameless lane vertices that no lane would end at any more: nobody drew them for themselves.
fn lonely_vertices(
    layout: &Layout,
    work: &Work,
    deleted: &std::collections::BTreeSet<Thing>,
) -> Vec<Thing> {
    let lanes = &layout.lanes.lanes;
    let of_deleted = deleted.iter().filter_map(|thing| match thing {
        Thing::Lane(id) => lanes.get(id),
        _ => None,
    });
    let mut ends: Vec<_> = of_deleted.flat_map(|lane| lane.ends).collect();
    ends.sort_unstable();
    ends.dedup();
    ends.retain(|end| {
        let vertex = Thing::LaneVertex(*end);
        let is_kept = lanes
            .iter()
            .any(|(id, lane)| lane.ends.contains(end) && !deleted.contains(&Thing::Lane(*id)));
        let is_named = layout.lanes.vertices.get(end).is_some_and(|it| !it.name.is_empty());
        // A vertex that is locked keeps its place; so does one that goes anyway.
        let is_free = !work.locked.contains(&vertex) && !work.hidden.contains(&vertex);
        !is_kept && !is_named && is_free && !deleted.contains(&vertex)
    });
    ends.into_iter().map(Thing::LaneVertex).collect()
}

/// Draws what is selected once more, this far away; and what is selected then.
pub fn duplicate(layout: &Layout, selection: &Selection, by: Point) -> Option<(Edit, Selection)> {
    let title = format!("Duplicate {}", words(selection.things()));
    let (changes, copies) = added(layout, &part(layout, selection), by)?;
    Some((Edit { title: title.into(), changes }, copies))
}

/// Moves what is selected.
pub fn nudge(layout: &Layout, work: &Work, selection: &Selection, by: Point) -> Option<Edit> {
    let held = Held::of(layout, work, selection);
    let title = format!("Move {}", held.words()).into();
    Some(Edit { title, changes: held.moved(sound(by)?)? })
}

/// Moves what is selected so that the lower left corner of the box around it is somewhere else.
pub fn move_to(layout: &Layout, work: &Work, selection: &Selection, to: Point) -> Option<Edit> {
    let held = Held::of(layout, work, selection);
    let min = Some(held.bounds()).filter(|bounds| !bounds.is_empty())?.min;
    let title = format!("Move {}", held.words()).into();
    Some(Edit { title, changes: held.moved(sound(to)? - min)? })
}

/// Turns what is selected around a point, counter-clockwise.
pub fn rotate(
    layout: &Layout,
    work: &Work,
    selection: &Selection,
    degrees: f64,
    center: Point,
) -> Option<Edit> {
    let held = Held::of(layout, work, selection);
    let title = format!("Rotate {}", held.words()).into();
    Some(Edit { title, changes: held.mapped(turned(degrees, center))? })
}

/// Scales what is selected away from a point, along each axis by a factor of its own; negative factors mirror it.
pub fn scale(
    layout: &Layout,
    work: &Work,
    selection: &Selection,
    factors: Point,
    center: Point,
) -> Option<Edit> {
    let held = Held::of(layout, work, selection);
    let title = format!("Scale {}", held.words()).into();
    Some(Edit { title, changes: held.mapped(scaled(factors, center))? })
}

/// Where points are after a turn.
pub(super) fn turned(degrees: f64, center: Point) -> impl Fn(Point) -> Point {
    // A quarter of a turn keeps whole numbers whole.
    let (sin, cos) = match degrees.rem_euclid(360.0) {
        0.0 => (0.0, 1.0),
        90.0 => (1.0, 0.0),
        180.0 => (0.0, -1.0),
        270.0 => (-1.0, 0.0),
        degrees => degrees.to_radians().sin_cos(),
    };
    move |p| {
        let arm = p - center;
        center + Point::new(arm.x * cos - arm.y * sin, arm.x * sin + arm.y * cos)
    }
}

/// Where points are after scaling.
pub(super) fn scaled(factors: Point, center: Point) -> impl Fn(Point) -> Point {
    move |p| {
        let arm = p - center;
        center + Point::new(arm.x * factors.x, arm.y * factors.y)
    }
}

/// Calls an obstacle or a lane vertex something else; other things have no names.
pub fn rename(layout: &Layout, work: &Work, thing: Thing, name: &str) -> Option<Edit> {
    if !is_free(layout, work, thing) {
        return None;
    }
    let name = name.to_owned();
    let change = match thing {
        Thing::Obstacle(id) => {
            let obstacle = layout.obstacles.get(&id).filter(|it| it.name != name)?;
            Change::Obstacle(id, Some(Obstacle { name, ..obstacle.clone() }))
        }
        Thing::LaneVertex(id) => {
            let vertex = layout.lanes.vertices.get(&id).filter(|it| it.name != name)?;
            Change::LaneVertex(id, Some(LaneVertex { name, at: vertex.at }))
        }
        Thing::Wall(_) | Thing::Lane(_) => return None,
    };
    Some(Edit::one(format!("Rename {}", words(&[thing].into())), change))
}

/// Makes the lanes that are selected this wide.
pub fn set_width(layout: &Layout, work: &Work, selection: &Selection, width: f64) -> Option<Edit> {
    let width = crate::geom::coordinate(width).filter(|width| 0.0 < *width)?;
    let lanes = selection.things().iter().filter_map(|&thing| match thing {
        Thing::Lane(id) if is_free(layout, work, thing) => {
            let lane = layout.lanes.lanes.get(&id).filter(|lane| lane.width != width)?;
            Some(Change::Lane(id, Some(crate::layout::lane::Lane { width, ..*lane })))
        }
        _ => None,
    });
    let changes: Vec<Change> = lanes.collect();
    (!changes.is_empty()).then(|| Edit { title: "Change lane width".into(), changes })
}

/// Cuts a hole into an obstacle; all its corners have to lie on the obstacle.
pub fn make_hole(layout: &Layout, work: &Work, id: ObstacleId, ring: Vec<Point>) -> Option<Edit> {
    let is_sound = ring.iter().all(|&p| sound(p) == Some(p));
    if !is_sound || !is_free(layout, work, Thing::Obstacle(id)) || !has_room(layout, id, &ring) {
        return None;
    }
    let ring = counter_clockwise(ring)?;
    let mut obstacle = layout.obstacles.get(&id)?.clone();
    obstacle.holes.push(ring.into());
    Some(Edit::one("Cut hole", Change::Obstacle(id, Some(obstacle))))
}
