//! The same powers without a window: what is in a file, what is wrong with it, and the same in another format.

use std::io::{self, ErrorKind, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};

use crate::build::Faces;
use crate::format::grid::Terrain;
use crate::format::{Options, Target};
use crate::geom::{Aabb, Point};
use crate::layout::{Agent, Corners};
use crate::search::{Algorithm, Query};

mod against;
mod bench;
mod build;
mod check;
mod convert;
mod diff;
mod explain;
mod files;
mod inspect;
mod instead;
mod pace;
mod path;
mod render;
mod report;
mod run;
mod searching;
mod trace;
mod why;

use searching::{Cost, Searching};

/// Looks at 2D navigation meshes: opens the field's map files, checks and converts them.
#[derive(Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// Map files to look at; without any, an example that comes with the program
    files: Vec<PathBuf>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Say what is in a file
    Inspect {
        /// The file, in any format that is known
        file: PathBuf,
        /// Print JSON for scripts
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        reading: Reading,
    },
    /// Say what is wrong with files; exit 1 if there are errors
    Check {
        /// The files, in any format that is known
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Print JSON for scripts
        #[arg(long)]
        json: bool,
        /// Print up to a thousand findings of a kind, not only the first ten
        #[arg(long)]
        all: bool,
        #[command(flatten)]
        reading: Reading,
    },
    /// Find the shortest path between two points; say why and exit 2 if there is none
    Path {
        /// The map, in any format that holds faces; or a repro, which knows what to ask
        map: PathBuf,
        /// Where from
        #[arg(long, value_name = "X,Y", value_parser = path::parse_point, allow_hyphen_values = true, requires = "to")]
        from: Option<Point>,
        /// Where to
        #[arg(long, value_name = "X,Y", value_parser = path::parse_point, allow_hyphen_values = true, requires = "from")]
        to: Option<Point>,
        /// Say why a path that was found is as long as it is
        #[arg(long)]
        why: bool,
        #[command(flatten)]
        search: Searching,
        /// What a path costs
        #[arg(long, value_name = "RULE", value_enum, default_value = "length")]
        cost: Cost,
        /// Write every step of the search for Posthoc, to a name that ends in .trace.yaml or .trace.json
        #[arg(long, value_name = "OUT")]
        trace: Option<PathBuf>,
        /// Search once more in another way, and say how both differ
        #[arg(long, value_name = "NAME", value_parser = searching::algorithms())]
        against: Option<Algorithm>,
        /// Print JSON for scripts
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        reading: Reading,
    },
    /// Run all queries of a scenario; exit 1 if one does not cost what it should
    Run {
        /// The map, in any format that holds faces
        map: PathBuf,
        /// The scenario; costs of grid scenarios (.map) are octile and only compared with --optimal
        scenario: PathBuf,
        #[command(flatten)]
        search: Searching,
        /// How many threads to use; 0 is one for each core
        #[arg(long, value_name = "N", default_value_t = 0)]
        threads: usize,
        /// Merge faces that are convex together before searching
        #[arg(long)]
        merge: bool,
        /// Print JSON for scripts
        #[arg(long)]
        json: bool,
        /// Write a row for each query
        #[arg(long, value_name = "OUT")]
        csv: Option<PathBuf>,
        /// Compare with the costs in a table of index,optimal_cost instead of those in the scenario
        #[arg(long, value_name = "CSV")]
        optimal: Option<PathBuf>,
    },
    /// Say why queries of a scenario have no path, those with the same cause together
    Explain {
        /// The map, in any format that holds faces
        map: PathBuf,
        /// The scenario
        scenario: PathBuf,
        #[command(flatten)]
        search: Searching,
        /// Print JSON for scripts
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        reading: Reading,
    },
    /// Build a navigation mesh from obstacles, walls, a grid, or the outlines of another mesh
    Build {
        /// What to build from: .poly, blobs.txt, triangulation input, .map, or a mesh
        layout: PathBuf,
        /// The file to write; unless --to does, its ending says the format: mesh, txt, nav, dpm
        output: PathBuf,
        /// Build only this box; where no border is drawn, it is drawn around it
        #[arg(long, value_name = "X0,Y0,X1,Y1", value_parser = build::parse_region, allow_hyphen_values = true)]
        region: Option<Aabb>,
        /// How much ground there is around everything, where no border is drawn
        #[arg(long, value_name = "M", default_value_t = 100.0, value_parser = build::parse_length)]
        margin: f64,
        /// How far from everything one has to stay
        #[arg(long, value_name = "R", default_value_t = 0.0, value_parser = build::parse_length)]
        radius: f64,
        /// Let corners that one has to stay away from be sharp, not round
        #[arg(long)]
        mitred: bool,
        /// Leave all faces triangles
        #[arg(long)]
        triangles: bool,
        /// The format to write
        #[arg(long, value_name = "FORMAT", value_parser = targets())]
        to: Option<Target>,
        /// Write even if the format cannot hold everything
        #[arg(long)]
        allow_loss: bool,
        #[command(flatten)]
        reading: Reading,
    },
    /// Say how fast it is on this machine
    Bench {
        #[command(subcommand)]
        bench: bench::Bench,
    },
    /// Draw a map, and a path or a search on it, into a picture
    Render(render::Order),
    /// Write a page about a map, and about the queries of a scenario on it
    Report(report::Order),
    /// Say what changed from one map to another; exit 1 if anything did
    Diff(diff::Order),
    /// Say what a trace or log of a search tells, or write it for Posthoc
    Trace(trace::Order),
    /// Write a file in another format
    Convert {
        /// The file to read, in any format that is known
        input: PathBuf,
        /// The file to write; unless --to does, its ending says the format: mesh, scen, poly, wayglass, txt, nav, dpm
        output: PathBuf,
        /// The format to write
        #[arg(long, value_name = "FORMAT", value_parser = targets())]
        to: Option<Target>,
        /// Write even if the format cannot hold everything
        #[arg(long)]
        allow_loss: bool,
        /// Print the XML elements with which a Menge scene uses the nav file
        #[arg(long)]
        menge_xml: bool,
        #[command(flatten)]
        reading: Reading,
    },
}

/// Choices that a file leaves to its reader.
#[derive(Debug, Clone, Copy, Args)]
struct Reading {
    /// Swamp (S) on a grid may be walked on
    #[arg(long)]
    walk_swamp: bool,
    /// Water (W) on a grid may be walked on
    #[arg(long)]
    walk_water: bool,
    /// Which level of a building to read, counted from 1; otherwise the first with lanes
    #[arg(long, value_name = "N")]
    level: Option<u32>,
}

impl Reading {
    fn options(self) -> Options {
        let terrain = Terrain { swamp: self.walk_swamp, water: self.walk_water };
        Options { terrain, level: self.level }
    }
}

/// Reads the name of a target, and lists all of them in the help.
fn targets() -> impl TypedValueParser<Value = Target> {
    let names =
        Target::ALL.iter().map(|target| PossibleValue::new(target.name()).help(target.title()));
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
    let Arguments { command, files } = Arguments::parse();
    match command {
        Some(command) => Started::Done(answer(|out| run(command, out))),
        None => Started::Window(files),
    }
}

/// Says why there is no window, and draws what it would have shown.
pub fn without_window(files: &[PathBuf], why: &str) -> ExitCode {
    answer(|out| instead::run(files, why, out))
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
        Command::Run { map, scenario, search, threads, merge, json, csv, optimal } => {
            let order = run::Order { map, scenario, search, threads, merge, json, csv, optimal };
            run::run(&order, &Options::default(), out)
        }
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
            let corners = if mitred { Corners::Mitred } else { Corners::Round };
            let faces = if triangles { Faces::Triangles } else { Faces::Merged };
            let agent = Agent { radius, corners };
            let order =
                build::Order { layout, output, to, allow_loss, region, margin, agent, faces };
            build::run(&order, &reading.options(), out)
        }
        Command::Bench { bench } => bench::run(&bench, out),
        Command::Render(order) => render::run(&order, out),
        Command::Report(order) => report::run(&order, out),
        Command::Diff(order) => diff::run(&order, out),
        Command::Trace(order) => trace::run(&order, out),
        Command::Convert { input, output, to, allow_loss, menge_xml, reading } => {
            let order = convert::Order { input, output, to, allow_loss, menge_xml };
            convert::run(&order, &reading.options(), out)
        }
    }
}
