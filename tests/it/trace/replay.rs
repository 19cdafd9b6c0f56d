//! A search replayed step by step from a plain list of what it said.

use std::collections::BTreeSet;

use wayglass::search::trace::{Kind, NodeId, Pruned, Seen};
use wayglass::search::{Ground, Outcome, Polyanya, Query, Trace, TraceSink};

/// A trace, and beside it a plain list of what was said.
pub(super) struct Both {
    pub(super) trace: Trace,
    heard: Vec<Heard>,
}

#[derive(Debug, Clone, Copy)]
enum Heard {
    Generated(Option<NodeId>, Option<NodeId>, Seen),
    Pushed(Option<NodeId>),
    Expanded(Option<NodeId>),
    Pruned(Option<NodeId>, Pruned),
    Reached(Option<NodeId>, f64),
    Failed(Outcome),
}

impl TraceSink for Both {
    type Id = Option<NodeId>;
    const LISTENS: bool = true;

    fn generated(&mut self, parent: Self::Id, node: &Seen) -> Self::Id {
        let id = self.trace.generated(parent, node);
        self.heard.push(Heard::Generated(id, parent, *node));
        id
    }

    fn pushed(&mut self, id: Self::Id) {
        self.trace.pushed(id);
        self.heard.push(Heard::Pushed(id));
    }

    fn expanded(&mut self, id: Self::Id) {
        self.trace.expanded(id);
        self.heard.push(Heard::Expanded(id));
    }

    fn pruned(&mut self, id: Self::Id, reason: Pruned) {
        self.trace.pruned(id, reason);
        self.heard.push(Heard::Pruned(id, reason));
    }

    fn reached(&mut self, id: Self::Id, cost: f64) {
        self.trace.reached(id, cost);
        self.heard.push(Heard::Reached(id, cost));
    }

    fn failed(&mut self, outcome: Outcome) {
        self.trace.failed(outcome);
        self.heard.push(Heard::Failed(outcome));
    }
}

/// Searches, listening twice.
pub(super) fn listen(ground: &Ground, query: &Query) -> Both {
    let mut both = Both { trace: Trace::new(*query), heard: Vec::new() };
    Polyanya::default().find(ground, query, &mut both);
    both
}

/// Goes through a trace step by step, and compares every `stride`th state with what it says at once.
pub(super) fn compare_with_replay(Both { trace, heard }: &Both, stride: usize, story: &str) {
    assert_eq!(trace.n_events(), heard.len(), "{story}");
    let (mut open, mut seen) = (BTreeSet::new(), Vec::new());
    let (mut closed, mut expanding) = (Vec::new(), None);
    let open_chart = trace.open_over_time(usize::MAX);
    for (number, heard) in heard.iter().enumerate() {
        let event = trace.event(number).unwrap();
        let story = format!("{story}, event {number}: {heard:?}, {event:?}");
        let kind = match *heard {
            Heard::Generated(id, parent, node) => {
                let same_root = match parent {
                    Some(parent) => {
                        let (_, stood): (_, Seen) = seen[parent.index()];
                        stood.root == node.root && stood.g == node.g
                    }
                    None => node.root == trace.query().start,
                };
                assert_eq!(id.unwrap().index(), seen.len(), "{story}");
                seen.push((parent, node));
                if same_root { Kind::Generated } else { Kind::NewRoot }
            }
            Heard::Pushed(id) => {
                assert!(open.insert(id.unwrap()), "{story}");
                Kind::Pushed
            }
            Heard::Expanded(id) => {
                closed.push(id.unwrap());
                expanding = id;
                if open.remove(&id.unwrap()) { Kind::Expanded } else { Kind::Passed }
            }
            Heard::Pruned(id, reason) => {
                open.remove(&id.unwrap());
                Kind::Pruned(reason)
            }
            Heard::Reached(id, cost) => {
                id.map(|id| open.remove(&id));
                assert_eq!(trace.outcome(), Some(Outcome::Found { cost }), "{story}");
                expanding = None;
                Kind::Reached
            }
            Heard::Failed(outcome) => {
                assert_eq!(trace.outcome(), Some(outcome), "{story}");
                expanding = None;
                Kind::Failed
            }
        };
        assert_eq!(event.kind, kind, "{story}");
        if let Some(node) = event.node {
            compare_node(node.seen, seen[node.id.index()].1, &story);
            assert_eq!(node.parent, seen[node.id.index()].0, "{story}");
        }
        assert_eq!(open_chart[number].least, open.len() as f64, "{story}");
        if number % stride == 0 || number + 1 == trace.n_events() {
            assert!(trace.frontier(number).into_iter().eq(open.iter().copied()), "{story}");
            assert!(trace.closed(number).eq(closed.iter().copied()), "{story}");
            assert_eq!(trace.expanding(number), expanding, "{story}");
        }
    }
}

/// What was kept of a node is what was said of it, but for rounding.
fn compare_node(kept: Seen, said: Seen, story: &str) {
    assert_eq!((kept.face, kept.root, kept.g), (said.face, said.root, said.g), "{story}");
    assert!((kept.f - said.f).abs() <= 1e-7 * said.f, "{story}");
    for (kept, said) in kept.interval.into_iter().zip(said.interval) {
        assert!(kept.distance(said) < 1e-4, "{story}: {said:?}");
    }
}
