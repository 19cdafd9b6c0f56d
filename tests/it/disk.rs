//! Files on disk: replaced as a whole, never over what somebody else wrote; what is not saved yet is offered again.

use std::fs;
use std::path::{Path, PathBuf};

use wayglass::disk::recovery::{self, Leftovers, Saved};
use wayglass::disk::{self, Keeper, News, Recovery, SaveError, Stamp};
use wayglass::document::{Change, Document, Edit, Step, journal};
use wayglass::layout::work::Work;
use wayglass::layout::{Agent, Layout};

/// An empty folder of the test's own.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("disk").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_file_is_replaced_as_a_whole_and_leaves_nothing_beside_it() {
    let folder = folder("whole");
    let path = folder.join("plan.wayglass");
    for text in ["one", "two and more", ""] {
        disk::save(&path, text.as_bytes()).unwrap();
        assert_eq!(disk::read(&path).unwrap(), text.as_bytes());
        assert_eq!(names(&folder), ["plan.wayglass"]);
    }
}

#[test]
fn what_a_save_that_was_cut_short_left_is_swept_away_but_nothing_else() {
    let folder = folder("swept");
    fs::write(folder.join(".wayglass-part-1-0-0"), "half").unwrap();
    fs::write(folder.join(".wayglass-party"), "not ours").unwrap();
    let in_use = fs::File::create_new(folder.join(".wayglass-part-2-0-0")).unwrap();
    in_use.lock().unwrap();
    disk::save(&folder.join("a"), b"a").unwrap();
    assert_eq!(names(&folder), [".wayglass-part-2-0-0", ".wayglass-party", "a"]);
}

#[test]
fn what_somebody_else_wrote_is_not_overwritten() {
    let path = folder("changed").join("plan.wayglass");
    fs::write(&path, "mine").unwrap();
    let (bytes, stamp) = disk::read_stamped(&path).unwrap();
    assert_eq!(bytes, b"mine");
    let stamp = disk::save_document(&path, b"mine 2", stamp.as_ref()).unwrap().stamp;
    let stamp = disk::save_document(&path, b"mine 3", Some(&stamp)).unwrap().stamp;
    let when = fs::metadata(&path).unwrap().modified().unwrap();

    // The same length, and by the clock the same file.
    fs::write(&path, "hers 3").unwrap();
    fs::File::options().write(true).open(&path).unwrap().set_modified(when).unwrap();
    let changed = Err(SaveError::Changed(fs::canonicalize(&path).unwrap()));
    assert_eq!(disk::save_document(&path, b"mine 4", Some(&stamp)).map(drop), changed);
    assert_eq!(fs::read(&path).unwrap(), b"hers 3");
    let beside = path.with_extension("wayglass.bak");
    assert_eq!(fs::read(&beside).unwrap(), b"mine 2", "what is not replaced is not kept");
    assert_eq!(names(path.parent().unwrap()), ["plan.wayglass", "plan.wayglass.bak"]);

    // Another time alone is no change.
    fs::write(&path, "mine 3").unwrap();
    assert!(disk::save_document(&path, b"mine 4", Some(&stamp)).is_ok());
    // What is gone has nothing to lose.
    fs::remove_file(&path).unwrap();
    assert!(disk::save_document(&path, b"mine 5", Some(&stamp)).is_ok());
    // At a glance a file is told by its time and its length.
    let glance = Stamp::of(&path).unwrap();
    fs::write(&path, "somewhat longer").unwrap();
    assert!(!Stamp::of(&path).unwrap().looks_like(&glance));
    assert!(disk::save_document(&path, b"mine 6", Some(&glance)).is_err());
    assert!(disk::save_document(&path, b"mine 6", None).is_ok());
}

#[test]
fn what_may_not_be_written_is_said_in_a_sentence() {
    let folder = fs::canonicalize(folder("refused")).unwrap();
    let said = |path: &Path| disk::save_document(path, b"x", None).unwrap_err().to_string();
    let says = |path: &Path, reason: &str| {
        assert_eq!(said(path), format!("{}: cannot write it: {reason}", path.display()));
    };
    let path = folder.join("plan");
    fs::write(&path, "old").unwrap();
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).unwrap();
    says(&path, "it is write-protected");
    assert_eq!(fs::read(&path).unwrap(), b"old");
    says(&folder, "it is a folder");
    says(&folder.join("none").join("plan"), "its folder does not exist");
    says(&path.join("plan"), "it would be in a file, not in a folder");
    assert_eq!(names(&folder), ["plan"]);
}

#[test]
#[cfg(unix)]
fn permissions_are_kept() {
    use std::os::unix::fs::PermissionsExt as _;
    let path = folder("permissions").join("plan");
    fs::write(&path, "old").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    disk::save(&path, b"new").unwrap();
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
}

/// What would be offered: names and texts.
fn offered(folder: &Path) -> Vec<(String, String)> {
    let Leftovers { whole, damaged } = recovery::leftovers(folder);
    assert_eq!(damaged, <[PathBuf; 0]>::default());
    let text = |leftover: &recovery::Leftover| {
        let kept = recovery::read(leftover.file()).unwrap();
        assert!(!kept.is_cut && !leftover.is_cut);
        (leftover.name.clone(), String::from_utf8(kept.pieces.concat()).unwrap())
    };
    whole.iter().map(text).collect()
}

#[test]
fn what_was_not_saved_is_offered_once_its_keeper_is_gone() {
    let folder = folder("kept").join("made").join("when needed");
    let mut first = Recovery::new(&folder);
    assert!(!folder.exists(), "nothing is kept yet");
    let mut second = Recovery::new(&folder);
    let path = Some(Path::new("/maps/a.mesh"));
    assert!(!first.can_add("a", path), "it has to begin");
    first.begin("a", path, b"zero", Saved::No).unwrap();
    first.begin("a", path, b"one", Saved::No).unwrap();
    assert!(first.can_add("a", path) && !first.can_add("b", path));
    first.add(&[b" two".to_vec(), b" three".to_vec()], Saved::No).unwrap();
    second.begin("b", None, b"three", Saved::No).unwrap();
    assert_eq!(offered(&folder), [], "those who keep are still there");
    drop(first);
    assert_eq!(offered(&folder), [("a".to_owned(), "one two three".to_owned())]);
    drop(second);
    let all_of_a = ("a".to_owned(), "one two three".to_owned());
    let both = [("b".to_owned(), "three".to_owned()), all_of_a];
    assert_eq!(offered(&folder), both, "the newest first, and again: nobody has decided");

    let mut at_hand = recovery::leftovers(&folder).whole;
    assert_eq!(at_hand[1].path.as_deref(), Some(Path::new("/maps/a.mesh")));
    assert_eq!(offered(&folder), [], "no other start is offered what is at hand");
    at_hand.pop().unwrap().discard().unwrap();
    let mut resumed = at_hand.pop().unwrap().resume();
    assert!(!resumed.can_add("b", None), "it begins anew");
    resumed.begin("b", None, b"four", Saved::No).unwrap();
    drop(resumed);
    assert_eq!(offered(&folder), [("b".to_owned(), "four".to_owned())]);
    recovery::leftovers(&folder).whole.pop().unwrap().resume().done();
    assert_eq!(names(&folder), <[&str; 0]>::default());
}

#[test]
fn what_is_saved_is_not_offered() {
    let folder = folder("done");
    let mut recovery = Recovery::new(&folder);
    recovery.begin("a", None, b"one", Saved::No).unwrap();
    recovery.done();
    assert_eq!(names(&folder), <[&str; 0]>::default());
    recovery.begin("a", None, b"two", Saved::No).unwrap();
    recovery.add(&[Vec::new()], Saved::Yes).unwrap();
    drop(recovery);
    assert_eq!(offered(&folder), []);
    assert_eq!(names(&folder), <[&str; 0]>::default());
    let mut recovery = Recovery::new(&folder);
    recovery.begin("a", None, b"two", Saved::Yes).unwrap();
    // Somebody tidied up meanwhile.
    fs::remove_dir_all(&folder).unwrap();
    assert!(!recovery.can_add("a", None));
    recovery.begin("a", None, b"three", Saved::No).unwrap();
    drop(recovery);
    assert_eq!(offered(&folder), [("a".to_owned(), "three".to_owned())]);
}

#[test]
fn a_damaged_file_is_told_of_once_and_not_offered() {
    let folder = folder("damaged");
    for text in ["one", "two"] {
        Recovery::new(&folder).begin(text, None, text.as_bytes(), Saved::No).unwrap();
    }
    let kept = names(&folder).into_iter().find(|name| name.ends_with("kept")).unwrap();
    let kept = folder.join(kept);
    let bytes = fs::read(&kept).unwrap();
    fs::write(&kept, &bytes[..bytes.len() - 1]).unwrap();
    let Leftovers { whole, damaged } = recovery::leftovers(&folder);
    assert_eq!(whole.len(), 1);
    assert_eq!(damaged, [kept.with_extension("damaged")]);
    drop(whole);
    let again = recovery::leftovers(&folder);
    assert_eq!((again.whole.len(), again.damaged.len()), (1, 0));
    // A lock that went astray: what was kept is offered all the same.
    for name in names(&folder).into_iter().filter(|name| name.ends_with("lock")) {
        fs::remove_file(folder.join(name)).unwrap();
    }
    drop(again);
    assert_eq!(offered(&folder).len(), 1);
}

#[test]
fn a_journal_is_written_anew_when_it_has_grown_long() {
    let folder = folder("grown");
    let mut recovery = Recovery::new(&folder);
    recovery.begin("a", None, b"short", Saved::No).unwrap();
    let mut n_pieces = 0;
    while recovery.can_add("a", None) {
        recovery.add(&[vec![b'x'; 100_000]], Saved::No).unwrap();
        n_pieces += 1;
        assert!(n_pieces < 100, "it grows without end");
    }
    assert!(5 < n_pieces);
    recovery.begin("a", None, b"all", Saved::No).unwrap();
    assert!(recovery.can_add("a", None));
    assert!(fs::metadata(recovery.file().unwrap()).unwrap().len() < 200);
}

fn document() -> Document {
    Document::drawing("a".to_owned(), Layout::default(), Work::default())
}

fn widen(document: &mut Document, radius: f64) -> News {
    let agent = Agent { radius, ..Agent::default() };
    document.apply(Edit::one("Radius", Change::Agent(agent)), Step::New);
    News { name: "a".to_owned(), path: None, entries: document.take_entries(), saved: Saved::No }
}

#[test]
fn a_keeper_keeps_every_step_and_nobody_waits() {
    let folder = folder("keeper");
    let keeper = Keeper::new(Recovery::new(&folder));
    let mut document = document();
    keeper.begin(document.scribe());
    (1..=100).for_each(|number| keeper.keep(widen(&mut document, f64::from(number))));
    keeper.flush();
    assert_eq!(keeper.trouble(), None);
    drop(keeper);
    let leftovers = recovery::leftovers(&folder).whole;
    let kept = recovery::read(leftovers[0].file()).unwrap();
    let read = journal::read("a", kept.pieces.iter().map(|piece| &**piece)).unwrap();
    assert_eq!(read.document.state(), document.state());
    assert_eq!(read.document.done().len(), 100);
}

#[test]
fn a_keeper_says_what_went_wrong_and_goes_on() {
    let folder = folder("trouble");
    fs::write(folder.join("file"), "in the way").unwrap();
    let keeper = Keeper::new(Recovery::new(&folder.join("file")));
    let mut document = document();
    keeper.begin(document.scribe());
    keeper.keep(widen(&mut document, 1.0));
    keeper.flush();
    assert!(keeper.trouble().unwrap().contains("cannot write it"));
    fs::remove_file(folder.join("file")).unwrap();
    keeper.keep(widen(&mut document, 2.0));
    keeper.flush();
    assert_eq!(keeper.trouble(), None);
    assert_eq!(names(&folder.join("file")).len(), 2);
    keeper.done();
    keeper.flush();
    assert_eq!(names(&folder.join("file")), <[&str; 0]>::default());
}

#[test]
#[cfg(unix)]
fn a_link_goes_on_pointing_where_it_did_even_to_nothing() {
    let folder = folder("links");
    let link = folder.join("link");
    std::os::unix::fs::symlink("there", &link).unwrap();
    disk::save(&link, b"one").unwrap();
    assert_eq!(fs::read(folder.join("there")).unwrap(), b"one");
    assert_eq!(fs::read_link(&link).unwrap(), Path::new("there"));
    let astray = folder.join("astray");
    std::os::unix::fs::symlink("nowhere/there", &astray).unwrap();
    let why = disk::save(&astray, b"two").unwrap_err().to_string();
    assert!(why.ends_with("its folder does not exist"), "{why}");
    assert_eq!(names(&folder), ["astray", "link", "there"]);
}

#[test]
fn a_file_that_cannot_be_looked_at_is_not_overwritten() {
    use wayglass::disk::faults::{Fault, Plan, during};
    let path = folder("unseen").join("plan");
    disk::save(&path, b"ours").unwrap();
    let (_, stamp) = disk::read_stamped(&path).unwrap();
    fs::write(&path, "hers").unwrap();
    for at in 0..20 {
        let plan = Plan::new(at, Fault::Denied);
        let result = during(&plan, || disk::save_document(&path, b"mine", stamp.as_ref()));
        assert!(result.is_err(), "call {at}");
        assert_eq!(fs::read(&path).unwrap(), b"hers");
    }
}

#[test]
fn what_does_not_read_back_takes_nobodys_place() {
    use wayglass::disk::faults::{Fault, Plan, during};
    let folder = fs::canonicalize(folder("read back")).unwrap();
    let path = folder.join("plan");
    // Longer than what is read at once, by one byte and by half.
    for n_bytes in [1, 2, (1 << 16) + 1, 3 << 15] {
        for fault in [Fault::Lost, Fault::Garbled] {
            let mut n_refused = 0;
            for at in 0..20 {
                fs::write(&path, "old").unwrap();
                let plan = Plan::new(at, fault);
                let new = vec![b'n'; n_bytes];
                let Err(error) = during(&plan, || disk::save(&path, &new)) else { continue };
                n_refused += 1;
                let why = "cannot write it: what was written does not read back as it was meant";
                assert_eq!(error.to_string(), format!("{}: {why}", path.display()));
                assert_eq!(fs::read(&path).unwrap(), b"old", "{fault:?}");
                assert_eq!(names(&folder), ["plan"]);
            }
            assert_eq!(n_refused, 1, "{fault:?}");
        }
    }
}

#[test]
fn the_version_before_stays_beside_a_document() {
    let folder = folder("before");
    let path = folder.join("yard.wayglass");
    let before = folder.join("yard.wayglass.bak");
    let save = |text: &str| disk::save_document(&path, text.as_bytes(), None).unwrap().trouble;
    assert_eq!(save("one"), None);
    assert_eq!(names(&folder), ["yard.wayglass"], "there was none");
    for (new, old) in [("two", "one"), ("three", "two"), ("three", "two"), ("", "three")] {
        assert_eq!(save(new), None);
        assert_eq!(fs::read_to_string(&path).unwrap(), new);
        assert_eq!(fs::read_to_string(&before).unwrap(), old);
        assert_eq!(names(&folder), ["yard.wayglass", "yard.wayglass.bak"]);
    }
    // What can be made again has none, and sweeps none away.
    disk::save(&path, b"four").unwrap();
    assert_eq!(fs::read(&before).unwrap(), b"three");
    // One file under both names: so it is after a save that failed in its last step.
    fs::remove_file(&before).unwrap();
    fs::hard_link(&path, &before).unwrap();
    assert_eq!(save("five"), None);
    assert_eq!(fs::read(&before).unwrap(), b"four");
    assert_eq!(names(&folder), ["yard.wayglass", "yard.wayglass.bak"]);
}

#[test]
#[cfg(unix)]
fn the_version_before_keeps_its_permissions_wherever_it_is() {
    use std::os::unix::fs::PermissionsExt as _;
    use wayglass::disk::faults::{Fault, Links, Plan, during};
    for links in Links::ALL {
        let folder = folder(&format!("before as it was, two names {links:?}"));
        let (link, path) = (folder.join("link"), folder.join("there").join("plan"));
        fs::create_dir(folder.join("there")).unwrap();
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        std::os::unix::fs::symlink("there/plan", &link).unwrap();
        let plan = Plan::on_disk(*links, u64::MAX, Fault::Full);
        let saved = during(&plan, || disk::save_document(&link, b"new", None));
        assert_eq!(saved.unwrap().trouble, None);
        let before = folder.join("there").join("plan.bak");
        assert_eq!(fs::read(&before).unwrap(), b"old");
        assert_eq!(fs::metadata(&before).unwrap().permissions().mode() & 0o777, 0o640);
        assert_eq!(names(&folder), ["link", "there"]);
    }
}

#[test]
fn a_document_is_saved_also_where_the_version_before_cannot_be_kept_and_that_is_said() {
    let folder = fs::canonicalize(folder("before in the way")).unwrap();
    let path = folder.join("plan");
    let before = folder.join("plan.bak");
    let says = |new: &str, reason: &str| {
        let trouble = disk::save_document(&path, new.as_bytes(), None).unwrap().trouble;
        let expected = format!("{}: cannot write it: {reason}", before.display());
        assert_eq!(trouble.unwrap().to_string(), expected);
        assert_eq!(fs::read_to_string(&path).unwrap(), new);
        assert_eq!(names(&folder), ["plan", "plan.bak"]);
    };
    fs::write(&path, "one").unwrap();
    fs::create_dir(&before).unwrap();
    says("two", "it is a folder");
    fs::remove_dir(&before).unwrap();
    fs::write(&before, "to stay").unwrap();
    let mut permissions = fs::metadata(&before).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&before, permissions).unwrap();
    says("three", "it is write-protected");
    assert_eq!(fs::read(&before).unwrap(), b"to stay");
}
