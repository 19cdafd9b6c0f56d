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
use crate::mesh::{
    Across, Element, FaceId, Findings, Kind, Link, LinkKind, Parts, VertexId, face_of_side, narrow,
};

use super::border::{Border, RectSide, common};
use super::flag;
use super::ids::Tables;
use super::records::{Body, Rect};

/// Makes faces of the areas, and sides or links of the connections.
pub(super) fn join(body: &Body, tables: &Tables, findings: &mut Findings) -> Parts {
    let ways = ways(body, tables, findings);
    let mut joints = Joints::default();
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
    let links = links.flat_map(|(way, _)| way.links(findings)).collect();
    Parts { links, walkable: vec![true; body.areas.len()], ..joints.faces(body) }
}

/// A connection of which both areas exist.
#[derive(Debug, Clone, Copy)]
struct Way<'a> {
    record: u32,
    connection: &'a DoomPathConnection,
    faces: [FaceId; 2],
    rects: [Rect; 2],
}

fn ways<'a>(body: &'a Body, tables: &Tables, findings: &mut Findings) -> Vec<Way<'a>> {
    let mut ways = Vec::with_capacity(body.connections.len());
    for (connection, record) in body.connections.iter().zip(0..) {
        let Some([(a, from), (b, to)]) = tables.areas_of(body, connection) else { continue };
        let way = Way { record, connection, faces: [a, b], rects: [from.rect, to.rect] };
        if !way.teleports() && a == b {
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
    fn border(&self) -> Option<Border> {
        let [a, b] = self.rects;
        let border = Border::between(a, b)?;
        let along = if border.sides[0].is_level() { self.rect().xs() } else { self.rect().ys() };
        let piece = common(&border.piece, &along);
        (piece.start < piece.end).then_some(Border { piece, ..border })
    }

    /// One link for each direction in which it leads.
    fn links(&self, findings: &mut Findings) -> impl Iterator<Item = Link> + use<> {
        let (segment, kind) = if self.teleports() {
            let [x1, y1, x2, y2] = self.connection.corners.map(f64::from);
            (Segment::new(Point::new(x1, y1), Point::new(x2, y2)), LinkKind::Teleporter)
        } else {
            (self.crossing(), LinkKind::Passage)
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
    fn crossing(&self) -> Segment {
        if let Some(border) = self.border() {
            let ends = [border.piece.start, border.piece.end];
            let at = |along| point(border.sides[0].position(self.rects[0], along));
            let [from, to] = ends.map(at);
            return Segment::new(from, to);
        }
        // Areas that overlap have no border: the box then lies about a side of one of them.
        let [x1, y1, x2, y2] =
            [self.rect().x1, self.rect().y1, self.rect().x2, self.rect().y2].map(f64::from);
        let (x, y) = ((x1 + x2) / 2.0, (y1 + y2) / 2.0);
        if self.rects.iter().any(|area| [area.x1, area.x2].map(f64::from).contains(&x)) {
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
    /// Its place among the sides of all faces, seen from each of the two.
    places: [u32; 2],
}

/// A reserved piece of a side of an area.
#[derive(Debug, Clone, Copy)]
struct Piece {
    end: i16,
    over: Across,
    /// The place of the portal among all of them.
    portal: usize,
    /// Whether this is seen from the first of the portal's two faces.
    first: bool,
}

#[derive(Default)]
struct Joints {
    /// The pieces of all sides, by where they start. Those of one side do not overlap.
    pieces: BTreeMap<(FaceId, RectSide, i16), Piece>,
    portals: Vec<Portal>,
}

impl Joints {
    /// Takes the piece of border that a connection leads over, if there is one and it is free on both sides.
    fn reserve(&mut self, way: &Way<'_>) -> bool {
        let Some(Border { sides: [side_a, side_b], piece }) = way.border() else { return false };
        let ([a, b], [there, back]) = (way.faces, way.open());
        if !self.is_free((a, side_a), &piece) || !self.is_free((b, side_b), &piece) {
            return false;
        }
        let portal = self.portals.len();
        self.portals.push(Portal { faces: way.faces, places: [0; 2] });
        let over = |open, face| if open { Across::Open(face) } else { Across::Wall(face) };
        let mut insert = |face, side, over, first| {
            let reserved = Piece { end: piece.end, over, portal, first };
            self.pieces.insert((face, side, piece.start), reserved);
        };
        insert(a, side_a, over(there, b), true);
        insert(b, side_b, over(back, a), false);
        true
    }

    fn is_free(&self, (face, side): (FaceId, RectSide), piece: &Range<i16>) -> bool {
        let before_end = (face, side, i16::MIN)..(face, side, piece.end);
        self.pieces.range(before_end).next_back().is_none_or(|(_, last)| last.end <= piece.start)
    }

    /// Cuts the sides of all faces into their pieces, and makes one vertex of the corners at the ends of each portal.
    fn faces(mut self, body: &Body) -> Parts {
        let mut parts = Parts { starts: vec![0], ..Parts::default() };
        let mut positions = Vec::with_capacity(4 * body.areas.len() + 2 * self.pieces.len());
        for (area, face) in body.areas.iter().zip((0..).map(FaceId)) {
            for side in RectSide::ALL {
                self.cut((face, area.rect), side, &mut positions, &mut parts.across);
            }
            parts.starts.push(narrow(positions.len()));
        }
        let mut sets = Sets::new(positions.len());
        for Portal { faces: [face_a, face_b], places: [a, b] } in self.portals {
            let (Some(after_a), Some(after_b)) =
                (next_corner(&parts.starts, face_a, a), next_corner(&parts.starts, face_b, b))
            else {
                continue;
            };
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
        (face, rect): (FaceId, Rect),
        side: RectSide,
        positions: &mut Vec<[i16; 2]>,
        across: &mut Vec<Across>,
    ) {
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
            narrow(across.len() - 1)
        };
        for (from, to, piece) in pieces {
            if at != from {
                add(at, Across::Outside);
            }
            let place = add(from, piece.over);
            if let Some(Portal { places: [a, b], .. }) = self.portals.get_mut(piece.portal) {
                *(if piece.first { a } else { b }) = place;
            }
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
    for ((side, twin), across) in twins.iter().enumerate().zip(&mut parts.across) {
        let (Twin::At(twin), Across::Outside) = (twin, *across) else { continue };
        let other = face_of_side(&parts.starts, twin as usize);
        if other != face_of_side(&parts.starts, side) {
            *across = Across::Wall(other);
        }
    }
}

/// The place of the corner that follows in the same face.
fn next_corner(starts: &[u32], face: FaceId, place: u32) -> Option<u32> {
    let &[start, end] = starts.get(face.index()..)?.first_chunk()?;
    Some(if place + 1 == end { start } else { place + 1 })
}

/// Gives each set of corners a vertex, in the order in which they first appear.
fn number_vertices(positions: &[[i16; 2]], sets: &mut Sets, parts: &mut Parts) {
    let mut vertex_of_root: Vec<Option<VertexId>> = vec![None; positions.len()];
    parts.corners.reserve(positions.len());
    for (&position, corner) in positions.iter().zip(0..) {
        let Some(vertex) = vertex_of_root.get_mut(sets.root(corner) as usize) else { break };
        parts.corners.push(*vertex.get_or_insert_with(|| {
            parts.points.push(point(position));
            VertexId::at(parts.points.len() - 1)
        }));
    }
}
