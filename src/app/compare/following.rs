//! Keeping the other side up with the first: its map, its search, and what is said about both.

use std::path::PathBuf;
use std::sync::Arc;

use crate::build::Faces;
use crate::document::{Revision, State};
use crate::search::{Algorithm, Preparation};
use crate::task::{Progress, Task};

use super::super::App;
use super::super::panels::Tab;
use super::super::run::wake;
use super::super::survey::{Order, Surveyed};
use super::{Changes, OnCompare, Other, Told, With};

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
            OnCompare::Split(split) => {
                self.compare.split = split;
                self.see_the_same();
            }
            OnCompare::By(by) => self.compare.by = by,
        }
        self.follow_comparison(ctx);
    }

    /// Shows both side by side, or not; with nothing to compare with, that is the next algorithm.
    pub(in super::super) fn toggle_split(&mut self, ctx: &egui::Context) {
        if self.compare.with == With::Nothing {
            let other = Algorithm::ALL.iter().find(|other| **other != self.inquiry.algorithm);
            let with = other.map_or(With::Nothing, |other| With::Algorithm(*other));
            self.compare.split = true;
            self.see_the_same();
            self.show_comparison();
            return self.on_compare(OnCompare::With(with), ctx);
        }
        self.compare.split = !self.compare.split;
        self.see_the_same();
    }

    /// What was seen before is seen on a canvas of another size, too.
    fn see_the_same(&mut self) {
        let seen = self.view.seen_box(self.canvas_size).filter(|_| self.survey.is_some());
        self.view.fit = seen.or(self.view.fit);
    }

    fn show_comparison(&mut self) {
        self.preferences.bottom = true;
        self.panels.tab = Some(Tab::Compare);
    }

    /// Lets the other side follow the first.
    pub(in super::super) fn follow_comparison(&mut self, ctx: &egui::Context) {
        if self.compare.with == With::Nothing || self.survey.is_none() {
            if self.compare.made_of.is_some() {
                self.compare.forget();
                self.mark_faces();
            }
            return;
        }
        self.make_other(ctx);
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
                let work =
                    move |_: &Progress| Other::new(Surveyed::new(&state, revision, order), &name);
                compare.reading = Some(Task::start("looking at the map before", wake(ctx), work));
            } else if let With::Map(path) = compare.with.clone() {
                let work = move |progress: &Progress| Other::read(&path, progress);
                compare.reading = Some(Task::start(format!("reading {name}"), wake(ctx), work));
            }
            compare.made_of = Some(wanted);
        }
        if let Some(read) = compare.reading.as_ref().and_then(Task::poll) {
            compare.reading = None;
            match read.map_err(|error| error.to_string()).and_then(|read| read) {
                Ok(other) => compare.other = Some(Arc::new(other)),
                Err(sentence) => {
                    compare.fault = Some(sentence.clone());
                    self.notices.error(sentence, None);
                }
            }
        }
    }

    /// Asks the other side what the first was asked; takes what it answers.
    fn search_other(&mut self, ctx: &egui::Context) {
        let compare = &mut self.compare;
        if let Err(error) = compare.inquiry.poll(ctx) {
            self.notices.error(error.to_string(), None);
        }
        let Some(reply) = self.inquiry.reply() else {
            compare.followed = None;
            return compare.inquiry.forget_ground();
        };
        let mut asked = reply.asked;
        let (ground, preparation) = match (&compare.with, &compare.other) {
            (With::Algorithm(algorithm), _) => {
                asked.algorithm = *algorithm;
                // It is prepared already.
                (reply.ground.clone(), Preparation::default())
            }
            (_, Some(other)) => (other.survey.ground.clone(), asked.preparation),
            (_, None) => return,
        };
        let prunings = self.inquiry.prunings();
        let known = compare.followed.as_ref();
        let is_on = known.is_some_and(|(_, _, on)| Arc::ptr_eq(on, &ground));
        let is_prepared = compare.inquiry.preparation == preparation;
        if is_on && is_prepared && known.is_some_and(|it| it.0 == asked && it.1 == prunings) {
            return;
        }
        compare.inquiry.set_asked(asked);
        compare.inquiry.prunings = Some(prunings);
        if !is_on || !is_prepared {
            compare.inquiry.preparation = preparation;
            compare.inquiry.set_ground(ground.clone(), ctx);
        }
        compare.inquiry.ask(ctx);
        compare.followed = Some((asked, prunings, ground));
    }

    /// Finds out where both searches differ: at once if they are short, by a task otherwise.
    fn tell_apart(&mut self, ctx: &egui::Context) {
        if let Some(told) = self.compare.telling.as_ref().and_then(Task::poll) {
            self.compare.telling = None;
            self.compare.told = told.ok();
        }
        let Some(replies) = self.compared() else { return };
        let [Some(one), Some(other)] = replies.map(|reply| reply.heard.as_ref()) else { return };
        let traces = [&one.trace, &other.trace];
        let is_known = self.compare.told.as_ref().is_some_and(|told| told.is_of(traces));
        if is_known || self.compare.telling.is_some() {
            return;
        }
        let n_events = one.trace.n_events() + other.trace.n_events();
        let side = |at: usize| {
            (replies[at].ground.clone(), traces[at].clone(), replies[at].answer.clone())
        };
        let sides = [side(0), side(1)];
        if n_events <= TOLD_AT_ONCE {
            self.compare.told = Some(Told::new(sides));
        } else {
            let work = move |_: &Progress| Told::new(sides);
            self.compare.telling = Some(Task::start("comparing searches", wake(ctx), work));
        }
    }

    /// Finds out what changed from the other map to this one.
    fn find_changes(&mut self, ctx: &egui::Context) {
        let Some(survey) = &self.survey else { return };
        if let Some(changes) = self.compare.diffing.as_ref().and_then(Task::poll) {
            self.compare.diffing = None;
            self.compare.changes = changes.ok().map(Arc::new);
            return self.mark_faces();
        }
        let wanted = self.compare.other.as_ref().map(|other| [&other.survey.mesh, &survey.mesh]);
        let is_known = match (&wanted, &self.compare.changes) {
            (Some(meshes), Some(changes)) => changes.is_of(*meshes),
            (wanted, changes) => wanted.is_none() && changes.is_none(),
        };
        if is_known || self.compare.diffing.is_some() {
            return;
        }
        let was_there = self.compare.changes.take().is_some();
        if let Some(other) = self.compare.other.clone() {
            let here = survey.mesh.clone();
            let n_faces = here.n_faces() + other.survey.mesh.n_faces();
            let work = move || Changes::new(&other.survey.mesh, &here, &other.coloring);
            if n_faces <= DIFFED_AT_ONCE {
                self.compare.changes = Some(Arc::new(work()));
            } else {
                let work = move |_: &Progress| work();
                self.compare.diffing = Some(Task::start("comparing maps", wake(ctx), work));
            }
        }
        if was_there || self.compare.changes.is_some() {
            self.mark_faces();
        }
    }

    /// Whether two things can be shown side by side.
    pub(in super::super) fn is_split(&self) -> bool {
        self.compare.split && self.compare.with != With::Nothing && self.survey.is_some()
    }
}
