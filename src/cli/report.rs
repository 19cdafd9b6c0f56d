//! `wayglass report`: a page about a map, and about the queries of a scenario on it.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context as _, bail};
use clap::Args;

use crate::disk;
use crate::document::facts::facts;
use crate::draw::report::{Report, Run, in_words};
use crate::draw::{Map, Picture, YAxis};
use crate::format::{Content, Import};
use crate::mesh::Navmesh;
use crate::scenario::Scenario;
use crate::search::batch::{Case, Expected, Row};
use crate::search::{Ground, Preparation, Query};
use crate::task::{self, Progress};
use crate::text::counted_as;

use super::searching::Searching;
use super::{Reading, files};

/// What is asked.
#[derive(Debug, Args)]
#[command(override_usage = "wayglass report [OPTIONS] <MAP> [SCEN] <OUT.html>")]
pub(super) struct Order {
    /// The map, in any format that holds faces, obstacles or lanes; then a scenario, if its queries are to be run; then
    /// the page to write, whose name ends in .html
    #[arg(value_name = "FILE", required = true, num_args = 2..=3)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    search: Searching,
    #[command(flatten)]
    reading: Reading,
}

/// Writes the page and says what is on it.
pub(super) fn run(order: &Order, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let (map, scenario, output) = match order.files.as_slice() {
        [map, output] => (map, None, output),
        [map, scenario, output] => (map, Some(scenario), output),
        _ => bail!("expected a map, maybe a scenario, and the page to write"),
    };
    if !["html", "htm"].contains(&disk::ending(output).as_str()) {
        bail!("{}: a page ends in .html", output.display());
    }
    let import = files::open(map, &order.reading.options())?;
    let scenario = scenario.map(|path| open_scenario(path, order)).transpose()?;
    let rows = match &scenario {
        None => Vec::new(),
        Some((_, scenario)) => search_all(files::mesh(map, &import)?, scenario, order),
    };
    let run = scenario.as_ref().map(|(name, scenario)| Run {
        name,
        manner: in_words(order.search.manner(), Some(&order.search.preparation())),
        cases: Case::all(scenario, &Expected::all(scenario), &rows),
        doubt: None,
    });
    let n_queries = run.as_ref().map(|run| run.cases.len());
    let page = page(map, &import, run)?;
    let html = page.html();
    let html = html.with_context(|| format!("{}: no memory for it", output.display()))?;
    disk::save(output, html.as_bytes())?;
    let ran = n_queries.map(|n| format!(" and {} on it", counted_as(n, "query", "queries")));
    writeln!(out, "{}: {}{}", output.display(), map.display(), ran.unwrap_or_default())?;
    Ok(ExitCode::SUCCESS)
}

fn page<'a>(map: &'a Path, import: &'a Import, run: Option<Run<'a>>) -> anyhow::Result<Report<'a>> {
    let drawn = match &import.content {
        Content::Mesh(mesh) => Map::Mesh(mesh),
        Content::Layout(layout) => Map::Layout(layout),
        Content::Scenario(_) | Content::Trace(_) => {
            bail!("{}: there is no map in a {}", map.display(), import.format.title())
        }
    };
    let title = map.file_name().and_then(|name| name.to_str()).unwrap_or("map");
    let y_axis = YAxis::of(&import.work);
    let picture = Picture { y_axis, ..Picture::plain(drawn, title) };
    let facts = facts(import.format, &import.content, &import.findings);
    Ok(Report { picture, facts, findings: &import.findings, run })
}

fn open_scenario(path: &Path, order: &Order) -> anyhow::Result<(String, Scenario)> {
    let import = files::open(path, &order.reading.options())?;
    let Content::Scenario(scenario) = import.content else {
        bail!("{}: this is a {}, no scenario", path.display(), import.format.title());
    };
    Ok((path.file_name().unwrap_or_default().to_string_lossy().into_owned(), scenario))
}

fn search_all(mesh: Arc<Navmesh>, scenario: &Scenario, order: &Order) -> Vec<Row> {
    let preparation = Preparation { landmarks: true, ..order.search.preparation() };
    let ground = Ground::new(mesh, &preparation);
    let queries: Vec<Query> = scenario.instances.iter().map(Query::from).collect();
    let bar = files::bar(queries.len());
    let (manner, progress) = (order.search.manner(), Progress::default());
    let rows = task::batch::search_all(&ground, &queries, manner, &progress, |_, _| bar.inc(1));
    bar.finish_and_clear();
    rows
}
