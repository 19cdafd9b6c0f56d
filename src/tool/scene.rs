//! What a tool sees: what the pointer did, and what lies under it.

use crate::geom::Point;
use crate::layout::Layout;
use crate::layout::work::{Thing, Work};
use crate::search::End;

use super::{Selection, Snap, held};

/// What the pointer or a key did, in world space.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Gesture {
    /// What was done.
    pub act: Act,
    /// Where; for keys, where the pointer is.
    pub at: Point,
    /// How far from something it may be to take hold of it.
    pub reach: f64,
    /// What was held down meanwhile.
    pub keys: Keys,
}

/// What the pointer or a key did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// Moved while nothing was pressed.
    Hover,
    /// Pressed and let go in one place.
    Click,
    /// The same for the second time in a row; the first time was a click, this one comes in place of another.
    DoubleClick,
    /// Pressed, and began to move.
    Grab,
    /// Moved while pressed.
    Drag,
    /// Let go after moving.
    Drop,
    /// The key that ends what is being drawn: Enter.
    Finish,
    /// The key that takes the last point back: Backspace.
    Back,
    /// The key that lets go of everything: Escape. Undoing while something is in hand means the same.
    Cancel,
}

impl Act {
    /// Everything that can be done.
    pub const ALL: &[Self] = &[
        Self::Hover,
        Self::Click,
        Self::DoubleClick,
        Self::Grab,
        Self::Drag,
        Self::Drop,
        Self::Finish,
        Self::Back,
        Self::Cancel,
    ];
}

/// The keys that change what a gesture means, as far as they are held down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Keys {
    /// Nothing snaps.
    pub alt: bool,
    /// Adds to what is selected; keeps squares square and angles even.
    pub shift: bool,
    /// Adds or removes; inserts vertices; cuts holes.
    pub ctrl: bool,
}

/// What there is when a gesture is made.
#[derive(Debug, Clone, Copy)]
pub struct Scene<'a> {
    /// What is drawn, if what is open is a drawing.
    pub layout: Option<&'a Layout>,
    /// What of it is hidden or locked.
    pub work: &'a Work,
    /// What is selected.
    pub selection: &'a Selection,
    /// The ends of the query.
    pub ends: Ends,
    /// What the hand snaps to.
    pub snap: Snap,
    /// How things are drawn that have a choice.
    pub sizes: Sizes,
}

impl Scene<'_> {
    /// Whether a thing is seen, and can be snapped to.
    pub fn shows(&self, thing: Thing) -> bool {
        is_shown(self.layout, self.work, thing)
    }

    /// Whether the hand may take hold of a thing: it is seen, and neither it nor a lane that ends there is locked.
    pub fn is_free(&self, thing: Thing) -> bool {
        self.layout.is_some_and(|layout| held::is_free(layout, self.work, thing))
    }
}

/// Whether a thing is there and not hidden; lanes are hidden with their vertices.
pub(super) fn is_shown(layout: Option<&Layout>, work: &Work, thing: Thing) -> bool {
    let Some(layout) = layout else { return false };
    let ends_are_shown = match thing {
        Thing::Lane(id) => layout.lanes.lanes.get(&id).is_some_and(|lane| {
            lane.ends.iter().all(|&end| !work.hidden.contains(&Thing::LaneVertex(end)))
        }),
        _ => true,
    };
    ends_are_shown && layout.has(thing) && !work.hidden.contains(&thing)
}

/// How things are drawn that have a choice.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sizes {
    /// How many corners a circle has.
    pub circle_corners: usize,
    /// How wide a lane is.
    pub lane_width: f64,
}

impl Default for Sizes {
    fn default() -> Self {
        Self { circle_corners: 24, lane_width: 2.0 }
    }
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
    /// The same with an end somewhere else.
    pub fn with(self, end: End, at: Point) -> Self {
        match end {
            End::Start => Self { start: Some(at), ..self },
            End::Goal => Self { goal: Some(at), ..self },
        }
    }

    /// The end that a hand at a point takes hold of, and where it is: the closer one within reach.
    pub fn grabbed(self, at: Point, reach: f64) -> Option<(End, Point)> {
        let ends = [(End::Goal, self.goal), (End::Start, self.start)];
        let placed = ends.into_iter().filter_map(|(end, place)| Some((end, place?)));
        let near = placed.filter(|(_, place)| place.distance(at) <= reach);
        near.min_by(|(_, a), (_, b)| a.distance(at).total_cmp(&b.distance(at)))
    }
}
