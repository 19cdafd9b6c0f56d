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

use crate::format::project::{write, write_changes};
use crate::format::{Content, Format, Import};
use crate::layout::Layout;
use crate::layout::work::Work;

use super::{Change, Document, Source, State};

mod read;

pub use read::{Recovered, read};

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
