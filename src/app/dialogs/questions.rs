//! Small windows about drawings: where they begin, and what would be lost.

use std::path::Path;
use std::time::SystemTime;

use crate::draw::box_ring;
use crate::geom::{Aabb, Point};
use crate::layout::{Border, Outline};
use crate::text::counted;

use super::super::widgets::{default_button, drag, name};
use super::super::{Action, App, Command, Overwrite};

/// The ground of a drawing, as it is asked for.
pub(in super::super) struct NewGround {
    /// Left, bottom, right, top.
    sides: [f64; 4],
    /// Whether it grows with what is drawn.
    grows: bool,
    /// By how much more, then.
    margin: f64,
}

impl Default for NewGround {
    fn default() -> Self {
        Self { sides: [0.0, 0.0, 100.0, 100.0], grows: false, margin: 100.0 }
    }
}

/// Asks for the ground of a drawing.
pub(super) fn new_layout_ui(ground: &mut NewGround, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    ui.radio_value(&mut ground.grows, false, "Ground that stays as it is");
    ui.add_enabled_ui(!ground.grows, |ui| sides_ui(&mut ground.sides, ui));
    ui.radio_value(&mut ground.grows, true, "Ground around whatever is drawn");
    ui.add_enabled_ui(ground.grows, |ui| {
        ui.horizontal(|ui| {
            ui.weak("with a margin of");
            let field = drag(&mut ground.margin, 0.0..=1e9).speed(1.0);
            name(&ui.add(field), "Margin of the ground");
        });
    });
    let [left, bottom, right, top] = ground.sides;
    let is_ground = ground.grows || (left < right && bottom < top);
    if !is_ground {
        ui.colored_label(ui.visuals().warn_fg_color, "There is no ground between these");
    }
    if default_button(is_ground, "Begin to draw", ui) {
        wishes.push(Action::NewLayout(match ground.grows {
            true => Border::Box { margin: ground.margin },
            false => {
                let (min, max) = (Point::new(left, bottom), Point::new(right, top));
                Border::AnyOf(vec![Outline::from(&box_ring(Aabb { min, max })[..4])])
            }
        }));
    }
}

fn sides_ui(sides: &mut [f64; 4], ui: &mut egui::Ui) {
    egui::Grid::new("ground").num_columns(4).show(ui, |ui| {
        for (place, label) in ["left", "bottom", "right", "top"].into_iter().enumerate() {
            ui.weak(label);
            let field = drag(&mut sides[place], -1e9..=1e9).speed(1.0);
            name(&ui.add(field), label);
            if place % 2 == 1 {
                ui.end_row();
            }
        }
    });
}

/// Asks whether what is not saved may be lost.
pub(super) fn unsaved_ui(app: &App, action: &Action, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    let name = app.open_name().unwrap_or("This");
    ui.label(format!("{name} has unsaved changes"));
    ui.horizontal(|ui| {
        if default_button(true, "Save…", ui) {
            wishes.push(Action::SaveFirst(Box::new(action.clone())));
        }
        if ui.button("Discard changes").clicked() {
            wishes.push(Action::Anyway(Box::new(action.clone())));
        }
        if ui.button("Keep editing").clicked() {
            wishes.push(Action::CloseDialog);
        }
    });
}

/// Asks whether what somebody else has written may be lost.
pub(super) fn changed_ui(app: &App, path: &Path, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    let was_read = app.opened.as_ref().is_some_and(|opened| opened.stamp.is_some());
    let why = if was_read {
        "was changed by somebody else since it was opened"
    } else {
        "may have changed since what is open was recovered from its journal"
    };
    ui.label(format!("{} {why}", path.display()));
    ui.horizontal(|ui| {
        if ui.button("Replace it").clicked() {
            wishes.push(Action::SaveTo(path.to_owned(), Overwrite::Yes));
        }
        if ui.button("Save as…").clicked() {
            wishes.push(Command::SaveAs.into());
        }
        if ui.button("Keep editing").clicked() {
            wishes.push(Action::CloseDialog);
        }
    });
}

/// Says why nothing was saved, and offers another place.
pub(super) fn not_saved_ui(path: &Path, why: &str, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    ui.label(why);
    ui.weak("Nothing is lost: it is still open");
    ui.horizontal(|ui| {
        if default_button(true, "Save as…", ui) {
            wishes.push(Command::SaveAs.into());
        }
        if ui.button("Try again").clicked() {
            wishes.push(Action::SaveTo(path.to_owned(), Overwrite::Ask));
        }
        if ui.button("Keep editing").clicked() {
            wishes.push(Action::CloseDialog);
        }
    });
}

/// Offers what an earlier start of the program had not saved.
pub(super) fn recover_ui(app: &App, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    ui.label("Wayglass ended before these were saved");
    egui::Grid::new("leftovers").num_columns(4).show(ui, |ui| {
        for (number, leftover) in app.safety.leftovers.iter().enumerate() {
            ui.label(&leftover.name);
            let missing = if leftover.is_cut { ", without the last of it" } else { "" };
            ui.weak(format!("{}{missing}", ago(leftover.when)));
            // By Enter the newest of them.
            let recovers = match number {
                0 => default_button(true, "Recover", ui),
                _ => ui.button("Recover").clicked(),
            };
            if recovers {
                wishes.push(Action::Recover(number));
            }
            if ui.button("Discard").clicked() {
                wishes.push(Action::DiscardRecovered(number));
            }
            ui.end_row();
        }
    });
}

/// How long ago something was.
fn ago(when: SystemTime) -> String {
    let seconds = SystemTime::now().duration_since(when).unwrap_or_default().as_secs();
    match seconds {
        0..60 => "just now".to_owned(),
        60..3_600 => format!("{} min ago", seconds / 60),
        3_600..86_400 => format!("{} h ago", seconds / 3_600),
        _ => format!("{} ago", counted((seconds / 86_400) as usize, "day")),
    }
}
