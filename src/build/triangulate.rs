//! The constrained Delaunay triangulation of all edges, and what is known of each of its triangles.

use std::panic::{AssertUnwindSafe, catch_unwind};

use spade::handles::{FixedDirectedEdgeHandle, FixedVertexHandle};
use spade::{ConstrainedDelaunayTriangulation, HasPosition, Point2, Triangulation};

use super::fence::Change;
use super::plan::Plan;
use super::steps::Whole;

/// Nothing at all, in a list of small numbers.
pub(super) const NONE: u32 = u32::MAX;

/// Why there is no triangulation.
#[derive(Debug)]
pub(super) enum Fault {
    /// The library gave up in the middle.
    Panicked,
    /// Edges cross that should not.
    Crossing,
}

/// A vertex of a triangulation, which has a number that stays when others go.
#[derive(Debug, Clone, Copy)]
pub(super) struct Corner {
    pub(super) position: Point2<f64>,
    pub(super) id: u32,
}

impl HasPosition for Corner {
    type Scalar = f64;
    fn position(&self) -> Point2<f64> {
        self.position
    }
}

type Cdt<E, F> = ConstrainedDelaunayTriangulation<Corner, (), E, F>;

/// What is kept of an edge: at least what changes over it.
pub(super) trait Keeps: Default {
    /// Takes note of what changes from the left of the edge's second half to the left of its first.
    fn keep(&mut self, change: Change);

    /// What was noted.
    fn kept(&self) -> Change;
}

impl Keeps for Change {
    fn keep(&mut self, change: Change) {
        *self = change;
    }

    fn kept(&self) -> Change {
        *self
    }
}

/// Triangulates the points of a plan, with an edge between the ends of every fence.
///
/// The points of the plan are put into the order of the vertices that came out.
pub(super) fn triangulate<E: Keeps, F: Default>(plan: &mut Plan) -> Result<Cdt<E, F>, Fault> {
    // Most fences are edges of the plain triangulation already, so it is quicker to start with that.
    let quick = catch_unwind(AssertUnwindSafe(|| points_first(plan)));
    if let Ok(Some(cdt)) = quick {
        return Ok(cdt);
    }
    match catch_unwind(AssertUnwindSafe(|| all_at_once(plan))) {
        Ok(Ok(cdt)) => Ok(cdt),
        Ok(Err(fault)) => Err(fault),
        Err(_) => Err(Fault::Panicked),
    }
}

fn corners(plan: &Plan) -> Vec<Corner> {
    let position = |p: &Whole| Point2::new(p.x as f64, p.y as f64);
    plan.points.iter().zip(0..).map(|(p, id)| Corner { position: position(p), id }).collect()
}

/// First the points, then the fences. Nothing, if something does not fit.
fn points_first<E: Keeps, F: Default>(plan: &mut Plan) -> Option<Cdt<E, F>> {
    let mut cdt: Cdt<E, F> = Triangulation::bulk_load(corners(plan)).ok()?;
    if cdt.num_vertices() != plan.points.len() {
        return None;
    }
    let order: Vec<u32> = cdt.vertices().map(|vertex| vertex.data().id).collect();
    plan.reorder(&order);
    for (vertex, id) in cdt.fixed_vertices().zip(0..) {
        cdt.vertex_data_mut(vertex).id = id;
    }
    for fence in &plan.fences {
        let [from, to] = fence.ends.map(|end| FixedVertexHandle::from_index(end as usize));
        let [edge] = cdt.try_add_constraint(from, to)[..] else { return None };
        keep(&mut cdt, edge, fence.change);
    }
    Some(cdt)
}

fn all_at_once<E: Keeps, F: Default>(plan: &Plan) -> Result<Cdt<E, F>, Fault> {
    let edges = plan.fences.iter().map(|fence| fence.ends.map(|end| end as usize)).collect();
    let mut crossing = false;
    let loaded = Cdt::try_bulk_load_cdt(corners(plan), edges, |_| crossing = true);
    let mut cdt = loaded.map_err(|_| Fault::Panicked)?;
    if crossing || cdt.num_vertices() != plan.points.len() {
        return Err(Fault::Crossing);
    }
    for fence in &plan.fences {
        let [from, to] = fence.ends.map(|end| FixedVertexHandle::from_index(end as usize));
        let edge = cdt.get_edge_from_neighbors(from, to).map(|edge| edge.fix());
        keep(&mut cdt, edge.ok_or(Fault::Crossing)?, fence.change);
    }
    Ok(cdt)
}

/// Notes what changes over an edge that was drawn from the start of a half to its end.
pub(super) fn keep<E: Keeps, F: Default>(
    cdt: &mut Cdt<E, F>,
    edge: FixedDirectedEdgeHandle,
    change: Change,
) {
    let is_first = edge.index() & 1 == 0;
    let change = if is_first { change } else { change.reversed() };
    cdt.undirected_edge_data_mut(edge.as_undirected()).data_mut().keep(change);
}

/// A triangulation as flat arrays. Each edge is two halves, with the numbers 2n and 2n + 1; each half has the triangle
/// on its left.
#[derive(Debug)]
pub(super) struct Halves {
    /// The vertex where a half starts.
    pub(super) from: Vec<u32>,
    /// The half that follows in the same face.
    pub(super) next: Vec<u32>,
    /// The half that comes before in the same face.
    pub(super) before: Vec<u32>,
    /// The triangle on the left; 0 for all that lies outside of the frame.
    pub(super) face: Vec<u32>,
    /// What changes over each edge, from the left of its second half to the left of its first.
    pub(super) change: Vec<Change>,
    pub(super) n_faces: usize,
}

/// The other half of the same edge.
pub(super) fn twin(half: u32) -> u32 {
    half ^ 1
}

impl Halves {
    /// Copies a triangulation.
    pub(super) fn new<E: Keeps, F: Default>(cdt: &Cdt<E, F>) -> Self {
        let n_halves = cdt.num_directed_edges();
        let mut halves = Self {
            from: Vec::with_capacity(n_halves),
            next: Vec::with_capacity(n_halves),
            before: Vec::with_capacity(n_halves),
            face: Vec::with_capacity(n_halves),
            change: cdt.undirected_edges().map(|edge| edge.data().data().kept()).collect(),
            n_faces: cdt.num_all_faces(),
        };
        for half in cdt.directed_edges() {
            halves.from.push(half.from().index() as u32);
            halves.next.push(half.next().index() as u32);
            halves.before.push(half.prev().index() as u32);
            halves.face.push(half.face().index() as u32);
        }
        halves
    }

    /// What changes for somebody who comes into the triangle on the left of a half.
    pub(super) fn change_into(&self, half: u32) -> Change {
        let change = self.change[half as usize / 2];
        if half & 1 == 0 { change } else { change.reversed() }
    }
}
