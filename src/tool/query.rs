//! Taking hold of the ends of a query.

use crate::geom::Point;
use crate::search::End;

use super::{Act, Deed, Ends, Gesture, pan};

/// What the hand holds.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Asking {
    /// Nothing; if it is pressed, it has let go of what it held.
    #[default]
    Idle,
    /// An end of the query.
    Holding {
        /// Which.
        end: End,
        /// Where it was before.
        was: Point,
    },
    /// It was pressed beside both ends, and moves the map.
    Elsewhere,
}

impl Asking {
    pub(super) fn on(&mut self, gesture: Gesture, ends: Ends) -> Vec<Deed> {
        let Gesture { act, at, .. } = gesture;
        match act {
            Act::Hover | Act::Finish | Act::Back => Vec::new(),
            Act::Click | Act::DoubleClick => {
                *self = Self::Idle;
                vec![next_end(at, ends)]
            }
            Act::Cancel => self.let_go().into_iter().collect(),
            Act::Grab => {
                *self = Self::grab(gesture, ends).unwrap_or(Self::Elsewhere);
                self.drag(gesture)
            }
            Act::Drag | Act::Drop => self.drag(gesture),
        }
    }

    /// Takes hold of an end, if one is in reach.
    pub(super) fn grab(gesture: Gesture, ends: Ends) -> Option<Self> {
        let (end, was) = ends.grabbed(gesture.at, gesture.reach)?;
        Some(Self::Holding { end, was })
    }

    /// Holding | Elsewhere -> Idle, once it is let go of
    pub(super) fn drag(&mut self, gesture: Gesture) -> Vec<Deed> {
        let Gesture { act, at, .. } = gesture;
        let deeds = match *self {
            Self::Idle => Vec::new(),
            Self::Holding { end, .. } => vec![Deed::Move { end, to: at }],
            Self::Elsewhere => pan(act),
        };
        if act == Act::Drop {
            *self = Self::Idle;
        }
        deeds
    }

    /// Holding -> Idle: the end is put back where it was.
    pub(super) fn let_go(&mut self) -> Option<Deed> {
        match std::mem::take(self) {
            Self::Holding { end, was } => Some(Deed::Move { end, to: was }),
            Self::Idle | Self::Elsewhere => None,
        }
    }
}

/// What a click beside everything means: the end that is missing, or else another goal. No click undoes a query.
fn next_end(at: Point, ends: Ends) -> Deed {
    let end = if ends.start.is_none() { End::Start } else { End::Goal };
    Deed::Move { end, to: at }
}
