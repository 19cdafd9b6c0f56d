//! A small window that asks for a format, and says what would be lost by it.

use std::path::PathBuf;

use crate::document::{Document, Revision};
use crate::format::loss::work_losses;
use crate::format::{self, Content, Target};
use crate::layout::Layout;
use crate::text::{capitalized, counted};

use super::super::widgets::{default_button, name};
use super::super::{Action, App, files};
use super::{Dialog, beside, first_field};

/// A window that asks for a format and a place.
pub(in super::super) struct Export {
    targets: Vec<Target>,
    chosen: usize,
    path: String,
    /// Whether the path has been given the focus.
    focused: bool,
    /// What a format cannot hold, and of what that was found out.
    losses: Option<(Known, Result<Vec<String>, String>)>,
}

/// The place of a format, and the revisions of the document and of the map.
type Known = (usize, Revision, Revision);

impl Dialog {
    /// Asks for a format and a place for the map.
    pub(super) fn export(app: &App) -> Self {
        let holds = |target: &Target| content_for(app, *target).is_some();
        let targets: Vec<Target> = Target::ALL.iter().copied().filter(holds).collect();
        let ending = targets.first().map_or("mesh", |target| target.extension());
        let path = beside(app, ending);
        Self::Export(Export { targets, chosen: 0, path, focused: false, losses: None })
    }
}

/// What of the open file a format can hold: the mesh, whether read or built, or what was drawn.
pub(in super::super) fn content_for(app: &App, target: Target) -> Option<Content> {
    if target.holds_mesh() {
        // What is known of a large map is for a while that of the one before.
        let built = || app.map.survey.as_ref().map(|survey| &survey.mesh);
        let mesh = app.document()?.mesh().or_else(built);
        return mesh.cloned().map(Content::Mesh);
    }
    let layout = app.layout();
    // Our own format is what saving writes, with all that belongs to the work.
    let layout = layout.filter(|_| target != Target::Project);
    let layout = layout.map(|layout| Content::Layout(app.work().shown(layout).into_owned()));
    // What is drawn can be told from faces, too.
    let holds = |content: &Content| {
        !matches!(format::write(content, target), Err(format::WriteError::WrongContent { .. }))
    };
    layout.filter(holds)
}

/// Asks for it.
pub(super) fn export_ui(
    export: &mut Export,
    app: &App,
    ui: &mut egui::Ui,
    wishes: &mut Vec<Action>,
) {
    let Some(&target) = export.targets.get(export.chosen) else {
        ui.weak("There is nothing to write");
        return;
    };
    let before = export.chosen;
    let choice = egui::ComboBox::from_id_salt("target")
        .selected_text(target.title())
        .width(260.0)
        .show_ui(ui, |ui| {
            for (place, target) in export.targets.iter().enumerate() {
                ui.selectable_value(&mut export.chosen, place, target.title());
            }
        });
    name(&choice.response, "Format");
    if export.chosen != before {
        let ending = export.targets[export.chosen].extension();
        export.path = PathBuf::from(&export.path).with_extension(ending).display().to_string();
    }
    name(&first_field(&mut export.path, "", &mut export.focused, ui), "Path");
    let target = export.targets[export.chosen];
    let newest = app.document().map(Document::revision).unwrap_or_default();
    let now = (export.chosen, newest, app.map.revision);
    // While the hand moves, it would be found out again in the next frame.
    let is_known = |known: &Known| *known == now || (known.0 == now.0 && app.view.hand_moves);
    if !export.losses.as_ref().is_some_and(|(known, _)| is_known(known)) {
        export.losses = Some((now, losses(app, target)));
    }
    match export.losses.as_ref().map(|(_, losses)| losses) {
        Some(Ok(losses)) if losses.is_empty() => {
            ui.weak("This format can hold all of it");
            save_ui(export, target, "Save", ui, wishes);
        }
        Some(Ok(losses)) => {
            ui.label(format!("{} cannot hold all of it:", capitalized(target.title())));
            egui::ScrollArea::vertical().max_height(260.0).show(ui, |ui| {
                for loss in losses {
                    ui.label(format!("  {loss}"));
                }
            });
            save_ui(export, target, "Save without them", ui, wishes);
        }
        Some(Err(sentence)) => {
            ui.colored_label(ui.visuals().error_fg_color, sentence);
        }
        None => {}
    }
}

fn save_ui(
    export: &Export,
    target: Target,
    button: &str,
    ui: &mut egui::Ui,
    wishes: &mut Vec<Action>,
) {
    let replaces = files::exists(&export.path);
    if replaces {
        ui.colored_label(ui.visuals().warn_fg_color, "This file already exists");
    }
    // What is there is not replaced by a key.
    let is_wanted = match replaces {
        true => ui.button("Replace it").clicked(),
        false => default_button(true, button, ui),
    };
    if is_wanted {
        wishes.push(Action::Export(PathBuf::from(export.path.trim()), target));
    }
}

/// What a format cannot hold, or why it cannot hold anything of it.
fn losses(app: &App, target: Target) -> Result<Vec<String>, String> {
    let content = content_for(app, target).ok_or("there is nothing to write")?;
    let written = format::write(&content, target).map_err(|error| error.to_string())?;
    // Only our own format holds the work on a drawing, and what is hidden in it; and no mesh has any.
    let nothing = Layout::default();
    let work = work_losses(app.layout().unwrap_or(&nothing), app.work());
    let losses = written.losses.iter().chain(&work).map(ToString::to_string);
    let layout = app.layout().map(|layout| app.work().shown(layout));
    let n_lanes = layout.filter(|layout| target.holds_mesh() && !layout.is_only_lanes());
    let n_lanes = n_lanes.map_or(0, |layout| layout.lanes.lanes.len());
    let lanes = (0 < n_lanes).then(|| format!("{}, beside ground", counted(n_lanes, "lane")));
    Ok(losses.chain(lanes).collect())
}
