//! From cells to rectangles that share whole sides.

use std::ops::Range;

use crate::geom::Point;
use crate::mesh::{Across, FaceId, MeshError, Navmesh, Parts, VertexId, narrow, range};

use super::Cells;

/// Free cells from `left` to before `right` in the rows from `top` to before `bottom`.
#[derive(Clone, Copy)]
pub(super) struct Rectangle {
    left: u32,
    right: u32,
    pub(super) top: u32,
    bottom: u32,
}

/// A run of free cells in the row above, and the rectangle that it belongs to, by its place.
struct Run {
    left: u32,
    right: u32,
    place: usize,
}

/// Gathers free cells: the widest runs of each row, each joined with an equal run above. By top, then by left.
pub(super) fn rectangles(cells: &Cells) -> Vec<Rectangle> {
    let mut list: Vec<Rectangle> = Vec::new();
    let (mut above, mut here): (Vec<Run>, Vec<Run>) = (Vec::new(), Vec::new());
    for (row, y) in cells.walkable.chunks(cells.width.max(1)).zip(0..) {
        let mut candidates = above.drain(..).peekable();
        for (left, right) in runs(row) {
            while candidates.next_if(|run| run.left < left).is_some() {}
            let same = candidates.next_if(|run| (run.left, run.right) == (left, right));
            let place = same.map_or(list.len(), |run| run.place);
            match list.get_mut(place) {
                Some(rectangle) => rectangle.bottom = y + 1,
                None => list.push(Rectangle { left, right, top: y, bottom: y + 1 }),
            }
            here.push(Run { left, right, place });
        }
        drop(candidates);
        std::mem::swap(&mut above, &mut here);
    }
    list.shrink_to_fit();
    list
}

/// Where each run of free cells starts and ends.
fn runs(row: &[bool]) -> impl Iterator<Item = (u32, u32)> {
    let mut x = 0;
    row.chunk_by(|a, b| a == b).filter_map(move |run| {
        let left = x;
        x += narrow(run.len());
        (run.first() == Some(&true)).then_some((left, x))
    })
}

/// A mesh that has each rectangle as a face, with corners wherever another one has a corner on its sides.
pub(super) fn mesh_of(rectangles: Vec<Rectangle>) -> Result<Navmesh, MeshError> {
    let corners = corners_of(&rectangles);
    let lattice = Lattice::new(&rectangles, &corners);
    let mut parts = Parts { starts: Vec::with_capacity(rectangles.len() + 1), ..Parts::default() };
    let mut n_corners = 0;
    parts.starts.push(0);
    for rectangle in &rectangles {
        let Rectangle { top, bottom, .. } = *rectangle;
        n_corners += lattice.along(rectangle, top).len() + lattice.along(rectangle, bottom).len();
        parts.starts.push(narrow(n_corners));
    }
    // Counted beforehand, as the largest lists of all must not be twice as long as they need to be.
    parts.corners.reserve_exact(n_corners);
    parts.across.reserve_exact(n_corners);
    for rectangle in &rectangles {
        lattice.add_face(rectangle, &mut parts);
    }
    parts.walkable = vec![true; rectangles.len()];
    drop(lattice);
    drop(rectangles);
    let point = |&Corner { x, y }: &Corner| Point::new(f64::from(x), f64::from(y));
    parts.points = corners.iter().map(point).collect();
    drop(corners);
    Navmesh::new(parts)
}

/// A corner of some rectangle. Ordered by line, then by column.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Corner {
    y: u32,
    x: u32,
}

/// The corners of all rectangles, each once, in order.
fn corners_of(rectangles: &[Rectangle]) -> Vec<Corner> {
    let mut corners = Vec::with_capacity(4 * rectangles.len());
    for &Rectangle { left, right, top, bottom } in rectangles {
        let ends = [(top, left), (top, right), (bottom, left), (bottom, right)];
        corners.extend(ends.map(|(y, x)| Corner { y, x }));
    }
    corners.sort_unstable();
    corners.dedup();
    corners
}

/// Who is where among the lines between rows of cells.
///
/// Runs are as wide as can be, so left and right of a rectangle there is no ground. Where it meets others along its
/// top or bottom, they end there: each shared side lies between two neighbouring corners.
struct Lattice<'a> {
    corners: &'a [Corner],
    corners_on: Starts,
    rectangles: &'a [Rectangle],
    tops_on: Starts,
    by_bottom: Vec<u32>,
    bottoms_on: Starts,
}

impl<'a> Lattice<'a> {
    fn new(rectangles: &'a [Rectangle], corners: &'a [Corner]) -> Self {
        let mut by_bottom: Vec<u32> = (0..narrow(rectangles.len())).collect();
        by_bottom.sort_unstable_by_key(|&place| {
            rectangles.get(place as usize).map(|rectangle| (rectangle.bottom, rectangle.left))
        });
        let n_lines = corners.last().map_or(0, |last| last.y as usize + 1);
        Self {
            corners,
            corners_on: Starts::new(n_lines, corners.iter().map(|corner| corner.y)),
            rectangles,
            tops_on: Starts::new(n_lines, rectangles.iter().map(|rectangle| rectangle.top)),
            by_bottom,
            bottoms_on: Starts::new(n_lines, rectangles.iter().map(|rectangle| rectangle.bottom)),
        }
    }

    fn add_face(&self, rectangle: &Rectangle, parts: &mut Parts) {
        let Rectangle { right, top, bottom, .. } = *rectangle;
        for (vertex, corner) in self.along(rectangle, top) {
            parts.corners.push(vertex);
            let face = if corner.x == right { None } else { self.above(top, corner.x) };
            parts.across.push(face.map_or(Across::Outside, Across::Open));
        }
        let mut back = self.along(rectangle, bottom).rev().peekable();
        while let Some((vertex, _)) = back.next() {
            parts.corners.push(vertex);
            // From here the side runs back to the corner before, where its column starts.
            let face = back.peek().and_then(|(_, before)| self.below(bottom, before.x));
            parts.across.push(face.map_or(Across::Outside, Across::Open));
        }
    }

    /// The vertices of one line from the left to the right of a rectangle, both ends included.
    fn along(
        &self,
        rectangle: &Rectangle,
        y: u32,
    ) -> impl ExactSizeIterator<Item = (VertexId, &'a Corner)> + DoubleEndedIterator + use<'a> {
        let Range { start, end } = self.corners_on.range(y);
        let line = self.corners.get(start..end).unwrap_or_default();
        let first = line.partition_point(|corner| corner.x < rectangle.left);
        // Most rectangles have no corner in between, so it pays to look close by first.
        let next_is_last = line.get(first + 1).is_some_and(|next| next.x == rectangle.right);
        let after = || line.partition_point(|corner| corner.x <= rectangle.right);
        let after = if next_is_last { first + 2 } else { after() };
        let corners = line.get(first..after).unwrap_or_default();
        let vertices = (start + first..start + after).map(VertexId::at);
        vertices.zip(corners)
    }

    /// The rectangle whose bottom is at a line, over the column that starts at `x`.
    fn above(&self, y: u32, x: u32) -> Option<FaceId> {
        let line = self.by_bottom.get(self.bottoms_on.range(y))?;
        let rectangle = |place: u32| self.rectangles.get(place as usize);
        let starts_before = |&place: &u32| rectangle(place).is_some_and(|found| found.left <= x);
        let place = *line.get(line.partition_point(starts_before).checked_sub(1)?)?;
        (x < rectangle(place)?.right).then_some(FaceId(place))
    }

    /// The rectangle whose top is at a line, under the column that starts at `x`.
    fn below(&self, y: u32, x: u32) -> Option<FaceId> {
        let range = self.tops_on.range(y);
        let line = self.rectangles.get(range.clone())?;
        let place = line.partition_point(|rectangle| rectangle.left <= x).checked_sub(1)?;
        (x < line.get(place)?.right).then_some(FaceId::at(range.start + place))
    }
}

/// Where the entries of each line start in a list that is ordered by lines, and at last where it ends.
struct Starts(Vec<u32>);

impl Starts {
    fn new(n_lines: usize, line_of_each: impl Iterator<Item = u32>) -> Self {
        let mut starts = vec![0; n_lines + 1];
        for line in line_of_each {
            starts.get_mut(line as usize + 1).into_iter().for_each(|count| *count += 1);
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        Self(starts)
    }

    /// The entries of a line; a line beyond the last has none.
    fn range(&self, line: u32) -> Range<usize> {
        range(&self.0, line as usize).unwrap_or_default()
    }
}
