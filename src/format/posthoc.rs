//! Posthoc search traces, version 1.4.0: what a search did, step by step.
//!
//! ```text
//! version: 1.4.0
//! views:                                what each event looks like
//!   [name]:
//!     - [component]
//! pivot: { x: [expression], y: [expression], scale: 1 }
//! events:
//!   - { type: source,      id: s, x: [start x], y: [start y] }
//!   - { type: destination, id: t, x: [goal x],  y: [goal y] }
//!   - { type: [kind], id: [node], pId: [node before it, or s], f: [cost at least], g: [cost so far],
//!       x: [root x], y: [root y], lx: , ly: , rx: , ry: [interval], face: [face entered], reason: [why pruned],
//!       queued: [[node]…] }
//!   - { type: end,    id: t, pId: [last node, or s], f: , g: [cost], x: , y: [goal], path: [{ x: , y: }…] }
//!   - { type: failed, id: t, x: , y: [goal], reason: [why] }      instead of the end
//! ```
//! The kinds are `generating`, `expanding`, `passing` (expanded at once, without having been queued), `closing` and
//! `pruning`. Going into the queue is no event there: `queued` lists the nodes that did so after an event and before the
//! next; the first event about a node always has it, so that whoever reads it knows that it is told. The last event of a trace that was cut short has `leftOut`, the number of events that are missing.
//! With the ending `.trace.json` the same is said in JSON. A number is written so that it reads back as it was.
//!
//! What the program that reads it asks for:
//! - It only opens names that end in `.trace.yaml`, `.trace.yml` or `.trace.json`.
//! - No node has the id 0, which it takes for none, and no text is empty, on which it stops.
//! - A shape that stays until its node closes is not drawn on the closing event: it would never go away. Among many
//!   events it makes reading slow in the square of their number, so from a few thousand on shapes simply stay.
//! - y grows downward there. Its `.mesh` maps are drawn that way, too, so that trace and map agree as they are.
//!
//! What is read of the traces of others:
//! - Views are not looked at, and an expression is text like any other: nothing of a file is ever run.
//! - Roots are `x, y`, or `cx, cy` with the interval in `x1, y1, x2, y2`, or `x1, y1` with the interval in
//!   `x2, y2, x3, y3`. Events may be listed as `eventList`, ids may be any text, a parent may be `null`.
//! - `start`, `goal`, `finish`, `generate`, `open`, `expand`, `close` and `solution` are other words for what we write;
//!   an event of any other type is kept under its own.

use std::num::NonZeroU32;

use crate::geom::Point;

mod ids;
mod odd;
mod read;
mod views;
mod write;

pub use odd::{by_type, odd};
pub use read::{read, recognizes};
pub use write::write;

/// A search as it is written down.
#[derive(Debug, Clone, PartialEq)]
pub struct Recording {
    /// Where from, if that is said.
    pub start: Option<Point>,
    /// Where to, if that is said.
    pub goal: Option<Point>,
    /// What was done, in order.
    pub steps: Vec<Step>,
    /// Which nodes went into the queue, in order; none if that is not said.
    pub queued: Option<Vec<Queued>>,
    /// The words of other programs for what they do, which [`Kind::Other`] names by their places.
    pub others: Vec<String>,
    /// How it ended.
    pub ending: Ending,
    /// How many steps are missing at the end.
    pub n_left_out: u64,
}

/// Something that was done with a node.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Step {
    /// What was done.
    pub kind: Kind,
    /// The node.
    pub id: NonZeroU32,
    /// The node it came out of; none if that was the start.
    pub parent: Option<NonZeroU32>,
    /// What a path over it costs at least.
    pub f: Option<f64>,
    /// What the path to the root costs.
    pub g: Option<f64>,
    /// Where the path stands.
    pub root: Option<Point>,
    /// What is seen from there, the left end first.
    pub interval: Option<[Point; 2]>,
    /// The face that is entered, as its file calls it.
    pub face: Option<i64>,
}

/// A node that went into the queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Queued {
    /// After which step, counted from zero.
    pub after: usize,
    /// The node.
    pub id: NonZeroU32,
}

/// What was done with a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// It came out.
    Generating,
    /// It was taken from the queue, and its successors are asked for.
    Expanding,
    /// Its successors are asked for without it ever having been in the queue.
    Passing,
    /// All its successors came out.
    Closing,
    /// A shorter way to its root is known.
    PruningRoot,
    /// Shorter ways to all of its interval are known.
    PruningDominated,
    /// Something that only other programs do, by its place in [`Recording::others`].
    Other(u32),
}

impl Kind {
    /// What we do ourselves.
    const OURS: &[Self] = &[
        Self::Generating,
        Self::Expanding,
        Self::Passing,
        Self::Closing,
        Self::PruningRoot,
        Self::PruningDominated,
    ];

    /// The type of the event, and the reason for it where there are several; none if only others know.
    fn words(self) -> Option<(&'static str, Option<&'static str>)> {
        Some(match self {
            Self::Generating => ("generating", None),
            Self::Expanding => ("expanding", None),
            Self::Passing => ("passing", None),
            Self::Closing => ("closing", None),
            Self::PruningRoot => ("pruning", Some("root")),
            Self::PruningDominated => ("pruning", Some("dominated")),
            Self::Other(_) => return None,
        })
    }
}

impl Recording {
    /// The type of the event that a step is.
    pub fn type_of(&self, step: &Step) -> &str {
        match step.kind {
            Kind::Other(place) => self.others.get(place as usize).map_or("other", String::as_str),
            kind => kind.words().map_or("other", |(word, _)| word),
        }
    }
}

/// How a search ended.
#[derive(Debug, Clone, PartialEq)]
pub enum Ending {
    /// With a path.
    Found {
        /// The node over which the goal was reached; none if it was seen from the start.
        parent: Option<NonZeroU32>,
        /// What the path costs, if that is said.
        cost: Option<f64>,
        /// Its corners, both ends included; empty if they are not told.
        path: Vec<Point>,
    },
    /// Without one.
    Failed(Failure),
    /// Nobody says.
    Untold,
}

/// Why a search ended without a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// There is none.
    Unreachable,
    /// The start is on no walkable face.
    StartOffMesh,
    /// The goal is on no walkable face.
    GoalOffMesh,
    /// Somebody ended the search.
    Cancelled,
    /// It took more steps than it was allowed.
    GaveUp,
    /// Nobody says.
    Untold,
}

impl Failure {
    /// Every reason that is written down.
    const TOLD: &[Self] =
        &[Self::Unreachable, Self::StartOffMesh, Self::GoalOffMesh, Self::Cancelled, Self::GaveUp];

    /// In one word, if it is known.
    pub fn word(self) -> Option<&'static str> {
        Some(match self {
            Self::Unreachable => "unreachable",
            Self::StartOffMesh => "start_off_mesh",
            Self::GoalOffMesh => "goal_off_mesh",
            Self::Cancelled => "cancelled",
            Self::GaveUp => "gave_up",
            Self::Untold => return None,
        })
    }
}

/// The two ways to write a trace down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notation {
    /// YAML.
    Yaml,
    /// JSON.
    Json,
}

impl Notation {
    /// The endings of file names by which traces are known, with what they stand for.
    pub const ENDINGS: &[(&str, Self)] =
        &[(".trace.yaml", Self::Yaml), (".trace.yml", Self::Yaml), (".trace.json", Self::Json)];

    /// What the name of a file asks for, if a trace may have that name.
    pub fn of(file_name: &str) -> Option<Self> {
        let ending = Self::ENDINGS.iter().find(|(ending, _)| file_name.ends_with(ending));
        ending.map(|(_, notation)| *notation)
    }
}

/// The id of the start.
const START: &str = "s";

/// The id of the goal.
const GOAL: &str = "t";
