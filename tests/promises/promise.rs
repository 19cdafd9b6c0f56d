//! What a promise is: a sentence, how often it shall have been tried, and one try of it.
//!
//! The tests try a share of each with fixed seeds; `cargo run --release --example soak` tries them for as long as one
//! likes. Both run the same trials. A family of promises is a module with a function `promises`, named in the list of
//! `examples/soak/main.rs` and kept by a test binary, which includes it by its path and says a sentence for each.
#![allow(dead_code, reason = "each program takes of it what it runs")]

use std::any::Any;
use std::cell::RefCell;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// Something that always holds, and how to find out.
pub(crate) struct Promise {
    /// Its family, its number and, if there are several of them, which: `P1_menge`.
    pub(crate) id: String,
    /// Others that the same trials show.
    pub(crate) also: &'static [&'static str],
    /// What is promised.
    pub(crate) says: String,
    /// How many cases shall have been tried without a failure.
    pub(crate) goal: u64,
    /// How many seeds the normal tests try, from zero up.
    pub(crate) share: u64,
    /// How many seeds there are; none if they never end.
    pub(crate) n_seeds: Option<u64>,
    /// How many of a hundred cases must be telling: a check that gets nothing to check has failed, too.
    pub(crate) telling_percent: u64,
    /// Tries some cases, the same ones for the same seed; panics with a story if the promise is broken.
    pub(crate) trial: Box<dyn Fn(u64) -> Tally>,
}

/// What was tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    /// How many cases.
    pub(crate) cases: u64,
    /// How many of them could have gone wrong in an interesting way: a file that was read, a path that was found.
    pub(crate) telling: u64,
}

impl Tally {
    /// One more case.
    pub(crate) fn note(&mut self, is_telling: bool) {
        self.cases += 1;
        self.telling += u64::from(is_telling);
    }

    /// Both together.
    pub(crate) fn add(&mut self, other: Self) {
        self.cases += other.cases;
        self.telling += other.telling;
    }
}

/// A broken promise.
pub(crate) struct Failure {
    /// What went wrong.
    pub(crate) story: String,
    /// Where the input that did it was written to, if there is one.
    pub(crate) found: Option<PathBuf>,
}

impl Promise {
    /// One of which every case is telling, and seeds never end.
    pub(crate) fn counted(
        id: &str,
        goal: u64,
        share: u64,
        says: &str,
        tries: impl Fn(u64) -> u64 + 'static,
    ) -> Self {
        let trial = move |seed| {
            let cases = tries(seed);
            Tally { cases, telling: cases }
        };
        Self {
            id: id.to_owned(),
            also: &[],
            says: says.to_owned(),
            goal,
            share,
            n_seeds: None,
            telling_percent: 100,
            trial: Box::new(trial),
        }
    }

    /// What its parts have in common: the number by which it was given.
    pub(crate) fn number(&self) -> &str {
        self.id.split('_').next().unwrap_or_default()
    }

    /// Tries one seed; what it fails at is written into a folder.
    pub(crate) fn try_once(&self, seed: u64, found: &Path) -> Result<Tally, Failure> {
        EVIDENCE.with_borrow_mut(|evidence| evidence.input.clear());
        catch_unwind(AssertUnwindSafe(|| (self.trial)(seed))).map_err(|panic| {
            let path = found.join(format!("{}-{seed}", self.id));
            let has_input = EVIDENCE.with_borrow(|evidence| {
                !evidence.input.is_empty() && fs::write(&path, &evidence.input).is_ok()
            });
            Failure { story: story(&*panic), found: has_input.then_some(path) }
        })
    }

    /// Whether so many telling cases are enough for a check to be one.
    pub(crate) fn is_told_by(&self, tally: Tally) -> bool {
        let has_cases = 0 < tally.cases || self.n_seeds == Some(0);
        has_cases && self.telling_percent * tally.cases <= 100 * tally.telling
    }
}

fn story(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned())).unwrap_or_default()
}

/// What a trial is about to try.
struct Evidence {
    input: Vec<u8>,
    /// Where to write it at once, for who may not live to tell.
    path: Option<PathBuf>,
}

thread_local! {
    static EVIDENCE: RefCell<Evidence> =
        const { RefCell::new(Evidence { input: Vec::new(), path: None }) };
}

/// Takes note of an input before it is tried, so that it can be found again should it be the one.
pub(crate) fn about_to_try(input: &[u8]) {
    EVIDENCE.with_borrow_mut(|evidence| {
        evidence.input.clear();
        evidence.input.extend_from_slice(input);
        if let Some(path) = &evidence.path {
            let written = fs::write(path, input);
            assert!(written.is_ok(), "{}: {written:?}", path.display());
        }
    });
}

/// From now on every input of this thread is written before it is tried.
pub(crate) fn write_inputs_to(path: PathBuf) {
    EVIDENCE.with_borrow_mut(|evidence| evidence.path = Some(path));
}
