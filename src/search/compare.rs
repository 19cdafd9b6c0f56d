//! Two searches for the same query side by side: where they first differ, where their paths part, and how to watch both.

use std::sync::Arc;

use crate::geom::{Aabb, Point};
use crate::mesh::FaceId;
use crate::text::measure;

use super::trace::{Event, Kind, Node, Pruned};
use super::{Answer, Counters, Ground, SAME_COST, Trace};

/// Lengths that differ by less than this part of the path are the same: a trace keeps some in single precision.
const ROUNDED: f64 = 1e-6;

/// One of two searches.
#[derive(Debug, Clone, Copy)]
pub struct Side<'a> {
    /// What was searched.
    pub ground: &'a Ground,
    /// What it did.
    pub trace: &'a Trace,
    /// What came of it.
    pub answer: &'a Answer,
}

/// The first step in which two searches did not do the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The number of the event, the same in both.
    pub event: usize,
    /// What each did there.
    pub did: [String; 2],
}

/// Where two paths go different ways.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parting {
    /// The last face that both go through, as the first one knows it; none if they never go together.
    pub last: Option<FaceId>,
    /// The face that each goes on to; none where one is at its end.
    pub next: [Option<FaceId>; 2],
}

/// What there is to say about two searches.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// Where they first differ; none if both did the same all along.
    pub difference: Option<Difference>,
    /// Where the paths part; none if they go through the same faces, or if one of them is not known.
    pub parting: Option<Parting>,
    /// By how much the second path costs more; none unless there are two.
    pub more: Option<f64>,
    /// How both are watched together.
    pub scrub: Scrub,
}

impl Comparison {
    /// Compares two searches for the same query. Takes about as long as reading both traces.
    pub fn new(sides: [Side<'_>; 2]) -> Self {
        let [one, other] = sides;
        let costs = one.answer.outcome.cost().zip(other.answer.outcome.cost());
        Self {
            difference: first_difference(sides),
            parting: parting(sides),
            // The same but for the order in which lengths were added.
            more: costs
                .map(|(a, b)| if (b - a).abs() <= SAME_COST * a.abs() { 0.0 } else { b - a }),
            scrub: Scrub::new([one.trace, other.trace]),
        }
    }
}

/// What both searches did in numbers, and what people call each.
pub fn counters(a: Counters, b: Counters) -> [(&'static str, [u64; 2]); 5] {
    [
        ("expanded", [a.expanded, b.expanded]),
        ("generated", [a.generated, b.generated]),
        ("pushed", [a.pushed, b.pushed]),
        ("popped", [a.popped, b.popped]),
        ("pruned", [a.pruned_after_pop, b.pruned_after_pop]),
    ]
}

fn first_difference(sides: [Side<'_>; 2]) -> Option<Difference> {
    let [one, other] = sides;
    let is_same = |a: &Event, b: &Event| {
        a.kind == b.kind
            && match (&a.node, &b.node) {
                (Some(a), Some(b)) => is_same_node((one.ground, a), (other.ground, b)),
                (a, b) => a.is_none() && b.is_none(),
            }
    };
    let mut pairs = one.trace.events().zip(other.trace.events());
    let n_both = one.trace.n_events().min(other.trace.n_events());
    let event = pairs.position(|(a, b)| !is_same(&a, &b)).unwrap_or(n_both);
    let longest = one.trace.n_events().max(other.trace.n_events());
    let did = |side: Side<'_>| match side.trace.event(event) {
        Some(event) => told(side.ground, &event),
        None => "had ended".to_owned(),
    };
    (event < longest).then(|| Difference { event, did: sides.map(did) })
}

fn is_same_node((on_a, a): (&Ground, &Node), (on_b, b): (&Ground, &Node)) -> bool {
    let near = ROUNDED * a.seen.f.abs().max(b.seen.f.abs());
    let is_near = |p: Point, q: Point| p.distance(q) <= near;
    let [left, right] = a.seen.interval;
    let [other_left, other_right] = b.seen.interval;
    is_near(a.seen.root, b.seen.root)
        && is_near(left, other_left)
        && is_near(right, other_right)
        && match (on_a.origin_of(a.seen.face), on_b.origin_of(b.seen.face)) {
            (Some(a), Some(b)) => is_same_face((on_a, a), (on_b, b), near),
            (a, b) => a.is_none() && b.is_none(),
        }
}

/// On one mesh a face is the one with the same id; on two it is the one at the same place.
fn is_same_face((on_a, a): (&Ground, FaceId), (on_b, b): (&Ground, FaceId), near: f64) -> bool {
    if Arc::ptr_eq(on_a.mesh(), on_b.mesh()) {
        return a == b;
    }
    let (a, b): (Aabb, Aabb) = (on_a.mesh().face(a).bounds(), on_b.mesh().face(b).bounds());
    a.min.distance(b.min) <= near && a.max.distance(b.max) <= near
}

const NO_PATH: &str = "ended without a path";

/// What a search did in a step, in words that go on from its name.
pub fn told(ground: &Ground, event: &Event) -> String {
    let Some(node) = event.node else {
        let is_there = event.kind == Kind::Reached;
        return if is_there { "reached the goal at once" } else { NO_PATH }.to_owned();
    };
    let ids = &ground.mesh().attributes().ids;
    let face = ground.origin_of(node.seen.face);
    let face = face.map_or(i64::from(node.seen.face), |face| ids.face(face));
    let did = match event.kind {
        Kind::Generated => "generated a node into",
        Kind::NewRoot => "turned a corner into",
        Kind::Pushed => "queued a node into",
        Kind::Expanded => "expanded a node into",
        Kind::Passed => "went straight on into",
        Kind::Pruned(Pruned::Root) => "pruned, by its root, a node into",
        Kind::Pruned(Pruned::Dominated) => "pruned, as dominated, a node into",
        Kind::Reached => "reached the goal from",
        Kind::Failed => return NO_PATH.to_owned(),
    };
    format!("{did} face {face}, f {}, g {}", measure(node.seen.f), measure(node.seen.g))
}

fn parting(sides: [Side<'_>; 2]) -> Option<Parting> {
    let [one, other] = sides;
    let (a, b) = (&one.answer.faces, &other.answer.faces);
    if a.is_empty() || b.is_empty() {
        return None;
    }
    let near = ROUNDED * one.answer.outcome.cost().unwrap_or(0.0);
    let is_same =
        |(a, b): (&FaceId, &FaceId)| is_same_face((one.ground, *a), (other.ground, *b), near);
    let n_same = a.iter().zip(b).take_while(|pair| is_same(*pair)).count();
    let next = [a.get(n_same).copied(), b.get(n_same).copied()];
    let last = n_same.checked_sub(1).map(|last| a[last]);
    (next != [None, None]).then_some(Parting { last, next })
}

/// By what two searches are held beside each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum By {
    /// Both have done as many steps.
    #[default]
    Event,
    /// Both have expanded everything up to the same f.
    F,
}

impl By {
    /// Every way.
    pub const ALL: &[Self] = &[Self::Event, Self::F];

    /// What people call it.
    pub fn title(self) -> &'static str {
        match self {
            Self::Event => "event",
            Self::F => "f",
        }
    }
}

/// Which step of one search goes with which of another.
#[derive(Debug, Clone, PartialEq)]
pub struct Scrub {
    rises: [Vec<Rise>; 2],
    n_events: [usize; 2],
}

/// A step in which the largest f so far grew.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Rise {
    event: usize,
    f: f64,
}

impl Scrub {
    /// Reads off two traces when f rises.
    pub fn new(traces: [&Trace; 2]) -> Self {
        Self { rises: traces.map(rises), n_events: traces.map(Trace::n_events) }
    }

    /// The event of the second search that goes with one of the first. At the end of one is the end of the other.
    pub fn other(&self, event: usize, by: By) -> usize {
        let [n_first, n_second] = self.n_events;
        let last = n_second.saturating_sub(1);
        if n_first <= event + 1 {
            return last;
        }
        match by {
            By::Event => event.min(last),
            By::F => self.before_f_exceeds(event).min(last),
        }
    }

    /// The last event of the second search before its f first exceeds the largest f of the first so far.
    fn before_f_exceeds(&self, event: usize) -> usize {
        let [first, second] = &self.rises;
        let so_far = first.partition_point(|rise| rise.event <= event);
        let Some(f) = so_far.checked_sub(1).map(|last| first[last].f) else { return 0 };
        let below = second.partition_point(|rise| rise.f <= f * (1.0 + ROUNDED));
        second.get(below).map_or(usize::MAX, |rise| rise.event.saturating_sub(1))
    }
}

/// When the largest f of what came out of the queue grows.
fn rises(trace: &Trace) -> Vec<Rise> {
    let mut rises: Vec<Rise> = Vec::new();
    let expanded = trace.events().enumerate().filter(|(_, event)| event.kind == Kind::Expanded);
    for (event, node) in expanded.filter_map(|(number, event)| Some((number, event.node?))) {
        let f = node.seen.f;
        if rises.last().is_none_or(|last| last.f < f) {
            rises.push(Rise { event, f });
        }
    }
    rises
}
