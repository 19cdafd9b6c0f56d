use egui_kittest::kittest::Queryable as _;
use wayglass::app::{Action, Command, Source};
use wayglass::example::Failing;
use wayglass::explain::CauseKind;
use wayglass::geom::Point;
use wayglass::layout::Border;
use wayglass::tool::Ends;

use super::{ask, example, first_start, settle};

#[test]
fn every_example_of_a_failing_query_shows_its_cause_and_mends_it() {
    let mut window = first_start();
    for (number, failing) in Failing::ALL.iter().enumerate() {
        let name = failing.file_name;
        ask(&mut window, Action::Open(Source::Failing(number)));
        let causes: Vec<_> =
            window.state().causes().iter().map(|&(kind, said)| (kind, said.to_owned())).collect();
        assert_eq!(causes.first().map(|cause| cause.0), Some(failing.cause), "{name}: {causes:?}");
        let before = window.state().cost();
        let is_repaired =
            ["shifted_neighbours", "clockwise", "non_convex"].contains(&failing.cause);
        if is_repaired {
            assert!(before.is_some(), "{name}: it was mended when it was read");
            continue;
        }
        ask(&mut window, Action::TryMend(0, 0));
        let after = window.state().cost();
        assert!(after.is_some(), "{name}: the mend gives a path");
        // From the other side of a wall it may be farther.
        let is_shorter = before.is_none_or(|before| after.unwrap() < before);
        assert!(is_shorter || failing.cause == "ambiguous", "{name}: {after:?}");
        window.get_by_label("Take back").click();
        settle(&mut window);
        assert_eq!(window.state().cost(), before, "{name}");
        assert_eq!(window.state().causes().first().map(|cause| cause.0), Some(failing.cause));
        // What was tried in the mesh is a step back: nothing is left to be saved.
        assert!(window.state().document().unwrap().is_saved(), "{name}");
    }
}

#[test]
fn mends_are_buttons_and_the_lines_of_the_file_are_quoted() {
    let mut window = first_start();
    let number = Failing::ALL.iter().position(|failing| failing.cause == "signs_disagree");
    ask(&mut window, Action::Open(Source::Failing(number.unwrap())));
    assert!(window.query_by_label("Two records disagree").is_some());
    assert!(window.query_by_label_contains("85: 1 4 13 14 24 23 -12 3 -14 22").is_some());
    assert!(window.query_by_label_contains("86: 1 4 14 15 25 24 13 5 15 23").is_some());
    let before = window.state().cost().unwrap();
    window.get_by_label_contains("Open the edge from vertex 14 to 24").click();
    settle(&mut window);
    assert!(window.state().cost().unwrap() < before);
    ask(&mut window, Command::Undo);
    assert_eq!(window.state().cost(), Some(before));
}

#[test]
fn a_report_is_copied_and_a_repro_opens_again_just_so() {
    let mut window = first_start();
    let number = Failing::ALL.iter().position(|failing| failing.cause == "too_narrow").unwrap();
    ask(&mut window, Action::Open(Source::Failing(number)));
    let causes = format!("{:?}", window.state().causes());
    ask(&mut window, Command::CopyReport);
    assert!(window.state().notices().any(|notice| notice == "Copied"));
    let path = std::env::temp_dir().join(format!("wayglass-narrow-{}.repro", std::process::id()));
    ask(&mut window, Action::SaveRepro(path.clone()));
    ask(&mut window, Action::Open(example("district.mesh")));
    assert!(window.state().causes().is_empty());
    ask(&mut window, Action::Open(Source::Path(path.clone())));
    assert_eq!(window.state().open_name(), Some("rooms.nav"));
    assert_eq!(format!("{:?}", window.state().causes()), causes);
    // What is broken says where.
    std::fs::write(&path, "wayglass-repro 1\nquery here\n---\nmesh\n").unwrap();
    ask(&mut window, Action::Open(Source::Path(path)));
    assert!(
        window.state().notices().any(|notice| notice.contains("line 2: expected four coordinates"))
    );
}

#[test]
fn in_a_drawing_the_obstacle_in_the_way_is_left_out() {
    let mut window = first_start();
    let ring = |points: &[(f64, f64)]| points.iter().map(|&(x, y)| Point::new(x, y)).collect();
    let border = Border::AnyOf(vec![ring(&[(0.0, 0.0), (30.0, 0.0), (30.0, 10.0), (0.0, 10.0)])]);
    ask(&mut window, Action::NewLayout(border));
    let wall = wayglass::layout::Obstacle::new(
        [(14.0, -1.0), (16.0, -1.0), (16.0, 11.0), (14.0, 11.0)].map(|(x, y)| Point::new(x, y)),
    );
    let id = wayglass::layout::ObstacleId(1);
    let put = wayglass::document::Change::Obstacle(id, Some(wall));
    ask(&mut window, Action::Edit(wayglass::document::Edit::one("Put a wall", put)));
    let ends = Ends { start: Some(Point::new(5.0, 5.0)), goal: Some(Point::new(25.0, 5.0)) };
    ask(&mut window, Action::SetEnds(ends));
    assert_eq!(window.state().causes()[0].0, CauseKind::OtherIsland.name());
    ask(&mut window, Action::TryMend(0, 0));
    assert_eq!(window.state().cost(), Some(20.0));
    ask(&mut window, Action::TakeBackTrial);
    assert_eq!(window.state().cost(), None);
}
