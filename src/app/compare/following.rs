//! Keeping the other side up with the first: its map, its search, and what is said about both.

use std::path::PathBuf;
use std::sync::Arc;

use crate::build::Faces;
use crate::document::{Revision, State};
use crate::geom::Aabb;
use crate::search::Algorithm;
use crate::task::batch::on_own_threads;
use crate::task::{Progress, Task};
use crate::text::capitalized;

use super::super::App;
use super::super::inquiry::Reply;
use super::super::panels::Tab;
use super::super::run::wake;
use super::super::survey::{COLORED_AT_ONCE, Order, Surveyed};
use super::{
    Changes, Comparing, Followed, GivenUp, OnCompare, Other, Painted, Told, With, are_same,
};

/// Searches with no more events than this together are compared within a frame.
const TOLD_AT_ONCE: usize = 200_000;
/// Maps with no more faces than this together are compared within a frame.
const DIFFED_AT_ONCE: usize = 1_500;

impl App {
    /// Does something with the comparison.
    pub(in super::super) fn on_compare(&mut self, what: OnCompare, ctx: &egui::Context) {
        match what {
            OnCompare::With(with) => {
                self.compare.with = with;
                self.compare.fault = None;
                // Somebody who asks again after a failure wants it to be tried again.
                self.compare.made_of = None;
            }
            OnCompare::WithTyped(text) => {
                self.dialog = None;
                let text = text.trim();
                if !text.is_empty() {
                    self.show_comparison();
                    self.on_compare(OnCompare::With(With::Map(PathBuf::from(text))), ctx);
                }
            }
            OnCompare::Split(split) => self.split(split),
            OnCompare::By(by) => self.compare.by = by,
            OnCompare::Again => {
                self.compare.given_up = GivenUp::default();
                if self.compare.search_is_given_up() {
                    self.compare.followed = None;
                }
                let is_heard = |reply: &Reply| reply.heard.is_some();
                let is_done = self.is_answered() && self.inquiry.reply().is_some_and(is_heard);
                if !is_done && !self.inquiry.is_busy() {
                    self.inquiry.ask(ctx);
                }
            }
        }
        self.follow_comparison(ctx);
    }

    /// Shows both side by side, or not; with nothing to compare with, that is the next algorithm.
    pub(in super::super) fn toggle_split(&mut self, ctx: &egui::Context) {
        if self.compare.with == With::Nothing {
            let other = Algorithm::ALL.iter().find(|other| **other != self.inquiry.algorithm);
            let with = other.map_or(With::Nothing, |other| With::Algorithm(*other));
            self.split(true);
            self.show_comparison();
            return self.on_compare(OnCompare::With(with), ctx);
        }
        self.split(!self.compare.split);
    }

    /// Shows both sides, or one. What was seen before is seen on a canvas of another size, too.
    fn split(&mut self, split: bool) {
        self.compare.split = split;
        let Some(seen) = self.view.seen_box().filter(|_| self.map.survey.is_some()) else {
            return;
        };
        match self.compare.whole.take() {
            // Who has not looked elsewhere meanwhile is back where they were: halves show more of one direction.
            Some((eye, before)) if !split && is_around(seen, before) => self.view.eye = eye,
            _ => self.view.fit = Some(seen),
        }
        self.compare.whole = split.then_some((self.view.eye, seen));
    }

    fn show_comparison(&mut self) {
        self.preferences.bottom = true;
        self.panels.tab = Some(Tab::Compare);
    }

    /// Lets the other side follow the first.
    pub(in super::super) fn follow_comparison(&mut self, ctx: &egui::Context) {
        if self.compare.with == With::Algorithm(self.inquiry.algorithm) {
            // Both would be the same search.
            self.compare.with = With::Nothing;
        }
        if self.compare.with == With::Nothing || self.map.survey.is_none() {
            if self.compare.made_of.is_some() {
                self.compare.forget();
                self.mark_faces();
            }
            return;
        }
        self.make_other(ctx);
        self.color_other(ctx);
        self.search_other(ctx);
        self.tell_apart(ctx);
        self.find_changes(ctx);
    }

    /// Begins to read the other map, or to make it of what was there before; takes it when it is there.
    fn make_other(&mut self, ctx: &egui::Context) {
        let Some(opened) = &self.opened else { return };
        let document = &opened.document;
        let saved = document.as_saved();
        let (state, revision): (Option<&State>, Revision) = match (&self.compare.with, saved) {
            (With::AsSaved, Some((state, revision))) => (Some(state), revision),
            // What was never saved here is on disk as it was opened.
            (With::AsOpened | With::AsSaved, _) => (Some(document.as_opened()), Revision(0)),
            _ => (None, Revision(0)),
        };
        let wanted = (self.compare.with.clone(), revision);
        let compare = &mut self.compare;
        if compare.made_of.as_ref() != Some(&wanted) {
            (compare.other, compare.followed, compare.told) = (None, None, None);
            (compare.reading, compare.telling, compare.fault) = (None, None, None);
            (compare.coloring, compare.diffing) = (None, None);
            compare.given_up = GivenUp::default();
            compare.inquiry.forget_ground();
            let name = compare.with.title();
            if let Some(state) = state.cloned() {
                let order = Order {
                    faces: self.drawing.as_ref().map_or(Faces::default(), |it| it.faces),
                    color_by: self.view.look.color_by,
                    y_axis: self.view.eye.y_axis,
                    n_changes: 0,
                    checks: false,
                };
                let work = move |mut progress: &Progress| {
                    let survey = || Surveyed::new(&state, revision, order, &mut progress);
                    Other::new(on_own_threads(0, survey), &name)
                };
                compare.reading = Some(Task::start("looking at the map before", wake(ctx), work));
            } else if let With::Map(path) = compare.with.clone() {
                let work = move |progress: &Progress| Other::read(&path, progress);
                compare.reading = Some(Task::start(format!("reading {name}"), wake(ctx), work));
            }
            compare.made_of = Some(wanted);
        }
        if let Some(read) = compare.reading.as_ref().and_then(Task::poll) {
            compare.reading = None;
            match read.map_err(|error| capitalized(&error.to_string())).and_then(|read| read) {
                Ok(other) => compare.other = Some(other),
                Err(sentence) => {
                    compare.fault = Some(sentence.clone());
                    self.notices.error(sentence, None);
                }
            }
        }
    }

    /// Colours the faces of the other map like those of this one.
    fn color_other(&mut self, ctx: &egui::Context) {
        let by = self.view.look.color_by;
        let Comparing { other, coloring, changes, .. } = &mut self.compare;
        let Some(other) = other else { return };
        let painted = coloring.as_ref().and_then(Task::poll);
        if painted.is_some() {
            *coloring = None;
        }
        let mut painted = painted.and_then(Result::ok);
        if other.painted.by != by && painted.is_none() && coloring.is_none() {
            let mesh = other.survey.mesh.clone();
            if mesh.n_faces() <= COLORED_AT_ONCE {
                painted = Some(Painted::new(&mesh, by));
            } else {
                let work = move |_: &Progress| Painted::new(&mesh, by);
                *coloring = Some(Task::start("colouring", wake(ctx), work));
            }
        }
        if let Some(painted) = painted {
            other.painted = painted;
            if let Some(changes) = changes {
                changes.tint(&other.painted.coloring);
            }
        }
    }

    /// Asks the other side what the first was asked; takes what it answers.
    fn search_other(&mut self, ctx: &egui::Context) {
        if let Err(error) = self.compare.inquiry.poll(ctx) {
            self.notices.failed(&error);
        }
        if self.inquiry.reply().is_none() {
            self.compare.followed = None;
            return self.compare.inquiry.forget_ground();
        }
        let Some(wanted) = self.wanted() else { return };
        let compare = &mut self.compare;
        let known = compare.followed.as_ref();
        if known.is_some_and(|known| known.is_same(&wanted)) {
            return;
        }
        let is_on = known.is_some_and(|known| Arc::ptr_eq(&known.ground, &wanted.ground));
        let Followed { asked, prunings, ground } = &wanted;
        compare.inquiry.set_asked(*asked);
        compare.inquiry.prunings = Some(*prunings);
        if !is_on || compare.inquiry.preparation != asked.preparation {
            compare.inquiry.preparation = asked.preparation;
            compare.inquiry.set_ground(ground.clone(), ctx);
        }
        compare.inquiry.ask(ctx);
        compare.followed = Some(wanted);
    }

    /// Finds out where both searches differ: at once if they are short, by a task otherwise.
    fn tell_apart(&mut self, ctx: &egui::Context) {
        if let Some(told) = self.compare.telling.as_ref().and_then(|(_, task)| task.poll()) {
            self.compare.telling = None;
            self.compare.told = told.ok();
        }
        let Some(replies) = self.compared() else { return };
        let [Some(one), Some(other)] = replies.map(|reply| reply.heard.as_ref()) else { return };
        let traces = [&one.trace, &other.trace];
        let is_known = self.compare.told.as_ref().is_some_and(|told| told.is_of(traces));
        let given_up = &self.compare.given_up.telling;
        let is_given_up = given_up.as_ref().is_some_and(|known| are_same(known, traces));
        if is_known || is_given_up || self.compare.telling.is_some() {
            return;
        }
        let both = traces.map(Arc::clone);
        let n_events = one.trace.n_events() + other.trace.n_events();
        let side = |at: usize| {
            (replies[at].ground.clone(), traces[at].clone(), replies[at].answer.clone())
        };
        let sides = [side(0), side(1)];
        if n_events <= TOLD_AT_ONCE {
            self.compare.told = Some(Told::new(sides));
        } else {
            let work = move |_: &Progress| Told::new(sides);
            let task = Task::start("comparing searches", wake(ctx), work);
            self.compare.telling = Some((both, task));
        }
    }

    /// Finds out what changed from the other map to this one.
    fn find_changes(&mut self, ctx: &egui::Context) {
        let Some(survey) = &self.map.survey else { return };
        let compare = &mut self.compare;
        if let Some(changes) = compare.diffing.as_ref().and_then(|(_, task)| task.poll()) {
            compare.diffing = None;
            return self.take_changes(changes.ok().flatten());
        }
        let there = compare.other.as_ref().map(|other| &other.survey.mesh);
        let Some(there) = there else {
            return self.take_changes(None);
        };
        let meshes = [there, &survey.mesh];
        let is_known = compare.changes.as_ref().is_some_and(|changes| changes.is_of(meshes));
        let given_up = compare.given_up.diffing.as_ref();
        let is_given_up = given_up.is_some_and(|known| are_same(known, meshes));
        if is_known || is_given_up || compare.diffing.is_some() {
            return;
        }
        let meshes = meshes.map(Arc::clone);
        if meshes[0].n_faces() + meshes[1].n_faces() <= DIFFED_AT_ONCE {
            return self.take_changes(Changes::new(&meshes, &|| true));
        }
        let both = meshes.clone();
        let work = move |progress: &Progress| Changes::new(&meshes, &|| !progress.is_cancelled());
        compare.diffing = Some((both, Task::start("comparing maps", wake(ctx), work)));
        self.take_changes(None);
    }

    /// Takes what has changed, or nothing if that is not known.
    fn take_changes(&mut self, mut changes: Option<Changes>) {
        if let (Some(changes), Some(other)) = (&mut changes, &self.compare.other) {
            changes.tint(&other.painted.coloring);
        }
        if self.compare.changes.is_some() || changes.is_some() {
            self.compare.changes = changes;
            self.mark_faces();
        }
    }

    /// Whether two things can be shown side by side.
    pub(in super::super) fn is_split(&self) -> bool {
        self.compare.split && self.compare.with != With::Nothing && self.map.survey.is_some()
    }
}

/// Whether a box that was seen is all there, in nearly the same size.
fn is_around(seen: Aabb, before: Aabb) -> bool {
    let is_there =
        seen.inflated(1e-6 * seen.diagonal()).holds(before.min) && seen.holds(before.max);
    let is_close = |now: f64, then: f64| now <= 1.4 * then;
    let is_as_large =
        is_close(seen.width(), before.width()) || is_close(seen.height(), before.height());
    is_there && is_as_large
}
