//! A priority queue with four children to a parent: flatter, and kinder to the cache, than with two.

use super::Node;

/// A node with the cost it is queued by.
#[derive(Debug, Clone, Copy)]
pub(in crate::search) struct Entry<Id> {
    pub(in crate::search) cost: f64,
    pub(in crate::search) node: Node,
    pub(in crate::search) id: Id,
}

/// Entries, of which the cheapest comes first.
#[derive(Debug)]
pub(in crate::search) struct Queue<Id> {
    entries: Vec<Entry<Id>>,
}

impl<Id> Default for Queue<Id> {
    fn default() -> Self {
        Self { entries: Vec::new() }
    }
}

impl<Id: Copy> Queue<Id> {
    pub(in crate::search) fn clear(&mut self) {
        self.entries.clear();
    }

    /// Whether nothing in the queue costs less.
    pub(in crate::search) fn is_cheapest(&self, cost: f64) -> bool {
        self.entries.first().is_none_or(|first| cost <= first.cost)
    }

    pub(in crate::search) fn push(&mut self, entry: Entry<Id>) {
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

    pub(in crate::search) fn pop(&mut self) -> Option<Entry<Id>> {
        let last = self.entries.pop()?;
        let Some(&first) = self.entries.first() else { return Some(last) };
        let n = self.entries.len();
        let mut hole = 0;
        loop {
            let children = 4 * hole + 1;
            if n <= children {
                break;
            }
            let best = children + cheapest(&self.entries[children..]);
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

/// Which of the first four entries, or of all if there are fewer, is the cheapest.
#[inline(always)]
fn cheapest<Id>(entries: &[Entry<Id>]) -> usize {
    if let [a, b, c, d, ..] = entries {
        // Two and two, so that nothing has to wait for more than one of the others.
        let (ab, of_ab) = if b.cost < a.cost { (1, b.cost) } else { (0, a.cost) };
        let (cd, of_cd) = if d.cost < c.cost { (3, d.cost) } else { (2, c.cost) };
        return if of_cd < of_ab { cd } else { ab };
    }
    let mut best = 0;
    for (place, entry) in entries.iter().enumerate() {
        if entry.cost < entries[best].cost {
            best = place;
        }
    }
    best
}
