//! What the first Polyanya (C++, built for debugging, `--verbose`) says of its search on the error stream. Read only.
//!
//! ```text
//! generating init node: [node]          came out of the start, and went into the queue
//! popped off: [node]                    came out of the queue
//! node is dominated!                    a shorter way to the root of that one is known
//!     intermediate: [node]              the only successor: expanded at once
//!     pushing: [node]                   a successor that went into the queue
//! found end - terminating!              the one that came out last reaches the goal
//! got a trivial case!                   the goal is seen from the start
//!
//! [node]: root=([x], [y]); left=([x], [y]); right=([x], [y]); f=[number], g=[number]
//! ```
//! That is what the published sources print (`searchinstance.cpp`, in several copies that agree). Nodes have no names
//! there: one that comes out of the queue is the newest of those that went in looking the same. The goal is not said.
//! Of an intermediate node, f is not yet a bound, and is left out. Other lines are skipped; of several searches the
//! first is read.

use std::collections::HashMap;
use std::num::NonZeroU32;

use crate::geom::Point;
use crate::mesh::{Element, Findings, Kind as Found, Origin};

use super::posthoc::{Ending, Kind, Recording, Step};
use super::words::{filled_lines, parse_number};
use super::{Content, Draft, Lines, ReadError};

/// What a line says.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Said<'a> {
    Init(&'a [u8]),
    Popped(&'a [u8]),
    Intermediate(&'a [u8]),
    Pushing(&'a [u8]),
    Dominated,
    Found,
    Trivial,
}

impl<'a> Said<'a> {
    fn of(line: &'a [u8]) -> Option<Self> {
        let line = line.trim_ascii();
        let after = |start: &str| line.strip_prefix(start.as_bytes()).map(<[u8]>::trim_ascii);
        let init = || after("generating init node:").map(Self::Init);
        let popped = || after("popped off:").map(Self::Popped);
        let intermediate = || after("intermediate:").map(Self::Intermediate);
        let pushing = || after("pushing:").map(Self::Pushing);
        let node = init().or_else(popped).or_else(intermediate).or_else(pushing);
        node.or(match line {
            b"node is dominated!" => Some(Self::Dominated),
            b"found end - terminating!" => Some(Self::Found),
            b"got a trivial case!" => Some(Self::Trivial),
            _ => None,
        })
    }
}

/// How many lines are looked at for one that only such a log has.
const LOOKED_AT: usize = 200;

/// Whether one of the first lines is one that only such a log has.
pub fn recognizes(bytes: &[u8]) -> bool {
    let is_node = |text: &[u8]| text.starts_with(b"root=(");
    filled_lines(bytes).take(LOOKED_AT).any(|(_, line)| match Said::of(line) {
        Some(Said::Init(node) | Said::Popped(node)) => is_node(node),
        Some(Said::Trivial) => true,
        _ => false,
    })
}

/// Reads the first search of a log.
pub fn read(bytes: &[u8]) -> Result<Draft, ReadError> {
    let mut reader = Reader::new();
    let is_whole = bytes.ends_with(b"\n");
    let mut lines = filled_lines(bytes).peekable();
    let mut n_skipped = 0_usize;
    while let Some((line, text)) = lines.next() {
        let Some(said) = Said::of(text) else {
            n_skipped += 1;
            continue;
        };
        if reader.is_over(said) {
            reader.findings.add_at(Found::Skipped, Element::File, Some(Origin::Line(line)), || {
                "another search starts here; only the first is read".to_owned()
            });
            break;
        }
        match reader.line(line, said) {
            Err(_) if !is_whole && lines.peek().is_none() => {
                let at = Some(Origin::Line(line));
                reader.findings.add_at(Found::UnendedLine, Element::File, at, || {
                    "the last line stops in the middle, and was skipped".to_owned()
                });
            }
            result => result?,
        }
    }
    reader.settle();
    if n_skipped != 0 {
        reader.findings.add(Found::Skipped, Element::File, || {
            format!("{n_skipped} lines say nothing of the search")
        });
    }
    let Reader { recording, findings, lines, .. } = reader;
    let lines = Lines { records: lines, ..Lines::default() };
    Ok(Draft::new(Ok(Content::Trace(recording)), findings, lines))
}

/// A node as a line tells of it.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Seen {
    root: Point,
    interval: [Point; 2],
    f: f64,
    g: f64,
}

impl Seen {
    fn parse(text: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(text).ok()?;
        let rest = text.strip_prefix("root=")?;
        let (root, rest) = rest.split_once("; left=")?;
        let (left, rest) = rest.split_once("; right=")?;
        let (right, rest) = rest.split_once("; f=")?;
        let (f, g) = rest.split_once(", g=")?;
        let number = |text: &str| parse_number(text.trim().as_bytes()).filter(|n| n.is_finite());
        let point = |text: &str| {
            let (x, y) = text.strip_prefix('(')?.strip_suffix(')')?.split_once(',')?;
            Some(Point::new(number(x)?, number(y)?))
        };
        let interval = [point(left)?, point(right)?];
        Some(Self { root: point(root)?, interval, f: number(f)?, g: number(g)? })
    }

    /// Whether it is the same but for the bound.
    fn stands_like(&self, other: &Self) -> bool {
        (self.root, self.interval, self.g) == (other.root, other.interval, other.g)
    }
}

/// A node by its number.
#[derive(Debug, Clone, Copy)]
struct Node {
    id: NonZeroU32,
    parent: Option<NonZeroU32>,
    seen: Seen,
    /// Whether f is a bound.
    bounded: bool,
}

/// What the search is at.
#[derive(Debug, Clone, Copy)]
enum Now {
    /// Nothing has come out of the queue yet.
    Beginning,
    /// The last one is done with.
    Waiting,
    /// A node came out of the queue; what becomes of it is not said yet.
    Popped(Node),
    /// A node is the only successor; whether it is expanded at once or queued is not said yet.
    Intermediate(Node),
    /// The successors of a node come out.
    Expanding(Node),
    /// It is over.
    Over,
}

struct Reader<'a> {
    now: Now,
    newest: u32,
    /// Those in the queue by what they look like.
    open: HashMap<&'a [u8], Vec<Node>>,
    recording: Recording,
    findings: Findings,
    lines: Vec<u32>,
    line: u32,
}

impl<'a> Reader<'a> {
    fn new() -> Self {
        let recording = Recording {
            start: None,
            goal: None,
            steps: Vec::new(),
            queued: None,
            others: Vec::new(),
            ending: Ending::Untold,
            n_left_out: 0,
        };
        Self {
            now: Now::Beginning,
            newest: 0,
            open: HashMap::new(),
            recording,
            findings: Findings::default(),
            lines: Vec::new(),
            line: 1,
        }
    }

    /// Whether a line belongs to another search.
    fn is_over(&self, said: Said<'_>) -> bool {
        match (self.now, said) {
            (Now::Over, _) => true,
            (Now::Beginning, _) => false,
            (_, said) => matches!(said, Said::Init(_) | Said::Trivial),
        }
    }

    fn line(&mut self, line: u32, said: Said<'a>) -> Result<(), ReadError> {
        self.line = line;
        let parse = |text: &[u8]| {
            let expected = "a node as root=(x, y); left=(x, y); right=(x, y); f=…, g=…";
            Seen::parse(text)
                .ok_or_else(|| ReadError::unexpected(Origin::Line(line), expected, text))
        };
        match said {
            Said::Init(text) => {
                let seen = parse(text)?;
                self.recording.start = self.recording.start.or(Some(seen.root));
                let node = self.generate(None, seen, true);
                self.open.entry(text).or_default().push(node);
            }
            Said::Popped(text) => {
                let seen = parse(text)?;
                self.settle();
                let known = self.open.get_mut(text).and_then(Vec::pop);
                let node = known.unwrap_or_else(|| self.generate(None, seen, true));
                self.now = Now::Popped(node);
            }
            Said::Intermediate(text) => {
                let seen = parse(text)?;
                let parent = self.expanding();
                let node = self.generate(parent, seen, false);
                // It is the only successor.
                self.settle();
                self.now = Now::Intermediate(node);
            }
            Said::Pushing(text) => {
                let seen = parse(text)?;
                let node = match self.now {
                    // The only successor lies in the face of the goal: it is queued after all.
                    Now::Intermediate(node) if node.seen.stands_like(&seen) => {
                        self.now = Now::Waiting;
                        Node { seen, bounded: true, ..node }
                    }
                    _ => {
                        let parent = self.expanding();
                        self.generate(parent, seen, true)
                    }
                };
                self.open.entry(text).or_default().push(node);
            }
            Said::Dominated => {
                if let Now::Popped(node) = self.now {
                    self.step(Kind::PruningRoot, node);
                    self.now = Now::Waiting;
                }
            }
            Said::Found => {
                if let Now::Popped(Node { id, seen, .. }) = self.now {
                    let (parent, cost) = (Some(id), Some(seen.f));
                    self.recording.ending = Ending::Found { parent, cost, path: Vec::new() };
                }
                self.now = Now::Over;
            }
            Said::Trivial => {
                self.recording.ending =
                    Ending::Found { parent: None, cost: None, path: Vec::new() };
                self.now = Now::Over;
            }
        }
        Ok(())
    }

    /// Takes note of a node that came out.
    fn generate(&mut self, parent: Option<NonZeroU32>, seen: Seen, bounded: bool) -> Node {
        self.newest = self.newest.saturating_add(1);
        let id = NonZeroU32::new(self.newest).unwrap_or(NonZeroU32::MAX);
        let node = Node { id, parent, seen, bounded };
        self.step(Kind::Generating, node);
        node
    }

    /// The node whose successors come out from here on.
    fn expanding(&mut self) -> Option<NonZeroU32> {
        let (kind, node) = match self.now {
            Now::Popped(node) => (Kind::Expanding, node),
            Now::Intermediate(node) => (Kind::Passing, node),
            Now::Expanding(node) => return Some(node.id),
            Now::Beginning | Now::Waiting | Now::Over => return None,
        };
        self.step(kind, node);
        self.now = Now::Expanding(node);
        Some(node.id)
    }

    /// No more successors of this node come out.
    fn settle(&mut self) {
        self.expanding();
        if let Now::Expanding(node) = self.now {
            self.step(Kind::Closing, node);
            self.now = Now::Waiting;
        }
    }

    fn step(&mut self, kind: Kind, node: Node) {
        let Node { id, parent, seen: Seen { root, interval, f, g }, bounded } = node;
        self.lines.push(self.line);
        self.recording.steps.push(Step {
            kind,
            id,
            parent,
            f: bounded.then_some(f),
            g: Some(g),
            root: Some(root),
            interval: Some(interval),
            face: None,
        });
    }
}

#[cfg(test)]
mod tests;
