//! From a mesh back to what a person could have drawn: its outlines.

use std::collections::BTreeMap;

use crate::geom::{Point, Side, turning};
use crate::layout::{Border, Layout, Obstacle, ObstacleId, Outline};
use crate::mesh::Navmesh;
use crate::mesh::outline::outlines;

/// The outlines of a mesh's walkable ground: what runs round ground is border, what runs round a hole an obstacle.
pub fn extract(mesh: &Navmesh) -> Layout {
    let mut border = Vec::new();
    let mut obstacles = BTreeMap::new();
    for ring in outlines(mesh) {
        let mut points: Vec<Point> = ring.iter().map(|&vertex| mesh.point(vertex)).collect();
        match turning(&points) {
            Side::Left => border.push(Outline::from(points)),
            Side::Right => {
                points.reverse();
                let id = ObstacleId(obstacles.len() as u32);
                obstacles.insert(id, Obstacle { name: String::new(), outline: points.into() });
            }
            // A slit without width takes no ground away.
            Side::On => {}
        }
    }
    Layout { border: Border::AnyOf(border), obstacles, ..Layout::default() }
}
