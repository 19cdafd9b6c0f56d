//! A search that a file tells of, shown in place of our own until it is closed.

use std::sync::Arc;

use crate::document::{no_ground, replayed, told};
use crate::draw::{self, Ink, Legend, Mark, Pen, Route};
use crate::format::posthoc::Recording;
use crate::geom::{Aabb, Point};
use crate::search::{Ground, Query};
use crate::task::Task;
use crate::text::{counted, grouped};
use crate::tool::Ends;

use super::inquiry::Heard;
use super::replay::Replay;
use super::run::wake;
use super::{Action, App, Command};

/// A search that a file tells of.
pub(super) struct Foreign {
    /// What the file is called.
    pub(super) name: String,
    /// What it says.
    pub(super) recording: Arc<Recording>,
    /// The same as a search on the map that is open.
    pub(super) played: Option<Played>,
    playing: Option<Task<Played>>,
}

/// A recording as a search on a map.
pub(super) struct Played {
    /// The map; an empty one if none is open.
    pub(super) ground: Arc<Ground>,
    /// Whether that is the map of the window.
    of_map: bool,
    /// The steps.
    pub(super) heard: Heard,
    /// From where to where, as far as that is told, and the path.
    pub(super) route: Option<Route>,
    /// As far as the path is known where nobody says where it leads.
    way: Vec<Point>,
    n_skipped: usize,
    bounds: Aabb,
}

/// A search that can be watched, ours or that of a file.
#[derive(Clone, Copy)]
pub(super) struct Watched<'a> {
    /// What was searched.
    pub(super) ground: &'a Arc<Ground>,
    /// What was heard.
    pub(super) heard: &'a Heard,
}

impl Foreign {
    /// What a file tells; begins to find out what that is on a map.
    pub(super) fn new(name: String, recording: Recording) -> Self {
        Self { name, recording: Arc::new(recording), played: None, playing: None }
    }

    /// Where it starts and leads, as far as that is told.
    pub(super) fn ends(&self) -> Ends {
        Ends { start: self.recording.start, goal: self.recording.goal }
    }

    /// The smallest box around all that it tells.
    pub(super) fn bounds(&self) -> Option<Aabb> {
        self.played.as_ref().map(|played| played.bounds).filter(|bounds| !bounds.is_empty())
    }

    /// Whether it is being found out what it is on the map.
    pub(super) fn is_busy(&self) -> bool {
        self.playing.is_some()
    }

    fn play(&mut self, ground: Option<Arc<Ground>>, ctx: &egui::Context) {
        let recording = self.recording.clone();
        self.playing = Some(Task::start("playing the trace", wake(ctx), move |_| {
            Played::new(&recording, ground)
        }));
    }
}

impl Played {
    fn new(recording: &Recording, ground: Option<Arc<Ground>>) -> Self {
        let of_map = ground.is_some();
        let ground = ground.unwrap_or_else(|| Arc::new(no_ground()));
        let replayed = replayed(recording, &ground);
        let replay = Arc::new(Replay::new(&ground, &replayed.trace));
        let start = replayed.trace.query().start;
        let route = replayed.goal.map(|goal| Route {
            corners: replayed.path.clone(),
            ..Route::unanswered(Query { start, goal })
        });
        let way = if route.is_some() { Vec::new() } else { replayed.path };
        let heard = Heard { trace: Arc::new(replayed.trace), replay };
        let (n_skipped, bounds) = (replayed.n_skipped, replayed.bounds);
        Self { ground, of_map, heard, route, way, n_skipped, bounds }
    }
}

impl App {
    /// The search that is watched: that of a file if one is open, otherwise our own.
    pub(super) fn watched(&self) -> Option<Watched<'_>> {
        if let Some(foreign) = &self.foreign {
            let Played { ground, heard, .. } = foreign.played.as_ref()?;
            return Some(Watched { ground, heard });
        }
        let reply = self.inquiry.reply()?;
        Some(Watched { ground: &reply.ground, heard: reply.heard.as_ref()? })
    }

    /// The query and the path that are drawn.
    pub(super) fn route(&self) -> Option<&Route> {
        match &self.foreign {
            Some(foreign) => foreign.played.as_ref()?.route.as_ref(),
            None => self.inquiry.reply().map(|reply| &reply.route),
        }
    }

    /// Shows a search that a file tells of.
    pub(super) fn open_trace(&mut self, name: String, recording: Recording, ctx: &egui::Context) {
        self.foreign = Some(Foreign::new(name, recording));
        self.play_trace(ctx);
    }

    /// Goes back to our own search.
    pub(super) fn close_trace(&mut self) {
        if self.foreign.take().is_some() {
            self.follow_search();
            self.playback.shown = false;
        }
    }

    /// Asks our own search what the trace was asked.
    pub(super) fn ask_as_trace(&mut self, ctx: &egui::Context) {
        if let Some(ends) = self.foreign.as_ref().map(Foreign::ends) {
            self.ask_for(ends, ctx);
            self.playback.shown = true;
        }
    }

    /// Takes a trace as it is on the map, and begins anew where that is another one by now.
    pub(super) fn play_trace(&mut self, ctx: &egui::Context) {
        let is_moving = self.is_stale() || self.is_loading();
        let ground = self.map.survey.as_ref().map(|survey| survey.ground.clone());
        let Some(foreign) = &mut self.foreign else { return };
        if let Some(played) = foreign.playing.as_ref().and_then(Task::poll) {
            foreign.playing = None;
            match played {
                Ok(played) => self.take_played(played),
                Err(error) => self.notices.failed(&error),
            }
            return;
        }
        let is_known = foreign.played.as_ref().is_some_and(|played| match &ground {
            Some(ground) => Arc::ptr_eq(ground, &played.ground),
            None => !played.of_map,
        });
        if !is_known && !is_moving && foreign.playing.is_none() {
            foreign.play(ground, ctx);
        }
    }

    fn take_played(&mut self, played: Played) {
        let Some(foreign) = &mut self.foreign else { return };
        let is_first = foreign.played.is_none();
        if is_first {
            let events = counted(played.heard.trace.n_events(), "event");
            let mut text = format!("{} tells {events} of a search", foreign.name);
            if played.n_skipped != 0 {
                let n_skipped = grouped(played.n_skipped);
                text += &format!("; {n_skipped} that only other programs know are left out");
            }
            self.notices.info(text);
        }
        let bounds = played.bounds;
        if !played.of_map && !bounds.is_empty() {
            // There is nothing else to see.
            let y_axis = self.view.eye.y_axis;
            self.view.eye.set_map(bounds, bounds.diagonal(), y_axis);
            self.view.fit = Some(bounds);
        }
        foreign.played = Some(played);
        self.follow_search();
        self.playback.shown |= is_first;
    }
}

/// Which search is shown, and the way back to our own.
pub(super) fn foreign_ui(app: &App, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    let Some(foreign) = &app.foreign else { return };
    ui.horizontal(|ui| {
        ui.strong(format!("Trace of {}", foreign.name));
        if foreign.played.is_none() {
            ui.spinner();
        }
        ui.weak(told::ending(&foreign.recording));
        if foreign.played.as_ref().is_some_and(|played| played.route.is_none()) {
            ui.weak("where it leads is not told");
        }
        if let n @ 1.. = foreign.recording.n_left_out {
            ui.weak(format!("the last {} are missing", counted(n as usize, "event")));
        }
        for command in [Command::CloseTrace, Command::AskAsTrace] {
            if command.is_enabled(app) {
                super::widgets::command_button(app, ui, command, wishes);
            }
        }
    });
}

/// Draws where the search of a file starts and leads, where it does not say both; and its path if that is known by now.
pub(super) fn paint_ends(
    foreign: &Foreign,
    path_is_known: bool,
    pen: &mut dyn Pen,
    said: &mut Legend,
) {
    if let Some(played) = &foreign.played {
        let way = if path_is_known { &played.way[..] } else { &[] };
        said.append(draw::way(played.heard.trace.query().start, way, pen));
    }
    if let Some(goal) = foreign.recording.goal.filter(|goal| goal.is_sound()) {
        pen.mark(Ink::Goal, goal, Mark::Diamond, 14.0);
        said.add(Ink::Goal);
    }
}
