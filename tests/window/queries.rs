use egui::{Event, Key, Modifiers, pos2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use wayglass::app::{Action, Command};
use wayglass::geom::Point;
use wayglass::search::{Algorithm, End, Preparation};
use wayglass::tool::Ends;

use super::drawing::drawing;
use super::{
    ask, at_once, canvas, click, drag, example, field, first_start, press_at_once, settle,
};

#[test]
fn two_clicks_ask_and_the_answer_is_there() {
    let mut window = first_start();
    ask(&mut window, Action::Open(example("district.mesh")));
    ask(&mut window, Command::ClearQuery);
    assert_eq!(window.state().cost(), None);
    let canvas = canvas(&window);
    click(&mut window, canvas.lerp_inside(egui::vec2(0.3, 0.3)));
    assert_eq!(window.state().cost(), None);
    click(&mut window, canvas.lerp_inside(egui::vec2(0.6, 0.6)));
    let asked = window.query_by_label_contains("Cost ").is_some()
        || window.query_by_label_contains("No path").is_some();
    assert!(asked, "there is a cost, or a sentence");
}

#[test]
fn the_path_follows_the_hand_from_frame_to_frame() {
    let mut window = first_start();
    ask(&mut window, Action::Open(example("district.mesh")));
    let query = Ends { start: Some(Point::new(62.0, 20.0)), goal: Some(Point::new(186.0, 140.0)) };
    ask(&mut window, Action::SetEnds(query));
    let whole = window.state().cost().unwrap();
    assert!((whole - 193.136).abs() < 1e-3, "{whole}");
    let mut before = whole;
    for step in 1..20 {
        let goal = Point::new(186.0 - f64::from(step) * 2.0, 140.0);
        let ctx = window.ctx.clone();
        window.state_mut().run(Action::SetEnd(End::Goal, goal), &ctx);
        // At once: no frame has passed yet.
        let now = window.state().cost();
        assert!(now.is_none() || now != Some(before), "step {step}");
        before = now.unwrap_or(before);
    }
}

#[test]
fn typed_coordinates_ask_too() {
    let mut window = first_start();
    ask(&mut window, Action::Open(example("district.mesh")));
    window.key_press_modifiers(Modifiers::SHIFT, Key::Q);
    settle(&mut window);
    field(&window, "Start and goal").type_text("(62,20) -> (186,140)");
    window.run_ok();
    window.get_by_label("Ask").click();
    settle(&mut window);
    assert!((window.state().cost().unwrap() - 193.136).abs() < 1e-3);
    window.key_press(Key::X);
    settle(&mut window);
    assert!((window.state().cost().unwrap() - 193.136).abs() < 1e-3, "and back again");
}

#[test]
fn every_algorithm_answers() {
    let mut window = first_start();
    let optimal = window.state().cost().unwrap();
    for algorithm in wayglass::search::Algorithm::ALL {
        ask(&mut window, Action::SetAlgorithm(*algorithm));
        let cost = window.state().cost().unwrap();
        assert!(optimal * (1.0 - 1e-9) <= cost, "{algorithm:?}: {cost}");
        if algorithm.is_optimal() {
            assert!(cost <= optimal * (1.0 + 1e-9), "{algorithm:?}: {cost}");
        }
    }
}

#[test]
fn a_failure_is_said_in_words() {
    let mut window = first_start();
    let nowhere = Point::new(-1e6, -1e6);
    ask(&mut window, Action::SetEnd(End::Goal, nowhere));
    assert!(window.query_by_label("No path: the goal is on no walkable face").is_some());
    assert!(window.query_by_label_contains("is off the mesh; the nearest walkable").is_some());
}

#[test]
fn the_replay_steps_plays_and_jumps_by_keys() {
    let mut window = first_start();
    let (_, last) = window.state().event();
    let key = |window: &mut egui_kittest::Harness<'_, _>, modifiers, key| {
        window.key_press_modifiers(modifiers, key);
        settle(window);
        window.state().event().0
    };
    assert_eq!(key(&mut window, Modifiers::NONE, Key::Home), 0);
    assert_eq!(key(&mut window, Modifiers::NONE, Key::ArrowRight), 1);
    assert_eq!(key(&mut window, Modifiers::NONE, Key::ArrowRight), 2);
    assert_eq!(key(&mut window, Modifiers::NONE, Key::ArrowLeft), 1);
    let expansion = key(&mut window, Modifiers::NONE, Key::CloseBracket);
    assert!(1 < expansion);
    let layer = key(&mut window, Modifiers::SHIFT, Key::CloseCurlyBracket);
    assert!(expansion < layer);
    assert_eq!(key(&mut window, Modifiers::NONE, Key::End), last);
    // From the end it plays from the start, and stops at the end by itself.
    for _ in 0..20 {
        window.key_press(Key::Period);
        window.step();
    }
    window.key_press(Key::Space);
    window.run_steps(8);
    assert_eq!(window.state().event().0, last);
}

#[test]
fn keys_that_come_within_one_frame_all_count_in_their_order() {
    let mut window = first_start();
    let keys = [Key::ArrowRight, Key::Home, Key::ArrowRight, Key::ArrowRight, Key::ArrowRight];
    press_at_once(&mut window, &keys);
    assert_eq!(window.state().event().0, 3);
    // Also beside a dialog that was there before.
    ask(&mut window, Command::Keys);
    press_at_once(&mut window, &keys[1..4]);
    assert_eq!(window.state().event().0, 2);
}

#[test]
fn a_key_that_is_held_counts_once_more_in_a_frame() {
    let mut window = first_start();
    press_at_once(&mut window, &[Key::Home]);
    for repeat in [false, true, true, true] {
        let (key, modifiers) = (Key::ArrowRight, Modifiers::NONE);
        let event = Event::Key { key, physical_key: None, pressed: true, repeat, modifiers };
        window.input_mut().events.push(event);
    }
    window.step();
    assert_eq!(window.state().event().0, 2);
}

#[test]
fn the_answer_is_of_the_map_however_fast_somebody_undoes_and_does_again() {
    let mut window = first_start();
    // Large enough for a task of its own to look at it.
    ask(&mut window, Action::Open(example("islands.mesh")));
    let [start, goal] = [Point::new(72.0, 26.0), Point::new(278.0, 200.0)];
    ask(&mut window, Action::SetEnds(Ends { start: Some(start), goal: Some(goal) }));
    ask(&mut window, Action::SelectAt(start));
    ask(&mut window, Command::ToggleWalkable);
    for command in [Command::Undo, Command::Redo].into_iter().cycle().take(200) {
        at_once(&mut window, [command.into()]);
        assert_eq!(window.state().contradictions(), [""; 0]);
        window.step();
    }
    settle(&mut window);
    assert_eq!(window.state().cost(), None);
}

#[test]
fn the_timeline_is_dragged_and_the_table_follows() {
    let mut window = first_start();
    window.get_by_label("Events").click();
    settle(&mut window);
    ask(&mut window, Action::Seek(5));
    assert_eq!(window.state().event().0, 5);
    assert!(window.query_by_label("event").is_some(), "the table has its header");
    let timeline = window.get_by_label("Timeline").rect();
    click(&mut window, timeline.center());
    let (cursor, last) = window.state().event();
    assert!(last / 3 < cursor && cursor < last * 2 / 3, "{cursor} of {last}");
}

#[test]
fn a_breakpoint_stops_the_replay() {
    let mut window = first_start();
    ask(&mut window, Command::JumpToStart);
    ask(&mut window, Action::ToggleBreakpoint(wayglass::app::Breakpoint::F(1.0)));
    ask(&mut window, Command::RunToBreakpoint);
    let (cursor, last) = window.state().event();
    assert!(0 < cursor && cursor < last, "{cursor} of {last}");
}

#[test]
fn going_somewhere_by_its_name_selects_it() {
    let mut window = first_start();
    window.key_press(Key::G);
    settle(&mut window);
    field(&window, "Go to").type_text("f 17");
    window.run_ok();
    window.key_press(Key::Enter);
    settle(&mut window);
    assert!(window.query_by_label("17").is_some(), "the inspector shows face 17");
    ask(&mut window, Action::GoTo("f 99999999".to_owned()));
    assert_eq!(window.state().notices().last(), Some("There is no face 99999999"));
}

#[test]
fn wild_zooming_and_panning_is_survived() {
    let mut window = first_start();
    let middle = canvas(&window).center();
    for round in 0..40_u8 {
        let up = if round % 2 == 0 { 1e9 } else { -1e9 };
        let unit = egui::MouseWheelUnit::Point;
        let delta = egui::vec2(0.0, up);
        let modifiers = Modifiers::NONE;
        let phase = egui::TouchPhase::Move;
        let source = egui::MouseWheelSource::Unknown;
        window.hover_at(middle);
        window.event(egui::Event::MouseWheel { unit, delta, modifiers, phase, source });
        window.run_steps(3);
        window.drag_at(pos2(500.0, 400.0));
        window.step();
        window.hover_at(pos2(-1e6, 1e6));
        window.step();
        window.drop_at(pos2(900.0, 300.0));
        window.run_steps(2);
    }
    ask(&mut window, Command::Fit);
}

#[test]
fn a_pasted_query_is_asked() {
    let mut window = first_start();
    ask(&mut window, Action::Open(example("district.mesh")));
    window.event(egui::Event::Paste("62,20 -> 186,140".to_owned()));
    settle(&mut window);
    assert!((window.state().cost().unwrap() - 193.136).abs() < 1e-3);
}

#[test]
fn a_vertex_an_edge_and_a_face_are_told_apart_by_where_one_clicks() {
    let mut window = first_start();
    ask(&mut window, Command::SelectTool);
    let canvas = canvas(&window);
    let mut seen = std::collections::BTreeSet::new();
    for step in 0..60_u8 {
        let part = f32::from(step) / 60.0;
        click(&mut window, canvas.lerp_inside(egui::vec2(0.2 + part * 0.5, 0.5)));
        for label in ["vertex", "edge", "face"] {
            if window.query_by_label(label).is_some() {
                seen.insert(label);
            }
        }
    }
    assert!(seen.contains("face") && seen.contains("edge"), "{seen:?}");
}

#[test]
fn the_menu_of_a_place_sets_the_ends_and_a_click_beside_it_only_closes_it() {
    let mut window = first_start();
    ask(&mut window, Command::ClearQuery);
    let canvas = canvas(&window);
    let at = canvas.lerp_inside(egui::vec2(0.3, 0.55));
    let right_click = |window: &mut egui_kittest::Harness<'_, _>, at: egui::Pos2| {
        for pressed in [true, false] {
            let button = egui::PointerButton::Secondary;
            window.hover_at(at);
            window.event(egui::Event::PointerButton {
                pos: at,
                button,
                pressed,
                modifiers: Modifiers::NONE,
            });
            window.step();
        }
        window.run_ok();
    };
    right_click(&mut window, at);
    window.get_by_label("Start here").click();
    settle(&mut window);
    assert!(window.query_by_label("Click where it leads").is_some());
    right_click(&mut window, at);
    assert!(window.query_by_label("Start here").is_some());
    click(&mut window, canvas.lerp_inside(egui::vec2(0.7, 0.2)));
    assert!(window.query_by_label("Start here").is_none(), "it is closed");
    assert!(window.query_by_label("Click where it leads").is_some(), "and no goal was set");
}

#[test]
fn an_answer_that_was_given_up_is_not_that_of_the_query_before() {
    let mut window = first_start();
    assert!(window.state().cost().is_some());
    // From corner to corner in sight is never searched at once.
    let way = Action::SetAlgorithm(Algorithm::Visibility);
    let ends = Action::SetEnd(End::Goal, Point::new(60.0, 100.0));
    at_once(&mut window, [way, ends, Action::CancelTasks]);
    settle(&mut window);
    assert_eq!(window.state().cost(), None);
}

#[test]
fn what_is_being_explained_keeps_nobody_from_letting_go() {
    let mut window = first_start();
    ask(&mut window, Action::GoTo("f 17".to_owned()));
    assert!(
        window.query_by_label("Copy selection").is_some() || window.query_by_label("17").is_some()
    );
    let ctx = window.ctx.clone();
    window.state_mut().run(Action::SetEnd(End::Goal, Point::new(-1e6, -1e6)), &ctx);
    assert!(window.state().is_busy(), "it is being found out why");
    window.state_mut().run(Command::Cancel.into(), &ctx);
    settle(&mut window);
    assert!(window.query_by_label("17").is_none(), "nothing is selected any more");
}

/// What of the map is under a place of the window, as the status line says it.
fn pointed(window: &mut egui_kittest::Harness<'_, wayglass::app::App>, at: egui::Pos2) -> Point {
    window.hover_at(at);
    settle(window);
    let mut labels = window.get_all_by_label_contains(" y ").filter_map(|node| {
        let label = node.accesskit_node().label().or(node.accesskit_node().value())?;
        let (x, rest) = label.strip_prefix("x ")?.split_once(" y ")?;
        let read = |text: &str| text.replace([',', '\u{202f}'], "").replace('−', "-").parse().ok();
        Some(Point::new(read(x)?, read(rest.split(" ·").next()?)?))
    });
    labels.next().unwrap()
}

#[test]
fn what_is_under_the_hand_stays_there_while_the_map_is_moved() {
    let mut window = first_start();
    let canvas = canvas(&window);
    let [from, to] = [0.4, 0.6].map(|x| canvas.lerp_inside(egui::vec2(x, 0.5)));
    for command in [Command::PanTool, Command::QueryTool] {
        ask(&mut window, Command::Fit);
        ask(&mut window, Command::ClearQuery);
        ask(&mut window, command);
        let before = pointed(&mut window, from);
        drag(&mut window, from, to);
        let after = pointed(&mut window, to);
        assert!(before.distance(after) < 0.1, "{command:?}: {before:?} {after:?}");
    }
}

#[test]
fn an_end_that_was_let_go_of_is_where_it_was_and_the_map_too() {
    let mut window = drawing();
    let canvas = canvas(&window);
    let at = |x| canvas.lerp_inside(egui::vec2(x, 0.5));
    let [start, from, to, beyond] = [0.3, 0.5, 0.55, 0.6].map(at);
    for command in [Command::QueryTool, Command::SelectTool] {
        ask(&mut window, Command::ClearQuery);
        ask(&mut window, Command::QueryTool);
        click(&mut window, start);
        click(&mut window, from);
        ask(&mut window, command);
        let (cost, under) = (window.state().cost(), pointed(&mut window, beyond));
        window.hover_at(from);
        window.step();
        window.drag_at(from);
        window.step();
        window.hover_at(to);
        window.step();
        assert!(cost.unwrap() < window.state().cost().unwrap(), "it follows the hand");
        window.key_press(Key::Escape);
        window.step();
        window.hover_at(beyond);
        window.step();
        window.drop_at(beyond);
        settle(&mut window);
        assert_eq!(window.state().cost(), cost, "{command:?}");
        assert_eq!(pointed(&mut window, beyond), under, "{command:?}");
    }
}

#[test]
fn a_pin_tells_of_changes_of_the_map_only() {
    let wide = Preparation { radius: 1.0, ..Preparation::default() };
    let ways: [Action; 2] =
        [Action::SetAlgorithm(Algorithm::AstarFunnel), Action::SetPreparation(wide)];
    for way in ways {
        let mut window = first_start();
        let shortest = window.state().cost();
        ask(&mut window, way);
        assert_ne!(window.state().cost(), shortest);
        ask(&mut window, Command::PinQuery);
        assert_eq!(window.state().pinned_costs(), [shortest]);
        for sign in ["(+", "(−"] {
            assert!(window.query_by_label_contains(sign).is_none(), "nothing has changed");
        }
    }
}
