//! What of a drawing is selected.

use std::collections::BTreeSet;

use crate::geom::Aabb;
use crate::layout::Layout;
use crate::layout::work::{Thing, Work};

use super::scene::is_shown;

/// What of a drawing is selected: things, or one corner of a single thing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Selection {
    things: BTreeSet<Thing>,
    /// Belongs to the only thing in the list.
    corner: Option<Corner>,
}

/// A corner of an obstacle or a point of a wall.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Corner {
    /// The obstacle or wall.
    pub thing: Thing,
    /// Which ring: 0 is the outline, or the wall itself; holes follow from 1 on.
    pub ring: usize,
    /// Which point of it.
    pub index: usize,
}

impl Selection {
    /// These things.
    pub fn of(things: impl IntoIterator<Item = Thing>) -> Self {
        Self { things: things.into_iter().collect(), corner: None }
    }

    /// One corner, and with it its thing.
    pub fn corner_of(corner: Corner) -> Self {
        Self { things: [corner.thing].into(), corner: Some(corner) }
    }

    /// The things, in the order of their kinds and ids.
    pub fn things(&self) -> &BTreeSet<Thing> {
        &self.things
    }

    /// The corner, if it is one.
    pub fn corner(&self) -> Option<Corner> {
        self.corner
    }

    /// The thing, if it is only one.
    pub fn single(&self) -> Option<Thing> {
        self.things.first().copied().filter(|_| self.things.len() == 1)
    }

    /// Whether nothing is selected.
    pub fn is_empty(&self) -> bool {
        self.things.is_empty()
    }

    /// Whether a thing is among it.
    pub fn has(&self, thing: Thing) -> bool {
        self.things.contains(&thing)
    }

    /// The same with a thing added, or removed if it was there.
    pub fn toggled(&self, thing: Thing) -> Self {
        let mut things = self.things.clone();
        if !things.remove(&thing) {
            things.insert(thing);
        }
        Self { things, corner: None }
    }

    /// What of it is still there and seen, after something else has changed the drawing.
    pub fn kept(&self, layout: Option<&Layout>, work: &Work) -> Self {
        let kept = self.things.iter().copied().filter(|&thing| is_shown(layout, work, thing));
        let corner = self.corner.filter(|corner| {
            let n_points = layout.and_then(|layout| super::rings::ring(layout, *corner));
            n_points.is_some_and(|ring| corner.index < ring.len())
        });
        let things: BTreeSet<Thing> = kept.collect();
        let corner = corner.filter(|corner| things.contains(&corner.thing));
        Self { things, corner }
    }

    /// The same in another state of the drawing. A corner is forgotten if there are more or fewer beside it: that of its
    /// number could be another one.
    pub fn led(&self, from: &Layout, to: &Layout) -> Self {
        let n_beside = |layout| {
            let ring = self.corner.and_then(|corner| super::rings::ring(layout, corner));
            ring.map(|ring| ring.len())
        };
        let corner = self.corner.filter(|_| n_beside(from) == n_beside(to));
        Self { corner, ..self.clone() }
    }

    /// The smallest box around everything that is selected.
    pub fn bounds(&self, layout: &Layout) -> Aabb {
        let boxes = self.things.iter().map(|&thing| layout.bounds_of(thing));
        let corners = boxes.filter(|bounds| !bounds.is_empty()).flat_map(|b| [b.min, b.max]);
        Aabb::around(corners)
    }
}
