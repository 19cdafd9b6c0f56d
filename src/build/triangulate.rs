//! The constrained Delaunay triangulation of all edges, and what is known of each of its triangles.

use std::panic::{AssertUnwindSafe, catch_unwind};

use spade::{ConstrainedDelaunayTriangulation, HasPosition, Point2, Triangulation};

use super::fence::Change;
use super::plan::Plan;
use super::steps::{FRAME, Whole};

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

/// Triangulates the points of a plan inside of the frame, with an edge between the ends of every fence.
///
/// The vertices keep the numbers that they have in the plan; the corners of the frame come last.
pub(super) fn triangulate<V, E, F>(
    plan: &Plan,
    vertex: impl Fn(Point2<f64>, usize) -> V,
) -> Result<ConstrainedDelaunayTriangulation<V, (), E, F>, Fault>
where
    V: HasPosition<Scalar = f64>,
    E: Default,
    F: Default,
{
    let position = |p: Whole| Point2::new(p.x as f64, p.y as f64);
    let points = plan.points.iter().chain(&FRAME).zip(0..);
    let vertices: Vec<V> = points.map(|(&p, i)| vertex(position(p), i)).collect();
    let edges = plan.fences.iter().map(|fence| fence.ends.map(|end| end as usize)).collect();
    let n_vertices = vertices.len();
    let mut crossing = false;
    let load = || {
        ConstrainedDelaunayTriangulation::try_bulk_load_cdt(vertices, edges, |_| crossing = true)
    };
    match catch_unwind(AssertUnwindSafe(load)) {
        Ok(Ok(cdt)) if !crossing && cdt.num_vertices() == n_vertices => Ok(cdt),
        Ok(Ok(_)) => Err(Fault::Crossing),
        Ok(Err(_)) | Err(_) => Err(Fault::Panicked),
    }
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
    /// Copies a triangulation, and finds the edge of every fence; none if one is missing.
    pub(super) fn new<V: HasPosition<Scalar = f64>, E: Default, F: Default>(
        cdt: &ConstrainedDelaunayTriangulation<V, (), E, F>,
        plan: &Plan,
    ) -> Option<Self> {
        let mut halves = Self::of(cdt);
        let by_end = plan.fences_by_end();
        let mut n_found = 0;
        for edge in cdt.undirected_edges() {
            let index = edge.index();
            let ends = || [halves.from[2 * index], halves.from[2 * index + 1]];
            let change = if edge.is_constraint_edge() { by_end.find(ends()) } else { None };
            n_found += usize::from(change.is_some());
            halves.change.push(change.unwrap_or_default());
        }
        (n_found == plan.fences.len()).then_some(halves)
    }

    /// Copies a triangulation; what changes over its edges is still to be said.
    pub(super) fn of<V: HasPosition<Scalar = f64>, E: Default, F: Default>(
        cdt: &ConstrainedDelaunayTriangulation<V, (), E, F>,
    ) -> Self {
        let n_halves = cdt.num_directed_edges();
        let mut halves = Self {
            from: Vec::with_capacity(n_halves),
            next: Vec::with_capacity(n_halves),
            before: Vec::with_capacity(n_halves),
            face: Vec::with_capacity(n_halves),
            change: Vec::with_capacity(n_halves / 2),
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
