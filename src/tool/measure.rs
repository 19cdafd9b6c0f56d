//! Measuring from one point to another.

use crate::geom::{Point, Segment};

use super::{Act, Gesture};

/// What is being measured.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Measuring {
    /// Nothing.
    #[default]
    Idle,
    /// From a point to where the hand is.
    From(Point, Point),
    /// It was measured from one point to another.
    Done(Point, Point),
}

impl Measuring {
    pub(super) fn on(&mut self, gesture: Gesture) {
        let at = gesture.at;
        *self = match (*self, gesture.act) {
            // Clicks measure too: the first where it starts, the second where it ends.
            (Self::From(from, _), Act::Click | Act::Drop) => Self::Done(from, at),
            (Self::From(from, _), Act::Drag) => Self::From(from, at),
            (_, Act::Click | Act::Grab) => Self::From(at, at),
            (same, Act::Drag | Act::Drop) => same,
        };
    }

    /// From where to where.
    pub fn measured(self) -> Option<Segment> {
        match self {
            Self::Idle => None,
            Self::From(from, to) | Self::Done(from, to) => Some(Segment::new(from, to)),
        }
    }
}
