//! Looking: where the eye is, what is selected, what faces look like.

use std::sync::Arc;

use crate::draw::{Coloring, Ink, Layer};
use crate::explain::Floods;
use crate::geom::{Aabb, Point};
use crate::mesh::{Element, FaceId};
use crate::task::{Progress, Task};

use super::super::charts::Statistics;
use super::super::gpu::face_marks;
use super::super::pick::{self, Target as Place};
use super::super::survey::COLORED_AT_ONCE;
use super::super::{App, status, view};
use super::opening::whole;
use super::wake;

impl App {
    /// Shows all there is.
    pub(in crate::app) fn fit(&mut self) {
        let whole = self.document().map(|it| whole(it, self.map.survey.as_deref()));
        self.view.fit = whole.or_else(|| self.foreign.as_ref()?.bounds());
    }

    pub(in crate::app) fn zoom(&mut self, factor: f64) {
        if let Some(size) = self.view.canvas {
            self.view.eye.zoom(size, view::middle(size), factor);
        }
    }

    pub(in crate::app) fn set_layer(&mut self, layer: Layer, drawn: bool) {
        let layers = &mut self.view.look.layers;
        *layers = if drawn { layers.with(layer) } else { layers.without(layer) };
    }

    pub(in crate::app) fn toggle_layer(&mut self, layer: Layer) {
        self.set_layer(layer, !self.view.look.layers.has(layer));
    }

    pub(in crate::app) fn select_at(&mut self, at: Point, reach: f64) {
        if self.shows_old_numbers() && self.must_wait() {
            return;
        }
        let Some(survey) = &self.map.survey else { return };
        self.view.selection = pick::element_at(survey, at, reach);
    }

    pub(in crate::app) fn fly_to(&mut self, element: Element) {
        if self.shows_old_numbers() && self.must_wait() {
            return;
        }
        let Some(survey) = &self.map.survey else { return };
        match pick::surroundings(survey, element) {
            Some(bounds) => {
                (self.view.selection, self.view.fit) = (Some(element), Some(bounds));
            }
            None => self.notices.info("That is nowhere on the map"),
        }
    }

    pub(in crate::app) fn go_to(&mut self, text: &str) {
        let Some(survey) = self.map.survey.clone() else { return };
        match pick::parse_place(&survey.mesh, text) {
            Ok(Place::Element(element)) => {
                self.fly_to(element);
                self.dialog = None;
            }
            Ok(Place::Point(at)) => {
                let around = Aabb::around([at]).inflated(survey.bounds.diagonal() / 60.0);
                self.view.fit = Some(around);
                self.view.selection = pick::element_at(&survey, at, 0.0);
                self.dialog = None;
            }
            Err(sentence) => self.notices.failed(&sentence),
        }
    }

    /// Colours the faces anew.
    pub(in crate::app) fn color(&mut self, ctx: &egui::Context) {
        let Some(survey) = self.map.survey.clone() else { return };
        let by = self.view.look.color_by;
        let mesh = survey.mesh.clone();
        if mesh.n_faces() <= COLORED_AT_ONCE || self.map.coloring.is_none() {
            self.tasks.coloring = None;
            self.map.coloring = Some(Arc::new(Coloring::new(&mesh, by)));
            self.mark_faces();
        } else {
            let work = move |_: &Progress| Coloring::new(&mesh, by);
            self.tasks.coloring = Some(Task::start("colouring", wake(ctx), work));
        }
    }

    pub(in crate::app) fn count_all(&mut self, ctx: &egui::Context) {
        let Some(mesh) = self.map.survey.as_ref().map(|survey| survey.mesh.clone()) else { return };
        let work = move |_: &Progress| Statistics::new(&mesh);
        self.tasks.counting = Some(Task::start("counting", wake(ctx), work));
    }

    /// Tells the graphics card what each face looks like.
    pub(in crate::app) fn mark_faces(&mut self) {
        let (Some(survey), Some(coloring)) = (&self.map.survey, &self.map.coloring) else { return };
        let island = self.view.island;
        let bright = Ink::Selection.number() as u8;
        let floods = self.verdict().and_then(|(verdict, _)| verdict.floods.as_ref());
        let mut flooded = vec![0; if floods.is_some() { survey.mesh.n_faces() } else { 0 }];
        if let Some(Floods { from_start, to_goal }) = floods {
            for (list, ink) in [(from_start, Ink::FromStart), (to_goal, Ink::ToGoal)] {
                list.iter().for_each(|face| flooded[face.index()] = ink.number() as u8);
            }
        }
        let highlight = |face: FaceId| {
            let lit = island.is_some() && survey.islands.of(face) == island;
            let changed = || self.compare.changes().map_or(0, |changes| changes.ink_here(face));
            let flooded = flooded.get(face.index()).copied().filter(|ink| *ink != 0);
            if lit { bright } else { flooded.unwrap_or_else(changed) }
        };
        self.map.marks = Arc::new(face_marks(&survey.mesh, coloring, highlight));
    }

    /// Shows how far one gets where there is no path; the graphics card has to be told when that changes.
    pub(in crate::app) fn mark_floods(&mut self) {
        let verdict = self.inquiry.verdict().filter(|_| !self.is_stale());
        let shown = verdict.filter(|verdict| verdict.floods.is_some()).cloned();
        let is_same = match (&shown, &self.view.flooded) {
            (Some(new), Some(old)) => Arc::ptr_eq(new, old),
            (new, old) => new.is_none() && old.is_none(),
        };
        if !is_same {
            self.view.flooded = shown;
            self.mark_faces();
        }
    }

    /// Lets the replay run.
    pub(in crate::app) fn play(&mut self, ctx: &egui::Context) {
        if !self.playback.playing {
            return;
        }
        let seconds = ctx.input(|input| f64::from(input.stable_dt)).min(0.25);
        if let Some(breakpoint) = self.playback.pass(seconds)
            && let Some(survey) = &self.map.survey
        {
            self.notices.info(format!("Stopped: {}", breakpoint.title(&survey.mesh)));
        }
        ctx.request_repaint();
    }

    pub(in crate::app) fn set_title(&mut self, ctx: &egui::Context) {
        let title = status::title(self);
        if self.panels.title != title {
            ctx.send_viewport_cmd(egui::ViewportCommand::Title(title.clone()));
            self.panels.title = title;
        }
    }
}
