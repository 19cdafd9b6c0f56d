//! Changes to what is open.

use std::borrow::Cow;
use std::sync::Arc;

use crate::geom::Aabb;
use crate::layout::lane::{Lane, LaneId, LaneVertex, LaneVertexId};
use crate::layout::work::{Pin, Thing};
use crate::layout::{Agent, Border, Layout, Obstacle, ObstacleId, Outline};
use crate::mesh::Navmesh;

use super::{Source, State};

/// Something to be done, and to be undone, as one.
#[derive(Debug, Clone, PartialEq)]
pub struct Edit {
    /// What people call it, for the list of what was done.
    pub title: Cow<'static, str>,
    /// What changes, in this order.
    pub changes: Vec<Change>,
}

/// What becomes of one thing. It says what there is afterwards, so that doing it twice is doing it once.
#[derive(Debug, Clone, PartialEq)]
pub enum Change {
    /// An obstacle is put there, in the place of the one with its id if there is one; or taken away.
    Obstacle(ObstacleId, Option<Obstacle>),
    /// The same with a wall.
    Wall(ObstacleId, Option<Outline>),
    /// The same with a lane vertex; lanes that have lost one go with it.
    LaneVertex(LaneVertexId, Option<LaneVertex>),
    /// The same with a lane.
    Lane(LaneId, Option<Lane>),
    /// Where the ground is.
    Border(Border),
    /// What is built.
    Region(Option<Aabb>),
    /// How much room somebody needs.
    Agent(Agent),
    /// Whether the hand takes hold of a thing.
    Lock(Thing, bool),
    /// Whether a thing is left out.
    Hide(Thing, bool),
    /// All queries that are asked again and again.
    Pins(Vec<Pin>),
    /// The faces.
    Mesh(Arc<Navmesh>),
}

/// How an edit follows the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// It can be undone by itself.
    New,
    /// It goes on with what the hand is doing, and is undone with it.
    Continue,
}

impl Edit {
    /// An edit of one change.
    pub fn one(title: impl Into<Cow<'static, str>>, change: Change) -> Self {
        Self { title: title.into(), changes: vec![change] }
    }
}

impl State {
    pub(super) fn apply(&mut self, change: Change) {
        match (change, &mut self.source) {
            (Change::Pins(pins), _) => self.work.pins = pins,
            (Change::Lock(thing, locked), _) => put_in(&mut self.work.locked, thing, locked),
            (Change::Hide(thing, hidden), _) => put_in(&mut self.work.hidden, thing, hidden),
            (Change::Mesh(mesh), source) => *source = Source::Mesh(mesh),
            (change, Source::Drawing(layout)) => {
                draw(layout, change);
                self.forget_what_is_gone();
            }
            // What is drawn cannot be changed where nothing is.
            (_, Source::Mesh(_) | Source::Nothing) => {}
        }
    }

    /// What is not there any more is neither locked nor hidden.
    fn forget_what_is_gone(&mut self) {
        if let Source::Drawing(layout) = &self.source {
            self.work.locked.retain(|thing| layout.has(*thing));
            self.work.hidden.retain(|thing| layout.has(*thing));
        }
    }
}

fn put_in(set: &mut std::collections::BTreeSet<Thing>, thing: Thing, is_in: bool) {
    if is_in {
        set.insert(thing)
    } else {
        set.remove(&thing)
    };
}

fn draw(layout: &mut Layout, change: Change) {
    match change {
        Change::Obstacle(id, Some(obstacle)) => drop(layout.obstacles.insert(id, obstacle)),
        Change::Obstacle(id, None) => drop(layout.obstacles.remove(&id)),
        Change::Wall(id, Some(wall)) => drop(layout.walls.insert(id, wall)),
        Change::Wall(id, None) => drop(layout.walls.remove(&id)),
        Change::LaneVertex(id, Some(vertex)) => drop(layout.lanes.vertices.insert(id, vertex)),
        Change::LaneVertex(id, None) => {
            layout.lanes.vertices.remove(&id);
            layout.lanes.lanes.retain(|_, lane| !lane.ends.contains(&id));
        }
        Change::Lane(id, Some(lane)) => drop(layout.lanes.lanes.insert(id, lane)),
        Change::Lane(id, None) => drop(layout.lanes.lanes.remove(&id)),
        Change::Border(border) => layout.border = border,
        Change::Region(region) => layout.region = region,
        Change::Agent(agent) => layout.agent = agent,
        Change::Lock(..) | Change::Hide(..) | Change::Pins(_) | Change::Mesh(_) => {}
    }
}
