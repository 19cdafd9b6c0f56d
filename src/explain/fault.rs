//! Faults of a file that are in the way: which, and whether mending them gives a path, or a shorter one.
//!
//! Much of what is broken is mended when a file is read (a face listed clockwise is turned round). Where a path goes
//! over such a place it is named all the same: programs that trust the file fail there.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::geom::Point;
use crate::mesh::{FaceId, FileIds, Kind, MeshEdit, Navmesh};
use crate::search::{Ground, Preparation, SAME_COST};

use super::ends::Footing;
use super::step::{self, Flooded, Steps};
use super::{Case, Cause, CauseKind, Mend, Remedy, words};

mod suspect;

use suspect::{Corners, Suspect};

/// So many suspects of a kind are tried one by one, the closest first: fewer on large maps, where each takes longer.
fn n_tried(mesh: &Navmesh) -> usize {
    (1_000_000 / mesh.n_faces().max(1)).clamp(1, 12)
}

/// So many of a kind are mended at once.
fn n_mended(mesh: &Navmesh) -> usize {
    (5_000_000 / mesh.n_faces().max(1)).clamp(4, 300)
}

/// So many are named that do not change the path.
const NAMED: usize = 5;

/// What people call a kind of fault, as a heading.
pub(super) fn title(kind: Kind) -> &'static str {
    match kind {
        Kind::SelfCrossing => "A face crosses itself",
        Kind::NonConvex => "A face is not convex",
        Kind::RepeatedCorner => "A face repeats a corner",
        Kind::NeighbourNotShared => "A wrong neighbour is named",
        Kind::OneSidedNeighbour => "Only one of two names the other",
        Kind::SignsDisagree => "Two records disagree",
        Kind::ShiftedNeighbours => "A neighbour list is shifted",
        Kind::SelfNeighbour => "A face names itself",
        Kind::CrowdedSide => "Too many faces at an edge",
        Kind::Overlap => "Faces overlap",
        Kind::Clockwise => "A face is inside out",
        Kind::ZeroArea => "A face has no inside",
        Kind::DuplicateVertex | Kind::NearVertices => "Vertices are not welded",
        Kind::TJunction => "A T-junction",
        Kind::MissingNeighbour => "Neighbours are not named",
        _ => "The file is broken",
    }
}

/// What is broken between two islands: first what joins them once it is mended, then what only touches them.
pub(super) fn between(
    case: &Case<'_>,
    steps: &Steps<'_>,
    floods: &Flooded,
    ends: &[Vec<FaceId>; 2],
) -> (Vec<Cause>, Vec<Cause>) {
    let suspects = suspects(case, &[case.asked.query.start, case.asked.query.goal]);
    let is_joined = ends[1].iter().any(|goal| floods.from_start[goal.index()]);
    let joins = |mesh: Navmesh| !is_joined && step::joins(case, steps, ends, mesh);
    let (mut joining, mut nearby) = (Vec::new(), Vec::new());
    for (kind, list) in by_kind(suspects) {
        let tried = list.iter().take(n_tried(case.mesh())).filter(|suspect| {
            let mended = suspect.mend.and_then(|mend| mend.of(case.mesh()).ok());
            mended.is_some_and(joins)
        });
        let found = { tried }.next();
        if let Some(first) = found {
            let cause = cause(case, first, "mended, the goal can be reached", &[]);
            // Two faces that disagree may do so in several ways.
            if !joining.iter().any(|known: &Cause| known.mends == cause.mends) {
                joining.push(cause);
            }
            continue;
        }
        let all = mends(case.mesh(), &list);
        let together = Remedy::Change(all.clone());
        if 1 < all.len() && together.mesh(case.mesh()).and_then(Result::ok).is_some_and(joins) {
            let effect =
                format!("with {} of the kind mended together, the goal can be reached", all.len());
            joining.push(cause(case, &list[0], &effect, &all));
            continue;
        }
        let touches = |suspect: &&Suspect<'_>| {
            let reached =
                |face: &FaceId| floods.from_start[face.index()] || floods.to_goal[face.index()];
            suspect.faces.iter().any(reached)
        };
        let touching = list.iter().filter(touches).take(1);
        nearby.extend(touching.map(|suspect| {
            let but = "but mending it alone does not lead to the goal";
            let effect = if suspect.mend.is_some() { but } else { elsewhere(kind) };
            cause(case, suspect, effect, &[])
        }));
    }
    nearby.truncate(NAMED);
    (joining, nearby)
}

/// What is broken where a path goes: first what keeps it from being shorter, or was mended when the file was read; then
/// what would not change it.
pub(super) fn on_the_way(case: &Case<'_>, cost: f64) -> [Vec<Cause>; 2] {
    let mut line = case.answer.corners.clone();
    line.extend([case.asked.query.start, case.asked.query.goal]);
    let mut on_path: Vec<FaceId> = case.answer.faces.clone();
    on_path.extend(Footing::of_both(case, &Steps::new(case)).concat());
    on_path.sort_unstable();
    let (mut saving, mut passed, mut harmless) = (Vec::new(), Vec::new(), Vec::new());
    for (kind, list) in by_kind(suspects(case, &line)) {
        let mut best: Option<(f64, &Suspect<'_>)> = None;
        for suspect in list.iter().take(n_tried(case.mesh())) {
            let mended = suspect.mend.and_then(|mend| mend.of(case.mesh()).ok());
            let shorter = mended.and_then(|mesh| cost_on(case, mesh));
            if let Some(shorter) = shorter.filter(|&shorter| shorter < cost * (1.0 - SAME_COST))
                && best.is_none_or(|(best, _)| shorter < best)
            {
                best = Some((shorter, suspect));
            }
        }
        if let Some((shorter, suspect)) = best {
            let effect = format!(
                "mended, the path costs {} instead of {}",
                words::number(shorter),
                words::number(cost)
            );
            saving.push((shorter, cause(case, suspect, &effect, &[])));
            continue;
        }
        let is_on_path = |suspect: &&Suspect<'_>| {
            suspect.faces.iter().any(|face| on_path.binary_search(face).is_ok())
        };
        let first = list.iter().find(is_on_path);
        if let Some(suspect) = first {
            let list = if suspect.mend.is_some() { &mut harmless } else { &mut passed };
            list.push(cause(case, suspect, elsewhere(kind), &[]));
        }
    }
    saving.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut causes: Vec<Cause> = saving.into_iter().map(|(_, cause)| cause).collect();
    passed.truncate(NAMED);
    causes.extend(passed);
    harmless.truncate(NAMED);
    [causes, harmless]
}

/// What a fault that is mended here means to others.
fn elsewhere(kind: Kind) -> &'static str {
    match kind {
        Kind::Clockwise | Kind::ShiftedNeighbours | Kind::NonConvex | Kind::NeighbourNotShared => {
            "a program that trusts the file may find no path here, or a wrong one"
        }
        _ => "paths may come out wrong here",
    }
}

/// Everything that could be in the way, the closest to a line first.
fn suspects<'a>(case: &Case<'a>, line: &[Point]) -> Vec<Suspect<'a>> {
    let findings = case.findings;
    let mesh = case.mesh();
    let corners = Corners::new(mesh, findings);
    let faults = findings.iter().filter(|finding| suspect::is_fault(finding.kind));
    let suspects = faults.filter_map(|finding| Suspect::new(mesh, &corners, finding));
    let mut suspects: Vec<_> = suspects.map(|suspect| suspect.measured_from(line)).collect();
    suspects.sort_by(|a, b| a.distance.total_cmp(&b.distance));
    suspects
}

fn by_kind(suspects: Vec<Suspect<'_>>) -> BTreeMap<Kind, Vec<Suspect<'_>>> {
    let mut kinds: BTreeMap<Kind, Vec<Suspect<'_>>> = BTreeMap::new();
    for suspect in suspects {
        kinds.entry(suspect.finding.kind).or_default().push(suspect);
    }
    kinds
}

/// The mends of many suspects, in an order in which none spoils the ids of those that follow.
fn mends(mesh: &Navmesh, list: &[Suspect<'_>]) -> Vec<MeshEdit> {
    let mut mends: Vec<MeshEdit> =
        list.iter().filter_map(|suspect| suspect.mend).take(n_mended(mesh)).collect();
    let place = |mend: &MeshEdit| match *mend {
        // A weld takes away the second vertex, and those after it move up.
        MeshEdit::Weld(_, gone) => (gone.0, 0, 0.0),
        // A stitch cuts a side in two, and what comes after it moves on.
        MeshEdit::Stitch(vertex, face, side) => {
            let start = mesh.face(face).segment(side).from;
            (face.0, side, start.distance(mesh.point(vertex)))
        }
        _ => (0, 0, 0.0),
    };
    let last_first = |a: &MeshEdit, b: &MeshEdit| {
        let (a, b) = (place(a), place(b));
        (b.0, b.1).cmp(&(a.0, a.1)).then(b.2.total_cmp(&a.2))
    };
    mends.sort_by(last_first);
    mends.dedup();
    // Where several vertices should be one, each goes once.
    mends.dedup_by(|a, b| match (a, b) {
        (MeshEdit::Weld(_, a), MeshEdit::Weld(_, b)) => a == b,
        _ => false,
    });
    mends
}

/// What the same search would find on another mesh.
pub(super) fn cost_on(case: &Case<'_>, mesh: Navmesh) -> Option<f64> {
    let preparation = Preparation { landmarks: false, ..case.asked.preparation };
    let ground = Ground::new(Arc::new(mesh), &preparation);
    case.asked.answer(&ground).outcome.cost()
}

fn cause(case: &Case<'_>, suspect: &Suspect<'_>, effect: &str, all: &[MeshEdit]) -> Cause {
    let kind = CauseKind::Fault(suspect.finding.kind);
    let mut cause = Cause::new(kind, format!("{}; {effect}", suspect.finding.message));
    cause.marks = suspect.marks();
    cause.elements = suspect.elements.clone();
    let ids = &case.mesh().attributes().ids;
    if !all.is_empty() {
        let title = match all.len() {
            2 => "Mend both".to_owned(),
            n => format!("Mend all {n}"),
        };
        cause.mends.push(Mend { title, remedy: Remedy::Change(all.to_vec()) });
        return cause;
    }
    cause.mends.extend(suspect.mend.map(|mend| Mend {
        title: mend_title(case.mesh(), ids, mend),
        remedy: Remedy::Change(vec![mend]),
    }));
    cause
}

fn mend_title(mesh: &Navmesh, ids: &FileIds, mend: MeshEdit) -> String {
    match mend {
        MeshEdit::Weld(a, b) => format!("Weld vertices {} and {}", ids.vertex(a), ids.vertex(b)),
        MeshEdit::Stitch(vertex, face, _) => {
            format!("Stitch vertex {} to face {}", ids.vertex(vertex), ids.face(face))
        }
        MeshEdit::OpenSide(face, side) => format!("Open {}", words::wall(mesh, (face, side))),
        other => other.title().to_owned(),
    }
}
