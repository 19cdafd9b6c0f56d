//! Corners, frames and knobs: the shape of what is selected.

use wayglass::geom::{Side, turning};
use wayglass::layout::lane::{LaneId, LaneNetwork, LaneVertexId};
use wayglass::layout::work::{Thing, Work};
use wayglass::layout::{Layout, ObstacleId};
use wayglass::tool::{Act, Corner, Grip, Handle, Selection, frame, handles};

use super::{CTRL, Desk, NO_KEYS, SHIFT, obstacle, p, points, tool, wall};

const REACH: f64 = 0.5;

fn corner(index: usize) -> Corner {
    Corner { thing: obstacle(0), ring: 0, index }
}

fn selected() -> Desk {
    let mut desk = Desk::squares(Work::default());
    desk.selection = Selection::of([obstacle(0)]);
    desk
}

fn handle(desk: &Desk, is_it: impl Fn(Grip) -> bool) -> Handle {
    handles(&desk.scene(), REACH).into_iter().find(|handle| is_it(handle.grip)).unwrap()
}

#[test]
fn a_corner_is_dragged_alone_and_is_selected_then() {
    let mut desk = selected();
    desk.drag(&[(10.1, 10.0), (12.0, 12.0), (15.1, 11.0)], NO_KEYS);
    assert_eq!(desk.outline(0), points(&[(0.0, 0.0), (10.0, 0.0), (15.0, 11.0), (0.0, 10.0)]));
    assert_eq!(desk.done(), ["Move vertex"]);
    assert_eq!(desk.selection.corner(), Some(corner(2)));
}

#[test]
fn a_ring_that_turns_inside_out_runs_counter_clockwise_again_and_keeps_its_corner() {
    let mut desk = selected();
    let far = [(10.0, 10.0), (-5.0, -5.0), (-30.0, -30.0)];
    desk.drag(&far, NO_KEYS);
    assert_eq!(turning(desk.outline(0)), Side::Left);
    let kept = desk.selection.corner().unwrap();
    assert_eq!(desk.outline(0)[kept.index], p(-30.0, -30.0));
    desk.document.undo();
    desk.selection = Selection::of([obstacle(0)]);
    desk.act(Act::Grab, 10.0, 10.0, NO_KEYS);
    desk.act(Act::Drag, 5.0, -5.0, NO_KEYS);
    assert_eq!(desk.fault().unwrap(), "edge 3 crosses edge 1");
}

#[test]
fn a_double_click_or_control_on_an_edge_inserts_a_corner_there() {
    for (act, keys) in [(Act::DoubleClick, NO_KEYS), (Act::Click, CTRL)] {
        let mut desk = selected();
        desk.act(act, 4.0, 0.2, keys);
        assert_eq!(desk.done(), ["Insert vertex"]);
        assert_eq!(desk.outline(0)[1], p(4.0, 0.0));
        assert_eq!(desk.selection.corner(), Some(corner(1)));
        desk.act(Act::Back, 0.0, 0.0, NO_KEYS);
        assert_eq!(desk.done(), ["Insert vertex", "Delete vertex"]);
        assert_eq!((desk.outline(0).len(), desk.selection.single()), (4, Some(obstacle(0))));
    }
}

#[test]
fn the_last_piece_of_a_ring_and_lanes_and_walls_get_vertices_too() {
    let mut desk = selected();
    desk.act(Act::DoubleClick, 0.0, 3.0, NO_KEYS);
    assert_eq!(desk.outline(0)[4], p(0.0, 3.0));
    let lanes = LaneNetwork::new(points(&[(0.0, 0.0), (10.0, 0.0)]), [(0, 1, 2.0)]);
    let mut layout = Layout { lanes, ..Layout::default() };
    layout.walls.insert(ObstacleId(3), points(&[(0.0, 5.0), (10.0, 5.0)]).into());
    let mut desk = Desk::with(tool("Select"), layout, Work::default());
    desk.act(Act::DoubleClick, 4.0, 0.3, NO_KEYS);
    assert_eq!(desk.layout().lanes.vertices[&LaneVertexId(2)].at, p(4.0, 0.0));
    assert_eq!(desk.layout().lanes.lanes[&LaneId(0)].ends, [0, 2].map(LaneVertexId));
    assert_eq!(desk.layout().lanes.lanes[&LaneId(1)].ends, [2, 1].map(LaneVertexId));
    assert_eq!(desk.selection.single(), Some(Thing::LaneVertex(LaneVertexId(2))));
    desk.act(Act::DoubleClick, 4.0, 5.3, NO_KEYS);
    assert_eq!(desk.layout().walls[&ObstacleId(3)].len(), 3);
    desk.act(Act::Back, 0.0, 0.0, NO_KEYS);
    desk.selection = Selection::corner_of(Corner { thing: wall(3), ring: 0, index: 0 });
    desk.act(Act::Back, 0.0, 0.0, NO_KEYS);
    assert!(desk.layout().walls.is_empty(), "one point is no wall");
}

#[test]
fn an_obstacle_of_two_corners_is_none() {
    let mut desk = selected();
    for _ in 0..2 {
        desk.selection = Selection::corner_of(corner(0));
        desk.act(Act::Back, 0.0, 0.0, NO_KEYS);
    }
    assert_eq!(desk.layout().obstacles.len(), 1);
    assert!(desk.selection.is_empty());
}

#[test]
fn corners_of_the_frame_scale_and_shift_keeps_proportions() {
    let mut desk = selected();
    assert_eq!(frame(&desk.scene(), REACH).unwrap().max, p(11.0, 11.0));
    let upper_right = |grip| matches!(grip, Grip::Scale { corner, .. } if corner == p(10.0, 10.0));
    assert_eq!(handle(&desk, upper_right).at, p(11.0, 11.0));
    desk.drag(&[(11.0, 11.0), (16.0, 14.0), (21.0, 16.0)], NO_KEYS);
    assert_eq!(desk.outline(0)[2], p(20.0, 15.0));
    assert_eq!(desk.outline(0)[0], p(0.0, 0.0));
    desk.document.undo();
    desk.drag(&[(11.0, 11.0), (21.0, 21.0)], SHIFT);
    assert_eq!(desk.outline(0)[2], p(20.0, 20.0));
    desk.document.undo();
    // Over to the other side it is mirrored, and still runs counter-clockwise.
    desk.drag(&[(11.0, 11.0), (-9.0, 11.0)], NO_KEYS);
    assert_eq!(turning(desk.outline(0)), Side::Left);
    assert_eq!(desk.layout().bounds_of(obstacle(0)).min, p(-10.0, 0.0));
    desk.document.undo();
    // Nothing is made so flat that it has no inside.
    desk.drag(&[(11.0, 11.0), (1.0, 11.0)], NO_KEYS);
    assert_eq!((desk.done().len(), desk.document.undo()), (0, None));
}

#[test]
fn the_knob_above_the_frame_turns_and_shift_turns_evenly() {
    let mut desk = selected();
    let knob = handle(&desk, |grip| matches!(grip, Grip::Rotate { .. })).at;
    assert_eq!(knob, p(5.0, 12.5));
    desk.drag(&[(5.0, 12.5), (12.0, 12.5), (12.5, 5.1)], SHIFT);
    assert_eq!(desk.done(), ["Rotate obstacle"]);
    assert_eq!(desk.outline(0), points(&[(0.0, 10.0), (0.0, 0.0), (10.0, 0.0), (10.0, 10.0)]));
    desk.document.undo();
    desk.drag(&[(5.0, 12.5), (0.0, 10.0)], NO_KEYS);
    assert!((desk.outline(0)[1].y - 5.0).abs() < 1e-9, "by an eighth of a turn");
}

#[test]
fn walls_without_width_can_be_made_longer() {
    let mut layout = Layout::default();
    layout.walls.insert(ObstacleId(0), points(&[(0.0, 0.0), (0.0, 10.0)]).into());
    let mut desk = Desk::with(tool("Select"), layout, Work::default());
    desk.selection = Selection::of([wall(0)]);
    desk.drag(&[(1.0, 11.0), (7.0, 21.0)], NO_KEYS);
    assert_eq!(*desk.layout().walls[&ObstacleId(0)], *points(&[(0.0, 0.0), (0.0, 20.0)]));
}
