//! What of a selection can be moved, as it was when the hand took hold of it: every step of a drag starts from there, so
//! that rounding does not add up.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::document::Change;
use crate::geom::{Aabb, LIMIT, Point};
use crate::layout::lane::{LaneVertex, LaneVertexId};
use crate::layout::work::{Thing, Work};
use crate::layout::{Layout, Obstacle, ObstacleId, Outline};
use crate::text::counted_as;

use super::Selection;
use super::rings::{counter_clockwise, sound};
use super::scene::is_shown;

/// What can be moved, as it was.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Held {
    obstacles: Vec<(ObstacleId, Obstacle)>,
    walls: Vec<(ObstacleId, Outline)>,
    vertices: Vec<(LaneVertexId, LaneVertex)>,
    /// What people would say is held: lanes, not their vertices.
    things: BTreeSet<Thing>,
}

impl Held {
    /// What of a selection is seen and not locked; lanes are held by their vertices.
    pub(super) fn of(layout: &Layout, work: &Work, selection: &Selection) -> Self {
        let mut held = Self::default();
        let mut vertices = BTreeSet::new();
        let free = |thing: &&Thing| is_free(layout, work, **thing);
        for thing in selection.things().iter().filter(free) {
            match thing {
                Thing::Obstacle(id) => held.obstacles.push((*id, layout.obstacles[id].clone())),
                Thing::Wall(id) => held.walls.push((*id, layout.walls[id].clone())),
                Thing::LaneVertex(id) => drop(vertices.insert(*id)),
                Thing::Lane(id) => {
                    let ends = layout.lanes.lanes[id].ends.into_iter();
                    vertices
                        .extend(ends.filter(|&end| is_free(layout, work, Thing::LaneVertex(end))));
                }
            }
            held.things.insert(*thing);
        }
        let vertex = |id| Some((id, layout.lanes.vertices.get(&id)?.clone()));
        held.vertices = vertices.into_iter().filter_map(vertex).collect();
        held
    }

    pub(super) fn is_empty(&self) -> bool {
        self.obstacles.is_empty() && self.walls.is_empty() && self.vertices.is_empty()
    }

    /// Whether a thing moves along.
    pub(super) fn has(&self, thing: Thing) -> bool {
        match thing {
            Thing::LaneVertex(id) => self.vertices.binary_search_by_key(&id, |it| it.0).is_ok(),
            other => self.things.contains(&other),
        }
    }

    /// Whether all of it is still there.
    pub(super) fn is_in(&self, layout: &Layout) -> bool {
        let vertices = self.vertices.iter().map(|(id, _)| Thing::LaneVertex(*id));
        self.things.iter().copied().chain(vertices).all(|thing| layout.has(thing))
    }

    /// "obstacle", "3 obstacles", "2 things".
    pub(super) fn words(&self) -> String {
        words(&self.things)
    }

    fn points(&self) -> impl Iterator<Item = Point> {
        let obstacles = self.obstacles.iter().flat_map(|(_, it)| it.outline.iter());
        let walls = self.walls.iter().flat_map(|(_, wall)| wall.iter());
        obstacles.chain(walls).copied().chain(self.vertices.iter().map(|(_, vertex)| vertex.at))
    }

    pub(super) fn bounds(&self) -> Aabb {
        Aabb::around(self.points())
    }

    /// The point of it that is closest to another.
    pub(super) fn closest(&self, at: Point) -> Option<Point> {
        self.points().min_by(|a, b| a.distance(at).total_cmp(&b.distance(at)))
    }

    /// All of it moved, as far as there is room within the limits.
    pub(super) fn moved(&self, by: Point) -> Option<Vec<Change>> {
        let Aabb { min, max } = self.bounds();
        let room = |by: f64, min: f64, max: f64| by.min(LIMIT - max).max(-LIMIT - min);
        let by = Point::new(room(by.x, min.x, max.x), room(by.y, min.y, max.y));
        self.mapped(|p| p + by)
    }

    /// All of it with each point put somewhere else; none if that cannot be drawn.
    pub(super) fn mapped(&self, place: impl Fn(Point) -> Point) -> Option<Vec<Change>> {
        let place = |p: Point| sound(place(p));
        let mut changes = Vec::new();
        for (id, obstacle) in &self.obstacles {
            let ring = |ring: &Outline| mapped_ring(ring, &place);
            let outline = ring(&obstacle.outline)?;
            let holes = obstacle.holes.iter().map(ring).collect::<Option<Vec<_>>>()?;
            let obstacle = Obstacle { name: obstacle.name.clone(), outline, holes };
            changes.push(Change::Obstacle(*id, Some(obstacle)));
        }
        for (id, wall) in &self.walls {
            let wall = wall.iter().map(|&p| place(p)).collect::<Option<Vec<_>>>()?;
            changes.push(Change::Wall(*id, Some(wall.into())));
        }
        for (id, LaneVertex { name, at }) in &self.vertices {
            let vertex = LaneVertex { name: name.clone(), at: place(*at)? };
            changes.push(Change::LaneVertex(*id, Some(vertex)));
        }
        (!changes.is_empty()).then_some(changes)
    }
}

/// A ring with each point put somewhere else, counter-clockwise as before.
fn mapped_ring(ring: &Outline, place: &dyn Fn(Point) -> Option<Point>) -> Option<Outline> {
    let mapped = ring.iter().map(|&p| place(p)).collect::<Option<Vec<_>>>()?;
    // What never had an inside need not get one.
    let had_inside = || counter_clockwise(ring.to_vec()).is_some();
    match counter_clockwise(mapped.clone()) {
        Some(ring) => Some(Arc::from(ring)),
        None => (!had_inside()).then(|| Arc::from(mapped)),
    }
}

/// Whether the hand may change a thing: it is seen, and neither it nor a lane that ends there is locked.
pub(super) fn is_free(layout: &Layout, work: &Work, thing: Thing) -> bool {
    let holds_locked_lane = match thing {
        Thing::LaneVertex(id) => work.locked.iter().any(|locked| match locked {
            Thing::Lane(lane) => {
                layout.lanes.lanes.get(lane).is_some_and(|lane| lane.ends.contains(&id))
            }
            _ => false,
        }),
        _ => false,
    };
    is_shown(Some(layout), work, thing) && !work.locked.contains(&thing) && !holds_locked_lane
}

/// What people would call these things: "obstacle", "3 obstacles", "2 things".
pub(super) fn words(things: &BTreeSet<Thing>) -> String {
    let kind = |thing: &Thing| match thing {
        Thing::Obstacle(_) => ["obstacle", "obstacles"],
        Thing::Wall(_) => ["wall", "walls"],
        Thing::LaneVertex(_) => ["lane vertex", "lane vertices"],
        Thing::Lane(_) => ["lane", "lanes"],
    };
    let first = things.first().map_or(["thing", "things"], kind);
    let is_same = things.iter().all(|thing| kind(thing) == first);
    let [one, many] = if is_same { first } else { ["thing", "things"] };
    match things.len() {
        1 => one.to_owned(),
        n => counted_as(n, one, many),
    }
}
