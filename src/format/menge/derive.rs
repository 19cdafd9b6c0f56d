//! Portals and walls of a mesh that came from elsewhere.

use crate::mesh::attributes::{MengePortal, MengeRecords, MengeWall};
use crate::mesh::{FaceId, Navmesh, VertexId, range};

/// Says with portals and walls what the mesh says of its sides; nodes are numbered as `order` has them.
pub(super) fn derive(mesh: &Navmesh, order: &[FaceId]) -> MengeRecords {
    let nodes = || order.iter().zip((0..).map(FaceId));
    let mut node_of_face: Vec<(FaceId, FaceId)> =
        nodes().map(|(&face, node)| (face, node)).collect();
    node_of_face.sort_unstable();
    let mut records = MengeRecords::default();
    for (&face, node) in nodes() {
        let face = mesh.face(face);
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
                    let place = node_of_face.binary_search_by_key(&other, |&(face, _)| face);
                    let found = place.ok().and_then(|place| node_of_face.get(place));
                    let Some(&(_, other)) = found else { continue };
                    records.portals.push(MengePortal { ends, nodes: [node, other] });
                }
                Some(_) => {}
            }
        }
    }
    let portals = records.portals.iter().zip(0..);
    records.node_portals = lists(
        order.len(),
        portals.flat_map(|(portal, number)| portal.nodes.map(|node| (node, number))),
    );
    link_walls(&mut records.walls, mesh.n_vertices());
    records.node_walls = list_walls(mesh, order, &records.walls);
    records
}

/// Links the walls into closed loops, or not at all: Menge never comes to the end of an open chain.
fn link_walls(walls: &mut [MengeWall], n_vertices: usize) {
    let mut starting = vec![None; n_vertices];
    let mut n_ending = vec![0_u32; n_vertices];
    for (wall, number) in walls.iter().zip(0..) {
        let [start, end] = wall.ends.map(VertexId::index);
        let (Some(starts), Some(n_ends)) = (starting.get_mut(start), n_ending.get_mut(end)) else {
            return;
        };
        if starts.replace(number).is_some() {
            return;
        }
        *n_ends += 1;
    }
    if starting.iter().zip(&n_ending).any(|(start, &ends)| u32::from(start.is_some()) != ends) {
        return;
    }
    for wall in walls {
        wall.next = starting.get(wall.ends[1].index()).copied().flatten();
    }
}

/// For every node the walls that touch one of its corners.
fn list_walls(mesh: &Navmesh, order: &[FaceId], walls: &[MengeWall]) -> Vec<Vec<u32>> {
    let at = WallsAt::new(walls, mesh.n_vertices());
    let n_listed: usize = mesh.corners().iter().map(|&corner| at.vertex(corner).len()).sum();
    if 64 * (mesh.corners().len() + walls.len()) < n_listed {
        // Very many nodes and walls meet in one place: all pairs of them would not fit into any file.
        return lists(order.len(), walls.iter().map(|wall| wall.node).zip(0..));
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

/// For every node the numbers of what belongs to it.
fn lists(n_nodes: usize, owned: impl Iterator<Item = (FaceId, u32)>) -> Vec<Vec<u32>> {
    let mut lists = vec![Vec::new(); n_nodes];
    for (node, number) in owned {
        if let Some(list) = lists.get_mut(node.index()) {
            list.push(number);
        }
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
            starts.get_mut(end.index()).into_iter().for_each(|count| *count += 1);
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        // Filled from the back, each slot ends up where its vertex begins.
        let mut at = vec![0; sum as usize];
        for (wall, number) in walls.iter().zip(0..) {
            for end in wall.ends {
                let Some(start) = starts.get_mut(end.index()) else { continue };
                *start -= 1;
                if let Some(slot) = at.get_mut(*start as usize) {
                    *slot = number;
                }
            }
        }
        Self { starts, walls: at }
    }

    fn vertex(&self, vertex: VertexId) -> &[u32] {
        let range = range(&self.starts, vertex.index());
        range.and_then(|range| self.walls.get(range)).unwrap_or_default()
    }
}
