//! What a search keeps: nodes that wait, roots that stand, and what is known of vertices.

use super::*;

/// The ray that goes on from the root in the direction in which it was reached.
pub(super) const AHEAD: u32 = u32::MAX - 1;

/// The ray through the end of the side itself.
pub(super) const OWN_END: u32 = u32::MAX - 2;

/// From here on a ray goes through no vertex but through a point on the line of a mirror.
pub(super) const MARKS: u32 = 1 << 31;

/// A piece of side seen from a root, entering a face.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    /// The side, seen from the face that is entered.
    pub(super) side: u32,
    pub(super) root: u32,
    /// The vertex on the ray that bounds the sight on the left, or [`AHEAD`], or one of the [`MARKS`].
    pub(super) left: u32,
    /// The same on the right.
    pub(super) right: u32,
}

/// What a node in the queue is: three things in the room of one, because there are very many.
pub(super) enum Waiting {
    /// A piece of side to look through.
    Interval,
    /// The other end of a teleporter, by its place in the list.
    Landing(usize),
    /// The goal.
    End,
}

impl Node {
    /// The goal, straight from a root.
    pub(super) fn end(root: u32) -> Self {
        Self { side: NONE, root, left: NONE, right: NONE }
    }

    /// The other end of a teleporter, where a root stands.
    pub(super) fn landing(root: u32, jump: usize) -> Self {
        Self { side: NONE, root, left: jump as u32, right: NONE }
    }

    pub(super) fn waiting(&self) -> Waiting {
        match (self.side, self.left) {
            (NONE, NONE) => Waiting::End,
            (NONE, jump) => Waiting::Landing(jump as usize),
            _ => Waiting::Interval,
        }
    }
}

/// A place where a path stands and from where it looks on; or the image of one in a mirror.
#[derive(Debug, Clone, Copy)]
pub(super) struct Root {
    pub(super) point: Point,
    pub(super) g: f64,
    /// The vertex it is at; [`NONE`] at the start.
    pub(super) vertex: u32,
    /// The root from where it was reached.
    pub(super) parent: u32,
}

/// What is known of a vertex in the current search.
#[derive(Debug, Clone, Copy)]
pub(super) struct Known {
    /// The search that this was found in.
    pub(super) stamp: u32,
    /// The best root that stands here.
    pub(super) root: u32,
    /// What it costs to get here, as far as is known.
    pub(super) distance: f64,
}
