//! What is promised about work: a bounded share of each promise.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "promises/promise.rs"]
mod promise;
#[path = "promises/safety.rs"]
mod safety;
#[path = "promises/share.rs"]
mod share;

share::kept! {
    safety::promises;
    whichever_call_fails_nothing_is_torn_and_the_next_try_works "W2_calls",
    whichever_call_of_a_save_fails_the_version_before_is_whole "W2_before",
    whichever_call_fails_work_that_is_taken_back_is_offered_until_it_is_kept "W2_recover",
    a_journal_that_is_cut_or_damaged_anywhere_gives_back_its_longest_whole_beginning "W3",
    a_thousand_steps_can_be_undone_after_the_program_has_ended "W4_deep",
    undoing_and_doing_again_leads_where_a_replay_leads_and_survives "W4_undo",
    what_is_done_to_faces_can_be_undone_and_survives "W4_faces",
    what_somebody_else_has_written_is_noticed "W5",
}
