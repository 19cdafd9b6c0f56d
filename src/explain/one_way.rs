//! A way that may only be gone the other way round.

use crate::mesh::{Element, FaceId};

use super::breach::{self, Measure, Openable};
use super::step::{Flooded, Steps};
use super::{Case, Cause, CauseKind, Mark, Mend, Remedy, words};

/// The goal can be reached against one-way sides.
pub(super) fn only_back(
    case: &Case<'_>,
    steps: &Steps<'_>,
    floods: &Flooded,
    [starts, goals]: &[Vec<FaceId>; 2],
) -> Option<Cause> {
    let mesh = case.mesh();
    let found =
        breach::find(steps, starts, &floods.to_goal, Measure::Number, Openable::OneWaySides)?;
    let sides = found.walls();
    let names: Vec<String> = match sides.as_slice() {
        sides if 3 < sides.len() => vec![format!("{} sides", sides.len())],
        sides => sides.iter().map(|&side| words::wall(mesh, side)).collect(),
    };
    let back = steps.reached_from(goals);
    let leads_back = starts.iter().any(|start| back[start.index()]);
    let known = if leads_back {
        "there is a way from the goal to the start, but not back"
    } else {
        "start and goal are connected, but not in one direction"
    };
    let may = if sides.len() == 1 { "may only be crossed" } else { "may each only be crossed" };
    let sentence = format!("{known}: {} {may} the other way", words::joined(&names));
    let mut cause = Cause::new(CauseKind::OneWay, sentence);
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
