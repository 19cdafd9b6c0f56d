//! Opening and closing: tasks are started here, and what came of them is taken.

use std::mem;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::document::Document;
use crate::document::repro::Repro;
use crate::draw::{ColorBy, Map as Drawn};
use crate::geom::{Aabb, Point};
use crate::layout::Border;
use crate::layout::work::Work;
use crate::scenario::Scenario;
use crate::task::{Progress, Task, TaskError, clear_away};
use crate::text::counted_as;
use crate::tool::{Selection, Tool};

use super::super::files::{self, Arrived, Loaded, Loading, Losing, Map, Occasion, Picked};
use super::super::foreign::Watched;
use super::super::pins::Pins;
use super::super::survey::Survey;
use super::super::{Action, App, Command, Dialog, KnownScenario, Source};
use super::wake;
use super::watching::Since;

impl App {
    /// Begins to open files, one after the other.
    pub(in crate::app) fn open(
        &mut self,
        sources: impl IntoIterator<Item = Source>,
        losing: Losing,
        ctx: &egui::Context,
    ) {
        let mut sources = sources.into_iter();
        let Some(source) = sources.next() else { return };
        let is_example = matches!(source, Source::Example(_));
        let occasion = if is_example { Occasion::Shown } else { Occasion::Asked };
        let name = format!("opening {}", source.name());
        let work = move |progress: &Progress| files::load(source, progress);
        let task = Task::start(name, wake(ctx), work);
        let next = sources.collect();
        self.tasks.loading = Some(Loading { task, next, losing, occasion });
    }

    pub(in crate::app) fn open_typed(&mut self, text: &str, ctx: &egui::Context) {
        self.close_dialog();
        let text = text.trim();
        if !text.is_empty() {
            text.clone_into(&mut self.panels.typed_path);
            self.run(Action::Open(Source::Path(PathBuf::from(text))), ctx);
        }
    }

    pub(in crate::app) fn pick_file(&mut self, ctx: &egui::Context) {
        if !self.has_dialogs {
            self.ask_for_path();
        } else if self.tasks.picking.is_none() {
            let work = |_: &Progress| files::ask_for_file();
            self.tasks.picking = Some(Task::start("asking for a file", wake(ctx), work));
        }
    }

    /// The other way to ask for a file.
    fn ask_for_path(&mut self) {
        self.notices.info("There is no file dialog on this system: type the path");
        self.close_dialog();
        self.dialog = Some(Dialog::open_path(&self.panels.typed_path));
    }

    pub(in crate::app) fn close(&mut self) {
        // It may have taken millions of faces: nobody waits for them to go.
        clear_away((self.opened.take(), self.drawing.take(), mem::take(&mut self.map)));
        self.scenario = None;
        self.tasks.surveying = None;
        self.pins = Pins::default();
        self.view.tool.cancel();
        self.view.things = Selection::default();
        self.safety.forget();
        (self.view.hand_moves, self.view.sliding) = (false, None);
        self.tasks.loading = None;
        self.tasks.watching = None;
        self.tasks.coloring = None;
        self.tasks.counting = None;
        self.tasks.sampling = None;
        self.inquiry.forget_map();
        self.foreign = None;
        self.trial = None;
        self.compare.forget();
        self.playback.follow(None, None);
        (self.view.selection, self.view.island) = (None, None);
    }

    /// Takes what tasks have worked out.
    pub(in crate::app) fn take_results(&mut self, ctx: &egui::Context) {
        let loaded = self.tasks.loading.as_ref().and_then(|loading| loading.task.poll());
        if let Some(loaded) = loaded
            && let Some(loading) = self.tasks.loading.take()
        {
            let failed = |error: TaskError| Loaded::Failed(error.to_string(), None);
            self.take_loaded(loaded.unwrap_or_else(failed), loading, ctx);
        }
        if let Some(picked) = self.tasks.picking.as_ref().and_then(Task::poll) {
            self.tasks.picking = None;
            match picked {
                Ok(Picked::File(path)) => self.run(Action::Open(Source::Path(path)), ctx),
                Ok(Picked::Nothing) => {}
                Ok(Picked::NoDialog) | Err(_) => self.ask_for_path(),
            }
        }
        self.take_change(ctx);
        if let Some(coloring) = self.tasks.coloring.as_ref().and_then(Task::poll) {
            self.tasks.coloring = None;
            if let Ok(coloring) = coloring {
                self.map.coloring = Some(Arc::new(coloring));
                self.mark_faces();
            }
        }
        self.take_drawing(ctx);
        self.take_survey(ctx);
        self.take_shared();
        if let Some(statistics) = self.tasks.counting.as_ref().and_then(Task::poll) {
            self.tasks.counting = None;
            self.panels.statistics = statistics.ok();
        }
        if let Err(error) = self.inquiry.poll(ctx) {
            self.notices.failed(&error);
        }
        self.mark_floods();
        self.play_trace(ctx);
        self.follow_search();
    }

    /// Lets the replay follow the search that was asked last.
    pub(in crate::app) fn follow_search(&mut self) {
        let watched = self.watched();
        let watched =
            watched.map(|Watched { ground, heard }| (ground.clone(), heard.trace.clone()));
        let (ground, trace) = watched.unzip();
        self.playback.follow(ground.as_deref(), trace.as_ref());
    }

    fn take_loaded(&mut self, loaded: Loaded, loading: Loading, ctx: &egui::Context) {
        let since = Since::of(&loading);
        let Loading { next, losing, occasion, .. } = loading;
        match loaded {
            Loaded::Map(map)
                if self.is_unsaved() && losing == Losing::Asks && !self.is_outdated(&occasion) =>
            {
                // Somebody went on drawing while it was loading.
                self.close_dialog();
                self.leaving.arrived = Some(Arrived { map, occasion, next });
                self.dialog = Some(Dialog::Unsaved(Box::new(Action::TakeArrived)));
            }
            Loaded::Map(map) => self.take_arrived(Arrived { map, occasion, next }, losing, ctx),
            Loaded::Scenario { source, scenario, beside } => {
                let map = self.take_scenario(&source, scenario, beside);
                self.open(map.into_iter().chain(next), losing, ctx);
            }
            Loaded::Trace(name, recording) => {
                self.open_trace(name, *recording, ctx);
                self.open(next, losing, ctx);
            }
            Loaded::Failed(sentence, line) => {
                self.notices.error(sentence, line);
                if let Occasion::LeftBehind(file) = occasion {
                    self.cannot_take_back(&file);
                }
                self.open(next, losing, ctx);
            }
            Loaded::Cancelled => {}
        }
        self.watch_again(since, ctx);
    }

    /// Whether something was made of what is open that has been changed since.
    fn is_outdated(&self, occasion: &Occasion) -> bool {
        let Occasion::Outlined(revision) = occasion else { return false };
        self.document().is_some_and(|document| document.revision() != *revision)
    }

    /// Takes a map, and goes on with what is to be opened after it.
    pub(in crate::app) fn take_arrived(
        &mut self,
        arrived: Arrived,
        losing: Losing,
        ctx: &egui::Context,
    ) {
        let Arrived { map, occasion, next } = arrived;
        match occasion {
            // Somebody went on changing the mesh: its outlines are others now.
            _ if self.is_outdated(&occasion) => return self.edit_as_obstacles(losing, ctx),
            Occasion::Asked => self.take_map(*map, false, ctx),
            Occasion::Shown => self.take_map(*map, true, ctx),
            Occasion::Changed(_) => {
                self.take_map(*map, false, ctx);
                self.notices.info("The file has changed on disk and was read again");
            }
            Occasion::LeftBehind(file) => self.take_back(*map, &file, ctx),
            Occasion::Outlined(_) => {
                // What was asked of the mesh is asked of its outlines.
                let ends = self.inquiry.ends;
                self.take_map(*map, false, ctx);
                self.run(Command::SelectTool.into(), ctx);
                self.ask_for(ends, ctx);
            }
        }
        self.open(next, Losing::Asks, ctx);
    }

    /// Takes path queries; gives their map if it is not open and lies beside them.
    fn take_scenario(
        &mut self,
        source: &Source,
        scenario: Scenario,
        beside: Option<PathBuf>,
    ) -> Option<Source> {
        let name = source.name();
        let Some(first) = scenario.instances.first() else {
            self.notices.info(format!("{name} has no queries"));
            return None;
        };
        let open = self.open_name();
        let open_path = self.open_path().map(Path::to_owned);
        let is_beside = beside.is_some() && beside == open_path;
        let is_for_open = is_beside || open.is_some_and(|open| first.is_for(open));
        let beside = beside.filter(|_| !is_for_open);
        let rows = counted_as(scenario.instances.len(), "query", "queries");
        let text = match open {
            _ if beside.is_some() => format!("{name} has {rows}: pick one in the Scenario tab"),
            None => format!("{name} has {rows} for {}: open that map to ask them", first.map),
            Some(_) if is_for_open => format!("{name} has {rows}: pick one in the Scenario tab"),
            Some(open) => format!("{name} has {rows} for {}, but {open} is open", first.map),
        };
        self.notices.info(text);
        let map = beside.clone().or(open_path.filter(|_| is_beside));
        let mut known = KnownScenario::new(name, scenario);
        known.map = map;
        self.list_scenario(known);
        beside.map(Source::Path)
    }

    /// Takes a map in the place of what is open; if nothing else is asked of it, something may be, so that there is
    /// something to see.
    pub(in crate::app) fn take_map(&mut self, map: Map, asks: bool, ctx: &egui::Context) {
        let Map { mut opened, surveyed, drawing, repro, missing: _ } = map;
        let is_same = opened.path.is_some() && self.open_path() == opened.path.as_deref();
        if is_same {
            self.hand_pins_to(&mut opened.document);
        }
        let (ends, scenario) = (self.inquiry.ends, self.scenario.take());
        let nothing_was_open = self.opened.is_none();
        // A trace may be opened before its map.
        let foreign = self.foreign.take().filter(|_| is_same || nothing_was_open);
        self.close();
        if self.dialog.as_ref().is_some_and(Dialog::is_of_the_map) {
            self.close_dialog();
        }
        self.foreign = foreign;
        if !is_same {
            self.compare.leave_map();
            self.playback.forget_elements();
            self.view.look.color_by = ColorBy::default();
        }
        // What was said before anything was open is about no other map.
        if !is_same && !nothing_was_open {
            self.notices.clear();
        }
        if let Some(path) = &opened.path {
            self.preferences.remember(path.clone());
            self.watch(path, opened.stamp, ctx);
        }
        let name = opened.document.name();
        let belongs = |known: &KnownScenario| {
            // Whatever it calls it, it is the map that was opened with it.
            known.is_for(name) || (known.map.is_some() && known.map == opened.path)
        };
        if let Some(known) = scenario.as_ref().filter(|it| nothing_was_open && !belongs(it)) {
            let wanted = known.rows.scenario.instances.first().map(|first| first.map.as_str());
            let wanted = wanted.unwrap_or("another map");
            self.notices.info(format!("{} is for {wanted}, but {name} is open", known.name));
        }
        self.scenario = scenario.filter(|it| is_same || nothing_was_open || belongs(it));
        let survey = surveyed.survey.as_deref();
        if survey.is_some_and(|survey| survey.mesh.n_faces() == 0) && drawing.is_none() {
            self.notices.info(format!("{name} has no faces"));
        }
        let shown = opened.document.work().view;
        let shown = shown.unwrap_or_else(|| whole(&opened.document, survey));
        self.opened = Some(opened);
        self.panels.typed_path.clear();
        self.drawing = drawing;
        if self.drawing.is_none() && self.view.tool.draws() {
            self.view.tool = Tool::default();
        }
        self.take_surveyed(surveyed, ctx);
        if let Some(Repro { asked, view, .. }) = repro {
            self.view.fit = Some(view.unwrap_or(shown));
            self.preferences.right = true;
            self.inquiry.explains_all = true;
            return self.ask_as(asked, ctx);
        }
        if is_same {
            self.inquiry.ends = ends;
        } else {
            self.view.fit = Some(shown);
            self.inquiry.ends = self.ends_across().filter(|_| asks).unwrap_or_default();
        }
        self.ask(ctx);
    }

    /// What is pinned to a mesh that is saved is in no file, and the same mesh read again has it, too.
    fn hand_pins_to(&self, next: &mut Document) {
        let Some(before) = self.document().filter(|it| it.is_saved() && it.mesh().is_some()) else {
            return;
        };
        let pins = &before.work().pins;
        if !pins.is_empty() && next.mesh().is_some() {
            let work = Work { pins: pins.clone(), ..next.work().clone() };
            next.was_saved(next.name().to_owned(), next.format(), work);
        }
    }

    pub(in crate::app) fn take_dropped_files(&mut self, ctx: &egui::Context) {
        let dropped = ctx.input(|input| input.raw.dropped_files.clone());
        let sources = dropped.iter().map(|file| Source::Path(file.path().to_owned()));
        if !dropped.is_empty() {
            self.run(Action::OpenAll(sources.collect()), ctx);
        }
    }

    pub(in crate::app) fn cancel_tasks(&mut self, ctx: &egui::Context) {
        if let Some(loading) = self.tasks.loading.take() {
            self.watch_again(Since::of(&loading), ctx);
        }
        self.tasks.coloring = None;
        self.tasks.sampling = None;
        self.tasks.sharing = None;
        if let Some(known) = &mut self.scenario {
            known.cancel();
        }
        self.inquiry.cancel();
        self.compare.cancel();
    }

    pub(in crate::app) fn cancel(&mut self, ctx: &egui::Context) {
        if self.dialog.is_some() {
            return self.close_dialog();
        }
        if self.view.tool.is_busy() {
            return self.cancel_tool(ctx);
        }
        self.notices.clear();
        let runs = self.scenario.as_ref().is_some_and(|known| known.running.is_some());
        let searches = self.inquiry.is_searching() || self.compare.is_busy();
        let makes = self.tasks.sampling.is_some() || self.tasks.sharing.is_some();
        if self.is_loading() || searches || runs || makes {
            return self.cancel_tasks(ctx);
        }
        self.view.tool.cancel();
        self.playback.playing = false;
        self.view.selection = None;
        self.view.things = Selection::default();
        if self.view.island.take().is_some() {
            self.mark_faces();
        }
    }
}

/// All of a document that is worth a look.
pub(super) fn whole(document: &Document, survey: Option<&Survey>) -> Aabb {
    let all = || survey.map_or(Aabb::EMPTY, |survey| survey.bounds);
    let Some(layout) = document.layout() else { return all() };
    // Around what is drawn there may be much more ground than anybody wants to see.
    let drawn = layout.drawn_bounds();
    let ground = all();
    match (drawn.is_empty(), &layout.border) {
        (false, _) if !ground.is_empty() && ground.diagonal() <= 3.0 * drawn.diagonal() => {
            ground.union(drawn)
        }
        (false, _) => drawn.inflated(drawn.diagonal() * 0.08),
        // Nothing yet: room for something that the margin suits.
        (true, Border::Box { margin }) if layout.lanes.is_empty() => {
            Aabb::around([Point::default()]).inflated(if 0.0 < *margin { *margin } else { 100.0 })
        }
        (true, _) => Drawn::Layout(layout).bounds(),
    }
}
