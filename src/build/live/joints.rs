//! How the triangles that one may walk on hang together: what lies over each side, and which vertices are one.
//!
//! At a vertex that two obstacles touch, or on a wall, the ground falls into sectors that are as far from each other as
//! the way round. Each sector is a vertex of its own here, so that no distance leaks through.

use spade::Triangulation as _;
use spade::handles::{DirectedEdgeHandle, FixedVertexHandle};
use spade::{CdtEdge, HasPosition as _, Point2};

use crate::geom::{Point, Side, side};
use crate::watch::{Cancelled, Watch, ask, each};

use super::super::Steps;
use super::super::classify::Class;
use super::super::steps::Whole;
use super::super::triangulate::{Corner, NONE};
use super::drawn::{Drawn, SlotId};
use super::net::{Net, Seam, Tri, Triangle};
use super::remerge::is_open;

mod dead_ends;

type Half<'a> = DirectedEdgeHandle<'a, Corner, (), CdtEdge<Seam>, Triangle>;

/// How the walkable triangles hang together, by their places in the list that is drawn.
///
/// Side `i` of the triangle in place `t` has the number `4 t + i`: whose it is can be told without dividing.
#[derive(Debug, Default)]
pub struct Joints {
    tiles: Vec<Tile>,
    /// Where each vertex is, by its number.
    points: Vec<Point>,
    /// Numbers that no vertex has.
    free: Vec<u32>,
}

/// A walkable triangle; nothing where there is none.
#[derive(Debug, Clone, Copy)]
struct Tile {
    /// The vertices that its sides start at, with [`TURNS`] in the top bit.
    from: [u32; 3],
    /// The sides over there, with [`DEAD_END`] in the top bit.
    over: [u32; 3],
    lies: Lies,
}

/// Where a triangle lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lies {
    /// Between others: one may come from one and go on to another.
    Between,
    /// In a dead end that opens over this side.
    DeadEnd(u8),
    /// Where all that hangs together is dead ends, in the middle of it.
    Middle,
}

/// Whether a shortest path may turn at a vertex.
const TURNS: u32 = 1 << 31;

/// Whether nothing lies over a side but a dead end.
const DEAD_END: u32 = 1 << 31;

impl Tile {
    const NOTHING: Self = Self { from: [NONE; 3], over: [NONE; 3], lies: Lies::Between };
}

impl Joints {
    /// A number that is larger than that of any vertex.
    pub fn n_vertices(&self) -> usize {
        self.points.len()
    }

    /// Where a vertex is.
    #[inline(always)]
    pub fn point(&self, vertex: u32) -> Point {
        self.points[vertex as usize]
    }

    /// The vertex that a side of a walkable triangle starts at, and whether a shortest path may turn there.
    ///
    /// One may at sectors that are wider than half a turn.
    #[inline(always)]
    pub fn from(&self, side: u32) -> (u32, bool) {
        let from = self.tiles[side as usize >> 2].from[side as usize & 3];
        (from & !TURNS, from & TURNS != 0)
    }

    /// The side of the other triangle, where one may walk over a side.
    #[inline(always)]
    pub fn over(&self, side: u32) -> Option<u32> {
        let over = self.tiles[side as usize >> 2].over[side as usize & 3];
        (over != NONE).then_some(over & !DEAD_END)
    }

    /// Whether one may walk over a side, and nothing lies there but a dead end.
    #[inline(always)]
    pub fn is_dead_end(&self, side: u32) -> bool {
        let over = self.tiles[side as usize >> 2].over[side as usize & 3];
        over != NONE && over & DEAD_END != 0
    }

    /// The side over which one gets out of a dead end from a triangle; none if it is in none.
    pub fn way_out(&self, triangle: u32) -> Option<u32> {
        match self.tiles[triangle as usize].lies {
            Lies::DeadEnd(side) => Some(triangle << 2 | u32::from(side)),
            Lies::Between | Lies::Middle => None,
        }
    }

    /// Writes down everything anew.
    pub(super) fn of_all(
        net: &Net,
        list: &[Option<Drawn>],
        steps: Steps,
        watch: &mut dyn Watch,
    ) -> Result<Self, Cancelled> {
        let tiles = vec![Tile::NOTHING; list.len()];
        let mut joints = Self { tiles, points: Vec::new(), free: Vec::new() };
        let looked_up = Some(LookedUp::all(net, &mut watch.stage(0.0, 0.2))?);
        let pen = Pen { net, list, steps, looked_up };
        let vertices = cell_by_cell(net, &mut watch.stage(0.2, 0.25))?;
        each(vertices.into_iter(), &mut watch.stage(0.25, 0.6), |vertex| {
            joints.write_vertex(&pen, vertex);
        })?;
        each(net.cdt.undirected_edges(), &mut watch.stage(0.6, 0.9), |edge| {
            joints.write_side(&pen, edge.as_directed(), |_| {});
        })?;
        ask(watch, 0.9)?;
        joints.find_dead_ends((0..list.len() as u32).collect());
        Ok(joints)
    }

    /// Follows an edit: these triangles and these places of the list have changed, and no others.
    pub(super) fn follow(
        &mut self,
        net: &Net,
        list: &[Option<Drawn>],
        steps: Steps,
        changed: &[Tri],
        slots: &[SlotId],
    ) {
        let pen = Pen { net, list, steps, looked_up: None };
        self.tiles.resize(list.len(), Tile::NOTHING);
        let mut gone: Vec<u32> = Vec::new();
        for slot in slots {
            let tile = std::mem::replace(&mut self.tiles[slot.0 as usize], Tile::NOTHING);
            gone.extend(tile.from);
        }
        let corners = changed.iter().flat_map(|&face| net.cdt.face(face).vertices());
        let mut vertices: Vec<_> = corners.map(|vertex| vertex.fix()).collect();
        vertices.sort_unstable();
        vertices.dedup();
        for &vertex in &vertices {
            let around = net.cdt.vertex(vertex).out_edges();
            gone.extend(around.filter_map(|edge| self.vertex_of(pen.side(edge)?)));
        }
        gone.retain(|&from| from != NONE);
        gone.iter_mut().for_each(|from| *from &= !TURNS);
        gone.sort_unstable();
        gone.dedup();
        // The lowest numbers are used again first, so that those of neighbours stay close together.
        self.free.extend(gone.into_iter().rev());
        for vertex in vertices {
            self.write_vertex(&pen, vertex);
        }
        let mut rim = Vec::new();
        for edge in changed.iter().flat_map(|&face| net.cdt.face(face).adjacent_edges()) {
            self.write_side(&pen, edge, |triangle| rim.push(triangle));
        }
        self.open_dead_ends(&mut rim);
        self.find_dead_ends(rim);
    }

    fn vertex_of(&self, side: u32) -> Option<u32> {
        let from = self.tiles[side as usize >> 2].from[side as usize & 3];
        (from != NONE).then_some(from)
    }

    /// Gives every sector around a vertex a number.
    fn write_vertex(&mut self, pen: &Pen<'_>, vertex: FixedVertexHandle) {
        let vertex = pen.net.cdt.vertex(vertex);
        let mut n_closed = 0;
        for edge in vertex.out_edges().filter(|&edge| !pen.is_way(edge)) {
            n_closed += 1;
            if pen.is_ground(edge) {
                let turns = pen.is_reflex(edge);
                self.write_sector(pen, edge, turns);
            }
        }
        if n_closed == 0
            && let Some(edge) = vertex.out_edge()
        {
            self.write_sector(pen, edge, false);
        }
    }

    fn write_sector(&mut self, pen: &Pen<'_>, first: Half<'_>, turns: bool) {
        let point = pen.point(first);
        let number = match self.free.pop() {
            Some(number) => {
                self.points[number as usize] = point;
                number
            }
            None => {
                self.points.push(point);
                self.points.len() as u32 - 1
            }
        };
        let from = if turns { number | TURNS } else { number };
        for edge in pen.sector(first) {
            if let Some(side) = pen.side(edge) {
                self.tiles[side as usize >> 2].from[side as usize & 3] = from;
            }
        }
    }

    /// Writes down what lies over a side, for both triangles that meet there; tells of each.
    fn write_side(&mut self, pen: &Pen<'_>, edge: Half<'_>, mut written: impl FnMut(u32)) {
        let [here, there] = [edge, edge.rev()].map(|half| pen.side(half));
        let is_way = pen.is_way(edge);
        for (one, other) in [(here, there), (there, here)] {
            if let Some(one) = one {
                let over = other.filter(|_| is_way).unwrap_or(NONE);
                self.tiles[one as usize >> 2].over[one as usize & 3] = over;
                written(one >> 2);
            }
        }
    }
}

/// All vertices, those that are close together one after the other: a search then finds most of them in the cache.
///
/// The triangulation has them in circles around the middle of the map.
fn cell_by_cell(net: &Net, watch: &mut dyn Watch) -> Result<Vec<FixedVertexHandle>, Cancelled> {
    let cell = |p: Point2<f64>| net.hints.cell(Whole::new(p.x as i64, p.y as i64));
    // One number for both is sorted several times as fast.
    let mut cells: Vec<u64> = Vec::with_capacity(net.cdt.num_vertices());
    each(net.cdt.vertices(), watch, |vertex| {
        cells.push((cell(vertex.position()) as u64) << 32 | vertex.index() as u64);
    })?;
    cells.sort_unstable();
    ask(watch, 1.0)?;
    let vertex = |cell: u64| FixedVertexHandle::from_index(cell as u32 as usize);
    Ok(cells.into_iter().map(vertex).collect())
}

/// What is written from.
struct Pen<'a> {
    net: &'a Net,
    list: &'a [Option<Drawn>],
    steps: Steps,
    /// For those who write everything.
    looked_up: Option<LookedUp>,
}

/// What is known of all sides, looked up once and in the order in which they lie in memory.
struct LookedUp {
    /// The number of each half, if its triangle is walkable.
    sides: Vec<u32>,
    /// Over which edges one may walk.
    ways: Vec<bool>,
}

impl LookedUp {
    /// Looks everything up just after all triangles were written down, while their sides are still in the same order.
    fn all(net: &Net, watch: &mut dyn Watch) -> Result<Self, Cancelled> {
        let mut sides = vec![NONE; 2 * net.cdt.num_undirected_edges()];
        each(net.cdt.inner_faces(), watch, |face| {
            let Triangle { slot, cover, .. } = *face.data();
            if cover.class() == Class::Walkable {
                for (edge, place) in face.adjacent_edges().iter().zip(0..) {
                    sides[edge.index()] = slot << 2 | place;
                }
            }
        })?;
        let is_way = |edge: Half<'_>| {
            let between = sides[edge.index()] != NONE && sides[edge.rev().index()] != NONE;
            between && !edge.as_undirected().data().data().change.wall
        };
        let ways = net.cdt.undirected_edges().map(|edge| is_way(edge.as_directed())).collect();
        Ok(Self { sides, ways })
    }
}

impl Pen<'_> {
    fn point(&self, edge: Half<'_>) -> Point {
        let p = edge.from().data().position();
        Point::new(p.x, p.y) * self.steps.length() + Point::default()
    }

    /// The number of a side, if its triangle is walkable.
    fn side(&self, edge: Half<'_>) -> Option<u32> {
        if let Some(LookedUp { sides, .. }) = &self.looked_up {
            return Some(sides[edge.index()]).filter(|&side| side != NONE);
        }
        let slot = edge.face().as_inner().filter(|_| is_ground(edge))?.data().slot;
        // Which side comes first may be another one in the triangulation by now.
        let corners = self.list[slot as usize].as_ref()?.corners;
        let place = corners.iter().position(|&corner| corner == self.point(edge))?;
        Some(slot << 2 | place as u32)
    }

    /// Whether the sector that starts at a closed side is wider than half a turn. Exact.
    fn is_reflex(&self, first: Half<'_>) -> bool {
        let (here, start) = (self.point(first), self.point(first.rev()));
        let mut straight = false;
        for edge in self.sector(first) {
            if straight {
                return true;
            }
            match side(here, start, self.point(edge.prev())) {
                Side::Left => {}
                Side::On => straight = true,
                Side::Right => return true,
            }
        }
        false
    }

    /// The sides that start at the vertex of a first one, counter-clockwise, up to one that is no way.
    fn sector<'a>(&'a self, first: Half<'a>) -> impl Iterator<Item = Half<'a>> {
        std::iter::successors(Some(first), move |edge| {
            let next = edge.ccw();
            (next != first && self.is_way(next)).then_some(next)
        })
    }

    /// Whether the triangle to the left is walkable.
    fn is_ground(&self, edge: Half<'_>) -> bool {
        match &self.looked_up {
            Some(LookedUp { sides, .. }) => sides[edge.index()] != NONE,
            None => is_ground(edge),
        }
    }

    /// Whether one may walk over an edge.
    fn is_way(&self, edge: Half<'_>) -> bool {
        match &self.looked_up {
            Some(LookedUp { ways, .. }) => ways[edge.as_undirected().index()],
            None => is_ground(edge) && is_open(edge),
        }
    }
}

/// Whether the triangle to the left is walkable.
fn is_ground(edge: Half<'_>) -> bool {
    edge.face().as_inner().is_some_and(|face| face.data().cover.class() == Class::Walkable)
}
