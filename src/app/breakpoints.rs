//! Where a replay stops by itself.

use std::collections::HashSet;

use crate::mesh::{FaceId, Navmesh, VertexId};
use crate::search::trace::{Kind, Node};
use crate::search::{Ground, Trace};
use crate::text::measure;

use super::widgets::{command_button, drag, name};
use super::{Action, App, Command};

/// Where a replay stops.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Breakpoint {
    /// When a node enters a face.
    Face(FaceId),
    /// When the path to a node turns at a vertex.
    Vertex(VertexId),
    /// When f reaches a value.
    F(f64),
    /// When f falls from one node out of the queue to the next: it never should.
    FFalls,
    /// When a node is expanded that had been expanded before: none should be.
    NodeRepeats,
}

/// A cost has fallen if it is below this part of the one before: the rest is rounding.
const FALLEN: f64 = 1.0 - 2e-6;

impl Breakpoint {
    /// In a few words, with the ids of the file.
    pub fn title(self, mesh: &Navmesh) -> String {
        let ids = &mesh.attributes().ids;
        match self {
            Self::Face(face) => format!("face {} is entered", ids.face(face)),
            Self::Vertex(vertex) => format!("a path turns at vertex {}", ids.vertex(vertex)),
            Self::F(value) => format!("f reaches {}", measure(value)),
            Self::FFalls => "f falls".to_owned(),
            Self::NodeRepeats => "a node repeats".to_owned(),
        }
    }
}

/// All events at which a replay stops, and why; in order.
pub(super) fn hits(
    ground: &Ground,
    trace: &Trace,
    breakpoints: &[Breakpoint],
) -> Vec<(usize, Breakpoint)> {
    let mut hits = Vec::new();
    if breakpoints.is_empty() {
        return hits;
    }
    let repeats = breakpoints.contains(&Breakpoint::NodeRepeats);
    let mut past = Past { f: 0.0, expanded: HashSet::new() };
    for (number, event) in trace.events().enumerate() {
        let Some(node) = event.node else { continue };
        let is_hit =
            |breakpoint: &&Breakpoint| past.is_hit(**breakpoint, ground, event.kind, &node);
        if let Some(breakpoint) = breakpoints.iter().find(is_hit) {
            hits.push((number, *breakpoint));
        }
        past.add(event.kind, &node, repeats);
    }
    hits
}

/// What happened before an event.
struct Past {
    /// Of the node that came out of the queue last.
    f: f64,
    expanded: HashSet<[u64; 7]>,
}

impl Past {
    fn is_hit(&self, breakpoint: Breakpoint, ground: &Ground, kind: Kind, node: &Node) -> bool {
        let f = node.seen.f;
        match breakpoint {
            Breakpoint::Face(face) => {
                kind.generates() && ground.origin_of(node.seen.face) == Some(face)
            }
            Breakpoint::Vertex(vertex) => {
                let at = ground.mesh().points().get(vertex.index());
                kind == Kind::NewRoot && at == Some(&node.seen.root)
            }
            Breakpoint::F(value) => kind == Kind::Expanded && self.f < value && value <= f,
            Breakpoint::FFalls => kind == Kind::Expanded && f < self.f * FALLEN,
            Breakpoint::NodeRepeats => kind.expands() && self.expanded.contains(&key(node)),
        }
    }

    fn add(&mut self, kind: Kind, node: &Node, repeats: bool) {
        if kind == Kind::Expanded {
            self.f = node.seen.f;
        }
        if repeats && kind.expands() {
            self.expanded.insert(key(node));
        }
    }
}

/// The same for nodes that are about the same interval from the same root.
fn key(node: &Node) -> [u64; 7] {
    let (root, [left, right]) = (node.seen.root, node.seen.interval);
    let numbers = [root.x, root.y, left.x, left.y, right.x, right.y].map(f64::to_bits);
    let [a, b, c, d, e, f] = numbers;
    [u64::from(node.seen.face), a, b, c, d, e, f]
}

/// Where the replay stops by itself.
pub(super) fn breakpoints_ui(app: &mut App, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    let Some(survey) = app.map.survey.clone() else {
        ui.weak("Open a map to set breakpoints");
        return;
    };
    ui.horizontal_wrapped(|ui| {
        for breakpoint in [Breakpoint::FFalls, Breakpoint::NodeRepeats] {
            let mut set = app.playback.breakpoints.contains(&breakpoint);
            let text = format!("Stop when {}", breakpoint.title(&survey.mesh));
            if ui.checkbox(&mut set, text).changed() {
                wishes.push(Action::ToggleBreakpoint(breakpoint));
            }
        }
        let label = ui.label("Stop when f reaches");
        let value = drag(&mut app.panels.break_f, 0.0..=1e12).speed(1.0);
        ui.add(value).labelled_by(label.id);
        if ui.button("Add").clicked() {
            wishes.push(Action::ToggleBreakpoint(Breakpoint::F(app.panels.break_f)));
        }
    });
    command_button(app, ui, Command::ToggleBreakpoint, wishes)
        .on_hover_text("Stop at what is selected");
    command_button(app, ui, Command::RunToBreakpoint, wishes);
    ui.separator();
    let others =
        app.playback.breakpoints.iter().filter(|breakpoint| {
            !matches!(breakpoint, Breakpoint::FFalls | Breakpoint::NodeRepeats)
        });
    let mut n_others = 0;
    for breakpoint in others {
        n_others += 1;
        let title = breakpoint.title(&survey.mesh);
        ui.horizontal(|ui| {
            let remove = ui.button("×");
            name(&remove, &format!("Remove: {title}"));
            if remove.clicked() {
                wishes.push(Action::ToggleBreakpoint(*breakpoint));
            }
            ui.label(format!("Stops when {title}"));
        });
    }
    if n_others == 0 {
        ui.weak("Select a face or a vertex and press F9 to stop there");
    }
}
