//! A plain queue from which the cheapest thing comes first.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// Things with what they cost, of which the cheapest comes out first.
#[derive(Debug)]
pub(crate) struct Cheapest<T> {
    heap: BinaryHeap<Priced<T>>,
}

impl<T> Default for Cheapest<T> {
    fn default() -> Self {
        Self { heap: BinaryHeap::new() }
    }
}

impl<T> Cheapest<T> {
    /// Forgets all of them.
    pub(crate) fn clear(&mut self) {
        self.heap.clear();
    }

    /// Takes one.
    pub(crate) fn push(&mut self, cost: f64, thing: T) {
        self.heap.push(Priced { cost, thing });
    }

    /// Gives the cheapest, and what it costs.
    pub(crate) fn pop(&mut self) -> Option<(f64, T)> {
        self.heap.pop().map(|Priced { cost, thing }| (cost, thing))
    }
}

#[derive(Debug)]
struct Priced<T> {
    cost: f64,
    thing: T,
}

impl<T> PartialEq for Priced<T> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<T> Eq for Priced<T> {}

impl<T> PartialOrd for Priced<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> Ord for Priced<T> {
    /// The standard heap gives the largest first, so the cheaper is the larger.
    fn cmp(&self, other: &Self) -> Ordering {
        other.cost.total_cmp(&self.cost)
    }
}
