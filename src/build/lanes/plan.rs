//! The lanes that can be built: every one has two places, a length and a width, and none of them cross.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};

use crate::geom::{Aabb, Point, Side, WELD, side};
use crate::layout::lane::{LaneId, LaneNetwork, LaneVertexId};

use super::mend::{Mend, Reason};

/// Places, and pieces of lanes between them.
#[derive(Debug, Clone, Default)]
pub(super) struct Plan {
    pub(super) places: Vec<Place>,
    pub(super) pieces: Vec<Piece>,
    /// What is closer together than this seems to be a crack.
    pub(super) crack: f64,
    /// What was taken out again, and why.
    left_out: Vec<(Piece, Reason)>,
}

/// Where pieces begin, end and meet.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    pub(super) at: Point,
    /// The vertex that was drawn there; the first one if they are several, none where lanes only cross.
    pub(super) vertex: Option<LaneVertexId>,
}

/// A lane, or a part of one that is cut where others meet it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Piece {
    pub(super) lane: LaneId,
    /// Its two places.
    pub(super) ends: [usize; 2],
    /// How wide it was drawn.
    pub(super) drawn: f64,
    /// How wide it is at its two places.
    pub(super) widths: [f64; 2],
}

/// One end of a piece: which one, and 0 or 1.
pub(super) type PieceEnd = (usize, usize);

impl Plan {
    /// Everything in a network that has two places, a length and a width.
    pub(super) fn new(network: &LaneNetwork, mends: &mut Vec<Mend>) -> Self {
        let mut plan = Self::default();
        let mut place_at: HashMap<(u64, u64), usize> = HashMap::new();
        let mut place_of: BTreeMap<LaneVertexId, usize> = BTreeMap::new();
        for (&vertex, drawn) in &network.vertices {
            if !drawn.at.is_sound() {
                continue;
            }
            // Two vertices at one place are one place: nobody could stand between them.
            let place = *place_at.entry(drawn.at.bits()).or_insert_with(|| {
                plan.places.push(Place { at: drawn.at, vertex: Some(vertex) });
                plan.places.len() - 1
            });
            place_of.insert(vertex, place);
        }
        for (&lane, drawn) in &network.lanes {
            let mut leave_out = |reason| mends.push(Mend::LeftOut { lane, reason });
            let [from, to] = drawn.ends.map(|end| place_of.get(&end).copied());
            let (Some(from), Some(to)) = (from, to) else {
                leave_out(Reason::NoVertex);
                continue;
            };
            if from == to {
                leave_out(Reason::NoLength);
            } else if !(drawn.width.is_finite() && 0.0 < drawn.width) {
                leave_out(Reason::NoWidth);
            } else {
                let (ends, width) = ([from, to], drawn.width);
                plan.pieces.push(Piece { lane, ends, drawn: width, widths: [width; 2] });
            }
        }
        plan.drop_repeated();
        let widest = plan.pieces.iter().map(|piece| piece.drawn).fold(0.0, f64::max);
        let bounds = Aabb::around(plan.places.iter().map(|place| place.at));
        plan.crack = WELD * (bounds.diagonal() + 4.0 * widest);
        plan
    }

    /// Keeps the widest of all pieces that join the same two places.
    pub(super) fn drop_repeated(&mut self) {
        let key =
            |piece: &Piece| (piece.ends[0].min(piece.ends[1]), piece.ends[0].max(piece.ends[1]));
        let mut widest: HashMap<(usize, usize), usize> = HashMap::new();
        for (index, piece) in self.pieces.iter().enumerate() {
            let kept = widest.entry(key(piece)).or_insert(index);
            if self.pieces[*kept].drawn < piece.drawn {
                *kept = index;
            }
        }
        let repeated = self.pieces.iter().enumerate().filter_map(|(index, piece)| {
            let kept = widest[&key(piece)];
            let of = self.pieces[kept].lane;
            (kept != index).then_some((index, Reason::Duplicate { of }))
        });
        let repeated: Vec<_> = repeated.collect();
        self.leave_out(&repeated);
    }

    /// Takes pieces out, and remembers why.
    pub(super) fn leave_out(&mut self, which: &[(usize, Reason)]) {
        let mut out = vec![false; self.pieces.len()];
        for &(index, reason) in which {
            if !std::mem::replace(&mut out[index], true) {
                self.left_out.push((self.pieces[index], reason));
            }
        }
        let mut out = out.iter();
        self.pieces.retain(|_| out.next() == Some(&false));
    }

    /// Says of every piece that was taken out whether that was its whole lane.
    pub(super) fn tell_left_out(&self, mends: &mut Vec<Mend>) {
        let mut kept: Vec<LaneId> = self.pieces.iter().map(|piece| piece.lane).collect();
        kept.sort_unstable();
        let mut left_out: Vec<&(Piece, Reason)> = self.left_out.iter().collect();
        // Of a lane that is gone piece by piece the worst reason counts.
        left_out.sort_by_key(|(piece, reason)| {
            (piece.lane, matches!(reason, Reason::Duplicate { .. }))
        });
        for pieces in left_out.chunk_by(|a, b| a.0.lane == b.0.lane) {
            let (lane, reason) = (pieces[0].0.lane, pieces[0].1);
            if kept.binary_search(&lane).is_err() {
                mends.push(Mend::LeftOut { lane, reason });
                continue;
            }
            for (piece, reason) in pieces {
                let [from, to] = self.points(piece);
                mends.push(Mend::PieceLeftOut { lane, at: (from + to) * 0.5, reason: *reason });
            }
        }
    }

    /// Where a piece begins and ends.
    pub(super) fn points(&self, piece: &Piece) -> [Point; 2] {
        piece.ends.map(|end| self.places[end].at)
    }

    pub(super) fn length(&self, piece: &Piece) -> f64 {
        let [from, to] = self.points(piece);
        from.distance(to)
    }

    /// The ends of pieces at every place, counter-clockwise, beginning just below the direction to the left. Exact.
    pub(super) fn ends_at_places(&self) -> Vec<Vec<PieceEnd>> {
        let mut ends_at = vec![Vec::new(); self.places.len()];
        for (index, piece) in self.pieces.iter().enumerate() {
            for (end, &place) in piece.ends.iter().enumerate() {
                ends_at[place].push((index, end));
            }
        }
        for (place, ends) in ends_at.iter_mut().enumerate() {
            let hub = self.places[place].at;
            ends.sort_by(|&a, &b| around(hub, self.far(a), self.far(b)).then(a.cmp(&b)));
        }
        ends_at
    }

    /// Where the other end of a piece is.
    pub(super) fn far(&self, (piece, end): PieceEnd) -> Point {
        self.places[self.pieces[piece].ends[1 - end]].at
    }

    /// The direction in which a piece leaves its end.
    pub(super) fn direction(&self, (piece, end): PieceEnd) -> Point {
        let away = self.far((piece, end)) - self.places[self.pieces[piece].ends[end]].at;
        let length = (away.x * away.x + away.y * away.y).sqrt();
        Point::new(away.x / length, away.y / length)
    }

    pub(super) fn width(&self, (piece, end): PieceEnd) -> f64 {
        self.pieces[piece].widths[end]
    }
}

/// The order of two directions from a hub, by their angle from minus to plus half a turn.
fn around(hub: Point, p: Point, q: Point) -> Ordering {
    let upper = |p: Point| hub.y <= p.y;
    upper(p).cmp(&upper(q)).then_with(|| match side(hub, p, q) {
        Side::Left => Ordering::Less,
        Side::Right => Ordering::Greater,
        // On one line through the hub: the same direction, or straight right before straight left.
        Side::On => (p.x < hub.x).cmp(&(q.x < hub.x)),
    })
}
