//! Pathfinding benchmark `.mesh`, version 3: text, ids counted from 1.
//!
//! ```text
//! mesh
//! 3
//! [vertices] [faces]
//! [x] [y]                                        one line per vertex
//! [walkable] [n] [vertex id]*n [neighbour id]*n  one line per face
//! ```
//! The j-th neighbour is over the side that *ends* at the j-th vertex: positive if the side may be crossed, negative
//! if not, 0 if there is nobody. Real files run counter-clockwise with y up, the published example clockwise.

use crate::mesh::{
    Across, Attributes, Element, Face, FaceId, FileIds, Findings, Kind, Navmesh, Parts, VertexId,
    narrow,
};

use super::blame::{self, LineLengths};
use super::loss::{BEYOND_THE_PLANE, Lost, mesh_losses};
use super::neighbours::{self, Silence};
use super::target::put;
use super::words::Words;
use super::{Content, Draft, Lines, ReadError, Watch, Written};

/// How many words the line of a vertex and the line of a face should hold.
const LINE_LENGTHS: LineLengths =
    LineLengths { vertex: |_| Some(2), face: |words| Some(2 + 2 * blame::number_at(words, 1)?) };

/// How often the watcher is told: every so many records.
pub(super) const REPORT_EVERY: usize = 1 << 14;

/// Reads a file to the end.
pub fn read(bytes: &[u8], watch: &mut dyn Watch) -> Result<Draft, ReadError> {
    let (mut parts, lines) =
        records(bytes, watch).map_err(|error| blame::blame_line(bytes, error, &LINE_LENGTHS))?;
    let mut findings = Findings::default();
    neighbours::wind(&mut parts, &mut findings, false);
    neighbours::settle(&mut parts, Silence::Mistake, &mut findings);
    neighbours::wall_off(&mut parts);
    if !bytes.ends_with(b"\n") {
        findings.add(Kind::UnendedLine, Element::File, || {
            "the last line does not end with a line break".to_owned()
        });
    }
    Ok(Draft::new(Navmesh::new(parts).map(Content::mesh), findings, lines))
}

/// The records of a file as they stand there: neighbours are what the file says, not what is true.
pub fn records(bytes: &[u8], watch: &mut dyn Watch) -> Result<(Parts, Lines), ReadError> {
    let mut words = Words::new(bytes);
    words.keyword("mesh")?;
    words.keyword("3")?;
    let n_vertices = words.count("the number of vertices")?;
    let n_faces = words.count("the number of faces")?;

    let mut parts = Parts {
        attributes: Attributes { ids: FileIds::FromOne, ..Default::default() },
        ..Default::default()
    };
    let mut lines = Lines::default();
    let capacity = words.capacity(n_vertices as usize, 4);
    parts.points.reserve_exact(capacity);
    lines.vertices.reserve_exact(capacity);
    for vertex in 0..n_vertices as usize {
        if vertex % REPORT_EVERY == 0 {
            words.report(watch)?;
        }
        parts.points.push(words.point()?);
        lines.vertices.push(words.line());
    }

    let capacity = words.capacity(n_faces as usize, 16);
    parts.starts.reserve_exact(capacity + 1);
    parts.corners.reserve(words.capacity(3 * n_faces as usize, 4));
    parts.across.reserve(words.capacity(3 * n_faces as usize, 4));
    parts.walkable.reserve_exact(capacity);
    lines.faces.reserve_exact(capacity);
    parts.starts.push(0);
    for face in 0..n_faces as usize {
        if face % REPORT_EVERY == 0 {
            words.report(watch)?;
        }
        read_face(&mut words, n_vertices, n_faces, &mut parts, &mut lines)?;
    }
    words.end("the last face")?;
    Ok((parts, lines))
}

#[inline(always)]
fn read_face(
    words: &mut Words<'_>,
    n_vertices: u32,
    n_faces: u32,
    parts: &mut Parts,
    lines: &mut Lines,
) -> Result<(), ReadError> {
    let walkable = match words.count("0 or 1 for walkable")? {
        0 => false,
        1 => true,
        other => return words.refuse("0 or 1 for walkable", other),
    };
    lines.faces.push(words.line());
    let n_corners = words.count("the number of corners")? as usize;
    if n_corners < 3 {
        return words.refuse("at least 3 corners", n_corners);
    }
    for _ in 0..n_corners {
        let id = words.count("a vertex id")?;
        if id.wrapping_sub(1) >= n_vertices {
            return words.refuse(format!("a vertex id from 1 to {n_vertices}"), id);
        }
        parts.corners.push(VertexId(id - 1));
    }
    // The file lists the side that ends at corner j; we list the one that starts there.
    let mut over_last = None;
    for _ in 0..n_corners {
        let across = neighbour(words, n_faces)?;
        match over_last {
            None => over_last = Some(across),
            Some(_) => parts.across.push(across),
        }
    }
    parts.across.extend(over_last);
    parts.starts.push(narrow(parts.corners.len()));
    parts.walkable.push(walkable);
    Ok(())
}

#[inline(always)]
fn neighbour(words: &mut Words<'_>, n_faces: u32) -> Result<Across, ReadError> {
    let id = words.whole("a neighbour id")?;
    let Some(number) = u32::try_from(id.unsigned_abs()).ok().filter(|&number| number <= n_faces)
    else {
        return words.refuse(format!("a neighbour id from -{n_faces} to {n_faces}"), id);
    };
    let face = FaceId(number.wrapping_sub(1));
    Ok(match id {
        0 => Across::Outside,
        1.. => Across::Open(face),
        _ => Across::Wall(face),
    })
}

/// Writes a mesh, in its own order.
pub fn write(mesh: &Navmesh) -> Written {
    let mut bytes = Vec::with_capacity(24 * mesh.n_vertices() + 12 * mesh.corners().len());
    let mut line = |text: std::fmt::Arguments<'_>| put(&mut bytes, text);
    line(format_args!("mesh\n3\n{} {}\n", mesh.n_vertices(), mesh.n_faces()));
    for point in mesh.points() {
        line(format_args!("{} {}\n", point.x, point.y));
    }
    for face in mesh.faces() {
        line(format_args!("{} {}", u8::from(face.walkable()), face.n_sides()));
        for corner in face.corners() {
            line(format_args!(" {}", corner.0 + 1));
        }
        for (side, across) in sides_by_end(face) {
            line(format_args!(" {}", neighbour_id(mesh, face, side, across)));
        }
        line(format_args!("\n"));
    }
    let losses =
        mesh_losses(mesh, |lost| lost == Lost::OneWayClosed || BEYOND_THE_PLANE.contains(&lost));
    Written { bytes, losses }
}

/// The sides of a face as the formats list them: by the corner where each ends, not where it starts.
pub(super) fn sides_by_end(face: Face<'_>) -> impl Iterator<Item = (usize, Across)> {
    let mut sides = face.across().iter().copied().enumerate();
    let ends_at_first = sides.next_back();
    ends_at_first.into_iter().chain(sides)
}

/// The neighbour over a side; one may cross only if one may come back, and only between faces of one sort.
fn neighbour_id(mesh: &Navmesh, face: Face<'_>, side: usize, across: Across) -> i64 {
    let Some(other) = across.face() else { return 0 };
    let open =
        mesh.is_open_both_ways(face.id, side) && mesh.face(other).walkable() == face.walkable();
    let id = i64::from(other.0) + 1;
    if open { id } else { -id }
}
