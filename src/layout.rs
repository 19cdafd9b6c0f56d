//! What a person draws: a border, obstacles, thin walls. A navigation mesh is built from it.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::geom::{Aabb, Point};

/// A ring of points, shared between a layout and its past.
pub type Outline = Arc<[Point]>;

/// Names an obstacle or a wall of one layout, for as long as it lives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObstacleId(pub u32);

/// What a person draws.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Layout {
    /// Where the ground is, before obstacles are taken from it.
    pub border: Border,
    /// What stands on it.
    pub obstacles: BTreeMap<ObstacleId, Obstacle>,
    /// Walls without thickness: chains of points that nobody may cross.
    pub walls: BTreeMap<ObstacleId, Outline>,
}

/// Where the ground is.
#[derive(Debug, Clone, PartialEq)]
pub enum Border {
    /// The box around everything, with this much added on every side.
    Box {
        /// How much is added.
        margin: f64,
    },
    /// Everything that at least one of the rings runs round.
    AnyOf(Vec<Outline>),
    /// Everything that an odd number of the rings run round.
    OddOf(Vec<Outline>),
}

impl Default for Border {
    fn default() -> Self {
        Self::Box { margin: 100.0 }
    }
}

impl Border {
    /// Its rings, if it has any.
    pub fn rings(&self) -> &[Outline] {
        match self {
            Self::Box { .. } => &[],
            Self::AnyOf(rings) | Self::OddOf(rings) => rings,
        }
    }
}

/// Something that stands in the way.
#[derive(Debug, Clone, PartialEq)]
pub struct Obstacle {
    /// What people call it; may be empty.
    pub name: String,
    /// What it covers; counter-clockwise.
    pub outline: Outline,
}

impl Layout {
    /// The smallest box around everything that was drawn.
    pub fn bounds(&self) -> Aabb {
        let obstacles = self.obstacles.values().map(|obstacle| &obstacle.outline);
        let rings = self.border.rings().iter().chain(obstacles).chain(self.walls.values());
        let bounds = Aabb::around(rings.flat_map(|ring| ring.iter().copied()));
        match self.border {
            Border::Box { margin } if !bounds.is_empty() => bounds.inflated(margin),
            _ => bounds,
        }
    }

    /// How many points were drawn.
    pub fn n_points(&self) -> usize {
        let obstacles = self.obstacles.values().map(|obstacle| obstacle.outline.len());
        let border = self.border.rings().iter().map(|ring| ring.len());
        border.chain(obstacles).chain(self.walls.values().map(|wall| wall.len())).sum()
    }
}
