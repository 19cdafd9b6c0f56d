//! Shortest paths on a mesh, found by several algorithms that can all be watched.
//!
//! ```text
//! Navmesh ──Ground::new──▶ Ground ──Searcher::find──▶ Outcome, while a TraceSink listens
//! ```

use crate::geom::Point;

mod algorithm;
mod answer;
mod asked;
mod astar;
pub mod batch;
mod blocks;
pub(crate) mod cheapest;
pub mod compare;
pub mod corridor;
mod dead_ends;
pub mod doompath;
mod draft;
pub mod flood;
mod footing;
pub mod funnel;
mod ground;
mod hallways;
mod landmarks;
mod links;
mod merge;
mod polyanya;
mod sample;
mod sectors;
mod sight;
pub mod trace;
mod triangles;
mod visibility;

pub use algorithm::{Algorithm, Searcher};
pub use answer::Answer;
pub use asked::Asked;
pub use astar::AstarFunnel;
pub use corridor::Corridor;
pub use doompath::DoomPath;
pub use flood::Flood;
pub use ground::{Ground, Preparation};
pub use landmarks::Landmark;
pub use polyanya::{Polyanya, Prunings};
pub use sample::{sample_queries, sample_query};
pub use trace::{Trace, TraceSink};
pub use triangles::{Corner, TriangleSearch, Triangles};
pub use visibility::Visibility;

/// Where from and where to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Query {
    /// Where from.
    pub start: Point,
    /// Where to.
    pub goal: Point,
}

/// Which end of a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// Where it starts.
    Start,
    /// Where it leads.
    Goal,
}

/// Costs that differ by no more than this part of themselves are the same.
pub const SAME_COST: f64 = 1e-9;

/// How a search ended.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Outcome {
    /// With a path of this cost.
    Found {
        /// What it costs.
        cost: f64,
    },
    /// Without one: there is none.
    Unreachable,
    /// One end of the query is on no walkable face.
    OffMesh(End),
    /// Somebody ended it.
    Cancelled,
    /// After more steps than it is allowed.
    GaveUp,
}

impl Outcome {
    /// The name that scripts know it by.
    pub fn name(self) -> &'static str {
        match self {
            Self::Found { .. } => "found",
            Self::Unreachable => "unreachable",
            Self::OffMesh(_) => "off_mesh",
            Self::Cancelled => "cancelled",
            Self::GaveUp => "gave_up",
        }
    }

    /// In one sentence; the numbers of a path are for others to say.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Found { .. } => "there is a path",
            Self::Unreachable => "no path: start and goal are not connected",
            Self::OffMesh(End::Start) => "no path: the start is on no walkable face",
            Self::OffMesh(End::Goal) => "no path: the goal is on no walkable face",
            Self::Cancelled => "the search was cancelled",
            Self::GaveUp => "the search gave up",
        }
    }

    /// What the path costs, if there is one.
    pub fn cost(self) -> Option<f64> {
        match self {
            Self::Found { cost } => Some(cost),
            _ => None,
        }
    }
}

/// What a search did, in numbers that the literature uses too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counters {
    /// Nodes of which the successors were asked for, whether they came from the queue or not.
    pub expanded: u64,
    /// Successors that came out.
    pub generated: u64,
    /// Those that went into the queue.
    pub pushed: u64,
    /// Those that came out of it.
    pub popped: u64,
    /// Those that came out and were not worth expanding any more.
    pub pruned_after_pop: u64,
}

impl std::ops::Add for Counters {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self {
            expanded: self.expanded + other.expanded,
            generated: self.generated + other.generated,
            pushed: self.pushed + other.pushed,
            popped: self.popped + other.popped,
            pruned_after_pop: self.pruned_after_pop + other.pruned_after_pop,
        }
    }
}
