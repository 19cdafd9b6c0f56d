//! How far it is to the nearest wall.

use rstar::RTree;
use rstar::primitives::Line;

use crate::geom::Point;

use super::Navmesh;

/// The walls of a mesh, to be asked how far they are: all sides of walkable faces that nobody can cross.
#[derive(Debug, Clone)]
pub struct Walls {
    tree: RTree<Line<[f64; 2]>>,
}

impl Walls {
    /// Collects the walls of a mesh.
    pub fn new(mesh: &Navmesh) -> Self {
        let mut walls = Vec::new();
        for face in mesh.faces().filter(|face| face.walkable()) {
            for side in (0..face.n_sides()).filter(|&side| mesh.step(face.id, side).is_none()) {
                let segment = face.segment(side);
                let [from, to] = [segment.from, segment.to].map(|p| [p.x, p.y]);
                walls.push(Line::new(from, to));
            }
        }
        Self { tree: RTree::bulk_load(walls) }
    }

    /// How far a point is from the nearest wall; none where there are no walls.
    pub fn distance(&self, p: Point) -> Option<f64> {
        let nearest = self.tree.nearest_neighbor([p.x, p.y])?;
        let [from, to] = [nearest.from, nearest.to].map(|[x, y]| Point::new(x, y));
        Some(crate::geom::Segment::new(from, to).distance(p))
    }
}
