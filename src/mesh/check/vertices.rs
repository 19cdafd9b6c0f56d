//! Vertices that nobody uses, and vertices that are one but for their number.

use std::hash::{BuildHasher as _, RandomState};

use crate::geom::Point;
use crate::mesh::{Element, Findings, Kind, Navmesh, VertexId};

pub(super) fn check(mesh: &Navmesh, findings: &mut Findings) {
    let ids = &mesh.attributes().ids;
    let mut used = vec![false; mesh.n_vertices()];
    for corner in mesh.corners() {
        used[corner.index()] = true;
    }
    for (vertex, _) in used.iter().enumerate().filter(|&(_, &used)| !used) {
        let vertex = VertexId(vertex as u32);
        findings.add(Kind::UnusedVertex, Element::Vertex(vertex), || {
            format!("no face uses vertex {}", ids.vertex(vertex))
        });
    }
    // Floors that lie over each other never share vertices, so equal positions are their normal state.
    if mesh.attributes().has_heights() {
        return;
    }
    for (first, again) in equal_points(mesh.points()) {
        let pair = [Element::Vertex(again), Element::Vertex(first)];
        findings.add_between(Kind::DuplicateVertex, pair, || {
            format!(
                "vertices {} and {} are at the same place",
                ids.vertex(first),
                ids.vertex(again)
            )
        });
    }
}

/// Pairs of equal points, by an open hash table of places; each repeat is paired with the first of its kind.
fn equal_points(points: &[Point]) -> Vec<(VertexId, VertexId)> {
    const FREE: u32 = u32::MAX;
    let capacity = (points.len() * 2).next_power_of_two();
    // Nobody can write a file whose vertices all fall into one place of a table that changes with every run.
    let salt = RandomState::new();
    let salt = (salt.hash_one(0), salt.hash_one(1));
    let mut table = vec![FREE; capacity];
    let mut pairs = Vec::new();
    for (index, point) in points.iter().enumerate() {
        let key = point.bits();
        let mut slot = hash((key.0 ^ salt.0, key.1 ^ salt.1)) as usize & (capacity - 1);
        loop {
            match table[slot] {
                FREE => {
                    table[slot] = index as u32;
                    break;
                }
                first if points[first as usize].bits() == key => {
                    pairs.push((VertexId(first), VertexId(index as u32)));
                    break;
                }
                _ => slot = (slot + 1) & (capacity - 1),
            }
        }
    }
    pairs
}

/// Mixes both coordinates into all bits: neighbouring positions must not pile up in the table.
fn hash((x, y): (u64, u64)) -> u64 {
    let mixed = x.wrapping_mul(0x9E37_79B9_7F4A_7C15)
        ^ y.wrapping_mul(0xC2B2_AE3D_27D4_EB4F).rotate_left(31);
    let mixed = (mixed ^ (mixed >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    mixed ^ (mixed >> 32)
}
