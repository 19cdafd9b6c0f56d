//! From a drawing and the work on it to text.

use std::fmt::Write as _;

use crate::geom::{Aabb, Point};
use crate::layout::lane::{Lane, LaneId, LaneVertex, LaneVertexId};
use crate::layout::work::{Pin, Thing, Work};
use crate::layout::{Agent, Border, Layout, Obstacle, ObstacleId};

use super::super::loss::Written;
use super::words_for;

/// Writes what a person has drawn, and the work on it; nothing is lost.
///
/// Left out is what cannot be read again because it means nothing: a lane without its vertices, a lock on nothing.
pub fn write(layout: &Layout, work: &Work) -> Written {
    let mut text = "wayglass 1\n".to_owned();
    write_drawing(&mut text, layout);
    write_work(&mut text, layout, work);
    Written { bytes: text.into_bytes(), losses: Vec::new() }
}

fn write_drawing(text: &mut String, layout: &Layout) {
    let Layout { border: ground, obstacles, walls, lanes, agent: walker, region } = layout;
    agent(text, *walker);
    if let Some(region) = region.filter(is_finite) {
        area(text, "region", region);
    }
    border(text, ground);
    obstacles.iter().for_each(|(id, it)| obstacle(text, *id, it));
    walls.iter().for_each(|(id, it)| wall(text, *id, it));
    lanes.vertices.iter().for_each(|(id, it)| lane_vertex(text, *id, it));
    let is_whole = |it: &Lane| it.ends.iter().all(|end| lanes.vertices.contains_key(end));
    let whole = lanes.lanes.iter().filter(|(_, it)| is_whole(it));
    whole.for_each(|(id, it)| lane(text, *id, it));
}

fn write_work(text: &mut String, layout: &Layout, work: &Work) {
    let Work { pins, view, y_down, locked, hidden } = work;
    if *y_down {
        line(text, format_args!("y down"));
    }
    // One can look further than anything may be drawn.
    if let Some(view) = view.filter(is_finite).map(Aabb::within_limit) {
        area(text, "view", view);
    }
    pins.iter().for_each(|it| pin(text, it));
    for (mark, things) in [("locked", locked), ("hidden", hidden)] {
        for thing in things.iter().filter(|thing| is_written(layout, **thing)) {
            let (kind, id) = words_for(*thing);
            line(text, format_args!("{mark} {kind} {id}"));
        }
    }
}

pub(super) fn agent(text: &mut String, agent: Agent) {
    line(text, format_args!("agent {} {}", agent.radius, agent.corners.name()));
}

pub(super) fn area(text: &mut String, keyword: &str, Aabb { min, max }: Aabb) {
    line(text, format_args!("{keyword} {} {} {} {}", min.x, min.y, max.x, max.y));
}

pub(super) fn border(text: &mut String, border: &Border) {
    match border {
        Border::Box { margin } => line(text, format_args!("border box {margin}")),
        Border::AnyOf(_) => line(text, format_args!("border any")),
        Border::OddOf(_) => line(text, format_args!("border odd")),
    }
    border.rings().iter().for_each(|ring| points(text, "ring", ring));
}

pub(super) fn obstacle(text: &mut String, id: ObstacleId, obstacle: &Obstacle) {
    line(text, format_args!("obstacle {} {}", id.0, quoted(&obstacle.name)));
    points(text, "outline", &obstacle.outline);
    obstacle.holes.iter().for_each(|hole| points(text, "hole", hole));
}

pub(super) fn wall(text: &mut String, id: ObstacleId, wall: &[Point]) {
    line(text, format_args!("wall {}", id.0));
    points(text, "line", wall);
}

pub(super) fn lane_vertex(text: &mut String, id: LaneVertexId, vertex: &LaneVertex) {
    let LaneVertex { name, at } = vertex;
    line(text, format_args!("lane-vertex {} {} {} {}", id.0, at.x, at.y, quoted(name)));
}

pub(super) fn lane(text: &mut String, id: LaneId, lane: &Lane) {
    let Lane { ends: [from, to], width } = lane;
    line(text, format_args!("lane {} {} {} {width}", id.0, from.0, to.0));
}

pub(super) fn pin(text: &mut String, pin: &Pin) {
    let Pin { name, start, goal, cost } = pin;
    let (name, [Point { x: x0, y: y0 }, Point { x: x1, y: y1 }]) = (quoted(name), [start, goal]);
    match cost.filter(|cost| cost.is_finite()) {
        Some(cost) => line(text, format_args!("pin {name} {x0} {y0} {x1} {y1} {cost}")),
        None => line(text, format_args!("pin {name} {x0} {y0} {x1} {y1} -")),
    }
}

/// A box around nothing has no place.
pub(super) fn is_finite(Aabb { min, max }: &Aabb) -> bool {
    [min.x, min.y, max.x, max.y].iter().all(|value| value.is_finite())
}

fn is_written(layout: &Layout, thing: Thing) -> bool {
    let ends = |id| layout.lanes.lanes.get(&id).and_then(|lane| layout.lanes.ends(lane));
    match thing {
        Thing::Lane(id) => ends(id).is_some(),
        _ => layout.has(thing),
    }
}

pub(super) fn line(text: &mut String, words: std::fmt::Arguments<'_>) {
    // Writing into memory cannot fail.
    let _ = writeln!(text, "{words}");
}

fn points(text: &mut String, keyword: &str, points: &[Point]) {
    text.push_str("  ");
    text.push_str(keyword);
    for Point { x, y } in points {
        let _ = write!(text, " {x} {y}");
    }
    text.push('\n');
}

fn quoted(name: &str) -> String {
    serde_json::Value::from(name).to_string()
}
