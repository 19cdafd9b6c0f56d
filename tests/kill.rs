//! Kills a process that draws, keeps and saves, at random moments and at each of its calls to the file system, and looks
//! at what is left on the disk.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![expect(clippy::print_stdout, reason = "it has no harness to speak for it")]

#[cfg(unix)]
#[path = "promises/promise.rs"]
mod promise;
#[cfg(unix)]
#[path = "promises/safety.rs"]
mod safety;
#[cfg(unix)]
#[path = "promises/share.rs"]
#[expect(unused_macros, unused_imports, reason = "there are no tests here to be named")]
mod share;

#[cfg(unix)]
fn main() {
    if safety::kill::is_child() {
        return;
    }
    let mut filters = std::env::args().skip(1).filter(|argument| !argument.starts_with('-'));
    let is_listed = std::env::args().any(|argument| argument == "--list");
    if is_listed || filters.next().is_some_and(|filter| !"kill".contains(&filter)) {
        return;
    }
    if let Err(why) = safety::strace::can_trace() {
        println!("kill: skipped what the system does to calls: {why}");
    }
    for promise::Promise { id, says, .. } in safety::killing() {
        let tally = share::keep(safety::killing(), &id);
        println!("kill: {} cases: {says}", tally.cases);
    }
}

#[cfg(not(unix))]
fn main() {
    println!("kill: skipped, there is no SIGKILL on this system");
}
