//! What is drawn over a drawing while somebody works on it: outlines, the selection with its handles, what is in hand.

use crate::draw::{self, Anchor, Ink, Mark, Pen, Shapes};
use crate::geom::{Aabb, Point};
use crate::layout::Layout;
use crate::layout::work::Thing;
use crate::text::{capitalized, measure};
use crate::tool::{self, Grip, Shape, Sketch, SnapTo, Tool, rings};

use super::App;

/// So many outlines are drawn, and no more.
const MOST_OUTLINES: usize = 2_000;

/// Everything over a drawing.
pub(super) fn paint(app: &App, pen: &mut dyn Pen) {
    let scene = app.scene();
    if let Some(layout) = scene.layout {
        outlines(app, layout, pen);
        corridors(app, pen);
        selection(app, layout, pen);
    }
    if let Some(sketch) = app.view.tool.sketch(&scene) {
        in_hand(&sketch, pen);
    }
}

/// Outlines as they were drawn, where the mesh does not show them: with a radius, in what is not built, and off the
/// ground.
fn outlines(app: &App, layout: &Layout, pen: &mut dyn Pen) {
    let shows_all = layout.agent.radius != 0.0 || layout.region.is_some();
    let border = layout.border.rings();
    if !shows_all && border.is_empty() {
        return;
    }
    let ground = Aabb::around(border.iter().flat_map(|ring| ring.iter().copied()));
    let visible = pen.camera().visible();
    let mut lines = Shapes::default();
    let seen = layout.things_with_bounds().filter(|(thing, bounds)| {
        let is_wanted = shows_all || !(ground.holds(bounds.min) && ground.holds(bounds.max));
        is_wanted && bounds.touches(visible) && !app.work().hidden.contains(thing)
    });
    for (thing, _) in seen.take(MOST_OUTLINES) {
        add_rings(layout, thing, &mut lines);
    }
    pen.stroke(Ink::Outline, &lines);
    if let Some(region) = layout.region {
        pen.stroke(Ink::Outline, &Shapes::one(draw::box_ring(region)));
    }
}

/// Where the radius has closed a way.
fn corridors(app: &App, pen: &mut dyn Pen) {
    let mut lines = Shapes::default();
    app.map.corridors.iter().for_each(|corridor| lines.line(corridor.from, corridor.to));
    pen.stroke(Ink::Fault, &lines);
    for corridor in app.map.corridors.iter().take(40) {
        let middle = corridor.from + (corridor.to - corridor.from) * 0.5;
        let text = format!("closed: {} wide", measure(corridor.length()));
        pen.text(Ink::Label, middle, Anchor::Middle, 12.0, &text);
    }
}

/// The rings of a thing, closed where they are.
fn add_rings(layout: &Layout, thing: Thing, lines: &mut Shapes) {
    match thing {
        Thing::Lane(id) => {
            let ends = layout.lanes.lanes.get(&id).and_then(|lane| layout.lanes.ends(lane));
            if let Some([from, to]) = ends {
                lines.line(from, to);
            }
        }
        _ => {
            for ring in rings::rings(layout, thing) {
                let first = ring.first().copied().filter(|_| rings::is_closed(thing));
                lines.push(ring.iter().copied().chain(first));
            }
        }
    }
}

/// What is selected, with what one can take hold of.
fn selection(app: &App, layout: &Layout, pen: &mut dyn Pen) {
    let chosen = &app.view.things;
    if chosen.is_empty() {
        return;
    }
    let mut lines = Shapes::default();
    for &thing in chosen.things().iter().take(MOST_OUTLINES) {
        add_rings(layout, thing, &mut lines);
        if let (Thing::LaneVertex(_), bounds) = (thing, layout.bounds_of(thing)) {
            pen.mark(Ink::Selection, bounds.min, Mark::Disc, 10.0);
        }
    }
    pen.stroke(Ink::Selection, &lines);
    // Where they would cover each other there is no telling which is which.
    let room = |ring: &[Point]| {
        let bounds = Aabb::around(ring.iter().copied());
        let pixels = (bounds.width() + bounds.height()) * pen.camera().pixels_per_world();
        8.0 * ring.len() as f64 <= 2.0 * pixels
    };
    let single = chosen.single().filter(|&thing| rings::rings(layout, thing).all(|it| room(it)));
    if let Some(thing) = single {
        for ring in rings::rings(layout, thing) {
            ring.iter().take(MOST_OUTLINES).for_each(|&at| {
                pen.mark(Ink::Handle, at, Mark::Disc, 6.0);
            });
        }
    }
    let corner = chosen.corner().and_then(|corner| {
        rings::ring(layout, corner).and_then(|ring| ring.get(corner.index).copied())
    });
    if let Some(at) = corner {
        pen.mark(Ink::Selection, at, Mark::Disc, 11.0);
    }
    if !matches!(app.view.tool, Tool::Select(_)) {
        return;
    }
    for handle in tool::handles(&app.scene(), app.view.reach) {
        match handle.grip {
            Grip::Corner(_) => {}
            Grip::Scale { .. } => pen.mark(Ink::Handle, handle.at, Mark::Diamond, 10.0),
            Grip::Rotate { .. } => pen.mark(Ink::Handle, handle.at, Mark::Disc, 10.0),
        }
    }
}

/// What a tool has in hand.
fn in_hand(sketch: &Sketch, pen: &mut dyn Pen) {
    let ring = |points: &[Point]| {
        let first = points.first().copied().filter(|_| sketch.closed);
        Shapes::one(points.iter().copied().chain(first))
    };
    if sketch.closed && 2 < sketch.points.len() && sketch.fault.is_none() {
        pen.fill(Ink::Sketch, &Shapes::one(sketch.points.iter().copied()));
    }
    pen.stroke(Ink::Sketch, &ring(&sketch.points));
    if !matches!(sketch.shape, Shape::Selecting(_) | Shape::Box(_) | Shape::Circle { .. }) {
        sketch.points.iter().for_each(|&at| pen.mark(Ink::Sketch, at, Mark::Disc, 6.0));
    }
    if let Some(fault) = &sketch.fault {
        let mut pieces = Shapes::default();
        fault.pieces.iter().for_each(|piece| pieces.line(piece.from, piece.to));
        pen.stroke(Ink::Fault, &pieces);
    }
    if let Some(snapped) = sketch.snapped.filter(|snapped| snapped.to.is_some()) {
        if let Some(SnapTo::Edge(edge)) = snapped.to {
            pen.stroke(Ink::Hovered, &Shapes::one([edge.from, edge.to]));
        }
        if let Some(SnapTo::Angle { from, .. }) = snapped.to {
            pen.stroke(Ink::Hovered, &Shapes::one([from, snapped.at]));
        }
        pen.mark(Ink::Hovered, snapped.at, Mark::Diamond, 10.0);
    }
    words(sketch, pen);
}

/// How long the piece in hand is and where it leads; or what is wrong with it.
fn words(sketch: &Sketch, pen: &mut dyn Pen) {
    let Some(at) = sketch.snapped.map(|snapped| snapped.at).or(sketch.points.last().copied())
    else {
        return;
    };
    let text = match (&sketch.fault, sketch.shape) {
        (Some(fault), _) => capitalized(&fault.reason),
        (None, Shape::Box(bounds)) => {
            format!("{} by {}", measure(bounds.width()), measure(bounds.height()))
        }
        (None, Shape::Circle { radius, .. }) => format!("radius {}", measure(radius)),
        (None, Shape::Selecting(_)) => return,
        (None, Shape::Chain | Shape::Lane { .. }) => match (sketch.length(), sketch.degrees()) {
            (Some(length), Some(degrees)) => format!("{}  ({degrees:.1}°)", measure(length)),
            _ => return,
        },
    };
    let beside = pen.camera().picture_from_world(at) + Point::new(14.0, -16.0);
    let beside = pen.camera().world_from_picture(beside);
    pen.text(Ink::Label, beside, Anchor::Start, 13.0, &text);
}
