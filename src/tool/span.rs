//! From one point to another: boxes and circles.

use crate::geom::Point;

use super::chain::Hand;
use super::snap::snapped;
use super::{Act, Gesture, Keys, Scene, Snapped};

/// Where it was begun, and where the hand is.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Span {
    from: Option<Point>,
    hand: Option<Hand>,
}

/// What came of a gesture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Spanned {
    /// Nothing yet.
    Nothing,
    /// It reaches from one point to the other.
    Whole { from: Point, to: Point, keys: Keys },
}

impl Span {
    pub(super) const EMPTY: Self = Self { from: None, hand: None };

    /// Where it was begun.
    pub fn from(&self) -> Option<Point> {
        self.from
    }

    pub(super) fn hand(&self) -> Option<Hand> {
        self.hand
    }

    /// Takes a gesture: two clicks, or a drag from one point to the other.
    pub(super) fn on(&mut self, gesture: Gesture, scene: &Scene<'_>) -> Spanned {
        if matches!(gesture.act, Act::Cancel | Act::Back) {
            *self = Self::EMPTY;
            return Spanned::Nothing;
        }
        if gesture.act != Act::Finish {
            let snapped = snapped(&gesture, None, scene, &|_| false);
            self.hand = Some(Hand { snapped, keys: gesture.keys });
        }
        let Some(Hand { snapped: Snapped { at, .. }, keys }) = self.hand else {
            return Spanned::Nothing;
        };
        match (gesture.act, self.from) {
            // The second of two clicks that has ended one does not begin another.
            (Act::Click | Act::Grab, None) => self.from = Some(at),
            (Act::Click | Act::DoubleClick | Act::Drop | Act::Finish, Some(from)) => {
                // A double click in one place is one click.
                if gesture.act == Act::DoubleClick && from.distance(at) <= gesture.reach {
                    return Spanned::Nothing;
                }
                self.from = None;
                return Spanned::Whole { from, to: at, keys };
            }
            _ => {}
        }
        Spanned::Nothing
    }
}
