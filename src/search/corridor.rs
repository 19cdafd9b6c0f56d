//! The corridor of a path: the row of faces that it goes through, the sides it crosses, the narrowest of them.
//!
//! Works on the faces of the mesh itself, with the exact predicate, and shares no step with the searches: whatever is
//! not a path over walkable ground is refused, so this is a checker, too.

use std::collections::{BTreeMap, VecDeque};

use thiserror::Error;

use crate::geom::{Point, Segment, Side as Hand, side as hand};
use crate::mesh::FaceId;

use super::footing;
use super::ground::{Ground, NONE};

/// The row of faces that a leg of a path goes through.
#[derive(Debug, Clone, PartialEq)]
pub struct Corridor {
    /// The faces, from start to goal.
    pub faces: Vec<FaceId>,
    /// The sides that are crossed, one between each face and the next.
    pub crossings: Vec<Crossing>,
}

/// A side that is crossed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Crossing {
    /// The face that is left.
    pub face: FaceId,
    /// The place of the side in that face.
    pub side: usize,
    /// The side.
    pub segment: Segment,
}

impl Corridor {
    /// The narrowest side that is crossed, the first among equals; none within one face.
    pub fn bottleneck(&self) -> Option<Crossing> {
        let narrower =
            |a: &&Crossing, b: &&Crossing| a.segment.length().total_cmp(&b.segment.length());
        self.crossings.iter().min_by(narrower).copied()
    }
}

/// Why points are not a leg of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Astray {
    /// There are no points.
    #[error("there are no points to go along")]
    Nowhere,
    /// The ground was merged, so that it does not know the faces of the mesh any more.
    #[error("the faces of the ground were merged")]
    Merged,
    /// A point is on no walkable face.
    #[error("point {0} is on no walkable face")]
    OffMesh(usize),
    /// The straight way to a point leaves the walkable ground or crosses a closed side.
    #[error("the way to point {0} is blocked")]
    Blocked(usize),
}

/// The corridor of one leg of a path, from its first point straight to the next and so on to the last.
///
/// Of all rows of faces along the leg it is one with the fewest. A leg along a side may take the face on either hand,
/// and one through a vertex goes round it over open sides. The ground must have been prepared without merging.
pub fn along(ground: &Ground, leg: &[Point]) -> Result<Corridor, Astray> {
    if ground.is_merged() {
        return Err(Astray::Merged);
    }
    let mut stops: Vec<Stop> = Vec::with_capacity(leg.len());
    for (index, &point) in leg.iter().enumerate() {
        let stop = Stop::new(ground, index, point)?;
        if stops.last().is_none_or(|last| last.point != stop.point) {
            stops.push(stop);
        }
    }
    let mut walk = Walk { ground, stops: &stops, open: VecDeque::new(), known: BTreeMap::new() };
    for &face in &stops.first().ok_or(Astray::Nowhere)?.faces {
        walk.go(Stand { piece: 0, face, place: Place::Stop }, None, 0);
    }
    walk.run().map(|last| walk.corridor(last))
}

/// A point of the leg.
#[derive(Debug)]
struct Stop {
    /// Its place in the leg.
    index: usize,
    point: Point,
    /// The faces that hold it.
    faces: Vec<u32>,
}

impl Stop {
    fn new(ground: &Ground, index: usize, point: Point) -> Result<Self, Astray> {
        let mut faces = Vec::new();
        let point = footing::stand(ground, point, &mut faces);
        if faces.is_empty() {
            return Err(Astray::OffMesh(index));
        }
        Ok(Self { index, point, faces })
    }
}

/// Where on the way somebody stands, as exactly as it can be said without working out where rays meet sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    /// At the point that the straight piece starts from.
    Stop,
    /// At the corner from where this side of the face starts.
    Corner(u32),
    /// Where the straight piece crosses this side of the face.
    Side(u32),
}

/// Somebody on a straight piece of the leg, in a face.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Stand {
    /// The number of the straight piece.
    piece: usize,
    face: u32,
    place: Place,
}

/// How one got to stand somewhere.
#[derive(Debug, Clone, Copy)]
struct Known {
    n_faces: u32,
    /// From where, and over which side if one was crossed.
    parent: Option<(Stand, Option<u32>)>,
    done: bool,
}

/// All ways along the leg at once, those through fewer faces first.
struct Walk<'a> {
    ground: &'a Ground,
    stops: &'a [Stop],
    open: VecDeque<Stand>,
    known: BTreeMap<Stand, Known>,
}

impl Walk<'_> {
    /// Walks to the end of the leg, if one can.
    fn run(&mut self) -> Result<Stand, Astray> {
        let mut farthest = 0;
        while let Some(stand) = self.open.pop_front() {
            let Some(known) = self.known.get_mut(&stand) else { continue };
            if std::mem::replace(&mut known.done, true) {
                continue;
            }
            let n_faces = known.n_faces;
            farthest = farthest.max(stand.piece);
            if stand.piece + 1 == self.stops.len() {
                return Ok(stand);
            }
            self.step(stand, n_faces);
        }
        Err(Astray::Blocked(self.stops.get(farthest + 1).map_or(0, |stop| stop.index)))
    }

    /// Takes note of a way to stand somewhere, if it is one through fewer faces than those known.
    fn go(&mut self, to: Stand, parent: Option<(Stand, Option<u32>)>, n_faces: u32) {
        if self.known.get(&to).is_some_and(|known| known.n_faces <= n_faces) {
            return;
        }
        self.known.insert(to, Known { n_faces, parent, done: false });
        let same_face = parent.is_none_or(|(_, over)| over.is_none());
        if same_face { self.open.push_front(to) } else { self.open.push_back(to) }
    }

    fn step(&mut self, stand: Stand, n_faces: u32) {
        let Stand { piece, face, .. } = stand;
        let (stop, next) = (&self.stops[piece], &self.stops[piece + 1]);
        let (from, to) = (stop.point, next.point);
        if next.faces.contains(&face) {
            let there = Stand { piece: piece + 1, face, place: Place::Stop };
            self.go(there, Some((stand, None)), n_faces);
        } else if let Some(place) = self.exit(face, from, to) {
            self.go(Stand { piece, face, place }, Some((stand, None)), n_faces);
        }
        for side in self.ground.sides_of(face) {
            let twin = self.ground.sides[side as usize].twin;
            if twin != NONE
                && let Some(place) = self.across(stand, side, twin, from)
            {
                let face = self.ground.faces[twin as usize];
                let there = Stand { piece, face, place };
                self.go(there, Some((stand, Some(side))), n_faces + 1);
            }
        }
        for passage in self.ground.passages_from(face) {
            if let Some(place) = self.over_passage(stand, passage, [from, to]) {
                let twin = self.ground.sides[passage as usize].twin;
                let there = Stand { piece, face: self.ground.faces[twin as usize], place };
                self.go(there, Some((stand, Some(passage))), n_faces + 1);
            }
        }
    }

    /// Where the line from one point on to another leaves a face that it goes through.
    fn exit(&self, face: u32, from: Point, to: Point) -> Option<Place> {
        let along = |p: Point| {
            let way = to - from;
            if way.x.abs() < way.y.abs() { p.y * way.y.signum() } else { p.x * way.x.signum() }
        };
        let mut last: Option<(f64, Place)> = None;
        for side in self.ground.sides_of(face) {
            let out = self.ground.sides[side as usize];
            let [p, q] = [out.from, out.to].map(|end| self.ground.point(end));
            match (hand(from, to, p), hand(from, to, q)) {
                (Hand::Right, Hand::Left) => return Some(Place::Side(side)),
                (Hand::On, _) if last.is_none_or(|(best, _)| best < along(p)) => {
                    last = Some((along(p), Place::Corner(side)));
                }
                _ => {}
            }
        }
        last.map(|(_, place)| place)
    }

    /// The same place in the face behind a side, if one stands on that side.
    fn across(&self, stand: Stand, side: u32, twin: u32, stop: Point) -> Option<Place> {
        let out = self.ground.sides[side as usize];
        let [p, q] = [out.from, out.to].map(|end| self.ground.point(end));
        let sides = self.ground.sides_of(self.ground.faces[twin as usize]);
        let after_twin = if twin + 1 == sides.end { sides.start } else { twin + 1 };
        match stand.place {
            Place::Stop => Segment::new(p, q).holds(stop).then_some(Place::Stop),
            Place::Side(crossed) => (crossed == side).then_some(Place::Side(twin)),
            Place::Corner(corner) => {
                let at = self.ground.point(self.ground.sides[corner as usize].from);
                if at == p {
                    Some(Place::Corner(after_twin))
                } else if at == q {
                    Some(Place::Corner(twin))
                } else {
                    None
                }
            }
        }
    }

    /// The same place in the face behind a passage, if one stands on it.
    fn over_passage(&self, stand: Stand, passage: u32, [from, to]: [Point; 2]) -> Option<Place> {
        let ends = |side: u32| {
            let side = self.ground.sides[side as usize];
            [side.from, side.to].map(|end| self.ground.point(end))
        };
        let [p, q] = ends(passage);
        let on_line = |side: u32| ends(side).iter().all(|&end| hand(p, q, end) == Hand::On);
        let meets = |[a, b]: [Point; 2]| {
            let hands = (hand(from, to, a), hand(from, to, b));
            hands.0 != hands.1 || hands.0 == Hand::On
        };
        let is_there = match stand.place {
            Place::Stop => Segment::new(p, q).holds(from),
            Place::Corner(corner) => Segment::new(p, q).holds(ends(corner)[0]),
            Place::Side(side) => on_line(side) && meets([p, q]),
        };
        if stand.place == Place::Stop {
            return is_there.then_some(Place::Stop);
        }
        let twin = self.ground.sides[passage as usize].twin;
        let behind = self.ground.sides_of(self.ground.faces[twin as usize]);
        let entered = behind.filter(|&side| is_there && on_line(side) && meets(ends(side)));
        let place = |side: u32| match hand(from, to, ends(side)[0]) {
            Hand::On => Place::Corner(side),
            _ => Place::Side(side),
        };
        // A corner may be an end of two sides; the one that it starts knows it.
        entered.map(place).min()
    }

    /// Reads the way back from the end.
    fn corridor(&self, last: Stand) -> Corridor {
        let mut crossed = Vec::new();
        let mut here = last;
        while let Some((parent, over)) = self.known.get(&here).and_then(|known| known.parent) {
            crossed.extend(over);
            here = parent;
        }
        let origin = |face: u32| self.ground.origins[face as usize];
        let mut corridor = Corridor { faces: vec![origin(here.face)], crossings: Vec::new() };
        for &side in crossed.iter().rev() {
            // Between the pieces of one face there is no side of the mesh.
            if let Some((crossing, face)) = self.crossing(side) {
                corridor.faces.push(face);
                corridor.crossings.push(crossing);
            }
        }
        corridor
    }

    /// A side of the ground as one of the mesh, if it is one, and the face behind it.
    fn crossing(&self, side: u32) -> Option<(Crossing, FaceId)> {
        let origin = |side: u32| self.ground.origins[self.ground.faces[side as usize] as usize];
        let out = self.ground.sides[side as usize];
        let face = self.ground.mesh().face(origin(side));
        let behind = origin(out.twin);
        let segment = Segment::new(self.ground.point(out.from), self.ground.point(out.to));
        let leads = |side: &usize| {
            face.segment(*side) == segment && face.across()[*side].face() == Some(behind)
        };
        let holds = |side: &usize| {
            let whole = face.segment(*side);
            whole.holds(segment.from) || whole.holds(segment.to) || whole.overlaps(segment)
        };
        let side = match out.is_passage() {
            true => (0..face.n_sides()).find(holds)?,
            false => (0..face.n_sides()).find(leads)?,
        };
        Some((Crossing { face: face.id, side, segment }, behind))
    }
}
