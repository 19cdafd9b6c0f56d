//! Which sides of faces are one and the same, run through in opposite directions.
//!
//! By counting sort on the smaller vertex: linear, and no hash map.

use super::{Across, FaceId, VertexId};

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
    /// The twin of a side, by its flat index.
    pub fn of(&self, side: usize) -> Twin {
        match self.0[side] {
            ALONE => Twin::Alone,
            CROWDED => Twin::Crowded,
            twin => Twin::At(twin),
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
    let ends = Ends { starts, corners };
    let mut first = vec![0_u32; n_vertices + 1];
    ends.for_each(|_, from, to| {
        if from != to {
            first[from.min(to) as usize] += 1;
        }
    });
    let mut twins = Twins(vec![ALONE; corners.len()]);
    let mut sides = Vec::new();
    let per_round = n_vertices.div_ceil(ROUNDS).max(1);
    for low in (0..n_vertices).step_by(per_round) {
        let high = (low + per_round).min(n_vertices);
        let mut sum = 0;
        for slot in &mut first[low..high] {
            sum += *slot;
            *slot = sum;
        }
        sides.clear();
        sides.resize(sum as usize, (0_u32, 0_u32));
        // Filled from the back, each slot ends up where its vertex begins.
        ends.for_each(|side, from, to| {
            let smaller = from.min(to);
            if from != to && (low..high).contains(&(smaller as usize)) {
                let slot = &mut first[smaller as usize];
                *slot -= 1;
                sides[*slot as usize] = (from.max(to), side << 1 | u32::from(from < to));
            }
        });
        for vertex in low..high {
            let end = if vertex + 1 == high { sum } else { first[vertex + 1] };
            pair_up(&mut sides[first[vertex] as usize..end as usize], &mut twins.0);
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
    let n_faces = starts.len() - 1;
    let mut twins = vec![0; corners.len()];
    let mut wanted = Vec::new();
    for face in 0..n_faces {
        let range = starts[face] as usize..starts[face + 1] as usize;
        for side in range.clone() {
            let Some(behind) = across[side].face() else { continue };
            let next = if side + 1 == range.end { range.start } else { side + 1 };
            if n_faces <= behind.index() || behind.index() == face || corners[side] == corners[next]
            {
                return Err(side);
            }
            let twin =
                Sought { from: corners[next], to: corners[side], behind: FaceId(face as u32) };
            let there = starts[behind.index()] as usize..starts[behind.index() + 1] as usize;
            if there.len() <= FEW_SIDES {
                twins[side] = twin.scan(corners, across, there).ok_or(side)? as u32;
            } else {
                wanted.push((behind, side as u32));
            }
        }
    }
    find_in_large_faces(starts, corners, across, wanted, &mut twins)?;
    // Where a face has the same side twice, both would take the one behind as theirs.
    let taken =
        |side: usize| across[side].face().is_some() && twins[twins[side] as usize] as usize != side;
    match (0..corners.len()).find(|&side| taken(side)) {
        Some(side) => Err(side),
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
    let n_faces = starts.len() - 1;
    // Behind the last corner of a face comes its first.
    let end = |face: usize, side: usize| {
        let is_last = side + 1 == starts[face + 1] as usize;
        corners[if is_last { starts[face] as usize } else { side + 1 }]
    };
    let fits = |face: usize, side: usize| {
        let Some(behind) = across[side].face().map(FaceId::index) else { return true };
        if n_faces <= behind || behind == face {
            return false;
        }
        let twin = twins[side] as usize;
        (starts[behind] as usize..starts[behind + 1] as usize).contains(&twin)
            && twins[twin] as usize == side
            && across[twin].face().map(FaceId::index) == Some(face)
            && corners[twin] == end(face, side)
            && end(behind, twin) == corners[side]
            && corners[side] != corners[twin]
    };
    (0..n_faces).find_map(|face| {
        (starts[face] as usize..starts[face + 1] as usize).find(|&side| !fits(face, side))
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

impl Sought {
    #[inline]
    fn scan(
        self,
        corners: &[VertexId],
        across: &[Across],
        face: std::ops::Range<usize>,
    ) -> Option<usize> {
        let next = |side: usize| if side + 1 == face.end { face.start } else { side + 1 };
        face.clone().find(|&side| {
            corners[side] == self.from
                && corners[next(side)] == self.to
                && across[side].face() == Some(self.behind)
        })
    }
}

fn find_in_large_faces(
    starts: &[u32],
    corners: &[VertexId],
    across: &[Across],
    mut wanted: Vec<(FaceId, u32)>,
    twins: &mut [u32],
) -> Result<(), usize> {
    wanted.sort_unstable();
    let mut index: Vec<(Sought, usize)> = Vec::new();
    for same in wanted.chunk_by(|a, b| a.0 == b.0) {
        let face = same[0].0.index();
        let range = starts[face] as usize..starts[face + 1] as usize;
        index.clear();
        index.extend(range.clone().filter_map(|side| {
            let next = if side + 1 == range.end { range.start } else { side + 1 };
            let behind = across[side].face()?;
            Some((Sought { from: corners[side], to: corners[next], behind }, side))
        }));
        index.sort_unstable();
        for &(_, side) in same {
            let side = side as usize;
            let owner = starts.partition_point(|&start| start as usize <= side) - 1;
            let end = if side + 1 == starts[owner + 1] as usize {
                starts[owner] as usize
            } else {
                side + 1
            };
            let sought =
                Sought { from: corners[end], to: corners[side], behind: FaceId(owner as u32) };
            let place = index.binary_search_by_key(&sought, |&(side, _)| side).map_err(|_| side)?;
            twins[side] = index[place].1 as u32;
        }
    }
    Ok(())
}

/// Pairs the sides of one smaller vertex; each is (larger vertex, flat index and direction).
fn pair_up(sides: &mut [(u32, u32)], twins: &mut [u32]) {
    if sides.len() < 2 {
        return;
    }
    sides.sort_unstable();
    for same in sides.chunk_by(|a, b| a.0 == b.0) {
        match *same {
            [_] => {}
            [(_, a), (_, b)] if (a ^ b) & 1 == 1 => {
                twins[(a >> 1) as usize] = b >> 1;
                twins[(b >> 1) as usize] = a >> 1;
            }
            ref crowd => {
                for &(_, side) in crowd {
                    twins[(side >> 1) as usize] = CROWDED;
                }
            }
        }
    }
}

struct Ends<'a> {
    starts: &'a [u32],
    corners: &'a [VertexId],
}

impl Ends<'_> {
    /// Calls with the flat index and both ends of every side.
    fn for_each(&self, mut call: impl FnMut(u32, u32, u32)) {
        for face in self.starts.windows(2) {
            let corners = &self.corners[face[0] as usize..face[1] as usize];
            let Some(&last) = corners.last() else { continue };
            for (i, pair) in corners.windows(2).enumerate() {
                call(face[0] + i as u32, pair[0].0, pair[1].0);
            }
            call(face[1] - 1, last.0, corners[0].0);
        }
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
