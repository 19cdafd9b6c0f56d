//! The version of a document that a save replaces. It stays beside the document as `NAME.bak`: one of them, whole at every
//! moment, with the permissions it had.

use std::io;
use std::path::{Path, PathBuf};

use crate::format::MAX_BYTES;

use super::part::{self, Part};
use super::{SaveError, Stamp, calls, folder_of, reason, why_it_stays};

/// Where the version before is kept.
fn place_of(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".bak");
    path.with_file_name(name)
}

/// Keeps a document that is about to be replaced, unless nothing is there or it is the same as the new one.
pub(super) fn keep(path: &Path, new: &Stamp) -> Result<(), SaveError> {
    if new.is_true_of(path) {
        return Ok(());
    }
    let place = place_of(path);
    let refused = |reason: String| SaveError::Io { path: place.clone(), reason };
    if let Ok(old) = calls::metadata(&place)
        && let Some(reason) = why_it_stays(&old)
    {
        return Err(refused(reason.to_owned()));
    }
    // A name more for the file takes no room, and it stays as old as it is. Not every disk knows that.
    link(path, &place).or_else(|_| copy(path, &place)).map_err(|error| refused(reason(&error)))
}

fn link(path: &Path, place: &Path) -> io::Result<()> {
    // Others leave this name alone: the file is locked, for it is our turn to replace it.
    let beside = part::name_in(folder_of(path));
    calls::hard_link(path, &beside)?;
    let result = calls::rename(&beside, place);
    // After an error, or where both names were of one file already, for then the system leaves them as they are.
    let _ = calls::remove_file(&beside);
    result
}

fn copy(path: &Path, place: &Path) -> io::Result<()> {
    let bytes = calls::read(path)?;
    if MAX_BYTES < bytes.len() {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    Part::write(path, &bytes)?.put_in_place_of(place)
}
