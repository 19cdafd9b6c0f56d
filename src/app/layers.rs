//! What is drawn, and what colours tell.

use crate::draw::{ColorBy, Layer};
use crate::text::capitalized;

use super::panels::section;
use super::{Action, App};

/// The layers in the panel on the left.
pub(super) fn layers_ui(app: &App, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    section(ui, "Layers", true, |ui| {
        let current = app.view.look.color_by;
        ui.horizontal(|ui| {
            ui.weak("Colour by");
            let choice = egui::ComboBox::from_id_salt("color by")
                .selected_text(title(current))
                .width(120.0)
                .height(400.0)
                .show_ui(ui, |ui| {
                    for &by in ColorBy::ALL {
                        let told =
                            app.map.survey.as_ref().is_none_or(|known| by.is_told_by(&known.mesh));
                        ui.add_enabled_ui(told, |ui| {
                            let label = ui.selectable_label(by == current, title(by));
                            if label.on_hover_text(by.title()).clicked() {
                                wishes.push(Action::ColorBy(by));
                            }
                        });
                    }
                });
            super::widgets::name(&choice.response, "Colour by");
        });
        for &layer in Layer::ALL {
            let mut drawn = app.view.look.layers.has(layer);
            let label = capitalized(layer.title());
            if ui.checkbox(&mut drawn, label).changed() {
                wishes.push(Action::SetLayer(layer, drawn));
            }
        }
    });
}

/// What colours tell, in a word.
fn title(by: ColorBy) -> &'static str {
    match by {
        ColorBy::Traversability => "Traversability",
        ColorBy::Island => "Island",
        ColorBy::Area => "Area",
        ColorBy::Degree => "Degree",
        ColorBy::Group => "Group",
        ColorBy::Height => "Height",
        ColorBy::Flags => "Flags",
        ColorBy::Cost => "Cost",
        ColorBy::Clearance => "Clearance",
        ColorBy::None => "Nothing",
    }
}
