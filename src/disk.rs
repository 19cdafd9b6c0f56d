//! The disk: reading at most what can be counted, writing so that no file is ever left half done, and keeping what is
//! not saved yet.

use std::io;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use thiserror::Error;

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

use calls::Handle;
use part::Part;

/// What the name of a file ends in, in small letters and without the dot; nothing if it does not.
pub fn ending(path: &Path) -> String {
    path.extension().unwrap_or_default().to_string_lossy().to_lowercase()
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

/// Replaces a file as a whole: at every moment there is either the old one or the new one.
///
/// A link goes on pointing where it did, and what is no file, such as a terminal, is simply written to.
pub fn save(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    save_if_unchanged(path, bytes, None)?;
    Ok(())
}

/// The same, unless the file is no longer as it is known to be; how it is now, for the next time.
///
/// Where nothing is known, nothing is asked. A file that is gone has nothing to lose.
pub fn save_if_unchanged(
    path: &Path,
    bytes: &[u8],
    known: Option<&Stamp>,
) -> Result<Stamp, SaveError> {
    let path = &resolved(path);
    let refused = |reason: &str| SaveError::Io { path: path.clone(), reason: reason.to_owned() };
    let failed = |error: io::Error| refused(&reason(&error));
    match calls::metadata(path) {
        Ok(old) if old.is_dir() => return Err(refused("it is a folder")),
        Ok(old) if !old.is_file() => {
            let mut device = Handle::device(path).map_err(failed)?;
            device.write_all(bytes).map_err(failed)?;
            return Ok(Stamp::new(&old).with_content(bytes));
        }
        // A new file could take its place all the same; but somebody meant it to stay.
        Ok(old) if old.permissions().readonly() => return Err(refused("it is write-protected")),
        _ => {}
    }
    part::sweep(folder_of(path));
    let mut again = true;
    loop {
        let mut part = Part::write(path, bytes).map_err(failed)?;
        let stamp = part.stamp().map_err(failed)?.with_content(bytes);
        // Others of our kind wait until we have looked and replaced it.
        let _turn = known.and_then(|_| calls::take_turn(path));
        // As late as can be: writing is what takes long.
        if known.is_some_and(|known| !known.is_true_of(path)) {
            return Err(SaveError::Changed(path.clone()));
        }
        match part.put_in_place_of(path) {
            // Somebody took it for a leftover before it was locked.
            Err(error) if error.kind() == io::ErrorKind::NotFound && again => again = false,
            result => {
                result.map_err(failed)?;
                calls::sync_folder(folder_of(path));
                return Ok(stamp);
            }
        }
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
