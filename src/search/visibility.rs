//! A* on the visibility graph: from corner to corner that are in sight of each other.
//!
//! The graph is never built. Whenever the search stands at a place where a path may turn, sight is swept from there,
//! and what is seen are its neighbours. Optimal, and slow: a second opinion on Polyanya, which shares no step with it.

use crate::geom::Point;

use super::cheapest::Cheapest;
use super::footing::{self, Walk, Walker};
use super::ground::{Ground, NONE};
use super::sight::Sight;
use super::trace::{Pruned, Seen, TraceSink};
use super::{Counters, Outcome, Query};

/// What is known of a vertex in the current search.
#[derive(Debug, Clone, Copy)]
struct Known {
    /// The search that this was found in.
    stamp: u32,
    /// Whether sight was swept from here.
    done: bool,
    /// A corner that is at the vertex, as the side that starts there.
    corner: u32,
    /// The vertex from where it was seen; [`NONE`] is the start.
    parent: u32,
    distance: f64,
}

/// A vertex, or [`NONE`] for the goal.
#[derive(Debug, Clone, Copy)]
struct Waiting<Id> {
    vertex: u32,
    id: Id,
}

/// Where sight is swept from: a vertex, or [`NONE`] for the start.
#[derive(Debug, Clone, Copy)]
struct Stand<Id> {
    vertex: u32,
    eye: Point,
    g: f64,
    id: Id,
}

/// The tools of a search, to be used again and again.
///
/// Among its counters, `expanded` counts every face that was looked into.
#[derive(Debug)]
pub struct Visibility<S: TraceSink = ()> {
    /// How many expansions are allowed.
    pub limit: u64,
    queue: Cheapest<Waiting<S::Id>>,
    known: Vec<Known>,
    sight: Sight,
    walk: Walk,
    stamp: u32,
    counters: Counters,
    /// The cheapest way to the goal so far, and the vertex that it comes from.
    goal: Option<(f64, u32)>,
}

impl<S: TraceSink> Default for Visibility<S> {
    fn default() -> Self {
        Self {
            limit: u64::MAX,
            queue: Cheapest::default(),
            known: Vec::new(),
            sight: Sight::default(),
            walk: Walk::default(),
            stamp: 0,
            counters: Counters::default(),
            goal: None,
        }
    }
}

impl<S: TraceSink> Visibility<S> {
    /// Finds what the shortest path costs; [`Visibility::corners`] tells where it goes.
    pub fn find(&mut self, ground: &Ground, query: &Query, sink: &mut S) -> Outcome {
        self.reset(ground);
        footing::find(self, ground, query, sink)
    }

    /// What the last search did.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// The corners of the path that was found last, both ends included.
    pub fn corners(&self) -> Vec<Point> {
        self.walk.corners.clone()
    }

    fn reset(&mut self, ground: &Ground) {
        if self.stamp == u32::MAX || self.known.len() != ground.n_vertices() {
            let unknown = Known {
                stamp: 0,
                done: false,
                corner: NONE,
                parent: NONE,
                distance: f64::INFINITY,
            };
            self.known.clear();
            self.known.resize(ground.n_vertices(), unknown);
            self.stamp = 0;
        }
        self.stamp += 1;
        self.queue.clear();
        self.counters = Counters::default();
        self.goal = None;
    }
}

impl<S: TraceSink> Walker<S> for Visibility<S> {
    fn walk(&mut self) -> &mut Walk {
        &mut self.walk
    }

    fn search(&mut self, ground: &Ground, stood: &Query, sink: &mut S) -> Outcome {
        Run { tools: self, ground, query: stood, sink }.search()
    }
}

/// A search under way.
struct Run<'a, S: TraceSink> {
    tools: &'a mut Visibility<S>,
    ground: &'a Ground,
    query: &'a Query,
    sink: &'a mut S,
}

impl<S: TraceSink> Run<'_, S> {
    fn search(mut self) -> Outcome {
        let eye = self.query.start;
        self.tools.sight.stand_in(self.ground, eye, &self.tools.walk.start_faces);
        let start = Stand { vertex: NONE, eye, g: 0.0, id: S::Id::default() };
        if let Some(ended) = self.sweep(start) {
            return ended;
        }
        while let Some((cost, Waiting { vertex, id })) = self.tools.queue.pop() {
            self.tools.counters.popped += 1;
            if vertex == NONE {
                self.keep_corners();
                self.sink.reached(id, cost);
                return Outcome::Found { cost };
            }
            let known = &mut self.tools.known[vertex as usize];
            if known.done {
                self.tools.counters.pruned_after_pop += 1;
                self.sink.pruned(id, Pruned::Root);
                continue;
            }
            known.done = true;
            let Known { corner, parent, distance: g, .. } = *known;
            let from = self.point(parent);
            self.tools.sight.stand_at(self.ground, corner, from);
            self.sink.expanded(id);
            let eye = self.ground.points[vertex as usize];
            if let Some(ended) = self.sweep(Stand { vertex, eye, g, id }) {
                return ended;
            }
        }
        Outcome::Unreachable
    }

    /// Sees all that is to be seen from where the sight stands; says if the search ends with that.
    fn sweep(&mut self, stand: Stand<S::Id>) -> Option<Outcome> {
        let in_goal_face = |face| self.tools.walk.goal_faces.contains(face);
        if self.tools.sight.faces.iter().any(in_goal_face) {
            self.see_goal(stand);
        }
        self.see_corners(stand);
        loop {
            if self.tools.limit <= self.tools.counters.expanded {
                return Some(Outcome::GaveUp);
            }
            if self.sink.cancelled() {
                return Some(Outcome::Cancelled);
            }
            let cone = self.tools.sight.look(self.ground, stand.eye)?;
            self.tools.counters.expanded += 1;
            self.see_corners(stand);
            let face = self.ground.faces[cone.side as usize];
            if self.tools.walk.goal_faces.contains(&face) && cone.shows(stand.eye, self.query.goal)
            {
                self.see_goal(stand);
            }
        }
    }

    fn see_corners(&mut self, stand: Stand<S::Id>) {
        for place in 0..self.tools.sight.seen.len() {
            let corner = self.tools.sight.seen[place];
            let end = self.ground.sides[corner as usize].from;
            if end.turns() {
                self.see_vertex(stand, end.vertex(), corner);
            }
        }
    }

    /// Takes note that a vertex is seen, and queues it if there was no shorter way to it.
    fn see_vertex(&mut self, stand: Stand<S::Id>, vertex: u32, corner: u32) {
        let at = self.ground.points[vertex as usize];
        let distance = stand.g + stand.eye.distance(at);
        let known = &mut self.tools.known[vertex as usize];
        if known.stamp == self.tools.stamp && known.distance <= distance {
            return;
        }
        *known =
            Known { stamp: self.tools.stamp, done: false, corner, parent: stand.vertex, distance };
        let cost = distance + at.distance(self.query.goal);
        let face = self.ground.faces[corner as usize];
        self.queue(stand, vertex, face, at, cost);
    }

    fn see_goal(&mut self, stand: Stand<S::Id>) {
        let goal = self.query.goal;
        let cost = stand.g + stand.eye.distance(goal);
        if self.tools.goal.is_some_and(|(best, _)| best <= cost) {
            return;
        }
        self.tools.goal = Some((cost, stand.vertex));
        let face = self.tools.walk.goal_faces.first().copied().unwrap_or(NONE);
        self.queue(stand, NONE, face, goal, cost);
    }

    fn queue(&mut self, stand: Stand<S::Id>, vertex: u32, face: u32, at: Point, cost: f64) {
        self.tools.counters.generated += 1;
        self.tools.counters.pushed += 1;
        let seen = Seen { face, root: stand.eye, interval: [at, at], g: stand.g, f: cost };
        let id = self.sink.generated(stand.id, &seen);
        self.sink.pushed(id);
        self.tools.queue.push(cost, Waiting { vertex, id });
    }

    /// Where a vertex is; the start for [`NONE`].
    fn point(&self, vertex: u32) -> Point {
        if vertex == NONE { self.query.start } else { self.ground.points[vertex as usize] }
    }

    fn keep_corners(&mut self) {
        let mut corners = vec![self.query.goal];
        let mut here = self.tools.goal.map(|(_, vertex)| vertex);
        while let Some(vertex) = here {
            let point = self.point(vertex);
            if corners.last() != Some(&point) {
                corners.push(point);
            }
            here = (vertex != NONE).then(|| self.tools.known[vertex as usize].parent);
        }
        if corners.len() == 1 {
            corners.push(self.query.goal);
        }
        corners.reverse();
        self.tools.walk.corners = corners;
    }
}
