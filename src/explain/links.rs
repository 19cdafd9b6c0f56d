//! Ways that there are, but that are switched off or not used: teleporters, passages, floors that move.

use crate::mesh::{Element, FaceId, Link, LinkKind};
use crate::search::{Algorithm, Preparation};

use super::step::{Over, Steps};
use super::{Case, Cause, CauseKind, Mark, Mend, Remedy, words};

/// The goal can be reached with links, but they are switched off or the algorithm does not use them.
pub(super) fn links_off(case: &Case<'_>, ends: &[Vec<FaceId>; 2]) -> Option<Cause> {
    let mesh = case.mesh();
    if mesh.links().is_empty()
        || (case.asked.preparation.teleporters && case.asked.algorithm.uses_links())
    {
        return None;
    }
    let preparation = Preparation { teleporters: true, ..case.asked.preparation };
    let steps = Steps::of(case, Algorithm::Polyanya, preparation);
    let way = way_with_fewest(&steps, ends, |over, _| matches!(over, Over::Link(_)))?;
    let used: Vec<&Link> = way
        .iter()
        .filter_map(|(_, over)| match over {
            Over::Link(link) => mesh.links().get(*link as usize),
            Over::Side(_) => None,
        })
        // Passages are never switched off.
        .filter(|link| link.kind == LinkKind::Teleporter || !case.asked.algorithm.uses_links())
        .collect();
    let first = used.first()?;
    let more = match used.len() {
        1 => String::new(),
        n => format!(" and {} more", n - 1),
    };
    let why = if case.asked.algorithm.uses_links() {
        "teleporters are switched off".to_owned()
    } else {
        format!("{} only walks", case.asked.algorithm.title())
    };
    let sentence = format!("only {}{more} leads to the goal, and {why}", words::link(mesh, first));
    let mut cause = Cause::new(CauseKind::LinksOff, sentence);
    for link in used {
        cause.marks.push(Mark::Side(link.segment));
        cause.marks.push(Mark::Face(link.to));
        cause.elements.extend([Element::Face(link.from), Element::Face(link.to)]);
    }
    cause.mends.push(if case.asked.algorithm.uses_links() {
        Mend { title: "Use teleporters".to_owned(), remedy: Remedy::Prepare(preparation) }
    } else {
        let title = format!("Search with {}", Algorithm::Polyanya.title());
        Mend { title, remedy: Remedy::Search(Algorithm::Polyanya, preparation) }
    });
    Some(cause)
}

/// The goal can be reached over floors that may move, but they are switched off.
pub(super) fn moving_floors_off(case: &Case<'_>, ends: &[Vec<FaceId>; 2]) -> Option<Cause> {
    if case.asked.preparation.special_sectors {
        return None;
    }
    let mesh = case.mesh();
    let steps = Steps::of(case, case.asked.algorithm, with_moving_floors(case));
    let sector = &mesh.attributes().sector;
    let moves = |face: FaceId| sector.get(face.index()).copied().flatten().is_some();
    let way = way_with_fewest(&steps, ends, |_, face| moves(face))?;
    let floors: Vec<FaceId> = way.iter().map(|&(face, _)| face).filter(|&f| moves(f)).collect();
    let sentence = format!(
        "the only way to the goal leads over {}, {}, and those are switched off",
        words::faces(mesh, &floors),
        if floors.len() == 1 { "a floor that may move" } else { "floors that may move" }
    );
    let mut cause = Cause::new(CauseKind::MovingFloorsOff, sentence);
    cause.marks.extend(floors.iter().copied().map(Mark::Face));
    cause.elements.extend(floors.into_iter().map(Element::Face));
    cause.mends.push(moving_floors_on(case));
    Some(cause)
}

/// Switches floors that may move on.
pub(super) fn moving_floors_on(case: &Case<'_>) -> Mend {
    let remedy = Remedy::Prepare(with_moving_floors(case));
    Mend { title: "Walk on floors that may move".to_owned(), remedy }
}

fn with_moving_floors(case: &Case<'_>) -> Preparation {
    Preparation { special_sectors: true, ..case.asked.preparation }
}

/// A way with as few costly steps as can be: the faces that are left, and over what.
pub(super) fn way_with_fewest(
    steps: &Steps<'_>,
    [starts, goals]: &[Vec<FaceId>; 2],
    is_costly: impl Fn(Over, FaceId) -> bool,
) -> Option<Vec<(FaceId, Over)>> {
    let mut cost = vec![u32::MAX; steps.mesh.n_faces()];
    let mut parents: Vec<Option<(FaceId, Over)>> = vec![None; steps.mesh.n_faces()];
    let mut open: std::collections::VecDeque<(u32, FaceId)> = Default::default();
    for &start in starts.iter().filter(|&&face| steps.holds(face)) {
        cost[start.index()] = 0;
        open.push_back((0, start));
    }
    while let Some((here, face)) = open.pop_front() {
        if cost[face.index()] < here {
            continue;
        }
        if goals.contains(&face) {
            let mut way = Vec::new();
            let mut at = face;
            while let Some((before, over)) = parents[at.index()] {
                way.push((before, over));
                at = before;
            }
            way.reverse();
            return Some(way);
        }
        for (over, to) in steps.from(face) {
            let costly = is_costly(over, to);
            let there = here + u32::from(costly);
            if there < cost[to.index()] {
                cost[to.index()] = there;
                parents[to.index()] = Some((face, over));
                if costly { open.push_back((there, to)) } else { open.push_front((there, to)) }
            }
        }
    }
    None
}
