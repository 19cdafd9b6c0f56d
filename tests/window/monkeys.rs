//! A share of what the long run does.

use super::promise::Promise;
use super::{bounded, monkey};

#[test]
fn the_window_stays_whole_whatever_a_monkey_does() {
    let is_kept = |promise: &Promise| 0 < promise.share;
    for Promise { id, .. } in monkey::promises().into_iter().filter(is_kept) {
        bounded::keep(monkey::promises(), &id);
    }
}
