//! Small things that several panels use.

use std::ops::RangeInclusive;

use egui::Response;
use egui::emath::Numeric;

use crate::geom::SMALLEST;
pub(super) use crate::text::number;

use super::{Action, App, Command};

/// A button that Enter presses, too, while nothing that takes keys has the focus.
pub(super) fn default_button(is_enabled: bool, text: &str, ui: &mut egui::Ui) -> bool {
    let clicked = ui.add_enabled(is_enabled, egui::Button::new(text)).clicked();
    let is_free = ui.ctx().memory(|memory| memory.focused().is_none());
    let enter = || ui.ctx().input(|input| input.key_pressed(egui::Key::Enter));
    clicked || (is_enabled && is_free && enter())
}

/// How everything around the map looks: as egui has it, with words that are easier to read.
pub(super) fn set_style(ctx: &egui::Context) {
    ctx.all_styles_mut(|style| {
        let visuals = &mut style.visuals;
        visuals.weak_text_alpha = 0.75;
        let text = &mut visuals.widgets.noninteractive.fg_stroke.color;
        *text = if visuals.dark_mode {
            egui::Color32::from_gray(205)
        } else {
            egui::Color32::from_gray(45)
        };
        visuals.error_fg_color = if visuals.dark_mode {
            egui::Color32::from_rgb(255, 130, 110)
        } else {
            egui::Color32::from_rgb(190, 30, 10)
        };
        // They lie on paper of their colour already: filling is what costs most without a graphics card.
        visuals.panel_fill = egui::Color32::TRANSPARENT;
        style.spacing.item_spacing = egui::vec2(7.0, 4.0);
    });
}

/// What panels lie on.
pub(super) fn panel_color(dark_mode: bool) -> egui::Color32 {
    let visuals = if dark_mode { egui::Visuals::dark() } else { egui::Visuals::light() };
    visuals.panel_fill
}

/// Gives a widget whose text is a symbol, or that has none, a name for those who cannot see it.
pub(super) fn name(response: &Response, label: &str) {
    response.ctx.accesskit_node_builder(response.id, |node| node.set_label(label));
}

/// A button for a command, with its key in the hint.
pub(super) fn command_button(
    app: &App,
    ui: &mut egui::Ui,
    command: Command,
    wishes: &mut Vec<Action>,
) -> Response {
    let entry = command.entry();
    let enabled = command.is_enabled(app);
    let response = ui.add_enabled(enabled, egui::Button::new(entry.label));
    let key = command.key(ui.ctx()).map(|key| format!(" ({key})"));
    let response = response.on_hover_text(format!("{}{}", entry.hint, key.unwrap_or_default()));
    if response.clicked() {
        wishes.push(command.into());
    }
    response
}

/// A box to be checked that shows a value; whether it was clicked.
pub(super) fn checkbox(ui: &mut egui::Ui, mut value: bool, label: &str, hint: &str) -> bool {
    ui.checkbox(&mut value, label).on_hover_text(hint).changed()
}

/// A number in a range, to be dragged or typed; what is none, such as NaN, is not taken.
pub(super) fn drag<N: Numeric>(value: &mut N, range: RangeInclusive<N>) -> egui::DragValue<'_> {
    let (least, most) = (range.start().to_f64(), range.end().to_f64());
    // Those who cannot see it set it as it is, whatever the field would make of it.
    let field = egui::DragValue::from_get_set(move |new: Option<f64>| {
        if let Some(new) = new.filter(|new| new.is_finite()) {
            // As files have it, from which it would come back otherwise.
            let new = if new.abs() < SMALLEST { 0.0 } else { new };
            *value = N::from_f64(new.max(least).min(most));
        }
        value.to_f64()
    });
    let field = field.range(least..=most).custom_parser(parse_number);
    if N::INTEGRAL { field.max_decimals(0).speed(0.25) } else { field }
}

/// The same, but a typed number counts only when all of it is there.
pub(super) fn exact<N: Numeric>(value: &mut N, range: RangeInclusive<N>) -> egui::DragValue<'_> {
    // What is there may be out of range: only what somebody types has to be in it.
    drag(value, range).update_while_editing(false).clamp_existing_to_range(false)
}

/// A number as people type it, if it is one.
fn parse_number(text: &str) -> Option<f64> {
    let typed = text.chars().filter(|c| !c.is_whitespace());
    let typed: String = typed.map(|c| if c == '\u{2212}' { '-' } else { c }).collect();
    typed.parse().ok().filter(|number: &f64| number.is_finite())
}

/// A row of a table of names and values.
pub(super) fn row(ui: &mut egui::Ui, label: &str, value: impl Into<egui::WidgetText>) {
    ui.weak(label);
    ui.add(egui::Label::new(value).wrap());
    ui.end_row();
}

/// A point as people write it.
pub(super) fn point(p: crate::geom::Point) -> String {
    format!("{}, {}", number(p.x), number(p.y))
}
