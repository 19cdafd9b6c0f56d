//! An end of the query that is on no walkable face.

use crate::geom::{BESIDE, Point};
use crate::mesh::FaceId;
use crate::mesh::locate::Nearest;
use crate::search::End;

use super::{Case, Cause, CauseKind, Mark, Mend, Remedy, words};

/// Where an end of the query stands.
pub(super) struct Footing {
    /// The walkable faces that hold it.
    pub(super) faces: Vec<FaceId>,
    /// A face that holds it and may not be walked on.
    blocked: Option<FaceId>,
    /// A walkable face that holds it but moves in play, while such floors are switched off.
    moving: Option<FaceId>,
}

impl Footing {
    /// Looks at where an end of the query stands.
    pub(super) fn of(case: &Case<'_>, end: End) -> Self {
        let (mesh, locator, at) = (case.mesh(), case.ground.locator(), case.end(end));
        let sector = &mesh.attributes().sector;
        let moves = |face: FaceId| sector.get(face.index()).copied().flatten().is_some();
        let mut footing = Self { faces: Vec::new(), blocked: None, moving: None };
        for (face, _) in locator.faces_at(mesh, at) {
            if !mesh.face(face).walkable() {
                footing.blocked = footing.blocked.or(Some(face));
            } else if !case.asked.preparation.special_sectors && moves(face) {
                footing.moving = footing.moving.or(Some(face));
            } else {
                footing.faces.push(face);
            }
        }
        if footing.faces.is_empty() {
            let beside = BESIDE * mesh.bounds().diagonal();
            let nearest = locator.nearest_within(mesh, at, beside);
            footing.faces.extend(nearest.map(|nearest| nearest.face));
        }
        footing
    }
}

/// Says of both ends why they do not stand on the ground.
pub(super) fn off_ground(case: &Case<'_>) -> Vec<Cause> {
    let ends = [End::Start, End::Goal].into_iter();
    ends.filter_map(|end| off_ground_at(case, end)).collect()
}

fn off_ground_at(case: &Case<'_>, end: End) -> Option<Cause> {
    let footing = Footing::of(case, end);
    if !footing.faces.is_empty() {
        return None;
    }
    let (mesh, at) = (case.mesh(), case.end(end));
    let here = format!("the {} {}", words::end(end), words::place(at));
    if let Some(face) = footing.moving {
        let name = words::face(mesh, face);
        let sentence =
            format!("{here} is in {name}, a floor that may move, and those are switched off");
        let mut cause = Cause::new(CauseKind::MovingFloorsOff, sentence);
        cause.marks.push(Mark::Face(face));
        cause.elements.push(crate::mesh::Element::Face(face));
        cause.mends.push(super::links::moving_floors_on(case));
        return Some(cause);
    }
    let nearest = case.ground.locator().nearest(mesh, at);
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
        sentence += "; nothing on this map is walkable";
    }
    let mut cause = Cause::new(kind, sentence);
    cause.marks.extend(footing.blocked.map(Mark::Face));
    cause.elements.extend(footing.blocked.map(crate::mesh::Element::Face));
    if let Some(Nearest { face, point, .. }) = nearest {
        cause.marks.push(Mark::Gap(crate::geom::Segment::new(at, point)));
        let inside = firm_point(case, face, point);
        let title = format!("Move the {} to {}", words::end(end), words::place(inside));
        cause.mends.push(Mend { title, remedy: Remedy::MoveEnd(end, inside) });
    }
    if let Some(face) = footing.blocked {
        let title = format!("Clear {}", words::face(mesh, face));
        let remedy = Remedy::Open { faces: vec![face], sides: Vec::new() };
        cause.mends.push(Mend { title, remedy });
    }
    Some(cause)
}

/// A point of the ground next to one on the rim of a face, moved in until rounding does not matter any more.
pub(super) fn firm_point(case: &Case<'_>, face: FaceId, rim: Point) -> Point {
    let face = case.mesh().face(face);
    if face.within(rim) != crate::geom::Within::Outside {
        return rim;
    }
    let inside = |part: f64| rim + (face.center() - rim) * part;
    let parts = [1e-12, 1e-9, 1e-6, 1e-3];
    let firm = |part: &f64| face.within(inside(*part)) != crate::geom::Within::Outside;
    parts.into_iter().find(firm).map_or(rim, inside)
}
