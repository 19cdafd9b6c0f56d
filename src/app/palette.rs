//! The command palette: a command by a few letters of its name.

use super::{Action, App, Command};

/// What was typed, and which of the commands that fit is chosen.
#[derive(Debug, Default)]
pub(super) struct Palette {
    text: String,
    chosen: usize,
}

/// The palette.
pub(super) fn palette_ui(
    palette: &mut Palette,
    app: &App,
    ui: &mut egui::Ui,
    wishes: &mut Vec<Action>,
) {
    let field = egui::TextEdit::singleline(&mut palette.text)
        .hint_text("Type a command")
        .desired_width(380.0);
    let field = ui.add(field);
    super::widgets::name(&field, "Command");
    field.request_focus();
    if field.changed() {
        palette.chosen = 0;
    }
    let fitting = fitting(&palette.text);
    let key = |key| ui.ctx().input(|input| input.key_pressed(key));
    if key(egui::Key::ArrowDown) {
        palette.chosen += 1;
    }
    if key(egui::Key::ArrowUp) {
        palette.chosen = palette.chosen.saturating_sub(1);
    }
    palette.chosen = palette.chosen.min(fitting.len().saturating_sub(1));
    let enter = key(egui::Key::Enter);
    let moved = key(egui::Key::ArrowDown) || key(egui::Key::ArrowUp);
    let mut run = None;
    egui::ScrollArea::vertical().max_height(320.0).show(ui, |ui| {
        for (place, &command) in fitting.iter().enumerate() {
            let entry = command.entry();
            let key = command.key(ui.ctx());
            let button = egui::Button::new(entry.label)
                .shortcut_text(key.unwrap_or_default())
                .min_size(egui::vec2(380.0, 0.0))
                .selected(place == palette.chosen);
            let response = ui.add_enabled(command.is_enabled(app), button);
            if place == palette.chosen && moved {
                response.scroll_to_me(None);
            }
            if response.on_hover_text(entry.hint).clicked() || (enter && place == palette.chosen) {
                run = Some(command);
            }
        }
        if fitting.is_empty() {
            ui.weak("No matching command");
        }
    });
    if let Some(command) = run.filter(|command| command.is_enabled(app)) {
        wishes.push(Action::CloseDialog);
        wishes.push(command.into());
    }
}

/// The commands whose names have all the words, the best first.
fn fitting(text: &str) -> Vec<Command> {
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    let rank = |command: Command| {
        let entry = command.entry();
        let (label, hint) = (entry.label.to_lowercase(), entry.hint.to_lowercase());
        let in_label = words.iter().all(|word| label.contains(word.as_str()));
        let anywhere =
            words.iter().all(|word| label.contains(word.as_str()) || hint.contains(word.as_str()));
        match (in_label, anywhere) {
            (true, _) => Some(usize::from(!label.starts_with(&text.to_lowercase()))),
            (false, true) => Some(2),
            (false, false) => None,
        }
    };
    let mut found: Vec<(usize, Command)> =
        Command::ALL.iter().filter_map(|&command| Some((rank(command)?, command))).collect();
    found.sort_by_key(|(rank, _)| *rank);
    found.into_iter().map(|(_, command)| command).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_found_by_words() {
        assert_eq!(fitting("").len(), Command::ALL.len());
        assert_eq!(fitting("fit")[0], Command::Fit);
        assert_eq!(fitting("next prune")[0], Command::NextPruned);
        assert_eq!(fitting("posthoc"), [Command::ExportTrace]);
        assert_eq!(fitting("qwertz"), []);
    }
}
