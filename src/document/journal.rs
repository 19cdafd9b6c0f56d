//! What happens to a document, written down so that it can be gone on with after the program has ended: what was there,
//! and every step since, with what was undone and done again.
//!
//! ```text
//! journal 1
//! whole [n]                  a map of n bytes, in a format of its own, on the lines after this one
//! step "[title]"             something was done: lines that say what became of things, or whole [n] for other faces
//! undo
//! redo
//! revert                     the last step was taken back for good
//! ```
//!
//! The first piece of a journal begins like this; the pieces that follow it have steps only.

use std::borrow::Cow;
use std::sync::Arc;

use crate::format::project::{read_changes, write, write_changes};
use crate::format::{self, Content, Format, Import, ReadError, Target};
use crate::mesh::{Navmesh, Origin};

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
        Scribe { followed }
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
        }
    }
}

/// Writes down what happens to a document, and follows it, so that all of it can be written anew at any time.
#[derive(Debug)]
pub struct Scribe {
    followed: Document,
}

impl Scribe {
    /// Everything: what was there at first, and all steps since, as far back as there is room for.
    pub fn whole(&self) -> Vec<u8> {
        let Document { history, format, .. } = &self.followed;
        let text = |(title, changes): (&str, Vec<Change>)| step_text(title, &changes, *format);
        let mut first = self.followed.state.clone();
        let done = that_fit(history.back_through(&mut first).map(text));
        let undone = that_fit(history.forward().map(text));
        let mut bytes = TITLE.as_bytes().to_vec();
        push_state(&mut bytes, &first, *format);
        done.iter().rev().for_each(|text| bytes.extend_from_slice(text));
        undone.iter().for_each(|text| bytes.extend_from_slice(text));
        undone.iter().for_each(|_| bytes.extend_from_slice(b"undo\n"));
        bytes
    }

    /// Writes down what happened, in a piece of the journal.
    pub fn write(&mut self, entries: Vec<Entry>) -> Vec<u8> {
        let mut bytes = Vec::new();
        for entry in entries {
            bytes.extend(match &entry {
                Entry::Step { title, changes } => step_text(title, changes, self.followed.format),
                Entry::Undo => b"undo\n".to_vec(),
                Entry::Redo => b"redo\n".to_vec(),
                Entry::Revert => b"revert\n".to_vec(),
            });
            self.followed.redo_entry(entry);
        }
        bytes
    }
}

/// The first few texts, until there are enough. Whoever asks for one has to take it: the map before it is another.
fn that_fit(texts: impl Iterator<Item = Vec<u8>>) -> Vec<Vec<u8>> {
    let (mut taken, mut n_bytes) = (Vec::new(), 0);
    for text in texts {
        n_bytes += text.len();
        taken.push(text);
        if PAST_BYTES < n_bytes {
            break;
        }
    }
    taken
}

fn push_state(bytes: &mut Vec<u8>, state: &State, format: Format) {
    match &state.source {
        Source::Drawing(layout) => push_whole(bytes, &write(layout, &state.work).bytes),
        Source::Mesh(mesh) => {
            push_whole(bytes, &mesh_text(mesh, format));
            let pins = Change::Pins(state.work.pins.clone());
            bytes.extend(write_changes(&[pins]).into_bytes());
        }
        Source::Nothing => push_whole(bytes, b""),
    }
}

fn step_text(title: &str, changes: &[Change], format: Format) -> Vec<u8> {
    let title = serde_json::Value::from(title);
    let mut bytes = format!("step {title}\n").into_bytes();
    let mesh = changes.iter().find_map(|change| match change {
        Change::Mesh(mesh) => Some(mesh),
        _ => None,
    });
    if let Some(mesh) = mesh {
        push_whole(&mut bytes, &mesh_text(mesh, format));
    }
    bytes.extend(write_changes(changes).into_bytes());
    bytes
}

fn push_whole(bytes: &mut Vec<u8>, text: &[u8]) {
    bytes.extend(format!("whole {}\n", text.len()).into_bytes());
    bytes.extend_from_slice(text);
    bytes.push(b'\n');
}

/// Faces in their own format, if that can hold all of them; else in the one that holds most.
fn mesh_text(mesh: &Arc<Navmesh>, format: Format) -> Vec<u8> {
    let content = Content::Mesh(mesh.clone());
    let own = Target::of(format).and_then(|it| format::write(&content, it).ok());
    let own = own.filter(|written| written.losses.is_empty());
    let any = own.or_else(|| format::write(&content, Target::Mesh3).ok());
    any.map_or_else(Vec::new, |written| written.bytes)
}

/// A document that was read from its journal.
#[derive(Debug)]
pub struct Recovered {
    /// As it was, with all that can be undone and done again.
    pub document: Document,
    /// Whether all pieces could be read; after one that cannot, none can.
    pub is_whole: bool,
}

/// Reads a document from the pieces of its journal. A piece that is a map and no journal is what was there at first.
pub fn read<'a>(
    name: &str,
    pieces: impl IntoIterator<Item = &'a [u8]>,
) -> Result<Recovered, ReadError> {
    let mut pieces = pieces.into_iter();
    let first = pieces.next().unwrap_or_default();
    let Some(rest) = first.strip_prefix(TITLE.as_bytes()) else {
        let import = format::read(first)?;
        let document = Document::new(name.to_owned(), first.to_vec(), import).recovered();
        return Ok(Recovered { document, is_whole: pieces.next().is_none() });
    };
    let mut reader = Reader { rest };
    let import = reader.map()?;
    let work = read_changes(reader.lines())?;
    let mut document = Document::new(name.to_owned(), Vec::new(), import).recovered();
    document.state.put(work);
    document.opened = document.state.clone();
    let mut is_whole = reader.follow(&mut document).is_some();
    for piece in pieces {
        is_whole = is_whole && Reader { rest: piece }.follow(&mut document).is_some();
    }
    Ok(Recovered { document, is_whole })
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
    const WORDS: [&'static str; 5] = ["whole", "step", "undo", "redo", "revert"];

    fn line(&mut self) -> Option<&'a [u8]> {
        let end = self.rest.iter().position(|&byte| byte == b'\n')?;
        let line = &self.rest[..end];
        self.rest = &self.rest[end + 1..];
        Some(line)
    }

    fn map(&mut self) -> Result<Import, ReadError> {
        let damaged = || ReadError::unexpected(Origin::Line(2), "a map", b"something else");
        let line = self.line().and_then(|line| line.strip_prefix(b"whole "));
        let n_bytes = line.and_then(|n| std::str::from_utf8(n).ok()?.parse::<usize>().ok());
        let n_bytes = n_bytes.filter(|n| *n < self.rest.len()).ok_or_else(damaged)?;
        let (text, rest) = self.rest.split_at(n_bytes);
        self.rest = &rest[1..];
        format::read(text)
    }

    /// All lines to the next that begins something.
    fn lines(&mut self) -> &'a [u8] {
        let start = self.rest;
        let mut n_bytes = 0;
        while n_bytes < start.len() {
            let line = &start[n_bytes..];
            let word = line.split(u8::is_ascii_whitespace).next().unwrap_or_default();
            if Self::WORDS.iter().any(|known| known.as_bytes() == word) {
                break;
            }
            n_bytes +=
                line.iter().position(|&byte| byte == b'\n').map_or(line.len(), |end| end + 1);
        }
        self.rest = &start[n_bytes..];
        &start[..n_bytes]
    }

    /// Does everything that is told; none if something cannot be.
    fn follow(&mut self, document: &mut Document) -> Option<()> {
        while !self.rest.is_empty() {
            let entry = match self.line()? {
                b"undo" => Entry::Undo,
                b"redo" => Entry::Redo,
                b"revert" => Entry::Revert,
                line => {
                    let title: String =
                        serde_json::from_slice(line.strip_prefix(b"step ")?).ok()?;
                    let mut changes = Vec::new();
                    if self.rest.starts_with(b"whole ")
                        && let Content::Mesh(mesh) = self.map().ok()?.content
                    {
                        changes.push(Change::Mesh(mesh));
                    }
                    changes.extend(read_changes(self.lines()).ok()?);
                    Entry::Step { title: title.into(), changes }
                }
            };
            document.redo_entry(entry).then_some(())?;
        }
        Some(())
    }
}
