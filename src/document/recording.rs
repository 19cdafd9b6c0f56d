//! A search in the words of a trace file.

use crate::format::posthoc::{Ending, Failure, Kind, Queued, Recording, Step};
use crate::geom::Point;
use crate::search::trace::{self, Event, Node, NodeId, Pruned};
use crate::search::{End, Ground, Outcome, Query, Trace};

/// How many events are written down: two hundred megabytes of text are more than anything that reads it can bear.
pub const MOST_EVENTS: usize = 1_000_000;

/// What was heard of a search, in the words of the file: the first [`MOST_EVENTS`] of it.
pub fn recording(ground: &Ground, trace: &Trace, outcome: Outcome, path: Vec<Point>) -> Recording {
    first_events(MOST_EVENTS, ground, trace, outcome, path)
}

/// The first so many events of what was heard.
pub(super) fn first_events(
    most: usize,
    ground: &Ground,
    trace: &Trace,
    outcome: Outcome,
    path: Vec<Point>,
) -> Recording {
    let Query { start, goal } = trace.query();
    let digits = Digits::of(trace);
    let step = |kind, node: &Node| step(ground, digits, kind, node);
    let (mut steps, mut queued) = (Vec::new(), Vec::new());
    let mut expanding: Option<Node> = None;
    for Event { kind, node } in trace.events().take(most) {
        let Some(node) = node else { continue };
        let was_queued = || trace.lifetime(node.id).is_some_and(|life| life.opened.is_some());
        // The expansion before is over when another node is taken up.
        if kind.expands() || kind == trace::Kind::Reached || kind.prunes() && was_queued() {
            steps.extend(expanding.take().map(|before| step(Kind::Closing, &before)));
        }
        match kind {
            trace::Kind::Generated | trace::Kind::NewRoot => {
                steps.push(step(Kind::Generating, &node));
            }
            trace::Kind::Expanded => {
                steps.push(step(Kind::Expanding, &node));
                expanding = Some(node);
            }
            trace::Kind::Passed => {
                steps.push(step(Kind::Passing, &node));
                expanding = Some(node);
            }
            trace::Kind::Pruned(Pruned::Root) => steps.push(step(Kind::PruningRoot, &node)),
            trace::Kind::Pruned(Pruned::Dominated) => {
                steps.push(step(Kind::PruningDominated, &node));
            }
            trace::Kind::Pushed => {
                // A node comes out before it is queued.
                let after = steps.len().saturating_sub(1);
                queued.push(Queued { after, id: node.id.number() });
            }
            // The end has an event of its own.
            trace::Kind::Reached | trace::Kind::Failed => {}
        }
    }
    steps.extend(expanding.map(|before| step(Kind::Closing, &before)));
    let ending = ending(most, outcome, trace, path);
    // Where nothing was done there is no step to tell it with.
    let queued = (!steps.is_empty()).then_some(queued);
    Recording {
        start: Some(start),
        goal: Some(goal),
        steps,
        queued,
        others: Vec::new(),
        ending,
        n_left_out: trace.n_missed() + trace.n_events().saturating_sub(most) as u64,
    }
}

fn ending(most: usize, outcome: Outcome, trace: &Trace, path: Vec<Point>) -> Ending {
    // It came out before it was queued.
    let is_written = |id: &NodeId| {
        let opened = trace.lifetime(*id).and_then(|life| life.opened);
        trace.n_events() <= most || opened.is_some_and(|event| (event as usize) < most)
    };
    let failure = match outcome {
        Outcome::Found { cost } => {
            return Ending::Found {
                parent: trace.last().filter(is_written).map(NodeId::number),
                cost: Some(cost),
                path,
            };
        }
        Outcome::Unreachable => Failure::Unreachable,
        Outcome::OffMesh(End::Start) => Failure::StartOffMesh,
        Outcome::OffMesh(End::Goal) => Failure::GoalOffMesh,
        Outcome::Cancelled => Failure::Cancelled,
        Outcome::GaveUp => Failure::GaveUp,
    };
    Ending::Failed(failure)
}

fn step(ground: &Ground, digits: Digits, kind: Kind, node: &Node) -> Step {
    let Node { id, parent, seen } = *node;
    let face = match ground.origin_of(seen.face) {
        Some(face) => ground.mesh().attributes().ids.face(face),
        None => i64::from(seen.face),
    };
    Step {
        kind,
        id: id.number(),
        parent: parent.map(NodeId::number),
        f: Some(digits.round(seen.f)),
        g: Some(seen.g),
        root: Some(seen.root),
        interval: Some(seen.interval.map(|p| Point::new(digits.round(p.x), digits.round(p.y)))),
        face: Some(face),
    }
}

/// How many decimals of an interval are true: a trace keeps intervals in single precision.
#[derive(Debug, Clone, Copy)]
struct Digits {
    /// The smallest decimal unit that can be told, upside down.
    per_unit: f64,
}

impl Digits {
    fn of(trace: &Trace) -> Self {
        let start = trace.query().start;
        let nodes = trace.events().filter(|event| event.kind.generates()).filter_map(|e| e.node);
        let far = nodes
            .flat_map(|Node { seen, .. }| {
                let [left, right] = seen.interval.map(|end| start.distance(end));
                [left, right, seen.f]
            })
            .filter(|distance| distance.is_finite())
            .fold(0.0, f64::max);
        let wrong_by = far * f64::from(f32::EPSILON) / 2.0;
        let exponent = wrong_by.log10().ceil().clamp(-15.0, 0.0);
        Self { per_unit: 10_f64.powi(-exponent as i32) }
    }

    fn round(self, value: f64) -> f64 {
        (value * self.per_unit).round() / self.per_unit
    }
}
