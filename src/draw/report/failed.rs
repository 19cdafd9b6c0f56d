//! The queries of a scenario on the map: those that failed, by the numbers of their rows; and where all of them are.

use crate::draw::{Anchor, Ink, Mark, Overlay, Pen, Picture, Shapes, Size, heat};
use crate::geom::Point;
use crate::search::batch::{Case, Judgement};
use crate::text::{counted_as, grouped};

/// More failures than this nobody can tell apart on a map.
const DRAWN: usize = 100;

/// A picture and what is said below it.
pub(super) struct Shown {
    pub(super) over: Overlay,
    pub(super) caption: String,
}

/// Whether somebody should look at a query: it has no path though nobody says that it has none, or a wrong cost.
fn is_failed(case: &Case<'_>) -> bool {
    let is_found = case.row.is_some_and(|row| row.outcome.cost().is_some());
    match case.judgement() {
        Some(Judgement::Fail) => true,
        Some(Judgement::Unknown) => !is_found,
        Some(Judgement::Pass) | None => false,
    }
}

/// The queries that failed; none if none did.
pub(super) fn failed(cases: &[Case<'_>], picture: &Picture<'_>, size: Size) -> Option<Shown> {
    let failed: Vec<&Case<'_>> = cases.iter().filter(|case| is_failed(case)).collect();
    if failed.is_empty() {
        return None;
    }
    let mut over = Overlay::new(picture.camera(size));
    for case in failed.iter().take(DRAWN) {
        let (start, goal) = (case.instance.start, case.instance.goal);
        let (ink, name) = match case.row.and_then(|row| row.outcome.cost()) {
            Some(_) => (Ink::Bottleneck, "path of another cost"),
            None => (Ink::BrokenPin, "no path"),
        };
        over.stroke(ink, &Shapes::one([start, goal]));
        over.said.add_named(ink, name);
        over.mark(Ink::Start, start, Mark::Disc, 7.0);
        over.mark(Ink::Goal, goal, Mark::Diamond, 8.0);
    }
    for case in failed.iter().take(DRAWN) {
        let at = over.camera().picture_from_world(case.instance.start) + Point::new(7.0, -8.0);
        let at = over.camera().world_from_picture(at);
        over.text(Ink::Label, at, Anchor::Start, 12.0, &(case.index + 1).to_string());
    }
    over.said.add(Ink::Start);
    over.said.add(Ink::Goal);
    let more = match failed.len().saturating_sub(DRAWN) {
        0 => String::new(),
        more => format!("; {} more are not drawn", grouped(more)),
    };
    let caption = format!(
        "{} without a path, or with another cost than expected, by the numbers of their rows{more}",
        counted_as(failed.len(), "query", "queries")
    );
    Some(Shown { over, caption })
}

/// Where all queries start and lead.
pub(super) fn ends(cases: &[Case<'_>], picture: &Picture<'_>, size: Size) -> Shown {
    let mut over = Overlay::new(picture.camera(size));
    let starts = heat(Ink::Start, cases.iter().map(|case| case.instance.start), &mut over);
    let goals = heat(Ink::Goal, cases.iter().map(|case| case.instance.goal), &mut over);
    over.said.append(starts);
    over.said.append(goals);
    let caption = "Where queries start and lead: the more, the larger".to_owned();
    Shown { over, caption }
}
