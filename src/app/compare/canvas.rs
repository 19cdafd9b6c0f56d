//! The other side on the canvas: its path over the map, or all of it on the right half.

use std::sync::Arc;

use egui::{Rect, vec2};

use crate::draw::{self, Ink, Layer, Legend, Pen, Shapes, Size, Theme};

use super::super::inquiry::Reply;
use super::super::paint::{WindowPen, color32};
use super::super::survey::Surveyed;
use super::super::{App, canvas as map, gpu};
use super::changes::{Here, paint_here, paint_there};

/// How far the halves are from each other, in points.
const GAP: f32 = 3.0;

/// Where the first search is shown, and where the second, if they are side by side: two boxes of the same size.
pub(in super::super) fn halves(app: &App, canvas: Rect) -> (Rect, Option<Rect>) {
    if !app.is_split() {
        return (canvas, None);
    }
    let size = vec2(((canvas.width() - GAP) / 2.0).floor().max(1.0), canvas.height());
    let left = Rect::from_min_size(canvas.min, size);
    (left, Some(left.translate(vec2(size.x + GAP, 0.0))))
}

/// The half that the pointer is about: a drag belongs to the one it began on.
pub(in super::super) fn under_pointer(ui: &egui::Ui, left: Rect, right: Option<Rect>) -> Rect {
    let at = ui.ctx().input(|input| {
        let pointer = &input.pointer;
        pointer.press_origin().or(pointer.latest_pos())
    });
    let right = right.filter(|right| at.is_some_and(|at| right.min.x <= at.x));
    right.unwrap_or(left)
}

/// What something is painted on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Onto {
    /// The window, where the graphics card paints much of it.
    Window,
    /// A picture: there is one only, and it is painted by itself.
    Paper,
}

/// What of the other side is shown on the map that is open.
pub(in super::super) fn paint(app: &App, onto: Onto, pen: &mut dyn Pen, said: &mut Legend) {
    let is_split = onto == Onto::Window && app.is_split();
    let has_card = onto == Onto::Window && app.has_card;
    if !app.is_stale() {
        paint_here(app, Here { is_split, has_card }, pen, said);
    }
    let Some([_, other]) = app.compared().filter(|_| !is_split) else { return };
    let event = app.other_event().filter(|_| app.playback.shown);
    if let (Some(heard), Some((event, _))) = (&other.heard, event) {
        said.append(draw::other_search(&heard.trace, event, pen));
    }
    if !app.path_is_known() {
        return;
    }
    if !other.route.corners.is_empty() {
        pen.stroke(Ink::OtherPath, &Shapes::one(other.route.corners.iter().copied()));
        map::paint_ends(app, pen, said);
        said.add_named(Ink::OtherPath, format!("path: {}", app.side_names()[1]));
    }
}

/// The other search on the right half, seen from where the first is seen.
pub(in super::super) fn paint_right(app: &App, ui: &egui::Ui, rect: Rect, size: Size) {
    let theme = if ui.visuals().dark_mode { Theme::Dark } else { Theme::Light };
    let painter = ui.painter_at(rect);
    if let Some(color) = theme.style(Ink::Background).fill {
        app.paint_paper(gpu::Paper::Map, &painter, rect, color32(color));
    }
    let camera = app.view.eye.camera(size);
    let mut pen = WindowPen::new(&painter, rect.min, camera, theme);
    let reply = app.compared().map(|[_, other]| other);
    let event = app.other_event().filter(|_| app.playback.shown);
    paint_map(app, &painter, rect, theme, reply, &mut pen);
    if !app.is_stale() {
        paint_there(app, &mut pen);
    }
    let heard = reply.and_then(|reply| reply.heard.as_ref());
    if let (Some(heard), Some((event, _))) = (heard, event) {
        draw::cone(&heard.trace, event, &mut pen);
        map::paint_caption(event, &heard.trace, &mut pen);
    }
    match reply {
        Some(reply) if event.is_none_or(|(event, last)| last <= event) => {
            draw::path(&reply.route, &mut pen);
        }
        _ => map::paint_ends(app, &mut pen, &mut Legend::default()),
    }
    let whole = ui.painter();
    let between = rect.min.x - GAP / 2.0;
    let line = ui.visuals().widgets.noninteractive.bg_stroke;
    whole.vline(between, rect.y_range(), egui::Stroke::new(GAP, line.color));
}

fn paint_map(
    app: &App,
    painter: &egui::Painter,
    rect: Rect,
    theme: Theme,
    reply: Option<&Reply>,
    pen: &mut WindowPen<'_>,
) {
    let Surveyed { survey: Some(survey), coloring: Some(coloring), marks, .. } = &app.map else {
        return;
    };
    let look = &app.view.look;
    let other = app.compare.other.as_ref();
    if other.is_none() && app.compare.made_of.as_ref().is_some_and(|(with, _)| with.is_a_map()) {
        // It is being read, or it could not be.
        return;
    }
    let mesh = other.map_or(&survey.mesh, |other| &other.survey.mesh);
    let event = app.other_event().filter(|_| app.playback.shown).map(|(event, _)| event);
    // What was searched may have been another map.
    let reply = reply.filter(|reply| Arc::ptr_eq(reply.ground.mesh(), mesh));
    let heard = reply.and_then(|reply| Some((reply, reply.heard.as_ref()?)));
    if !app.has_card {
        draw::mesh(mesh, look, pen);
        if let (Some((reply, heard)), Some(event)) = (heard, event) {
            draw::closed_faces(&reply.ground, &heard.trace, event, pen);
            draw::trace(&heard.trace, event, pen);
        }
        return;
    }
    let tiles = other.map_or(&survey.tiles, |other| &other.survey.tiles);
    let tinted = app.compare.changes().map(|changes| &changes.marks_there);
    let marks = match other {
        Some(other) => tinted.unwrap_or(&other.painted.marks),
        None => marks,
    };
    let live = app.drawing.as_ref().filter(|_| other.is_none());
    let paint = gpu::Paint {
        half: gpu::Half::Right,
        tiles: tiles.clone(),
        marks: marks.clone(),
        patch: live.map(|drawing| drawing.patch().clone()).unwrap_or_default(),
        replay: heard.zip(event).map(|((_, heard), event)| (heard.replay.clone(), event as u32)),
        camera: *pen.camera(),
        theme,
        layers: look.layers,
        fills: look.layers.has(Layer::Faces) && look.color_by != draw::ColorBy::None,
    };
    painter.add(gpu::shape(rect, paint));
    let coloring = other.map_or(coloring, |other| &other.painted.coloring);
    draw::mesh_marks(mesh, tiles, coloring, look, pen);
}

/// Says in the upper right corner of each half what it shows.
pub(in super::super) fn titles_ui(app: &App, ui: &egui::Ui, left: Rect, right: Rect) {
    for (name, rect) in app.side_names().into_iter().zip([left, right]) {
        let painter = ui.painter_at(rect);
        let font = egui::TextStyle::Body.resolve(ui.style());
        let words = painter.layout_no_wrap(name, font, ui.visuals().strong_text_color());
        let margin = vec2(8.0, 4.0);
        let corner = rect.right_top() + vec2(-10.0 - 2.0 * margin.x - words.size().x, 10.0);
        let plate = Rect::from_min_size(corner, words.size() + 2.0 * margin);
        painter.rect_filled(plate, 4.0, ui.visuals().window_fill().gamma_multiply(0.92));
        painter.galley(plate.min + margin, words, ui.visuals().strong_text_color());
    }
}
