//! Measuring from one point to another.

use crate::geom::{Point, Segment};

use super::snap::snapped;
use super::{Act, Gesture, Scene, Sketch};

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
    pub(super) fn on(&mut self, gesture: Gesture, scene: &Scene<'_>) {
        let at = snapped(&gesture, None, scene, &|_| false).at;
        *self = match (*self, gesture.act) {
            (_, Act::Back | Act::Cancel) => Self::Idle,
            // Clicks measure too: the first where it starts, the second where it ends.
            (Self::From(from, _), Act::Click | Act::Drop | Act::Finish) => Self::Done(from, at),
            (Self::From(from, _), Act::Drag | Act::Hover) => Self::From(from, at),
            (_, Act::Click | Act::Grab) => Self::From(at, at),
            (same, Act::Drag | Act::Drop | Act::Hover | Act::DoubleClick | Act::Finish) => same,
        };
    }

    /// From where to where.
    pub fn measured(self) -> Option<Segment> {
        match self {
            Self::Idle => None,
            Self::From(from, to) | Self::Done(from, to) => Some(Segment::new(from, to)),
        }
    }

    /// The length that is measured, as any other piece in hand.
    pub(super) fn sketch(self) -> Option<Sketch> {
        let piece = self.measured()?;
        let points = vec![piece.from, piece.to];
        Some(Sketch { points, piece: Some(piece), ..Sketch::default() })
    }
}
