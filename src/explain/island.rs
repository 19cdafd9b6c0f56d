//! Start and goal on two islands: how large they are, and what would join them.

use crate::geom::{Point, WELD};
use crate::mesh::{Across, Element, FaceId, MeshEdit, Navmesh, Severity, VertexId};
use crate::search::End;
use crate::text::{capitalized, counted};

use super::breach::{self, Breach, Measure, Openable};
use super::fault::cost_on;
use super::gap;
use super::step::{self, Flooded, Steps, listed};
use super::straight::straight;
use super::{Case, Cause, CauseKind, Mark, Mend, Remedy, words};

/// A gap narrower than this part of the map's diagonal may be a crack.
const CRACK: f64 = 100.0 * WELD;

/// The goal cannot be reached: what lies between.
pub(super) fn other_island(
    case: &Case<'_>,
    steps: &Steps<'_>,
    floods: &Flooded,
    ends: &[Vec<FaceId>; 2],
) -> Cause {
    let mesh = case.mesh();
    let sentence = format!(
        "the start is on {}, the goal on {}",
        size(mesh, &floods.from_start),
        size(mesh, &floods.to_goal)
    );
    let mut cause = Cause::new(CauseKind::OtherIsland, sentence);
    if let Some(vertex) = touching(mesh, floods) {
        let id = mesh.attributes().ids.vertex(vertex);
        cause.sentence += &format!("; they touch at vertex {id}, where nobody can pass");
        cause.marks.push(Mark::Place(mesh.point(vertex)));
        cause.elements.push(Element::Vertex(vertex));
    }
    let found = breaches(case, steps, floods, ends);
    match found.first() {
        Some((_, first)) => {
            cause.sentence += &format!("; to join them, {}", first.to_text(mesh));
            show(mesh, first, &mut cause);
        }
        None => tell_gap(case, steps, floods, ends, &mut cause),
    }
    // Where faces run over themselves, what hangs together need not lead anywhere: there it is tried first.
    let is_odd = case.findings.iter().any(|finding| Severity::Note < finding.severity());
    for (measures, breach) in &found {
        let title = format!("{} ({})", brief(mesh, breach), described(measures, breach));
        let remedy = Remedy::Open { faces: breach.faces(), sides: breach.walls() };
        let leads_there =
            |mesh: Result<Navmesh, _>| mesh.is_ok_and(|mesh| cost_on(case, mesh).is_some());
        if !is_odd || remedy.mesh(mesh).is_some_and(leads_there) {
            cause.mends.push(Mend { title, remedy });
        }
    }
    cause.mends.extend(nearest_reachable(case, floods));
    cause
}

/// The cheapest breaches by all measures, each with the measures by which it is.
fn breaches(
    case: &Case<'_>,
    steps: &Steps<'_>,
    floods: &Flooded,
    ends: &[Vec<FaceId>; 2],
) -> Vec<(Vec<Measure>, Breach)> {
    let mut found: Vec<(Vec<Measure>, Breach)> = Vec::new();
    for measure in Measure::ALL {
        let cheapest = breach::find(steps, &ends[0], &floods.to_goal, measure, Openable::All);
        let Some(mut breach) = cheapest else { return Vec::new() };
        // Of several that are few, the one that lies right between is meant.
        if measure == Measure::Number
            && let Some(between) = straight(steps, case.asked.query, ends)
            && between.openings.len() <= breach.openings.len()
        {
            breach = between;
        }
        match found.iter_mut().find(|(_, known)| known.openings == breach.openings) {
            Some((measures, _)) => measures.push(measure),
            None => found.push((vec![measure], breach)),
        }
    }
    found
}

/// What a breach opens, as on a button.
fn brief(mesh: &Navmesh, breach: &Breach) -> String {
    let (walls, faces) = (breach.walls(), breach.faces());
    let mut parts = Vec::new();
    match walls.as_slice() {
        [] => {}
        [(face, side)] => {
            let ids = &mesh.attributes().ids;
            let other = mesh.face(*face).across()[*side].face();
            let other = other.map_or_else(String::new, |other| format!("–{}", ids.face(other)));
            parts.push(format!("open wall {}{other}", ids.face(*face)));
        }
        walls => parts.push(format!("open {}", counted(walls.len(), "wall"))),
    }
    if !faces.is_empty() {
        parts.push(format!("clear {}", words::faces(mesh, &faces)));
    }
    capitalized(&words::joined(&parts))
}

/// Why a breach is offered.
fn described(measures: &[Measure], breach: &Breach) -> String {
    if measures == Measure::ALL {
        return match (words::number(breach.length), words::number(breach.width)) {
            (_, width) if breach.length == 0.0 => format!("{width} wide"),
            (length, width) => format!("{length} long, {width} wide"),
        };
    }
    let words: Vec<String> = measures
        .iter()
        .map(|measure| match measure {
            Measure::Number => "fewest".to_owned(),
            Measure::Length => format!("shortest, {} long", words::number(breach.length)),
            Measure::Width => format!("widest, {} wide", words::number(breach.width)),
        })
        .collect();
    words.join("; ")
}

fn show(mesh: &Navmesh, breach: &Breach, cause: &mut Cause) {
    cause.marks.extend(breach.faces().into_iter().map(Mark::Face));
    cause.marks.extend(breach.crossed.iter().copied().map(Mark::Side));
    cause.marks.extend(breach.way.iter().copied().map(Mark::Way));
    for (face, side) in breach.walls() {
        cause.elements.push(Element::Side(face, side as u32));
        let other = mesh.twin(face, side);
        cause.elements.extend(other.map(|(face, side)| Element::Side(face, side as u32)));
    }
    cause.elements.extend(breach.faces().into_iter().map(Element::Face));
}

/// Nothing can be opened: how far it is from the one to the other, and whether that is only a crack.
fn tell_gap(
    case: &Case<'_>,
    steps: &Steps<'_>,
    floods: &Flooded,
    ends: &[Vec<FaceId>; 2],
    cause: &mut Cause,
) {
    cause.sentence += "; nothing that could be opened lies between";
    let mesh = case.mesh();
    let Some(gap) = gap::closest(mesh, &floods.from_start, &floods.to_goal) else { return };
    if gap.other != Some(gap.vertex) {
        let ids = &mesh.attributes().ids;
        let there = match gap.other {
            Some(other) => format!("vertex {}", ids.vertex(other)),
            None => words::wall(mesh, gap.side),
        };
        let here = ids.vertex(gap.vertex);
        cause.sentence += &match gap.segment.length() {
            0.0 => format!(", but vertex {here} is on {there}"),
            far => {
                let far = words::number(far);
                format!(", and they come no closer than {far}, between vertex {here} and {there}")
            }
        };
        cause.marks.push(Mark::Gap(gap.segment));
        cause.elements.push(Element::Vertex(gap.vertex));
        cause.elements.extend(gap.other.map(Element::Vertex));
    }
    if let Some(mend) = weld(case, steps, floods, ends) {
        cause.sentence += "; probably there should be no gap";
        cause.mends.push(mend);
    }
}

/// Makes one of all vertices along a crack, if that joins both ends.
fn weld(
    case: &Case<'_>,
    steps: &Steps<'_>,
    floods: &Flooded,
    ends: &[Vec<FaceId>; 2],
) -> Option<Mend> {
    let mesh = case.mesh();
    let reach = CRACK * mesh.bounds().diagonal();
    let pairs = gap::pairs(mesh, &floods.from_start, &floods.to_goal, reach);
    let ids = &mesh.attributes().ids;
    let title = match pairs.as_slice() {
        [] => return None,
        [(a, b)] => format!("Weld vertices {} and {}", ids.vertex(*a), ids.vertex(*b)),
        pairs => format!("Weld {} pairs of vertices", pairs.len()),
    };
    // A weld takes away the second vertex, and those after it move up.
    let welds = pairs.into_iter().rev().map(|(kept, gone)| MeshEdit::Weld(kept, gone));
    let remedy = Remedy::Change(welds.collect());
    let joins = |mesh: Navmesh| step::joins(case, steps, ends, mesh);
    remedy.mesh(mesh)?.is_ok_and(joins).then_some(Mend { title, remedy })
}

/// Goes as near to the goal as one gets.
fn nearest_reachable(case: &Case<'_>, floods: &Flooded) -> Option<Mend> {
    let mesh = case.mesh();
    let goal = case.asked.query.goal;
    let closest = |face: FaceId| {
        let face = mesh.face(face);
        let sides = (0..face.n_sides()).map(move |side| face.segment(side).closest(goal));
        sides.min_by(|a, b| a.distance(goal).total_cmp(&b.distance(goal)))
    };
    let near = |(_, p): &(FaceId, Point)| p.distance(goal);
    let reached = listed(&floods.from_start).into_iter();
    let (face, rim) = reached
        .filter_map(|face| Some((face, closest(face)?)))
        .min_by(|a, b| near(a).total_cmp(&near(b)))?;
    let point = super::ends::firm_point(case, face, rim)?;
    let title = format!("Move the goal to {}, as near as one gets", words::place(point));
    let remedy = Remedy::MoveEnd(End::Goal, point);
    let found = remedy.asked(case.asked).answer(case.ground).outcome;
    found.cost().map(|_| Mend { title, remedy })
}

fn size(mesh: &Navmesh, set: &[bool]) -> String {
    let faces = listed(set);
    let area = faces.iter().fold(0.0, |sum, &face| sum + mesh.face(face).area().abs());
    let n = counted(faces.len(), "face");
    format!("an island of {n} (area {})", words::number(area))
}

/// A vertex at which both islands have a corner, although they have no side in common.
fn touching(mesh: &Navmesh, floods: &Flooded) -> Option<VertexId> {
    let is_at_goal =
        |across: &Across| across.face().is_some_and(|face| floods.to_goal[face.index()]);
    let mut at_start = mesh.faces().filter(|face| floods.from_start[face.id.index()]);
    if at_start.any(|face| face.across().iter().any(is_at_goal)) {
        return None;
    }
    let mut at_start = vec![false; mesh.n_vertices()];
    for face in mesh.faces().filter(|face| floods.from_start[face.id.index()]) {
        face.corners().iter().for_each(|corner| at_start[corner.index()] = true);
    }
    let goal_side = mesh.faces().filter(|face| floods.to_goal[face.id.index()]);
    let mut corners = goal_side.flat_map(|face| face.corners());
    corners.find(|corner| at_start[corner.index()]).copied()
}
