//! A query and its answer: worked out at once where a frame has time for it, otherwise by a task.

use std::sync::Arc;
use std::time::Instant;

use crate::explain::{Case, Verdict, explain};
use crate::mesh::Finding;
use crate::search::{
    Algorithm, Answer, Asked, Ground, Outcome, Preparation, Prunings, Query, Searcher,
};
use crate::task::{Progress, Task, TaskError};
use crate::tool::Ends;

use super::run::wake;

mod reply;

pub(super) use reply::{Heard, Reply};

use reply::Way;

/// A query, how it is to be answered, and the answer.
#[derive(Default)]
pub(super) struct Inquiry {
    /// Where from and where to.
    pub(super) ends: Ends,
    /// How to search.
    pub(super) algorithm: Algorithm,
    /// What to make of the map first.
    pub(super) preparation: Preparation,
    /// What Polyanya may leave out.
    pub(super) prunings: Option<Prunings>,
    /// After how many expansions a search gives up. Without it only Polyanya ever does, after a million and another
    /// thousand for each face.
    pub(super) limit: Option<u64>,
    /// Whether a path that was found is to be explained, too.
    pub(super) explains_all: bool,
    /// What is odd about the map.
    findings: Arc<[Finding]>,
    /// The map as it was prepared last.
    ground: Option<Arc<Ground>>,
    reply: Option<Reply>,
    preparing: Option<Task<Arc<Ground>>>,
    searching: Option<Task<Reply>>,
    /// Finds out why there is no path on a map; never more than one at a time, as it cannot be ended.
    explaining: Option<(Asked, Arc<Ground>, Task<Verdict>)>,
    verdict: Option<Arc<Verdict>>,
    /// Which of its causes is shown.
    pub(super) cause: usize,
    /// How the map was prepared last.
    prepared: Preparation,
    searcher: Searcher<()>,
}

/// A frame has time for so many expansions, and for listening to so many.
const AT_ONCE: u64 = 40_000;
const HEARD_AT_ONCE: u64 = 15_000;

impl Inquiry {
    /// What Polyanya may leave out.
    pub(super) fn prunings(&self) -> Prunings {
        self.prunings.unwrap_or(Prunings::ALL)
    }

    /// The map as it is searched, if there is one.
    pub(super) fn ground(&self) -> Option<&Arc<Ground>> {
        self.ground.as_ref()
    }

    /// What was made of the map before it is searched.
    pub(super) fn prepared(&self) -> &Preparation {
        &self.prepared
    }

    /// The answer, if there is one.
    pub(super) fn reply(&self) -> Option<&Reply> {
        self.reply.as_ref()
    }

    /// Why there is no path, once that is known of what is asked now.
    pub(super) fn verdict(&self) -> Option<&Arc<Verdict>> {
        let is_current = self.reply.as_ref().map(|reply| reply.asked) == self.asked();
        self.verdict.as_ref().filter(|_| is_current)
    }

    /// Whether it is being found out why there is no path: that cannot be ended.
    pub(super) fn is_explaining(&self) -> bool {
        self.explaining.is_some()
    }

    /// What is asked, if both ends are there.
    pub(super) fn asked(&self) -> Option<Asked> {
        let query = Query { start: self.ends.start?, goal: self.ends.goal? };
        let Self { algorithm, preparation, .. } = *self;
        Some(Asked { query, algorithm, preparation, limit: self.limit.unwrap_or(u64::MAX) })
    }

    /// Asks something else, in another way; the caller has to see to it that it is answered.
    pub(super) fn set_asked(&mut self, asked: Asked) {
        let Asked { query: Query { start, goal }, algorithm, limit, .. } = asked;
        self.ends = Ends { start: Some(start), goal: Some(goal) };
        self.algorithm = algorithm;
        self.limit = Some(limit).filter(|&limit| limit != u64::MAX);
    }

    /// Takes note of what is odd about the map.
    pub(super) fn set_findings(&mut self, findings: &[Finding]) {
        self.findings = findings.into();
    }

    /// Whether an answer is still being worked out: that can be ended.
    pub(super) fn is_searching(&self) -> bool {
        self.searching.is_some() || self.preparing.is_some()
    }

    /// Whether there is anything that is still being worked out.
    pub(super) fn is_busy(&self) -> bool {
        self.is_searching() || self.is_explaining()
    }

    /// Whether the answer is one to something else, or on another map.
    pub(super) fn has_old_answer(&self) -> bool {
        self.reply.as_ref().is_some_and(|reply| {
            let is_here = |ground: &Arc<Ground>| Arc::ptr_eq(ground, &reply.ground);
            self.asked() != Some(reply.asked) || !self.ground.as_ref().is_some_and(is_here)
        })
    }

    /// Gives up what is being worked out; an answer to something else, or on another map, is none any more.
    pub(super) fn cancel(&mut self) {
        self.stop();
        self.drop_old_answer();
    }

    fn drop_old_answer(&mut self) {
        if self.has_old_answer() {
            (self.reply, self.verdict) = (None, None);
        }
    }

    fn stop(&mut self) {
        self.searching = None;
        if self.preparing.take().is_some() {
            self.preparation = self.prepared;
        }
    }

    /// Forgets the map, and what was asked of it.
    pub(super) fn forget_map(&mut self) {
        self.cancel();
        (self.ground, self.reply, self.ends) = (None, None, Ends::default());
        (self.preparation, self.limit) = (Preparation::default(), None);
        (self.verdict, self.explains_all) = (None, false);
        (self.prepared, self.cause) = (Preparation::default(), 0);
    }

    /// Takes the map as it is after a change; what was asked stays.
    pub(super) fn set_ground(&mut self, ground: Arc<Ground>, ctx: &egui::Context) {
        let preparation = self.preparation;
        self.stop();
        self.verdict = None;
        (self.ground, self.prepared) = (Some(ground), Preparation::default());
        if preparation != Preparation::default() {
            self.prepare(preparation, ctx);
        }
    }

    /// There is no map any more.
    pub(super) fn forget_ground(&mut self) {
        self.cancel();
        (self.ground, self.reply, self.verdict) = (None, None, None);
    }

    /// Prepares the map in another way, and asks again.
    pub(super) fn prepare(&mut self, preparation: Preparation, ctx: &egui::Context) {
        self.preparation = preparation;
        let Some(mesh) = self.ground.as_ref().map(|ground| ground.mesh().clone()) else { return };
        self.searching = None;
        self.preparing = Some(Task::start("preparing the map", wake(ctx), move |_| {
            Arc::new(Ground::new(mesh, &preparation))
        }));
    }

    /// Answers at once, or begins to.
    pub(super) fn ask(&mut self, ctx: &egui::Context) {
        self.searching = None;
        let Some(asked) = self.asked() else {
            (self.reply, self.verdict) = (None, None);
            return;
        };
        if self.preparing.is_some() {
            // It is asked when the map is prepared.
            return;
        }
        let Some(ground) = self.ground.clone() else { return };
        let way = Way { asked, prunings: self.prunings() };
        // From corner to corner in sight, even one expansion may look at the whole map.
        let quick = asked.algorithm != Algorithm::Visibility;
        let reply = if quick { self.answer_at_once(way, &ground) } else { None };
        let is_heard = reply.as_ref().is_some_and(|reply| reply.heard.is_some());
        if let Some(reply) = reply {
            self.take_reply(reply, ctx);
        }
        if !is_heard {
            self.searching = Some(Task::start("searching", wake(ctx), move |progress| {
                Reply::new(way, ground, progress)
            }));
        }
    }

    /// Takes what tasks have worked out; says why, if they failed.
    pub(super) fn poll(&mut self, ctx: &egui::Context) -> Result<(), TaskError> {
        if let Some(ground) = self.preparing.as_ref().and_then(Task::poll) {
            self.preparing = None;
            if ground.is_err() {
                // Nobody shall believe that the map is as it was to be.
                self.preparation = self.prepared;
            }
            self.ground = Some(ground?);
            self.prepared = self.preparation;
            self.ask(ctx);
        }
        if let Some(reply) = self.searching.as_ref().and_then(Task::poll) {
            self.searching = None;
            match reply {
                Ok(reply) => self.take_reply(reply, ctx),
                Err(error) => {
                    // Nobody is looking for a newer one.
                    self.drop_old_answer();
                    return Err(error);
                }
            }
        }
        if let Some((of, on, task)) = &self.explaining
            && let Some(verdict) = task.poll()
        {
            // The map may be another by now, and its faces others: also before it was asked anything.
            let is_of_map =
                self.ground.as_ref().is_some_and(|ground| Arc::ptr_eq(ground.mesh(), on.mesh()));
            let is_of_reply = |reply: &Reply| reply.asked == *of && Arc::ptr_eq(&reply.ground, on);
            let is_wanted = is_of_map && self.reply.as_ref().is_some_and(is_of_reply);
            self.explaining = None;
            if is_wanted && self.wants_why() {
                self.verdict = Some(Arc::new(verdict?));
            } else {
                self.explain(ctx);
            }
        }
        Ok(())
    }

    fn take_reply(&mut self, reply: Reply, ctx: &egui::Context) {
        let is_known = self.reply.as_ref().is_some_and(|known| {
            known.asked == reply.asked && Arc::ptr_eq(&known.ground, &reply.ground)
        });
        self.reply = Some(reply);
        if !is_known {
            (self.verdict, self.cause) = (None, 0);
        }
        if self.verdict.is_none() {
            self.explain(ctx);
        }
    }

    /// Whether somebody wants to know why.
    fn wants_why(&self) -> bool {
        self.reply.as_ref().is_some_and(|reply| match reply.answer.outcome {
            Outcome::Found { .. } => self.explains_all,
            outcome => outcome != Outcome::Cancelled,
        })
    }

    /// Explains paths that were found, too, or not any more.
    pub(super) fn explain_all(&mut self, all: bool, ctx: &egui::Context) {
        self.explains_all = all;
        if !self.wants_why() {
            self.verdict = None;
        }
        self.explain(ctx);
    }

    /// Begins to find out why there is no path, or a path as long as this.
    fn explain(&mut self, ctx: &egui::Context) {
        let (Some(reply), Some(ground)) = (&self.reply, &self.ground) else { return };
        // Findings are of the map as it is now.
        let is_old = !Arc::ptr_eq(reply.ground.mesh(), ground.mesh());
        if is_old || !self.wants_why() || self.explaining.is_some() || self.verdict.is_some() {
            return;
        }
        let (ground, asked, answer) = (reply.ground.clone(), reply.asked, reply.answer.clone());
        let (findings, on) = (self.findings.clone(), ground.clone());
        let work = move |_: &Progress| {
            explain(&Case { ground: &ground, asked, answer: &answer, findings: &findings })
        };
        self.explaining = Some((asked, on, Task::start("explaining", wake(ctx), work)));
    }

    fn answer_at_once(&mut self, way: Way, ground: &Arc<Ground>) -> Option<Reply> {
        let Asked { query, algorithm, limit, .. } = way.asked;
        self.searcher.limit = AT_ONCE.min(limit);
        self.searcher.prunings = way.prunings;
        let started = Instant::now();
        let outcome = self.searcher.find(algorithm, ground, &query, &mut ());
        let micros = started.elapsed().as_secs_f64() * 1e6;
        if outcome == Outcome::GaveUp && AT_ONCE < limit {
            return None;
        }
        let answer = Answer::of(&self.searcher, ground, outcome);
        let is_short = answer.counters.expanded <= HEARD_AT_ONCE;
        let heard = is_short.then(|| Heard::new(way, ground, None));
        Some(Reply::told(way, answer, micros, ground.clone(), heard))
    }
}
