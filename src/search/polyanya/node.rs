//! What a search keeps: nodes that wait, roots that stand, and what is known of vertices.

use super::*;

/// The ray that goes on from the root in the direction in which it was reached.
pub(in crate::search) const AHEAD: u32 = u32::MAX - 1;

/// The ray through the end of the side itself.
pub(in crate::search) const OWN_END: u32 = u32::MAX - 2;

/// From here on a ray goes through no vertex but through a point on the line of a mirror.
pub(in crate::search) const MARKS: u32 = 1 << 31;

/// A piece of side seen from a root, entering a face.
#[derive(Debug, Clone, Copy)]
pub(in crate::search) struct Node {
    /// The side, seen from the face that is entered.
    pub(in crate::search) side: u32,
    pub(in crate::search) root: u32,
    /// The vertex on the ray that bounds the sight on the left, or [`AHEAD`], or one of the [`MARKS`].
    pub(in crate::search) left: u32,
    /// The same on the right.
    pub(in crate::search) right: u32,
}

/// What a node in the queue is: three things in the room of one, because there are very many.
pub(in crate::search) enum Waiting {
    /// A piece of side to look through.
    Interval,
    /// The other end of a teleporter, by its place in the list.
    Landing(usize),
    /// The goal.
    End,
}

impl Node {
    /// The goal, straight from a root.
    pub(in crate::search) fn end(root: u32) -> Self {
        Self { side: NONE, root, left: NONE, right: NONE }
    }

    /// The other end of a teleporter, where a root stands.
    pub(in crate::search) fn landing(root: u32, jump: usize) -> Self {
        Self { side: NONE, root, left: jump as u32, right: NONE }
    }

    pub(in crate::search) fn waiting(&self) -> Waiting {
        match (self.side, self.left) {
            (NONE, NONE) => Waiting::End,
            (NONE, jump) => Waiting::Landing(jump as usize),
            _ => Waiting::Interval,
        }
    }
}

/// A place where a path stands and from where it looks on; or the image of one in a mirror.
#[derive(Debug, Clone, Copy)]
pub(in crate::search) struct Root {
    pub(in crate::search) point: Point,
    pub(in crate::search) g: f64,
    /// The vertex it is at; [`NONE`] at the start.
    pub(in crate::search) vertex: u32,
    /// The root from where it was reached.
    pub(in crate::search) parent: u32,
}

/// What is known of a vertex in the current search.
#[derive(Debug, Clone, Copy)]
pub(in crate::search) struct Known {
    /// The search that this was found in.
    pub(in crate::search) stamp: u32,
    /// The best root that stands here.
    pub(in crate::search) root: u32,
    /// What it costs to get here, as far as is known.
    pub(in crate::search) distance: f64,
}
