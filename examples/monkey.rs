//! Lets a monkey play at the window for as long as it takes: `monkey [promise] [sessions] [first seed]`.
#![expect(clippy::unwrap_used, reason = "what cannot go on has failed")]
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "it tells how far it is")]

use std::time::Instant;

/// The monkey.
#[path = "../tests/promises/monkey.rs"]
mod monkey;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let wanted = arguments.next().unwrap_or_default();
    let wanted_sessions: Option<u64> = arguments.next().map(|text| text.parse().unwrap());
    let first: u64 = arguments.next().map_or(0, |text| text.parse().unwrap());
    let promises = monkey::PROMISES.iter().filter(|promise| promise.name.contains(&wanted));
    for monkey::Promise { name, play, share } in promises {
        let n_sessions = wanted_sessions.unwrap_or(*share);
        let (started, mut n_frames) = (Instant::now(), 0);
        for seed in first..first + n_sessions {
            n_frames += play(seed);
            if seed % 10 == 9 || seed + 1 == first + n_sessions {
                let per_second = n_frames as f64 / started.elapsed().as_secs_f64();
                println!("{name}: seed {seed}, {n_frames} frames, {per_second:.0} a second");
            }
        }
    }
}
