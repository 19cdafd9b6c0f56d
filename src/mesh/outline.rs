//! The outlines of the walkable ground: rings with ground on their left.

use super::{FaceId, Navmesh, VertexId};

/// Walks along every side that walkable ground ends at, and gives the rings in the order of their first face.
///
/// Rings round ground run counter-clockwise, rings round obstacles clockwise, and none comes to a vertex twice: where
/// two obstacles touch, each has a ring of its own. Walls without thickness close no ring.
pub fn outlines(mesh: &Navmesh) -> Vec<Vec<VertexId>> {
    let ends_ground = |face: FaceId, side: usize| {
        let behind = mesh.face(face).across()[side].face();
        behind.is_none_or(|behind| !mesh.face(behind).walkable())
    };
    let mut seen = vec![false; mesh.corners().len()];
    let mut rings = Vec::new();
    let mut places = vec![None; mesh.n_vertices()];
    for face in mesh.faces().filter(|face| face.walkable()) {
        for side in 0..face.n_sides() {
            if seen[face.range().start + side] || !ends_ground(face.id, side) {
                continue;
            }
            let mut ring = Vec::new();
            let (mut here, mut along) = (face.id, side);
            loop {
                let at = &mut seen[mesh.face(here).range().start + along];
                if std::mem::replace(at, true) {
                    break;
                }
                ring.push(mesh.face(here).corners()[along]);
                (here, along) = next(mesh, here, along, &ends_ground);
            }
            split_at_repeats(&ring, &mut places, &mut rings);
        }
    }
    rings
}

/// Cuts a ring wherever it comes to a vertex again. `places` is all `None`, before and after.
fn split_at_repeats(
    ring: &[VertexId],
    places: &mut [Option<usize>],
    rings: &mut Vec<Vec<VertexId>>,
) {
    let mut way: Vec<VertexId> = Vec::new();
    for &vertex in ring {
        if let Some(first) = places[vertex.index()] {
            let piece = way.split_off(first);
            piece.iter().for_each(|vertex| places[vertex.index()] = None);
            // There and back again along one line runs round nothing.
            rings.extend((3 <= piece.len()).then_some(piece));
        }
        places[vertex.index()] = Some(way.len());
        way.push(vertex);
    }
    way.iter().for_each(|vertex| places[vertex.index()] = None);
    rings.extend((3 <= way.len()).then_some(way));
}

/// The side where the ground ends next, going round the end of a side over the faces that meet there.
fn next(
    mesh: &Navmesh,
    mut face: FaceId,
    mut side: usize,
    ends_ground: &impl Fn(FaceId, usize) -> bool,
) -> (FaceId, usize) {
    // Each turn goes over another face at the same vertex, so this ends; the count guards against broken adjacency.
    for _ in 0..mesh.corners().len() {
        side = (side + 1) % mesh.face(face).n_sides();
        if ends_ground(face, side) {
            break;
        }
        match mesh.twin(face, side) {
            Some(twin) => (face, side) = twin,
            None => break,
        }
    }
    (face, side)
}
