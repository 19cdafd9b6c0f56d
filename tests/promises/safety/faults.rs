//! W2: whichever call to the file system fails, however it does.

use std::fs;
use std::path::{Path, PathBuf};

use fastrand::Rng;

use wayglass::disk::faults::{Fault, Plan, during};
use wayglass::disk::recovery::{self, Saved};
use wayglass::disk::{self, Recovery, Stamp};
use wayglass::document::journal::Scribe;
use wayglass::document::{Document, State};

use super::person::{act, any_act, drawing};
use super::{folder, keep, offered, parts, text};

/// So many gestures are made.
const GESTURES: usize = 6;

/// Somebody draws, keeps and saves, and is offered it again, while each call in turn fails in each way: nothing is
/// torn, nothing that was acknowledged is missing, at most the gesture in hand is lost, and the next try works.
pub fn each_call_fails(seed: u64) -> u64 {
    let mut n_cases = 0;
    for fault in Fault::ALL {
        for at in 0.. {
            let folder = folder(&format!("faults-{seed}"));
            let plan = Plan::new(at, *fault);
            let mut desk = Desk::new(seed, &folder);
            let said = during(&plan, || desk.work());
            let what = format!("seed {seed}: {fault:?} at call {at}");
            let kept_in = desk.kept_in();
            let Desk { states, recovery, .. } = desk;
            drop(recovery);
            let is_over = *fault == Fault::Death && plan.has_struck();
            if !is_over {
                assert_eq!(said.kept, GESTURES, "{what}: the next try works");
                // The next start, where the faults may go on.
                during(&plan, || drop(recovery::leftovers(&kept_in)));
            }
            look(&folder, &kept_in, &states, &said, &what);
            let _ = fs::remove_dir_all(&folder);
            if !plan.has_struck() {
                break;
            }
            n_cases += 1;
        }
    }
    n_cases
}

/// What was acknowledged.
#[derive(Debug, Default)]
struct Said {
    kept: usize,
    saved: usize,
}

struct Desk {
    random: Rng,
    path: PathBuf,
    document: Document,
    scribe: Scribe,
    recovery: Recovery,
    stamp: Option<Stamp>,
    /// What there was after each gesture.
    states: Vec<State>,
    folder: PathBuf,
}

impl Desk {
    fn new(seed: u64, folder: &Path) -> Self {
        let mut document = drawing();
        let scribe = document.scribe();
        let recovery = Recovery::new(&folder.join("state").join("kept"));
        Self {
            random: Rng::with_seed(seed),
            path: folder.join("plan.wayglass"),
            states: vec![document.state().clone()],
            document,
            scribe,
            recovery,
            stamp: None,
            folder: folder.to_owned(),
        }
    }

    fn kept_in(&self) -> PathBuf {
        self.folder.join("state").join("kept")
    }

    fn work(&mut self) -> Said {
        let mut said = Said::default();
        for number in 1..=GESTURES {
            act(&mut self.document, &any_act(&mut self.random));
            self.states.push(self.document.state().clone());
            if number == 4 {
                // As if it had grown long.
                let whole = self.scribe.whole();
                let _ = self.recovery.begin("plan", Some(&self.path), &whole, Saved::No);
            }
            if !self.twice(|desk| desk.keep(Saved::No)) {
                return said;
            }
            said.kept = number;
            if number % 2 == 0 {
                if !self.twice(Self::save) {
                    return said;
                }
                said.saved = number;
                if !self.twice(|desk| desk.keep(Saved::Yes)) {
                    return said;
                }
            }
        }
        // What they did not want was not kept for long.
        if self.random.bool() {
            self.recovery.done();
        }
        said
    }

    /// Tries once more what did not work.
    fn twice(&mut self, mut work: impl FnMut(&mut Self) -> Result<(), String>) -> bool {
        let Err(why) = work(self) else { return true };
        assert!(!why.is_empty() && !why.contains("Error"), "a sentence: {why}");
        work(self).is_ok()
    }

    fn keep(&mut self, saved: Saved) -> Result<(), String> {
        let Self { recovery, scribe, document, path, .. } = self;
        keep(recovery, scribe, document, path, saved).map_err(|error| error.to_string())
    }

    fn save(&mut self) -> Result<(), String> {
        let bytes = text(self.document.state());
        let result = disk::save_if_unchanged(&self.path, &bytes, self.stamp.as_ref());
        self.stamp = Some(result.map_err(|error| error.to_string())?);
        Ok(())
    }
}

/// Looks at what is there after all that.
fn look(folder: &Path, kept_in: &Path, states: &[State], said: &Said, what: &str) {
    assert!(parts(folder).len() <= 1 && parts(kept_in).len() <= 1, "{what}");
    let last = states.len() - 1;
    let file = fs::read(folder.join("plan.wayglass")).ok();
    // The last one of those that are alike: a gesture may change nothing.
    let of = |bytes: &[u8]| states.iter().rposition(|state| text(state) == bytes);
    let saved = file.map_or(0, |bytes| of(&bytes).unwrap_or_else(|| panic!("{what}: torn")));
    let alike = |one: usize, other: usize| states[one] == states[other];
    assert!(said.saved <= saved || alike(said.saved, saved), "{what}: a save is missing");
    let Some((recovered, kept)) = offered(kept_in) else {
        // Nothing is offered if all was saved, or nothing was ever kept.
        assert!(alike(saved, said.kept), "{what}: {said:?}, but {saved} was saved and none kept");
        return;
    };
    let found = recovered.document.state();
    assert!(
        found == &states[said.kept] || found == &states[last],
        "{what}: {said:?}, but neither that nor the gesture in hand was kept"
    );
    assert_eq!(kept.path.as_deref(), Some(&*folder.join("plan.wayglass")));
    // Nobody has decided: it is offered again. Then somebody does, and each call fails once more.
    assert!(offered(kept_in).is_some(), "{what}");
    for at in 0.. {
        let plan = Plan::new(at, Fault::Broken);
        during(&plan, || {
            let leftovers = recovery::leftovers(kept_in).whole.into_iter();
            leftovers.for_each(|leftover| drop(leftover.discard()));
        });
        if !plan.has_struck() {
            break;
        }
    }
    assert!(offered(kept_in).is_none(), "{what}");
    assert_eq!(fs::read_dir(kept_in).unwrap().count(), 0, "{what}");
    assert_eq!(parts(folder), <[PathBuf; 0]>::default(), "{what}: swept at the start");
}
