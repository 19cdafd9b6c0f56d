//! The same powers without a window: inspecting, checking, searching, building, drawing, comparing, converting.

use std::ffi::OsString;
use std::io::{self, ErrorKind, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};

use crate::build::Faces;
use crate::format::grid::Terrain;
use crate::format::{Options, Target};
use crate::geom::{Aabb, Point};
use crate::layout::Corners;
use crate::search::{Algorithm, Query};

mod against;
mod bench;
mod build;
mod check;
mod convert;
mod diff;
mod explain;
mod files;
mod help;
mod inspect;
mod instead;
mod pace;
mod path;
mod render;
mod report;
mod run;
mod sample;
mod searching;
mod setup;
mod trace;
mod why;

use searching::{Cost, Searching};

/// Look at 2D navigation meshes: open the map files of pathfinding research and games, find paths on them, say what is
/// wrong, convert them
///
/// Without a command the window opens on the given files.
#[derive(Debug, Parser)]
#[command(name = "wayglass", version = crate::VERSION, args_conflicts_with_subcommands = true, after_help = help::PROGRAM)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// Files to look at: a map, its scenario, a trace; without any, an example that comes with the program
    files: Vec<PathBuf>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Say what is in a file: format, counts, islands, extent, findings
    #[command(after_help = help::INSPECT)]
    Inspect {
        /// The file, in any format that is known
        file: PathBuf,
        /// Print JSON for scripts
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        reading: Reading,
    },
    /// Say what is wrong with files, with the line of each fault; exit 1 if there are errors
    #[command(after_help = help::CHECK)]
    Check {
        /// The files, in any format that is known
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Print JSON for scripts
        #[arg(long)]
        json: bool,
        /// Print up to a thousand findings of each kind, not only the first ten
        #[arg(long)]
        all: bool,
        #[command(flatten)]
        reading: Reading,
    },
    /// Find the shortest path between two points; say why and exit 2 if there is none
    #[command(after_help = help::PATH)]
    Path {
        /// The map, in any format that holds faces, obstacles or lanes; or a repro, which knows what to ask
        map: PathBuf,
        /// Where the path starts, in the units of the map
        #[arg(long, value_name = "X,Y", value_parser = path::parse_point, allow_hyphen_values = true, requires = "to")]
        from: Option<Point>,
        /// Where it leads, in the units of the map
        #[arg(long, value_name = "X,Y", value_parser = path::parse_point, allow_hyphen_values = true, requires = "from")]
        to: Option<Point>,
        /// Say why a path that was found is as long as it is, too
        #[arg(long)]
        why: bool,
        /// Write every step of the search for Posthoc, to a name that ends in .trace.yaml, .trace.yml or .trace.json
        #[arg(long, value_name = "OUT")]
        trace: Option<PathBuf>,
        /// Search once more in another way, and say how both differ
        #[arg(long, value_name = "NAME", value_parser = searching::algorithms())]
        against: Option<Algorithm>,
        /// Print JSON for scripts
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        search: Searching,
        /// What a path costs
        #[arg(long, value_name = "RULE", value_enum, default_value = "length")]
        cost: Cost,
        #[command(flatten)]
        reading: Reading,
    },
    /// Run all queries of a scenario; exit 1 if one does not cost what it should
    #[command(after_help = help::RUN)]
    Run {
        /// The map, in any format that holds faces, obstacles or lanes
        map: PathBuf,
        /// The scenario; costs of a grid are counted along its cells: they say only what a path costs at the most
        scenario: PathBuf,
        /// How many threads to search on; 0 is one for each core
        #[arg(long, value_name = "N", default_value_t = 0)]
        threads: usize,
        /// Merge faces that are convex together before searching
        #[arg(long)]
        merge: bool,
        /// Print JSON for scripts
        #[arg(long)]
        json: bool,
        /// Write a table with a row for each query; its index counts from 0, all else counts rows from 1
        #[arg(long, value_name = "OUT")]
        csv: Option<PathBuf>,
        /// Compare with the costs in a table of index,optimal_cost instead of those in the scenario
        #[arg(long, value_name = "CSV")]
        optimal: Option<PathBuf>,
        #[command(flatten)]
        search: Searching,
        #[command(flatten)]
        reading: Reading,
    },
    /// Generate a random scenario, with what its queries cost
    #[command(after_help = help::SAMPLE)]
    Sample(sample::Order),
    /// Say why queries of a scenario have no path, or a longer one than expected, those with the same cause together
    #[command(after_help = help::EXPLAIN)]
    Explain {
        /// The map, in any format that holds faces, obstacles or lanes
        map: PathBuf,
        /// The scenario
        scenario: PathBuf,
        /// Print JSON for scripts
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        search: Searching,
        #[command(flatten)]
        reading: Reading,
    },
    /// Build a navigation mesh from obstacles, walls, a grid, or the outlines of another mesh
    #[command(after_help = help::BUILD)]
    Build {
        /// What to build from: a project, .poly, blobs.txt, triangulation input, .map, a building map, or a mesh
        layout: PathBuf,
        /// The file to write; unless --to does, its ending says the format: mesh, txt, nav, dpm
        output: PathBuf,
        /// Build only this box, in the units of the map; where no border is drawn, the margin is around it; without
        /// it, the one that the file names, if it does
        #[arg(long, value_name = "X0,Y0,X1,Y1", value_parser = build::parse_region, allow_hyphen_values = true)]
        region: Option<Aabb>,
        /// How much ground to leave around everything where no border is drawn, in the units of the map; without it,
        /// what the file says, or 100
        #[arg(long, value_name = "M", value_parser = searching::parse_length, allow_hyphen_values = true)]
        margin: Option<f64>,
        /// How far one has to stay from everything, in the units of the map; without it, what the file says, or 0
        #[arg(long, value_name = "R", value_parser = searching::parse_length, allow_hyphen_values = true)]
        radius: Option<f64>,
        /// Where there is a radius, keep corners sharp instead of round
        #[arg(long)]
        mitred: bool,
        /// Leave all faces triangles, do not merge them into larger convex ones; lanes have faces of their own
        #[arg(long)]
        triangles: bool,
        /// The format to write; without it, the one that the ending of the output says
        #[arg(long, value_name = "FORMAT", value_parser = targets(Target::holds_mesh))]
        to: Option<Target>,
        /// Write even if the format cannot hold everything, and say what was left out
        #[arg(long)]
        allow_loss: bool,
        #[command(flatten)]
        reading: Reading,
    },
    /// Measure how fast edits are on this machine
    #[command(after_help = help::BENCH)]
    Bench {
        #[command(subcommand)]
        bench: bench::Bench,
    },
    /// Draw a map, and a path, a search or a verdict on it, as SVG, PNG or animated GIF
    #[command(after_help = help::RENDER)]
    Render(render::Order),
    /// Write a page (HTML) about a map, and about the queries of a scenario on it
    #[command(after_help = help::REPORT)]
    Report(report::Order),
    /// Say what changed from one map to another; exit 1 if anything did
    #[command(after_help = help::DIFF)]
    Diff(diff::Order),
    /// Say what a trace or log of a search tells, or write it for Posthoc
    #[command(after_help = help::TRACE)]
    Trace(trace::Order),
    /// Write a file in another format; refuse to lose anything silently
    #[command(after_help = help::CONVERT)]
    Convert {
        /// The file to read, in any format that is known
        input: PathBuf,
        /// The file to write; unless --to does, its ending says the format: mesh, scen, poly, wayglass, txt, nav, dpm
        output: PathBuf,
        /// The format to write; without it, the one that the ending of the output says
        #[arg(long, value_name = "FORMAT", value_parser = targets(|_| true))]
        to: Option<Target>,
        /// Write even if the format cannot hold everything, and say what was left out
        #[arg(long)]
        allow_loss: bool,
        /// Print the XML elements with which a Menge scene uses the nav file
        #[arg(long)]
        menge_xml: bool,
        #[command(flatten)]
        reading: Reading,
    },
    /// Put the manual pages, shell completions, menu entry, icon and file types into a folder for them
    #[command(after_help = help::SETUP)]
    Setup(setup::Order),
}

/// Choices that a file leaves to its reader.
#[derive(Debug, Clone, Copy, Args)]
#[command(next_help_heading = "Reading")]
struct Reading {
    /// Swamp (S) on a grid may be walked on
    #[arg(long)]
    walk_swamp: bool,
    /// Water (W) on a grid may be walked on
    #[arg(long)]
    walk_water: bool,
    /// Which level of a building map to read, counted from 1; without it, the first with lanes
    #[arg(long, value_name = "N")]
    level: Option<u32>,
}

impl Reading {
    fn options(self) -> Options {
        let terrain = Terrain { swamp: self.walk_swamp, water: self.walk_water };
        Options { terrain, level: self.level }
    }
}

/// Reads the name of a target, and lists all that are offered in the help.
fn targets(offers: fn(Target) -> bool) -> impl TypedValueParser<Value = Target> {
    let offered = Target::ALL.iter().filter(|target| offers(**target));
    let names = offered.map(|target| PossibleValue::new(target.name()).help(target.title()));
    PossibleValuesParser::new(names).map(|name| {
        let named = |target: &&Target| target.name() == name;
        *Target::ALL.iter().find(named).expect("only names of targets come this far")
    })
}

/// What the arguments that the program was started with come to.
#[derive(Debug)]
pub enum Started {
    /// Everything that was asked has been done.
    Done(ExitCode),
    /// A window is asked for, on these files.
    Window(Vec<PathBuf>),
}

/// Runs the program with the arguments it was started with, as far as that needs no window.
pub fn main() -> Started {
    run_with(std::env::args_os())
}

/// The same with other arguments, the name of the program first. Ends the program where they make no sense.
pub fn run_with(arguments: impl IntoIterator<Item = OsString>) -> Started {
    let Arguments { command, files } = Arguments::parse_from(arguments);
    match command {
        Some(command) => Started::Done(answer(|out| run(command, out))),
        None => Started::Window(files),
    }
}

/// Says why there is no window, and draws what it would have shown.
pub fn without_window(files: &[PathBuf], why: &str) -> ExitCode {
    answer(|out| instead::run(files, why, out))
}

/// Says why the program has ended before it was closed.
#[cfg(feature = "app")]
pub fn failed(why: &dyn std::error::Error) -> ExitCode {
    answer(|_| Err(anyhow::anyhow!("{why}")))
}

/// Prints an answer, or the reason why there is none.
fn answer(run: impl FnOnce(&mut dyn Write) -> anyhow::Result<ExitCode>) -> ExitCode {
    let mut out = io::stdout().lock();
    match run(&mut out).and_then(|code| Ok(out.flush().map(|()| code)?)) {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // If even the error stream is gone there is nobody left to tell.
            let _ = writeln!(io::stderr(), "wayglass: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Whether whoever read our answer has had enough of it.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}

fn run(command: Command, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    match command {
        Command::Inspect { file, json, reading } => {
            inspect::run(&file, json, &reading.options(), out)
        }
        Command::Check { files, json, all, reading } => {
            check::run(&files, check::Report { json, all }, &reading.options(), out)
        }
        Command::Path { map, from, to, why, search, cost, trace, against, json, reading } => {
            let query = from.zip(to).map(|(start, goal)| Query { start, goal });
            let order = path::Order { map, query, search, cost, trace, against, why, json };
            path::run(&order, &reading.options(), out)
        }
        Command::Run { map, scenario, search, threads, merge, json, csv, optimal, reading } => {
            let order = run::Order { map, scenario, search, threads, merge, json, csv, optimal };
            run::run(&order, &reading.options(), out)
        }
        Command::Sample(order) => sample::run(&order, out),
        Command::Explain { map, scenario, search, json, reading } => {
            let order = explain::Order { map, scenario, search, json };
            explain::run(&order, &reading.options(), out)
        }
        Command::Build {
            layout,
            output,
            region,
            margin,
            radius,
            mitred,
            triangles,
            to,
            allow_loss,
            reading,
        } => {
            let corners = mitred.then_some(Corners::Mitred);
            let faces = if triangles { Faces::Triangles } else { Faces::Merged };
            let ground = build::Ground { region, margin, radius, corners };
            let order = build::Order { layout, output, to, allow_loss, ground, faces };
            build::run(&order, &reading.options(), out)
        }
        Command::Bench { bench } => bench::run(&bench, out),
        Command::Render(order) => render::run(&order, out),
        Command::Report(order) => report::run(&order, out),
        Command::Diff(order) => diff::run(&order, out),
        Command::Trace(order) => trace::run(&order, out),
        Command::Setup(order) => setup::run(&order, out),
        Command::Convert { input, output, to, allow_loss, menge_xml, reading } => {
            let order = convert::Order { input, output, to, allow_loss, menge_xml };
            convert::run(&order, &reading.options(), out)
        }
    }
}
