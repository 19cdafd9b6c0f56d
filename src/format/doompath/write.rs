//! Writing: the file's own records where it has some, and otherwise rectangles and what lies between them.

use crate::format::loss::{Loss, Lost, mesh_losses};
use crate::format::{Content, Draft, WriteError, Written};
use crate::geom::Segment;
use crate::mesh::attributes::{DoomPathConnection, DoomPathPlane, DoomPathRecords, Records};
use crate::mesh::{Face, FaceId, FileIds, Link, LinkKind, Navmesh, narrow};

use super::derive::{self, Floor};
use super::ids::Ids;
use super::records::{AREA_BYTES, CONNECTION_BYTES, FIXED_BYTES, PLANE_BYTES, Rect};
use super::{MAGIC, flag};

/// What comes between the version and the records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Header {
    /// What the file had; a digest if it comes from another format.
    #[default]
    Kept,
    /// A digest of the Doom map, zero if it is not known: the header of 24 bytes that DoomPath writes.
    Digest24,
    /// Nothing: the header of 8 bytes that DoomPath's description has.
    Short8,
}

/// Writes a mesh of rectangles. A file that was read and not changed comes out byte for byte as it was.
pub fn write(mesh: &Navmesh, header: Header) -> Result<Written, WriteError> {
    let records = match &mesh.attributes().records {
        Records::DoomPath(records) => Some(&**records),
        Records::Menge(_) | Records::None => None,
    };
    let rects = rects(mesh)?;
    let mut lost = mesh_losses(mesh, |what| {
        matches!(
            what,
            Lost::BlockedFaces | Lost::Groups | Lost::Costs | Lost::Centers | Lost::UnusedVertices
        )
    });
    let version = records.map_or(1, |records| records.version);
    let header = header.bytes(records);
    let digest_lost = records.is_some_and(|records| {
        records.header.iter().any(|&byte| byte != 0) && records.header != header
    });
    lose(&mut lost, Lost::Header, usize::from(digest_lost));
    if let FileIds::Listed(ids) = &mesh.attributes().ids
        && let Some(records) = records.filter(|records| fit(records, mesh))
    {
        let mut losses = lost.clone();
        let body = kept_body(mesh, ids, records, &rects, &mut losses);
        // Records that the mesh has grown away from would bring back what was changed.
        if let Ok(bytes) = body.bytes(version, &header)
            && reads_as(&bytes, mesh)
        {
            return Ok(Written { bytes, losses });
        }
    }
    let mut losses = lost;
    let body = new_body(mesh, &rects, &mut losses);
    Ok(Written { bytes: body.bytes(version, &header)?, losses })
}

/// Whether a file has the same ways between areas as a mesh has between its walkable faces.
fn reads_as(bytes: &[u8], mesh: &Navmesh) -> bool {
    let Ok(Draft { content: Ok(Content::Mesh(again)), .. }) = super::read(bytes) else {
        return false;
    };
    ways(&again) == ways(mesh)
}

/// The ids of two areas, whether one teleports between them, and the bits of where.
type Way = (i64, i64, bool, [(u64, u64); 2]);

/// All sides and links that lead on, in order.
fn ways(mesh: &Navmesh) -> Vec<Way> {
    let ids = &mesh.attributes().ids;
    let key = |segment: Segment| [segment.from.bits(), segment.to.bits()];
    let sides = mesh.faces().flat_map(|face| {
        (0..face.n_sides()).filter_map(move |side| {
            let other = mesh.step(face.id, side)?;
            Some((ids.face(face.id), ids.face(other), false, key(face.segment(side))))
        })
    });
    let walkable = |link: &&Link| mesh.face(link.from).walkable() && mesh.face(link.to).walkable();
    let links = mesh.links().iter().filter(walkable).map(|link| {
        let teleports = link.kind == LinkKind::Teleporter;
        (ids.face(link.from), ids.face(link.to), teleports, key(link.segment))
    });
    let mut ways: Vec<_> = sides.chain(links).collect();
    ways.sort_unstable();
    ways
}

impl Header {
    fn bytes(self, records: Option<&DoomPathRecords>) -> Vec<u8> {
        match (self, records) {
            (Self::Short8, _) => Vec::new(),
            (Self::Kept, Some(records)) => records.header.clone(),
            (Self::Digest24, Some(records)) => digest(&records.header).to_vec(),
            (Self::Kept | Self::Digest24, None) => digest(&[]).to_vec(),
        }
    }
}

/// The digest of the Doom map in a header of any length; in the longest another checksum stands before it.
fn digest(header: &[u8]) -> [u8; 16] {
    const LONGEST: usize = 96 - FIXED_BYTES;
    let from = if header.len() == LONGEST { 4 } else { 0 };
    header.get(from..).and_then(|rest| rest.first_chunk()).copied().unwrap_or_default()
}

/// The walkable faces as rectangles, in order.
fn rects(mesh: &Navmesh) -> Result<Vec<Rect>, WriteError> {
    let rect_of = |face: Face<'_>| {
        let refuse =
            |reason| WriteError::Face { face: mesh.attributes().ids.face(face.id), reason };
        derive::rect(face).map_err(refuse)
    };
    mesh.faces().filter(|face| face.walkable()).map(rect_of).collect()
}

/// Whether the file's records are about these faces.
fn fit(records: &DoomPathRecords, mesh: &Navmesh) -> bool {
    let n_faces = mesh.n_faces();
    records.area_plane.len() == n_faces && records.area_connections.len() == n_faces
}

/// What stands after the header.
struct Body {
    planes: Vec<DoomPathPlane>,
    connections: Vec<DoomPathConnection>,
    areas: Vec<AreaRecord>,
}

struct AreaRecord {
    id: i32,
    /// What the mesh calls the face.
    face: i64,
    rect: Rect,
    floor: Floor,
    plane: i32,
    connections: Vec<i32>,
}

/// The file's own records, but for connections of areas that may not be walked on any more.
fn kept_body(
    mesh: &Navmesh,
    ids: &[i32],
    records: &DoomPathRecords,
    rects: &[Rect],
    lost: &mut Vec<Loss>,
) -> Body {
    let walkable = || mesh.faces().zip(ids).filter(|(face, _)| face.walkable());
    let areas = Ids::new(walkable().map(|(_, &id)| id));
    let holds = |connection: &DoomPathConnection| {
        connection.areas.iter().all(|&id| id == 0 || areas.find(id).is_some())
    };
    let connections: Vec<_> = records.connections.iter().copied().filter(holds).collect();
    let held = Ids::new(connections.iter().map(|connection| connection.id));
    let kept = mesh.faces().zip(records.area_plane.iter().zip(&records.area_connections));
    let kept = kept.filter(|(face, _)| face.walkable()).map(|(_, kept)| kept);
    let areas = walkable().zip(rects).zip(kept);
    let areas = areas.map(|(((face, &id), &rect), (&plane, connections))| AreaRecord {
        id,
        face: id.into(),
        rect,
        floor: Floor::of(face, mesh),
        plane,
        connections: connections.iter().copied().filter(|&id| held.find(id).is_some()).collect(),
    });
    let areas: Vec<_> = areas.collect();
    lose(
        lost,
        Lost::Heights,
        areas.iter().filter(|area| area.plane == 0 && !area.floor.exact).count(),
    );
    Body { planes: records.planes.clone(), connections, areas }
}

/// Records for a mesh that comes from another format.
fn new_body(mesh: &Navmesh, rects: &[Rect], lost: &mut Vec<Loss>) -> Body {
    let walkable: Vec<_> = mesh.faces().filter(|face| face.walkable()).collect();
    let ids = area_ids(mesh, &walkable);
    // Zero is no area.
    let id_of = |face: FaceId| {
        let place = walkable.binary_search_by_key(&face, |face| face.id).ok();
        place.and_then(|place| ids.get(place)).copied().unwrap_or(0)
    };
    let derived = derive::connections(mesh, id_of);
    lose(lost, Lost::Passages, derived.lost_passages);
    lose(lost, Lost::Teleporters, derived.lost_teleporters);

    let planes = derive::planes(mesh, &walkable);
    lose(lost, Lost::Planes, planes.lost);
    let mut areas: Vec<_> = walkable
        .iter()
        .zip(rects.iter().zip(ids.iter().zip(&planes.of_area)))
        .map(|(&face, (&rect, (&id, &plane)))| AreaRecord {
            id,
            face: mesh.attributes().ids.face(face.id),
            rect,
            floor: Floor::of(face, mesh),
            plane,
            connections: Vec::new(),
        })
        .collect();
    lose(
        lost,
        Lost::Heights,
        areas.iter().filter(|area| area.plane == 0 && !area.floor.exact).count(),
    );

    let places = Ids::new(ids.iter().copied());
    for connection in &derived.connections {
        // An area lists the connections by which one can leave it; teleporters lead from A only.
        let both = connection.flags & flag::B_TO_A != 0;
        for id in connection.areas.into_iter().take(if both { 2 } else { 1 }) {
            if let Some(area) = places.find(id).and_then(|place| areas.get_mut(place)) {
                area.connections.push(connection.id);
            }
        }
    }
    Body { planes: planes.records, connections: derived.connections, areas }
}

/// What the areas are called: as in their file if that gives each a name of its own, otherwise 1, 2, 3 …
fn area_ids(mesh: &Navmesh, walkable: &[Face<'_>]) -> Vec<i32> {
    if let FileIds::Listed(listed) = &mesh.attributes().ids {
        let ids = walkable.iter().map(|face| listed.get(face.id.index()).copied());
        if let Some(ids) = ids.collect::<Option<Vec<i32>>>()
            && !ids.contains(&0)
            && Ids::new(ids.iter().copied()).repeats().next().is_none()
        {
            return ids;
        }
    }
    (1..).take(walkable.len()).collect()
}

fn lose(lost: &mut Vec<Loss>, what: Lost, count: usize) {
    if count != 0 {
        lost.push(Loss { count, what });
    }
}

impl Body {
    fn bytes(&self, version: u16, header: &[u8]) -> Result<Vec<u8>, WriteError> {
        let n_listed: usize = self.areas.iter().map(|area| area.connections.len()).sum();
        let n_records = PLANE_BYTES * self.planes.len()
            + CONNECTION_BYTES * self.connections.len()
            + AREA_BYTES * self.areas.len()
            + 4 * n_listed;
        let mut out = Vec::with_capacity(FIXED_BYTES + header.len() + 3 * 4 + n_records);
        out.extend(MAGIC);
        out.extend(version.to_le_bytes());
        out.extend(header);
        out.extend(narrow(self.planes.len()).to_le_bytes());
        self.planes.iter().for_each(|plane| put_plane(&mut out, plane));
        out.extend(narrow(self.connections.len()).to_le_bytes());
        self.connections.iter().for_each(|connection| put_connection(&mut out, connection));
        out.extend(narrow(self.areas.len()).to_le_bytes());
        self.areas.iter().try_for_each(|area| put_area(&mut out, area))?;
        Ok(out)
    }
}

fn put_plane(out: &mut Vec<u8>, plane: &DoomPathPlane) {
    out.extend(plane.id.to_le_bytes());
    out.extend(plane.bits.iter().flat_map(|bits| bits.to_le_bytes()));
}

fn put_connection(out: &mut Vec<u8>, connection: &DoomPathConnection) {
    out.extend(connection.id.to_le_bytes());
    out.extend(connection.corners.iter().flat_map(|corner| corner.to_le_bytes()));
    out.extend(connection.areas.iter().flat_map(|area| area.to_le_bytes()));
    out.extend(connection.linedef.to_le_bytes());
    out.extend(connection.flags.to_le_bytes());
}

fn put_area(out: &mut Vec<u8>, area: &AreaRecord) -> Result<(), WriteError> {
    let n_connections = u16::try_from(area.connections.len()).map_err(|_| WriteError::Face {
        face: area.face,
        reason: "an area lists at most 65535 connections",
    })?;
    let Rect { x1, y1, x2, y2 } = area.rect;
    let Floor { z, sector, flags, .. } = area.floor;
    out.extend(area.id.to_le_bytes());
    out.extend([x1, y1, x2, y2, z].iter().flat_map(|number| number.to_le_bytes()));
    out.extend(area.plane.to_le_bytes());
    out.extend(sector.to_le_bytes());
    out.extend(flags.to_le_bytes());
    out.extend(n_connections.to_le_bytes());
    out.extend(area.connections.iter().flat_map(|id| id.to_le_bytes()));
    Ok(())
}
