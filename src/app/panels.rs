//! Which panel is where, and what each remembers of itself.

use std::sync::Arc;
use std::time::Duration;

use crate::search::Trace;

use super::events::EventTable;
use super::{
    Action, App, breakpoints, canvas, charts, compare, events, findings, inspector, islands,
};
use super::{layers, maps, outline, pinned, playback, query, scenario, steps};

/// What panels remember of themselves.
#[derive(Default)]
pub(super) struct Panels {
    /// The table of events.
    pub(super) events: EventTable,
    /// What is shown below the replay.
    pub(super) tab: Option<Tab>,
    /// The query as it is typed.
    pub(super) typed: query::Typed,
    /// A point for the tool in hand as it is typed.
    pub(super) typed_for_tool: String,
    /// The path that was typed last, until something was opened.
    pub(super) typed_path: String,
    /// Which rows of the scenario are wanted, as it is typed.
    pub(super) typed_for_scenario: String,
    /// The chart of the scenario.
    pub(super) chart: Option<scenario::PaintedChart>,
    /// The row of the scenario that was picked last.
    pub(super) row: usize,
    /// Whether the list of maps is to be unfolded.
    pub(super) show_maps: bool,
    /// Whether a menu or list was open in the last frame.
    pub(super) had_popup: bool,
    /// How long the last frame took on this thread.
    pub(super) frame: Duration,
    /// What the title of the window says.
    pub(super) title: String,
    /// The charts of a search, and of which.
    pub(super) search_charts: Option<(Arc<Trace>, charts::SearchCharts)>,
    /// The statistics of a map.
    pub(super) statistics: Option<charts::Statistics>,
    /// The f of a breakpoint as it is typed.
    pub(super) break_f: f64,
    /// Which findings are listed.
    pub(super) finding_filter: String,
    /// What the finding says that was clicked last.
    pub(super) finding: String,
    /// Whether all of it is still to be scrolled to.
    pub(super) shows_finding: bool,
}

/// What can be shown below the replay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tab {
    /// Every step of the search.
    Events,
    /// The search over time.
    Chart,
    /// Where the replay stops.
    Breakpoints,
    /// The map in numbers.
    Statistics,
    /// The rows of the scenario.
    Scenario,
    /// Two searches, or two maps.
    Compare,
    /// What was done.
    Steps,
}

impl Tab {
    const ALL: &[Self] = &[
        Self::Events,
        Self::Chart,
        Self::Scenario,
        Self::Compare,
        Self::Breakpoints,
        Self::Statistics,
        Self::Steps,
    ];

    fn title(self) -> &'static str {
        match self {
            Self::Events => "Events",
            Self::Chart => "Chart",
            Self::Breakpoints => "Breakpoints",
            Self::Statistics => "Statistics",
            Self::Scenario => "Scenario",
            Self::Compare => "Compare",
            Self::Steps => "History",
        }
    }
}

/// So wide has a window to be for panels on both sides, and for one of them; of the two, the right one stays.
const WITH_BOTH: f32 = 860.0;
const WITH_ONE: f32 = 560.0;
/// So much room has to be left for the panel with tabs: columns and charts have to be somewhere.
const WITH_TAB: egui::Vec2 = egui::vec2(240.0, 160.0);

/// All panels around the canvas, and the canvas.
pub(super) fn panels_ui(app: &mut App, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    if app.preferences.bottom {
        bottom_ui(app, ui, wishes);
    }
    // A small window is for the map; panels come back as soon as there is room.
    let room = ui.available_width();
    let needed = if app.preferences.right { WITH_BOTH } else { WITH_ONE };
    if app.preferences.left && needed <= room {
        let panel = egui::Panel::left("left").default_size(230.0).size_range(170.0..=420.0);
        panel.show(ui, |ui| {
            scrolled(ui, "left", |ui| {
                maps::maps_ui(app, ui, wishes);
                outline::drawing_ui(app, ui, wishes);
                outline::outline_ui(app, ui, wishes);
                layers::layers_ui(app, ui, wishes);
                dimmed_while_stale(app, ui);
                islands::islands_ui(app, ui, wishes);
            });
        });
    }
    if app.preferences.right && WITH_ONE <= room {
        let panel = egui::Panel::right("right").default_size(290.0).size_range(210.0..=520.0);
        panel.show(ui, |ui| {
            scrolled(ui, "right", |ui| {
                query::query_ui(app, ui, wishes);
                pinned::pinned_ui(app, ui, wishes);
                // A click on a finding fills the Inspector: below, it moves nothing under the hand.
                ui.scope(|ui| {
                    dimmed_while_stale(app, ui);
                    findings::findings_ui(app, ui, wishes);
                });
                inspector::inspector_ui(app, ui, wishes);
            });
        });
    }
    egui::CentralPanel::no_frame().show(ui, |ui| canvas::canvas_ui(app, ui, wishes));
}

/// What follows tells of the map as it was before the last change.
fn dimmed_while_stale(app: &App, ui: &mut egui::Ui) {
    if app.is_stale() {
        ui.multiply_opacity(0.5);
    }
}

fn bottom_ui(app: &mut App, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    egui::Panel::bottom("replay").show(ui, |ui| {
        ui.add_space(2.0);
        playback::playback_ui(app, ui, wishes);
        ui.horizontal(|ui| {
            for tab in Tab::ALL {
                let is_open = app.panels.tab == Some(*tab);
                if ui.selectable_label(is_open, tab.title()).clicked() {
                    app.panels.tab = (!is_open).then_some(*tab);
                }
            }
        });
    });
    let room = ui.available_size();
    let has_room = WITH_TAB.x <= room.x && WITH_TAB.y <= room.y;
    let Some(tab) = app.panels.tab.filter(|_| has_room) else { return };
    let panel = egui::Panel::bottom("tab").resizable(true).default_size(210.0);
    panel.size_range(120.0..=500.0).show(ui, |ui| match tab {
        Tab::Events => events::events_ui(app, ui, wishes),
        Tab::Chart => charts::chart_ui(app, ui, wishes),
        Tab::Breakpoints => breakpoints::breakpoints_ui(app, ui, wishes),
        Tab::Statistics => charts::statistics_ui(app, ui, wishes),
        Tab::Scenario => scenario::scenario_ui(app, ui, wishes),
        Tab::Compare => compare::compare_ui(app, ui, wishes),
        Tab::Steps => steps::steps_ui(app, ui, wishes),
    });
}

fn scrolled(ui: &mut egui::Ui, name: &str, content: impl FnOnce(&mut egui::Ui)) {
    egui::ScrollArea::vertical().id_salt(name).auto_shrink([false, false]).show(ui, |ui| {
        ui.add_space(2.0);
        content(ui);
        ui.add_space(8.0);
    });
}

/// A part of a panel that can be folded away.
pub(super) fn section(
    ui: &mut egui::Ui,
    title: &str,
    open: bool,
    content: impl FnOnce(&mut egui::Ui),
) {
    egui::CollapsingHeader::new(egui::RichText::new(title).strong())
        .id_salt(title)
        .default_open(open)
        .show_unindented(ui, content);
}
