//! What was done to lanes that could not be built as they were drawn.

use std::fmt;

use crate::geom::Point;
use crate::layout::lane::{LaneId, LaneVertexId};

/// What was done to a lane, or where lanes meet, and why.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Mend {
    /// A lane is not in the mesh.
    LeftOut {
        /// Which one.
        lane: LaneId,
        /// Why not.
        reason: Reason,
    },
    /// A piece of a lane, from one crossing to the next, is not in the mesh; the rest of the lane is.
    PieceLeftOut {
        /// Of which lane.
        lane: LaneId,
        /// Where the middle of the piece would be.
        at: Point,
        /// Why not.
        reason: Reason,
    },
    /// A lane was cut where it meets another one without a common vertex, and the two are joined there.
    Joined {
        /// Which one.
        lane: LaneId,
        /// The one that it meets.
        other: LaneId,
        /// Where.
        at: Point,
    },
    /// A lane is narrower than it was drawn, so that it does not cover the ground of another one.
    Narrowed {
        /// Which one.
        lane: LaneId,
        /// How wide it was drawn.
        drawn: f64,
        /// How wide it is where it is narrowest.
        width: f64,
    },
    /// The node of a lane would not have been convex, and is several nodes.
    Divided {
        /// Which one.
        lane: LaneId,
        /// How many nodes.
        nodes: usize,
    },
    /// The node where lanes meet would not have been convex, and is several nodes.
    DividedHub {
        /// The vertex; nothing if the lanes only cross there.
        vertex: Option<LaneVertexId>,
        /// How many nodes.
        nodes: usize,
    },
    /// The outer corner of a sharp turn was cut off, because it would stick out far.
    Blunted {
        /// The vertex; nothing if the lanes only cross there.
        vertex: Option<LaneVertexId>,
    },
}

/// Why a lane is not in the mesh.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// It names a vertex that does not exist, or that is not at a place.
    NoVertex,
    /// Its width is not a positive number.
    NoWidth,
    /// It ends where it begins.
    NoLength,
    /// Another lane of at least its width joins the same vertices.
    Duplicate {
        /// That lane.
        of: LaneId,
    },
    /// It runs so close beside another lane that leaves the same vertex that no ground is between them.
    Beside {
        /// That lane.
        other: LaneId,
    },
    /// However narrow, it would cover the ground of others.
    NoRoom,
    /// Obstacles, walls or a border are drawn, too, and the mesh is of the ground around those.
    Ground,
}

impl Mend {
    /// The lane that it is about, if it is about one.
    pub fn lane(&self) -> Option<LaneId> {
        match *self {
            Self::LeftOut { lane, .. }
            | Self::PieceLeftOut { lane, .. }
            | Self::Joined { lane, .. }
            | Self::Narrowed { lane, .. }
            | Self::Divided { lane, .. } => Some(lane),
            Self::DividedHub { .. } | Self::Blunted { .. } => None,
        }
    }
}

impl fmt::Display for Mend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::LeftOut { lane, reason } => write!(f, "lane {} is left out: {reason}", lane.0),
            Self::PieceLeftOut { lane, at, reason } => {
                let Point { x, y } = at;
                write!(f, "a piece of lane {} about {x:.3}, {y:.3} is left out: {reason}", lane.0)
            }
            Self::Joined { lane, other, at } => {
                let (Point { x, y }, lane, other) = (at, lane.0, other.0);
                write!(
                    f,
                    "lane {lane} was cut at {x:.3}, {y:.3} and joined with lane {other}, which it meets there"
                )
            }
            Self::Narrowed { lane, drawn, width } => {
                write!(
                    f,
                    "lane {} is narrowed from {drawn} to {width:.3} to fit beside others",
                    lane.0
                )
            }
            Self::Divided { lane, nodes } => {
                write!(f, "the node of lane {} is not convex and was cut into {nodes}", lane.0)
            }
            Self::DividedHub { vertex, nodes } => {
                write!(f, "the node at {} is not convex and was cut into {nodes}", Place(vertex))
            }
            Self::Blunted { vertex } => {
                write!(f, "the outer corner of the sharp turn at {} was cut off", Place(vertex))
            }
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NoVertex => write!(f, "one of its vertices does not exist"),
            Self::NoWidth => write!(f, "its width is not a positive number"),
            Self::NoLength => write!(f, "it ends where it begins"),
            Self::Duplicate { of } => write!(f, "lane {} joins the same places", of.0),
            Self::Beside { other } => {
                write!(f, "it leaves a vertex in the same direction as lane {}", other.0)
            }
            Self::NoRoom => write!(f, "there is no room for it between the others"),
            Self::Ground => write!(f, "the mesh is of the ground around obstacles and walls"),
        }
    }
}

/// A vertex, or a crossing that has none.
struct Place(Option<LaneVertexId>);

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(vertex) => write!(f, "vertex {}", vertex.0),
            None => write!(f, "a crossing"),
        }
    }
}
