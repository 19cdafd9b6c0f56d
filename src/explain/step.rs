//! From face to face: what a search may do, without asking how far it is.

use std::sync::Arc;

use crate::geom::{self, Point, Within};
use crate::mesh::{Face, FaceId, LinkKind, Navmesh, ears};
use crate::search::{Algorithm, Preparation};

use super::{Case, Floods};

/// The steps from face to face that a search may take.
pub(super) struct Steps<'a> {
    pub(super) mesh: &'a Arc<Navmesh>,
    pub(super) preparation: Preparation,
    uses_links: bool,
    /// The faces that one could stand on: those with an inside, and that do not cross themselves.
    firm: Vec<bool>,
    /// The links, by the face they start from, and by the one they lead to.
    links_from: Vec<u32>,
    links_to: Vec<u32>,
}

/// Over what one gets from one face to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Over {
    /// A side of the face that is left.
    Side(usize),
    /// A link, by its place in the list.
    Link(u32),
}

impl<'a> Steps<'a> {
    /// Those of the search that was made.
    pub(super) fn new(case: &Case<'a>) -> Self {
        Self::of(case, case.asked.algorithm, case.asked.preparation)
    }

    /// Those of another one.
    pub(super) fn of(case: &Case<'a>, algorithm: Algorithm, preparation: Preparation) -> Self {
        Self { uses_links: algorithm.uses_links(), ..Self::on(case.mesh(), preparation) }
    }

    /// Those on any mesh, with links.
    fn on(mesh: &'a Arc<Navmesh>, preparation: Preparation) -> Self {
        let sector = &mesh.attributes().sector;
        let moves = |face: FaceId| sector.get(face.index()).copied().flatten().is_some();
        let is_firm =
            |face: Face<'_>| (preparation.special_sectors || !moves(face.id)) && has_inside(face);
        let mut links_from: Vec<u32> = (0..mesh.links().len() as u32).collect();
        let mut links_to = links_from.clone();
        links_from.sort_by_key(|&link| mesh.links()[link as usize].from);
        links_to.sort_by_key(|&link| mesh.links()[link as usize].to);
        let firm = mesh.faces().map(is_firm).collect();
        Self { mesh, preparation, uses_links: true, firm, links_from, links_to }
    }

    /// Whether a face may move in play, and such faces are switched off.
    pub(super) fn is_off(&self, face: FaceId) -> bool {
        let sector = &self.mesh.attributes().sector;
        let moves = sector.get(face.index()).copied().flatten().is_some();
        moves && !self.preparation.special_sectors
    }

    /// Whether one could stand on a face, if it were walkable.
    pub(super) fn is_firm(&self, face: FaceId) -> bool {
        self.firm[face.index()]
    }

    /// Whether one can stand on a face.
    pub(super) fn holds(&self, face: FaceId) -> bool {
        self.firm[face.index()] && self.mesh.face(face).walkable()
    }

    /// Whether somebody fits through a side.
    pub(super) fn fits(&self, face: FaceId, side: usize) -> bool {
        let radius = self.preparation.radius;
        radius <= 0.0 || 2.0 * radius <= self.mesh.face(face).segment(side).length()
    }

    /// Whether a link may be used.
    fn is_link_open(&self, link: u32) -> bool {
        let link = &self.mesh.links()[link as usize];
        let open = match link.kind {
            LinkKind::Teleporter => self.preparation.teleporters,
            LinkKind::Passage => 2.0 * self.preparation.radius <= link.segment.length(),
        };
        self.uses_links && open && self.holds(link.from) && self.holds(link.to)
    }

    /// Where a side leads, if one may cross it.
    pub(super) fn over_side(&self, face: FaceId, side: usize) -> Option<FaceId> {
        let other = self.mesh.step(face, side)?;
        (self.holds(face) && self.holds(other) && self.fits(face, side)).then_some(other)
    }

    /// The links that lead on from a face.
    pub(super) fn links_from(&self, face: FaceId) -> impl Iterator<Item = u32> + '_ {
        let links = self.mesh.links();
        let first = self.links_from.partition_point(|&link| links[link as usize].from < face);
        let here = move |&&link: &&u32| links[link as usize].from == face;
        let list = self.links_from[first..].iter().take_while(here).copied();
        list.filter(|&link| self.is_link_open(link))
    }

    /// The links that lead to a face.
    pub(super) fn links_to(&self, face: FaceId) -> impl Iterator<Item = u32> + '_ {
        let links = self.mesh.links();
        let first = self.links_to.partition_point(|&link| links[link as usize].to < face);
        let here = move |&&link: &&u32| links[link as usize].to == face;
        let list = self.links_to[first..].iter().take_while(here).copied();
        list.filter(|&link| self.is_link_open(link))
    }

    /// All steps from a face.
    pub(super) fn from(&self, face: FaceId) -> impl Iterator<Item = (Over, FaceId)> + '_ {
        let sides = 0..self.mesh.face(face).n_sides();
        let sides =
            sides.filter_map(move |side| Some((Over::Side(side), self.over_side(face, side)?)));
        let to = |link: u32| self.mesh.links()[link as usize].to;
        sides.chain(self.links_from(face).map(move |link| (Over::Link(link), to(link))))
    }

    /// Which faces can be reached.
    pub(super) fn reached_from(&self, faces: &[FaceId]) -> Vec<bool> {
        self.flood(faces, |face, next| next.extend(self.from(face).map(|(_, to)| to)))
    }

    /// The largest piece of ground on which one gets from everywhere to everywhere, over sides alone.
    pub(super) fn largest_piece(&self) -> Vec<bool> {
        let mut seen = vec![false; self.mesh.n_faces()];
        let mut largest = Vec::new();
        for first in self.mesh.faces().map(|face| face.id) {
            if seen[first.index()] || !self.holds(first) {
                continue;
            }
            seen[first.index()] = true;
            let mut piece = vec![first];
            let mut next = 0;
            while let Some(&face) = piece.get(next) {
                next += 1;
                for side in 0..self.mesh.face(face).n_sides() {
                    if let Some(other) = self.over_side(face, side)
                        && !seen[other.index()]
                        && self.mesh.is_open_both_ways(face, side)
                    {
                        seen[other.index()] = true;
                        piece.push(other);
                    }
                }
            }
            if largest.len() < piece.len() {
                largest = piece;
            }
        }
        let mut is_in = vec![false; self.mesh.n_faces()];
        largest.iter().for_each(|face| is_in[face.index()] = true);
        is_in
    }

    /// From which faces these can be reached.
    pub(super) fn leading_to(&self, faces: &[FaceId]) -> Vec<bool> {
        self.flood(faces, |face, next| {
            for side in 0..self.mesh.face(face).n_sides() {
                if let Some((other, twin)) = self.mesh.twin(face, side)
                    && self.over_side(other, twin).is_some()
                {
                    next.push(other);
                }
            }
            let from = |link: u32| self.mesh.links()[link as usize].from;
            next.extend(self.links_to(face).map(from));
        })
    }

    fn flood(&self, faces: &[FaceId], next: impl Fn(FaceId, &mut Vec<FaceId>)) -> Vec<bool> {
        let mut reached = vec![false; self.mesh.n_faces()];
        let mut open: Vec<FaceId> = faces.iter().copied().filter(|&f| self.holds(f)).collect();
        while let Some(face) = open.pop() {
            if !std::mem::replace(&mut reached[face.index()], true) {
                next(face, &mut open);
            }
        }
        reached
    }
}

/// Whether one can stand in a face, if it may be walked on: not if it has no area or crosses itself.
fn has_inside(face: Face<'_>) -> bool {
    if !face.is_convex() {
        let ring: Vec<Point> = face.points().collect();
        return ears::triangles(&ring).is_some();
    }
    if (0..face.n_sides()).all(|side| face.segment(side).length() != 0.0) {
        return true;
    }
    // A vertex that is there twice may hide a corner that turns the wrong way.
    let mut ring: Vec<Point> = face.points().collect();
    ring.dedup();
    if 1 < ring.len() && ring.first() == ring.last() {
        ring.pop();
    }
    let n = ring.len();
    let turn = |i: usize| geom::side(ring[i], ring[(i + 1) % n], ring[(i + 2) % n]);
    3 <= n && (0..n).all(|i| turn(i) != geom::Side::Right)
}

/// Whether somebody at a point of a face could stand there: in a face that runs over itself not everywhere.
pub(super) fn carries(face: Face<'_>, p: Point) -> bool {
    if face.is_convex() {
        let sides = (0..face.n_sides()).map(|side| face.segment(side));
        return sides
            .into_iter()
            .all(|side| geom::side(side.from, side.to, p) != geom::Side::Right);
    }
    let ring: Vec<Point> = face.points().collect();
    let triangles = ears::triangles(&ring).unwrap_or_default();
    let holds = |corners: &[usize; 3]| {
        geom::within(&corners.map(|corner| ring[corner]), p) != Within::Outside
    };
    triangles.iter().any(holds)
}

/// Whether a change to vertices and sides would join the two ends of a query, for the same search.
pub(super) fn joins(
    case: &Case<'_>,
    steps: &Steps<'_>,
    ends: &[Vec<FaceId>; 2],
    mesh: Navmesh,
) -> bool {
    let mesh = Arc::new(mesh);
    let steps = Steps { uses_links: steps.uses_links, ..Steps::on(&mesh, steps.preparation) };
    let beside = geom::BESIDE * mesh.bounds().diagonal();
    // A face whose corner was moved may have left an end that was on its rim.
    let still_holds = |faces: &[FaceId], p: Point| -> Vec<FaceId> {
        let holds = |face: &FaceId| {
            let face = mesh.face(*face);
            let is_near = |side: usize| face.segment(side).distance(p) <= beside;
            match face.within(p) {
                Within::Outside => (0..face.n_sides()).any(is_near),
                _ => carries(face, p),
            }
        };
        faces.iter().copied().filter(holds).collect()
    };
    let reached = steps.reached_from(&still_holds(&ends[0], case.asked.query.start));
    let goals = still_holds(&ends[1], case.asked.query.goal);
    goals.into_iter().any(|goal| reached[goal.index()])
}

/// How far one gets, face by face.
pub(super) struct Flooded {
    /// Whether each face can be reached from the start.
    pub(super) from_start: Vec<bool>,
    /// Whether the goal can be reached from each face.
    pub(super) to_goal: Vec<bool>,
}

impl Flooded {
    /// The same as lists.
    pub(super) fn lists(&self) -> Floods {
        Floods {
            from_start: listed(&self.from_start).into(),
            to_goal: listed(&self.to_goal).into(),
        }
    }
}

/// The faces that are in a set.
pub(super) fn listed(set: &[bool]) -> Vec<FaceId> {
    let ids = set.iter().zip(0..).filter(|(is_in, _)| **is_in);
    ids.map(|(_, face)| FaceId(face)).collect()
}
