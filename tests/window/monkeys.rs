//! A share of what the long run does.

use super::monkey::{PROMISES, Promise};

#[test]
fn the_window_stays_whole_whatever_a_monkey_does() {
    for Promise { name, play, share } in PROMISES {
        for seed in 0..*share {
            assert!(200 < play(seed), "{name}: seed {seed} was no session");
        }
    }
}
