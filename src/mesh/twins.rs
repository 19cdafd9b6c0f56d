//! Which sides of faces are one and the same, run through in opposite directions.
//!
//! By counting sort on the smaller vertex: linear, and no hash map.
#![cfg_attr(
    not(test),
    deny(
        clippy::cast_possible_truncation,
        clippy::expect_used,
        clippy::indexing_slicing,
        clippy::unwrap_used,
        reason = "nobody has looked yet whether what comes here fits together"
    )
)]

use super::{Across, FaceId, VertexId, narrow, range, ranges, rim};

/// The other half of a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Twin {
    /// No other face has this side.
    Alone,
    /// The flat index of the same side, run the other way round.
    At(u32),
    /// Others have it too, but more than one of them or in the same direction.
    Crowded,
}

/// The twins of all sides, four bytes each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Twins(Vec<u32>);

const ALONE: u32 = u32::MAX;
const CROWDED: u32 = u32::MAX - 1;

impl Twins {
    /// The twin of a side, by its flat index; none if there is no such side.
    pub fn of(&self, side: usize) -> Twin {
        match self.0.get(side) {
            None | Some(&ALONE) => Twin::Alone,
            Some(&CROWDED) => Twin::Crowded,
            Some(&twin) => Twin::At(twin),
        }
    }

    /// The twins of all sides, in order.
    pub fn iter(&self) -> impl Iterator<Item = Twin> {
        (0..self.0.len()).map(|side| self.of(side))
    }
}

/// In so many rounds the sides are sorted, each taking a part of the vertices: the list of sides is that much shorter.
const ROUNDS: usize = 3;

/// Finds the twin of every side, given where faces start and their corners.
pub fn twins(starts: &[u32], corners: &[VertexId], n_vertices: usize) -> Twins {
    let mut first = vec![0_u32; n_vertices];
    for_each_side(starts, corners, |_, from, to| {
        if from != to
            && let Some(count) = first.get_mut(from.min(to) as usize)
        {
            *count += 1;
        }
    });
    let mut twins = Twins(vec![ALONE; corners.len()]);
    let mut sides = Vec::new();
    let per_round = n_vertices.div_ceil(ROUNDS).max(1);
    for (slots, low) in first.chunks_mut(per_round).zip((0..).step_by(per_round)) {
        let mut sum = 0;
        for slot in &mut *slots {
            sum += *slot;
            *slot = sum;
        }
        sides.clear();
        sides.resize(sum as usize, (0_u32, 0_u32));
        // Filled from the back, each slot ends up where its vertex begins.
        for_each_side(starts, corners, |side, from, to| {
            let place = (from.min(to) as usize).wrapping_sub(low);
            if from != to
                && let Some(slot) = slots.get_mut(place)
            {
                *slot -= 1;
                if let Some(filled) = sides.get_mut(*slot as usize) {
                    *filled = (from.max(to), side << 1 | u32::from(from < to));
                }
            }
        });
        let ends = slots.iter().skip(1).chain([&sum]);
        for (&start, &end) in slots.iter().zip(ends) {
            let same = sides.get_mut(start as usize..end as usize);
            pair_up(same.unwrap_or_default(), &mut twins.0);
        }
    }
    twins
}

/// The twin of every side that names a face behind it, checked; the flat index of the first side that has none.
///
/// Sides with nothing behind them get a number that means nothing.
pub(super) fn stated_twins(
    starts: &[u32],
    corners: &[VertexId],
    across: &[Across],
) -> Result<Vec<u32>, usize> {
    let mut twins = Vec::with_capacity(corners.len());
    let mut wanted = Vec::new();
    for (face, here) in faces(starts, corners, across) {
        for (side, [from, to], over) in here.sides() {
            let Some(behind) = over.face() else {
                twins.push(0);
                continue;
            };
            let there = Sides::new(starts, corners, across, behind).ok_or(side)?;
            if behind == face || from == to {
                return Err(side);
            }
            let twin = Sought { from: to, to: from, behind: face };
            if there.corners.len() <= FEW_SIDES {
                twins.push(narrow(there.find(twin).ok_or(side)?));
            } else {
                wanted.push((behind, side, twin));
                twins.push(0);
            }
        }
    }
    wanted.sort_unstable();
    let mut index = Vec::new();
    for same in wanted.chunk_by(|a, b| a.0 == b.0) {
        let there = same.first().and_then(|&(face, ..)| Sides::new(starts, corners, across, face));
        there.into_iter().for_each(|there| there.list(&mut index));
        for &(_, side, sought) in same {
            let place = index.binary_search_by_key(&sought, |&(side, _)| side).ok();
            let (_, twin) = *place.and_then(|place| index.get(place)).ok_or(side)?;
            twins.get_mut(side).into_iter().for_each(|slot| *slot = narrow(twin));
        }
    }
    // Where a face has the same side twice, both would take the one behind as theirs.
    let is_taken = |&(side, (over, &twin)): &(usize, (&Across, &u32))| {
        over.face().is_some() && twins.get(twin as usize) != Some(&narrow(side))
    };
    match across.iter().zip(&twins).enumerate().find(is_taken) {
        Some((side, _)) => Err(side),
        None => Ok(twins),
    }
}

/// The flat index of the first side whose twin is not what is said of it: the same side in the face behind it, run the
/// other way round, which has this one as its twin.
pub(super) fn first_wrong_twin(
    starts: &[u32],
    corners: &[VertexId],
    across: &[Across],
    twins: &[u32],
) -> Option<usize> {
    let is_twin = |face: FaceId, side: usize, [from, to]: [VertexId; 2], behind: FaceId| {
        let twin = *twins.get(side)? as usize;
        let there = Sides::new(starts, corners, across, behind)?;
        let back = twins.get(twin).is_some_and(|&back| back as usize == side);
        let sought = Sought { from: to, to: from, behind: face };
        (back && behind != face && from != to && there.at(twin)? == sought).then_some(())
    };
    faces(starts, corners, across).find_map(|(face, here)| {
        here.sides().find_map(|(side, ends, over)| {
            let behind = over.face()?;
            is_twin(face, side, ends, behind).is_none().then_some(side)
        })
    })
}

/// Faces of up to so many sides are searched through; a hub with thousands of neighbours gets an index first.
const FEW_SIDES: usize = 32;

/// A side of some face, by its ends and the face behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Sought {
    from: VertexId,
    to: VertexId,
    behind: FaceId,
}

/// The sides of one face.
#[derive(Clone, Copy)]
struct Sides<'a> {
    /// The flat index of the first of them.
    start: usize,
    corners: &'a [VertexId],
    across: &'a [Across],
}

impl<'a> Sides<'a> {
    /// None if there is no such face.
    #[inline]
    fn new(
        starts: &[u32],
        corners: &'a [VertexId],
        across: &'a [Across],
        face: FaceId,
    ) -> Option<Self> {
        let range = range(starts, face.index())?;
        let start = range.start;
        Some(Self { start, corners: corners.get(range.clone())?, across: across.get(range)? })
    }

    /// The flat index and the ends of each side, and what lies over it.
    #[inline]
    fn sides(self) -> impl Iterator<Item = (usize, [VertexId; 2], Across)> {
        let sides = (self.start..).zip(rim(self.corners)).zip(self.across);
        sides.map(|((side, ends), &over)| (side, ends, over))
    }

    /// A side by its flat index; none if it is of another face, or nothing is behind it.
    #[inline]
    fn at(self, side: usize) -> Option<Sought> {
        let place = side.checked_sub(self.start)?;
        let from = *self.corners.get(place)?;
        let to = *self.corners.get(place + 1).or(self.corners.first())?;
        Some(Sought { from, to, behind: self.across.get(place)?.face()? })
    }

    /// The flat index of a side.
    #[inline]
    fn find(self, sought: Sought) -> Option<usize> {
        let mut behind = (self.start..).zip(self.across.iter().map(|over| over.face()));
        // Few sides have that face behind them, nearly always one.
        let is_it = |&(side, behind): &(usize, Option<FaceId>)| {
            behind == Some(sought.behind) && self.at(side) == Some(sought)
        };
        behind.find(is_it).map(|(side, _)| side)
    }

    /// Lists all sides with something behind them, in order.
    fn list(self, index: &mut Vec<(Sought, usize)>) {
        index.clear();
        index.extend(self.sides().filter_map(|(side, [from, to], over)| {
            Some((Sought { from, to, behind: over.face()? }, side))
        }));
        index.sort_unstable();
    }
}

/// All faces with their sides.
fn faces<'a>(
    starts: &'a [u32],
    corners: &'a [VertexId],
    across: &'a [Across],
) -> impl Iterator<Item = (FaceId, Sides<'a>)> {
    let ids = (0..narrow(starts.len().saturating_sub(1))).map(FaceId);
    ids.filter_map(|face| Some((face, Sides::new(starts, corners, across, face)?)))
}

/// Pairs the sides of one smaller vertex; each is (larger vertex, flat index and direction).
fn pair_up(sides: &mut [(u32, u32)], twins: &mut [u32]) {
    if sides.len() < 2 {
        return;
    }
    sides.sort_unstable();
    let mut set = |side: u32, twin: u32| {
        if let Some(slot) = twins.get_mut((side >> 1) as usize) {
            *slot = twin;
        }
    };
    for same in sides.chunk_by(|a, b| a.0 == b.0) {
        match *same {
            [_] => {}
            [(_, a), (_, b)] if (a ^ b) & 1 == 1 => {
                set(a, b >> 1);
                set(b, a >> 1);
            }
            ref crowd => {
                for &(_, side) in crowd {
                    set(side, CROWDED);
                }
            }
        }
    }
}

/// Calls with the flat index and both ends of every side.
fn for_each_side(starts: &[u32], corners: &[VertexId], mut call: impl FnMut(u32, u32, u32)) {
    for range in ranges(starts) {
        let mut side = narrow(range.start);
        let Some(corners) = corners.get(range) else { continue };
        rim(corners).for_each(|[from, to]| {
            call(side, from.0, to.0);
            side += 1;
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(starts: &[u32], corners: &[u32]) -> Vec<Twin> {
        let corners: Vec<_> = corners.iter().map(|&corner| VertexId(corner)).collect();
        twins(starts, &corners, 9).iter().collect()
    }

    #[test]
    fn two_triangles_share_one_side() {
        use Twin::{Alone, At};
        assert_eq!(
            check(&[0, 3, 6], &[0, 1, 2, 2, 1, 3]),
            [Alone, At(3), Alone, At(1), Alone, Alone]
        );
    }

    #[test]
    fn three_faces_on_a_side_are_a_crowd() {
        let twins = check(&[0, 3, 6, 9], &[0, 1, 2, 1, 0, 3, 1, 0, 4]);
        assert_eq!([twins[0], twins[3], twins[6]], [Twin::Crowded; 3]);
    }

    #[test]
    fn a_side_listed_twice_in_one_direction_is_a_crowd() {
        let twins = check(&[0, 3, 6], &[0, 1, 2, 0, 1, 3]);
        assert_eq!([twins[0], twins[3]], [Twin::Crowded; 2]);
    }

    #[test]
    fn hubs_are_found_as_small_faces_are() {
        // A polygon of 100 corners with a triangle on each of its sides.
        let n = 100;
        let mut starts = vec![0, n];
        let mut corners: Vec<VertexId> = (0..n).map(VertexId).collect();
        let mut across: Vec<Across> = (1..=n).map(|face| Across::Open(FaceId(face))).collect();
        for i in 0..n {
            corners.extend([(i + 1) % n, i, n + i].map(VertexId));
            across.extend([Across::Open(FaceId(0)), Across::Outside, Across::Outside]);
            starts.push(corners.len() as u32);
        }
        let twins = stated_twins(&starts, &corners, &across).unwrap();
        for i in 0..n as usize {
            assert_eq!(twins[i] as usize, 100 + 3 * i);
            assert_eq!(twins[100 + 3 * i] as usize, i);
        }
        across[100 + 3 * 7] = Across::Outside;
        assert_eq!(stated_twins(&starts, &corners, &across), Err(7));
    }

    #[test]
    fn wrong_twins_are_told() {
        let (starts, corners) = ([0, 3, 6], [0, 1, 2, 2, 1, 3].map(VertexId));
        let [one, other] = [0, 1].map(|face| Across::Open(FaceId(face)));
        let out = Across::Outside;
        let across = [out, other, out, one, out, out];
        let check =
            |across: &[Across], twins: &[u32]| first_wrong_twin(&starts, &corners, across, twins);
        assert_eq!(check(&across, &[9, 3, 9, 1, 9, 9]), None);
        assert_eq!(check(&across, &[9, 4, 9, 1, 9, 9]), Some(1), "another side of that face");
        assert_eq!(check(&across, &[9, 2, 9, 1, 9, 9]), Some(1), "a side of another face");
        assert_eq!(check(&across, &[9, 9, 9, 1, 9, 9]), Some(1), "no side at all");
        assert_eq!(check(&across, &[9, 3, 9, 0, 9, 9]), Some(1), "not there and back");
        assert_eq!(check(&[out, other, out, out, out, out], &[9, 3, 9, 1, 9, 9]), Some(1));
        let far = Across::Open(FaceId(7));
        assert_eq!(check(&[far, other, out, one, out, out], &[9, 3, 9, 1, 9, 9]), Some(0));
    }

    #[test]
    fn a_side_without_length_is_alone() {
        assert_eq!(check(&[0, 4], &[0, 0, 1, 2])[0], Twin::Alone);
    }
}
