//! An answer, and every step of the search for it.

use std::sync::Arc;
use std::time::Instant;

use crate::draw::Route;
use crate::search::trace::{Pruned, Seen};
use crate::search::{Answer, Asked, Ground, Outcome, Prunings, Searcher, Trace, TraceSink};
use crate::task::{OnlyCancels, Progress};

use super::super::replay::Replay;

/// An answer and what was heard on the way to it.
pub(in crate::app) struct Reply {
    /// What was asked, and how it was searched.
    pub(in crate::app) asked: Asked,
    /// What Polyanya might leave out.
    pub(in crate::app) prunings: Prunings,
    /// What came of it.
    pub(in crate::app) answer: Arc<Answer>,
    /// The same as it is drawn.
    pub(in crate::app) route: Route,
    /// How long it took without anybody listening.
    pub(in crate::app) micros: f64,
    /// What was searched.
    pub(in crate::app) ground: Arc<Ground>,
    /// Every step of it, once there was time to listen.
    pub(in crate::app) heard: Option<Heard>,
}

/// Every step of a search.
#[derive(Clone)]
pub(in crate::app) struct Heard {
    /// The steps.
    pub(in crate::app) trace: Arc<Trace>,
    /// The same as they are drawn.
    pub(in crate::app) replay: Arc<Replay>,
}

/// How to search.
#[derive(Clone, Copy)]
pub(super) struct Way {
    /// What is asked.
    pub(super) asked: Asked,
    /// What Polyanya may leave out.
    pub(super) prunings: Prunings,
}

impl Way {
    fn searcher<S: TraceSink>(self) -> Searcher<S> {
        let mut searcher = Searcher::default();
        (searcher.prunings, searcher.limit) = (self.prunings, self.asked.limit);
        searcher
    }
}

impl Reply {
    /// An answer that is there.
    pub(super) fn told(
        way: Way,
        answer: Answer,
        micros: f64,
        ground: Arc<Ground>,
        heard: Option<Heard>,
    ) -> Self {
        let Way { asked, prunings } = way;
        let route = Route::new(asked.query, &answer);
        Self { asked, prunings, answer: Arc::new(answer), route, micros, ground, heard }
    }

    /// Searches, and then once more to listen.
    pub(super) fn new(way: Way, ground: Arc<Ground>, progress: &Progress) -> Self {
        let Asked { query, algorithm, .. } = way.asked;
        let mut searcher = way.searcher();
        let started = Instant::now();
        let outcome = searcher.find(algorithm, &ground, &query, &mut OnlyCancels(progress));
        let micros = started.elapsed().as_secs_f64() * 1e6;
        let answer = Answer::of(&searcher, &ground, outcome);
        let heard = Some(Heard::new(way, &ground, Some(progress)));
        Self::told(way, answer, micros, ground, heard)
    }
}

impl Heard {
    /// Searches and listens.
    pub(super) fn new(way: Way, ground: &Ground, progress: Option<&Progress>) -> Self {
        let Asked { query, algorithm, .. } = way.asked;
        let mut searcher = way.searcher();
        let mut listener = Listener { trace: Trace::new(query), progress };
        searcher.find(algorithm, ground, &query, &mut listener);
        let replay = Arc::new(Replay::new(ground, &listener.trace));
        Self { trace: Arc::new(listener.trace), replay }
    }
}

/// Keeps everything, and may end the search.
struct Listener<'a> {
    trace: Trace,
    progress: Option<&'a Progress>,
}

impl TraceSink for Listener<'_> {
    type Id = <Trace as TraceSink>::Id;
    const LISTENS: bool = true;

    fn generated(&mut self, parent: Self::Id, node: &Seen) -> Self::Id {
        self.trace.generated(parent, node)
    }

    fn pushed(&mut self, id: Self::Id) {
        self.trace.pushed(id);
    }

    fn expanded(&mut self, id: Self::Id) {
        self.trace.expanded(id);
    }

    fn pruned(&mut self, id: Self::Id, reason: Pruned) {
        self.trace.pruned(id, reason);
    }

    fn reached(&mut self, id: Self::Id, cost: f64) {
        self.trace.reached(id, cost);
    }

    fn failed(&mut self, outcome: Outcome) {
        self.trace.failed(outcome);
    }

    fn cancelled(&self) -> bool {
        self.progress.is_some_and(Progress::is_cancelled)
    }
}
