//! What a person draws: a border, obstacles, thin walls. A navigation mesh is built from it.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::geom::{Aabb, Point};

pub mod lane;

use lane::LaneNetwork;

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
    /// Lanes to walk along, from which a mesh of their own is built.
    pub lanes: LaneNetwork,
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
    /// Ground inside of it; counter-clockwise.
    pub holes: Vec<Outline>,
}

impl Obstacle {
    /// An obstacle without a name and without holes.
    pub fn new(outline: impl Into<Outline>) -> Self {
        Self { name: String::new(), outline: outline.into(), holes: Vec::new() }
    }
}

impl Layout {
    /// The smallest box around everything that was drawn.
    pub fn drawn_bounds(&self) -> Aabb {
        let obstacles = self.obstacles.values().map(|obstacle| &obstacle.outline);
        let rings = self.border.rings().iter().chain(obstacles).chain(self.walls.values());
        Aabb::around(rings.flat_map(|ring| ring.iter().copied()))
    }

    /// The box that the ground lies in.
    pub fn bounds(&self) -> Aabb {
        let bounds = self.drawn_bounds();
        match self.border {
            Border::Box { margin } if !bounds.is_empty() => bounds.inflated(margin).within_limit(),
            _ => bounds,
        }
    }

    /// How many points were drawn, counting those that walls share once.
    pub fn n_points(&self) -> usize {
        let obstacles = self.obstacles.values().map(|obstacle| {
            obstacle.outline.len() + obstacle.holes.iter().map(|hole| hole.len()).sum::<usize>()
        });
        let border = self.border.rings().iter().map(|ring| ring.len());
        let mut on_walls: Vec<_> =
            self.walls.values().flat_map(|wall| wall.iter().map(|p| p.bits())).collect();
        on_walls.sort_unstable();
        on_walls.dedup();
        border.chain(obstacles).sum::<usize>() + on_walls.len()
    }
}
