//! A verdict for people and for scripts.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::document::quote;
use crate::explain::{Cause, Remedy, Verdict, report};
use crate::mesh::{Element, Navmesh, Origin};
use crate::text::capitalized;

use super::files::Opened;

/// The causes, each with the lines it is about and what can be tried.
pub(super) fn to_text(verdict: &Verdict, opened: &Opened) -> String {
    let mut text = String::new();
    for (number, cause) in (1..).zip(&verdict.causes) {
        let _ = writeln!(text, "{number}. {}: {}", cause.kind.title(), cause.sentence);
        for (line, quoted) in quotes(cause, opened) {
            let _ = writeln!(text, "     line {line}: {quoted}");
        }
        for mend in &cause.mends {
            let _ = writeln!(text, "     to try: {}", mend.title);
        }
    }
    text
}

/// The same for scripts.
pub(super) fn to_json(verdict: &Verdict, opened: &Opened, mesh: &Navmesh) -> Vec<Value> {
    let cause = |cause: &Cause| {
        let quotes = quotes(cause, opened).into_iter();
        let lines = quotes.map(|(line, text)| json!({ "line": line, "text": text }));
        let elements = cause.elements.iter().filter_map(|element| element_json(*element, mesh));
        let mends = cause
            .mends
            .iter()
            .map(|mend| json!({ "title": mend.title, "kind": remedy_name(&mend.remedy) }));
        json!({
            "cause": cause.kind.name(),
            "sentence": capitalized(&cause.sentence),
            "elements": elements.collect::<Vec<_>>(),
            "lines": lines.collect::<Vec<_>>(),
            "mends": mends.collect::<Vec<_>>(),
        })
    };
    verdict.causes.iter().map(cause).collect()
}

fn remedy_name(remedy: &Remedy) -> &'static str {
    match remedy {
        Remedy::MoveEnd(..) => "move_end",
        Remedy::Prepare(_) => "prepare",
        Remedy::Search(..) => "search",
        Remedy::NoLimit => "no_limit",
        Remedy::Open { .. } => "open",
        Remedy::Change(_) => "change",
    }
}

fn quotes(cause: &Cause, opened: &Opened) -> Vec<(u32, String)> {
    let origin = |element| opened.import.lines.origin(element);
    report::quotes(&cause.elements, &origin, &|line| quote(&opened.bytes, Origin::Line(line)))
}

fn element_json(element: Element, mesh: &Navmesh) -> Option<Value> {
    let ids = &mesh.attributes().ids;
    match element {
        Element::Vertex(vertex) => Some(json!({ "vertex": ids.vertex(vertex) })),
        Element::Face(face) => Some(json!({ "face": ids.face(face) })),
        Element::Side(face, side) => {
            let (from, to) = mesh.face(face).ends(side as usize);
            Some(json!({ "face": ids.face(face), "side": [ids.vertex(from), ids.vertex(to)] }))
        }
        Element::Link(link) => Some(json!({ "link": link })),
        _ => None,
    }
}
