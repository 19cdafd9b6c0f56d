//! One step of a search, and the four bytes that it is kept in.

use super::{Node, NodeId, Pruned};

/// What happened in a step of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A node came out that stands where its parent stood.
    Generated,
    /// A node came out that stands somewhere else.
    NewRoot,
    /// A node went into the queue.
    Pushed,
    /// A node came out of the queue and its successors were asked for.
    Expanded,
    /// The successors of a node were asked for that had never been in the queue.
    Passed,
    /// A node was not worth expanding.
    Pruned(Pruned),
    /// The goal was reached over a node.
    Reached,
    /// The search ended without reaching the goal.
    Failed,
}

impl Kind {
    /// Whether a node came out.
    pub fn generates(self) -> bool {
        matches!(self, Self::Generated | Self::NewRoot)
    }

    /// Whether the successors of a node were asked for.
    pub fn expands(self) -> bool {
        matches!(self, Self::Expanded | Self::Passed)
    }

    /// Whether a node was found not to be worth expanding.
    pub fn prunes(self) -> bool {
        matches!(self, Self::Pruned(_))
    }
}

/// One step of a search.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Event {
    /// What happened.
    pub kind: Kind,
    /// The node it happened to; none where a search ended without a path, or began where it should end.
    pub node: Option<Node>,
}

/// An event in four bytes: whether the queue grew or shrank by it, what happened, and the number of the node.
#[derive(Debug, Clone, Copy)]
pub(super) struct Packed(u32);

const MOVES_QUEUE: u32 = 1 << 31;
const NUMBER_BITS: u32 = 27;

/// So many nodes, and so many events, can be told apart.
pub(super) const MAX: usize = (1 << NUMBER_BITS) - 1;

impl Packed {
    /// Packs what happened to a node, [`Kind::Passed`] being an expansion that did not move the queue.
    #[inline]
    pub(super) fn new(kind: Kind, node: Option<NodeId>, moves_queue: bool) -> Self {
        let code = match kind {
            Kind::Generated => 0,
            Kind::NewRoot => 1,
            Kind::Pushed => 2,
            Kind::Expanded | Kind::Passed => 3,
            Kind::Pruned(Pruned::Root) => 4,
            Kind::Pruned(Pruned::Dominated) => 5,
            Kind::Reached => 6,
            Kind::Failed => 7,
        };
        let number = node.map_or(0, |id| id.number().get());
        Self(number | code << NUMBER_BITS | if moves_queue { MOVES_QUEUE } else { 0 })
    }

    #[inline]
    pub(super) fn kind(self) -> Kind {
        match (self.0 & !MOVES_QUEUE) >> NUMBER_BITS {
            0 => Kind::Generated,
            1 => Kind::NewRoot,
            2 => Kind::Pushed,
            3 if self.moves_queue() => Kind::Expanded,
            3 => Kind::Passed,
            4 => Kind::Pruned(Pruned::Root),
            5 => Kind::Pruned(Pruned::Dominated),
            6 => Kind::Reached,
            _ => Kind::Failed,
        }
    }

    #[inline]
    pub(super) fn node(self) -> Option<NodeId> {
        NodeId::from_number(self.0 & MAX as u32)
    }

    /// Whether the queue grew or shrank by it.
    #[inline]
    pub(super) fn moves_queue(self) -> bool {
        self.0 & MOVES_QUEUE != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_comes_out_again() {
        let kinds = [
            (Kind::Generated, false),
            (Kind::NewRoot, false),
            (Kind::Pushed, true),
            (Kind::Pushed, false),
            (Kind::Expanded, true),
            (Kind::Passed, false),
            (Kind::Pruned(Pruned::Root), true),
            (Kind::Pruned(Pruned::Dominated), false),
            (Kind::Reached, true),
            (Kind::Failed, false),
        ];
        for (kind, moves_queue) in kinds {
            for node in [None, NodeId::from_number(1), NodeId::from_number(MAX as u32)] {
                let packed = Packed::new(kind, node, moves_queue);
                assert_eq!(
                    (packed.kind(), packed.node(), packed.moves_queue()),
                    (kind, node, moves_queue)
                );
            }
        }
    }
}
