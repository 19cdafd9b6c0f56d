//! Changes to a mesh that nothing was drawn for: its faces, sides and vertices by themselves.
//!
//! Each takes a mesh and gives another, through the same door as every mesh; or a sentence where there can be no such
//! mesh. What a format says of faces beside the mesh comes along. Each takes time that grows with the mesh.

use thiserror::Error;

use crate::geom::{self, Point, Side};

use super::attributes::Records;
use super::{Across, FaceId, Link, MeshError, Navmesh, Parts, VertexId, subset};

mod stitch;
mod weld;

pub use stitch::stitch;
pub use weld::weld;

/// What a person can do to a mesh.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum MeshEdit {
    /// Blocks a face, or lets people walk on it.
    ToggleWalkable(FaceId),
    /// Takes the wall from a side of a face.
    OpenSide(FaceId, usize),
    /// Puts a wall on a side of a face.
    CloseSide(FaceId, usize),
    /// Makes one vertex of two, in the place of the first.
    Weld(VertexId, VertexId),
    /// Makes a vertex a corner of a face on whose side it lies.
    Stitch(VertexId, FaceId, usize),
    /// Puts a vertex somewhere else.
    MoveVertex(VertexId, Point),
    /// Takes a face away.
    DeleteFace(FaceId),
}

impl MeshEdit {
    /// What people call it.
    pub fn title(self) -> &'static str {
        match self {
            Self::ToggleWalkable(_) => "Block or unblock face",
            Self::OpenSide(..) => "Open edge",
            Self::CloseSide(..) => "Close edge",
            Self::Weld(..) => "Weld vertices",
            Self::Stitch(..) => "Stitch vertex to edge",
            Self::MoveVertex(..) => "Move vertex",
            Self::DeleteFace(_) => "Delete face",
        }
    }

    /// What becomes of a mesh.
    pub fn of(self, mesh: &Navmesh) -> Result<Navmesh, MeshEditError> {
        match self {
            Self::ToggleWalkable(face) => toggle_walkable(mesh, face),
            Self::OpenSide(face, side) => open_side(mesh, face, side),
            Self::CloseSide(face, side) => close_side(mesh, face, side),
            Self::Weld(kept, gone) => weld(mesh, kept, gone),
            Self::Stitch(vertex, face, side) => stitch(mesh, vertex, face, side),
            Self::MoveVertex(vertex, to) => move_vertex(mesh, vertex, to),
            Self::DeleteFace(face) => delete_face(mesh, face),
        }
    }
}

/// Why there can be no such mesh. Faces and vertices are called what their file calls them.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum MeshEditError {
    /// An id that names nothing.
    #[error("there is no face {0}")]
    NoFace(i64),
    /// An id that names nothing.
    #[error("there is no vertex {0}")]
    NoVertex(i64),
    /// A number that names nothing.
    #[error("face {0} has no edge {1}")]
    NoSide(i64, usize),
    /// There is nowhere to go.
    #[error("no face lies over that edge of face {0}")]
    NothingAcross(i64),
    /// Between ground and obstacle nobody can cross.
    #[error("one of the faces {0} and {1} is blocked, and the other is not")]
    Blocked(i64, i64),
    /// Nothing would change.
    #[error("the edge is open already")]
    AlreadyOpen,
    /// Nothing would change.
    #[error("the edge is closed already")]
    AlreadyClosed,
    /// Not a number, or too large.
    #[error("no vertex can be there")]
    NoPlace,
    /// It takes two.
    #[error("a vertex cannot be welded to itself")]
    SameVertex,
    /// A face has at least three corners.
    #[error("face {0} would have fewer than 3 corners")]
    TooFewCorners(i64),
    /// A face has each vertex once.
    #[error("face {0} would touch itself")]
    TouchesItself(i64),
    /// It has it already.
    #[error("vertex {0} is a corner of face {1} already")]
    CornerAlready(i64, i64),
    /// Its corners would run clockwise.
    #[error("face {0} would be turned over")]
    TurnedOver(i64),
    /// A side has two faces at most.
    #[error("more than two faces would share an edge at vertex {0}")]
    Crowded(i64),
    /// The parts would not fit together.
    #[error(transparent)]
    Mesh(#[from] MeshError),
}

/// Blocks a face, or lets people walk on it. It is then open towards faces of its sort, and walled off from the others.
pub fn toggle_walkable(mesh: &Navmesh, face: FaceId) -> Result<Navmesh, MeshEditError> {
    face_exists(mesh, face)?;
    let mut parts = mesh.clone().into_parts();
    let walkable = !parts.walkable[face.index()];
    parts.walkable[face.index()] = walkable;
    for side in 0..mesh.face(face).n_sides() {
        let Some((other, _)) = mesh.twin(face, side) else { continue };
        let open = parts.walkable[other.index()] == walkable;
        set_side(mesh, &mut parts, (face, side), open);
    }
    Ok(Navmesh::new(parts)?)
}

/// Lets people cross a side, there and back.
pub fn open_side(mesh: &Navmesh, face: FaceId, side: usize) -> Result<Navmesh, MeshEditError> {
    let other = across(mesh, face, side)?;
    if mesh.face(face).walkable() != mesh.face(other).walkable() {
        let ids = &mesh.attributes().ids;
        return Err(MeshEditError::Blocked(ids.face(face), ids.face(other)));
    }
    if mesh.is_open_both_ways(face, side) {
        return Err(MeshEditError::AlreadyOpen);
    }
    let mut parts = mesh.clone().into_parts();
    set_side(mesh, &mut parts, (face, side), true);
    Ok(Navmesh::new(parts)?)
}

/// Lets people walk on faces, and cross sides there and back: all that is in the way somewhere, at once.
pub fn open_all(
    mesh: &Navmesh,
    faces: &[FaceId],
    sides: &[(FaceId, usize)],
) -> Result<Navmesh, MeshEditError> {
    let mut parts = mesh.clone().into_parts();
    for &face in faces {
        face_exists(mesh, face)?;
        parts.walkable[face.index()] = true;
    }
    for &face in faces {
        for side in 0..mesh.face(face).n_sides() {
            let Some((other, _)) = mesh.twin(face, side) else { continue };
            let open = parts.walkable[other.index()];
            set_side(mesh, &mut parts, (face, side), open);
        }
    }
    for &(face, side) in sides {
        across(mesh, face, side)?;
        set_side(mesh, &mut parts, (face, side), true);
    }
    Ok(Navmesh::new(parts)?)
}

/// Lets nobody cross a side, neither there nor back.
pub fn close_side(mesh: &Navmesh, face: FaceId, side: usize) -> Result<Navmesh, MeshEditError> {
    across(mesh, face, side)?;
    let twin = mesh.twin(face, side).map(|(other, twin)| mesh.face(other).across()[twin]);
    if !mesh.face(face).across()[side].is_open() && !twin.is_some_and(Across::is_open) {
        return Err(MeshEditError::AlreadyClosed);
    }
    let mut parts = mesh.clone().into_parts();
    set_side(mesh, &mut parts, (face, side), false);
    Ok(Navmesh::new(parts)?)
}

/// Puts a vertex somewhere else, and with it the ends of links that were there.
pub fn move_vertex(mesh: &Navmesh, vertex: VertexId, to: Point) -> Result<Navmesh, MeshEditError> {
    vertex_exists(mesh, vertex)?;
    let (Some(x), Some(y)) = (geom::coordinate(to.x), geom::coordinate(to.y)) else {
        return Err(MeshEditError::NoPlace);
    };
    let mut parts = mesh.clone().into_parts();
    let from = std::mem::replace(&mut parts.points[vertex.index()], Point::new(x, y));
    let touched = faces_at(mesh, &[vertex]);
    follow(mesh, &mut parts, &touched, from, Point::new(x, y))?;
    Ok(Navmesh::new(parts)?)
}

/// Takes a face away, with the vertices that no other face uses, and with links from and to it.
pub fn delete_face(mesh: &Navmesh, face: FaceId) -> Result<Navmesh, MeshEditError> {
    face_exists(mesh, face)?;
    let keeps: Vec<bool> = mesh.faces().map(|other| other.id != face).collect();
    let mut parts = subset::part(mesh, &keeps);
    parts.attributes.records = records_of_others(mesh);
    weld::join(&mut parts, None);
    Ok(Navmesh::new(parts)?)
}

fn face_exists(mesh: &Navmesh, face: FaceId) -> Result<(), MeshEditError> {
    let exists = face.index() < mesh.n_faces();
    exists.then_some(()).ok_or_else(|| MeshEditError::NoFace(mesh.attributes().ids.face(face)))
}

fn vertex_exists(mesh: &Navmesh, vertex: VertexId) -> Result<(), MeshEditError> {
    let exists = vertex.index() < mesh.n_vertices();
    exists
        .then_some(())
        .ok_or_else(|| MeshEditError::NoVertex(mesh.attributes().ids.vertex(vertex)))
}

/// The face over a side.
fn across(mesh: &Navmesh, face: FaceId, side: usize) -> Result<FaceId, MeshEditError> {
    let id = mesh.attributes().ids.face(face);
    across_of(mesh, face, side)?.face().ok_or(MeshEditError::NothingAcross(id))
}

/// What lies over a side.
fn across_of(mesh: &Navmesh, face: FaceId, side: usize) -> Result<Across, MeshEditError> {
    face_exists(mesh, face)?;
    let id = mesh.attributes().ids.face(face);
    mesh.face(face).across().get(side).copied().ok_or(MeshEditError::NoSide(id, side))
}

/// Opens or closes a side for both faces that have it.
fn set_side(mesh: &Navmesh, parts: &mut Parts, (face, side): (FaceId, usize), open: bool) {
    let Some((other, twin)) = mesh.twin(face, side) else { return };
    let behind = if open { Across::Open } else { Across::Wall };
    parts.across[mesh.face(face).range().start + side] = behind(other);
    parts.across[mesh.face(other).range().start + twin] = behind(face);
}

/// The faces that have one of these vertices as a corner.
fn faces_at(mesh: &Navmesh, vertices: &[VertexId]) -> Vec<FaceId> {
    let touches = |corners: &[VertexId]| corners.iter().any(|corner| vertices.contains(corner));
    mesh.faces().filter(|face| touches(face.corners())).map(|face| face.id).collect()
}

/// Lets what is said of faces follow a vertex of theirs; refuses to turn a face over.
fn follow(
    mesh: &Navmesh,
    parts: &mut Parts,
    touched: &[FaceId],
    from: Point,
    to: Point,
) -> Result<(), MeshEditError> {
    for &face in touched {
        let corners = &parts.corners[parts.range(face.index())];
        let ring: Vec<Point> = corners.iter().map(|corner| parts.points[corner.index()]).collect();
        let before: Vec<Point> = mesh.face(face).points().collect();
        // Readers turn such a face round: it would not come back as it was.
        if geom::turning(&ring) == Side::Right && geom::turning(&before) != Side::Right {
            return Err(MeshEditError::TurnedOver(mesh.attributes().ids.face(face)));
        }
        if let Some(center) = parts.attributes.center.get_mut(face.index()) {
            let sum = ring.iter().fold(Point::default(), |sum, &point| sum + point);
            *center = sum * (1.0 / ring.len() as f64);
        }
    }
    let is_touched = |face: FaceId| touched.binary_search(&face).is_ok();
    let ends_there = |link: &Link| is_touched(link.from) || is_touched(link.to);
    for link in parts.links.iter_mut().filter(|link| ends_there(link)) {
        for end in [&mut link.segment.from, &mut link.segment.to] {
            if *end == from {
                *end = to;
            }
        }
    }
    Ok(())
}

/// The file's own records that do not go by the numbers of faces and vertices. Writers look whether the rest still fits.
fn records_of_others(mesh: &Navmesh) -> Records {
    match &mesh.attributes().records {
        Records::Menge(_) => Records::None,
        records => records.clone(),
    }
}
