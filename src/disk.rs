//! The disk: reading at most what can be counted, writing so that no file is ever left half done, and keeping what is
//! not saved yet.

use std::fs::Metadata;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use thiserror::Error;

mod before;
mod calls;
#[doc(hidden)]
pub mod faults;
mod keeper;
mod part;
pub mod recovery;
mod stamp;

pub use keeper::{Keeper, News};
pub use recovery::Recovery;
pub use stamp::Stamp;

use calls::{Handle, Turn};
use part::Part;

/// What the name of a file ends in, in small letters and without the dot; nothing if it does not.
pub fn ending(path: &Path) -> String {
    path.extension().unwrap_or_default().to_string_lossy().to_lowercase()
}

/// The same path from wherever the program works.
pub fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// All bytes of a file; one more than are allowed, where there are too many.
pub fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    calls::read(path).context("cannot read it")
}

/// The same, with what it takes to notice later that somebody else has changed the file.
pub fn read_stamped(path: &Path) -> anyhow::Result<(Vec<u8>, Option<Stamp>)> {
    // Before the bytes: who writes while we read has changed it.
    let stamp = Stamp::of(path);
    let bytes = read(path)?;
    let stamp = stamp.map(|stamp| stamp.with_content(&bytes));
    Ok((bytes, stamp))
}

/// Why a file was not saved. Whatever was there before is still there.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SaveError {
    /// It is not as it was when it was read or written last: saving would undo what somebody else has done.
    #[error("{}: it was changed by somebody else since it was opened", .0.display())]
    Changed(PathBuf),
    /// The system does not let us.
    #[error("{}: cannot write it: {reason}", .path.display())]
    Io {
        /// What was to be written.
        path: PathBuf,
        /// Why it was not, in words for people.
        reason: String,
    },
}

/// What is known of a document that was saved.
#[derive(Debug, Clone)]
pub struct Receipt {
    /// How the file is now, for the next time.
    pub stamp: Stamp,
    /// Why the version before is not beside it, where it should be.
    pub trouble: Option<SaveError>,
}

/// Replaces a file as a whole: at every moment there is either the old one or the new one, which has been read back.
///
/// A link goes on pointing where it did, and what is no file, such as a terminal, is simply written to.
pub fn save(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    replace(path, bytes, Worth::Output)?;
    Ok(())
}

/// The same for what somebody works on: not if the file is no longer as it is known to be, and the version that is
/// replaced stays beside it as `NAME.bak`, unless it is the same.
///
/// Where nothing is known, nothing is asked. A file that is gone has nothing to lose. A version before that cannot be
/// kept does not hold up the document, which matters more; it is said.
pub fn save_document(
    path: &Path,
    bytes: &[u8],
    known: Option<&Stamp>,
) -> Result<Receipt, SaveError> {
    replace(path, bytes, Worth::Document { known })
}

/// What a file is worth to the one who saves it.
#[derive(Debug, Clone, Copy)]
enum Worth<'a> {
    /// It can be made again.
    Output,
    /// It is somebody's work.
    Document {
        /// How it was when it was read or written last, if that is known.
        known: Option<&'a Stamp>,
    },
}

fn replace(path: &Path, bytes: &[u8], worth: Worth<'_>) -> Result<Receipt, SaveError> {
    let path = &resolved(path);
    let refused = |reason: &str| SaveError::Io { path: path.clone(), reason: reason.to_owned() };
    let failed = |error: io::Error| refused(&reason(&error));
    match calls::metadata(path) {
        Ok(old) if !old.is_file() && !old.is_dir() => {
            let mut device = Handle::device(path).map_err(failed)?;
            device.write_all(bytes).map_err(failed)?;
            let stamp = Stamp::new(&old).with_content(bytes);
            return Ok(Receipt { stamp, trouble: None });
        }
        Ok(old) => why_it_stays(&old).map_or(Ok(()), |reason| Err(refused(reason)))?,
        Err(_) => {}
    }
    part::sweep(folder_of(path));
    let mut again = true;
    loop {
        let mut part = Part::write(path, bytes).map_err(failed)?;
        let stamp = part.stamp().map_err(failed)?.with_content(bytes);
        let way = match worth {
            Worth::Output => Way::default(),
            Worth::Document { known } => Way::make(path, &stamp, known)?,
        };
        match part.put_in_place_of(path) {
            // Somebody took it for a leftover before it was locked.
            Err(error) if error.kind() == io::ErrorKind::NotFound && again => again = false,
            result => {
                result.map_err(failed)?;
                calls::sync_folder(folder_of(path));
                return Ok(Receipt { stamp, trouble: way.trouble });
            }
        }
    }
}

/// The way for a new version of a document, free until this is let go of.
#[derive(Debug, Default)]
struct Way {
    /// Others of our kind wait for as long as it lives.
    _turn: Option<Turn>,
    trouble: Option<SaveError>,
}

impl Way {
    fn make(path: &Path, new: &Stamp, known: Option<&Stamp>) -> Result<Self, SaveError> {
        let turn = calls::take_turn(path);
        let look = || match known {
            Some(known) if !known.is_true_of(path) => Err(SaveError::Changed(path.to_owned())),
            _ => Ok(()),
        };
        // Late: writing is what takes long.
        look()?;
        let trouble = before::keep(path, new).err();
        // And as late as can be.
        look()?;
        Ok(Self { _turn: turn, trouble })
    }
}

/// Why a file is not to be replaced, if it is not. A new one could take its place all the same; but somebody meant a
/// write-protected one to stay.
fn why_it_stays(old: &Metadata) -> Option<&'static str> {
    if old.is_dir() {
        Some("it is a folder")
    } else {
        old.permissions().readonly().then_some("it is write-protected")
    }
}

/// What an error of the system means for one who wants to save.
fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::PermissionDenied => "nothing may be written in its folder".to_owned(),
        io::ErrorKind::ReadOnlyFilesystem => "its disk can only be read".to_owned(),
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => "the disk is full".to_owned(),
        io::ErrorKind::NotFound => "its folder does not exist".to_owned(),
        io::ErrorKind::NotADirectory => "it would be in a file, not in a folder".to_owned(),
        _ => error.to_string(),
    }
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Where a path leads: over links, even where there is nothing yet at their end.
fn resolved(path: &Path) -> PathBuf {
    const MOST_LINKS: usize = 16;
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        if let Ok(there) = calls::canonicalize(&path) {
            return there;
        }
        let Ok(next) = calls::read_link(&path) else { break };
        path = folder_of(&path).join(next);
    }
    path
}

/// Sixty-four bits that change with every change of one byte, and with nearly every other: FNV-1a.
fn digest(bytes: &[u8]) -> u64 {
    digest_on(0xCBF2_9CE4_8422_2325, bytes)
}

/// The same, going on from what came before.
fn digest_on(before: u64, bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(before, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_system_says_is_put_in_words() {
        let says = |kind: io::ErrorKind| reason(&io::Error::from(kind));
        assert_eq!(says(io::ErrorKind::PermissionDenied), "nothing may be written in its folder");
        assert_eq!(says(io::ErrorKind::StorageFull), "the disk is full");
        assert_eq!(says(io::ErrorKind::NotFound), "its folder does not exist");
    }
}
