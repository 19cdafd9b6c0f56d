//! What each triangle is: ground to walk on, blocked, or nothing at all.

use crate::geom::{Point, Side, side};

use super::fence::Change;
use super::steps::FRAME;
use super::triangulate::{Halves, twin};

/// How often there is ground under a triangle, and how many obstacles stand on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Cover {
    pub(super) ground: i32,
    pub(super) block: i32,
}

impl Cover {
    /// The cover on the left of an edge, given the one on its right.
    pub(super) fn over(self, change: Change) -> Self {
        Self {
            ground: self.ground + i32::from(change.ground),
            block: self.block + i32::from(change.block),
        }
    }

    pub(super) fn class(self) -> Class {
        match (self.ground, self.block) {
            (..=0, _) => Class::Nothing,
            (_, 1..) => Class::Blocked,
            _ => Class::Walkable,
        }
    }
}

/// What a triangle is.
#[repr(u8)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    /// Not a part of the map.
    Nothing,
    /// A part of the map where something stands.
    Blocked,
    /// Ground to walk on.
    Walkable,
}

/// Goes from triangle to triangle, starting outside where there is nothing; none if two ways to one disagree.
pub(super) fn covers(halves: &Halves) -> Option<Vec<Cover>> {
    const UNKNOWN: Cover = Cover { ground: i32::MIN, block: i32::MIN };
    let mut covers = vec![UNKNOWN; halves.n_faces];
    *covers.first_mut()? = Cover::default();
    // The halves through which triangles are to be entered, with what covers those that are left. Ring by ring from
    // the frame inwards: the triangulation has grown in rings, too, so what is needed next lies close together.
    let rim = halves.face.iter().enumerate().filter(|&(_, &face)| face == 0);
    let mut ring: Vec<(u32, Cover)> =
        rim.map(|(half, _)| (twin(half as u32), Cover::default())).collect();
    let mut next_ring = Vec::new();
    while !ring.is_empty() {
        for (into, outside) in ring.drain(..) {
            let cover = outside.over(halves.change_into(into));
            let known = &mut covers[halves.face[into as usize] as usize];
            if *known == UNKNOWN {
                *known = cover;
                let next = halves.next[into as usize];
                next_ring.push((twin(next), cover));
                next_ring.push((twin(halves.next[next as usize]), cover));
            } else if *known != cover {
                return None;
            }
        }
        std::mem::swap(&mut ring, &mut next_ring);
    }
    covers.iter().all(|&cover| cover != UNKNOWN).then_some(covers)
}

/// Whether the faces are triangles that cover the frame once: each counter-clockwise, and the rim is the frame. Exact.
pub(super) fn is_triangulation(halves: &Halves, point: impl Fn(u32) -> Point) -> bool {
    let mut n_rim = 0;
    for half in 0..halves.face.len() {
        if halves.face[half] == 0 {
            n_rim += 1;
            continue;
        }
        let (next, before) = (halves.next[half], halves.before[half]);
        // Each triangle once: at its smallest half.
        if next < half as u32 || before < half as u32 {
            continue;
        }
        let at = |half: u32| point(halves.from[half as usize]);
        let turns = side(at(half as u32), at(next), at(before));
        if halves.next[next as usize] != before || turns != Side::Left {
            return false;
        }
    }
    n_rim == FRAME.len()
}
