//! A* over the faces and then the funnel: what most engines do, to compare with.
//!
//! A node is a side that is crossed, and stands for its middle. The row of faces with the shortest way from middle to
//! middle is pulled tight. Fast to write and never too short, but the best row is often another one.

use crate::geom::Point;

use super::cheapest::Cheapest;
use super::footing::{self, Walk, Walker};
use super::funnel;
use super::ground::{Ground, NONE};
use super::trace::{Pruned, Seen, TraceSink};
use super::{Counters, Outcome, Query};

/// What is known of a side, crossed in one direction, in the current search.
#[derive(Debug, Clone, Copy)]
struct Known {
    /// The search that this was found in.
    stamp: u32,
    done: bool,
    /// The side that was crossed before; [`NONE`] is the start.
    parent: u32,
    distance: f64,
}

/// A side to be crossed; the goal stands for itself with the side over which its face is entered.
#[derive(Debug, Clone, Copy)]
struct Waiting<Id> {
    side: u32,
    is_goal: bool,
    id: Id,
}

/// The tools of a search, to be used again and again.
#[derive(Debug)]
pub struct AstarFunnel<S: TraceSink = ()> {
    /// How many expansions are allowed.
    pub limit: u64,
    queue: Cheapest<Waiting<S::Id>>,
    known: Vec<Known>,
    walk: Walk,
    stamp: u32,
    counters: Counters,
}

impl<S: TraceSink> Default for AstarFunnel<S> {
    fn default() -> Self {
        Self {
            limit: u64::MAX,
            queue: Cheapest::default(),
            known: Vec::new(),
            walk: Walk::default(),
            stamp: 0,
            counters: Counters::default(),
        }
    }
}

impl<S: TraceSink> AstarFunnel<S> {
    /// Finds a path and what it costs, not always the shortest; [`AstarFunnel::corners`] tells where it goes.
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
        if self.stamp == u32::MAX || self.known.len() != ground.sides.len() {
            let unknown = Known { stamp: 0, done: false, parent: NONE, distance: f64::INFINITY };
            self.known.clear();
            self.known.resize(ground.sides.len(), unknown);
            self.stamp = 0;
        }
        self.stamp += 1;
        self.queue.clear();
        self.counters = Counters::default();
    }
}

impl<S: TraceSink> Walker<S> for AstarFunnel<S> {
    fn walk(&mut self) -> &mut Walk {
        &mut self.walk
    }

    fn search(&mut self, ground: &Ground, stood: &Query, sink: &mut S) -> Outcome {
        Run { tools: self, ground, query: stood, sink }.search()
    }
}

/// A search under way.
struct Run<'a, S: TraceSink> {
    tools: &'a mut AstarFunnel<S>,
    ground: &'a Ground,
    query: &'a Query,
    sink: &'a mut S,
}

impl<S: TraceSink> Run<'_, S> {
    fn search(mut self) -> Outcome {
        for place in 0..self.tools.walk.start_faces.len() {
            let face = self.tools.walk.start_faces[place];
            self.leave(face, NONE, S::Id::default());
        }
        while let Some((cost, Waiting { side, is_goal, id })) = self.tools.queue.pop() {
            self.tools.counters.popped += 1;
            if is_goal {
                self.sink.reached(id, cost);
                return self.pull_tight(side);
            }
            let known = &mut self.tools.known[side as usize];
            if known.done {
                self.tools.counters.pruned_after_pop += 1;
                self.sink.pruned(id, Pruned::Root);
                continue;
            }
            if self.tools.limit <= self.tools.counters.expanded {
                return Outcome::GaveUp;
            }
            if self.sink.cancelled() {
                return Outcome::Cancelled;
            }
            known.done = true;
            self.tools.counters.expanded += 1;
            self.sink.expanded(id);
            let face = self.face_behind(side);
            if self.tools.walk.goal_faces.contains(&face) {
                let from = self.middle(side);
                let g = self.tools.known[side as usize].distance;
                let cost = g + from.distance(self.query.goal);
                let goal = self.query.goal;
                self.queue(
                    cost,
                    side,
                    true,
                    id,
                    Seen { face, root: from, interval: [goal; 2], g, f: cost },
                );
            } else {
                self.leave(face, side, id);
            }
        }
        Outcome::Unreachable
    }

    /// Queues the ways out of a face that was entered over a side, or is the one of the start.
    fn leave(&mut self, face: u32, over: u32, parent: S::Id) {
        let (from, g) = match over {
            NONE => (self.query.start, 0.0),
            _ => (self.middle(over), self.tools.known[over as usize].distance),
        };
        let back = if over == NONE { NONE } else { self.ground.sides[over as usize].twin };
        for side in self.ground.sides_of(face) {
            let out = self.ground.sides[side as usize];
            if out.twin == NONE || side == back {
                continue;
            }
            self.tools.counters.generated += 1;
            let middle = self.middle(side);
            let distance = g + from.distance(middle);
            let known = &mut self.tools.known[side as usize];
            if known.stamp == self.tools.stamp && known.distance <= distance {
                continue;
            }
            *known = Known { stamp: self.tools.stamp, done: false, parent: over, distance };
            let cost = distance + middle.distance(self.query.goal);
            let interval = [out.to, out.from].map(|end| self.ground.point(end));
            let face = self.face_behind(side);
            self.queue(cost, side, false, parent, Seen { face, root: from, interval, g, f: cost });
        }
    }

    fn queue(&mut self, cost: f64, side: u32, is_goal: bool, parent: S::Id, seen: Seen) {
        self.tools.counters.pushed += 1;
        let id = self.sink.generated(parent, &seen);
        self.sink.pushed(id);
        self.tools.queue.push(cost, Waiting { side, is_goal, id });
    }

    /// The path through all sides up to the last, pulled tight.
    fn pull_tight(&mut self, last: u32) -> Outcome {
        let mut gates = Vec::new();
        let mut here = last;
        while here != NONE {
            let side = self.ground.sides[here as usize];
            // Faces run counter-clockwise: who leaves over a side has its end on the left.
            gates.push([side.to, side.from].map(|end| self.ground.point(end)));
            here = self.tools.known[here as usize].parent;
        }
        gates.reverse();
        let corners = funnel::pull(self.query.start, &gates, self.query.goal);
        let cost = corners.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
        self.tools.walk.corners = corners;
        Outcome::Found { cost }
    }

    fn middle(&self, side: u32) -> Point {
        let side = self.ground.sides[side as usize];
        (self.ground.point(side.from) + self.ground.point(side.to)) * 0.5
    }

    /// The face that is entered over a side that may be crossed.
    fn face_behind(&self, side: u32) -> u32 {
        self.ground.faces[self.ground.sides[side as usize].twin as usize]
    }
}
