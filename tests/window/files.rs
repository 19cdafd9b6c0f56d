use std::fs;
use std::time::Duration;

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use wayglass::app::{Action, App, Command, Source};
use wayglass::geom::Point;
use wayglass::tool::Ends;

use super::{Folder, ask, example, first_start, settle};

#[test]
fn the_first_start_shows_an_example_that_is_already_asked_something() {
    let window = first_start();
    assert_eq!(window.state().open_name(), Some("islands.mesh"));
    assert!(window.state().cost().unwrap() > 0.0);
    assert!(window.query_by_label("Timeline").is_some());
}

#[test]
fn a_wrong_file_is_refused_with_its_line_and_what_is_open_stays() {
    let mut window = first_start();
    let path = std::env::temp_dir().join(format!("wayglass-wrong-{}.mesh", std::process::id()));
    fs::write(&path, "mesh\n3\n1 0\n0.5 north\n").unwrap();
    ask(&mut window, Action::Open(Source::Path(path.clone())));
    fs::remove_file(&path).unwrap();
    let notice = window.state().notices().last().unwrap().to_owned();
    assert!(notice.ends_with("line 4: expected a y coordinate, found \"north\""), "{notice}");
    assert!(window.query_by_label("0.5 north").is_some(), "the line is quoted");
    assert_eq!(window.state().open_name(), Some("islands.mesh"));
    window.get_by_label("Dismiss notice 1").click();
    settle(&mut window);
    assert_eq!(window.state().notices().count(), 0);
}

#[test]
fn a_file_that_is_not_there_is_a_sentence() {
    let mut window = first_start();
    ask(&mut window, Action::OpenTyped("/nowhere/at/all.mesh".to_owned()));
    let notice = window.state().notices().last().unwrap();
    assert!(notice.contains("all.mesh: cannot read it"), "{notice}");
}

#[test]
fn drawings_become_meshes_that_can_be_asked() {
    let mut window = first_start();
    for name in ["blobs.txt", "station.building.yaml", "maze.map"] {
        ask(&mut window, Action::Open(example(name)));
        assert_eq!(window.state().open_name(), Some(name));
        assert!(window.state().cost().is_some(), "{name}");
    }
}

#[test]
fn a_scenario_is_asked_row_by_row() {
    let mut window = first_start();
    let path = std::env::temp_dir().join(format!("wayglass-rows-{}.scen", std::process::id()));
    let rows = include_bytes!("../../assets/islands.mesh.scen");
    fs::write(&path, rows).unwrap();
    ask(&mut window, Action::Open(Source::Path(path.clone())));
    fs::remove_file(&path).unwrap();
    ask(&mut window, Action::PickRow(3));
    let first = window.state().cost();
    ask(&mut window, Action::PickRow(4));
    assert!(first.is_some() && first != window.state().cost());
}

/// Waits until something is said.
fn wait_for(window: &mut Harness<'_, App>, said: &str) -> bool {
    for _ in 0..1_000 {
        settle(window);
        if window.state().notices().any(|notice| notice.contains(said)) {
            return true;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    false
}

/// A mesh of one square, so large.
fn square(size: u32) -> String {
    format!(
        "mesh\n2\n4 1\n0 0 1 0\n{size} 0 1 0\n{size} {size} 1 0\n0 {size} 1 0\n4 0 1 2 3 -1 -1 -1 -1\n"
    )
}

#[test]
fn a_file_that_changes_on_disk_is_read_again() {
    let folder = Folder::new("changing");
    let path = folder.put("changing.mesh", square(10).as_bytes());
    let mut window = first_start();
    ask(&mut window, Action::Open(Source::Path(path.clone())));
    fs::write(&path, square(1000)).unwrap();
    assert!(wait_for(&mut window, "was read again"));
}

#[test]
fn what_is_pinned_to_a_saved_mesh_outlives_a_change_of_its_file() {
    let folder = Folder::new("pinned");
    let path = folder.put("pinned.mesh", square(10).as_bytes());
    let mut window = first_start();
    ask(&mut window, Action::Open(Source::Path(path.clone())));
    let ends = Ends { start: Some(Point::new(1.0, 1.0)), goal: Some(Point::new(9.0, 9.0)) };
    ask(&mut window, Action::SetEnds(ends));
    ask(&mut window, Command::PinQuery);
    ask(&mut window, Command::Save);
    assert!(window.state().document().unwrap().is_saved());
    fs::write(&path, square(1000)).unwrap();
    assert!(wait_for(&mut window, "was read again"));
    let document = window.state().document().unwrap();
    assert_eq!(document.work().pins.len(), 1);
    assert!(document.is_saved() && document.done().len() == 0, "that is nobody's step");
}

#[test]
fn a_file_by_two_names_is_the_same_file() {
    let folder = Folder::new("two-names");
    let path = folder.put("square.mesh", square(10).as_bytes());
    let mut window = first_start();
    ask(&mut window, Action::Open(Source::Path(folder.0.join(".").join("square.mesh"))));
    let ends = Ends { start: Some(Point::new(1.0, 1.0)), goal: Some(Point::new(9.0, 9.0)) };
    ask(&mut window, Action::SetEnds(ends));
    let cost = window.state().cost();
    ask(&mut window, Action::Open(Source::Path(path)));
    assert!(cost.is_some() && window.state().cost() == cost, "what was asked of it stays");
}

#[test]
fn what_is_odd_about_a_mesh_is_told_again_when_it_is_taken_back() {
    let folder = Folder::new("odd-and-kept");
    let mut window = first_start();
    window.state_mut().keep_unsaved_in(&folder.0);
    ask(&mut window, Action::Open(example("broken.mesh")));
    ask(&mut window, Command::AskAcross);
    ask(&mut window, Command::PinQuery);
    assert!(!window.state().document().unwrap().is_saved());
    window.state_mut().flush_recovery();
    drop(window);
    let mut next = first_start();
    next.state_mut().keep_unsaved_in(&folder.0);
    settle(&mut next);
    next.get_by_label("Recover").click();
    settle(&mut next);
    assert_eq!(next.state().open_name(), Some("broken.mesh"));
    assert!(next.query_by_label_contains("Findings (").is_some());
    assert!(next.query_by_label("Findings (none)").is_none());
}

#[test]
fn findings_lead_to_where_they_are() {
    let mut window = first_start();
    ask(&mut window, Action::Open(example("broken.mesh")));
    let field = window.get_by_label("Filter findings");
    field.focus();
    window.run_ok();
    window.get_by_label("Filter findings").type_text("one_sided_neighbour");
    settle(&mut window);
    let row = window.get_all_by_label_contains("names nobody over that edge").next().unwrap();
    row.click();
    settle(&mut window);
    assert!(window.query_by_label("of face").is_some(), "the inspector shows the edge");
}

#[test]
fn nothing_is_drawn_while_nothing_happens() {
    let mut window = first_start();
    window.run_steps(20);
    let delay = window.output().viewport_output[&egui::ViewportId::ROOT].repaint_delay;
    let causes = window.ctx.repaint_causes();
    assert!(std::time::Duration::from_secs(1) < delay, "{delay:?}: {causes:?}");
}

#[test]
fn a_scenario_opens_the_map_beside_it() {
    let folder = Folder::new("beside");
    folder.put("maze.map", include_bytes!("../../assets/maze.map"));
    let rows = folder.put("maze.scen", include_bytes!("../../assets/maze.scen"));
    let mut window = first_start();
    ask(&mut window, Action::Open(Source::Path(rows)));
    settle(&mut window);
    assert_eq!(window.state().open_name(), Some("maze.map"));
    ask(&mut window, Action::PickRow(0));
    assert!(window.query_by_label_contains("the file says 11").is_some());
    // On another map its rows mean nothing.
    ask(&mut window, Action::Open(example("islands.mesh")));
    assert!(window.query_by_label_contains("the file says").is_none());
}

#[test]
fn a_file_is_watched_on_after_it_could_not_be_read() {
    let path = std::env::temp_dir().join(format!("wayglass-torn-{}.mesh", std::process::id()));
    let whole = include_bytes!("../../assets/broken.mesh");
    fs::write(&path, whole).unwrap();
    let mut window = first_start();
    ask(&mut window, Action::Open(Source::Path(path.clone())));
    fs::write(&path, "mesh\n3\n1 0\n0.5 north\n").unwrap();
    assert!(wait_for(&mut window, "found \"north\""));
    fs::write(&path, whole).unwrap();
    assert!(wait_for(&mut window, "was read again"));
    fs::remove_file(&path).unwrap();
}
