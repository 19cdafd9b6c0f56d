//! Makes lanes fit: where nodes clash, the widest lanes there are narrowed step by step.
//!
//! The narrower lanes are, the more their nodes are like the lines that were drawn, and those do not cross. So this
//! comes to an end, unless lanes leave a vertex in all but the same direction; then one of them is left out.

use crate::geom::{Within, within};

use super::TooTangled;
use super::clash::{Clash, Parts, look};
use super::hub::dot;
use super::mend::Reason;
use super::plan::{PieceEnd, Plan};
use super::sketch::{Owner, Sketch};

/// How much narrower a lane becomes in one step.
const STEP: f64 = 0.8;

/// A lane that would have to become narrower than this part of its drawn width is left out.
const NARROWEST: f64 = 1.0 / 48.0;

/// So often everything is begun anew with full widths after lanes were left out.
const FRESH_STARTS: usize = 8;

/// Leaves lanes out that leave a vertex in all but the direction of another one.
pub(super) fn leave_out_beside(plan: &mut Plan) {
    loop {
        let mut out = Vec::new();
        let ends_at = plan.ends_at_places();
        for ends in ends_at.iter().filter(|ends| 2 <= ends.len()) {
            for (i, &end) in ends.iter().enumerate() {
                let next = ends[(i + 1) % ends.len()];
                if is_beside(plan, end, next) {
                    let (kept, dropped) = (end.0.min(next.0), end.0.max(next.0));
                    out.push((dropped, Reason::Beside { other: plan.pieces[kept].lane }));
                    break;
                }
            }
        }
        if out.is_empty() {
            return;
        }
        plan.leave_out(&out);
    }
}

/// Whether two lanes are still on the same ground halfway along, even if they are made as narrow as can be.
fn is_beside(plan: &Plan, a: PieceEnd, b: PieceEnd) -> bool {
    let (u, v) = (plan.direction(a), plan.direction(b));
    let sine = (u.x * v.y - u.y * v.x).abs();
    let width = NARROWEST * (plan.width(a) + plan.width(b));
    let shorter = plan.length(&plan.pieces[a.0]).min(plan.length(&plan.pieces[b.0]));
    a.0 != b.0 && 0.0 < dot(u, v) && sine * shorter < 2.0 * width
}

/// Narrows lanes, and leaves out those for which there is no room, until no nodes clash.
pub(super) fn fit(plan: &mut Plan) -> Result<(Sketch, Parts), TooTangled> {
    for round in 0_usize.. {
        loop {
            let ends_at = plan.ends_at_places();
            let sketch = Sketch::new(plan, &ends_at);
            let (parts, mut clashes) = look(plan, &sketch)?;
            if clashes.is_empty() {
                clashes = bare_hubs(plan, &ends_at, &sketch, &parts);
            }
            if clashes.is_empty() {
                return Ok((sketch, parts));
            }
            let out = narrow(plan, &ends_at, &clashes);
            if !out.is_empty() {
                let out: Vec<_> = out.into_iter().map(|piece| (piece, Reason::NoRoom)).collect();
                plan.leave_out(&out);
                break;
            }
        }
        if round < FRESH_STARTS {
            plan.pieces.iter_mut().for_each(|piece| piece.widths = [piece.drawn; 2]);
        }
    }
    Err(TooTangled)
}

/// Hubs whose place is on no ground: lanes of very different widths meet beside it.
fn bare_hubs(plan: &Plan, ends_at: &[Vec<PieceEnd>], sketch: &Sketch, parts: &Parts) -> Vec<Clash> {
    let mut bare: Vec<bool> = ends_at.iter().map(|ends| 2 <= ends.len()).collect();
    for part in &parts.list {
        let places = match part.owner {
            Owner::Hub(place) => [place; 2],
            Owner::Piece(piece) => plan.pieces[piece].ends,
        };
        for place in places {
            let at = plan.places[place].at;
            bare[place] = bare[place] && within(&sketch.outline(&part.ring), at) == Within::Outside;
        }
    }
    let bare = bare.iter().enumerate().filter(|&(_, &bare)| bare);
    bare.map(|(place, _)| Clash::Unsound(Owner::Hub(place))).collect()
}

/// Narrows what clashes by a step; the pieces that would become too narrow are to be left out.
fn narrow(plan: &mut Plan, ends_at: &[Vec<PieceEnd>], clashes: &[Clash]) -> Vec<usize> {
    let mut out = Vec::new();
    let before = plan.clone();
    for clash in clashes {
        let ends = ends_of(plan, ends_at, *clash);
        let widest = ends.iter().map(|&end| before.width(end)).fold(0.0, f64::max);
        let mut too_narrow = false;
        for &(piece, end) in &ends {
            let piece = &mut plan.pieces[piece];
            let width = piece.widths[end].min(STEP * widest);
            too_narrow |= width < NARROWEST * piece.drawn;
            piece.widths[end] = width;
        }
        if too_narrow {
            out.push(match *clash {
                Clash::Unsound(Owner::Piece(piece)) => piece,
                _ => ends.iter().map(|&(piece, _)| piece).max().unwrap_or(0),
            });
        }
    }
    out
}

/// The ends of pieces whose widths have to do with a clash.
fn ends_of(plan: &Plan, ends_at: &[Vec<PieceEnd>], clash: Clash) -> Vec<PieceEnd> {
    let own = |owner: Owner| match owner {
        Owner::Hub(place) => ends_at[place].clone(),
        Owner::Piece(piece) => vec![(piece, 0), (piece, 1)],
    };
    match clash {
        Clash::Meet(a, b) => own(a).into_iter().chain(own(b)).collect(),
        // A piece is what its hubs leave of it: all that meet there may be too wide.
        Clash::Unsound(Owner::Piece(piece)) => {
            let hubs = plan.pieces[piece].ends.into_iter();
            hubs.flat_map(|place| ends_at[place].iter().copied()).collect()
        }
        Clash::Unsound(hub) => own(hub),
    }
}
