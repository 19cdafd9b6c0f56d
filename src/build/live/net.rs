//! The triangulation under the hand: edges are taken out and put in, and everything else stays as it is.

use std::collections::HashMap;

use spade::handles::{FixedFaceHandle, FixedVertexHandle, InnerTag};
use spade::{
    ConstrainedDelaunayTriangulation, Intersection, LineIntersectionIterator, Point2, Triangulation,
};

use crate::watch::{Cancelled, Watch, ask, each};

use super::super::classify::Cover;
use super::super::fence::{Change, Fence};
use super::super::plan::Plan;
use super::super::steps::{FRAME, Whole, WholeBox};
use super::super::triangulate::{Corner, Fault, Keeps, NONE, keep, triangulate};
use super::boxes::Quick;
use super::crowd::Difference;
use super::hints::Hints;

/// The triangulation with what is known of its parts.
pub(super) type Cdt = ConstrainedDelaunayTriangulation<Corner, (), Seam, Triangle>;

/// A triangle of it.
pub(super) type Tri = FixedFaceHandle<InnerTag>;

/// What is known of an edge.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Seam {
    /// What changes from the left of its second half to the left of its first.
    pub(super) change: Change,
    /// Whether the faces on both sides are one.
    pub(super) gone: bool,
}

impl Keeps for Seam {
    fn keep(&mut self, change: Change) {
        *self = Self { change, gone: false };
    }

    fn kept(&self) -> Change {
        self.change
    }
}

/// What is known of a triangle.
#[derive(Debug, Clone, Copy)]
pub(super) struct Triangle {
    /// The numbers of its corners when it was last looked at: another triangle may have taken its place.
    pub(super) corners: [u32; 3],
    pub(super) cover: Cover,
    /// Its place in the list that is drawn.
    pub(super) slot: u32,
    /// The last edit that it was looked at for.
    pub(super) looked_at: u32,
    /// The last edit that changed it.
    pub(super) changed: u32,
    /// The last edit that worked out its cover.
    pub(super) covered: u32,
}

impl Default for Triangle {
    fn default() -> Self {
        let cover = Cover::default();
        Self { corners: [NONE; 3], cover, slot: NONE, looked_at: 0, changed: 0, covered: 0 }
    }
}

/// The triangulation under the hand.
#[derive(Debug)]
pub(super) struct Net {
    pub(super) cdt: Cdt,
    /// Where each vertex is now, by its number.
    handles: Vec<FixedVertexHandle>,
    /// How many edges each vertex is needed for.
    uses: Vec<u32>,
    free: Vec<u32>,
    ids: HashMap<Whole, u32, Quick>,
    pub(super) hints: Hints,
    /// A corner of the frame, which is always there.
    pub(super) frame: u32,
    /// Counts the edits.
    pub(super) edit: u32,
}

/// What an edit has touched.
#[derive(Debug, Default)]
pub(super) struct Touched {
    /// Vertices around which triangles may have changed.
    pub(super) seeds: Vec<u32>,
    /// Places in the list that is drawn whose triangles may be no more.
    pub(super) suspects: Vec<u32>,
    /// What lies outside of this box is covered as it was.
    pub(super) bounds: Option<WholeBox>,
}

impl Net {
    /// Triangulates everything.
    pub(super) fn new(plan: &mut Plan, watch: &mut dyn Watch) -> Result<Self, Fault> {
        let cdt: Cdt = triangulate(plan, &mut watch.stage(0.0, 0.8))?;
        let n = cdt.num_vertices();
        let mut uses = vec![0; n];
        plan.fences.iter().flat_map(|fence| fence.ends).for_each(|end| uses[end as usize] += 1);
        let mut ids: HashMap<Whole, u32, Quick> = HashMap::default();
        ids.reserve(n);
        let points = plan.points.iter().copied().zip(0_u32..plan.points.len() as u32);
        each(points, &mut watch.stage(0.8, 0.9), |(p, id)| {
            ids.insert(p, id);
        })?;
        // The corners of the frame never go.
        let frame = *ids.get(&FRAME[0]).ok_or(Fault::Panicked)?;
        FRAME.iter().filter_map(|p| ids.get(p)).for_each(|&id| uses[id as usize] = 1);
        let drawn = plan.points.iter().filter(|p| !FRAME.contains(p));
        let bounds = WholeBox::around(drawn.copied());
        let mut hints = Hints::new(bounds, n);
        plan.points.iter().zip(0..).for_each(|(&p, id)| hints.note(p, id));
        ask(watch, 0.9)?;
        let handles = cdt.fixed_vertices().collect();
        let mut net = Self { cdt, handles, uses, free: Vec::new(), ids, hints, frame, edit: 1 };
        net.make_room();
        Ok(net)
    }

    /// The first edit would otherwise wait until all lists have been copied to a larger place.
    fn make_room(&mut self) {
        let beside = Point2::new(FRAME[0].x as f64 + 1.0, FRAME[0].y as f64 + 2.0);
        if let Ok(vertex) = self.cdt.insert(Corner { position: beside, id: NONE }) {
            self.cdt.remove(vertex);
        }
    }

    /// Writes down which edges are gone, and what covers every triangle.
    pub(super) fn label(
        &mut self,
        gone: &[bool],
        covers: &[Cover],
        watch: &mut dyn Watch,
    ) -> Result<(), Cancelled> {
        for (edge, &gone) in self.cdt.fixed_undirected_edges().zip(gone) {
            self.cdt.undirected_edge_data_mut(edge).data_mut().gone = gone;
        }
        each(self.cdt.fixed_inner_faces(), watch, |face| {
            let (corners, cover) = (self.corners(face), covers[face.index()]);
            *self.triangle_mut(face) = Triangle { corners, cover, ..Triangle::default() };
        })
    }

    /// Takes edges out and puts others in. Nothing, if the edges do not fit into what is there.
    pub(super) fn change(&mut self, difference: &Difference) -> Option<Touched> {
        let Difference { removed, added } = difference;
        self.edit += 1;
        let mut touched = Touched::default();
        let ends = |fences: &[Fence]| {
            fences.iter().flat_map(|fence| [fence.from, fence.to]).collect::<Vec<Whole>>()
        };
        let (old_ends, new_ends) = (ends(removed), ends(added));
        touched.bounds = Some(WholeBox::around(old_ends.iter().chain(&new_ends).copied()));
        let new_points = self.count_uses(&old_ends, &new_ends)?;
        for fence in removed {
            self.take_out(fence, &mut touched)?;
        }
        let retired = self.remove_unused(&old_ends, &mut touched);
        let mut hint = touched.seeds.iter().copied().find(|&id| self.is_there(id));
        for (p, id) in new_points {
            self.insert(p, id, hint)?;
            hint = Some(id);
        }
        for fence in added {
            self.put_in(fence, &mut touched)?;
        }
        self.free.extend(retired);
        touched.seeds.sort_unstable();
        touched.seeds.dedup();
        touched.seeds.retain(|&id| self.uses[id as usize] != 0);
        Some(touched)
    }

    /// Counts how often vertices are needed, and gives numbers to those that are not there yet.
    fn count_uses(&mut self, old: &[Whole], new: &[Whole]) -> Option<Vec<(Whole, u32)>> {
        let mut fresh = Vec::new();
        for &p in new {
            let id = match self.ids.get(&p) {
                Some(&id) => id,
                None => {
                    let id = self.free.pop().unwrap_or_else(|| {
                        self.handles.push(FixedVertexHandle::from_index(0));
                        self.uses.push(0);
                        self.uses.len() as u32 - 1
                    });
                    // Until it is inserted it stands for any vertex that there is: somebody may start looking from it.
                    self.handles[id as usize] = FixedVertexHandle::from_index(0);
                    self.ids.insert(p, id);
                    fresh.push((p, id));
                    id
                }
            };
            self.uses[id as usize] += 1;
        }
        for p in old {
            let uses = &mut self.uses[*self.ids.get(p)? as usize];
            *uses = uses.checked_sub(1)?;
        }
        Some(fresh)
    }

    pub(super) fn is_there(&self, id: u32) -> bool {
        self.uses[id as usize] != 0
    }

    /// Where a vertex is now, by its number.
    pub(super) fn handle(&self, id: u32) -> FixedVertexHandle {
        self.handles[id as usize]
    }

    fn ends(&self, fence: &Fence) -> Option<[u32; 2]> {
        Some([*self.ids.get(&fence.from)?, *self.ids.get(&fence.to)?])
    }

    fn take_out(&mut self, fence: &Fence, touched: &mut Touched) -> Option<()> {
        let ends = self.ends(fence)?;
        let [from, to] = ends.map(|id| self.handle(id));
        let edge = self.cdt.get_edge_from_neighbors(from, to)?.as_undirected().fix();
        *self.cdt.undirected_edge_data_mut(edge).data_mut() = Seam::default();
        touched.seeds.extend(ends);
        self.cdt.remove_constraint_edge(edge).then_some(())
    }

    /// Removes the vertices that no edge needs any more; gives their numbers.
    fn remove_unused(&mut self, old_ends: &[Whole], touched: &mut Touched) -> Vec<u32> {
        let mut retired = Vec::new();
        for p in old_ends {
            let Some(&id) = self.ids.get(p) else { continue };
            if self.is_there(id) {
                continue;
            }
            self.ids.remove(p);
            let handle = self.handle(id);
            for edge in self.cdt.vertex(handle).out_edges() {
                touched.seeds.push(edge.to().data().id);
                if let Some(face) = edge.face().as_inner() {
                    touched.suspects.push(face.data().slot);
                }
            }
            self.cdt.remove(handle);
            // The last vertex has taken the place of the one that went.
            if let Some(moved) = self.cdt.get_vertex(handle) {
                let moved = moved.data().id;
                self.handles[moved as usize] = handle;
            }
            retired.push(id);
        }
        retired
    }

    fn insert(&mut self, p: Whole, id: u32, hint: Option<u32>) -> Option<()> {
        let hint = match hint {
            Some(near) if self.is_near(near, p) => near,
            _ => {
                let noted = self.hints.near(p).filter(|&near| self.is_there(near) && near != id);
                noted.or(hint).unwrap_or(self.frame)
            }
        };
        let corner = Corner { position: Point2::new(p.x as f64, p.y as f64), id };
        let hint = self.handle(hint);
        let n_before = self.cdt.num_vertices();
        self.handles[id as usize] = self.cdt.insert_with_hint(corner, hint).ok()?;
        self.hints.note(p, id);
        (self.cdt.num_vertices() == n_before + 1).then_some(())
    }

    fn is_near(&self, id: u32, p: Whole) -> bool {
        let at = self.cdt.vertex(self.handle(id)).position();
        let (x, y) = (at.x - p.x as f64, at.y - p.y as f64);
        x.abs().max(y.abs()) <= 2.0 * self.hints.cell
    }

    /// All triangles that a new edge will go through are taken apart, and may come back as others.
    fn suspect_all_between(
        &mut self,
        from: FixedVertexHandle,
        to: FixedVertexHandle,
        touched: &mut Touched,
    ) {
        let mut faces: Vec<Tri> = Vec::new();
        for met in LineIntersectionIterator::new_from_handles(&self.cdt, from, to) {
            if let Intersection::EdgeIntersection(edge) = met {
                let beside = [edge, edge.rev()].map(|half| half.face().fix().as_inner());
                faces.extend(beside.into_iter().flatten());
            }
        }
        for face in faces {
            let triangle = self.triangle_mut(face);
            // Even if it comes back as it was, it will count as changed.
            triangle.corners = [NONE; 3];
            touched.suspects.push(triangle.slot);
        }
    }

    fn put_in(&mut self, fence: &Fence, touched: &mut Touched) -> Option<()> {
        let ends = self.ends(fence)?;
        let [from, to] = ends.map(|id| self.handle(id));
        self.suspect_all_between(from, to, touched);
        let [edge] = self.cdt.try_add_constraint(from, to)[..] else { return None };
        keep(&mut self.cdt, edge, fence.change);
        touched.seeds.extend(ends);
        Some(())
    }

    /// The two triangles at an edge, if it is there.
    pub(super) fn beside(&self, fence: &Fence) -> [Option<Tri>; 2] {
        let edge = self.ends(fence).and_then(|ends| {
            let [from, to] = ends.map(|id| self.handle(id));
            let both = ends.iter().all(|&id| self.is_there(id));
            both.then(|| self.cdt.get_edge_from_neighbors(from, to)).flatten()
        });
        match edge {
            Some(edge) => [edge, edge.rev()].map(|half| half.face().fix().as_inner()),
            None => [None; 2],
        }
    }

    /// Which of the suspected places no triangle has any more, given all triangles that have changed.
    pub(super) fn dead(&self, mut suspects: Vec<u32>, changed: &[Tri]) -> Vec<u32> {
        let mut held: Vec<u32> = changed.iter().map(|&face| self.triangle(face).slot).collect();
        held.sort_unstable();
        suspects.sort_unstable();
        suspects.dedup();
        suspects.retain(|slot| *slot != NONE && held.binary_search(slot).is_err());
        suspects
    }

    /// What is known of a triangle.
    pub(super) fn triangle(&self, face: Tri) -> Triangle {
        *self.cdt.face(face).data()
    }

    /// What is known of a triangle, to be changed.
    pub(super) fn triangle_mut(&mut self, face: Tri) -> &mut Triangle {
        self.cdt.face_data_mut(face)
    }

    /// For each side of a triangle: the triangle over there, and what changes for somebody who goes there.
    pub(super) fn neighbours(&self, face: Tri) -> [(Option<Tri>, Change); 3] {
        self.cdt.face(face).adjacent_edges().map(|edge| {
            let over = edge.rev();
            let seam = *edge.as_undirected().data().data();
            let forth = over.index() & 1 == 0;
            let change = if forth { seam.change } else { seam.change.reversed() };
            (over.face().fix().as_inner(), change)
        })
    }
}
