//! A search read from a trace, in YAML or JSON, by whomever it was written.
//!
//! JSON is read as the YAML that it nearly always is: only tabs between its words are not.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::format::words::{filled_lines, without_mark};
use crate::format::yaml::{Node, Tree};
use crate::format::{Content, Draft, Lines, ReadError};
use crate::geom::{Point, whole};
use crate::mesh::{Element, Findings, Kind as Found, Origin, narrow};

use super::ids::Ids;
use super::{Ending, Failure, Kind, Queued, Recording, Step};

/// The keys that a trace may begin with.
const FIRST_KEYS: &[&str] =
    &["version", "views", "pivot", "events", "eventList", "render", "type", "format", "meta"];

/// How many keys of an event are looked at: an alias may stand for one with very many.
const MOST_KEYS: usize = 64;

/// Whether the file begins with a key that traces have, and has events.
pub fn recognizes(bytes: &[u8]) -> bool {
    let is_known = |key: &[u8]| FIRST_KEYS.iter().any(|known| known.as_bytes() == key);
    let bytes = without_mark(bytes);
    if is_json(bytes) {
        let key = bytes.split(|&byte| byte == b'"').nth(1);
        let has = |word: &[u8]| bytes.windows(word.len()).any(|some| some == word);
        return key.is_some_and(is_known) && (has(b"\"events\"") || has(b"\"eventList\""));
    }
    let is_mark = |text: &[u8]| text.starts_with(b"---") || text.starts_with(b"%");
    let first = filled_lines(bytes).map(|(_, text)| text).find(|text| !is_mark(text));
    let first = first.filter(|text| text.contains(&b':'));
    let key = first.and_then(|text| text.split(|&byte| byte == b':').next());
    let mut lines = bytes.split(|&byte| byte == b'\n');
    key.is_some_and(is_known)
        && lines.any(|line| line.starts_with(b"events:") || line.starts_with(b"eventList:"))
}

fn is_json(bytes: &[u8]) -> bool {
    bytes.trim_ascii_start().starts_with(b"{")
}

/// Reads all events; what they look like is not looked at.
pub fn read(bytes: &[u8]) -> Result<Draft, ReadError> {
    let bytes = without_mark(bytes);
    let spaced = |bytes: &[u8]| bytes.iter().map(|&b| if b == b'\t' { b' ' } else { b }).collect();
    let text = if is_json(bytes) { Cow::Owned(spaced(bytes)) } else { Cow::Borrowed(bytes) };
    let tree = Tree::read(&text)?;
    let root = tree.root().ok_or_else(|| ReadError::ended(Origin::Line(1), "a map of keys"))?;
    let list = root.get("events").or_else(|| root.get("eventList"));
    let list = list.ok_or_else(|| root.lacks("events"))?;
    // What is listed may be an alias. The list itself may not: it could be one of its own events.
    let events = if list.is_alias() { None } else { list.list() };
    if events.is_none() && !list.text().is_some_and(is_nothing) {
        return Err(list.refuse("a list of events"));
    }
    let events = events.into_iter().flatten();
    let events: Vec<Event<'_>> = events.map(Event::read).collect::<Result<_, _>>()?;

    let mut reader = Reader::new(&events);
    let last = events.iter().rposition(|event| event.role == Role::End);
    for (number, event) in events.iter().enumerate() {
        reader.event(event, Some(number) == last)?;
    }
    let Reader { recording, findings, lines, .. } = reader;
    let lines = Lines { records: lines, ..Lines::default() };
    Ok(Draft::new(Ok(Content::Trace(recording)), findings, lines))
}

/// What an event is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Source,
    Destination,
    Step,
    End,
}

/// An event and what it is called.
#[derive(Debug, Clone, Copy)]
struct Event<'a> {
    node: Node<'a>,
    role: Role,
    kind: &'a str,
    id: &'a str,
}

impl<'a> Event<'a> {
    fn read(node: Node<'a>) -> Result<Self, ReadError> {
        if node.map().is_none() {
            return Err(node.refuse("an event with a type and an id"));
        }
        let (mut kind, mut id) = (None, None);
        for (key, value) in fields(node) {
            match key {
                "type" => kind = Some(value),
                "id" => id = Some(value),
                _ => {}
            }
        }
        let word = |value: Option<Node<'a>>, what: &'static str| match value {
            Some(value) => value.text().ok_or_else(|| value.refuse(what)),
            None => Err(node.lacks(what)),
        };
        let kind = word(kind, "the type of an event")?;
        let role = match kind {
            "source" | "start" => Role::Source,
            "destination" | "goal" | "finish" => Role::Destination,
            "end" | "solution" | "failed" => Role::End,
            _ => Role::Step,
        };
        Ok(Self { node, role, kind, id: word(id, "the id of an event")? })
    }

    /// What it came out of, as the file calls it.
    fn parent(self) -> Option<&'a str> {
        let parent = fields(self.node).find(|(key, _)| *key == "pId")?.1.text()?;
        Some(parent).filter(|parent| !is_nothing(parent))
    }
}

fn fields<'a>(node: Node<'a>) -> impl Iterator<Item = (&'a str, Node<'a>)> {
    let fields = node.map().into_iter().flatten().take(MOST_KEYS);
    fields.filter_map(|(key, value)| Some((key.text()?, value)))
}

/// Whether a text stands for no value.
fn is_nothing(text: &str) -> bool {
    matches!(text, "" | "~" | "null" | "undefined")
}

/// What an event says in numbers, by the keys that are known.
#[derive(Debug, Clone, Copy, Default)]
struct Numbers {
    values: [Option<f64>; KEYS.len()],
}

const KEYS: [&str; 17] = [
    "f", "g", "x", "y", "lx", "ly", "rx", "ry", "cx", "cy", "x1", "y1", "x2", "y2", "x3", "y3",
    "face",
];

impl Numbers {
    fn get(&self, key: &str) -> Option<f64> {
        KEYS.iter().zip(self.values).find(|(known, _)| **known == key)?.1
    }

    fn point(&self, x: &str, y: &str) -> Option<Point> {
        Some(Point::new(self.get(x)?, self.get(y)?))
    }

    /// Root and interval, in one of the ways that they are written.
    fn sight(&self) -> (Option<Point>, Option<[Point; 2]>) {
        let both = |a: Option<Point>, b: Option<Point>| Some([a?, b?]);
        let [one, two, three] =
            [("x1", "y1"), ("x2", "y2"), ("x3", "y3")].map(|(x, y)| self.point(x, y));
        if let Some(interval) = both(self.point("lx", "ly"), self.point("rx", "ry")) {
            (self.point("x", "y"), Some(interval))
        } else if let Some(center) = self.point("cx", "cy") {
            (Some(center), both(one, two))
        } else if let Some(interval) = both(two, three) {
            (one, Some(interval))
        } else {
            (self.point("x", "y").or(one), None)
        }
    }
}

/// A recording in the making.
struct Reader<'a> {
    ids: Ids<'a>,
    /// What has steps of its own.
    nodes: HashSet<&'a str>,
    sources: HashSet<&'a str>,
    recording: Recording,
    findings: Findings,
    /// The line of each step.
    lines: Vec<u32>,
}

impl<'a> Reader<'a> {
    fn new(events: &[Event<'a>]) -> Self {
        let named = |role: Role| events.iter().filter(move |e| e.role == role).map(|e| e.id);
        let parents = events.iter().filter_map(|event| event.parent());
        Self {
            ids: Ids::new(events.iter().map(|event| event.id).chain(parents)),
            nodes: named(Role::Step).collect(),
            sources: named(Role::Source).collect(),
            recording: Recording {
                start: None,
                goal: None,
                steps: Vec::new(),
                queued: None,
                others: Vec::new(),
                ending: Ending::Untold,
                n_left_out: 0,
            },
            findings: Findings::default(),
            lines: Vec::new(),
        }
    }

    fn event(&mut self, event: &Event<'a>, is_ending: bool) -> Result<(), ReadError> {
        let numbers = self.numbers(event.node);
        match event.role {
            // Some say twice where they begin: the first time counts.
            Role::Source => {
                self.recording.start = self.recording.start.or(numbers.sight().0);
            }
            Role::Destination => {
                self.recording.goal = self.recording.goal.or(numbers.sight().0);
            }
            Role::End if is_ending => self.end(event, &numbers)?,
            Role::Step | Role::End => self.step(event, &numbers),
        }
        Ok(())
    }

    fn step(&mut self, event: &Event<'a>, numbers: &Numbers) {
        let (root, interval) = numbers.sight();
        let step = Step {
            kind: self.kind(event),
            id: self.ids.of(event.id),
            parent: self.parent(event),
            f: numbers.get("f"),
            g: numbers.get("g"),
            root,
            interval,
            face: numbers.get("face").and_then(whole),
        };
        self.queued(event);
        self.recording.steps.push(step);
        self.lines.push(event.node.line());
    }

    /// Takes note of the nodes that went into the queue after the step that is about to be kept.
    fn queued(&mut self, event: &Event<'a>) {
        let list = fields(event.node).find(|(key, _)| *key == "queued").map(|(_, value)| value);
        // A long list that many events only point at would be told again for each of them.
        let Some(list) = list.filter(|list| !list.is_alias()).and_then(Node::list) else { return };
        let after = self.recording.steps.len();
        let names = list.filter_map(|name| name.text()).filter(|name| self.nodes.contains(name));
        let (queued, ids) = (self.recording.queued.get_or_insert_default(), &mut self.ids);
        queued.extend(names.map(|name| Queued { after, id: ids.of(name) }));
    }

    fn kind(&mut self, event: &Event<'a>) -> Kind {
        let reason = fields(event.node).find(|(key, _)| *key == "reason");
        let reason = reason.and_then(|(_, value)| value.text());
        let word = match event.kind {
            "generate" | "open" => "generating",
            "expand" => "expanding",
            "close" => "closing",
            word => word,
        };
        let is_it = |kind: &&Kind| {
            kind.words()
                .is_some_and(|(known, why)| known == word && (why.is_none() || why == reason))
        };
        if let Some(ours) = Kind::OURS.iter().find(is_it) {
            return *ours;
        }
        let others = &mut self.recording.others;
        let place = others.iter().take(MOST_TYPES).position(|known| known == word);
        let place = place.unwrap_or_else(|| {
            if others.len() < MOST_TYPES {
                others.push(word.to_owned());
            } else if others.len() == MOST_TYPES {
                others.push("other".to_owned());
            }
            others.len() - 1
        });
        Kind::Other(narrow(place))
    }

    fn parent(&mut self, event: &Event<'a>) -> Option<std::num::NonZeroU32> {
        let is_start = |parent: &str| self.sources.contains(parent) && !self.nodes.contains(parent);
        let parent = event.parent().filter(|parent| !is_start(parent))?;
        Some(self.ids.of(parent))
    }

    fn end(&mut self, event: &Event<'a>, numbers: &Numbers) -> Result<(), ReadError> {
        let (mut path, mut reason) = (None, None);
        for (key, value) in fields(event.node) {
            match key {
                "path" => path = Some(value),
                "reason" => reason = value.text(),
                "leftOut" => {
                    let count = value.text().and_then(|text| text.parse().ok());
                    self.recording.n_left_out = count.unwrap_or(0);
                }
                _ => {}
            }
        }
        self.recording.ending = if event.kind == "failed" {
            let told = Failure::TOLD.iter().copied().find(|failure| failure.word() == reason);
            Ending::Failed(told.filter(|_| reason.is_some()).unwrap_or(Failure::Untold))
        } else {
            let corners = path.and_then(Node::list).into_iter().flatten();
            let mut path = Vec::new();
            for corner in corners {
                let at = self.numbers(corner).point("x", "y");
                path.push(at.ok_or_else(|| corner.refuse("a corner with x and y"))?);
            }
            let cost = numbers.get("g").or_else(|| numbers.get("f"));
            // Where nobody says where it leads, it ends where it led.
            self.recording.goal = self.recording.goal.or(numbers.sight().0);
            Ending::Found { parent: self.parent(event), cost, path }
        };
        Ok(())
    }

    fn numbers(&mut self, node: Node<'_>) -> Numbers {
        let mut numbers = Numbers::default();
        for (key, value) in fields(node) {
            let mut slots = KEYS.iter().zip(&mut numbers.values);
            let Some((_, slot)) = slots.find(|(known, _)| **known == key) else { continue };
            let text = value.text();
            let number = text.and_then(|text| text.parse().ok());
            let number = number.filter(|number: &f64| number.is_finite());
            if number.is_none() && text.is_none_or(|text| !is_nothing(text)) {
                let at = Some(value.origin());
                self.findings.add_at(Found::OddText, Element::File, at, || {
                    format!("{key} of an event should be a number, so it was left out")
                });
            }
            *slot = number;
        }
        numbers
    }
}

/// So many types of other programs are told apart.
const MOST_TYPES: usize = 256;
