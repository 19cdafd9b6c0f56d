//! From triangles to a mesh: faces in a row, and what lies over each of their sides.

use std::hint::black_box;

use crate::geom::Point;
use crate::mesh::{Across, FaceId, MeshError, Navmesh, Parts, VertexId};

use super::classify::{Class, is_open};
use super::triangulate::{Half, Halves, Keeps, NONE, edge_of};

/// So many edges are read in a row before the walks round faces get there, jumping back and forth: the memory is much
/// quicker when it can tell what comes next.
const READ_AHEAD: usize = 1 << 12;

/// The mesh of all faces that are walkable or blocked, with the vertices that they use.
pub(super) fn mesh<E: Keeps, F: Default>(
    halves: &Halves<'_, E, F>,
    classes: &[Class],
    gone: &[bool],
    points: &[Point],
) -> Result<Navmesh, MeshError> {
    let n_sides = 2 * gone.iter().filter(|&&gone| !gone).count();
    let mut parts = Parts {
        points: Vec::with_capacity(points.len()),
        starts: Vec::with_capacity(n_sides / 3 + 1),
        corners: Vec::with_capacity(n_sides),
        across: Vec::with_capacity(n_sides),
        walkable: Vec::with_capacity(n_sides / 3),
        ..Parts::default()
    };
    let mut new_vertex = vec![NONE; points.len()];
    // Where the sides come to lie, by their halves.
    let mut place = vec![NONE; 2 * halves.n_edges()];
    // The half and the face of each side.
    let mut sides: Vec<(Half, u32)> = Vec::with_capacity(n_sides);
    parts.starts.push(0);
    let n_edges = halves.n_edges();
    let mut ahead = halves.first_halves(READ_AHEAD.min(n_edges)..n_edges);
    for half in halves.first_halves(0..n_edges).flat_map(|half| [half, half.rev()]) {
        if half.index() & 1 == 0 {
            black_box(ahead.next().map(|half| (halves.next(half), place[half.index()])));
        }
        if gone[edge_of(half)] || place[half.index()] != NONE {
            continue;
        }
        let class = classes[halves.face(half)];
        if class == Class::Nothing {
            continue;
        }
        let face = parts.walkable.len() as u32;
        let mut here = half;
        while place[here.index()] == NONE {
            place[here.index()] = sides.len() as u32;
            sides.push((here, face));
            let there = classes[halves.face(here.rev())];
            let is_open = is_open(class, there, halves.change_into(here));
            // Which face is over there is known only later: until then it is this one.
            let over = FaceId(face);
            parts.across.push(if is_open { Across::Open(over) } else { Across::Wall(over) });
            let from = halves.from(here) as usize;
            if new_vertex[from] == NONE {
                new_vertex[from] = parts.points.len() as u32;
                parts.points.push(points[from]);
            }
            parts.corners.push(VertexId(new_vertex[from]));
            here = halves.next_staying(here, gone);
        }
        parts.starts.push(sides.len() as u32);
        parts.walkable.push(class == Class::Walkable);
    }
    let twins: Vec<u32> = sides.iter().map(|(half, _)| place[half.rev().index()]).collect();
    for (across, &twin) in parts.across.iter_mut().zip(&twins) {
        *across = match (sides.get(twin as usize), *across) {
            (Some(&(_, there)), Across::Open(_)) => Across::Open(FaceId(there)),
            (Some(&(_, there)), _) => Across::Wall(FaceId(there)),
            (None, _) => Across::Outside,
        };
    }
    drop((place, sides, new_vertex));
    Navmesh::with_twins(parts, twins)
}
