//! DoomPath's own rule, for its own maps: A* over areas, counted along the axes from connection to connection.
//!
//! A step into an area costs the way from the middle of the connection by which the last area was entered to that of
//! the next one, in x plus in y. It costs 2, 4 or 8 times as much into an area that hurts, and 10 times as much down a
//! drop of more than 24 units. Teleporters cost nothing. The first step starts at the start, and the last one, from the
//! last connection to the goal, is not counted.
//!
//! The estimate of what is left, the same measure to the goal, is too large where teleporters help. So the answer is
//! the rule's, not the shortest. Where we differ from the original program: nothing is kept from search to search, an
//! area that becomes cheaper while it waits moves up (and is estimated anew), all areas that hold the start and the goal
//! count, whatever their height, and sectors that move block if that is asked for. There an area is left by each side
//! of its face; a connection that floors in between have cut into several sides counts as several.

use std::sync::Arc;

use crate::geom::{Point, Segment};
use crate::mesh::{FaceId, LinkKind, Locator, Navmesh};

use super::cheapest::Cheapest;
use super::footing;
use super::trace::{Pruned, Seen, TraceSink};
use super::{Counters, End, Outcome, Preparation, Query};

/// From more than this above, it is a drop.
const DROP: f64 = 24.0;

/// A mesh prepared for DoomPath's rule.
#[derive(Debug)]
pub struct Areas {
    mesh: Arc<Navmesh>,
    locator: Locator,
    radius: f64,
    special_sectors: bool,
    teleporters: bool,
    /// The places of all links in the mesh, those that leave the same area together.
    links: Vec<u32>,
    /// Where the links of each area start in `links`, and at last their number.
    starts: Vec<u32>,
}

impl Areas {
    /// Prepares a mesh; faces are never merged.
    pub fn new(mesh: Arc<Navmesh>, preparation: &Preparation) -> Self {
        let mut links: Vec<u32> = (0..mesh.links().len() as u32).collect();
        let from = |link: u32| mesh.links()[link as usize].from;
        links.sort_by_key(|&link| from(link));
        let faces = (0..=mesh.n_faces() as u32).map(FaceId);
        let starts =
            faces.map(|face| links.partition_point(|&link| from(link) < face) as u32).collect();
        let locator = Locator::new(&mesh);
        let Preparation { radius, special_sectors, teleporters, .. } = *preparation;
        Self { mesh, locator, radius, special_sectors, teleporters, links, starts }
    }

    /// The mesh it was made from.
    pub fn mesh(&self) -> &Arc<Navmesh> {
        &self.mesh
    }

    /// Whether an area may be walked on.
    fn is_passable(&self, area: FaceId) -> bool {
        let sector = self.mesh.attributes().sector.get(area.index()).copied().flatten();
        self.mesh.face(area).walkable() && (self.special_sectors || sector.is_none())
    }

    fn at(&self, p: Point) -> Vec<FaceId> {
        let Some(p) = footing::sound(p) else { return Vec::new() };
        let faces = self.locator.faces_at(&self.mesh, p).map(|(face, _)| face);
        faces.filter(|&face| self.is_passable(face)).collect()
    }

    /// Calls with all ways out of an area.
    fn ways_out(&self, area: FaceId, mut call: impl FnMut(Way)) {
        let face = self.mesh.face(area);
        for side in 0..face.n_sides() {
            let segment = face.segment(side);
            let too_narrow = 0.0 < self.radius && segment.length() < 2.0 * self.radius;
            if let Some(to) = self.mesh.step(area, side).filter(|&to| self.is_passable(to))
                && !too_narrow
            {
                call(Way { to, segment, teleports: false });
            }
        }
        let links = self.starts[area.index()] as usize..self.starts[area.index() + 1] as usize;
        for &link in &self.links[links] {
            let link = self.mesh.links()[link as usize];
            let teleports = link.kind == LinkKind::Teleporter;
            let too_narrow = !teleports && link.segment.length() < 2.0 * self.radius;
            if self.is_passable(link.to) && (self.teleporters || !teleports) && !too_narrow {
                call(Way { to: link.to, segment: link.segment, teleports });
            }
        }
    }

    /// How many times its length a step between two areas costs.
    fn factor(&self, from: FaceId, to: FaceId) -> f64 {
        let attributes = self.mesh.attributes();
        let damage = match attributes.flags.get(to.index()).copied().unwrap_or(0) {
            flags if flags & 4 != 0 => 8.0,
            flags if flags & 2 != 0 => 4.0,
            flags if flags & 1 != 0 => 2.0,
            _ => 1.0,
        };
        let height = |area: FaceId| attributes.z.get(area.index()).copied().unwrap_or(0.0);
        let drop = if height(to) + DROP < height(from) { 10.0 } else { 1.0 };
        damage * drop
    }
}

/// A way out of an area.
#[derive(Debug, Clone, Copy)]
struct Way {
    to: FaceId,
    segment: Segment,
    teleports: bool,
}

/// What is known of an area in the current search.
#[derive(Debug, Clone, Copy)]
struct Known {
    /// The search that this was found in.
    stamp: u32,
    done: bool,
    g: f64,
    /// The middle of the connection by which it was entered; the start itself in the first area.
    entry: Point,
    parent: Option<FaceId>,
}

/// The tools of a search, to be used again and again.
#[derive(Debug)]
pub struct DoomPath<S: TraceSink = ()> {
    /// How many expansions are allowed.
    pub limit: u64,
    queue: Cheapest<(FaceId, S::Id)>,
    known: Vec<Known>,
    stamp: u32,
    counters: Counters,
    faces: Vec<FaceId>,
    points: Vec<Point>,
}

impl<S: TraceSink> Default for DoomPath<S> {
    fn default() -> Self {
        Self {
            limit: u64::MAX,
            queue: Cheapest::default(),
            known: Vec::new(),
            stamp: 0,
            counters: Counters::default(),
            faces: Vec::new(),
            points: Vec::new(),
        }
    }
}

impl<S: TraceSink> DoomPath<S> {
    /// Finds a way and what it costs by DoomPath's rule.
    pub fn find(&mut self, areas: &Areas, query: &Query, sink: &mut S) -> Outcome {
        let outcome = self.look_for(areas, query, sink);
        if outcome.cost().is_none() {
            sink.failed(outcome);
        }
        outcome
    }

    fn look_for(&mut self, areas: &Areas, query: &Query, sink: &mut S) -> Outcome {
        self.reset(areas);
        let (starts, goals) = (areas.at(query.start), areas.at(query.goal));
        if starts.is_empty() {
            return Outcome::OffMesh(End::Start);
        }
        if goals.is_empty() {
            return Outcome::OffMesh(End::Goal);
        }
        for &area in &starts {
            let entry = query.start;
            let stamp = self.stamp;
            self.known[area.index()] = Known { stamp, done: false, g: 0.0, entry, parent: None };
            let f = manhattan(entry, query.goal);
            let seen = Seen { face: area.0, root: entry, interval: [entry; 2], g: 0.0, f };
            self.queue(area, S::Id::default(), &seen, sink);
        }
        while let Some((_, (area, id))) = self.queue.pop() {
            self.counters.popped += 1;
            if self.known[area.index()].done {
                self.counters.pruned_after_pop += 1;
                sink.pruned(id, Pruned::Root);
                continue;
            }
            if goals.contains(&area) {
                let cost = self.known[area.index()].g;
                self.keep_way(area, query);
                sink.reached(id, cost);
                return Outcome::Found { cost };
            }
            if self.limit <= self.counters.expanded {
                return Outcome::GaveUp;
            }
            if sink.cancelled() {
                return Outcome::Cancelled;
            }
            self.counters.expanded += 1;
            sink.expanded(id);
            self.expand(areas, area, id, query.goal, sink);
        }
        Outcome::Unreachable
    }

    /// What the last search did.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// The areas of the way that was found last, from start to goal.
    pub fn faces(&self) -> &[FaceId] {
        &self.faces
    }

    /// The start, the middles of the connections of the way that was found last, and the goal.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    fn reset(&mut self, areas: &Areas) {
        let n_faces = areas.mesh.n_faces();
        if self.stamp == u32::MAX || self.known.len() != n_faces {
            let entry = Point::default();
            let unknown = Known { stamp: 0, done: false, g: 0.0, entry, parent: None };
            self.known.clear();
            self.known.resize(n_faces, unknown);
            self.stamp = 0;
        }
        self.stamp += 1;
        self.queue.clear();
        self.counters = Counters::default();
        self.faces.clear();
        self.points.clear();
    }

    fn expand(&mut self, areas: &Areas, area: FaceId, id: S::Id, goal: Point, sink: &mut S) {
        self.known[area.index()].done = true;
        let Known { g, entry, .. } = self.known[area.index()];
        areas.ways_out(area, |Way { to, segment, teleports }| {
            self.counters.generated += 1;
            let middle = (segment.from + segment.to) * 0.5;
            let length = if teleports { 0.0 } else { manhattan(entry, middle) };
            let cost = g + length * areas.factor(area, to);
            let known = &mut self.known[to.index()];
            if known.stamp == self.stamp && (known.done || known.g <= cost) {
                return;
            }
            let parent = Some(area);
            *known = Known { stamp: self.stamp, done: false, g: cost, entry: middle, parent };
            let interval = [segment.to, segment.from];
            let f = cost + manhattan(middle, goal);
            self.queue(to, id, &Seen { face: to.0, root: entry, interval, g, f }, sink);
        });
    }

    fn queue(&mut self, area: FaceId, parent: S::Id, seen: &Seen, sink: &mut S) {
        self.counters.pushed += 1;
        let id = sink.generated(parent, seen);
        sink.pushed(id);
        self.queue.push(seen.f, (area, id));
    }

    fn keep_way(&mut self, last: FaceId, query: &Query) {
        self.points.push(query.goal);
        let mut here = Some(last);
        while let Some(area) = here {
            let Known { entry, parent, .. } = self.known[area.index()];
            self.faces.push(area);
            self.points.push(entry);
            here = parent;
        }
        self.faces.reverse();
        self.points.reverse();
    }
}

/// How far it is along the axes.
fn manhattan(a: Point, b: Point) -> f64 {
    (a.x - b.x).abs() + (a.y - b.y).abs()
}
