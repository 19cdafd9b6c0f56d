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
    #[inline]
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
    // The halves through which triangles are entered. Ring by ring from the frame inwards: the triangulation has grown
    // in rings, too, so what is needed next lies close together.
    let mut entered: Vec<u32> = Vec::with_capacity(halves.n_faces);
    let mut enter = |half: u32, entered: &mut Vec<u32>| {
        let outside = covers[halves.face[half as usize] as usize];
        let known = &mut covers[halves.face[twin(half) as usize] as usize];
        if *known == UNKNOWN {
            *known = outside.over(halves.change_into(twin(half)));
            entered.push(twin(half));
        }
    };
    for (_, half) in halves.face.iter().zip(0..).filter(|&(&face, _)| face == 0) {
        enter(half, &mut entered);
    }
    let mut n_left = 0;
    while let Some(&into) = entered.get(n_left) {
        n_left += 1;
        let next = halves.next[into as usize];
        enter(next, &mut entered);
        enter(halves.next[next as usize], &mut entered);
    }
    let agree = |(faces, &change): (&[u32], &Change)| {
        let [left, right] = [0, 1].map(|half| covers[faces[half] as usize]);
        left != UNKNOWN && right != UNKNOWN && left == right.over(change)
    };
    halves.face.chunks_exact(2).zip(&halves.change).all(agree).then_some(covers)
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
