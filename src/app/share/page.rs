//! A page about what is open, and about the scenario if one was run.

use std::sync::Arc;

use crate::document::facts::facts;
use crate::document::{Source, State};
use crate::draw::report::{Report, Run, in_words};
use crate::format::{Content, Format};
use crate::mesh::Findings;
use crate::scenario::Scenario;
use crate::search::Outcome;
use crate::search::batch::{Case, Expected, Row};

use super::super::App;
use super::{Failed, Subject};

/// All that a page needs.
pub(super) struct Page {
    subject: Subject,
    format: Format,
    state: State,
    findings: Findings,
    ran: Option<Ran>,
}

/// What came of a scenario.
struct Ran {
    name: String,
    manner: String,
    scenario: Arc<Scenario>,
    rows: Vec<Told>,
    doubt: Option<&'static str>,
}

/// What there is to know of a row, but for what it asks.
struct Told {
    index: usize,
    expected: Expected,
    row: Option<Row>,
    was: Option<Outcome>,
}

impl Page {
    /// What there is to say now.
    pub(super) fn of(app: &App, subject: Subject) -> Result<Self, String> {
        let document = app.document().ok_or("nothing is open")?;
        let ran = app.scenario.as_ref().and_then(|known| {
            let (ground, manner) = known.ran.as_ref()?;
            let is_here =
                app.map.survey.as_ref().is_some_and(|it| Arc::ptr_eq(&it.mesh, ground.mesh()));
            let is_as_now = app.inquiry.ground().is_some_and(|now| Arc::ptr_eq(now, ground));
            let doubt = if !is_here || app.is_stale() {
                Some("This came of an older state of the map than the one in the picture.")
            } else if known.running.is_some() {
                Some("Not all of this is known yet: queries are still being searched.")
            } else {
                None
            };
            let told = |case: Case<'_>| Told {
                index: case.index,
                expected: case.expected,
                // Rows of earlier runs were searched on another map, or in another way than the page says.
                row: case.row.filter(|_| !case.is_old),
                was: case.was,
            };
            Some(Ran {
                name: known.name.clone(),
                manner: in_words(*manner, is_as_now.then(|| app.inquiry.prepared())),
                scenario: known.rows.scenario.clone(),
                rows: known.cases().map(told).collect(),
                doubt,
            })
        });
        Ok(Self {
            // The search under way is for animations.
            subject: Subject { search: None, ..subject },
            format: document.format(),
            state: document.state().clone(),
            findings: app.map.findings.as_ref().unwrap_or(document.findings()).clone(),
            ran,
        })
    }

    /// The page.
    pub(super) fn html(self) -> Result<Vec<u8>, Failed> {
        let content = match self.state.source {
            Source::Mesh(mesh) => Content::Mesh(mesh),
            Source::Drawing(layout) => Content::Layout(layout),
            Source::Nothing => return Err("there is nothing to say".into()),
        };
        let run = self.ran.as_ref().map(|ran| Run {
            name: &ran.name,
            manner: ran.manner.clone(),
            cases: ran.rows.iter().filter_map(|told| ran.case(told)).collect(),
            doubt: ran.doubt,
        });
        let report = Report {
            picture: self.subject.picture(),
            facts: facts(self.format, &content, &self.findings),
            findings: &self.findings,
            run,
        };
        report.html().map(String::into_bytes).ok_or_else(|| super::NO_MEMORY.into())
    }
}

impl Ran {
    fn case(&self, told: &Told) -> Option<Case<'_>> {
        let Told { index, expected, row, was } = *told;
        let instance = self.scenario.instances.get(index)?;
        Some(Case { row, was, ..Case::new(index, instance, expected) })
    }
}
