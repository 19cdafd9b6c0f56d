//! Portals and walls of a mesh that came from elsewhere.

use crate::mesh::attributes::{MengePortal, MengeRecords, MengeWall};
use crate::mesh::{FaceId, Navmesh, VertexId};

/// Says with portals and walls what the mesh says of its sides; nodes are numbered as `order` has them.
pub(super) fn derive(mesh: &Navmesh, order: &[FaceId]) -> MengeRecords {
    let mut node_of_face = vec![FaceId(0); mesh.n_faces()];
    for (node, face) in order.iter().enumerate() {
        node_of_face[face.index()] = FaceId(node as u32);
    }
    let mut records =
        MengeRecords { node_portals: vec![Vec::new(); order.len()], ..MengeRecords::default() };
    for face in order.iter().map(|&face| mesh.face(face)) {
        let node = node_of_face[face.id.index()];
        for side in 0..face.n_sides() {
            let (from, to) = face.ends(side);
            if from == to {
                continue;
            }
            // Our faces are left of their sides. Menge wants the node on the right.
            let ends = [to, from];
            let flat = face.range().start + side;
            let twin = mesh.twin(face.id, side).filter(|_| mesh.is_open_both_ways(face.id, side));
            match twin {
                None => records.walls.push(MengeWall { ends, node, next: None }),
                Some((other, twin)) if flat < mesh.face(other).range().start + twin => {
                    let other = node_of_face[other.index()];
                    let portal = records.portals.len() as u32;
                    records.portals.push(MengePortal { ends, nodes: [node, other] });
                    records.node_portals[node.index()].push(portal);
                    records.node_portals[other.index()].push(portal);
                }
                Some(_) => {}
            }
        }
    }
    link_walls(&mut records.walls, mesh.n_vertices());
    records.node_walls = list_walls(mesh, order, &records.walls);
    records
}

/// Links the walls into closed loops, or not at all: Menge never comes to the end of an open chain.
fn link_walls(walls: &mut [MengeWall], n_vertices: usize) {
    let mut starting = vec![None; n_vertices];
    let mut n_ending = vec![0_u32; n_vertices];
    for (number, wall) in walls.iter().enumerate() {
        if starting[wall.ends[0].index()].replace(number as u32).is_some() {
            return;
        }
        n_ending[wall.ends[1].index()] += 1;
    }
    if starting.iter().zip(&n_ending).any(|(start, &ends)| u32::from(start.is_some()) != ends) {
        return;
    }
    for wall in walls {
        wall.next = starting[wall.ends[1].index()];
    }
}

/// For every node the walls that touch one of its corners.
fn list_walls(mesh: &Navmesh, order: &[FaceId], walls: &[MengeWall]) -> Vec<Vec<u32>> {
    let at = WallsAt::new(walls, mesh.n_vertices());
    let n_listed: usize = mesh.corners().iter().map(|&corner| at.vertex(corner).len()).sum();
    if 64 * (mesh.corners().len() + walls.len()) < n_listed {
        // Very many nodes and walls meet in one place: all pairs of them would not fit into any file.
        return list_own_walls(order.len(), walls);
    }
    let list = |face: &FaceId| {
        let corners = mesh.face(*face).corners().iter();
        let mut list: Vec<u32> =
            corners.flat_map(|&corner| at.vertex(corner).iter().copied()).collect();
        list.sort_unstable();
        list.dedup();
        list
    };
    order.iter().map(list).collect()
}

fn list_own_walls(n_nodes: usize, walls: &[MengeWall]) -> Vec<Vec<u32>> {
    let mut lists = vec![Vec::new(); n_nodes];
    for (number, wall) in walls.iter().enumerate() {
        lists[wall.node.index()].push(number as u32);
    }
    lists
}

/// The walls that touch each vertex.
struct WallsAt {
    starts: Vec<u32>,
    walls: Vec<u32>,
}

impl WallsAt {
    fn new(walls: &[MengeWall], n_vertices: usize) -> Self {
        let mut starts = vec![0_u32; n_vertices + 1];
        for end in walls.iter().flat_map(|wall| wall.ends) {
            starts[end.index()] += 1;
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        // Filled from the back, each slot ends up where its vertex begins.
        let mut at = vec![0; sum as usize];
        for (number, wall) in walls.iter().enumerate() {
            for end in wall.ends {
                starts[end.index()] -= 1;
                at[starts[end.index()] as usize] = number as u32;
            }
        }
        Self { starts, walls: at }
    }

    fn vertex(&self, vertex: VertexId) -> &[u32] {
        &self.walls[self.starts[vertex.index()] as usize..self.starts[vertex.index() + 1] as usize]
    }
}
