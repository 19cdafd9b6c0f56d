//! Edges over which something changes: from ground to none, from free to blocked, or from one side of a wall to the
//! other. Where edges share more than an end they are cut, until none does.

use super::steps::{Whole, WholeBox, turn};

/// A straight edge over which something changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Fence {
    pub(super) from: Whole,
    pub(super) to: Whole,
    pub(super) change: Change,
}

/// What changes for somebody who crosses a fence from its right to its left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(super) struct Change {
    /// How many pieces of ground begin.
    pub(super) ground: i16,
    /// How many obstacles begin.
    pub(super) block: i16,
    /// Whether there is a wall, too, that nobody can cross.
    pub(super) wall: bool,
}

impl Change {
    pub(super) const GROUND: Self = Self { ground: 1, block: 0, wall: false };
    pub(super) const BLOCK: Self = Self { ground: 0, block: 1, wall: false };
    pub(super) const WALL: Self = Self { ground: 0, block: 0, wall: true };

    /// The same change, seen along the fence the other way round.
    pub(super) fn reversed(self) -> Self {
        Self { ground: -self.ground, block: -self.block, wall: self.wall }
    }

    fn and(self, other: Self) -> Self {
        Self {
            ground: self.ground.saturating_add(other.ground),
            block: self.block.saturating_add(other.block),
            wall: self.wall || other.wall,
        }
    }

    pub(super) fn is_none(self) -> bool {
        self == Self::default()
    }
}

impl Fence {
    pub(super) fn bounds(&self) -> WholeBox {
        WholeBox {
            min: Whole::new(self.from.x.min(self.to.x), self.from.y.min(self.to.y)),
            max: Whole::new(self.from.x.max(self.to.x), self.from.y.max(self.to.y)),
        }
    }

    /// The same fence with its smaller end first.
    pub(super) fn forward(self) -> Self {
        if self.from <= self.to {
            return self;
        }
        Self { from: self.to, to: self.from, change: self.change.reversed() }
    }
}

/// Fences that could not be cut apart in so many rounds: rounding makes new crossings faster than cutting ends them.
#[derive(Debug)]
pub(super) struct Tangled;

const MOST_ROUNDS: usize = 64;

/// Where so many rounds were not enough, fences are cut at ends beside them, too: they go through these ends from then
/// on, and are not bent over them by the next cut (snap rounding, Hobby 1999).
const EXACT_ROUNDS: usize = 16;

/// Cuts fences wherever they cross, touch or overlap, and makes one of those that come to lie on each other.
///
/// What comes out shares ends and nothing else, has the smaller end first, and is in order. The point of a crossing is
/// rounded to the grid, which can move a piece by half a step and into another one: hence the rounds.
pub(super) fn arrange(mut fences: Vec<Fence>) -> Result<Vec<Fence>, Tangled> {
    for fence in &mut fences {
        *fence = fence.forward();
    }
    fences.retain(|fence| fence.from != fence.to);
    fences.sort_unstable();
    let mut fresh = vec![true; fences.len()];
    let mut cuts: Vec<(usize, Whole)> = Vec::new();
    for round in 0..MOST_ROUNDS {
        if round == EXACT_ROUNDS {
            fresh.fill(true);
        }
        let meet = if round < EXACT_ROUNDS { meeting } else { meeting_nearly };
        find_cuts(&fences, &fresh, meet, &mut cuts);
        if cuts.is_empty() {
            return Ok(summed(fences));
        }
        (fences, fresh) = cut(fences, &mut cuts);
    }
    Err(Tangled)
}

/// Where the first of two fences has to be cut, and where the second.
type Meeting = ([Option<Whole>; 2], [Option<Whole>; 2]);

/// Notes where each fence has to be cut; fences that were compared before are not compared again.
fn find_cuts(
    fences: &[Fence],
    fresh: &[bool],
    meet: fn(&Fence, &Fence) -> Meeting,
    cuts: &mut Vec<(usize, Whole)>,
) {
    let boxes: Vec<WholeBox> = fences.iter().map(|fence| fence.bounds().inflated(1)).collect();
    super::pairs::for_each_touching(&boxes, |i, j| {
        if fresh[i] || fresh[j] {
            let (a, b) = (&fences[i], &fences[j]);
            let (at_a, at_b) = meet(a, b);
            cuts.extend(at_a.into_iter().flatten().map(|p| (i, p)));
            cuts.extend(at_b.into_iter().flatten().map(|p| (j, p)));
        }
        true
    });
}

/// The same as [`meeting`], and where an end of one is within a step of the other.
fn meeting_nearly(a: &Fence, b: &Fence) -> Meeting {
    let beside = |fence: &Fence, p: Whole| {
        let (along, to_p) = (fence.to.minus(fence.from), p.minus(fence.from));
        let is_between = 0 < to_p.dot(along) && to_p.dot(along) < along.dot(along);
        let length = (along.x as f64).hypot(along.y as f64);
        is_between && turn(fence.from, fence.to, p).abs() as f64 <= length
    };
    let ends_beside = |fence: &Fence, other: &Fence| {
        [other.from, other.to].map(|end| Some(end).filter(|&end| beside(fence, end)))
    };
    match (ends_beside(a, b), ends_beside(b, a)) {
        // With nobody beside, what crosses does so in the open.
        ([None, None], [None, None]) => meeting(a, b),
        near => near,
    }
}

/// Where two fences have to be cut so that they share nothing but ends.
fn meeting(a: &Fence, b: &Fence) -> Meeting {
    let mut at = ([None; 2], [None; 2]);
    let (b_from, b_to) = (turn(a.from, a.to, b.from), turn(a.from, a.to, b.to));
    if (0 < b_from && 0 < b_to) || (b_from < 0 && b_to < 0) {
        return at;
    }
    let (a_from, a_to) = (turn(b.from, b.to, a.from), turn(b.from, b.to, a.to));
    if (0 < a_from && 0 < a_to) || (a_from < 0 && a_to < 0) {
        return at;
    }
    if b_from != 0 && b_to != 0 && a_from != 0 && a_to != 0 {
        let p = crossing(a, b, a_from, a_to);
        at.0[0] = Some(p).filter(|&p| p != a.from && p != a.to);
        at.1[0] = Some(p).filter(|&p| p != b.from && p != b.to);
        return at;
    }
    let inside = |fence: &Fence, p: Whole| {
        p != fence.from && p != fence.to && fence.bounds().touches(WholeBox { min: p, max: p })
    };
    at.0[0] = Some(b.from).filter(|&p| b_from == 0 && inside(a, p));
    at.0[1] = Some(b.to).filter(|&p| b_to == 0 && inside(a, p));
    at.1[0] = Some(a.from).filter(|&p| a_from == 0 && inside(b, p));
    at.1[1] = Some(a.to).filter(|&p| a_to == 0 && inside(b, p));
    at
}

/// The point of the grid next to where two fences cross, or an end of one of them that is as good; never outside of the
/// box of either.
fn crossing(a: &Fence, b: &Fence, from_side: i128, to_side: i128) -> Whole {
    let along = a.to.minus(a.from);
    // From the end that is closer, so that the rounding of the product is small.
    let part = from_side as f64 / (from_side - to_side) as f64;
    let (x, y) = if part <= 0.5 {
        (a.from.x + moved(along.x, part), a.from.y + moved(along.y, part))
    } else {
        let rest = to_side as f64 / (to_side - from_side) as f64;
        (a.to.x - moved(along.x, rest), a.to.y - moved(along.y, rest))
    };
    let (one, other) = (a.bounds(), b.bounds());
    let p = Whole::new(
        x.clamp(one.min.x.max(other.min.x), one.max.x.min(other.max.x)),
        y.clamp(one.min.y.max(other.min.y), one.max.y.min(other.max.y)),
    );
    // An end beside it is taken instead: fences that start a step from each other would else be cut step by step, each
    // cut bending them into the next.
    let is_beside = |end: &Whole| {
        let at = WholeBox { min: *end, max: *end };
        (end.x - p.x).abs() <= 1 && (end.y - p.y).abs() <= 1 && one.touches(at) && other.touches(at)
    };
    let far = |end: &Whole| (end.x - p.x).abs() + (end.y - p.y).abs();
    let ends = [a.from, a.to, b.from, b.to].into_iter().filter(is_beside);
    ends.min_by_key(|end| (far(end), *end)).unwrap_or(p)
}

fn moved(length: i64, part: f64) -> i64 {
    (length as f64 * part).round() as i64
}

/// Cuts fences; says which of the pieces are new.
fn cut(fences: Vec<Fence>, cuts: &mut Vec<(usize, Whole)>) -> (Vec<Fence>, Vec<bool>) {
    // By place along the fence, not by position: rounded points need not lie on it in order.
    cuts.sort_unstable_by(|a, b| {
        let along = |p: Whole| {
            let fence = &fences[a.0];
            p.minus(fence.from).dot(fence.to.minus(fence.from))
        };
        a.0.cmp(&b.0).then_with(|| along(a.1).cmp(&along(b.1))).then(a.1.cmp(&b.1))
    });
    cuts.dedup();
    let (mut pieces, mut fresh) = (Vec::with_capacity(fences.len() + cuts.len()), Vec::new());
    let mut next_cut = cuts.iter().copied().peekable();
    for (index, &Fence { from, to, change }) in fences.iter().enumerate() {
        let (mut here, mut is_cut) = (from, false);
        while let Some((_, p)) = next_cut.next_if(|&(of, _)| of == index) {
            pieces.push(Fence { from: here, to: p, change }.forward());
            fresh.push(true);
            (here, is_cut) = (p, true);
        }
        pieces.push(Fence { from: here, to, change }.forward());
        fresh.push(is_cut);
    }
    cuts.clear();
    (pieces, fresh)
}

/// Makes one fence of all that lie on each other, and none where all changes cancel out.
fn summed(mut fences: Vec<Fence>) -> Vec<Fence> {
    fences.sort_unstable();
    let mut sums: Vec<Fence> = Vec::with_capacity(fences.len());
    for fence in fences {
        match sums.last_mut() {
            Some(last) if last.from == fence.from && last.to == fence.to => {
                last.change = last.change.and(fence.change);
            }
            _ => sums.push(fence),
        }
    }
    sums.retain(|fence| !fence.change.is_none());
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fence(a: (i64, i64), b: (i64, i64)) -> Fence {
        Fence { from: Whole::new(a.0, a.1), to: Whole::new(b.0, b.1), change: Change::BLOCK }
    }

    fn shares_only_ends(fences: &[Fence]) -> bool {
        let apart = |a: &Fence, b: &Fence| {
            let (at_a, at_b) = meeting(a, b);
            at_a.iter().chain(&at_b).all(Option::is_none)
        };
        fences.iter().enumerate().all(|(i, a)| fences[i + 1..].iter().all(|b| apart(a, b)))
    }

    #[test]
    fn a_cross_becomes_four_pieces() {
        let pieces = arrange(vec![fence((0, 0), (4, 4)), fence((0, 4), (4, 0))]).unwrap();
        assert_eq!(pieces.len(), 4);
        assert!(pieces.iter().all(|p| [p.from, p.to].contains(&Whole::new(2, 2))));
    }

    #[test]
    fn overlapping_fences_are_summed() {
        let pieces = arrange(vec![fence((0, 0), (4, 0)), fence((6, 0), (2, 0))]).unwrap();
        assert_eq!(pieces, [fence((0, 0), (2, 0)), fence((4, 0), (6, 0)).flipped()]);
    }

    impl Fence {
        fn flipped(self) -> Self {
            Self { change: self.change.reversed(), ..self }
        }
    }

    #[test]
    fn fences_that_start_beside_each_other_are_not_cut_step_by_step() {
        let (shallow, steep) =
            ((135_739_477_190, 25_244_990_616), (162_820_506_960, 83_872_128_108));
        let pieces =
            arrange(vec![fence((0, 0), shallow), fence((1, 0), shallow), fence((2, 0), steep)])
                .unwrap();
        assert!(shares_only_ends(&pieces) && pieces.len() < 10, "{}", pieces.len());
    }

    #[test]
    fn a_thicket_is_cut_apart() {
        let mut random = fastrand::Rng::with_seed(7);
        for size in [6, 40, 1000, 1 << 30, 1 << 50] {
            for n in [5, 40, 300] {
                let mut end = || (random.i64(-size..=size), random.i64(-size..=size));
                let fences: Vec<Fence> = (0..n).map(|_| fence(end(), end())).collect();
                let pieces = arrange(fences).unwrap();
                assert!(n == 300 || shares_only_ends(&pieces), "{size} {n}");
            }
        }
    }
}
