//! Polygons, boxes, circles, walls, lanes, regions and borders from nothing.

use wayglass::geom::{Aabb, Side, turning};
use wayglass::layout::lane::{Lane, LaneId, LaneVertexId};
use wayglass::layout::work::{Thing, Work};
use wayglass::layout::{Border, Layout, ObstacleId};
use wayglass::tool::{Act, Shape};

use super::{CTRL, Desk, NO_KEYS, SHIFT, obstacle, obstacles, p, points, square, tool};

#[test]
fn a_polygon_is_closed_at_its_first_corner() {
    let mut desk = Desk::empty(tool("Polygon"));
    desk.clicks(&[(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)]);
    assert_eq!(desk.done(), [""; 0]);
    desk.act(Act::Hover, 0.1, 0.1, NO_KEYS);
    assert!(desk.sketch().closed);
    desk.click(0.1, 0.1);
    assert_eq!(desk.done(), ["Draw polygon"]);
    assert_eq!(desk.outline(0), points(&[(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)]));
    assert!(desk.selection.has(obstacle(0)) && !desk.tool.is_busy());
}

#[test]
fn a_polygon_is_closed_by_enter_and_by_a_double_click_and_runs_counter_clockwise() {
    let clockwise = [(0.0, 0.0), (0.0, 10.0), (10.0, 10.0)];
    for (act, x, y) in [(Act::Finish, 3.0, 3.0), (Act::DoubleClick, 10.0, 10.0)] {
        let mut desk = Desk::empty(tool("Polygon"));
        desk.clicks(&clockwise);
        desk.act(act, x, y, NO_KEYS);
        assert_eq!(desk.outline(0), points(&[(10.0, 10.0), (0.0, 10.0), (0.0, 0.0)]));
    }
}

#[test]
fn two_quick_clicks_in_two_places_are_two_corners() {
    let mut desk = Desk::empty(tool("Polygon"));
    desk.clicks(&[(0.0, 0.0), (10.0, 0.0)]);
    desk.act(Act::DoubleClick, 10.0, 10.0, NO_KEYS);
    assert_eq!(desk.sketch().points.len(), 4);
    assert_eq!(desk.done(), [""; 0]);
}

#[test]
fn a_double_click_at_the_first_corner_begins_no_other_polygon() {
    let mut desk = Desk::empty(tool("Polygon"));
    desk.clicks(&[(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 0.0)]);
    desk.act(Act::DoubleClick, 0.0, 0.0, NO_KEYS);
    assert!(!desk.tool.is_busy());
    desk.tool = tool("Rectangle");
    desk.clicks(&[(20.0, 0.0), (30.0, 10.0)]);
    desk.act(Act::DoubleClick, 30.0, 10.0, NO_KEYS);
    assert!(!desk.tool.is_busy());
    assert_eq!(desk.done(), ["Draw polygon", "Draw rectangle"]);
    desk.tool = tool("Wall");
    desk.act(Act::Grab, 0.0, 0.0, NO_KEYS);
    desk.act(Act::Cancel, 5.0, 0.0, NO_KEYS);
    desk.act(Act::Drop, 9.0, 0.0, NO_KEYS);
    assert!(!desk.tool.is_busy(), "it was given up");
    desk.drag(&[(0.0, 0.0), (9.0, 0.0)], NO_KEYS);
    desk.act(Act::Click, 18.0, 4.0, SHIFT);
    desk.act(Act::DoubleClick, 18.0, 4.0, SHIFT);
    assert_eq!(desk.done().last(), Some(&"Draw wall"));
}

#[test]
fn an_edge_that_would_cross_is_red_at_once_and_not_taken() {
    let mut desk = Desk::empty(tool("Polygon"));
    desk.clicks(&[(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (5.0, 10.0)]);
    desk.act(Act::Hover, 5.0, -5.0, NO_KEYS);
    assert_eq!(desk.fault().unwrap(), "edge would cross edge 1");
    assert_eq!(desk.sketch().fault.unwrap().pieces.len(), 2);
    desk.click(5.0, -5.0);
    assert_eq!(desk.sketch().points.len(), 5, "four, and the hand");
    desk.act(Act::Hover, 7.0, 10.0, NO_KEYS);
    assert_eq!(desk.fault().unwrap(), "edge would run back along edge 3");
    desk.act(Act::Hover, 5.0, 0.0, NO_KEYS);
    assert_eq!(desk.fault().unwrap(), "edge would touch edge 1");
    desk.act(Act::Hover, 5.0, 5.0, NO_KEYS);
    assert_eq!(desk.fault(), None);
    // The way back to the first corner may be barred, too.
    desk.clicks(&[(5.0, 5.0), (20.0, 5.0)]);
    assert_eq!(desk.fault().unwrap(), "edge would cross edge 2");
    desk.clicks(&[(8.0, 7.0), (8.0, 20.0)]);
    desk.act(Act::Back, 0.0, 0.0, NO_KEYS);
    desk.act(Act::Finish, 0.0, 0.0, NO_KEYS);
    assert_eq!((desk.done().len(), desk.fault().is_none()), (1, true));
}

#[test]
fn what_has_no_inside_is_not_drawn() {
    let mut desk = Desk::empty(tool("Polygon"));
    desk.act(Act::Finish, 0.0, 0.0, NO_KEYS);
    desk.clicks(&[(0.0, 0.0), (0.0, 0.0), (5.0, 0.0)]);
    desk.act(Act::Finish, 5.0, 0.0, NO_KEYS);
    assert_eq!(desk.fault().unwrap(), "it needs three points");
    desk.click(9.0, 0.0);
    desk.act(Act::Finish, 9.0, 0.0, NO_KEYS);
    assert_eq!(desk.fault().unwrap(), "edge would run back along edge 1");
    assert_eq!(desk.done(), [""; 0]);
}

#[test]
fn backspace_takes_the_last_corner_and_escape_all() {
    let mut desk = Desk::empty(tool("Polygon"));
    desk.clicks(&[(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)]);
    desk.act(Act::Back, 10.0, 10.0, NO_KEYS);
    assert_eq!(desk.sketch().points, points(&[(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)]));
    assert_eq!(desk.sketch().length(), Some(10.0));
    assert_eq!(desk.sketch().degrees(), Some(90.0));
    desk.act(Act::Cancel, 10.0, 10.0, NO_KEYS);
    assert!(!desk.tool.is_busy());
    assert_eq!(desk.tool.sketch(&desk.scene()), None);
}

#[test]
fn a_rectangle_is_dragged_or_clicked() {
    let corners = points(&[(0.0, 0.0), (4.0, 0.0), (4.0, 2.0), (0.0, 2.0)]);
    let mut desk = Desk::empty(tool("Rectangle"));
    desk.drag(&[(4.0, 2.0), (1.0, 1.0), (0.0, 0.0)], NO_KEYS);
    assert_eq!(desk.outline(0), corners);
    desk.clicks(&[(0.0, 2.0), (4.0, 0.0)]);
    assert_eq!(desk.outline(1), corners);
    desk.drag(&[(0.0, 0.0), (-3.0, 1.0), (-3.0, 1.0)], SHIFT);
    assert_eq!(desk.outline(2)[0], p(-3.0, 0.0));
    assert_eq!(desk.outline(2)[2], p(0.0, 3.0));
    assert_eq!(desk.done(), ["Draw rectangle"; 3]);
    desk.drag(&[(0.0, 0.0), (3.0, 0.0)], NO_KEYS);
    assert_eq!(desk.done().len(), 3, "it had no inside");
}

#[test]
fn a_circle_has_a_corner_under_the_hand_and_as_many_as_were_asked_for() {
    let mut desk = Desk::empty(tool("Circle"));
    desk.drag(&[(0.0, 0.0), (1.0, 0.0), (0.0, 5.0)], NO_KEYS);
    assert_eq!(desk.outline(0).len(), 24);
    assert_eq!(desk.outline(0)[0], p(0.0, 5.0));
    assert!(
        desk.outline(0).iter().all(|corner| (corner.distance(p(0.0, 0.0)) - 5.0).abs() < 1e-12)
    );
    assert_eq!(turning(desk.outline(0)), Side::Left);
    desk.sizes.circle_corners = 4;
    desk.click(10.0, 10.0);
    let mut tool = desk.tool.clone();
    let deeds = tool.type_length(2.0, &desk.scene());
    desk.tool = tool;
    desk.carry_out(&deeds);
    assert_eq!(desk.outline(1).len(), 4);
    assert_eq!(desk.outline(1)[0], p(12.0, 10.0));
    desk.act(Act::Grab, 0.0, 0.0, NO_KEYS);
    desk.act(Act::Drag, 3.0, 4.0, NO_KEYS);
    assert_eq!(desk.sketch().shape, Shape::Circle { center: p(0.0, 0.0), radius: 5.0 });
    desk.act(Act::Cancel, 3.0, 4.0, NO_KEYS);
    desk.act(Act::Drop, 3.0, 4.0, NO_KEYS);
    assert_eq!(desk.done().len(), 2);
}

#[test]
fn typed_points_count_as_clicks() {
    let mut desk = Desk::empty(tool("Polygon"));
    for at in [p(0.0, 0.0), p(1e-3, 0.0), p(0.0, 1e-3), p(0.0, 0.0)] {
        let mut tool = desk.tool.clone();
        let deeds = tool.type_point(at, &desk.scene());
        desk.tool = tool;
        desk.carry_out(&deeds);
    }
    assert_eq!(desk.outline(0), [p(0.0, 0.0), p(1e-3, 0.0), p(0.0, 1e-3)]);
}

#[test]
fn with_control_a_ring_is_a_hole_in_the_smallest_obstacle_around_it() {
    let layout = obstacles([square(0.0, 0.0, 100.0), square(10.0, 10.0, 20.0)]);
    let mut desk = Desk::with(tool("Rectangle"), layout, Work::default());
    desk.drag(&[(12.0, 12.0), (16.0, 16.0)], CTRL);
    assert_eq!(desk.done(), ["Cut hole"]);
    let holes = |id| &desk.layout().obstacles[&ObstacleId(id)].holes;
    assert_eq!((holes(0).len(), holes(1).len()), (0, 1));
    desk.act(Act::Grab, 200.0, 200.0, CTRL);
    desk.act(Act::Drag, 300.0, 300.0, CTRL);
    assert_eq!(desk.fault().unwrap(), "there is no obstacle around it to cut a hole in");
    desk.act(Act::Drop, 300.0, 300.0, CTRL);
    assert_eq!(desk.done(), ["Cut hole"]);
    desk.tool = tool("Polygon");
    desk.clicks(&[(50.0, 50.0), (60.0, 50.0), (60.0, 60.0)]);
    desk.act(Act::Click, 50.0, 50.0, CTRL);
    assert_eq!(desk.layout().obstacles[&ObstacleId(0)].holes.len(), 1);
}

#[test]
fn a_wall_ends_where_it_is_said_to_end_and_may_cross_itself() {
    let mut desk = Desk::empty(tool("Wall"));
    desk.clicks(&[(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (5.0, -10.0)]);
    desk.act(Act::DoubleClick, 5.0, -10.0, NO_KEYS);
    assert_eq!(desk.layout().walls[&ObstacleId(0)].len(), 4);
    desk.click(50.0, 50.0);
    desk.act(Act::Finish, 50.0, 50.0, NO_KEYS);
    assert_eq!(desk.fault().unwrap(), "it needs two points");
    assert_eq!(desk.done(), ["Draw wall"]);
}

#[test]
fn lanes_meet_at_the_vertices_that_there_are() {
    let mut desk = Desk::empty(tool("Lane"));
    desk.clicks(&[(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)]);
    desk.act(Act::Finish, 10.0, 10.0, NO_KEYS);
    assert_eq!(desk.done(), ["Draw lanes"]);
    desk.sizes.lane_width = 3.0;
    desk.click(0.2, 0.1);
    assert_eq!(desk.sketch().shape, Shape::Lane { width: 3.0 });
    desk.clicks(&[(10.1, 0.1), (9.9, 9.9), (0.0, 10.0), (0.1, 0.0)]);
    desk.act(Act::Finish, 0.0, 0.0, NO_KEYS);
    let lanes = &desk.layout().lanes;
    assert_eq!((lanes.vertices.len(), lanes.lanes.len()), (4, 4), "none is there twice");
    let ends = |id| lanes.lanes[&LaneId(id)];
    let lane = |a, b, width| Lane { ends: [a, b].map(LaneVertexId), width };
    let expected = [lane(0, 1, 2.0), lane(1, 2, 2.0), lane(2, 3, 3.0), lane(3, 0, 3.0)];
    assert_eq!([0, 1, 2, 3].map(ends), expected);
    assert!(desk.selection.has(Thing::Lane(LaneId(3))));
}

#[test]
fn a_region_is_dragged_and_a_click_clears_it() {
    let mut desk = Desk::empty(tool("Region"));
    assert_eq!(desk.click(3.0, 3.0), [], "there is none");
    desk.drag(&[(5.0, 0.0), (1.0, 1.0), (0.0, 8.0)], NO_KEYS);
    assert_eq!(desk.layout().region, Some(Aabb { min: p(0.0, 0.0), max: p(5.0, 8.0) }));
    desk.drag(&[(5.0, 0.0), (9.0, 0.0)], NO_KEYS);
    desk.click(3.0, 3.0);
    assert_eq!(desk.layout().region, None);
    assert_eq!(desk.done(), ["Build a region", "Build everything"]);
}

#[test]
fn the_border_is_drawn_as_a_ring_and_control_adds_to_it() {
    let mut desk = Desk::empty(tool("Border"));
    desk.clicks(&[(0.0, 0.0), (0.0, 9.0), (9.0, 0.0), (0.0, 0.0)]);
    let ring = points(&[(9.0, 0.0), (0.0, 9.0), (0.0, 0.0)]);
    assert_eq!(desk.layout().border, Border::AnyOf(vec![ring.into()]));
    desk.clicks(&[(5.0, 5.0), (20.0, 5.0), (20.0, 20.0)]);
    desk.act(Act::Finish, 0.0, 0.0, CTRL);
    assert_eq!(desk.layout().border.rings().len(), 2);
    desk.document.undo();
    desk.document.undo();
    assert_eq!(*desk.layout(), Layout::default());
}
