//! The map itself: what the pointer does there, and everything that is drawn on it.

use std::sync::Arc;

use egui::{PointerButton, Pos2, Rect, Response, Sense};

use crate::draw::{self, Ink, Legend, Mark, Pen, Shapes, Size, Theme};
use crate::geom::{Point, Segment};
use crate::layout::Layout;
use crate::mesh::Element;
use crate::search::{End, Trace};
use crate::text::{grouped, measure};
use crate::tool::{Act, Gesture, Keys};

use super::foreign::Watched;
use super::paint::WindowPen;
use super::widgets::number;
use super::{Action, App, compare, foreign, gpu, pick, pinned, scenario, sketch};

/// How close the pointer has to be to something to take hold of it, in points.
const REACH: f64 = 12.0;

/// How wide the legend is, with what is around it.
const LEGEND_WIDTH: f64 = Legend::WIDTH + 2.0 * LEGEND_MARGIN as f64;
/// How far its words are from its rim.
const LEGEND_MARGIN: f32 = 10.0;

/// The map, and what is drawn on it.
pub(super) fn canvas_ui(app: &mut App, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    let rect = ui.available_rect_before_wrap();
    let response = ui.allocate_rect(rect, Sense::click_and_drag());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Canvas, true, "Map canvas"));
    let (rect, right) = compare::halves(app, rect);
    let (width, height) = (rect.width().max(1.0) as u32, rect.height().max(1.0) as u32);
    let Ok(size) = Size::new(width, height) else { return };
    // What is in the lower right corner should not hide what somebody wants to see.
    let room = f64::from(rect.width()) - LEGEND_WIDTH;
    app.view.covered = if app.view.legend && 480.0 <= room { LEGEND_WIDTH } else { 0.0 };
    if let Some(bounds) = app.view.fit.take() {
        app.view.eye.fit(bounds, size, app.view.covered);
    }
    app.view.canvas = Some(size);
    let under = compare::under_pointer(ui, rect, right);
    look_around(app, ui, &response, under, size);
    point(app, ui, &response, under, size, wishes);
    scenario::prepare_heat(app, ui);
    paint(app, ui, rect, size);
    if let Some(right) = right {
        compare::paint_right(app, ui, right, size);
        compare::titles_ui(app, ui, rect, right);
    }
    if app.opened.is_none() && app.foreign.is_none() && !app.is_loading() {
        super::maps::empty_ui(app, ui, rect, wishes);
    }
    super::notices::notices_ui(&app.notices, ui, rect, app.dialog.is_some(), wishes);
}

/// Where a place in the window is in the picture.
fn picture_from_window(rect: Rect, at: Pos2) -> Point {
    Point::new(f64::from(at.x - rect.min.x), f64::from(at.y - rect.min.y))
}

/// Zooming with the wheel, moving the map with the other buttons.
fn look_around(app: &mut App, ui: &egui::Ui, response: &Response, rect: Rect, size: Size) {
    let eye = &mut app.view.eye;
    if let Some(at) = response.hover_pos() {
        let (scroll, pinch) =
            ui.ctx().input(|input| (input.smooth_scroll_delta(), input.zoom_delta()));
        let factor = f64::from(pinch) * (f64::from(scroll.y) * 0.005).exp();
        if factor != 1.0 {
            eye.zoom(size, picture_from_window(rect, at), factor);
        }
    }
    let moves = |button| response.dragged_by(button);
    if moves(PointerButton::Middle) || moves(PointerButton::Secondary) {
        let delta = response.drag_delta();
        eye.pan(size, Point::new(f64::from(delta.x), f64::from(delta.y)));
    }
}

/// What the pointer means for the tool in hand.
fn point(
    app: &mut App,
    ui: &egui::Ui,
    response: &Response,
    rect: Rect,
    size: Size,
    wishes: &mut Vec<Action>,
) {
    let camera = app.view.eye.camera(size);
    let world = |at: Pos2| camera.world_from_picture(picture_from_window(rect, at));
    app.view.pointer = response.hover_pos().or(response.interact_pointer_pos()).map(world);
    app.view.reach = REACH / camera.pixels_per_world();
    let (reach, keys) = (app.view.reach, held_keys(ui));
    let moves = |act, at: Pos2, moved: egui::Vec2| {
        Action::Gesture(Gesture { act, at: world(at), reach, keys }, moved)
    };
    let gesture = |act, at: Pos2| moves(act, at, egui::Vec2::ZERO);
    if response.secondary_clicked() {
        app.view.menu_at = app.view.pointer;
    }
    let here = app.view.menu_at;
    response.context_menu(|ui| {
        if let Some(here) = here {
            place_menu_ui(here, ui, wishes);
        }
    });
    // A click beside an open menu closes it, and means nothing else.
    let had_popup =
        std::mem::replace(&mut app.panels.had_popup, egui::Popup::is_any_open(ui.ctx()));
    let moved = ui.ctx().input(|input| input.pointer.delta());
    let Some(at) = response.interact_pointer_pos() else {
        if let Some(at) = response.hover_pos().filter(|_| moved != egui::Vec2::ZERO) {
            wishes.push(gesture(Act::Hover, at));
        }
        return;
    };
    if had_popup {
        return;
    }
    if response.double_clicked_by(PointerButton::Primary) {
        wishes.push(gesture(Act::DoubleClick, at));
    } else if response.clicked_by(PointerButton::Primary) {
        wishes.push(gesture(Act::Click, at));
    }
    if response.drag_started_by(PointerButton::Primary) {
        // It was pressed a few points before it counted as moved.
        let origin = ui.ctx().input(|input| input.pointer.press_origin()).unwrap_or(at);
        wishes.push(gesture(Act::Grab, origin));
        wishes.push(moves(Act::Drag, at, at - origin));
    } else if response.dragged_by(PointerButton::Primary) {
        wishes.push(moves(Act::Drag, at, moved));
    } else if response.drag_stopped_by(PointerButton::Primary) {
        wishes.push(moves(Act::Drop, at, moved));
    }
}

/// The keys that change what a gesture means.
pub(super) fn held_keys(ui: &egui::Ui) -> Keys {
    let held = ui.ctx().input(|input| input.modifiers);
    Keys { alt: held.alt, shift: held.shift, ctrl: held.command }
}

/// What can be done with a place.
fn place_menu_ui(here: Point, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    ui.weak(super::widgets::point(here));
    for (label, action) in [
        ("Start here", Action::SetEnd(End::Start, here)),
        ("Goal here", Action::SetEnd(End::Goal, here)),
        ("Select", Action::SelectAt(here)),
        ("Copy coordinates", Action::Copy(format!("{},{}", here.x, here.y))),
    ] {
        if ui.button(label).clicked() {
            wishes.push(action);
            ui.close();
        }
    }
}

fn paint(app: &App, ui: &egui::Ui, rect: Rect, size: Size) {
    let theme = if ui.visuals().dark_mode { Theme::Dark } else { Theme::Light };
    let painter = ui.painter_at(rect);
    if let Some(color) = theme.style(Ink::Background).fill {
        app.paint_paper(gpu::Paper::Map, &painter, rect, super::paint::color32(color));
    }
    let camera = app.view.eye.camera(size);
    let mut pen = WindowPen::new(&painter, rect.min, camera, theme);
    let mut said = paint_map(app, ui, rect, theme, &mut pen);
    scenario::paint_heat(app, &painter, rect.min, &camera, theme, &mut said);
    let is_behind = app.drawing.as_ref().is_some_and(|drawing| drawing.is_behind());
    if let Some(paper) = theme.style(Ink::Background).fill.filter(|_| is_behind) {
        // What is seen is the mesh before: a task is building the one of the drawing.
        painter.rect_filled(rect, 0.0, super::paint::color32(paper.faded(130)));
    }
    if let Some(trace) = app.trace().filter(|_| app.playback.shown) {
        if app.map.survey.is_some() {
            for ink in [Ink::ClosedFace, Ink::ClosedNode, Ink::PrunedNode, Ink::OpenNode] {
                said.add(ink);
            }
            said.append(draw::cone(trace, app.playback.cursor, &mut pen));
        } else {
            // No card paints nodes where there are no faces.
            said.append(draw::trace(trace, app.playback.cursor, &mut pen));
        }
        paint_caption(app.playback.cursor, trace, &mut pen);
    }
    if app.path_is_known() {
        said.append(super::verdict::paint(app, &mut pen));
    }
    paint_over(app, compare::Onto::Window, &mut pen, &mut said);
    paint_hovered(app, &mut pen);
    let bottom = f64::from(size.height()) - 14.0;
    if app.map.survey.is_some() || app.opened.is_some() || app.foreign.is_some() {
        draw::scale_bar(Point::new(16.0, bottom), 160.0, &mut pen);
    }
    if app.view.legend && !said.entries().is_empty() {
        paint_legend(&said, rect, &painter, &mut pen, ui);
    }
}

/// What lies over the map and the search, in the window and on paper.
pub(super) fn paint_over(app: &App, onto: compare::Onto, pen: &mut dyn Pen, said: &mut Legend) {
    // The mesh of ground around obstacles has no lanes: they are seen all the same.
    let is_beside =
        |layout: &&Layout| !layout.lanes.is_empty() && !app.work().shows_only_lanes(layout);
    if let Some(layout) = app.layout().filter(is_beside).filter(|_| app.map.survey.is_some()) {
        said.append(draw::lanes(&app.work().shown(layout), pen));
    }
    pinned::paint(app, pen, said);
    let live = app.pins.main().filter(|_| app.is_stale());
    match (app.route(), &app.foreign) {
        _ if live.is_some() && app.foreign.is_none() => {
            paint_ends(app, pen, said);
            let corners = live.map_or(&[][..], |live| live.corners());
            pen.stroke(Ink::Path, &Shapes::one(corners.iter().copied()));
            said.add(Ink::Path);
        }
        (Some(route), _) if app.path_is_known() => said.append(draw::path(route, pen)),
        (_, Some(foreign)) => foreign::paint_ends(foreign, app.path_is_known(), pen, said),
        _ => paint_ends(app, pen, said),
    }
    compare::paint(app, onto, pen, said);
    paint_selection(app, pen);
    sketch::paint(app, pen);
    if let Some(measured) = app.view.tool.measured() {
        paint_measure(measured, pen);
    }
}

fn paint_map(
    app: &App,
    ui: &egui::Ui,
    rect: Rect,
    theme: Theme,
    pen: &mut WindowPen<'_>,
) -> Legend {
    let mut look = app.view.look;
    if app.view.tool.draws() || app.view.hand_moves {
        // Faces get other ids with every change: they would only be in the way.
        look.layers = look.layers.without(draw::Layer::Ids);
    }
    let look = &look;
    let Some(survey) = &app.map.survey else {
        let shown = app.layout().map(|layout| app.work().shown(layout));
        return shown
            .map_or_else(Legend::default, |layout| draw::layout(&layout, look.layers, pen));
    };
    let Some(coloring) = &app.map.coloring else {
        return Legend::default();
    };
    let drawing = app.drawing.as_ref();
    if !app.has_card {
        let legend = draw::mesh(&survey.mesh, look, pen);
        if let Some((drawing, live)) = drawing.and_then(|drawing| Some((drawing, drawing.live()?)))
        {
            draw::patch(live, &drawing.changed(), look, pen);
        }
        return legend;
    }
    // What was searched may have been another map.
    let is_here = |watched: &Watched<'_>| Arc::ptr_eq(watched.ground.mesh(), &survey.mesh);
    let watched = app.watched().filter(|watched| app.playback.shown && is_here(watched));
    let paint = gpu::Paint {
        half: gpu::Half::Left,
        tiles: survey.tiles.clone(),
        marks: app.map.marks.clone(),
        patch: drawing.map(|drawing| drawing.patch().clone()).unwrap_or_default(),
        replay: watched.map(|it| (it.heard.replay.clone(), app.playback.cursor as u32)),
        camera: *pen.camera(),
        theme,
        layers: look.layers,
        fills: look.layers.has(draw::Layer::Faces) && look.color_by != draw::ColorBy::None,
    };
    ui.painter_at(rect).add(gpu::shape(rect, paint));
    draw::mesh_marks(&survey.mesh, &survey.tiles, coloring, look, pen);
    draw::mesh_legend(&survey.mesh, &survey.tiles, coloring, look)
}

/// What the event is about at which the replay stands, in the upper left corner.
pub(super) fn paint_caption(cursor: usize, trace: &Trace, pen: &mut dyn Pen) {
    let Some(event) = trace.event(cursor) else { return };
    let mut text = format!("{}: {}", grouped(cursor + 1), super::events::kind_title(event.kind));
    if let Some(node) = event.node {
        text += &format!(", f {}, g {}", number(node.seen.f), number(node.seen.g));
    }
    let place = pen.camera().world_from_picture(Point::new(16.0, 20.0));
    pen.text(Ink::Label, place, draw::Anchor::Start, 14.0, &text);
}

/// The ends of a query that has no answer yet.
pub(super) fn paint_ends(app: &App, pen: &mut dyn Pen, said: &mut Legend) {
    let ends = app.inquiry.ends;
    if let Some(start) = ends.start {
        pen.mark(Ink::Start, start, Mark::Disc, 12.0);
        said.add(Ink::Start);
    }
    if let Some(goal) = ends.goal {
        pen.mark(Ink::Goal, goal, Mark::Diamond, 14.0);
        said.add(Ink::Goal);
    }
}

/// The face under the pointer: the one that the inspector tells of while nothing is selected.
fn paint_hovered(app: &App, pen: &mut dyn Pen) {
    if app.view.tool.draws() || app.view.hand_moves {
        return;
    }
    let (Some(survey), Some(at), None) = (&app.map.survey, app.view.pointer, app.view.selection)
    else {
        return;
    };
    if let Some(Element::Face(face)) = pick::element_at(survey, at, 0.0) {
        let face = survey.mesh.face(face);
        pen.stroke(Ink::Hovered, &Shapes::one(face.points().chain(face.points().next())));
    }
}

fn paint_selection(app: &App, pen: &mut dyn Pen) {
    let (Some(survey), Some(selection)) = (&app.map.survey, app.view.selection) else { return };
    let mesh = &survey.mesh;
    match selection {
        Element::Vertex(vertex) => pen.mark(Ink::Selection, mesh.point(vertex), Mark::Disc, 10.0),
        Element::Face(face) => {
            let points = mesh.face(face).points();
            let first = mesh.face(face).points().next();
            pen.stroke(Ink::Selection, &Shapes::one(points.chain(first)));
        }
        Element::Side(face, side) => {
            let Segment { from, to } = mesh.face(face).segment(side as usize);
            pen.stroke(Ink::Selection, &Shapes::one([from, to]));
        }
        Element::Link(link) => {
            if let Some(link) = mesh.links().get(link as usize) {
                pen.stroke(Ink::Selection, &Shapes::one([link.segment.from, link.segment.to]));
            }
        }
        Element::File | Element::Record(_) | Element::Outline(_) | Element::Instance(_) => {}
    }
    // Small things are easily overlooked.
    if let Some(bounds) = pick::bounds(mesh, selection) {
        let pixels = bounds.diagonal() * pen.camera().pixels_per_world();
        if pixels < 12.0 {
            let middle = bounds.min + (bounds.max - bounds.min) * 0.5;
            let around = ring(pen, middle, 14.0);
            pen.stroke(Ink::Selection, &around);
        }
    }
}

/// A circle of so many pixels around a point.
fn ring(pen: &dyn Pen, middle: Point, pixels: f64) -> Shapes {
    const N_CORNERS: u32 = 32;
    let radius = pixels / pen.camera().pixels_per_world();
    Shapes::one((0..=N_CORNERS).map(|i| {
        let turn = f64::from(i) * std::f64::consts::TAU / f64::from(N_CORNERS);
        middle + Point::new(turn.cos(), turn.sin()) * radius
    }))
}

fn paint_measure(measured: Segment, pen: &mut dyn Pen) {
    let Segment { from, to } = measured;
    pen.stroke(Ink::Measure, &Shapes::one([from, to]));
    for end in [from, to] {
        pen.mark(Ink::Measure, end, Mark::Disc, 6.0);
    }
    let along = to - from;
    let degrees = along.y.atan2(along.x).to_degrees();
    let text = format!("{}  ({:.1}°)", measure(measured.length()), degrees);
    let above = pen.camera().picture_from_world(from + along * 0.5) - Point::new(0.0, 14.0);
    let above = pen.camera().world_from_picture(above);
    pen.text(Ink::Label, above, draw::Anchor::Middle, 13.0, &text);
}

fn paint_legend(
    said: &Legend,
    rect: Rect,
    painter: &egui::Painter,
    pen: &mut WindowPen<'_>,
    ui: &egui::Ui,
) {
    const LINE: f32 = 19.0;
    let room = rect.height() - 60.0;
    let height = (said.entries().len() as f32 * LINE).min((room / LINE).floor() * LINE);
    let size = egui::vec2(LEGEND_WIDTH as f32, height + 2.0 * LEGEND_MARGIN);
    if rect.width() < size.x * 2.0 || height < LINE {
        return;
    }
    let place = Rect::from_min_size(rect.max - size - egui::vec2(12.0, 12.0), size);
    let fill = ui.visuals().window_fill().gamma_multiply(0.92);
    painter.rect(
        place,
        6.0,
        fill,
        ui.visuals().widgets.noninteractive.bg_stroke,
        egui::StrokeKind::Inside,
    );
    let at = picture_from_window(rect, place.min + egui::Vec2::splat(LEGEND_MARGIN));
    draw::legend(said, at, f64::from(height) + 0.5, pen);
}
