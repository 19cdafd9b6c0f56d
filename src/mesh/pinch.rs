//! Vertices where two obstacles touch: walkable ground meets there but may not be walked through.

use super::{Across, Navmesh, VertexId};

/// The vertices where two or more obstacles touch, in order.
///
/// Going round a vertex counter-clockwise, every stretch of walkable faces starts at a side that may not be
/// crossed. Behind it is an obstacle, unless it is a mere wall with walkable ground right behind it.
pub fn pinches(mesh: &Navmesh) -> Vec<VertexId> {
    let mut n_obstacles = vec![0_u8; mesh.n_vertices()];
    for face in mesh.faces().filter(|face| face.walkable()) {
        for (side, across) in face.across().iter().enumerate() {
            let (corner, end) = face.ends(side);
            let obstacle_behind = match across {
                Across::Open(other) | Across::Wall(other) => !mesh.face(*other).walkable(),
                Across::Outside => true,
            };
            if obstacle_behind && corner != end {
                let count = &mut n_obstacles[corner.index()];
                *count = count.saturating_add(1);
            }
        }
    }
    let touched = n_obstacles.iter().enumerate().filter(|&(_, &count)| 2 <= count);
    touched.map(|(vertex, _)| VertexId(vertex as u32)).collect()
}
