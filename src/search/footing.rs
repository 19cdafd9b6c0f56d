//! Where somebody stands who wants to start or end at a point.

use crate::geom::{Point, Segment, Side as Hand, coordinate, side as hand};
use crate::mesh::{FaceId, ears};

use super::ground::Ground;
use super::trace::TraceSink;
use super::{End, Outcome, Query};

/// Finds the faces that hold a point, and a point to stand at that really is in all of them.
///
/// That is the point itself, unless rounding has put it beside the ground. Then it is moved into the face next to it,
/// by next to nothing: a point outside, however near, may not see along the wall that it is meant to be on. What is
/// no point at all is in no face.
pub(super) fn stand(ground: &Ground, point: Point, faces: &mut Vec<u32>) -> Point {
    faces.clear();
    let Some(point) = sound(point) else { return point };
    ground.faces_at(point, faces);
    if faces.first().is_some_and(|&first| holds(ground.ring(first), point)) {
        return point;
    }
    faces.clear();
    let Some((face, inside)) = step_in(ground, point) else { return point };
    faces.push(face);
    inside
}

/// A face next to a point beside the ground, and a point in it.
///
/// Found in the mesh, as it was before anything was merged: on every ground of a mesh one stands in the same place, so
/// that a path on one is a path on the other. A face may be so thin that no number lies between its sides; then the
/// next one that is near enough is stepped into.
fn step_in(ground: &Ground, point: Point) -> Option<(u32, Point)> {
    let faces = ground.faces_beside(point);
    let pieces: Vec<_> =
        faces.into_iter().flat_map(|face| pieces_beside(ground, face, point)).collect();
    let inside = |(piece, ring): &(u32, Vec<Point>)| {
        Some((*piece, moved_into(ring.iter().copied(), point)?))
    };
    pieces.iter().find_map(inside).or_else(|| {
        let (piece, ring) = pieces.first()?;
        Some((*piece, nearest_corner(ring.iter().copied(), point)))
    })
}

/// The convex pieces of a face that are next to a point, with their corners, the closest first.
fn pieces_beside(ground: &Ground, face: FaceId, point: Point) -> Vec<(u32, Vec<Point>)> {
    let face = ground.mesh().face(face);
    let pieces = ground.pieces_of(face.id).iter().copied();
    let ring: Vec<Point> = face.points().collect();
    if face.is_convex() {
        return pieces.take(1).map(|piece| (piece, ring.clone())).collect();
    }
    let triangles = ears::triangles(&ring).unwrap_or_default();
    let triangles = triangles.into_iter().map(|corners| corners.map(|corner| ring[corner]));
    let distance = |[a, b, c]: [Point; 3]| {
        let sides = [Segment::new(a, b), Segment::new(b, c), Segment::new(c, a)];
        sides.map(|side| side.distance(point)).into_iter().fold(f64::INFINITY, f64::min)
    };
    let mut near: Vec<_> = pieces
        .zip(triangles)
        .map(|(piece, triangle)| (distance(triangle), piece, triangle))
        .filter(|&(distance, ..)| ground.is_beside(distance))
        .collect();
    near.sort_by(|a, b| a.0.total_cmp(&b.0));
    near.into_iter().map(|(_, piece, triangle)| (piece, triangle.to_vec())).collect()
}

/// A point moved towards the middle of a convex ring until it is in there; none if rounding leaves no room for it.
pub(super) fn moved_into(
    ring: impl ExactSizeIterator<Item = Point> + Clone,
    point: Point,
) -> Option<Point> {
    let n_corners = ring.len() as f64;
    let middle = ring.clone().fold(Point::default(), |sum, p| sum + p) * (1.0 / n_corners);
    let mut part = 1e-12;
    while part < 1.0 {
        let inside = point + (middle - point) * part;
        if holds(ring.clone(), inside) {
            return Some(inside);
        }
        part *= 2.0;
    }
    holds(ring, middle).then_some(middle)
}

/// The corner of a ring that is closest to a point: in the ring, however thin that is.
pub(super) fn nearest_corner(ring: impl Iterator<Item = Point>, point: Point) -> Point {
    let closest = ring.min_by(|a, b| a.distance(point).total_cmp(&b.distance(point)));
    closest.unwrap_or(point)
}

/// Where a search stands at its ends, and what it has found between them.
#[derive(Debug, Default)]
pub(super) struct Walk {
    pub(super) start_faces: Vec<u32>,
    pub(super) goal_faces: Vec<u32>,
    /// The corners of the path, both ends included.
    pub(super) corners: Vec<Point>,
}

/// A search that is only asked for what lies between two faces.
pub(super) trait Walker<S: TraceSink> {
    /// What it walks on, and where.
    fn walk(&mut self) -> &mut Walk;

    /// Goes from the faces of the start to those of the goal, which have none in common.
    fn search(&mut self, ground: &Ground, stood: &Query, sink: &mut S) -> Outcome;
}

/// Finds a path between any two points by one who walks from face to face.
pub(super) fn find<S: TraceSink>(
    walker: &mut impl Walker<S>,
    ground: &Ground,
    query: &Query,
    sink: &mut S,
) -> Outcome {
    let outcome = match walker.walk().stand(ground, query) {
        Stood::Off(end) => Outcome::OffMesh(end),
        Stood::Together => {
            let cost = query.start.distance(query.goal);
            walker.walk().corners = vec![query.start, query.goal];
            sink.reached(S::Id::default(), cost);
            Outcome::Found { cost }
        }
        Stood::Apart(stood) => {
            let outcome = walker.search(ground, &stood, sink);
            put_back(query, &stood, &mut walker.walk().corners, outcome)
        }
    };
    if outcome.cost().is_none() {
        sink.failed(outcome);
    }
    outcome
}

/// Where the two ends of a query stand.
enum Stood {
    /// One of them stands nowhere.
    Off(End),
    /// One face holds both.
    Together,
    /// Somewhere else, and exactly here.
    Apart(Query),
}

impl Walk {
    /// Finds where both ends of a query stand, and the faces that hold them.
    fn stand(&mut self, ground: &Ground, query: &Query) -> Stood {
        self.corners.clear();
        let start = stand(ground, query.start, &mut self.start_faces);
        let goal = stand(ground, query.goal, &mut self.goal_faces);
        if self.start_faces.is_empty() {
            Stood::Off(End::Start)
        } else if self.goal_faces.is_empty() {
            Stood::Off(End::Goal)
        } else if self.start_faces.iter().any(|face| self.goal_faces.contains(face)) {
            Stood::Together
        } else {
            Stood::Apart(Query { start, goal })
        }
    }
}

/// A point with which the predicate is exact; none if a coordinate is no number or too large.
pub(super) fn sound(point: Point) -> Option<Point> {
    Some(Point::new(coordinate(point.x)?, coordinate(point.y)?))
}

/// Gives a path the ends that were asked for instead of those that it was searched with.
fn put_back(asked: &Query, stood: &Query, corners: &mut [Point], outcome: Outcome) -> Outcome {
    match (outcome, &mut corners[..]) {
        (Outcome::Found { .. }, [first, .., last]) if asked != stood => {
            (*first, *last) = (asked.start, asked.goal);
            let cost = corners.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
            Outcome::Found { cost }
        }
        _ => outcome,
    }
}

/// Whether a point is in a convex ring or on it. Exact.
pub(super) fn holds(ring: impl Iterator<Item = Point> + Clone, p: Point) -> bool {
    let after = ring.clone().skip(1).chain(ring.clone().take(1));
    ring.zip(after).all(|(from, to)| hand(from, to, p) != Hand::Right)
}
