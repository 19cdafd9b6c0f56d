//! The menus and the row of tools, both made from the list of commands.

use crate::tool::Tool;

use super::command::Menu;
use super::{Action, App, Command};

/// The menus and the tools, at the top of the window: in one row, or in several where there is no room for that.
pub(super) fn menu_ui(app: &App, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    egui::Panel::top("menu").show(ui, |ui| {
        let mut fits = true;
        egui::MenuBar::new().ui(ui, |ui| {
            for menu in Menu::ALL {
                ui.menu_button(menu.title(), |ui| commands_ui(app, *menu, ui, wishes));
            }
            fits = tools_width(app, ui) <= ui.available_width();
            if fits {
                ui.separator();
                tools_ui(app, ui, wishes);
            }
        });
        if !fits {
            ui.horizontal_wrapped(|ui| tools_ui(app, ui, wishes));
        }
    });
}

fn commands_ui(app: &App, menu: Menu, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    ui.set_min_width(220.0);
    for &command in Command::ALL.iter().filter(|command| command.entry().menu == menu) {
        let entry = command.entry();
        let key = command.key(ui.ctx()).unwrap_or_default();
        let button = egui::Button::new(entry.label).shortcut_text(key);
        let response = ui.add_enabled(command.is_enabled(app), button).on_hover_text(entry.hint);
        if response.clicked() {
            wishes.push(command.into());
            ui.close();
        }
        if command == Command::Welcome {
            ui.menu_button("Examples", |ui| super::maps::examples_menu(ui, wishes));
            ui.separator();
        }
    }
}

/// The tools that can be taken now, and how.
fn tools(app: &App) -> impl Iterator<Item = (&'static Tool, Command)> {
    let tools = Tool::ALL.iter().map(|tool| (tool, Command::of_tool(tool)));
    tools.filter(|(tool, command)| !tool.draws() || command.is_enabled(app))
}

fn tools_width(app: &App, ui: &egui::Ui) -> f32 {
    let font = egui::TextStyle::Button.resolve(ui.style());
    let around = 2.0 * ui.spacing().button_padding.x + ui.spacing().item_spacing.x;
    let width = |title: &str| {
        let text = title.to_owned();
        ui.painter().layout_no_wrap(text, font.clone(), egui::Color32::WHITE).size().x + around
    };
    // As wide as a tool again for the line before them.
    tools(app).map(|(tool, _)| width(tool.title())).sum::<f32>() + around
}

fn tools_ui(app: &App, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    for (tool, command) in tools(app) {
        let key = command.key(ui.ctx()).unwrap_or_default();
        let response = ui
            .selectable_label(app.view.tool.is(tool), tool.title())
            .on_hover_text(format!("{} ({key})", tool.hint()));
        if response.clicked() {
            wishes.push(command.into());
        }
    }
}
