//! The window: what is open, how it is looked at, and the one place that changes either.
//!
//! ```text
//! panels, canvas, keys ──Action──▶ App::run ──▶ what is open, the view, the query, the replay
//!        ▲                                                        │
//!        └─────────────────────── looked at ──────────────────────┘
//! ```
//!
//! While a frame is drawn only how things are looked at changes: the eye, the pointer and what it reaches, and what
//! panels remember.
//!
//! Slow work is done by tasks; what comes of it is taken in [`App::take_note`], before anything is drawn. Saving and
//! exporting alone are waited for: nobody changes what is being written, and what is said to be saved is on the disk.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use eframe::egui_wgpu::RenderState;

use crate::document::Document;
use crate::draw::Coloring;
use crate::explain::Verdict;
use crate::mesh::{Element, FaceId};
use crate::search::Trace;
use crate::task::Task;

mod action;
mod breakpoints;
mod canvas;
mod charts;
#[cfg(feature = "window-tests")]
mod check;
mod command;
mod compare;
mod dialogs;
mod drawing;
mod events;
mod files;
mod findings;
mod foreign;
mod gpu;
mod inquiry;
mod inspector;
mod islands;
mod layers;
mod leaving;
mod maps;
mod menu;
mod notices;
mod outline;
mod paint;
mod palette;
mod panels;
mod pick;
mod pinned;
mod pins;
mod playback;
mod preferences;
mod query;
mod replay;
mod run;
mod safety;
mod scenario;
mod share;
mod sketch;
mod start;
mod status;
mod steps;
mod survey;
mod things;
mod verdict;
mod view;
mod widgets;

pub use action::{Action, Overwrite};
pub use breakpoints::Breakpoint;
pub use command::Command;
pub use compare::{OnCompare, With};
pub use files::Source;
pub use scenario::{Heat, OnScenario, Pick, Plot, Quantity};
pub use share::{Paper, Part, Share};
pub use start::{APP_ID, NoWindow, icon, open_window};

use compare::Comparing;
use dialogs::Dialog;
use drawing::Drawing;
use files::{Loading, Opened, Picked};
use foreign::Foreign;
use inquiry::Inquiry;
use leaving::Leaving;
use notices::Notices;
use panels::Panels;
use pins::Pins;
use playback::Playback;
use preferences::Preferences;
use safety::Safety;
use scenario::KnownScenario;
use survey::Surveyed;
use view::View;

/// The whole of the window.
#[derive(Default)]
pub struct App {
    opened: Option<Opened>,
    /// What is known of its map.
    map: Surveyed,
    /// The mesh of a drawing as it follows the hand.
    drawing: Option<Drawing>,
    /// The answers to pinned queries.
    pins: Pins,
    /// What is kept in case the program ends.
    safety: Safety,
    /// What is to happen to what is open.
    leaving: Leaving,
    scenario: Option<KnownScenario>,
    view: View,
    inquiry: Inquiry,
    playback: Playback,
    /// The search beside it.
    compare: Comparing,
    /// A search that a file tells of, shown in place of our own.
    foreign: Option<Foreign>,
    /// What was tried last to mend something.
    trial: Option<verdict::Trial>,
    panels: Panels,
    dialog: Option<Dialog>,
    notices: Notices,
    preferences: Preferences,
    tasks: Tasks,
    /// Whether the system is asked for files in its own way: nobody who runs tests wants to be asked.
    has_dialogs: bool,
    /// Whether maps are drawn by a graphics card, real or not.
    has_card: bool,
}

/// Work that is under way; a new task of a kind takes the place of the old one, which ends.
#[derive(Default)]
struct Tasks {
    loading: Option<Loading>,
    picking: Option<Task<Picked>>,
    watching: Option<Task<()>>,
    coloring: Option<Task<Coloring>>,
    surveying: Option<Task<Surveyed>>,
    counting: Option<Task<charts::Statistics>>,
    sampling: Option<scenario::Sampling>,
    sharing: Option<share::Sharing>,
}

impl App {
    /// A window with nothing open; with a card, maps are drawn by it.
    pub fn new(ctx: &egui::Context, render_state: Option<&RenderState>) -> Self {
        widgets::set_style(ctx);
        if let Some(render_state) = render_state {
            gpu::install(render_state);
        }
        Self { has_card: render_state.is_some(), ..Self::default() }
    }

    /// Asks for files in the way of the system from now on; until then, paths are typed.
    pub fn use_system_dialogs(&mut self) {
        self.has_dialogs = true;
    }

    /// The steps of the search, once it was listened to.
    fn trace(&self) -> Option<&Arc<Trace>> {
        Some(&self.watched()?.heard.trace)
    }

    /// Why there is no path, and which of the causes is shown.
    fn verdict(&self) -> Option<(&Verdict, usize)> {
        if self.is_stale() || self.foreign.is_some() {
            return None;
        }
        let verdict = self.inquiry.verdict()?;
        Some((verdict, self.inquiry.cause.min(verdict.causes.len().saturating_sub(1))))
    }

    /// Why there is no path, once that is known: the names of the causes and their sentences.
    pub fn causes(&self) -> Vec<(&'static str, &str)> {
        let causes = self.verdict().map_or(&[][..], |(verdict, _)| &verdict.causes);
        causes.iter().map(|cause| (cause.kind.name(), cause.sentence.as_str())).collect()
    }

    /// Whether the replay has come to where the path is known; without a replay it always is.
    fn path_is_known(&self) -> bool {
        !self.playback.shown || self.playback.last() <= self.playback.cursor
    }

    fn selected_face(&self) -> Option<FaceId> {
        match self.view.selection? {
            Element::Face(face) | Element::Side(face, _) => Some(face),
            _ => None,
        }
    }

    fn is_loading(&self) -> bool {
        self.tasks.loading.is_some()
    }

    /// What is said over the map, the oldest first.
    pub fn notices(&self) -> impl Iterator<Item = &str> {
        self.notices.texts()
    }

    /// The cost of the path that is shown, if there is one.
    pub fn cost(&self) -> Option<f64> {
        if let Some(live) = self.pins.main().filter(|_| self.is_stale()) {
            return live.cost();
        }
        self.inquiry.reply()?.answer.outcome.cost()
    }

    /// What pinned queries cost; none where there is no path, or where it is not known yet.
    pub fn pinned_costs(&self) -> Vec<Option<f64>> {
        let n_pins = self.work().pins.len();
        let known = |pin| self.pins.answer(pin).filter(|pinned| pinned.is_known());
        (0..n_pins).map(|pin| known(pin).and_then(|pinned| pinned.cost())).collect()
    }

    /// The number of the event after which the search is shown, and the number of the last.
    pub fn event(&self) -> (usize, usize) {
        (self.playback.cursor, self.playback.last())
    }

    /// The name of the file whose search is shown in place of our own.
    pub fn trace_name(&self) -> Option<&str> {
        self.foreign.as_ref().map(|foreign| foreign.name.as_str())
    }

    /// What is open.
    pub fn document(&self) -> Option<&Document> {
        self.opened.as_ref().map(|opened| &opened.document)
    }

    /// The name of what is open.
    pub fn open_name(&self) -> Option<&str> {
        self.document().map(Document::name)
    }

    /// The file of what is open, if it is in one.
    fn open_path(&self) -> Option<&Path> {
        self.opened.as_ref()?.path.as_deref()
    }

    /// Whether a task is under way.
    pub fn is_busy(&self) -> bool {
        let Tasks { loading, coloring, surveying, counting, sampling, sharing, .. } = &self.tasks;
        let is_behind = self.drawing.as_ref().is_some_and(Drawing::is_behind);
        self.inquiry.is_busy()
            || self.compare.is_busy()
            || self.foreign.as_ref().is_some_and(Foreign::is_busy)
            || is_behind
            || loading.is_some()
            || coloring.is_some()
            || surveying.is_some()
            || counting.is_some()
            || sampling.is_some()
            || sharing.is_some()
            || self.scenario.as_ref().is_some_and(|known| known.running.is_some())
    }

    /// Files to open: the first map, and whatever else belongs to it.
    pub fn open_all(&mut self, files: Vec<PathBuf>, ctx: &egui::Context) {
        let sources = match files.is_empty() {
            true => vec![Source::Example(0)],
            false => files.into_iter().map(Source::Path).collect(),
        };
        self.run(Action::OpenAll(sources), ctx);
    }
}

/// A frame: first what has happened, then what is shown.
impl App {
    /// Takes what tasks, keys and time have brought.
    pub fn take_note(&mut self, ctx: &egui::Context) {
        self.take_results(ctx);
        self.follow_comparison(ctx);
        self.mind_closing(ctx);
        self.take_dropped_files(ctx);
        self.take_keys(ctx);
        self.take_pasted(ctx);
        self.play(ctx);
        if !self.pins.are_known() {
            self.ask_pins(ctx);
        }
        self.follow_scenario(ctx);
        self.tell_of_trouble();
        self.notices.tidy(ctx);
        self.set_title(ctx);
    }

    /// Shows everything, and does what was asked meanwhile.
    pub fn show(&mut self, ui: &mut egui::Ui) {
        let started = Instant::now();
        let mut wishes = Vec::new();
        let panels = widgets::panel_color(ui.visuals().dark_mode);
        self.paint_paper(gpu::Paper::Window, ui.painter(), ui.max_rect(), panels);
        menu::menu_ui(self, ui, &mut wishes);
        status::status_ui(self, ui, &mut wishes);
        panels::panels_ui(self, ui, &mut wishes);
        dialogs::dialog_ui(self, ui.ctx(), &mut wishes);
        let ctx = ui.ctx().clone();
        wishes.into_iter().for_each(|action| self.run(action, &ctx));
        self.follow_comparison(&ctx);
        self.panels.frame = started.elapsed();
    }
}

impl App {
    /// Fills what everything is drawn on.
    fn paint_paper(
        &self,
        paper: gpu::Paper,
        painter: &egui::Painter,
        rect: egui::Rect,
        color: egui::Color32,
    ) {
        if self.has_card {
            painter.add(gpu::paper(paper, rect, color));
        } else {
            painter.rect_filled(rect, 0.0, color);
        }
    }
}

impl eframe::App for App {
    fn logic(&mut self, ctx: &egui::Context, _: &mut eframe::Frame) {
        self.take_note(ctx);
    }

    fn ui(&mut self, ui: &mut egui::Ui, _: &mut eframe::Frame) {
        self.show(ui);
    }

    fn save(&mut self, storage: &mut dyn eframe::Storage) {
        eframe::set_value(storage, eframe::APP_KEY, &self.preferences);
    }

    fn persist_egui_memory(&self) -> bool {
        true
    }
}
