//! What is promised about work: a bounded share of each promise.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "promises/safety/main.rs"]
mod promises;

use promises::{faults, foreign, journal, undo};

#[test]
fn undoing_and_doing_again_leads_where_a_replay_leads_and_survives() {
    let n_acts: u64 = (0..5).map(undo::undo_and_redo).sum();
    assert_eq!(n_acts, 10_000);
}

#[test]
fn a_journal_that_is_cut_or_damaged_anywhere_gives_back_its_longest_whole_beginning() {
    assert!(1_000 < journal::cut_and_damaged(1));
}

#[test]
fn a_thousand_steps_can_be_undone_after_the_program_has_ended() {
    let n_steps: u64 = (0..2).map(journal::a_thousand_steps_back).sum();
    assert_eq!(n_steps, 2_400);
}

#[test]
fn whichever_call_fails_nothing_is_torn_and_the_next_try_works() {
    let n_cases = faults::each_call_fails(0);
    assert!(300 < n_cases, "{n_cases}");
}

#[test]
fn what_somebody_else_has_written_is_noticed() {
    let n_rounds: u64 = (0..3).map(foreign::foreign_changes).sum();
    assert_eq!(n_rounds, 300);
}
