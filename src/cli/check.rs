//! `wayglass check`: what is wrong with files.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde_json::{Value, json};

use crate::format::{Content, Import, Options, ReadError};
use crate::mesh::{Element, FileIds, Finding, Kind, Origin, Severity};
use crate::text::{counted, grouped};

use super::files;

/// How to say it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Report {
    pub(super) json: bool,
    pub(super) all: bool,
}

/// How many findings of a kind are printed unless all are asked for.
const SHOWN_PER_KIND: usize = 10;

/// Says what is wrong with files; the exit code tells whether anything is an error.
pub(super) fn run(
    paths: &[PathBuf],
    report: Report,
    options: &Options,
    out: &mut dyn Write,
) -> anyhow::Result<ExitCode> {
    let mut sound = true;
    let mut list = Vec::new();
    for path in paths {
        match files::open_all(path, options) {
            Ok(import) => {
                sound &= import.findings.count_severity(Severity::Error) == 0;
                if report.json {
                    list.extend(
                        import
                            .findings
                            .list()
                            .iter()
                            .map(|finding| to_json(path, &import, finding)),
                    );
                    list.extend(
                        import.findings.unkept().map(|(kind, count)| more_json(path, kind, count)),
                    );
                } else {
                    print(path, &import, report.all, out)?;
                }
            }
            Err(error) => {
                sound = false;
                if report.json {
                    list.push(unreadable_json(path, &error));
                } else {
                    print_unreadable(path, &error, out)?;
                }
            }
        }
    }
    if report.json {
        writeln!(out, "{:#}", Value::Array(list))?;
    }
    Ok(if sound { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn print_unreadable(path: &Path, error: &anyhow::Error, out: &mut dyn Write) -> anyhow::Result<()> {
    let place = place_text(error.downcast_ref::<ReadError>().and_then(ReadError::origin));
    let reasons: Vec<String> = error.chain().skip(1).map(ToString::to_string).collect();
    let reason = reasons.join(": ");
    // The place stands before the colon already.
    let reason = if place.is_empty() {
        &reason
    } else {
        reason.split_once(": ").map_or(&*reason, |(_, rest)| rest)
    };
    writeln!(out, "{}{place}: error: {reason} [unreadable]", path.display())?;
    Ok(())
}

fn place_text(origin: Option<Origin>) -> String {
    match origin {
        Some(Origin::Line(line)) => format!(":{line}"),
        Some(Origin::Byte(byte)) => format!(": byte {byte}"),
        None => String::new(),
    }
}

fn print(path: &Path, import: &Import, all: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    let findings = &import.findings;
    for same in findings.list().chunk_by(|a, b| a.kind == b.kind) {
        let shown = if all { same.len() } else { same.len().min(SHOWN_PER_KIND) };
        for finding in &same[..shown] {
            let place = place_text(finding.origin);
            let (severity, kind) = (finding.severity().name(), finding.kind.name());
            writeln!(out, "{}{place}: {severity}: {} [{kind}]", path.display(), finding.message)?;
        }
        let hidden = findings.count(same[0].kind) - shown;
        if hidden != 0 {
            let hint = if all { "" } else { "; --all shows more" };
            writeln!(
                out,
                "{}: … and {} more [{}]{hint}",
                path.display(),
                grouped(hidden),
                same[0].kind.name()
            )?;
        }
    }
    let count = |severity: Severity| counted(findings.count_severity(severity), severity.name());
    let [errors, warnings, notes] = [Severity::Error, Severity::Warning, Severity::Note].map(count);
    writeln!(out, "{}: {errors}, {warnings}, {notes}", path.display())?;
    Ok(())
}

fn to_json(path: &Path, import: &Import, finding: &Finding) -> Value {
    let counted = FileIds::default();
    let ids = match &import.content {
        Content::Mesh(mesh) => &mesh.attributes().ids,
        Content::Layout(_) | Content::Scenario(_) | Content::Trace(_) => &counted,
    };
    let (line, byte) = places(finding.origin);
    json!({
        "file": path.display().to_string(),
        "severity": finding.severity().name(),
        "kind": finding.kind.name(),
        "message": finding.message,
        "element": element_json(finding.element, ids),
        "line": line,
        "byte": byte,
    })
}

fn places(origin: Option<Origin>) -> (Option<u32>, Option<u64>) {
    match origin {
        Some(Origin::Line(line)) => (Some(line), None),
        Some(Origin::Byte(byte)) => (None, Some(byte)),
        None => (None, None),
    }
}

/// The element by the file's own ids.
fn element_json(element: Element, ids: &FileIds) -> Value {
    match element {
        Element::File => Value::Null,
        Element::Vertex(vertex) => json!({ "vertex": ids.vertex(vertex) }),
        Element::Face(face) => json!({ "face": ids.face(face) }),
        Element::Side(face, side) => json!({ "face": ids.face(face), "side": side }),
        Element::Link(link) => json!({ "link": link }),
        Element::Record(record) => json!({ "record": record }),
        Element::Outline(outline) => json!({ "outline": outline }),
        Element::Instance(instance) => json!({ "instance": instance }),
    }
}

fn more_json(path: &Path, kind: Kind, count: usize) -> Value {
    json!({
        "file": path.display().to_string(),
        "severity": kind.severity().name(),
        "kind": kind.name(),
        "message": format!("and {count} more of this kind"),
        "element": null,
        "line": null,
        "byte": null,
    })
}

fn unreadable_json(path: &Path, error: &anyhow::Error) -> Value {
    let origin = error.downcast_ref::<ReadError>().and_then(ReadError::origin);
    let (line, byte) = places(origin);
    json!({
        "file": path.display().to_string(),
        "severity": Severity::Error.name(),
        "kind": "unreadable",
        "message": error.root_cause().to_string(),
        "element": null,
        "line": line,
        "byte": byte,
    })
}
