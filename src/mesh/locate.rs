//! Where on a mesh a point lies: by a uniform grid of faces, decided with the exact predicate.

use std::collections::BTreeSet;

use crate::geom::{Point, Within};

use super::grid::Grid;
use super::{FaceId, Navmesh, VertexId};

/// Where a point lies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Place {
    /// On no face; this is the closest walkable point there is.
    Outside(Option<Nearest>),
    /// Inside a face.
    In(FaceId),
    /// On a side of a face, between its ends. Where two faces share the side, the one with the smaller id.
    OnSide(FaceId, usize),
    /// Exactly on a vertex.
    OnVertex(VertexId),
}

/// The closest walkable point to a point that is on no face.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Nearest {
    /// The face it belongs to.
    pub face: FaceId,
    /// The point.
    pub point: Point,
    /// How far that is.
    pub distance: f64,
}

/// Finds faces by position, in one mesh.
#[derive(Debug, Clone)]
pub struct Locator {
    grid: Grid,
}

impl Locator {
    /// Prepares for questions about a mesh.
    pub fn new(mesh: &Navmesh) -> Self {
        let grid = Grid::new(mesh.bounds(), mesh.n_faces(), 2.0, 0.0, |face, ring| {
            mesh.face(FaceId(face as u32)).ring(ring);
        });
        Self { grid }
    }

    /// How many sides have to be looked at to tell which faces hold a point.
    pub fn cost_at(&self, mesh: &Navmesh, p: Point) -> usize {
        self.grid
            .things(self.grid.cell(p))
            .iter()
            .map(|&face| mesh.face(FaceId(face)).n_sides())
            .sum()
    }

    /// The faces that hold a point, on their rims too, smallest id first.
    pub fn faces_at<'a>(
        &'a self,
        mesh: &'a Navmesh,
        p: Point,
    ) -> impl Iterator<Item = (FaceId, Within)> + 'a {
        self.grid.things(self.grid.cell(p)).iter().filter_map(move |&face| {
            let face = FaceId(face);
            match mesh.face(face).within(p) {
                Within::Outside => None,
                within => Some((face, within)),
            }
        })
    }

    /// Where a point lies; several places where floors overlap or vertices coincide, and never none.
    pub fn places(&self, mesh: &Navmesh, p: Point) -> Vec<Place> {
        let mut places = Vec::new();
        let mut told = BTreeSet::new();
        for (id, within) in self.faces_at(mesh, p) {
            let face = mesh.face(id);
            let place = match within {
                Within::Rim(side) => {
                    let (from, to) = face.ends(side);
                    if mesh.point(from) == p {
                        Place::OnVertex(from)
                    } else if mesh.point(to) == p {
                        Place::OnVertex(to)
                    } else {
                        match mesh.twin(id, side) {
                            Some((other, twin)) if other < id => Place::OnSide(other, twin),
                            _ => Place::OnSide(id, side),
                        }
                    }
                }
                _ => Place::In(id),
            };
            if told.insert(place_key(&place)) {
                places.push(place);
            }
        }
        if places.is_empty() {
            places.push(Place::Outside(self.nearest(mesh, p)));
        }
        places
    }

    /// The walkable faces that are not farther from a point than this, which is next to nothing; the closest first.
    ///
    /// Next to nothing is what every face is entered in the grid with to spare: a billionth of the map.
    pub fn faces_beside(&self, mesh: &Navmesh, p: Point, reach: f64) -> Vec<FaceId> {
        let near = self.grid.things(self.grid.cell(p)).iter();
        let mut near: Vec<Nearest> = near
            .filter_map(|&face| nearest_on_face(mesh, FaceId(face), p))
            .filter(|nearest| nearest.distance <= reach)
            .collect();
        near.sort_by(|a, b| a.distance.total_cmp(&b.distance));
        near.into_iter().map(|nearest| nearest.face).collect()
    }

    /// The closest point on a walkable face.
    pub fn nearest(&self, mesh: &Navmesh, p: Point) -> Option<Nearest> {
        let (columns, rows) = self.grid.size();
        let (column, row) = self.grid.cell(p);
        let mut best: Option<Nearest> = None;
        // Rings of cells around the one that is closest, until a whole ring is farther than what was found.
        for radius in 0..columns.max(rows) {
            let mut closest_cell = f64::INFINITY;
            for cell in ring_of_cells(column, row, radius, columns, rows) {
                let cell_distance = self.grid.cell_bounds(cell).distance(p);
                closest_cell = closest_cell.min(cell_distance);
                if best.is_some_and(|best| best.distance <= cell_distance) && cell_distance != 0.0 {
                    continue;
                }
                for &face in self.grid.things(cell) {
                    let found = nearest_on_face(mesh, FaceId(face), p);
                    if let Some(found) = found
                        && best.is_none_or(|best| found.distance < best.distance)
                    {
                        best = Some(found);
                    }
                }
            }
            if best.is_some_and(|best| best.distance <= closest_cell) {
                break;
            }
        }
        best
    }
}

/// What two places share that are the same.
fn place_key(place: &Place) -> (u8, u32, usize) {
    match *place {
        Place::Outside(_) => (0, 0, 0),
        Place::In(face) => (1, face.0, 0),
        Place::OnSide(face, side) => (2, face.0, side),
        Place::OnVertex(vertex) => (3, vertex.0, 0),
    }
}

fn nearest_on_face(mesh: &Navmesh, id: FaceId, p: Point) -> Option<Nearest> {
    let face = mesh.face(id);
    if !face.walkable() {
        return None;
    }
    if face.within(p) != Within::Outside {
        return Some(Nearest { face: id, point: p, distance: 0.0 });
    }
    (0..face.n_sides())
        .map(|side| face.segment(side).closest(p))
        .map(|point| Nearest { face: id, point, distance: point.distance(p) })
        .min_by(|a, b| a.distance.total_cmp(&b.distance))
}

/// The cells of a grid that are `radius` steps away from one of them.
fn ring_of_cells(
    column: usize,
    row: usize,
    radius: usize,
    columns: usize,
    rows: usize,
) -> impl Iterator<Item = (usize, usize)> {
    let low_row = row.saturating_sub(radius);
    let high_row = (row + radius).min(rows - 1);
    (low_row..=high_row).flat_map(move |r| {
        let rim_row = r.abs_diff(row) == radius;
        let step = if rim_row || radius == 0 { 1 } else { 2 * radius };
        let low = column as isize - radius as isize;
        (0..=2 * radius)
            .step_by(step)
            .map(move |offset| low + offset as isize)
            .filter(move |&c| 0 <= c && (c as usize) < columns)
            .map(move |c| (c as usize, r))
    })
}
