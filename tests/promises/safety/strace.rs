//! W2 once more, from outside: a process whose every call to the file system is its last, or fails, by the hand of the
//! system.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use super::folder;
use super::kill::{GESTURES_PER_SAVE, Said, child, look, save_first};

/// What is done to a call.
const BLOWS: &[&str] = &["signal=KILL", "error=ENOSPC", "error=EIO"];
/// The calls that are made on files.
const CALLS: &str = "openat,write,fsync,fdatasync,link,linkat,rename,renameat,renameat2,unlink,unlinkat,mkdir,\
    fchmod,ftruncate,statx,readlink,flock,lseek,read,getdents64,close";
/// The process keeps so many gestures, and saves.
const GESTURES: u64 = GESTURES_PER_SAVE + 2;

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
    let calls = calls(seed);
    assert!(20 < calls.len(), "{calls:?}");
    let blows = BLOWS.iter().flat_map(|blow| calls.iter().map(move |call| (blow, call)));
    let mut n_cases = 0;
    for (blow, (name, number)) in blows.skip(seed as usize % every).step_by(every) {
        let folder = folder(&format!("strace-{seed}"));
        // The result of what cannot fail is not to be made up.
        if *name == "close" && *blow != "signal=KILL" {
            continue;
        }
        let inject = format!("inject={name}:{blow}:when={number}");
        let said = run(&folder, seed, &["-e", &inject]).0;
        look(&folder, run_of(seed), &said, &format!("seed {seed}, {inject}"));
        let is_kept = folder.join("plan.wayglass.bak").exists();
        assert!(is_kept || said.saved == 0, "seed {seed}, {inject}: nothing is before");
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
fn calls(seed: u64) -> Vec<(&'static str, usize)> {
    let folder = folder(&format!("calls-{seed}"));
    let (said, log) = run(&folder, seed, &[]);
    assert_eq!(said.kept, GESTURES);
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
fn run(folder: &Path, seed: u64, more: &[&str]) -> (Said, String) {
    save_first(folder);
    let log = folder.with_extension("log");
    let mut command = Command::new("strace");
    command.args([
        "-f",
        "-y",
        "-qq",
        "-s",
        "0",
        "-e",
        &format!("trace={}", CALLS.replace(' ', "")),
    ]);
    command.args(more).arg("-o").arg(&log).arg(std::env::current_exe().unwrap());
    let mut command = child(folder, run_of(seed), Some(GESTURES), command);
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().unwrap();
    let mut said = Said::default();
    let text = String::from_utf8(output.stdout).unwrap();
    text.split_inclusive('\n').for_each(|line| said.hear(line));
    let seen = fs::read_to_string(&log).unwrap_or_default();
    let _ = fs::remove_file(&log);
    (said, seen)
}
