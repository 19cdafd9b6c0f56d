//! Which sides of faces are one and the same, run through in opposite directions.
//!
//! By counting sort on the smaller vertex: linear, and no hash map.

use super::VertexId;

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

/// Finds the twin of every side, given where faces start and their corners.
pub fn twins(starts: &[u32], corners: &[VertexId], n_vertices: usize) -> Vec<Twin> {
    let ends = Ends { starts, corners };
    let mut first = vec![0_u32; n_vertices + 1];
    ends.for_each(|_, from, to| {
        if from != to {
            first[from.min(to) as usize] += 1;
        }
    });
    let mut sum = 0;
    for slot in &mut first {
        sum += *slot;
        *slot = sum;
    }
    // Filled from the back, each slot ends up where its vertex begins.
    let mut sides = vec![(0_u32, 0_u32); sum as usize];
    ends.for_each(|side, from, to| {
        if from != to {
            let slot = &mut first[from.min(to) as usize];
            *slot -= 1;
            let forward = u32::from(from < to);
            sides[*slot as usize] = (from.max(to), side << 1 | forward);
        }
    });
    let mut twins = vec![Twin::Alone; corners.len()];
    for vertex in 0..n_vertices {
        pair_up(&mut sides[first[vertex] as usize..first[vertex + 1] as usize], &mut twins);
    }
    twins
}

/// Pairs the sides of one smaller vertex; each is (larger vertex, flat index and direction).
fn pair_up(sides: &mut [(u32, u32)], twins: &mut [Twin]) {
    if sides.len() < 2 {
        return;
    }
    sides.sort_unstable();
    for same in sides.chunk_by(|a, b| a.0 == b.0) {
        match *same {
            [_] => {}
            [(_, a), (_, b)] if (a ^ b) & 1 == 1 => {
                twins[(a >> 1) as usize] = Twin::At(b >> 1);
                twins[(b >> 1) as usize] = Twin::At(a >> 1);
            }
            ref crowd => {
                for &(_, side) in crowd {
                    twins[(side >> 1) as usize] = Twin::Crowded;
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
        twins(starts, &corners, 9)
    }

    #[test]
    fn two_triangles_share_one_side() {
        use Twin::{Alone, At};
        assert_eq!(check(&[0, 3, 6], &[0, 1, 2, 2, 1, 3]), [Alone, At(3), Alone, At(1), Alone, Alone]);
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
    fn a_side_without_length_is_alone() {
        assert_eq!(check(&[0, 4], &[0, 0, 1, 2])[0], Twin::Alone);
    }
}
