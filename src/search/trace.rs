//! Listening to a search, and keeping what was heard.

use crate::geom::Point;
use crate::mesh::FaceId;

use super::{Ground, Outcome};

mod charts;
mod event;
mod frontier;
mod jumps;
mod nodes;
mod recorded;

pub use charts::Bucket;
pub use event::{Event, Kind};
pub use nodes::{Lifetime, Node, NodeId};
pub use recorded::Trace;

/// Listens to a search, to as much of it as it likes.
///
/// `()` does not listen, and costs nothing: the calls compile away.
pub trait TraceSink {
    /// How it names a node.
    type Id: Copy + Default;

    /// Whether it wants to know what nodes look like; if not, that is only worked out for those that are queued.
    const LISTENS: bool;

    /// A node came out of the expansion of another.
    #[inline(always)]
    fn generated(&mut self, parent: Self::Id, node: &Seen) -> Self::Id {
        let _ = (parent, node);
        Self::Id::default()
    }

    /// A node went into the queue.
    #[inline(always)]
    fn pushed(&mut self, id: Self::Id) {
        let _ = id;
    }

    /// The successors of a node are asked for.
    #[inline(always)]
    fn expanded(&mut self, id: Self::Id) {
        let _ = id;
    }

    /// A node is not worth expanding.
    #[inline(always)]
    fn pruned(&mut self, id: Self::Id, reason: Pruned) {
        let _ = (id, reason);
    }

    /// The goal was reached.
    #[inline(always)]
    fn reached(&mut self, id: Self::Id, cost: f64) {
        let _ = (id, cost);
    }

    /// The search ended without reaching the goal.
    fn failed(&mut self, outcome: Outcome) {
        let _ = outcome;
    }

    /// Asked before each expansion; `true` ends the search.
    fn cancelled(&self) -> bool {
        false
    }
}

impl TraceSink for () {
    type Id = ();
    const LISTENS: bool = false;
}

/// What there is to see of a node.
///
/// A search without cones of sight shows the side it steps over as the interval, or twice the same point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Seen {
    /// The face it enters, as the ground counts them; [`Ground::origin_of`] knows it in the mesh.
    pub face: u32,
    /// Where the path stands; behind a border at which it turned back, the image of that place in the border.
    pub root: Point,
    /// The piece of side that is seen from there, its left end first.
    pub interval: [Point; 2],
    /// What the path to the root costs.
    pub g: f64,
    /// What the whole path costs at least.
    pub f: f64,
}

impl Seen {
    /// The face of a node of which nobody says which face it enters: no ground has so many.
    pub const UNTOLD: u32 = u32::MAX;
}

/// Why a node is not worth expanding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pruned {
    /// A shorter way to its root is known.
    Root,
    /// Shorter ways to the ends of the side are known.
    Dominated,
}

impl Ground {
    /// The face of the mesh that a face of the ground is, is a piece of, or is merged from among others.
    pub fn origin_of(&self, face: u32) -> Option<FaceId> {
        self.origins.get(face as usize).copied()
    }
}
