//! Changing corners one by one.

use crate::document::{Change, Edit};
use crate::geom::{Point, Side, turning};
use crate::layout::lane::{Lane, LaneId, LaneVertex};
use crate::layout::work::{Thing, Work};
use crate::layout::{Layout, Outline};

use super::super::held::is_free;
use super::super::rings::{counter_clockwise, is_closed, ring, sound};
use super::super::{Corner, Selection};

/// Puts a new corner on the piece that starts at a corner; and what is selected then.
pub fn insert_vertex(
    layout: &Layout,
    work: &Work,
    before: Corner,
    at: Point,
) -> Option<(Edit, Selection)> {
    let mut points = points(layout, work, before)?;
    let at = sound(at)?;
    let is_inside = before.index < points.len();
    if !is_inside || (!is_closed(before.thing) && before.index + 1 == points.len()) {
        return None;
    }
    let next = points[(before.index + 1) % points.len()];
    if at == points[before.index] || at == next {
        return None;
    }
    let index = before.index + 1;
    points.insert(index, at);
    // On an edge it changes nothing about which way the ring runs, unless the ring is as thin as rounding is wide.
    if is_closed(before.thing) && turning(&points) != Side::Left {
        return None;
    }
    let edit = Edit::one("Insert vertex", replaced(layout, before, points.into())?);
    Some((edit, Selection::corner_of(Corner { index, ..before })))
}

/// Takes a corner away; with the third last one its hole, obstacle or wall goes.
pub fn delete_vertex(layout: &Layout, work: &Work, corner: Corner) -> Option<Edit> {
    let mut points = points(layout, work, corner)?;
    if points.len() <= corner.index {
        return None;
    }
    points.remove(corner.index);
    let change = match (corner.thing, corner.ring) {
        (Thing::Obstacle(id), 0) => match counter_clockwise(points) {
            Some(points) => replaced(layout, corner, points.into())?,
            None => Change::Obstacle(id, None),
        },
        (Thing::Obstacle(id), n) => {
            let mut obstacle = layout.obstacles.get(&id)?.clone();
            match counter_clockwise(points) {
                Some(points) => *obstacle.holes.get_mut(n - 1)? = points.into(),
                None => drop(obstacle.holes.remove(n - 1)),
            }
            Change::Obstacle(id, Some(obstacle))
        }
        (Thing::Wall(id), _) if points.len() < 2 => Change::Wall(id, None),
        _ => replaced(layout, corner, points.into())?,
    };
    Some(Edit::one("Delete vertex", change))
}

/// Puts a corner somewhere else; and what is selected then, as a ring that turns inside out is numbered backwards.
pub fn move_vertex(
    layout: &Layout,
    work: &Work,
    corner: Corner,
    to: Point,
) -> Option<(Edit, Selection)> {
    let mut points = points(layout, work, corner)?;
    *points.get_mut(corner.index)? = sound(to)?;
    let n_points = points.len();
    let (points, index) = if is_closed(corner.thing) {
        let kept = points.clone();
        let turned = counter_clockwise(points)?;
        let index = if turned == kept { corner.index } else { n_points - 1 - corner.index };
        (turned, index)
    } else {
        (points, corner.index)
    };
    let edit = Edit::one("Move vertex", replaced(layout, corner, points.into())?);
    Some((edit, Selection::corner_of(Corner { index, ..corner })))
}

/// Puts a vertex on a lane, so that it becomes two; and what is selected then.
pub fn split_lane(
    layout: &Layout,
    work: &Work,
    id: LaneId,
    at: Point,
) -> Option<(Edit, Selection)> {
    let lane = *layout.lanes.lanes.get(&id)?;
    let ends = layout.lanes.ends(&lane)?;
    let at = sound(at)?;
    if !is_free(layout, work, Thing::Lane(id)) || ends.contains(&at) {
        return None;
    }
    let vertex = layout.fresh_lane_vertices().next()?;
    let second = layout.fresh_lanes().next()?;
    let [from, to] = lane.ends;
    let changes = vec![
        Change::LaneVertex(vertex, Some(LaneVertex { name: String::new(), at })),
        Change::Lane(id, Some(Lane { ends: [from, vertex], ..lane })),
        Change::Lane(second, Some(Lane { ends: [vertex, to], ..lane })),
    ];
    let edit = Edit { title: "Split lane".into(), changes };
    Some((edit, Selection::of([Thing::LaneVertex(vertex)])))
}

/// The points among which a corner is, if they may be changed.
fn points(layout: &Layout, work: &Work, corner: Corner) -> Option<Vec<Point>> {
    let points = ring(layout, corner)?;
    is_free(layout, work, corner.thing).then(|| points.to_vec())
}

/// What becomes of a thing when one of its rings is replaced.
fn replaced(layout: &Layout, which: Corner, points: Outline) -> Option<Change> {
    match which.thing {
        Thing::Wall(id) => Some(Change::Wall(id, Some(points))),
        Thing::Obstacle(id) => {
            let mut obstacle = layout.obstacles.get(&id)?.clone();
            match which.ring.checked_sub(1) {
                None => obstacle.outline = points,
                Some(hole) => *obstacle.holes.get_mut(hole)? = points,
            }
            Some(Change::Obstacle(id, Some(obstacle)))
        }
        Thing::LaneVertex(_) | Thing::Lane(_) => None,
    }
}
