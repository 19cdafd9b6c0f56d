//! Pinned queries in the panel on the right, and their paths on the map.

use crate::document::{Change, Edit};
use crate::draw::{Ink, Legend, Mark, Pen, Shapes};
use crate::layout::work::Pin;
use crate::search::{End, Outcome, SAME_COST};

use super::panels::section;
use super::pins::Pinned;
use super::widgets::{command_button, name, number};
use super::{Action, App, Command};

/// Pinned queries, each with what it costs and how that has changed.
pub(super) fn pinned_ui(app: &App, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    const LINE: f32 = 20.0;
    if app.opened.is_none() {
        return;
    }
    let pins = &app.work().pins;
    section(ui, &format!("Pinned queries ({})", pins.len()), !pins.is_empty(), |ui| {
        command_button(app, ui, Command::PinQuery, wishes);
        let area = egui::ScrollArea::vertical().id_salt("pins").max_height(220.0);
        area.auto_shrink([false, true]).show_rows(ui, LINE, pins.len(), |ui, rows| {
            for place in rows {
                pin_ui(app, place, ui, wishes);
            }
        });
    });
}

fn pin_ui(app: &App, place: usize, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    let pins = &app.work().pins;
    let (pin, pinned) = (&pins[place], app.pins.answer(place));
    ui.horizontal(|ui| {
        let load = ui.small_button("▶").on_hover_text("Look at this search step by step");
        name(&load, &format!("Load {}", pin.name));
        if load.clicked() {
            wishes.push(Action::LoadPin(place));
        }
        let remove = ui.small_button("✖").on_hover_text("Ask this no more");
        name(&remove, &format!("Unpin {}", pin.name));
        if remove.clicked() {
            let mut left = pins.clone();
            left.remove(place);
            wishes.push(Action::Edit(Edit::one("Unpin query", Change::Pins(left))));
        }
        let mut text = pin.name.clone();
        let field = ui.add(egui::TextEdit::singleline(&mut text).desired_width(84.0));
        name(&field, &format!("Name of pin {}", place + 1));
        if field.changed() {
            let mut renamed = pins.clone();
            renamed[place].name = text;
            let edit = Edit::one("Rename pinned query", Change::Pins(renamed));
            wishes.push(Action::Slide(edit, field.has_focus()));
        } else if field.lost_focus() {
            wishes.push(Action::HandRests);
        }
        let (text, is_broken) = told(pin, pinned);
        let mut text = egui::RichText::new(text);
        if is_broken {
            text = text.color(ui.visuals().error_fg_color).strong();
        } else if pinned.is_none_or(|pinned| !pinned.is_known()) {
            text = text.weak();
        }
        ui.add(egui::Label::new(text).truncate());
    });
}

/// What a pinned query costs and by how much that has changed since it was saved; and whether there is no path.
fn told(pin: &Pin, pinned: Option<&Pinned>) -> (String, bool) {
    let Some(pinned) = pinned.filter(|pinned| pinned.outcome().is_some()) else {
        return ("…".to_owned(), false);
    };
    match (pinned.cost(), pin.cost) {
        (Some(now), Some(saved)) if (now - saved).abs() <= SAME_COST * saved.abs() => {
            (number(now), false)
        }
        (Some(now), Some(saved)) => {
            let sign = if saved < now { "+" } else { "−" };
            (format!("{} ({sign}{})", number(now), number((now - saved).abs())), false)
        }
        (Some(now), None) => (number(now), false),
        (None, _) => match pinned.outcome() {
            Some(Outcome::OffMesh(End::Start)) => ("start off the mesh".to_owned(), true),
            Some(Outcome::OffMesh(End::Goal)) => ("goal off the mesh".to_owned(), true),
            Some(Outcome::GaveUp) => ("gave up".to_owned(), true),
            _ => ("no path".to_owned(), true),
        },
    }
}

/// The paths of pinned queries on the map.
pub(super) fn paint(app: &App, pen: &mut dyn Pen, said: &mut Legend) {
    let (mut paths, mut broken) = (Shapes::default(), Shapes::default());
    for (place, pin) in app.work().pins.iter().enumerate() {
        let pinned = app.pins.answer(place);
        match pinned.filter(|pinned| pinned.cost().is_some()) {
            Some(pinned) => paths.push(pinned.corners().iter().copied()),
            None if pinned.is_some_and(|pinned| pinned.outcome().is_some()) => {
                broken.line(pin.start, pin.goal);
                pen.mark(Ink::BrokenPin, pin.goal, Mark::Cross, 10.0);
            }
            None => {}
        }
    }
    for (ink, lines) in [(Ink::Pin, &paths), (Ink::BrokenPin, &broken)] {
        if !lines.is_empty() {
            pen.stroke(ink, lines);
            said.add(ink);
        }
    }
    for pin in &app.work().pins {
        pen.mark(Ink::Pin, pin.start, Mark::Disc, 6.0);
        pen.mark(Ink::Pin, pin.goal, Mark::Diamond, 7.0);
    }
}
