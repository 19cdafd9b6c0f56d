//! Larger faces to search on: neighbours that make a convex face together become one, the longest sides first.
//!
//! Fewer and larger faces mean fewer steps; the person still sees their own mesh.

use std::cmp::Reverse;

use crate::geom::{self, Point};
use crate::mesh::islands::Sets;
use crate::mesh::{Navmesh, VertexId};

use super::ground::NONE;

/// Faces as rings of sides that can be taken apart and joined.
pub(super) struct Rings<'a> {
    pub(super) mesh: &'a Navmesh,
    pub(super) corners: &'a [VertexId],
    pub(super) twins: &'a [u32],
    before: Vec<u32>,
    after: Vec<u32>,
    gone: Vec<bool>,
    faces: &'a [u32],
    merged: Sets,
}

/// What is left after merging: sides in new order, by their old numbers, face after face.
pub(super) struct Merged {
    pub(super) sides: Vec<u32>,
    pub(super) starts: Vec<u32>,
    /// The new face of each old one.
    pub(super) new_face: Vec<u32>,
}

impl<'a> Rings<'a> {
    pub(super) fn new(
        mesh: &'a Navmesh,
        corners: &'a [VertexId],
        twins: &'a [u32],
        faces: &'a [u32],
        starts: &[u32],
    ) -> Self {
        let (mut before, mut after) = (Vec::new(), Vec::new());
        for face in starts.windows(2) {
            for side in face[0]..face[1] {
                before.push(if side == face[0] { face[1] - 1 } else { side - 1 });
                after.push(if side + 1 == face[1] { face[0] } else { side + 1 });
            }
        }
        let gone = vec![false; corners.len()];
        let merged = Sets::new(starts.len() - 1);
        Self { mesh, corners, twins, before, after, gone, faces, merged }
    }

    /// Joins all that can be joined, but for faces that have to stay as they are.
    pub(super) fn merge(mut self, stays: impl Fn(u32) -> bool) -> Merged {
        let length = |side: u32| self.point(side).distance(self.point(self.after[side as usize]));
        let mut open: Vec<(Reverse<u64>, u32)> = (0..self.corners.len() as u32)
            .filter(|&side| side < self.twins[side as usize] && self.is_open_both_ways(side))
            .filter(|&side| !stays(side) && !stays(self.twins[side as usize]))
            .map(|side| (Reverse(length(side).to_bits()), side))
            .collect();
        // Lengths are not negative, so their bits are in order as they are.
        open.sort_unstable();
        for (_, side) in open {
            if !self.gone[side as usize] {
                self.join_over(side);
            }
        }
        self.collect()
    }

    fn point(&self, side: u32) -> Point {
        self.mesh.point(self.corners[side as usize])
    }

    fn is_open_both_ways(&self, side: u32) -> bool {
        let twin = self.twins[side as usize];
        twin != NONE && self.twins[twin as usize] == side
    }

    /// Joins the faces on both sides of a side, if what comes out is convex.
    fn join_over(&mut self, side: u32) {
        let twin = self.twins[side as usize];
        let (a, b) = (self.faces[side as usize], self.faces[twin as usize]);
        if self.merged.root(a) == self.merged.root(b) {
            return;
        }
        // Faces may share several sides in a row, which then go together.
        let (mut first, mut last) = (side, side);
        while let Some(more) = self
            .shared(self.before[first as usize], self.after[self.twins[first as usize] as usize])
        {
            first = more;
            if first == last {
                return;
            }
        }
        while let Some(more) =
            self.shared(self.after[last as usize], self.before[self.twins[last as usize] as usize])
        {
            last = more;
        }
        let (twin_of_first, twin_of_last) = (self.twins[first as usize], self.twins[last as usize]);
        let ends = [
            (self.before[first as usize], self.after[twin_of_first as usize]),
            (self.before[twin_of_last as usize], self.after[last as usize]),
        ];
        if !ends.iter().all(|&(coming, going)| self.goes_on_convex(coming, going)) {
            return;
        }
        let mut here = first;
        loop {
            self.gone[here as usize] = true;
            self.gone[self.twins[here as usize] as usize] = true;
            if here == last {
                break;
            }
            here = self.after[here as usize];
        }
        for (coming, going) in ends {
            self.after[coming as usize] = going;
            self.before[going as usize] = coming;
        }
        self.merged.join(a, b);
    }

    /// The side itself, if it and another are the two halves of one that may be crossed both ways.
    fn shared(&self, side: u32, other: u32) -> Option<u32> {
        (self.twins[side as usize] == other && self.is_open_both_ways(side)).then_some(side)
    }

    /// Whether a ring may go on from the end of one side with another: to the left, or straight on but not back.
    fn goes_on_convex(&self, coming: u32, going: u32) -> bool {
        let (from, here, to) =
            (self.point(coming), self.point(going), self.point(self.after[going as usize]));
        match geom::side(from, here, to) {
            geom::Side::Left => true,
            geom::Side::Right => false,
            geom::Side::On => {
                let (a, b) = (here - from, to - here);
                a.x * b.x + a.y * b.y > 0.0
            }
        }
    }

    fn collect(mut self) -> Merged {
        let n_faces = self.faces.last().map_or(0, |&last| last as usize + 1);
        let mut out = Merged { sides: Vec::new(), starts: vec![0], new_face: vec![NONE; n_faces] };
        for side in 0..self.corners.len() as u32 {
            let root = self.merged.root(self.faces[side as usize]) as usize;
            if self.gone[side as usize] || out.new_face[root] != NONE {
                continue;
            }
            out.new_face[root] = out.starts.len() as u32 - 1;
            let mut here = side;
            loop {
                out.sides.push(here);
                here = self.after[here as usize];
                if here == side {
                    break;
                }
            }
            out.starts.push(out.sides.len() as u32);
        }
        for face in 0..n_faces {
            out.new_face[face] = out.new_face[self.merged.root(face as u32) as usize];
        }
        out
    }
}
