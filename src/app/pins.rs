//! Pinned queries: asked again after every change, as far as a change can matter to them.
//!
//! A change takes ground away in one place and gives it back in another. Where it takes, a path that does not run there
//! stays as short as it was. Where it gives, nothing gets shorter for a query whose shortest conceivable way over there
//! is longer than its path. And while one obstacle is dragged, what counts is the path as it would be without it: as
//! long as the obstacle does not stand on that, it is the answer.

use std::time::{Duration, Instant};

use rayon::prelude::*;

use crate::build::live::Live;
use crate::document::{LivePath, shortest};
use crate::geom::{Aabb, Point, Segment, Within, within};
use crate::layout::work::Pin;
use crate::layout::{Agent, Obstacle, ObstacleId};
use crate::search::{Algorithm, Answer, Ground, Outcome, Query, Searcher, TriangleSearch};

use super::drawing::Drawing;

/// The answers to pinned queries, and to the query of the window while its map is being made.
#[derive(Default)]
pub(super) struct Pins {
    answers: Vec<Pinned>,
    /// The query of the window: the last one in the list.
    has_main: bool,
    /// The one obstacle that the hand moves.
    held: Option<ObstacleId>,
    /// One for each thread.
    searches: Vec<TriangleSearch>,
    /// How long the last answers took.
    pub(super) took: Option<Duration>,
}

/// A query and its answer.
#[derive(Debug)]
pub(super) struct Pinned {
    query: Query,
    /// The last answer.
    path: Option<LivePath>,
    /// Whether it is still the answer.
    is_known: bool,
    /// What the answer is without what the hand moves.
    without: Option<LivePath>,
}

/// Where ground was taken, and where it was given back.
#[derive(Debug, Clone, Default)]
pub(super) struct Moved {
    /// Given back.
    pub(super) from: Vec<Aabb>,
    /// Taken.
    pub(super) to: Vec<Aabb>,
}

/// A cost is off by less than this when it is added up.
const ROUNDED_UP: f64 = 1.0 + 1e-12;
/// A frame has so much time for answers.
const BUDGET: Duration = Duration::from_millis(5);
/// No answer on the mesh under the hand takes longer than looking at so many triangles.
const LIMIT: u64 = 2_000_000;

impl Pinned {
    fn new(query: Query) -> Self {
        Self { query, path: None, is_known: false, without: None }
    }

    /// What it costs, if there is a path.
    pub(super) fn cost(&self) -> Option<f64> {
        self.path.as_ref()?.outcome.cost()
    }

    /// The corners of the path; none if there is no path.
    pub(super) fn corners(&self) -> &[Point] {
        self.path.as_ref().map_or(&[], |path| &path.corners)
    }

    /// How the search ended, if there was one.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        self.path.as_ref().map(|path| path.outcome)
    }

    /// Whether the answer is that of the map as it is now.
    pub(super) fn is_known(&self) -> bool {
        self.is_known
    }

    fn note(&mut self, moved: &Moved) {
        let may_change = match self.cost() {
            Some(cost) => {
                let is_shorter = |from: &Aabb| detour(self.query, *from) < cost * ROUNDED_UP;
                moved.to.iter().any(|to| touches(self.corners(), *to))
                    || moved.from.iter().any(is_shorter)
            }
            None => true,
        };
        self.is_known &= !may_change;
    }
}

impl Pins {
    /// The answer to a pinned query.
    pub(super) fn answer(&self, pin: usize) -> Option<&Pinned> {
        self.answers.get(pin).filter(|_| pin < self.n_pins())
    }

    /// The answer to the query of the window.
    pub(super) fn main(&self) -> Option<&Pinned> {
        self.answers.last().filter(|_| self.has_main)
    }

    fn n_pins(&self) -> usize {
        self.answers.len() - usize::from(self.has_main)
    }

    /// Whether every answer is that of the map as it is now.
    pub(super) fn are_known(&self) -> bool {
        self.answers.iter().all(|pinned| pinned.is_known)
    }

    /// Takes the queries that there are; those that were there before keep their answers.
    pub(super) fn set_queries(&mut self, pins: &[Pin], main: Option<Query>) {
        let pinned = pins.iter().map(|pin| Query { start: pin.start, goal: pin.goal });
        let wanted: Vec<Query> = pinned.chain(main).collect();
        self.has_main = main.is_some();
        self.answers.truncate(wanted.len());
        for (place, query) in wanted.into_iter().enumerate() {
            match self.answers.get_mut(place) {
                Some(there) if there.query == query => {}
                Some(there) => *there = Pinned::new(query),
                None => self.answers.push(Pinned::new(query)),
            }
        }
    }

    /// Nothing that was known is certain any more.
    pub(super) fn forget(&mut self) {
        for pinned in &mut self.answers {
            (pinned.is_known, pinned.without) = (false, None);
        }
        self.held = None;
    }

    /// Ground was taken and given back; the hand moves one obstacle, or something else.
    pub(super) fn note(&mut self, moved: &Moved, held: Option<ObstacleId>) {
        if self.held != held {
            self.held = held;
            self.answers.iter_mut().for_each(|pinned| pinned.without = None);
        }
        self.answers.iter_mut().for_each(|pinned| pinned.note(moved));
    }

    /// Finds as many answers as there is time for on a mesh that does not change under the hand.
    pub(super) fn find_on(&mut self, ground: &Ground) {
        let started = Instant::now();
        let mut searcher = Searcher::default();
        for pinned in self.answers.iter_mut().filter(|pinned| !pinned.is_known) {
            if BUDGET < started.elapsed() {
                return;
            }
            let outcome = searcher.find(Algorithm::default(), ground, &pinned.query, &mut ());
            let corners = Answer::of(&searcher, ground, outcome).corners;
            pinned.path = Some(LivePath { outcome, corners });
            pinned.is_known = true;
        }
    }

    /// Finds as many answers as there is time for on the mesh under the hand.
    pub(super) fn find(&mut self, drawing: &mut Drawing, ctx: &egui::Context) {
        if self.are_known() {
            return;
        }
        let started = Instant::now();
        self.find_without_held(drawing, started, ctx);
        let Some(live) = drawing.live() else { return };
        let held =
            self.held.and_then(|id| Some((live.layout().obstacles.get(&id)?, live.layout())));
        for pinned in self.answers.iter_mut().filter(|pinned| !pinned.is_known) {
            let free = held.zip(pinned.without.as_ref()).filter(|((held, layout), path)| {
                let is_found = matches!(path.outcome, Outcome::Found { .. });
                is_found && !stands_on(held, layout.agent, &path.corners)
            });
            if let Some((_, path)) = free {
                (pinned.path, pinned.is_known) = (Some(path.clone()), true);
            }
        }
        let unknown = self.answers.iter_mut().filter(|pinned| !pinned.is_known).collect();
        search_all(live, &mut self.searches, unknown, started, |pinned, path| {
            (pinned.path, pinned.is_known) = (Some(path), true);
        });
        self.took = Some(started.elapsed());
    }

    /// Finds what the answers are without the obstacle in hand: then most of them need no search while it moves.
    fn find_without_held(&mut self, drawing: &mut Drawing, started: Instant, ctx: &egui::Context) {
        let Some(held) = self.held else { return };
        let is_wanted = |pinned: &&mut Pinned| !pinned.is_known && pinned.without.is_none();
        let wanted: Vec<&mut Pinned> = self.answers.iter_mut().filter(is_wanted).collect();
        if wanted.len() < 2 {
            return;
        }
        let searches = &mut self.searches;
        drawing.without(held, ctx, |live: &Live| {
            search_all(live, searches, wanted, started, |pinned, path| {
                pinned.without = Some(path);
            });
        });
    }
}

/// Answers queries on as many threads as there are, until there is no more time; each thread answers at least one.
fn search_all(
    live: &Live,
    searches: &mut Vec<TriangleSearch>,
    mut unknown: Vec<&mut Pinned>,
    started: Instant,
    put: impl Fn(&mut Pinned, LivePath) + Sync,
) {
    if unknown.is_empty() {
        return;
    }
    let n_threads = rayon::current_num_threads().clamp(1, unknown.len());
    searches.resize_with(n_threads.max(searches.len()), TriangleSearch::default);
    let per_thread = unknown.len().div_ceil(n_threads);
    unknown.par_chunks_mut(per_thread).zip(searches.par_iter_mut()).for_each(|(some, search)| {
        for (place, pinned) in some.iter_mut().enumerate() {
            if place == 0 || started.elapsed() < BUDGET {
                put(pinned, shortest(live, search, &pinned.query, LIMIT));
            }
        }
    });
}

/// Whether an obstacle stands on a path, or close to it: the path may not be one any more.
fn stands_on(obstacle: &Obstacle, agent: Agent, corners: &[Point]) -> bool {
    let bounds = Aabb::around(obstacle.outline.iter().copied()).inflated(agent.reach());
    if !touches(corners, bounds) {
        return false;
    }
    if 0.0 < agent.radius {
        return true;
    }
    let outline = &obstacle.outline;
    let sides = || {
        let next = outline.iter().cycle().skip(1);
        outline.iter().zip(next).map(|(from, to)| Segment::new(*from, *to))
    };
    let mut pieces = corners.windows(2).map(|ends| Segment::new(ends[0], ends[1]));
    let meets = |piece: Segment| sides().any(|side| piece.touches(side));
    pieces.any(|piece| enters(piece, bounds) && meets(piece))
        || corners.first().is_some_and(|first| within(outline, *first) != Within::Outside)
}

/// Whether a path runs through a box.
fn touches(corners: &[Point], bounds: Aabb) -> bool {
    let pieces = corners.windows(2).map(|ends| Segment::new(ends[0], ends[1]));
    !bounds.is_empty() && pieces.into_iter().any(|piece| enters(piece, bounds))
}

/// Whether a segment enters a box: what of it is left after cutting it at each side.
fn enters(piece: Segment, bounds: Aabb) -> bool {
    let along = piece.to - piece.from;
    let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
    for (from, step, min, max) in [
        (piece.from.x, along.x, bounds.min.x, bounds.max.x),
        (piece.from.y, along.y, bounds.min.y, bounds.max.y),
    ] {
        if step == 0.0 {
            if from < min || max < from {
                return false;
            }
        } else {
            let (a, b) = ((min - from) / step, (max - from) / step);
            (enter, leave) = (enter.max(a.min(b)), leave.min(a.max(b)));
        }
    }
    enter <= leave
}

/// No way from start to goal that touches a box is shorter than this.
fn detour(query: Query, bounds: Aabb) -> f64 {
    if bounds.is_empty() {
        return f64::INFINITY;
    }
    bounds.distance(query.start) + bounds.distance(query.goal)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(x: f64, y: f64) -> Point {
        Point::new(x, y)
    }

    #[test]
    fn only_what_is_in_the_way_matters() {
        let path = [point(0.0, 0.0), point(10.0, 0.0), point(10.0, 10.0)];
        let around = |x: f64, y: f64| Aabb::around([point(x, y), point(x + 1.0, y + 1.0)]);
        assert!(touches(&path, around(4.0, -0.5)));
        assert!(touches(&path, around(9.5, 7.0)));
        assert!(!touches(&path, around(4.0, 0.5)));
        assert!(!touches(&path, Aabb::EMPTY));
        let query = Query { start: path[0], goal: path[2] };
        assert_eq!(detour(query, around(3.0, 3.0)), 18.0_f64.sqrt() + 72.0_f64.sqrt());
        assert_eq!(detour(query, Aabb::EMPTY), f64::INFINITY);
    }
}
