//! What is not saved yet, kept beside all documents, so that the next start can offer it.
//!
//! Each document that is open has a file of its own in the recovery folder: a journal that gets a piece longer with each
//! gesture, and beside it a lock that is held for as long as its process lives. A file whose lock nobody holds is a
//! leftover. What stands in the pieces is nobody's business here.
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

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::calls::{self, Handle};
use super::part::{self, Part};
use super::{SaveError, Worth, reason, replace};

mod pieces;

pub use pieces::Kept;

use pieces::{Head, Seal};

/// How the names of files end that hold a text.
const KEPT: &str = "kept";
/// How the names of locks end.
const LOCK: &str = "lock";
/// How the names of files end that were found damaged, and told of.
const DAMAGED: &str = "damaged";

/// Where recovery files are; none where nobody is at home.
pub fn folder() -> Option<PathBuf> {
    folder_among(|name| std::env::var_os(name))
}

fn folder_among(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    // A path that is not absolute would mean another folder with every start.
    let path = |name| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let local = || path("HOME").map(|home| home.join(".local").join("state"));
    let state = path("XDG_STATE_HOME").or_else(local).or_else(|| path("LOCALAPPDATA"))?;
    Some(state.join("wayglass"))
}

/// Whether all that was told is in a file of its own, too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Saved {
    /// It is: there is nothing to be offered.
    Yes,
    /// It is not.
    No,
}

/// Keeps one document for recovery. Letting go of it leaves what was kept to be offered.
#[derive(Debug)]
pub struct Recovery {
    folder: PathBuf,
    /// None while nothing is kept.
    held: Option<Held>,
}

/// A file in the recovery folder, and the lock that says whose it is.
#[derive(Debug)]
struct Held {
    file: PathBuf,
    /// Held for as long as this lives.
    lock: Handle,
    /// The end of the file, where pieces are added; none if nobody knows how it ends.
    end: Option<End>,
}

/// The end of a file.
#[derive(Debug)]
struct End {
    file: Handle,
    head: Head,
    /// Of all that stands before.
    sum: u64,
    n_bytes: usize,
    /// How long it was when it was written as a whole.
    n_at_first: usize,
}

/// A file is written anew when it has grown to so many times of what it was, and by so many bytes more.
const GROWTH: usize = 4;
const MORE_BYTES: usize = 1 << 20;

impl Recovery {
    /// Keeps nothing yet: the folder is made when there is something to keep.
    pub fn new(folder: &Path) -> Self {
        Self { folder: folder.to_owned(), held: None }
    }

    /// Begins a journal in the place of whatever was kept: the name of the document, where it was opened, and a piece
    /// that tells everything. At every moment there is either the old one or the new one.
    pub fn begin(
        &mut self,
        name: &str,
        path: Option<&Path>,
        piece: &[u8],
        saved: Saved,
    ) -> Result<(), SaveError> {
        // Somebody may have tidied up.
        let held = self.held.take().filter(|held| !calls::is_gone(&held.file.with_extension(LOCK)));
        let refused = |error: io::Error| self.refused(&error);
        let mut held = held.map_or_else(|| Held::new(&self.folder), Ok).map_err(refused)?;
        held.end = None;
        let head = Head::new(name, path);
        let (bytes, sum) = head.seal(piece, saved);
        let result = replace(&held.file, &bytes, Worth::Output);
        if result.is_ok() {
            let n_bytes = bytes.len();
            // Without an end the next piece begins anew.
            held.end = Handle::at_end_of(&held.file).ok().map(|file| End {
                file,
                head,
                sum,
                n_bytes,
                n_at_first: n_bytes,
            });
        }
        self.held = Some(held);
        result.map(drop)
    }

    /// Whether pieces can be added to what is kept, or it has to begin anew: there is nothing yet, it is another name,
    /// it has grown long, or somebody has tidied up.
    pub fn can_add(&self, name: &str, path: Option<&Path>) -> bool {
        let Some(held) = &self.held else { return false };
        let fits = |end: &End| {
            end.n_bytes <= GROWTH * end.n_at_first + MORE_BYTES && end.head == Head::new(name, path)
        };
        held.end.as_ref().is_some_and(fits)
            && calls::metadata(&held.file).is_ok()
            && calls::metadata(&held.file.with_extension(LOCK)).is_ok()
    }

    /// Adds pieces to what is kept, all of them or, if that fails, as many as come before the first that is torn.
    pub fn add(&mut self, pieces: &[Vec<u8>], saved: Saved) -> Result<(), SaveError> {
        let Some(mut end) = self.held.as_mut().and_then(|held| held.end.take()) else {
            return Err(self.refused(&io::ErrorKind::NotFound.into()));
        };
        let mut bytes = Vec::new();
        for (number, piece) in pieces.iter().enumerate() {
            let is_last = number + 1 == pieces.len();
            let seal = Seal::new(piece.len(), if is_last { saved } else { Saved::No });
            end.sum = seal.push(&mut bytes, end.sum, piece);
        }
        let from = end.n_bytes as u64;
        end.n_bytes += bytes.len();
        // After an error nobody knows how the file ends: it is begun anew.
        end.file
            .write_all(&bytes)
            .and_then(|()| end.file.sync())
            .and_then(|()| end.file.read_back(from, &bytes))
            .map_err(|it| self.refused(&it))?;
        if let Some(held) = &mut self.held {
            held.end = Some(end);
        }
        Ok(())
    }

    /// Nothing needs to be kept any more: it was saved, or nobody wants it.
    pub fn done(&mut self) {
        if let Some(held) = self.held.take() {
            // What cannot be removed is offered, and can be refused.
            let _ = held.remove();
        }
    }

    /// The file that holds what is kept, if anything is.
    pub fn file(&self) -> Option<&Path> {
        self.held.as_ref().map(|held| &*held.file)
    }

    fn refused(&self, error: &io::Error) -> SaveError {
        SaveError::Io { path: self.folder.clone(), reason: reason(error) }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.lock.unlock();
    }
}

impl Held {
    fn new(folder: &Path) -> io::Result<Self> {
        calls::make_private(folder)?;
        Self::claim(folder.join(part::unique()).with_extension(KEPT))
    }

    /// Makes a lock for a file.
    fn claim(file: PathBuf) -> io::Result<Self> {
        let mut again = true;
        loop {
            // Locked before it has its name: at no moment does it look like one of a process that has ended.
            let mut lock = Part::new(super::folder_of(&file))?;
            match lock.put_in_place_of(&file.with_extension(LOCK)) {
                // Somebody took it for a leftover before it was locked.
                Err(error) if error.kind() == io::ErrorKind::NotFound && again => again = false,
                result => {
                    result?;
                    return Ok(Self { file, lock: lock.into_lock()?, end: None });
                }
            }
        }
    }

    fn remove(self) -> io::Result<()> {
        calls::remove_file(&self.file)?;
        // The lock last: a file without one could be anybody's.
        calls::remove_file(&self.file.with_extension(LOCK))
    }
}

/// What was found in the recovery folder.
#[derive(Debug, Default)]
pub struct Leftovers {
    /// What can be offered, the newest first.
    pub whole: Vec<Leftover>,
    /// What was kept but is damaged. It is told of once, and stays where it is.
    pub damaged: Vec<PathBuf>,
}

/// What a process that has ended had not saved. While it is at hand, no other process is offered it.
#[derive(Debug)]
pub struct Leftover {
    /// What the document was called.
    pub name: String,
    /// Where it was opened, if it was in a file.
    pub path: Option<PathBuf>,
    /// When it was kept.
    pub when: SystemTime,
    /// Whether the last of it is missing: the program, or the disk, failed while it was written.
    pub is_cut: bool,
    held: Held,
}

impl Leftover {
    /// The file that it is in.
    pub fn file(&self) -> &Path {
        &self.held.file
    }

    /// Nobody wants it.
    pub fn discard(self) -> io::Result<()> {
        self.held.remove()
    }

    /// Goes on keeping the document where this left off: at no moment is it not kept.
    pub fn resume(self) -> Recovery {
        let folder = super::folder_of(&self.held.file).to_owned();
        Recovery { folder, held: Some(self.held) }
    }
}

/// All that was kept in the file of a [`Leftover`].
pub fn read(file: &Path) -> anyhow::Result<Kept> {
    let damaged = || anyhow::anyhow!("{}: it is damaged", file.display());
    Kept::open(&super::read(file)?).ok_or_else(damaged)
}

/// Puts a copy of such a file beside it, where nobody writes over it; where that is.
pub fn put_aside(file: &Path) -> anyhow::Result<PathBuf> {
    let aside = file.with_extension(DAMAGED);
    replace(&aside, &super::read(file)?, Worth::Output)?;
    Ok(aside)
}

/// What processes that have ended had not saved. Those that live, and ours, are left alone.
pub fn leftovers(folder: &Path) -> Leftovers {
    let mut found = Leftovers::default();
    part::sweep(folder);
    let Ok(mut files) = calls::files_in(folder) else { return found };
    files.sort();
    let ends_in = |path: &&PathBuf, ending| path.extension().is_some_and(|found| found == ending);
    // A lock without a file: its process kept nothing when it ended.
    for lock in files.iter().filter(|path| ends_in(path, LOCK)) {
        if calls::is_gone(&lock.with_extension(KEPT))
            && let Some(_held) = Handle::locked(lock)
        {
            let _ = calls::remove_file(lock);
        }
    }
    for file in files.iter().filter(|path| ends_in(path, KEPT)) {
        let lock = file.with_extension(LOCK);
        let held = if calls::is_gone(&lock) {
            Held::claim(file.clone()).ok()
        } else {
            let lock = Handle::locked(&lock);
            lock.map(|lock| Held { file: file.clone(), lock, end: None })
        };
        if let Some(held) = held {
            look(held, &mut found);
        }
    }
    found.whole.sort_by_key(|leftover| std::cmp::Reverse(leftover.when));
    found
}

/// Looks at what somebody kept who is not there any more.
fn look(held: Held, found: &mut Leftovers) {
    let Ok(bytes) = calls::read(&held.file) else { return };
    let Some(Kept { name, path, when, is_cut, saved, .. }) = Kept::open(&bytes) else {
        let damaged = held.file.with_extension(DAMAGED);
        if calls::rename(&held.file, &damaged).is_ok() {
            let _ = calls::remove_file(&held.file.with_extension(LOCK));
            found.damaged.push(damaged);
        }
        return;
    };
    // It ended while it saved, perhaps.
    path.iter().for_each(|path| part::sweep(super::folder_of(path)));
    if saved == Saved::Yes && !is_cut {
        let _ = held.remove();
    } else {
        found.whole.push(Leftover { name, path, when, is_cut, held });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn the_folder_is_at_home() {
        let among = |known: &[(&str, &str)]| {
            folder_among(|name| {
                known.iter().find(|(known, _)| *known == name).map(|(_, value)| value.into())
            })
        };
        let home = ("HOME", "/home/ada");
        assert_eq!(among(&[home]), Some("/home/ada/.local/state/wayglass".into()));
        assert_eq!(among(&[home, ("XDG_STATE_HOME", "/s")]), Some("/s/wayglass".into()));
        assert_eq!(
            among(&[home, ("XDG_STATE_HOME", "")]),
            Some("/home/ada/.local/state/wayglass".into())
        );
        assert_eq!(among(&[("HOME", "somewhere")]), None);
        assert_eq!(among(&[]), None);
    }
}
