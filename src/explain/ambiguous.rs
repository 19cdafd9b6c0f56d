//! An end of the query that lies exactly where walls part the ground: it could mean either side.

use crate::geom::{Point, Within};
use crate::mesh::locate::Place;
use crate::mesh::{Element, FaceId};
use crate::search::End;
use crate::text::grouped;

use super::ends::Footing;
use super::step::Steps;
use super::{Case, Cause, CauseKind, Mark, Mend, Remedy, words};

/// So many of the faces that an end could mean are named.
const NAMED: usize = 4;

/// Says of both ends if they could mean several sides of a wall.
pub(super) fn ends(case: &Case<'_>) -> Vec<Cause> {
    let steps = Steps::new(case);
    let ends = [End::Start, End::Goal].into_iter();
    ends.filter_map(|end| ambiguous(case, &steps, end)).collect()
}

fn ambiguous(case: &Case<'_>, steps: &Steps<'_>, end: End) -> Option<Cause> {
    let mesh = case.mesh();
    let at = case.end(end);
    let sectors = sectors(steps, at, Footing::of(case, steps, end).faces);
    if sectors.len() < 2 {
        return None;
    }
    let place = case.ground.locator().places(mesh, at).into_iter().next();
    let ids = &mesh.attributes().ids;
    let (where_, element) = match place {
        Some(Place::OnVertex(vertex)) => (
            format!("vertex {}, where walls part the ground", ids.vertex(vertex)),
            Some(Element::Vertex(vertex)),
        ),
        Some(Place::OnSide(face, side)) => (
            format!("a wall: {}", words::wall(mesh, (face, side))),
            Some(Element::Side(face, side as u32)),
        ),
        _ => ("a place where floors lie over each other".to_owned(), None),
    };
    let firsts: Vec<FaceId> = sectors.iter().map(|sector| sector[0]).take(NAMED).collect();
    let names: Vec<String> = firsts.iter().map(|&face| words::face(mesh, face)).collect();
    let name = words::end(end);
    let more = match sectors.len() - firsts.len() {
        0 => String::new(),
        more => format!(" or one of {} more", grouped(more)),
    };
    let sentence = format!(
        "the {name} {} lies exactly on {where_}; it could mean {}{more}, and was taken as {} of them",
        words::place(at),
        names.join(" or "),
        if sectors.len() == 2 { "both" } else { "all" }
    );
    let mut cause = Cause::new(CauseKind::Ambiguous, sentence);
    cause.marks.push(Mark::Place(at));
    cause.marks.extend(firsts.iter().copied().map(Mark::Face));
    cause.elements.extend(element);
    cause.elements.extend(firsts.iter().copied().map(Element::Face));
    cause.mends.extend(firsts.iter().zip(names).filter_map(|(&face, face_name)| {
        let to = inside(case, face, at);
        // Where one floor lies over another, it is on both wherever it is moved to.
        let held = case.ground.locator().faces_at(mesh, to).map(|(face, _)| face).collect();
        (self::sectors(steps, to, held).len() == 1).then(|| Mend {
            title: format!("Move the {name} into {face_name}"),
            remedy: Remedy::MoveEnd(end, to),
        })
    }));
    Some(cause)
}

/// The faces that hold a point, those together between which one can go at that very point.
fn sectors(steps: &Steps<'_>, at: Point, mut faces: Vec<FaceId>) -> Vec<Vec<FaceId>> {
    faces.retain(|&face| steps.holds(face));
    let mut sectors = Vec::new();
    while let Some(first) = faces.pop() {
        let mut sector = vec![first];
        let mut next = 0;
        while let Some(&face) = sector.get(next) {
            next += 1;
            for side in 0..steps.mesh.face(face).n_sides() {
                let is_here = || steps.mesh.face(face).segment(side).holds(at);
                if let Some(other) = steps.over_side(face, side)
                    && let Some(place) = faces.iter().position(|&face| face == other)
                    && is_here()
                {
                    sector.push(faces.swap_remove(place));
                }
            }
        }
        sector.sort_unstable();
        sectors.push(sector);
    }
    sectors.sort_unstable();
    sectors
}

/// A point next to one on the rim of a face, a little inside of it.
fn inside(case: &Case<'_>, face: FaceId, rim: Point) -> Point {
    let face = case.mesh().face(face);
    let towards = |part: f64| rim + (face.center() - rim) * part;
    let parts = [0.01, 0.1, 0.5, 1.0];
    let inside = |part: &f64| face.within(towards(*part)) == Within::Inside;
    parts.into_iter().find(inside).map_or(rim, towards)
}
