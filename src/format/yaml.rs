//! YAML as a flat tree: every node once, in the order of the file, with the line it stands on.
//!
//! An alias is a node that points to another one; it is never spelled out, so a tree is no larger than its file. That
//! also means that a tree can be endless to walk: whoever walks one goes a bounded way down and looks at a bounded
//! part of what an alias points to.

use saphyr_parser::{Event, Parser, Span};

use crate::mesh::{Origin, narrow};

use super::error::quote;
use super::{MAX_BYTES, ReadError};

/// A file as a tree.
#[derive(Debug)]
pub(super) struct Tree {
    nodes: Vec<Stored>,
    /// The texts of all scalars, one after the other.
    text: String,
}

#[derive(Debug, Clone, Copy)]
struct Stored {
    line: u32,
    /// The place after the last node inside of this one.
    end: u32,
    kind: Kind,
}

#[derive(Debug, Clone, Copy)]
enum Kind {
    /// From where to where in the text.
    Scalar(u32, u32),
    List,
    Map,
    Alias(u32),
}

/// A node of a tree.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node<'a> {
    tree: &'a Tree,
    place: u32,
    stored: Stored,
}

impl Tree {
    /// Reads the first document of a file.
    pub(super) fn read(bytes: &[u8]) -> Result<Self, ReadError> {
        let source = String::from_utf8_lossy(bytes);
        // Bytes that are no text become longer when they are marked as such.
        if MAX_BYTES < source.len() {
            return Err(ReadError::TooLarge);
        }
        let mut tree = Self { nodes: Vec::new(), text: String::new() };
        let mut open: Vec<u32> = Vec::new();
        let mut anchors: Vec<(usize, u32)> = Vec::new();
        for event in Parser::new_from_str(&source) {
            let (event, span) = event.map_err(|error| {
                let at = Origin::Line(narrow(error.marker().line()));
                let reason = format!("this is no YAML: {}", shown(error.info()));
                ReadError::Refused { at, reason }
            })?;
            let place = narrow(tree.nodes.len());
            let (kind, anchor) = match event {
                Event::Scalar(text, _, anchor, _) => {
                    let start = narrow(tree.text.len());
                    tree.text.push_str(&text);
                    (Kind::Scalar(start, narrow(tree.text.len())), anchor)
                }
                Event::SequenceStart(anchor, _) => (Kind::List, anchor),
                Event::MappingStart(anchor, _) => (Kind::Map, anchor),
                Event::Alias(anchor) => {
                    let known = anchors.binary_search_by_key(&anchor, |&(anchor, _)| anchor);
                    let known = known.ok().and_then(|at| anchors.get(at));
                    // The parser refuses names that nobody has given; this is for the worst case.
                    (Kind::Alias(known.map_or(place, |&(_, place)| place)), 0)
                }
                Event::SequenceEnd | Event::MappingEnd => {
                    let opened = open.pop().and_then(|opened| tree.nodes.get_mut(opened as usize));
                    if let Some(opened) = opened {
                        opened.end = place;
                    }
                    continue;
                }
                Event::DocumentEnd => break,
                Event::Nothing
                | Event::StreamStart
                | Event::StreamEnd
                | Event::DocumentStart(_) => continue,
            };
            if anchor != 0 {
                anchors.push((anchor, place));
            }
            if matches!(kind, Kind::List | Kind::Map) {
                open.push(place);
            }
            tree.nodes.push(Stored { line: line_of(span), end: place + 1, kind });
        }
        Ok(tree)
    }

    /// The node that holds all others, if the file holds anything.
    pub(super) fn root(&self) -> Option<Node<'_>> {
        self.node(0)
    }

    fn node(&self, place: u32) -> Option<Node<'_>> {
        let stored = *self.nodes.get(place as usize)?;
        Some(Node { tree: self, place, stored })
    }
}

fn line_of(span: Span) -> u32 {
    narrow(span.start.line())
}

/// What the parser says, without what it may have taken from the file.
fn shown(text: &str) -> String {
    const LONGEST: usize = 200;
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(LONGEST).collect()
}

impl<'a> Node<'a> {
    /// The line that it starts on.
    pub(super) fn line(self) -> u32 {
        self.stored.line
    }

    pub(super) fn origin(self) -> Origin {
        Origin::Line(self.line())
    }

    /// Whether it is the very same node.
    pub(super) fn is(self, other: Self) -> bool {
        self.place == other.place
    }

    pub(super) fn is_alias(self) -> bool {
        matches!(self.stored.kind, Kind::Alias(_))
    }

    /// What an alias stands for; anything else stands for itself. An alias of an alias stands for nothing.
    fn meant(self) -> Self {
        match self.stored.kind {
            Kind::Alias(place) => self.tree.node(place).unwrap_or(self),
            _ => self,
        }
    }

    fn kind(self) -> Kind {
        self.meant().stored.kind
    }

    /// Its text, if it is no list or map.
    pub(super) fn text(self) -> Option<&'a str> {
        match self.kind() {
            Kind::Scalar(start, end) => self.tree.text.get(start as usize..end as usize),
            Kind::List | Kind::Map | Kind::Alias(_) => None,
        }
    }

    /// What is in it, if it is a list.
    pub(super) fn list(self) -> Option<impl Iterator<Item = Self>> {
        matches!(self.kind(), Kind::List).then(|| self.inside())
    }

    /// Its keys and values, if it is a map.
    pub(super) fn map(self) -> Option<impl Iterator<Item = (Self, Self)>> {
        let is_map = matches!(self.kind(), Kind::Map);
        is_map.then(|| {
            let mut inside = self.inside();
            std::iter::from_fn(move || Some((inside.next()?, inside.next()?)))
        })
    }

    /// The value of a key, if it is a map that has the key.
    pub(super) fn get(self, key: &str) -> Option<Self> {
        self.map()?.find(|(name, _)| name.text() == Some(key)).map(|(_, value)| value)
    }

    fn inside(self) -> impl Iterator<Item = Self> {
        let Self { tree, place, stored } = self.meant();
        let mut next = place + 1;
        std::iter::from_fn(move || {
            let here = tree.node(next).filter(|_| next < stored.end)?;
            next = here.stored.end.max(next + 1);
            Some(here)
        })
    }

    /// An error about it: something that should be in it is not.
    pub(super) fn lacks(self, expected: &'static str) -> ReadError {
        let (at, found) = (self.origin(), "none".to_owned());
        ReadError::Unexpected { at, expected: expected.into(), found }
    }

    /// An error about it: something else was expected.
    pub(super) fn refuse(self, expected: impl Into<std::borrow::Cow<'static, str>>) -> ReadError {
        let found = match self.kind() {
            Kind::Scalar(..) => quote(self.text().unwrap_or_default().as_bytes()),
            Kind::List => "a list".to_owned(),
            Kind::Map => "a map".to_owned(),
            Kind::Alias(_) => "an alias".to_owned(),
        };
        ReadError::Unexpected { at: self.origin(), expected: expected.into(), found }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_know_their_lines_and_what_aliases_stand_for() {
        let tree = Tree::read(b"a: [1, 'two']\nb: &x\n  c: 3\nd: *x\ne: [[], {}, *x]\n").unwrap();
        let root = tree.root().unwrap();
        let a: Vec<_> = root.get("a").unwrap().list().unwrap().map(|node| node.text()).collect();
        assert_eq!(a, [Some("1"), Some("two")]);
        let d = root.get("d").unwrap();
        assert_eq!((d.line(), d.is_alias()), (4, true));
        assert_eq!(d.get("c").and_then(Node::text), Some("3"));
        assert_eq!(root.get("e").unwrap().list().unwrap().count(), 3);
        assert!(root.get("c").is_none() && d.list().is_none());
        assert!(Tree::read(b"").unwrap().root().is_none());
    }

    #[test]
    fn what_is_nested_too_deep_is_refused_or_read_without_going_down_a_stack() {
        for opening in ["[", "{a: ", "&a [", "[*", "[[]", "{? "] {
            let error = Tree::read(opening.repeat(100_000).as_bytes()).err();
            let text = error.map(|error| error.to_string()).unwrap_or_default();
            assert!(text.starts_with("line 1: this is no YAML: "), "{opening}: {text}");
        }
        let tree = Tree::read("- ".repeat(100_000).as_bytes()).ok();
        assert_eq!(tree.map(|tree| tree.nodes.len()), Some(100_001));
    }

    #[test]
    fn what_points_to_itself_is_walked_as_far_as_one_goes() {
        let tree = Tree::read(b"&a [*a, *a]").unwrap();
        let mut node = tree.root().unwrap();
        for _ in 0..100 {
            node = node.list().unwrap().last().unwrap();
        }
        assert!(node.is_alias());
    }
}
