//! What is selected with which click, and what a drag moves.

use wayglass::document::Step;
use wayglass::geom::Segment;
use wayglass::layout::lane::{LaneId, LaneNetwork, LaneVertexId};
use wayglass::layout::work::{Thing, Work};
use wayglass::layout::{Layout, ObstacleId};
use wayglass::search::End;
use wayglass::tool::{Act, Corner, Deed, Ends, Selection, Shape, Snap, Tool};

use super::{CTRL, Desk, NO_KEYS, SHIFT, obstacle, obstacles, p, points, square, steps, tool};

#[test]
fn a_click_selects_the_smallest_thing_under_it() {
    let layout = obstacles([square(0.0, 0.0, 10.0), square(4.0, 4.0, 2.0)]);
    let mut desk = Desk::with(tool("Select"), layout, Work::default());
    desk.click(5.0, 5.0);
    assert_eq!(desk.selection.single(), Some(obstacle(1)));
    desk.click(1.0, 1.0);
    assert_eq!(desk.selection.single(), Some(obstacle(0)));
    desk.act(Act::Click, 5.0, 5.0, SHIFT);
    assert_eq!(desk.selection.things().len(), 2);
    desk.act(Act::Click, 1.0, 1.0, CTRL);
    assert_eq!(desk.selection.single(), Some(obstacle(1)));
    let deeds = desk.click(50.0, 50.0);
    assert_eq!(deeds, [Deed::Choose(Selection::default()), Deed::Select(p(50.0, 50.0))]);
    assert_eq!(desk.click(50.0, 50.0), [Deed::Select(p(50.0, 50.0))]);
}

#[test]
fn the_ground_in_a_hole_is_not_the_obstacle() {
    let mut ring = square(0.0, 0.0, 10.0);
    ring.holes.push(square(2.0, 2.0, 6.0).outline);
    let mut desk = Desk::with(tool("Select"), obstacles([ring]), Work::default());
    assert_eq!(desk.click(5.0, 5.0), [Deed::Select(p(5.0, 5.0))]);
    desk.click(1.0, 1.0);
    assert_eq!(desk.selection.single(), Some(obstacle(0)));
}

#[test]
fn a_box_selects_what_is_inside() {
    let mut desk = Desk::squares(Work::default());
    desk.act(Act::Grab, -5.0, -5.0, NO_KEYS);
    desk.act(Act::Drag, 15.0, 15.0, NO_KEYS);
    assert!(matches!(desk.sketch().shape, Shape::Selecting(_)));
    desk.act(Act::Drop, 15.0, 15.0, NO_KEYS);
    assert_eq!(desk.selection.single(), Some(obstacle(0)));
    desk.drag(&[(35.0, 15.0), (15.0, -5.0)], SHIFT);
    assert_eq!(desk.selection.things().len(), 2);
    desk.drag(&[(50.0, 50.0), (60.0, 60.0)], NO_KEYS);
    assert!(desk.selection.is_empty());
}

#[test]
fn a_drag_moves_all_that_is_selected_as_one_step_from_where_it_was() {
    let mut desk = Desk::squares(Work::default());
    desk.selection = Selection::of([obstacle(0), obstacle(1)]);
    let before = desk.document.state().clone();
    let deeds = desk.drag(&[(5.0, 5.0), (5.1, 5.0), (5.3, 5.0), (6.0, 7.0)], NO_KEYS);
    assert_eq!(steps(&deeds), [Step::New, Step::Continue, Step::Continue]);
    assert_eq!(desk.outline(0)[2], p(11.0, 12.0));
    assert_eq!(desk.outline(1)[0], p(21.0, 2.0));
    assert_eq!(desk.done(), ["Move 2 obstacles"]);
    desk.document.undo();
    assert_eq!(*desk.document.state(), before);
}

#[test]
fn what_is_dragged_without_being_selected_is_selected_first() {
    let mut desk = Desk::squares(Work::default());
    desk.drag(&[(25.0, 5.0), (25.0, 6.0)], NO_KEYS);
    assert_eq!(desk.selection.single(), Some(obstacle(1)));
    assert_eq!(desk.outline(1)[0], p(20.0, 1.0));
    assert_eq!(desk.done(), ["Move obstacle"]);
    desk.act(Act::Grab, 5.0, 5.0, NO_KEYS);
    desk.act(Act::Drop, 5.0, 5.0, NO_KEYS);
    assert_eq!(desk.done().len(), 1, "nothing was moved");
}

#[test]
fn escape_takes_a_drag_back_and_the_rest_of_it_means_nothing() {
    let mut desk = Desk::squares(Work::default());
    desk.click(5.0, 5.0);
    let before = desk.document.state().clone();
    desk.act(Act::Grab, 5.0, 5.0, NO_KEYS);
    desk.act(Act::Drag, 50.0, 5.0, NO_KEYS);
    assert!(desk.tool.is_busy());
    assert_eq!(desk.act(Act::Cancel, 50.0, 5.0, NO_KEYS), [Deed::Revert]);
    assert_eq!(*desk.document.state(), before);
    assert_eq!(desk.act(Act::Drag, 60.0, 5.0, NO_KEYS), []);
    assert_eq!(desk.act(Act::Drop, 60.0, 5.0, NO_KEYS), []);
    assert_eq!((desk.done().len(), desk.document.undone().len()), (0, 0));
    desk.act(Act::Cancel, 0.0, 0.0, NO_KEYS);
    assert!(desk.selection.is_empty());
}

#[test]
fn the_hand_does_not_take_hold_of_what_is_locked_or_hidden() {
    let work =
        Work { locked: [obstacle(0)].into(), hidden: [obstacle(1)].into(), ..Work::default() };
    let mut desk = Desk::squares(work);
    let before = desk.document.state().clone();
    for x in [5.0, 25.0] {
        assert_eq!(desk.click(x, 5.0), [Deed::Select(p(x, 5.0))]);
        desk.drag(&[(x, 5.0), (x + 3.0, 9.0)], NO_KEYS);
    }
    // Even if it was selected before it was locked.
    desk.selection = Selection::of([obstacle(0), obstacle(1)]);
    desk.drag(&[(5.0, 5.0), (9.0, 9.0)], NO_KEYS);
    desk.act(Act::Back, 0.0, 0.0, NO_KEYS);
    assert_eq!(*desk.document.state(), before);
}

#[test]
fn the_closest_corner_snaps_and_the_rest_follows() {
    let mut desk = Desk::squares(Work::default());
    desk.snap = Snap::default();
    desk.drag(&[(9.0, 1.0), (15.0, 1.0), (18.8, 1.2)], NO_KEYS);
    assert_eq!(desk.outline(0)[1], p(20.0, 0.0));
    assert_eq!(desk.outline(0)[0], p(10.0, 0.0));
}

#[test]
fn lanes_and_their_vertices_move_together() {
    let corners = points(&[(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)]);
    let lanes = LaneNetwork::new(corners, [(0, 1, 2.0), (1, 2, 2.0)]);
    let layout = Layout { lanes, ..Layout::default() };
    let mut desk = Desk::with(tool("Select"), layout.clone(), Work::default());
    let at = |desk: &Desk, id| desk.layout().lanes.vertices[&LaneVertexId(id)].at;
    desk.drag(&[(5.0, 0.8), (5.0, -4.2)], NO_KEYS);
    assert_eq!(desk.selection.single(), Some(Thing::Lane(LaneId(0))));
    assert_eq!([0, 1, 2].map(|id| at(&desk, id)), [p(0.0, -5.0), p(10.0, -5.0), p(10.0, 10.0)]);
    desk.selection = Selection::default();
    desk.drag(&[(10.0, 10.0), (12.0, 10.0)], NO_KEYS);
    assert_eq!(at(&desk, 2), p(12.0, 10.0));
    assert_eq!(desk.done(), ["Move lane", "Move lane vertex"]);
    // What ends at a locked lane stays.
    let work = Work { locked: [Thing::Lane(LaneId(0))].into(), ..Work::default() };
    let mut desk = Desk::with(tool("Select"), layout, work);
    desk.drag(&[(10.0, 0.0), (15.0, 0.0)], NO_KEYS);
    assert_eq!(at(&desk, 1), p(10.0, 0.0));
    desk.selection = Selection::of([Thing::Lane(LaneId(1))]);
    desk.drag(&[(10.0, 5.0), (15.0, 5.0)], NO_KEYS);
    assert_eq!([1, 2].map(|id| at(&desk, id)), [p(10.0, 0.0), p(15.0, 10.0)]);
}

#[test]
fn the_ends_of_a_query_can_still_be_taken_hold_of() {
    let mut desk = Desk::squares(Work::default());
    desk.ends = Ends { start: Some(p(5.0, 5.0)), goal: None };
    for title in ["Select", "Query"] {
        desk.tool = tool(title);
        let deeds = desk.drag(&[(5.1, 5.0), (6.0, 5.0), (7.0, 5.0)], NO_KEYS);
        let moved = |x| Deed::Move { end: End::Start, to: p(x, 5.0) };
        assert_eq!(deeds, [5.1, 6.0, 7.0].map(moved));
    }
}

#[test]
fn an_end_that_is_let_go_of_goes_back_and_the_rest_of_the_press_means_nothing() {
    let mut desk = Desk::squares(Work::default());
    for title in ["Select", "Query"] {
        desk.tool = tool(title);
        desk.ends = Ends { start: Some(p(5.0, 5.0)), goal: None };
        desk.act(Act::Grab, 5.1, 5.0, NO_KEYS);
        desk.ends = Ends { start: Some(p(8.0, 5.0)), goal: None };
        let back = Deed::Move { end: End::Start, to: p(5.0, 5.0) };
        assert_eq!(desk.act(Act::Cancel, 8.0, 5.0, NO_KEYS), [back]);
        for act in [Act::Drag, Act::Drop] {
            assert_eq!(desk.act(act, 9.0, 5.0, NO_KEYS), [], "{title}");
        }
    }
}

#[test]
fn where_nothing_is_drawn_a_drag_moves_the_map() {
    use wayglass::tool::{Gesture, Scene, Sizes};
    let (work, selection) = (Work::default(), Selection::default());
    let scene = Scene {
        layout: None,
        work: &work,
        selection: &selection,
        ends: Ends::default(),
        snap: Snap::default(),
        sizes: Sizes::default(),
    };
    let gesture = |act| Gesture { act, at: p(3.0, 4.0), reach: 1.0, keys: NO_KEYS };
    for title in ["Select", "Pan", "Query"] {
        let mut tool = tool(title);
        let deeds = [Act::Grab, Act::Drag, Act::Drop].map(|act| tool.on(gesture(act), &scene));
        assert_eq!(deeds, [[Deed::Pan], [Deed::Pan], [Deed::Pan]]);
    }
    assert_eq!(tool("Select").on(gesture(Act::Click), &scene), [Deed::Select(p(3.0, 4.0))]);
    for tool in Tool::ALL.iter().filter(|tool| tool.draws()) {
        for act in Act::ALL {
            assert_eq!(tool.clone().on(gesture(*act), &scene), []);
        }
    }
}

#[test]
fn measures_are_taken_from_corner_to_corner_and_stay_until_the_next() {
    let mut desk = Desk::squares(Work::default());
    (desk.tool, desk.snap) = (tool("Measure"), Snap::default());
    desk.drag(&[(0.1, 0.1), (4.0, 5.0), (10.1, 9.9)], NO_KEYS);
    assert_eq!(desk.tool.measured(), Some(Segment::new(p(0.0, 0.0), p(10.0, 10.0))));
    desk.act(Act::Hover, 3.0, 3.0, NO_KEYS);
    assert_eq!(desk.sketch().degrees(), Some(45.0));
    desk.act(Act::Cancel, 3.0, 3.0, NO_KEYS);
    assert_eq!(desk.tool.measured(), None);
}

#[test]
fn what_is_gone_is_not_selected() {
    let mut desk = Desk::squares(Work::default());
    let corner = Corner { thing: obstacle(1), ring: 0, index: 3 };
    desk.selection = Selection::corner_of(corner);
    assert_eq!(desk.selection.kept(Some(desk.layout()), &Work::default()), desk.selection);
    let mut layout = desk.layout().clone();
    layout.obstacles.get_mut(&ObstacleId(1)).unwrap().outline = points(&[(0.0, 0.0)]).into();
    let kept = desk.selection.kept(Some(&layout), &Work::default());
    assert_eq!(kept, Selection::of([obstacle(1)]));
    layout.obstacles.clear();
    assert!(desk.selection.kept(Some(&layout), &Work::default()).is_empty());
    assert!(desk.selection.kept(None, &Work::default()).is_empty());
}

#[test]
fn two_clicks_ask_and_a_third_moves_the_goal() {
    let mut desk = Desk::squares(Work::default());
    desk.tool = Tool::default();
    let moved = |end, to| [Deed::Move { end, to }];
    assert_eq!(desk.click(0.0, 0.0), moved(End::Start, p(0.0, 0.0)));
    desk.ends.start = Some(p(0.0, 0.0));
    assert_eq!(desk.click(10.0, 0.0), moved(End::Goal, p(10.0, 0.0)));
    desk.ends.goal = Some(p(10.0, 0.0));
    assert_eq!(desk.click(5.0, 5.0), moved(End::Goal, p(5.0, 5.0)));
}
