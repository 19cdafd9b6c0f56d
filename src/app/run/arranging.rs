//! What commands do with what is selected: things of a drawing, elements of a mesh.

use crate::document::{Change, Document, Edit};
use crate::geom::Point;
use crate::layout::work::{Pin, Thing};
use crate::mesh::{Across, Element, MeshEdit, VertexId};
use crate::search::{Asked, Preparation, Query};
use crate::tool::{Ends, Selection, arrange};

use super::super::inquiry::Reply;
use super::super::{App, Command, pick};

impl App {
    /// Changes what is selected of a drawing, in one step.
    pub(in crate::app) fn arrange(&mut self, command: Command, ctx: &egui::Context) {
        let Some(layout) = self.layout() else { return };
        let (work, chosen) = (self.work(), &self.view.things);
        let step = self.nudge_length();
        let nudge = |x: f64, y: f64| {
            let by = Point::new(x, y) * step;
            arrange::nudge(layout, work, chosen, by).map(|edit| (edit, None))
        };
        let up = self.view.eye.up();
        let done = match command {
            Command::Delete => arrange::delete(layout, work, chosen).map(|edit| (edit, None)),
            Command::Duplicate => {
                let by = Point::new(1.0, -up) * self.view.reach * 2.0;
                arrange::duplicate(layout, chosen, by).map(|(edit, new)| (edit, Some(new)))
            }
            Command::NudgeLeft => nudge(-1.0, 0.0),
            Command::NudgeRight => nudge(1.0, 0.0),
            Command::NudgeUp => nudge(0.0, up),
            Command::NudgeDown => nudge(0.0, -up),
            Command::ToggleLock => {
                let lock = chosen.things().iter().any(|thing| !work.locked.contains(thing));
                let title = if lock { "Lock" } else { "Unlock" };
                Some((each(title, chosen, |thing| Change::Lock(thing, lock)), None))
            }
            Command::ToggleHide => {
                let hide = chosen.things().iter().any(|thing| !work.hidden.contains(thing));
                let title = if hide { "Hide" } else { "Show" };
                Some((each(title, chosen, |thing| Change::Hide(thing, hide)), None))
            }
            _ => None,
        };
        match done {
            Some((edit, new)) => {
                self.make_step(edit, ctx);
                if let Some(new) = new {
                    self.choose(new);
                }
                self.hand_rests(ctx);
            }
            None if self.view.things.is_empty() => {}
            None => self.notices.info("Nothing that is selected can be changed: it is locked"),
        }
    }

    /// How far the arrows move things: a step of the grid, or about a pixel.
    fn nudge_length(&self) -> f64 {
        self.view.snap.grid.unwrap_or(self.view.reach / 12.0)
    }

    /// Selects everything that is drawn and not locked or hidden.
    pub(in crate::app) fn select_all(&mut self) {
        let Some(layout) = self.layout() else { return };
        let work = self.work();
        let free = |thing: &Thing| !work.locked.contains(thing) && !work.hidden.contains(thing);
        // A lane with a hidden end is not seen either.
        let all = Selection::of(layout.things().filter(free)).kept(Some(layout), work);
        self.choose(all);
    }

    /// Asks the query of the window again after every change.
    pub(in crate::app) fn pin_query(&mut self, ctx: &egui::Context) {
        let Ends { start: Some(start), goal: Some(goal) } = self.inquiry.ends else { return };
        let mut pins = self.work().pins.clone();
        if pins.iter().any(|pin| (pin.start, pin.goal) == (start, goal)) {
            return self.notices.info("This query is pinned already");
        }
        let name = format!("Query {}", pins.len() + 1);
        // Pins are answered with the shortest path on the map as it is: what another search or a wider way costs is no
        // change of the map.
        let is_shortest = |reply: &&Reply| {
            let Asked { query, algorithm, preparation, .. } = reply.asked;
            query == Query { start, goal }
                && algorithm.is_optimal()
                && preparation == Preparation::default()
        };
        let reply = self.inquiry.reply().filter(is_shortest).filter(|_| self.why_stale().is_none());
        let cost = reply.and_then(|reply| reply.answer.outcome.cost());
        pins.push(Pin { name, start, goal, cost });
        self.make_step(Edit::one("Pin query", Change::Pins(pins)), ctx);
        self.hand_rests(ctx);
    }

    /// Puts a pinned query into the window, to be looked at step by step.
    pub(in crate::app) fn load_pin(&mut self, pin: usize, ctx: &egui::Context) {
        let Some(pin) = self.work().pins.get(pin) else { return };
        self.ask_for(Ends { start: Some(pin.start), goal: Some(pin.goal) }, ctx);
    }
}

fn each(title: &'static str, chosen: &Selection, change: impl Fn(Thing) -> Change) -> Edit {
    Edit { title: title.into(), changes: chosen.things().iter().map(|&it| change(it)).collect() }
}

/// Changing the faces of a mesh.
impl App {
    /// Changes the element that is selected.
    pub(in crate::app) fn change_mesh(&mut self, command: Command, ctx: &egui::Context) {
        let mesh = self.document().and_then(Document::mesh).cloned();
        let (Some(mesh), Some(selected)) = (mesh, self.view.selection) else { return };
        if self.must_wait() {
            return;
        }
        let edit = match (command, selected) {
            (Command::ToggleWalkable, Element::Face(face)) => MeshEdit::ToggleWalkable(face),
            (Command::DeleteFace, Element::Face(face)) => MeshEdit::DeleteFace(face),
            (Command::ToggleEdge, Element::Side(face, side)) => {
                let across = mesh.face(face).across().get(side as usize);
                if across.is_some_and(|across| matches!(across, Across::Open(_))) {
                    MeshEdit::CloseSide(face, side as usize)
                } else {
                    MeshEdit::OpenSide(face, side as usize)
                }
            }
            _ => return,
        };
        self.edit_mesh(edit, ctx);
    }

    /// Makes the selected vertex one with another, by the id that the file gives it.
    pub(in crate::app) fn weld(&mut self, text: &str, ctx: &egui::Context) {
        let Some(Element::Vertex(vertex)) = self.view.selection else { return };
        let Some(survey) = self.map.survey.clone() else { return };
        let place = pick::parse_place(&survey.mesh, &format!("v {}", text.trim()));
        let Ok(pick::Target::Element(Element::Vertex(other))) = place else {
            return self.notices.error(format!("There is no vertex {}", text.trim()), None);
        };
        self.dialog = None;
        self.edit_mesh(MeshEdit::Weld(vertex, other), ctx);
    }

    /// Puts the selected vertex somewhere.
    pub(in crate::app) fn move_vertex_to(&mut self, text: &str, ctx: &egui::Context) {
        let Some(Element::Vertex(vertex)) = self.view.selection else { return };
        let Some(to) = pick::parse_point(text) else {
            return self.notices.error("Expected a point such as 12.5,-3", None);
        };
        self.dialog = None;
        self.edit_mesh(MeshEdit::MoveVertex(vertex, to), ctx);
    }

    fn edit_mesh(&mut self, edit: MeshEdit, ctx: &egui::Context) {
        // What is selected has an id of the mesh before.
        if self.must_wait() {
            return;
        }
        let mesh = self.document().and_then(Document::mesh);
        match mesh.map(|mesh| Edit::of_mesh(edit, mesh)) {
            Some(Ok(edit)) => {
                self.make_step(edit, ctx);
                self.hand_rests(ctx);
            }
            Some(Err(error)) => self.notices.failed(&error),
            None => {}
        }
    }

    /// The vertex that is closest to the selected one, as something to weld it with.
    pub(in crate::app) fn nearest_other_vertex(&self) -> Option<VertexId> {
        let (survey, Element::Vertex(vertex)) = (self.map.survey.as_ref()?, self.view.selection?)
        else {
            return None;
        };
        let mesh = &survey.mesh;
        let at = mesh.point(vertex);
        let others = (0..mesh.n_vertices() as u32).map(VertexId).filter(|&other| other != vertex);
        others.min_by(|&a, &b| mesh.point(a).distance(at).total_cmp(&mesh.point(b).distance(at)))
    }
}
