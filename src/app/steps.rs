//! What was done, as a list: a click goes back to before it, or on to after it.

use crate::text::counted;

use super::{Action, App};

/// The steps in the panel at the bottom.
pub(super) fn steps_ui(app: &App, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    const LINE: f32 = 18.0;
    let Some(document) = app.document() else {
        ui.weak("Nothing is open");
        return;
    };
    let titles: Vec<&str> = document.done().chain(document.undone()).collect();
    let n_done = document.done().len();
    if titles.is_empty() {
        ui.weak("Nothing has been changed yet");
        return;
    }
    ui.weak(format!(
        "{} to undo; up to {} MB of what was before is kept",
        counted(n_done, "step"),
        crate::document::UNDO_BYTES >> 20
    ));
    let area = egui::ScrollArea::vertical().id_salt("steps").stick_to_bottom(true);
    area.auto_shrink([false, false]).show_rows(ui, LINE, titles.len() + 1, |ui, rows| {
        for row in rows {
            let title = row.checked_sub(1).map_or("as it was opened", |step| titles[step]);
            let mut text = egui::RichText::new(format!("{row}: {title}"));
            if n_done < row {
                text = text.weak();
            }
            if ui.selectable_label(row == n_done, text).clicked() {
                wishes.push(Action::GoToStep(row));
            }
        }
    });
}
