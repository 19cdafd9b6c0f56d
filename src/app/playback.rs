//! The replay of a search: where it stands, how fast it runs, and the row of buttons below the map.

use std::sync::Arc;

use crate::search::{Ground, Trace};
use crate::text::grouped;

use super::breakpoints::{Breakpoint, hits};
use super::{Action, App, Command};

/// The replay of a search.
#[derive(Debug)]
pub(super) struct Playback {
    /// The number of the event after which the search is shown.
    pub(super) cursor: usize,
    /// Whether it runs by itself.
    pub(super) playing: bool,
    /// Whether the search is shown at all.
    pub(super) shown: bool,
    /// The place in [`SPEEDS`].
    pub(super) speed: usize,
    /// Where it stops by itself.
    pub(super) breakpoints: Vec<Breakpoint>,
    /// The part of an event that is due.
    due: f64,
    /// The search that is replayed, and where it stops.
    trace: Option<Arc<Trace>>,
    stops: Vec<(usize, Breakpoint)>,
}

/// Events a second; the last is everything at once.
pub(super) const SPEEDS: &[f64] =
    &[1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 150.0, 500.0, 2_000.0, 10_000.0, 100_000.0, f64::INFINITY];

impl Default for Playback {
    fn default() -> Self {
        Self {
            cursor: 0,
            playing: false,
            shown: false,
            speed: 6,
            breakpoints: Vec::new(),
            due: 0.0,
            trace: None,
            stops: Vec::new(),
        }
    }
}

impl Playback {
    /// Takes another search; it is shown as it ended.
    pub(super) fn follow(&mut self, ground: Option<&Ground>, trace: Option<&Arc<Trace>>) {
        let is_same = match (&self.trace, trace) {
            (Some(old), Some(new)) => Arc::ptr_eq(old, new),
            (None, None) => true,
            _ => false,
        };
        if is_same {
            return;
        }
        self.trace = trace.cloned();
        self.playing = false;
        self.cursor = self.last();
        self.find_stops(ground);
    }

    /// Sets a breakpoint, or takes it away.
    pub(super) fn toggle(&mut self, breakpoint: Breakpoint, ground: Option<&Ground>) {
        match self.breakpoints.iter().position(|old| *old == breakpoint) {
            Some(place) => {
                self.breakpoints.remove(place);
            }
            None => self.breakpoints.push(breakpoint),
        }
        self.find_stops(ground);
    }

    /// Forgets the breakpoints that know a face or a vertex by its number.
    pub(super) fn forget_elements(&mut self) {
        let stays = |it: &Breakpoint| !matches!(it, Breakpoint::Face(_) | Breakpoint::Vertex(_));
        self.breakpoints.retain(stays);
        self.stops.retain(|(_, breakpoint)| stays(breakpoint));
    }

    fn find_stops(&mut self, ground: Option<&Ground>) {
        self.stops = match (ground, &self.trace) {
            (Some(ground), Some(trace)) => hits(ground, trace, &self.breakpoints),
            _ => Vec::new(),
        };
    }

    /// The number of the last event.
    pub(super) fn last(&self) -> usize {
        self.trace.as_ref().map_or(0, |trace| trace.n_events().saturating_sub(1))
    }

    /// Goes to an event, and shows it.
    pub(super) fn seek(&mut self, event: usize) {
        self.cursor = event.min(self.last());
        self.playing = false;
        self.shown = true;
        self.due = 0.0;
    }

    /// Plays, from the start again if it had come to its end; or pauses.
    pub(super) fn play_or_pause(&mut self) {
        self.playing = !self.playing;
        self.shown = true;
        self.due = 0.0;
        if self.playing && self.cursor == self.last() {
            self.cursor = 0;
        }
    }

    /// The next breakpoint that is hit after an event.
    pub(super) fn next_stop(&self, after: usize) -> Option<(usize, Breakpoint)> {
        let place = self.stops.partition_point(|(event, _)| *event <= after);
        self.stops.get(place).copied()
    }

    /// Lets some seconds pass; says at which breakpoint it stopped, if it did.
    pub(super) fn pass(&mut self, seconds: f64) -> Option<Breakpoint> {
        if !self.playing {
            return None;
        }
        let speed = SPEEDS[self.speed.min(SPEEDS.len() - 1)];
        self.due += seconds * speed;
        // Whoever asks for everything gets it; the rest comes when it is due.
        let n_events = if self.due.is_finite() { self.due.floor() } else { self.last() as f64 };
        if self.last() <= self.cursor {
            (self.playing, self.due) = (false, 0.0);
        }
        if n_events < 1.0 {
            return None;
        }
        self.due = if self.due.is_finite() { self.due - n_events } else { 0.0 };
        let mut target = self.cursor.saturating_add(n_events as usize).min(self.last());
        let stop = self.next_stop(self.cursor).filter(|(event, _)| *event <= target);
        if let Some((event, _)) = stop {
            target = event;
        }
        self.cursor = target;
        self.playing = stop.is_none() && target < self.last();
        stop.map(|(_, breakpoint)| breakpoint)
    }
}

/// What a speed is called.
pub(super) fn speed_title(speed: usize) -> String {
    match SPEEDS.get(speed) {
        Some(1.0) => "1 event/s".to_owned(),
        Some(speed) if speed.is_finite() => format!("{} events/s", grouped(*speed as usize)),
        _ => "all at once".to_owned(),
    }
}

/// The row of buttons below the map.
pub(super) fn playback_ui(app: &App, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    // Always as high, so that the map does not move when a search begins.
    ui.set_min_height(26.0);
    super::foreign::foreign_ui(app, ui, wishes);
    let Some(trace) = app.trace() else {
        let hint = if app.inquiry.is_searching() {
            "Searching…"
        } else {
            "Set a start and a goal to watch the search"
        };
        ui.weak(hint);
        return;
    };
    let button = |ui: &mut egui::Ui, text: &str, command: Command, wishes: &mut Vec<Action>| {
        let entry = command.entry();
        let key = command.key(ui.ctx()).unwrap_or_default();
        let response = ui.button(text).on_hover_text(format!("{} ({key})", entry.hint));
        super::widgets::name(&response, entry.label);
        if response.clicked() {
            wishes.push(command.into());
        }
    };
    ui.horizontal(|ui| {
        button(ui, "⏮", Command::JumpToStart, wishes);
        button(ui, "◀", Command::StepBack, wishes);
        let text = if app.playback.playing { "⏸" } else { "▶" };
        button(ui, text, Command::PlayPause, wishes);
        button(ui, "▶|", Command::StepForward, wishes);
        button(ui, "⏭", Command::JumpToEnd, wishes);
        ui.separator();
        let last = app.playback.last();
        let cursor = app.playback.cursor;
        let counter = format!("event {} / {}", grouped(cursor + 1), grouped(last + 1));
        let room = (ui.available_width() - 420.0).max(80.0);
        ui.spacing_mut().slider_width = room;
        // Of a single event it is at the end, and there is nowhere to go.
        let mut knob = if last == 0 { 1 } else { cursor };
        let slider = egui::Slider::new(&mut knob, 0..=last.max(1)).show_value(false);
        let response = ui.add_enabled(0 < last, slider);
        super::widgets::name(&response, "Timeline");
        if response.changed() {
            wishes.push(Action::Seek(knob));
        }
        let width = 9.0 * (2 * grouped(last + 1).len() + 8) as f32;
        ui.add_sized([width, 18.0], egui::Label::new(counter));
        ui.separator();
        let mut speed = app.playback.speed;
        let choice = egui::ComboBox::from_id_salt("speed")
            .selected_text(speed_title(speed))
            .width(110.0)
            .height(400.0)
            .show_ui(ui, |ui| {
                for n in 0..SPEEDS.len() {
                    ui.selectable_value(&mut speed, n, speed_title(n));
                }
            });
        super::widgets::name(&choice.response, "Speed");
        if speed != app.playback.speed {
            wishes.push(Action::SetSpeed(speed));
        }
        let mut shown = app.playback.shown;
        if ui.checkbox(&mut shown, "Show").on_hover_text("Show the search on the map (S)").changed()
        {
            wishes.push(Command::ToggleSearch.into());
        }
    });
    if trace.n_missed() != 0 {
        ui.weak(format!(
            "Only the first {} events were kept; {} more were not",
            grouped(trace.n_events()),
            grouped(trace.n_missed() as usize)
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{self, Content};
    use crate::geom::Point;
    use crate::search::{Algorithm, Preparation, Query, Searcher};

    fn searched() -> (Ground, Arc<Trace>) {
        let import = format::read(crate::example::Example::ALL[1].bytes).unwrap();
        let Content::Mesh(mesh) = import.content else { panic!("no mesh") };
        let ground = Ground::new(mesh, &Preparation::default());
        let query = Query { start: Point::new(62.0, 20.0), goal: Point::new(186.0, 140.0) };
        let mut trace = Trace::new(query);
        Searcher::default().find(Algorithm::Polyanya, &ground, &query, &mut trace);
        (ground, Arc::new(trace))
    }

    #[test]
    fn it_starts_at_the_end_and_plays_from_the_start() {
        let (ground, trace) = searched();
        let mut playback = Playback::default();
        playback.follow(Some(&ground), Some(&trace));
        assert_eq!(playback.cursor, trace.n_events() - 1);
        assert!(!playback.shown);
        playback.play_or_pause();
        assert_eq!((playback.cursor, playback.playing, playback.shown), (0, true, true));
        playback.speed = 3;
        playback.pass(0.25);
        playback.pass(0.25);
        assert_eq!(playback.cursor, 5);
        playback.speed = SPEEDS.len() - 1;
        playback.pass(0.01);
        assert_eq!((playback.cursor, playback.playing), (playback.last(), false));
    }

    #[test]
    fn it_stops_where_a_face_is_entered() {
        let (ground, trace) = searched();
        let node = trace.event(trace.n_events() / 2).unwrap().node.unwrap();
        let face = ground.origin_of(node.seen.face).unwrap();
        let mut playback = Playback::default();
        playback.follow(Some(&ground), Some(&trace));
        playback.toggle(Breakpoint::Face(face), Some(&ground));
        playback.play_or_pause();
        playback.speed = SPEEDS.len() - 1;
        assert_eq!(playback.pass(1.0), Some(Breakpoint::Face(face)));
        assert_eq!(Some(playback.cursor), trace.first_in_face(node.seen.face));
        assert!(!playback.playing);
    }

    #[test]
    fn f_never_falls() {
        let (ground, trace) = searched();
        assert_eq!(hits(&ground, &trace, &[Breakpoint::FFalls]), []);
        let first = trace.event(0).unwrap().node.unwrap().seen.f;
        assert_eq!(hits(&ground, &trace, &[Breakpoint::F(first * 1.001)]).len(), 1);
    }
}
