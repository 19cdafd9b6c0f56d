//! Looking at all of the map after a change: its islands, its findings, its colours, and the ground that is searched.

use std::sync::Arc;

use crate::document::{Document, Revision, Source};
use crate::mesh::Element;
use crate::task::batch::on_own_threads;
use crate::task::{Progress, Task, clear_away};
use crate::text::capitalized;

use super::super::survey::{COLORED_AT_ONCE, Order, Surveyed};
use super::super::{App, pick};
use super::wake;

/// Drawings with no more corners, and meshes with no more faces than this, are looked at all over within a frame.
const SURVEYED_AT_ONCE: usize = 1_200;

/// What is said to who asks for something that the map is not ready for.
const STALE: &str = "the map is still being updated; try again in a moment";

impl App {
    /// Whether the map is not yet that of the document.
    pub(in crate::app) fn is_stale(&self) -> bool {
        let newest = self.document().map(Document::revision);
        newest.is_some_and(|newest| newest != self.map.revision)
    }

    /// Whether the map is that of the file as it was read.
    fn shows_what_was_read(&self) -> bool {
        // Of what was taken back after the program ended no reader has told anything.
        let document = self.document().filter(|document| !document.bytes().is_empty());
        let read = document.map(|document| &document.as_opened().source);
        match (read, &self.map.survey) {
            (Some(Source::Mesh(read)), Some(survey)) => Arc::ptr_eq(read, &survey.mesh),
            _ => self.map.revision == Revision::default(),
        }
    }

    /// Why what is shown is not yet that of the document and the query, in a sentence.
    pub(in crate::app) fn why_stale(&self) -> Option<&'static str> {
        let searches = self.foreign.is_none() && self.inquiry.has_old_answer();
        match self.is_stale() {
            true => Some(STALE),
            false => searches.then_some("the path is still being searched; try again in a moment"),
        }
    }

    /// Whether what is asked for cannot be done before the map is that of the document; says so.
    pub(in crate::app) fn must_wait(&mut self) -> bool {
        let waits = self.is_stale();
        if waits {
            self.notices.info(capitalized(STALE));
        }
        waits
    }

    /// Looks at all of the map anew: at once if it is small, by a task when the hand rests otherwise.
    pub(in crate::app) fn survey_soon(&mut self, ctx: &egui::Context) {
        let Some(opened) = &self.opened else { return };
        let document = &opened.document;
        let (state, revision) = (document.state(), document.revision());
        let order = Order {
            faces: self.drawing.as_ref().map(|drawing| drawing.faces).unwrap_or_default(),
            color_by: self.view.look.color_by,
            y_axis: self.view.eye.y_axis,
            checks: true,
            n_changes: self.drawing.as_ref().map_or(0, |drawing| drawing.n_changes()),
        };
        let is_small = match (document.layout(), document.mesh()) {
            (Some(layout), _) => layout.n_corners() <= SURVEYED_AT_ONCE,
            (None, Some(mesh)) => mesh.n_faces() <= SURVEYED_AT_ONCE,
            (None, None) => true,
        };
        if is_small {
            self.tasks.surveying = None;
            let surveyed = Surveyed::new(state, revision, order, &mut ());
            self.take_surveyed(surveyed, ctx);
            self.ask(ctx);
        } else if !self.view.hand_moves && self.tasks.surveying.is_none() {
            let state = state.clone();
            let work = move |mut progress: &Progress| {
                on_own_threads(0, || Surveyed::new(&state, revision, order, &mut progress))
            };
            self.tasks.surveying = Some(Task::start("looking at the map", wake(ctx), work));
        }
    }

    /// Takes what was found out about a document, at whichever revision.
    pub(in crate::app) fn take_surveyed(&mut self, surveyed: Surveyed, ctx: &egui::Context) {
        let before = std::mem::replace(&mut self.map, surveyed);
        if self.shows_what_was_read() {
            // What its reader found holds again.
            self.map.findings = None;
        }
        let is_newest = !self.is_stale();
        if let Some(drawing) = &mut self.drawing {
            drawing.was_surveyed(self.map.n_changes, is_newest);
        }
        // What was said of the last map need not be said of this one, too.
        if self.map.notes != before.notes {
            self.map.notes.iter().for_each(|note| self.notices.info(note.clone()));
        }
        if before.survey.as_ref().is_some_and(|survey| COLORED_AT_ONCE < survey.mesh.n_faces()) {
            clear_away(before);
        }
        let survey = self.map.survey.as_deref();
        let mesh = survey.map(|survey| &survey.mesh);
        let is_there =
            |element: &Element| mesh.is_some_and(|mesh| pick::bounds(mesh, *element).is_some());
        // The mesh of a drawing has other faces after every change.
        let kept = self.view.selection.filter(is_there);
        self.view.selection = kept.filter(|_| self.drawing.is_none());
        if self.drawing.is_some() {
            self.playback.forget_elements();
        }
        self.view.island = None;
        self.panels.statistics = None;
        self.tasks.coloring = None;
        let is_other = self.map.color_by != self.view.look.color_by;
        let read = self.opened.as_ref().map(|opened| opened.document.findings());
        if let Some(findings) = self.map.findings.as_ref().or(read) {
            self.inquiry.set_findings(findings.list());
        }
        if let Some(survey) = survey {
            let pieces = survey.tiles.list.iter();
            let largest = pieces.map(|tile| tile.bounds.diagonal()).fold(0.0, f64::max);
            self.view.eye.set_map(survey.bounds, largest, survey.y_axis);
            self.inquiry.set_ground(survey.ground.clone(), ctx);
        } else {
            self.inquiry.forget_ground();
        }
        if self.drawing.as_ref().is_none_or(|drawing| drawing.live().is_none()) {
            self.pins.forget();
        }
        if is_other {
            self.color(ctx);
        }
        ctx.request_repaint();
    }

    /// Takes what a task has found out about the map as it is after a change.
    pub(in crate::app) fn take_survey(&mut self, ctx: &egui::Context) {
        if let Some(surveyed) = self.tasks.surveying.as_ref().and_then(Task::poll) {
            self.tasks.surveying = None;
            match surveyed {
                Ok(surveyed) => self.take_surveyed(surveyed, ctx),
                // It would fail again: the next change is tried.
                Err(error) => return self.notices.failed(&error),
            }
            if self.is_stale() {
                self.survey_soon(ctx);
            } else {
                self.ask(ctx);
            }
        }
    }
}
