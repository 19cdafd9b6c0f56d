//! Start and goal on two islands: how large they are, and what would join them.

use crate::geom::{Point, WELD};
use crate::mesh::{Across, Element, FaceId, MeshEdit, Navmesh, VertexId};
use crate::search::End;
use crate::text::counted;

use super::breach::{self, Breach, Measure, Openable};
use super::gap::{self, Gap};
use super::step::{Flooded, Steps, listed};
use super::{Case, Cause, CauseKind, Mark, Mend, Remedy, words};

/// The goal cannot be reached: what lies between.
pub(super) fn other_island(
    case: &Case<'_>,
    steps: &Steps<'_>,
    floods: &Flooded,
    [starts, _]: &[Vec<FaceId>; 2],
) -> Cause {
    let mesh = case.mesh();
    let mut sentence = format!(
        "the start is on {}, the goal on {}",
        size(mesh, &floods.from_start),
        size(mesh, &floods.to_goal)
    );
    let mut cause = Cause::new(CauseKind::OtherIsland, String::new());
    if let Some(vertex) = touching(mesh, floods) {
        let id = mesh.attributes().ids.vertex(vertex);
        sentence += &format!("; they touch at vertex {id}, where nobody can pass");
        cause.marks.push(Mark::Place(mesh.point(vertex)));
        cause.elements.push(Element::Vertex(vertex));
    }
    let found = breaches(steps, starts, &floods.to_goal);
    match found.first() {
        Some((_, first)) => {
            sentence += &format!("; to join them, open {}", first.to_text(mesh));
            show(mesh, first, &mut cause);
        }
        None => {
            let gap = gap::closest(mesh, &floods.from_start, &floods.to_goal);
            tell_gap(case, gap, floods, &mut sentence, &mut cause);
        }
    }
    for (measures, breach) in &found {
        let title = format!("Open {} ({})", brief(mesh, breach), described(measures, breach));
        let remedy = Remedy::Open { faces: breach.faces(), sides: breach.walls() };
        cause.mends.push(Mend { title, remedy });
    }
    cause.sentence = sentence;
    cause
}

/// The cheapest breaches by all measures, each with the measures by which it is.
fn breaches(steps: &Steps<'_>, starts: &[FaceId], goals: &[bool]) -> Vec<(Vec<Measure>, Breach)> {
    let mut found: Vec<(Vec<Measure>, Breach)> = Vec::new();
    for measure in Measure::ALL {
        let Some(breach) = breach::find(steps, starts, goals, measure, Openable::All) else {
            return Vec::new();
        };
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
            parts.push(format!("wall {}{other}", ids.face(*face)));
        }
        walls => parts.push(counted(walls.len(), "wall")),
    }
    if !faces.is_empty() {
        parts.push(words::faces(mesh, &faces));
    }
    words::joined(&parts)
}

/// Why a breach is offered.
fn described(measures: &[Measure], breach: &Breach) -> String {
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

/// Nothing can be opened: how far it is from the one to the other.
fn tell_gap(
    case: &Case<'_>,
    gap: Option<Gap>,
    floods: &Flooded,
    sentence: &mut String,
    cause: &mut Cause,
) {
    let Some(gap) = gap else { return };
    let mesh = case.mesh();
    let ids = &mesh.attributes().ids;
    let width = gap.segment.length();
    let there = match gap.other {
        Some(other) => format!("vertex {}", ids.vertex(other)),
        None => words::wall(mesh, gap.side),
    };
    *sentence += &format!(
        "; nothing that could be opened lies between, and they come no closer than {}, between vertex {} and {there}",
        words::number(width),
        ids.vertex(gap.vertex)
    );
    cause.marks.push(Mark::Gap(gap.segment));
    cause.elements.push(Element::Vertex(gap.vertex));
    if let Some(other) = gap.other.filter(|&other| other != gap.vertex) {
        cause.elements.push(Element::Vertex(other));
        if width <= 100.0 * WELD * mesh.bounds().diagonal() {
            *sentence += "; probably they should be one";
            let title =
                format!("Weld vertices {} and {}", ids.vertex(gap.vertex), ids.vertex(other));
            let weld = MeshEdit::Weld(gap.vertex, other);
            cause.mends.push(Mend { title, remedy: Remedy::Change(vec![weld]) });
        }
    }
    cause.mends.extend(nearest_reachable(case, floods));
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
    let point = super::ends::firm_point(case, face, rim);
    let title = format!("Move the goal to {}, as near as one gets", words::place(point));
    Some(Mend { title, remedy: Remedy::MoveEnd(End::Goal, point) })
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
