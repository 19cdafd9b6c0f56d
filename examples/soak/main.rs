//! The long form of what we promise: `cargo run --release --example soak -- [PROMISE...] --minutes 10`.
//!
//! Trials are run by processes of their own, so that one that aborts or never ends is found, too. Seeds count up from
//! `--seed`; the one that breaks a promise is printed, and breaks it again. Those about the window are there with
//! `--features window-tests`.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::unwrap_used,
    reason = "it talks, and a trial that cannot go on has failed"
)]

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use peak_alloc::PeakAlloc;

/// Runs the trials of one promise on all cores.
mod crew;
/// Runs trials one after the other and says how they went.
mod worker;

#[path = "../../tests/promises/areas.rs"]
mod areas;
#[path = "../../tests/promises/delaunay.rs"]
mod delaunay;
#[path = "../../tests/promises/edits.rs"]
mod edits;
#[path = "../../tests/promises/gestures.rs"]
mod gestures;
#[path = "../../tests/promises/joints.rs"]
mod joints;
#[path = "../../tests/promises/layouts.rs"]
mod layouts;
#[path = "../../tests/promises/maze.rs"]
mod maze;
#[cfg(feature = "window-tests")]
#[path = "../../tests/promises/monkey.rs"]
mod monkey;
#[path = "../../tests/promises/oracle.rs"]
mod oracle;
#[path = "../../tests/promises/parsers.rs"]
mod parsers;
#[path = "../../tests/promises/promise.rs"]
mod promise;
#[path = "../../tests/promises/published.rs"]
mod published;
#[path = "../../tests/promises/rebuilt.rs"]
mod rebuilt;
#[path = "../../tests/promises/safety.rs"]
mod safety;
#[path = "../../tests/promises/samples.rs"]
mod samples;
#[path = "../../tests/promises/searching.rs"]
mod searching;
#[path = "../../tests/promises/seeds.rs"]
mod seeds;
#[path = "../../tests/promises/symmetry.rs"]
mod symmetry;
#[path = "../../tests/promises/triangulation.rs"]
mod triangulation;
#[path = "../../tests/promises/visibility.rs"]
mod visibility;
#[path = "../../tests/promises/walker.rs"]
mod walker;

use promise::Promise;

/// Counts for the whole process: a worker has one thread.
#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

/// Every family there is. To add one: its module above, its promises here.
fn promises() -> Vec<Promise> {
    let families = [
        parsers::promises,
        triangulation::promises,
        searching::promises,
        safety::promises,
        #[cfg(unix)]
        safety::killing,
        #[cfg(feature = "window-tests")]
        monkey::promises,
    ];
    families.into_iter().flat_map(|family| family()).collect()
}

/// Tries what we promise, for as long as you like.
#[derive(Clone, Debug, Parser)]
#[command(name = "soak")]
struct Arguments {
    /// Promises, families of them or single ones: `P`, `P1`, `P1_menge`; all if none is named
    promises: Vec<String>,
    /// How long to try each number, `P1` or `W2`; its parts share the time evenly
    #[arg(long, default_value_t = 1.0)]
    minutes: f64,
    /// End each after so many cases rather than after so many minutes
    #[arg(long)]
    cases: Option<u64>,
    /// The first seed
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// How many processes; one per core if it is not said
    #[arg(long)]
    jobs: Option<usize>,
    /// Where inputs that break a promise are written to
    #[arg(long, default_value_os_t = std::env::temp_dir())]
    found: PathBuf,
    /// A trial that takes longer than so many seconds hangs
    #[arg(long, default_value_t = 120)]
    patience: u64,
    /// Say what there is
    #[arg(long)]
    list: bool,
    /// Be one of the processes: try every so manieth seed
    #[arg(long, hide = true)]
    worker: Option<u64>,
    /// Write each input before it is tried
    #[arg(long, hide = true)]
    keep: Option<PathBuf>,
}

impl Arguments {
    /// When to end without being told.
    fn time(&self) -> Option<Duration> {
        let time = Duration::try_from_secs_f64(60.0 * self.minutes).unwrap_or(Duration::MAX);
        self.cases.is_none().then_some(time)
    }
}

fn main() -> ExitCode {
    #[cfg(unix)]
    if safety::kill::is_child() {
        return ExitCode::SUCCESS;
    }
    let arguments = Arguments::parse();
    if let Some(step) = arguments.worker {
        // Others may show the same, but it is this one.
        let is_meant = |promise: &Promise| arguments.promises.contains(&promise.id);
        let promise = promises().into_iter().find(is_meant);
        return worker::work(&promise.unwrap(), &arguments, step);
    }
    let chosen = match chosen(promises(), &arguments.promises) {
        Ok(chosen) => chosen,
        Err(complaint) => {
            eprintln!("soak: {complaint}");
            return ExitCode::from(2);
        }
    };
    if arguments.list {
        for Promise { id, says, goal, share, .. } in &chosen {
            println!("{id}: {says} (goal {goal}; the tests try {share} seeds)");
        }
        return ExitCode::SUCCESS;
    }
    let mut n_failures = 0;
    for parts in chosen.chunk_by(|a, b| a.number() == b.number()) {
        let share =
            Arguments { minutes: arguments.minutes / parts.len() as f64, ..arguments.clone() };
        let (mut n_cases, mut goal) = (0, 0);
        for promise in parts {
            let outcome = crew::run(promise, &share);
            println!("claim {} = {} (goal {})", promise.id, outcome.tally.cases, promise.goal);
            n_failures += outcome.failures.len();
            (n_cases, goal) = (n_cases + outcome.tally.cases, goal + promise.goal);
        }
        if 1 < parts.len() {
            println!("claim {} = {n_cases} (goal {goal})", parts[0].number());
        }
    }
    println!("{n_failures} failure{}", if n_failures == 1 { "" } else { "s" });
    if n_failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// What the words on the command line mean, all parts of a number in a row.
fn chosen(all: Vec<Promise>, words: &[String]) -> Result<Vec<Promise>, String> {
    let is_meant = |promise: &Promise, word: &str| {
        let number = promise.number();
        let family = number.trim_end_matches(|c: char| c.is_ascii_digit());
        let mut names =
            [promise.id.as_str(), number, family].into_iter().chain(promise.also.iter().copied());
        names.any(|name| name.eq_ignore_ascii_case(word))
    };
    if let Some(unknown) =
        words.iter().find(|word| !all.iter().any(|promise| is_meant(promise, word)))
    {
        return Err(format!("there is no promise {unknown:?}; --list says which there are"));
    }
    let is_chosen =
        |promise: &Promise| words.is_empty() || words.iter().any(|word| is_meant(promise, word));
    let mut chosen: Vec<_> = all.into_iter().filter(is_chosen).collect();
    // Parts of one number may come from several families.
    chosen.sort_by(|a, b| a.number().cmp(b.number()));
    Ok(chosen)
}
