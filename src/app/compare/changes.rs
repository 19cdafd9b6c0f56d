//! What changed from the other map to the one that is open, as a list and as tints of faces.

use std::sync::Arc;

use crate::draw::{Coloring, Ink, Legend, Pen, Shapes};
use crate::geom::{Aabb, Point, Segment};
use crate::mesh::diff::Diff;
use crate::mesh::{Element, FaceId, Navmesh};

use super::super::gpu::{FaceMarks, face_marks};
use super::super::widgets::point;
use super::super::{Action, App};

/// What changed from the other map to this one.
pub(in super::super) struct Changes {
    meshes: [Arc<Navmesh>; 2],
    /// All of it.
    pub(super) diff: Diff,
    /// The same, one by one.
    pub(super) rows: Vec<Change>,
    /// The number of the ink of each face of this map, 0 where it did not change.
    inks_here: Vec<u8>,
    /// What each face of the other map looks like.
    pub(super) marks_there: Arc<Vec<FaceMarks>>,
}

/// Something that changed.
#[derive(Debug, Clone, Copy)]
pub(super) enum Change {
    Added(FaceId),
    Removed(FaceId),
    Toggled(FaceId),
    Reshaped(FaceId),
    Opened(Segment),
    Closed(Segment),
    Moved(Point, Point),
}

/// No more faces and sides than this are painted without a graphics card to do it, or though no map has them.
const PAINTED: usize = 2_000;

impl Changes {
    /// Looks for what changed. Slow for large maps: to be done by a task.
    pub(super) fn new(there: &Arc<Navmesh>, here: &Arc<Navmesh>, coloring: &Coloring) -> Self {
        let diff = Diff::new(there, here);
        let number = |ink: Ink| ink.number() as u8;
        let (mut inks_here, mut inks_there) = (vec![0; here.n_faces()], vec![0; there.n_faces()]);
        for &(old, new) in diff.toggled.iter().chain(&diff.reshaped) {
            inks_there[old.index()] = number(Ink::ChangedFace);
            inks_here[new.index()] = number(Ink::ChangedFace);
        }
        diff.added.iter().for_each(|new| inks_here[new.index()] = number(Ink::AddedFace));
        diff.removed.iter().for_each(|old| inks_there[old.index()] = number(Ink::RemovedFace));
        let marks = face_marks(there, coloring, |face: FaceId| inks_there[face.index()]);
        Self {
            rows: rows(&diff),
            diff,
            inks_here,
            marks_there: Arc::new(marks),
            meshes: [there.clone(), here.clone()],
        }
    }

    /// Whether it is what changed from one mesh to another.
    pub(super) fn is_of(&self, meshes: [&Arc<Navmesh>; 2]) -> bool {
        self.meshes.iter().zip(meshes).all(|(known, mesh)| Arc::ptr_eq(known, mesh))
    }

    /// The number of the ink that says how a face of this map has changed, or 0.
    pub(in super::super) fn ink_here(&self, face: FaceId) -> u8 {
        self.inks_here.get(face.index()).copied().unwrap_or(0)
    }

    /// A change in words.
    pub(super) fn told(&self, change: Change) -> String {
        let [there, here] = &self.meshes;
        let id = |mesh: &Navmesh, face: FaceId| mesh.attributes().ids.face(face);
        let ends = |side: Segment| format!("{} – {}", point(side.from), point(side.to));
        match change {
            Change::Added(face) => format!("face {} is only here", id(here, face)),
            Change::Removed(face) => format!("face {} is only there", id(there, face)),
            Change::Toggled(face) => {
                let now = if here.face(face).walkable() { "walkable" } else { "blocked" };
                format!("face {} is {now} here", id(here, face))
            }
            Change::Reshaped(face) => format!("face {} has another shape", id(here, face)),
            Change::Opened(side) => format!("edge {} is open here", ends(side)),
            Change::Closed(side) => format!("edge {} is closed here", ends(side)),
            Change::Moved(from, to) => {
                format!("a vertex at {} is at {} here", point(from), point(to))
            }
        }
    }

    /// How to get there.
    pub(super) fn way_to(&self, change: Change) -> Action {
        let around = |bounds: Aabb| {
            let margin = (bounds.diagonal() * 2.0).max(self.meshes[1].bounds().diagonal() / 200.0);
            Action::Show(bounds.inflated(margin.max(1e-9)))
        };
        match change {
            Change::Added(face) | Change::Toggled(face) | Change::Reshaped(face) => {
                Action::FlyTo(Element::Face(face))
            }
            Change::Removed(face) => around(self.meshes[0].face(face).bounds()),
            Change::Opened(side) | Change::Closed(side) => {
                around(Aabb::around([side.from, side.to]))
            }
            Change::Moved(from, to) => around(Aabb::around([from, to])),
        }
    }
}

fn rows(diff: &Diff) -> Vec<Change> {
    let mut rows: Vec<Change> = Vec::new();
    rows.extend(diff.toggled.iter().map(|&(_, new)| Change::Toggled(new)));
    rows.extend(diff.opened.iter().copied().map(Change::Opened));
    rows.extend(diff.closed.iter().copied().map(Change::Closed));
    rows.extend(diff.moved.iter().map(|&(from, to)| Change::Moved(from, to)));
    rows.extend(diff.added.iter().copied().map(Change::Added));
    rows.extend(diff.removed.iter().copied().map(Change::Removed));
    rows.extend(diff.reshaped.iter().map(|&(_, new)| Change::Reshaped(new)));
    rows
}

/// Paints what changed on this map: what the graphics card does not tint.
pub(super) fn paint_here(app: &App, pen: &mut dyn Pen, said: &mut Legend) {
    let Some(changes) = app.compare.changes() else { return };
    let [there, here] = &changes.meshes;
    let diff = &changes.diff;
    let changed = || diff.toggled.iter().chain(&diff.reshaped).map(|&(_, new)| new);
    if !app.has_card {
        fill(here, Ink::AddedFace, diff.added.iter().copied(), pen);
        fill(here, Ink::ChangedFace, changed(), pen);
    }
    if !app.is_split() {
        fill(there, Ink::RemovedFace, diff.removed.iter().copied(), pen);
    }
    paint_lines(diff, pen);
    let has_lines = !(diff.opened.is_empty() && diff.closed.is_empty() && diff.moved.is_empty());
    for (ink, is_there) in [
        (Ink::AddedFace, !diff.added.is_empty()),
        (Ink::RemovedFace, !diff.removed.is_empty()),
        (Ink::ChangedFace, has_lines || changed().next().is_some()),
    ] {
        if is_there {
            said.add(ink);
        }
    }
}

/// Paints what changed on the other map.
pub(super) fn paint_there(app: &App, pen: &mut dyn Pen) {
    let Some(changes) = app.compare.changes() else { return };
    let (there, diff) = (&changes.meshes[0], &changes.diff);
    if !app.has_card {
        fill(there, Ink::RemovedFace, diff.removed.iter().copied(), pen);
        let changed = diff.toggled.iter().chain(&diff.reshaped).map(|&(old, _)| old);
        fill(there, Ink::ChangedFace, changed, pen);
    }
    paint_lines(diff, pen);
}

/// Sides that were opened or closed, and the ways of vertices that moved.
fn paint_lines(diff: &Diff, pen: &mut dyn Pen) {
    let mut lines = Shapes::default();
    diff.opened.iter().chain(&diff.closed).take(PAINTED).for_each(|it| lines.line(it.from, it.to));
    diff.moved.iter().take(PAINTED).for_each(|&(from, to)| lines.line(from, to));
    if !lines.is_empty() {
        pen.stroke(Ink::ChangedFace, &lines);
    }
}

/// Fills faces that are in view: of many only the first.
fn fill(mesh: &Navmesh, ink: Ink, faces: impl Iterator<Item = FaceId>, pen: &mut dyn Pen) {
    let visible = pen.camera().visible();
    let mut rings = Shapes::default();
    for face in faces.take(10 * PAINTED) {
        let face = mesh.face(face);
        if face.bounds().touches(visible) && rings.len() < PAINTED {
            rings.push(face.points());
        }
    }
    if !rings.is_empty() {
        pen.fill(ink, &rings);
    }
}
