//! Which face of one mesh is which of another.
//!
//! Faces with the same ring of points are the same. Where all ids correspond, the others go by them. Where they do not,
//! a point that only the old mesh has is looked for in the new one: a face that is left over has a side before it, and
//! a new face that is left over has the same side and another point after it. What most faces say is believed, and
//! those faces that it makes the same are.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::geom::Point;
use crate::mesh::{Face, FaceId, Navmesh};

/// A point as a key.
type Bits = (u64, u64);

/// Which face of one mesh is which of another.
#[derive(Debug)]
pub(super) struct Pairs {
    new_of: Vec<Option<FaceId>>,
    old_of: Vec<Option<FaceId>>,
    reshaped: Vec<(FaceId, FaceId)>,
    /// Where points are that moved.
    moves: BTreeMap<Bits, Point>,
    same_ids: bool,
}

/// How often points are looked for: each time, those that have been found help to find their neighbours.
const ROUNDS: usize = 16;

impl Pairs {
    /// Finds all pairs, as long as that is wanted.
    pub(super) fn new(
        before: &Navmesh,
        after: &Navmesh,
        is_wanted: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let same_ids = before.n_vertices() == after.n_vertices()
            && before.starts() == after.starts()
            && before.corners() == after.corners();
        let mut pairs = Self {
            new_of: vec![None; before.n_faces()],
            old_of: vec![None; after.n_faces()],
            reshaped: Vec::new(),
            moves: BTreeMap::new(),
            same_ids,
        };
        if same_ids {
            pairs.match_ids(before, after);
            return Some(pairs);
        }
        let by_ring = |face: Face<'_>| ring_of(face, Some).unwrap_or_default();
        pairs.match_rings(
            before.faces().map(|face| (by_ring(face), face.id)),
            after.faces().map(|face| (by_ring(face), face.id)),
        );
        pairs.find_moves(before, after, is_wanted);
        pairs.match_moved(before, after);
        is_wanted().then_some(pairs)
    }

    /// The new face that an old one is.
    pub(super) fn new_of(&self, old: FaceId) -> Option<FaceId> {
        self.new_of[old.index()]
    }

    /// The old face that a new one is.
    pub(super) fn old_of(&self, new: FaceId) -> Option<FaceId> {
        self.old_of[new.index()]
    }

    /// All pairs, the old face first.
    pub(super) fn list(&self) -> impl Iterator<Item = (FaceId, FaceId)> {
        let pairs = self.new_of.iter().enumerate();
        pairs.filter_map(|(old, new)| Some((FaceId(old as u32), (*new)?)))
    }

    pub(super) fn reshaped(&self) -> &[(FaceId, FaceId)] {
        &self.reshaped
    }

    /// Where a point of the old mesh is in the new one.
    pub(super) fn now(&self, p: Point) -> Point {
        self.moves.get(&p.bits()).copied().unwrap_or(p)
    }

    /// Where vertices were that moved, and where they are now, in the order of the old mesh.
    pub(super) fn moved(&self, before: &Navmesh) -> Vec<(Point, Point)> {
        let mut told = HashSet::new();
        let points = before.points().iter().filter(|p| told.insert(p.bits()));
        points.filter_map(|p| Some((*p, *self.moves.get(&p.bits())?))).collect()
    }

    /// The sides of a pair that are the same: the place in the old face, then that in the new one.
    pub(super) fn sides(
        &self,
        before: &Navmesh,
        after: &Navmesh,
        (old, new): (FaceId, FaceId),
    ) -> Vec<(usize, usize)> {
        let (old, new) = (before.face(old), after.face(new));
        if self.same_ids {
            return (0..old.n_sides()).map(|side| (side, side)).collect();
        }
        let was: Vec<Bits> = old.points().map(|p| self.now(p).bits()).collect();
        let is: Vec<Bits> = new.points().map(Point::bits).collect();
        let in_order = |ring: &[Bits]| {
            let n = ring.len();
            // Vertices that became one leave a side without length.
            let has_length = |i: &usize| ring[*i] != ring[(i + 1) % n];
            let first = first_of(ring);
            (0..n).map(|i| (first + i) % n).filter(has_length).collect::<Vec<usize>>()
        };
        let (was, is) = (in_order(&was), in_order(&is));
        if was.len() == is.len() { was.into_iter().zip(is).collect() } else { Vec::new() }
    }

    fn pair(&mut self, old: FaceId, new: FaceId) {
        self.new_of[old.index()] = Some(new);
        self.old_of[new.index()] = Some(old);
    }

    fn match_ids(&mut self, before: &Navmesh, after: &Navmesh) {
        for (was, is) in before.points().iter().zip(after.points()) {
            if was.bits() != is.bits() {
                self.moves.insert(was.bits(), *is);
            }
        }
        for (old, new) in before.faces().zip(after.faces()) {
            self.pair(old.id, new.id);
            if old.points().zip(new.points()).any(|(was, is)| was.bits() != is.bits()) {
                self.reshaped.push((old.id, new.id));
            }
        }
    }

    /// Pairs faces with the same ring; the first with the first, where several have it.
    fn match_rings(
        &mut self,
        old: impl Iterator<Item = (Vec<Bits>, FaceId)>,
        new: impl Iterator<Item = (Vec<Bits>, FaceId)>,
    ) -> Vec<(FaceId, FaceId)> {
        let mut known: HashMap<Vec<Bits>, Vec<FaceId>> = HashMap::new();
        new.for_each(|(ring, face)| known.entry(ring).or_default().push(face));
        known.values_mut().for_each(|faces| faces.reverse());
        let mut found = Vec::new();
        for (ring, old) in old {
            if let Some(new) = known.get_mut(&ring).and_then(Vec::pop) {
                self.pair(old, new);
                found.push((old, new));
            }
        }
        found
    }

    fn left_over<'a>(pairs: &[Option<FaceId>], mesh: &'a Navmesh) -> Vec<Face<'a>> {
        mesh.faces().filter(|face| pairs[face.id.index()].is_none()).collect()
    }

    fn find_moves(&mut self, before: &Navmesh, after: &Navmesh, is_wanted: &dyn Fn() -> bool) {
        let (old, new) =
            (Self::left_over(&self.new_of, before), Self::left_over(&self.old_of, after));
        if old.is_empty() || new.is_empty() {
            return;
        }
        let there: HashSet<Bits> = after.points().iter().map(|p| p.bits()).collect();
        let mut sides: HashMap<(Bits, Bits), (FaceId, usize)> = HashMap::new();
        for face in &new {
            for side in 0..face.n_sides() {
                let segment = face.segment(side);
                sides.entry((segment.from.bits(), segment.to.bits())).or_insert((face.id, side));
            }
        }
        for _ in 0..ROUNDS {
            let mut votes = Votes::new();
            for face in &old {
                let now = |p: Point| {
                    let moved = self.moves.get(&p.bits()).copied();
                    moved.or_else(|| there.contains(&p.bits()).then_some(p))
                };
                vote(*face, after, &sides, now, &mut votes);
            }
            if votes.is_empty() || !is_wanted() {
                break;
            }
            for (was, candidates) in votes {
                let most = candidates.values().rev().max_by_key(|(count, _)| *count);
                if let Some((_, is)) = most {
                    self.moves.insert(was, *is);
                }
            }
        }
    }

    /// Pairs faces that are the same after the moves, and forgets moves that made none the same.
    fn match_moved(&mut self, before: &Navmesh, after: &Navmesh) {
        let moves = std::mem::take(&mut self.moves);
        let now = |p: Point| Some(moves.get(&p.bits()).copied().unwrap_or(p));
        let old = Self::left_over(&self.new_of, before);
        let new = Self::left_over(&self.old_of, after);
        let is_moved = |face: &Face<'_>| face.points().any(|p| moves.contains_key(&p.bits()));
        let old = old.into_iter().filter(is_moved);
        let old: Vec<_> = old.filter_map(|face| Some((ring_of(face, now)?, face.id))).collect();
        let new: Vec<_> =
            new.into_iter().filter_map(|face| Some((ring_of(face, Some)?, face.id))).collect();
        self.reshaped = self.match_rings(old.into_iter(), new.into_iter());
        for (old, _) in &self.reshaped {
            for p in before.face(*old).points() {
                if let Some(is) = moves.get(&p.bits()) {
                    self.moves.insert(p.bits(), *is);
                }
            }
        }
    }
}

/// How often it is said of a point that it is now at another.
type Votes = BTreeMap<Bits, BTreeMap<Bits, (usize, Point)>>;

/// Lets a face that is left over say where its lost points are: beside sides that a new face has, too.
fn vote(
    face: Face<'_>,
    after: &Navmesh,
    sides: &HashMap<(Bits, Bits), (FaceId, usize)>,
    now: impl Fn(Point) -> Option<Point>,
    votes: &mut Votes,
) {
    let ring: Vec<Point> = face.points().collect();
    let n = ring.len();
    for i in 0..n {
        let ends = now(ring[i]).zip(now(ring[(i + 1) % n]));
        let known = ends.and_then(|(from, to)| sides.get(&(from.bits(), to.bits())));
        let Some(&(other, side)) = known else { continue };
        let corners = after.face(other).corners();
        let m = corners.len();
        let new = |place: usize| after.point(corners[place % m]);
        let next = (ring[(i + 2) % n], new(side + 2));
        let previous = (ring[(i + n - 1) % n], new(side + m - 1));
        for (was, is) in [next, previous] {
            if now(was).is_none() {
                votes.entry(was.bits()).or_default().entry(is.bits()).or_insert((0, is)).0 += 1;
            }
        }
    }
}

/// A ring from its first point on, without points that are the same as the one before; none if it is none.
fn ring_of(face: Face<'_>, now: impl Fn(Point) -> Option<Point>) -> Option<Vec<Bits>> {
    let ring = face.points().map(|p| now(p).map(Point::bits));
    let mut ring: Vec<Bits> = ring.collect::<Option<_>>()?;
    ring.dedup();
    if 1 < ring.len() && ring.first() == ring.last() {
        ring.pop();
    }
    let first = first_of(&ring);
    ring.rotate_left(first);
    Some(ring)
}

/// Where a ring starts, so that the same ring always starts at the same point.
fn first_of(ring: &[Bits]) -> usize {
    let n = ring.len();
    let least = ring.iter().min();
    let starts = (0..n).filter(|&i| Some(&ring[i]) == least);
    // A sound ring has each point once; others are compared by what follows.
    let along = |i: usize| (0..n).map(move |j| ring[(i + j) % n]);
    starts.reduce(|a, b| if along(b).lt(along(a)) { b } else { a }).unwrap_or(0)
}
