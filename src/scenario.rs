//! Path queries with the cost that is expected of them: one, and a file of them.

use std::f64::consts::SQRT_2;

use crate::geom::{Aabb, Point};

/// Paths whose costs differ by less than this are about equally hard.
const BUCKET: f64 = 4.0;

/// The benchmarks add up the steps of a path on a grid in few digits: so far may a cost be off beside its rounding.
pub const GRID_SLACK: f64 = 0.01;

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
    /// It goes into the bucket of its cost in steps of four, as in the benchmarks; without a path into the first. A
    /// negative cost says that there is none, or that nobody knows of one.
    pub fn found(map: &str, bounds: Aabb, [start, goal]: [Point; 2], cost: Option<f64>) -> Self {
        let words: Vec<_> = map.split_whitespace().collect();
        Self {
            bucket: cost.map_or(0, |cost| (cost / BUCKET) as u32),
            // A row without the name of a map could not be read again.
            map: if words.is_empty() { "map".to_owned() } else { words.join(" ") },
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

    /// Whether it leads from cell to cell of a grid.
    fn is_between_cells(&self) -> bool {
        let ends = [self.start.x, self.start.y, self.goal.x, self.goal.y];
        self.map.to_lowercase().ends_with(".map") && ends.iter().all(|end| end.fract() == 0.0)
    }

    /// Whether it costs no less than the straight and diagonal steps between its ends, than which a path that may go
    /// anywhere is shorter nearly always.
    fn costs_steps(&self, rounding: f64) -> bool {
        let (along, across) = (self.start.x - self.goal.x, self.start.y - self.goal.y);
        let (along, across) = (along.abs(), across.abs());
        let steps = along.max(across) + (SQRT_2 - 1.0) * along.min(across);
        self.expected_cost().is_none_or(|cost| steps <= cost + rounding + GRID_SLACK)
    }

    /// Whether it is meant for the map in a file of this name: files name maps by other folders, endings and case.
    pub fn is_for(&self, file_name: &str) -> bool {
        map_key(&self.map) == map_key(file_name)
    }
}

impl Scenario {
    /// How exact the costs of the file are: a program prints all of them with as many decimals, or with as many
    /// digits, but may drop zeros at the end.
    pub fn digits(&self) -> Digits {
        let costs = self.instances.iter().filter(|row| row.expected_cost().is_some());
        costs.fold(Digits::default(), |known, row| known.with(&row.cost.text))
    }

    /// Whether its costs were counted along the cells of a grid, which a path that may go anywhere need not match, but
    /// has no reason to exceed. All of the file says that: grids are asked from cell to cell.
    pub fn is_on_grid(&self) -> bool {
        let digits = self.digits();
        let costs_steps = |row: &&Instance| row.costs_steps(digits.rounding(&row.cost));
        let n_rows = self.instances.len();
        // A cost that is wrong says nothing of the others.
        let n_steps = self.instances.iter().filter(costs_steps).count();
        let is_counted = 0 < n_rows && 9 * n_rows <= 10 * n_steps;
        is_counted && self.instances.iter().all(Instance::is_between_cells)
    }
}

/// With how many digits the costs of a file are printed, at the most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Digits {
    /// After the point.
    pub decimals: u32,
    /// From the first that is not zero on.
    pub significant: u32,
}

impl Digits {
    /// With those of one more number.
    fn with(self, text: &str) -> Self {
        if text.contains(['e', 'E']) {
            return self;
        }
        let decimals = text.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        let digits = text.chars().filter(char::is_ascii_digit).skip_while(|digit| *digit == '0');
        Self {
            decimals: self.decimals.max(decimals as u32),
            significant: self.significant.max(digits.count() as u32),
        }
    }

    /// How far a cost of the file may be from the one that was meant: half of the last digit that it would have been
    /// printed with. A file without any decimals may be rounded to whole numbers: some of Polyanya's own tests are.
    pub fn rounding(self, cost: &Cost) -> f64 {
        if cost.text.contains(['e', 'E']) {
            return 0.0;
        }
        let n_before = cost.value.abs().max(1.0).log10().floor() as i32 + 1;
        let decimals = (self.decimals as i32).min(self.significant as i32 - n_before);
        0.5 * 10_f64.powi(-decimals)
    }
}

/// The endings that name a format: what comes before them is what a map is called.
const ENDINGS: &[&str] = &[
    "scen", "mesh", "map", "wayglass", "nav", "dpm", "navmesh", "poly", "polygon", "yaml", "yml",
    "json", "txt", "building",
];

/// The part of a map's name that all spellings share: no folder, no endings of formats, small letters.
pub fn map_key(name: &str) -> String {
    let base = name.rsplit(['/', '\\']).next().unwrap_or(name).to_lowercase();
    let mut stem = base.as_str();
    while let Some((rest, ending)) = stem.rsplit_once('.')
        && !rest.is_empty()
        && ENDINGS.contains(&ending)
    {
        stem = rest;
    }
    stem.to_owned()
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
        assert_eq!(map_key("station.building.yaml"), "station");
    }

    #[test]
    fn only_the_endings_of_formats_are_cut_off() {
        assert_ne!(map_key("level.01.mesh"), map_key("level.02.mesh"));
        assert_eq!(map_key("Level.01.map"), map_key("level.01.mesh.scen"));
        assert_eq!(map_key("map"), "map");
    }

    fn scenario(map: &str, rows: &[([f64; 4], &str)]) -> Scenario {
        let row = |&([x, y, to_x, to_y], cost): &([f64; 4], &str)| Instance {
            bucket: 0,
            map: map.to_owned(),
            size: [9.0, 9.0],
            start: Point::new(x, y),
            goal: Point::new(to_x, to_y),
            cost: Cost { value: cost.parse().unwrap(), text: cost.to_owned() },
        };
        Scenario { instances: rows.iter().map(row).collect() }
    }

    #[test]
    fn costs_of_a_grid_are_known_by_all_that_the_file_says() {
        let cells = [1.0, 2.0, 7.0, 3.0];
        let octile = [(cells, "6.41421"), (cells, "17.7279"), (cells, "0")];
        assert!(scenario("maps/A.map", &octile).is_on_grid());
        assert!(!scenario("a.mesh", &octile).is_on_grid());
        // Made here, on a map of a grid: anywhere, or shorter than any steps and diagonals.
        assert!(!scenario("a.map", &[octile[0], ([1.25, 2.0, 7.0, 3.0], "6")]).is_on_grid());
        assert!(!scenario("a.map", &[octile[0], (cells, "6.08276253029822")]).is_on_grid());
        assert!(!Scenario::default().is_on_grid());
    }

    #[test]
    fn the_whole_file_says_how_exact_its_costs_are() {
        let ends = [0.0, 0.0, 9.0, 9.0];
        let roundings = |costs: &[&str]| -> Vec<f64> {
            let rows: Vec<_> = costs.iter().map(|cost| (ends, *cost)).collect();
            let scenario = scenario("a.mesh", &rows);
            let digits = scenario.digits();
            scenario.instances.iter().map(|row| digits.rounding(&row.cost)).collect()
        };
        // As many digits, as many decimals, and whole numbers.
        assert_eq!(roundings(&["7", "17.7279", "1199.73"]), [5e-5, 5e-5, 5e-3].map(round));
        assert_eq!(roundings(&["5", "123.25"]), [5e-3, 5e-3].map(round));
        assert_eq!(roundings(&["5", "6"]), [0.5, 0.5]);
        assert_eq!(roundings(&["5e3", "6.5"]), [0.0, 0.05].map(round));
    }

    /// The closest number to a power of ten that is written out.
    fn round(number: f64) -> f64 {
        if number == 0.0 { 0.0 } else { 0.5 * 10_f64.powi((2.0 * number).log10().round() as i32) }
    }
}
