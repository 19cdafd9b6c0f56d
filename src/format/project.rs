//! Our own format: what a person draws, as text that can be read, compared and mended by hand.
//!
//! ```text
//! wayglass 1
//! agent [radius] round|mitred
//! region [x0] [y0] [x1] [y1]                    only if there is one
//! border box [margin]                           or: border any, or: border odd, and then
//!   ring [x] [y] …                              a line for each ring
//! obstacle [id] "[name]"
//!   outline [x] [y] …
//!   hole [x] [y] …                              a line for each hole
//! wall [id]
//!   line [x] [y] …
//! lane-vertex [id] [x] [y] "[name]"
//! lane [id] [vertex] [vertex] [width]
//! y down                                        only if it is meant to be looked at like that
//! view [x0] [y0] [x1] [y1]                      what was looked at, if anything was
//! pin "[name]" [x0] [y0] [x1] [y1] [cost]       a query from one place to another; a cost of - is none
//! locked obstacle|wall|lane-vertex|lane [id]    a line for each thing that the hand leaves alone
//! hidden obstacle|wall|lane-vertex|lane [id]    a line for each thing that is left out for now
//! ```
//!
//! One thing a line; blank lines and lines that start with `#` are left out. Names are quoted as in JSON. Numbers are
//! written with as many digits as it takes to read them back equal. Everything comes back as it was, in the order of
//! its ids; pins keep their own order. What a line names stands on a line before it.

use crate::layout::work::Thing;

use super::words::starts_with;

mod change;
mod line;
mod read;
mod write;

pub use change::{Change, read_changes, write_changes};
pub use read::read;
pub use write::write;

/// Whether the file starts as ours do.
pub fn recognizes(bytes: &[u8]) -> bool {
    starts_with(bytes, &["wayglass"])
}

/// How a line names a thing: by its kind and its id.
fn words_for(thing: Thing) -> (&'static str, u32) {
    match thing {
        Thing::Obstacle(id) => ("obstacle", id.0),
        Thing::Wall(id) => ("wall", id.0),
        Thing::LaneVertex(id) => ("lane-vertex", id.0),
        Thing::Lane(id) => ("lane", id.0),
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::super::{Content, Written};
    use super::*;
    use crate::geom::{Aabb, Point};
    use crate::layout::lane::{LaneId, LaneNetwork};
    use crate::layout::work::{Pin, Work};
    use crate::layout::{Layout, ObstacleId};

    const VILLAGE: &str = r#"wayglass 1
agent 0.5 mitred
region -1.5 0 20 30
border odd
  ring 0 0 40 0 40 40 0 40
  ring 10 10 12 10 12 12
obstacle 3 "the \"old\" mill # 1"
  outline 1 1 4 1 4 4
  hole 2.5 1.5 3.5 1.5 3.5 2.5
obstacle 7 ""
  outline 20 20 24 20 22 0.1
wall 8
  line 0 0 5 5 5 6
lane-vertex 1 0 0 "gate"
lane-vertex 2 0.30000000000000004 1 ""
lane 5 1 2 1.5
view -100 -100 100.5 100
pin "" 0 0 3 4 5
pin "to the \"mill\" -" 0.5 0 3 4 -
locked obstacle 3
locked wall 8
hidden lane-vertex 2
hidden lane 5
"#;

    fn project(text: &str) -> (Layout, Work) {
        let draft = read(text.as_bytes()).unwrap();
        match draft.content {
            Ok(Content::Layout(layout)) => (layout, draft.work),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn everything_comes_back_as_it_was() {
        let (village, work) = project(VILLAGE);
        let Written { bytes, losses } = write(&village, &work);
        assert_eq!(String::from_utf8(bytes).unwrap(), VILLAGE);
        assert_eq!(losses, []);
        assert_eq!(village.obstacles[&ObstacleId(3)].name, "the \"old\" mill # 1");
        assert_eq!(work.pins[1].name, "to the \"mill\" -");
        assert_eq!((work.pins[0].cost, work.pins[1].cost), (Some(5.0), None));
        let nothing = (Layout::default(), Work::default());
        let text = String::from_utf8(write(&nothing.0, &nothing.1).bytes).unwrap();
        assert_eq!(project(&text), nothing);
    }

    fn check(text: &str, expected: Expect) {
        expected.assert_eq(&read(text.as_bytes()).unwrap_err().to_string());
    }

    #[test]
    fn what_means_nothing_is_left_out() {
        let far = Aabb { min: Point::new(-1e20, 0.0), max: Point::new(1.0, 1.0) };
        let pin = |cost| Pin { name: String::new(), start: far.max, goal: far.max, cost };
        let work = Work {
            pins: vec![pin(Some(f64::INFINITY))],
            view: Some(far),
            y_down: false,
            locked: [Thing::Wall(ObstacleId(1)), Thing::Lane(LaneId(0))].into(),
            hidden: [Thing::Obstacle(ObstacleId(1))].into(),
        };
        let lanes = LaneNetwork::new([far.max], [(0, 1, 1.0)]);
        let layout = Layout { lanes, region: Some(Aabb::EMPTY), ..Layout::default() };
        let (layout, work) = project(&String::from_utf8(write(&layout, &work).bytes).unwrap());
        assert_eq!((layout.lanes.lanes.len(), layout.region), (0, None));
        let view = Some(far.within_limit());
        assert_eq!(work, Work { view, pins: vec![pin(None)], ..Work::default() });
    }

    #[test]
    fn what_cannot_be_read_is_named_with_its_line() {
        check("wayglass 2\n", expect![[r#"line 1: expected 1, found "2""#]]);
        check(
            "wayglass 1\n\nagent -1 round\n",
            expect![[r#"line 3: expected a radius, found "-1""#]],
        );
        check(
            "wayglass 1\nobstacle 1 \"x\"\n  outline 1 2 3\n",
            expect!["line 3: expected a y coordinate, found the end of the line"],
        );
        check(
            "wayglass 1\nobstacle 1 mill\n",
            expect![[r#"line 2: expected a name in quotes, found "mill""#]],
        );
        check("wayglass 1\nwall 1\nwall 1\n", expect!["line 3: there is a wall 1 already"]);
        check(
            "wayglass 1\nlane 1 2 3 4\n",
            expect!["line 2: there is no lane vertex 2 before this line"],
        );
        check(
            "wayglass 1\n  hole 1 1\n",
            expect![[
                r#"line 2: expected agent, region, border, ring, obstacle, outline, hole, wall, line, lane-vertex, lane, y, view, pin, locked or hidden, where it belongs, found "hole""#
            ]],
        );
        check(
            "wayglass 1\npin mill 0 0 1 1\n",
            expect![[r#"line 2: expected a name in quotes, found "mill""#]],
        );
        check(
            "wayglass 1\npin \"mill\" 0 0 1\n",
            expect!["line 2: expected a y coordinate, found the end of the line"],
        );
        check(
            "wayglass 1\npin \"\" 0 0 1 1 inf\n",
            expect![[r#"line 2: expected a cost or -, found "inf""#]],
        );
        check(
            "wayglass 1\npin \"\" 0 0 1 1 2 3\n",
            expect![[r#"line 2: expected the end of the line, found "3""#]],
        );
        check(
            "wayglass 1\nlocked house 1\n",
            expect![[r#"line 2: expected obstacle, wall, lane-vertex or lane, found "house""#]],
        );
        check(
            "wayglass 1\nhidden lane-vertex 1\n",
            expect!["line 2: there is no lane vertex 1 before this line"],
        );
        check(
            "wayglass 1\nborder box 1e99\n",
            expect![[r#"line 2: expected a margin, found "1e99""#]],
        );
    }
}
