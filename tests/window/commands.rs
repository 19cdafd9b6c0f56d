use egui_kittest::kittest::Queryable as _;
use wayglass::app::{Action, Command, Paper, Part, Share, Source};
use wayglass::draw::{Size, Theme};

use super::{ask, empty, first_start, settle};

#[test]
fn every_command_runs_on_an_empty_window() {
    for &command in Command::ALL {
        let mut window = empty();
        ask(&mut window, command);
        window.run_ok();
    }
}

#[test]
fn every_command_runs_on_an_open_map_and_so_does_the_next() {
    let mut window = first_start();
    for &command in Command::ALL {
        ask(&mut window, command);
        ask(&mut window, Command::Cancel);
        if window.state().open_name().is_none() {
            ask(&mut window, wayglass::app::Action::Open(Source::Example(0)));
        }
    }
}

#[test]
fn every_example_is_shown_with_every_colouring() {
    let mut window = first_start();
    for number in 0..wayglass::example::Example::ALL.len() {
        ask(&mut window, wayglass::app::Action::Open(Source::Example(number)));
        let name = wayglass::example::Example::ALL[number].file_name;
        assert_eq!(window.state().open_name(), Some(name));
        for &by in wayglass::draw::ColorBy::ALL {
            ask(&mut window, wayglass::app::Action::ColorBy(by));
        }
    }
}

#[test]
fn no_two_commands_have_the_same_key() {
    let window = empty();
    // The arrows move what is selected, and step through a search where nothing is: never both.
    let is_shared =
        |command: &&Command| matches!(command, Command::NudgeLeft | Command::NudgeRight);
    let commands = Command::ALL.iter().filter(|command| !is_shared(command));
    let mut keys: Vec<String> = commands.filter_map(|command| command.key(&window.ctx)).collect();
    let n_keys = keys.len();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), n_keys);
}

#[test]
fn the_palette_finds_a_command_and_runs_it() {
    let mut window = first_start();
    window.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::P);
    settle(&mut window);
    window.get_by_label("Command").type_text("close map");
    window.run_ok();
    window.key_press(egui::Key::Enter);
    settle(&mut window);
    assert_eq!(window.state().open_name(), None);
    assert!(window.query_by_label("Drop a map file here").is_some());
}

#[test]
fn panels_fold_away_by_their_keys() {
    let mut window = first_start();
    for (key, label) in
        [(egui::Key::F2, "Maps"), (egui::Key::F3, "Inspector"), (egui::Key::F4, "Timeline")]
    {
        assert!(window.query_by_label(label).is_some(), "{label}");
        window.key_press(key);
        settle(&mut window);
        assert!(window.query_by_label(label).is_none(), "{label}");
        window.key_press(key);
        settle(&mut window);
        assert!(window.query_by_label(label).is_some(), "{label}");
    }
}

#[test]
fn every_tab_shows_something_with_and_without_a_map() {
    for (tab, said) in [
        ("Events", "parent"),
        ("Chart", "open nodes"),
        ("Breakpoints", "Stop when f falls"),
        ("Statistics", "sides of faces"),
    ] {
        let mut window = empty();
        window.get_by_label(tab).click();
        settle(&mut window);
        assert_eq!(window.query_all_by_label_contains(said).count(), 0, "{tab}");
        let mut window = first_start();
        window.get_by_label(tab).click();
        settle(&mut window);
        assert_ne!(window.query_all_by_label_contains(said).count(), 0, "{tab}");
    }
}

#[test]
fn pictures_maps_and_traces_are_saved_by_their_dialogs() {
    let folder = super::Folder::new("saved");
    let mut window = first_start();
    let place = |name: &str| std::path::PathBuf::from(folder.file(name));
    let paper = Paper { size: Size::PICTURE, theme: Theme::Light };
    let picture = |path| Action::Share(Share::Picture(paper, Part::Whole), path);
    ask(&mut window, picture(place("map.svg")));
    ask(&mut window, picture(place("map.png")));
    ask(&mut window, Action::Share(Share::Trace, place("map.trace.yaml")));
    let target = wayglass::format::Target::Mesh2;
    ask(&mut window, wayglass::app::Action::Export(place("map.mesh"), target));
    for (name, start) in [
        ("map.svg", &b"<svg"[..]),
        ("map.png", &b"\x89PNG"[..]),
        ("map.trace.yaml", &b"version"[..]),
        ("map.mesh", &b"mesh\n2"[..]),
    ] {
        let bytes = std::fs::read(place(name)).unwrap();
        assert!(bytes.starts_with(start), "{name}");
    }
    ask(&mut window, picture(place("map.gif")));
    assert_eq!(window.state().notices().last(), Some("A picture ends in .svg or .png"));
}

#[test]
fn the_losses_of_a_format_are_told_before_anything_is_written() {
    let mut window = first_start();
    ask(&mut window, Command::Export);
    window.get_by_label("Format").click();
    settle(&mut window);
    window.get_by_label("Menge nav").click();
    settle(&mut window);
    assert!(window.query_by_label_contains("2,515 blocked faces").is_some());
    assert!(window.query_by_label("Save without them").is_some());
}
