//! `wayglass trace`: what a trace or log tells, and the same for Posthoc; and searches written down for it.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::bail;
use clap::Args;
use serde_json::{Value, json};

use crate::disk;
use crate::document::{MOST_EVENTS, recording, told};
use crate::format::posthoc::{self, Notation, Recording};
use crate::format::{Content, Import, Options};
use crate::mesh::{Finding, Severity};
use crate::search::{Answer, Asked, Ground, Trace};
use crate::text::{counted, grouped};

use super::files;

/// What is asked.
#[derive(Debug, Args)]
pub(super) struct Order {
    /// The trace (Posthoc, YAML or JSON) or log (of Polyanya in C++)
    file: PathBuf,
    /// Write it for Posthoc, to a name that ends in .trace.yaml, .trace.yml or .trace.json
    output: Option<PathBuf>,
    /// Print JSON for scripts
    #[arg(long)]
    json: bool,
}

/// How many odd things of a trace are printed.
const SHOWN: usize = 10;

/// Says what a trace tells, and writes it for Posthoc if that is asked.
pub(super) fn run(order: &Order, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let place = order.output.as_deref().map(Place::new).transpose()?;
    let import = files::open(&order.file, &Options::default())?;
    let Content::Trace(recording) = &import.content else {
        bail!(
            "{}: this is a {}, no trace of a search",
            order.file.display(),
            import.format.title()
        );
    };
    if let Some(place) = &place {
        place.save(recording)?;
    }
    if order.json {
        writeln!(out, "{:#}", to_json(&import, recording))?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(out, "{}\n  {:<11} {}", order.file.display(), "format", import.format.title())?;
    for (name, value) in told::rows(recording) {
        writeln!(out, "  {name:<11} {value}")?;
    }
    let odd: Vec<&Finding> = odd(&import).collect();
    for finding in odd.iter().take(SHOWN) {
        let at = finding.origin.map_or_else(String::new, |origin| format!("{origin}: "));
        writeln!(out, "  {:<11} {at}{}", "odd", finding.message)?;
    }
    if SHOWN < odd.len() {
        writeln!(out, "  {:<11} … and {} more; wayglass check lists them", "", odd.len() - SHOWN)?;
    }
    if let Some(place) = &place {
        writeln!(out, "{} written", place.path.display())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What is worse than worth knowing.
fn odd(import: &Import) -> impl Iterator<Item = &Finding> {
    import.findings.list().iter().filter(|finding| finding.severity() != Severity::Note)
}

fn to_json(import: &Import, recording: &Recording) -> Value {
    let mut keys = told::keys(recording);
    keys.insert("format".to_owned(), json!(import.format.name()));
    let odd = odd(import).map(|finding| {
        let at = finding.origin.map(|origin| origin.to_string());
        json!({ "kind": finding.kind.name(), "message": finding.message, "at": at })
    });
    keys.insert("odd".to_owned(), odd.collect());
    Value::Object(keys)
}

/// Where a trace goes.
#[derive(Debug)]
pub(super) struct Place<'a> {
    path: &'a Path,
    notation: Notation,
}

impl<'a> Place<'a> {
    /// Looks at the name only: nothing is touched yet.
    pub(super) fn new(path: &'a Path) -> anyhow::Result<Self> {
        match path.file_name().and_then(|name| Notation::of(&name.to_string_lossy())) {
            Some(notation) => Ok(Self { path, notation }),
            None => {
                let endings: Vec<&str> =
                    Notation::ENDINGS.iter().map(|(ending, _)| *ending).collect();
                bail!(
                    "{}: Posthoc only opens traces whose names end in {}",
                    path.display(),
                    endings.join(", ")
                )
            }
        }
    }

    /// Searches once more, listening, and writes down what was heard; gives a sentence about it.
    pub(super) fn write(&self, asked: &Asked, ground: &Ground) -> anyhow::Result<String> {
        let mut trace = Trace::with_limit(asked.query, MOST_EVENTS);
        let Answer { outcome, corners, .. } = asked.answer_to(&mut trace, ground);
        self.save(&recording(ground, &trace, outcome, corners))?;
        let heard = counted(trace.n_events(), "event");
        let missed = match trace.n_missed() {
            0 => String::new(),
            n => format!("; the last {} did not fit", grouped(n as usize)),
        };
        Ok(format!("{heard} of the search written to {}{missed}", self.path.display()))
    }

    fn save(&self, recording: &Recording) -> anyhow::Result<()> {
        disk::save(self.path, posthoc::write(recording, self.notation).as_bytes())
    }
}
