//! The constrained Delaunay triangulation of all edges, and what is known of each of its triangles.

use std::panic::{AssertUnwindSafe, catch_unwind};

use spade::handles::{FixedDirectedEdgeHandle, FixedVertexHandle};
use spade::{ConstrainedDelaunayTriangulation, HasPosition, Point2, Triangulation};

use super::fence::Change;
use super::plan::{Plan, PlannedFence};
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
    let mut cdt: Cdt<E, F> = points_only(plan)?;
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

/// The points without any fence, in the order of the vertices from then on.
fn points_only<E: Default, F: Default>(plan: &mut Plan) -> Option<Cdt<E, F>> {
    let cdt: Cdt<E, F> = Triangulation::bulk_load(corners(plan)).ok()?;
    if cdt.num_vertices() != plan.points.len() {
        return None;
    }
    let order: Vec<u32> = cdt.vertices().map(|vertex| vertex.data().id).collect();
    plan.reorder(&order);
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

/// Triangulates the points of a plan, with an edge between the ends of every fence, and copies what comes out.
///
/// The points of the plan are put into the order of the vertices that came out.
pub(super) fn flat_triangulation(plan: &mut Plan) -> Result<Halves, Fault> {
    let quick = catch_unwind(AssertUnwindSafe(|| missing_fences_only(plan)));
    if let Ok(Some(halves)) = quick {
        return Ok(halves);
    }
    triangulate::<Change, ()>(plan).map(|cdt| Halves::new(&cdt))
}

/// First the points, then the fences that are not edges by then. Nothing, if something does not fit.
///
/// The library is not told of the other fences. All edges that it may flip have no corner in their circles, so what
/// comes out is the constrained triangulation of all fences once each of them is an edge.
fn missing_fences_only(plan: &mut Plan) -> Option<Halves> {
    let mut cdt: Cdt<(), ()> = points_only(plan)?;
    let fences = FencesByEnds::new(plan);
    // Where many corners lie on one circle, a new edge may flip one that is a fence: hence the rounds.
    for _ in 0..MOST_ROUNDS {
        let missing = fences.missing(&cdt);
        if missing.is_empty() {
            return Some(Halves::copied(&cdt, |from, to| fences.change(from, to)));
        }
        for [from, to] in missing {
            let [from, to] = [from, to].map(|end| FixedVertexHandle::from_index(end as usize));
            let [_] = cdt.try_add_constraint(from, to)[..] else { return None };
        }
    }
    None
}

const MOST_ROUNDS: usize = 8;

/// The fences of a plan, to be found by their ends.
struct FencesByEnds {
    /// Where the fences of each vertex begin that have their other end at a larger one.
    starts: Vec<u32>,
    /// The larger end, and what changes over the fence on its way there.
    fences: Vec<(u32, Change)>,
}

impl FencesByEnds {
    fn new(plan: &Plan) -> Self {
        let mut starts = vec![0_u32; plan.points.len() + 2];
        for fence in &plan.fences {
            starts[fence.ends[0].min(fence.ends[1]) as usize + 2] += 1;
        }
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        let mut fences = vec![(0, Change::default()); plan.fences.len()];
        for &PlannedFence { ends: [from, to], change } in &plan.fences {
            // Filled one place further up, each slot ends where the next vertex begins.
            let slot = &mut starts[from.min(to) as usize + 1];
            let change = if from < to { change } else { change.reversed() };
            fences[*slot as usize] = (from.max(to), change);
            *slot += 1;
        }
        Self { starts, fences }
    }

    /// The place of the fence between two vertices.
    fn place(&self, a: u32, b: u32) -> Option<usize> {
        let (small, large) = (a.min(b) as usize, a.max(b));
        let mut range = self.starts[small] as usize..self.starts[small + 1] as usize;
        range.find(|&place| self.fences[place].0 == large)
    }

    /// What changes over the edge between two vertices.
    fn change(&self, from: u32, to: u32) -> Change {
        match self.place(from, to) {
            Some(place) if from < to => self.fences[place].1,
            Some(place) => self.fences[place].1.reversed(),
            None => Change::default(),
        }
    }

    /// The ends of all fences that are not edges.
    fn missing(&self, cdt: &Cdt<(), ()>) -> Vec<[u32; 2]> {
        let mut is_there = vec![false; self.fences.len()];
        for edge in cdt.undirected_edges() {
            let [a, b] = edge.vertices().map(|vertex| vertex.index() as u32);
            if let Some(place) = self.place(a, b) {
                is_there[place] = true;
            }
        }
        let mut missing = Vec::new();
        for (small, range) in self.starts.windows(2).enumerate() {
            let places = range[0] as usize..range[1] as usize;
            let lost = places.filter(|&place| !is_there[place]);
            missing.extend(lost.map(|place| [small as u32, self.fences[place].0]));
        }
        missing
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
    /// Copies a triangulation.
    pub(super) fn new<E: Keeps, F: Default>(cdt: &Cdt<E, F>) -> Self {
        let change = cdt.undirected_edges().map(|edge| edge.data().data().kept()).collect();
        Self::with_changes(cdt, change)
    }

    /// Copies a triangulation that does not know what changes over its edges.
    fn copied(cdt: &Cdt<(), ()>, change: impl Fn(u32, u32) -> Change) -> Self {
        let over = cdt.undirected_edges().map(|edge| {
            let [from, to] = edge.as_directed().vertices().map(|end| end.index() as u32);
            change(from, to)
        });
        Self::with_changes(cdt, over.collect())
    }

    fn with_changes<E: Default, F: Default>(cdt: &Cdt<E, F>, change: Vec<Change>) -> Self {
        let n_halves = cdt.num_directed_edges();
        let mut halves = Self {
            from: Vec::with_capacity(n_halves),
            next: Vec::with_capacity(n_halves),
            before: Vec::with_capacity(n_halves),
            face: Vec::with_capacity(n_halves),
            change,
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
