//! Changes to the faces of a mesh.

use crate::geom::Point;
use crate::mesh::{FaceId, Navmesh, VertexId};

/// Why a mesh cannot be changed like that.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("not yet")]
pub struct MeshEditError;
/// x
pub fn toggle_walkable(_: &Navmesh, _: FaceId) -> Result<Navmesh, MeshEditError> {
    Err(MeshEditError)
}
/// x
pub fn delete_face(_: &Navmesh, _: FaceId) -> Result<Navmesh, MeshEditError> {
    Err(MeshEditError)
}
/// x
pub fn open_side(_: &Navmesh, _: FaceId, _: usize) -> Result<Navmesh, MeshEditError> {
    Err(MeshEditError)
}
/// x
pub fn close_side(_: &Navmesh, _: FaceId, _: usize) -> Result<Navmesh, MeshEditError> {
    Err(MeshEditError)
}
/// x
pub fn weld(_: &Navmesh, _: VertexId, _: VertexId) -> Result<Navmesh, MeshEditError> {
    Err(MeshEditError)
}
/// x
pub fn move_vertex(_: &Navmesh, _: VertexId, _: Point) -> Result<Navmesh, MeshEditError> {
    Err(MeshEditError)
}
