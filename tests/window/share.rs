use std::fs;
use std::io::Cursor;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use image::AnimationDecoder as _;
use image::codecs::gif::GifDecoder;
use wayglass::app::{Action, App, Command, Paper, Part, Share, Source};
use wayglass::document::{Change, Edit};
use wayglass::draw::animation::Reel;
use wayglass::draw::{Size, Theme};
use wayglass::geom::Point;
use wayglass::layout::work::Thing;
use wayglass::layout::{Agent, Border, Obstacle, ObstacleId};
use wayglass::search::Preparation;

use super::{Folder, ask, example, field, first_start, press, settle};

/// Types something else into a field.
fn retype(window: &mut Harness<'_, App>, label: &str, text: &str) {
    field(window, label).focus();
    window.run_ok();
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.run_ok();
    field(window, label).type_text(text);
    window.run_ok();
}

fn frames(gif: &[u8]) -> Vec<image::Frame> {
    let decoder = GifDecoder::new(Cursor::new(gif)).unwrap();
    decoder.into_frames().collect_frames().unwrap()
}

#[test]
fn a_picture_has_the_size_and_the_colours_that_were_asked_for() {
    let folder = Folder::new("share-picture");
    let mut window = first_start();
    let mut papers = Vec::new();
    for (name, colors) in [("light.png", "Dark on light"), ("dark.png", "Light on dark")] {
        ask(&mut window, Command::SavePicture);
        retype(&mut window, "Size", "640x400");
        window.get_by_label(colors).click();
        retype(&mut window, "Path", &folder.file(name));
        press(&mut window, "Save");
        let picture = image::load_from_memory(&folder.read(name)).unwrap().into_rgb8();
        assert_eq!(picture.dimensions(), (640, 400));
        papers.push(picture.get_pixel(1, 1).0.map(u32::from).iter().sum::<u32>());
        assert!(window.query_by_label("Size").is_none(), "the dialog is gone");
    }
    assert!(papers[1] < papers[0], "{papers:?}");
}

#[test]
fn a_size_that_cannot_be_is_said_before_anything_is_drawn() {
    let mut window = first_start();
    ask(&mut window, Command::SavePicture);
    retype(&mut window, "Size", "640 by 400");
    assert!(window.query_by_label_contains("Expected two whole numbers").is_some());
    retype(&mut window, "Size", "100000x2");
    assert!(window.query_by_label_contains("at most 16384 pixels wide").is_some());
    let save = window.get_by_role_and_label(egui::Role::Button, "Save");
    assert!(save.accesskit_node().is_disabled());
}

#[test]
fn the_search_becomes_an_animation_of_as_many_frames_as_are_said() {
    let folder = Folder::new("share-search");
    let mut window = first_start();
    ask(&mut window, Command::SaveAnimation);
    assert!(window.query_by_label("96 frames").is_some());
    retype(&mut window, "Size", "320x200");
    retype(&mut window, "Path", &folder.file("search.gif"));
    press(&mut window, "Save");
    let frames = frames(&folder.read("search.gif"));
    assert!((90..=96).contains(&frames.len()), "{}: what is the same is one frame", frames.len());
    assert_eq!(frames[0].buffer().dimensions(), (320, 200));
}

#[test]
fn what_was_drawn_becomes_an_animation_step_by_step() {
    let folder = Folder::new("share-steps");
    let mut window = first_start();
    ask(&mut window, Action::Open(example("blobs.txt")));
    let middle = {
        let bounds = window.state().document().unwrap().layout().unwrap().drawn_bounds();
        bounds.min + (bounds.max - bounds.min) * 0.5
    };
    for step in 0..4 {
        let at = middle + Point::new(4.0, 3.0) * f64::from(step);
        let corners = [(0.0, 0.0), (9.0, 0.0), (0.0, 9.0)];
        let corners = corners.map(|(x, y)| at + Point::new(x, y));
        let change = Change::Obstacle(ObstacleId(9_999), Some(Obstacle::new(corners)));
        ask(&mut window, Action::Edit(Edit::one("Move obstacle", change)));
    }
    ask(&mut window, Command::SaveAnimation);
    window.get_by_label("What was done").click();
    settle(&mut window);
    retype(&mut window, "Size", "320x240");
    retype(&mut window, "Path", &folder.file("steps.gif"));
    press(&mut window, "Save");
    let all = frames(&folder.read("steps.gif"));
    assert_eq!(all.len(), 5, "before the first step, and after each");
    let paper = Paper { size: Size::new(320, 240).unwrap(), theme: Theme::Dark };
    let some = |window: &mut Harness<'_, App>, steps: RangeInclusive<usize>| {
        let path = PathBuf::from(folder.file("some.gif"));
        ask(window, Action::Share(Share::Steps { paper, steps, per_second: 10 }, path));
        frames(&folder.read("some.gif"))
    };
    let (all, some) = (some(&mut window, 1..=4), some(&mut window, 2..=3));
    let like = |frame: &image::Frame| {
        let difference = |place: &usize| -> u64 {
            let pairs = all[*place].buffer().as_raw().iter().zip(frame.buffer().as_raw());
            pairs.map(|(a, b)| u64::from(a.abs_diff(*b))).sum()
        };
        (0..all.len()).min_by_key(difference).unwrap()
    };
    assert_eq!(some.iter().map(like).collect::<Vec<_>>(), [1, 2, 3], "those that were asked for");
    let path = PathBuf::from(folder.file("none.gif"));
    ask(&mut window, Action::Share(Share::Steps { paper, steps: 9..=12, per_second: 10 }, path));
    let notice = window.state().notices().last().unwrap();
    assert_eq!(notice, "There are no such steps, only those from 1 to 4");
}

#[test]
fn steps_are_searched_like_in_the_window() {
    let folder = Folder::new("share-prepared");
    let mut window = first_start();
    ask(&mut window, Action::GoTo("f 17".to_owned()));
    ask(&mut window, Command::ToggleWalkable);
    let paper = Paper { size: Size::new(320, 240).unwrap(), theme: Theme::Light };
    let film = |window: &mut Harness<'_, App>, name: &str| {
        let share = Share::Steps { paper, steps: 1..=1, per_second: 10 };
        ask(window, Action::Share(share, folder.file(name).into()));
        folder.read(name)
    };
    let thin = film(&mut window, "thin.gif");
    let preparation = Preparation { radius: 2.0, ..Preparation::default() };
    ask(&mut window, Action::SetPreparation(preparation));
    assert!(thin != film(&mut window, "wide.gif"), "somebody wide goes another way");
}

#[test]
fn a_picture_has_all_that_is_on_the_canvas_and_no_more_than_is_seen() {
    let folder = Folder::new("share-seen");
    let mut window = first_start();
    ask(&mut window, Command::PinQuery);
    ask(&mut window, Action::GoTo("f 17".to_owned()));
    let paper = Paper { size: Size::PICTURE, theme: Theme::Light };
    let picture = |window: &mut Harness<'_, App>, part: Part, name: &str| {
        ask(window, Action::Share(Share::Picture(paper, part), folder.file(name).into()));
        String::from_utf8(folder.read(name)).unwrap()
    };
    let whole = picture(&mut window, Part::Whole, "whole.svg");
    for ink in ["pin", "path", "start", "goal"] {
        assert!(whole.contains(&format!("class=\"{ink} ")), "{ink}");
    }
    ask(&mut window, Command::ZoomIn);
    let zoomed = picture(&mut window, Part::Whole, "again.svg");
    assert!(whole == zoomed, "all of the map is the same from wherever it is seen");
    let seen = picture(&mut window, Part::Seen, "seen.svg");
    assert!(seen.contains("class=\"selection "), "what is selected is in view");
    ask(&mut window, Command::ZoomIn);
    assert!(seen != picture(&mut window, Part::Seen, "closer.svg"));
}

#[test]
fn whoever_stops_it_finds_no_file() {
    let folder = Folder::new("share-stop");
    let mut window = first_start();
    for button in ["Stop", "Cancel"] {
        ask(&mut window, Command::SaveAnimation);
        let paper = Paper { size: Size::new(1600, 1000).unwrap(), theme: Theme::Light };
        let reel = Reel { frames_per_second: 50, seconds: 600.0, ..Reel::all() };
        let path = PathBuf::from(folder.file("long.gif"));
        let ctx = window.ctx.clone();
        window.state_mut().run(Action::Share(Share::Search(paper, reel), path), &ctx);
        window.run_steps(3);
        assert!(window.state().is_busy());
        assert!(window.query_by_label("Timeline").is_some(), "the window stays alive");
        window.get_by_role_and_label(egui::Role::Button, button).click();
        settle(&mut window);
        ask(&mut window, Command::Cancel);
    }
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 0);
}

#[test]
fn what_is_being_written_is_not_given_up_for_something_else() {
    let folder = Folder::new("share-twice");
    let mut window = first_start();
    let paper = Paper { size: Size::new(1600, 1000).unwrap(), theme: Theme::Light };
    let reel = Reel { frames_per_second: 50, seconds: 600.0, ..Reel::all() };
    let ctx = window.ctx.clone();
    for (share, name) in [
        (Share::Search(paper, reel), "long.gif"),
        (Share::Picture(paper, Part::Whole), "quick.svg"),
        (Share::Page, "quick.html"),
    ] {
        window.state_mut().run(Action::Share(share, folder.file(name).into()), &ctx);
    }
    window.run_steps(2);
    let notice = window.state().notices().last().unwrap();
    assert_eq!(notice, "Something else is being written: wait for it, or cancel it");
    assert!(window.query_by_label("drawing the animation").is_some(), "it goes on");
    window.get_by_role_and_label(egui::Role::Button, "Cancel").click();
    settle(&mut window);
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 0);
}

#[test]
fn what_is_hidden_is_in_no_picture_even_if_there_is_no_mesh() {
    let folder = Folder::new("share-hidden");
    let mut window = super::empty();
    ask(&mut window, Action::NewLayout(Border::Box { margin: 100.0 }));
    let square = |id: u32, x: f64| {
        let corners = [(x, 0.0), (x + 9.0, 0.0), (x + 9.0, 9.0)].map(|(x, y)| Point::new(x, y));
        Change::Obstacle(ObstacleId(id), Some(Obstacle::new(corners)))
    };
    // Nobody can go anywhere with such a radius.
    let agent = Change::Agent(Agent { radius: 1e300, ..Agent::default() });
    let changes = vec![square(1, 0.0), square(2, 20.0), square(3, 40.0), agent];
    ask(&mut window, Action::Edit(Edit { title: "Draw".into(), changes }));
    let paper = Paper { size: Size::PICTURE, theme: Theme::Light };
    let picture = |window: &mut Harness<'_, App>, change: Option<Change>| {
        if let Some(change) = change {
            ask(window, Action::Edit(Edit::one("Change", change)));
        }
        let path = folder.file("drawn.svg").into();
        ask(window, Action::Share(Share::Picture(paper, Part::Seen), path));
        String::from_utf8(folder.read("drawn.svg")).unwrap()
    };
    let whole = picture(&mut window, None);
    let thing = Thing::Obstacle(ObstacleId(2));
    let hidden = picture(&mut window, Some(Change::Hide(thing, true)));
    let deleted = picture(&mut window, Some(Change::Obstacle(ObstacleId(2), None)));
    assert!(hidden != whole && hidden == deleted);
}

#[test]
fn an_ending_that_does_not_fit_is_refused() {
    let folder = Folder::new("share-ending");
    let mut window = first_start();
    let paper = Paper { size: Size::PICTURE, theme: Theme::Light };
    for (share, sentence) in [
        (Share::Picture(paper, Part::Whole), "A picture ends in .svg or .png"),
        (Share::Search(paper, Reel::all()), "An animation ends in .gif"),
        (Share::Page, "A page ends in .html"),
    ] {
        ask(&mut window, Action::Share(share, PathBuf::from(folder.file("map.bmp"))));
        assert_eq!(window.state().notices().last(), Some(sentence));
    }
    ask(&mut window, Action::Share(Share::Page, PathBuf::from("/nowhere/at/all/map.html")));
    let notice = window.state().notices().last().unwrap();
    assert!(notice.contains("/nowhere/at/all"), "{notice}");
}

#[test]
fn a_report_has_the_findings_and_what_came_of_the_rows() {
    let folder = Folder::new("share-report");
    let mut window = first_start();
    ask(&mut window, Action::Open(example("broken.mesh")));
    ask(&mut window, Command::SaveReport);
    retype(&mut window, "Path", &folder.file("broken.html"));
    press(&mut window, "Save");
    let page = String::from_utf8(folder.read("broken.html")).unwrap();
    assert!(page.contains("names nobody over that edge") && page.contains("<svg"));

    ask(&mut window, Action::Open(example("islands.mesh")));
    let scenario = folder.0.join("islands.mesh.scen");
    fs::write(&scenario, include_bytes!("../../assets/islands.mesh.scen")).unwrap();
    ask(&mut window, Action::Open(Source::Path(scenario)));
    ask(&mut window, Command::RunScenario);
    ask(&mut window, Command::SaveReport);
    assert!(window.query_by_label("and with what came of islands.mesh.scen").is_some());
    retype(&mut window, "Path", &folder.file("islands.html"));
    press(&mut window, "Save");
    let page = String::from_utf8(folder.read("islands.html")).unwrap();
    assert!(page.contains("<h2>islands.mesh.scen</h2>") && page.contains("The slowest"));
}

#[test]
fn a_trace_of_a_file_can_be_shown_to_others_too() {
    let folder = Folder::new("share-trace");
    let mut window = super::empty();
    let trace = folder.0.join("some.trace.yaml");
    fs::write(
        &trace,
        "version: 1.4.0\nevents:\n  - {type: source, id: s, x: 0, y: 0}\n  \
         - {type: generating, id: 1, x: 5, y: 5}\n  - {type: expanding, id: 1}\n  \
         - {type: generating, id: 2, pId: 1, x: 9, y: 0}\n  - {type: end, id: t, pId: 2, x: 9, y: 0}\n",
    )
    .unwrap();
    ask(&mut window, Action::Open(Source::Path(trace)));
    let paper = Paper { size: Size::new(300, 200).unwrap(), theme: Theme::Light };
    let path = |name: &str| PathBuf::from(folder.file(name));
    ask(&mut window, Action::Share(Share::Picture(paper, Part::Whole), path("alone.png")));
    assert_eq!(image::load_from_memory(&folder.read("alone.png")).unwrap().width(), 300);
    ask(&mut window, Action::Share(Share::Search(paper, Reel::all()), path("alone.gif")));
    assert!(2 < frames(&folder.read("alone.gif")).len());
    ask(&mut window, Action::Share(Share::Page, path("alone.html")));
    assert_eq!(window.state().notices().last(), Some("Nothing is open"));
}
