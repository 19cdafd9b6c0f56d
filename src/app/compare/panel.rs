//! The tab that says how two searches, and two maps, differ.

use crate::mesh::{Element, FaceId};
use crate::search::Algorithm;
use crate::search::compare::{By, Parting, counters};
use crate::text::{counted, duration, grouped, measure};

use super::super::inquiry::Reply;
use super::super::widgets::{checkbox, command_button, name, number};
use super::super::{Action, App, Command};
use super::{Changes, OnCompare, With};

/// How two searches, and two maps, differ.
pub(in super::super) fn compare_ui(app: &App, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    if app.map.survey.is_none() {
        ui.weak("Open a map to compare searches on it");
        return;
    }
    ui.horizontal_wrapped(|ui| bar_ui(app, ui, wishes));
    ui.separator();
    ui.set_min_height(ui.available_height());
    if app.compare.with == With::Nothing {
        ui.weak("Choose an algorithm, an earlier state of the map, or another map to compare with");
        return;
    }
    if let Some(fault) = &app.compare.fault {
        ui.colored_label(ui.visuals().error_fg_color, fault);
        return;
    }
    if app.compare.reading.is_some() {
        ui.weak("Reading…");
        return;
    }
    let is_other_map = app.compare.with.is_a_map();
    ui.columns(if is_other_map { 3 } else { 2 }, |columns| {
        scrolled(&mut columns[0], "compared", |ui| answers_ui(app, ui, wishes));
        scrolled(&mut columns[1], "differences", |ui| differences_ui(app, ui, wishes));
        if let Some(ui) = columns.get_mut(2) {
            changes_ui(app, ui, wishes);
        }
    });
}

fn scrolled(ui: &mut egui::Ui, salt: &str, content: impl FnOnce(&mut egui::Ui)) {
    let area = egui::ScrollArea::vertical().id_salt(salt).auto_shrink([false, false]);
    area.show(ui, content);
}

fn bar_ui(app: &App, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    let compare = &app.compare;
    ui.label("Compare with");
    let choice = egui::ComboBox::from_id_salt("compare with")
        .selected_text(compare.with.title())
        .width(190.0)
        .show_ui(ui, |ui| {
            let here = app.inquiry.algorithm;
            let others = Algorithm::ALL.iter().filter(|algorithm| **algorithm != here);
            let mut choices = vec![With::Nothing];
            choices.extend(others.map(|algorithm| With::Algorithm(*algorithm)));
            choices.push(With::AsOpened);
            let document = app.document();
            if document.is_some_and(|document| document.as_saved().is_some()) {
                choices.push(With::AsSaved);
            }
            if matches!(compare.with, With::Map(_)) {
                choices.push(compare.with.clone());
            }
            for choice in choices {
                if ui.selectable_label(choice == compare.with, choice.title()).clicked() {
                    wishes.push(Action::Compare(OnCompare::With(choice)));
                }
            }
            command_button(app, ui, Command::CompareWith, wishes);
        });
    name(&choice.response, "Compare with");
    if compare.with == With::Nothing {
        return;
    }
    let hint = "Two maps that are moved, zoomed and replayed together";
    if checkbox(ui, compare.split, "Side by side", hint) {
        wishes.push(Action::Compare(OnCompare::Split(!compare.split)));
    }
    ui.separator();
    ui.label("Replay together by");
    for &by in By::ALL {
        let hint = match by {
            By::Event => "Both have done as many steps",
            By::F => "Both have expanded everything up to the same f",
        };
        if ui.selectable_label(by == compare.by, by.title()).on_hover_text(hint).clicked() {
            wishes.push(Action::Compare(OnCompare::By(by)));
        }
    }
    if let Some((event, last)) = app.other_event() {
        let (here, end) = app.event();
        let place =
            |event: usize, last: usize| format!("{} of {}", grouped(event + 1), grouped(last + 1));
        ui.weak(format!("event {}, beside {}", place(here, end), place(event, last)));
    }
}

/// Costs and counters in two columns.
fn answers_ui(app: &App, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    let Some(replies) = app.compared() else {
        if app.inquiry.asked().is_none() {
            ui.weak("Set a start and a goal to compare paths");
        } else if app.compare.is_busy() || app.inquiry.is_busy() {
            ui.weak("Searching…");
        } else {
            given_up_ui("The search was given up", ui, wishes);
        }
        return;
    };
    egui::Grid::new("compared").num_columns(4).striped(true).spacing([14.0, 3.0]).show(ui, |ui| {
        ui.label("");
        for name in app.side_names() {
            ui.strong(name);
        }
        ui.strong("difference");
        ui.end_row();
        let more = app.comparison().and_then(|told| told.more);
        let costs = replies.map(|reply| match reply.answer.outcome.cost() {
            Some(cost) => number(cost),
            None => reply.answer.outcome.sentence().trim_start_matches("no path: ").to_owned(),
        });
        let more = match more {
            Some(0.0) => "none".to_owned(),
            Some(more) => {
                let cost = replies[0].answer.outcome.cost().unwrap_or(1.0);
                let percent = measure((more / cost * 100.0).abs());
                format!("{} ({percent} %)", signed(more))
            }
            None => String::new(),
        };
        row(ui, "cost", costs, more);
        let time = replies.map(|reply| duration(reply.micros));
        row(ui, "time", time, factor(replies.map(|reply| reply.micros)));
        let [a, b] = replies.map(|reply| reply.answer.counters);
        for (name, counts) in counters(a, b) {
            let texts = counts.map(|count| grouped(count as usize));
            row(ui, name, texts, factor(counts.map(|count| count as f64)));
        }
        for (name, count) in [
            ("corners", (|reply| reply.answer.corners.len()) as fn(&Reply) -> usize),
            ("faces", |reply| reply.answer.faces.len()),
        ] {
            row(ui, name, replies.map(|reply| grouped(count(reply))), String::new());
        }
    });
}

/// Says that somebody has ended something, and offers to go on with it.
fn given_up_ui(text: &str, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    ui.weak(text);
    if ui.button("Compare again").clicked() {
        wishes.push(Action::Compare(OnCompare::Again));
    }
}

fn row(ui: &mut egui::Ui, name: &str, values: [String; 2], difference: String) {
    ui.weak(name);
    values.into_iter().for_each(|value| {
        ui.label(value);
    });
    ui.label(difference);
    ui.end_row();
}

fn signed(value: f64) -> String {
    let sign = if value < 0.0 { "−" } else { "+" };
    format!("{sign}{}", number(value.abs()))
}

/// How many times as much the second is.
fn factor([one, other]: [f64; 2]) -> String {
    if one == other {
        return "none".to_owned();
    }
    if one <= 0.0 { String::new() } else { format!("× {:.2}", other / one) }
}

/// Where both first differ, and where the paths part.
fn differences_ui(app: &App, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    let Some(told) = app.comparison() else {
        if app.compared().is_none() {
            return;
        }
        if app.compare.is_busy() || app.inquiry.is_busy() {
            ui.weak("Comparing step by step…");
        } else {
            given_up_ui("Comparing step by step was given up", ui, wishes);
        }
        return;
    };
    match &told.difference {
        None => {
            ui.label("Both searches did the same, step by step");
        }
        Some(difference) => {
            let text = format!("First difference at event {}", grouped(difference.event + 1));
            if ui.link(text).on_hover_text("Show the search there").clicked() {
                wishes.push(Action::Seek(difference.event));
            }
            for (name, did) in app.side_names().iter().zip(&difference.did) {
                ui.add(egui::Label::new(format!("{name}: {did}")).wrap());
            }
        }
    }
    ui.add_space(6.0);
    let both_found = app
        .compared()
        .is_some_and(|replies| replies.iter().all(|reply| reply.answer.outcome.cost().is_some()));
    match told.parting {
        Some(parting) => {
            let (text, face) = parting_text(app, parting);
            let link = ui.link(text);
            if let Some(face) = face
                && link.on_hover_text("Go there").clicked()
            {
                wishes.push(Action::FlyTo(Element::Face(face)));
            }
        }
        None if both_found => {
            ui.label("Both paths go through the same faces");
        }
        None => {}
    }
}

/// Where the paths part in words, and the face of this map to look at.
fn parting_text(app: &App, Parting { last, next }: Parting) -> (String, Option<FaceId>) {
    let Some(replies) = app.compared() else { return (String::new(), None) };
    let id = |side: usize, face: FaceId| replies[side].ground.mesh().attributes().ids.face(face);
    let goes_on = |side: usize| match next[side] {
        Some(face) => format!("to face {}", id(side, face)),
        None => "not on".to_owned(),
    };
    let part = format!("one goes {}, the other {}", goes_on(0), goes_on(1));
    match last {
        Some(last) => (format!("Paths part in face {}: {part}", id(0, last)), Some(last)),
        None => (format!("Paths never go together: {part}"), next[0]),
    }
}

/// What changed from one map to the other.
fn changes_ui(app: &App, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    const LINE: f32 = 18.0;
    let Some(changes) = app.compare.changes() else {
        if app.compare.diffing.is_some() {
            ui.weak("Comparing maps…");
        } else if app.compare.given_up.diffing.is_some() {
            given_up_ui("Comparing maps was given up", ui, wishes);
        }
        return;
    };
    ui.strong(summary(changes));
    let area = changes.diff.area;
    ui.weak(format!(
        "walkable: {} here, {} there, {} in both",
        measure(area.after),
        measure(area.before),
        measure(area.both)
    ));
    let area = egui::ScrollArea::vertical().id_salt("changes").auto_shrink([false, false]);
    area.show_rows(ui, LINE, changes.rows.len(), |ui, rows| {
        for &change in &changes.rows[rows] {
            let text = egui::RichText::new(changes.told(change));
            if ui.add(egui::Link::new(text)).clicked() {
                wishes.push(changes.way_to(change));
            }
        }
    });
}

/// What changed, counted.
fn summary(changes: &Changes) -> String {
    let diff = &changes.diff;
    if diff.is_empty() {
        return "The maps are the same".to_owned();
    }
    let counts = [
        (diff.added.len(), "face", "only here"),
        (diff.removed.len(), "face", "only there"),
        (diff.toggled.len(), "face", "blocked or unblocked"),
        (diff.reshaped.len(), "face", "reshaped"),
        (diff.opened.len(), "edge", "opened"),
        (diff.closed.len(), "edge", "closed"),
        (diff.moved.len(), "vertex", "moved"),
        (diff.n_links_added + diff.n_links_removed, "link", "changed"),
    ];
    let some = counts.into_iter().filter(|(count, _, _)| *count != 0);
    let texts: Vec<String> = some
        .map(|(count, one, what)| match one {
            "vertex" => {
                format!("{} {what}", crate::text::counted_as(count, "vertex", "vertices"))
            }
            one => format!("{} {what}", counted(count, one)),
        })
        .collect();
    texts.join(", ")
}
