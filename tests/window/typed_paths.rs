use std::fs;
use std::path::Path;

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use wayglass::app::{Action, App, Command, OnScenario};

use super::{Folder, ask, empty, example, first_start, settle};

/// Puts a path into a field, in the place of what is there.
fn type_path(window: &mut Harness<'_, App>, field: &str, path: &Path) {
    super::field(window, field).focus();
    window.step();
    window.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::A);
    window.step();
    super::field(window, field).type_text(&path.display().to_string());
    settle(window);
}

#[test]
fn without_a_dialog_of_the_system_a_path_is_typed() {
    let folder = Folder::new("typed");
    let map = folder.put("broken.mesh", include_bytes!("../../assets/broken.mesh"));
    let mut window = empty();
    ask(&mut window, Command::Open);
    let notice = window.state().notices().last().unwrap();
    assert_eq!(notice, "There is no file dialog on this system: type the path");
    type_path(&mut window, "Open path", &map);
    window.key_press(egui::Key::Enter);
    settle(&mut window);
    assert_eq!(window.state().open_name(), Some("broken.mesh"));
}

#[test]
fn a_file_is_opened_by_dropping_it() {
    let folder = Folder::new("dropped");
    let map = folder.put("maze.map", include_bytes!("../../assets/maze.map"));
    let rows = folder.put("maze.scen", include_bytes!("../../assets/maze.scen"));
    let mut window = empty();
    for path in [map, rows] {
        window.input_mut().dropped_files.push(super::monkey::dropped(path));
    }
    settle(&mut window);
    settle(&mut window);
    assert_eq!(window.state().open_name(), Some("maze.map"));
    assert!(window.query_by_label_contains("pick one in the Scenario tab").is_some());
}

#[test]
fn a_file_is_opened_from_the_command_line() {
    let folder = Folder::new("argued");
    let map = folder.put("maze.map", include_bytes!("../../assets/maze.map"));
    let window = super::open(Harness::builder(), vec![map]);
    assert_eq!(window.state().open_name(), Some("maze.map"));
}

#[test]
fn another_map_is_compared_with_by_a_typed_path() {
    let folder = Folder::new("compared");
    let map = folder.put("other.mesh", include_bytes!("../../assets/islands.mesh"));
    let mut window = first_start();
    ask(&mut window, Command::CompareWith);
    type_path(&mut window, "Compare with map", &map);
    window.key_press(egui::Key::Enter);
    settle(&mut window);
    assert_eq!(window.state().other_cost(), window.state().cost());
}

#[test]
fn everything_is_saved_to_a_typed_path() {
    let folder = Folder::new("saved-to");
    let rows = folder.put("islands.mesh.scen", include_bytes!("../../assets/islands.mesh.scen"));
    let mut window = first_start();
    ask(&mut window, Action::Open(wayglass::app::Source::Path(rows)));
    ask(&mut window, Action::Scenario(OnScenario::RunAll));
    ask(&mut window, Command::PinQuery);
    for (command, field, name) in [
        (Command::SavePins, "Save pinned queries", "pins.scen"),
        (Command::SaveScenario, "Save scenario", "rows.csv"),
        (Command::SaveChart, "Save chart", "chart.svg"),
        (Command::SavePicture, "Path", "picture.png"),
        (Command::SaveAnimation, "Path", "search.gif"),
        (Command::SaveReport, "Path", "page.html"),
        (Command::ExportTrace, "Path", "search.trace.json"),
        (Command::SaveRepro, "Save repro", "query.repro"),
        (Command::Export, "Path", "map.mesh"),
        (Command::SaveAs, "Path", "again.mesh"),
    ] {
        check_saved(&mut window, command, field, &folder.0.join(name));
    }
    ask(&mut window, Action::Open(example("blobs.txt")));
    if window.query_by_label("Discard changes").is_some() {
        window.get_by_label("Discard changes").click();
        settle(&mut window);
    }
    check_saved(&mut window, Command::SaveAs, "Save as", &folder.0.join("village.wayglass"));
    // From now on it has a file, and needs no path.
    ask(&mut window, Command::PinQuery);
    let before = fs::read(folder.0.join("village.wayglass")).unwrap();
    ask(&mut window, Command::Save);
    assert_ne!(fs::read(folder.0.join("village.wayglass")).unwrap(), before);
}

fn check_saved(window: &mut Harness<'_, App>, command: Command, field: &str, path: &Path) {
    ask(window, command);
    type_path(window, field, path);
    let button = ["Save", "Save without them"]
        .into_iter()
        .find_map(|label| window.query_by_role_and_label(egui::Role::Button, label));
    button.unwrap_or_else(|| panic!("{command:?} has no button that saves")).click();
    settle(window);
    assert!(path.metadata().is_ok_and(|file| 0 < file.len()), "{command:?}");
    ask(window, Command::Cancel);
}
