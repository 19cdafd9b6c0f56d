//! A way that may only be gone the other way round.

use crate::mesh::{Element, FaceId};

use super::breach::{self, Measure, Openable};
use super::step::{Flooded, Over, Steps};
use super::{Case, Cause, CauseKind, Mark, Mend, Remedy, words};

/// The goal can be reached against one-way sides, or there is a way back.
pub(super) fn only_back(
    case: &Case<'_>,
    steps: &Steps<'_>,
    floods: &Flooded,
    ends: &[Vec<FaceId>; 2],
) -> Option<Cause> {
    let [starts, goals] = ends;
    let found =
        breach::find(steps, starts, &floods.to_goal, Measure::Number, Openable::OneWaySides);
    let Some(found) = found else { return only_by_link(case, steps, ends) };
    let mesh = case.mesh();
    let sides = found.walls();
    let back = steps.reached_from(goals);
    let leads_back = starts.iter().any(|start| back[start.index()]);
    let known = if leads_back {
        "there is a way from the goal to the start, but not back"
    } else {
        "start and goal are connected, but not in one direction"
    };
    let what = match sides.as_slice() {
        [side] => format!("{} may only be crossed the other way", words::wall(mesh, *side)),
        sides if 3 < sides.len() => {
            format!("{} edges may each only be crossed the other way", sides.len())
        }
        sides => {
            let names: Vec<String> = sides.iter().map(|&side| words::wall(mesh, side)).collect();
            format!("{} may each only be crossed the other way", words::joined(&names))
        }
    };
    let mut cause = Cause::new(CauseKind::OneWay, format!("{known}: {what}"));
    for &(face, side) in &sides {
        cause.marks.push(Mark::Side(mesh.face(face).segment(side)));
        cause.elements.push(Element::Side(face, side as u32));
        let other = mesh.twin(face, side);
        cause.elements.extend(other.map(|(face, side)| Element::Side(face, side as u32)));
    }
    let title = if sides.len() == 1 { "Open it both ways" } else { "Open them both ways" };
    let remedy = Remedy::Open { faces: Vec::new(), sides };
    cause.mends.push(Mend { title: title.to_owned(), remedy });
    Some(cause)
}

/// There is a way back, by teleporters or passages that only lead that way: nothing that could be turned round.
fn only_by_link(
    case: &Case<'_>,
    steps: &Steps<'_>,
    [starts, goals]: &[Vec<FaceId>; 2],
) -> Option<Cause> {
    let mesh = case.mesh();
    let back = [goals.clone(), starts.clone()];
    let way = super::links::way_with_fewest(steps, &back, |over, _| matches!(over, Over::Link(_)))?;
    let used: Vec<u32> = way
        .iter()
        .filter_map(|(_, over)| match over {
            Over::Link(link) => Some(*link),
            Over::Side(_) => None,
        })
        .collect();
    let first = mesh.links().get(*used.first()? as usize)?;
    let more = match used.len() {
        1 => String::new(),
        n => format!(" and {} more", n - 1),
    };
    let sentence = format!(
        "there is a way from the goal to the start, but not back: {}{more} may only be taken that way",
        words::link(mesh, first)
    );
    let mut cause = Cause::new(CauseKind::OneWay, sentence);
    for link in used.into_iter().filter_map(|link| mesh.links().get(link as usize)) {
        cause.marks.push(Mark::Side(link.segment));
        cause.elements.extend([Element::Face(link.from), Element::Face(link.to)]);
    }
    Some(cause)
}
