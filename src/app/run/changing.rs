//! Changing what is open, and following it: the mesh, the islands, the paths.

use std::collections::BTreeSet;

use crate::build::Faces;
use crate::document::{Change, Document, Edit, Source, Step, changes};
use crate::geom::{Aabb, LIMIT, Point};
use crate::layout::work::{Thing, Work};
use crate::layout::{Border, Layout, ObstacleId};
use crate::mesh::Navmesh;
use crate::search::Query;
use crate::tool::{Act, Ends, Gesture, Keys};

use super::super::App;
use super::super::files::Opened;
use super::super::pins::Moved;

/// What a document has that is none.
static NO_WORK: Work = Work {
    pins: Vec::new(),
    view: None,
    y_down: false,
    locked: BTreeSet::new(),
    hidden: BTreeSet::new(),
};

impl App {
    /// What is drawn, if what is open is a drawing.
    pub(in crate::app) fn layout(&self) -> Option<&Layout> {
        self.document()?.layout()
    }

    /// What belongs to the work on what is open.
    pub(in crate::app) fn work(&self) -> &Work {
        self.document().map_or(&NO_WORK, Document::work)
    }

    /// Changes what is open.
    pub(in crate::app) fn edit(&mut self, edit: Edit, step: Step, ctx: &egui::Context) {
        let was_current = !self.is_stale();
        let Some(opened) = &mut self.opened else { return };
        let live = self.drawing.as_ref().and_then(|drawing| drawing.live());
        let moved = opened
            .document
            .layout()
            .zip(live)
            .map(|(layout, live)| moved(&edit.changes, layout, live.drawn_bounds()));
        let (changes, n_before) = (edit.changes.clone(), n_elements(&opened.document));
        opened.document.apply(edit, step);
        if n_elements(&opened.document) != n_before {
            self.forget_numbers();
        }
        self.follow_changes(&changes, moved.flatten(), was_current, ctx);
    }

    /// The same in a step of its own, whatever the hand does: what it carries stays where it is.
    pub(in crate::app) fn make_step(&mut self, edit: Edit, ctx: &egui::Context) {
        self.view.tool.let_go();
        self.edit(edit, Step::New, ctx);
    }

    /// The same by a number that is being dragged in a panel: one step as long as it is.
    pub(in crate::app) fn slide(&mut self, edit: Edit, dragged: bool, ctx: &egui::Context) {
        let title = edit.title.to_string();
        let goes_on = self.view.sliding.as_ref() == Some(&title);
        self.view.sliding = dragged.then_some(title);
        self.view.hand_moves = dragged;
        self.edit(edit, if goes_on { Step::Continue } else { Step::New }, ctx);
        if !dragged {
            self.hand_rests(ctx);
        }
    }

    /// Takes the last step back; what is half done first.
    pub(in crate::app) fn undo(&mut self, ctx: &egui::Context) {
        if self.view.tool.is_busy() {
            return self.cancel_tool(ctx);
        }
        self.travel(ctx, |document| _ = document.undo());
        self.hand_rests(ctx);
    }

    /// Does again what was undone last.
    pub(in crate::app) fn redo(&mut self, ctx: &egui::Context) {
        self.view.tool.let_go();
        self.travel(ctx, |document| _ = document.redo());
        self.hand_rests(ctx);
    }

    /// Undoes, or does again, until so many steps are done.
    pub(in crate::app) fn go_to_step(&mut self, n_steps: usize, ctx: &egui::Context) {
        self.view.tool.let_go();
        self.travel(ctx, |document| {
            while n_steps < document.done().len() && document.undo().is_some() {}
            while document.done().len() < n_steps && document.redo().is_some() {}
        });
        self.hand_rests(ctx);
    }

    /// Lets go of what the tool has in hand, and takes back what it has done so far.
    pub(in crate::app) fn cancel_tool(&mut self, ctx: &egui::Context) {
        let at = self.view.pointer.unwrap_or_default();
        let gesture =
            Gesture { act: Act::Cancel, at, reach: self.view.reach, keys: Keys::default() };
        self.gesture(gesture, egui::Vec2::ZERO, ctx);
    }

    /// Takes back what the hand has done so far, for good.
    pub(in crate::app) fn revert(&mut self, ctx: &egui::Context) {
        self.travel(ctx, |document| _ = document.revert());
    }

    /// Goes to another state of what is open, and follows it there.
    fn travel(&mut self, ctx: &egui::Context, go: impl FnOnce(&mut Document)) {
        let was_current = !self.is_stale();
        let Some(Opened { document, .. }) = &mut self.opened else { return };
        let (before, revision) = (document.state().clone(), document.revision());
        let n_before = n_elements(document);
        go(document);
        if document.revision() != revision {
            let changes = changes(&before, document.state());
            if let (Source::Drawing(from), Some(to)) = (&before.source, document.layout()) {
                self.view.things = self.view.things.led(from, to);
            }
            if n_elements(document) != n_before {
                self.forget_numbers();
            }
            self.follow_changes(&changes, None, was_current, ctx);
        }
    }

    /// Whether faces and vertices have other numbers by now than those on the map that is seen.
    pub(super) fn shows_old_numbers(&self) -> bool {
        let shown = self.map.survey.as_ref().map(|survey| numbers_of(&survey.mesh));
        let now = self.document().and_then(n_elements);
        self.is_stale() && now.is_some() && shown != now
    }

    /// Lets go of what is known by the number of a face or vertex: it could be another one's now.
    fn forget_numbers(&mut self) {
        self.view.selection = None;
        self.playback.forget_elements();
    }

    fn follow_changes(
        &mut self,
        changes: &[Change],
        moved: Option<(Moved, Option<ObstacleId>)>,
        was_current: bool,
        ctx: &egui::Context,
    ) {
        // Whoever goes on has not given this up.
        self.lose_nothing_more();
        let Some(opened) = &self.opened else { return };
        let document = &opened.document;
        let (layout, work) = (document.layout(), document.work());
        self.view.things = self.view.things.kept(layout, work);
        if let (Some(drawing), Some(layout)) = (&mut self.drawing, layout) {
            let before = drawing.fault.clone();
            drawing.follow(changes, (layout, work), ctx);
            if let Some(fault) = drawing.fault.as_ref().filter(|_| drawing.fault != before) {
                self.notices.failed(fault);
            }
        }
        match moved {
            Some((moved, held)) => self.pins.note(&moved, held),
            None => self.pins.forget(),
        }
        let is_of_map = |change: &Change| !matches!(change, Change::Lock(..) | Change::Pins(_));
        if changes.iter().any(is_of_map) {
            self.survey_soon(ctx);
        } else if was_current {
            // Whatever the map shows is as true as it was before.
            self.map.revision = document.revision();
        }
        if self.inquiry.has_old_answer() && !self.inquiry.is_searching() {
            // Whoever goes back may have come to what the map shows: of that nobody has asked yet.
            self.ask(ctx);
        } else {
            self.ask_pins(ctx);
        }
    }

    /// Asks the pinned queries again, as far as they may have other answers now.
    pub(in crate::app) fn ask_pins(&mut self, ctx: &egui::Context) {
        let Some(opened) = &self.opened else { return };
        let document = &opened.document;
        let is_stale = document.revision() != self.map.revision;
        let Ends { start, goal } = self.inquiry.ends;
        let main = start.zip(goal).map(|(start, goal)| Query { start, goal });
        // While the map is that of the drawing, the query of the window is answered in full.
        let main = main.filter(|_| is_stale);
        self.pins.set_queries(&document.work().pins, main);
        match (&mut self.drawing, &self.map.survey) {
            (Some(drawing), _) if drawing.is_working() => return,
            (Some(drawing), _) if drawing.live().is_some() => {
                self.pins.find(drawing, ctx);
            }
            // They are asked when the map is that of the document.
            (_, Some(_)) if is_stale => return,
            (_, Some(survey)) => self.pins.find_on(&survey.ground),
            _ => return,
        }
        if !self.pins.are_known() {
            ctx.request_repaint();
        }
    }

    /// Joins triangles into larger faces, or leaves them as they are.
    pub(in crate::app) fn toggle_merge(&mut self, ctx: &egui::Context) {
        let (Some(drawing), Some(opened)) = (&mut self.drawing, &self.opened) else { return };
        let document = &opened.document;
        let Some(layout) = document.layout() else { return };
        drawing.faces = if drawing.merges() { Faces::Triangles } else { Faces::Merged };
        drawing.rebuild(document.work().shown(layout).into_owned(), ctx);
        // One that is under way would be of the other faces.
        self.tasks.surveying = None;
        self.survey_soon(ctx);
    }

    /// The hand has let go: what was left for later is done now.
    pub(in crate::app) fn hand_rests(&mut self, ctx: &egui::Context) {
        self.view.hand_moves = false;
        self.view.sliding = None;
        let is_behind = self.drawing.as_mut().is_some_and(|drawing| {
            drawing.hand_rests();
            // The map may be of this revision and have been looked at before its mesh was there.
            drawing.is_behind() && !drawing.is_working()
        });
        if (self.is_stale() || is_behind) && self.tasks.surveying.is_none() {
            self.survey_soon(ctx);
        }
        self.keep_for_recovery();
    }

    /// Takes what tasks have made of a drawing.
    pub(in crate::app) fn take_drawing(&mut self, ctx: &egui::Context) {
        if let Some(drawing) = &mut self.drawing
            && drawing.poll(ctx)
        {
            // What they were told was of the mesh before.
            self.pins.forget();
            if let Some(fault) = drawing.fault.clone() {
                self.notices.failed(&fault);
            }
            self.survey_soon(ctx);
            self.ask_pins(ctx);
        }
    }
}

/// Where obstacles and walls are taken from and put, and the obstacle, if it is one that was there before and nothing
/// else moves with it; none if more changes than that. `rim` is the box around everything that is drawn.
fn moved(changes: &[Change], layout: &Layout, rim: Aabb) -> Option<(Moved, Option<ObstacleId>)> {
    let mut moved = Moved::default();
    let slack = layout.agent.reach();
    let (mut from, mut to) = (Aabb::EMPTY, Aabb::EMPTY);
    for change in changes {
        let (thing, new) = match change {
            Change::Obstacle(id, new) => (Thing::Obstacle(*id), new.as_ref().map(|it| &it.outline)),
            Change::Wall(id, new) => (Thing::Wall(*id), new.as_ref()),
            Change::Lock(..) | Change::Pins(_) => continue,
            _ => return None,
        };
        let before = layout.bounds_of(thing);
        let after = new.map_or(Aabb::EMPTY, |ring| Aabb::around(ring.iter().copied()));
        (from, to) = (from.union(before), to.union(after));
        for (boxes, bounds) in [(&mut moved.from, before), (&mut moved.to, after)] {
            boxes.extend((!bounds.is_empty()).then(|| bounds.inflated(slack)));
        }
    }
    let strips = moved_ground(layout, rim, from, to);
    let held = match changes {
        [Change::Obstacle(id, Some(_))] if layout.obstacles.contains_key(id) => Some(*id),
        _ => None,
    };
    let held = held.filter(|_| strips.is_empty());
    moved.from.extend(&strips);
    moved.to.extend(&strips);
    Some((moved, held))
}

/// Where the ground itself comes and goes: a border that is a box around everything moves with what is at its rim.
fn moved_ground(layout: &Layout, rim: Aabb, from: Aabb, to: Aabb) -> Vec<Aabb> {
    let Border::Box { margin } = layout.border else { return Vec::new() };
    if layout.region.is_some() {
        return Vec::new();
    }
    let margin = margin - layout.agent.reach();
    let all = Aabb { min: Point::new(-LIMIT, -LIMIT), max: Point::new(LIMIT, LIMIT) };
    // How far in the new rim can be at most: whatever moved is still inside of it.
    let inner = Aabb {
        min: Point::new(from.min.x.max(to.min.x), from.min.y.max(to.min.y)),
        max: Point::new(from.max.x.min(to.max.x), from.max.y.min(to.max.y)),
    };
    let both = from.union(to);
    let mut strips = Vec::new();
    let mut add = |touched: bool, strip: Aabb| strips.extend(touched.then_some(strip));
    let upto = |x: f64, y: f64| Aabb { max: Point::new(x, y), ..all };
    let since = |x: f64, y: f64| Aabb { min: Point::new(x, y), ..all };
    add(both.min.x <= rim.min.x, upto(inner.min.x - margin, LIMIT));
    add(both.min.y <= rim.min.y, upto(LIMIT, inner.min.y - margin));
    add(rim.max.x <= both.max.x, since(inner.max.x + margin, -LIMIT));
    add(rim.max.y <= both.max.y, since(-LIMIT, inner.max.y + margin));
    strips
}

/// How many elements a mesh has of each kind: as long as these are the same, numbers mean the same.
fn n_elements(document: &Document) -> Option<[usize; 3]> {
    document.mesh().map(|mesh| numbers_of(mesh))
}

fn numbers_of(mesh: &Navmesh) -> [usize; 3] {
    [mesh.n_faces(), mesh.n_vertices(), mesh.across().len()]
}
