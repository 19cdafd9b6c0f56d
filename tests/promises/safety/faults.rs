//! W2: whichever call to the file system fails, however it does.

use std::fs;
use std::path::{Path, PathBuf};

use fastrand::Rng;

use wayglass::disk::faults::{Fault, Links, Plan, during};
use wayglass::disk::recovery::{self, Saved};
use wayglass::disk::{self, Keeper, News, Receipt, Recovery, SaveError, Stamp};
use wayglass::document::journal::{self, Scribe};
use wayglass::document::{Document, Edit, State, Step};

use super::person::{act, any_act, drawing, edit};
use super::undo::assert_same;
use super::{folder, keep, offered, parts, text};

/// So many gestures are made; every second is saved, so that the last is not.
const GESTURES: usize = 7;

/// Somebody draws, keeps and saves, and is offered it again, while each call in turn fails in each way: nothing is
/// torn, nothing that was acknowledged is missing, at most the gesture in hand is lost, and the next try works.
pub fn each_call_fails(seed: u64) -> u64 {
    let mut n_cases = 0;
    for fault in Fault::ALL {
        for at in 0.. {
            let folder = folder(&format!("faults-{seed}"));
            let plan = Plan::new(at, *fault);
            let what = format!("seed {seed}: {fault:?} at call {at}");
            let mut desk = Desk::new(seed, &folder, &what);
            let said = during(&plan, || desk.work_and_perhaps_give_up());
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

/// Somebody takes back what they had not saved and goes on, while each call in turn fails in each way: it is offered
/// again until it is kept, whole, with all that can be undone, and what is done next is kept once that is said.
pub fn each_call_of_a_recovery_fails(seed: u64) -> u64 {
    let mut n_cases = 0;
    for fault in Fault::ALL {
        for at in 0.. {
            let folder = folder(&format!("recovery-{seed}"));
            let what = format!("seed {seed}: {fault:?} at call {at}");
            let mut desk = Desk::new(seed, &folder, &what);
            let said = desk.work();
            assert_eq!(said.kept, GESTURES, "{what}");
            let kept_in = desk.kept_in();
            let Desk { recovery, document, path, .. } = desk;
            drop(recovery);
            let plan = Plan::new(at, *fault);
            let mut random = Rng::with_seed(seed);
            let next = edit(&mut random);
            let is_acknowledged = during(&plan, || take_back(&kept_in, &path, &next));
            let mut further = offered(&kept_in).unwrap_or_else(|| panic!("{what}: it is lost")).0;
            let has_next = further.document.done().len() != document.done().len();
            assert!(has_next || !is_acknowledged, "{what}: what was acknowledged is lost");
            if has_next {
                assert_eq!(further.document.undo().as_deref(), Some(&*next.title), "{what}");
                // What was done again after it is gone with it, in both.
                assert!(further.document.state() == document.state(), "{what}");
            } else {
                assert_same(further.document, document, &mut random);
            }
            let _ = fs::remove_dir_all(&folder);
            if !plan.has_struck() {
                assert!(is_acknowledged, "{what}: nothing has failed");
                break;
            }
            n_cases += 1;
        }
    }
    n_cases
}

/// Takes back what is offered, as the window does, and does one thing more; whether that was kept.
fn take_back(kept_in: &Path, path: &Path, next: &Edit) -> bool {
    let Some(leftover) = recovery::leftovers(kept_in).whole.pop() else { return false };
    let Ok(kept) = recovery::read(leftover.file()) else { return false };
    let pieces = kept.pieces.iter().map(|piece| &**piece);
    let mut document = journal::read("plan", pieces).unwrap().document;
    let keeper = Keeper::new(leftover.resume());
    let news = |document: &mut Document| News {
        name: "plan".to_owned(),
        path: Some(path.to_owned()),
        entries: document.take_entries(),
        saved: Saved::No,
    };
    keeper.begin(document.scribe());
    keeper.keep(news(&mut document));
    keeper.flush();
    document.apply(next.clone(), Step::New);
    keeper.keep(news(&mut document));
    keeper.flush();
    if keeper.trouble().is_some() {
        // The next time all of it is written.
        keeper.begin(document.scribe());
        keeper.keep(news(&mut document));
        keeper.flush();
    }
    keeper.trouble().is_none()
}

/// A document is saved for the third time while each call in turn fails in each way, on disks where a file can have two
/// names and on others: the file is the old one or the new one, the version before is there whenever it is not said that
/// it is not, neither is torn, and the next try works.
pub fn each_call_of_a_save_fails(seed: u64) -> u64 {
    let mut random = Rng::with_seed(seed);
    let mut any = || -> Vec<u8> {
        let n_bytes = random.usize(1..4);
        (0..n_bytes).map(|_| random.alphanumeric() as u8).collect()
    };
    let mut n_cases = 0;
    for (links, fault) in Links::ALL.iter().flat_map(|it| Fault::ALL.iter().map(move |f| (it, f))) {
        // The same for all calls: which ones are made depends on what is saved.
        let versions = [any(), any(), any(), any()];
        let mut n_troubles = 0;
        for at in 0.. {
            let what = format!("seed {seed}: {fault:?} at call {at}, two names {links:?}");
            let folder = folder(&format!("before-{seed}"));
            let path = folder.join("plan.wayglass");
            let first = save(&path, &versions[0], None, &what).unwrap();
            let second = save(&path, &versions[1], Some(&first.stamp), &what).unwrap();
            // By turns nothing is known of the file: somebody saves over it.
            let known = Some(&second.stamp).filter(|_| seed.is_multiple_of(2));
            let plan = Plan::on_disk(*links, at, *fault);
            let struck = during(&plan, || save(&path, &versions[2], known, &what));
            assert!(parts(&folder).len() <= 2, "{what}");
            if let Ok(Receipt { trouble: Some(trouble), .. }) = &struck {
                let beside = fs::canonicalize(&folder).unwrap().join("plan.wayglass.bak");
                let sentence = trouble.to_string();
                assert!(sentence.starts_with(beside.to_str().unwrap()), "{what}: {sentence}");
                n_troubles += 1;
            }
            let known = struck.as_ref().map_or(second.stamp, |receipt| receipt.stamp);
            let next = save(&path, &versions[3], Some(&known), &what).unwrap();
            assert_eq!(next.trouble, None, "{what}");
            assert_eq!(parts(&folder), <[PathBuf; 0]>::default(), "{what}: swept");
            let _ = fs::remove_dir_all(&folder);
            if !plan.has_struck() {
                break;
            }
            n_cases += 1;
        }
        // Where the one way to keep it fails, there is the other.
        let may_fail = *links == Links::Unknown
            && !matches!(fault, Fault::Short | Fault::Death)
            && versions[1] != versions[2];
        assert_eq!(0 < n_troubles, may_fail, "seed {seed}: {fault:?}, two names {links:?}");
    }
    n_cases
}

/// Saves, and looks at the file and at the version before it.
fn save(
    path: &Path,
    bytes: &[u8],
    known: Option<&Stamp>,
    what: &str,
) -> Result<Receipt, SaveError> {
    let beside = path.with_extension("wayglass.bak");
    let there = || (fs::read(path).ok(), fs::read(&beside).ok());
    let (old, before) = there();
    let result = disk::save_document(path, bytes, known);
    let (now, kept) = there();
    let is_replaced = old.as_deref().is_some_and(|old| old != bytes);
    match &result {
        Ok(receipt) => {
            assert!(now.as_deref() == Some(bytes), "{what}: torn");
            let is_needed = is_replaced && receipt.trouble.is_none();
            assert!(kept == old || !is_needed, "{what}: the version before is missing");
        }
        Err(_) => assert!(now == old, "{what}: torn"),
    }
    assert!(kept == before || kept == old, "{what}: the version before is torn");
    result
}

/// What was acknowledged.
#[derive(Debug, Default)]
struct Said {
    kept: usize,
    saved: usize,
    /// Whether nobody wants what was kept.
    given_up: bool,
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
    /// What fails, for those who want to know.
    what: String,
}

impl Desk {
    fn new(seed: u64, folder: &Path, what: &str) -> Self {
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
            what: what.to_owned(),
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
        said
    }

    /// What they did not want was not kept for long.
    fn work_and_perhaps_give_up(&mut self) -> Said {
        let mut said = self.work();
        said.given_up = self.random.u32(..4) == 0;
        if said.given_up {
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
        let result = save(&self.path, &bytes, self.stamp.as_ref(), &self.what);
        self.stamp = Some(result.map_err(|error| error.to_string())?.stamp);
        Ok(())
    }
}

/// Looks at what is there after all that.
fn look(folder: &Path, kept_in: &Path, states: &[State], said: &Said, what: &str) {
    // One for the document, and one for the version before it.
    assert!(parts(folder).len() <= 2 && parts(kept_in).len() <= 1, "{what}");
    let last = states.len() - 1;
    let file = fs::read(folder.join("plan.wayglass")).ok();
    // The last one of those that are alike: a gesture may change nothing.
    let of = |bytes: &[u8]| states.iter().rposition(|state| text(state) == bytes);
    let saved = file.map_or(0, |bytes| of(&bytes).unwrap_or_else(|| panic!("{what}: torn")));
    let alike = |one: usize, other: usize| states[one] == states[other];
    assert!(said.saved <= saved || alike(said.saved, saved), "{what}: a save is missing");
    let Some((recovered, kept)) = offered(kept_in) else {
        // Nothing is offered if all was saved, nothing was ever kept, or nobody wants it.
        assert!(
            said.given_up || alike(saved, said.kept),
            "{what}: {said:?}, but {saved} was saved and none kept"
        );
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
