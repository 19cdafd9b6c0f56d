//! The Scenario tab: what can be done with the rows, what they are together, and the rows themselves.

use crate::search::Algorithm;
use crate::text::{counted_as, duration, grouped, relative_error};

use super::super::widgets::{command_button, name};
use super::super::{Action, App, Command};
use super::{Heat, KnownScenario, OnScenario, Pick, Plot, Quantity, chart, table};

/// The tab below the replay.
pub(in super::super) fn scenario_ui(app: &mut App, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    // The panel is as high as somebody has made it, whatever is in it.
    ui.set_min_height(ui.available_height());
    let mut wanted = Vec::new();
    let Some(known) = &app.scenario else {
        ui.weak("Open a .scen file to ask many queries at once, or generate one");
        command_button(app, ui, Command::SampleScenario, wishes);
        return;
    };
    ui.horizontal_wrapped(|ui| {
        run_ui(app, known, ui, &mut wanted);
        ui.separator();
        shown_ui(app, known, ui, &mut wanted);
        ui.separator();
        for command in [Command::SampleScenario, Command::SaveScenario] {
            command_button(app, ui, command, wishes);
        }
    });
    let typed = &mut app.panels.typed_for_scenario;
    ui.horizontal(|ui| {
        let field = egui::TextEdit::singleline(typed)
            .hint_text("Filter: fail, differs, bucket 3-7, cost>100, time>50us")
            .desired_width(270.0);
        let field = ui.add(field);
        name(&field, "Filter rows");
        if field.changed() {
            wanted.push(OnScenario::Filter(typed.clone()));
        }
        let (n_listed, n_rows) = (known.list.order.len(), known.n_rows());
        ui.weak(if n_listed == n_rows {
            counted_as(n_rows, "row", "rows")
        } else {
            format!("{} of {}", grouped(n_listed), counted_as(n_rows, "row", "rows"))
        });
        ui.separator();
        let summary = match &known.list.fault {
            Some(fault) => egui::RichText::new(fault).color(ui.visuals().warn_fg_color),
            None => egui::RichText::new(told(known)),
        };
        ui.add(egui::Label::new(summary).truncate());
    });
    keys(app, ui, &mut wanted);
    match app.scenario.as_ref().and_then(|known| known.plot) {
        Some(plot) => chart::chart_ui(app, plot, ui, wishes),
        None => table::table_ui(app, ui, &mut wanted),
    }
    wishes.extend(wanted.into_iter().map(Action::Scenario));
}

/// Running rows, and ending that.
fn run_ui(app: &App, known: &KnownScenario, ui: &mut egui::Ui, wanted: &mut Vec<OnScenario>) {
    if let Some(running) = &known.running {
        let (n_done, n_rows) = running.part();
        let part = n_done as f32 / n_rows.max(1) as f32;
        let text = format!("{} of {}", grouped(n_done), grouped(n_rows));
        let bar = egui::ProgressBar::new(part).desired_width(150.0).text(text);
        name(&ui.add(bar), "Rows that were run");
        if ui.button("Stop").on_hover_text("What is known by now stays").clicked() {
            wanted.push(OnScenario::Cancel);
        }
    } else {
        let can_run = app.inquiry.ground().is_some();
        let all = ui.add_enabled(can_run, egui::Button::new("Run all"));
        let by = app.inquiry.algorithm.title();
        if all
            .on_hover_text(format!(
                "Search for every row by {by}, on all cores; each is timed while they are busy"
            ))
            .clicked()
        {
            wanted.push(OnScenario::RunAll);
        }
        let n_chosen = known.list.chosen.len();
        let button = egui::Button::new("Run selected");
        let some = ui.add_enabled(can_run && 0 < n_chosen, button);
        let rows = counted_as(n_chosen, "row", "rows");
        let hint = format!("Search for {rows}; Shift and Ctrl select more");
        if some.on_hover_text(hint).clicked() {
            wanted.push(OnScenario::RunSelected);
        }
    }
    let mut reruns = known.reruns;
    let hint = "Run the same rows again when the map was changed";
    if ui.checkbox(&mut reruns, "Re-run after edits").on_hover_text(hint).changed() {
        wanted.push(OnScenario::SetReruns(reruns));
    }
}

/// What is shown: rows or a chart, and ends on the map.
fn shown_ui(app: &App, known: &KnownScenario, ui: &mut egui::Ui, wanted: &mut Vec<OnScenario>) {
    let title = |plot: Option<Plot>| plot.map_or_else(|| "Table".to_owned(), Plot::title);
    let ran_by = known.ran.as_ref().map_or(app.inquiry.algorithm, |(_, manner)| manner.algorithm);
    let others = Algorithm::ALL.iter().filter(|other| **other != ran_by);
    let plots = [None, Some(Plot::Time), Some(Plot::Nodes), Some(Plot::Times)];
    let against = others.flat_map(|other| {
        Quantity::ALL.iter().map(move |quantity| Some(Plot::Against(*other, *quantity)))
    });
    let plots = plots.into_iter().chain(against);
    let choice = egui::ComboBox::from_id_salt("plot")
        .selected_text(title(known.plot))
        .width(150.0)
        .show_ui(ui, |ui| {
            for plot in plots {
                if ui.selectable_label(plot == known.plot, title(plot)).clicked() {
                    wanted.push(OnScenario::Show(plot));
                }
            }
        });
    name(&choice.response, "Table or chart");
    let choice = egui::ComboBox::from_id_salt("heat")
        .selected_text(format!("Map: {}", known.heat.title()))
        .width(120.0)
        .show_ui(ui, |ui| {
            for &heat in Heat::ALL {
                if ui.selectable_label(heat == known.heat, heat.title()).clicked() {
                    wanted.push(OnScenario::SetHeat(heat));
                }
            }
        });
    name(&choice.response, "Starts and goals on the map");
}

/// What the rows are together, in a line.
fn told(known: &KnownScenario) -> String {
    let summary = &known.summary;
    if summary.instances == 0 {
        return format!("{}: not run yet", known.name);
    }
    let n_failed = summary.mismatches.len();
    let n_judged = summary.judged();
    let mut parts = Vec::new();
    if 0 < n_judged {
        parts.push(format!("{} pass", grouped(summary.passed)));
        parts.push(format!("{} fail", grouped(n_failed)));
    }
    match summary.instances - n_judged {
        0 => {}
        _ if n_judged == 0 => {
            let n_found = grouped(summary.found);
            parts.push(format!("{n_found} found, no cost to compare with"));
        }
        // Costs of grids are counted along and across cells, which no path on a mesh has to match.
        n => parts.push(format!("{} that cannot be judged", grouped(n))),
    }
    parts.push(format!("{} without a path", grouped(summary.without_path())));
    if 0 < summary.gave_up {
        parts.push(format!("{} gave up", grouped(summary.gave_up)));
    }
    parts.push(format!("{} in all", duration(summary.total_micros)));
    parts.push(format!("{} each", duration(summary.mean_micros())));
    if 0 < n_judged {
        let worst = relative_error(summary.worst_relative_error);
        parts.push(format!("worst relative error {worst}"));
    }
    if 0 < known.list.n_changed {
        parts.push(format!("{} changed", grouped(known.list.n_changed)));
    }
    if 0 < known.list.n_differing {
        parts.push(format!("{} differ from the other algorithm", grouped(known.list.n_differing)));
    }
    parts.join(" · ")
}

/// The keys that move through the rows, where nothing else needs them.
fn keys(app: &App, ui: &egui::Ui, wanted: &mut Vec<OnScenario>) {
    if ui.ctx().egui_wants_keyboard_input() || !app.view.things.is_empty() || app.dialog.is_some() {
        return;
    }
    let steps = [
        (egui::Key::ArrowUp, -1),
        (egui::Key::ArrowDown, 1),
        (egui::Key::PageUp, -10),
        (egui::Key::PageDown, 10),
    ];
    for (key, places) in steps {
        for (modifiers, pick) in
            [(egui::Modifiers::SHIFT, Pick::UpTo), (egui::Modifiers::NONE, Pick::Only)]
        {
            let n_times = ui.ctx().input_mut(|input| input.count_and_consume_key(modifiers, key));
            if 0 < n_times {
                wanted.push(OnScenario::Step(places * n_times as isize, pick));
            }
        }
    }
}
