//! What belongs to the work on a drawing, beside the drawing itself.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::geom::{Aabb, Point};

use super::lane::{LaneId, LaneVertexId};
use super::{Layout, ObstacleId};

/// Names anything that is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Thing {
    /// An obstacle.
    Obstacle(ObstacleId),
    /// A wall without thickness.
    Wall(ObstacleId),
    /// Where lanes begin, end or meet.
    LaneVertex(LaneVertexId),
    /// What joins two of them.
    Lane(LaneId),
}

/// What belongs to the work on a drawing.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Work {
    /// Queries that are asked again after every change.
    pub pins: Vec<Pin>,
    /// What was looked at.
    pub view: Option<Aabb>,
    /// Whether it is meant to be looked at with y growing downwards.
    pub y_down: bool,
    /// What the hand does not take hold of.
    pub locked: BTreeSet<Thing>,
    /// What is drawn, but left out for now: it is not seen, and nothing is built from it.
    pub hidden: BTreeSet<Thing>,
}

/// A query that is asked again after every change.
#[derive(Debug, Clone, PartialEq)]
pub struct Pin {
    /// What people call it; may be empty.
    pub name: String,
    /// Where from.
    pub start: Point,
    /// Where to.
    pub goal: Point,
    /// What the path cost when it was saved last; none if there was none, or if it never was.
    pub cost: Option<f64>,
}

impl Work {
    /// What of a drawing is built: all but what is hidden.
    pub fn shown<'a>(&self, layout: &'a Layout) -> Cow<'a, Layout> {
        if self.hidden.is_empty() {
            return Cow::Borrowed(layout);
        }
        let mut shown = layout.clone();
        for thing in &self.hidden {
            match thing {
                Thing::Obstacle(id) => drop(shown.obstacles.remove(id)),
                Thing::Wall(id) => drop(shown.walls.remove(id)),
                Thing::Lane(id) => drop(shown.lanes.lanes.remove(id)),
                Thing::LaneVertex(id) => {
                    shown.lanes.vertices.remove(id);
                    shown.lanes.lanes.retain(|_, lane| !lane.ends.contains(id));
                }
            }
        }
        Cow::Owned(shown)
    }

    /// Whether nothing but lanes is built of a drawing: their mesh is one of its own.
    pub fn shows_only_lanes(&self, layout: &Layout) -> bool {
        let is_shown = |thing: Thing| !self.hidden.contains(&thing);
        let Layout { obstacles, walls, lanes, .. } = layout;
        let has_obstacles = obstacles.keys().any(|id| is_shown(Thing::Obstacle(*id)));
        let has_walls = walls.keys().any(|id| is_shown(Thing::Wall(*id)));
        let mut lanes_with_ids = lanes.lanes.iter();
        let has_lanes = lanes.vertices.keys().any(|id| is_shown(Thing::LaneVertex(*id)))
            || lanes_with_ids.any(|(id, lane)| {
                let ends = lane.ends.map(Thing::LaneVertex);
                is_shown(Thing::Lane(*id)) && ends.into_iter().all(is_shown)
            });
        has_lanes && !has_obstacles && !has_walls
    }
}

impl Layout {
    /// Whether nothing but lanes is drawn: their mesh is one of its own.
    pub fn is_only_lanes(&self) -> bool {
        Work::default().shows_only_lanes(self)
    }

    /// Whether there is such a thing.
    pub fn has(&self, thing: Thing) -> bool {
        match thing {
            Thing::Obstacle(id) => self.obstacles.contains_key(&id),
            Thing::Wall(id) => self.walls.contains_key(&id),
            Thing::LaneVertex(id) => self.lanes.vertices.contains_key(&id),
            Thing::Lane(id) => self.lanes.lanes.contains_key(&id),
        }
    }

    /// Everything that is drawn, in the order of ids.
    pub fn things(&self) -> impl Iterator<Item = Thing> {
        let obstacles = self.obstacles.keys().map(|id| Thing::Obstacle(*id));
        let walls = self.walls.keys().map(|id| Thing::Wall(*id));
        let vertices = self.lanes.vertices.keys().map(|id| Thing::LaneVertex(*id));
        obstacles
            .chain(walls)
            .chain(vertices)
            .chain(self.lanes.lanes.keys().map(|id| Thing::Lane(*id)))
    }

    /// The same, each with the smallest box around it.
    pub fn things_with_bounds(&self) -> impl Iterator<Item = (Thing, Aabb)> {
        let around = |points: &[Point]| Aabb::around(points.iter().copied());
        let obstacles = self.obstacles.iter();
        let obstacles = obstacles.map(move |(id, it)| (Thing::Obstacle(*id), around(&it.outline)));
        let walls = self.walls.iter().map(move |(id, wall)| (Thing::Wall(*id), around(wall)));
        // Of these there are few.
        let vertices = self.lanes.vertices.keys().map(|id| Thing::LaneVertex(*id));
        let lanes = self.lanes.lanes.keys().map(|id| Thing::Lane(*id));
        let rest = vertices.chain(lanes).map(|thing| (thing, self.bounds_of(thing)));
        obstacles.chain(walls).chain(rest)
    }

    /// An id that no obstacle and no wall has.
    pub fn next_id(&self) -> ObstacleId {
        self.fresh_ids().next().unwrap_or(ObstacleId(u32::MAX))
    }

    /// Ids that no obstacle and no wall has.
    pub fn fresh_ids(&self) -> impl Iterator<Item = ObstacleId> {
        let last = self.obstacles.keys().last().max(self.walls.keys().last());
        let is_new =
            |id: &ObstacleId| !self.obstacles.contains_key(id) && !self.walls.contains_key(id);
        upward(last.map(|last| last.0)).map(ObstacleId).filter(is_new)
    }

    /// Ids that no lane vertex has.
    pub fn fresh_lane_vertices(&self) -> impl Iterator<Item = LaneVertexId> {
        let vertices = &self.lanes.vertices;
        let ids = upward(vertices.keys().last().map(|last| last.0)).map(LaneVertexId);
        ids.filter(|id| !vertices.contains_key(id))
    }

    /// Ids that no lane has.
    pub fn fresh_lanes(&self) -> impl Iterator<Item = LaneId> {
        let lanes = &self.lanes.lanes;
        let ids = upward(lanes.keys().last().map(|last| last.0)).map(LaneId);
        ids.filter(|id| !lanes.contains_key(id))
    }

    /// The smallest box around a thing.
    pub fn bounds_of(&self, thing: Thing) -> Aabb {
        let around = |points: &[Point]| Aabb::around(points.iter().copied());
        match thing {
            Thing::Obstacle(id) => {
                self.obstacles.get(&id).map_or(Aabb::EMPTY, |obstacle| around(&obstacle.outline))
            }
            Thing::Wall(id) => self.walls.get(&id).map_or(Aabb::EMPTY, |wall| around(wall)),
            Thing::LaneVertex(id) => {
                self.lanes.vertices.get(&id).map_or(Aabb::EMPTY, |vertex| around(&[vertex.at]))
            }
            Thing::Lane(id) => {
                let ends = self.lanes.lanes.get(&id).and_then(|lane| self.lanes.ends(lane));
                ends.map_or(Aabb::EMPTY, |ends| around(&ends))
            }
        }
    }
}

/// All numbers, those above the last one first: a file may have used the very highest.
fn upward(last: Option<u32>) -> impl Iterator<Item = u32> {
    let next = last.map_or(0, |last| last.saturating_add(1));
    (next..=u32::MAX).chain(0..next)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::Obstacle;
    use crate::layout::lane::LaneNetwork;

    #[test]
    fn what_is_hidden_is_not_built() {
        let square = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0)].map(|(x, y)| Point::new(x, y));
        let mut layout = Layout::default();
        layout.obstacles.insert(ObstacleId(0), Obstacle::new(square));
        layout.obstacles.insert(ObstacleId(4), Obstacle::new(square));
        layout.lanes = LaneNetwork::new(square, [(0, 1, 1.0), (1, 2, 1.0)]);
        let hidden = [Thing::Obstacle(ObstacleId(4)), Thing::LaneVertex(LaneVertexId(0))];
        let work = Work { hidden: hidden.into(), ..Work::default() };
        let shown = work.shown(&layout);
        let expected = [
            Thing::Obstacle(ObstacleId(0)),
            Thing::LaneVertex(LaneVertexId(1)),
            Thing::LaneVertex(LaneVertexId(2)),
            Thing::Lane(LaneId(1)),
        ];
        assert_eq!(shown.things().collect::<Vec<_>>(), expected);
        assert_eq!(layout.next_id(), ObstacleId(5));
        assert!(layout.has(hidden[0]) && !shown.has(hidden[0]));
    }

    #[test]
    fn whether_only_lanes_are_built_is_told_without_a_copy_of_the_drawing() {
        let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0)].map(|(x, y)| Point::new(x, y));
        let mut layout = Layout::default();
        layout.obstacles.insert(ObstacleId(0), Obstacle::new(corners));
        layout.walls.insert(ObstacleId(1), corners.into());
        layout.lanes = LaneNetwork::new(corners, [(0, 1, 1.0), (1, 2, 1.0)]);
        let things: Vec<Thing> = layout.things().collect();
        let mut n_only_lanes = 0;
        for chosen in 0..1_u32 << things.len() {
            let is_chosen = |place: usize| chosen >> place & 1 == 1;
            let hidden = (0..things.len()).filter(|place| is_chosen(*place));
            let hidden = hidden.map(|place| things[place]).collect();
            let work = Work { hidden, ..Work::default() };
            let is_only_lanes = work.shown(&layout).is_only_lanes();
            assert_eq!(work.shows_only_lanes(&layout), is_only_lanes, "{:?}", work.hidden);
            n_only_lanes += u32::from(is_only_lanes);
        }
        // With obstacle and wall hidden, whenever a vertex is left.
        assert_eq!(n_only_lanes, 7 * 4);
    }
}
