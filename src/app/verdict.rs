//! Why there is no path: the causes in the panel of the query, and on the map.

use crate::document::{Document, Revision};
use crate::draw::{self, Legend, Pen};
use crate::explain::{Cause, Mark, report};
use crate::geom::{Aabb, Segment};
use crate::mesh::Origin;
use crate::search::{Asked, Outcome};
use crate::text::capitalized;

use super::inquiry::Reply;
use super::widgets::command_button;
use super::{Action, App, Command};

/// Something that was tried to mend something.
#[derive(Debug, Clone)]
pub(super) struct Trial {
    /// What people call it.
    pub(super) title: String,
    /// What was asked before.
    pub(super) before: Asked,
    /// What is asked now.
    pub(super) after: Asked,
    /// What what is open has become, if it was changed for it.
    pub(super) edited: Option<Revision>,
}

impl Trial {
    /// Whether nothing has been done since.
    pub(super) fn is_current(&self, app: &App) -> bool {
        let revision = app.document().map(Document::revision);
        app.inquiry.asked() == Some(self.after)
            && self.edited.is_none_or(|edited| revision == Some(edited))
    }
}

/// Why there is no path, or why one is as long as it is.
pub(super) fn verdict_ui(app: &App, reply: &Reply, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    trial_ui(app, ui, wishes);
    if reply.answer.outcome.cost().is_some() {
        let mut all = app.inquiry.explains_all;
        let switch = ui.checkbox(&mut all, "Say why it is this long");
        if switch.on_hover_text("What it goes around, and what opening that would save").changed() {
            wishes.push(Action::ExplainAll(all));
        }
        if !all {
            return;
        }
    }
    if app.inquiry.is_explaining() {
        ui.weak("Finding out why…");
    }
    let Some((verdict, shown)) = app.verdict() else { return };
    if verdict.causes.is_empty() && !app.inquiry.is_explaining() {
        ui.weak(match reply.answer.outcome {
            Outcome::Found { .. } if reply.answer.corners.len() <= 2 => "Nothing is in its way",
            Outcome::Found { .. } => "No single wall or obstacle would make it much shorter",
            _ => "No cause was found",
        });
    }
    for (number, cause) in verdict.causes.iter().enumerate() {
        let is_shown = number == shown;
        let label =
            ui.selectable_label(is_shown, cause.kind.title()).on_hover_text("Show it on the map");
        if label.clicked() {
            wishes.push(Action::ShowCause(number));
            wishes.extend(bounds(app, cause).map(Action::Show));
        }
        if is_shown {
            ui.indent(("cause", number), |ui| cause_ui(app, number, cause, ui, wishes));
        }
    }
    ui.horizontal_wrapped(|ui| {
        command_button(app, ui, Command::CopyReport, wishes);
        command_button(app, ui, Command::SaveRepro, wishes);
    });
}

/// What was tried last, and the way back.
fn trial_ui(app: &App, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    let Some(trial) = app.trial.as_ref().filter(|trial| trial.is_current(app)) else { return };
    ui.horizontal_wrapped(|ui| {
        ui.weak(format!("Tried: {}", trial.title));
        if ui.button("Take back").on_hover_text("As it was before").clicked() {
            wishes.push(Action::TakeBackTrial);
        }
    });
}

fn cause_ui(app: &App, number: usize, cause: &Cause, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    ui.add(egui::Label::new(capitalized(&cause.sentence)).wrap());
    for (line, text) in quotes(app, cause) {
        let text = egui::RichText::new(format!("{line}: {text}")).monospace().weak();
        ui.add(egui::Label::new(text).truncate()).on_hover_text("A line of the file");
    }
    for (place, mend) in cause.mends.iter().enumerate() {
        let button = egui::Button::new(&mend.title).wrap();
        if ui.add(button).on_hover_text("Try it; it can be taken back").clicked() {
            wishes.push(Action::TryMend(number, place));
        }
    }
}

/// The lines of the file that a cause is about.
fn quotes(app: &App, cause: &Cause) -> Vec<(u32, String)> {
    let Some(document) = app.document() else { return Vec::new() };
    let origin = |element| document.origin(element);
    let line = |number| document.quote(Origin::Line(number));
    report::quotes(&cause.elements, &origin, &line)
}

/// The part of the map that a cause is about, with the ends of the query.
fn bounds(app: &App, cause: &Cause) -> Option<Aabb> {
    let mesh = &app.map.survey.as_ref()?.mesh;
    let mut bounds = Aabb::EMPTY;
    for mark in &cause.marks {
        bounds = match *mark {
            Mark::Place(at) => bounds.grown_to(at),
            Mark::Face(face) => bounds.union(mesh.face(face).bounds()),
            Mark::Side(Segment { from, to })
            | Mark::Gap(Segment { from, to })
            | Mark::Way(Segment { from, to }) => bounds.grown_to(from).grown_to(to),
        };
    }
    if bounds.is_empty() {
        return None;
    }
    // Something around it, so that one can see where it is.
    Some(bounds.inflated(bounds.diagonal().max(mesh.bounds().diagonal() / 40.0)))
}

/// Draws what is in the way, and says what the marks mean.
pub(super) fn paint(app: &App, pen: &mut dyn Pen) -> Legend {
    let mut said = Legend::default();
    let (Some((verdict, shown)), Some(survey)) = (app.verdict(), &app.map.survey) else {
        return said;
    };
    if let Some(floods) = &verdict.floods {
        if app.has_card {
            // The card has coloured the faces.
            said.add(draw::Ink::FromStart);
            said.add(draw::Ink::ToGoal);
        } else {
            said.append(draw::floods(&survey.mesh, floods, pen));
        }
    }
    if let Some(cause) = verdict.causes.get(shown) {
        said.append(draw::cause(&survey.mesh, cause, pen));
    }
    said
}
