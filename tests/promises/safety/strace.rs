//! W2 once more, from outside: a process whose every call to the file system is its last, or fails, by the hand of the
//! system.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use super::folder;
use super::kill::{GESTURES_PER_SAVE, Said, child, child_that_takes_back, look, save_first};

/// What is done to a call.
const BLOWS: &[&str] = &["signal=KILL", "error=ENOSPC", "error=EIO"];
/// The calls that are made on files.
const CALLS: &str = "openat,write,writev,pwrite64,fsync,fdatasync,link,linkat,rename,renameat,renameat2,unlink,\
    unlinkat,mkdir,mkdirat,fchmod,fchmodat,ftruncate,statx,newfstatat,readlink,readlinkat,flock,lseek,read,pread64,\
    getdents64,close";
/// The process keeps so many gestures, and saves; the last of them are not saved.
const GESTURES: u64 = GESTURES_PER_SAVE + 2;

/// What the process does that is struck.
#[derive(Debug, Clone, Copy)]
enum Errand {
    /// It draws, keeps and saves.
    Draws,
    /// It takes back what another has left, and goes on.
    TakesBack,
}

/// Whether processes can be traced here; says why if not.
pub fn can_trace() -> Result<(), String> {
    let mut command = Command::new("strace");
    match command.args(["-o", "/dev/null", "true"]).stderr(Stdio::null()).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err("strace may not trace here".to_owned()),
        Err(_) => Err("strace is not installed".to_owned()),
    }
}

/// Strikes every call that touches the folder, in each of the ways; or only every so many of them.
pub fn each_call_is_struck(seed: u64, every: usize) -> u64 {
    [Errand::Draws, Errand::TakesBack].map(|errand| strike(errand, seed, every)).iter().sum()
}

fn strike(errand: Errand, seed: u64, every: usize) -> u64 {
    let calls = calls(errand, seed);
    assert!(20 < calls.len(), "{calls:?}");
    // The result of what cannot fail is not to be made up.
    let can_be = |name: &str, blow: &str| name != "close" || blow == "signal=KILL";
    let blows = BLOWS.iter().flat_map(|blow| calls.iter().map(move |call| (blow, call)));
    let blows = blows.filter(|(blow, (name, _))| can_be(name, blow));
    let mut n_cases = 0;
    for (blow, (name, number)) in blows.skip(seed as usize % every).step_by(every) {
        let folder = folder(&format!("strace-{seed}"));
        let inject = format!("inject={name}:{blow}:when={number}");
        let what = format!("seed {seed}, {errand:?}, {inject}");
        let (said, log) = run(errand, &folder, seed, &["-e", &inject]);
        let has_struck = log.contains("(INJECTED)") || log.contains("killed by SIGKILL");
        assert!(has_struck, "{what}: it was not struck");
        look(&folder, run_of(seed), &said, &what);
        let is_kept = folder.join("plan.wayglass.bak").exists();
        assert!(is_kept || said.saved == 0, "{what}: nothing is before");
        let _ = fs::remove_dir_all(&folder);
        n_cases += 1;
    }
    n_cases
}

/// A run that works on one thread alone: there, calls are counted. It is not the first: what that has saved is the
/// version before.
fn run_of(seed: u64) -> u64 {
    2 * seed + 2
}

/// Which calls touch the folder: their names, and the how many-eth of that name each is.
fn calls(errand: Errand, seed: u64) -> Vec<(&'static str, usize)> {
    let folder = folder(&format!("calls-{seed}"));
    let (said, log) = run(errand, &folder, seed, &[]);
    let n_gestures = match errand {
        Errand::Draws => GESTURES,
        Errand::TakesBack => 2 * GESTURES,
    };
    assert_eq!(said.kept, n_gestures);
    assert!(log.contains("linkat("), "the version before is kept");
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut found = Vec::new();
    for line in log.lines() {
        let line = line.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
        let Some((name, rest)) = line.split_once('(') else { continue };
        let Some(name) = CALLS.split(',').map(str::trim).find(|known| *known == name) else {
            continue;
        };
        let count = counts.entry(name).or_default();
        *count += 1;
        if rest.contains(folder.to_str().unwrap()) {
            found.push((name, *count));
        }
    }
    fs::remove_dir_all(&folder).unwrap();
    found
}

/// Lets a process work under the eyes of the system; what it said, and what was seen.
fn run(errand: Errand, folder: &Path, seed: u64, more: &[&str]) -> (Said, String) {
    let run = run_of(seed);
    save_first(folder);
    let mut said = Said::default();
    if let Errand::TakesBack = errand {
        // Somebody has drawn before, whom nothing has struck.
        let command = Command::new(std::env::current_exe().unwrap());
        hear(child(folder, run, Some(GESTURES), command), &mut said);
        assert_eq!(said.kept, GESTURES);
    }
    let log = folder.with_extension("log");
    let mut command = Command::new("strace");
    let traced = format!("trace={}", CALLS.replace(' ', ""));
    command.args(["-f", "-y", "-qq", "-s", "0", "-e", &traced]);
    command.args(more).arg("-o").arg(&log).arg(std::env::current_exe().unwrap());
    let command = match errand {
        Errand::Draws => child(folder, run, Some(GESTURES), command),
        Errand::TakesBack => child_that_takes_back(folder, run, GESTURES, command),
    };
    hear(command, &mut said);
    let seen = fs::read_to_string(&log).unwrap_or_default();
    let _ = fs::remove_file(&log);
    (said, seen)
}

/// Lets a process work to its end, and hears what it says.
fn hear(mut command: Command, said: &mut Said) {
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.split_inclusive('\n').for_each(|line| said.hear(line));
}
