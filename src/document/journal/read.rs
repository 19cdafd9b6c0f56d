//! Reading a journal: as far as it is whole, all that it tells is done once more.

use std::sync::Arc;

use crate::format::project::read_changes;
use crate::format::{self, Content, Format, Import};
use crate::mesh::Navmesh;

use super::super::{Change, Document};
use super::{Entry, TITLE};

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
