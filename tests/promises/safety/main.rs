//! What is promised about work: it is not lost, not torn, and can be undone, whatever fails and whenever it ends.
//!
//! Each promise is a function of a seed that returns how many cases it has tried, and panics where one does not hold.
//! Those that need a process of their own start the program they are in once more: its `main` has to ask
//! [`kill::is_child`] first.
#![allow(dead_code, unreachable_pub, reason = "each program takes of it what it runs")]

/// W2: whichever call to the file system fails, however it does.
pub mod faults;
/// W5: what somebody else has written is noticed before it is overwritten.
pub mod foreign;
/// W3: a journal that is cut or damaged anywhere.
pub mod journal;
/// W1: a process that is killed at any moment.
#[cfg(unix)]
pub mod kill;
/// Somebody at work, by chance: what they do follows from a seed.
pub mod person;
/// W2 from outside: the system ends, refuses or breaks each call of a process.
#[cfg(unix)]
pub mod strace;
/// W4: undoing and doing again leads where a replay leads, and survives.
pub mod undo;

use std::fs;
use std::path::{Path, PathBuf};

use wayglass::disk::recovery::{self, Kept, Leftovers, Saved};
use wayglass::disk::{Recovery, SaveError};
use wayglass::document::journal::{Recovered, Scribe};
use wayglass::document::{Document, State};
use wayglass::format::project;

/// An empty folder, of one process and one name.
pub fn folder(name: &str) -> PathBuf {
    let process = std::process::id();
    let folder = std::env::temp_dir().join(format!("wayglass-promise-{process}-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Keeps what was done, as the thread of the window does.
pub fn keep(
    recovery: &mut Recovery,
    scribe: &mut Scribe,
    document: &mut Document,
    path: &Path,
    saved: Saved,
) -> Result<(), SaveError> {
    let piece = scribe.write(document.take_deeds());
    if recovery.can_add("plan", Some(path)) {
        recovery.add(&[piece], saved)
    } else {
        recovery.begin("plan", Some(path), &scribe.whole(), saved)
    }
}

/// What a drawing is as a file.
pub fn text(state: &State) -> Vec<u8> {
    match &state.source {
        wayglass::document::Source::Drawing(layout) => project::write(layout, &state.work).bytes,
        other => panic!("{other:?}"),
    }
}

/// What is offered at the next start: at most one document.
pub fn offered(folder: &Path) -> Option<(Recovered, Kept)> {
    let Leftovers { mut whole, damaged } = recovery::leftovers(folder);
    assert_eq!(damaged, <[PathBuf; 0]>::default());
    assert!(whole.len() <= 1, "{whole:?}");
    let leftover = whole.pop()?;
    let kept = leftover.read().unwrap();
    let pieces = kept.pieces.iter().map(|piece| &**piece);
    let recovered = wayglass::document::journal::read("plan", pieces).unwrap();
    assert!(recovered.is_whole);
    Some((recovered, kept))
}

/// The names of files that were to take the place of others.
pub fn parts(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.map(|entry| entry.unwrap().path());
    paths.filter(|path| path.to_string_lossy().contains("-part-")).collect()
}
