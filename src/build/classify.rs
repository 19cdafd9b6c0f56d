//! What each triangle is: ground to walk on, blocked, or nothing at all.

use crate::geom::{Point, Side, side};

use super::fence::Change;
use super::steps::FRAME;
use super::triangulate::{Halves, NONE, twin};

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
    let mut some_half = vec![NONE; halves.n_faces];
    for (half, &face) in halves.face.iter().enumerate() {
        some_half[face as usize] = half as u32;
    }
    let mut covers: Vec<Option<Cover>> = vec![None; halves.n_faces];
    *covers.first_mut()? = Some(Cover::default());
    let mut stack = vec![0_u32];
    while let Some(face) = stack.pop() {
        let here = covers[face as usize]?;
        let first = some_half[face as usize];
        let mut half = first;
        loop {
            let over = twin(half);
            let there = halves.face[over as usize] as usize;
            let cover = here.over(halves.change_into(over));
            match covers[there] {
                None => {
                    covers[there] = Some(cover);
                    stack.push(there as u32);
                }
                Some(known) if known != cover => return None,
                Some(_) => {}
            }
            half = halves.next[half as usize];
            if half == first {
                break;
            }
        }
    }
    covers.into_iter().collect()
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
        let [a, b, c] = [half as u32, next, before].map(|half| point(halves.from[half as usize]));
        if halves.next[next as usize] != before || side(a, b, c) != Side::Left {
            return false;
        }
    }
    n_rim == FRAME.len()
}
