//! Everything that was heard of a search, in memory.

use crate::search::{Outcome, Query};

use super::event::{self, Event, Kind, Packed};
use super::nodes::{Lifetime, Node, NodeId, Nodes, push};
use super::{Pruned, Seen, TraceSink};

/// Everything that was heard of a search, from which the state after any of its steps can be read.
///
/// Events are numbered from zero. A node goes into the queue at most once and is closed at most once: what a search
/// says of it beyond that is kept as an event, but changes nothing. On the maps of the benchmark it takes about 23 bytes
/// an event, all in all (`cargo bench --bench trace`).
#[derive(Debug, Clone)]
pub struct Trace {
    query: Query,
    limit: usize,
    pub(super) events: Vec<Packed>,
    pub(super) nodes: Nodes,
    n_missed: u64,
    outcome: Option<Outcome>,
    last: Option<NodeId>,
}

impl Trace {
    /// How many events are kept if nothing else is said.
    pub const LIMIT: usize = 8_000_000;

    /// A trace for a search that is about to begin.
    pub fn new(query: Query) -> Self {
        Self::with_limit(query, Self::LIMIT)
    }

    /// One that keeps no more than so many events.
    pub fn with_limit(query: Query, limit: usize) -> Self {
        Self {
            query,
            limit: limit.min(event::MAX),
            events: Vec::new(),
            nodes: Nodes::new(query.start, query.start.distance(query.goal)),
            n_missed: 0,
            outcome: None,
            last: None,
        }
    }

    /// What was asked.
    pub fn query(&self) -> Query {
        self.query
    }

    /// How the search ended, once it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The node over which the goal was reached, if it was kept.
    pub fn last(&self) -> Option<NodeId> {
        self.last
    }

    /// How many events were kept.
    pub fn n_events(&self) -> usize {
        self.events.len()
    }

    /// How many events were heard after the limit was reached, and not kept.
    pub fn n_missed(&self) -> u64 {
        self.n_missed
    }

    /// How many nodes came out.
    pub fn n_nodes(&self) -> usize {
        self.nodes.len()
    }

    /// How many bytes of memory it takes.
    pub fn n_bytes(&self) -> usize {
        size_of::<Self>() + self.events.capacity() * size_of::<Packed>() + self.nodes.n_bytes()
    }

    /// An event by its number.
    pub fn event(&self, number: usize) -> Option<Event> {
        let packed = self.events.get(number)?;
        Some(Event { kind: packed.kind(), node: packed.node().and_then(|id| self.nodes.get(id)) })
    }

    /// All events in order.
    pub fn events(&self) -> impl ExactSizeIterator<Item = Event> {
        self.events.iter().map(|packed| Event {
            kind: packed.kind(),
            node: packed.node().and_then(|id| self.nodes.get(id)),
        })
    }

    /// All nodes in the order in which they came out.
    pub fn nodes(&self) -> impl Iterator<Item = Node> {
        (0..self.n_nodes()).filter_map(|index| self.nodes.get(NodeId::from_index(index)?))
    }

    /// A node; none if it belongs to another trace.
    pub fn node(&self, id: NodeId) -> Option<Node> {
        self.nodes.get(id)
    }

    /// From when to when a node was in the queue.
    pub fn lifetime(&self, id: NodeId) -> Option<Lifetime> {
        self.nodes.lifetime(id)
    }

    /// The number of the event that is about to be kept; if no more are kept, it is counted as missed.
    fn next_number(&mut self) -> Option<u32> {
        if self.events.len() < self.limit {
            return Some(self.events.len() as u32);
        }
        self.n_missed += 1;
        None
    }

    /// The same node, if it is one of ours.
    fn known(&self, id: Option<NodeId>) -> Option<NodeId> {
        id.filter(|id| id.index() < self.n_nodes())
    }

    fn keep(&mut self, kind: Kind, id: Option<NodeId>, moves_queue: bool) {
        push(&mut self.events, Packed::new(kind, id, moves_queue));
    }

    fn close(&mut self, kind: Kind, id: Option<NodeId>) {
        let Some(number) = self.next_number() else { return };
        let id = self.known(id);
        let leaves_queue = self.nodes.close(id, number);
        self.keep(kind, id, leaves_queue);
    }

    fn end(&mut self, outcome: Outcome, last: Option<NodeId>) {
        (self.outcome, self.last) = (Some(outcome), self.known(last));
        self.events.shrink_to_fit();
        self.nodes.shrink();
    }
}

impl TraceSink for Trace {
    /// None is the start, and whatever came out after the limit was reached.
    type Id = Option<NodeId>;
    const LISTENS: bool = true;

    fn generated(&mut self, parent: Self::Id, node: &Seen) -> Self::Id {
        self.next_number()?;
        let (id, new_root) = self.nodes.add(parent, node)?;
        let kind = if new_root { Kind::NewRoot } else { Kind::Generated };
        self.keep(kind, Some(id), false);
        Some(id)
    }

    fn pushed(&mut self, id: Self::Id) {
        let Some(number) = self.next_number() else { return };
        let id = self.known(id);
        let enters_queue = self.nodes.open(id, number);
        self.keep(Kind::Pushed, id, enters_queue);
    }

    fn expanded(&mut self, id: Self::Id) {
        self.close(Kind::Expanded, id);
    }

    fn pruned(&mut self, id: Self::Id, reason: Pruned) {
        self.close(Kind::Pruned(reason), id);
    }

    fn reached(&mut self, id: Self::Id, cost: f64) {
        self.close(Kind::Reached, id);
        self.end(Outcome::Found { cost }, id);
    }

    fn failed(&mut self, outcome: Outcome) {
        self.close(Kind::Failed, None);
        self.end(outcome, None);
    }
}
