//! How much ground there is to walk on, in two meshes and in both.

use rstar::{AABB, RTree, RTreeObject};

use crate::geom::Point;
use crate::mesh::{Face, Navmesh, ears};

use super::pairs::Pairs;

/// How much ground there is to walk on.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Areas {
    /// In the old mesh.
    pub before: f64,
    /// In the new one.
    pub after: f64,
    /// In both, but for rounding. Where floors lie over each other, it may be taken for larger than it is.
    pub both: f64,
}

impl Areas {
    pub(super) fn new(
        before: &Navmesh,
        after: &Navmesh,
        pairs: &Pairs,
        is_wanted: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let walkable = |mesh: &Navmesh| {
            let faces = mesh.faces().filter(|face| face.walkable());
            faces.map(|face| face.area().abs()).sum::<f64>()
        };
        let mut areas = Self { before: walkable(before), after: walkable(after), both: 0.0 };
        let (mut was_same, mut is_same) =
            (vec![false; before.n_faces()], vec![false; after.n_faces()]);
        pairs.list().for_each(|(old, new)| {
            (was_same[old.index()], is_same[new.index()]) = (true, true);
        });
        for &(old, new) in pairs.reshaped() {
            (was_same[old.index()], is_same[new.index()]) = (false, false);
        }
        for (old, new) in pairs.list().filter(|(old, _)| was_same[old.index()]) {
            let (old, new) = (before.face(old), after.face(new));
            if old.walkable() && new.walkable() {
                areas.both += old.area().abs();
            }
        }
        let rest = |mesh: &Navmesh, same: &[bool]| {
            let faces = mesh.faces().filter(|face| face.walkable() && !same[face.id.index()]);
            faces.flat_map(pieces).collect::<Vec<Piece>>()
        };
        let new = RTree::bulk_load(rest(after, &is_same));
        for (number, old) in rest(before, &was_same).into_iter().enumerate() {
            if number % 256 == 0 && !is_wanted() {
                return None;
            }
            for new in new.locate_in_envelope_intersecting(old.envelope()) {
                areas.both += common_area(&old.ring, &new.ring);
            }
        }
        areas.both = areas.both.min(areas.before).min(areas.after);
        Some(areas)
    }
}

/// A convex piece of a face.
#[derive(Debug, Clone)]
struct Piece {
    ring: Vec<Point>,
}

impl RTreeObject for Piece {
    type Envelope = AABB<[f64; 2]>;

    fn envelope(&self) -> Self::Envelope {
        let points: Vec<[f64; 2]> = self.ring.iter().map(|p| [p.x, p.y]).collect();
        AABB::from_points(&points)
    }
}

/// A face in convex pieces; nothing of one that cannot be cut.
fn pieces(face: Face<'_>) -> Vec<Piece> {
    let ring: Vec<Point> = face.points().collect();
    if face.is_convex() {
        return vec![Piece { ring }];
    }
    let triangles = ears::triangles(&ring).unwrap_or_default();
    triangles.into_iter().map(|corners| Piece { ring: corners.map(|i| ring[i]).to_vec() }).collect()
}

/// How much ground two convex rings have in common: one is cut along each side of the other.
fn common_area(ring: &[Point], other: &[Point]) -> f64 {
    let mut left = ring.to_vec();
    let mut cut = Vec::with_capacity(ring.len() + other.len());
    for (i, from) in other.iter().enumerate() {
        let to = other[(i + 1) % other.len()];
        let along = to - *from;
        let above = |p: Point| along.x * (p.y - from.y) - along.y * (p.x - from.x);
        cut.clear();
        for (j, p) in left.iter().enumerate() {
            let next = left[(j + 1) % left.len()];
            let (here, there) = (above(*p), above(next));
            if 0.0 <= here {
                cut.push(*p);
            }
            if here * there < 0.0 {
                cut.push(*p + (next - *p) * (here / (here - there)));
            }
        }
        std::mem::swap(&mut left, &mut cut);
        if left.is_empty() {
            return 0.0;
        }
    }
    let Some(origin) = left.first().copied() else { return 0.0 };
    let twice = |pair: &[Point]| {
        let (a, b) = (pair[0] - origin, pair[1] - origin);
        a.x * b.y - a.y * b.x
    };
    left.windows(2).map(twice).sum::<f64>().abs() / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(x: f64, y: f64, size: f64) -> Vec<Point> {
        [(x, y), (x + size, y), (x + size, y + size), (x, y + size)]
            .map(|(x, y)| Point::new(x, y))
            .to_vec()
    }

    #[test]
    fn squares_have_in_common_what_they_should() {
        assert_eq!(common_area(&square(0.0, 0.0, 4.0), &square(2.0, 2.0, 4.0)), 4.0);
        assert_eq!(common_area(&square(0.0, 0.0, 4.0), &square(1.0, 1.0, 1.0)), 1.0);
        assert_eq!(common_area(&square(0.0, 0.0, 4.0), &square(4.0, 0.0, 4.0)), 0.0);
        assert_eq!(common_area(&square(0.0, 0.0, 4.0), &square(5.0, 5.0, 1.0)), 0.0);
    }
}
