//! Dead ends: faces from which one can only go back the way one came.
//!
//! Taking away faces with a single neighbour, again and again, leaves the core. Whatever was taken away hangs on the
//! core as trees, and a path has no business in a tree unless it starts or ends there.

use super::ground::NONE;

/// What is left without dead ends.
#[derive(Debug)]
pub(super) struct Core {
    /// Whether each face belongs to the core.
    holds: Vec<bool>,
    /// For a face of a tree the next one on the way to the core.
    towards: Vec<u32>,
}

impl Core {
    /// Finds the core, given the side behind each side, the face of each side and where the sides of faces start.
    pub(super) fn new(links: &[u32], faces: &[u32], starts: &[u32]) -> Self {
        let n_faces = starts.len() - 1;
        let behind = |side: usize| {
            Some(links[side]).filter(|&link| link != NONE).map(|link| faces[link as usize])
        };
        let sides = |face: u32| starts[face as usize] as usize..starts[face as usize + 1] as usize;
        let mut n_ways: Vec<u32> =
            (0..n_faces as u32).map(|face| sides(face).filter_map(behind).count() as u32).collect();
        let mut core = Self { holds: vec![true; n_faces], towards: vec![NONE; n_faces] };
        let mut dead_ends: Vec<u32> =
            (0..n_faces as u32).filter(|&face| n_ways[face as usize] < 2).collect();
        while let Some(face) = dead_ends.pop() {
            core.holds[face as usize] = false;
            let left = sides(face).filter_map(behind).find(|&other| core.holds[other as usize]);
            if let Some(other) = left {
                core.towards[face as usize] = other;
                n_ways[other as usize] -= 1;
                if n_ways[other as usize] == 1 {
                    dead_ends.push(other);
                }
            }
        }
        core
    }

    /// Whether a face belongs to the core.
    #[inline(always)]
    pub(super) fn holds(&self, face: u32) -> bool {
        self.holds[face as usize]
    }

    /// The next face on the way from a dead end to the core; none in a component that is a tree.
    pub(super) fn next(&self, face: u32) -> Option<u32> {
        Some(self.towards[face as usize]).filter(|&next| next != NONE)
    }

    /// The face of the core that a face hangs on, or is; none in a component that is a tree.
    pub(super) fn root(&self, mut face: u32) -> Option<u32> {
        while !self.holds(face) {
            face = self.next(face)?;
        }
        Some(face)
    }
}
