//! Asking: what the hand does with the ends of a query, and what somebody typed.

use crate::geom::{Point, Segment, coordinate};
use crate::search::sample_query;
use crate::tool::{Act, Deed, Ends, Gesture, Keys, Scene, Selection, Tool, clipboard};

use super::super::{Action, App, Command, Pick, pick};

impl App {
    pub(in crate::app) fn ask(&mut self, ctx: &egui::Context) {
        if !self.is_stale() {
            self.inquiry.ask(ctx);
            self.follow_search();
        }
        self.ask_pins(ctx);
    }

    /// Asks for a way between other ends; whoever does wants to see our own search.
    pub(in crate::app) fn ask_for(&mut self, ends: Ends, ctx: &egui::Context) {
        self.close_trace();
        self.inquiry.ends = ends;
        self.ask(ctx);
    }

    /// Something to look at at once: across the largest island.
    pub(in crate::app) fn ends_across(&self) -> Option<Ends> {
        let survey = self.map.survey.as_ref()?;
        let query = sample_query(&survey.mesh, &survey.islands)?;
        Some(Ends { start: Some(query.start), goal: Some(query.goal) })
    }

    /// What a tool sees.
    pub(in crate::app) fn scene(&self) -> Scene<'_> {
        Scene {
            layout: self.layout(),
            work: self.work(),
            selection: &self.view.things,
            ends: self.inquiry.ends,
            snap: self.view.snap,
            sizes: self.view.sizes,
        }
    }

    /// Lets the tool in hand see something, and do something.
    pub(in crate::app) fn with_tool(
        &mut self,
        ctx: &egui::Context,
        moved: egui::Vec2,
        on: impl FnOnce(&mut Tool, &Scene<'_>) -> Vec<Deed>,
    ) {
        let mut tool = std::mem::take(&mut self.view.tool);
        let deeds = on(&mut tool, &self.scene());
        self.view.tool = tool;
        for deed in deeds {
            self.do_deed(deed, moved, ctx);
        }
    }

    pub(in crate::app) fn gesture(
        &mut self,
        gesture: Gesture,
        moved: egui::Vec2,
        ctx: &egui::Context,
    ) {
        self.view.hand_moves = matches!(gesture.act, Act::Grab | Act::Drag);
        self.with_tool(ctx, moved, |tool, scene| tool.on(gesture, scene));
        if gesture.act != Act::Hover && !self.view.hand_moves {
            self.hand_rests(ctx);
        }
    }

    fn do_deed(&mut self, deed: Deed, moved: egui::Vec2, ctx: &egui::Context) {
        match deed {
            Deed::Select(at) => {
                let reach = self.view.reach / 2.0;
                let sought = self.seek_node_at(at, reach);
                if !sought {
                    self.select_at(at, reach);
                }
            }
            // Where there is nothing, or too far out for any map, nobody goes anywhere.
            Deed::Move { to, .. } if self.opened.is_none() || !to.is_sound() => {}
            Deed::Move { end, to } => self.ask_for(self.inquiry.ends.with(end, to), ctx),
            Deed::Pan => {
                if let Some(size) = self.view.canvas {
                    self.view.eye.pan(size, Point::new(f64::from(moved.x), f64::from(moved.y)));
                }
            }
            Deed::Choose(things) => self.choose(things),
            Deed::Edit(edit, step) => self.edit(edit, step, ctx),
            Deed::Revert => self.revert(ctx),
        }
    }

    /// What a key means to a tool with something in hand.
    pub(in crate::app) fn act_by_key(&self, key: egui::Key) -> Option<Act> {
        let is_busy = self.view.tool.is_busy();
        let deletes = matches!(self.view.tool, Tool::Select(_)) && !self.view.things.is_empty();
        match key {
            egui::Key::Enter if is_busy => Some(Act::Finish),
            egui::Key::Backspace if is_busy || deletes => Some(Act::Back),
            _ => None,
        }
    }

    /// Does with the tool in hand what a key was pressed for.
    pub(in crate::app) fn act(&mut self, act: Act, ctx: &egui::Context) {
        let at = self.view.pointer.unwrap_or_default();
        let (reach, keys) = (self.view.reach, Keys::default());
        self.gesture(Gesture { act, at, reach, keys }, egui::Vec2::ZERO, ctx);
    }

    /// Selects of what is drawn this and nothing else.
    pub(in crate::app) fn choose(&mut self, things: Selection) {
        if !things.is_empty() {
            self.view.selection = None;
        }
        self.view.things = things;
    }

    /// Takes a point or a length that somebody typed for the tool in hand.
    pub(in crate::app) fn type_for_tool(&mut self, text: &str, ctx: &egui::Context) {
        let length = text.trim().parse::<f64>().ok().and_then(coordinate);
        match (pick::parse_point(text), length) {
            (Some(at), _) => {
                self.with_tool(ctx, egui::Vec2::ZERO, |tool, scene| tool.type_point(at, scene));
            }
            (None, Some(length)) => {
                self.with_tool(ctx, egui::Vec2::ZERO, |tool, scene| {
                    tool.type_length(length, scene)
                });
            }
            (None, None) => {
                self.notices.error("Expected a point such as 12.5,-3, or a length", None);
                return;
            }
        }
        self.hand_rests(ctx);
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
                self.close_dialog();
                self.ask_for(Ends { start: Some(start), goal: Some(goal) }, ctx);
            }
            None => self.notices.error(
                "Expected two points, such as 12.5,-3 -> 40,7, or a row of a scenario",
                None,
            ),
        }
    }

    /// Text that is pasted anywhere but into a field is a piece of a drawing, or a query; what is copied is what is
    /// selected.
    pub(in crate::app) fn take_pasted(&mut self, ctx: &egui::Context) {
        if ctx.egui_wants_keyboard_input() || self.opened.is_none() {
            return;
        }
        let events: Vec<egui::Event> = ctx.input(|input| {
            let is_wanted = |event: &&egui::Event| {
                matches!(event, egui::Event::Paste(_) | egui::Event::Copy | egui::Event::Cut)
            };
            input.events.iter().filter(is_wanted).cloned().collect()
        });
        for event in events {
            match event {
                egui::Event::Paste(text) => self.paste(&text, ctx),
                egui::Event::Copy => self.copy_things(ctx),
                egui::Event::Cut => {
                    self.copy_things(ctx);
                    self.run(Command::Delete.into(), ctx);
                }
                _ => {}
            }
        }
    }

    fn paste(&mut self, text: &str, ctx: &egui::Context) {
        let step = Point::new(1.0, -self.view.eye.up()) * (2.0 * self.view.reach);
        let pasted = self.layout().and_then(|layout| clipboard::paste_text(text, layout, step));
        match pasted {
            Some((edit, things)) => {
                self.make_step(edit, ctx);
                self.choose(things);
                self.hand_rests(ctx);
            }
            None if self.map.survey.is_some() => self.run(Action::AskTyped(text.to_owned()), ctx),
            None => {}
        }
    }

    fn copy_things(&mut self, ctx: &egui::Context) {
        let text = self.layout().map(|layout| clipboard::copy_text(layout, &self.view.things));
        if let Some(text) = text.filter(|_| !self.view.things.is_empty()) {
            ctx.copy_text(text);
            self.notices.info("Copied");
        }
    }

    pub(in crate::app) fn pick_row(&mut self, row: usize, ctx: &egui::Context) {
        let Some(known) = &mut self.scenario else { return };
        let Some(instance) = known.rows.scenario.instances.get(row) else { return };
        let ends = Ends { start: Some(instance.start), goal: Some(instance.goal) };
        if !known.list.chosen.contains(&(row as u32)) {
            known.choose(row as u32, Pick::Only);
        }
        self.panels.row = row;
        self.ask_for(ends, ctx);
    }
}
