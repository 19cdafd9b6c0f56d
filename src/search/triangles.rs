//! Polyanya on triangles that nothing was prepared of: they may be others with every frame.
//!
//! Every triangle has but one corner that does not lie on the side it was entered over. As long as the root stays, a
//! look at that corner is all there is to do: the search glides from triangle to triangle until it sees through two
//! sides of one.

use crate::geom::Point;

use super::footing::{holds, moved_into, nearest_corner};
use super::ground::NONE;
use super::polyanya::SURELY_LESS;
use super::polyanya::node::{Known, Node, Root};
use super::polyanya::queue::{Entry, Queue};
use super::{Counters, End, Outcome};

mod glide;
mod successors;

/// Walkable triangles, as they are now.
///
/// Side `i` of triangle `t` has the number `4 t + i`; the sides of a triangle come counter-clockwise. Where walls part
/// the ground around a vertex, each part has a vertex of its own in the same place.
pub trait Triangles {
    /// A number that is larger than that of any vertex.
    fn n_vertices(&self) -> usize;

    /// Where a vertex is.
    fn point(&self, vertex: u32) -> Point;

    /// Where a side starts.
    fn from(&self, side: u32) -> Corner;

    /// The side of the other triangle, where one may walk over a side.
    fn over(&self, side: u32) -> Option<u32>;

    /// Whether one may walk over a side, and nothing lies there but a dead end.
    fn is_dead_end(&self, side: u32) -> bool;

    /// The side over which one gets out of a dead end from a triangle; none if it is in none.
    fn way_out(&self, triangle: u32) -> Option<u32>;
}

/// A corner of a triangle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Corner {
    /// The vertex there.
    pub vertex: u32,
    /// Whether a shortest path may turn there: where there is ground on more than half of all sides, and a wall.
    pub turns: bool,
}

/// The tools of a search, to be used again and again: a search takes no memory once they have grown.
#[derive(Debug, Default)]
pub struct TriangleSearch {
    queue: Queue<()>,
    roots: Vec<Root>,
    known: Vec<Known>,
    successors: Vec<Node>,
    goal_triangles: Vec<u32>,
    /// The sides that lead into the dead ends where the goal is, the lowest number first.
    ways_in: Vec<u32>,
    stamp: u32,
    counters: Counters,
    /// The root from where the goal was reached, and the goal.
    last: Option<(u32, Point)>,
}

impl TriangleSearch {
    /// Finds what the shortest path costs; [`TriangleSearch::corners`] tells where it goes.
    ///
    /// Start and goal come with all triangles that hold them, or with the one that rounding has put them beside. After
    /// `limit` triangles that were looked at it gives up.
    pub fn find(
        &mut self,
        ground: &impl Triangles,
        start: (Point, &[u32]),
        goal: (Point, &[u32]),
        limit: u64,
    ) -> Outcome {
        self.reset(ground.n_vertices());
        let ((start, start_triangles), (goal, goal_triangles)) = (start, goal);
        let Some(stood_at_start) = stand(ground, start, start_triangles) else {
            return Outcome::OffMesh(End::Start);
        };
        let Some(stood_at_goal) = stand(ground, goal, goal_triangles) else {
            return Outcome::OffMesh(End::Goal);
        };
        self.roots.push(Root { point: stood_at_start, g: 0.0, vertex: NONE, parent: NONE });
        self.goal_triangles.extend(goal_triangles);
        self.find_ways_in(ground);
        let outcome = if start_triangles.iter().any(|triangle| goal_triangles.contains(triangle)) {
            self.last = Some((0, goal));
            Outcome::Found { cost: start.distance(goal) }
        } else {
            Run { tools: self, ground, goal: stood_at_goal, limit }.search(start_triangles)
        };
        self.roots[0].point = start;
        match (self.last.as_mut(), outcome) {
            (Some((_, end)), Outcome::Found { .. }) if (start, *end) != (stood_at_start, goal) => {
                *end = goal;
                let pieces = self.corners();
                Outcome::Found { cost: pieces.windows(2).map(|p| p[0].distance(p[1])).sum() }
            }
            _ => outcome,
        }
    }

    /// The corners of the path that was found last, both ends included.
    pub fn corners(&self) -> Vec<Point> {
        let Some((mut root, goal)) = self.last else { return Vec::new() };
        let mut corners = vec![goal];
        while root != NONE {
            let Root { point, parent, .. } = self.roots[root as usize];
            // A path of no length has two ends all the same.
            if parent == NONE || corners.last() != Some(&point) {
                corners.push(point);
            }
            root = parent;
        }
        corners.reverse();
        corners
    }

    /// What the last search did.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    fn find_ways_in(&mut self, ground: &impl Triangles) {
        for &triangle in &self.goal_triangles {
            let mut triangle = triangle;
            while let Some(way_in) = ground.way_out(triangle).and_then(|out| ground.over(out)) {
                self.ways_in.push(way_in);
                triangle = way_in >> 2;
            }
        }
        self.ways_in.sort_unstable();
    }

    fn reset(&mut self, n_vertices: usize) {
        let unknown = Known { stamp: 0, root: NONE, distance: f64::INFINITY };
        if self.stamp == u32::MAX {
            self.known.clear();
            self.stamp = 0;
        }
        if self.known.len() < n_vertices {
            self.known.resize(n_vertices, unknown);
        }
        self.stamp += 1;
        self.queue.clear();
        self.roots.clear();
        self.successors.clear();
        self.goal_triangles.clear();
        self.ways_in.clear();
        self.counters = Counters::default();
        self.last = None;
    }
}

/// Where somebody stands who wants to be at a point: there, or just inside the triangle that it is beside.
fn stand(ground: &impl Triangles, point: Point, triangles: &[u32]) -> Option<Point> {
    let first = *triangles.first()?;
    let corners = [0, 1, 2].map(|i| ground.point(ground.from(4 * first + i).vertex));
    if holds(corners.into_iter(), point) {
        return Some(point);
    }
    let inside = moved_into(corners.into_iter(), point);
    Some(inside.unwrap_or_else(|| nearest_corner(corners.into_iter(), point)))
}

/// A search under way.
struct Run<'a, G> {
    tools: &'a mut TriangleSearch,
    ground: &'a G,
    goal: Point,
    limit: u64,
}

impl<G: Triangles> Run<'_, G> {
    fn search(mut self, start_triangles: &[u32]) -> Outcome {
        start_triangles.iter().for_each(|&triangle| self.look_out(triangle));
        let mut next = self.queue_successors();
        loop {
            while let Some(node) = next {
                if self.limit <= self.tools.counters.expanded {
                    return Outcome::GaveUp;
                }
                self.glide(node);
                next = self.queue_successors();
            }
            let Some(Entry { cost, node, .. }) = self.tools.queue.pop() else {
                return Outcome::Unreachable;
            };
            self.tools.counters.popped += 1;
            if node.side == NONE {
                self.tools.last = Some((node.root, self.goal));
                return Outcome::Found { cost };
            }
            if self.is_outdone(node.root) {
                self.tools.counters.pruned_after_pop += 1;
            } else {
                next = Some(node);
            }
        }
    }

    /// Queues the successors, but for one that would come out of the queue at once.
    fn queue_successors(&mut self) -> Option<Node> {
        let mut cheapest: Option<Entry<()>> = None;
        while let Some(node) = self.tools.successors.pop() {
            self.tools.counters.generated += 1;
            let Some(cost) = self.cost(&node) else { continue };
            let entry = Entry { cost, node, id: () };
            match cheapest {
                Some(other) if other.cost <= cost => self.queue(entry),
                Some(other) => {
                    self.queue(other);
                    cheapest = Some(entry);
                }
                None => cheapest = Some(entry),
            }
        }
        let entry = cheapest?;
        if self.tools.queue.is_cheapest(entry.cost) {
            return Some(entry.node);
        }
        self.queue(entry);
        None
    }

    fn queue(&mut self, entry: Entry<()>) {
        self.tools.counters.pushed += 1;
        self.tools.queue.push(entry);
    }

    /// Whether a shorter way to a root has become known.
    fn is_outdone(&self, root: u32) -> bool {
        let Root { g, vertex, .. } = self.tools.roots[root as usize];
        vertex != NONE && self.distance(vertex) < g * SURELY_LESS
    }

    /// What it costs to get to a vertex, as far as is known.
    #[inline(always)]
    fn distance(&self, vertex: u32) -> f64 {
        let known = &self.tools.known[vertex as usize];
        if known.stamp == self.tools.stamp { known.distance } else { f64::INFINITY }
    }

    /// Takes note that a vertex is seen from a root.
    #[inline(always)]
    fn sees(&mut self, root: &Root, vertex: u32, offset: Point) {
        let distance = root.g + (offset.x * offset.x + offset.y * offset.y).sqrt();
        let stamp = self.tools.stamp;
        let known = &mut self.tools.known[vertex as usize];
        if known.stamp != stamp {
            *known = Known { stamp, root: NONE, distance };
        } else if distance < known.distance {
            known.distance = distance;
        }
    }

    /// The root at a vertex that is reached straight from another root; none if that is not worth it.
    ///
    /// One root at a vertex is enough: where two ways there cost the same, what lies behind is either in front of the
    /// first as well, or there is a shorter way to it than over the vertex.
    fn turn(&mut self, parent: u32, vertex: u32) -> Option<u32> {
        let from = self.tools.roots[parent as usize];
        let point = self.ground.point(vertex);
        self.sees(&from, vertex, point - from.point);
        let g = from.g + from.point.distance(point);
        let n_roots = self.tools.roots.len() as u32;
        let known = &mut self.tools.known[vertex as usize];
        if known.distance < g * SURELY_LESS {
            return None;
        }
        if known.root != NONE {
            let best = self.tools.roots[known.root as usize];
            if best.parent == parent {
                return Some(known.root);
            }
            if best.g <= g {
                return None;
            }
        }
        known.root = n_roots;
        self.tools.roots.push(Root { point, g, vertex, parent });
        Some(n_roots)
    }
}
