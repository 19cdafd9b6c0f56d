//! What changed from the other map to the one that is open, as a list and as tints of faces.

use std::sync::Arc;

use crate::draw::{Coloring, Ink, Legend, Mark, Pen, Shapes};
use crate::geom::{Aabb, Point, Segment};
use crate::mesh::diff::Diff;
use crate::mesh::{Element, FaceId, Navmesh};

use super::super::gpu::{FaceMarks, face_marks};
use super::super::widgets::point;
use super::super::{Action, App};
use super::are_same;

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
    /// The number of the ink of each of them.
    inks_there: Vec<u8>,
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
    /// Looks for what changed, as long as that is wanted. Slow for large maps: to be done by a task.
    pub(super) fn new(
        [there, here]: &[Arc<Navmesh>; 2],
        is_wanted: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let diff = Diff::while_wanted(there, here, is_wanted)?;
        let number = |ink: Ink| ink.number() as u8;
        let (mut inks_here, mut inks_there) = (vec![0; here.n_faces()], vec![0; there.n_faces()]);
        for &(old, new) in diff.toggled.iter().chain(&diff.reshaped) {
            inks_there[old.index()] = number(Ink::ChangedFace);
            inks_here[new.index()] = number(Ink::ChangedFace);
        }
        diff.added.iter().for_each(|new| inks_here[new.index()] = number(Ink::AddedFace));
        diff.removed.iter().for_each(|old| inks_there[old.index()] = number(Ink::RemovedFace));
        Some(Self {
            rows: rows(&diff),
            diff,
            inks_here,
            inks_there,
            marks_there: Arc::default(),
            meshes: [there.clone(), here.clone()],
        })
    }

    /// Tints the faces of the other map, which look like this otherwise.
    pub(super) fn tint(&mut self, coloring: &Coloring) {
        let ink = |face: FaceId| self.inks_there[face.index()];
        self.marks_there = Arc::new(face_marks(&self.meshes[0], coloring, ink));
    }

    /// Whether it is what changed from one mesh to another.
    pub(super) fn is_of(&self, meshes: [&Arc<Navmesh>; 2]) -> bool {
        are_same(&self.meshes, meshes)
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

/// What else shows what changed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Here {
    /// Whether the other map is shown beside this one.
    pub(super) is_split: bool,
    /// Whether the graphics card tints faces.
    pub(super) has_card: bool,
}

/// Paints what changed on this map: what nothing else shows.
pub(super) fn paint_here(app: &App, shown: Here, pen: &mut dyn Pen, said: &mut Legend) {
    let Some(changes) = app.compare.changes() else { return };
    let [there, here] = &changes.meshes;
    let diff = &changes.diff;
    let changed = || diff.toggled.iter().chain(&diff.reshaped).map(|&(_, new)| new);
    if !shown.has_card {
        fill(here, Ink::AddedFace, diff.added.iter().copied(), pen);
        fill(here, Ink::ChangedFace, changed(), pen);
    }
    if !shown.is_split {
        fill(there, Ink::RemovedFace, diff.removed.iter().copied(), pen);
    }
    paint_lines(diff, pen, said);
    for (ink, is_there) in [
        (Ink::AddedFace, !diff.added.is_empty()),
        (Ink::RemovedFace, !diff.removed.is_empty()),
        (Ink::ChangedFace, changed().next().is_some()),
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
    paint_lines(diff, pen, &mut Legend::default());
}

/// Sides that were opened or closed, and the ways of vertices that moved: those in view, of many only the first.
fn paint_lines(diff: &Diff, pen: &mut dyn Pen, said: &mut Legend) {
    let visible = pen.camera().visible();
    let is_seen = |ends: &(Point, Point)| Aabb::around([ends.0, ends.1]).touches(visible);
    let sides = |list: &[Segment]| list.iter().map(|it| (it.from, it.to)).collect::<Vec<_>>();
    for (ink, list) in [
        (Ink::OpenedSide, &sides(&diff.opened)),
        (Ink::ClosedSide, &sides(&diff.closed)),
        (Ink::MovedVertex, &diff.moved),
    ] {
        let mut lines = Shapes::default();
        for &(from, to) in list.iter().filter(|ends| is_seen(ends)).take(PAINTED) {
            lines.push([from, to]);
            if ink == Ink::MovedVertex {
                pen.mark(ink, to, Mark::Arrow(to - from), 9.0);
            }
        }
        if !lines.is_empty() {
            pen.stroke(ink, &lines);
        }
        if !list.is_empty() {
            said.add(ink);
        }
    }
}

/// Fills faces that are in view and draws round them: of many only the first.
fn fill(mesh: &Navmesh, ink: Ink, faces: impl Iterator<Item = FaceId>, pen: &mut dyn Pen) {
    let visible = pen.camera().visible();
    let (mut rings, mut outlines) = (Shapes::default(), Shapes::default());
    let seen = faces.map(|face| mesh.face(face)).filter(|face| face.bounds().touches(visible));
    for face in seen.take(PAINTED) {
        rings.push(face.points());
        outlines.push(face.points().chain(face.points().next()));
    }
    if !rings.is_empty() {
        pen.fill(ink, &rings);
        pen.stroke(ink, &outlines);
    }
}
