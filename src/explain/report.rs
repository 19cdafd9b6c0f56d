//! A verdict as Markdown, for whoever has to be told.

use std::fmt::Write as _;

use crate::geom::Point;
use crate::mesh::{Element, Origin};
use crate::text::{capitalized, counted};

use super::{Case, Verdict};

/// What a report says beside the verdict.
pub struct About<'a> {
    /// The name of the map.
    pub name: &'a str,
    /// The bytes that were read, of which a report has a fingerprint.
    pub bytes: &'a [u8],
    /// The format they are in.
    pub format: &'a str,
    /// What was done to the map since it was read.
    pub changes: Vec<String>,
    /// Where in the file an element stands.
    pub origin: &'a dyn Fn(Element) -> Option<Origin>,
    /// What the file says in a line.
    pub line: &'a dyn Fn(u32) -> Option<String>,
    /// A picture of it, as SVG.
    pub svg: Option<&'a str>,
}

/// So many lines are quoted at most.
const QUOTED: usize = 8;

/// The first few lines of a file that a cause is about, each once.
pub fn quotes(
    elements: &[Element],
    origin: &dyn Fn(Element) -> Option<Origin>,
    line: &dyn Fn(u32) -> Option<String>,
) -> Vec<(u32, String)> {
    let mut quotes: Vec<(u32, String)> = Vec::new();
    for element in elements {
        if quotes.len() == QUOTED {
            break;
        }
        if let Some(Origin::Line(number)) = origin(*element)
            && quotes.iter().all(|(known, _)| *known != number)
            && let Some(text) = line(number)
        {
            quotes.push((number, text));
        }
    }
    quotes
}

/// A fingerprint of a file (FNV-1a, 64 bits): enough to tell whether two people look at the same one.
pub fn fingerprint(bytes: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

/// The verdict as Markdown.
pub fn markdown(case: &Case<'_>, verdict: &Verdict, about: &About<'_>) -> String {
    let exact = |p: Point| format!("`{},{}`", p.x, p.y);
    let mut text = String::new();
    let outcome = match case.answer.outcome.cost() {
        Some(cost) => format!("a path of cost {cost}"),
        None => case.answer.outcome.sentence().to_owned(),
    };
    let mut line = |words: std::fmt::Arguments<'_>| {
        let _ = writeln!(text, "{words}");
    };
    line(format_args!("# {}: {outcome}\n", about.name));
    line(format_args!("- map: `{}`, {}", about.name, about.format));
    if !about.bytes.is_empty() {
        let size = counted(about.bytes.len(), "byte");
        line(format_args!("- file: {size}, FNV-1a {:016x}", fingerprint(about.bytes)));
    }
    if !about.changes.is_empty() {
        line(format_args!("- changed since it was read: {}", about.changes.join(", ")));
    }
    line(format_args!(
        "- query: {} to {}",
        exact(case.asked.query.start),
        exact(case.asked.query.goal)
    ));
    line(format_args!(
        "- search: {}, radius {}, teleporters {}, moving floors {}, faces {}, {}",
        case.asked.algorithm.title(),
        case.asked.preparation.radius,
        if case.asked.preparation.teleporters { "on" } else { "off" },
        if case.asked.preparation.special_sectors { "on" } else { "off" },
        if case.asked.preparation.merge { "merged" } else { "as they are" },
        match case.asked.limit {
            u64::MAX => "no limit".to_owned(),
            limit => format!("at most {}", counted(limit as usize, "expansion")),
        },
    ));
    line(format_args!("- Wayglass {}\n", crate::VERSION));
    if verdict.causes.is_empty() {
        line(format_args!("Nothing more is known."));
    }
    for (number, cause) in (1..).zip(&verdict.causes) {
        line(format_args!("## {number}. {}\n", cause.kind.title()));
        line(format_args!("{}.\n", capitalized(&cause.sentence)));
        let quotes = quotes(&cause.elements, about.origin, about.line);
        if !quotes.is_empty() {
            line(format_args!("```text"));
            for (number, quoted) in quotes {
                line(format_args!("{number}: {}", quoted.replace("```", "'''")));
            }
            line(format_args!("```\n"));
        }
        for mend in &cause.mends {
            line(format_args!("- to try: {}", mend.title));
        }
        if !cause.mends.is_empty() {
            line(format_args!(""));
        }
    }
    if let Some(svg) = about.svg {
        line(format_args!("{svg}"));
    }
    text
}
