//! From flat halves to a mesh: faces in a row, and what lies over each of their sides.

use crate::geom::Point;
use crate::mesh::{Across, FaceId, Parts, VertexId};

use super::classify::Class;
use super::triangulate::{Halves, NONE, twin};

/// The parts of a mesh: all faces that are walkable or blocked, with the vertices that they use.
pub(super) fn parts(
    halves: &Halves,
    classes: &[Class],
    gone: &[bool],
    point: impl Fn(u32) -> Point,
) -> Parts {
    let n_halves = halves.from.len();
    let class = |half: u32| classes[halves.face[half as usize] as usize];
    let mut face_of = vec![NONE; n_halves];
    let mut rings: Vec<u32> = Vec::with_capacity(n_halves);
    let mut parts = Parts { starts: vec![0], ..Parts::default() };
    for half in 0..n_halves as u32 {
        let is_done = gone[half as usize / 2] || face_of[half as usize] != NONE;
        if is_done || class(half) == Class::Nothing {
            continue;
        }
        let mut here = half;
        while face_of[here as usize] == NONE {
            face_of[here as usize] = parts.walkable.len() as u32;
            rings.push(here);
            here = halves.next[here as usize];
        }
        parts.starts.push(rings.len() as u32);
        parts.walkable.push(class(half) == Class::Walkable);
    }
    let n_vertices = halves.from.iter().max().map_or(0, |&last| last as usize + 1);
    let mut new_vertex = vec![NONE; n_vertices];
    parts.corners.reserve_exact(rings.len());
    parts.across.reserve_exact(rings.len());
    for &half in &rings {
        let vertex = halves.from[half as usize];
        if new_vertex[vertex as usize] == NONE {
            new_vertex[vertex as usize] = parts.points.len() as u32;
            parts.points.push(point(vertex));
        }
        parts.corners.push(VertexId(new_vertex[vertex as usize]));
        let over = face_of[twin(half) as usize];
        let wall = halves.change[half as usize / 2].wall && class(half) == Class::Walkable;
        parts.across.push(if over == NONE {
            Across::Outside
        } else if wall || class(half) != class(twin(half)) {
            Across::Wall(FaceId(over))
        } else {
            Across::Open(FaceId(over))
        });
    }
    parts
}
