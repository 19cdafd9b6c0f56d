//! Where to go next in a trace.

use super::event::Packed;
use super::{Kind, NodeId, Trace};

/// A cost has risen if it is above this part of the one before: a trace keeps them in single precision.
const RISEN: f64 = 1.0 + 2e-7;

impl Trace {
    /// The first event of some kind at or after an event.
    pub fn next(&self, from: usize, is_wanted: impl Fn(Kind) -> bool) -> Option<usize> {
        let rest = self.events.get(from..)?;
        rest.iter().position(|packed| is_wanted(packed.kind())).map(|place| from + place)
    }

    /// The last event of some kind before an event.
    pub fn previous(&self, before: usize, is_wanted: impl Fn(Kind) -> bool) -> Option<usize> {
        let start = &self.events[..before.min(self.n_events())];
        start.iter().rposition(|packed| is_wanted(packed.kind()))
    }

    /// The first expansion at or after an event whose f is larger than that of the last expansion before the event.
    ///
    /// Only nodes out of the queue count: their f grows from layer to layer, that of the others jumps ahead.
    pub fn next_layer(&self, from: usize) -> Option<usize> {
        let f = |event: usize| self.events[event].node().and_then(|id| self.nodes.f(id));
        let is_expanded = |kind| kind == Kind::Expanded;
        let before = self.previous(from, is_expanded).and_then(f);
        let rest = self.events.get(from..)?;
        let above = |id: NodeId| match (self.nodes.f(id), before) {
            (Some(f), Some(before)) => before * RISEN < f,
            (f, _) => f.is_some(),
        };
        let is_wanted =
            |packed: &Packed| is_expanded(packed.kind()) && packed.node().is_some_and(above);
        rest.iter().position(is_wanted).map(|place| from + place)
    }

    /// When a face was first reached: the first node that enters it came out.
    pub fn first_in_face(&self, face: u32) -> Option<usize> {
        let id = self.nodes.first_in_face(face)?;
        self.birth(id)
    }

    /// When a node came out.
    pub fn birth(&self, id: NodeId) -> Option<usize> {
        // Every node takes an event at least, so it cannot have come out before its turn.
        let rest = self.events.get(id.index()..)?;
        let is_wanted = |packed: &Packed| packed.node() == Some(id);
        rest.iter().position(is_wanted).map(|place| id.index() + place)
    }

    /// The first event at or after an event that happened to a node on the path that was found.
    pub fn next_on_path(&self, from: usize) -> Option<usize> {
        let mut on_path = vec![false; self.n_nodes()];
        self.chain(self.last()?).for_each(|id| on_path[id.index()] = true);
        let rest = self.events.get(from..)?;
        let is_wanted = |packed: &Packed| packed.node().is_some_and(|id| on_path[id.index()]);
        rest.iter().position(is_wanted).map(|place| from + place)
    }
}
