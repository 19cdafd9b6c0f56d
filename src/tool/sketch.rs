//! What a tool has in hand, to be drawn over the map.

use crate::geom::{Aabb, Point, Segment};

use super::Snapped;

/// What a tool has in hand.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Sketch {
    /// The points drawn so far, with the one under the hand at the end; for boxes and circles, their outline.
    pub points: Vec<Point>,
    /// Whether the last of the points is joined to the first.
    pub closed: bool,
    /// What it is going to be.
    pub shape: Shape,
    /// The piece that the hand draws: the last one of a chain, the diagonal of a box, the radius of a circle.
    pub piece: Option<Segment>,
    /// What is wrong with it.
    pub fault: Option<Fault>,
    /// Where the hand is taken to be.
    pub snapped: Option<Snapped>,
}

/// What a sketch is going to be.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Shape {
    /// A chain of points, or a ring.
    #[default]
    Chain,
    /// A box along the axes.
    Box(Aabb),
    /// A box that selects what is in it.
    Selecting(Aabb),
    /// A circle.
    Circle {
        /// Its middle.
        center: Point,
        /// From there to its corners.
        radius: f64,
    },
    /// Lanes along a chain.
    Lane {
        /// From side to side.
        width: f64,
    },
}

/// Why something cannot be drawn as it is.
#[derive(Debug, Clone, PartialEq)]
pub struct Fault {
    /// In words for people.
    pub reason: String,
    /// The pieces that are to blame.
    pub pieces: Vec<Segment>,
}

impl Fault {
    pub(super) fn new(reason: impl Into<String>) -> Self {
        Self { reason: reason.into(), pieces: Vec::new() }
    }
}

impl Sketch {
    /// How long the piece is that the hand draws.
    pub fn length(&self) -> Option<f64> {
        self.piece.map(Segment::length)
    }

    /// Where that piece leads: degrees from the x axis, counter-clockwise, from 0 to 360.
    pub fn degrees(&self) -> Option<f64> {
        let along = self.piece.map(|piece| piece.to - piece.from)?;
        (along != Point::default()).then(|| along.y.atan2(along.x).to_degrees().rem_euclid(360.0))
    }
}
