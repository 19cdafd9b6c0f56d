//! Breaks the text of a map in one place.

use std::fmt;

use fastrand::Rng;
use wayglass::explain::{Cause, CauseKind};
use wayglass::geom::{Point, Segment, WELD};
use wayglass::mesh::{Element, FaceId, Kind, Navmesh, VertexId};
use wayglass::search::Query;

/// A file of version 3, line by line. Ids count from one.
#[derive(Clone)]
pub(super) struct Text {
    points: Vec<String>,
    faces: Vec<Line>,
}

/// The line of a face. The j-th neighbour is over the side that ends at the j-th corner.
#[derive(Clone)]
struct Line {
    walkable: bool,
    corners: Vec<u32>,
    neighbours: Vec<i64>,
}

impl Line {
    /// The place of a neighbour in the list.
    fn slot(&self, neighbour: FaceId) -> usize {
        let id = i64::from(neighbour.0) + 1;
        self.neighbours.iter().position(|stated| stated.abs() == id).unwrap()
    }
}

impl Text {
    pub(super) fn parse(text: &str) -> Self {
        let mut lines = text.lines().skip(2);
        let numbers = |line: &str| -> Vec<i64> {
            line.split_whitespace().map(|word| word.parse().unwrap()).collect()
        };
        let counts = numbers(lines.next().unwrap());
        let points = lines.by_ref().take(counts[0] as usize).map(str::to_owned).collect();
        let face = |line: &str| {
            let numbers = numbers(line);
            let (corners, neighbours) = numbers[2..].split_at(numbers[1] as usize);
            Line {
                walkable: numbers[0] == 1,
                corners: corners.iter().map(|&corner| corner as u32).collect(),
                neighbours: neighbours.to_vec(),
            }
        };
        Self { points, faces: lines.take(counts[1] as usize).map(face).collect() }
    }

    fn line(&mut self, face: FaceId) -> &mut Line {
        &mut self.faces[face.index()]
    }

    /// Adds a vertex; its id in the file.
    fn add(&mut self, p: Point) -> u32 {
        self.points.push(format!("{} {}", p.x, p.y));
        self.points.len() as u32
    }

    /// Makes one face of two; the second one is gone.
    fn merge(&mut self, kept: FaceId, gone: FaceId, ring: &[VertexId]) {
        let neighbours = |line: &Line| -> Vec<(u32, u32, i64)> {
            let n = line.corners.len();
            let side =
                |j: usize| (line.corners[(j + n - 1) % n], line.corners[j], line.neighbours[j]);
            (0..n).map(side).collect()
        };
        let known = [&self.faces[kept.index()], &self.faces[gone.index()]].map(neighbours).concat();
        let corners: Vec<u32> = ring.iter().map(|corner| corner.0 + 1).collect();
        let n = corners.len();
        let over = |j: usize| {
            let ends = (corners[(j + n - 1) % n], corners[j]);
            known.iter().find(|side| (side.0, side.1) == ends).unwrap().2
        };
        let neighbours = (0..n).map(over).collect();
        *self.line(kept) = Line { walkable: true, corners, neighbours };
        self.faces.remove(gone.index());
        let gone = i64::from(gone.0) + 1;
        let kept = i64::from(kept.0) + 1;
        for id in self.faces.iter_mut().flat_map(|line| &mut line.neighbours) {
            let number = if id.abs() == gone { kept } else { id.abs() };
            *id = id.signum() * (number - i64::from(gone < number));
        }
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "mesh\n3\n{} {}", self.points.len(), self.faces.len())?;
        self.points.iter().try_for_each(|point| writeln!(f, "{point}"))?;
        for Line { walkable, corners, neighbours } in &self.faces {
            write!(f, "{} {}", u8::from(*walkable), corners.len())?;
            corners.iter().try_for_each(|corner| write!(f, " {corner}"))?;
            neighbours.iter().try_for_each(|neighbour| write!(f, " {neighbour}"))?;
            writeln!(f)?;
        }
        Ok(())
    }
}

/// A way to break a map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Damage {
    OneSided,
    Sign,
    WrongName,
    Shifted,
    Unwelded,
    TJunction,
    Clockwise,
    NonConvex,
    ThinWall,
    BlockedInside,
    BlockedAcross,
}

/// A broken map, and a query that notices.
pub(super) struct Broken {
    pub(super) text: Text,
    pub(super) query: Query,
    pub(super) place: Vec<Element>,
    kinds: Vec<CauseKind>,
}

impl Broken {
    /// Whether a cause is of the right kind and names the place.
    pub(super) fn is_named_by(&self, cause: &Cause) -> bool {
        let names_place = cause.elements.iter().any(|element| self.place.contains(element));
        self.kinds.contains(&cause.kind) && names_place
    }
}

/// Two faces that share a side which may be crossed, and a query over it.
struct Seam {
    faces: [FaceId; 2],
    sides: [usize; 2],
    query: Query,
}

impl Seam {
    fn elements(&self) -> Vec<Element> {
        let side = |i: usize| Element::Side(self.faces[i], self.sides[i] as u32);
        vec![side(0), side(1)]
    }
}

impl Damage {
    pub(super) const ALL: &[Self] = &[
        Self::OneSided,
        Self::Sign,
        Self::WrongName,
        Self::Shifted,
        Self::Unwelded,
        Self::TJunction,
        Self::Clockwise,
        Self::NonConvex,
        Self::ThinWall,
        Self::BlockedInside,
        Self::BlockedAcross,
    ];

    /// Breaks a map somewhere, if it can be done there.
    pub(super) fn broken(self, text: &Text, mesh: &Navmesh, random: &mut Rng) -> Option<Broken> {
        if self == Self::BlockedAcross {
            return blocked_across(text.clone(), mesh, random);
        }
        let seam = seam(mesh, random)?;
        let ring = ring_of_both(mesh, &seam);
        if self == Self::NonConvex && !is_notched(mesh, &seam, &ring) {
            return None;
        }
        let fault = |kind| vec![CauseKind::Fault(kind)];
        let [a, b] = seam.faces;
        let mut text = text.clone();
        let slot = text.line(a).slot(b);
        let mut place = seam.elements();
        let kinds = match self {
            Self::OneSided => {
                text.line(a).neighbours[slot] = 0;
                fault(Kind::OneSidedNeighbour)
            }
            Self::Sign => {
                text.line(a).neighbours[slot] *= -1;
                fault(Kind::SignsDisagree)
            }
            Self::WrongName => {
                let wrong = FaceId(random.u32(..mesh.n_faces() as u32));
                if wrong == a || wrong == b {
                    return None;
                }
                text.line(a).neighbours[slot] = i64::from(wrong.0) + 1;
                fault(Kind::NeighbourNotShared)
            }
            Self::Shifted => {
                let list = &mut text.line(a).neighbours;
                let before = list.clone();
                if random.bool() {
                    list.rotate_left(1)
                } else {
                    list.rotate_right(1)
                }
                if *list == before {
                    return None;
                }
                place = vec![Element::Face(a)];
                fault(Kind::ShiftedNeighbours)
            }
            Self::Unwelded => {
                place = unweld(&mut text, mesh, &seam, random)?;
                fault(Kind::NearVertices)
            }
            Self::TJunction => {
                place = split(&mut text, mesh, &seam, random);
                fault(Kind::TJunction)
            }
            Self::Clockwise => {
                let line = text.line(a);
                line.corners.reverse();
                // The side that ended at the first corner now ends at the last, which comes before the others.
                line.neighbours.reverse();
                line.neighbours.rotate_right(1);
                place = vec![Element::Face(a)];
                fault(Kind::Clockwise)
            }
            Self::NonConvex => {
                text.merge(a.min(b), a.max(b), &ring);
                place = vec![Element::Face(a.min(b))];
                fault(Kind::NonConvex)
            }
            Self::ThinWall => {
                text.line(a).neighbours[slot] *= -1;
                let back = text.line(b).slot(a);
                text.line(b).neighbours[back] *= -1;
                vec![CauseKind::OtherIsland, CauseKind::Detour]
            }
            Self::BlockedInside | Self::BlockedAcross => {
                text.line(a).walkable = false;
                place = vec![Element::Face(a)];
                vec![CauseKind::Blocked]
            }
        };
        Some(Broken { text, query: seam.query, place, kinds })
    }
}

/// A point in a face, somewhere about its middle.
fn inside(mesh: &Navmesh, face: FaceId, random: &mut Rng) -> Point {
    let mut weights = 0.0;
    let mut sum = Point::default();
    for corner in mesh.face(face).points() {
        let weight = 0.2 + random.f64();
        sum = sum + corner * weight;
        weights += weight;
    }
    sum * (1.0 / weights)
}

/// A side between two walkable faces, and a query that crosses it straight.
fn seam(mesh: &Navmesh, random: &mut Rng) -> Option<Seam> {
    let a = FaceId(random.u32(..mesh.n_faces() as u32));
    let side = random.usize(..mesh.face(a).n_sides());
    mesh.step(a, side)?;
    let (b, twin) = mesh.twin(a, side)?;
    let query = Query { start: inside(mesh, a, random), goal: inside(mesh, b, random) };
    let crosses = mesh.face(a).segment(side).crosses(Segment::new(query.start, query.goal));
    crosses.then_some(Seam { faces: [a, b], sides: [side, twin], query })
}

/// Gives a face a corner of its own, a hair away from the one that it shares.
fn unweld(text: &mut Text, mesh: &Navmesh, seam: &Seam, random: &mut Rng) -> Option<Vec<Element>> {
    let a = seam.faces[0];
    let face = mesh.face(a);
    let vertex = face.ends(seam.sides[0]).0;
    let at = mesh.point(vertex);
    let shortest = mesh.faces().filter(|face| face.corners().contains(&vertex));
    let shortest = shortest.flat_map(|face| (0..face.n_sides()).map(move |i| face.segment(i)));
    let shortest = shortest.map(Segment::length).fold(f64::INFINITY, f64::min);
    let widest = (WELD * mesh.bounds().diagonal()).min(1e-3 * shortest);
    let gap = widest * (0.9 * 10_f64.powf(-3.0 * random.f64()));
    let inwards = face.center() - at;
    let moved = at + inwards * (gap / face.center().distance(at));
    if moved == at {
        return None;
    }
    let id = text.add(moved);
    let line = text.line(a);
    let corner = line.corners.iter().position(|&corner| corner == vertex.0 + 1)?;
    line.corners[corner] = id;
    if random.bool() {
        let after = (corner + 1) % line.corners.len();
        let apart = [corner, after].map(|slot| std::mem::take(&mut line.neighbours[slot]));
        for other in apart.into_iter().filter(|&id| id != 0) {
            let other = FaceId(other.unsigned_abs() as u32 - 1);
            let slot = text.line(other).slot(a);
            text.line(other).neighbours[slot] = 0;
        }
    }
    Some(vec![Element::Vertex(vertex), Element::Vertex(VertexId(id - 1))])
}

/// Gives one of two faces a vertex on their common side.
fn split(text: &mut Text, mesh: &Navmesh, seam: &Seam, random: &mut Rng) -> Vec<Element> {
    let [a, b] = seam.faces;
    let Segment { from, to } = mesh.face(a).segment(seam.sides[0]);
    let id = text.add(from + (to - from) * (0.3 + 0.4 * random.f64()));
    let keeps_names = random.bool();
    let slot = text.line(a).slot(b);
    let back = text.line(b).slot(a);
    if !keeps_names {
        text.line(b).neighbours[back] = 0;
        text.line(a).neighbours[slot] = 0;
    }
    let line = text.line(a);
    // The slot is that of the corner where the side ends: the new vertex comes before it.
    line.corners.insert(slot, id);
    line.neighbours.insert(slot, line.neighbours[slot]);
    vec![Element::Vertex(VertexId(id - 1)), Element::Side(b, seam.sides[1] as u32)]
}

/// The corners of two faces as one.
fn ring_of_both(mesh: &Navmesh, seam: &Seam) -> Vec<VertexId> {
    let around = |i: usize| {
        let face = mesh.face(seam.faces[i]);
        let n = face.n_sides();
        (1..n).map(move |k| face.corners()[(seam.sides[i] + k) % n])
    };
    // Each without the first end of the side, which is the last corner of the other.
    around(0).chain(around(1)).collect()
}

/// Whether two faces are not convex together, by more than rounding.
fn is_notched(mesh: &Navmesh, seam: &Seam, ring: &[VertexId]) -> bool {
    let point = |i: usize| mesh.point(ring[i % ring.len()]);
    let turns = |i: usize| {
        let (p, q, r) = (point(i), point(i + 1), point(i + 2));
        (q.x - p.x) * (r.y - q.y) - (q.y - p.y) * (r.x - q.x)
    };
    let area = |face: FaceId| mesh.face(face).area().abs();
    let size = area(seam.faces[0]).min(area(seam.faces[1]));
    (0..ring.len()).any(|i| turns(i) < -1e-3 * size)
}

/// Blocks a face between two others, with a query straight through it.
fn blocked_across(mut text: Text, mesh: &Navmesh, random: &mut Rng) -> Option<Broken> {
    let face = FaceId(random.u32(..mesh.n_faces() as u32));
    let n = mesh.face(face).n_sides();
    let (one, other) = (random.usize(..n), random.usize(..n));
    let (start, goal) = (mesh.step(face, one)?, mesh.step(face, other)?);
    let query = Query { start: inside(mesh, start, random), goal: inside(mesh, goal, random) };
    let line = Segment::new(query.start, query.goal);
    let crosses = |side: usize| mesh.face(face).segment(side).crosses(line);
    if one == other || !crosses(one) || !crosses(other) {
        return None;
    }
    text.line(face).walkable = false;
    let kinds = vec![CauseKind::OtherIsland, CauseKind::Detour];
    Some(Broken { text, query, place: vec![Element::Face(face)], kinds })
}
