//! Small windows about drawings: where they begin, and what would be lost.

use std::path::Path;
use std::time::SystemTime;

use crate::geom::{Aabb, Point};

use super::super::widgets::name;
use super::super::{Action, App, Command, Overwrite};

/// Asks for the ground of a drawing.
pub(super) fn new_layout_ui(size: &mut [f64; 4], ui: &mut egui::Ui, asked: &mut Vec<Action>) {
    ui.weak("The ground that obstacles are drawn on");
    egui::Grid::new("ground").num_columns(4).show(ui, |ui| {
        for (place, label) in ["left", "bottom", "right", "top"].into_iter().enumerate() {
            ui.weak(label);
            let field = egui::DragValue::new(&mut size[place]).speed(1.0).range(-1e9..=1e9);
            name(&ui.add(field), label);
            if place % 2 == 1 {
                ui.end_row();
            }
        }
    });
    let [left, bottom, right, top] = *size;
    let is_ground = left < right && bottom < top;
    if !is_ground {
        ui.colored_label(ui.visuals().warn_fg_color, "There is no ground between these");
    }
    if ui.add_enabled(is_ground, egui::Button::new("Begin to draw")).clicked() {
        let ground = Aabb { min: Point::new(left, bottom), max: Point::new(right, top) };
        asked.push(Action::NewLayout(ground));
    }
}

/// Asks whether what is not saved may be lost.
pub(super) fn unsaved_ui(app: &App, action: &Action, ui: &mut egui::Ui, asked: &mut Vec<Action>) {
    let document = app.opened.as_ref().map(|opened| opened.document.name());
    ui.label(format!("{} has changes that are not saved", document.unwrap_or("This")));
    ui.horizontal(|ui| {
        if ui.button("Save…").clicked() {
            asked.push(Action::CloseDialog);
            asked.push(Command::Save.into());
        }
        if ui.button("Lose them").clicked() {
            asked.push(Action::Anyway(Box::new(action.clone())));
        }
        if ui.button("Go back").clicked() {
            asked.push(Action::CloseDialog);
        }
    });
}

/// Asks whether what somebody else has written may be lost.
pub(super) fn changed_ui(path: &Path, ui: &mut egui::Ui, asked: &mut Vec<Action>) {
    ui.label(format!("{} was changed by somebody else since it was opened", path.display()));
    ui.horizontal(|ui| {
        if ui.button("Replace it").clicked() {
            asked.push(Action::SaveTo(path.to_owned(), Overwrite::Yes));
        }
        if ui.button("Save as…").clicked() {
            asked.push(Command::SaveAs.into());
        }
        if ui.button("Go back").clicked() {
            asked.push(Action::CloseDialog);
        }
    });
}

/// Offers what an earlier start of the program had not saved.
pub(super) fn recover_ui(app: &App, ui: &mut egui::Ui, asked: &mut Vec<Action>) {
    ui.label("The program ended before this was saved");
    egui::Grid::new("leftovers").num_columns(4).show(ui, |ui| {
        for (number, leftover) in app.leftovers.iter().enumerate() {
            ui.label(&leftover.name);
            ui.weak(ago(leftover.when));
            if ui.button("Take it back").clicked() {
                asked.push(Action::Recover(number));
            }
            if ui.button("Forget it").clicked() {
                asked.push(Action::DiscardRecovered(number));
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
        _ => format!("{} days ago", seconds / 86_400),
    }
}
