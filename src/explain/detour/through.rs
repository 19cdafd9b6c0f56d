//! The cheapest way through blocked faces that lie together, from the middle of one side to the next.

use crate::geom::{Point, Segment};
use crate::search::cheapest::Cheapest;

use super::{Shortcut, Shortcuts};

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
    queue: Cheapest<u32>,
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
            queue: Cheapest::default(),
            best: None,
        }
    }

    /// Takes note of what it costs to enter a blocked face over a side, coming from another one or from the ground.
    pub(super) fn reach(&mut self, side: usize, so_far: f64, parent: u32, cost: f64) {
        if so_far < self.known[side] && so_far < cost {
            self.known[side] = so_far;
            self.parents[side] = parent;
            self.queue.push(so_far, side as u32);
        }
    }

    /// Searches for the cheapest way through that costs less than this.
    pub(super) fn run(mut self, cost: f64) -> Option<Shortcut> {
        let shortcuts = self.shortcuts;
        let mesh = shortcuts.mesh();
        while let Some((so_far, entered)) = self.queue.pop() {
            let limit = self.best.map_or(cost, |(best, ..)| best);
            if self.known[entered as usize] < so_far || limit <= so_far {
                continue;
            }
            let face = mesh.face(mesh.face_of_side(entered as usize));
            if MANY_SIDES < face.n_sides()
                && std::mem::replace(&mut self.crossed[face.id.index()], true)
            {
                continue;
            }
            let at = face.segment(entered as usize - face.range().start).middle();
            for side in 0..face.n_sides() {
                let Some((other, twin)) = mesh.twin(face.id, side) else { continue };
                let out = face.segment(side).middle();
                let there = so_far + at.distance(out);
                if !shortcuts.steps.fits(face.id, side) {
                    continue;
                }
                if shortcuts.is_obstacle(other) {
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
            let face = mesh.face(mesh.face_of_side(entered as usize));
            let into = face.segment(entered as usize - face.range().start).middle();
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
