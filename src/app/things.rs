//! What is known of the things of a drawing that are selected, to be changed by exact numbers.

use crate::document::Edit;
use crate::geom::Point;
use crate::layout::Layout;
use crate::layout::work::Thing;
use crate::text::counted;
use crate::tool::{Corner, arrange, hit, rings};

use super::outline::title_of;
use super::widgets::{command_button, exact, name, number, row};
use super::{Action, App, Command};

/// What is selected, in the Inspector.
pub(super) fn things_ui(app: &App, layout: &Layout, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    let chosen = &app.view.things;
    match chosen.single() {
        Some(thing) => single_ui(app, layout, thing, ui, wishes),
        None => {
            ui.strong(format!("{} selected", counted(chosen.things().len(), "thing")));
        }
    }
    frame_ui(app, layout, ui, wishes);
    ui.horizontal_wrapped(|ui| {
        for command in [
            Command::Delete,
            Command::Duplicate,
            Command::ToggleLock,
            Command::ToggleHide,
            Command::ZoomToSelection,
        ] {
            command_button(app, ui, command, wishes);
        }
    });
    if let Some(thing) = chosen.single() {
        points_ui(app, layout, thing, ui, wishes);
    }
}

fn single_ui(
    app: &App,
    layout: &Layout,
    thing: Thing,
    ui: &mut egui::Ui,
    wishes: &mut Vec<Action>,
) {
    ui.strong(title_of(layout, thing));
    let named = match thing {
        Thing::Obstacle(id) => layout.obstacles.get(&id).map(|it| &it.name),
        Thing::LaneVertex(id) => layout.lanes.vertices.get(&id).map(|it| &it.name),
        Thing::Wall(_) | Thing::Lane(_) => None,
    };
    if let Some(known) = named {
        let mut text = known.clone();
        ui.horizontal(|ui| {
            ui.weak("name");
            let field = ui.add(egui::TextEdit::singleline(&mut text).desired_width(160.0));
            name(&field, "Name");
            if field.changed() {
                slide(arrange::rename(layout, app.work(), thing, &text), field.has_focus(), wishes);
            } else if field.lost_focus() {
                wishes.push(Action::HandRests);
            }
        });
    }
    if let Thing::Lane(id) = thing
        && let Some(lane) = layout.lanes.lanes.get(&id)
    {
        let mut width = lane.width;
        let field = exact(&mut width, 1e-6..=1e9).speed(0.05).prefix("width ");
        let response = ui.add(field);
        name(&response, "Width");
        if response.changed() {
            let edit = arrange::set_width(layout, app.work(), &app.view.things, width);
            slide(edit, response.dragged(), wishes);
        }
        rests(&[&response], wishes);
    }
}

/// Where the selection is and how large, in numbers that can be changed.
fn frame_ui(app: &App, layout: &Layout, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    let chosen = &app.view.things;
    let bounds = chosen.bounds(layout);
    if bounds.is_empty() {
        return;
    }
    let (work, center) = (app.work(), bounds.min + (bounds.max - bounds.min) * 0.5);
    egui::Grid::new("frame").num_columns(4).show(ui, |ui| {
        let mut at = bounds.min;
        let [x, y] = [("left", &mut at.x), ("bottom", &mut at.y)].map(|(label, value)| {
            ui.weak(label);
            let response = ui.add(exact(value, -1e9..=1e9).speed(0.1));
            name(&response, label);
            response
        });
        if x.changed() || y.changed() {
            let dragged = x.dragged() || y.dragged();
            slide(arrange::nudge(layout, work, chosen, at - bounds.min), dragged, wishes);
        }
        rests(&[&x, &y], wishes);
        ui.end_row();
        let mut size = Point::new(bounds.width(), bounds.height());
        let [w, h] = [("width", &mut size.x), ("height", &mut size.y)].map(|(label, value)| {
            ui.weak(label);
            let response = ui.add(exact(value, 1e-9..=1e9).speed(0.1));
            name(&response, label);
            response
        });
        if w.changed() || h.changed() {
            let factor = |new: f64, old: f64| if 0.0 < old { new / old } else { 1.0 };
            let by = Point::new(factor(size.x, bounds.width()), factor(size.y, bounds.height()));
            let dragged = w.dragged() || h.dragged();
            slide(arrange::scale(layout, work, chosen, by, bounds.min), dragged, wishes);
        }
        rests(&[&w, &h], wishes);
        ui.end_row();
    });
    ui.horizontal(|ui| {
        ui.weak("turn by");
        for degrees in [-90.0_f64, -15.0, 15.0, 90.0] {
            if ui.small_button(format!("{degrees:+}°")).clicked() {
                let turned = arrange::rotate(layout, work, chosen, degrees, center);
                if let Some(edit) = turned {
                    wishes.push(Action::Edit(edit));
                }
            }
        }
    });
}

/// The corners of a thing, each in numbers that can be changed.
fn points_ui(
    app: &App,
    layout: &Layout,
    thing: Thing,
    ui: &mut egui::Ui,
    wishes: &mut Vec<Action>,
) {
    const LINE: f32 = 20.0;
    let all: Vec<(Corner, Point)> = rings::rings(layout, thing)
        .enumerate()
        .flat_map(|(ring, points)| {
            let corner = move |index| Corner { thing, ring, index };
            points.iter().enumerate().map(move |(index, p)| (corner(index), *p))
        })
        .collect();
    if all.is_empty() {
        return;
    }
    egui::CollapsingHeader::new(counted(all.len(), "corner")).show(ui, |ui| {
        let area = egui::ScrollArea::vertical().id_salt("corners").max_height(200.0);
        area.show_rows(ui, LINE, all.len(), |ui, rows| {
            for &(corner, at) in &all[rows] {
                ui.horizontal(|ui| corner_ui(app, layout, corner, at, ui, wishes));
            }
        });
    });
}

fn corner_ui(
    app: &App,
    layout: &Layout,
    corner: Corner,
    at: Point,
    ui: &mut egui::Ui,
    wishes: &mut Vec<Action>,
) {
    let hole = if corner.ring == 0 { String::new() } else { format!("hole {} ", corner.ring) };
    let label = format!("{hole}{}", corner.index);
    let is_selected = app.view.things.corner() == Some(corner);
    if ui.selectable_label(is_selected, &label).clicked() {
        wishes.push(Action::Choose(crate::tool::Selection::corner_of(corner)));
    }
    let mut to = at;
    let fields = [("x", &mut to.x), ("y", &mut to.y)].map(|(axis, value)| {
        let response = ui.add(exact(value, -1e9..=1e9).speed(0.1));
        name(&response, &format!("{axis} of corner {label}"));
        response
    });
    if fields.iter().any(egui::Response::changed) {
        let edit = arrange::move_vertex(layout, app.work(), corner, to).map(|(edit, _)| edit);
        slide(edit, fields.iter().any(egui::Response::dragged), wishes);
    }
    rests(&[&fields[0], &fields[1]], wishes);
}

fn slide(edit: Option<Edit>, dragged: bool, wishes: &mut Vec<Action>) {
    if let Some(edit) = edit {
        wishes.push(Action::Slide(edit, dragged));
    }
}

fn rests(fields: &[&egui::Response], wishes: &mut Vec<Action>) {
    if fields.iter().any(|field| field.drag_stopped()) {
        wishes.push(Action::HandRests);
    }
}

/// What is under the pointer, where it is a thing of a drawing.
pub(super) fn hovered_ui(app: &App, layout: &Layout, ui: &mut egui::Ui) {
    let Some(at) = app.view.pointer else { return };
    let Some(thing) = hit::topmost(at, app.view.reach / 2.0, &app.scene(), |_| true) else {
        return;
    };
    let bounds = layout.bounds_of(thing);
    egui::Grid::new("hovered thing").num_columns(2).show(ui, |ui| {
        row(ui, "drawn", title_of(layout, thing));
        row(ui, "size", format!("{} by {}", number(bounds.width()), number(bounds.height())));
    });
}
