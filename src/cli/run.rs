//! `wayglass run`: all queries of a scenario, and whether they cost what they should.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context as _, bail};
use serde_json::json;

use crate::disk;
use crate::format::{Content, Options};
use crate::scenario::Scenario;
use crate::search::batch::{self, Case, Expected, Row, Summary};
use crate::search::{Ground, Preparation, Query};
use crate::task::{self, Progress};
use crate::text::{counted_as, duration, grouped, relative_error};

use super::files;
use super::searching::Searching;

/// What to run.
#[derive(Debug)]
pub(super) struct Order {
    pub(super) map: PathBuf,
    pub(super) scenario: PathBuf,
    pub(super) search: Searching,
    pub(super) threads: usize,
    pub(super) merge: bool,
    pub(super) json: bool,
    pub(super) csv: Option<PathBuf>,
    pub(super) optimal: Option<PathBuf>,
}

/// Runs all queries; exit 1 if one of them does not cost what it should.
pub(super) fn run(
    order: &Order,
    options: &Options,
    out: &mut dyn Write,
) -> anyhow::Result<ExitCode> {
    let mesh = files::mesh(&order.map, &files::open(&order.map, options)?)?;
    let Content::Scenario(scenario) = files::open(&order.scenario, options)?.content else {
        bail!("{}: this is no scenario", order.scenario.display());
    };
    let expected = match &order.optimal {
        Some(path) => read_optimal(path, &scenario)?,
        None => Expected::all(&scenario),
    };
    let preparation =
        Preparation { merge: order.merge, landmarks: true, ..order.search.preparation() };
    let ground = Ground::new(mesh, &preparation);
    let started = Instant::now();
    let rows = search_all(&ground, &scenario, order);
    let wall_ms = started.elapsed().as_secs_f64() * 1e3;
    let cases = Case::all(&scenario, &expected, &rows);
    if let Some(path) = &order.csv {
        let by = |case| (case, order.search.algorithm);
        disk::save(path, batch::to_csv(cases.iter().copied().map(by)).as_bytes())?;
    }
    let summary = Summary::new(cases.iter().filter_map(Case::ran));
    print(&summary, wall_ms, order.json, out)?;
    let file = order.map.file_name().unwrap_or_default().to_string_lossy();
    let other = scenario.instances.first().filter(|row| !row.is_for(&file) && !order.json);
    if let Some(row) = other {
        writeln!(out, "  the scenario names another map: {}", row.map)?;
    }
    Ok(if summary.mismatches.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn search_all(ground: &Ground, scenario: &Scenario, order: &Order) -> Vec<Row> {
    let queries: Vec<Query> = scenario.instances.iter().map(Query::from).collect();
    let bar = files::bar(queries.len());
    let (manner, progress) = (order.search.manner(), Progress::default());
    let rows = task::batch::on_own_threads(order.threads, || {
        task::batch::search_all(ground, &queries, manner, &progress, |_, _| bar.inc(1))
    });
    bar.finish_and_clear();
    rows
}

/// Reads `index,optimal_cost,…`: true costs for scenarios that have others.
fn read_optimal(path: &Path, scenario: &Scenario) -> anyhow::Result<Vec<Expected>> {
    let of_file = || path.display().to_string();
    let bytes = disk::read(path).with_context(of_file)?;
    let text = String::from_utf8(bytes).context("it is not text").with_context(of_file)?;
    let mut expected = vec![Expected::Unknown; scenario.instances.len()];
    for (line, row) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let mut fields = row.split(',');
        let first = fields.next().unwrap_or_default().trim();
        let is_title = line == 0 && !first.starts_with(|c: char| c.is_ascii_digit() || c == '-');
        if is_title || row.trim().is_empty() {
            continue;
        }
        let index = first.parse::<usize>().ok();
        let place = index.and_then(|index| expected.get_mut(index));
        let place = place.with_context(|| {
            format!(
                "{}: line {}: expected the number of a query, found {row:?}",
                path.display(),
                line + 1
            )
        })?;
        *place = match fields.next().map(str::trim) {
            None | Some("") => Expected::NoPath,
            Some(cost) => match cost.parse::<f64>() {
                // As scenarios have it.
                Ok(cost) if cost < 0.0 => Expected::NoPath,
                Ok(cost) if cost.is_finite() => Expected::Cost(cost, 0.0),
                _ => bail!(
                    "{}: line {}: expected a cost or nothing, found {cost:?}",
                    path.display(),
                    line + 1
                ),
            },
        };
    }
    Ok(expected)
}

fn print(summary: &Summary, wall_ms: f64, json: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    if json {
        let value = json!({
            "instances": summary.instances,
            "found": summary.found,
            "unreachable": summary.without_path(),
            "gave_up": summary.gave_up,
            "passed": summary.passed,
            "mismatches": summary.mismatches.len(),
            "worst_relative_error": summary.worst_relative_error,
            "mean_micros": summary.mean_micros(),
            "median_micros": summary.median_micros,
            "p99_micros": summary.p99_micros,
            "wall_ms": wall_ms,
            "expanded": summary.counters.expanded,
            "generated": summary.counters.generated,
            "pushed": summary.counters.pushed,
            "popped": summary.counters.popped,
            "pruned": summary.counters.pruned_after_pop,
        });
        return Ok(writeln!(out, "{value:#}")?);
    }
    let queries = counted_as(summary.instances, "query", "queries");
    let (found, without) = (grouped(summary.found), grouped(summary.without_path()));
    write!(out, "{queries}: {found} found, {without} without a path")?;
    match summary.gave_up {
        0 => writeln!(out)?,
        n => writeln!(out, ", {} gave up", grouped(n))?,
    }
    if summary.judged() == 0 {
        writeln!(
            out,
            "  none could be judged: their costs are not given, or only as upper bounds"
        )?;
    } else {
        let mismatches = counted_as(summary.mismatches.len(), "mismatch", "mismatches");
        let worst = relative_error(summary.worst_relative_error);
        writeln!(out, "  {mismatches}, worst relative error {worst}")?;
    }
    let [mean, median, p99] =
        [summary.mean_micros(), summary.median_micros, summary.p99_micros].map(duration);
    writeln!(out, "  {mean} on average, median {median}, 99 % below {p99}")?;
    for index in summary.mismatches.iter().take(10) {
        let row = index + 1;
        writeln!(out, "  row {row} does not cost what it should")?;
    }
    Ok(())
}
