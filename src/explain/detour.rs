//! A path that goes around something: what that is, and what opening it would save.
//!
//! From the distances of everything to both ends one can read off what a path through any wall or obstacle would cost,
//! roughly: straight over the middle of sides. The best few of all such ways, and the straight line, are then opened and
//! searched, so that what is said is exact.

use crate::geom::{Point, Segment};
use crate::mesh::{Element, FaceId, Navmesh};
use crate::search::flood::Field;
use crate::search::{Flood, Ground, Preparation, Query};

use super::step::Steps;
use super::straight::straight;
use super::{Case, Cause, CauseKind, Mark, Mend, Remedy, words};

mod through;

use through::Through;

/// Saving less than this part of a path is not worth a word.
const WORTH: f64 = 1e-4;

/// Says what a path goes around, if opening one thing would make it shorter.
pub(super) fn detour(case: &Case<'_>, cost: f64) -> Option<Cause> {
    let straight = case.asked.query.start.distance(case.asked.query.goal);
    if cost <= straight * (1.0 + WORTH) {
        return None;
    }
    let shortcuts = Shortcuts::new(case);
    let candidates = shortcuts.best(cost).into_iter();
    let tried = candidates.filter_map(|way| Some((way.cost_opened(case)?, way)));
    let (shorter, way) = tried.min_by(|a, b| a.0.total_cmp(&b.0))?;
    if cost * (1.0 - WORTH) < shorter {
        return None;
    }
    Some(way.cause(case, cost, shorter))
}

/// Something to open for a shorter path.
#[derive(Debug, Clone)]
struct Shortcut {
    faces: Vec<FaceId>,
    walls: Vec<(FaceId, usize)>,
    way: Vec<Segment>,
}

impl Shortcut {
    /// The straight line, if only one wall is in its way, or blocked faces in one row.
    fn straight(shortcuts: &Shortcuts<'_>) -> Option<Self> {
        let Shortcuts { steps, query, ends, .. } = shortcuts;
        let breach = straight(steps, *query, ends)?;
        let (faces, walls) = (breach.faces(), breach.walls());
        let in_one_row = breach.way.windows(2).all(|pair| pair[0].to == pair[1].from);
        let fits = match (faces.len(), walls.len()) {
            (0, 1) => true,
            (1.., 0) => in_one_row,
            _ => false,
        };
        fits.then_some(Self { faces, walls, way: breach.way })
    }

    fn remedy(&self) -> Remedy {
        Remedy::Open { faces: self.faces.clone(), sides: self.walls.clone() }
    }

    /// What the path costs once it is open.
    fn cost_opened(&self, case: &Case<'_>) -> Option<f64> {
        let mesh = self.remedy().mesh(case.mesh())?.ok()?;
        super::fault::cost_on(case, mesh)
    }

    fn cause(self, case: &Case<'_>, cost: f64, shorter: f64) -> Cause {
        let mesh = case.mesh();
        let what = match (self.faces.as_slice(), self.walls.first()) {
            ([], Some(&wall)) => format!("the wall on {}", words::wall(mesh, wall)),
            ([face], _) => format!("{}, which is blocked", words::face(mesh, *face)),
            (faces, _) => format!("{}, which are blocked", words::faces(mesh, faces)),
        };
        let sentence = format!(
            "the path costs {} because it goes around {what}; opened, it would cost {}, {} less",
            words::number(cost),
            words::number(shorter),
            words::percent(1.0 - shorter / cost)
        );
        let mut cause = Cause::new(CauseKind::Detour, sentence);
        cause.marks.extend(self.faces.iter().copied().map(Mark::Face));
        let sides = self.walls.iter().map(|&(face, side)| mesh.face(face).segment(side));
        cause.marks.extend(sides.map(Mark::Side));
        cause.marks.extend(self.way.iter().copied().map(Mark::Way));
        cause.elements.extend(self.faces.iter().copied().map(Element::Face));
        for &(face, side) in &self.walls {
            cause.elements.push(Element::Side(face, side as u32));
            let other = mesh.twin(face, side);
            cause.elements.extend(other.map(|(face, side)| Element::Side(face, side as u32)));
        }
        let title = format!("Open it: saves {}", words::number(cost - shorter));
        cause.mends.push(Mend { title, remedy: self.remedy() });
        cause
    }
}

/// What all ways through walls and obstacles would cost, roughly.
struct Shortcuts<'a> {
    steps: Steps<'a>,
    query: Query,
    from_start: Field,
    to_goal: Field,
    ends: [Vec<FaceId>; 2],
}

impl<'a> Shortcuts<'a> {
    fn new(case: &Case<'a>) -> Self {
        let plain = plain(case.asked.preparation);
        // Merged ground does not know the corners of all faces.
        let own = (case.asked.preparation.merge || case.ground.is_merged())
            .then(|| Ground::new(case.mesh().clone(), &plain));
        let ground = own.as_ref().unwrap_or(case.ground);
        let mut flood = Flood::<()>::default();
        let mut field = |from: Point| {
            flood.spread(ground, from, &mut ());
            flood.field(ground)
        };
        let (from_start, to_goal) = (field(case.asked.query.start), field(case.asked.query.goal));
        let steps = Steps::new(case);
        let ends = super::ends::Footing::of_both(case, &steps);
        Self { steps, query: case.asked.query, from_start, to_goal, ends }
    }

    fn mesh(&self) -> &'a Navmesh {
        self.steps.mesh
    }

    /// How far a point of a face is from the start, at most.
    fn start_to(&self, face: FaceId, p: Point) -> f64 {
        self.far(face, p, &self.from_start, &self.ends[0], self.query.start)
    }

    /// How far it is from there to the goal, at most.
    fn goal_from(&self, face: FaceId, p: Point) -> f64 {
        self.far(face, p, &self.to_goal, &self.ends[1], self.query.goal)
    }

    fn far(&self, face: FaceId, p: Point, field: &Field, ends: &[FaceId], end: Point) -> f64 {
        if ends.contains(&face) {
            return end.distance(p);
        }
        let face = self.mesh().face(face);
        let known = face.range().zip(face.points());
        let over = known.filter_map(|(corner, at)| Some(field.corners[corner]? + at.distance(p)));
        over.fold(f64::INFINITY, f64::min)
    }

    /// The best way through one wall, the best through one obstacle, and the straight one through either.
    fn best(&self, cost: f64) -> Vec<Shortcut> {
        let ways = [self.best_wall(cost), self.best_obstacle(cost), Shortcut::straight(self)];
        ways.into_iter().flatten().collect()
    }

    fn best_wall(&self, cost: f64) -> Option<Shortcut> {
        let mesh = self.mesh();
        let mut best: Option<(f64, (FaceId, usize))> = None;
        for face in mesh.faces().filter(|face| self.steps.holds(face.id)) {
            for side in 0..face.n_sides() {
                let Some((other, _)) = self.behind_wall(face.id, side) else { continue };
                let Segment { from, to } = face.segment(side);
                let over = |p: Point| self.start_to(face.id, p) + self.goal_from(other, p);
                let total = [from, (from + to) * 0.5, to]
                    .map(over)
                    .into_iter()
                    .fold(f64::INFINITY, f64::min);
                if total < best.map_or(cost, |(best, _)| best) {
                    best = Some((total, (face.id, side)));
                }
            }
        }
        let (_, (face, side)) = best?;
        let way = vec![mesh.face(face).segment(side)];
        Some(Shortcut { faces: Vec::new(), walls: vec![(face, side)], way })
    }

    /// The walkable face behind a wall through which somebody would fit.
    fn behind_wall(&self, face: FaceId, side: usize) -> Option<(FaceId, usize)> {
        let (other, twin) = self.mesh().twin(face, side)?;
        let is_wall = self.steps.over_side(face, side).is_none()
            && self.steps.holds(other)
            && self.steps.fits(face, side);
        is_wall.then_some((other, twin))
    }

    /// The best way through blocked faces that lie together.
    fn best_obstacle(&self, cost: f64) -> Option<Shortcut> {
        let mesh = self.mesh();
        let mut search = Through::new(self);
        for face in mesh.faces().filter(|face| self.steps.holds(face.id)) {
            for side in 0..face.n_sides() {
                if let Some((other, twin)) = mesh.twin(face.id, side)
                    && self.is_obstacle(other)
                    && self.steps.fits(face.id, side)
                {
                    let so_far = self.start_to(face.id, face.segment(side).middle());
                    search.reach(mesh.face(other).range().start + twin, so_far, u32::MAX, cost);
                }
            }
        }
        search.run(cost)
    }

    fn is_obstacle(&self, face: FaceId) -> bool {
        !self.mesh().face(face).walkable() && self.steps.is_firm(face)
    }
}

/// A map prepared for one search.
fn plain(preparation: Preparation) -> Preparation {
    Preparation { merge: false, landmarks: false, ..preparation }
}
