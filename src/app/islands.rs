//! The islands of a map: the largest first.

use crate::geom::Aabb;
use crate::text::counted;

use super::panels::section;
use super::widgets::number;
use super::{Action, App};

/// The islands in the panel on the left.
pub(super) fn islands_ui(app: &App, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    let Some(survey) = &app.map.survey else { return };
    let islands = survey.islands.list();
    section(ui, &format!("Islands ({})", islands.len()), islands.len() != 1, |ui| {
        const LINE: f32 = 18.0;
        let area = egui::ScrollArea::vertical().id_salt("islands").max_height(220.0);
        area.auto_shrink([false, true]).show_rows(ui, LINE, islands.len(), |ui, rows| {
            for row in rows {
                let island = islands[row];
                let share = 100.0 * island.area / survey.walkable_area;
                let faces = counted(island.n_faces as usize, "face");
                let text = format!("{}: {faces}, {share:.1} %", row + 1);
                let is_lit = app.view.island == Some(row);
                let hint =
                    format!("area {}; click to go there, again to clear", number(island.area));
                let label = ui.selectable_label(is_lit, text).on_hover_text(hint);
                if label.clicked() {
                    wishes.push(Action::HighlightIsland((!is_lit).then_some(row)));
                    if !is_lit {
                        wishes.push(Action::Show(bounds(app, row)));
                    }
                }
            }
        });
    });
}

/// The smallest box around an island.
fn bounds(app: &App, island: usize) -> Aabb {
    let Some(survey) = &app.map.survey else { return Aabb::EMPTY };
    let faces = survey.mesh.faces().filter(|face| survey.islands.of(face.id) == Some(island));
    Aabb::around(faces.flat_map(|face| face.points()))
}
