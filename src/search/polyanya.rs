//! Polyanya: optimal paths by sweeping cones of sight over the faces (Cui, Harabor and Grastien 2017).
//!
//! A node is a place to stand, the *root*, and the piece of a side that is seen from there between two rays. The rays
//! are kept as the vertices that they go through, never as the points where they meet the side. So every decision is
//! the exact predicate on numbers that stand in the file, and nothing adds up to an error.

use std::collections::HashMap;
use std::ops::Range;

use crate::geom::{Point, Side as Hand, plain_turn, side};

use super::ground::{Ground, NONE, Side};
use super::landmarks::Reach;
use super::trace::{Pruned, Seen, TraceSink};
use super::{Counters, End, Outcome, Query, footing};

pub(super) mod estimate;
mod glide;
mod jump;
mod look;
mod mirror;
pub(super) mod node;
pub(super) mod queue;
mod successors;
mod survey;
mod view;
mod way_back;
mod ways;

use estimate::{crossing, estimate};
use jump::Landings;
use mirror::Mirrors;
use node::{AHEAD, Known, MARKS, Node, OWN_END, Root, Waiting};
use queue::{Entry, Queue};

/// What a search may leave out; with nothing left out it is the algorithm as published.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prunings {
    /// Leave out blocks of faces that cannot lie between start and goal.
    pub blocks: bool,
    /// Leave out intervals to which shorter ways are known.
    pub dominance: bool,
    /// Leave out dead ends that hold neither start nor goal.
    pub core_exits: bool,
    /// Leave for later what landmarks say to be farther than it looks.
    pub landmarks: bool,
}

impl Prunings {
    /// Everything switched on.
    pub const ALL: Self = Self { blocks: true, dominance: true, core_exits: true, landmarks: true };

    /// Everything switched off.
    pub const NONE: Self =
        Self { blocks: false, dominance: false, core_exits: false, landmarks: false };
}

/// A side with the two rays between which it is seen, each by two of its points.
type Sweep = (u32, [(u64, u64); 2], [(u64, u64); 2]);

/// A cost is really lower than another only if it is below this part of it: the rest is rounding.
pub(super) const SURELY_LESS: f64 = 1.0 - 1e-12;

/// No sound map takes more expansions than this; where faces run over themselves a search might go on for ever.
const MOST: u64 = 1_000_000;
const MOST_PER_FACE: u64 = 1_000;

/// The tools of a search, to be used again and again: a search takes no memory once they have grown.
#[derive(Debug)]
pub struct Polyanya<S: TraceSink = ()> {
    /// What may be left out.
    pub prunings: Prunings,
    /// How many expansions are allowed.
    pub limit: u64,
    queue: Queue<S::Id>,
    roots: Vec<Root>,
    /// What a path over each root costs at least, as the landmarks say; empty if nobody asks them.
    bounds: Vec<f64>,
    /// How far the goal is from the landmarks.
    reach: Reach,
    known: Vec<Known>,
    successors: Vec<(Node, S::Id)>,
    goal_faces: Vec<u32>,
    start_faces: Vec<u32>,
    /// The sides of the faces that hold the goal.
    goal_sides: Vec<Range<u32>>,
    on_way: Vec<u32>,
    /// The sides of the faces of the core on which the branches of start and goal hang.
    branches: Vec<Range<u32>>,
    /// Where hallways must not be run through: the bends at faces of the goal and of branches.
    stops: Vec<usize>,
    landings: Landings,
    mirrors: Mirrors,
    /// What was seen on maps of several floors: side and rays, and what it cost to get there.
    repeats: HashMap<Sweep, f64>,
    /// What may be left out on the ground that is searched.
    active: Prunings,
    stamp: u32,
    counters: Counters,
    /// The root from where the goal was reached, and the goal.
    last: Option<(u32, Point)>,
    /// The node over which it was reached.
    last_id: S::Id,
}

impl<S: TraceSink> Default for Polyanya<S> {
    fn default() -> Self {
        Self {
            prunings: Prunings::ALL,
            limit: u64::MAX,
            queue: Queue::default(),
            roots: Vec::new(),
            bounds: Vec::new(),
            reach: Reach::UNKNOWN,
            known: Vec::new(),
            successors: Vec::new(),
            goal_faces: Vec::new(),
            start_faces: Vec::new(),
            goal_sides: Vec::new(),
            on_way: Vec::new(),
            branches: Vec::new(),
            stops: Vec::new(),
            landings: Landings::default(),
            mirrors: Mirrors::default(),
            repeats: HashMap::new(),
            active: Prunings::ALL,
            stamp: 0,
            counters: Counters::default(),
            last: None,
            last_id: S::Id::default(),
        }
    }
}

impl<S: TraceSink> Polyanya<S> {
    /// Finds what the shortest path costs; [`Polyanya::corners`] tells where it goes.
    pub fn find(&mut self, ground: &Ground, query: &Query, sink: &mut S) -> Outcome {
        self.reset(ground);
        let limit = self.limit;
        self.limit = limit.min(MOST + MOST_PER_FACE * ground.n_faces() as u64);
        let start = footing::stand(ground, query.start, &mut self.start_faces);
        let goal = footing::stand(ground, query.goal, &mut self.goal_faces);
        let stood = Query { start, goal };
        let mut outcome = self.look_for(ground, &stood, sink);
        self.limit = limit;
        if let Some((_, end)) = &mut self.last
            && stood != *query
        {
            (self.roots[0].point, *end) = (query.start, query.goal);
            outcome = Outcome::Found { cost: self.walked() };
        }
        match outcome {
            Outcome::Found { cost } => sink.reached(self.last_id, cost),
            _ => sink.failed(outcome),
        }
        outcome
    }

    fn look_for(&mut self, ground: &Ground, query: &Query, sink: &mut S) -> Outcome {
        if self.start_faces.is_empty() {
            return Outcome::OffMesh(End::Start);
        }
        if self.goal_faces.is_empty() {
            return Outcome::OffMesh(End::Goal);
        }
        self.roots.push(Root { point: query.start, g: 0.0, vertex: NONE, parent: NONE });
        self.landings.reset(ground, query.goal);
        // Where nothing but walking counts, a straight line cannot be bettered.
        let on_foot = ground.jumps.are_none();
        if on_foot && self.shares_a_face() {
            self.last = Some((0, query.goal));
            return Outcome::Found { cost: query.start.distance(query.goal) };
        }
        if !self.mark_ways(ground) && on_foot {
            return Outcome::Unreachable;
        }
        // Blocks and dead ends know nothing of links.
        let without_links = Prunings { dominance: self.prunings.dominance, ..Prunings::NONE };
        self.active = if on_foot { self.prunings } else { without_links };
        if self.active.landmarks {
            self.reach = ground.landmarks.reach(ground, query.goal, &self.goal_faces);
            self.bounds.push(0.0);
        }
        Run { tools: self, ground, goal: query.goal, sink }.search()
    }

    /// What the last search did.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// Whether one face holds both start and goal.
    fn shares_a_face(&self) -> bool {
        self.start_faces.iter().any(|face| self.goal_faces.contains(face))
    }

    fn reset(&mut self, ground: &Ground) {
        let unknown = Known { stamp: 0, root: NONE, distance: f64::INFINITY };
        if self.stamp == u32::MAX
            || self.known.len() != ground.n_vertices()
            || self.on_way.len() != ground.blocks.len()
        {
            self.known.clear();
            self.known.resize(ground.n_vertices(), unknown);
            self.on_way.clear();
            self.on_way.resize(ground.blocks.len(), 0);
            self.stamp = 0;
        }
        self.stamp += 1;
        self.queue.clear();
        self.repeats.clear();
        self.mirrors.clear();
        self.roots.clear();
        self.bounds.clear();
        self.counters = Counters::default();
        self.last = None;
        self.last_id = S::Id::default();
    }

    /// Marks the blocks that may lie on the way; `false` if there is none.
    fn mark_ways(&mut self, ground: &Ground) -> bool {
        self.branches.clear();
        let ends = self.start_faces.iter().chain(&self.goal_faces);
        let roots = ends.filter_map(|&face| ground.core.root(face));
        self.branches.extend(roots.map(|face| ground.sides_of(face)));
        self.branches.dedup();
        self.goal_sides.clear();
        self.goal_sides.extend(self.goal_faces.iter().map(|&face| ground.sides_of(face)));
        let into_goal = |side: &u32| self.goal_faces.contains(&ground.faces[*side as usize]);
        let passages = ground.jumps.passages.clone().filter(into_goal);
        self.goal_sides.extend(passages.map(|side| side..side + 1));
        self.stops.clear();
        let apart = self.goal_sides.iter().chain(&self.branches).cloned().flatten();
        self.stops.extend(apart.filter_map(|side| ground.hallways.start(side)));
        let mut joined = false;
        for &start in &self.start_faces {
            for &goal in &self.goal_faces {
                if ground.blocks.are_joined(start, goal) {
                    joined = true;
                    let (on_way, stamp) = (&mut self.on_way, self.stamp);
                    ground.blocks.between(start, goal, |block| on_way[block as usize] = stamp);
                }
            }
        }
        joined
    }
}

/// A search under way.
struct Run<'a, S: TraceSink> {
    tools: &'a mut Polyanya<S>,
    ground: &'a Ground,
    goal: Point,
    sink: &'a mut S,
}

impl<S: TraceSink> Run<'_, S> {
    fn search(mut self) -> Outcome {
        if self.tools.shares_a_face() {
            let cost = self.tools.roots[0].point.distance(self.goal);
            self.queue_end(0, cost, S::Id::default());
        }
        self.look_around();
        if let Some((node, id)) = self.queue_successors() {
            self.expand(node, id);
        }
        while let Some(Entry { cost, node, id }) = self.tools.queue.pop() {
            self.tools.counters.popped += 1;
            let landing = match node.waiting() {
                Waiting::Interval => None,
                Waiting::Landing(jump) => Some(jump),
                Waiting::End => {
                    self.tools.last = Some((node.root, self.goal));
                    self.tools.last_id = id;
                    return Outcome::Found { cost };
                }
            };
            let is_outdone = match landing {
                Some(jump) => self.is_landing_outdone(jump, node.root),
                None => self.is_outdone(node.root),
            };
            if is_outdone {
                self.tools.counters.pruned_after_pop += 1;
                self.sink.pruned(id, Pruned::Root);
                continue;
            }
            if !self.has_steps_left() {
                return Outcome::GaveUp;
            }
            if self.sink.cancelled() {
                return Outcome::Cancelled;
            }
            match landing {
                Some(jump) => self.land(jump, node.root, id),
                None => self.expand(node, id),
            }
        }
        Outcome::Unreachable
    }

    /// Expands a node, and as long as it would come out of the queue next anyway its successor at once.
    fn expand(&mut self, mut node: Node, mut id: S::Id) {
        loop {
            self.look_on(node, id);
            match self.queue_successors() {
                Some(next) => (node, id) = next,
                None => return,
            }
        }
    }

    /// Queues the successors, but for one that can be expanded at once.
    fn queue_successors(&mut self) -> Option<(Node, S::Id)> {
        let mut cheapest: Option<Entry<S::Id>> = None;
        while let Some((node, id)) = self.tools.successors.pop() {
            let Some((node, id)) = self.glide(node, id) else { continue };
            if self.is_at_goal(&node) {
                self.queue_last(node, id);
                // Walking, nothing is gained by going on; a teleporter may lie beyond.
                if self.ground.jumps.list.is_empty() {
                    continue;
                }
            }
            let view = self.look(&node);
            if self.is_dominated(&node, &view) {
                self.sink.pruned(id, Pruned::Dominated);
                continue;
            }
            if cheapest.is_none() && self.tools.successors.is_empty() && self.goes_on() {
                return Some((node, id));
            }
            let entry = Entry { cost: self.cost(&view), node, id };
            match cheapest {
                Some(other) if other.cost <= entry.cost => self.queue(entry),
                Some(other) => {
                    self.queue(other);
                    cheapest = Some(entry);
                }
                None => cheapest = Some(entry),
            }
        }
        let entry = cheapest?;
        if self.tools.queue.is_cheapest(entry.cost) && self.goes_on() {
            return Some((entry.node, entry.id));
        }
        self.queue(entry);
        None
    }

    /// Whether more may be expanded, and anybody wants it.
    #[inline(always)]
    fn goes_on(&self) -> bool {
        self.has_steps_left() && !self.sink.cancelled()
    }

    /// Whether more may be expanded.
    #[inline(always)]
    fn has_steps_left(&self) -> bool {
        self.tools.counters.expanded < self.tools.limit
    }

    /// Whether a node enters a face that holds the goal.
    #[inline(always)]
    fn is_at_goal(&self, node: &Node) -> bool {
        self.tools.goal_sides.iter().any(|sides| sides.contains(&node.side))
    }

    fn queue(&mut self, entry: Entry<S::Id>) {
        self.tools.counters.pushed += 1;
        self.sink.pushed(entry.id);
        self.tools.queue.push(entry);
    }

    /// Whether a shorter way to a root has become known.
    #[inline]
    fn is_outdone(&self, root: u32) -> bool {
        let Root { g, vertex, .. } = self.tools.roots[root as usize];
        vertex != NONE && self.distance(vertex) < g * SURELY_LESS
    }

    /// What it costs to get to a vertex, as far as is known.
    #[inline(always)]
    fn distance(&self, vertex: u32) -> f64 {
        let known = &self.tools.known[vertex as usize];
        if known.stamp == self.tools.stamp { known.distance } else { f64::INFINITY }
    }

    #[inline(always)]
    fn known(&mut self, vertex: u32) -> &mut Known {
        let known = &mut self.tools.known[vertex as usize];
        if known.stamp != self.tools.stamp {
            *known = Known { stamp: self.tools.stamp, root: NONE, distance: f64::INFINITY };
        }
        known
    }

    /// The root at a vertex that is reached straight from another root; none if that is not worth it.
    ///
    /// One root at a vertex is enough: where two ways there cost the same, what lies behind is either in front of the
    /// first as well, or there is a shorter way to it than over the vertex.
    fn turn(&mut self, parent: u32, vertex: u32) -> Option<u32> {
        let from = self.tools.roots[parent as usize];
        let point = self.ground.points[vertex as usize];
        let g = from.g + from.point.distance(point);
        let n_roots = self.tools.roots.len() as u32;
        let known = self.known(vertex);
        if known.distance < g * SURELY_LESS {
            return None;
        }
        let (root, distance) = (known.root, known.distance);
        if root != NONE {
            let best = self.tools.roots[root as usize];
            if best.parent == parent {
                return Some(root);
            }
            // Where floors lie over each other, ways of the same length, but for rounding, may come from different ones.
            if best.g <= g && self.ground.jumps.passages.is_empty() {
                return None;
            }
        }
        let known = self.known(vertex);
        known.root = n_roots;
        known.distance = distance.min(g);
        self.tools.roots.push(Root { point, g, vertex, parent });
        if self.tools.active.landmarks {
            let bound = g + self.ground.landmarks.to_goal(vertex, &self.tools.reach);
            // What was known on the way here still holds.
            let bound = bound.max(self.tools.bounds[parent as usize]);
            self.tools.bounds.push(bound);
        }
        Some(n_roots)
    }
}
