//! From drawings to meshes, and back.
//!
//! ```text
//! Layout ──whole numbers──▶ things ──what meets is put together──▶ edges that share ends only
//!        ──spade──▶ triangles ──windings──▶ walkable or blocked ──convex neighbours──▶ Navmesh
//! ```
//!
//! Everything up to the triangles is done on whole numbers of [`Steps`], so nothing is lost between one stage and the
//! next, and every build is checked: the areas of all triangles add up, exactly, to what the outlines run round.

use std::fmt;

use thiserror::Error;

use crate::geom::{LIMIT, Point};
use crate::layout::{Layout, ObstacleId};
use crate::mesh::{MeshError, Navmesh};

mod classify;
mod cluster;
mod export;
pub mod extract;
mod fence;
mod inflate;
mod merge;
mod overlay;
mod pairs;
mod plan;
mod steps;
mod thing;
mod triangulate;

pub use steps::Steps;

use classify::{Class, Cover, covers, twice_areas};
use inflate::Growth;
use plan::Plan;
use steps::{FRAME, Whole};
use thing::Thing;
use triangulate::{Fault, Halves, triangulate};

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
    /// What came out does not add up; it is not shown to anybody.
    #[error("the triangles do not add up to the ground that was drawn")]
    Unsound,
    /// The faces do not fit together, or are too many.
    #[error(transparent)]
    Mesh(#[from] MeshError),
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

/// Builds the navigation mesh of a layout.
///
/// Its faces cover the ground and nothing else; where something stands on it they are blocked. Its walls lie exactly
/// on the outlines, as far as those are on the grid of [`steps_of`]. A layout without ground gives a mesh without faces.
pub fn build(layout: &Layout, faces: Faces) -> Result<Navmesh, BuildError> {
    let steps = steps_of(layout)?;
    let things = things_of(layout, steps)?;
    let plan = Plan::of(&things)?;
    match mesh_of(&plan, steps, faces) {
        // Never seen; but if two clusters have come too close, one cluster of all of them still will do.
        Err(Stop::Fault(Fault::Crossing)) => match mesh_of(&Plan::of_all(&things)?, steps, faces) {
            Err(Stop::Fault(_)) => Err(fault_of(&things)),
            Err(Stop::Error(error)) => Err(error),
            Ok(mesh) => Ok(mesh),
        },
        Err(Stop::Fault(Fault::Panicked)) => Err(fault_of(&things)),
        Err(Stop::Error(error)) => Err(error),
        Ok(mesh) => Ok(mesh),
    }
}

/// The grid that a layout is built on.
pub fn steps_of(layout: &Layout) -> Result<Steps, BuildError> {
    let radius = layout.agent.radius;
    if !(0.0..=LIMIT).contains(&radius) {
        return Err(BuildError::Radius);
    }
    let farthest = [layout.bounds(), layout.drawn_bounds()]
        .into_iter()
        .filter(|bounds| !bounds.is_empty())
        .flat_map(|bounds| [bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y])
        .fold(0.0, |far: f64, at| far.max(at.abs()));
    Ok(Steps::reaching(farthest + 2.0 * radius))
}

/// Everything that stands in a layout, the ground first; what has come to nothing is left out.
fn things_of(layout: &Layout, steps: Steps) -> Result<Vec<Thing>, BuildError> {
    let growth = Growth::of(layout.agent, steps);
    let growth = growth.as_ref();
    let ground = Thing::ground(layout, steps, growth)?;
    let reach = ground.bounds.inflated(2 * cluster::NEAR);
    let mut things = vec![ground];
    let mut add = |thing: Thing| {
        if !thing.is_nothing() && thing.bounds.touches(reach) {
            things.push(thing);
        }
    };
    for (&id, obstacle) in &layout.obstacles {
        add(Thing::obstacle(id, obstacle, steps, growth)?);
    }
    for (&id, wall) in &layout.walls {
        add(Thing::wall(id, wall, steps, growth)?);
    }
    Ok(things)
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

fn mesh_of(plan: &Plan, steps: Steps, faces: Faces) -> Result<Navmesh, Stop> {
    use spade::{ConstrainedDelaunayTriangulation, Point2};
    let cdt: ConstrainedDelaunayTriangulation<Point2<f64>> =
        triangulate(plan, |p, _| p).map_err(Stop::Fault)?;
    let mut halves = Halves::new(&cdt, plan).ok_or(Stop::Fault(Fault::Crossing))?;
    drop(cdt);
    let covers = covers(&halves).ok_or(BuildError::Unsound)?;
    let position = |vertex: u32| position(plan, vertex);
    if !adds_up(plan, &halves, &covers) {
        return Err(BuildError::Unsound.into());
    }
    let point = |vertex: u32| {
        let p = position(vertex);
        Point::new(p.x as f64, p.y as f64)
    };
    let gone = match faces {
        Faces::Triangles => vec![false; halves.change.len()],
        Faces::Merged => {
            let open = open_edges(&halves, &covers);
            merge::merge(&mut halves, point, |edge| open[edge as usize])
        }
    };
    let parts = export::parts(&halves, &covers, &gone, |vertex| steps.point(position(vertex)));
    drop((halves, covers));
    Ok(Navmesh::new(parts).map_err(BuildError::Mesh)?)
}

fn position(plan: &Plan, vertex: u32) -> Whole {
    let vertex = vertex as usize;
    plan.points.get(vertex).copied().unwrap_or_else(|| FRAME[(vertex - plan.points.len()) % 4])
}

/// Edges between faces of the same class, with no wall on them.
fn open_edges(halves: &Halves, covers: &[Cover]) -> Vec<bool> {
    let class = |half: usize| covers[halves.face[half] as usize].class();
    let is_open = |edge: usize| {
        let here = class(2 * edge);
        let wall = halves.change[edge].wall && here == Class::Walkable;
        here != Class::Nothing && here == class(2 * edge + 1) && !wall
    };
    (0..halves.change.len()).map(is_open).collect()
}

/// Whether the triangles fill the frame, and the ground and the obstacles what their outlines run round. Exact.
fn adds_up(plan: &Plan, halves: &Halves, covers: &[Cover]) -> bool {
    let side = i128::from(FRAME[2].x - FRAME[0].x);
    let (ground, block) = plan.twice_areas();
    twice_areas(halves, covers, |vertex| position(plan, vertex))
        == Some([2 * side * side, ground, block])
}
