//! Taking hold of the ends of a query.

use crate::geom::Point;
use crate::search::End;

use super::{Act, Deed, Ends, Gesture};

/// What the hand holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Asking {
    /// Nothing.
    #[default]
    Idle,
    /// An end of the query.
    Holding(End),
    /// It was pressed beside both ends.
    Elsewhere,
}

impl Asking {
    /// Takes a gesture; none if it is not about the ends.
    pub(super) fn on(&mut self, gesture: Gesture, ends: Ends) -> Option<Deed> {
        let Gesture { act, at, reach, .. } = gesture;
        match act {
            Act::Hover | Act::Finish | Act::Back => return None,
            Act::Click | Act::DoubleClick | Act::Cancel => {
                *self = Self::Idle;
                return None;
            }
            // Idle -> Holding | Elsewhere
            Act::Grab => {
                *self = ends.grabbed(at, reach).map_or(Self::Elsewhere, Self::Holding);
            }
            Act::Drag | Act::Drop => {}
        }
        let Self::Holding(end) = *self else { return None };
        if act == Act::Drop {
            *self = Self::Idle;
        }
        Some(Deed::Move { end, to: at, moving: act != Act::Drop })
    }
}

/// What a click beside everything means: the end that is missing, or else another goal. No click undoes a query.
pub(super) fn next_end(at: Point, ends: Ends) -> Deed {
    let end = if ends.start.is_none() { End::Start } else { End::Goal };
    Deed::Move { end, to: at, moving: false }
}
