//! Doing what was asked: the one place that changes what is open, how it is looked at, and what is asked of it.

use crate::draw::{ColorBy, Layer};
use crate::search::Algorithm;
use crate::tool::{Ends, Snap, Tool};

use super::files::Losing;
use super::playback::SPEEDS;
use super::{Action, App, Command, Dialog, OnScenario, Preferences};

mod arranging;
mod asking;
mod changing;
mod looking;
mod mending;
mod opening;
mod playing;
mod saving;
mod scenarios;
mod surveying;
mod watching;
mod writing;

impl App {
    /// Does what was asked.
    pub fn run(&mut self, action: Action, ctx: &egui::Context) {
        if !self.asks_first(&action) {
            self.run_at_once(action, Losing::Asks, ctx);
        }
    }

    fn run_at_once(&mut self, action: Action, losing: Losing, ctx: &egui::Context) {
        match action {
            Action::Anyway(action) => {
                self.dialog = None;
                self.leaving.closes_anyway = matches!(*action, Action::Command(Command::Quit));
                self.run_at_once(*action, Losing::Allowed, ctx);
            }
            Action::TypeForTool(text) => self.type_for_tool(&text, ctx),
            Action::Choose(things) => self.choose(things),
            Action::Edit(edit) => {
                self.make_step(edit, ctx);
                self.hand_rests(ctx);
            }
            Action::Slide(edit, dragged) => self.slide(edit, dragged, ctx),
            Action::HandRests => self.hand_rests(ctx),
            Action::SetSnap(snap, sizes) => (self.view.snap, self.view.sizes) = (snap, sizes),
            Action::GoToStep(step) => self.go_to_step(step, ctx),
            Action::NewLayout(border) => self.new_layout(border, ctx),
            Action::SaveTo(path, overwrite) => self.save_to(&path, overwrite, ctx),
            Action::SavePins(path) => self.save_pins(&path),
            Action::LoadPin(pin) => self.load_pin(pin, ctx),
            Action::Weld(text) => self.weld(&text, ctx),
            Action::MoveVertexTo(text) => self.move_vertex_to(&text, ctx),
            Action::TakeArrived => {
                if let Some(arrived) = self.leaving.arrived.take() {
                    self.take_arrived(arrived, losing, ctx);
                }
            }
            Action::SaveFirst(action) => {
                self.dialog = None;
                self.leaving.after_saving = Some(*action);
                self.save(ctx);
            }
            Action::Recover(number) => self.recover(number, losing, ctx),
            Action::DiscardRecovered(number) => self.discard_recovered(number),
            Action::Command(command) => self.run_command(command, losing, ctx),
            Action::Open(source) => self.open([source], losing, ctx),
            Action::OpenAll(sources) => self.open(sources, losing, ctx),
            Action::OpenTyped(text) => self.open_typed(&text, ctx),
            Action::CancelTasks => self.cancel_tasks(ctx),
            Action::Gesture(gesture, moved) => self.gesture(gesture, moved, ctx),
            Action::Select(element) => self.view.selection = element,
            Action::SelectAt(at) => self.select_at(at, 0.0),
            Action::FlyTo(element) => self.fly_to(element),
            Action::Show(bounds) => self.view.fit = Some(bounds),
            Action::HighlightIsland(island) => {
                self.view.island = island;
                self.mark_faces();
            }
            Action::ColorBy(by) => {
                self.view.look.color_by = by;
                self.color(ctx);
            }
            Action::SetLayer(layer, drawn) => self.set_layer(layer, drawn),
            Action::SetEnd(end, at) => self.ask_for(self.inquiry.ends.with(end, at), ctx),
            Action::SetEnds(ends) => self.ask_for(ends, ctx),
            Action::SetAlgorithm(algorithm) => {
                self.inquiry.algorithm = algorithm;
                self.ask(ctx);
            }
            Action::SetPreparation(preparation) => self.inquiry.prepare(preparation, ctx),
            Action::SetPrunings(prunings) => {
                self.inquiry.prunings = Some(prunings);
                self.ask(ctx);
            }
            Action::SetLimit(limit) => {
                self.inquiry.limit = limit;
                self.ask(ctx);
            }
            Action::ShowCause(cause) => self.inquiry.cause = cause,
            Action::TryMend(cause, mend) => self.try_mend(cause, mend, ctx),
            Action::TakeBackTrial => self.take_back_trial(ctx),
            Action::ExplainAll(all) => self.inquiry.explain_all(all, ctx),
            Action::SaveRepro(path) => self.save_repro(&path),
            Action::PickRow(row) => self.pick_row(row, ctx),
            Action::Scenario(what) => self.on_scenario(what, ctx),
            Action::Compare(what) => self.on_compare(what, ctx),
            Action::Seek(event) => self.playback.seek(event),
            Action::SetSpeed(speed) => {
                self.playback.speed = speed.min(SPEEDS.len() - 1);
                self.preferences.speed = Some(self.playback.speed);
            }
            Action::ToggleBreakpoint(breakpoint) => self.toggle_breakpoint(breakpoint),
            Action::CountAll => self.count_all(ctx),
            Action::Copy(text) => {
                ctx.copy_text(text);
                self.notices.info("Copied");
            }
            Action::Share(what, path) => self.share(what, path, ctx),
            Action::Export(path, target) => self.export(&path, target, ctx),
            Action::GoTo(text) => self.go_to(&text),
            Action::AskTyped(text) => self.ask_typed(&text, ctx),
            Action::Say(text) => self.notices.info(text),
            Action::CloseDialog => self.close_dialog(),
            Action::DismissNotice(number) => self.notices.dismiss(number),
        }
    }

    fn run_command(&mut self, command: Command, losing: Losing, ctx: &egui::Context) {
        if let Some(dialog) = Dialog::for_command(command, self, Self::theme(ctx)) {
            // Whoever asks for another one has closed the one before, but for the one that is a part of saving.
            if command != Command::SaveAs {
                self.close_dialog();
            }
            self.dialog = Some(dialog);
            return;
        }
        match command {
            Command::Save => self.save(ctx),
            Command::Reload => self.reload(losing, ctx),
            Command::RunScenario => self.on_scenario(OnScenario::RunAll, ctx),
            Command::Undo => self.undo(ctx),
            Command::Redo => self.redo(ctx),
            Command::SelectAll => self.select_all(),
            Command::Duplicate
            | Command::Delete
            | Command::NudgeLeft
            | Command::NudgeRight
            | Command::NudgeUp
            | Command::NudgeDown
            | Command::ToggleLock
            | Command::ToggleHide => self.arrange(command, ctx),
            Command::EditAsObstacles => self.edit_as_obstacles(losing, ctx),
            Command::ToggleWalkable | Command::ToggleEdge | Command::DeleteFace => {
                self.change_mesh(command, ctx);
            }
            Command::ToggleMerge => self.toggle_merge(ctx),
            Command::ToggleSnap => {
                let on = self.view.snap.vertices;
                self.view.snap = Snap { grid: None, vertices: !on, edges: !on, angles: !on };
                self.notices.info(if on { "Nothing snaps" } else { "The pointer snaps" });
            }
            Command::PinQuery => self.pin_query(ctx),
            Command::Open => self.pick_file(ctx),
            Command::CloseTrace => self.close_trace(),
            Command::AskAsTrace => self.ask_as_trace(ctx),
            Command::CloseMap => self.close(),
            Command::Quit => ctx.send_viewport_cmd(egui::ViewportCommand::Close),
            Command::CopySelection => {
                if let Some(text) = super::inspector::selection_text(self) {
                    self.run(Action::Copy(text), ctx);
                }
            }
            Command::CopyAnswer | Command::CopyReport => self.copy_answer(command, ctx),
            Command::Cancel => self.cancel(ctx),
            Command::Fit => self.fit(),
            Command::ZoomToSelection => self.zoom_to_selection(),
            Command::ZoomIn => self.zoom(1.5),
            Command::ZoomOut => self.zoom(1.0 / 1.5),
            Command::SelectTool
            | Command::PanTool
            | Command::QueryTool
            | Command::MeasureTool
            | Command::PolygonTool
            | Command::RectangleTool
            | Command::CircleTool
            | Command::WallTool
            | Command::LaneTool
            | Command::RegionTool
            | Command::BorderTool => self.take_tool(command, ctx),
            Command::ToggleLeft => self.preferences.left = !self.preferences.left,
            Command::ToggleRight => self.preferences.right = !self.preferences.right,
            Command::ToggleBottom => self.preferences.bottom = !self.preferences.bottom,
            Command::ToggleLegend => self.view.legend = !self.view.legend,
            Command::ToggleGrid => self.toggle_layer(Layer::Grid),
            Command::ToggleIds => self.toggle_layer(Layer::Ids),
            Command::NextColoring => {
                let told = |by: &ColorBy| {
                    self.map.survey.as_ref().is_some_and(|survey| by.is_told_by(&survey.mesh))
                };
                let told: Vec<ColorBy> = ColorBy::ALL.iter().copied().filter(told).collect();
                if !told.is_empty() {
                    let next = next_of(&told, self.view.look.color_by);
                    self.run(Action::ColorBy(next), ctx);
                }
            }
            Command::ToggleTheme => {
                let dark = ctx.theme() == egui::Theme::Light;
                self.preferences.dark = Some(dark);
                set_theme(Some(dark), ctx);
            }
            Command::Swap => {
                let Ends { start, goal } = self.inquiry.ends;
                self.ask_for(Ends { start: goal, goal: start }, ctx);
            }
            Command::ClearQuery => self.ask_for(Ends::default(), ctx),
            Command::AskAcross => {
                if let Some(ends) = self.ends_across() {
                    self.ask_for(ends, ctx);
                }
            }
            Command::NextAlgorithm => {
                let next = next_of(Algorithm::ALL, self.inquiry.algorithm);
                self.run(Action::SetAlgorithm(next), ctx);
            }
            Command::ToggleSplit => self.toggle_split(ctx),
            Command::Welcome => {
                self.preferences.left = true;
                self.panels.show_maps = true;
            }
            Command::ToggleSearch
            | Command::PlayPause
            | Command::StepBack
            | Command::StepForward
            | Command::JumpToStart
            | Command::JumpToEnd
            | Command::NextExpansion
            | Command::PreviousExpansion
            | Command::NextLayer
            | Command::NextPruned
            | Command::NextOnPath
            | Command::FirstInSelection
            | Command::RunToBreakpoint
            | Command::ToggleBreakpoint
            | Command::Slower
            | Command::Faster => self.run_playback(command),
            // They open a dialog, and that is all they do.
            Command::NewLayout
            | Command::SaveAs
            | Command::SampleScenario
            | Command::SaveScenario
            | Command::SaveChart
            | Command::Recover
            | Command::SavePins
            | Command::WeldVertex
            | Command::MoveVertex
            | Command::OpenPath
            | Command::SavePicture
            | Command::SaveAnimation
            | Command::SaveReport
            | Command::ExportTrace
            | Command::Export
            | Command::SaveRepro
            | Command::GoTo
            | Command::PasteQuery
            | Command::CompareWith
            | Command::Palette
            | Command::Keys
            | Command::About => {}
        }
    }

    /// Takes another tool; what the old one has in hand is let go of.
    fn take_tool(&mut self, command: Command, ctx: &egui::Context) {
        if self.view.tool.is_busy() {
            self.cancel_tool(ctx);
        }
        let tool = Tool::ALL.iter().find(|tool| Command::of_tool(tool) == command);
        self.view.tool = tool.cloned().unwrap_or_default();
    }

    fn zoom_to_selection(&mut self) {
        let things = self.layout().map(|layout| self.view.things.bounds(layout));
        match (things.filter(|bounds| !bounds.is_empty()), self.view.selection) {
            (Some(bounds), _) => {
                self.view.fit = Some(bounds.inflated((bounds.diagonal() * 0.5).max(1e-9)));
            }
            (None, Some(element)) => self.fly_to(element),
            (None, None) => {}
        }
    }

    /// Takes what was kept from the last start.
    pub(super) fn take_preferences(&mut self, preferences: Preferences, ctx: &egui::Context) {
        set_theme(preferences.dark, ctx);
        if let Some(speed) = preferences.speed {
            self.playback.speed = speed.min(SPEEDS.len() - 1);
        }
        self.preferences = preferences;
    }
}

/// The one after another in a list, round and round.
fn next_of<T: PartialEq + Copy>(list: &[T], current: T) -> T {
    let place = list.iter().position(|item| *item == current).unwrap_or(0);
    list[(place + 1) % list.len()]
}

fn set_theme(dark: Option<bool>, ctx: &egui::Context) {
    ctx.set_theme(match dark {
        None => egui::ThemePreference::System,
        Some(true) => egui::ThemePreference::Dark,
        Some(false) => egui::ThemePreference::Light,
    });
}

/// Wakes the window up.
pub(super) fn wake(ctx: &egui::Context) -> impl FnOnce() + Send + 'static {
    let ctx = ctx.clone();
    move || ctx.request_repaint()
}
