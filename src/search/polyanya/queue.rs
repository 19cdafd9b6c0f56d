//! A priority queue with four children to a parent: flatter, and kinder to the cache, than with two.

use super::Node;

/// A node with the cost it is queued by.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry<Id> {
    pub(super) cost: f64,
    pub(super) node: Node,
    pub(super) id: Id,
}

/// Entries, of which the cheapest comes first.
#[derive(Debug)]
pub(super) struct Queue<Id> {
    entries: Vec<Entry<Id>>,
}

impl<Id> Default for Queue<Id> {
    fn default() -> Self {
        Self { entries: Vec::new() }
    }
}

impl<Id: Copy> Queue<Id> {
    pub(super) fn clear(&mut self) {
        self.entries.clear();
    }

    /// Whether nothing in the queue costs less.
    pub(super) fn is_cheapest(&self, cost: f64) -> bool {
        self.entries.first().is_none_or(|first| cost <= first.cost)
    }

    pub(super) fn push(&mut self, entry: Entry<Id>) {
        let mut hole = self.entries.len();
        self.entries.push(entry);
        while hole != 0 {
            let parent = (hole - 1) / 4;
            if self.entries[parent].cost <= entry.cost {
                break;
            }
            self.entries[hole] = self.entries[parent];
            hole = parent;
        }
        self.entries[hole] = entry;
    }

    pub(super) fn pop(&mut self) -> Option<Entry<Id>> {
        let last = self.entries.pop()?;
        let Some(&first) = self.entries.first() else { return Some(last) };
        let n = self.entries.len();
        let mut hole = 0;
        loop {
            let children = 4 * hole + 1;
            if n <= children {
                break;
            }
            let mut best = children;
            for child in children + 1..(children + 4).min(n) {
                if self.entries[child].cost < self.entries[best].cost {
                    best = child;
                }
            }
            if last.cost <= self.entries[best].cost {
                break;
            }
            self.entries[hole] = self.entries[best];
            hole = best;
        }
        self.entries[hole] = last;
        Some(first)
    }
}
