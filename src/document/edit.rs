//! Changes to what is open.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::geom::Aabb;
use crate::layout::lane::{Lane, LaneId, LaneVertex, LaneVertexId};
use crate::layout::work::{Pin, Thing};
use crate::layout::{Agent, Border, Layout, Obstacle, ObstacleId, Outline};
use crate::mesh::{MeshEdit, MeshEditError, Navmesh};

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

    /// A change of faces.
    pub fn of_mesh(edit: MeshEdit, mesh: &Navmesh) -> Result<Self, MeshEditError> {
        Ok(Self::one(edit.title(), Change::Mesh(Arc::new(edit.of(mesh)?))))
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

fn put_in(set: &mut BTreeSet<Thing>, thing: Thing, is_in: bool) {
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

/// The changes that lead from one state to another: for whoever follows a document and has to follow what is undone.
pub fn changes(before: &State, after: &State) -> Vec<Change> {
    let mut changes = Vec::new();
    match (&before.source, &after.source) {
        (Source::Drawing(before), Source::Drawing(after)) => {
            changes.extend(layout_changes(before, after));
        }
        (Source::Mesh(before), Source::Mesh(after)) if Arc::ptr_eq(before, after) => {}
        (_, Source::Mesh(mesh)) => changes.push(Change::Mesh(mesh.clone())),
        _ => {}
    }
    let (old, new) = (&before.work, &after.work);
    let locks = old.locked.symmetric_difference(&new.locked);
    changes.extend(locks.map(|thing| Change::Lock(*thing, new.locked.contains(thing))));
    let hides = old.hidden.symmetric_difference(&new.hidden);
    changes.extend(hides.map(|thing| Change::Hide(*thing, new.hidden.contains(thing))));
    if old.pins != new.pins {
        changes.push(Change::Pins(new.pins.clone()));
    }
    changes
}

fn layout_changes(before: &Layout, after: &Layout) -> Vec<Change> {
    let mut changes = Vec::new();
    let mut add = |change| changes.push(change);
    let same = |a: &Obstacle, b: &Obstacle| {
        // Outlines that did not change are shared: most need no look at their points.
        (Arc::ptr_eq(&a.outline, &b.outline) || a.outline == b.outline)
            && a.holes == b.holes
            && a.name == b.name
    };
    differing(&before.obstacles, &after.obstacles, same, |id, new| {
        add(Change::Obstacle(id, new.cloned()));
    });
    let same = |a: &Outline, b: &Outline| Arc::ptr_eq(a, b) || a == b;
    differing(&before.walls, &after.walls, same, |id, new| add(Change::Wall(id, new.cloned())));
    let (old, new) = (&before.lanes, &after.lanes);
    differing(&old.vertices, &new.vertices, PartialEq::eq, |id, new| {
        add(Change::LaneVertex(id, new.cloned()));
    });
    differing(&old.lanes, &new.lanes, PartialEq::eq, |id, new| add(Change::Lane(id, new.cloned())));
    if before.border != after.border {
        add(Change::Border(after.border.clone()));
    }
    if before.region != after.region {
        add(Change::Region(after.region));
    }
    if before.agent != after.agent {
        add(Change::Agent(after.agent));
    }
    changes
}

/// Tells of everything that is not the same in two lists, with what it is in the second.
fn differing<K: Copy + Ord, V>(
    before: &BTreeMap<K, V>,
    after: &BTreeMap<K, V>,
    same: impl Fn(&V, &V) -> bool,
    mut tell: impl FnMut(K, Option<&V>),
) {
    for id in before.keys().filter(|id| !after.contains_key(id)) {
        tell(*id, None);
    }
    for (id, new) in after {
        if before.get(id).is_none_or(|old| !same(old, new)) {
            tell(*id, Some(new));
        }
    }
}
