//! Broken files by the hundred thousand: a share of what is promised of readers.
//!
//! A binary of its own, because the allocator counts for the whole process and two tests at once would see each other's
//! memory. The long form: `cargo run --release --example soak -- P`.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::sync::{Mutex, PoisonError};

use peak_alloc::PeakAlloc;

#[path = "../promises/parsers.rs"]
mod parsers;
#[path = "../promises/promise.rs"]
mod promise;
#[path = "../promises/samples.rs"]
mod samples;
#[path = "../promises/seeds.rs"]
mod seeds;
#[path = "../promises/share.rs"]
mod share;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

/// Held while memory is measured.
static MEASURING: Mutex<()> = Mutex::new(());

#[test]
fn what_has_misled_a_reader_once_is_read_as_any_other_file() {
    let _alone = MEASURING.lock().unwrap_or_else(PoisonError::into_inner);
    for (name, bytes) in samples::found() {
        promise::about_to_try(&bytes);
        if wayglass::document::repro::recognizes(&bytes) {
            assert!(parsers::repros::try_repro(&bytes), "{name}");
            continue;
        }
        parsers::try_file(&bytes, true);
        assert!(wayglass::format::Format::of(&bytes).is_some(), "{name}");
    }
}

share::kept! { parsers::promises, |keep| {
        let _alone = MEASURING.lock().unwrap_or_else(PoisonError::into_inner);
        keep();
    };
    broken_doompath_files "P1_doompath",
    broken_mesh3_files "P1_mesh3",
    broken_mesh2_files "P1_mesh2",
    broken_mesh1_files "P1_mesh1",
    broken_weighted_files "P1_weightedmesh2",
    broken_packed_files "P1_packedmesh2",
    broken_scenarios "P1_scen",
    broken_polygon_files "P1_polygon",
    broken_poly_files "P1_poly",
    broken_grids "P1_grid",
    broken_navmesh_a_files "P1_navmeshtxta",
    broken_navmesh_b_files "P1_navmeshtxtb",
    broken_blobs "P1_blobs",
    broken_cdt_files "P1_cdt",
    broken_nav_files "P1_menge",
    broken_building_files "P1_building",
    broken_projects "P1_project",
    broken_traces "P1_posthoc",
    broken_logs "P1_polyanyalog",
    broken_repros "P1_repro",
    a_tiny_file_with_a_giant_header_takes_little_memory "P2_headers",
    large_hostile_files_stay_within_bounds "P2_large",
    every_truncation_of_every_seed_is_an_error_or_a_whole_file "P5_seeds",
    files_of_any_size_that_end_anywhere_are_errors_or_whole_files "P5_maps",
    every_file_comes_back_equal_in_its_own_format_and_then_byte_for_byte "P6",
    projects_read_the_same_however_they_are_spelled "P7_project",
    mesh3_files_read_the_same_however_they_are_spelled "P7_mesh3",
    mesh2_files_read_the_same_however_they_are_spelled "P7_mesh2",
    mesh1_files_read_the_same_however_they_are_spelled "P7_mesh1",
    weighted_files_read_the_same_however_they_are_spelled "P7_weightedmesh2",
    polygon_files_read_the_same_however_they_are_spelled "P7_polygon",
    poly_files_read_the_same_however_they_are_spelled "P7_poly",
    grids_read_the_same_however_they_are_spelled "P7_grid",
    navmesh_a_files_read_the_same_however_they_are_spelled "P7_navmeshtxta",
    navmesh_b_files_read_the_same_however_they_are_spelled "P7_navmeshtxtb",
    blobs_read_the_same_however_they_are_spelled "P7_blobs",
    building_files_read_the_same_however_they_are_spelled "P7_building",
    traces_read_the_same_however_they_are_spelled "P7_posthoc",
    logs_read_the_same_however_they_are_spelled "P7_polyanyalog",
    scenarios_read_the_same_however_they_are_spelled "P7_scen",
    cdt_files_read_the_same_however_they_are_spelled "P7_cdt",
    nav_files_read_the_same_however_they_are_spelled "P7_menge",
}
