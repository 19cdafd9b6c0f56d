//! The sides of rectangles, and the borders that two of them share.

use std::ops::Range;

use super::records::Rect;

/// A side of a rectangle, in the order in which its corners run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum RectSide {
    Bottom,
    Right,
    Top,
    Left,
}

impl RectSide {
    pub(super) const ALL: [Self; 4] = [Self::Bottom, Self::Right, Self::Top, Self::Left];

    pub(super) fn is_level(self) -> bool {
        matches!(self, Self::Bottom | Self::Top)
    }

    /// Whether the side is run through towards larger coordinates.
    pub(super) fn ascends(self) -> bool {
        matches!(self, Self::Bottom | Self::Right)
    }

    /// The coordinates between which it runs.
    pub(super) fn span(self, rect: Rect) -> Range<i16> {
        if self.is_level() { rect.xs() } else { rect.ys() }
    }

    /// A point on it, given the coordinate along it.
    pub(super) fn position(self, rect: Rect, along: i16) -> [i16; 2] {
        match self {
            Self::Bottom => [along, rect.y1],
            Self::Right => [rect.x2, along],
            Self::Top => [along, rect.y2],
            Self::Left => [rect.x1, along],
        }
    }
}

/// A piece of border that two rectangles share.
#[derive(Debug, Clone)]
pub(super) struct Border {
    pub(super) sides: [RectSide; 2],
    pub(super) piece: Range<i16>,
}

impl Border {
    /// The border between two areas that touch; rectangles that meet in a corner share no more than that.
    pub(super) fn between(a: Rect, b: Rect) -> Option<Self> {
        let sides = if a.x2 == b.x1 {
            [RectSide::Right, RectSide::Left]
        } else if a.x1 == b.x2 {
            [RectSide::Left, RectSide::Right]
        } else if a.y2 == b.y1 {
            [RectSide::Top, RectSide::Bottom]
        } else if a.y1 == b.y2 {
            [RectSide::Bottom, RectSide::Top]
        } else {
            return None;
        };
        let piece = common(&sides[0].span(a), &sides[1].span(b));
        (piece.start < piece.end).then_some(Self { sides, piece })
    }
}

impl Rect {
    pub(super) fn xs(self) -> Range<i16> {
        self.x1..self.x2
    }

    pub(super) fn ys(self) -> Range<i16> {
        self.y1..self.y2
    }
}

/// What two ranges share; it may be empty or run backwards.
pub(super) fn common(a: &Range<i16>, b: &Range<i16>) -> Range<i16> {
    a.start.max(b.start)..a.end.min(b.end)
}
