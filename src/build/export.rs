//! From flat halves to a mesh: faces in a row, and what lies over each of their sides.

use crate::geom::Point;
use crate::mesh::{Across, FaceId, MeshError, Navmesh, Parts, VertexId};

use super::classify::Class;
use super::triangulate::{Halves, NONE, twin};

/// The mesh of all faces that are walkable or blocked, with the vertices that they use.
pub(super) fn mesh(
    mut halves: Halves,
    classes: &[Class],
    gone: &[bool],
    point: impl Fn(u32) -> Point,
) -> Result<Navmesh, MeshError> {
    let n_halves = halves.from.len();
    // Where the sides come to lie, by their halves.
    let mut place = vec![NONE; n_halves];
    let mut rings: Vec<u32> = Vec::with_capacity(n_halves);
    let mut parts = Parts { starts: vec![0], ..Parts::default() };
    for half in 0..n_halves as u32 {
        if gone[half as usize / 2] || place[half as usize] != NONE {
            continue;
        }
        let class = classes[halves.face[half as usize] as usize];
        if class == Class::Nothing {
            continue;
        }
        let mut here = half;
        while place[here as usize] == NONE {
            place[here as usize] = rings.len() as u32;
            rings.push(here);
            // From now on it names the face of the mesh.
            halves.face[here as usize] = parts.walkable.len() as u32;
            here = halves.next[here as usize];
        }
        parts.starts.push(rings.len() as u32);
        parts.walkable.push(class == Class::Walkable);
    }
    let n_vertices = halves.from.iter().max().map_or(0, |&last| last + 1);
    let mut new_vertex = vec![NONE; n_vertices as usize];
    let mut twins = Vec::with_capacity(rings.len());
    parts.points.reserve_exact(n_vertices as usize);
    parts.corners.reserve_exact(rings.len());
    parts.across.reserve_exact(rings.len());
    for &half in &rings {
        let from = halves.from[half as usize];
        let new = &mut new_vertex[from as usize];
        if *new == NONE {
            *new = parts.points.len() as u32;
            parts.points.push(point(from));
        }
        parts.corners.push(VertexId(*new));
        let over = twin(half);
        twins.push(place[over as usize]);
        parts.across.push(if place[over as usize] == NONE {
            Across::Outside
        } else {
            let (here, there) = (halves.face[half as usize] as usize, halves.face[over as usize]);
            let is_walkable = parts.walkable[here];
            let wall = is_walkable && halves.change[half as usize / 2].wall;
            if wall || is_walkable != parts.walkable[there as usize] {
                Across::Wall(FaceId(there))
            } else {
                Across::Open(FaceId(there))
            }
        });
    }
    drop((halves, place, rings, new_vertex));
    Navmesh::with_twins(parts, twins)
}
