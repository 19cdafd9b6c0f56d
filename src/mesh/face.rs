//! One face of a mesh: its corners, its sides, its shape.

use crate::geom::{self, Aabb, Point, Segment, Within};

use super::{Across, FaceId, Navmesh, VertexId};

/// One face of a mesh.
#[derive(Debug, Clone, Copy)]
pub struct Face<'a> {
    pub(super) mesh: &'a Navmesh,
    /// Its name.
    pub id: FaceId,
}

impl<'a> Face<'a> {
    /// Where it lies in the flat arrays of corners and sides.
    pub fn range(self) -> std::ops::Range<usize> {
        let index = self.id.index();
        self.mesh.starts[index] as usize..self.mesh.starts[index + 1] as usize
    }

    /// Its corners, counter-clockwise.
    pub fn corners(self) -> &'a [VertexId] {
        &self.mesh.corners[self.range()]
    }

    /// What lies over each of its sides; side `i` starts at corner `i`.
    pub fn across(self) -> &'a [Across] {
        &self.mesh.across[self.range()]
    }

    /// Whether it may be walked on.
    pub fn walkable(self) -> bool {
        self.mesh.walkable[self.id.index()]
    }

    /// How many sides it has.
    pub fn n_sides(self) -> usize {
        self.range().len()
    }

    /// The vertices where a side starts and ends.
    pub fn ends(self, side: usize) -> (VertexId, VertexId) {
        let corners = self.corners();
        let next = if side + 1 == corners.len() { 0 } else { side + 1 };
        (corners[side], corners[next])
    }

    /// A side as a piece of the plane.
    pub fn segment(self, side: usize) -> Segment {
        let (from, to) = self.ends(side);
        Segment::new(self.mesh.point(from), self.mesh.point(to))
    }

    /// Where its corners are.
    pub fn points(self) -> impl ExactSizeIterator<Item = Point> + DoubleEndedIterator + Clone + 'a {
        self.corners().iter().map(move |&corner| self.mesh.points[corner.index()])
    }

    /// Where its corners are, in a list that can be used again.
    pub fn ring(self, ring: &mut Vec<Point>) -> &[Point] {
        ring.clear();
        ring.extend(self.points());
        ring
    }

    /// Where a point lies, seen from it. Exact.
    pub fn within(self, p: Point) -> Within {
        geom::within_points(self.points(), p)
    }

    /// Its area; negative if it is clockwise.
    pub fn area(self) -> f64 {
        let mut points = self.points();
        let Some(origin) = points.next() else { return 0.0 };
        let mut before = Point::default();
        let mut twice = 0.0;
        for point in points {
            let here = point - origin;
            twice += before.x * here.y - here.x * before.y;
            before = here;
        }
        twice / 2.0
    }

    /// The mean of its corners.
    pub fn center(self) -> Point {
        let sum = self.points().fold(Point::default(), |sum, p| sum + p);
        sum * (1.0 / self.n_sides() as f64)
    }

    /// The smallest box around it.
    pub fn bounds(self) -> Aabb {
        Aabb::around(self.points())
    }

    /// Whether all its corners lie on one line. Exact.
    pub fn is_flat(self) -> bool {
        let corners = self.corners();
        let point = |i: usize| self.mesh.point(corners[i]);
        if geom::side(point(0), point(1), point(2)) != geom::Side::On {
            return false;
        }
        let points: Vec<Point> = self.points().collect();
        geom::all_on_a_line(&points)
    }

    /// Whether every corner turns left or goes straight on, and something is inside. Exact.
    pub fn is_convex(self) -> bool {
        let corners = self.corners();
        if let [a, b, c] = *corners {
            let [a, b, c] = [a, b, c].map(|corner| self.mesh.point(corner));
            return geom::side(a, b, c) == geom::Side::Left;
        }
        let n = corners.len();
        let point = |i: usize| self.mesh.point(corners[i % n]);
        let mut turned = false;
        for i in 0..n {
            match geom::side(point(i), point(i + 1), point(i + 2)) {
                geom::Side::Left => turned = true,
                geom::Side::Right => return false,
                geom::Side::On => {}
            }
        }
        turned
    }
}
