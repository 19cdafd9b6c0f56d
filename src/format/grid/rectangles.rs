//! From cells to rectangles that share whole sides.

use std::ops::Range;

use crate::geom::Point;
use crate::mesh::{Across, FaceId, MeshError, Navmesh, Parts, VertexId};

use super::Cells;

/// Free cells from `left` to before `right` in the rows from `top` to before `bottom`.
#[derive(Clone, Copy)]
pub(super) struct Rectangle {
    left: u32,
    right: u32,
    pub(super) top: u32,
    bottom: u32,
}

/// Gathers free cells: the widest runs of each row, each joined with an equal run above. By top, then by left.
pub(super) fn rectangles(cells: &Cells) -> Vec<Rectangle> {
    let mut list: Vec<Rectangle> = Vec::new();
    let (mut above, mut here): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
    for (row, y) in cells.walkable.chunks(cells.width.max(1)).zip(0..) {
        let mut candidates = above.drain(..).peekable();
        for (left, right) in runs(row) {
            while candidates.next_if(|&place| list[place].left < left).is_some() {}
            let same =
                candidates.next_if(|&place| (list[place].left, list[place].right) == (left, right));
            let place = same.unwrap_or(list.len());
            if same.is_none() {
                list.push(Rectangle { left, right, top: y, bottom: y });
            }
            list[place].bottom = y + 1;
            here.push(place);
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
        x += run.len() as u32;
        run[0].then_some((left, x))
    })
}

/// A mesh that has each rectangle as a face, with corners wherever another one has a corner on its sides.
pub(super) fn mesh_of(rectangles: Vec<Rectangle>) -> Result<Navmesh, MeshError> {
    let points = corners_of(&rectangles);
    let lattice = Lattice::new(&rectangles, &points);
    let mut parts = Parts { starts: Vec::with_capacity(rectangles.len() + 1), ..Parts::default() };
    let mut n_corners = 0;
    parts.starts.push(0);
    for rectangle in &rectangles {
        let Rectangle { top, bottom, .. } = *rectangle;
        n_corners += lattice.along(rectangle, top).len() + lattice.along(rectangle, bottom).len();
        parts.starts.push(n_corners as u32);
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
    parts.points = points;
    Navmesh::new(parts)
}

/// The corners of all rectangles, each once, by y and then by x.
fn corners_of(rectangles: &[Rectangle]) -> Vec<Point> {
    let mut corners = Vec::with_capacity(4 * rectangles.len());
    for &Rectangle { left, right, top, bottom } in rectangles {
        corners.extend([(top, left), (top, right), (bottom, left), (bottom, right)]);
    }
    corners.sort_unstable();
    corners.dedup();
    corners.iter().map(|&(y, x)| Point::new(f64::from(x), f64::from(y))).collect()
}

/// Who is where among the lines between rows of cells.
///
/// Runs are as wide as can be, so left and right of a rectangle there is no ground. Where it meets others along its
/// top or bottom, they end there: each shared side lies between two neighbouring corners.
struct Lattice<'a> {
    points: &'a [Point],
    points_on: Starts,
    rectangles: &'a [Rectangle],
    tops_on: Starts,
    by_bottom: Vec<u32>,
    bottoms_on: Starts,
}

impl<'a> Lattice<'a> {
    fn new(rectangles: &'a [Rectangle], points: &'a [Point]) -> Self {
        let mut by_bottom: Vec<u32> = (0..rectangles.len() as u32).collect();
        by_bottom.sort_unstable_by_key(|&place| {
            let rectangle = rectangles[place as usize];
            (rectangle.bottom, rectangle.left)
        });
        let n_lines = points.last().map_or(0, |last| last.y as usize + 1);
        Self {
            points,
            points_on: Starts::new(n_lines, points.iter().map(|point| point.y as u32)),
            rectangles,
            tops_on: Starts::new(n_lines, rectangles.iter().map(|rectangle| rectangle.top)),
            by_bottom,
            bottoms_on: Starts::new(n_lines, rectangles.iter().map(|rectangle| rectangle.bottom)),
        }
    }

    fn add_face(&self, rectangle: &Rectangle, parts: &mut Parts) {
        let Rectangle { left, right, top, bottom } = *rectangle;
        let column = |vertex: usize| self.points[vertex].x as u32;
        for vertex in self.along(rectangle, top) {
            parts.corners.push(VertexId(vertex as u32));
            let beyond = column(vertex) == right;
            let face = if beyond { None } else { self.above(top, column(vertex)) };
            parts.across.push(face.map_or(Across::Outside, Across::Open));
        }
        for vertex in self.along(rectangle, bottom).rev() {
            parts.corners.push(VertexId(vertex as u32));
            // From here the side runs back to the corner before, where its column starts.
            let beyond = column(vertex) == left;
            let face = if beyond { None } else { self.below(bottom, column(vertex - 1)) };
            parts.across.push(face.map_or(Across::Outside, Across::Open));
        }
    }

    /// The vertices of one line from the left to the right of a rectangle, both ends included.
    fn along(&self, rectangle: &Rectangle, y: u32) -> Range<usize> {
        let line = self.points_on.range(y);
        let (left, right) = (f64::from(rectangle.left), f64::from(rectangle.right));
        let first = line.start + self.points[line.clone()].partition_point(|point| point.x < left);
        // Most rectangles have no corner in between, so it pays to look close by first.
        let next = self.points[first + 1].x == right;
        let after =
            || line.start + self.points[line.clone()].partition_point(|point| point.x <= right);
        first..if next { first + 2 } else { after() }
    }

    /// The rectangle whose bottom is at a line, over the column that starts at `x`.
    fn above(&self, y: u32, x: u32) -> Option<FaceId> {
        let line = &self.by_bottom[self.bottoms_on.range(y)];
        let after = line.partition_point(|&place| self.rectangles[place as usize].left <= x);
        let place = line[after.checked_sub(1)?];
        (x < self.rectangles[place as usize].right).then_some(FaceId(place))
    }

    /// The rectangle whose top is at a line, under the column that starts at `x`.
    fn below(&self, y: u32, x: u32) -> Option<FaceId> {
        let range = self.tops_on.range(y);
        let line = &self.rectangles[range.clone()];
        let place = line.partition_point(|rectangle| rectangle.left <= x).checked_sub(1)?;
        (x < line[place].right).then_some(FaceId((range.start + place) as u32))
    }
}

/// Where the entries of each line start in a list that is ordered by lines, and at last where it ends.
struct Starts(Vec<u32>);

impl Starts {
    fn new(n_lines: usize, line_of_each: impl Iterator<Item = u32>) -> Self {
        let mut starts = vec![0; n_lines + 1];
        line_of_each.for_each(|line| starts[line as usize + 1] += 1);
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        Self(starts)
    }

    fn range(&self, line: u32) -> Range<usize> {
        self.0[line as usize] as usize..self.0[line as usize + 1] as usize
    }
}
