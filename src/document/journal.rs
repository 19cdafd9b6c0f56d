//! What happens to a document, written down so that it can be gone on with after the program has ended: what was there,
//! and every step since, with what was undone and done again.
//!
//! ```text
//! journal 1
//! format "[title]"           the format of the file that was opened
//! faces [n]                  all that is known of a mesh, as n bytes of our own; not if something was drawn
//! whole [n]                  what was drawn and the work on it, as a project of n bytes on the lines after this one
//! step "[title]"             something was done: lines that say what became of things, or faces [n] for other faces
//! undo
//! redo
//! revert                     the last step was taken back for good
//! saved "[title]"            it was saved in this format; then whole [n], with what paths cost and what was looked at
//! ```
//!
//! The first piece of a journal begins like this; the pieces that follow it have steps only.
#![cfg_attr(
    not(test),
    deny(
        clippy::cast_possible_truncation,
        clippy::expect_used,
        clippy::indexing_slicing,
        clippy::unwrap_used,
        reason = "whatever is on the disk may be damaged"
    )
)]

use std::borrow::Cow;
use std::sync::Arc;

use crate::format::project::{read_changes, write, write_changes};
use crate::format::{self, Content, Format, Import};
use crate::layout::Layout;
use crate::layout::work::Work;
use crate::mesh::Navmesh;

use super::{Change, Document, Source, State};

/// The first line of a journal.
const TITLE: &str = "journal 1\n";
/// So much of the past is written with a whole journal, in bytes; and as much of what was undone.
const PAST_BYTES: usize = 32 << 20;

/// Something that happened to a document.
#[derive(Debug, Clone, PartialEq)]
pub enum Entry {
    /// Something was done; whatever was undone before is gone.
    Step {
        /// What people call it.
        title: Cow<'static, str>,
        /// What became of things.
        changes: Vec<Change>,
    },
    /// The last step was taken back.
    Undo,
    /// What was undone last was done again.
    Redo,
    /// The last step was taken back for good.
    Revert,
    /// It was saved.
    Saved {
        /// As what.
        format: Format,
        /// What paths cost then, and what was looked at.
        work: Work,
    },
}

/// What was done and is not written down yet.
#[derive(Debug, Default)]
pub(super) struct Entries {
    list: Vec<Entry>,
    /// Whether the last step of the document is not in the list yet: the hand may go on with it.
    is_open: bool,
}

impl Document {
    /// Begins to write down what happens; one who writes it, knowing all until now.
    pub fn scribe(&mut self) -> Scribe {
        self.entries = Some(Entries::default());
        let nothing = State { source: Source::Nothing, work: Default::default() };
        let import = Import {
            format: self.format,
            content: Content::Layout(Default::default()),
            findings: Default::default(),
            lines: Default::default(),
            work: Default::default(),
        };
        let followed = Self {
            state: self.state.clone(),
            history: self.history.clone(),
            opened: nothing,
            ..Self::new(self.name.clone(), Vec::new(), import)
        };
        Scribe { followed, room: PAST_BYTES, reach: None }
    }

    /// What was done since this was asked last, or since somebody began to write it down.
    pub fn take_entries(&mut self) -> Vec<Entry> {
        self.close_step();
        self.entries.as_mut().map(|entries| std::mem::take(&mut entries.list)).unwrap_or_default()
    }

    /// Takes note that a step begins, or goes on.
    pub(super) fn note_change(&mut self, is_new: bool) {
        if is_new {
            self.close_step();
        }
        if let Some(entries) = &mut self.entries {
            if !is_new && !entries.is_open {
                entries.list.push(Entry::Revert);
            }
            entries.is_open = true;
        }
    }

    pub(super) fn note(&mut self, entry: Entry) {
        if let Some(entries) = &mut self.entries {
            entries.list.push(entry);
        }
    }

    /// Writes the last step down as it is now.
    pub(super) fn close_step(&mut self) {
        if let Some(entries) = &mut self.entries
            && std::mem::take(&mut entries.is_open)
            && let Some((title, changes)) = self.history.last(&self.state)
        {
            entries.list.push(Entry::Step { title, changes });
        }
    }

    /// Does what was written down.
    fn redo_entry(&mut self, entry: Entry) -> bool {
        match entry {
            Entry::Step { title, changes } => {
                self.put_step(title, changes);
                true
            }
            Entry::Undo => self.undo().is_some(),
            Entry::Redo => self.redo().is_some(),
            Entry::Revert => self.revert(),
            Entry::Saved { format, work } => {
                self.note_saved(format, &work);
                true
            }
        }
    }
}

/// Writes down what happens to a document, and follows it, so that all of it can be written anew at any time.
#[derive(Debug)]
pub struct Scribe {
    followed: Document,
    /// So much of the past is written with everything, in bytes.
    room: usize,
    /// How far one who reads it can go; none if that is not far enough, or nothing was written yet.
    reach: Option<Reach>,
}

/// How far back and forth one can go.
#[derive(Debug, Clone, Copy)]
struct Reach {
    n_done: usize,
    n_undone: usize,
}

impl Reach {
    /// How far it is after something happened; none if that was too far away.
    fn after(self, entry: &Entry) -> Option<Self> {
        let Self { n_done, n_undone } = self;
        Some(match entry {
            Entry::Step { .. } => Self { n_done: n_done + 1, n_undone: 0 },
            Entry::Undo => Self { n_done: n_done.checked_sub(1)?, n_undone: n_undone + 1 },
            Entry::Redo => Self { n_done: n_done + 1, n_undone: n_undone.checked_sub(1)? },
            Entry::Revert => Self { n_done: n_done.checked_sub(1)?, n_undone: 0 },
            Entry::Saved { .. } => self,
        })
    }
}

impl Scribe {
    /// The same with room for so many bytes of the past, and as many of what was undone.
    pub fn with_room(self, n_bytes: usize) -> Self {
        Self { room: n_bytes, ..self }
    }

    /// Everything: what was there at first, and all steps since, as far back as there is room for.
    pub fn whole(&mut self) -> Vec<u8> {
        let Document { history, format, .. } = &self.followed;
        let text = |(title, changes): (&str, Vec<Change>)| step_text(title, &changes);
        let mut first = self.followed.state.clone();
        let done = that_fit(history.back_through(&mut first).map(text), self.room);
        let undone = that_fit(history.forward().map(text), self.room);
        self.reach = Some(Reach { n_done: done.len(), n_undone: undone.len() });
        let mut bytes = [TITLE.as_bytes(), &line("format", format.title())].concat();
        push_state(&mut bytes, &first);
        done.iter().rev().for_each(|text| bytes.extend_from_slice(text));
        undone.iter().for_each(|text| bytes.extend_from_slice(text));
        undone.iter().for_each(|_| bytes.extend_from_slice(b"undo\n"));
        bytes
    }

    /// Whether pieces can follow what was written. Where somebody has undone more than there was room for, nobody could
    /// read them: everything has to be written anew.
    pub fn can_go_on(&self) -> bool {
        self.reach.is_some()
    }

    /// Writes down what happened, in a piece of the journal.
    pub fn write(&mut self, entries: Vec<Entry>) -> Vec<u8> {
        let mut bytes = Vec::new();
        for entry in entries {
            bytes.extend(match &entry {
                Entry::Step { title, changes } => step_text(title, changes),
                Entry::Undo => b"undo\n".to_vec(),
                Entry::Redo => b"redo\n".to_vec(),
                Entry::Revert => b"revert\n".to_vec(),
                Entry::Saved { format, work } => saved_text(*format, work),
            });
            self.reach = self.reach.and_then(|reach| reach.after(&entry));
            self.followed.redo_entry(entry);
        }
        bytes
    }
}

/// The first few texts, until there are enough. Whoever asks for one has to take it: the map before it is another.
fn that_fit(texts: impl Iterator<Item = Vec<u8>>, room: usize) -> Vec<Vec<u8>> {
    let (mut taken, mut n_bytes) = (Vec::new(), 0);
    for text in texts {
        n_bytes += text.len();
        taken.push(text);
        if room < n_bytes {
            break;
        }
    }
    taken
}

fn push_state(bytes: &mut Vec<u8>, state: &State) {
    match &state.source {
        Source::Drawing(layout) => push(bytes, "whole", &write(layout, &state.work).bytes),
        Source::Mesh(mesh) => {
            push(bytes, "faces", &mesh.to_bytes());
            push(bytes, "whole", &write(&Layout::default(), &state.work).bytes);
        }
        Source::Nothing => push(bytes, "whole", b""),
    }
}

fn step_text(title: &str, changes: &[Change]) -> Vec<u8> {
    let mut bytes = line("step", title);
    let mesh = changes.iter().find_map(|change| match change {
        Change::Mesh(mesh) => Some(mesh),
        _ => None,
    });
    if let Some(mesh) = mesh {
        push(&mut bytes, "faces", &mesh.to_bytes());
    }
    bytes.extend(write_changes(changes).into_bytes());
    bytes
}

fn saved_text(format: Format, work: &Work) -> Vec<u8> {
    let mut bytes = line("saved", format.title());
    // What is locked or hidden is as it was, and names things that are drawn.
    let work = Work { pins: work.pins.clone(), view: work.view, ..Work::default() };
    push(&mut bytes, "whole", &write(&Layout::default(), &work).bytes);
    bytes
}

/// A word and a title, which may be of several lines.
fn line(word: &str, title: &str) -> Vec<u8> {
    format!("{word} {}\n", serde_json::Value::from(title)).into_bytes()
}

fn push(bytes: &mut Vec<u8>, word: &str, content: &[u8]) {
    bytes.extend(format!("{word} {}\n", content.len()).into_bytes());
    bytes.extend_from_slice(content);
    bytes.push(b'\n');
}

/// A document that was read from its journal.
#[derive(Debug)]
pub struct Recovered {
    /// As it was, with what can be undone and done again, as far as there was room for that.
    pub document: Document,
    /// Whether all pieces could be read; after one that cannot, none can.
    pub is_whole: bool,
}

/// Reads a document from the pieces of its journal; none if not even the first can be read.
pub fn read<'a>(name: &str, pieces: impl IntoIterator<Item = &'a [u8]>) -> Option<Recovered> {
    let mut pieces = pieces.into_iter();
    let mut reader = Reader { rest: pieces.next()? };
    let import = reader.first()?;
    let mut document = Document::new(name.to_owned(), Vec::new(), import).recovered();
    let mut is_whole = reader.follow(&mut document).is_some();
    for piece in pieces {
        is_whole = is_whole && Reader { rest: piece }.follow(&mut document).is_some();
    }
    Some(Recovered { document, is_whole })
}

impl Document {
    /// The same, taken back from what an earlier start of the program had not saved.
    fn recovered(mut self) -> Self {
        self.saved = None;
        self.newest.0 += 1;
        self.revision = self.newest;
        self
    }
}

/// What is left to be read of a piece.
struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    /// The words that begin something; all other lines say what became of things.
    const WORDS: [&'static str; 7] = ["whole", "faces", "step", "undo", "redo", "revert", "saved"];

    fn line(&mut self) -> Option<&'a [u8]> {
        let end = self.rest.iter().position(|&byte| byte == b'\n')?;
        let line = self.rest.get(..end)?;
        self.rest = self.rest.get(end + 1..)?;
        Some(line)
    }

    /// What comes after a word on the next line, if that begins with it.
    fn after(&mut self, word: &[u8]) -> Option<&'a [u8]> {
        self.rest.starts_with(word).then(|| self.line()?.strip_prefix(word)).flatten()
    }

    /// The bytes that a word says how many there are of, if it is the next.
    fn content(&mut self, word: &[u8]) -> Option<&'a [u8]> {
        let n_bytes: usize = std::str::from_utf8(self.after(word)?).ok()?.parse().ok()?;
        let (content, rest) = self.rest.split_at_checked(n_bytes)?;
        self.rest = rest.strip_prefix(b"\n")?;
        Some(content)
    }

    fn faces(&mut self) -> Option<Arc<Navmesh>> {
        self.content(b"faces ").and_then(Navmesh::from_bytes).map(Arc::new)
    }

    /// The format that a word is followed by the title of, if it is the next.
    fn format(&mut self, word: &[u8]) -> Option<Format> {
        let title: String = serde_json::from_slice(self.after(word)?).ok()?;
        Format::ALL.iter().copied().find(|format| format.title() == title)
    }

    /// What was there at first.
    fn first(&mut self) -> Option<Import> {
        self.rest = self.rest.strip_prefix(TITLE.as_bytes())?;
        let format = self.format(b"format ")?;
        let is_mesh = self.rest.starts_with(b"faces ");
        let mesh = if is_mesh { Some(self.faces()?) } else { None };
        let drawn = format::read(self.content(b"whole ")?).ok()?;
        let content = mesh.map_or(drawn.content, Content::Mesh);
        Some(Import { format, content, ..drawn })
    }

    /// What was saved.
    fn saved(&mut self) -> Option<Entry> {
        let format = self.format(b"saved ")?;
        let work = format::read(self.content(b"whole ")?).ok()?.work;
        Some(Entry::Saved { format, work })
    }

    /// All lines to the next that begins something.
    fn lines(&mut self) -> &'a [u8] {
        let start = self.rest;
        while !self.rest.is_empty() {
            let word = self.rest.split(u8::is_ascii_whitespace).next().unwrap_or_default();
            if Self::WORDS.iter().any(|known| known.as_bytes() == word) {
                break;
            }
            if self.line().is_none() {
                self.rest = &[];
            }
        }
        start.get(..start.len() - self.rest.len()).unwrap_or_default()
    }

    /// What was done: what is known of it stands on the lines after this one.
    fn step(&mut self) -> Option<Entry> {
        let title: String = serde_json::from_slice(self.after(b"step ")?).ok()?;
        let mut changes = Vec::new();
        if self.rest.starts_with(b"faces ") {
            changes.push(Change::Mesh(self.faces()?));
        }
        changes.extend(read_changes(self.lines()).ok()?);
        Some(Entry::Step { title: title.into(), changes })
    }

    fn entry(&mut self) -> Option<Entry> {
        if self.rest.starts_with(b"step ") {
            return self.step();
        }
        if self.rest.starts_with(b"saved ") {
            return self.saved();
        }
        match self.line()? {
            b"undo" => Some(Entry::Undo),
            b"redo" => Some(Entry::Redo),
            b"revert" => Some(Entry::Revert),
            _ => None,
        }
    }

    /// Does everything that is told; none if something cannot be.
    fn follow(&mut self, document: &mut Document) -> Option<()> {
        while !self.rest.is_empty() {
            let entry = self.entry()?;
            document.redo_entry(entry).then_some(())?;
        }
        Some(())
    }
}
