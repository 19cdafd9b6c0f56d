//! Different things, gathered while they are found again and again.

/// A list of different things that does not grow beyond a bound.
#[derive(Debug)]
pub struct Distinct<T> {
    list: Vec<T>,
    most: usize,
}

impl<T: Ord> Distinct<T> {
    /// Takes up to about `most` different things.
    pub fn new(most: usize) -> Self {
        Self { list: Vec::new(), most }
    }

    /// Adds a thing; `false` if there are too many different ones already.
    pub fn push(&mut self, thing: T) -> bool {
        if self.list.len() < 2 * self.most {
            self.list.push(thing);
            return true;
        }
        self.settle();
        let room = self.list.len() < self.most;
        if room {
            self.list.push(thing);
        }
        room
    }

    fn settle(&mut self) {
        self.list.sort_unstable();
        self.list.dedup();
    }

    /// All of them, in order.
    pub fn into_sorted(mut self) -> Vec<T> {
        self.settle();
        self.list
    }
}
