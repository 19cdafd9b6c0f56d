//! Records for a mesh that has none: rectangles, floors, planes and connections, told from the mesh itself.

use crate::geom::{self, Segment};
use crate::mesh::attributes::{DoomPathConnection, DoomPathPlane};
use crate::mesh::{Face, FaceId, LinkKind, Navmesh, Plane};

use super::flag;
use super::records::Rect;

/// How far the box of a connection reaches to either side of the border: one cell of DoomPath's grid.
const REACH: i16 = 16;

/// A face as an area, or why it is none.
pub(super) fn rect(face: Face<'_>) -> Result<Rect, &'static str> {
    if !face.points().all(|p| whole(p.x).is_some() && whole(p.y).is_some()) {
        return Err("an area has whole coordinates from -32768 to 32767");
    }
    let bounds = face.bounds();
    let (width, height) = (bounds.width(), bounds.height());
    let way: f64 = (0..face.n_sides())
        .map(|side| face.segment(side))
        .map(|side| (side.to.x - side.from.x).abs() + (side.to.y - side.from.y).abs())
        .sum();
    // Whole numbers are exact: a ring no longer than its box and as large as it is that box.
    let is_box =
        way == 2.0 * (width + height) && face.area() == width * height && 0.0 < width * height;
    let coordinates = [bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y].map(whole);
    match coordinates {
        [Some(x1), Some(y1), Some(x2), Some(y2)] if is_box => Ok(Rect { x1, y1, x2, y2 }),
        _ => Err("an area is a rectangle along the axes"),
    }
}

fn whole(value: f64) -> Option<i16> {
    geom::whole(value)?.try_into().ok()
}

/// What an area says of its floor.
#[derive(Debug, Clone, Copy)]
pub(super) struct Floor {
    pub(super) z: i16,
    /// Whether that is the height of the face.
    pub(super) exact: bool,
    pub(super) sector: i16,
    pub(super) flags: u32,
}

impl Floor {
    pub(super) fn of(face: Face<'_>, mesh: &Navmesh) -> Self {
        let (attributes, index) = (mesh.attributes(), face.id.index());
        let z = attributes.z.get(index).copied().unwrap_or_else(|| {
            let Plane { a, b, c } = attributes.plane.get(index).copied().unwrap_or_default();
            let center = face.center();
            a * center.x + b * center.y + c
        });
        let sector = attributes.sector.get(index).copied().flatten();
        Self {
            // Where it is not exact the closest there is, and zero where there is no height at all.
            z: whole(z.round().clamp(i16::MIN.into(), i16::MAX.into())).unwrap_or(0),
            exact: whole(z).is_some(),
            sector: sector.map_or(-1, |sector| sector as i16),
            flags: attributes.flags.get(index).copied().unwrap_or(0),
        }
    }
}

/// The sloped planes of a mesh.
pub(super) struct Planes {
    pub(super) records: Vec<DoomPathPlane>,
    /// The plane of each area; 0 is none.
    pub(super) of_area: Vec<i32>,
    /// How many areas slope in a way that cannot be written.
    pub(super) lost: usize,
}

/// A record for every slope that there is, and which of them each face has.
pub(super) fn planes(mesh: &Navmesh, faces: &[Face<'_>]) -> Planes {
    let slope_bits = |face: &Face<'_>| {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "floats of 32 bits are what the format has; what is too large for them is lost, and told so"
        )]
        let bits = |value: f64| (value as f32).to_bits();
        let plane = mesh.attributes().plane.get(face.id.index())?;
        let slopes = plane.a != 0.0 || plane.b != 0.0;
        // As -1/c (a x + b y + d) with c = 1: upright, as the floors of DoomPath are.
        slopes.then(|| [-plane.a, -plane.b, 1.0, -plane.c, 1.0].map(bits))
    };
    let sound = |bits: &[u32; 5]| bits.iter().all(|&bits| f32::from_bits(bits).is_finite());
    let slopes: Vec<_> = faces.iter().map(slope_bits).collect();
    let mut distinct: Vec<[u32; 5]> = slopes.iter().flatten().copied().filter(sound).collect();
    distinct.sort_unstable();
    distinct.dedup();
    let records: Vec<_> =
        distinct.iter().zip(1..).map(|(&bits, id)| DoomPathPlane { id, bits }).collect();
    let id_of = |bits: &Option<[u32; 5]>| {
        let place = distinct.binary_search(bits.as_ref()?).ok()?;
        Some(records.get(place)?.id)
    };
    Planes {
        of_area: slopes.iter().map(|bits| id_of(bits).unwrap_or(0)).collect(),
        lost: slopes.iter().flatten().filter(|bits| !sound(bits)).count(),
        records,
    }
}

/// The connections of a mesh.
pub(super) struct Connections {
    pub(super) connections: Vec<DoomPathConnection>,
    /// How many passages are not along an axis, or not at whole coordinates.
    pub(super) lost_passages: usize,
    /// How many teleporters are not at whole coordinates.
    pub(super) lost_teleporters: usize,
}

/// A connection for every border that one can step over, and for every link.
pub(super) fn connections(mesh: &Navmesh, id_of: impl Fn(FaceId) -> i32) -> Connections {
    let mut derived =
        Connections { connections: Vec::new(), lost_passages: 0, lost_teleporters: 0 };
    let mut id = 0;
    let mut add = |areas: [FaceId; 2], corners, flags| {
        id += 1;
        let areas = areas.map(&id_of);
        derived.connections.push(DoomPathConnection { id, corners, areas, linedef: -1, flags });
    };
    let (passages, lost_passages) = passages(mesh);
    for piece in merged(borders(mesh)).into_iter().chain(merged(passages)) {
        let areas =
            if piece.open == flag::B_TO_A { [piece.faces[1], piece.faces[0]] } else { piece.faces };
        add(
            areas,
            piece.corners(),
            if piece.open == flag::BOTH_WAYS { flag::BOTH_WAYS } else { flag::A_TO_B },
        );
    }
    for link in mesh.links().iter().filter(|link| link.kind == LinkKind::Teleporter) {
        if !mesh.face(link.from).walkable() || !mesh.face(link.to).walkable() {
            continue;
        }
        let Segment { from, to } = link.segment;
        match [from.x, from.y, to.x, to.y].map(whole) {
            [Some(x1), Some(y1), Some(x2), Some(y2)] => {
                add([link.from, link.to], [x1, y1, x2, y2], flag::TELEPORTER | flag::A_TO_B);
            }
            _ => derived.lost_teleporters += 1,
        }
    }
    derived.lost_passages = lost_passages;
    derived
}

/// A piece of a line along an axis that can be stepped over. Ordered so that those to be merged are neighbours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Piece {
    /// The smaller one first.
    faces: [FaceId; 2],
    upright: bool,
    /// Where the line lies.
    at: i16,
    start: i16,
    end: i16,
    /// From the first face to the second, from the second to the first, or both.
    open: u32,
}

impl Piece {
    /// The way from one face to another over a segment, if that is along an axis and whole.
    fn new(from: FaceId, to: FaceId, segment: Segment) -> Option<Self> {
        let [x1, y1] = [whole(segment.from.x)?, whole(segment.from.y)?];
        let [x2, y2] = [whole(segment.to.x)?, whole(segment.to.y)?];
        let upright = x1 == x2;
        if !upright && y1 != y2 {
            return None;
        }
        let (at, start, end) =
            if upright { (x1, y1.min(y2), y1.max(y2)) } else { (y1, x1.min(x2), x1.max(x2)) };
        let open = if from <= to { flag::A_TO_B } else { flag::B_TO_A };
        Some(Self { faces: [from.min(to), from.max(to)], upright, at, start, end, open })
    }

    fn line(&self) -> ([FaceId; 2], bool, i16) {
        (self.faces, self.upright, self.at)
    }

    /// The box about the piece.
    fn corners(&self) -> [i16; 4] {
        let (low, high) = (self.at.saturating_sub(REACH), self.at.saturating_add(REACH));
        if self.upright {
            [low, self.start, high, self.end]
        } else {
            [self.start, low, self.end, high]
        }
    }
}

/// Every side that one may step over, once for each direction.
fn borders(mesh: &Navmesh) -> Vec<Piece> {
    let of_face = |face: Face<'_>| -> Vec<Piece> {
        let step = |side| Piece::new(face.id, mesh.step(face.id, side)?, face.segment(side));
        (0..face.n_sides()).filter_map(step).collect()
    };
    mesh.faces().flat_map(of_face).collect()
}

/// Every passage between faces that are written, and how many cannot be.
fn passages(mesh: &Navmesh) -> (Vec<Piece>, usize) {
    let walkable = |face| mesh.face(face).walkable();
    let written = |link: &&crate::mesh::Link| {
        link.kind == LinkKind::Passage && walkable(link.from) && walkable(link.to)
    };
    let all: Vec<_> = mesh.links().iter().filter(written).collect();
    let pieces: Vec<_> =
        all.iter().filter_map(|link| Piece::new(link.from, link.to, link.segment)).collect();
    let lost = all.len() - pieces.len();
    (pieces, lost)
}

/// Makes one of the two directions of a piece, and of pieces that continue each other.
fn merged(mut pieces: Vec<Piece>) -> Vec<Piece> {
    pieces.sort_unstable();
    let mut both: Vec<Piece> = Vec::with_capacity(pieces.len());
    for piece in pieces {
        match both.last_mut() {
            Some(last)
                if last.line() == piece.line()
                    && (last.start, last.end) == (piece.start, piece.end) =>
            {
                last.open |= piece.open;
            }
            _ => both.push(piece),
        }
    }
    let mut long: Vec<Piece> = Vec::with_capacity(both.len());
    for piece in both {
        match long.last_mut() {
            Some(last)
                if last.line() == piece.line()
                    && last.end == piece.start
                    && last.open == piece.open =>
            {
                last.end = piece.end;
            }
            _ => long.push(piece),
        }
    }
    long
}
