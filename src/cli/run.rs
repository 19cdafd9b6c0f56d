//! `wayglass run`: all queries of a scenario, and whether they cost what they should.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context as _, bail};
use rayon::prelude::*;
use serde_json::json;

use crate::disk;
use crate::format::{Content, Options};
use crate::scenario::{Instance, Scenario};
use crate::search::{Counters, Ground, Outcome, Preparation, Query, Searcher};
use crate::text::{counted_as, grouped, measure};

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

/// What came of one query.
struct Row {
    outcome: Outcome,
    micros: f64,
    counters: Counters,
}

/// What a query should cost.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Expected {
    /// This, but for so much.
    Cost(f64, f64),
    /// There should be no path.
    NoPath,
    /// Nobody knows: the cost in the file is that of a path on a grid, which no path on a mesh has to match.
    Unknown,
}

/// Runs all queries; exit 1 if one of them does not cost what it should.
pub(super) fn run(
    order: &Order,
    options: &Options,
    out: &mut dyn Write,
) -> anyhow::Result<ExitCode> {
    let Content::Mesh(mesh) = files::open(&order.map, options)?.content else {
        bail!("{}: there are no faces to walk on", order.map.display());
    };
    let Content::Scenario(scenario) = files::open(&order.scenario, options)?.content else {
        bail!("{}: this is no scenario", order.scenario.display());
    };
    let expected = match &order.optimal {
        Some(path) => read_optimal(path, &scenario)?,
        None => scenario.instances.iter().map(expectation).collect(),
    };
    let preparation =
        Preparation { merge: order.merge, landmarks: true, ..order.search.preparation() };
    let ground = Ground::new(mesh, &preparation);
    let started = Instant::now();
    let rows = search_all(&ground, &scenario, order)?;
    let wall_ms = started.elapsed().as_secs_f64() * 1e3;
    if let Some(path) = &order.csv {
        disk::save(path, to_csv(&rows).as_bytes())?;
    }
    let summary = Summary::new(&rows, &expected, wall_ms);
    summary.print(order.json, out)?;
    Ok(if summary.mismatches.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn search_all(ground: &Ground, scenario: &Scenario, order: &Order) -> anyhow::Result<Vec<Row>> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(order.threads)
        .build()
        .context("cannot start threads")?;
    let bar = files::bar(scenario.instances.len());
    let search = |searcher: &mut Searcher<()>, instance: &Instance| {
        bar.inc(1);
        let query = Query { start: instance.start, goal: instance.goal };
        let started = Instant::now();
        let outcome = searcher.find(order.search.algorithm, ground, &query, &mut ());
        Row {
            outcome,
            micros: started.elapsed().as_secs_f64() * 1e6,
            counters: searcher.counters(),
        }
    };
    let rows = pool
        .install(|| scenario.instances.par_iter().map_init(Searcher::default, search).collect());
    bar.finish_and_clear();
    Ok(rows)
}

/// What a scenario itself says of a query.
fn expectation(instance: &Instance) -> Expected {
    let on_grid = instance.map.to_lowercase().ends_with(".map");
    match instance.expected_cost() {
        None => Expected::NoPath,
        Some(_) if on_grid => Expected::Unknown,
        Some(cost) => Expected::Cost(cost, rounding(&instance.cost.text)),
    }
}

/// How far a printed number may be from the one that was meant: half of its last digit.
fn rounding(text: &str) -> f64 {
    let decimals = text.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    if text.contains(['e', 'E']) { 0.0 } else { 0.5 * 10_f64.powi(-(decimals as i32)) }
}

/// Reads `index,optimal_cost,…`: true costs for scenarios that have others.
fn read_optimal(path: &Path, scenario: &Scenario) -> anyhow::Result<Vec<Expected>> {
    let text = std::fs::read_to_string(path)
        .with_context(|| format!("{}: cannot open it", path.display()))?;
    let mut expected = vec![Expected::Unknown; scenario.instances.len()];
    for (line, row) in text.lines().enumerate().skip(1) {
        let mut fields = row.split(',');
        let index = fields.next().and_then(|field| field.parse::<usize>().ok());
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
            Some(cost) => match cost.parse() {
                Ok(cost) => Expected::Cost(cost, 0.0),
                Err(_) => bail!(
                    "{}: line {}: expected a cost or nothing, found {cost:?}",
                    path.display(),
                    line + 1
                ),
            },
        };
    }
    Ok(expected)
}

fn to_csv(rows: &[Row]) -> String {
    let mut csv = "index,cost,micros,generated,pushed,popped\n".to_owned();
    for (index, Row { outcome, micros, counters }) in rows.iter().enumerate() {
        let cost = outcome.cost().map(|cost| cost.to_string()).unwrap_or_default();
        let Counters { generated, pushed, popped, .. } = counters;
        csv += &format!("{index},{cost},{micros:.3},{generated},{pushed},{popped}\n");
    }
    csv
}

struct Summary {
    instances: usize,
    found: usize,
    /// The queries that do not cost what they should.
    mismatches: Vec<usize>,
    worst_relative_error: f64,
    mean_micros: f64,
    median_micros: f64,
    p99_micros: f64,
    wall_ms: f64,
    counters: Counters,
}

impl Summary {
    fn new(rows: &[Row], expected: &[Expected], wall_ms: f64) -> Self {
        let mut micros: Vec<f64> = rows.iter().map(|row| row.micros).collect();
        micros.sort_by(f64::total_cmp);
        let at =
            |part: f64| micros.get((part * micros.len() as f64) as usize).copied().unwrap_or(0.0);
        let mut mismatches = Vec::new();
        let mut worst_relative_error = 0.0_f64;
        for (index, (row, expected)) in rows.iter().zip(expected).enumerate() {
            match (row.outcome.cost(), *expected) {
                (_, Expected::Unknown) | (None, Expected::NoPath) => {}
                (Some(cost), Expected::Cost(wanted, rounding)) => {
                    let beyond =
                        ((cost - wanted).abs() - rounding).max(0.0) / wanted.max(f64::MIN_POSITIVE);
                    worst_relative_error = worst_relative_error.max(beyond);
                    if 1e-9 < beyond {
                        mismatches.push(index);
                    }
                }
                (Some(_), Expected::NoPath) | (None, Expected::Cost(..)) => mismatches.push(index),
            }
        }
        Self {
            instances: rows.len(),
            found: rows.iter().filter(|row| row.outcome.cost().is_some()).count(),
            mismatches,
            worst_relative_error,
            mean_micros: micros.iter().sum::<f64>() / micros.len().max(1) as f64,
            median_micros: at(0.5),
            p99_micros: at(0.99),
            wall_ms,
            counters: rows.iter().fold(Counters::default(), |sum, row| sum + row.counters),
        }
    }

    fn print(&self, json: bool, out: &mut dyn Write) -> anyhow::Result<()> {
        let unreachable = self.instances - self.found;
        if json {
            let value = json!({
                "instances": self.instances,
                "found": self.found,
                "unreachable": unreachable,
                "mismatches": self.mismatches.len(),
                "worst_relative_error": self.worst_relative_error,
                "mean_micros": self.mean_micros,
                "median_micros": self.median_micros,
                "p99_micros": self.p99_micros,
                "wall_ms": self.wall_ms,
                "expanded": self.counters.expanded,
                "generated": self.counters.generated,
                "pushed": self.counters.pushed,
                "popped": self.counters.popped,
                "pruned": self.counters.pruned_after_pop,
            });
            return Ok(writeln!(out, "{value:#}")?);
        }
        let queries = counted_as(self.instances, "query", "queries");
        let found = grouped(self.found);
        writeln!(out, "{queries}: {found} found, {} without a path", grouped(unreachable))?;
        let mismatches = counted_as(self.mismatches.len(), "mismatch", "mismatches");
        writeln!(out, "  {mismatches}, worst relative error {:.1e}", self.worst_relative_error)?;
        let [mean, median, p99] =
            [self.mean_micros, self.median_micros, self.p99_micros].map(measure);
        writeln!(out, "  {mean} µs on the average, median {median}, 99 % below {p99}")?;
        for index in self.mismatches.iter().take(10) {
            writeln!(out, "  query {index} does not cost what it should")?;
        }
        Ok(())
    }
}
