//! The constrained Delaunay triangulation of all edges, and what is known of each of its triangles.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use spade::handles::{FixedDirectedEdgeHandle, FixedVertexHandle};
use spade::{ConstrainedDelaunayTriangulation, HasPosition, Point2, Triangulation};

use crate::watch::{Cancelled, Watch, try_each};

use super::aside::aside;
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
    /// Nobody wanted it any more.
    Cancelled,
}

impl From<Cancelled> for Fault {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
    }
}

/// The library takes a few hundredths of a second for so many points.
const LONG: usize = 50_000;

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
pub(super) trait Keeps: Default + Send + 'static {
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
pub(super) fn triangulate<E: Keeps, F: Default + Send + 'static>(
    plan: &mut Plan,
    watch: &mut dyn Watch,
) -> Result<Cdt<E, F>, Fault> {
    // Most fences are edges of the plain triangulation already, so it is quicker to start with that.
    let quick = catch_unwind(AssertUnwindSafe(|| points_first(plan, watch)));
    if let Ok(result @ (Ok(_) | Err(Fault::Cancelled))) = quick {
        return result;
    }
    catch_unwind(AssertUnwindSafe(|| all_at_once(plan, watch))).unwrap_or(Err(Fault::Panicked))
}

fn corners(plan: &Plan) -> Vec<Corner> {
    let position = |p: &Whole| Point2::new(p.x as f64, p.y as f64);
    plan.points.iter().zip(0..).map(|(p, id)| Corner { position: position(p), id }).collect()
}

/// Lets the library load a plan, which may take long.
fn load_aside<T: Send + 'static>(
    plan: &Plan,
    watch: &mut dyn Watch,
    load: impl FnOnce() -> T + Send + 'static,
) -> Result<Option<T>, Cancelled> {
    if LONG < plan.points.len() { aside(watch, load) } else { aside(&mut (), load) }
}

/// Puts corners into the order in which the library takes them out: those next to their middle last.
///
/// It would sort them itself, but works out both distances anew for every comparison; what is in order it leaves alone.
fn farthest_first(corners: &[Corner]) -> Vec<Corner> {
    let part = 1.0 / (corners.len() as f64);
    let sum = |of: fn(&Corner) -> f64| corners.iter().map(of).sum::<f64>();
    let middle = Point2::new(sum(|c| c.position.x) * part, sum(|c| c.position.y) * part);
    // Distances are not negative, so the bits of their numbers are in order as they are.
    let distance = |corner: &Corner| middle.distance_2(corner.position).to_bits();
    let mut order: Vec<(u64, u32)> = corners.iter().map(distance).zip(0..).collect();
    let as_far = |a: u32, b: u32| {
        let [a, b] = [a, b].map(|place| corners[place as usize].position);
        a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y))
    };
    order.sort_unstable_by(|a, b| b.0.cmp(&a.0).then_with(|| as_far(a.1, b.1)));
    order.iter().map(|&(_, place)| corners[place as usize]).collect()
}

/// First the points, then the fences.
fn points_first<E: Keeps, F: Default + Send + 'static>(
    plan: &mut Plan,
    watch: &mut dyn Watch,
) -> Result<Cdt<E, F>, Fault> {
    let mut cdt: Cdt<E, F> = points_only(plan, &mut watch.stage(0.0, 0.7))?;
    for (vertex, id) in cdt.fixed_vertices().zip(0..) {
        cdt.vertex_data_mut(vertex).id = id;
    }
    let mut stage = watch.stage(0.7, 1.0);
    try_each(plan.fences.iter(), &mut stage, |fence| {
        let [from, to] = fence.ends.map(|end| FixedVertexHandle::from_index(end as usize));
        let [edge] = cdt.try_add_constraint(from, to)[..] else { return Err(Fault::Crossing) };
        keep(&mut cdt, edge, fence.change);
        Ok(())
    })?;
    Ok(cdt)
}

/// The points without any fence, in the order of the vertices from then on.
fn points_only<E: Keeps, F: Default + Send + 'static>(
    plan: &mut Plan,
    watch: &mut dyn Watch,
) -> Result<Cdt<E, F>, Fault> {
    let corners = corners(plan);
    let load = move || Triangulation::bulk_load(farthest_first(&corners));
    let loaded: Option<Result<Cdt<E, F>, _>> = load_aside(plan, watch, load)?;
    let Some(Ok(cdt)) = loaded else { return Err(Fault::Panicked) };
    if cdt.num_vertices() != plan.points.len() {
        return Err(Fault::Crossing);
    }
    let order: Vec<u32> = cdt.vertices().map(|vertex| vertex.data().id).collect();
    plan.reorder(&order);
    Ok(cdt)
}

fn all_at_once<E: Keeps, F: Default + Send + 'static>(
    plan: &Plan,
    watch: &mut dyn Watch,
) -> Result<Cdt<E, F>, Fault> {
    let corners = corners(plan);
    let edges = plan.fences.iter().map(|fence| fence.ends.map(|end| end as usize)).collect();
    let load = move || {
        let mut crossing = false;
        let loaded = Cdt::<E, F>::try_bulk_load_cdt(corners, edges, |_| crossing = true);
        (loaded, crossing)
    };
    let loaded = load_aside(plan, watch, load)?;
    let Some((Ok(mut cdt), crossing)) = loaded else { return Err(Fault::Panicked) };
    if crossing || cdt.num_vertices() != plan.points.len() {
        return Err(Fault::Crossing);
    }
    try_each(plan.fences.iter(), watch, |fence| {
        let [from, to] = fence.ends.map(|end| FixedVertexHandle::from_index(end as usize));
        let edge = cdt.get_edge_from_neighbors(from, to).map(|edge| edge.fix());
        keep(&mut cdt, edge.ok_or(Fault::Crossing)?, fence.change);
        Ok::<(), Fault>(())
    })?;
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

/// The same as [`triangulate`], for those who only look at what comes out and do not edit it.
///
/// The library is not told of the fences that are edges of the plain triangulation already. All edges that it may flip
/// have no corner in their circles, so what comes out is the constrained triangulation of all fences once each of them
/// is an edge.
pub(super) fn triangulate_to_look_at(
    plan: &mut Plan,
    watch: &mut dyn Watch,
) -> Result<Cdt<Change, ()>, Fault> {
    let quick = catch_unwind(AssertUnwindSafe(|| missing_fences_only(plan, watch)));
    match quick {
        Ok(result @ (Ok(_) | Err(Fault::Cancelled))) => result,
        _ => triangulate(plan, watch),
    }
}

/// First the points, then the fences that are not edges by then.
fn missing_fences_only(plan: &mut Plan, watch: &mut dyn Watch) -> Result<Cdt<Change, ()>, Fault> {
    let mut cdt: Cdt<Change, ()> = points_only(plan, &mut watch.stage(0.0, 0.8))?;
    let fences = FencesByEnds::new(plan);
    // Where many corners lie on one circle, a new edge may flip one that is a fence: hence the rounds.
    for _ in 0..MOST_ROUNDS {
        let missing = fences.keep_all(&mut cdt);
        if missing.is_empty() {
            return Ok(cdt);
        }
        try_each(missing.into_iter(), &mut watch.stage(0.8, 1.0), |[from, to]| {
            let [from, to] = [from, to].map(|end| FixedVertexHandle::from_index(end as usize));
            let [_] = cdt.try_add_constraint(from, to)[..] else { return Err(Fault::Crossing) };
            Ok(())
        })?;
    }
    Err(Fault::Crossing)
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

    /// Notes what changes over every edge, and says which fences are not edges.
    fn keep_all(&self, cdt: &mut Cdt<Change, ()>) -> Vec<[u32; 2]> {
        let mut is_there = vec![false; self.fences.len()];
        for edge in cdt.fixed_undirected_edges() {
            let half = cdt.directed_edge(edge.as_directed());
            let (from, to) = (half.from().index() as u32, half.to().index() as u32);
            let change = self.place(from, to).map_or_else(Change::default, |place| {
                is_there[place] = true;
                let change = self.fences[place].1;
                if from < to { change } else { change.reversed() }
            });
            cdt.undirected_edge_data_mut(edge).data_mut().keep(change);
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

/// Half of an edge. Those of edge n have the numbers 2n and 2n + 1; each has the triangle on its left.
pub(super) type Half = FixedDirectedEdgeHandle;

/// The number of the edge that a half belongs to.
pub(super) fn edge_of(half: Half) -> usize {
    half.as_undirected().index()
}

/// A triangulation to walk through. Triangle 0 is all that lies outside of the frame.
#[derive(Debug)]
pub(super) struct Halves<'a, E: Keeps, F: Default>(pub(super) &'a Cdt<E, F>);

impl<E: Keeps, F: Default> Halves<'_, E, F> {
    pub(super) fn n_edges(&self) -> usize {
        self.0.num_undirected_edges()
    }

    /// How many triangles there are, with what lies outside of the frame.
    pub(super) fn n_faces(&self) -> usize {
        self.0.num_all_faces()
    }

    /// The first halves of some edges.
    pub(super) fn first_halves(
        &self,
        edges: Range<usize>,
    ) -> impl DoubleEndedIterator<Item = Half> + ExactSizeIterator {
        let from_there = self.0.fixed_undirected_edges().skip(edges.start);
        from_there.take(edges.len()).map(|edge| edge.as_directed())
    }

    /// The number of the vertex where a half starts.
    pub(super) fn from(&self, half: Half) -> u32 {
        self.0.directed_edge(half).from().index() as u32
    }

    /// The half that follows in the same triangle.
    pub(super) fn next(&self, half: Half) -> Half {
        self.0.directed_edge(half).next().fix()
    }

    /// The half that comes before in the same triangle.
    pub(super) fn before(&self, half: Half) -> Half {
        self.0.directed_edge(half).prev().fix()
    }

    /// The half that follows in the same face, where edges between triangles are gone.
    pub(super) fn next_staying(&self, half: Half, gone: &[bool]) -> Half {
        let mut next = self.next(half);
        while gone[edge_of(next)] {
            next = self.next(next.rev());
        }
        next
    }

    /// The half that comes before in the same face, where edges between triangles are gone.
    pub(super) fn before_staying(&self, half: Half, gone: &[bool]) -> Half {
        let mut before = self.before(half);
        while gone[edge_of(before)] {
            before = self.before(before.rev());
        }
        before
    }

    /// The number of the triangle on the left.
    pub(super) fn face(&self, half: Half) -> usize {
        self.0.directed_edge(half).face().index()
    }

    /// What changes for somebody who comes into the triangle on the left of a half.
    pub(super) fn change_into(&self, half: Half) -> Change {
        let change = self.0.undirected_edge(half.as_undirected()).data().data().kept();
        if half.index() & 1 == 0 { change } else { change.reversed() }
    }
}
