//! What each triangle is: ground to walk on, blocked, or nothing at all.

use crate::geom::{Point, Side, side};
use crate::watch::{Watch, try_each};

use super::BuildError;
use super::fence::Change;
use super::steps::FRAME;
use super::triangulate::{Half, Halves, Keeps, edge_of};

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

/// What is known of all triangles.
#[derive(Debug)]
pub(super) struct Known {
    /// What covers each triangle.
    pub(super) covers: Vec<Cover>,
    /// Which edges lie between triangles of the same class, with no wall on them.
    pub(super) open: Vec<bool>,
}

impl Known {
    pub(super) fn classes(&self) -> Vec<Class> {
        self.covers.iter().map(|cover| cover.class()).collect()
    }
}

/// Whether an edge lies between triangles of the same class, with no wall on it.
pub(super) fn is_open(here: Class, there: Class, change: Change) -> bool {
    let wall = change.wall && here == Class::Walkable;
    here != Class::Nothing && here == there && !wall
}

/// Works out what covers each triangle, starting outside where there is nothing. Exact.
///
/// It is unsound if two ways to a triangle disagree, or if these are not triangles that cover the frame once: each
/// counter-clockwise, and the rim is the frame.
pub(super) fn classify<E: Keeps, F: Default>(
    halves: &Halves<'_, E, F>,
    point: impl Fn(u32) -> Point,
    watch: &mut dyn Watch,
) -> Result<Known, BuildError> {
    let (n_faces, n_edges) = (halves.n_faces(), halves.n_edges());
    let mut flood = Flood {
        halves,
        covers: vec![Flood::<E, F>::UNSEEN; n_faces],
        open: vec![false; n_edges],
        entered: Vec::new(),
        n_known: 1,
        n_rim: 0,
        n_triangles: 0,
    };
    *flood.covers.first_mut().ok_or(BuildError::Unsound)? = Cover::default();
    // From the last edges, which are at the frame, to the first. Nothing is looked at before its turn has come, so that
    // the memory is read in a row.
    try_each(halves.first_halves(0..n_edges).rev(), watch, |half| {
        let both = [half.rev(), half].map(|half| flood.meet(half, &point));
        both.iter().all(Option::is_some).then_some(()).ok_or(BuildError::Unsound)
    })?;
    let Flood { covers, open, n_known, n_rim, n_triangles, .. } = flood;
    let all_known = n_known == n_faces && n_triangles + 1 == n_faces;
    let all_used = n_rim == FRAME.len() && 3 * n_triangles + n_rim == 2 * n_edges;
    if all_known && all_used { Ok(Known { covers, open }) } else { Err(BuildError::Unsound) }
}

/// What is known of the triangles that were seen so far.
struct Flood<'a, E: Keeps, F: Default> {
    halves: &'a Halves<'a, E, F>,
    covers: Vec<Cover>,
    open: Vec<bool>,
    /// Triangles whose neighbours are to be looked at, by one of their halves.
    entered: Vec<Half>,
    n_known: usize,
    /// How many halves lie outside, and how many triangles do not.
    n_rim: usize,
    n_triangles: usize,
}

impl<E: Keeps, F: Default> Flood<'_, E, F> {
    /// Its turn has not come yet.
    const UNSEEN: Cover = Cover { ground: i32::MIN, block: i32::MIN };
    /// Seen, but nothing leads there yet from what is known.
    const WAITING: Cover = Cover { ground: i32::MIN, block: 0 };

    /// Takes in what lies on the left of a half, at one half of each triangle. None, if that is not sound.
    fn meet(&mut self, half: Half, point: impl Fn(u32) -> Point) -> Option<()> {
        let halves = self.halves;
        let face = halves.face(half);
        if face == 0 {
            self.n_rim += 1;
            // An edge with nothing on either side would not be compared with anything.
            return (halves.face(half.rev()) != 0).then_some(());
        }
        let (next, before) = (halves.next(half), halves.before(half));
        // Each triangle once: at its smallest half.
        if next < half || before < half {
            return Some(());
        }
        let is_round = halves.next(next) == before
            && halves.next(before) == half
            && halves.face(next) == face
            && halves.face(before) == face;
        let at = |half: Half| point(halves.from(half));
        if !is_round || side(at(half), at(next), at(before)) != Side::Left {
            return None;
        }
        self.n_triangles += 1;
        self.see([half, next, before], face)
    }

    /// Takes a triangle in, and whatever was waiting for it. None, if two ways disagree.
    fn see(&mut self, around: [Half; 3], face: usize) -> Option<()> {
        self.covers[face] = Self::WAITING;
        for half in around {
            let there = self.covers[self.halves.face(half.rev())];
            if there.ground != i32::MIN {
                self.enter(half, there);
                break;
            }
        }
        while let Some(half) = self.entered.pop() {
            let next = self.halves.next(half);
            for half in [half, next, self.halves.next(next)] {
                self.look_over(half)?;
            }
        }
        Some(())
    }

    /// Enters the triangle on the left of a half, given the cover on its right.
    fn enter(&mut self, half: Half, there: Cover) {
        self.covers[self.halves.face(half)] = there.over(self.halves.change_into(half));
        self.entered.push(half);
        self.n_known += 1;
    }

    /// Compares a triangle with the one behind one of its sides, or enters that one.
    fn look_over(&mut self, half: Half) -> Option<()> {
        let here = self.covers[self.halves.face(half)];
        let there = self.covers[self.halves.face(half.rev())];
        if there == Self::WAITING {
            self.enter(half.rev(), here);
        } else if there != Self::UNSEEN {
            let change = self.halves.change_into(half);
            self.open[edge_of(half)] = is_open(here.class(), there.class(), change);
            return (here == there.over(change)).then_some(());
        }
        Some(())
    }
}
