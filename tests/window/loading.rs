use std::fs;
use std::path::PathBuf;

use egui::{Event, Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use wayglass::app::{Action, App, Command, Overwrite, Source};
use wayglass::document::{Change, Edit};
use wayglass::geom::Point;
use wayglass::layout::{Obstacle, ObstacleId};

use super::drawing::{draw_box, drawing};
use super::{Folder, ask, at_once, example, field, first_start, press, settle};

fn triangle() -> Action {
    let corners = [(70.0, 70.0), (80.0, 70.0), (70.0, 80.0)].map(|(x, y)| Point::new(x, y));
    let change = Change::Obstacle(ObstacleId(77), Some(Obstacle::new(corners)));
    Action::Edit(Edit::one("Draw", change))
}

#[test]
fn who_may_lose_one_drawing_may_not_lose_the_next() {
    let folder = Folder::new("may-lose");
    let mut window = drawing();
    draw_box(&mut window);
    let open = || Action::Open(example("blobs.txt"));
    at_once(&mut window, [Action::Anyway(Box::new(open())), Action::CancelTasks]);
    settle(&mut window);
    ask(&mut window, Action::SaveTo(folder.file("plan.wayglass").into(), Overwrite::Yes));
    // Somebody goes on drawing while it is loading.
    at_once(&mut window, [open(), triangle()]);
    settle(&mut window);
    assert_eq!(window.state().open_name(), Some("plan.wayglass"));
    assert!(window.query_by_label_contains("has unsaved changes").is_some());
    press(&mut window, "Discard changes");
    assert_eq!(window.state().open_name(), Some("blobs.txt"));
}

#[test]
fn keys_for_a_question_do_nothing_to_the_map_behind_it() {
    let mut window = drawing();
    draw_box(&mut window);
    ask(&mut window, Command::SelectTool);
    let before = window.state().document().unwrap().revision();
    let press_all = |window: &mut Harness<'_, App>| {
        for key in [Key::P, Key::Delete, Key::F] {
            window.key_press(key);
            window.step();
        }
        window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        settle(window);
    };
    let revision = |window: &Harness<'_, App>| window.state().document().unwrap().revision();
    for dialog in [Command::Export, Command::SavePicture] {
        ask(&mut window, dialog);
        window.event(Event::Text("plan".to_owned()));
        window.step();
        assert_eq!(field(&window, "Path").accesskit_node().value().as_deref(), Some("plan"));
        press_all(&mut window);
        assert_eq!(revision(&window), before, "{dialog:?}");
        ask(&mut window, Command::Cancel);
    }
    ask(&mut window, Action::Open(example("blobs.txt")));
    assert!(window.query_by_label_contains("has unsaved changes").is_some());
    press_all(&mut window);
    assert_eq!(revision(&window), before);
    // Tab goes from answer to answer.
    window.key_press(Key::Tab);
    window.step();
    window.key_press(Key::Tab);
    window.step();
    assert!(["Save…", "Discard changes", "Keep editing", "Close window"].into_iter().any(
        |label| {
            window.query_by_label(label).is_some_and(|button| button.accesskit_node().is_focused())
        }
    ));
}

#[test]
fn who_has_saved_while_it_was_loading_loses_nothing_that_came_after() {
    let folder = Folder::new("saved-meanwhile");
    let mut window = drawing();
    draw_box(&mut window);
    let open = Action::Open(example("blobs.txt"));
    let save = Action::SaveTo(folder.file("plan.wayglass").into(), Overwrite::Yes);
    at_once(&mut window, [Action::Anyway(Box::new(open)), save, triangle()]);
    settle(&mut window);
    assert_eq!(window.state().open_name(), Some("plan.wayglass"));
    assert!(window.query_by_label_contains("has unsaved changes").is_some());
}

#[test]
fn who_goes_on_drawing_what_was_given_up_is_asked_again() {
    let mut window = drawing();
    draw_box(&mut window);
    let open = Action::Open(example("blobs.txt"));
    at_once(&mut window, [Action::Anyway(Box::new(open)), triangle()]);
    settle(&mut window);
    assert_ne!(window.state().open_name(), Some("blobs.txt"));
    press(&mut window, "Discard changes");
    assert_eq!(window.state().open_name(), Some("blobs.txt"));
}

#[test]
fn what_was_asked_about_one_map_is_not_done_to_the_next() {
    let mut window = drawing();
    for (command, label, stays) in
        [(Command::SaveAs, "Save as", false), (Command::About, "cargo doc --open", true)]
    {
        ask(&mut window, command);
        assert!(window.query_all_by_label(label).next().is_some(), "{label}");
        ask(&mut window, Action::Open(example("blobs.txt")));
        assert_eq!(window.state().open_name(), Some("blobs.txt"));
        assert_eq!(window.query_all_by_label(label).next().is_some(), stays, "{label}");
    }
}

/// A map and its scenario.
fn maze(folder: &Folder) -> [PathBuf; 2] {
    let [map, rows] = ["maze.map", "maze.scen"].map(|name| PathBuf::from(folder.file(name)));
    fs::write(&map, include_bytes!("../../assets/maze.map")).unwrap();
    fs::write(&rows, include_bytes!("../../assets/maze.scen")).unwrap();
    [map, rows]
}

fn drop_all(window: &mut Harness<'_, App>, files: [PathBuf; 2]) {
    for path in files {
        window.input_mut().dropped_files.push(super::monkey::dropped(path));
    }
    settle(window);
}

#[test]
fn files_that_were_dropped_are_opened_together_or_not_at_all() {
    let folder = Folder::new("dropped-together");
    let mut window = drawing();
    draw_box(&mut window);
    drop_all(&mut window, maze(&folder));
    press(&mut window, "Keep editing");
    ask(&mut window, Action::SaveTo(folder.file("plan.wayglass").into(), Overwrite::Yes));
    ask(&mut window, Action::Open(example("islands.mesh")));
    settle(&mut window);
    assert_eq!(window.state().scenario_name(), None, "it was not wanted");
    ask(&mut window, Action::Open(Source::Path(folder.file("plan.wayglass").into())));
    ask(&mut window, triangle());
    drop_all(&mut window, maze(&folder));
    press(&mut window, "Discard changes");
    settle(&mut window);
    assert_eq!(window.state().open_name(), Some("maze.map"));
    assert_eq!(window.state().scenario_name(), Some("maze.scen"));
}

#[test]
fn what_is_cancelled_brings_nothing_after_it() {
    let folder = Folder::new("dropped-cancelled");
    let mut window = first_start();
    for path in maze(&folder) {
        window.input_mut().dropped_files.push(super::monkey::dropped(path));
    }
    window.step();
    at_once(&mut window, [Action::CancelTasks]);
    settle(&mut window);
    ask(&mut window, Action::Open(example("district.mesh")));
    settle(&mut window);
    assert_eq!(window.state().open_name(), Some("district.mesh"));
    assert_eq!(window.state().scenario_name(), None);
}

#[test]
fn a_trace_loses_nothing_and_so_asks_nothing() {
    let folder = Folder::new("typed-trace");
    let trace = folder.file("some.trace.yaml");
    fs::write(&trace, "version: 1.4.0\nevents:\n  - {type: source, id: s, x: 0, y: 0}\n").unwrap();
    let mut window = drawing();
    draw_box(&mut window);
    ask(&mut window, Action::OpenTyped(trace));
    assert!(window.query_by_label_contains("has unsaved changes").is_none());
    assert_eq!(window.state().trace_name(), Some("some.trace.yaml"));
}

fn square(size: u32) -> String {
    format!(
        "mesh\n2\n4 1\n0 0 1 0\n{size} 0 1 0\n{size} {size} 1 0\n0 {size} 1 0\n4 0 1 2 3 -1 -1 -1 -1\n"
    )
}

/// Lets frames pass until something holds; whether it does by then.
fn wait_until(window: &mut Harness<'_, App>, holds: impl Fn(&App) -> bool) -> bool {
    for _ in 0..3_000 {
        window.step();
        if holds(window.state()) {
            return true;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    false
}

#[test]
fn a_file_is_watched_on_after_somebody_did_not_want_to_read_it_again() {
    let folder = Folder::new("watched-on");
    let path = PathBuf::from(folder.file("changing.mesh"));
    fs::write(&path, square(10)).unwrap();
    let mut window = first_start();
    ask(&mut window, Action::Open(Source::Path(path.clone())));
    let is_read = |app: &App| app.notices().any(|notice| notice.contains("was read again"));
    fs::write(&path, square(1000)).unwrap();
    assert!(wait_until(&mut window, App::is_busy));
    at_once(&mut window, [Action::CancelTasks]);
    settle(&mut window);
    ask(&mut window, Command::Reload);
    assert!(!is_read(window.state()), "nobody else has changed it since");
    fs::write(&path, square(20)).unwrap();
    assert!(wait_until(&mut window, App::is_busy));
    at_once(&mut window, [Action::CancelTasks]);
    settle(&mut window);
    fs::write(&path, square(3000)).unwrap();
    assert!(wait_until(&mut window, is_read));
}
