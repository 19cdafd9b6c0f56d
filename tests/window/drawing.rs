use std::fs;
use std::path::Path;
use std::sync::Arc;

use egui::{Key, Modifiers, Pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use wayglass::app::{Action, App, Command, Overwrite};
use wayglass::build::{self, Faces};
use wayglass::disk::Recovery;
use wayglass::disk::faults::{Fault, Plan, during};
use wayglass::disk::recovery::Saved;
use wayglass::document::{Change, Document, Edit};
use wayglass::format::project;
use wayglass::geom::Point;
use wayglass::layout::work::{Pin, Work};
use wayglass::layout::{Border, Layout, Obstacle, ObstacleId};
use wayglass::mesh::Navmesh;
use wayglass::search::{Algorithm, Ground, Preparation, Query, Searcher};
use wayglass::tool::Ends;

use super::{Folder, ask, canvas, click, drag, empty, example, field, open, press_at_once, settle};

/// A drawing on ground from 0 to 100, with a query across it.
pub(super) fn drawing() -> Harness<'static, App> {
    let mut window = empty();
    ask(&mut window, Command::NewLayout);
    window.get_by_label("Begin to draw").click();
    settle(&mut window);
    let ends = Ends { start: Some(Point::new(5.0, 50.0)), goal: Some(Point::new(95.0, 50.0)) };
    ask(&mut window, Action::SetEnds(ends));
    assert_eq!(window.state().cost(), Some(90.0));
    window
}

/// A place of the canvas, in parts of it.
fn at(window: &Harness<'_, App>, x: f32, y: f32) -> Pos2 {
    canvas(window).lerp_inside(vec2(x, y))
}

/// A box in the middle of the canvas, which the query runs through.
pub(super) fn draw_box(window: &mut Harness<'_, App>) {
    ask(window, Command::RectangleTool);
    let (from, to) = (at(window, 0.3, 0.35), at(window, 0.45, 0.65));
    drag(window, from, to);
}

#[test]
fn a_polygon_is_drawn_corner_by_corner_and_the_path_bends_around_it() {
    let mut window = drawing();
    ask(&mut window, Command::PolygonTool);
    for (x, y) in [(0.3, 0.3), (0.5, 0.3), (0.5, 0.6), (0.3, 0.6)] {
        let place = at(&window, x, y);
        click(&mut window, place);
    }
    assert_eq!(window.state().cost(), Some(90.0), "half drawn");
    window.key_press(Key::Enter);
    settle(&mut window);
    let bent = window.state().cost().unwrap();
    assert!(90.5 < bent, "{bent}");
    assert!(window.query_by_label_contains("Outline (1)").is_some());
    window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    settle(&mut window);
    assert_eq!(window.state().cost(), Some(90.0));
    window.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    settle(&mut window);
    assert_eq!(window.state().cost(), Some(bent));
}

#[test]
fn an_edge_that_would_cross_is_refused_and_points_can_be_taken_back() {
    let mut window = drawing();
    ask(&mut window, Command::PolygonTool);
    for (x, y) in [(0.3, 0.3), (0.5, 0.3), (0.5, 0.6), (0.4, 0.2)] {
        let place = at(&window, x, y);
        click(&mut window, place);
    }
    window.key_press(Key::Backspace);
    settle(&mut window);
    window.key_press(Key::Escape);
    settle(&mut window);
    assert!(window.query_by_label_contains("Outline (0)").is_some());
    assert_eq!(window.state().cost(), Some(90.0));
}

#[test]
fn mesh_and_path_follow_the_hand_while_it_moves() {
    let mut window = drawing();
    draw_box(&mut window);
    let before = window.state().cost().unwrap();
    ask(&mut window, Command::SelectTool);
    let (from, to) = (at(&window, 0.37, 0.5), at(&window, 0.37, 0.62));
    window.hover_at(from);
    window.step();
    window.drag_at(from);
    window.step();
    let mut costs = vec![before];
    for step in 1..=6 {
        window.hover_at(from.lerp(to, step as f32 / 6.0));
        window.step();
        costs.push(window.state().cost().unwrap());
    }
    costs.dedup();
    assert!(3 < costs.len(), "the path is another one with every move: {costs:?}");
    window.drop_at(to);
    settle(&mut window);
    window.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    settle(&mut window);
    assert_eq!(window.state().cost(), Some(before), "a drag is one step");
}

#[test]
fn pinned_queries_are_asked_again_and_turn_red_when_they_break() {
    let mut window = drawing();
    ask(&mut window, Command::PinQuery);
    assert!(window.query_by_label_contains("Pinned queries (1)").is_some());
    ask(&mut window, Command::ClearQuery);
    draw_box(&mut window);
    assert!(window.query_by_label_contains("(+").is_some(), "what it costs more than before");
    // A wall right across the ground.
    ask(&mut window, Command::WallTool);
    for (x, y) in [(0.5, 0.01), (0.5, 0.99)] {
        let place = at(&window, x, y);
        click(&mut window, place);
    }
    window.key_press(Key::Enter);
    settle(&mut window);
    assert!(window.query_by_label("no path").is_some());
    window.get_by_label("Load Query 1").click();
    settle(&mut window);
    assert!(window.query_by_label_contains("No path").is_some());
}

#[test]
fn a_wall_without_a_width_can_be_selected_and_nothing_happens() {
    let mut window = drawing();
    ask(&mut window, Command::WallTool);
    for (x, y) in [(0.5, 0.2), (0.5, 0.8)] {
        let place = at(&window, x, y);
        click(&mut window, place);
    }
    window.key_press(Key::Enter);
    settle(&mut window);
    ask(&mut window, Command::SelectAll);
    let n_steps = window.state().document().unwrap().done().len();
    for _ in 0..5 {
        window.step();
    }
    assert_eq!(window.state().document().unwrap().done().len(), n_steps);
}

#[test]
fn keys_for_what_is_half_drawn_all_count_in_their_order() {
    let n_corners = |window: &Harness<'_, App>| -> Vec<usize> {
        let layout = window.state().document().unwrap().layout().unwrap();
        layout.obstacles.values().map(|obstacle| obstacle.outline.len()).collect()
    };
    for (keys, drawn) in [
        (&[Key::Backspace, Key::Backspace, Key::Enter][..], &[3][..]),
        (&[Key::Escape, Key::Enter], &[]),
        (&[Key::Enter, Key::Escape], &[5]),
    ] {
        let mut window = drawing();
        ask(&mut window, Command::PolygonTool);
        for (x, y) in [(0.3, 0.3), (0.5, 0.3), (0.5, 0.6), (0.4, 0.7), (0.3, 0.6)] {
            let place = at(&window, x, y);
            click(&mut window, place);
        }
        press_at_once(&mut window, keys);
        settle(&mut window);
        assert_eq!(n_corners(&window), drawn, "{keys:?}");
    }
}

#[test]
fn what_is_selected_is_changed_by_keys_and_numbers() {
    let mut window = drawing();
    draw_box(&mut window);
    ask(&mut window, Command::SelectAll);
    for command in [
        Command::Duplicate,
        Command::NudgeLeft,
        Command::NudgeUp,
        Command::ToggleLock,
        Command::ToggleLock,
        Command::ToggleHide,
    ] {
        ask(&mut window, command);
    }
    assert!(window.query_by_label_contains("Outline (2)").is_some());
    assert!(window.query_by_label_contains("1 hidden").is_some());
    ask(&mut window, Command::Undo);
    ask(&mut window, Command::SelectAll);
    ask(&mut window, Command::Delete);
    assert!(window.query_by_label_contains("Outline (0)").is_some());
    ask(&mut window, Action::GoToStep(0));
    ask(&mut window, Action::GoToStep(1));
    assert!(window.query_by_label_contains("Outline (1)").is_some());
    ask(&mut window, Command::SelectAll);
    field(&window, "Name").focus();
    window.run_ok();
    field(&window, "Name").type_text("mill");
    settle(&mut window);
    assert!(window.query_by_label("Hide Obstacle 0 · mill").is_some());
}

#[test]
fn pinned_queries_cost_what_a_fresh_search_says_after_every_move() {
    let folder = Folder::new("pins");
    let mut random = fastrand::Rng::with_seed(11);
    let mut place = move || Point::new(random.f64() * 60.0, random.f64() * 60.0);
    let star = |middle: Point, size: f64| -> Vec<Point> {
        let corner = |n: i32| {
            let (sin, cos) = (f64::from(n) * std::f64::consts::TAU / 7.0).sin_cos();
            middle + Point::new(cos, sin) * if n % 2 == 0 { size } else { size * 0.5 }
        };
        (0..7).map(corner).collect()
    };
    // A border that is a box around everything, and one that stays where it is.
    for border in [Border::Box { margin: 3.0 }, Border::Box { margin: 100.0 }] {
        let mut layout = Layout { border, ..Layout::default() };
        for id in 0..30 {
            layout.obstacles.insert(ObstacleId(id), Obstacle::new(star(place(), 4.0)));
        }
        let pin = |start, goal| Pin { name: String::new(), start, goal, cost: None };
        let pins = (0..12).map(|_| pin(place(), place())).collect();
        let work = Work { pins, ..Work::default() };
        let file = folder.0.join("pins.wayglass");
        fs::write(&file, wayglass::format::project::write(&layout, &work).bytes).unwrap();
        let mut window = super::open(Harness::builder(), vec![file.clone()]);
        fs::remove_file(&file).unwrap();
        for round in 0..25_u32 {
            // A few moves of one obstacle in a row, as a hand does it.
            let (id, mut middle) = (ObstacleId(round % 30), place());
            for _ in 0..4 {
                middle = middle + (place() - Point::new(30.0, 30.0)) * 0.1;
                let moved = Change::Obstacle(id, Some(Obstacle::new(star(middle, 4.0))));
                ask(&mut window, Action::Edit(Edit::one("Move", moved)));
                check_pins(&window, round);
            }
        }
    }
}

/// What pins cost in the window is what they cost on a mesh that is built and searched anew.
fn check_pins(window: &Harness<'_, App>, round: u32) {
    let document = window.state().document().unwrap();
    let mesh = build::build(document.layout().unwrap(), Faces::Merged).unwrap();
    let ground = Ground::new(Arc::new(mesh), &Preparation::default());
    let mut searcher = Searcher::<()>::default();
    for (pin, cost) in document.work().pins.iter().zip(window.state().pinned_costs()) {
        let query = Query { start: pin.start, goal: pin.goal };
        let fresh = searcher.find(Algorithm::default(), &ground, &query, &mut ()).cost();
        let is_same = match (fresh, cost) {
            (Some(fresh), Some(cost)) => (fresh - cost).abs() <= 1e-9 * fresh,
            (fresh, cost) => fresh == cost,
        };
        assert!(is_same, "round {round}: {fresh:?} {cost:?}");
    }
}

#[test]
fn what_is_saved_comes_back_with_its_pins() {
    let folder = Folder::new("village");
    let mut window = drawing();
    draw_box(&mut window);
    ask(&mut window, Command::PinQuery);
    let cost = window.state().cost();
    let file = folder.0.join("village.wayglass");
    ask(&mut window, Action::SaveTo(file.clone(), Overwrite::Ask));
    assert_eq!(window.state().open_name(), Some("village.wayglass"));
    let mut again = super::open(Harness::builder(), vec![file.clone()]);
    assert!(again.query_by_label_contains("Pinned queries (1)").is_some());
    again.get_by_label("Load Query 1").click();
    settle(&mut again);
    assert_eq!(again.state().cost(), cost);
    // Somebody else writes the file; ours must not undo that unasked.
    draw_box(&mut window);
    fs::write(&file, "wayglass 1\n").unwrap();
    ask(&mut window, Command::Save);
    assert!(window.query_by_label_contains("changed by somebody else").is_some());
    assert_eq!(fs::read_to_string(&file).unwrap(), "wayglass 1\n");
    window.get_by_label("Replace it").click();
    settle(&mut window);
    assert!(fs::read_to_string(&file).unwrap().contains("obstacle 1"));
    // What they wrote is the version before.
    let before = file.with_extension("wayglass.bak");
    assert_eq!(fs::read_to_string(&before).unwrap(), "wayglass 1\n");
}

#[test]
fn the_version_before_can_be_opened_and_it_is_said_if_there_is_none() {
    let folder = Folder::new("yard");
    let file = folder.0.join("yard.wayglass");
    let before = file.with_extension("wayglass.bak");
    let mut window = drawing();
    draw_box(&mut window);
    ask(&mut window, Action::SaveTo(file.clone(), Overwrite::Ask));
    ask(&mut window, Command::Undo);
    ask(&mut window, Command::Save);
    assert!(!fs::read_to_string(&file).unwrap().contains("obstacle"));
    let again = super::open(Harness::builder(), vec![before.clone()]);
    assert_eq!(again.state().open_name(), Some("yard.wayglass.bak"));
    assert!(again.query_by_label_contains("Outline (1)").is_some());
    // Something is in its way: the document is saved, and what was to come next waits until that was read.
    fs::remove_file(&before).unwrap();
    fs::create_dir_all(&before).unwrap();
    draw_box(&mut window);
    ask(&mut window, Command::CloseMap);
    window.get_by_label("Save…").click();
    settle(&mut window);
    assert!(fs::read_to_string(&file).unwrap().contains("obstacle"));
    let notice = window.state().notices().last().unwrap().to_owned();
    assert!(notice.starts_with("The previous version could not be kept as .bak: "), "{notice}");
    assert!(notice.ends_with("it is a folder"), "{notice}");
    assert_eq!(window.state().open_name(), Some("yard.wayglass"));
    ask(&mut window, Command::CloseMap);
    assert_eq!(window.state().open_name(), None);
}

#[test]
fn nothing_is_lost_without_a_question() {
    let mut window = drawing();
    draw_box(&mut window);
    ask(&mut window, Command::CloseMap);
    assert!(window.query_by_label_contains("has unsaved changes").is_some());
    assert!(window.state().open_name().is_some());
    window.get_by_label("Keep editing").click();
    settle(&mut window);
    assert!(window.query_by_label_contains("Outline (1)").is_some());
    ask(&mut window, Action::Open(example("blobs.txt")));
    window.get_by_label("Discard changes").click();
    settle(&mut window);
    assert_eq!(window.state().open_name(), Some("blobs.txt"));
}

#[test]
fn what_was_undone_since_it_was_saved_is_not_saved() {
    let folder = Folder::new("undone");
    let mut window = drawing();
    draw_box(&mut window);
    let file = folder.0.join("undone.wayglass");
    ask(&mut window, Action::SaveTo(file.clone(), Overwrite::Ask));
    ask(&mut window, Command::Undo);
    ask(&mut window, Command::CloseMap);
    assert!(window.query_by_label_contains("has unsaved changes").is_some());
    // Saving, and then what was asked for.
    window.get_by_label("Save…").click();
    settle(&mut window);
    assert_eq!(window.state().open_name(), None);
    assert!(!fs::read_to_string(&file).unwrap().contains("obstacle"));
}

#[test]
fn a_selection_is_turned_by_whole_degrees() {
    let mut window = drawing();
    draw_box(&mut window);
    let size = |window: &Harness<'_, App>| {
        let layout = window.state().document().unwrap().layout().unwrap();
        let bounds = layout.drawn_bounds();
        let obstacle = layout.bounds_of(layout.things().next().unwrap());
        assert!(bounds.holds(obstacle.min));
        (obstacle.width(), obstacle.height())
    };
    ask(&mut window, Command::SelectAll);
    let (width, height) = size(&window);
    window.get_by_label("+90°").click();
    settle(&mut window);
    let turned = size(&window);
    assert!((turned.0 - height).abs() < 1e-9 && (turned.1 - width).abs() < 1e-9, "{turned:?}");
}

#[test]
fn what_was_not_saved_is_offered_at_the_next_start() {
    let folder = Folder::new("state");
    let mut window = drawing();
    window.state_mut().keep_unsaved_in(&folder.0);
    draw_box(&mut window);
    let cost = window.state().cost();
    window.state_mut().flush_recovery();
    drop(window);
    let mut next = empty();
    next.state_mut().keep_unsaved_in(&folder.0);
    settle(&mut next);
    next.get_by_label("Recover").click();
    settle(&mut next);
    let ends = Ends { start: Some(Point::new(5.0, 50.0)), goal: Some(Point::new(95.0, 50.0)) };
    ask(&mut next, Action::SetEnds(ends));
    assert_eq!(next.state().cost(), cost);
}

/// A window that keeps what is not saved in a folder.
fn drawing_kept_in(folder: &Path) -> Harness<'static, App> {
    let mut window = drawing();
    window.state_mut().keep_unsaved_in(folder);
    draw_box(&mut window);
    for command in [Command::PinQuery, Command::SelectAll, Command::Delete] {
        window.state_mut().flush_recovery();
        ask(&mut window, command);
    }
    window
}

#[test]
fn what_is_taken_back_can_be_undone_and_done_again() {
    let beside = Folder::new("in-between");
    let folder = Folder::new("undone-later");
    let mut window = drawing_kept_in(&folder.0);
    // What was saved in between can be undone, too.
    let file = beside.0.join("in-between.wayglass");
    ask(&mut window, Action::SaveTo(file.clone(), Overwrite::Ask));
    ask(&mut window, Command::Undo);
    window.state_mut().flush_recovery();
    let before = window.state().document().unwrap();
    let (done, undone) = (titles(before.done()), titles(before.undone()));
    let state = before.state().clone();
    assert_eq!((done.len(), undone.len()), (2, 1));
    drop(window);
    let mut next = empty();
    next.state_mut().keep_unsaved_in(&folder.0);
    settle(&mut next);
    next.get_by_label("Recover").click();
    settle(&mut next);
    let document = next.state().document().unwrap();
    assert_eq!((titles(document.done()), titles(document.undone())), (done, undone));
    assert_eq!(*document.state(), state, "with what paths cost when it was saved");
    assert!(next.query_by_label_contains("Outline (1)").is_some());
    ask(&mut next, Command::Redo);
    assert!(next.query_by_label_contains("Outline (0)").is_some());
    (0..3).for_each(|_| ask(&mut next, Command::Undo));
    assert_eq!(next.state().document().unwrap().layout().unwrap().obstacles.len(), 0);
}

fn titles<'a>(titles: impl Iterator<Item = &'a str>) -> Vec<String> {
    titles.map(str::to_owned).collect()
}

#[test]
fn what_was_saved_before_the_program_ended_is_not_offered_and_what_was_cut_is_told() {
    let beside = Folder::new("before-the-end");
    let folder = Folder::new("saved-or-cut");
    let mut window = drawing_kept_in(&folder.0);
    window.state_mut().flush_recovery();
    let kept = fs::read_dir(&folder.0).unwrap().map(|entry| entry.unwrap().path());
    let kept = kept.filter(|path| path.extension().is_some_and(|it| it == "kept"));
    let kept: Vec<_> = kept.collect();
    let bytes = fs::read(&kept[0]).unwrap();
    let file = beside.0.join("before-the-end.wayglass");
    ask(&mut window, Action::SaveTo(file.clone(), Overwrite::Ask));
    window.state_mut().flush_recovery();
    drop(window);
    let mut next = empty();
    next.state_mut().keep_unsaved_in(&folder.0);
    settle(&mut next);
    assert!(next.query_by_label("Recover").is_none(), "it is saved");
    fs::write(&kept[0], &bytes[..bytes.len() - 3]).unwrap();
    next.state_mut().keep_unsaved_in(&folder.0);
    settle(&mut next);
    assert!(next.query_by_label_contains("without the last of it").is_some());
    next.get_by_label("Recover").click();
    settle(&mut next);
    assert!(next.state().notices().any(|notice| notice.contains("the last of it is lost")));
    assert!(next.query_by_label_contains("Outline (1)").is_some(), "all but the last step");
}

/// One by one, each of them would be put together with all others again.
#[test]
fn a_crowd_of_obstacles_that_all_meet_can_be_moved_at_once() {
    let folder = Folder::new("crowd");
    let side = 40;
    let squares = (0..side * side).map(|i| {
        let (x, y) = (f64::from(i % side) * 10.0, f64::from(i / side) * 10.0);
        let corners = [(x, y), (x + 11.0, y), (x + 11.0, y + 11.0), (x, y + 11.0)];
        (ObstacleId(i), Obstacle::new(corners.map(|(x, y)| Point::new(x, y))))
    });
    let layout = Layout { obstacles: squares.collect(), ..Layout::default() };
    let file = folder.file("crowd.wayglass");
    fs::write(&file, project::write(&layout, &Work::default()).bytes).unwrap();
    let mut window = open(Harness::builder(), vec![file.into()]);
    for command in [Command::SelectAll, Command::NudgeLeft, Command::Undo, Command::NudgeUp] {
        ask(&mut window, command);
        let app = window.state();
        let (live, faces) = app.live().expect("nobody is working on it any more");
        let rebuilt = build::build(app.document().unwrap().layout().unwrap(), faces).unwrap();
        let area = |mesh: &Navmesh| -> f64 {
            mesh.faces().filter(|face| face.walkable()).map(|face| face.area()).sum()
        };
        assert_eq!(live.layout().obstacles, app.document().unwrap().layout().unwrap().obstacles);
        assert!((area(&live.mesh().unwrap()) - area(&rebuilt)).abs() < 1e-6, "{command:?}");
    }
}

#[test]
fn what_was_kept_and_cannot_be_read_is_told_and_stays() {
    let mut document = Document::drawing("plan".to_owned(), Layout::default(), Work::default());
    let whole = document.scribe().whole();
    let keep = |folder: &Path, pieces: &[&[u8]]| {
        let mut recovery = Recovery::new(folder);
        recovery.begin("plan", None, pieces[0], Saved::No).unwrap();
        let rest: Vec<_> = pieces[1..].iter().map(|piece| piece.to_vec()).collect();
        recovery.add(&rest, Saved::No).unwrap();
        recovery.file().unwrap().to_owned()
    };
    for (pieces, ending) in [
        (&[b"nothing that is known" as &[u8], b"undo\n"][..], "kept"),
        // Nobody has done anything that could be undone.
        (&[&whole, b"undo\n"], "damaged"),
    ] {
        let folder = Folder::new(&format!("unreadable-{ending}"));
        let file = keep(&folder.0, pieces);
        let bytes = fs::read(&file).unwrap();
        let mut window = empty();
        window.state_mut().keep_unsaved_in(&folder.0);
        settle(&mut window);
        window.get_by_label("Recover").click();
        settle(&mut window);
        let place = file.with_extension(ending);
        let is_told = |notice: &str| notice.contains(&place.display().to_string());
        assert!(window.state().notices().any(is_told), "{ending}");
        assert_eq!(fs::read(&place).unwrap(), bytes);
    }
}

#[test]
fn what_cannot_be_saved_stays_open_and_another_place_is_offered() {
    let around = Folder::new("vanishing");
    let folder = around.0.join("vanishing");
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("plan.wayglass");
    let mut window = drawing();
    draw_box(&mut window);
    ask(&mut window, Action::SaveTo(file.clone(), Overwrite::Ask));
    draw_box(&mut window);
    // The folder vanishes; another folder is where the file was; the disk is full; the folder may not be written in.
    fs::remove_dir_all(&folder).unwrap();
    ask(&mut window, Command::Save);
    refused(&mut window, "its folder does not exist");
    fs::create_dir_all(&file).unwrap();
    ask(&mut window, Command::Save);
    refused(&mut window, "it is a folder");
    fs::remove_dir_all(&folder).unwrap();
    for (path, reasons) in [
        ("/dev/full", &["the disk is full"][..]),
        // In some containers the whole of it can only be read.
        ("/sys/kernel/x.wayglass", &["in its folder", "can only be read"]),
    ] {
        if Path::new(path).parent().is_some_and(Path::is_dir) {
            ask(&mut window, Action::SaveTo(path.into(), Overwrite::Yes));
            let is_told = |why: &&&str| window.query_by_label_contains(why).is_some();
            let why = reasons.iter().find(is_told);
            refused(&mut window, why.unwrap_or(&reasons[0]));
        }
    }
    // Any call may fail: then the next try works.
    fs::create_dir_all(&folder).unwrap();
    for (fault, why) in [
        (Fault::Full, "the disk is full"),
        (Fault::Denied, "nothing may be written in its folder"),
        (Fault::Broken, "input/output error"),
    ] {
        let mut n_refused = 0;
        for at in 0.. {
            let plan = Plan::new(at, fault);
            during(&plan, || ask(&mut window, Action::SaveTo(file.clone(), Overwrite::Yes)));
            if !window.state().document().unwrap().is_saved() {
                refused(&mut window, why);
                window.get_by_label("Try again").click();
                settle(&mut window);
                n_refused += 1;
            }
            let notices: Vec<_> = window.state().notices().collect();
            assert!(window.state().document().unwrap().is_saved(), "call {at}: {notices:?}");
            draw_box(&mut window);
            if !plan.has_struck() {
                break;
            }
        }
        assert!(5 < n_refused, "{fault:?}: {n_refused} saves were refused");
    }
    ask(&mut window, Command::Save);
}

/// Nothing was saved: that is said with a way out, and all of it is still there.
fn refused(window: &mut Harness<'_, App>, why: &str) {
    assert!(!window.state().document().unwrap().is_saved());
    assert!(window.query_by_label_contains(why).is_some(), "{why}");
    assert!(window.query_by_label("Save as…").is_some());
}

#[test]
fn without_a_home_it_is_said_once_that_nothing_is_kept() {
    let folder = Folder::new("in-the-way");
    let mut window = drawing();
    window.state_mut().keep_nothing();
    let said = |window: &Harness<'_, App>| {
        window.state().notices().filter(|it| it.contains("cannot be kept for recovery")).count()
    };
    draw_box(&mut window);
    draw_box(&mut window);
    assert_eq!(said(&window), 1);
    // The same if the folder cannot be made.
    let file = folder.0.join("in-the-way");
    fs::write(&file, "").unwrap();
    let mut window = drawing();
    window.state_mut().keep_unsaved_in(&file.join("wayglass"));
    for _ in 0..3 {
        draw_box(&mut window);
        window.state_mut().flush_recovery();
        settle(&mut window);
    }
    assert_eq!(said(&window), 1);
    let saved = folder.0.join("all-the-same.wayglass");
    ask(&mut window, Action::SaveTo(saved.clone(), Overwrite::Ask));
    assert!(window.state().document().unwrap().is_saved());
}

#[test]
fn a_mesh_becomes_a_drawing_with_the_same_paths() {
    let mut window = empty();
    ask(&mut window, Action::Open(example("district.mesh")));
    let query = Ends { start: Some(Point::new(62.0, 20.0)), goal: Some(Point::new(186.0, 140.0)) };
    ask(&mut window, Action::SetEnds(query));
    let cost = window.state().cost().unwrap();
    ask(&mut window, Command::EditAsObstacles);
    assert!(window.query_by_label_contains("Outline (").is_some());
    let drawn = window.state().cost().unwrap();
    assert!((drawn - cost).abs() < 1e-6, "{drawn} {cost}");
}

#[test]
fn faces_edges_and_vertices_of_a_mesh_are_changed_and_put_back() {
    let mut window = empty();
    ask(&mut window, Action::Open(example("district.mesh")));
    let query = Ends { start: Some(Point::new(62.0, 20.0)), goal: Some(Point::new(186.0, 140.0)) };
    ask(&mut window, Action::SetEnds(query));
    let cost = window.state().cost().unwrap();
    // The face where the query starts.
    ask(&mut window, Action::SelectAt(Point::new(62.0, 20.0)));
    ask(&mut window, Command::ToggleWalkable);
    assert_eq!(window.state().cost(), None);
    ask(&mut window, Command::DeleteFace);
    ask(&mut window, Command::Undo);
    ask(&mut window, Command::Undo);
    assert_eq!(window.state().cost(), Some(cost));
}

#[test]
fn every_command_runs_on_a_drawing_and_so_does_the_next() {
    let harmless = |command: &Command| *command != Command::Open && *command != Command::Quit;
    let mut window = drawing();
    draw_box(&mut window);
    for command in Command::ALL.iter().copied().filter(harmless) {
        ask(&mut window, command);
        ask(&mut window, Command::Cancel);
        if window.query_by_label_contains("Outline (").is_none() {
            window = drawing();
            draw_box(&mut window);
        }
    }
}

#[test]
fn a_command_in_the_middle_of_a_drag_is_a_step_of_its_own() {
    let mut window = drawing();
    draw_box(&mut window);
    ask(&mut window, Command::SelectTool);
    let (from, to) = (at(&window, 0.37, 0.5), at(&window, 0.37, 0.62));
    window.hover_at(from);
    window.step();
    window.drag_at(from);
    window.step();
    window.hover_at(from.lerp(to, 0.5));
    window.step();
    let steps = |window: &Harness<'_, App>| {
        titles(window.state().document().unwrap().done()).into_iter().rev().collect::<Vec<_>>()
    };
    let half_way = window.state().document().unwrap().layout().unwrap().obstacles.clone();
    ask(&mut window, Command::PinQuery);
    window.hover_at(to);
    window.step();
    window.key_press(Key::Escape);
    window.step();
    window.drop_at(to);
    settle(&mut window);
    let layout = window.state().document().unwrap().layout().unwrap();
    assert!(layout.obstacles == half_way, "what the hand carried stays where it was put down");
    let done = steps(&window);
    assert_eq!(done.len(), 3, "{done:?}");
    assert!(done.iter().any(|title| title == "Pin query"), "{done:?}");
    ask(&mut window, Command::Undo);
    ask(&mut window, Command::Undo);
    assert_eq!(steps(&window).len(), 1, "each is undone by itself");
}

#[test]
fn lanes_beside_ground_are_seen_and_it_is_said_that_they_are_not_built() {
    let mut window = drawing();
    draw_box(&mut window);
    ask(&mut window, Command::LaneTool);
    for (x, y) in [(0.3, 0.1), (0.6, 0.1)] {
        let place = at(&window, x, y);
        click(&mut window, place);
    }
    window.key_press(Key::Enter);
    settle(&mut window);
    let told = |window: &Harness<'_, App>, text: &str| {
        window.state().notices().any(|notice| notice.contains(text))
    };
    assert!(told(&window, "Lane 0 is left out"));
    ask(&mut window, Command::Export);
    assert!(window.query_by_label_contains("1 lane").is_some());
}

#[test]
fn a_drawing_is_not_saved_under_the_name_of_a_mesh() {
    let folder = Folder::new("plan");
    let mut window = drawing();
    draw_box(&mut window);
    let file = folder.0.join("plan.mesh");
    ask(&mut window, Action::SaveTo(file.clone(), Overwrite::Yes));
    assert!(!file.exists());
    refused(&mut window, "a drawing is saved as .wayglass");
}

#[test]
fn enter_begins_to_draw() {
    let mut window = empty();
    ask(&mut window, Command::NewLayout);
    window.key_press(Key::Enter);
    settle(&mut window);
    assert!(window.state().document().is_some());
}
