//! From rectangles and connections to faces that share sides.
//!
//! A connection opens the piece of border that both of its areas have within its box; both faces get corners at the
//! ends of the piece. A piece belongs to one connection: where floors lie over each other, the others that lead over
//! it become passages. Faces share vertices at the ends of common pieces only, so that floors stay apart.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::geom::{Point, Segment};
use crate::mesh::attributes::DoomPathConnection;
use crate::mesh::islands::Sets;
use crate::mesh::twins::{Twin, twins};
use crate::mesh::{Across, Element, FaceId, Findings, Kind, Link, LinkKind, Parts, VertexId};

use super::border::{Border, RectSide, common};
use super::flag;
use super::ids::Tables;
use super::records::{Body, Rect};

/// Makes faces of the areas, and sides or links of the connections.
pub(super) fn join(body: &Body, tables: &Tables, findings: &mut Findings) -> Parts {
    let rects: Vec<Rect> = body.areas.iter().map(|area| area.rect).collect();
    let ways = ways(body, tables, findings);
    let mut joints = Joints { rects: &rects, pieces: BTreeMap::new(), portals: Vec::new() };
    let mut joined = vec![false; ways.len()];
    // What leads both ways is most worth being a side; what leads nowhere is at least a wall.
    for round in [flag::BOTH_WAYS, flag::A_TO_B, 0] {
        for (way, joined) in
            ways.iter().zip(&mut joined).filter(|(way, _)| way.round() == Some(round))
        {
            *joined = joints.reserve(way);
        }
    }
    let links = ways.iter().zip(joined).filter(|&(_, joined)| !joined);
    let links = links.flat_map(|(way, _)| way.links(&rects, findings)).collect();
    Parts { links, walkable: vec![true; rects.len()], ..joints.faces() }
}

/// A connection of which both areas exist.
#[derive(Debug, Clone, Copy)]
struct Way<'a> {
    record: u32,
    connection: &'a DoomPathConnection,
    faces: [FaceId; 2],
}

fn ways<'a>(body: &'a Body, tables: &Tables, findings: &mut Findings) -> Vec<Way<'a>> {
    let mut ways = Vec::with_capacity(body.connections.len());
    for (record, connection) in body.connections.iter().enumerate() {
        let Some(faces) = tables.faces(body, record) else { continue };
        let way = Way { record: record as u32, connection, faces };
        if !way.teleports() && faces[0] == faces[1] {
            findings.add(Kind::SelfNeighbour, Element::Record(way.record), || {
                format!(
                    "connection {} leads from area {} to itself",
                    connection.id, connection.areas[0]
                )
            });
            continue;
        }
        ways.push(way);
    }
    ways
}

impl Way<'_> {
    fn teleports(&self) -> bool {
        self.connection.flags & flag::TELEPORTER != 0
    }

    /// Whether it leads from A to B, and whether from B to A.
    fn open(&self) -> [bool; 2] {
        [flag::A_TO_B, flag::B_TO_A].map(|direction| self.connection.flags & direction != 0)
    }

    /// In which round it may reserve its piece of border; none for a teleporter.
    fn round(&self) -> Option<u32> {
        if self.teleports() {
            return None;
        }
        Some(match self.open() {
            [true, true] => flag::BOTH_WAYS,
            [false, false] => 0,
            _ => flag::A_TO_B,
        })
    }

    /// The box of the connection, its smaller coordinates first.
    fn rect(&self) -> Rect {
        let [x1, y1, x2, y2] = self.connection.corners;
        Rect { x1: x1.min(x2), y1: y1.min(y2), x2: x1.max(x2), y2: y1.max(y2) }
    }

    /// The common border of its areas within its box.
    fn border(&self, rects: &[Rect]) -> Option<Border> {
        let [a, b] = self.faces.map(|face| rects[face.index()]);
        let border = Border::between(a, b)?;
        let along = if border.sides[0].is_level() { self.rect().xs() } else { self.rect().ys() };
        let piece = common(&border.piece, &along);
        (piece.start < piece.end).then_some(Border { piece, ..border })
    }

    /// One link for each direction in which it leads.
    fn links(&self, rects: &[Rect], findings: &mut Findings) -> impl Iterator<Item = Link> + use<> {
        let (segment, kind) = if self.teleports() {
            let [x1, y1, x2, y2] = self.connection.corners.map(f64::from);
            (Segment::new(Point::new(x1, y1), Point::new(x2, y2)), LinkKind::Teleporter)
        } else {
            (self.crossing(rects), LinkKind::Passage)
        };
        if segment.from == segment.to && self.open() != [false; 2] {
            findings.add(Kind::ZeroLength, Element::Record(self.record), || {
                format!("connection {} has no length", self.connection.id)
            });
        }
        let ([a, b], [there, back]) = (self.faces, self.open());
        let there = there.then_some(Link { from: a, to: b, segment, kind });
        let back = back.then_some(Link { from: b, to: a, segment, kind });
        there.into_iter().chain(back)
    }

    /// Where one steps over from one floor to the other.
    fn crossing(&self, rects: &[Rect]) -> Segment {
        let areas = self.faces.map(|face| rects[face.index()]);
        if let Some(border) = self.border(rects) {
            let ends = [border.piece.start, border.piece.end];
            let [from, to] = ends.map(|along| point(border.sides[0].position(areas[0], along)));
            return Segment::new(from, to);
        }
        // Areas that overlap have no border: the box then lies about a side of one of them.
        let [x1, y1, x2, y2] =
            [self.rect().x1, self.rect().y1, self.rect().x2, self.rect().y2].map(f64::from);
        let (x, y) = ((x1 + x2) / 2.0, (y1 + y2) / 2.0);
        if areas.iter().any(|area| [area.x1, area.x2].map(f64::from).contains(&x)) {
            Segment::new(Point::new(x, y1), Point::new(x, y2))
        } else {
            Segment::new(Point::new(x1, y), Point::new(x2, y))
        }
    }
}

fn point([x, y]: [i16; 2]) -> Point {
    Point::new(f64::from(x), f64::from(y))
}

/// A side that two faces are going to share.
#[derive(Debug)]
struct Portal {
    faces: [FaceId; 2],
    open: [bool; 2],
    /// Its place among the sides of all faces, seen from each of the two.
    places: [u32; 2],
}

/// A reserved piece of a side of an area.
#[derive(Debug, Clone, Copy)]
struct Piece {
    end: i16,
    portal: u32,
    /// Which of the portal's two faces this is.
    seen_from: usize,
}

struct Joints<'a> {
    rects: &'a [Rect],
    /// The pieces of all sides, by where they start. Those of one side do not overlap.
    pieces: BTreeMap<(FaceId, RectSide, i16), Piece>,
    portals: Vec<Portal>,
}

impl Joints<'_> {
    /// Takes the piece of border that a connection leads over, if there is one and it is free on both sides.
    fn reserve(&mut self, way: &Way<'_>) -> bool {
        let Some(Border { sides, piece }) = way.border(self.rects) else { return false };
        let ends = [(way.faces[0], sides[0]), (way.faces[1], sides[1])];
        if !ends.iter().all(|&end| self.is_free(end, &piece)) {
            return false;
        }
        let portal = self.portals.len() as u32;
        self.portals.push(Portal { faces: way.faces, open: way.open(), places: [0; 2] });
        for (seen_from, (face, side)) in ends.into_iter().enumerate() {
            self.pieces
                .insert((face, side, piece.start), Piece { end: piece.end, portal, seen_from });
        }
        true
    }

    fn is_free(&self, (face, side): (FaceId, RectSide), piece: &Range<i16>) -> bool {
        let before_end = (face, side, i16::MIN)..(face, side, piece.end);
        self.pieces.range(before_end).next_back().is_none_or(|(_, last)| last.end <= piece.start)
    }

    /// Cuts the sides of all faces into their pieces, and makes one vertex of the corners at the ends of each portal.
    fn faces(mut self) -> Parts {
        let mut parts = Parts { starts: vec![0], ..Parts::default() };
        let mut positions = Vec::with_capacity(4 * self.rects.len() + 2 * self.pieces.len());
        for face in 0..self.rects.len() {
            for side in RectSide::ALL {
                self.cut(FaceId(face as u32), side, &mut positions, &mut parts.across);
            }
            parts.starts.push(positions.len() as u32);
        }
        let mut sets = Sets::new(positions.len());
        for portal in &self.portals {
            let [a, b] = portal.places;
            let [after_a, after_b] =
                [0, 1].map(|end| next_corner(&parts.starts, portal.faces[end], portal.places[end]));
            // The two faces run through their common side in opposite directions.
            sets.join(a, after_b);
            sets.join(after_a, b);
        }
        number_vertices(&positions, &mut sets, &mut parts);
        wall_up(&mut parts);
        parts
    }

    /// Appends the corners on one side of a face, its end excluded, and what lies over the piece after each of them.
    fn cut(
        &mut self,
        face: FaceId,
        side: RectSide,
        positions: &mut Vec<[i16; 2]>,
        across: &mut Vec<Across>,
    ) {
        let rect = self.rects[face.index()];
        let span = side.span(rect);
        let reserved = self.pieces.range((face, side, i16::MIN)..=(face, side, i16::MAX));
        let mut pieces: Vec<(i16, i16, Piece)> =
            reserved.map(|(key, piece)| (key.2, piece.end, *piece)).collect();
        let (mut at, end) =
            if side.ascends() { (span.start, span.end) } else { (span.end, span.start) };
        if !side.ascends() {
            pieces.reverse();
            pieces.iter_mut().for_each(|(from, to, _)| std::mem::swap(from, to));
        }
        let mut add = |along, over| {
            positions.push(side.position(rect, along));
            across.push(over);
            across.len() as u32 - 1
        };
        for (from, to, piece) in pieces {
            if at != from {
                add(at, Across::Outside);
            }
            let portal = &mut self.portals[piece.portal as usize];
            let other = portal.faces[1 - piece.seen_from];
            let open = portal.open[piece.seen_from];
            portal.places[piece.seen_from] =
                add(from, if open { Across::Open(other) } else { Across::Wall(other) });
            at = to;
        }
        if at != end {
            add(at, Across::Outside);
        }
    }
}

/// Puts a wall on every piece of border between two faces that has portals at both ends but none of its own.
fn wall_up(parts: &mut Parts) {
    let twins = twins(&parts.starts, &parts.corners, parts.points.len());
    let owner = |side: usize| {
        FaceId(parts.starts.partition_point(|&start| start as usize <= side) as u32 - 1)
    };
    for (side, twin) in twins.iter().enumerate() {
        if let Twin::At(twin) = twin
            && parts.across[side] == Across::Outside
            && owner(side) != owner(twin as usize)
        {
            parts.across[side] = Across::Wall(owner(twin as usize));
        }
    }
}

/// The place of the corner that follows in the same face.
fn next_corner(starts: &[u32], face: FaceId, place: u32) -> u32 {
    if place + 1 == starts[face.index() + 1] { starts[face.index()] } else { place + 1 }
}

/// Gives each set of corners a vertex, in the order in which they first appear.
fn number_vertices(positions: &[[i16; 2]], sets: &mut Sets, parts: &mut Parts) {
    const NEW: VertexId = VertexId(u32::MAX);
    let mut vertex_of_root = vec![NEW; positions.len()];
    parts.corners.reserve(positions.len());
    for (corner, &position) in positions.iter().enumerate() {
        let vertex = &mut vertex_of_root[sets.root(corner as u32) as usize];
        if *vertex == NEW {
            *vertex = VertexId(parts.points.len() as u32);
            parts.points.push(point(position));
        }
        parts.corners.push(*vertex);
    }
}
