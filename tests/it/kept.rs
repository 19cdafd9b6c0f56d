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

mod searching {
    use crate::searching::promises;

    crate::share::kept! { promises;
        paths_on_random_maps_cost_what_the_visibility_graph_says "S1_visibility",
        random_queries_cost_what_the_slow_way_costs "S1_rows",
        hallways_are_run_along_as_they_are_walked "S1_mazes",
        passages_in_pieces_are_walked_over_like_sides "S1_passages",
        paths_stay_what_they_are_when_the_map_is_turned_or_grows "S2",
        published_scenarios_have_their_optimal_costs "S3",
        no_search_on_a_real_map_comes_to_its_cap "S4",
    }
}
