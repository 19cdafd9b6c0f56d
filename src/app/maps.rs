//! Maps to open: the examples, what was opened before, and what is shown when nothing is open.

use crate::example::{Example, Failing};

use super::widgets::command_button;
use super::{Action, App, Command, Source};

/// The list of maps in the panel on the left.
pub(super) fn maps_ui(app: &mut App, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    let unfold = std::mem::take(&mut app.panels.show_maps).then_some(true);
    let app = &*app;
    egui::CollapsingHeader::new(egui::RichText::new("Maps").strong())
        .id_salt("Maps")
        .default_open(true)
        .open(unfold)
        .show_unindented(ui, |ui| {
            ui.horizontal(|ui| {
                command_button(app, ui, Command::Open, wishes);
                command_button(app, ui, Command::OpenPath, wishes);
            });
            ui.weak("or drop a file on the map");
            ui.add_space(4.0);
            ui.weak("Examples");
            examples_ui(app, ui, wishes);
            if !app.preferences.recent.is_empty() {
                ui.add_space(4.0);
                ui.weak("Recent");
                recent_ui(app, ui, wishes);
            }
        });
}

fn examples_ui(app: &App, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    let open = app.opened.as_ref().and_then(|opened| opened.example);
    for (number, example) in Example::ALL.iter().enumerate() {
        let label = ui
            .selectable_label(open == Some(number), example.file_name)
            .on_hover_text(example.title);
        if label.clicked() {
            wishes.push(Action::Open(Source::Example(number)));
        }
    }
}

/// The examples in the menu: maps, and queries that have no path.
pub(super) fn examples_menu(ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    // In a small window there is no room for all of them.
    let height = ui.ctx().content_rect().height() * 0.8;
    ui.set_max_height(height);
    let area = egui::ScrollArea::vertical().max_height(height);
    area.show(ui, |ui| examples_list(ui, wishes));
}

fn examples_list(ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    ui.weak("Maps");
    let maps = Example::ALL.iter().map(|example| example.title).enumerate();
    let maps = maps.map(|(number, title)| (title, Source::Example(number)));
    let failing = Failing::ALL.iter().map(|failing| failing.title).enumerate();
    let failing = failing.map(|(number, title)| (title, Source::Failing(number)));
    let mut entry = |ui: &mut egui::Ui, (title, source): (&str, Source)| {
        if ui.button(title).clicked() {
            wishes.push(Action::Open(source));
            ui.close();
        }
    };
    maps.for_each(|example| entry(ui, example));
    ui.separator();
    ui.weak("Why there is no path, or a long one");
    failing.for_each(|example| entry(ui, example));
}

fn recent_ui(app: &App, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    for path in &app.preferences.recent {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let is_open = app.open_path() == Some(path);
        let label = ui.selectable_label(is_open, &*name).on_hover_text(path.display().to_string());
        if label.clicked() {
            wishes.push(Action::Open(Source::Path(path.clone())));
        }
    }
}

/// What is shown on the canvas when nothing is open.
pub(super) fn empty_ui(app: &App, ui: &mut egui::Ui, rect: egui::Rect, wishes: &mut Vec<Action>) {
    let size = egui::vec2(rect.width().min(420.0), 360.0);
    let place = egui::Rect::from_center_size(rect.center(), size);
    let builder = egui::UiBuilder::new().max_rect(place);
    ui.scope_builder(builder, |ui| {
        ui.vertical_centered(|ui| {
            ui.heading("Drop a map file here");
            ui.add_space(6.0);
            ui.horizontal(|ui| {
                ui.add_space((ui.available_width() - 190.0).max(0.0) / 2.0);
                command_button(app, ui, Command::Open, wishes);
                command_button(app, ui, Command::OpenPath, wishes);
            });
            ui.add_space(12.0);
            ui.weak("or begin with an example");
            for (number, example) in Example::ALL.iter().enumerate() {
                if ui.link(example.title).clicked() {
                    wishes.push(Action::Open(Source::Example(number)));
                }
            }
        });
    });
}
