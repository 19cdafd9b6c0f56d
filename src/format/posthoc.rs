//! Posthoc search traces, version 1.4.0: what a search did, step by step. Written, not read.
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
//!       x: [root x], y: [root y], lx: , ly: , rx: , ry: [interval], face: [face entered], reason: [why pruned] }
//!   - { type: end,    id: t, pId: [last node, or s], f: , g: [cost], x: , y: [goal], path: [{ x: , y: }…] }
//!   - { type: failed, id: t, x: , y: [goal], reason: [why] }      instead of the end
//! ```
//! The kinds are `generating`, `expanding`, `passing` (expanded at once, without having been queued), `closing` and
//! `pruning`. The last event of a trace that was cut short has `leftOut`, the number of events that are missing.
//! With the ending `.trace.json` the same is said in JSON. A number is written so that it reads back as it was.
//!
//! What the program that reads it asks for:
//! - It only opens names that end in `.trace.yaml`, `.trace.yml` or `.trace.json`.
//! - No node has the id 0, which it takes for none, and no text is empty, on which it stops.
//! - A shape that stays until its node closes is not drawn on the closing event: it would never go away. Among many
//!   events it makes reading slow in the square of their number, so from a few thousand on shapes simply stay.
//! - y grows downward there. Its `.mesh` maps are drawn that way, too, so that trace and map agree as they are.

use std::fmt::Write as _;
use std::num::NonZeroU32;

use crate::geom::Point;

mod views;

/// A search as it is written down.
#[derive(Debug, Clone, PartialEq)]
pub struct Recording {
    /// Where from.
    pub start: Point,
    /// Where to.
    pub goal: Point,
    /// What was done, in order.
    pub steps: Vec<Step>,
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
    pub f: f64,
    /// What the path to the root costs.
    pub g: f64,
    /// Where the path stands.
    pub root: Point,
    /// What is seen from there, the left end first.
    pub interval: [Point; 2],
    /// The face that is entered, as its file calls it.
    pub face: i64,
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
}

impl Kind {
    /// The type of the event, and the reason for it where there are several.
    fn words(self) -> (&'static str, Option<&'static str>) {
        match self {
            Self::Generating => ("generating", None),
            Self::Expanding => ("expanding", None),
            Self::Passing => ("passing", None),
            Self::Closing => ("closing", None),
            Self::PruningRoot => ("pruning", Some("root")),
            Self::PruningDominated => ("pruning", Some("dominated")),
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
        /// What the path costs.
        cost: f64,
        /// Its corners, both ends included.
        path: Vec<Point>,
    },
    /// Without one.
    Failed(Failure),
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
}

impl Failure {
    fn word(self) -> &'static str {
        match self {
            Self::Unreachable => "unreachable",
            Self::StartOffMesh => "start_off_mesh",
            Self::GoalOffMesh => "goal_off_mesh",
            Self::Cancelled => "cancelled",
            Self::GaveUp => "gave_up",
        }
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

/// Writes a search down.
pub fn write(recording: &Recording, notation: Notation) -> String {
    let mut text = String::new();
    let views = views::views(recording);
    let pivot = views::pivot();
    match notation {
        Notation::Yaml => {
            text.push_str("version: 1.4.0\nviews:\n");
            for (name, components) in views {
                // A line of JSON is YAML, too, and quotes whatever has to be.
                let _ = writeln!(text, "  {name}:");
                for component in components {
                    let _ = writeln!(text, "    - {component}");
                }
            }
            let _ = writeln!(text, "pivot: {pivot}\nevents:");
        }
        Notation::Json => {
            let views: serde_json::Map<_, _> =
                views.into_iter().map(|(name, parts)| (name.to_owned(), parts.into())).collect();
            let views = serde_json::Value::Object(views);
            let _ = write!(
                text,
                "{{\"version\":\"1.4.0\",\n\"views\":{views},\n\"pivot\":{pivot},\n\"events\":["
            );
        }
    }
    Events { text: &mut text, notation, is_first: true }.write(recording);
    if notation == Notation::Json {
        text.push_str("\n]}\n");
    }
    text
}

/// The list of events under the pen.
struct Events<'a> {
    text: &'a mut String,
    notation: Notation,
    is_first: bool,
}

impl Events<'_> {
    fn write(&mut self, recording: &Recording) {
        let Recording { start, goal, steps, ending, n_left_out } = recording;
        self.event("source", |event| event.word("id", START).point("x", "y", *start));
        self.event("destination", |event| event.word("id", GOAL).point("x", "y", *goal));
        for step in steps {
            let (kind, reason) = step.kind.words();
            self.event(kind, |event| {
                event.whole("id", step.id.get()).parent(step.parent).number("f", step.f);
                event.number("g", step.g).point("x", "y", step.root);
                event.point("lx", "ly", step.interval[0]).point("rx", "ry", step.interval[1]);
                event.whole("face", step.face).optional_word("reason", reason)
            });
        }
        let left_out = Some(*n_left_out).filter(|n| *n != 0);
        match ending {
            Ending::Found { parent, cost, path } => self.event("end", |event| {
                event.word("id", GOAL).parent(*parent).number("f", *cost).number("g", *cost);
                event.point("x", "y", *goal).path(path).optional_whole("leftOut", left_out)
            }),
            Ending::Failed(failure) => self.event("failed", |event| {
                event.word("id", GOAL).point("x", "y", *goal).word("reason", failure.word());
                event.optional_whole("leftOut", left_out)
            }),
        }
    }

    fn event(&mut self, kind: &'static str, fill: impl FnOnce(&mut Self) -> &mut Self) {
        match self.notation {
            Notation::Yaml => self.text.push_str("  - { type: "),
            Notation::Json if self.is_first => self.text.push_str("\n{\"type\":"),
            Notation::Json => self.text.push_str(",\n{\"type\":"),
        }
        self.is_first = false;
        self.quoted(kind);
        fill(self);
        self.text.push_str(if self.notation == Notation::Yaml { " }\n" } else { "}" });
    }

    /// A word of ours: letters only, so that it needs no escapes.
    fn quoted(&mut self, word: &'static str) {
        let _ = match self.notation {
            Notation::Yaml => write!(self.text, "{word}"),
            Notation::Json => write!(self.text, "\"{word}\""),
        };
    }

    fn key(&mut self, key: &'static str) {
        let _ = match self.notation {
            Notation::Yaml => write!(self.text, ", {key}: "),
            Notation::Json => write!(self.text, ",\"{key}\":"),
        };
    }

    fn word(&mut self, key: &'static str, word: &'static str) -> &mut Self {
        self.key(key);
        self.quoted(word);
        self
    }

    fn optional_word(&mut self, key: &'static str, word: Option<&'static str>) -> &mut Self {
        match word {
            Some(word) => self.word(key, word),
            None => self,
        }
    }

    fn whole(&mut self, key: &'static str, number: impl std::fmt::Display) -> &mut Self {
        self.key(key);
        let _ = write!(self.text, "{number}");
        self
    }

    fn optional_whole(&mut self, key: &'static str, number: Option<u64>) -> &mut Self {
        match number {
            Some(number) => self.whole(key, number),
            None => self,
        }
    }

    fn parent(&mut self, parent: Option<NonZeroU32>) -> &mut Self {
        match parent {
            Some(parent) => self.whole("pId", parent.get()),
            None => self.word("pId", START),
        }
    }

    /// A number; left out if it is none, because neither notation can say so.
    fn number(&mut self, key: &'static str, number: f64) -> &mut Self {
        if number.is_finite() {
            self.key(key);
            self.bare(number);
        }
        self
    }

    fn point(&mut self, x: &'static str, y: &'static str, point: Point) -> &mut Self {
        self.number(x, point.x).number(y, point.y)
    }

    fn path(&mut self, path: &[Point]) -> &mut Self {
        self.key("path");
        self.text.push('[');
        let (open, between) = match self.notation {
            Notation::Yaml => ("{ x: ", ", y: "),
            Notation::Json => ("{\"x\":", ",\"y\":"),
        };
        for (place, p) in path.iter().filter(|p| p.x.is_finite() && p.y.is_finite()).enumerate() {
            self.text.push_str(if place == 0 { "" } else { ", " });
            self.text.push_str(open);
            self.bare(p.x);
            self.text.push_str(between);
            self.bare(p.y);
            self.text.push_str(if self.notation == Notation::Yaml { " }" } else { "}" });
        }
        self.text.push(']');
        self
    }

    /// The shortest number that reads back as the same one.
    fn bare(&mut self, number: f64) {
        // The two zeros are one number, and very large and small ones need no row of zeros.
        let number = number + 0.0;
        let plain = number == 0.0 || (1e-5..1e15).contains(&number.abs());
        let _ = if plain { write!(self.text, "{number}") } else { write!(self.text, "{number:e}") };
    }
}

/// The id of the start.
const START: &str = "s";

/// The id of the goal.
const GOAL: &str = "t";
