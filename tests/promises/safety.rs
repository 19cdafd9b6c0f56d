//! What is promised about work: it is not lost, not torn, and can be undone, whatever fails and whenever it ends.
//!
//! Promises of [`killing`] start the program they are in once more, to strike that: its `main` has to ask
//! [`kill::is_child`] first.
#![allow(dead_code, unreachable_pub, reason = "each program takes of it what it runs")]

/// W4 for meshes: what is done to faces can be undone and survives.
#[path = "safety/faces.rs"]
pub mod faces;
/// W2: whichever call to the file system fails, however it does.
#[path = "safety/faults.rs"]
pub mod faults;
/// W5: what somebody else has written is noticed before it is overwritten.
#[path = "safety/foreign.rs"]
pub mod foreign;
/// W3: a journal that is cut or damaged anywhere.
#[path = "safety/journal.rs"]
pub mod journal;
/// W1: a process that is killed at any moment.
#[cfg(unix)]
#[path = "safety/kill.rs"]
pub mod kill;
/// Somebody at work, by chance: what they do follows from a seed.
#[path = "safety/person.rs"]
pub mod person;
/// W2 from outside: the system ends, refuses or breaks each call of a process.
#[cfg(unix)]
#[path = "safety/strace.rs"]
pub mod strace;
/// W4: undoing and doing again leads where a replay leads, and survives.
#[path = "safety/undo.rs"]
pub mod undo;

use std::fs;
use std::path::{Path, PathBuf};

use wayglass::disk::recovery::{self, Kept, Leftovers, Saved};
use wayglass::disk::{Recovery, SaveError};
use wayglass::document::journal::{Recovered, Scribe};
use wayglass::document::{Document, State};
use wayglass::format::project;

use crate::promise::Promise;

/// Those that are kept within one process.
pub(crate) fn promises() -> Vec<Promise> {
    vec![
        Promise::counted(
            "W2_calls",
            1_000,
            1,
            "whichever call to the file system fails, nothing is torn, and the next try works",
            faults::each_call_fails,
        ),
        Promise::counted(
            "W2_before",
            1_000,
            2,
            "whichever call of a save fails, the version before is whole, and there unless it is said that it is not",
            faults::each_call_of_a_save_fails,
        ),
        Promise::counted(
            "W2_recover",
            1_000,
            3,
            "whichever call fails while work is taken back, it is offered again until it is kept",
            faults::each_call_of_a_recovery_fails,
        ),
        Promise::counted(
            "W3",
            100_000,
            2,
            "a journal that is cut or damaged anywhere gives back its longest whole beginning",
            journal::cut_and_damaged,
        ),
        Promise::counted(
            "W4_deep",
            100_000,
            2,
            "a thousand steps can be undone after the program has ended",
            journal::a_thousand_steps_back,
        ),
        Promise::counted(
            "W4_undo",
            100_000,
            5,
            "undoing and doing again leads where a replay leads, and survives",
            undo::undo_and_redo,
        ),
        Promise::counted(
            "W4_faces",
            100_000,
            40,
            "what is done to faces can be undone, and survives with all that only its format can say",
            faces::edited_faces,
        ),
        Promise::counted(
            "W5",
            1_000,
            3,
            "what somebody else has written is noticed before it is written over",
            foreign::foreign_changes,
        ),
    ]
}

/// Those that strike a process of their own.
#[cfg(unix)]
pub(crate) fn killing() -> Vec<Promise> {
    /// Of the calls of a process, a seed strikes one in so many.
    const EVERY: usize = 7;
    let strike = |seed| strace::each_call_is_struck(seed, EVERY);
    let struck = Promise::counted(
        "W2_struck",
        10_000,
        1,
        "whichever call the system ends, refuses or breaks, nothing is torn, nothing is lost but the gesture in hand",
        strike,
    );
    let n_seeds = strace::can_trace().is_err().then_some(0);
    vec![
        Promise::counted(
            "W1",
            10_000,
            3,
            "who is killed at any moment leaves no torn file and loses no more than the gesture in hand",
            kill::killed,
        ),
        Promise::counted(
            "W5_two",
            1_000,
            3,
            "of two who save the same file each is told of the other",
            kill::two_at_once,
        ),
        Promise { n_seeds, ..struck },
    ]
}

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
    let piece = scribe.write(document.take_entries());
    if scribe.can_go_on() && recovery.can_add("plan", Some(path)) {
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
    let kept = recovery::read(leftover.file()).unwrap();
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
