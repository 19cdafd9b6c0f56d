//! A path that is not the shortest, because the algorithm does not look for that.

use crate::mesh::Element;
use crate::search::{Algorithm, Asked, SAME_COST};

use super::{Case, Cause, CauseKind, Mark, Mend, Remedy, words};

/// The ground hangs together, and yet the search finds no path: where faces overlap, or sides have no length.
pub(super) fn at_a_loss(case: &Case<'_>) -> Cause {
    let name = case.asked.algorithm.title();
    let finds = |&&algorithm: &&Algorithm| {
        let outcome = Asked { algorithm, ..case.asked }.answer(case.ground).outcome;
        outcome.cost().is_some()
    };
    let Some(&other) = Algorithm::ALL.iter().find(finds) else {
        let sentence =
            format!("start and goal hang together, but only over edges that {name} cannot cross");
        return Cause::new(CauseKind::NotOptimal, sentence);
    };
    let sentence = format!(
        "start and goal hang together, but {name} finds no path between them; {} does",
        other.title()
    );
    let mut cause = Cause::new(CauseKind::NotOptimal, sentence);
    let title = format!("Search with {}", other.title());
    let remedy = Remedy::Search(other, case.asked.preparation);
    cause.mends.push(Mend { title, remedy });
    cause
}

/// Says how much longer a path is than the shortest, and where the two part.
pub(super) fn not_optimal(case: &Case<'_>, cost: f64) -> Option<Cause> {
    if case.asked.algorithm.is_optimal() {
        return None;
    }
    let best = Asked { algorithm: Algorithm::Polyanya, ..case.asked }.answer(case.ground);
    let least = best.outcome.cost()?;
    if cost <= least * (1.0 + SAME_COST) {
        return None;
    }
    let mesh = case.mesh();
    let mut sentence = format!(
        "{} finds {} where the shortest path costs {}: {} more",
        case.asked.algorithm.title(),
        words::number(cost),
        words::number(least),
        words::percent(cost / least - 1.0)
    );
    let mut cause = Cause::new(CauseKind::NotOptimal, String::new());
    let (taken, better) = (&case.answer.faces, &best.faces);
    let same = taken.iter().zip(better).take_while(|(a, b)| a == b).count();
    if let (Some(&last), Some(&wrong), Some(&right)) =
        (taken.get(same.wrapping_sub(1)), taken.get(same), better.get(same))
    {
        let [last_name, wrong_name, right_name] =
            [last, wrong, right].map(|face| words::face(mesh, face));
        sentence += &format!(
            "; the corridors part after {last_name}: it goes on to {wrong_name}, the shortest path to {right_name}"
        );
        cause.marks.extend([Mark::Face(wrong), Mark::Face(right)]);
        cause.elements.extend([last, wrong, right].map(Element::Face));
    } else if let Some((&wrong, &right)) = taken.first().zip(better.first()).filter(|(a, b)| a != b)
    {
        sentence += &format!(
            "; the corridors part at the start: it leaves by {}, the shortest path by {}",
            words::face(mesh, wrong),
            words::face(mesh, right)
        );
        cause.marks.extend([Mark::Face(wrong), Mark::Face(right)]);
        cause.elements.extend([wrong, right].map(Element::Face));
    }
    let way = best.corners.windows(2);
    cause.marks.extend(way.map(|ends| Mark::Way(crate::geom::Segment::new(ends[0], ends[1]))));
    cause.sentence = sentence;
    let title = format!("Search with {}", Algorithm::Polyanya.title());
    let remedy = Remedy::Search(Algorithm::Polyanya, case.asked.preparation);
    cause.mends.push(Mend { title, remedy });
    Some(cause)
}
