//! Lanes that meet without a common vertex: both are cut there, and joined.

use crate::geom::{Aabb, Point, Segment};
use crate::layout::lane::LaneId;
use crate::mesh::grid::{Grid, Looked};

use super::TooTangled;
use super::mend::Mend;
use super::plan::{Piece, Place, Plan};

/// Cuts bend lanes a little, so that they may cross others; it takes more than one look to be rid of them.
const ROUNDS: usize = 6;

/// What is closer together than this part of the narrower lane's width is taken to be in one place: a crossing and a
/// vertex, or a vertex and the line of a lane.
const SAME_PLACE: f64 = 0.25;

/// Cuts lanes where they meet others, and joins them there. What still crosses after that is left to others to find.
pub(super) fn join(plan: &mut Plan, mends: &mut Vec<Mend>) -> Result<(), TooTangled> {
    let most_pieces = 16 * plan.pieces.len() + 10_000;
    for _ in 0..ROUNDS {
        let of_piece = vec![Vec::new(); plan.pieces.len()];
        let mut cuts = Cuts { plan, mends, most: most_pieces, of_piece };
        cuts.find()?;
        let of_piece = cuts.of_piece;
        if of_piece.iter().all(Vec::is_empty) {
            break;
        }
        plan.pieces = cut(plan, of_piece);
        plan.drop_repeated();
        if most_pieces < plan.pieces.len() {
            return Err(TooTangled);
        }
    }
    Ok(())
}

/// The pieces between the cuts.
fn cut(plan: &Plan, of_piece: Vec<Vec<usize>>) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for (piece, mut places) in plan.pieces.iter().zip(of_piece) {
        let [from, _] = plan.points(piece);
        let along = |place: &usize| plan.places[*place].at.distance(from);
        places.sort_by(|a, b| along(a).total_cmp(&along(b)).then(a.cmp(b)));
        let mut before = piece.ends[0];
        for place in places.into_iter().chain([piece.ends[1]]) {
            if place != before {
                pieces.push(Piece { ends: [before, place], ..*piece });
            }
            before = place;
        }
    }
    pieces
}

struct Cuts<'a> {
    plan: &'a mut Plan,
    mends: &'a mut Vec<Mend>,
    most: usize,
    /// The places where each piece is to be cut.
    of_piece: Vec<Vec<usize>>,
}

impl Cuts<'_> {
    fn find(&mut self) -> Result<(), TooTangled> {
        let segments: Vec<Segment> =
            self.plan.pieces.iter().map(|piece| self.segment(piece)).collect();
        let bounds = Aabb::around(self.plan.places.iter().map(|place| place.at));
        let widest = self.plan.pieces.iter().map(|piece| piece.drawn).fold(0.0, f64::max);
        // No lane is so wide that everything is close to everything.
        let margin = (SAME_PLACE * widest).min(bounds.diagonal() / 64.0);
        let grid = Grid::new(bounds, segments.len(), 1.0, margin, |i, ring| {
            ring.clear();
            ring.extend([segments[i].from, segments[i].to]);
        });
        let mut budget = self.most;
        let mut seen = std::collections::HashSet::new();
        let looked = grid.pairs(64 * segments.len() + 1_000_000, |a, b| {
            let (a, b) = (a as usize, b as usize);
            let meet = self.near(segments[a], segments[b], a, b) && seen.insert((a, b));
            if meet && !self.look_at(a, b, segments[a], segments[b]) {
                return 1;
            }
            if meet {
                budget = budget.saturating_sub(1);
            }
            if budget == 0 { usize::MAX } else { 1 }
        });
        if looked == Looked::AtAll { Ok(()) } else { Err(TooTangled) }
    }

    fn segment(&self, piece: &Piece) -> Segment {
        let [from, to] = self.plan.points(piece);
        Segment::new(from, to)
    }

    fn narrower(&self, a: usize, b: usize) -> f64 {
        self.plan.pieces[a].drawn.min(self.plan.pieces[b].drawn)
    }

    fn near(&self, a: Segment, b: Segment, i: usize, j: usize) -> bool {
        let margin = SAME_PLACE * self.narrower(i, j);
        Aabb::around([a.from, a.to]).inflated(margin).touches(Aabb::around([b.from, b.to]))
    }

    /// Cuts two pieces where they meet; says whether they do.
    fn look_at(&mut self, a: usize, b: usize, a_segment: Segment, b_segment: Segment) -> bool {
        let same_place = SAME_PLACE * self.narrower(a, b);
        let [a_ends, b_ends] = [a, b].map(|piece| self.plan.pieces[piece].ends);
        let mut touched = false;
        for (ends, other, segment, other_ends) in
            [(a_ends, b, b_segment, b_ends), (b_ends, a, a_segment, a_ends)]
        {
            for place in ends.into_iter().filter(|place| !other_ends.contains(place)) {
                let at = self.plan.places[place].at;
                let inside = same_place < at.distance(segment.from).min(at.distance(segment.to));
                if inside && segment.distance(at) <= same_place {
                    let by = if other == a { b } else { a };
                    touched |= self.add(other, by, place);
                }
            }
        }
        if touched || !a_segment.crosses(b_segment) {
            return touched;
        }
        let at = crossing(a_segment, b_segment);
        let near = |place: &usize| self.plan.places[*place].at.distance(at) <= same_place;
        let known = a_ends.iter().chain(&b_ends).chain(&self.of_piece[a]).chain(&self.of_piece[b]);
        let place = known.copied().find(near).unwrap_or_else(|| {
            self.plan.places.push(Place { at, vertex: None });
            self.plan.places.len() - 1
        });
        self.add(a, b, place) | self.add(b, a, place)
    }

    /// Cuts a piece at a place, unless it ends there.
    fn add(&mut self, piece: usize, by: usize, place: usize) -> bool {
        let ends_there = self.plan.pieces[piece].ends.contains(&place);
        if ends_there || self.of_piece[piece].contains(&place) {
            return false;
        }
        self.of_piece[piece].push(place);
        let [lane, other]: [LaneId; 2] = [piece, by].map(|piece| self.plan.pieces[piece].lane);
        if lane != other {
            self.mends.push(Mend::Joined { lane, other, at: self.plan.places[place].at });
        }
        true
    }
}

/// Where two segments that cross do so, as well as numbers can say it.
fn crossing(a: Segment, b: Segment) -> Point {
    let (along_a, along_b, apart) = (a.to - a.from, b.to - b.from, b.from - a.from);
    let cross = |u: Point, v: Point| u.x * v.y - u.y * v.x;
    let part = cross(apart, along_b) / cross(along_a, along_b);
    if part.is_finite() { a.from + along_a * part.clamp(0.0, 1.0) } else { a.from }
}
