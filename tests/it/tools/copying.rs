//! The clipboard, in our own words.

use expect_test::expect;
use wayglass::document::Step;
use wayglass::layout::lane::{LaneId, LaneNetwork};
use wayglass::layout::work::{Thing, Work};
use wayglass::layout::{Layout, ObstacleId};
use wayglass::tool::Selection;
use wayglass::tool::clipboard::{copy_text, paste_text};

use super::{Desk, obstacle, obstacles, p, points, square, tool};

#[test]
fn a_copy_is_text_that_can_be_opened() {
    let mut house = square(1.0, 2.0, 3.0);
    house.name = "mill".to_owned();
    let lanes = LaneNetwork::new(points(&[(0.0, 0.0), (10.0, 0.0), (5.0, 5.0)]), [(0, 1, 2.0)]);
    let layout = Layout { lanes, ..obstacles([house, square(9.0, 9.0, 1.0)]) };
    let selection = Selection::of([obstacle(0), Thing::Lane(LaneId(0)), obstacle(77)]);
    let text = copy_text(&layout, &selection);
    expect![[r#"
        wayglass 1
        agent 0 round
        border box 100
        obstacle 0 "mill"
          outline 1 2 4 2 4 5 1 5
        lane-vertex 0 0 0 ""
        lane-vertex 1 10 0 ""
        lane 0 0 1 2
    "#]]
    .assert_eq(&text);
    assert!(wayglass::format::read(text.as_bytes()).is_ok());
    assert_eq!(copy_text(&layout, &Selection::of([obstacle(77)])), "");
    let mut desk = Desk::with(tool("Select"), layout, Work::default());
    let (edit, pasted) = paste_text(&text, desk.layout(), p(1.0, -1.0)).unwrap();
    assert_eq!(edit.title, "Paste 4 things");
    desk.document.apply(edit, Step::New);
    assert_eq!(pasted.things().len(), 4);
    assert_eq!(desk.outline(2)[0], p(2.0, 1.0), "beside the one that is there");
    assert_eq!(desk.layout().lanes.lanes.len(), 2);
}

#[test]
fn it_is_pasted_where_it_was_if_there_is_room_and_else_further_and_further_along() {
    let text = copy_text(&obstacles([square(0.0, 0.0, 1.0)]), &Selection::of([obstacle(0)]));
    let mut desk = Desk::with(tool("Select"), Layout::default(), Work::default());
    for x in [0.0, 5.0, 10.0] {
        let (edit, pasted) = paste_text(&text, desk.layout(), p(5.0, 0.0)).unwrap();
        let Some(Thing::Obstacle(ObstacleId(id))) = pasted.single() else { panic!("{pasted:?}") };
        desk.document.apply(edit, Step::New);
        assert_eq!(desk.outline(id)[0], p(x, 0.0));
    }
    assert_eq!(desk.done(), ["Paste obstacle"; 3]);
}

#[test]
fn other_text_is_not_pasted() {
    let layout = Layout::default();
    for text in
        ["", "hello", "wayglass 1\n", "wayglass 2\n", "wayglass 1\nobstacle x\n", "mesh\n2\n"]
    {
        assert_eq!(paste_text(text, &layout, p(1.0, 1.0)), None, "{text:?}");
    }
    let flat = "wayglass 1\nobstacle 0 \"\"\n  outline 0 0 1 1 2 2\n";
    assert_eq!(paste_text(flat, &layout, p(1.0, 1.0)), None);
    let clockwise = "wayglass 1\nobstacle 0 \"\"\n  outline 0 0 0 1 1 1\n";
    assert!(paste_text(clockwise, &layout, p(1.0, 1.0)).is_some());
}
