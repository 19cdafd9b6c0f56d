//! What a person draws: a border, obstacles, thin walls. A navigation mesh is built from it.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::geom::{Aabb, Point};

pub mod field;
pub mod lane;
pub mod work;

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
    /// How much room the one who walks here needs.
    pub agent: Agent,
    /// Only this box is built, if there is one; a border that is a box is drawn around it instead of around everything.
    pub region: Option<Aabb>,
}

/// How much room somebody needs to walk.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Agent {
    /// How far from everything that is drawn the middle of them has to stay.
    pub radius: f64,
    /// What becomes of the corners that they have to stay away from.
    pub corners: Corners,
}

impl Agent {
    /// How far beyond what is drawn they may feel it: corners that are not rounded stick out further than the sides.
    pub fn reach(self) -> f64 {
        4.0 * self.radius
    }
}

/// What becomes of a corner when everything is drawn larger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Corners {
    /// An arc, as a few straight pieces that do not cut into it.
    #[default]
    Round,
    /// The sides go on until they meet, unless that is very far out.
    Mitred,
}

impl Corners {
    /// Every choice.
    pub const ALL: &[Self] = &[Self::Round, Self::Mitred];

    /// The name that scripts know it by.
    pub fn name(self) -> &'static str {
        match self {
            Self::Round => "round",
            Self::Mitred => "mitred",
        }
    }
}

/// Where the ground is.
#[derive(Debug, Clone, PartialEq)]
pub enum Border {
    /// The box around everything, or around the region, with this much added on every side.
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
    /// Whether the ground is a box around everything, and moves with it.
    pub fn border_moves(&self) -> bool {
        matches!(self.border, Border::Box { .. }) && self.region.is_none()
    }

    /// How many corners there are, those of holes and of the border, too.
    pub fn n_corners(&self) -> usize {
        let outlines =
            self.obstacles.values().flat_map(|it| [&it.outline].into_iter().chain(&it.holes));
        let rings = self.border.rings().iter().chain(outlines).chain(self.walls.values());
        rings.map(|ring| ring.len()).sum::<usize>() + self.lanes.vertices.len()
    }

    /// The smallest box around everything that was drawn.
    pub fn drawn_bounds(&self) -> Aabb {
        let obstacles = self.obstacles.values().map(|obstacle| &obstacle.outline);
        let rings = self.border.rings().iter().chain(obstacles).chain(self.walls.values());
        Aabb::around(rings.flat_map(|ring| ring.iter().copied()))
    }

    /// The box that the ground lies in.
    pub fn bounds(&self) -> Aabb {
        self.bounds_around(self.drawn_bounds())
    }

    /// The box that the ground lies in, given the smallest box around everything that was drawn.
    pub fn bounds_around(&self, drawn: Aabb) -> Aabb {
        match (&self.border, self.region.unwrap_or(drawn)) {
            (Border::Box { margin }, inner) if !inner.is_empty() => {
                inner.inflated(*margin).within_limit()
            }
            _ => drawn,
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
