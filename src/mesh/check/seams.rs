//! The rim of the mesh: cracks, T-junctions, and faces that cover the same ground.
//!
//! Where all faces run counter-clockwise, the number of faces over a point is the number of times that the rim runs
//! round it. So faces overlap only if sides of the rim cross, if at a vertex of the rim the ground of one face reaches
//! into that of another, or if a whole piece of rim lies inside a face that it does not belong to. All of that is
//! found by looking at the rim alone.

use crate::geom::{Aabb, Segment, WELD, Within};
use crate::mesh::distinct::Distinct;
use crate::mesh::grid::{Grid, Looked};
use crate::mesh::islands::Sets;
use crate::mesh::locate::Locator;
use crate::mesh::{Across, Element, FaceId, Findings, Kind, Navmesh, VertexId};
use crate::text::number;

use super::fans;

/// Gaps longer than this part of the shorter side are meant, however large the map is.
const WELD_OF_SIDE: f64 = 1e-3;

pub(super) fn check(mesh: &Navmesh, findings: &mut Findings) {
    let rim = rim_sides(mesh);
    let tolerance = WELD * mesh.bounds().diagonal();
    let found = Distinct::new(rim.len() / 2 + 5_000);
    let mut seams = Seams { mesh, tolerance, found };
    let mut all_checked = seams.look_at_pairs(&rim) & seams.look_at_vertices(&rim);
    let firsts = first_sides(mesh, &rim);
    drop(rim);
    all_checked &= seams.look_for_nested(&firsts);
    if !all_checked {
        findings.add(Kind::Unchecked, Element::File, || {
            "too many edges meet in one place: not all of them were checked for cracks and overlaps".to_owned()
        });
    }
    seams.tell(findings);
}

/// A side with nothing behind it.
#[derive(Debug, Clone, Copy)]
pub(super) struct RimSide {
    pub(super) face: FaceId,
    side: u32,
    pub(super) ends: [VertexId; 2],
}

fn rim_sides(mesh: &Navmesh) -> Vec<RimSide> {
    let mut rim = Vec::new();
    for face in mesh.faces() {
        for (side, across) in face.across().iter().enumerate() {
            let (from, to) = face.ends(side);
            if *across == Across::Outside && from != to {
                rim.push(RimSide { face: face.id, side: side as u32, ends: [from, to] });
            }
        }
    }
    rim
}

/// One side of every piece of rim that hangs together.
fn first_sides(mesh: &Navmesh, rim: &[RimSide]) -> Vec<RimSide> {
    let mut pieces = Sets::new(mesh.n_vertices());
    for side in rim {
        pieces.join(side.ends[0].0, side.ends[1].0);
    }
    let mut seen = vec![false; mesh.n_vertices()];
    let mut is_first =
        |side: &&RimSide| !std::mem::replace(&mut seen[pieces.root(side.ends[0].0) as usize], true);
    rim.iter().filter(|side| is_first(side)).copied().collect()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Seam {
    Overlap(FaceId, FaceId),
    Near(VertexId, VertexId),
    TJunction(VertexId, FaceId, u32),
}

struct Seams<'a> {
    mesh: &'a Navmesh,
    tolerance: f64,
    found: Distinct<Seam>,
}

impl Seams<'_> {
    fn segment(&self, side: &RimSide) -> Segment {
        Segment::new(self.mesh.point(side.ends[0]), self.mesh.point(side.ends[1]))
    }

    /// Compares all sides of the rim that come close to each other; `false` if they were too many.
    fn look_at_pairs(&mut self, rim: &[RimSide]) -> bool {
        let grid = Grid::new(self.mesh.bounds(), rim.len(), 1.0, self.tolerance, |i, ring| {
            let Segment { from, to } = self.segment(&rim[i]);
            ring.clear();
            ring.extend([from, to]);
        });
        let budget = 64 * rim.len() + 100_000;
        let looked = grid.pairs(budget, |i, j| {
            let has_room = self.look_at(&rim[i as usize], &rim[j as usize]);
            if has_room { 1 } else { usize::MAX }
        });
        looked == Looked::AtAll
    }

    fn look_at(&mut self, a: &RimSide, b: &RimSide) -> bool {
        let (a_segment, b_segment) = (self.segment(a), self.segment(b));
        let a_box = Aabb::around([a_segment.from, a_segment.to]).inflated(self.tolerance);
        let b_box = Aabb::around([b_segment.from, b_segment.to]);
        // Nearly all pairs in a cell are a little apart.
        if !a_box.touches(b_box) || !self.same_floor(a.face, b.face) {
            return true;
        }
        // A face that crosses itself is told by its shape.
        if a.face != b.face && a_segment.crosses(b_segment) {
            return self.overlap(a.face, b.face);
        }
        let tolerance =
            self.tolerance.min(WELD_OF_SIDE * a_segment.length().min(b_segment.length()));
        self.look_at_ends(a, b, b_segment, tolerance)
            && self.look_at_ends(b, a, a_segment, tolerance)
    }

    /// Looks whether an end of one side lies on the other without belonging to it.
    fn look_at_ends(
        &mut self,
        from: &RimSide,
        onto: &RimSide,
        segment: Segment,
        tolerance: f64,
    ) -> bool {
        for vertex in from.ends {
            let p = self.mesh.point(vertex);
            if onto.ends.contains(&vertex) || tolerance < segment.distance(p) {
                continue;
            }
            let near =
                onto.ends.into_iter().find(|&end| self.mesh.point(end).distance(p) <= tolerance);
            let joined = || onto.ends.iter().any(|end| from.ends.contains(end));
            let has_room = match near {
                // Short sides have ends that are close together and yet two vertices.
                Some(_) if joined() => true,
                Some(other) => self.found.push(Seam::Near(vertex.min(other), vertex.max(other))),
                // A flat face has its own corners next to its sides.
                None if self.mesh.face(onto.face).corners().contains(&vertex) => true,
                None => self.found.push(Seam::TJunction(vertex, onto.face, onto.side)),
            };
            if !has_room {
                return false;
            }
        }
        true
    }

    fn overlap(&mut self, a: FaceId, b: FaceId) -> bool {
        self.found.push(Seam::Overlap(a.min(b), a.max(b)))
    }

    /// Whether two faces are meant to lie in one plane: floors with heights touch everywhere in plan.
    fn same_floor(&self, a: FaceId, b: FaceId) -> bool {
        let attributes = self.mesh.attributes();
        attributes.z.is_empty()
            && attributes.plane.get(a.index()) == attributes.plane.get(b.index())
    }

    /// Finds faces that reach into each other at a vertex they share.
    fn look_at_vertices(&mut self, rim: &[RimSide]) -> bool {
        fans::for_each_overlap(self.mesh, rim, |a, b| !self.same_floor(a, b) || self.overlap(a, b))
    }

    /// Finds pieces of rim that lie inside a face they do not belong to; `false` if that took too long.
    fn look_for_nested(&mut self, firsts: &[RimSide]) -> bool {
        if firsts.len() < 2 {
            return true;
        }
        let locator = Locator::new(self.mesh);
        let mut budget = 64 * self.mesh.corners().len() + 100_000;
        for side in firsts {
            let vertex = side.ends[0];
            let p = self.mesh.point(vertex);
            budget = budget.saturating_sub(locator.cost_at(self.mesh, p));
            if budget == 0 {
                return false;
            }
            for (face, within) in locator.faces_at(self.mesh, p) {
                let foreign = !self.mesh.face(face).corners().contains(&vertex);
                let inside =
                    within == Within::Inside && foreign && self.same_floor(side.face, face);
                if inside && !self.overlap(side.face, face) {
                    return false;
                }
            }
        }
        true
    }

    fn tell(self, findings: &mut Findings) {
        let Self { mesh, found, .. } = self;
        let ids = &mesh.attributes().ids;
        for seam in found.into_sorted() {
            match seam {
                Seam::Overlap(a, b) => findings.add_between(
                    Kind::Overlap,
                    [Element::Face(b), Element::Face(a)],
                    || format!("faces {} and {} cover the same ground", ids.face(a), ids.face(b)),
                ),
                Seam::Near(a, b) => {
                    let distance = mesh.point(a).distance(mesh.point(b));
                    // Vertices at the very same place are told as duplicates.
                    if 0.0 < distance {
                        let pair = [Element::Vertex(b), Element::Vertex(a)];
                        findings.add_between(Kind::NearVertices, pair, || {
                            let (a, b) = (ids.vertex(a), ids.vertex(b));
                            format!(
                                "vertices {a} and {b} are only {} apart, but not the same: a crack",
                                number(distance)
                            )
                        });
                    }
                }
                Seam::TJunction(vertex, face, side) => {
                    let distance =
                        mesh.face(face).segment(side as usize).distance(mesh.point(vertex));
                    let pair = [Element::Side(face, side), Element::Vertex(vertex)];
                    findings.add_between(Kind::TJunction, pair, || {
                        let (vertex, face) = (ids.vertex(vertex), ids.face(face));
                        let lies = if distance == 0.0 { "lies".to_owned() } else { format!("lies almost ({})", number(distance)) };
                        format!("vertex {vertex} {lies} on an edge of face {face} without being a corner of it")
                    });
                }
            }
        }
    }
}
