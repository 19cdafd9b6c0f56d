//! Queries that nobody has asked: one to begin with, and any number of them by chance.

use crate::geom::{Point, Within};
use crate::mesh::{Face, Islands, Navmesh};

use super::Query;

/// From one end of the largest island to the other; none if there is no ground.
pub fn sample_query(mesh: &Navmesh, islands: &Islands) -> Option<Query> {
    let bounds = mesh.bounds();
    // Along the diagonal, with both extents counting the same.
    let place = |p: Point| {
        let part = |offset: f64, extent: f64| if 0.0 < extent { offset / extent } else { 0.0 };
        part(p.x - bounds.min.x, bounds.width()) + part(p.y - bounds.min.y, bounds.height())
    };
    // Slivers make poor places to stand, and the middle of a notched face may lie beside it.
    let is_roomy = |face: &Face<'_>| islands.of(face.id) == Some(0) && face.is_convex();
    let centers = || mesh.faces().filter(is_roomy).map(Face::center);
    let along = |a: &Point, b: &Point| place(*a).total_cmp(&place(*b));
    Some(Query { start: centers().min_by(along)?, goal: centers().max_by(along)? })
}

/// So many queries between places on walkable faces, spread evenly over the ground; the same seed gives the same ones.
///
/// They are not always answered: the two ends of one may lie on different islands.
pub fn sample_queries(mesh: &Navmesh, n_queries: usize, seed: u64) -> Vec<Query> {
    let mut places = Places::new(mesh, seed);
    let mut query = || Some(Query { start: places.next()?, goal: places.next()? });
    (0..n_queries).map_while(|_| query()).collect()
}

/// Draws places on a mesh.
struct Places<'a> {
    /// The walkable faces, each with the area of all up to it.
    faces: Vec<(f64, Face<'a>)>,
    chance: Chance,
}

/// So often a place is drawn that turns out to lie on no face, before the middle of one has to do.
const TRIES: usize = 200;

impl<'a> Places<'a> {
    fn new(mesh: &'a Navmesh, seed: u64) -> Self {
        let mut sum = 0.0;
        let mut add = |face: Face<'a>| {
            sum += face.area().abs();
            (sum, face)
        };
        let faces = mesh.faces().filter(|face| face.walkable()).map(&mut add).collect();
        Self { faces, chance: Chance(seed) }
    }

    /// A place; none if there is no ground.
    fn next(&mut self) -> Option<Point> {
        let all = self.faces.last()?.0;
        for _ in 0..TRIES {
            let wanted = self.chance.part() * all;
            let place = self.faces.partition_point(|(sum, _)| *sum <= wanted);
            let face = self.faces.get(place).or(self.faces.last())?.1;
            let bounds = face.bounds();
            let x = bounds.min.x + self.chance.part() * bounds.width();
            let y = bounds.min.y + self.chance.part() * bounds.height();
            let at = Point::new(x, y);
            if face.within(at) == Within::Inside {
                return Some(at);
            }
        }
        // Slivers all over: their middles are the best places that there are.
        let place = (self.chance.part() * self.faces.len() as f64) as usize;
        self.faces.get(place).map(|(_, face)| face.center())
    }
}

/// Numbers that look like chance (splitmix64).
struct Chance(u64);

impl Chance {
    /// A number from 0 to 1.
    fn part(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }
}
