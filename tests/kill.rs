//! Kills a process that draws, keeps and saves, at random moments and at each of its calls to the file system, and looks
//! at what is left on the disk.
//!
//! `WAYGLASS_KILLS` says how often; ten thousand are the long form.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![expect(clippy::print_stdout, reason = "it has no harness to speak for it")]

#[cfg(unix)]
#[path = "promises/safety/main.rs"]
mod promises;

fn main() {
    #[cfg(unix)]
    if promises::kill::is_child() {
        return;
    }
    let mut filters = std::env::args().skip(1).filter(|argument| !argument.starts_with('-'));
    let is_listed = std::env::args().any(|argument| argument == "--list");
    if is_listed || filters.next().is_some_and(|filter| !"kill".contains(&filter)) {
        return;
    }
    #[cfg(unix)]
    unix::main();
    #[cfg(not(unix))]
    println!("kill: skipped, there is no SIGKILL on this system");
}

#[cfg(unix)]
mod unix {
    use super::promises::{kill, strace};

    /// How often a process is killed, unless somebody says otherwise.
    const KILLS: u64 = 300;
    /// Of the calls of a process, one in so many is struck, unless somebody wants all of them.
    const EVERY: usize = 7;

    pub(super) fn main() {
        let wanted = |name: &str| std::env::var(name).ok().and_then(|value| value.parse().ok());
        let n_kills = wanted("WAYGLASS_KILLS").unwrap_or(KILLS);
        let n_done: u64 = (0..n_kills.div_ceil(kill::KILLS)).map(kill::killed).sum();
        println!("kill: {n_done} kills, nothing torn, nothing lost but the gesture in hand");
        let n_saves: u64 = (0..3).map(kill::two_at_once).sum();
        println!("kill: {n_saves} saves by two at once, each told of the other");
        match strace::can_trace() {
            Ok(()) => {
                let every = wanted("WAYGLASS_STRUCK_EVERY").map_or(EVERY, |every| every as usize);
                let n_cases = strace::each_call_is_struck(1, every);
                println!("kill: {n_cases} calls ended, refused or broken by the system, the same");
            }
            Err(why) => println!("kill: skipped what the system does to calls: {why}"),
        }
    }
}
