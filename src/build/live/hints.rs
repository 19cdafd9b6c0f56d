//! Where to start looking for a place in the triangulation.

use super::super::steps::{Whole, WholeBox};
use super::super::triangulate::NONE;

/// For each cell of a coarse grid a vertex that was once seen there: where to start looking for others.
#[derive(Debug)]
pub(super) struct Hints {
    bounds: WholeBox,
    pub(super) cell: f64,
    columns: usize,
    vertices: Vec<u32>,
}

impl Hints {
    pub(super) fn new(bounds: WholeBox, n_vertices: usize) -> Self {
        let columns = ((n_vertices as f64 / 8.0).sqrt().ceil() as usize).max(1);
        let cell = (bounds.extent() as f64 / columns as f64).max(1.0);
        Self { bounds, cell, columns, vertices: vec![NONE; columns * columns] }
    }

    /// The cell that a place is in.
    pub(super) fn cell(&self, p: Whole) -> usize {
        let at = |p: i64, low: i64| {
            // Casts from float to integer saturate.
            (((p as f64 - low as f64) / self.cell) as usize).min(self.columns - 1)
        };
        at(p.y, self.bounds.min.y) * self.columns + at(p.x, self.bounds.min.x)
    }

    pub(super) fn note(&mut self, p: Whole, id: u32) {
        let cell = self.cell(p);
        self.vertices[cell] = id;
    }

    pub(super) fn near(&self, p: Whole) -> Option<u32> {
        Some(self.vertices[self.cell(p)]).filter(|&id| id != NONE)
    }
}
