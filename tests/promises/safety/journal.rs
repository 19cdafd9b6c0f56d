//! W3: a journal that is cut or damaged anywhere.

use std::fs;
use std::path::Path;

use fastrand::Rng;

use wayglass::disk::Recovery;
use wayglass::disk::recovery::{self, Leftovers, Saved};
use wayglass::document::{Document, State, journal};

use super::person::{act, any_act, drawing};
use super::{folder, keep};

/// So many gestures are in a journal.
const GESTURES: usize = 12;

/// Cut at each of its bytes, or with any byte another, a journal gives back the longest whole beginning, and it is said
/// that the rest is lost.
pub fn cut_and_damaged(seed: u64) -> u64 {
    let mut random = Rng::with_seed(seed);
    let folder = folder(&format!("journal-{seed}"));
    let mut document = drawing();
    let mut scribe = document.scribe();
    let mut recovery = Recovery::new(&folder);
    let mut known: Vec<(usize, State, usize)> = Vec::new();
    for _ in 0..GESTURES {
        act(&mut document, &any_act(&mut random));
        let path = Path::new("/maps/plan");
        keep(&mut recovery, &mut scribe, &mut document, path, Saved::No).unwrap();
        let n_bytes = fs::metadata(recovery.file().unwrap()).unwrap().len() as usize;
        known.push((n_bytes, document.state().clone(), document.done().len()));
    }
    let file = recovery.file().unwrap().to_owned();
    drop(recovery);
    let bytes = fs::read(&file).unwrap();
    for end in 0..=bytes.len() {
        check(&folder, &file, &bytes[..end], end, &known);
    }
    for place in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1 << random.u32(..8);
        check(&folder, &file, &damaged, place, &known);
    }
    fs::remove_dir_all(&folder).unwrap();
    2 * bytes.len() as u64 + 1
}

/// What comes back of a file that is whole until somewhere.
fn check(
    folder: &Path,
    file: &Path,
    bytes: &[u8],
    whole_until: usize,
    known: &[(usize, State, usize)],
) {
    fs::write(file, bytes).unwrap();
    let expected = known.iter().rev().find(|(end, ..)| *end <= whole_until);
    let Leftovers { whole, damaged } = recovery::leftovers(folder);
    let Some((end, state, n_done)) = expected else {
        // Not even the beginning is whole: that is told, and the file stays.
        assert_eq!((whole.len(), damaged.len()), (0, 1));
        fs::remove_file(&damaged[0]).unwrap();
        return;
    };
    assert_eq!((whole.len(), damaged.len()), (1, 0));
    assert_eq!(whole[0].is_cut, *end < bytes.len(), "whole until {whole_until}");
    let kept = recovery::read(whole[0].file()).unwrap();
    let read = journal::read("plan", kept.pieces.iter().map(|piece| &**piece)).unwrap();
    assert!(read.is_whole);
    assert!(read.document.state() == state, "whole until {whole_until}");
    assert_eq!(read.document.done().len(), *n_done);
}

/// A thousand steps can be undone after the program has ended, each by its title, also after the journal was written
/// anew.
pub fn a_thousand_steps_back(seed: u64) -> u64 {
    const STEPS: usize = 1_200;
    let mut random = Rng::with_seed(seed);
    let folder = folder(&format!("deep-{seed}"));
    let mut document = drawing();
    let mut scribe = document.scribe();
    let mut recovery = Recovery::new(&folder);
    let path = Path::new("/maps/plan");
    for number in 0..STEPS {
        let mut edit = super::person::edit(&mut random);
        edit.title = format!("Step {number}").into();
        document.apply(edit, wayglass::document::Step::New);
        keep(&mut recovery, &mut scribe, &mut document, path, Saved::No).unwrap();
    }
    let anew = seed % 2 == 1;
    if anew {
        recovery.begin("plan", Some(path), &scribe.whole(), Saved::No).unwrap();
    }
    drop(recovery);
    let (recovered, kept) = super::offered(&folder).unwrap();
    assert_eq!(kept.pieces.len(), if anew { 1 } else { STEPS });
    let mut back: Document = recovered.document;
    for number in (0..STEPS).rev() {
        assert_eq!(back.undo().unwrap(), format!("Step {number}"));
        document.undo();
        assert!(back.state() == document.state(), "step {number}");
    }
    assert_eq!(back.undone().len(), STEPS);
    fs::remove_dir_all(&folder).unwrap();
    STEPS as u64
}
