use std::fs;

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use wayglass::app::{Action, App, Command, Overwrite, Source};
use wayglass::format::Target;
use wayglass::geom::Point;
use wayglass::mesh::{Element, FaceId};
use wayglass::tool::Ends;

use super::drawing::{draw_box, drawing};
use super::{Folder, ask, at_once, empty, example, press, settle};

/// A window on a map in a file of its own.
fn on_file(folder: &Folder) -> Harness<'static, App> {
    let path = folder.put("district.mesh", include_bytes!("../../assets/district.mesh"));
    let mut window = empty();
    ask(&mut window, Action::Open(Source::Path(path)));
    let ends = [Point::new(62.0, 20.0), Point::new(186.0, 140.0)].map(Some);
    ask(&mut window, Action::SetEnds(Ends { start: ends[0], goal: ends[1] }));
    window
}

fn has_selection(window: &Harness<'_, App>) -> bool {
    window.query_by_label("Zoom to selection").is_some()
}

fn notice(window: &Harness<'_, App>) -> String {
    window.state().notices().last().unwrap_or_default().to_owned()
}

#[test]
fn what_is_not_there_is_not_selected() {
    let mut window = empty();
    ask(&mut window, Action::Open(example("rooms.nav")));
    let nowhere = [
        Element::Face(FaceId(100_000)),
        Element::Side(FaceId(0), 100),
        Element::Side(FaceId(100_000), 0),
        Element::Link(100_000),
    ];
    for element in nowhere {
        ask(&mut window, Action::FlyTo(element));
        assert_eq!(notice(&window), "That is nowhere on the map");
        assert!(!has_selection(&window), "{element:?}");
    }
    ask(&mut window, Action::FlyTo(Element::Side(FaceId(0), 0)));
    assert!(has_selection(&window));
}

#[test]
fn undoing_selects_nothing_else() {
    let mut window = empty();
    ask(&mut window, Action::Open(example("rooms.nav")));
    ask(&mut window, Action::FlyTo(Element::Face(FaceId(3))));
    ask(&mut window, Command::ToggleWalkable);
    ask(&mut window, Command::Undo);
    assert!(has_selection(&window), "it is still the same");
    ask(&mut window, Command::DeleteFace);
    ask(&mut window, Action::FlyTo(Element::Face(FaceId(9))));
    // Its number is that of another face now.
    ask(&mut window, Command::Undo);
    assert!(!has_selection(&window));
}

#[test]
fn nobody_takes_hold_of_a_face_that_has_another_number_by_now() {
    let mut window = empty();
    // Large enough for a task of its own to look at it.
    ask(&mut window, Action::Open(example("islands.mesh")));
    ask(&mut window, Action::FlyTo(Element::Face(FaceId(3))));
    let meanwhile = [Action::SelectAt(Point::new(72.0, 26.0)), Command::ToggleBreakpoint.into()];
    for action in meanwhile {
        at_once(&mut window, [Command::DeleteFace.into(), action]);
        settle(&mut window);
        assert!(!has_selection(&window));
        ask(&mut window, Action::FlyTo(Element::Face(FaceId(3))));
        assert!(has_selection(&window));
    }
    at_once(&mut window, [Command::DeleteFace.into(), Action::SelectAt(Point::new(72.0, 26.0))]);
    assert_eq!(notice(&window), "The map is still being updated; try again in a moment");
}

#[test]
fn who_saves_a_mesh_is_told_that_it_does_not_hold_pinned_queries() {
    let folder = Folder::new("pinned-mesh");
    let mut window = on_file(&folder);
    ask(&mut window, Command::PinQuery);
    ask(&mut window, Command::Export);
    assert!(window.query_by_label_contains("1 pinned query").is_some());
    ask(&mut window, Action::CloseDialog);
    ask(&mut window, Command::Save);
    assert!(notice(&window).contains("no mesh holds its 1 pinned query"), "{}", notice(&window));
    // Whoever leaves has to have read that.
    ask(&mut window, Action::FlyTo(Element::Face(FaceId(3))));
    ask(&mut window, Command::ToggleWalkable);
    ask(&mut window, Command::CloseMap);
    press(&mut window, "Save…");
    assert_eq!(window.state().open_name(), Some("district.mesh"));
    assert_eq!(notice(&window), "Nothing else was done yet: ask for it again");
    ask(&mut window, Command::CloseMap);
    assert_eq!(window.state().open_name(), None);
}

#[test]
fn who_saves_over_comments_is_told_once_where_they_are() {
    let folder = Folder::new("comments");
    let path = folder.put("broken.mesh", include_bytes!("../../assets/broken.mesh"));
    let mut window = empty();
    ask(&mut window, Action::Open(Source::Path(path)));
    let says = |window: &Harness<'_, App>| notice(window).contains("comments could not be kept");
    for is_told in [true, false] {
        ask(&mut window, Action::FlyTo(Element::Face(FaceId(3))));
        ask(&mut window, Command::ToggleWalkable);
        ask(&mut window, Command::Save);
        assert_eq!(says(&window), is_told, "{}", notice(&window));
    }
}

#[test]
fn a_format_for_drawings_holds_no_work_on_them() {
    let mut window = drawing();
    draw_box(&mut window);
    ask(&mut window, Command::PinQuery);
    ask(&mut window, Command::Export);
    assert!(window.query_by_label_contains("1 pinned query").is_some());
}

#[test]
fn a_pinned_query_changes_no_face() {
    let folder = Folder::new("as-read");
    let mut window = on_file(&folder);
    ask(&mut window, Command::PinQuery);
    assert!(window.state().document().unwrap().is_as_read());
    ask(&mut window, Action::FlyTo(Element::Face(FaceId(3))));
    ask(&mut window, Command::ToggleWalkable);
    assert!(!window.state().document().unwrap().is_as_read());
    ask(&mut window, Command::Undo);
    assert!(window.state().document().unwrap().is_as_read());
}

#[test]
fn what_somebody_else_has_written_is_not_replaced_under_the_same_name_either() {
    let folder = Folder::new("same-name");
    let mut window = on_file(&folder);
    ask(&mut window, Action::FlyTo(Element::Face(FaceId(3))));
    ask(&mut window, Command::ToggleWalkable);
    let theirs = "mesh\n2\n3 1\n0 0 1 1\n1 0 1 1\n0 1 1 1\n3 0 1 2 -1 -1 -1\n";
    let path = folder.0.join("district.mesh");
    fs::write(&path, theirs).unwrap();
    ask(&mut window, Action::Export(path.clone(), Target::Mesh3));
    assert!(window.query_by_label_contains("changed by somebody else").is_some());
    assert_eq!(fs::read_to_string(&path).unwrap(), theirs);
    // The same with a drawing that is saved as what it is.
    let mut window = drawing();
    draw_box(&mut window);
    let path = folder.0.join("plan.wayglass");
    ask(&mut window, Action::SaveTo(path.clone(), Overwrite::Ask));
    draw_box(&mut window);
    fs::write(&path, "wayglass 1\n").unwrap();
    ask(&mut window, Command::SaveAs);
    press(&mut window, "Replace");
    assert!(window.query_by_label_contains("changed by somebody else").is_some());
    assert_eq!(fs::read_to_string(&path).unwrap(), "wayglass 1\n");
}

#[test]
fn what_is_typed_for_one_vertex_is_not_done_to_another() {
    let folder = Folder::new("another-vertex");
    let mut window = on_file(&folder);
    for command in [Command::MoveVertex, Command::WeldVertex] {
        ask(&mut window, Action::GoTo("v 17".to_owned()));
        ask(&mut window, command);
        let title = if command == Command::MoveVertex { "Move" } else { "Weld" };
        assert!(window.query_by_label(title).is_some());
        ask(&mut window, Action::GoTo("v 18".to_owned()));
        assert!(window.query_by_label(title).is_none());
    }
}

#[test]
fn no_answer_of_the_map_before_is_copied() {
    let mut window = empty();
    // Large enough for a task of its own to look at it.
    ask(&mut window, Action::Open(example("islands.mesh")));
    let [start, goal] = [Point::new(72.0, 26.0), Point::new(278.0, 200.0)];
    ask(&mut window, Action::SetEnds(Ends { start: Some(start), goal: Some(goal) }));
    ask(&mut window, Action::SelectAt(start));
    let copy = || Action::from(Command::CopyAnswer);
    at_once(&mut window, [Command::ToggleWalkable.into(), copy()]);
    assert_eq!(notice(&window), "The map is still being updated; try again in a moment");
    settle(&mut window);
    ask(&mut window, copy());
    assert_eq!(window.state().cost(), None);
}

#[test]
fn a_breakpoint_on_a_face_is_one_of_this_map_only() {
    let mut window = empty();
    ask(&mut window, Action::Open(example("district.mesh")));
    ask(&mut window, Action::FlyTo(Element::Face(FaceId(3))));
    ask(&mut window, Command::ToggleBreakpoint);
    press(&mut window, "Breakpoints");
    let n_stops =
        |window: &Harness<'_, App>| window.query_all_by_label_contains("Stops when").count();
    assert_ne!(n_stops(&window), 0);
    ask(&mut window, Action::Open(example("islands.mesh")));
    assert_eq!(n_stops(&window), 0);
}

#[test]
fn what_was_said_before_anything_was_open_is_still_said() {
    let mut window = Harness::builder().build_eframe(|creation| {
        let mut app = App::new(&creation.egui_ctx, None);
        app.open_all(Vec::new(), &creation.egui_ctx);
        app.keep_nothing();
        app
    });
    settle(&mut window);
    assert!(window.state().open_name().is_some());
    assert!(window.state().notices().any(|notice| notice.contains("there is no home folder")));
}

#[test]
fn a_search_of_one_event_is_played_to_its_end() {
    let mut window = empty();
    ask(&mut window, Action::Open(example("district.mesh")));
    let nowhere = Point::new(-1e5, -1e5);
    ask(&mut window, Action::SetEnds(Ends { start: Some(nowhere), goal: Some(nowhere) }));
    (0..20).for_each(|_| ask(&mut window, Command::Faster));
    // It would be painted for ever otherwise.
    ask(&mut window, Command::PlayPause);
    assert!(window.run_ok().is_some());
    assert_eq!(window.state().event(), (0, 0));
}
