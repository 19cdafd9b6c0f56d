//! What there is to say of a trace.

use std::collections::HashSet;

use serde_json::{Map, Value, json};

use crate::format::posthoc::{self, Ending, Failure, Recording};
use crate::geom::{Aabb, Point};
use crate::text::{grouped, measure};

/// What is in a trace, line by line.
pub fn rows(recording: &Recording) -> Vec<(&'static str, String)> {
    let by_type = posthoc::by_type(recording).into_iter();
    let by_type: Vec<String> = by_type.map(|(kind, n)| format!("{} {kind}", grouped(n))).collect();
    let left_out = match recording.n_left_out {
        0 => String::new(),
        n => format!("; {} more were left out", grouped(n as usize)),
    };
    let events = if by_type.is_empty() { "none".to_owned() } else { by_type.join(", ") };
    vec![
        ("events", events + &left_out),
        ("nodes", grouped(n_nodes(recording))),
        ("from", place(recording.start)),
        ("to", place(recording.goal)),
        ("ended", how_it_ended(recording)),
    ]
}

/// The same for scripts.
pub fn keys(recording: &Recording) -> Map<String, Value> {
    let outcome = match &recording.ending {
        Ending::Found { .. } => "found",
        Ending::Failed(failure) => failure.word().unwrap_or("failed"),
        Ending::Untold => "untold",
    };
    let (cost, path) = match &recording.ending {
        Ending::Found { cost, path, .. } => (*cost, path.iter().map(|p| [p.x, p.y]).collect()),
        _ => (None, Vec::new()),
    };
    let keys = json!({
        "events": posthoc::by_type(recording),
        "nodes": n_nodes(recording),
        "start": recording.start.map(|p| [p.x, p.y]),
        "goal": recording.goal.map(|p| [p.x, p.y]),
        "outcome": outcome,
        "cost": cost,
        "points": path,
        "left_out": recording.n_left_out,
    });
    match keys {
        Value::Object(keys) => keys,
        _ => Map::new(),
    }
}

/// The smallest box around all that is told.
pub fn bounds(recording: &Recording) -> Aabb {
    let steps = recording.steps.iter();
    let seen = steps.flat_map(|step| step.interval.into_iter().flatten().chain(step.root));
    Aabb::around(seen.chain(recording.start).chain(recording.goal).filter(|p| p.is_sound()))
}

fn n_nodes(recording: &Recording) -> usize {
    recording.steps.iter().map(|step| step.id).collect::<HashSet<_>>().len()
}

fn place(at: Option<Point>) -> String {
    at.map_or_else(|| "not told".to_owned(), |Point { x, y }| format!("{x}, {y}"))
}

/// The same as a sentence of its own.
pub fn ending(recording: &Recording) -> String {
    match recording.ending {
        Ending::Untold => "how it ended is not told".to_owned(),
        _ => format!("ended {}", how_it_ended(recording)),
    }
}

/// How a search ended, in words.
fn how_it_ended(recording: &Recording) -> String {
    match &recording.ending {
        Ending::Found { cost: Some(cost), .. } => format!("with a path of cost {}", measure(*cost)),
        Ending::Found { cost: None, .. } => "with a path".to_owned(),
        Ending::Failed(failure) => match failure {
            Failure::Unreachable => "without a path: there is none".to_owned(),
            Failure::StartOffMesh => "without a path: the start is on no walkable face".to_owned(),
            Failure::GoalOffMesh => "without a path: the goal is on no walkable face".to_owned(),
            Failure::Cancelled => "without a path: it was cancelled".to_owned(),
            Failure::GaveUp => "without a path: it took more steps than it was allowed".to_owned(),
            Failure::Untold => "without a path".to_owned(),
        },
        Ending::Untold => "not told".to_owned(),
    }
}
