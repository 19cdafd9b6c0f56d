use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use wayglass::app::{Action, App, Command, OnCompare, Paper, Part, Share, With};
use wayglass::draw::{ColorBy, Size, Theme};
use wayglass::geom::Point;
use wayglass::search::Algorithm;
use wayglass::search::compare::By;
use wayglass::tool::Ends;

use super::{Folder, ask, canvas, click, drag, example, field, first_start, settle};

/// The district with a query across it, and the tab open.
fn district() -> Harness<'static, App> {
    let mut window = first_start();
    ask(&mut window, Action::Open(example("district.mesh")));
    let query = Ends { start: Some(Point::new(62.0, 20.0)), goal: Some(Point::new(186.0, 140.0)) };
    ask(&mut window, Action::SetEnds(query));
    window.get_by_label("Compare").click();
    settle(&mut window);
    window
}

fn compare(window: &mut Harness<'_, App>, what: OnCompare) {
    ask(window, Action::Compare(what));
}

#[test]
fn two_algorithms_give_both_costs_and_a_first_difference() {
    let mut window = district();
    compare(&mut window, OnCompare::With(With::Algorithm(Algorithm::AstarFunnel)));
    let (cost, other) = (window.state().cost().unwrap(), window.state().other_cost().unwrap());
    assert!((cost - 193.136).abs() < 1e-3 && cost <= other, "{cost} and {other}");
    assert!(window.query_by_label("193.136").is_some(), "the first cost is in the table");
    assert!(window.query_all_by_label("expanded").count() != 0, "and so are counters");
    let (event, did) = window.state().first_difference().unwrap();
    assert_ne!(did[0], did[1]);
    let link = format!("First difference at event {}", event + 1);
    window.get_by_label(&link).click();
    settle(&mut window);
    assert_eq!(window.state().event().0, event);
}

#[test]
fn the_other_search_follows_the_query() {
    let mut window = district();
    compare(&mut window, OnCompare::With(With::Algorithm(Algorithm::Visibility)));
    for goal in [Point::new(186.0, 140.0), Point::new(180.0, 140.0), Point::new(62.0, 24.0)] {
        ask(&mut window, Action::SetEnd(wayglass::search::End::Goal, goal));
        let costs = window.state().cost().zip(window.state().other_cost());
        let (cost, other) = costs.unwrap();
        assert!((cost - other).abs() < 1e-6, "both are optimal: {cost} and {other}");
    }
    assert!(window.query_all_by_label("none").next().is_some(), "costs do not differ");
    ask(&mut window, Command::ClearQuery);
    assert!(window.query_by_label("Set a start and a goal to compare paths").is_some());
    compare(&mut window, OnCompare::With(With::Nothing));
    assert_eq!(window.state().other_cost(), None);
}

#[test]
fn scrubbing_moves_both() {
    let mut window = district();
    compare(&mut window, OnCompare::With(With::Algorithm(Algorithm::AstarFunnel)));
    ask(&mut window, Command::ToggleSplit);
    ask(&mut window, Action::Seek(3));
    assert_eq!(window.state().other_event().unwrap().0, 3);
    ask(&mut window, Command::StepForward);
    assert_eq!(window.state().other_event().unwrap().0, 4);
    compare(&mut window, OnCompare::By(By::F));
    let (_, last) = window.state().event();
    let mut before = 0;
    for part in 0..=10 {
        ask(&mut window, Action::Seek(last * part / 10));
        let (event, _) = window.state().other_event().unwrap();
        assert!(before <= event);
        before = event;
    }
    let (event, last) = window.state().other_event().unwrap();
    assert_eq!(event, last, "both end together");
    assert!(window.query_by_label_contains("beside").is_some());
}

#[test]
fn after_an_edit_the_map_as_opened_shows_what_changed() {
    let mut window = district();
    compare(&mut window, OnCompare::With(With::AsOpened));
    assert!(window.query_by_label("The maps are the same").is_some());
    let same = "Both searches did the same, step by step";
    assert!(window.query_by_label(same).is_some());
    ask(&mut window, Action::GoTo("f 17".to_owned()));
    ask(&mut window, Command::ToggleWalkable);
    assert!(window.query_by_label("1 face blocked or unblocked").is_some());
    let row = window.query_by_label("face 17 is blocked here");
    row.or(window.query_by_label("face 17 is walkable here")).unwrap().click();
    settle(&mut window);
    ask(&mut window, Command::DeleteFace);
    assert!(window.query_by_label("1 face only there").is_some());
    window.get_by_label_contains(" is only there").click();
    settle(&mut window);
    ask(&mut window, Command::ToggleSplit);
    ask(&mut window, Command::Undo);
    ask(&mut window, Command::Undo);
    assert!(window.query_by_label("The maps are the same").is_some());
}

#[test]
fn another_map_is_read_and_one_that_cannot_be_is_said_in_a_sentence() {
    let folder = Folder::new("compare");
    let district_file = wayglass::example::Example::ALL
        .iter()
        .find(|example| example.file_name == "district.mesh")
        .unwrap();
    let (good, bad) = (folder.file("copy.mesh"), folder.file("broken.mesh"));
    std::fs::write(&good, district_file.bytes).unwrap();
    std::fs::write(&bad, "mesh\n3\n1 0\n0.5 north\n").unwrap();
    let mut window = district();
    compare(&mut window, OnCompare::WithTyped(good));
    assert!(window.query_by_label("The maps are the same").is_some());
    assert_eq!(window.state().cost(), window.state().other_cost());
    compare(&mut window, OnCompare::WithTyped(bad));
    let said: Vec<String> = window.state().notices().map(str::to_owned).collect();
    assert!(said.iter().any(|said| said.contains("broken.mesh: line 4")), "{said:?}");
    compare(&mut window, OnCompare::WithTyped(folder.file("none")));
    let said: Vec<String> = window.state().notices().map(str::to_owned).collect();
    assert!(said.iter().any(|said| said.contains("none: cannot read it")), "{said:?}");
    assert_eq!(window.state().other_cost(), None);
}

#[test]
fn who_has_looked_at_both_sides_sees_again_what_they_saw() {
    let mut window = district();
    compare(&mut window, OnCompare::With(With::Algorithm(Algorithm::AstarFunnel)));
    let at = canvas(&window).lerp_inside(egui::vec2(0.4, 0.45)).round();
    let mut starts = Vec::new();
    for n_times in [0, 2, 4] {
        (0..n_times).for_each(|_| ask(&mut window, Command::ToggleSplit));
        ask(&mut window, Command::ClearQuery);
        click(&mut window, at);
        starts.push(field(&window, "Start").accesskit_node().value().unwrap());
    }
    assert!(starts.iter().all(|start| *start == starts[0]), "{starts:?}");
}

#[test]
fn side_by_side_the_pointer_means_the_same_on_either_half() {
    let mut window = district();
    ask(&mut window, Command::ToggleSplit);
    assert!(
        window.state().other_cost().is_some(),
        "the next algorithm is what it is compared with"
    );
    ask(&mut window, Command::Fit);
    let canvas = canvas(&window);
    let on_left = canvas.lerp_inside(egui::vec2(0.2, 0.5)).round();
    let aside = egui::vec2(((canvas.width() - 3.0) / 2.0).floor() + 3.0, 0.0);
    let mut starts = Vec::new();
    for at in [on_left, on_left + aside] {
        ask(&mut window, Command::ClearQuery);
        click(&mut window, at);
        starts.push(field(&window, "Start").accesskit_node().value().unwrap());
    }
    assert_eq!(starts[0], starts[1]);
    drag(&mut window, on_left + aside, on_left + aside + egui::vec2(-20.0, 40.0));
    let start = field(&window, "Start").accesskit_node().value().unwrap();
    assert_ne!(start, starts[0]);
}

/// What the canvas shows as a picture, in words.
fn picture(window: &mut Harness<'_, App>) -> String {
    let folder = Folder::new("compare-picture");
    let paper = Paper { size: Size::PICTURE, theme: Theme::Light };
    let share = Share::Picture(paper, Part::Seen);
    ask(window, Action::Share(share, folder.file("seen.svg").into()));
    String::from_utf8(folder.read("seen.svg")).unwrap()
}

/// Whether something is drawn in an ink.
fn has(picture: &str, ink: &str) -> bool {
    picture.contains(&format!("class=\"{ink} "))
}

#[test]
fn over_each_other_both_searches_are_seen_and_scrubbed_together() {
    let mut window = district();
    let alone = picture(&mut window);
    assert!(!["other-path", "other-open", "other-cone"].iter().any(|ink| has(&alone, ink)));
    compare(&mut window, OnCompare::With(With::Algorithm(Algorithm::AstarFunnel)));
    assert!(has(&picture(&mut window), "other-path"), "the second path lies over the first");
    let mut seen = Vec::new();
    for event in [12, 40] {
        ask(&mut window, Action::Seek(event));
        let picture = picture(&mut window);
        assert!(has(&picture, "other-open") && has(&picture, "other-cone"), "{event}");
        assert!(!has(&picture, "other-path"), "nobody knows the path yet");
        seen.push(picture);
    }
    assert_ne!(seen[0], seen[1]);
    compare(&mut window, OnCompare::With(With::Nothing));
    assert!(!has(&picture(&mut window), "other-open"));
}

#[test]
fn an_answer_to_what_was_asked_before_is_not_held_beside_a_new_one() {
    let mut window = district();
    // It is never searched within a frame, so its answer is late.
    compare(&mut window, OnCompare::With(With::Algorithm(Algorithm::Visibility)));
    let ctx = window.ctx.clone();
    for action in
        [Action::SetLimit(Some(1_000_000)), Action::SetPrunings(wayglass::search::Prunings::NONE)]
    {
        assert!(window.state().other_cost().is_some());
        window.state_mut().run(action, &ctx);
        assert_eq!(window.state().other_cost(), None, "it has not been asked yet");
        settle(&mut window);
    }
    assert!(window.state().other_cost().is_some());
    assert!(window.query_all_by_label("A* on the visibility graph").next().is_some());
}

#[test]
fn what_was_given_up_is_not_begun_again_until_somebody_asks() {
    let mut window = district();
    let ctx = window.ctx.clone();
    let with = OnCompare::With(With::Algorithm(Algorithm::Visibility));
    window.state_mut().run(Action::Compare(with), &ctx);
    window.state_mut().run(Action::CancelTasks, &ctx);
    settle(&mut window);
    assert_eq!(window.state().other_cost(), None);
    assert!(window.query_by_label("The search was given up").is_some());
    window.get_by_label("Compare again").click();
    settle(&mut window);
    assert!(window.state().other_cost().is_some());
    assert!(window.query_by_label("Compare again").is_none());
}

#[test]
fn a_search_is_not_compared_with_itself() {
    let mut window = district();
    compare(&mut window, OnCompare::With(With::Algorithm(Algorithm::AstarFunnel)));
    ask(&mut window, Action::SetAlgorithm(Algorithm::AstarFunnel));
    assert_eq!(window.state().other_cost(), None);
    assert!(window.query_by_label_contains("Choose an algorithm").is_some());
    assert!(window.query_by_label("the map as it is").is_none());
}

#[test]
fn both_maps_are_coloured_alike() {
    let folder = Folder::new("compare-colors");
    let district_file = wayglass::example::Example::ALL
        .iter()
        .find(|example| example.file_name == "district.mesh")
        .unwrap();
    std::fs::write(folder.file("copy.mesh"), district_file.bytes).unwrap();
    let mut window = district();
    ask(&mut window, Action::ColorBy(ColorBy::Area));
    compare(&mut window, OnCompare::WithTyped(folder.file("copy.mesh")));
    assert_eq!(window.state().other_colors(), Some(ColorBy::Area));
    ask(&mut window, Action::ColorBy(ColorBy::Island));
    assert_eq!(window.state().other_colors(), Some(ColorBy::Island));
    compare(&mut window, OnCompare::With(With::AsOpened));
    ask(&mut window, Action::ColorBy(ColorBy::Traversability));
    assert_eq!(window.state().other_colors(), Some(ColorBy::Traversability));
}

#[test]
fn what_changed_is_told_by_more_than_its_colour() {
    let mut window = district();
    compare(&mut window, OnCompare::With(With::AsOpened));
    ask(&mut window, Action::GoTo("f 17".to_owned()));
    ask(&mut window, Command::ToggleWalkable);
    ask(&mut window, Action::GoTo("f 30".to_owned()));
    ask(&mut window, Command::DeleteFace);
    ask(&mut window, Command::Fit);
    let picture = picture(&mut window);
    for ink in ["removed-face", "changed-face"] {
        assert!(has(&picture, ink), "{ink}");
        assert!(picture.contains(&format!("<pattern id=\"{ink}\"")), "{ink} has a pattern");
    }
}
