//! The line at the bottom of the window, and its title.

use crate::mesh::{FaceId, Severity};
use crate::text::{counted, duration, grouped};

use super::findings::summary;
use super::widgets::{number, point};
use super::{Action, App};

/// So much room has to be left for how long things took to be told.
const WITH_TIMES: f32 = 760.0;

/// The line at the bottom of the window.
pub(super) fn status_ui(app: &App, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    egui::Panel::bottom("status").show(ui, |ui| {
        ui.horizontal(|ui| {
            work_ui(app, ui, wishes);
            let right = egui::Layout::right_to_left(egui::Align::Center);
            let left = format!("{}  {}", place_text(app), map_text(app));
            ui.with_layout(right, |ui| {
                // Where there is no room for both, the map is told of, and not how long something took.
                if WITH_TIMES <= ui.available_width() {
                    ui.weak(times_text(app));
                    ui.separator();
                }
                findings_ui(app, ui);
                ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                    ui.add(egui::Label::new(left.trim().to_owned()).truncate());
                });
            });
        });
    });
}

/// What is under way, with a way to end it.
fn work_ui(app: &App, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    let loading = app.tasks.loading.as_ref().map(|it| (it.task.name(), it.task.progress()));
    let sharing = app.tasks.sharing.as_ref().map(|task| (task.name(), task.progress()));
    let sampling = app.tasks.sampling.as_ref().map(|task| (task.name(), task.progress()));
    let measured = loading.or(sharing).or(sampling);
    let is_behind = app.drawing.as_ref().is_some_and(|drawing| drawing.is_behind());
    // What it is, and whether it can be ended.
    let (text, ends) = match measured {
        Some((name, _)) => (name, true),
        None if app.inquiry.is_searching() => ("searching", true),
        None if is_behind => ("building", false),
        None if app.tasks.coloring.is_some() => ("colouring", true),
        None if app.inquiry.is_explaining() => ("finding out why", false),
        None => return,
    };
    match measured {
        Some((_, progress)) => {
            let bar = egui::ProgressBar::new(progress.part()).desired_width(120.0);
            super::widgets::name(&ui.add(bar), "Progress");
        }
        None => {
            ui.spinner();
        }
    }
    ui.label(text);
    if ends && ui.button("Cancel").clicked() {
        wishes.push(Action::CancelTasks);
    }
    ui.separator();
    ui.ctx().request_repaint_after(std::time::Duration::from_millis(60));
}

fn findings_ui(app: &App, ui: &mut egui::Ui) {
    let Some(document) = app.document() else { return };
    let findings = app.map.findings.as_ref().unwrap_or(document.findings());
    let text = egui::RichText::new(summary(findings).unwrap_or_else(|| "no findings".to_owned()));
    let has = |severity| 0 < findings.count_severity(severity);
    ui.label(match (has(Severity::Error), has(Severity::Warning)) {
        (true, _) => text.color(ui.visuals().error_fg_color),
        (false, true) => text.color(ui.visuals().warn_fg_color),
        (false, false) => text.weak(),
    });
    ui.separator();
}

/// Where the pointer is.
fn place_text(app: &App) -> String {
    let Some(at) = app.view.pointer else { return String::new() };
    let Some(survey) = &app.map.survey else { return point(at) };
    let ids = &survey.mesh.attributes().ids;
    let faces: Vec<FaceId> =
        survey.locator.faces_at(&survey.mesh, at).map(|(face, _)| face).collect();
    let place = match faces.last() {
        None => " · off the mesh".to_owned(),
        Some(face) => {
            let island = survey.islands.of(*face).map_or_else(
                || "blocked".to_owned(),
                |island| format!("island {} of {}", island + 1, survey.islands.list().len()),
            );
            format!(" · face {} · {island}", ids.face(*face))
        }
    };
    let floors = if 1 < faces.len() && survey.mesh.attributes().has_heights() {
        format!(" ({} floors)", faces.len())
    } else {
        String::new()
    };
    format!("x {} y {}{place}{floors}", number(at.x), number(at.y))
}

/// What the map is, where nobody points at it.
fn map_text(app: &App) -> String {
    let (Some(survey), None) = (&app.map.survey, app.view.pointer) else { return String::new() };
    let bounds = survey.bounds;
    format!(
        "{} · {} · walkable area {} · {} by {}",
        counted(survey.mesh.n_faces(), "face"),
        counted(survey.islands.list().len(), "island"),
        number(survey.walkable_area),
        number(bounds.width()),
        number(bounds.height()),
    )
}

fn times_text(app: &App) -> String {
    let micros = |took: std::time::Duration| took.as_secs_f64() * 1e6;
    let mut parts = Vec::new();
    if let Some(build) = app.drawing.as_ref().and_then(|drawing| drawing.took) {
        parts.push(format!("build {}", duration(micros(build))));
    }
    if let Some(reply) = app.inquiry.reply() {
        parts.push(format!("search {}", duration(reply.micros)));
    }
    if let Some(took) = app.pins.took.filter(|_| !app.work().pins.is_empty()) {
        parts.push(format!("pins {}", duration(micros(took))));
    }
    parts.push(format!("frame {}", duration(micros(app.panels.frame))));
    parts.join(" · ")
}

/// What the title of the window says.
pub(super) fn title(app: &App) -> String {
    let Some(document) = app.document() else { return "Wayglass".to_owned() };
    let format = document.format().title();
    let size = app.map.survey.as_ref().map_or_else(String::new, |survey| {
        let (vertices, faces) = (survey.mesh.n_vertices(), survey.mesh.n_faces());
        format!(" · {} v · {} f", grouped(vertices), grouped(faces))
    });
    let name = document.name();
    let format = if name == format { String::new() } else { format!(" · {format}") };
    let unsaved = if app.is_unsaved() { " · ● unsaved" } else { "" };
    format!("{name}{format}{size}{unsaved} – Wayglass")
}
