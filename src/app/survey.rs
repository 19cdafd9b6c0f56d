//! What is known of a map: made all at once, off the window's thread where that takes long, and only looked at after.

use std::sync::Arc;

use crate::build::corridors::closed_corridors;
use crate::build::{self, Faces};
use crate::document::{Revision, Source, State};
use crate::draw::{ColorBy, Coloring, Tiles, YAxis};
use crate::geom::{Aabb, Segment};
use crate::layout::Layout;
use crate::mesh::islands::Ways;
use crate::mesh::{self, Element, Findings, Islands, Locator, Navmesh};
use crate::search::{Ground, Preparation};
use crate::text::{capitalized, counted_as};
use crate::watch::{Cancelled, Watch, ask};

use super::gpu::{FaceMarks, face_marks};

/// Maps with more faces than this are coloured by a task.
pub(super) const COLORED_AT_ONCE: usize = 60_000;

/// What is known of a map.
#[derive(Debug)]
pub(super) struct Survey {
    /// The map.
    pub(super) mesh: Arc<Navmesh>,
    /// The same, ready to be searched.
    pub(super) ground: Arc<Ground>,
    /// The same, ready to be drawn.
    pub(super) tiles: Arc<Tiles>,
    /// Which faces are connected.
    pub(super) islands: Islands,
    /// Which face is where.
    pub(super) locator: Locator,
    /// The smallest box around it.
    pub(super) bounds: Aabb,
    /// How much of it may be walked on.
    pub(super) walkable_area: f64,
    /// Which way y grows.
    pub(super) y_axis: YAxis,
}

impl Survey {
    /// Looks at all of a map, for somebody who may not want it any more.
    pub(super) fn new(
        mesh: Arc<Navmesh>,
        y_axis: YAxis,
        watch: &mut dyn Watch,
    ) -> Result<Self, Cancelled> {
        let islands = Islands::new(&mesh, Ways::OnFoot);
        ask(watch, 0.2)?;
        let ground = Arc::new(Ground::new(mesh.clone(), &Preparation::default()));
        ask(watch, 0.6)?;
        let tiles = Arc::new(Tiles::new(&mesh));
        ask(watch, 0.9)?;
        Ok(Self {
            ground,
            tiles,
            walkable_area: islands.list().iter().fold(0.0, |sum, island| sum + island.area),
            islands,
            locator: Locator::new(&mesh),
            bounds: mesh.bounds(),
            y_axis,
            mesh,
        })
    }
}

/// What a document was found to be at one of its revisions.
#[derive(Default)]
pub(super) struct Surveyed {
    /// At which.
    pub(super) revision: Revision,
    /// How many changes the mesh under the hand had followed then.
    pub(super) n_changes: u64,
    /// What is known of its map; none where there is none.
    pub(super) survey: Option<Arc<Survey>>,
    /// What colours tell of it.
    pub(super) coloring: Option<Arc<Coloring>>,
    /// What they were to tell.
    pub(super) color_by: ColorBy,
    /// The same as the graphics card wants it.
    pub(super) marks: Arc<Vec<FaceMarks>>,
    /// What is odd about it, if that was asked for; else it is what whoever read the file has found.
    pub(super) findings: Option<Findings>,
    /// What could not be built as it was drawn.
    pub(super) notes: Vec<String>,
    /// The corridors that are too narrow for the radius.
    pub(super) corridors: Vec<Segment>,
}

/// What to make of a document.
#[derive(Debug, Clone, Copy)]
pub(super) struct Order {
    /// Which faces to make of a drawing.
    pub(super) faces: Faces,
    /// What colours tell.
    pub(super) color_by: ColorBy,
    /// Which way y grows.
    pub(super) y_axis: YAxis,
    /// How many changes the mesh under the hand has followed.
    pub(super) n_changes: u64,
    /// Whether to look for what is odd: whoever has read the file has done that already.
    pub(super) checks: bool,
}

impl Surveyed {
    /// Looks at all of a document. Whoever ends it gets something that is of no use.
    pub(super) fn new(
        state: &State,
        revision: Revision,
        order: Order,
        watch: &mut dyn Watch,
    ) -> Self {
        let mut notes = Vec::new();
        let mut corridors = Vec::new();
        let mesh = match &state.source {
            Source::Mesh(mesh) => Some(mesh.clone()),
            Source::Drawing(layout) => {
                let shown = state.work.shown(layout);
                let mesh = build_mesh(&shown, order.faces, &mut notes, &mut watch.stage(0.0, 0.5));
                if let Some(mesh) = mesh.as_ref().filter(|_| 0.0 < shown.agent.radius) {
                    let closed = closed_corridors(&shown, mesh).unwrap_or_default();
                    corridors.extend(closed.into_iter().map(|corridor| corridor.at));
                }
                mesh
            }
            Source::Nothing => None,
        };
        let findings = order.checks.then(|| findings(state));
        let survey = mesh.and_then(|mesh| {
            Survey::new(mesh, order.y_axis, &mut watch.stage(0.5, 0.9)).ok().map(Arc::new)
        });
        let coloring = survey.as_ref().map(|survey| {
            let by = Some(order.color_by).filter(|by| by.is_told_by(&survey.mesh));
            Arc::new(Coloring::new(&survey.mesh, by.unwrap_or_default()))
        });
        let marks = survey.as_ref().zip(coloring.as_ref());
        let marks = marks.map(|(survey, coloring)| face_marks(&survey.mesh, coloring, |_| 0));
        let marks = Arc::new(marks.unwrap_or_default());
        let Order { color_by, n_changes, .. } = order;
        Self { revision, n_changes, survey, coloring, color_by, marks, findings, notes, corridors }
    }
}

/// What is odd about faces, or about the outlines of a drawing.
fn findings(state: &State) -> Findings {
    let mut findings = Findings::default();
    match &state.source {
        Source::Mesh(mesh) => findings.append(mesh::check(mesh)),
        Source::Drawing(layout) => {
            for (place, (id, obstacle)) in (0..).zip(&layout.obstacles) {
                let name = format!("obstacle {}", id.0);
                for ring in std::iter::once(&obstacle.outline).chain(&obstacle.holes) {
                    findings.check_outline(ring, Element::Outline(place), &name);
                }
            }
        }
        Source::Nothing => {}
    }
    findings.settle(|_| None);
    findings
}

/// Builds a mesh of what was drawn, and says what could not be built as it was.
pub(super) fn build_mesh(
    layout: &Layout,
    faces: Faces,
    notes: &mut Vec<String>,
    watch: &mut dyn Watch,
) -> Option<Arc<Navmesh>> {
    let built = build::whole_watched(layout, faces, watch);
    let built =
        built.map_err(|error| notes.push(format!("No mesh could be built: {error}"))).ok()?;
    if let Some(first) = built.mends.first() {
        let more = match built.mends.len() - 1 {
            0 => String::new(),
            n => format!("; and {} like it", counted_as(n, "more change", "more changes")),
        };
        notes.push(capitalized(&format!("{first}{more}")));
    }
    Some(Arc::new(built.mesh))
}
