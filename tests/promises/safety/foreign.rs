//! W5: what somebody else has written is noticed before it is overwritten.

use std::fs;
use std::path::Path;

use fastrand::Rng;

use wayglass::disk::faults::{Plan, during};
use wayglass::disk::{self, SaveError};

use super::folder;

/// So many times in a row.
const ROUNDS: usize = 400;

/// Somebody else writes the file at any moment, before, between and during our saves: what they wrote is either noticed
/// and left alone, or came after ours. The one moment left is that between our last look and the new file's taking its
/// place, which is one call of the system: it is looked at, but does not count.
pub fn foreign_changes(seed: u64) -> u64 {
    let mut random = Rng::with_seed(seed);
    let folder = folder(&format!("foreign-{seed}"));
    let path = folder.join("plan");
    let n_calls = calls_until_it_is_there(&folder);
    let mut n_cases = 0;
    for round in 0..ROUNDS {
        fs::write(&path, "ours 0").unwrap();
        let mut stamp = disk::read_stamped(&path).unwrap().1.unwrap();
        if random.bool() {
            stamp = disk::save_document(&path, b"ours 1", Some(&stamp)).unwrap().stamp;
        }
        let at = random.u64(..n_calls + 2);
        let way = random.u32(..4);
        let what = format!("seed {seed}, round {round}, call {at} of {n_calls}, way {way}");
        let theirs = path.clone();
        let plan = Plan::meanwhile(at, move || write_as_another(&theirs, way));
        let result = during(&plan, || disk::save_document(&path, b"ours 2", Some(&stamp)));
        let now = fs::read(&path).unwrap();
        if at < n_calls {
            assert!(matches!(result, Err(SaveError::Changed(_))), "{what}: {result:?}");
            assert!(now.starts_with(b"hers"), "{what}: {now:?}");
        } else if at == n_calls {
            // The one moment that is left. Who writes in place is the version before then.
            assert!(result.is_ok(), "{what}: {result:?}");
            let is_before = fs::read(folder.join("plan.bak")).is_ok_and(|it| it == b"hers !");
            assert!(is_before || way & 1 == 1, "{what}: written over");
        } else {
            let stamp = result.unwrap().stamp;
            if !plan.has_struck() {
                write_as_another(&path, way);
            }
            let next = disk::save_document(&path, b"ours 3", Some(&stamp));
            assert!(matches!(next, Err(SaveError::Changed(_))), "{what}: {next:?}");
            assert!(fs::read(&path).unwrap().starts_with(b"hers"), "{what}: written over");
        }
        let before = fs::read(folder.join("plan.bak")).unwrap_or_else(|_| b"ours 0".to_vec());
        let is_whole = [b"ours 0", b"ours 1", b"hers !", b"hers ?"].iter().any(|it| before == **it);
        assert!(is_whole, "{what}: {before:?} is before");
        assert_eq!(super::parts(&folder).len(), 0, "{what}: left over");
        n_cases += u64::from(at != n_calls);
    }
    fs::remove_dir_all(&folder).unwrap();
    n_cases
}

/// How many calls a save makes before the one that puts the new file in its place.
fn calls_until_it_is_there(folder: &Path) -> u64 {
    let path = folder.join("measured");
    fs::write(&path, "ours 0").unwrap();
    let stamp = disk::read_stamped(&path).unwrap().1.unwrap();
    let last = (0..64).rev().find(|at| {
        fs::write(&path, "ours 0").unwrap();
        let plan = Plan::new(*at, disk::faults::Fault::Death);
        during(&plan, || disk::save_document(&path, b"ours 1", Some(&stamp))).is_err()
    });
    // Who has died there has left something, and sweeping it up takes calls of its own.
    disk::save(&path, b"ours 2").unwrap();
    fs::remove_file(&path).unwrap();
    last.unwrap()
}

/// The same length; in place or as another file; at the same time by the clock or not.
fn write_as_another(path: &Path, way: u32) {
    let when = fs::metadata(path).unwrap().modified().unwrap();
    if way & 1 == 0 {
        fs::write(path, "hers !").unwrap();
    } else {
        let beside = path.with_extension("hers");
        fs::write(&beside, "hers ?").unwrap();
        fs::rename(&beside, path).unwrap();
    }
    if way & 2 == 0 {
        fs::File::options().write(true).open(path).unwrap().set_modified(when).unwrap();
    }
}
