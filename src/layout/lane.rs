//! Lanes: lines with a width that people walk along, as one draws a street or a hall.

use std::collections::BTreeMap;

use crate::geom::{Aabb, Point};

/// Names a lane vertex of one layout, for as long as it lives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LaneVertexId(pub u32);

/// Names a lane of one layout, for as long as it lives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LaneId(pub u32);

/// Lane vertices, and the lanes that join them.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct LaneNetwork {
    /// Where lanes begin, end and meet.
    pub vertices: BTreeMap<LaneVertexId, LaneVertex>,
    /// What joins two of them.
    pub lanes: BTreeMap<LaneId, Lane>,
}

/// Where lanes begin, end or meet.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct LaneVertex {
    /// What people call it; may be empty.
    pub name: String,
    /// Where it is.
    pub at: Point,
}

/// A straight way between two lane vertices.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lane {
    /// The vertices that it joins.
    pub ends: [LaneVertexId; 2],
    /// How wide it is, from side to side.
    pub width: f64,
}

impl LaneNetwork {
    /// A network of nameless vertices, counted from zero, and of lanes between two of them with a width each.
    pub fn new(
        points: impl IntoIterator<Item = Point>,
        lanes: impl IntoIterator<Item = (u32, u32, f64)>,
    ) -> Self {
        let vertex = |at| LaneVertex { name: String::new(), at };
        let lane = |(from, to, width)| Lane { ends: [from, to].map(LaneVertexId), width };
        Self {
            vertices: (0..).map(LaneVertexId).zip(points.into_iter().map(vertex)).collect(),
            lanes: (0..).map(LaneId).zip(lanes.into_iter().map(lane)).collect(),
        }
    }

    /// Whether nothing was drawn.
    pub fn is_empty(&self) -> bool {
        self.vertices.is_empty() && self.lanes.is_empty()
    }

    /// The smallest box around all vertices.
    pub fn bounds(&self) -> Aabb {
        Aabb::around(self.vertices.values().map(|vertex| vertex.at))
    }

    /// Where a lane runs, if both its vertices exist.
    pub fn ends(&self, lane: &Lane) -> Option<[Point; 2]> {
        let [from, to] = lane.ends.map(|end| self.vertices.get(&end));
        Some([from?.at, to?.at])
    }
}
