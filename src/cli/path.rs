//! `wayglass path`: the shortest path between two points of a map.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::bail;
use serde_json::{Value, json};

use crate::format::{Content, Options};
use crate::geom::{self, Point};
use crate::search::{Counters, End, Ground, Outcome, Polyanya, Preparation, Query};

use super::text::measure;
use super::{files, trace};

/// What is asked.
#[derive(Debug)]
pub(super) struct Order {
    pub(super) map: PathBuf,
    pub(super) query: Query,
    pub(super) radius: f64,
    pub(super) trace: Option<PathBuf>,
    pub(super) json: bool,
}

/// Two coordinates with a comma between them.
pub(super) fn parse_point(text: &str) -> Result<Point, String> {
    let number = |text: &str| text.trim().parse().ok().and_then(geom::coordinate);
    let (x, y) = text.split_once(',').ok_or("expected X,Y")?;
    match (number(x), number(y)) {
        (Some(x), Some(y)) => Ok(Point::new(x, y)),
        _ => Err("expected two numbers with a comma between them, such as 12.5,-3".to_owned()),
    }
}

/// Finds a path and says where it goes; exit 2 if there is none.
pub(super) fn run(
    order: &Order,
    options: &Options,
    out: &mut dyn Write,
) -> anyhow::Result<ExitCode> {
    let trace = order.trace.as_deref().map(trace::Place::new).transpose()?;
    let import = files::open(&order.map, options)?;
    let Content::Mesh(mesh) = import.content else {
        bail!(
            "{}: there are no faces to walk on in a {}",
            order.map.display(),
            import.format.title()
        );
    };
    let preparation = Preparation { radius: order.radius, ..Preparation::default() };
    let ground = Ground::new(mesh, &preparation);
    let mut polyanya = Polyanya::<()>::default();
    let started = Instant::now();
    let outcome = polyanya.find(&ground, &order.query, &mut ());
    let micros = started.elapsed().as_secs_f64() * 1e6;
    let points = polyanya.corners();
    let written = trace.map(|place| place.write(&ground, &order.query)).transpose()?;
    if order.json {
        writeln!(out, "{:#}", to_json(outcome, &points, polyanya.counters(), micros))?;
    } else {
        writeln!(out, "{}", to_text(outcome, &points, micros))?;
        if let Some(written) = written {
            writeln!(out, "{written}")?;
        }
        if outcome == Outcome::Unreachable && !ground.mesh().links().is_empty() {
            writeln!(out, "(on foot; the teleporters and passages of this map were not tried)")?;
        }
    }
    Ok(if outcome.cost().is_some() { ExitCode::SUCCESS } else { ExitCode::from(2) })
}

fn to_text(outcome: Outcome, points: &[Point], micros: f64) -> String {
    match outcome {
        Outcome::Found { cost } => {
            let corners: Vec<String> =
                points.iter().map(|p| format!("  {}, {}", p.x, p.y)).collect();
            format!(
                "a path of cost {}, found in {} µs\n{}",
                measure(cost),
                measure(micros),
                corners.join("\n")
            )
        }
        Outcome::Unreachable => "no path: start and goal are not connected".to_owned(),
        Outcome::OffMesh(End::Start) => "no path: the start is on no walkable face".to_owned(),
        Outcome::OffMesh(End::Goal) => "no path: the goal is on no walkable face".to_owned(),
        Outcome::Cancelled => "the search was cancelled".to_owned(),
        Outcome::GaveUp => "the search gave up".to_owned(),
    }
}

fn to_json(outcome: Outcome, points: &[Point], counters: Counters, micros: f64) -> Value {
    let Counters { generated, pushed, popped, pruned_after_pop, .. } = counters;
    json!({
        "outcome": outcome.name(),
        "cost": outcome.cost(),
        "points": points.iter().map(|p| [p.x, p.y]).collect::<Vec<_>>(),
        "generated": generated,
        "pushed": pushed,
        "popped": popped,
        "pruned": pruned_after_pop,
        "micros": micros,
    })
}
