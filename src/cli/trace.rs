//! A search heard step by step and written down for Posthoc.

use std::path::Path;

use anyhow::bail;

use crate::disk;
use crate::document::recording;
use crate::format::posthoc::{self, Notation, Recording};
use crate::search::{Algorithm, Ground, Query, Searcher, Trace};
use crate::text::{counted, grouped};

/// How many events are written down: two hundred megabytes of text are more than anything that reads it can bear.
const LIMIT: usize = 1_000_000;

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
    pub(super) fn write(
        &self,
        ground: &Ground,
        algorithm: Algorithm,
        query: &Query,
    ) -> anyhow::Result<String> {
        let mut searcher = Searcher::default();
        let mut trace = Trace::with_limit(*query, LIMIT);
        let outcome = searcher.find(algorithm, ground, query, &mut trace);
        self.save(&recording(ground, &trace, outcome, searcher.corners()))?;
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
