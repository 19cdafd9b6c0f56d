use std::fs;

use egui_kittest::kittest::Queryable as _;
use wayglass::app::{Action, Source};

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

#[test]
fn a_file_that_changes_on_disk_is_read_again() {
    let path = std::env::temp_dir().join(format!("wayglass-changing-{}.mesh", std::process::id()));
    let square = |size: u32| {
        format!(
            "mesh\n2\n4 1\n0 0 1 0\n{size} 0 1 0\n{size} {size} 1 0\n0 {size} 1 0\n4 0 1 2 3 -1 -1 -1 -1\n"
        )
    };
    fs::write(&path, square(10)).unwrap();
    let mut window = first_start();
    ask(&mut window, Action::Open(Source::Path(path.clone())));
    fs::write(&path, square(1000)).unwrap();
    let is_read = |window: &egui_kittest::Harness<'_, wayglass::app::App>| {
        window.state().notices().any(|notice| notice.contains("was read again"))
    };
    for _ in 0..1_000 {
        settle(&mut window);
        if is_read(&window) {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    fs::remove_file(&path).unwrap();
    assert!(is_read(&window));
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
    let wait_for = |window: &mut egui_kittest::Harness<'_, wayglass::app::App>, said: &str| {
        for _ in 0..1_000 {
            settle(window);
            if window.state().notices().any(|notice| notice.contains(said)) {
                return true;
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        false
    };
    fs::write(&path, "mesh\n3\n1 0\n0.5 north\n").unwrap();
    assert!(wait_for(&mut window, "found \"north\""));
    fs::write(&path, whole).unwrap();
    assert!(wait_for(&mut window, "was read again"));
    fs::remove_file(&path).unwrap();
}
