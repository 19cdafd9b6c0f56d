//! A query to begin with, when nobody has asked anything yet.

use crate::geom::Point;
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
