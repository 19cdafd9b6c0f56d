//! From a mesh back to what a person could have drawn: its outlines.

use crate::geom::{self, Point, Side, Within, turning};
use crate::layout::{Border, Layout, Obstacle, ObstacleId, Outline};
use crate::mesh::grid::Grid;
use crate::mesh::outline::outlines;
use crate::mesh::{Navmesh, VertexId};

/// The outlines of a mesh's walkable ground: what runs round ground is border, what runs round a hole in it is an
/// obstacle, and ground inside such a hole is a hole of the obstacle.
pub fn extract(mesh: &Navmesh) -> Layout {
    let mut grounds: Vec<Vec<Point>> = Vec::new();
    let mut obstacles: Vec<Obstacle> = Vec::new();
    let rings = outlines(mesh);
    let mut n_uses = vec![0_u8; mesh.n_vertices()];
    for vertex in rings.iter().flatten() {
        n_uses[vertex.index()] = n_uses[vertex.index()].saturating_add(1);
    }
    for ring in rings {
        // Where rings touch each keeps its corner, so that they still touch when corners are rounded.
        let mut points = corners(mesh, &ring, |vertex| 1 < n_uses[vertex.index()]);
        match turning(&points) {
            Side::Left => grounds.push(points),
            Side::Right => {
                points.reverse();
                obstacles.push(Obstacle::new(points));
            }
            // A slit without width takes no ground away.
            Side::On => {}
        }
    }
    let mut border = Vec::new();
    let holders = Holders::new(mesh, &obstacles);
    for ground in grounds {
        match holders.innermost(&obstacles, &ground) {
            Some(holder) => obstacles[holder].holes.push(ground.into()),
            None => border.push(Outline::from(ground)),
        }
    }
    let obstacles = (0..).map(ObstacleId).zip(obstacles).collect();
    Layout { border: Border::AnyOf(border), obstacles, ..Layout::default() }
}

/// The corners of a ring, without those at which it goes straight on unless they are to be kept.
fn corners(mesh: &Navmesh, ring: &[VertexId], keep: impl Fn(VertexId) -> bool) -> Vec<Point> {
    let n = ring.len();
    let point = |i: usize| mesh.point(ring[i % n]);
    let turns = |i: usize| geom::side(point(i + n - 1), point(i), point(i + 1)) != Side::On;
    let kept: Vec<Point> =
        (0..n).filter(|&i| keep(ring[i]) || turns(i)).map(|i| mesh.point(ring[i])).collect();
    if 3 <= kept.len() { kept } else { ring.iter().map(|&vertex| mesh.point(vertex)).collect() }
}

/// Finds the obstacles that a ring lies in.
struct Holders {
    grid: Grid,
    areas: Vec<f64>,
}

impl Holders {
    fn new(mesh: &Navmesh, obstacles: &[Obstacle]) -> Self {
        let grid = Grid::new(mesh.bounds(), obstacles.len(), 2.0, 0.0, |i, ring| {
            ring.clear();
            ring.extend(obstacles[i].outline.iter());
        });
        Self {
            grid,
            areas: obstacles.iter().map(|obstacle| geom::area(&obstacle.outline)).collect(),
        }
    }

    /// The smallest obstacle that a ring of ground lies in. They do not cross, so one point that is not on its rim tells.
    fn innermost(&self, obstacles: &[Obstacle], ground: &[Point]) -> Option<usize> {
        let ends = ground.iter().zip(ground.iter().cycle().skip(1));
        // A ring may touch the obstacle around it with each of its corners, but not with all of its sides.
        let middles = ends.map(|(&a, &b)| (a + b) * 0.5);
        let holds = |obstacle: &Obstacle| {
            let points = ground.iter().copied().chain(middles.clone());
            let mut told = points.map(|p| geom::within(&obstacle.outline, p));
            told.find(|within| !matches!(within, Within::Rim(_))) == Some(Within::Inside)
        };
        let candidates =
            self.grid.things(self.grid.cell(ground[0])).iter().map(|&place| place as usize);
        candidates
            .filter(|&place| holds(&obstacles[place]))
            .min_by(|&a, &b| self.areas[a].total_cmp(&self.areas[b]))
    }
}
