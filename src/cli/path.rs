//! `wayglass path`: the shortest path between two points of a map.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::bail;
use serde_json::{Value, json};

use crate::format::{Content, Options};
use crate::geom::{self, Point};
use crate::search::{
    Algorithm, Corridor, Counters, End, Ground, Outcome, Preparation, Query, Searcher, corridor,
};

use super::files;
use super::text::{counted, measure};

/// What is asked.
#[derive(Debug)]
pub(super) struct Order {
    pub(super) map: PathBuf,
    pub(super) query: Query,
    pub(super) algorithm: Algorithm,
    pub(super) radius: f64,
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
    let mut searcher = Searcher::<()>::default();
    let started = Instant::now();
    let outcome = searcher.find(order.algorithm, &ground, &order.query, &mut ());
    let micros = started.elapsed().as_secs_f64() * 1e6;
    let answer = Answer {
        outcome,
        micros,
        points: searcher.corners(),
        corridor: corridor::along(&ground, &searcher.corners()).ok(),
        counters: searcher.counters(),
    };
    if order.json {
        writeln!(out, "{:#}", answer.to_json(&ground))?;
    } else {
        writeln!(out, "{}", answer.to_text())?;
        if outcome == Outcome::Unreachable && !ground.mesh().links().is_empty() {
            writeln!(out, "(on foot; the teleporters and passages of this map were not tried)")?;
        }
    }
    Ok(if outcome.cost().is_some() { ExitCode::SUCCESS } else { ExitCode::from(2) })
}

/// What came of the search.
struct Answer {
    outcome: Outcome,
    micros: f64,
    points: Vec<Point>,
    /// The faces that the path goes through, if there is one.
    corridor: Option<Corridor>,
    counters: Counters,
}

impl Answer {
    fn bottleneck_width(&self) -> Option<f64> {
        let narrowest = self.corridor.as_ref().and_then(Corridor::bottleneck);
        narrowest.map(|crossing| crossing.segment.length())
    }

    fn to_text(&self) -> String {
        match self.outcome {
            Outcome::Found { cost } => self.path_to_text(cost),
            Outcome::Unreachable => "no path: start and goal are not connected".to_owned(),
            Outcome::OffMesh(End::Start) => "no path: the start is on no walkable face".to_owned(),
            Outcome::OffMesh(End::Goal) => "no path: the goal is on no walkable face".to_owned(),
            Outcome::Cancelled => "the search was cancelled".to_owned(),
            Outcome::GaveUp => "the search gave up".to_owned(),
        }
    }

    fn path_to_text(&self, cost: f64) -> String {
        let mut text =
            format!("a path of cost {}, found in {} µs", measure(cost), measure(self.micros));
        for Point { x, y } in &self.points {
            text += &format!("\n  {x}, {y}");
        }
        if let Some(corridor) = &self.corridor {
            text += &format!("\nthrough {}", counted(corridor.faces.len(), "face"));
        }
        if let Some(width) = self.bottleneck_width() {
            text += &format!(", over sides at least {} wide", measure(width));
        }
        text
    }

    fn to_json(&self, ground: &Ground) -> Value {
        let Counters { generated, pushed, popped, pruned_after_pop, .. } = self.counters;
        let ids = &ground.mesh().attributes().ids;
        let faces = self.corridor.iter().flat_map(|corridor| &corridor.faces);
        json!({
            "outcome": self.outcome.name(),
            "cost": self.outcome.cost(),
            "points": self.points.iter().map(|p| [p.x, p.y]).collect::<Vec<_>>(),
            "faces": faces.map(|&face| ids.face(face)).collect::<Vec<_>>(),
            "bottleneck_width": self.bottleneck_width(),
            "generated": generated,
            "pushed": pushed,
            "popped": popped,
            "pruned": pruned_after_pop,
            "micros": self.micros,
        })
    }
}
