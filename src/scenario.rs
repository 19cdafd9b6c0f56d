//! Path queries with the cost that is expected of them: one, and a file of them.

use crate::geom::{Aabb, Point};

/// Paths whose costs differ by less than this are about equally hard.
const BUCKET: f64 = 4.0;

/// A file of path queries.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Scenario {
    /// The queries, in the order of the file.
    pub instances: Vec<Instance>,
}

/// One path query.
#[derive(Debug, Clone, PartialEq)]
pub struct Instance {
    /// How hard it is, by whatever measure the author used.
    pub bucket: u32,
    /// The map it is for, as the file spells it.
    pub map: String,
    /// Width and height of that map, as the file states them.
    pub size: [f64; 2],
    /// Where from.
    pub start: Point,
    /// Where to.
    pub goal: Point,
    /// What the path should cost.
    pub cost: Cost,
}

/// A cost as it stands in a file.
#[derive(Debug, Clone, PartialEq)]
pub struct Cost {
    /// The number.
    pub value: f64,
    /// How the file prints it: its digits say how exact it is.
    pub text: String,
}

impl Cost {
    /// A cost that was computed, printed so that it reads back equal.
    pub fn new(value: f64) -> Self {
        Self { value, text: value.to_string() }
    }
}

impl Instance {
    /// A query between points of a map, with what it was found to cost; none if there is no path.
    ///
    /// It goes into the bucket of its cost in steps of four, as in the benchmarks; without a path into the first.
    pub fn found(map: &str, bounds: Aabb, [start, goal]: [Point; 2], cost: Option<f64>) -> Self {
        Self {
            bucket: cost.map_or(0, |cost| (cost / BUCKET) as u32),
            map: map.to_owned(),
            size: [bounds.width(), bounds.height()],
            start,
            goal,
            cost: Cost::new(cost.unwrap_or(-1.0)),
        }
    }

    /// What the path should cost; `None` if there should be none.
    ///
    /// Files say "no path" by a negative cost, or by zero although start and goal differ.
    pub fn expected_cost(&self) -> Option<f64> {
        let no_path = self.cost.value < 0.0 || (self.cost.value == 0.0 && self.start != self.goal);
        (!no_path).then_some(self.cost.value)
    }

    /// Whether its cost was counted along the cells of a grid, which a path that may go anywhere need not match.
    pub fn is_on_grid(&self) -> bool {
        self.map.to_lowercase().ends_with(".map")
    }

    /// Whether it is meant for the map in a file of this name: files name maps by other folders, endings and case.
    pub fn is_for(&self, file_name: &str) -> bool {
        map_key(&self.map) == map_key(file_name)
    }
}

/// The part of a map's name that all spellings share: no folder, no ending, small letters.
pub fn map_key(name: &str) -> String {
    let base = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let stem =
        base.split_once('.').map_or(base, |(stem, _)| if stem.is_empty() { base } else { stem });
    stem.to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_are_known_by_any_spelling() {
        for name in ["maps/sc1/Aurora.map", "aurora.mesh", "C:\\maps\\AURORA.mesh.scen", "aurora"] {
            assert_eq!(map_key(name), "aurora", "{name}");
        }
        assert_eq!(map_key(".hidden"), ".hidden");
    }
}
