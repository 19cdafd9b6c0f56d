//! DoomPath `DPMESH`: areas of a Doom map, rectangles along the axes, and connections between them. Binary.
//!
//! ```text
//! "DPMESH"  u16 version  header                       0, 16, 20 or 88 bytes: no version tells which
//! u32 n,  n planes       i32 id  f32 a b c d 1/c      z = -1/c (a x + b y + d)
//! u32 n,  n connections  i32 id  i16 x1 y1 x2 y2  i32 area A  i32 area B  i32 linedef  u32 flags
//! u32 n,  n areas        i32 id  i16 x1 y1 x2 y2 z  i32 plane  i16 sector  u32 flags  u16 n  n (i32 connection)
//! ```
//!
//! Little-endian, packed, nothing after the last area. Ids are arbitrary, of either sign; 0 is "none" for planes and
//! areas, -1 for sectors and linedefs. Flags of a connection: 1 leads from A to B, 2 from B to A, 4 is a teleporter,
//! whose four coordinates are the ends of a line. Those of others are a box about a piece of the common border.

use crate::geom::LIMIT;
use crate::mesh::attributes::{DoomPathRecords, Records};
use crate::mesh::{Attributes, Element, FaceId, FileIds, Findings, Kind, Navmesh, Plane};

use super::{Content, Draft, Lines, ReadError};

mod border;
mod derive;
mod ids;
mod joints;
mod records;
mod write;

#[cfg(test)]
mod tests;

pub use write::{Header, write};

use ids::Tables;
use records::{Area, Body};

/// The first bytes of every file.
const MAGIC: &[u8] = b"DPMESH";

/// Flags of connections.
mod flag {
    pub(super) const A_TO_B: u32 = 1;
    pub(super) const B_TO_A: u32 = 2;
    pub(super) const TELEPORTER: u32 = 4;
    pub(super) const BOTH_WAYS: u32 = A_TO_B | B_TO_A;
    pub(super) const KNOWN: u32 = BOTH_WAYS | TELEPORTER;
    /// Of areas: three of damage, four of jumps.
    pub(super) const KNOWN_OF_AREA: u32 = 0x7F;
}

/// Whether the bytes are meant to be a DoomPath mesh.
pub fn recognizes(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// Reads a DoomPath mesh.
pub fn read(bytes: &[u8]) -> Result<Draft, ReadError> {
    let (body, tables) = records::read(bytes)?;
    let mut findings = Findings::default();
    ids::note_oddities(&body, &tables, &mut findings);
    let mut parts = joints::join(&body, &tables, &mut findings);
    let plane = planes(&body, &tables, &mut findings);
    let lines = Lines {
        binary: true,
        vertices: Vec::new(),
        faces: body.area_bytes(),
        records: body.connection_bytes(),
    };
    parts.attributes = attributes(body, plane);
    Ok(Draft::new(Navmesh::new(parts).map(Content::mesh), findings, lines))
}

/// The floor of each area as a plane; nothing if none of them slopes.
fn planes(body: &Body, tables: &Tables, findings: &mut Findings) -> Vec<Plane> {
    if body.areas.iter().all(|area| area.plane == 0) {
        return Vec::new();
    }
    let mut plane_of = |(area, face): (&Area, u32)| {
        let flat = Plane { a: 0.0, b: 0.0, c: f64::from(area.z) };
        let place = tables.planes.find(area.plane).filter(|_| area.plane != 0);
        let Some(plane) = place.and_then(|place| body.planes.get(place)) else { return flat };
        let [a, b, _, d, inverse] = plane.bits.map(|bits| f64::from(f32::from_bits(bits)));
        // Adding zero makes one number of the two zeros.
        let [a, b, c] = [a, b, d].map(|factor| -inverse * factor + 0.0);
        if [a, b, c].iter().all(|value| value.abs() <= LIMIT) {
            return Plane { a, b, c };
        }
        findings.add(Kind::OddText, Element::Face(FaceId(face)), || {
            format!(
                "plane {} of area {} gives no heights; the area is taken as flat",
                area.plane, area.id
            )
        });
        flat
    };
    body.areas.iter().zip(0..).map(&mut plane_of).collect()
}

fn attributes(body: Body, plane: Vec<Plane>) -> Attributes {
    let areas = &body.areas;
    Attributes {
        ids: FileIds::Listed(areas.iter().map(|area| area.id).collect()),
        plane,
        z: areas.iter().map(|area| f64::from(area.z)).collect(),
        flags: areas.iter().map(|area| area.flags).collect(),
        sector: areas
            .iter()
            .map(|area| (area.sector != -1).then_some(area.sector as u16))
            .collect(),
        records: Records::DoomPath(Box::new(DoomPathRecords {
            version: body.version,
            header: body.header,
            planes: body.planes,
            connections: body.connections,
            area_plane: areas.iter().map(|area| area.plane).collect(),
            area_connections: body.areas.into_iter().map(|area| area.connections).collect(),
        })),
        ..Attributes::default()
    }
}
