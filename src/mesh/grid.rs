//! A uniform grid over the map that knows which things touch which cell.
//!
//! Things are rings of points (faces, or segments as rings of two). A ring is entered row by row over just the
//! columns it touches there. However long and thin the things are, the grid holds a bounded number of entries:
//! where they would be more it takes larger cells.

use crate::geom::{Aabb, Point};

/// How far a look at all pairs went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Looked {
    /// At every two that could meet.
    AtAll,
    /// At some, until the budget was used up.
    AtSome,
}

/// For every cell of a uniform grid, the things that touch it.
#[derive(Debug, Clone)]
pub struct Grid {
    bounds: Aabb,
    cells_per_unit: Point,
    columns: usize,
    rows: usize,
    starts: Vec<u32>,
    things: Vec<u32>,
}

/// Entries per thing that a grid may hold on the average before it takes larger cells.
const ENTRIES_PER_THING: usize = 8;

impl Grid {
    /// A grid over `bounds` for `n_things` rings, with about `things_per_cell` of them in a cell.
    ///
    /// `ring` fills the list with the points of one thing; each thing is entered in all cells that come within
    /// `margin` of it.
    pub fn new(
        bounds: Aabb,
        n_things: usize,
        things_per_cell: f64,
        margin: f64,
        mut ring: impl FnMut(usize, &mut Vec<Point>),
    ) -> Self {
        let mut cells = (n_things as f64 / things_per_cell).max(1.0);
        // A little more than asked for, so that no rounding of ours loses a cell.
        let margin = margin + 1e-9 * (bounds.width() + bounds.height());
        let (mut points, mut spans) = (Vec::new(), Vec::new());
        loop {
            let mut grid = Self::empty(bounds, cells);
            let n_cells = grid.columns * grid.rows;
            let mut entries = Entries::new(n_cells, n_things);
            // Once to count and once to enter: a list of what there is to enter would be larger than the grid itself.
            for thing in 0..n_things {
                ring(thing, &mut points);
                grid.for_each_span(&points, margin, &mut spans, |first, last| {
                    entries.count(first, last)
                });
                if entries.are_too_many() {
                    break;
                }
            }
            if entries.are_too_many() && n_cells != 1 {
                cells /= 4.0;
                continue;
            }
            entries.make_room();
            for thing in (0..n_things).rev() {
                ring(thing, &mut points);
                grid.for_each_span(&points, margin, &mut spans, |first, last| {
                    entries.enter(thing, first, last);
                });
            }
            (grid.starts, grid.things) = (entries.starts, entries.things);
            return grid;
        }
    }

    fn empty(bounds: Aabb, cells: f64) -> Self {
        let bounds = if bounds.is_empty() { Aabb::around([Point::default()]) } else { bounds };
        let (width, height) = (bounds.width(), bounds.height());
        // Square cells; on a map without width or height all cells lie in one row.
        let edge = (width.sqrt() * (height.sqrt() / cells.sqrt())).max(width.max(height) / cells);
        let count = |length: f64| {
            if edge > 0.0 { ((length / edge).ceil() as usize).clamp(1, 1 << 14) } else { 1 }
        };
        let (columns, rows) = (count(width), count(height));
        let per_unit =
            |count: usize, length: f64| if length > 0.0 { count as f64 / length } else { 0.0 };
        Self {
            bounds,
            cells_per_unit: Point::new(per_unit(columns, width), per_unit(rows, height)),
            columns,
            rows,
            starts: Vec::new(),
            things: Vec::new(),
        }
    }

    /// How many columns and rows there are.
    pub fn size(&self) -> (usize, usize) {
        (self.columns, self.rows)
    }

    /// The column and row that hold a point, or come closest to it.
    pub fn cell(&self, p: Point) -> (usize, usize) {
        (self.column(p.x), self.row(p.y))
    }

    /// The things that touch a cell, smallest number first.
    pub fn things(&self, (column, row): (usize, usize)) -> &[u32] {
        let cell = row * self.columns + column;
        &self.things[self.starts[cell] as usize..self.starts[cell + 1] as usize]
    }

    /// Calls with every two things that touch a common cell, the smaller number first; some pairs come again.
    ///
    /// `call` says what the look at a pair has cost. Where very many things meet in one place, pairs are the square of
    /// their number: when the budget is used up it ends, and says so.
    pub fn pairs(&self, mut budget: usize, mut call: impl FnMut(u32, u32) -> usize) -> Looked {
        for cell in
            (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| (column, row)))
        {
            let things = self.things(cell);
            for (k, &a) in things.iter().enumerate() {
                for &b in &things[k + 1..] {
                    match budget.checked_sub(call(a, b)) {
                        Some(left) => budget = left,
                        None => return Looked::AtSome,
                    }
                }
            }
        }
        Looked::AtAll
    }

    /// The box of a cell.
    pub fn cell_bounds(&self, (column, row): (usize, usize)) -> Aabb {
        let at = |min: f64, max: f64, i: usize, n: usize| min + (max - min) * (i as f64 / n as f64);
        let (min, max) = (self.bounds.min, self.bounds.max);
        Aabb {
            min: Point::new(
                at(min.x, max.x, column, self.columns),
                at(min.y, max.y, row, self.rows),
            ),
            max: Point::new(
                at(min.x, max.x, column + 1, self.columns),
                at(min.y, max.y, row + 1, self.rows),
            ),
        }
    }

    fn column(&self, x: f64) -> usize {
        // A cast from float to integer saturates, so what is left of the grid is in the first column.
        (((x - self.bounds.min.x) * self.cells_per_unit.x) as usize).min(self.columns - 1)
    }

    fn row(&self, y: f64) -> usize {
        (((y - self.bounds.min.y) * self.cells_per_unit.y) as usize).min(self.rows - 1)
    }

    /// Calls with the first and the last cell of every row that a ring touches.
    fn for_each_span(
        &self,
        ring: &[Point],
        margin: f64,
        spans: &mut Vec<(f64, f64)>,
        mut call: impl FnMut(usize, usize),
    ) {
        let bounds = Aabb::around(ring.iter().copied()).inflated(margin);
        let (first_row, last_row) = (self.row(bounds.min.y), self.row(bounds.max.y));
        let (left, right) = (self.column(bounds.min.x), self.column(bounds.max.x));
        if last_row <= first_row + 1 || right <= left + 1 {
            (first_row..=last_row)
                .for_each(|row| call(row * self.columns + left, row * self.columns + right));
            return;
        }
        spans.clear();
        spans.resize(last_row - first_row + 1, (f64::INFINITY, f64::NEG_INFINITY));
        let mut a = ring[ring.len() - 1];
        for &b in ring {
            for row in self.row(a.y.min(b.y) - margin)..=self.row(a.y.max(b.y) + margin) {
                let (low, high) =
                    (self.row_bottom(row) - margin, self.row_bottom(row + 1) + margin);
                if let Some((from, to)) = clip(a, b, low, high) {
                    let span = &mut spans[row - first_row];
                    *span = (span.0.min(from.min(to)), span.1.max(from.max(to)));
                }
            }
            a = b;
        }
        for (row, &(left, right)) in (first_row..).zip(&*spans) {
            if left <= right {
                let (left, right) = (self.column(left - margin), self.column(right + margin));
                call(row * self.columns + left, row * self.columns + right);
            }
        }
    }

    fn row_bottom(&self, row: usize) -> f64 {
        self.bounds.min.y
            + (self.bounds.max.y - self.bounds.min.y) * (row as f64 / self.rows as f64)
    }
}

/// The entries of a grid while they are sorted by cells.
struct Entries {
    /// First how many entries each cell has, then where those that are still to come end, at last where they start.
    starts: Vec<u32>,
    things: Vec<u32>,
    budget: usize,
}

impl Entries {
    fn new(n_cells: usize, n_things: usize) -> Self {
        let budget = n_things * ENTRIES_PER_THING + 64;
        Self { starts: vec![0; n_cells + 1], things: Vec::new(), budget }
    }

    fn count(&mut self, first: usize, last: usize) {
        self.budget = self.budget.saturating_sub(last - first + 1);
        if self.budget != 0 {
            self.starts[first..=last].iter_mut().for_each(|count| *count += 1);
        }
    }

    fn are_too_many(&self) -> bool {
        self.budget == 0
    }

    fn make_room(&mut self) {
        let mut sum = 0;
        for count in &mut self.starts {
            sum += *count;
            *count = sum;
        }
        self.things = vec![0; sum as usize];
    }

    /// Enters a thing before those that are there already.
    fn enter(&mut self, thing: usize, first: usize, last: usize) {
        for start in &mut self.starts[first..=last] {
            *start -= 1;
            self.things[*start as usize] = thing as u32;
        }
    }
}

/// Between which x the piece from `a` to `b` runs while its y is between `low` and `high`.
fn clip(a: Point, b: Point, low: f64, high: f64) -> Option<(f64, f64)> {
    let (a, b) = if a.y <= b.y { (a, b) } else { (b, a) };
    if b.y < low || high < a.y {
        return None;
    }
    let x_at = |y: f64| {
        let t = (y - a.y) / (b.y - a.y);
        a.x + (b.x - a.x) * t
    };
    let from = if a.y < low { x_at(low) } else { a.x };
    let to = if high < b.y { x_at(high) } else { b.x };
    Some((from, to))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_thin_things_do_not_blow_the_grid_up() {
        let bounds = Aabb { min: Point::new(0.0, 0.0), max: Point::new(100.0, 100.0) };
        let n = 10_000;
        let grid = Grid::new(bounds, n, 0.5, 0.0, |i, ring| {
            ring.clear();
            let y = 100.0 * i as f64 / n as f64;
            ring.extend([Point::new(0.0, y), Point::new(100.0, 100.0 - y)]);
        });
        assert!(grid.things.len() <= n * ENTRIES_PER_THING + 64);
    }

    #[test]
    fn every_thing_is_found_in_the_cells_of_its_own_points() {
        let bounds = Aabb { min: Point::new(-5.0, 2.0), max: Point::new(45.0, 9.0) };
        let corner =
            |i: usize| Point::new(-5.0 + (i * 7 % 50) as f64, 2.0 + (i * 3 % 8) as f64 * 0.9);
        let grid = Grid::new(bounds, 40, 1.0, 0.0, |i, ring| {
            ring.clear();
            ring.extend([corner(i), corner(i + 1), corner(i + 2)]);
        });
        for i in 0..40 {
            for k in 0..3 {
                assert!(grid.things(grid.cell(corner(i + k))).contains(&(i as u32)), "{i} {k}");
            }
        }
    }
}
