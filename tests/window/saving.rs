use std::fs;
use std::sync::Arc;

use egui::Key;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use wayglass::app::{Action, App, Command, Overwrite};
use wayglass::document::{Change, Edit};
use wayglass::format::{self, Content, Target};
use wayglass::geom::Point;
use wayglass::layout::{Agent, Obstacle, ObstacleId};
use wayglass::mesh::Navmesh;
use wayglass::tool::Ends;

use super::drawing::{draw_box, drawing};
use super::{Folder, ask, at_once, empty, example, first_start, press, settle};

fn escape(window: &mut Harness<'_, App>) {
    window.key_press(Key::Escape);
    settle(window);
}

#[test]
fn whoever_escapes_from_saving_has_given_up_what_was_to_follow() {
    let folder = Folder::new("escaped");
    let mut window = drawing();
    draw_box(&mut window);
    ask(&mut window, Command::CloseMap);
    press(&mut window, "Save…");
    let field = |window: &Harness<'_, App>| {
        window.query_by_role_and_label(egui::Role::TextInput, "Save as").is_some()
    };
    assert!(field(&window));
    escape(&mut window);
    escape(&mut window);
    assert!(!field(&window));
    ask(&mut window, Action::SaveTo(folder.file("later.wayglass").into(), Overwrite::Yes));
    assert_eq!(window.state().open_name(), Some("later.wayglass"), "it is saved, not closed");
}

#[test]
fn whoever_looks_at_something_else_has_given_up_what_was_to_follow() {
    let folder = Folder::new("elsewhere");
    let mut window = drawing();
    draw_box(&mut window);
    ask(&mut window, Command::CloseMap);
    press(&mut window, "Save…");
    ask(&mut window, Command::Keys);
    ask(&mut window, Action::SaveTo(folder.file("later.wayglass").into(), Overwrite::Yes));
    assert_eq!(window.state().open_name(), Some("later.wayglass"), "it is saved, not closed");
}

/// A mesh that was changed; and a format that cannot hold all of it, and one that can.
fn changed_mesh() -> (Harness<'static, App>, Target, Target) {
    let mut window = first_start();
    ask(&mut window, Action::Open(example("rooms.nav")));
    ask(&mut window, Action::GoTo("f 3".to_owned()));
    ask(&mut window, Command::DeleteFace);
    let document = window.state().document().unwrap();
    assert!(!document.is_saved());
    let content = Content::Mesh(document.mesh().unwrap().clone());
    let losses = |target: &Target| format::write(&content, *target).map(|it| it.losses.len());
    let find = |is: fn(usize) -> bool| {
        Target::ALL.iter().copied().find(|target| losses(target).is_ok_and(is)).unwrap()
    };
    (window, find(|n| n != 0), find(|n| n == 0))
}

#[test]
fn a_copy_that_is_not_whole_is_no_saving() {
    let folder = Folder::new("not-whole");
    let (mut window, lossy, whole) = changed_mesh();
    ask(&mut window, Command::CloseMap);
    press(&mut window, "Save…");
    ask(&mut window, Action::Export(folder.file("part").into(), lossy));
    assert_eq!(window.state().open_name(), Some("rooms.nav"));
    assert!(!window.state().document().unwrap().is_saved());
    ask(&mut window, Action::Export(folder.file("whole").into(), whole));
    assert!(window.state().document().is_some_and(|document| document.is_saved()));
    assert_eq!(window.state().open_name(), Some("rooms.nav"), "nobody wants to close it any more");
}

/// How many faces a file has.
fn n_faces(bytes: &[u8]) -> usize {
    let Content::Mesh(mesh) = format::read(bytes).unwrap().content else { panic!("no mesh") };
    Navmesh::n_faces(&mesh)
}

#[test]
fn what_is_exported_is_what_is_open_however_short_ago_it_was_changed() {
    let folder = Folder::new("exported-soon");
    let mut window = first_start();
    ask(&mut window, Action::GoTo("f 17".to_owned()));
    let before = window.state().document().unwrap().mesh().unwrap().n_faces();
    let file = folder.file("soon.mesh");
    let export = Action::Export(file.into(), Target::Mesh3);
    at_once(&mut window, [Command::DeleteFace.into(), export]);
    let document = window.state().document().unwrap();
    let now = document.mesh().unwrap().n_faces();
    assert_eq!((now, document.is_saved()), (before - 1, true));
    assert_eq!(n_faces(&folder.read("soon.mesh")), now);
}

#[test]
fn the_mesh_of_a_drawing_is_not_exported_before_it_is_that_of_the_drawing() {
    let folder = Folder::new("exported-later");
    let mut window = drawing();
    let block = |number: u32| {
        let (x, y) = (f64::from(number % 25) * 3.7 + 4.0, f64::from(number / 25) * 3.7 + 4.0);
        let corners = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)];
        let corners = corners.map(|(dx, dy)| Point::new(x + dx, y + dy));
        Change::Obstacle(ObstacleId(number), Some(Obstacle::new(corners)))
    };
    let changes = (0..500).map(block).collect();
    ask(&mut window, Action::Edit(Edit { title: "Draw".into(), changes }));
    let removed = Change::Obstacle(ObstacleId(7), None);
    let file = folder.file("later.mesh");
    let export = || Action::Export(file.clone().into(), Target::Mesh3);
    at_once(&mut window, [Action::Edit(Edit::one("Delete", removed)), export()]);
    assert!(!folder.0.join("later.mesh").exists());
    let notice = window.state().notices().last().unwrap();
    assert_eq!(notice, "The map is still being updated; try again in a moment");
    settle(&mut window);
    ask(&mut window, export());
    let layout = window.state().document().unwrap().layout().unwrap();
    let built = wayglass::build::build(layout, wayglass::build::Faces::Merged).unwrap();
    assert_eq!(n_faces(&folder.read("later.mesh")), Arc::new(built).n_faces());
}

/// Leaves a drawing with a box behind, which is in a file without it.
fn leave_unsaved(folder: &Folder) {
    let mut window = drawing();
    ask(&mut window, Action::SaveTo(folder.file("plan.wayglass").into(), Overwrite::Yes));
    window.state_mut().keep_unsaved_in(&folder.0.join("state"));
    draw_box(&mut window);
    window.state_mut().flush_recovery();
}

#[test]
fn what_was_taken_back_can_be_given_up_for_what_is_in_its_file() {
    let folder = Folder::new("reloaded");
    leave_unsaved(&folder);
    let mut window = empty();
    window.state_mut().keep_unsaved_in(&folder.0.join("state"));
    settle(&mut window);
    press(&mut window, "Recover");
    assert!(window.query_by_label_contains("Outline (1)").is_some());
    ask(&mut window, Command::Reload);
    press(&mut window, "Discard changes");
    assert!(window.query_by_label_contains("Outline (0)").is_some());
    assert!(window.state().document().unwrap().is_saved());
}

#[test]
fn what_is_taken_back_is_not_asked_what_nobody_has_asked() {
    let folder = Folder::new("unasked");
    leave_unsaved(&folder);
    // An example is asked something by itself.
    let mut window = first_start();
    assert!(window.state().cost().is_some());
    window.state_mut().keep_unsaved_in(&folder.0.join("state"));
    settle(&mut window);
    press(&mut window, "Recover");
    assert_eq!(window.state().open_name(), Some("plan.wayglass"));
    assert_eq!(window.state().cost(), None);
}

/// Asks for something, and for the next thing before anybody has looked what came of it.
fn ask_both(window: &mut Harness<'_, App>, first: impl Into<Action>, then: impl Into<Action>) {
    let ctx = window.ctx.clone();
    window.state_mut().run(first.into(), &ctx);
    ask(window, then);
}

#[test]
fn taking_back_can_be_given_up_and_asked_for_again() {
    let folder = Folder::new("given-up");
    leave_unsaved(&folder);
    let mut window = empty();
    window.state_mut().keep_unsaved_in(&folder.0.join("state"));
    ask_both(&mut window, Action::Recover(0), Action::CancelTasks);
    assert_eq!(window.state().open_name(), None);
    ask(&mut window, Command::Recover);
    press(&mut window, "Recover");
    assert!(window.query_by_label_contains("Outline (1)").is_some());
    assert!(!window.state().document().unwrap().is_saved());
}

#[test]
fn whoever_forgets_what_is_being_taken_back_does_not_get_it() {
    let folder = Folder::new("forgotten");
    leave_unsaved(&folder);
    let mut window = empty();
    window.state_mut().keep_unsaved_in(&folder.0.join("state"));
    ask_both(&mut window, Action::Recover(0), Action::DiscardRecovered(0));
    assert_eq!(window.state().open_name(), None);
    assert!(folder.0.join("state").read_dir().unwrap().next().is_none(), "nothing is kept");
}

#[test]
fn whoever_goes_on_drawing_while_something_is_taken_back_is_asked() {
    let folder = Folder::new("went-on");
    leave_unsaved(&folder);
    let mut window = drawing();
    window.state_mut().keep_unsaved_in(&folder.0.join("state"));
    let name = window.state().open_name().map(str::to_owned);
    let agent = Agent { radius: 2.0, ..Agent::default() };
    ask_both(
        &mut window,
        Action::Recover(0),
        Action::Edit(Edit::one("Radius", Change::Agent(agent))),
    );
    assert_eq!(window.state().open_name(), name.as_deref());
    press(&mut window, "Discard changes");
    assert_eq!(window.state().open_name(), Some("plan.wayglass"));
}

#[test]
fn a_mesh_stays_open_where_its_outlines_are_not_wanted_any_more() {
    let mut window = first_start();
    let name = window.state().open_name().map(str::to_owned);
    ask_both(&mut window, Command::EditAsObstacles, Action::CancelTasks);
    assert_eq!(window.state().open_name(), name.as_deref());
    assert!(window.state().document().unwrap().mesh().is_some());
}

#[test]
fn a_mesh_is_outlined_as_it_is_by_then() {
    let start = Point::new(62.0, 20.0);
    let ends = Ends { start: Some(start), goal: Some(Point::new(186.0, 140.0)) };
    for is_put_back in [false, true] {
        let mut window = empty();
        ask(&mut window, Action::Open(example("district.mesh")));
        ask(&mut window, Action::SetEnds(ends));
        let cost = window.state().cost().unwrap();
        ask(&mut window, Action::SelectAt(start));
        // Its face is blocked while the outlines are traced.
        ask_both(&mut window, Command::EditAsObstacles, Command::ToggleWalkable);
        assert!(window.state().document().unwrap().mesh().is_some(), "nobody was asked");
        if is_put_back {
            ask(&mut window, Command::Undo);
        }
        press(&mut window, "Discard changes");
        assert!(window.state().document().unwrap().layout().is_some());
        let drawn = window.state().cost();
        assert_eq!(drawn.is_some(), is_put_back);
        assert!(drawn.is_none_or(|drawn| (drawn - cost).abs() < 1e-6), "{drawn:?} {cost}");
    }
}

#[test]
fn what_cannot_be_taken_back_is_not_offered_again() {
    let folder = Folder::new("vanished");
    leave_unsaved(&folder);
    let mut window = empty();
    window.state_mut().keep_unsaved_in(&folder.0.join("state"));
    settle(&mut window);
    fs::rename(folder.0.join("state"), folder.0.join("elsewhere")).unwrap();
    press(&mut window, "Recover");
    assert_eq!(window.state().notices().count(), 1);
    assert!(window.query_by_label_contains("ended before these were saved").is_none());
}

#[test]
fn a_save_that_did_not_happen_leaves_what_pins_cost_when_it_was_saved() {
    let folder = Folder::new("not-noted");
    let mut window = drawing();
    ask(&mut window, Command::PinQuery);
    ask(&mut window, Action::SaveTo(folder.file("plan.wayglass").into(), Overwrite::Yes));
    draw_box(&mut window);
    let cost = |window: &Harness<'_, App>| {
        let document = window.state().document().unwrap();
        document.work().pins.first().and_then(|pin| pin.cost)
    };
    assert_eq!(cost(&window), Some(90.0));
    fs::remove_dir_all(&folder.0).unwrap();
    ask(&mut window, Command::Save);
    assert_eq!(cost(&window), Some(90.0));
}

#[test]
fn a_changed_mesh_is_taken_back_with_all_that_its_format_says() {
    let folder = Folder::new("rich");
    let mut window = first_start();
    ask(&mut window, Action::Open(example("rooms.nav")));
    window.state_mut().keep_unsaved_in(&folder.0);
    ask(&mut window, Action::GoTo("f 3".to_owned()));
    ask(&mut window, Command::ToggleWalkable);
    window.state_mut().flush_recovery();
    let document = window.state().document().unwrap();
    let (mesh, format) = (document.mesh().cloned(), document.format());
    drop(window);
    let mut next = empty();
    next.state_mut().keep_unsaved_in(&folder.0);
    settle(&mut next);
    press(&mut next, "Recover");
    let document = next.state().document().unwrap();
    assert_eq!((document.mesh(), document.format()), (mesh.as_ref(), format));
}
