//! Changes to what is open.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

pub use crate::format::project::Change;
use crate::layout::lane::{LaneId, LaneVertexId};
use crate::layout::work::Thing;
use crate::layout::{Layout, Obstacle, ObstacleId, Outline};
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

/// What a change is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Subject {
    Border,
    Region,
    Agent,
    Obstacle(ObstacleId),
    Wall(ObstacleId),
    LaneVertex(LaneVertexId),
    Lane(LaneId),
    Lock(Thing),
    Hide(Thing),
    Pins,
    Mesh,
}

impl Subject {
    pub(super) fn of(change: &Change) -> Self {
        match change {
            Change::Border(_) => Self::Border,
            Change::Region(_) => Self::Region,
            Change::Agent(_) => Self::Agent,
            Change::Obstacle(id, _) => Self::Obstacle(*id),
            Change::Wall(id, _) => Self::Wall(*id),
            Change::LaneVertex(id, _) => Self::LaneVertex(*id),
            Change::Lane(id, _) => Self::Lane(*id),
            Change::Lock(thing, _) => Self::Lock(*thing),
            Change::Hide(thing, _) => Self::Hide(*thing),
            Change::Pins(_) => Self::Pins,
            Change::Mesh(_) => Self::Mesh,
        }
    }
}

impl State {
    /// Makes a change, and whatever follows from it: lanes go with their vertices, locks with what is locked.
    pub(super) fn apply(&mut self, change: Change) {
        let gone = self.gone_with(&change);
        if self.bears(&change) {
            self.put_one(change);
        }
        for thing in gone {
            if let (Thing::Lane(id), Source::Drawing(layout)) = (thing, &mut self.source) {
                layout.lanes.lanes.remove(&id);
            }
            self.work.locked.remove(&thing);
            self.work.hidden.remove(&thing);
        }
    }

    /// Puts things where they were before a step, or after it. The changes tell all that it touched: nothing else
    /// follows from them, as it would from each alone.
    pub(super) fn put(&mut self, changes: impl IntoIterator<Item = Change>) {
        changes.into_iter().for_each(|change| self.put_one(change));
        let Source::Drawing(layout) = &mut self.source else { return };
        // Only a journal that lies has anything to be swept up.
        let Layout { lanes, .. } = layout;
        let vertices = &lanes.vertices;
        lanes.lanes.retain(|_, lane| lane.ends.iter().all(|end| vertices.contains_key(end)));
        self.work.locked.retain(|thing| layout.has(*thing));
        self.work.hidden.retain(|thing| layout.has(*thing));
    }

    fn put_one(&mut self, change: Change) {
        match (change, &mut self.source) {
            (Change::Pins(pins), _) => self.work.pins = pins,
            (Change::Lock(thing, locked), _) => put_in(&mut self.work.locked, thing, locked),
            (Change::Hide(thing, hidden), _) => put_in(&mut self.work.hidden, thing, hidden),
            (Change::Mesh(mesh), Source::Mesh(old)) => *old = mesh,
            (change, Source::Drawing(layout)) => draw(layout, change),
            // What is drawn cannot be changed where nothing is.
            (_, Source::Mesh(_) | Source::Nothing) => {}
        }
    }

    /// Whether a change makes sense: nobody locks what is not there, and a lane without its vertices is nowhere.
    fn bears(&self, change: &Change) -> bool {
        let Source::Drawing(layout) = &self.source else { return true };
        match change {
            Change::Lock(thing, true) | Change::Hide(thing, true) => layout.has(*thing),
            Change::Lane(_, Some(lane)) => layout.lanes.ends(lane).is_some(),
            _ => true,
        }
    }

    /// What there is now of all that a change touches.
    pub(super) fn touched_by(&self, change: &Change) -> impl Iterator<Item = (Subject, Change)> {
        let own = Subject::of(change);
        let gone = self.gone_with(change).into_iter().flat_map(|thing| {
            let lane = match thing {
                Thing::Lane(id) => Some(Subject::Lane(id)),
                _ => None,
            };
            lane.into_iter().chain([Subject::Lock(thing), Subject::Hide(thing)])
        });
        gone.chain([own]).filter_map(|subject| Some((subject, self.now(subject)?)))
    }

    /// What there is now, as a change that would put it back; none where there can be no such thing.
    pub(super) fn now(&self, subject: Subject) -> Option<Change> {
        let work = &self.work;
        match (subject, &self.source) {
            (Subject::Lock(thing), _) => {
                return Some(Change::Lock(thing, work.locked.contains(&thing)));
            }
            (Subject::Hide(thing), _) => {
                return Some(Change::Hide(thing, work.hidden.contains(&thing)));
            }
            (Subject::Pins, _) => return Some(Change::Pins(work.pins.clone())),
            (Subject::Mesh, Source::Mesh(mesh)) => return Some(Change::Mesh(mesh.clone())),
            _ => {}
        }
        let Source::Drawing(layout) = &self.source else { return None };
        let Layout { border, obstacles, walls, lanes, agent, region } = layout;
        Some(match subject {
            Subject::Border => Change::Border(border.clone()),
            Subject::Region => Change::Region(*region),
            Subject::Agent => Change::Agent(*agent),
            Subject::Obstacle(id) => Change::Obstacle(id, obstacles.get(&id).cloned()),
            Subject::Wall(id) => Change::Wall(id, walls.get(&id).cloned()),
            Subject::LaneVertex(id) => Change::LaneVertex(id, lanes.vertices.get(&id).cloned()),
            Subject::Lane(id) => Change::Lane(id, lanes.lanes.get(&id).copied()),
            Subject::Lock(_) | Subject::Hide(_) | Subject::Pins | Subject::Mesh => return None,
        })
    }

    /// What is there and will not be after a change.
    fn gone_with(&self, change: &Change) -> Vec<Thing> {
        let Source::Drawing(layout) = &self.source else { return Vec::new() };
        match change {
            Change::Obstacle(id, None) => vec![Thing::Obstacle(*id)],
            Change::Wall(id, None) => vec![Thing::Wall(*id)],
            Change::Lane(id, None) => vec![Thing::Lane(*id)],
            Change::LaneVertex(id, None) => {
                let lanes = layout.lanes.lanes.iter();
                let lost = lanes.filter(|(_, lane)| lane.ends.contains(id));
                let lost = lost.map(|(id, _)| Thing::Lane(*id));
                lost.chain([Thing::LaneVertex(*id)]).collect()
            }
            _ => Vec::new(),
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
        Change::LaneVertex(id, None) => drop(layout.lanes.vertices.remove(&id)),
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
