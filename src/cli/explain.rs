//! `wayglass explain`: why queries of a scenario have no path, or a longer one than expected, those with the same cause
//! together.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::bail;
use rayon::prelude::*;
use serde_json::{Value, json};

use crate::explain::{Case, Cause, CauseKind, explain};
use crate::format::{Content, Options};
use crate::scenario::Instance;
use crate::search::Query;
use crate::search::batch::Expected;
use crate::text::{capitalized, counted_as, grouped};

use super::files;
use super::searching::Searching;

/// What is asked.
#[derive(Debug)]
pub(super) struct Order {
    pub(super) map: PathBuf,
    pub(super) scenario: PathBuf,
    pub(super) search: Searching,
    pub(super) json: bool,
}

/// A query that has no path, or a longer one than the scenario expects.
struct Failing {
    row: usize,
    /// Why, the most likely cause first; none if nothing is known.
    causes: Vec<Cause>,
    /// Whether the scenario says so, too.
    is_expected: bool,
}

/// So many rows of a group are listed.
const LISTED: usize = 12;

/// Explains all queries without a path, or with a longer one than expected.
pub(super) fn run(
    order: &Order,
    options: &Options,
    out: &mut dyn Write,
) -> anyhow::Result<ExitCode> {
    let import = files::open(&order.map, options)?;
    let mesh = files::mesh(&order.map, &import)?;
    let Content::Scenario(scenario) = files::open(&order.scenario, options)?.content else {
        bail!("{}: this is no scenario", order.scenario.display());
    };
    let ground = order.search.ground(mesh);
    let expected = Expected::all(&scenario);
    let bar = files::bar(scenario.instances.len());
    let look = |(row, instance): (usize, &Instance)| {
        bar.inc(1);
        let asked = order.search.asked(Query { start: instance.start, goal: instance.goal });
        let answer = asked.answer(&ground);
        let fails = match answer.outcome.cost() {
            None => true,
            Some(cost) => expected[row].is_exceeded_by(cost),
        };
        fails.then(|| {
            let findings = import.findings.list();
            let case = Case { ground: &ground, asked, answer: &answer, findings };
            let is_expected = expected[row] == Expected::NoPath && answer.outcome.cost().is_none();
            Failing { row, causes: explain(&case).causes, is_expected }
        })
    };
    let failing: Vec<Failing> =
        scenario.instances.par_iter().enumerate().filter_map(look).collect();
    bar.finish_and_clear();
    let groups = grouped_by_cause(&failing);
    if order.json {
        let json = to_json(scenario.instances.len(), &failing, &groups);
        writeln!(out, "{json:#}")?;
    } else {
        write!(out, "{}", to_text(scenario.instances.len(), &failing, &groups))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The queries by their first cause; the largest group first.
fn grouped_by_cause(failing: &[Failing]) -> Vec<(Option<CauseKind>, Vec<&Failing>)> {
    let mut groups: BTreeMap<Option<CauseKind>, Vec<&Failing>> = BTreeMap::new();
    for query in failing {
        groups.entry(query.causes.first().map(|cause| cause.kind)).or_default().push(query);
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_by_key(|(_, group)| std::cmp::Reverse(group.len()));
    groups
}

fn title(kind: Option<CauseKind>) -> &'static str {
    kind.map_or("No cause is known", CauseKind::title)
}

fn to_text(
    n_queries: usize,
    failing: &[Failing],
    groups: &[(Option<CauseKind>, Vec<&Failing>)],
) -> String {
    let all = counted_as(n_queries, "query", "queries");
    let mut text = match failing.len() {
        0 => format!("{all}: every one has its path\n"),
        n => format!("{all}: {} without a path, or with a longer one than expected\n", grouped(n)),
    };
    for (kind, group) in groups {
        let n = counted_as(group.len(), "query", "queries");
        let expected = match group.iter().filter(|query| query.is_expected).count() {
            0 => String::new(),
            n => format!(", {} of them as the scenario expects", grouped(n)),
        };
        text += &format!("\n{}: {n}{expected}\n", title(*kind));
        let rows: Vec<String> =
            group.iter().take(LISTED).map(|query| (query.row + 1).to_string()).collect();
        let more = if LISTED < group.len() { ", …" } else { "" };
        text += &format!("  rows {}{more}\n", rows.join(", "));
        if let Some((query, cause)) =
            group.first().and_then(|query| Some((query, query.causes.first()?)))
        {
            text += &format!("  row {}: {}\n", query.row + 1, cause.sentence);
            for mend in &cause.mends {
                text += &format!("    to try: {}\n", mend.title);
            }
        }
    }
    text
}

fn to_json(
    n_queries: usize,
    failing: &[Failing],
    groups: &[(Option<CauseKind>, Vec<&Failing>)],
) -> Value {
    let query = |query: &&Failing| {
        let first = query.causes.first();
        json!({
            "index": query.row,
            "expected": query.is_expected,
            "sentence": first.map(|cause| capitalized(&cause.sentence)),
            "causes": query.causes.iter().map(|cause| cause.kind.name()).collect::<Vec<_>>(),
        })
    };
    let group = |(kind, list): &(Option<CauseKind>, Vec<&Failing>)| {
        json!({
            "cause": kind.map(CauseKind::name),
            "count": list.len(),
            "queries": list.iter().map(query).collect::<Vec<_>>(),
        })
    };
    json!({
        "instances": n_queries,
        "failing": failing.len(),
        "groups": groups.iter().map(group).collect::<Vec<_>>(),
    })
}
