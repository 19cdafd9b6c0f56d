//! A flood from a point: which faces can be reached, and how far everything is.
//!
//! Dijkstra over the places where a path may turn, with sight swept from each in the order of distance. Exact (but for
//! the rounding of lengths): the distances of all corners of faces and of the middles of faces. Between them a
//! distance can be read off only roughly, for colours.

use crate::geom::Point;
use crate::mesh::FaceId;

use super::Counters;
use super::cheapest::Cheapest;
use super::footing;
use super::ground::{Ground, NONE};
use super::sight::Sight;
use super::trace::{Pruned, Seen, TraceSink};

/// How a flood ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flooded {
    /// All that can be reached was.
    Done,
    /// The start is on no walkable face.
    OffMesh,
    /// Somebody ended it; what was found so far may be too far, but not too near.
    Cancelled,
    /// After more steps than it is allowed; the same holds.
    GaveUp,
}

/// How far everything is, in terms of the mesh.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Field {
    /// The distance of each of [`corners`](crate::mesh::Navmesh::corners) on foot within its face; none where nobody
    /// gets to.
    pub corners: Vec<Option<f64>>,
    /// The distance of the middle of each face (the mean of its corners; the nearest middle of its convex pieces,
    /// if it has several); none for faces that cannot be reached. On merged ground, that of the face it went into.
    pub faces: Vec<Option<f64>>,
}

/// A place where sight is swept from, in the queue: a corner, and what gave it its distance.
#[derive(Debug, Clone, Copy)]
struct Waiting<Id> {
    corner: u32,
    from: Point,
    id: Id,
}

/// Where sight is swept from.
#[derive(Debug, Clone, Copy)]
struct Stand<Id> {
    eye: Point,
    distance: f64,
    id: Id,
}

/// The tools of a flood, to be used again and again.
///
/// Among its counters, `expanded` counts every face that was looked into.
#[derive(Debug)]
pub struct Flood<S: TraceSink = ()> {
    /// How many expansions are allowed.
    pub limit: u64,
    queue: Cheapest<Waiting<S::Id>>,
    sight: Sight,
    /// The distance of each vertex of the ground, infinite where it is not known.
    vertices: Vec<f64>,
    /// The middle of each face of the ground, and its distance.
    middles: Vec<(Point, f64)>,
    /// Whether one can get to each face of the ground.
    reached: Vec<bool>,
    start_faces: Vec<u32>,
    counters: Counters,
}

impl<S: TraceSink> Default for Flood<S> {
    fn default() -> Self {
        Self {
            limit: u64::MAX,
            queue: Cheapest::default(),
            sight: Sight::default(),
            vertices: Vec::new(),
            middles: Vec::new(),
            reached: Vec::new(),
            start_faces: Vec::new(),
            counters: Counters::default(),
        }
    }
}

impl<S: TraceSink> Flood<S> {
    /// Floods the ground from a point.
    pub fn spread(&mut self, ground: &Ground, start: Point, sink: &mut S) -> Flooded {
        self.reset(ground);
        let start = footing::stand(ground, start, &mut self.start_faces);
        if self.start_faces.is_empty() {
            return Flooded::OffMesh;
        }
        self.reach(ground);
        self.sight.stand_in(ground, start, &self.start_faces);
        let mut run = Run { tools: self, ground, sink };
        let mut stand = Stand { eye: start, distance: 0.0, id: S::Id::default() };
        loop {
            if let Some(ended) = run.sweep(stand) {
                return ended;
            }
            match run.next() {
                Some(next) => stand = next,
                None => return Flooded::Done,
            }
        }
    }

    /// What the last flood did.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// Whether the last flood can get to each face of the ground. Exact, even if it was ended early.
    pub fn reached(&self) -> &[bool] {
        &self.reached
    }

    /// How far each vertex of the ground is from the start of the last flood; none where nobody gets to.
    pub fn vertices(&self) -> impl ExactSizeIterator<Item = Option<f64>> {
        self.vertices.iter().map(|&distance| Some(distance).filter(|d| d.is_finite()))
    }

    /// How far everything is from the start of the last flood, which must have been on this ground.
    ///
    /// Corners that merging took out of the ground have no distance.
    pub fn field(&self, ground: &Ground) -> Field {
        let mesh = ground.mesh();
        let mut field =
            Field { corners: vec![None; mesh.corners().len()], faces: vec![None; mesh.n_faces()] };
        if self.middles.len() != ground.n_faces() || self.vertices.len() != ground.n_vertices() {
            return field;
        }
        for face in mesh.faces() {
            for &piece in ground.pieces_of(face.id) {
                self.tell(ground, face.id, piece, &mut field);
            }
        }
        field
    }

    /// Says of a face of the mesh what is known of a face of the ground that it is a part of, or that is a part of it.
    fn tell(&self, ground: &Ground, id: FaceId, piece: u32, field: &mut Field) {
        let nearer = |known: &mut Option<f64>, distance: f64| {
            if distance < known.unwrap_or(f64::INFINITY) {
                *known = Some(distance);
            }
        };
        nearer(&mut field.faces[id.index()], self.middles[piece as usize].1);
        let face = ground.mesh().face(id);
        for side in ground.sides_of(piece) {
            let vertex = ground.sides[side as usize].from.vertex();
            let at = ground.points[vertex as usize];
            for (corner, _) in face.range().zip(face.points()).filter(|&(_, point)| point == at) {
                nearer(&mut field.corners[corner], self.vertices[vertex as usize]);
            }
        }
    }

    fn reset(&mut self, ground: &Ground) {
        self.queue.clear();
        self.vertices.clear();
        self.vertices.resize(ground.n_vertices(), f64::INFINITY);
        self.middles.clear();
        let middles =
            (0..ground.n_faces() as u32).map(|face| (middle(ground, face), f64::INFINITY));
        self.middles.extend(middles);
        self.reached.clear();
        self.reached.resize(ground.n_faces(), false);
        self.counters = Counters::default();
    }

    /// Marks all faces that one can get to.
    fn reach(&mut self, ground: &Ground) {
        let mut open = self.start_faces.clone();
        while let Some(face) = open.pop() {
            if std::mem::replace(&mut self.reached[face as usize], true) {
                continue;
            }
            let twins = ground.sides_of(face).map(|side| ground.sides[side as usize].twin);
            open.extend(twins.filter(|&twin| twin != NONE).map(|twin| ground.faces[twin as usize]));
        }
    }
}

/// The mean of the corners of a face of the ground.
fn middle(ground: &Ground, face: u32) -> Point {
    let sides = ground.sides_of(face);
    let n_sides = sides.len() as f64;
    let points = sides.map(|side| ground.point(ground.sides[side as usize].from));
    points.fold(Point::default(), |sum, p| sum + p) * (1.0 / n_sides)
}

/// A flood under way.
struct Run<'a, S: TraceSink> {
    tools: &'a mut Flood<S>,
    ground: &'a Ground,
    sink: &'a mut S,
}

impl<S: TraceSink> Run<'_, S> {
    /// Goes to the nearest place from where nobody has looked yet.
    fn next(&mut self) -> Option<Stand<S::Id>> {
        loop {
            let (distance, Waiting { corner, from, id }) = self.tools.queue.pop()?;
            self.tools.counters.popped += 1;
            let vertex = self.ground.sides[corner as usize].from.vertex();
            if self.tools.vertices[vertex as usize] < distance {
                self.tools.counters.pruned_after_pop += 1;
                self.sink.pruned(id, Pruned::Root);
                continue;
            }
            self.tools.sight.stand_at(self.ground, corner, from);
            self.sink.expanded(id);
            return Some(Stand { eye: self.ground.points[vertex as usize], distance, id });
        }
    }

    /// Sees all that is to be seen from where the sight stands; says if the flood ends with that.
    fn sweep(&mut self, stand: Stand<S::Id>) -> Option<Flooded> {
        for place in 0..self.tools.sight.faces.len() {
            self.see_middle(stand, self.tools.sight.faces[place]);
        }
        self.see_corners(stand);
        loop {
            if self.tools.limit <= self.tools.counters.expanded {
                return Some(Flooded::GaveUp);
            }
            if self.sink.cancelled() {
                return Some(Flooded::Cancelled);
            }
            let cone = self.tools.sight.look(self.ground, stand.eye)?;
            self.tools.counters.expanded += 1;
            self.see_corners(stand);
            let face = self.ground.faces[cone.side as usize];
            if cone.shows(stand.eye, self.tools.middles[face as usize].0) {
                self.see_middle(stand, face);
            }
        }
    }

    fn see_middle(&mut self, stand: Stand<S::Id>, face: u32) {
        let (middle, known) = &mut self.tools.middles[face as usize];
        *known = known.min(stand.distance + stand.eye.distance(*middle));
    }

    fn see_corners(&mut self, stand: Stand<S::Id>) {
        for place in 0..self.tools.sight.seen.len() {
            let corner = self.tools.sight.seen[place];
            let end = self.ground.sides[corner as usize].from;
            let at = self.ground.point(end);
            let distance = stand.distance + stand.eye.distance(at);
            let known = &mut self.tools.vertices[end.vertex() as usize];
            if *known <= distance {
                continue;
            }
            *known = distance;
            self.tools.counters.generated += 1;
            if end.turns() {
                let face = self.ground.faces[corner as usize];
                let (root, g) = (stand.eye, stand.distance);
                let seen = Seen { face, root, interval: [at, at], g, f: distance };
                let id = self.sink.generated(stand.id, &seen);
                self.sink.pushed(id);
                self.tools.counters.pushed += 1;
                self.tools.queue.push(distance, Waiting { corner, from: stand.eye, id });
            }
        }
    }
}
