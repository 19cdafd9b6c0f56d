//! From drawings to meshes, and back.
//!
//! ```text
//! Layout ──whole numbers──▶ things ──what meets is put together──▶ edges that share ends only
//!        ──spade──▶ triangles ──windings──▶ walkable or blocked ──convex neighbours──▶ Navmesh
//! ```
//!
//! Everything up to the triangles is done on whole numbers of [`Steps`], so nothing is lost between one stage and the
//! next. Every build is checked, exactly, before anybody sees it: all triangles run counter-clockwise and the frame
//! around them is whole, so they cover it once; every outline is there; and whichever way one walks to a triangle, one
//! crosses as many outlines. So the areas of ground and obstacles add up to what their outlines run round.

use std::fmt;

use rayon::prelude::*;
use thiserror::Error;

use crate::geom::{Aabb, LIMIT, Point};
use crate::layout::lane::LaneId;
use crate::layout::{Layout, Obstacle, ObstacleId, Outline};
use crate::mesh::{MeshError, Navmesh};
use crate::watch::{Cancelled, Watch, ask};

mod aside;
mod classify;
mod cluster;
pub mod corridors;
mod export;
pub mod extract;
mod fence;
mod inflate;
pub mod lanes;
pub mod live;
mod merge;
mod overlay;
mod pairs;
mod plan;
mod steps;
mod thing;
mod triangulate;

pub use steps::Steps;

use classify::classify;
use inflate::Growth;
use lanes::{Mend, Reason, TooTangled};
use plan::Plan;
use steps::WholeBox;
use thing::Thing;
use triangulate::{Fault, Halves, triangulate_to_look_at};

/// What faces a mesh is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Faces {
    /// Convex faces, as large as they get by joining neighbours.
    #[default]
    Merged,
    /// Triangles.
    Triangles,
}

/// What in a layout something is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Culprit {
    /// The border.
    Border,
    /// An obstacle.
    Obstacle(ObstacleId),
    /// A wall.
    Wall(ObstacleId),
}

impl fmt::Display for Culprit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Border => write!(f, "the border"),
            Self::Obstacle(ObstacleId(id)) => write!(f, "obstacle {id}"),
            Self::Wall(ObstacleId(id)) => write!(f, "wall {id}"),
        }
    }
}

/// Why no mesh came out.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BuildError {
    /// A coordinate is not a number or too large.
    #[error("{0} has a corner that is not a number, or too far out")]
    Position(Culprit),
    /// The radius or the margin is not a number that makes sense.
    #[error("the radius has to be a number between 0 and {LIMIT}")]
    Radius,
    /// Edges that could not be cut apart.
    #[error("{} cross in too many places", list(.0))]
    Tangled(Vec<Culprit>),
    /// A geometry library gave up.
    #[error("a geometry library failed on {}", list(.0))]
    Library(Vec<Culprit>),
    /// Nobody wanted it any more.
    #[error("it was cancelled")]
    Cancelled,
    /// What came out does not add up; it is not shown to anybody.
    #[error("the triangles do not add up to the ground that was drawn")]
    Unsound,
    /// The lanes could not be told apart.
    #[error(transparent)]
    Lanes(#[from] TooTangled),
    /// The faces do not fit together, or are too many.
    #[error(transparent)]
    Mesh(#[from] MeshError),
}

impl From<Cancelled> for BuildError {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
    }
}

impl BuildError {
    fn fault(culprits: impl IntoIterator<Item = Culprit>) -> Self {
        Self::Library(culprits.into_iter().collect())
    }

    fn tangled(culprits: impl IntoIterator<Item = Culprit>) -> Self {
        Self::Tangled(culprits.into_iter().collect())
    }
}

/// The first few of a list, and how many more there are.
fn list(culprits: &[Culprit]) -> String {
    const SHOWN: usize = 3;
    let shown: Vec<String> = culprits.iter().take(SHOWN).map(ToString::to_string).collect();
    match culprits.len().saturating_sub(SHOWN) {
        0 => shown.join(" and "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

/// The mesh of a layout.
#[derive(Debug, Clone, PartialEq)]
pub struct Whole {
    /// Its faces.
    pub mesh: Navmesh,
    /// What could not be built as it was drawn: of lanes only.
    pub mends: Vec<Mend>,
}

/// Builds the navigation mesh of whatever is drawn: that of the ground around obstacles and walls, or, where there is
/// nothing but lanes, that of the lanes, which have faces of their own.
pub fn whole(layout: &Layout, faces: Faces) -> Result<Whole, BuildError> {
    whole_watched(layout, faces, &mut ())
}

/// The same, for somebody who waits for it and may end it.
pub fn whole_watched(
    layout: &Layout,
    faces: Faces,
    watch: &mut dyn Watch,
) -> Result<Whole, BuildError> {
    if layout.is_only_lanes() {
        let lanes::Built { mesh, mends, .. } = lanes::build(&layout.lanes)?;
        return Ok(Whole { mesh, mends });
    }
    let left_out = |&lane: &LaneId| Mend::LeftOut { lane, reason: Reason::Ground };
    let mends = layout.lanes.lanes.keys().map(left_out).collect();
    Ok(Whole { mesh: build_watched(layout, faces, watch)?, mends })
}

/// Builds the navigation mesh of the ground around obstacles and walls; [`whole`] builds that of lanes, too.
///
/// Its faces cover the ground and nothing else; where something stands on it they are blocked. Its walls lie exactly
/// on the outlines, as far as those are on the grid of [`steps_of`]. A layout without ground gives a mesh without faces.
pub fn build(layout: &Layout, faces: Faces) -> Result<Navmesh, BuildError> {
    build_watched(layout, faces, &mut ())
}

/// The parts of the whole are about those of the time.
fn build_watched(
    layout: &Layout,
    faces: Faces,
    watch: &mut dyn Watch,
) -> Result<Navmesh, BuildError> {
    let steps = steps_of(layout)?;
    let things = things_of(layout, steps, &mut watch.stage(0.0, 0.05))?;
    let plan = Plan::of(&things, &mut watch.stage(0.05, 0.25))?;
    let mut rest = watch.stage(0.25, 1.0);
    let built = match mesh_of(plan, steps, faces, &mut rest) {
        // Never seen; but if two clusters have come too close, one cluster of all of them still will do.
        Err(Stop::Fault(Fault::Crossing)) => {
            mesh_of(Plan::of_all(&things)?, steps, faces, &mut rest)
        }
        first => first,
    };
    built.map_err(|stop| match stop {
        Stop::Fault(Fault::Crossing | Fault::Panicked) => fault_of(&things),
        Stop::Fault(Fault::Cancelled) => BuildError::Cancelled,
        Stop::Error(error) => error,
    })
}

/// The grid that a layout is built on.
pub fn steps_of(layout: &Layout) -> Result<Steps, BuildError> {
    steps_around(layout, layout.drawn_bounds())
}

/// The grid that a layout is built on, given the box around all that is drawn.
fn steps_around(layout: &Layout, drawn: Aabb) -> Result<Steps, BuildError> {
    let radius = layout.agent.radius;
    if !(0.0..=LIMIT).contains(&radius) {
        return Err(BuildError::Radius);
    }
    let farthest = [layout.bounds_around(drawn), drawn]
        .into_iter()
        .filter(|bounds| !bounds.is_empty())
        .flat_map(|bounds| [bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y])
        .fold(0.0, |far: f64, at| far.max(at.abs()));
    Ok(Steps::reaching(farthest + 2.0 * radius))
}

/// Fewer things than this are not worth another thread: whoever builds within a frame never waits for one.
const MANY: usize = 500;

/// Does something with each of some items that are about so many things: on all cores, if they are many.
fn each_of<T: Sync, R: Send>(
    items: &[T],
    n_things: usize,
    work: impl Fn(&T) -> R + Sync + Send,
) -> Vec<R> {
    if n_things < MANY {
        return items.iter().map(work).collect();
    }
    items.par_iter().with_min_len(16).map(work).collect()
}

/// So many things are put on the grid before somebody is asked again.
const PART: usize = 1024;

/// Something that was drawn on the ground.
enum Drawn<'a> {
    Obstacle(ObstacleId, &'a Obstacle),
    Wall(ObstacleId, &'a Outline),
}

/// Everything that stands in a layout, the ground first; what has come to nothing is left out.
fn things_of(
    layout: &Layout,
    steps: Steps,
    watch: &mut dyn Watch,
) -> Result<Vec<Thing>, BuildError> {
    let growth = Growth::of(layout.agent, steps);
    let growth = growth.as_ref();
    let ground = Thing::ground(layout, steps, growth)?;
    let reach = reach_of(layout, ground.bounds);
    let obstacles = layout.obstacles.iter().map(|(&id, obstacle)| Drawn::Obstacle(id, obstacle));
    let walls = layout.walls.iter().map(|(&id, wall)| Drawn::Wall(id, wall));
    let drawn: Vec<Drawn<'_>> = obstacles.chain(walls).collect();
    let mut things = vec![ground];
    for (part, done) in drawn.chunks(PART).zip(0..) {
        ask(watch, (done * PART) as f32 / drawn.len() as f32)?;
        let on_the_grid = each_of(part, drawn.len(), |drawn| match *drawn {
            Drawn::Obstacle(id, obstacle) => Thing::obstacle(id, obstacle, steps, growth),
            Drawn::Wall(id, wall) => Thing::wall(id, wall, steps, growth),
        });
        for thing in on_the_grid {
            let thing = thing?;
            if !thing.is_nothing() && reach.is_none_or(|reach| thing.bounds.touches(reach)) {
                things.push(thing);
            }
        }
    }
    Ok(things)
}

/// The box that the ground keeps everything out of the mesh that does not touch it; none if the ground is a box around
/// everything: what it does not reach now, because all is drawn larger than its margin, it may reach after an edit.
fn reach_of(layout: &Layout, ground: WholeBox) -> Option<WholeBox> {
    (!layout.border_moves()).then(|| ground.inflated(2 * cluster::NEAR))
}

fn fault_of(things: &[Thing]) -> BuildError {
    BuildError::fault(things.iter().map(|thing| thing.culprit))
}

/// Why the building of a mesh stopped.
enum Stop {
    Fault(Fault),
    Error(BuildError),
}

impl From<BuildError> for Stop {
    fn from(error: BuildError) -> Self {
        Self::Error(error)
    }
}

fn mesh_of(
    mut plan: Plan,
    steps: Steps,
    faces: Faces,
    watch: &mut dyn Watch,
) -> Result<Navmesh, Stop> {
    let triangulated = triangulate_to_look_at(&mut plan, &mut watch.stage(0.0, 0.7));
    let cdt = triangulated.map_err(Stop::Fault)?;
    let halves = Halves(&cdt);
    let mut points = plan.into_positions();
    let point = |vertex: u32| points[vertex as usize];
    let known = classify(&halves, point, &mut watch.stage(0.7, 0.8))?;
    let gone = match faces {
        Faces::Triangles => vec![false; halves.n_edges()],
        Faces::Merged => {
            let mut stage = watch.stage(0.8, 0.9);
            merge::merge(&halves, point, &known.open, &mut stage).map_err(BuildError::from)?
        }
    };
    let classes = known.classes();
    drop(known);
    ask(watch, 0.9).map_err(BuildError::from)?;
    // Multiplied by a power of two, so exactly; adding zero makes one number of the two zeros.
    for point in &mut points {
        *point = *point * steps.length() + Point::default();
    }
    Ok(export::mesh(&halves, &classes, &gone, &points).map_err(BuildError::Mesh)?)
}
