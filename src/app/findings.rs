//! What is odd about the file: click one to go to where it is.

use crate::mesh::{Element, Finding, Findings, Severity};
use crate::text::{counted, grouped};

use super::panels::{Panels, section};
use super::{Action, App};

/// The findings in the panel on the right.
pub(super) fn findings_ui(app: &mut App, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    let Some(opened) = &app.opened else { return };
    let findings = app.map.findings.as_ref().unwrap_or(opened.document.findings());
    let Panels { finding_filter: filter, finding: chosen, shows_finding: is_to_be_seen, .. } =
        &mut app.panels;
    let mut is_new = false;
    let n_errors = findings.count_severity(Severity::Error);
    let n_warnings = findings.count_severity(Severity::Warning);
    let title = format!("Findings ({})", summary(findings).unwrap_or_else(|| "none".to_owned()));
    section(ui, &title, 0 < n_errors + n_warnings, |ui| {
        if findings.is_empty() {
            ui.weak("Nothing odd was found in this file");
            return;
        }
        let field =
            egui::TextEdit::singleline(filter).hint_text("Filter").desired_width(f32::INFINITY);
        super::widgets::name(&ui.add(field), "Filter findings");
        let wanted: Vec<&Finding> =
            findings.list().iter().filter(|finding| matches(finding, filter)).collect();
        const LINE: f32 = 34.0;
        let place = ("findings", opened.document.name());
        let area = egui::ScrollArea::vertical().id_salt(place).max_height(320.0);
        area.auto_shrink([false, true]).show_rows(ui, LINE, wanted.len(), |ui, rows| {
            for finding in &wanted[rows] {
                if finding_ui(finding, app.view.selection, ui) {
                    wishes.push(Action::FlyTo(finding.element));
                    finding.message.clone_into(chosen);
                    is_new = true;
                }
            }
        });
        for (kind, more) in findings.unkept() {
            ui.weak(format!("and {} more of kind {}", grouped(more), kind.name()));
        }
        // Of several about the same place, the one that was clicked.
        let about = || wanted.iter().filter(|finding| is_selected(finding, app.view.selection));
        // It is about that place from the next frame on.
        let is_first_seen = std::mem::replace(is_to_be_seen, is_new);
        let clicked = about().find(|finding| finding.message == *chosen);
        if let Some(finding) = clicked.or_else(|| about().next()) {
            ui.separator();
            let mut told = ui.add(egui::Label::new(&finding.message).wrap());
            if let Some(line) = finding.origin.and_then(|origin| opened.document.quote(origin)) {
                told |= ui.add(egui::Label::new(egui::RichText::new(line).monospace()).wrap());
            }
            if is_first_seen {
                told.scroll_to_me(None);
            }
        }
    });
}

/// How many there are, in words; nothing if there are none.
pub(super) fn summary(findings: &Findings) -> Option<String> {
    let told = [Severity::Error, Severity::Warning, Severity::Note].map(|severity| {
        let count = findings.count_severity(severity);
        (0 < count).then(|| counted(count, severity.name()))
    });
    let told: Vec<String> = told.into_iter().flatten().collect();
    (!told.is_empty()).then(|| told.join(", "))
}

fn matches(finding: &Finding, filter: &str) -> bool {
    let filter = filter.trim().to_lowercase();
    let has = |text: &str| text.to_lowercase().contains(&filter);
    has(&finding.message) || has(finding.kind.name()) || has(finding.severity().name())
}

fn is_selected(finding: &Finding, selection: Option<Element>) -> bool {
    selection == Some(finding.element) && finding.element != Element::File
}

/// One of them; whether it was clicked.
fn finding_ui(finding: &Finding, selection: Option<Element>, ui: &mut egui::Ui) -> bool {
    let mark = match finding.severity() {
        Severity::Error => "✖",
        Severity::Warning => "⚠",
        Severity::Note => "ℹ",
    };
    let color = match finding.severity() {
        Severity::Error => ui.visuals().error_fg_color,
        Severity::Warning => ui.visuals().warn_fg_color,
        Severity::Note => ui.visuals().weak_text_color(),
    };
    let place = finding.origin.map(|origin| format!("{origin}: ")).unwrap_or_default();
    let mut text = egui::text::LayoutJob::default();
    let font = egui::TextStyle::Body.resolve(ui.style());
    let format = |color| egui::TextFormat { font_id: font.clone(), color, ..Default::default() };
    text.append(mark, 0.0, format(color));
    let words = format!("{place}{}", finding.message);
    text.append(&words, 6.0, format(ui.visuals().text_color()));
    text.wrap.max_rows = 2;
    text.wrap.max_width = ui.available_width();
    let row = ui.selectable_label(is_selected(finding, selection), text);
    row.on_hover_text(&finding.message).clicked()
}
