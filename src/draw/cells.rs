//! Faces filled one by one, or, where there are too many, cell by cell of the picture.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::geom::{Aabb, Point};
use crate::mesh::{FaceId, Navmesh};

use super::{Camera, Ink, Pen, Shapes, detail};

/// Fills faces, each in its ink; where several lie over each other the last one is seen.
pub(super) fn fill_faces(mesh: &Navmesh, faces: &[(FaceId, Ink)], pen: &mut dyn Pen) {
    let visible = pen.camera().visible();
    let faces =
        faces.iter().copied().filter(|(face, _)| mesh.face(*face).bounds().touches(visible));
    let n_corners: usize = faces.clone().map(|(face, _)| mesh.face(face).n_sides()).sum();
    let by_ink = if n_corners <= detail::CORNERS {
        let mut by_ink: BTreeMap<Ink, Shapes> = BTreeMap::new();
        for (face, ink) in faces {
            by_ink.entry(ink).or_default().push(mesh.face(face).points());
        }
        by_ink
    } else {
        let mut cells = Cells::new(*pen.camera());
        loop {
            let mut ring = Vec::new();
            for (face, ink) in faces.clone() {
                mesh.face(face).ring(&mut ring);
                cells.paint(&mut ring, ink);
            }
            let by_ink = cells.runs();
            // Sooner or later there is only one cell.
            if by_ink.values().map(Shapes::len).sum::<usize>() <= detail::RECTANGLES {
                break by_ink;
            }
            cells = Cells::of_width(*pen.camera(), 2 * cells.pixels as u32);
        }
    };
    for (ink, rings) in &by_ink {
        pen.fill(*ink, rings);
    }
}

/// A picture cut into cells, each in the ink of what is under its middle.
struct Cells {
    camera: Camera,
    /// How many pixels a cell is wide and high.
    pixels: f64,
    n_columns: usize,
    n_rows: usize,
    inks: Vec<Option<Ink>>,
    crossings: Vec<f64>,
}

impl Cells {
    fn new(camera: Camera) -> Self {
        let (width, height) = (camera.size().width(), camera.size().height());
        let n_cells =
            |pixels: u32| u64::from(width.div_ceil(pixels)) * u64::from(height.div_ceil(pixels));
        let mut pixels = 1;
        while detail::CELLS < n_cells(pixels) {
            pixels += 1;
        }
        Self::of_width(camera, pixels)
    }

    fn of_width(camera: Camera, pixels: u32) -> Self {
        let (width, height) = (camera.size().width(), camera.size().height());
        let (n_columns, n_rows) =
            (width.div_ceil(pixels) as usize, height.div_ceil(pixels) as usize);
        let inks = vec![None; n_columns * n_rows];
        Self { camera, pixels: f64::from(pixels), n_columns, n_rows, inks, crossings: Vec::new() }
    }

    /// Paints all cells whose middles the ring runs round an odd number of times.
    fn paint(&mut self, ring: &mut [Point], ink: Ink) {
        for point in ring.iter_mut() {
            *point = self.camera.picture_from_world(*point) * (1.0 / self.pixels);
        }
        let Self { n_columns, n_rows, inks, crossings, .. } = self;
        let paint = |row: usize, columns: Range<usize>| {
            inks[row * *n_columns..][columns].fill(Some(ink));
        };
        for_each_row((*n_columns, *n_rows), ring, crossings, paint);
    }

    /// The cells of each ink as rectangles, as wide as they can be and then as high.
    fn runs(&self) -> BTreeMap<Ink, Shapes> {
        let mut by_ink: BTreeMap<Ink, Shapes> = BTreeMap::new();
        let mut end = |Run { ink, start, end, top }: Run, bottom: usize| {
            let corner = |x: usize, y: usize| {
                let at = Point::new(x as f64, y as f64) * self.pixels;
                self.camera.world_from_picture(at)
            };
            let ring = [(start, top), (end, top), (end, bottom), (start, bottom)];
            by_ink.entry(ink).or_default().push(ring.map(|(x, y)| corner(x, y)));
        };
        let mut open: Vec<Run> = Vec::new();
        for row in 0..=self.n_rows {
            let mut next = Vec::new();
            if row < self.n_rows {
                runs_of(&self.inks[row * self.n_columns..][..self.n_columns], row, &mut next);
            }
            let mut before = open.iter().peekable();
            for run in &mut next {
                while let Some(old) = before.next_if(|old| old.start < run.start) {
                    end(*old, row);
                }
                let same =
                    |old: &&Run| (old.ink, old.start, old.end) == (run.ink, run.start, run.end);
                if let Some(old) = before.next_if(same) {
                    run.top = old.top;
                }
            }
            before.for_each(|old| end(*old, row));
            open = next;
        }
        by_ink
    }
}

/// Cells of one ink beside each other, from a row on downwards.
#[derive(Clone, Copy)]
struct Run {
    ink: Ink,
    start: usize,
    end: usize,
    top: usize,
}

fn runs_of(row: &[Option<Ink>], top: usize, runs: &mut Vec<Run>) {
    let mut start = 0;
    for same in row.chunk_by(|a, b| a == b) {
        let end = start + same.len();
        runs.extend(same[0].map(|ink| Run { ink, start, end, top }));
        start = end;
    }
}

/// Finds the cells whose middles a ring, in cells, runs round an odd number of times: in each row from one to another.
pub(super) fn for_each_row(
    (n_columns, n_rows): (usize, usize),
    ring: &[Point],
    crossings: &mut Vec<f64>,
    mut found: impl FnMut(usize, Range<usize>),
) {
    let Aabb { min, max } = Aabb::around(ring.iter().copied());
    let columns = first_middle(min.x, n_columns)..first_middle(max.x, n_columns);
    if columns.is_empty() {
        // Most faces of a very large map are smaller than a cell.
        return;
    }
    let rows = first_middle(min.y, n_rows)..first_middle(max.y, n_rows);
    for row in rows {
        let middle = row as f64 + 0.5;
        crossings.clear();
        for (i, &to) in ring.iter().enumerate() {
            let from = ring[if i == 0 { ring.len() - 1 } else { i - 1 }];
            if (from.y <= middle) != (to.y <= middle) {
                let part = (middle - from.y) / (to.y - from.y);
                crossings.push(from.x + (to.x - from.x) * part);
            }
        }
        crossings.sort_unstable_by(f64::total_cmp);
        for ends in crossings.chunks_exact(2) {
            let columns = first_middle(ends[0], n_columns)..first_middle(ends[1], n_columns);
            if !columns.is_empty() {
                found(row, columns);
            }
        }
    }
}

/// The first cell whose middle is not before a place, in cells.
fn first_middle(at: f64, n_cells: usize) -> usize {
    (at - 0.5).ceil().clamp(0.0, n_cells as f64) as usize
}
