//! Every step of a search as a table.

use std::sync::Arc;

use egui_extras::{Column, TableBuilder};

use crate::mesh::Element;
use crate::search::trace::{Event, Kind, Pruned, Seen};
use crate::search::{Ground, Trace};
use crate::text::grouped;

use super::foreign::Watched;
use super::widgets::{number, point};
use super::{Action, App};

/// What the table of events remembers.
#[derive(Default)]
pub(super) struct EventTable {
    filter: String,
    /// The events that the filter lets through, of which search, by which filter.
    found: Option<(Arc<Trace>, String, Vec<u32>)>,
    /// The event that was scrolled to last.
    shown: Option<usize>,
}

/// What happened, in a word.
pub(super) fn kind_title(kind: Kind) -> &'static str {
    match kind {
        Kind::Generated => "generated",
        Kind::NewRoot => "generated, turns",
        Kind::Pushed => "pushed",
        Kind::Expanded => "expanded",
        Kind::Passed => "expanded at once",
        Kind::Pruned(Pruned::Root) => "pruned: shorter way to its root",
        Kind::Pruned(Pruned::Dominated) => "pruned: dominated",
        Kind::Reached => "goal reached",
        Kind::Failed => "ended without a path",
    }
}

/// The table of events below the replay.
pub(super) fn events_ui(app: &mut App, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    let Some(Watched { ground, heard }) = app.watched() else {
        ui.weak("Set a start and a goal to see what the search does");
        return;
    };
    let (ground, trace, cursor) = (ground.clone(), heard.trace.clone(), app.playback.cursor);
    let table = &mut app.panels.events;
    ui.horizontal(|ui| {
        let field = egui::TextEdit::singleline(&mut table.filter)
            .hint_text("Search: pruned, face 12, node 7, expanded…")
            .desired_width(320.0);
        super::widgets::name(&ui.add(field), "Search events");
        table.find(&ground, &trace);
        let n_found = table.found.as_ref().map_or(trace.n_events(), |(_, _, found)| found.len());
        ui.weak(format!("{} of {} events", grouped(n_found), grouped(trace.n_events())));
    });
    ui.set_min_height(ui.available_height());
    let found = table.found.as_ref().map(|(_, _, found)| found.as_slice());
    let n_rows = found.map_or(trace.n_events(), <[u32]>::len);
    if n_rows == 0 {
        ui.weak("No event matches");
        return;
    }
    let event_of = |row: usize| found.map_or(row, |found| found[row] as usize);
    let row_of = |event: usize| match found {
        Some(found) => found.partition_point(|&found| (found as usize) < event),
        None => event,
    };
    let mut builder = TableBuilder::new(ui)
        .striped(true)
        .sense(egui::Sense::click())
        .column(Column::exact(70.0))
        .column(Column::initial(190.0).clip(true))
        .column(Column::exact(70.0))
        .column(Column::exact(70.0))
        .column(Column::exact(90.0))
        .column(Column::exact(90.0))
        .column(Column::exact(80.0))
        .column(Column::remainder().clip(true));
    if table.shown != Some(cursor) {
        // The table follows the replay.
        table.shown = Some(cursor);
        let row = row_of(cursor).min(n_rows.saturating_sub(1));
        builder = builder.scroll_to_row(row, None).animate_scrolling(false);
    }
    builder
        .header(18.0, |mut header| {
            for title in ["event", "what", "node", "parent", "f", "g", "face", "root"] {
                header.col(|ui| {
                    ui.strong(title);
                });
            }
        })
        .body(|body| {
            body.rows(18.0, n_rows, |mut row| {
                let number = event_of(row.index());
                row.set_selected(number == cursor);
                let Some(event) = trace.event(number) else { return };
                for text in cells(&ground, number, &event) {
                    row.col(|ui| {
                        ui.add(egui::Label::new(text).selectable(false).truncate());
                    });
                }
                let response = row.response();
                if response.double_clicked()
                    && let Some(face) = event.node.and_then(|node| ground.origin_of(node.seen.face))
                {
                    wishes.push(Action::FlyTo(Element::Face(face)));
                } else if response.clicked() {
                    wishes.push(Action::Seek(number));
                }
            });
        });
}

/// What the file of the map calls a face; none if nobody says which it is.
fn face_id(ground: &Ground, face: u32) -> Option<i64> {
    let ids = &ground.mesh().attributes().ids;
    let other = || (face != Seen::UNTOLD).then_some(i64::from(face));
    ground.origin_of(face).map(|face| ids.face(face)).or_else(other)
}

fn cells(ground: &Ground, event_number: usize, event: &Event) -> [String; 8] {
    let what = kind_title(event.kind).to_owned();
    let first = grouped(event_number + 1);
    let Some(node) = event.node else {
        let mut cells = [const { String::new() }; 8];
        (cells[0], cells[1]) = (first, what);
        return cells;
    };
    let parent = node.parent.map_or_else(|| "start".to_owned(), |id| id.number().to_string());
    [
        first,
        what,
        node.id.number().to_string(),
        parent,
        number(node.seen.f),
        number(node.seen.g),
        face_id(ground, node.seen.face).map_or_else(String::new, |face| face.to_string()),
        point(node.seen.root),
    ]
}

impl EventTable {
    /// Finds the events that the filter lets through, once for each search and each filter.
    fn find(&mut self, ground: &Ground, trace: &Arc<Trace>) {
        let filter = self.filter.trim().to_lowercase();
        if filter.is_empty() {
            self.found = None;
            return;
        }
        let is_known = self
            .found
            .as_ref()
            .is_some_and(|(known, by, _)| Arc::ptr_eq(known, trace) && *by == filter);
        if is_known {
            return;
        }
        let wanted = Wanted::parse(&filter);
        let found = trace
            .events()
            .enumerate()
            .filter(|(_, event)| wanted.is(ground, event))
            .map(|(number, _)| number as u32)
            .collect();
        self.found = Some((trace.clone(), filter, found));
        self.shown = None;
    }
}

/// What is looked for among the events.
enum Wanted {
    Face(i64),
    Node(u32),
    Word(String),
}

impl Wanted {
    fn parse(filter: &str) -> Self {
        let number_after = |word: &str| filter.strip_prefix(word)?.trim().parse().ok();
        if let Some(face) = number_after("face").or_else(|| number_after("f ")) {
            Self::Face(face)
        } else if let Some(node) = number_after("node").and_then(|n| u32::try_from(n).ok()) {
            Self::Node(node)
        } else {
            Self::Word(filter.to_owned())
        }
    }

    fn is(&self, ground: &Ground, event: &Event) -> bool {
        match self {
            Self::Face(face) => {
                event.node.is_some_and(|node| face_id(ground, node.seen.face) == Some(*face))
            }
            Self::Node(wanted) => event.node.is_some_and(|node| {
                let is = |id: crate::search::trace::NodeId| id.number().get() == *wanted;
                is(node.id) || node.parent.is_some_and(is)
            }),
            Self::Word(word) => kind_title(event.kind).contains(word.as_str()),
        }
    }
}
