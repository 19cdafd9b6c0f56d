//! An end of the query that is on no walkable face.

use crate::geom::{BESIDE, Point, Segment, Within, coordinate};
use crate::mesh::locate::Nearest;
use crate::mesh::{Element, FaceId, ears};
use crate::search::{AstarFunnel, End, Outcome, Query};

use super::step::{self, Steps};
use super::{Case, Cause, CauseKind, Mark, Mend, Remedy, words};

/// Where an end of the query stands.
#[derive(Default)]
pub(super) struct Footing {
    /// The faces that hold it and can be walked on.
    pub(super) faces: Vec<FaceId>,
    /// A face that holds it and may not be walked on.
    blocked: Option<FaceId>,
    /// A walkable face that holds it but moves in play, while such floors are switched off.
    moving: Option<FaceId>,
}

impl Footing {
    /// Looks at where an end of the query stands.
    pub(super) fn of(case: &Case<'_>, steps: &Steps<'_>, end: End) -> Self {
        let (mesh, locator, at) = (case.mesh(), case.ground.locator(), case.end(end));
        let mut footing = Self::default();
        if !is_place(at) {
            return footing;
        }
        for (face, _) in locator.faces_at(mesh, at) {
            if steps.holds(face) {
                footing.faces.extend(step::carries(mesh.face(face), at).then_some(face));
            } else if !mesh.face(face).walkable() {
                footing.blocked = footing.blocked.or(Some(face));
            } else if steps.is_off(face) {
                footing.moving = footing.moving.or(Some(face));
            }
        }
        if footing.faces.is_empty() {
            let beside = BESIDE * mesh.bounds().diagonal();
            let near = locator.faces_beside(mesh, at, beside);
            footing.faces.extend(near.into_iter().find(|&face| steps.holds(face)));
        }
        footing
    }

    /// The faces that hold the start, and those that hold the goal.
    pub(super) fn of_both(case: &Case<'_>, steps: &Steps<'_>) -> [Vec<FaceId>; 2] {
        [End::Start, End::Goal].map(|end| Self::of(case, steps, end).faces)
    }
}

/// Says of both ends why they do not stand on the ground.
pub(super) fn off_ground(case: &Case<'_>) -> Vec<Cause> {
    let steps = Steps::new(case);
    let ends = [End::Start, End::Goal].into_iter();
    ends.filter_map(|end| off_ground_at(case, &steps, end)).collect()
}

fn off_ground_at(case: &Case<'_>, steps: &Steps<'_>, end: End) -> Option<Cause> {
    let (mesh, at) = (case.mesh(), case.end(end));
    let footing = Footing::of(case, steps, end);
    if !footing.faces.is_empty() && case.answer.outcome != Outcome::OffMesh(end) {
        return None;
    }
    if !is_place(at) {
        let sentence = format!(
            "the {} is nowhere: its coordinates are no numbers or too large",
            words::end(end)
        );
        return Some(Cause::new(CauseKind::OffMesh, sentence));
    }
    let here = format!("the {} {}", words::end(end), words::place(at));
    if let Some(face) = footing.moving {
        let name = words::face(mesh, face);
        let sentence =
            format!("{here} is in {name}, a floor that may move, and those are switched off");
        let mut cause = Cause::new(CauseKind::MovingFloorsOff, sentence);
        cause.marks.push(Mark::Face(face));
        cause.elements.push(Element::Face(face));
        cause.mends.push(super::links::moving_floors_on(case));
        return Some(cause);
    }
    let nearest = nearest(case, steps, at);
    let (kind, mut sentence) = match footing.blocked {
        Some(face) => {
            let name = words::face(mesh, face);
            (CauseKind::Blocked, format!("{here} is in {name}, which is blocked"))
        }
        None => (CauseKind::OffMesh, format!("{here} is off the mesh")),
    };
    if let Some(Nearest { face, point, distance }) = nearest {
        let (face, far) = (words::face(mesh, face), words::number(distance));
        sentence += &format!(
            "; the nearest walkable point is {} in {face}, {far} away",
            words::place(point)
        );
    } else {
        sentence += "; nothing on this map can be walked on";
    }
    let mut cause = Cause::new(kind, sentence);
    cause.marks.push(Mark::Place(at));
    cause.marks.extend(footing.blocked.map(Mark::Face));
    cause.elements.extend(footing.blocked.map(Element::Face));
    if let Some(Nearest { face, point, .. }) = nearest {
        cause.marks.push(Mark::Gap(Segment::new(at, point)));
        cause.mends.extend(firm_point(case, face, point).map(|inside| Mend {
            title: format!("Move the {} to {}", words::end(end), words::place(inside)),
            remedy: Remedy::MoveEnd(end, inside),
        }));
    }
    let can_stand = |face: FaceId| steps.is_firm(face) && step::carries(mesh.face(face), at);
    if let Some(face) = footing.blocked.filter(|&face| can_stand(face)) {
        let title = format!("Clear {}", words::face(mesh, face));
        let remedy = Remedy::Open { faces: vec![face], sides: Vec::new() };
        cause.mends.push(Mend { title, remedy });
    }
    Some(cause)
}

/// Whether there can be such a place.
fn is_place(p: Point) -> bool {
    coordinate(p.x).is_some() && coordinate(p.y).is_some()
}

/// The closest point that one can stand at.
fn nearest(case: &Case<'_>, steps: &Steps<'_>, at: Point) -> Option<Nearest> {
    let mesh = case.mesh();
    let nearest = case.ground.locator().nearest(mesh, at)?;
    if steps.holds(nearest.face) {
        return Some(nearest);
    }
    // Walkable, but without an inside or switched off: rare enough to go through all the others.
    let firm = mesh.faces().filter(|face| steps.holds(face.id));
    let sides = firm.flat_map(|face| (0..face.n_sides()).map(move |side| (face, side)));
    let points = sides.map(|(face, side)| (face.id, face.segment(side).closest(at)));
    points
        .map(|(face, point)| Nearest { face, point, distance: point.distance(at) })
        .min_by(|a, b| a.distance.total_cmp(&b.distance))
}

/// A point of the ground next to one on the rim of a face, moved in until somebody can stand there.
pub(super) fn firm_point(case: &Case<'_>, face: FaceId, rim: Point) -> Option<Point> {
    let face = case.mesh().face(face);
    let mut searcher = AstarFunnel::<()>::default();
    let mut stands = |p: Point| {
        let query = Query { start: p, goal: p };
        face.within(p) != Within::Outside
            && searcher.find(case.ground, &query, &mut ()).cost().is_some()
    };
    if stands(rim) {
        return Some(rim);
    }
    let mut middles = vec![face.center()];
    if !face.is_convex() {
        let ring: Vec<Point> = face.points().collect();
        let middle = |corners: [usize; 3]| {
            corners.into_iter().fold(Point::default(), |sum, corner| sum + ring[corner])
                * (1.0 / 3.0)
        };
        middles = ears::triangles(&ring).unwrap_or_default().into_iter().map(middle).collect();
        middles.sort_by(|a, b| a.distance(rim).total_cmp(&b.distance(rim)));
    }
    let parts = [1e-12, 1e-9, 1e-6, 1e-3, 1e-1, 1.0].into_iter();
    let mut moved = parts.flat_map(|part| middles.iter().map(move |&to| rim + (to - rim) * part));
    moved.find(|&p| stands(p))
}
