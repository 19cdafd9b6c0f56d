//! `wayglass sample`: a scenario of queries by chance, with what they cost.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::bail;
use clap::Args;

use crate::disk;
use crate::format::{self, Content, Target};
use crate::search::{Ground, Preparation};
use crate::task::{self, Progress};
use crate::text::{counted_as, grouped};

use super::{Reading, files};

/// What to make.
#[derive(Debug, Args)]
pub(super) struct Order {
    /// The map, in any format that holds faces, obstacles or lanes
    map: PathBuf,
    /// The scenario to write; its name ends in .scen
    #[arg(value_name = "OUT.scen")]
    output: PathBuf,
    /// How many queries
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    count: u32,
    /// Where chance begins: the same seed makes the same queries
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    reading: Reading,
}

/// Makes the scenario and says what is in it.
pub(super) fn run(order: &Order, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let Order { map, output, count, seed, reading } = order;
    if output.extension().is_none_or(|ending| !ending.eq_ignore_ascii_case("scen")) {
        bail!("{}: a scenario ends in .scen", output.display());
    }
    let mesh = files::mesh(map, &files::open(map, &reading.options())?)?;
    let ground = Ground::new(mesh, &Preparation::default());
    let name = map.file_name().unwrap_or_default().to_string_lossy();
    let progress = Progress::default();
    let scenario = task::batch::sample(&ground, &name, *count as usize, *seed, &progress);
    let instances = &scenario.instances;
    if instances.is_empty() {
        bail!("{}: there is no ground to stand on", map.display());
    }
    let n_found = instances.iter().filter(|row| row.expected_cost().is_some()).count();
    let queries = counted_as(instances.len(), "query", "queries");
    let written = format::write(&Content::Scenario(scenario), Target::Scen)?;
    disk::save(output, &written.bytes)?;
    let found = grouped(n_found);
    writeln!(out, "{}: {queries} on {}, {found} with a path", output.display(), map.display())?;
    Ok(ExitCode::SUCCESS)
}
