//! A vertex made a corner of the face on whose side it lies.

use crate::mesh::{Across, FaceId, Navmesh, VertexId};

use super::weld::{Joined, join};
use super::{MeshEditError, across_of, follow, records_of_others, vertex_exists};

/// Makes a vertex a corner of a face, in the middle of one of its sides. Sides that then are the same are open, as far
/// as both their faces are of one sort.
pub fn stitch(
    mesh: &Navmesh,
    vertex: VertexId,
    face: FaceId,
    side: usize,
) -> Result<Navmesh, MeshEditError> {
    vertex_exists(mesh, vertex)?;
    across_of(mesh, face, side)?;
    let ids = &mesh.attributes().ids;
    if mesh.face(face).corners().contains(&vertex) {
        return Err(MeshEditError::CornerAlready(ids.vertex(vertex), ids.face(face)));
    }
    let mut parts = mesh.clone().into_parts();
    let place = mesh.face(face).range().start + side;
    // A face over the side knows it as a whole: whose neighbour it is has to be found anew.
    parts.across[place] = Across::Outside;
    if let Some((other, twin)) = mesh.twin(face, side) {
        parts.across[mesh.face(other).range().start + twin] = Across::Outside;
    }
    parts.corners.insert(place + 1, vertex);
    parts.across.insert(place + 1, Across::Outside);
    parts.starts[face.index() + 1..].iter_mut().for_each(|start| *start += 1);
    follow(mesh, &mut parts, &[face], mesh.point(vertex), mesh.point(vertex))?;
    parts.attributes.records = records_of_others(mesh);
    if join(&mut parts, Some(vertex)) == Joined::Crowded {
        return Err(MeshEditError::Crowded(ids.vertex(vertex)));
    }
    Ok(Navmesh::new(parts)?)
}
