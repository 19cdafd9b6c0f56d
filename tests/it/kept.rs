//! The share of each promise that the normal tests keep; `cargo run --release --example soak` keeps them for longer.

mod triangulation {
    use crate::triangulation::promises;

    crate::share::kept! { promises;
        whatever_a_person_does_gives_what_a_full_build_gives "T1_gestures",
        any_number_of_edits_gives_what_a_full_build_gives "T1_edits",
        paths_follow_every_edit "T1_paths",
        random_layouts_build_as_they_were_drawn "T2_layouts",
        areas_are_those_of_the_drawing_in_whole_numbers "T2_exact",
        what_is_no_number_comes_nowhere "T4",
    }
}
