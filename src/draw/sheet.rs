//! A whole map in cells: what is drawn where its faces are too many to be drawn one by one.

use std::f64::consts::SQRT_2;

use crate::geom::{Aabb, Point, Segment};
use crate::mesh::Navmesh;

use super::Ink;
use super::cells::for_each_row;

/// A whole map in cells, rows from the smallest y on.
#[derive(Debug, Clone, PartialEq)]
pub struct Sheet {
    /// What it covers.
    pub bounds: Aabb,
    /// How many cells are in a row.
    pub n_columns: u32,
    /// How many rows there are.
    pub n_rows: u32,
    /// Of each cell: one more than the face under its middle, or zero; and in the bits of [`Sheet::WALL`] how much of a
    /// wall runs through.
    pub cells: Vec<u32>,
    /// The same with half as many cells in a row and in a column, again and again: for a look from further away.
    pub coarser: Vec<Vec<u32>>,
}

/// A face has about so many cells: where as many faces are in view as a slow card draws one by one, a cell is about a
/// pixel.
const CELLS_PER_FACE: f64 = 48.0;
/// But a map has at least so many, about as many as a window has pixels.
const MIN_CELLS: f64 = 1e6;
/// The longest side, in cells: what every graphics card can take.
const MAX_SIDE: f64 = 4096.0;
/// How often a sheet is halved.
const N_COARSER: u32 = 4;

impl Sheet {
    /// All of it set in cells that a wall or border runs through, and a part where it only touches a coarser one.
    pub const WALL: u32 = 7 << 29;

    /// Lays a mesh with these sides out in cells.
    pub(super) fn new(mesh: &Navmesh, sides: &[(Ink, Segment)]) -> Self {
        let bounds = mesh.bounds();
        let (width, height) = (bounds.width(), bounds.height());
        let n_cells = (mesh.n_faces() as f64 * CELLS_PER_FACE).max(MIN_CELLS);
        let mut cells_per_world = (n_cells / (width * height)).sqrt();
        cells_per_world = cells_per_world.min(MAX_SIDE / width.max(height));
        if !cells_per_world.is_finite() {
            cells_per_world = 1.0;
        }
        let n_along = |extent: f64| {
            let n = (extent * cells_per_world).ceil().clamp(1.0, MAX_SIDE) as u32;
            n.next_multiple_of(1 << N_COARSER)
        };
        let (n_columns, n_rows) = (n_along(width), n_along(height));
        let cells = vec![0; n_columns as usize * n_rows as usize];
        let mut sheet = Self { bounds, n_columns, n_rows, cells, coarser: Vec::new() };
        sheet.lay_faces(mesh);
        let is_wall = |ink: Ink| matches!(ink, Ink::Wall | Ink::Border);
        for (_, side) in sides.iter().filter(|(ink, _)| is_wall(*ink)) {
            sheet.lay_wall(*side);
        }
        for level in 0..N_COARSER {
            let finer = sheet.coarser.last().unwrap_or(&sheet.cells);
            sheet.coarser.push(halved(finer, (n_columns >> level) as usize));
        }
        sheet
    }

    /// How often it has to be halved for a cell to be about as large as a pixel, as far as that goes.
    pub fn level(&self, pixels_per_world: f64) -> u32 {
        let cells_per_pixel = f64::from(self.n_columns) / (self.bounds.width() * pixels_per_world);
        let level = (0..N_COARSER).find(|&level| cells_per_pixel <= SQRT_2 * f64::from(1 << level));
        level.unwrap_or(N_COARSER)
    }

    /// Where a point of the world is, in cells.
    fn cell_from_world(&self, p: Point) -> Point {
        let part = |offset: f64, extent: f64| if 0.0 < extent { offset / extent } else { 0.0 };
        let offset = p - self.bounds.min;
        Point::new(
            part(offset.x, self.bounds.width()) * f64::from(self.n_columns),
            part(offset.y, self.bounds.height()) * f64::from(self.n_rows),
        )
    }

    fn lay_faces(&mut self, mesh: &Navmesh) {
        let n_columns = self.n_columns as usize;
        let size = (n_columns, self.n_rows as usize);
        let (mut ring, mut crossings) = (Vec::new(), Vec::new());
        for face in mesh.faces() {
            ring.clear();
            ring.extend(face.points().map(|p| self.cell_from_world(p)));
            for_each_row(size, &ring, &mut crossings, |row, columns| {
                self.cells[row * n_columns..][columns].fill(face.id.0 + 1);
            });
        }
    }

    /// Marks the cells along a side, one step of a cell at a time.
    fn lay_wall(&mut self, side: Segment) {
        let (from, to) = (self.cell_from_world(side.from), self.cell_from_world(side.to));
        let along = to - from;
        let n_steps = along.x.abs().max(along.y.abs()).ceil().max(1.0);
        for step in 0..=n_steps as u32 {
            let at = from + along * (f64::from(step) / n_steps);
            let column = (at.x as usize).min(self.n_columns as usize - 1);
            let row = (at.y as usize).min(self.n_rows as usize - 1);
            self.cells[row * self.n_columns as usize + column] |= Self::WALL;
        }
    }
}

/// Half as many cells in a row and in a column: a wall that runs through two of four is one in all of it.
fn halved(cells: &[u32], n_columns: usize) -> Vec<u32> {
    const SHIFT: u32 = Sheet::WALL.trailing_zeros();
    let mut halved = Vec::with_capacity(cells.len() / 4);
    for rows in cells.chunks_exact(2 * n_columns) {
        let (upper, lower) = rows.split_at(n_columns);
        halved.extend(upper.chunks_exact(2).zip(lower.chunks_exact(2)).map(|(a, b)| {
            let four = [a[0], a[1], b[0], b[1]];
            let wall: u32 = four.iter().map(|cell| cell >> SHIFT).sum();
            (a[0] & !Sheet::WALL) | wall.div_ceil(2).min(Sheet::WALL >> SHIFT) << SHIFT
        }));
    }
    halved
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example::Example;
    use crate::format::{self, Content};

    #[test]
    fn cells_hold_the_face_under_them() {
        let import = format::read(Example::ALL[0].bytes).unwrap();
        let Content::Mesh(mesh) = import.content else { panic!("no mesh") };
        let sheet = Sheet::new(&mesh, &[]);
        let locator = crate::mesh::Locator::new(&mesh);
        let cell = |column: u32, row: u32| {
            let part = |n: u32, of: u32| (f64::from(n) + 0.5) / f64::from(of);
            let at = Point::new(
                sheet.bounds.min.x + sheet.bounds.width() * part(column, sheet.n_columns),
                sheet.bounds.min.y + sheet.bounds.height() * part(row, sheet.n_rows),
            );
            let held = sheet.cells[(row * sheet.n_columns + column) as usize];
            let faces: Vec<u32> = locator.faces_at(&mesh, at).map(|(face, _)| face.0 + 1).collect();
            // Rounding may put the middle of a cell on the other side of an edge that runs through it.
            let is_beside = |face: u32| {
                let face = mesh.face(crate::mesh::FaceId(face));
                let mut sides = (0..face.n_sides()).map(|side| face.segment(side));
                sides.any(|side| side.distance(at) < 1e-9 * sheet.bounds.diagonal())
            };
            faces.contains(&held)
                || (held == 0 && faces.is_empty())
                || (held != 0 && is_beside(held - 1))
        };
        let wrong = (0..sheet.n_rows)
            .flat_map(|row| (0..sheet.n_columns).map(move |column| (column, row)))
            .filter(|&(column, row)| !cell(column, row));
        assert_eq!(wrong.count(), 0);
    }

    #[test]
    fn from_further_away_walls_stay_whole() {
        const WALL: u32 = Sheet::WALL;
        let cells = [1, 2 | WALL, 3 | WALL, 4, 5, 6 | WALL, 7, 8];
        assert_eq!(halved(&cells, 4), [1 | WALL, 3 | 4 << 29]);
        let cells = vec![0; 32 * 32];
        let bounds = Aabb::around([Point::default(), Point::new(32.0, 32.0)]);
        let sheet = Sheet { bounds, n_columns: 32, n_rows: 32, cells, coarser: Vec::new() };
        let levels = [2.0, 1.0, 0.6, 0.5, 0.1, 0.01].map(|scale| sheet.level(scale));
        assert_eq!(levels, [0, 0, 1, 1, 3, 4]);
    }
}
