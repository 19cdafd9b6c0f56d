//! Polyanya `.mesh`, version 2, and its relatives: text, ids counted from 0, -1 for nothing.
//!
//! ```text
//! mesh
//! 2
//! [vertices] [faces]
//! [x] [y] [k] [face id]*k                        one per vertex; -1 is an obstacle
//! [n] [vertex id]*n [neighbour id]*n             one per face; -1 is nobody
//! ```
//! The j-th neighbour is over the side that *ends* at the j-th vertex. Version 1 has the one that starts there. The
//! weighted variant has a cost at the end of each face line, the packed one three bytes for each number. Only what is
//! walkable is in the file; where two faces share a side but do not name each other stands a wall.

use crate::mesh::subset::walkable_part;
use crate::mesh::{
    Across, Element, FaceId, Findings, Kind, Navmesh, Parts, VertexId, narrow, ranges,
};

use super::blame::{self, LineLengths};
use super::loss::{BEYOND_THE_PLANE, Lost, mesh_losses};
use super::mesh3::{REPORT_EVERY, sides_by_end};
use super::neighbours::{self, Silence};
use super::target::put;
use super::words::Words;
use super::{Content, Draft, Format, Lines, ReadError, Watch, Written};

mod by_line;
mod packed;

/// How many words the line of a vertex and the line of a face should hold.
const LINE_LENGTHS: LineLengths = LineLengths {
    vertex: |words| Some(3 + blame::number_at(words, 2)?),
    face: |words| Some(1 + 2 * blame::number_at(words, 0)?),
};

/// Reads a file to the end, in any of the four variants.
pub fn read(format: Format, bytes: &[u8], watch: &mut dyn Watch) -> Result<Draft, ReadError> {
    let mut records = match format {
        Format::WeightedMesh2 => by_line::weighted_records(bytes)?,
        Format::PackedMesh2 => {
            let mut records =
                records(&packed::unpack(bytes)?, "2", watch).map_err(packed::error_in_bytes)?;
            packed::lines_in_bytes(&mut records.lines);
            records
        }
        Format::Mesh1 => records(bytes, "1", watch)?,
        _ => records(bytes, "2", watch).or_else(|error| match error {
            // Some writers leave the neighbours out; what a line holds then tells.
            ReadError::Unexpected { .. } => by_line::records_without_neighbours(bytes)
                .ok_or_else(|| blame::blame_line(bytes, error, &LINE_LENGTHS)),
            _ => Err(error),
        })?,
    };
    if format == Format::Mesh1 {
        from_version_1(&mut records.parts);
    }
    Ok(settle(records))
}

/// The records of a file as they stand there: neighbours are what the file says, not what is true.
#[derive(Debug, Default)]
pub struct Records {
    /// The vertices and faces.
    pub parts: Parts,
    /// Where they stand.
    pub lines: Lines,
    /// For each vertex a sum over the faces that it lists.
    pub listed: Vec<u64>,
    /// Whether the file lists no neighbours at all.
    pub without_neighbours: bool,
    findings: Findings,
}

/// Reads the records of a `mesh 2` file, or of a `mesh 1` file, which looks the same.
pub fn records(
    bytes: &[u8],
    version: &'static str,
    watch: &mut dyn Watch,
) -> Result<Records, ReadError> {
    let mut words = Words::new(bytes);
    words.keyword("mesh")?;
    words.keyword(version)?;
    let n_vertices = words.count("the number of vertices")?;
    let n_faces = words.count("the number of faces")?;

    let mut records = Records::default();
    let Records { parts, lines, listed, .. } = &mut records;
    let capacity = words.capacity(n_vertices as usize, 6);
    parts.points.reserve_exact(capacity);
    listed.reserve_exact(capacity);
    lines.vertices.reserve_exact(capacity);
    for vertex in 0..n_vertices as usize {
        if vertex % REPORT_EVERY == 0 {
            words.report(watch)?;
        }
        read_vertex(&mut words, n_faces, parts, lines, listed)?;
    }

    let capacity = words.capacity(n_faces as usize, 14);
    parts.starts.reserve_exact(capacity + 1);
    parts.corners.reserve(words.capacity(3 * n_faces as usize, 4));
    parts.across.reserve(words.capacity(3 * n_faces as usize, 4));
    lines.faces.reserve_exact(capacity);
    parts.starts.push(0);
    for face in 0..n_faces as usize {
        if face % REPORT_EVERY == 0 {
            words.report(watch)?;
        }
        read_corners(&mut words, n_vertices, parts, lines)?;
        read_neighbours(&mut words, n_faces, parts)?;
    }
    words.end("the last face")?;
    Ok(records)
}

#[inline(always)]
fn read_vertex(
    words: &mut Words<'_>,
    n_faces: u32,
    parts: &mut Parts,
    lines: &mut Lines,
    listed: &mut Vec<u64>,
) -> Result<(), ReadError> {
    let point = words.point()?;
    parts.points.push(point);
    lines.vertices.push(words.line());
    let n_around = words.count("the number of faces around the vertex")?;
    let mut sum = 0_u64;
    for _ in 0..n_around {
        sum = sum.wrapping_add(trace(face_id(words, n_faces, "a face id")?));
    }
    listed.push(sum);
    Ok(())
}

#[inline(always)]
fn read_corners(
    words: &mut Words<'_>,
    n_vertices: u32,
    parts: &mut Parts,
    lines: &mut Lines,
) -> Result<(), ReadError> {
    let n_corners = words.count("the number of corners")? as usize;
    lines.faces.push(words.line());
    if n_corners < 3 {
        return words.refuse("at least 3 corners", n_corners);
    }
    for _ in 0..n_corners {
        let id = words.count("a vertex id")?;
        if n_vertices <= id {
            return words.refuse(format!("a vertex id below {n_vertices}"), id);
        }
        parts.corners.push(VertexId(id));
    }
    parts.starts.push(narrow(parts.corners.len()));
    Ok(())
}

/// Reads as many neighbours as the last face has corners.
#[inline(always)]
fn read_neighbours(
    words: &mut Words<'_>,
    n_faces: u32,
    parts: &mut Parts,
) -> Result<(), ReadError> {
    let n_corners = parts.corners.len() - parts.across.len();
    // The file lists the side that ends at corner j; we list the one that starts there.
    let mut over_last = None;
    for _ in 0..n_corners {
        let across =
            face_id(words, n_faces, "a neighbour id")?.map_or(Across::Outside, Across::Open);
        match over_last {
            None => over_last = Some(across),
            Some(_) => parts.across.push(across),
        }
    }
    parts.across.extend(over_last);
    Ok(())
}

/// A face id, or nobody: -1, which some writers print as an unsigned number.
#[inline(always)]
fn face_id(
    words: &mut Words<'_>,
    n_faces: u32,
    expected: &'static str,
) -> Result<Option<FaceId>, ReadError> {
    let id = words.whole(expected)?;
    match u32::try_from(id) {
        Ok(u32::MAX) => Ok(None),
        Ok(face) if face < n_faces => Ok(Some(FaceId(face))),
        Err(_) if id == -1 => Ok(None),
        _ => words.refuse(format!("{expected} below {n_faces}, or -1"), id),
    }
}

/// A number that stands for a face in a sum: two lists of faces are the same set if their sums are.
fn trace(face: Option<FaceId>) -> u64 {
    let number = face.map_or(u64::MAX, |face| u64::from(face.0));
    let mixed = number.wrapping_add(0x9E37_79B9_7F4A_7C15).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    (mixed ^ (mixed >> 29)).wrapping_mul(0x94D0_49BB_1331_11EB)
}

/// Version 1 lists the side that starts at each corner, as we do: undo the turn by one slot.
fn from_version_1(parts: &mut Parts) {
    for range in ranges(&parts.starts) {
        if let Some(across) = parts.across.get_mut(range) {
            across.rotate_right(1);
        }
    }
}

fn settle(records: Records) -> Draft {
    let Records { mut parts, lines, listed, without_neighbours, mut findings } = records;
    parts.walkable = vec![true; parts.n_faces()];
    neighbours::wind(&mut parts, &mut findings, false);
    let silence = if without_neighbours { Silence::Open } else { Silence::Wall };
    neighbours::settle(&mut parts, silence, &mut findings);
    let mesh = Navmesh::new(parts);
    if let Ok(mesh) = &mesh {
        check_vertex_lists(mesh, listed, &mut findings);
    }
    Draft::new(mesh.map(Content::mesh), findings, lines)
}

/// Compares the faces that each vertex lists with those that touch it, in any order.
///
/// An obstacle is listed once for every stretch of faces around the vertex that ends at a side nobody may cross.
fn check_vertex_lists(mesh: &Navmesh, mut listed: Vec<u64>, findings: &mut Findings) {
    let mut used = vec![false; listed.len()];
    for face in mesh.faces() {
        for (corner, across) in face.corners().iter().zip(face.across()) {
            let vertex = corner.index();
            let (Some(sum), Some(used)) = (listed.get_mut(vertex), used.get_mut(vertex)) else {
                continue;
            };
            *used = true;
            *sum = sum.wrapping_sub(trace(Some(face.id)));
            if !across.is_open() {
                *sum = sum.wrapping_sub(trace(None));
            }
        }
    }
    let only_obstacles = [1, 2].map(|count: u64| trace(None).wrapping_mul(count));
    for ((sum, used), vertex) in listed.into_iter().zip(used).zip(0..) {
        // A vertex that no face uses has nothing to list but obstacles.
        if sum == 0 || (!used && only_obstacles.contains(&sum)) {
            continue;
        }
        findings.add(Kind::VertexFaces, Element::Vertex(VertexId(vertex)), || {
            format!("vertex {vertex} lists other faces or obstacles than those that touch it")
        });
    }
}

/// Writes the walkable part of a mesh as version 2, in its own order.
pub fn write(mesh: &Navmesh) -> Written {
    let closed = [Lost::BlockedFaces, Lost::OneWayClosed];
    let losses =
        mesh_losses(mesh, |lost| closed.contains(&lost) || BEYOND_THE_PLANE.contains(&lost));
    let mesh = &*walkable_part(mesh);
    let around = around_vertices(mesh);
    let mut bytes = Vec::with_capacity(36 * mesh.n_vertices() + 12 * mesh.corners().len());
    let mut put = |text: std::fmt::Arguments<'_>| put(&mut bytes, text);
    put(format_args!("mesh\n2\n{} {}\n", mesh.n_vertices(), mesh.n_faces()));
    for (point, around) in mesh.points().iter().zip(&around) {
        // Other readers want at least two entries, even of a vertex that no face uses.
        let around: &[i64] = if around.is_empty() { &[-1, -1] } else { around };
        put(format_args!("{} {} {}", point.x, point.y, around.len()));
        around.iter().for_each(|&id| put(format_args!(" {id}")));
        put(format_args!("\n"));
    }
    for face in mesh.faces() {
        put(format_args!("{}", face.n_sides()));
        face.corners().iter().for_each(|corner| put(format_args!(" {}", corner.0)));
        for (side, across) in sides_by_end(face) {
            match across {
                Across::Open(other) if mesh.is_open_both_ways(face.id, side) => {
                    put(format_args!(" {}", other.0))
                }
                _ => put(format_args!(" -1")),
            }
        }
        put(format_args!("\n"));
    }
    Written { bytes, losses }
}

/// The faces around each vertex, counter-clockwise, with one -1 for every stretch that nobody may cross.
fn around_vertices(mesh: &Navmesh) -> Vec<Vec<i64>> {
    let mut around = vec![Vec::new(); mesh.n_vertices()];
    let mut told = vec![false; mesh.corners().len()];
    let blocked = |face: FaceId, side: usize| !mesh.is_open_both_ways(face, side);
    let mut walk = |face: FaceId, corner: usize, told: &mut Vec<bool>| {
        let (vertex, _) = mesh.face(face).ends(corner);
        let Some(list): Option<&mut Vec<i64>> = around.get_mut(vertex.index()) else { return };
        let (mut face, mut corner) = (face, corner);
        while let Some(told) = told.get_mut(mesh.face(face).range().start + corner)
            && !std::mem::replace(told, true)
        {
            list.push(i64::from(face.0));
            let before = (corner + mesh.face(face).n_sides() - 1) % mesh.face(face).n_sides();
            let next = if blocked(face, before) { None } else { mesh.twin(face, before) };
            match next {
                Some(twin) => (face, corner) = twin,
                None => return list.push(-1),
            }
        }
    };
    // First the stretches that start at an obstacle, then what goes all the way round.
    for pass in [true, false] {
        for face in mesh.faces() {
            for corner in 0..face.n_sides() {
                if blocked(face.id, corner) == pass {
                    walk(face.id, corner, &mut told);
                }
            }
        }
    }
    around
}
