//! W1: a process that is killed at any moment, and what it has left on the disk.
//!
//! The process is the program once more: what it draws is told by the number of its run alone, so that all it ever drew
//! can be drawn again and compared.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use fastrand::Rng;

use wayglass::disk::recovery::Saved;
use wayglass::disk::{self, Keeper, News, Recovery, Stamp};
use wayglass::document::{Change, Document, journal};
use wayglass::layout::work::Pin;

use super::person::{Act, act, any_act, drawing};
use super::{folder, keep, offered, parts, text};

/// Every so many gestures the project is saved.
pub const GESTURES_PER_SAVE: u64 = 4;
/// So many processes are killed for one seed.
pub const KILLS: u64 = 100;
/// Names the folder, for the process that is to be killed.
const FOLDER: &str = "WAYGLASS_KILL_FOLDER";
/// Names the run, for the process that is to be killed.
const RUN: &str = "WAYGLASS_KILL_RUN";
/// After so many gestures it ends by itself; none if it does not.
const GESTURES: &str = "WAYGLASS_KILL_GESTURES";
/// If it is there, it goes on with what an earlier one has left.
const TAKES_BACK: &str = "WAYGLASS_KILL_TAKES_BACK";
/// If it is there, it opens the file and waits for a word before it begins.
const WAITS: &str = "WAYGLASS_KILL_WAITS";

/// Whether this process is one that is to be killed: then it has been at work until now, and `main` has to end.
pub fn is_child() -> bool {
    let (Some(folder), Ok(run)) = (std::env::var_os(FOLDER), std::env::var(RUN)) else {
        return false;
    };
    let most = std::env::var(GESTURES).ok().map_or(u64::MAX, |most| most.parse().unwrap());
    work(Path::new(&folder), run.parse().unwrap(), most);
    true
}

/// A command that starts such a process.
pub fn child(folder: &Path, run: u64, n_gestures: Option<u64>, mut command: Command) -> Command {
    command.env(FOLDER, folder).env(RUN, run.to_string());
    if let Some(n) = n_gestures {
        command.env(GESTURES, n.to_string());
    }
    command
}

/// A command that starts a process which goes on with what an earlier one of that run has left.
pub fn child_that_takes_back(
    folder: &Path,
    run: u64,
    n_gestures: u64,
    command: Command,
) -> Command {
    let mut command = child(folder, run, Some(n_gestures), command);
    command.env(TAKES_BACK, "");
    command
}

/// A person at work: what they draw follows from a number.
pub struct Person {
    random: Rng,
    run: u64,
    pub gesture: u64,
    pub document: Document,
}

impl Person {
    pub fn new(run: u64) -> Self {
        Self { random: Rng::with_seed(run), run, gesture: 0, document: drawing() }
    }

    /// Does something, and names it: the pin tells which gesture that was.
    pub fn gesture(&mut self) {
        self.gesture += 1;
        let pin = Pin {
            name: format!("run {} gesture {}", self.run, self.gesture),
            start: Default::default(),
            goal: Default::default(),
            cost: None,
        };
        let mut next = any_act(&mut self.random);
        if !matches!(next, Act::Gesture(_)) {
            act(&mut self.document, &next);
            next = Act::Gesture(vec![super::person::edit(&mut self.random)]);
        }
        if let Act::Gesture(edits) = &mut next {
            edits.iter_mut().for_each(|edit| edit.changes.push(Change::Pins(vec![pin.clone()])));
        }
        act(&mut self.document, &next);
    }
}

fn saved_in(folder: &Path) -> PathBuf {
    folder.join("plan.wayglass")
}

fn kept_in(folder: &Path) -> PathBuf {
    folder.join("recovery")
}

/// Draws, keeps and saves. By turns on this thread and on one of its own.
fn work(folder: &Path, run: u64, n_gestures: u64) {
    let path = saved_in(folder);
    let mut person = Person::new(run);
    let mut recovery = Recovery::new(&kept_in(folder));
    if std::env::var_os(TAKES_BACK).is_some() {
        // What is not offered this time is offered the next.
        let Some(taken_back) = take_back(&mut person, &kept_in(folder)) else { return };
        recovery = taken_back;
    }
    let mut scribe = person.document.scribe();
    let keeper = (run % 2 == 1).then(|| Keeper::new(Recovery::new(&kept_in(folder))));
    let mut stamp: Option<Stamp> = disk::read_stamped(&path).ok().and_then(|(_, stamp)| stamp);
    if std::env::var_os(WAITS).is_some() {
        say("opened", 0);
        let _ = std::io::stdin().read(&mut [0]);
    }
    keeper.iter().for_each(|keeper| keeper.begin(person.document.scribe()));
    let mut told = |person: &mut Person, saved| match &keeper {
        Some(keeper) => {
            let (name, path) = ("plan".to_owned(), Some(path.clone()));
            keeper.keep(News { name, path, entries: person.document.take_entries(), saved });
            keeper.flush();
            keeper.trouble()
        }
        None => {
            let document = &mut person.document;
            let kept = keep(&mut recovery, &mut scribe, document, &path, saved);
            kept.err().map(|error| error.to_string())
        }
    };
    for _ in 0..n_gestures {
        person.gesture();
        // A disk that fails once is tried once more; the one that looks knows what was said.
        if told(&mut person, Saved::No).is_none() || told(&mut person, Saved::No).is_none() {
            say("kept", person.gesture);
        }
        if person.gesture.is_multiple_of(GESTURES_PER_SAVE) {
            let bytes = text(person.document.state());
            let save = || disk::save_document(&path, &bytes, stamp.as_ref()).ok();
            match save().or_else(save) {
                Some(receipt) => {
                    stamp = Some(receipt.stamp);
                    say("saved", person.gesture);
                    told(&mut person, Saved::Yes);
                }
                None => say("refused", person.gesture),
            }
        }
    }
    // Whoever started it may want to look while it lives.
    let _ = std::io::stdin().read(&mut [0]);
}

/// Goes on with what is offered, as the window does.
fn take_back(person: &mut Person, kept_in: &Path) -> Option<Recovery> {
    let leftover = disk::recovery::leftovers(kept_in).whole.pop()?;
    let kept = disk::recovery::read(leftover.file()).ok()?;
    let read = journal::read("plan", kept.pieces.iter().map(|piece| &**piece)).unwrap();
    let gesture = gesture_of(&read.document.work().pins[0].name).1;
    (0..gesture).for_each(|_| person.gesture());
    person.document = read.document;
    Some(leftover.resume())
}

/// Says something to the one who kills; if there is nobody any more, that is the end too.
fn say(what: &str, gesture: u64) {
    let mut out = std::io::stdout();
    if writeln!(out, "{what} {gesture}").and_then(|()| out.flush()).is_err() {
        std::process::exit(0);
    }
}

/// What a process said before it was killed: the last gesture that was kept, and the last that was saved.
#[derive(Debug, Default)]
pub struct Said {
    pub kept: u64,
    pub saved: u64,
    /// The last gesture that could not be saved.
    pub refused: u64,
}

impl Said {
    /// The last gesture that was to be saved.
    fn last(&self) -> u64 {
        self.saved.max(self.refused)
    }

    pub fn hear(&mut self, line: &str) {
        // The last line may be cut short: then it was not said.
        let Some((what, number)) = line.strip_suffix('\n').and_then(|line| line.split_once(' '))
        else {
            return;
        };
        match what {
            "opened" => {}
            "kept" => self.kept = number.parse().unwrap(),
            "saved" => self.saved = number.parse().unwrap(),
            "refused" => self.refused = number.parse().unwrap(),
            other => panic!("{other}"),
        }
    }
}

/// Kills processes at random moments: no file is torn, no save that was acknowledged is missing, and at most the gesture
/// in hand is lost, with all that can be undone.
pub fn killed(seed: u64) -> u64 {
    let folder = folder(&format!("kill-{seed}"));
    let mut random = Rng::with_seed(seed);
    for run in 0..KILLS {
        let run = seed * KILLS + run;
        let said = kill_one(&folder, run, &mut random);
        // One for the document, and one for the version before it.
        assert!(parts(&folder).len() <= 2 && parts(&kept_in(&folder)).len() <= 1, "run {run}");
        look(&folder, run, &said, &format!("run {run}"));
    }
    fs::remove_dir_all(&folder).unwrap();
    KILLS
}

/// Two processes at work on one file: the one that saves second is told, every time, and neither is offered what the
/// other keeps while that lives; afterwards it is.
pub fn two_at_once(seed: u64) -> u64 {
    const GESTURES: u64 = 6 * GESTURES_PER_SAVE;
    let folder = folder(&format!("two-{seed}"));
    save_first(&folder);
    let runs = [2 * seed + 1, 2 * seed + 2];
    let children = runs.map(|run| {
        let command = Command::new(std::env::current_exe().unwrap());
        let mut command = child(&folder, run, Some(GESTURES), command);
        // Until the other end is let go of, it waits before it ends.
        command.env(WAITS, "").stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap());
        assert_ne!(lines.read_line(&mut String::new()).unwrap(), 0);
        (child, lines)
    });
    // Both have opened the file before either saves it.
    let begun = children.map(|(mut child, lines)| {
        child.stdin.as_mut().unwrap().write_all(b".").unwrap();
        (child, lines)
    });
    let heard = begun.map(|(child, mut lines)| {
        let mut said = Said::default();
        let mut line = String::new();
        while said.last() < GESTURES {
            line.clear();
            assert_ne!(lines.read_line(&mut line).unwrap(), 0, "{said:?}");
            said.hear(&line);
        }
        (child, said)
    });
    // Both live: nothing of theirs is anybody's to be offered.
    assert!(disk::recovery::leftovers(&kept_in(&folder)).whole.is_empty());
    let said = heard.map(|(mut child, said)| {
        drop(child.stdin.take());
        assert!(child.wait().unwrap().success());
        said
    });
    let winner = usize::from(said[0].saved == 0);
    let loser = 1 - winner;
    assert_eq!((said[winner].saved, said[winner].refused), (GESTURES, 0), "{said:?}");
    assert_eq!((said[loser].saved, said[loser].refused), (0, GESTURES), "{said:?}");
    assert_eq!(told(&fs::read(saved_in(&folder)).unwrap()), (runs[winner], GESTURES));
    look_before(&folder, Some((runs[winner], GESTURES)), "two");
    let (recovered, _) = offered(&kept_in(&folder)).unwrap();
    let name = &recovered.document.work().pins[0].name;
    assert_eq!(gesture_of(name), (runs[loser], GESTURES), "what could not be saved is offered");
    fs::remove_dir_all(&folder).unwrap();
    2 * GESTURES / GESTURES_PER_SAVE
}

/// Saves what somebody drew before all other runs.
pub fn save_first(folder: &Path) {
    let mut first = Person::new(0);
    (0..GESTURES_PER_SAVE).for_each(|_| first.gesture());
    disk::save(&saved_in(folder), &text(first.document.state())).unwrap();
}

/// Lets a process work for a while, and kills it.
fn kill_one(folder: &Path, run: u64, random: &mut Rng) -> Said {
    let command = Command::new(std::env::current_exe().unwrap());
    let mut command = child(folder, run, None, command);
    let mut child: Child = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap());
    let (mut said, mut line) = (Said::default(), String::new());
    for _ in 0..random.u32(..16) {
        line.clear();
        lines.read_line(&mut line).unwrap();
        said.hear(&line);
    }
    std::thread::sleep(Duration::from_micros(random.u64(..8_000)));
    assert_eq!(child.try_wait().unwrap(), None, "run {run} ended by itself");
    child.kill().unwrap();
    child.wait().unwrap();
    line.clear();
    while lines.read_line(&mut line).unwrap() != 0 {
        said.hear(&line);
        line.clear();
    }
    said
}

/// Looks at what is left on the disk, and clears it away; the last gesture that is there.
pub fn look(folder: &Path, run: u64, said: &Said, what: &str) -> u64 {
    let saved = fs::read(saved_in(folder)).ok().map(|bytes| told(&bytes));
    look_before(folder, saved, what);
    let saved = match saved {
        Some((of_run, gesture)) => {
            assert_eq!(gesture % GESTURES_PER_SAVE, 0, "{what}: {gesture} was never saved");
            // Before the first save of this run there is what an earlier one has saved.
            assert!(of_run <= run, "{what}");
            if of_run == run { gesture } else { 0 }
        }
        None => 0,
    };
    assert!(said.saved <= saved, "{what}: the save of gesture {} is missing", said.saved);
    let kept = offered(&kept_in(folder)).map_or(0, |(recovered, kept)| {
        let pins = &recovered.document.work().pins;
        let gesture = gesture_of(&pins[0].name).1;
        let mut person = Person::new(run);
        (0..gesture).for_each(|_| person.gesture());
        // With all that can be undone, and done again.
        super::undo::assert_same(recovered.document, person.document, &mut Rng::with_seed(run));
        assert_eq!(kept.path, Some(saved_in(folder)), "{what}");
        gesture
    });
    let leftovers = disk::recovery::leftovers(&kept_in(folder)).whole;
    leftovers.into_iter().for_each(|leftover| leftover.discard().unwrap());
    let left = fs::read_dir(kept_in(folder)).map_or(0, Iterator::count);
    assert_eq!(left, 0, "{what}: something was left behind");
    let newest = kept.max(saved);
    let expected = said.kept..=said.kept + 1;
    assert!(
        expected.contains(&newest),
        "{what}: gesture {} was acknowledged, but {kept} was kept and {saved} saved",
        said.kept
    );
    newest
}

/// Looks at the version before what was saved: it is what was saved then, or, if the next save was cut short, what is
/// still there.
fn look_before(folder: &Path, saved: Option<(u64, u64)>, what: &str) {
    let before = fs::read(folder.join("plan.wayglass.bak")).ok().map(|bytes| told(&bytes));
    let (Some((run, gesture)), Some(before)) = (saved, before) else {
        assert_eq!(before, None, "{what}: before nothing there is nothing");
        let is_first = saved.is_none_or(|(_, gesture)| gesture == GESTURES_PER_SAVE);
        assert!(is_first, "{what}: nothing is before {saved:?}");
        return;
    };
    if gesture == GESTURES_PER_SAVE {
        // That of an earlier run.
        assert!(
            before.0 < run || before == (run, gesture),
            "{what}: {before:?} is before {saved:?}"
        );
    } else {
        let known = [(run, gesture - GESTURES_PER_SAVE), (run, gesture)];
        assert!(known.contains(&before), "{what}: {before:?} is before {saved:?}");
    }
}

fn gesture_of(name: &str) -> (u64, u64) {
    let words: Vec<_> = name.split(' ').collect();
    (words[1].parse().unwrap(), words[3].parse().unwrap())
}

/// The run and the gesture that a whole project tells of; it is what was drawn then, and nothing else.
fn told(bytes: &[u8]) -> (u64, u64) {
    let import = wayglass::format::read(bytes).unwrap();
    let (run, gesture) = gesture_of(&import.work.pins[0].name);
    let mut person = Person::new(run);
    (0..gesture).for_each(|_| person.gesture());
    assert!(text(person.document.state()) == bytes, "{run} {gesture} is not as it was drawn");
    (run, gesture)
}
