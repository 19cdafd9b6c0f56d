//! Boxes that come and go, found by where they are.
//!
//! Each box is entered in the one to four cells that it touches of a grid whose cells are a little larger than it is;
//! there is a grid for every power of two.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::super::steps::WholeBox;

/// Boxes by where they are; each has a number that says whose it is.
#[derive(Debug, Default)]
pub(super) struct Boxes {
    levels: Vec<Level>,
    boxes: Vec<Option<(u32, WholeBox)>>,
    free: Vec<u32>,
}

#[derive(Debug, Default)]
struct Level {
    cells: HashMap<(i64, i64), Vec<u32>, Quick>,
    n_boxes: usize,
}

/// A quick way to spread keys that nobody chooses with bad intent.
pub(super) type Quick = BuildHasherDefault<QuickHasher>;

/// Multiplies and turns what it is given.
#[derive(Debug, Default)]
pub(super) struct QuickHasher(u64);

impl Hasher for QuickHasher {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(u64::from(byte)));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(26) ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    fn write_i64(&mut self, number: i64) {
        self.write_u64(number as u64);
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(u64::from(number));
    }
}

impl Boxes {
    /// Enters a box; gives the number to take it out by.
    pub(super) fn insert(&mut self, owner: u32, bounds: WholeBox) -> u32 {
        let key = self.free.pop().unwrap_or_else(|| {
            self.boxes.push(None);
            self.boxes.len() as u32 - 1
        });
        self.boxes[key as usize] = Some((owner, bounds));
        let level = level_of(bounds);
        if self.levels.len() <= level {
            self.levels.resize_with(level + 1, Level::default);
        }
        self.levels[level].n_boxes += 1;
        for cell in cells(bounds, level) {
            self.levels[level].cells.entry(cell).or_default().push(key);
        }
        key
    }

    /// Takes a box out.
    pub(super) fn remove(&mut self, key: u32) {
        let Some((_, bounds)) = self.boxes[key as usize].take() else { return };
        self.free.push(key);
        let level = level_of(bounds);
        self.levels[level].n_boxes -= 1;
        for cell in cells(bounds, level) {
            let Some(keys) = self.levels[level].cells.get_mut(&cell) else { continue };
            keys.retain(|&other| other != key);
            if keys.is_empty() {
                self.levels[level].cells.remove(&cell);
            }
        }
    }

    /// Calls with the owner and the number of every box that touches another one.
    pub(super) fn for_each_touching(&self, bounds: WholeBox, mut call: impl FnMut(u32, u32)) {
        let used = || self.levels.iter().enumerate().filter(|(_, level)| level.n_boxes != 0);
        let n_cells = |shift: usize| {
            let span = |low: i64, high: i64| ((high >> shift) - (low >> shift) + 1) as u128;
            span(bounds.min.x, bounds.max.x) * span(bounds.min.y, bounds.max.y)
        };
        // A box over half the map is better compared with all others.
        if self.boxes.len() as u128 <= used().map(|(shift, _)| n_cells(shift)).sum() {
            for (entry, key) in self.boxes.iter().zip(0..) {
                if let &Some((owner, other)) = entry
                    && other.touches(bounds)
                {
                    call(owner, key);
                }
            }
            return;
        }
        for (shift, level) in used() {
            for cell in cells(bounds, shift) {
                for &key in level.cells.get(&cell).map_or(&[][..], Vec::as_slice) {
                    let Some((owner, other)) = self.boxes[key as usize] else { continue };
                    // A box that meets the other one in several cells is told in the first of them.
                    let first = (
                        (other.min.x >> shift).max(bounds.min.x >> shift),
                        (other.min.y >> shift).max(bounds.min.y >> shift),
                    );
                    if first == cell && other.touches(bounds) {
                        call(owner, key);
                    }
                }
            }
        }
    }
}

fn level_of(bounds: WholeBox) -> usize {
    (64 - bounds.extent().leading_zeros()) as usize
}

fn cells(bounds: WholeBox, shift: usize) -> impl Iterator<Item = (i64, i64)> {
    let columns = bounds.min.x >> shift..=bounds.max.x >> shift;
    let rows = bounds.min.y >> shift..=bounds.max.y >> shift;
    rows.flat_map(move |y| columns.clone().map(move |x| (x, y)))
}

#[cfg(test)]
mod tests {
    use super::super::super::steps::Whole;
    use super::*;

    #[test]
    fn boxes_are_found_as_if_each_were_looked_at() {
        let mut random = fastrand::Rng::with_seed(1);
        let mut boxes = Boxes::default();
        let mut all: Vec<(u32, WholeBox)> = Vec::new();
        let made = |random: &mut fastrand::Rng| {
            let size = *random.choice(&[1, 30, 900, 100_000]).unwrap();
            let min = Whole::new(random.i64(-9000..9000), random.i64(-9000..9000));
            let max = Whole::new(min.x + random.i64(0..size), min.y + random.i64(0..size));
            WholeBox { min, max }
        };
        for round in 0..3000_u32 {
            if !all.is_empty() && random.u8(..3) == 0 {
                let (key, _) = all.swap_remove(random.usize(..all.len()));
                boxes.remove(key);
            } else {
                let bounds = made(&mut random);
                all.push((boxes.insert(round, bounds), bounds));
            }
            let sought = made(&mut random);
            let mut found = Vec::new();
            boxes.for_each_touching(sought, |_, key| found.push(key));
            found.sort_unstable();
            let touching = all.iter().filter(|(_, bounds)| bounds.touches(sought));
            let mut expected: Vec<u32> = touching.map(|&(key, _)| key).collect();
            expected.sort_unstable();
            assert_eq!(found, expected);
        }
    }
}
