//! The cheapest way through blocked faces that lie together, from the middle of one side to the next.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use crate::geom::{Point, Segment};
use crate::mesh::{FaceId, Navmesh};

use super::{Shortcut, Shortcuts, middle};

/// In blocked faces with more sides than this, only the cheapest way in is followed.
const MANY_SIDES: usize = 32;

/// A search through blocked faces, from the middle of one side to the next.
pub(super) struct Through<'a> {
    shortcuts: &'a Shortcuts<'a>,
    /// What it costs to enter a blocked face over each side.
    known: Vec<f64>,
    parents: Vec<u32>,
    /// The faces with many sides that were crossed.
    crossed: Vec<bool>,
    queue: BinaryHeap<Entered>,
    /// The cheapest way through: what it costs, the last side over which a face was entered, and where it leaves.
    best: Option<(f64, u32, Point)>,
}

impl<'a> Through<'a> {
    pub(super) fn new(shortcuts: &'a Shortcuts<'a>) -> Self {
        let n_sides = shortcuts.mesh().corners().len();
        Self {
            shortcuts,
            known: vec![f64::INFINITY; n_sides],
            parents: vec![u32::MAX; n_sides],
            crossed: vec![false; shortcuts.mesh().n_faces()],
            queue: BinaryHeap::new(),
            best: None,
        }
    }

    /// Takes note of what it costs to enter a blocked face over a side, coming from another one or from the ground.
    pub(super) fn reach(&mut self, side: usize, so_far: f64, parent: u32, cost: f64) {
        if so_far < self.known[side] && so_far < cost {
            self.known[side] = so_far;
            self.parents[side] = parent;
            self.queue.push(Entered(so_far, side as u32));
        }
    }

    /// Searches for the cheapest way through that costs less than this.
    pub(super) fn run(mut self, cost: f64) -> Option<Shortcut> {
        let shortcuts = self.shortcuts;
        let mesh = shortcuts.mesh();
        while let Some(Entered(so_far, entered)) = self.queue.pop() {
            let limit = self.best.map_or(cost, |(best, ..)| best);
            if self.known[entered as usize] < so_far || limit <= so_far {
                continue;
            }
            let face = mesh.face(face_of(mesh, entered));
            if MANY_SIDES < face.n_sides()
                && std::mem::replace(&mut self.crossed[face.id.index()], true)
            {
                continue;
            }
            let at = middle(face.segment(entered as usize - face.range().start));
            for side in 0..face.n_sides() {
                let Some((other, twin)) = mesh.twin(face.id, side) else { continue };
                let out = middle(face.segment(side));
                let there = so_far + at.distance(out);
                if !shortcuts.steps.fits(face.id, side) {
                } else if shortcuts.is_obstacle(other) {
                    self.reach(mesh.face(other).range().start + twin, there, entered, cost);
                } else if shortcuts.steps.holds(other) {
                    let total = there + shortcuts.goal_from(other, out);
                    if total < self.best.map_or(cost, |(best, ..)| best) {
                        self.best = Some((total, entered, out));
                    }
                }
            }
        }
        self.shortcut()
    }

    /// Reads the way back.
    fn shortcut(&self) -> Option<Shortcut> {
        let mesh = self.shortcuts.mesh();
        let (_, mut entered, mut out) = self.best?;
        let (mut faces, mut way) = (Vec::new(), Vec::new());
        loop {
            let face = mesh.face(face_of(mesh, entered));
            let into = middle(face.segment(entered as usize - face.range().start));
            faces.push(face.id);
            way.push(Segment::new(into, out));
            out = into;
            match self.parents[entered as usize] {
                u32::MAX => break,
                parent => entered = parent,
            }
        }
        faces.reverse();
        way.reverse();
        faces.dedup();
        Some(Shortcut { faces, walls: Vec::new(), way })
    }
}

/// A side in the queue, the cheapest first.
struct Entered(f64, u32);

impl PartialEq for Entered {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Entered {}

impl PartialOrd for Entered {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Entered {
    fn cmp(&self, other: &Self) -> Ordering {
        other.0.total_cmp(&self.0).then(other.1.cmp(&self.1))
    }
}

fn face_of(mesh: &Navmesh, side: u32) -> FaceId {
    FaceId(mesh.starts().partition_point(|&start| start <= side) as u32 - 1)
}
