//! Numbers for nodes whatever a file calls them.

use std::collections::{HashMap, HashSet};
use std::num::NonZeroU32;

/// Numbers for nodes whatever a file calls them: its own where they are numbers from one on, the next free ones for
/// all others.
#[derive(Debug, Default)]
pub(super) struct Ids<'a> {
    /// Those that the file itself gives.
    taken: HashSet<u32>,
    given: HashMap<&'a str, NonZeroU32>,
    next: u32,
}

impl<'a> Ids<'a> {
    /// Takes note of the numbers that a file gives itself.
    pub(super) fn new(names: impl Iterator<Item = &'a str>) -> Self {
        let taken = names.filter_map(number).map(NonZeroU32::get).collect();
        Self { taken, given: HashMap::new(), next: 0 }
    }

    /// The number of a node.
    pub(super) fn of(&mut self, name: &'a str) -> NonZeroU32 {
        if let Some(own) = number(name) {
            return own;
        }
        let Self { taken, given, next } = self;
        *given.entry(name).or_insert_with(|| {
            // There are fewer names than numbers: each is longer than a byte, and files are shorter than 4 GiB.
            *next = next.saturating_add(1);
            while taken.contains(next) {
                *next = next.saturating_add(1);
            }
            NonZeroU32::new(*next).unwrap_or(NonZeroU32::MAX)
        })
    }
}

/// The number that a name is, if it is one from one on and written in the plainest way.
fn number(name: &str) -> Option<NonZeroU32> {
    let is_plain = !name.starts_with(['+', '0']);
    name.parse().ok().filter(|_| is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_and_names_get_free_ones() {
        let names = ["1", "start", "3", "0", "4294967295", "start", "-2"];
        let mut ids = Ids::new(names.into_iter());
        let given = names.map(|name| ids.of(name).get());
        assert_eq!(given, [1, 2, 3, 4, u32::MAX, 2, 5]);
    }
}
