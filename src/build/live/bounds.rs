//! The box around everything that is drawn, kept up to date edit by edit.

use std::collections::BTreeMap;

use crate::geom::{Aabb, Point};
use crate::layout::Layout;

use super::super::Culprit;

/// The boxes of everything that is drawn.
#[derive(Debug)]
pub(super) struct Bounds {
    each: BTreeMap<Culprit, Aabb>,
    border: Aabb,
    /// Around all of it.
    pub(super) all: Aabb,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { each: BTreeMap::new(), border: Aabb::EMPTY, all: Aabb::EMPTY }
    }
}

impl Bounds {
    pub(super) fn of(layout: &Layout) -> Self {
        let mut bounds = Self::default();
        let around = |points: &[Point]| Aabb::around(points.iter().copied());
        bounds.border =
            layout.border.rings().iter().fold(Aabb::EMPTY, |all, ring| grown(all, around(ring)));
        let obstacles = layout.obstacles.iter();
        bounds.each.extend(obstacles.map(|(&id, o)| (Culprit::Obstacle(id), around(&o.outline))));
        let walls = layout.walls.iter();
        bounds.each.extend(walls.map(|(&id, wall)| (Culprit::Wall(id), around(wall))));
        bounds.all = layout.drawn_bounds();
        bounds
    }

    /// Takes note of where something is now.
    pub(super) fn set(&mut self, culprit: Culprit, points: Option<&[Point]>) {
        let new = points.map(|points| Aabb::around(points.iter().copied()));
        let old = match new {
            Some(new) => self.each.insert(culprit, new),
            None => self.each.remove(&culprit),
        };
        if old.is_none_or(|old| self.is_inside(old)) {
            self.all = new.map_or(self.all, |new| grown(self.all, new));
        } else {
            self.all = self.each.values().fold(self.border, |all, &one| grown(all, one));
        }
    }

    /// What would be around everything if something were not there.
    pub(super) fn without(&self, culprit: Culprit) -> Aabb {
        if self.each.get(&culprit).is_none_or(|&one| self.is_inside(one)) {
            return self.all;
        }
        let others = self.each.iter().filter(|&(&other, _)| other != culprit);
        others.fold(self.border, |all, (_, &one)| grown(all, one))
    }

    /// Whether something lies within the rim of everything: only what does not can move that when it goes.
    fn is_inside(&self, one: Aabb) -> bool {
        let all = self.all;
        one.is_empty()
            || (all.min.x < one.min.x
                && all.min.y < one.min.y
                && one.max.x < all.max.x
                && one.max.y < all.max.y)
    }
}

fn grown(all: Aabb, one: Aabb) -> Aabb {
    if one.is_empty() { all } else { all.grown_to(one.min).grown_to(one.max) }
}
