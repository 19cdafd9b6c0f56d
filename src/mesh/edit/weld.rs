//! Two vertices made one.

use crate::mesh::twins::{Twin, twins};
use crate::mesh::{Across, FaceId, Navmesh, Parts, VertexId};

use super::{MeshEditError, faces_at, follow, records_of_others, vertex_exists};

/// Makes one vertex of two, in the place of the first. Sides that then are the same are open, as far as both their
/// faces are of one sort.
pub fn weld(mesh: &Navmesh, kept: VertexId, gone: VertexId) -> Result<Navmesh, MeshEditError> {
    vertex_exists(mesh, kept)?;
    vertex_exists(mesh, gone)?;
    if kept == gone {
        return Err(MeshEditError::SameVertex);
    }
    let touched = faces_at(mesh, &[gone]);
    for &face in &touched {
        check_corners(mesh, face, kept, gone)?;
    }
    let mut parts = without_vertex(mesh, kept, gone);
    follow(mesh, &mut parts, &touched, mesh.point(gone), mesh.point(kept))?;
    parts.attributes.records = records_of_others(mesh);
    let here = after(kept, kept, gone);
    if join(&mut parts, Some(here)) == Joined::Crowded {
        return Err(MeshEditError::Crowded(mesh.attributes().ids.vertex(kept)));
    }
    Ok(Navmesh::new(parts)?)
}

/// A face that has both vertices must have them side by side, and another two corners.
fn check_corners(
    mesh: &Navmesh,
    face: FaceId,
    kept: VertexId,
    gone: VertexId,
) -> Result<(), MeshEditError> {
    let (face, id) = (mesh.face(face), mesh.attributes().ids.face(face));
    if !face.corners().contains(&kept) {
        return Ok(());
    }
    let between = |side: usize| {
        let (from, to) = face.ends(side);
        (from, to) == (kept, gone) || (from, to) == (gone, kept)
    };
    if (0..face.n_sides()).filter(|&side| between(side)).count() != 1 {
        return Err(MeshEditError::TouchesItself(id));
    }
    if face.n_sides() == 3 {
        return Err(MeshEditError::TooFewCorners(id));
    }
    Ok(())
}

/// What a vertex is called once one is gone.
fn after(vertex: VertexId, kept: VertexId, gone: VertexId) -> VertexId {
    let vertex = if vertex == gone { kept } else { vertex };
    VertexId(vertex.0 - u32::from(gone < vertex))
}

/// The parts of a mesh with one vertex for two; the sides between the two are gone.
fn without_vertex(mesh: &Navmesh, kept: VertexId, gone: VertexId) -> Parts {
    let mut parts = Parts { starts: vec![0], ..mesh.clone().into_parts() };
    parts.points.remove(gone.index());
    parts.corners.clear();
    parts.across.clear();
    for face in mesh.faces() {
        for (side, across) in face.across().iter().enumerate() {
            let (from, to) = face.ends(side);
            let ends = [from, to].map(|end| after(end, kept, gone));
            // Sides that had no length before are none of our business.
            if ends[0] != ends[1] || from == to {
                parts.corners.push(ends[0]);
                parts.across.push(*across);
            }
        }
        parts.starts.push(parts.corners.len() as u32);
    }
    parts
}

/// Whether the faces at a vertex could be joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Joined {
    /// Every side has two faces at most.
    Well,
    /// A side at the vertex has more.
    Crowded,
}

/// Lets faces that share a side know of each other: at this vertex the side is open, where it can be; elsewhere nobody
/// said that one may cross, so it is a wall, as all readers take it.
pub(super) fn join(parts: &mut Parts, opened: Option<VertexId>) -> Joined {
    let twins = twins(&parts.starts, &parts.corners, parts.points.len());
    let mut owners = Vec::with_capacity(parts.corners.len());
    for (face, ends) in parts.starts.windows(2).enumerate() {
        owners.resize(ends[1] as usize, FaceId(face as u32));
    }
    for side in 0..parts.corners.len() {
        let range = parts.range(owners[side].index());
        let next = if side + 1 == range.end { range.start } else { side + 1 };
        let is_here = [side, next].iter().any(|&end| Some(parts.corners[end]) == opened);
        match twins.of(side) {
            Twin::Crowded if is_here => return Joined::Crowded,
            Twin::At(twin) if side < twin as usize => {
                let twin = twin as usize;
                let (a, b) = (owners[side], owners[twin]);
                let know_each_other = parts.across[side].face() == Some(b);
                if a != b && !know_each_other {
                    let of_one_sort = parts.walkable[a.index()] == parts.walkable[b.index()];
                    let behind = if is_here && of_one_sort { Across::Open } else { Across::Wall };
                    (parts.across[side], parts.across[twin]) = (behind(b), behind(a));
                }
            }
            Twin::At(_) | Twin::Alone | Twin::Crowded => {}
        }
    }
    Joined::Well
}
