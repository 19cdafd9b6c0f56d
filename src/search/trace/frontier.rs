//! The state of a search after any of its events, read off without replaying it.

use crate::geom::Point;

use super::{Kind, NodeId, Seen, Trace};

impl Trace {
    /// The nodes in the queue after an event, in the order in which they came out.
    ///
    /// An event beyond the last one is as good as the last one.
    pub fn frontier(&self, after: usize) -> Vec<NodeId> {
        self.clamped(after).map_or_else(Vec::new, |event| self.nodes.open_after(event).collect())
    }

    /// The nodes that were expanded until after an event, in the order in which they were.
    pub fn closed(&self, after: usize) -> impl Iterator<Item = NodeId> {
        let n = self.n_events().min(after.saturating_add(1));
        self.events[..n]
            .iter()
            .filter(|packed| packed.kind().expands())
            .filter_map(|packed| packed.node())
    }

    /// The node that was expanded last when an event happened; none before the first and after the end.
    pub fn expanding(&self, at: usize) -> Option<NodeId> {
        let at = self.clamped(at)? as usize;
        let decides = |kind: Kind| kind.expands() || matches!(kind, Kind::Reached | Kind::GaveUp);
        let packed = self.events[..=at].iter().rev().find(|packed| decides(packed.kind()))?;
        packed.node().filter(|_| packed.kind().expands())
    }

    /// A node, its parent, and so on back to the start.
    pub fn chain(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        let known = (id.index() < self.n_nodes()).then_some(id);
        std::iter::successors(known, |id| self.nodes.parent(*id))
    }

    /// The places where a path to a node turns: the start first, the root of the node last.
    pub fn roots(&self, id: NodeId) -> Vec<Point> {
        let mut chain: Vec<Seen> =
            self.chain(id).filter_map(|id| self.nodes.get(id)).map(|node| node.seen).collect();
        chain.reverse();
        let mut points = vec![self.query().start];
        points.extend(chain.first().map(|seen| seen.root));
        for pair in chain.windows(2) {
            points.extend(turn_between(&pair[0], &pair[1]));
            points.push(pair[1].root);
        }
        points.dedup();
        points
    }

    /// The number of an event that was kept, as close as possible.
    fn clamped(&self, event: usize) -> Option<u32> {
        self.n_events().checked_sub(1).map(|last| last.min(event) as u32)
    }
}

/// Where a path turned on its way from the root of a node to that of a successor, if it did.
///
/// Who turns at the end of an interval and then follows a wall turns twice in one step. No node tells of the first
/// turn, but what it cost does.
fn turn_between(from: &Seen, to: &Seen) -> Option<Point> {
    const SAME: f64 = 1e-6;
    let walked = to.g - from.g;
    let is_straight = walked <= from.root.distance(to.root) + SAME * to.g;
    let over = |end: &Point| from.root.distance(*end) + end.distance(to.root);
    from.interval
        .into_iter()
        .filter(|end| !is_straight && (over(end) - walked).abs() <= SAME * to.g)
        .min_by(|a, b| (over(a) - walked).abs().total_cmp(&(over(b) - walked).abs()))
}
