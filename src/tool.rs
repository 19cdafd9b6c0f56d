//! What the pointer means: gestures in world space go in, deeds come out. Nothing here has heard of a window.

use crate::geom::{Point, Segment};
use crate::search::End;

mod measure;
mod query;

pub use measure::Measuring;
pub use query::Asking;

/// What the pointer did, in world space.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Gesture {
    /// What it did.
    pub act: Act,
    /// Where.
    pub at: Point,
    /// How far from something it may be to take hold of it.
    pub reach: f64,
}

/// What the pointer did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// Pressed and let go in one place.
    Click,
    /// Pressed, and began to move.
    Grab,
    /// Moved while pressed.
    Drag,
    /// Let go after moving.
    Drop,
}

/// What comes of a gesture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Deed {
    /// Look closer at whatever is at a point.
    Select(Point),
    /// Put an end of the query somewhere; while the hand still moves, more will follow.
    Move {
        /// Which end.
        end: End,
        /// Where to.
        to: Point,
        /// Whether the hand still moves.
        moving: bool,
    },
    /// Move the map under the hand.
    Pan,
}

/// The ends of a query, as far as they are set.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Ends {
    /// Where from.
    pub start: Option<Point>,
    /// Where to.
    pub goal: Option<Point>,
}

impl Ends {
    /// The end that a hand at a point takes hold of: the closer one within reach.
    pub fn grabbed(self, at: Point, reach: f64) -> Option<End> {
        let ends = [(End::Goal, self.goal), (End::Start, self.start)];
        let near = |(end, place): (End, Option<Point>)| {
            let distance = place?.distance(at);
            (distance <= reach).then_some((end, distance))
        };
        let closest = ends.into_iter().filter_map(near).min_by(|a, b| a.1.total_cmp(&b.1));
        closest.map(|(end, _)| end)
    }
}

/// The tools of the canvas, each with what it has in hand.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Tool {
    /// Looks closer at faces, sides and vertices.
    Select(Asking),
    /// Moves the map.
    Pan,
    /// Sets start and goal.
    Query(Asking),
    /// Measures lengths.
    Measure(Measuring),
}

impl Default for Tool {
    fn default() -> Self {
        Self::Query(Asking::default())
    }
}

impl Tool {
    /// Every tool with empty hands, in the order of the toolbar.
    pub const ALL: &[Self] = &[
        Self::Select(Asking::Idle),
        Self::Pan,
        Self::Query(Asking::Idle),
        Self::Measure(Measuring::Idle),
    ];

    /// What people call it.
    pub fn title(self) -> &'static str {
        match self {
            Self::Select(_) => "Select",
            Self::Pan => "Pan",
            Self::Query(_) => "Query",
            Self::Measure(_) => "Measure",
        }
    }

    /// What it does, in a sentence.
    pub fn hint(self) -> &'static str {
        match self {
            Self::Select(_) => "Click a face, edge or vertex to inspect it; drag to move the map",
            Self::Pan => "Drag to move the map",
            Self::Query(_) => {
                "Click where a path starts, then where it leads; further clicks move the goal; drag either end"
            }
            Self::Measure(_) => "Drag from one point to another to measure between them",
        }
    }

    /// Whether it is the same tool, whatever it has in hand.
    pub fn is(self, other: Self) -> bool {
        std::mem::discriminant(&self) == std::mem::discriminant(&other)
    }

    /// Takes a gesture; the ends of the query can be taken hold of with most tools.
    pub fn on(&mut self, gesture: Gesture, ends: Ends) -> Option<Deed> {
        match self {
            Self::Select(hand) => match hand.on(gesture, ends) {
                None if gesture.act == Act::Click => Some(Deed::Select(gesture.at)),
                None => Some(Deed::Pan),
                deed => deed,
            },
            Self::Pan => Some(Deed::Pan),
            Self::Query(hand) => match hand.on(gesture, ends) {
                None if gesture.act == Act::Click => Some(query::next_end(gesture.at, ends)),
                None => Some(Deed::Pan),
                deed => deed,
            },
            Self::Measure(hand) => {
                hand.on(gesture);
                None
            }
        }
    }

    /// Lets go of everything.
    pub fn cancel(&mut self) {
        *self = Self::ALL.iter().copied().find(|tool| tool.is(*self)).unwrap_or_default();
    }

    /// What was measured, or is being measured.
    pub fn measured(self) -> Option<Segment> {
        match self {
            Self::Measure(hand) => hand.measured(),
            Self::Select(_) | Self::Pan | Self::Query(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gesture(act: Act, x: f64, y: f64) -> Gesture {
        Gesture { act, at: Point::new(x, y), reach: 1.0 }
    }

    const START: Point = Point::new(0.0, 0.0);
    const GOAL: Point = Point::new(10.0, 0.0);

    #[test]
    fn two_clicks_ask_and_a_third_moves_the_goal() {
        let mut tool = Tool::default();
        let deed = tool.on(gesture(Act::Click, 0.0, 0.0), Ends::default());
        assert_eq!(deed, Some(Deed::Move { end: End::Start, to: START, moving: false }));
        let half = Ends { start: Some(START), goal: None };
        let deed = tool.on(gesture(Act::Click, 10.0, 0.0), half);
        assert_eq!(deed, Some(Deed::Move { end: End::Goal, to: GOAL, moving: false }));
        let both = Ends { start: Some(START), goal: Some(GOAL) };
        let deed = tool.on(gesture(Act::Click, 5.0, 5.0), both);
        let to = Point::new(5.0, 5.0);
        assert_eq!(deed, Some(Deed::Move { end: End::Goal, to, moving: false }));
    }

    #[test]
    fn an_end_in_reach_follows_the_hand_and_the_map_does_otherwise() {
        let both = Ends { start: Some(START), goal: Some(GOAL) };
        for mut tool in [Tool::ALL[0], Tool::ALL[2]] {
            let mut run = |act, x| tool.on(gesture(act, x, 0.5), both);
            let to = |x| Point::new(x, 0.5);
            let moved = |x, moving| Some(Deed::Move { end: End::Goal, to: to(x), moving });
            assert_eq!(run(Act::Grab, 9.5), moved(9.5, true));
            assert_eq!(run(Act::Drag, 7.0), moved(7.0, true));
            assert_eq!(run(Act::Drop, 6.0), moved(6.0, false));
            assert_eq!(run(Act::Grab, 5.0), Some(Deed::Pan));
            assert_eq!(run(Act::Drag, 0.0), Some(Deed::Pan));
        }
    }

    #[test]
    fn selecting_does_not_ask() {
        let mut tool = Tool::ALL[0];
        let deed = tool.on(gesture(Act::Click, 3.0, 4.0), Ends::default());
        assert_eq!(deed, Some(Deed::Select(Point::new(3.0, 4.0))));
    }

    #[test]
    fn a_measure_stays_until_the_next() {
        let mut tool = Tool::ALL[3];
        for (act, x) in [(Act::Grab, 0.0), (Act::Drag, 1.0), (Act::Drop, 3.0)] {
            assert_eq!(tool.on(gesture(act, x, 0.0), Ends::default()), None);
        }
        assert_eq!(tool.measured().unwrap().length(), 3.0);
        tool.on(gesture(Act::Grab, 1.0, 1.0), Ends::default());
        assert_eq!(tool.measured().unwrap().length(), 0.0);
        tool.cancel();
        assert_eq!(tool.measured(), None);
    }
}
