//! Ways that are too narrow for somebody's radius.

use crate::geom::Segment;
use crate::mesh::{Element, FaceId, LinkKind};
use crate::search::cheapest::Cheapest;
use crate::search::corridor::Crossing;
use crate::search::{Answer, Asked, Ground, Preparation, SAME_COST};

use super::step::{Over, Steps};
use super::{Case, Cause, CauseKind, Mark, Mend, Remedy, words};

/// The goal can be reached by somebody thinner: how thin, and where it is tightest.
pub(super) fn too_narrow(case: &Case<'_>, ends: &[Vec<FaceId>; 2]) -> Option<Cause> {
    if case.asked.preparation.radius <= 0.0 {
        return None;
    }
    let mesh = case.mesh();
    let thin = Preparation { radius: 0.0, ..case.asked.preparation };
    let steps = Steps::of(case, case.asked.algorithm, thin);
    // Nobody fits through a side without a length.
    let (tightest, width) = widest_way(&steps, ends).filter(|(_, width)| 0.0 < *width)?;
    let radius = width / 2.0;
    let (where_, elements) = match tightest {
        (face, Over::Side(side)) => {
            (words::wall(mesh, (face, side)), vec![Element::Side(face, side as u32)])
        }
        (face, Over::Link(link)) => {
            let link = &mesh.links()[link as usize];
            (words::link(mesh, link), vec![Element::Face(face), Element::Face(link.to)])
        }
    };
    let sentence = format!(
        "radius {} does not fit: the widest way admits a radius of {}, where {where_} is {} wide",
        words::number(case.asked.preparation.radius),
        words::number(radius),
        words::number(width)
    );
    let mut cause = Cause::new(CauseKind::TooNarrow, sentence);
    cause.marks.push(Mark::Gap(segment(&steps, tightest)));
    cause.elements = elements;
    let title = format!("Lower the radius to {}", words::number(radius));
    let remedy = Remedy::Prepare(Preparation { radius, ..case.asked.preparation });
    cause.mends.push(Mend { title, remedy });
    Some(cause)
}

/// The path goes around a place that somebody thinner gets through.
pub(super) fn goes_around(case: &Case<'_>, cost: f64) -> Option<Cause> {
    let preparation = case.asked.preparation;
    if preparation.radius <= 0.0 {
        return None;
    }
    let mesh = case.mesh();
    let with_radius = |radius: f64| {
        let preparation = Preparation { radius, landmarks: false, ..preparation };
        let ground = Ground::new(case.ground.mesh().clone(), &preparation);
        Asked { preparation, ..case.asked }.answer(&ground)
    };
    let shorter =
        |answer: &Answer| answer.outcome.cost().filter(|&it| it < cost * (1.0 - SAME_COST));
    let answer = with_radius(0.0);
    shorter(&answer)?;
    // Where all of it is wide enough, something else keeps the path from it.
    let Crossing { face, side, segment: at } = answer.bottleneck.filter(|crossing| {
        let width = crossing.segment.length();
        0.0 < width && width < 2.0 * preparation.radius
    })?;
    let radius = at.length() / 2.0;
    // Other searches than that for the shortest path may take yet another way then.
    let shorter = shorter(&with_radius(radius))?;
    let sentence = format!(
        "the path costs {} because it goes around {}, which is too narrow for radius {}: through it, it would cost {}, {} less",
        words::number(cost),
        words::wall(mesh, (face, side)),
        words::number(preparation.radius),
        words::number(shorter),
        words::percent(1.0 - shorter / cost)
    );
    let mut cause = Cause::new(CauseKind::TooNarrow, sentence);
    cause.marks.push(Mark::Gap(at));
    let way = answer.corners.windows(2);
    cause.marks.extend(way.map(|ends| Mark::Way(Segment::new(ends[0], ends[1]))));
    cause.elements.push(Element::Side(face, side as u32));
    let title = format!("Lower the radius to {}", words::number(radius));
    let remedy = Remedy::Prepare(Preparation { radius, ..preparation });
    cause.mends.push(Mend { title, remedy });
    Some(cause)
}

fn segment(steps: &Steps<'_>, (face, over): (FaceId, Over)) -> Segment {
    match over {
        Over::Side(side) => steps.mesh.face(face).segment(side),
        Over::Link(link) => steps.mesh.links()[link as usize].segment,
    }
}

/// How wide the way is whose narrowest place is widest, and where that is.
fn widest_way(
    steps: &Steps<'_>,
    [starts, goals]: &[Vec<FaceId>; 2],
) -> Option<((FaceId, Over), f64)> {
    let mut widths = vec![f64::NEG_INFINITY; steps.mesh.n_faces()];
    let mut tightest: Vec<Option<(FaceId, Over)>> = vec![None; steps.mesh.n_faces()];
    // The widest first: the wider, the cheaper.
    let mut queue = Cheapest::default();
    for &start in starts.iter().filter(|&&face| steps.holds(face)) {
        widths[start.index()] = f64::INFINITY;
        queue.push(f64::NEG_INFINITY, start);
    }
    while let Some((cost, face)) = queue.pop() {
        let here = -cost;
        if here < widths[face.index()] {
            continue;
        }
        if goals.contains(&face) {
            return Some((tightest[face.index()]?, here));
        }
        for (over, to) in steps.from(face) {
            let width = match over {
                Over::Link(link)
                    if steps.mesh.links()[link as usize].kind == LinkKind::Teleporter =>
                {
                    f64::INFINITY
                }
                over => segment(steps, (face, over)).length(),
            };
            let there = here.min(width);
            if widths[to.index()] < there {
                widths[to.index()] = there;
                tightest[to.index()] =
                    if width < here { Some((face, over)) } else { tightest[face.index()] };
                queue.push(-there, to);
            }
        }
    }
    None
}
