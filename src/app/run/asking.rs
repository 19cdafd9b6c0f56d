//! Asking: what the hand does with the ends of a query, and what somebody typed.

use crate::geom::{Point, Segment};
use crate::layout::work::Work;
use crate::search::{End, sample_query};
use crate::tool::{Deed, Ends, Gesture, Scene, Selection, Sizes, Snap};

use super::super::{Action, App, pick};

impl App {
    pub(in crate::app) fn ask(&mut self, ctx: &egui::Context) {
        self.inquiry.ask(ctx);
        self.follow_search();
    }

    /// Something to look at at once: across the largest island.
    pub(in crate::app) fn ask_something(&mut self) {
        let Some(survey) = &self.survey else { return };
        if let Some(query) = sample_query(&survey.mesh, &survey.islands) {
            self.inquiry.ends = Ends { start: Some(query.start), goal: Some(query.goal) };
        }
    }

    pub(in crate::app) fn set_end(&mut self, end: End, at: Point) {
        match end {
            End::Start => self.inquiry.ends.start = Some(at),
            End::Goal => self.inquiry.ends.goal = Some(at),
        }
    }

    pub(in crate::app) fn gesture(
        &mut self,
        gesture: Gesture,
        moved: egui::Vec2,
        ctx: &egui::Context,
    ) {
        let (work, selection) = (Work::default(), Selection::default());
        let scene = Scene {
            layout: None,
            work: &work,
            selection: &selection,
            ends: self.inquiry.ends,
            snap: Snap::default(),
            sizes: Sizes::default(),
        };
        for deed in self.view.tool.on(gesture, &scene) {
            match deed {
                Deed::Select(at) => {
                    let reach = gesture.reach / 2.0;
                    let sought = self.seek_node_at(at, reach);
                    if !sought {
                        self.select_at(at, reach);
                    }
                }
                Deed::Move { end, to, moving: _ } => {
                    self.set_end(end, to);
                    self.ask(ctx);
                }
                Deed::Pan => {
                    if let Some(size) = self.canvas_size {
                        self.view.eye.pan(size, Point::new(f64::from(moved.x), f64::from(moved.y)));
                    }
                }
                // Nothing is drawn in the window yet.
                Deed::Choose(_) | Deed::Edit(..) | Deed::Revert => {}
            }
        }
    }

    /// Goes to when the node in reach came out, if a search is shown and one is.
    pub(in crate::app) fn seek_node_at(&mut self, at: Point, reach: f64) -> bool {
        let Some(trace) = self.trace().filter(|_| self.playback.shown).cloned() else {
            return false;
        };
        let near = trace.frontier(self.playback.cursor).into_iter().filter_map(|id| {
            let [from, to] = trace.node(id)?.seen.interval;
            let distance = Segment::new(from, to).distance(at);
            (distance <= reach).then_some((distance, id))
        });
        let closest = near.min_by(|a, b| a.0.total_cmp(&b.0));
        let event = closest.and_then(|(_, id)| trace.birth(id));
        if let Some(event) = event {
            self.playback.seek(event);
        }
        event.is_some()
    }

    pub(in crate::app) fn ask_typed(&mut self, text: &str, ctx: &egui::Context) {
        match pick::parse_query(text) {
            Some([start, goal]) => {
                self.dialog = None;
                let ends = Ends { start: Some(start), goal: Some(goal) };
                self.run(Action::SetEnds(ends), ctx);
            }
            None => self.notices.error(
                "expected two points, such as 12.5,-3 -> 40,7, or a row of a scenario",
                None,
            ),
        }
    }

    /// Text that is pasted anywhere but into a field is a query.
    pub(in crate::app) fn take_pasted(&mut self, ctx: &egui::Context) {
        if ctx.egui_wants_keyboard_input() || self.survey.is_none() {
            return;
        }
        let pasted = ctx.input(|input| {
            let mut texts = input.events.iter().filter_map(|event| match event {
                egui::Event::Paste(text) => Some(text.clone()),
                _ => None,
            });
            texts.next()
        });
        if let Some(text) = pasted {
            self.run(Action::AskTyped(text), ctx);
        }
    }

    pub(in crate::app) fn pick_row(&mut self, row: usize, ctx: &egui::Context) {
        let Some(scenario) = self.scenario.as_ref().map(|known| &known.scenario) else { return };
        let Some(instance) = scenario.instances.get(row) else { return };
        let ends = Ends { start: Some(instance.start), goal: Some(instance.goal) };
        self.panels.row = row;
        self.run(Action::SetEnds(ends), ctx);
    }
}
