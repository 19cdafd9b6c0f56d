//! The query and its answer.

use crate::geom::Point;
use crate::search::{Algorithm, Counters, Outcome, Preparation, Prunings};
use crate::text::{capitalized, counted, duration, grouped};
use crate::tool::{Ends, Tool};

use super::inquiry::Reply;
use super::panels::section;
use super::pins::Pinned;
use super::widgets::{command_button, drag, number, point, row};
use super::{Action, App, Command, verdict, widgets};

/// The ends of the query as they are typed.
#[derive(Debug, Default)]
pub(super) struct Typed {
    start: String,
    goal: String,
    /// What they say, when nobody types.
    ends: Ends,
}

/// The query in the panel on the right.
pub(super) fn query_ui(app: &mut App, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    section(ui, "Query", true, |ui| {
        if app.map.survey.is_none() {
            ui.weak("Open a map to ask for a path");
            return;
        }
        ends_ui(app, ui, wishes);
        let app = &*app;
        ui.horizontal_wrapped(|ui| {
            for command in [Command::Swap, Command::ClearQuery, Command::PasteQuery] {
                command_button(app, ui, command, wishes);
            }
        });
        rows_ui(app, ui, wishes);
        ways_ui(app, ui, wishes);
        ui.separator();
        answer_ui(app, ui, wishes);
    });
}

fn ends_ui(app: &mut App, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    let ends = app.inquiry.ends;
    let typed = &mut app.panels.typed;
    if typed.ends != ends {
        let text = |end: Option<Point>| end.map(point).unwrap_or_default();
        (typed.start, typed.goal, typed.ends) = (text(ends.start), text(ends.goal), ends);
    }
    let mut new = ends;
    let mut wrong = false;
    egui::Grid::new("ends").num_columns(2).show(ui, |ui| {
        for (label, text, end) in
            [("Start", &mut typed.start, &mut new.start), ("Goal", &mut typed.goal, &mut new.goal)]
        {
            let name = ui.label(label);
            let field = egui::TextEdit::singleline(text).hint_text("x, y").desired_width(160.0);
            let field = ui.add(field).labelled_by(name.id);
            if field.lost_focus() && !text.trim().is_empty() {
                match super::pick::parse_point(text) {
                    None => wrong = true,
                    point => *end = point,
                }
            }
            ui.end_row();
        }
    });
    if wrong {
        typed.ends = Ends { start: None, goal: None };
        wishes.push(Action::Say("Expected two numbers, such as 12.5, -3".to_owned()));
    }
    // What is shown has fewer digits than what was clicked: only what was typed anew counts.
    let is_retyped =
        |old: Option<Point>, new: Option<Point>| new.is_some() && old.map(point) != new.map(point);
    if is_retyped(ends.start, new.start) || is_retyped(ends.goal, new.goal) {
        wishes.push(Action::SetEnds(new));
    }
}

/// A row of a scenario to ask.
fn rows_ui(app: &App, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    let Some(known) = &app.scenario else { return };
    let n_rows = known.rows.scenario.instances.len();
    ui.weak(&known.name);
    ui.horizontal(|ui| {
        let label = ui.label("Row");
        let mut row = app.panels.row + 1;
        let value = drag(&mut row, 1..=n_rows).speed(0.2);
        if ui.add(value).labelled_by(label.id).changed() {
            wishes.push(Action::PickRow(row - 1));
        }
        ui.weak(format!("of {}", grouped(n_rows)));
        if ui.button("Ask").clicked() {
            wishes.push(Action::PickRow(app.panels.row));
        }
    });
    if let Some(instance) = known.rows.scenario.instances.get(app.panels.row) {
        // Costs of grids are counted along and across cells; a path that may go anywhere is shorter.
        let octile = if instance.map.ends_with(".map") { " (along cells)" } else { "" };
        let expected = match instance.expected_cost() {
            Some(cost) => format!("the file says {}{octile}", number(cost)),
            None => "the file expects no path".to_owned(),
        };
        ui.weak(expected);
    }
}

/// How to search.
fn ways_ui(app: &App, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    let current = app.inquiry.algorithm;
    let choice = egui::ComboBox::from_id_salt("algorithm")
        .selected_text(current.title())
        .width(200.0)
        .show_ui(ui, |ui| {
            for &algorithm in Algorithm::ALL {
                if ui.selectable_label(algorithm == current, algorithm.title()).clicked() {
                    wishes.push(Action::SetAlgorithm(algorithm));
                }
            }
        });
    widgets::name(&choice.response, "Algorithm");
    let open = app.inquiry.preparation != Preparation::default();
    egui::CollapsingHeader::new("Options").default_open(open).show(ui, |ui| {
        preparation_ui(app, ui, wishes);
        if current == Algorithm::Polyanya {
            prunings_ui(app, ui, wishes);
        }
    });
}

fn preparation_ui(app: &App, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    let old = app.inquiry.preparation;
    let Preparation { mut radius, mut merge, mut special_sectors, mut teleporters, .. } = old;
    ui.horizontal(|ui| {
        let label = ui.label("Radius");
        let step =
            app.map.survey.as_ref().map_or(0.01, |survey| survey.bounds.diagonal() / 20_000.0);
        let value = drag(&mut radius, 0.0..=1e12).speed(step);
        let value = ui.add(value).labelled_by(label.id);
        value.on_hover_text("Edges shorter than twice this are closed");
    });
    ui.checkbox(&mut merge, "Merge faces first")
        .on_hover_text("Search faces that are convex together as one");
    if let Some(survey) = &app.map.survey {
        let attributes = survey.mesh.attributes();
        if !survey.mesh.links().is_empty() {
            ui.checkbox(&mut teleporters, "Teleporters");
        }
        if attributes.sector.iter().any(Option::is_some) {
            ui.checkbox(&mut special_sectors, "Floors that may move");
        }
    }
    limit_ui(app, ui, wishes);
    let new = Preparation { radius, merge, special_sectors, teleporters, ..old };
    if new != old {
        wishes.push(Action::SetPreparation(new));
    }
}

/// After how many expansions a search gives up.
fn limit_ui(app: &App, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    const USUAL: u64 = 10_000;
    let old = app.inquiry.limit;
    ui.horizontal(|ui| {
        let mut is_limited = old.is_some();
        ui.checkbox(&mut is_limited, "Give up after");
        let mut limit = old.unwrap_or(USUAL);
        let value = drag(&mut limit, 0..=u64::MAX / 2).suffix(" expansions");
        ui.add_enabled(is_limited, value);
        let new = is_limited.then_some(limit);
        if new != old {
            wishes.push(Action::SetLimit(new));
        }
    });
}

fn prunings_ui(app: &App, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    let old = app.inquiry.prunings();
    let Prunings { mut blocks, mut dominance, mut core_exits, mut landmarks } = old;
    ui.weak("Leave out");
    ui.checkbox(&mut blocks, "Blocks off the way")
        .on_hover_text("Blocks of faces that cannot lie between start and goal");
    ui.checkbox(&mut dominance, "Dominated intervals")
        .on_hover_text("Intervals to which shorter ways are known");
    ui.checkbox(&mut core_exits, "Dead ends")
        .on_hover_text("Dead ends that hold neither start nor goal");
    ui.checkbox(&mut landmarks, "Detours, by landmarks")
        .on_hover_text("Leave for later what is farther from the goal than it looks");
    let new = Prunings { blocks, dominance, core_exits, landmarks };
    if new != old {
        wishes.push(Action::SetPrunings(new));
    }
}

/// The answer while the map is being made anew: what it costs; the rest follows.
fn live_answer_ui(live: &Pinned, ui: &mut egui::Ui) {
    match live.outcome() {
        Some(Outcome::Found { cost }) => {
            ui.label(egui::RichText::new(format!("Cost {}", number(cost))).heading());
        }
        Some(outcome) => {
            let text = egui::RichText::new(capitalized(outcome.sentence()));
            ui.add(egui::Label::new(text.color(ui.visuals().error_fg_color).strong()).wrap());
        }
        None => {
            ui.weak("Searching…");
        }
    }
    ui.weak("More when you let go");
}

fn answer_ui(app: &App, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    if let Some(live) = app.pins.main().filter(|_| app.is_stale()) {
        return live_answer_ui(live, ui);
    }
    let Some(reply) = app.inquiry.reply() else {
        let asks = matches!(app.view.tool, Tool::Query(_));
        let hint = match app.inquiry.ends {
            _ if app.inquiry.is_searching() => "Searching…",
            Ends { start: Some(_), goal: Some(_) } => "Not asked yet",
            _ if !asks => "Press Q to set start and goal on the map",
            Ends { start: None, .. } => "Click where the path starts",
            Ends { goal: None, .. } => "Click where it leads",
        };
        ui.weak(hint);
        return;
    };
    if app.inquiry.is_searching() {
        ui.weak("Searching…");
    }
    match reply.answer.outcome {
        Outcome::Found { cost } => {
            ui.label(egui::RichText::new(format!("Cost {}", number(cost))).heading());
        }
        outcome => {
            let text = egui::RichText::new(capitalized(outcome.sentence()));
            ui.add(egui::Label::new(text.color(ui.visuals().error_fg_color).strong()).wrap());
        }
    }
    verdict::verdict_ui(app, reply, ui, wishes);
    egui::Grid::new("answer").num_columns(2).spacing([10.0, 3.0]).show(ui, |ui| {
        for (name, value) in facts(reply) {
            row(ui, name, value);
        }
    });
    if !reply.answer.corners.is_empty() {
        corners_ui(reply, ui);
    }
    command_button(app, ui, Command::CopyAnswer, wishes);
}

fn corners_ui(reply: &Reply, ui: &mut egui::Ui) {
    let corners = &reply.answer.corners;
    egui::CollapsingHeader::new(counted(corners.len(), "corner")).id_salt("corners").show(
        ui,
        |ui| {
            const LINE: f32 = 16.0;
            let area = egui::ScrollArea::vertical().id_salt("corner list").max_height(160.0);
            area.auto_shrink([false, true]).show_rows(ui, LINE, corners.len(), |ui, rows| {
                for i in rows {
                    let jumps = reply.answer.jumps.iter().any(|&(corner, _)| corner == i);
                    let jumps = if jumps { "  (teleports)" } else { "" };
                    ui.monospace(format!("{}{jumps}", point(corners[i])));
                }
            });
        },
    );
}

fn facts(reply: &Reply) -> Vec<(&'static str, String)> {
    let answer = &reply.answer;
    let mut facts = Vec::new();
    if !answer.faces.is_empty() {
        facts.push(("faces", grouped(answer.faces.len())));
    }
    if let Some(narrowest) = answer.bottleneck {
        facts.push(("bottleneck", format!("{} wide", number(narrowest.segment.length()))));
    }
    if answer.outcome.cost().is_some() && !reply.asked.algorithm.is_optimal() {
        facts.push(("optimal", "not always: A* over faces".to_owned()));
    }
    let Counters { expanded, generated, pushed, popped, pruned_after_pop } = answer.counters;
    facts.push(("time", duration(reply.micros)));
    for (name, count) in [
        ("expanded", expanded),
        ("generated", generated),
        ("pushed", pushed),
        ("popped", popped),
        ("pruned", pruned_after_pop),
    ] {
        facts.push((name, grouped(count as usize)));
    }
    facts
}

/// The query and its answer, as text.
pub(super) fn answer_text(app: &App) -> Option<String> {
    let reply = app.inquiry.reply()?;
    let name = app.open_name().unwrap_or_default();
    let exact = |p: Point| format!("{},{}", p.x, p.y);
    let mut text = format!(
        "{name}: {} -> {} by {}\n{}",
        exact(reply.asked.query.start),
        exact(reply.asked.query.goal),
        reply.asked.algorithm.title(),
        reply.answer.outcome.sentence(),
    );
    if let Some(cost) = reply.answer.outcome.cost() {
        text += &format!("\ncost: {cost}");
    }
    for (name, value) in facts(reply) {
        text += &format!("\n{name}: {value}");
    }
    for corner in &reply.answer.corners {
        text += &format!("\n  {}", exact(*corner));
    }
    Some(text)
}
