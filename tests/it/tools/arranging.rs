//! What commands and panels do to what is selected.

use wayglass::document::Edit;
use wayglass::geom::LIMIT;
use wayglass::layout::lane::{LaneId, LaneNetwork, LaneVertexId};
use wayglass::layout::work::{Thing, Work};
use wayglass::layout::{Layout, ObstacleId};
use wayglass::tool::{Corner, Selection, arrange};

use super::{Desk, obstacle, p, points, square};
use wayglass::document::Step;

/// Does it, if it can be done.
fn apply(desk: &mut Desk, edit: Option<Edit>) -> bool {
    let is_some = edit.is_some();
    edit.into_iter().for_each(|edit| desk.document.apply(edit, Step::New));
    is_some
}

fn both() -> Selection {
    Selection::of([obstacle(0), obstacle(1)])
}

fn locked() -> Work {
    Work { locked: [obstacle(1)].into(), ..Work::default() }
}

#[test]
fn what_is_locked_stays_as_it_is() {
    let desk = Desk::squares(locked());
    let (layout, work) = (desk.layout(), desk.document.work());
    let titles = |edit: Option<Edit>| edit.unwrap().title.into_owned();
    assert_eq!(titles(arrange::delete(layout, work, &both())), "Delete obstacle");
    assert_eq!(titles(arrange::nudge(layout, work, &both(), p(1.0, 0.0))), "Move obstacle");
    let free = arrange::nudge(layout, &Work::default(), &both(), p(1.0, 0.0));
    assert_eq!(titles(free), "Move 2 obstacles");
    let it = Selection::of([obstacle(1)]);
    assert_eq!(arrange::delete(layout, work, &it), None);
    assert_eq!(arrange::nudge(layout, work, &it, p(1.0, 0.0)), None);
    assert_eq!(arrange::rotate(layout, work, &it, 30.0, p(0.0, 0.0)), None);
    assert_eq!(arrange::scale(layout, work, &it, p(2.0, 2.0), p(0.0, 0.0)), None);
    assert_eq!(arrange::rename(layout, work, obstacle(1), "mill"), None);
    let corner = Corner { thing: obstacle(1), ring: 0, index: 0 };
    assert_eq!(arrange::delete_vertex(layout, work, corner), None);
    assert_eq!(arrange::insert_vertex(layout, work, corner, p(25.0, 0.0)), None);
    assert_eq!(arrange::move_vertex(layout, work, corner, p(25.0, 0.0)), None);
    let ring = square(22.0, 2.0, 2.0).outline.to_vec();
    assert_eq!(arrange::make_hole(layout, work, ObstacleId(1), ring), None);
}

#[test]
fn moving_turning_and_scaling_are_exact_where_numbers_are() {
    let mut desk = Desk::squares(Work::default());
    let work = Work::default();
    let first = Selection::of([obstacle(0)]);
    let edit = arrange::rotate(desk.layout(), &work, &first, 90.0, p(0.0, 0.0));
    assert!(apply(&mut desk, edit));
    assert_eq!(desk.outline(0), points(&[(0.0, 0.0), (0.0, 10.0), (-10.0, 10.0), (-10.0, 0.0)]));
    let edit = arrange::scale(desk.layout(), &work, &first, p(-1.0, 0.5), p(0.0, 0.0));
    assert!(apply(&mut desk, edit));
    let bounds = desk.layout().bounds_of(obstacle(0));
    assert_eq!((bounds.min, bounds.max), (p(0.0, 0.0), p(10.0, 5.0)));
    let edit = arrange::move_to(desk.layout(), &work, &both(), p(100.0, 100.0));
    assert!(apply(&mut desk, edit));
    assert_eq!(desk.outline(1)[0], p(120.0, 100.0));
    assert_eq!(desk.done(), ["Rotate obstacle", "Scale obstacle", "Move 2 obstacles"]);
    let none = arrange::scale(desk.layout(), &work, &first, p(0.0, 1.0), p(0.0, 0.0));
    assert_eq!(none, None, "it would have no inside");
    let none = arrange::scale(desk.layout(), &work, &first, p(1e30, 1e30), p(0.0, 0.0));
    assert_eq!(none, None, "it would be too large");
}

#[test]
fn nothing_is_moved_beyond_the_limit() {
    let mut desk = Desk::squares(Work::default());
    for _ in 0..3 {
        let edit = arrange::nudge(desk.layout(), &Work::default(), &both(), p(LIMIT, 0.0));
        apply(&mut desk, edit);
    }
    assert_eq!(desk.outline(1)[1].x, LIMIT);
    assert_eq!(desk.outline(0)[1].x, LIMIT - 20.0);
    let nan = arrange::nudge(desk.layout(), &Work::default(), &both(), p(f64::NAN, 0.0));
    assert_eq!(nan, None);
}

#[test]
fn copies_get_ids_of_their_own_and_are_not_locked() {
    let mut desk = Desk::squares(locked());
    let (edit, copies) = arrange::duplicate(desk.layout(), &both(), p(0.0, 30.0)).unwrap();
    assert_eq!(edit.title, "Duplicate 2 obstacles");
    desk.document.apply(edit, Step::New);
    assert_eq!(copies, Selection::of([obstacle(2), obstacle(3)]));
    assert_eq!(desk.outline(3)[0], p(20.0, 30.0));
    assert_eq!(*desk.document.work(), locked());
}

#[test]
fn the_highest_id_does_not_stop_anybody() {
    let mut layout = Layout::default();
    layout.obstacles.insert(ObstacleId(u32::MAX), square(0.0, 0.0, 1.0));
    layout.obstacles.insert(ObstacleId(0), square(0.0, 0.0, 1.0));
    let it = Selection::of([obstacle(u32::MAX)]);
    let (_, copies) = arrange::duplicate(&layout, &it, p(1.0, 0.0)).unwrap();
    assert_eq!(copies.single(), Some(obstacle(1)));
}

#[test]
fn holes_lie_on_their_obstacle_and_go_with_their_third_last_corner() {
    let mut desk = Desk::squares(Work::default());
    let work = Work::default();
    let hole = |layout: &Layout, x, size| {
        let ring = square(x, 2.0, size).outline.iter().rev().copied().collect();
        arrange::make_hole(layout, &work, ObstacleId(0), ring)
    };
    assert_eq!(hole(desk.layout(), 9.0, 2.0), None);
    let edit = hole(desk.layout(), 2.0, 4.0);
    assert!(apply(&mut desk, edit));
    let holes = |desk: &Desk| desk.layout().obstacles[&ObstacleId(0)].holes.clone();
    assert_eq!(
        holes(&desk),
        [points(&[(2.0, 6.0), (6.0, 6.0), (6.0, 2.0), (2.0, 2.0)])
            .into_iter()
            .rev()
            .collect::<Vec<_>>()
            .into()]
    );
    assert_eq!(hole(desk.layout(), 3.0, 1.0), None, "there is one already");
    let corner = Corner { thing: obstacle(0), ring: 1, index: 3 };
    for n_left in [1, 0] {
        let corner = Corner { index: corner.index - 1 + n_left, ..corner };
        let edit = arrange::delete_vertex(desk.layout(), &work, corner);
        assert!(apply(&mut desk, edit));
        assert_eq!(holes(&desk).len(), n_left);
    }
}

#[test]
fn names_are_for_obstacles_and_lane_vertices() {
    let mut desk = Desk::squares(Work::default());
    let edit = arrange::rename(desk.layout(), &Work::default(), obstacle(0), "mill");
    assert_eq!(edit.as_ref().unwrap().title, "Rename obstacle");
    assert!(apply(&mut desk, edit));
    assert_eq!(desk.layout().obstacles[&ObstacleId(0)].name, "mill");
    assert_eq!(arrange::rename(desk.layout(), &Work::default(), obstacle(0), "mill"), None);
    assert_eq!(arrange::rename(desk.layout(), &Work::default(), obstacle(9), "x"), None);
}

#[test]
fn with_a_lane_go_the_vertices_that_nobody_drew_for_themselves() {
    let corners = points(&[(0.0, 0.0), (10.0, 0.0), (20.0, 0.0), (30.0, 0.0)]);
    let mut lanes = LaneNetwork::new(corners, [(0, 1, 2.0), (1, 2, 2.0), (2, 3, 2.0)]);
    lanes.vertices.get_mut(&LaneVertexId(3)).unwrap().name = "gate".to_owned();
    let layout = Layout { lanes, ..Layout::default() };
    let lane = |id| Thing::Lane(LaneId(id));
    let vertex = |id| Thing::LaneVertex(LaneVertexId(id));
    let left = |selection: &[Thing]| {
        let mut desk = Desk::with(super::tool("Select"), layout.clone(), Work::default());
        let selection = Selection::of(selection.iter().copied());
        let edit = arrange::delete(desk.layout(), &Work::default(), &selection);
        assert!(apply(&mut desk, edit));
        desk.layout().things().collect::<Vec<_>>()
    };
    assert_eq!(left(&[lane(0)]), [vertex(1), vertex(2), vertex(3), lane(1), lane(2)]);
    assert_eq!(left(&[lane(0), lane(1), lane(2)]), [vertex(3)]);
    assert_eq!(left(&[vertex(1)]), [vertex(0), vertex(2), vertex(3), lane(2)]);
    let selection = Selection::of([lane(0), lane(1), vertex(0)]);
    let edit = arrange::set_width(&layout, &Work::default(), &selection, 5.0).unwrap();
    assert_eq!(edit.changes.len(), 2);
    assert_eq!(arrange::set_width(&layout, &Work::default(), &selection, 0.0), None);
}
