//! A whole map in cells: what is drawn where its faces are too many to be drawn one by one.

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
    /// Of each cell: one more than the face under its middle, or zero; and [`Sheet::WALL`] where a wall runs through.
    pub cells: Vec<u32>,
}

/// A face has about so many cells: where as many faces are in view as a slow card draws one by one, a cell is about a
/// pixel.
const CELLS_PER_FACE: f64 = 48.0;
/// But a map has at least so many, about as many as a window has pixels.
const MIN_CELLS: f64 = 1e6;
/// The longest side, in cells: what every graphics card can take.
const MAX_SIDE: f64 = 4096.0;

impl Sheet {
    /// Set in cells that a wall or border runs through.
    pub const WALL: u32 = 1 << 31;

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
        let n_along = |extent: f64| (extent * cells_per_world).ceil().clamp(1.0, MAX_SIDE) as u32;
        let (n_columns, n_rows) = (n_along(width), n_along(height));
        let cells = vec![0; n_columns as usize * n_rows as usize];
        let mut sheet = Self { bounds, n_columns, n_rows, cells };
        sheet.lay_faces(mesh);
        let is_wall = |ink: Ink| matches!(ink, Ink::Wall | Ink::Border);
        for (_, side) in sides.iter().filter(|(ink, _)| is_wall(*ink)) {
            sheet.lay_wall(*side);
        }
        sheet
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
}
