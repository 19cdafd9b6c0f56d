//! The rim of the mesh: cracks, T-junctions, and faces that cover the same ground.
//!
//! Where all faces run counter-clockwise, the number of faces over a point is the number of times that the rim runs
//! round it. So faces overlap only if sides of the rim cross or touch, or if a whole piece of rim lies inside a face
//! that it does not belong to. Both are found by looking at the rim alone.

use crate::geom::{Aabb, Segment, WELD, Within};
use crate::mesh::grid::Grid;
use crate::mesh::islands::Sets;
use crate::mesh::locate::Locator;
use crate::mesh::{Across, Element, FaceId, Findings, Kind, Navmesh, VertexId};

pub(super) fn check(mesh: &Navmesh, findings: &mut Findings) {
    let tolerance = WELD * mesh.bounds().diagonal();
    let rim = rim_sides(mesh, tolerance);
    let mut seams = Seams { mesh, tolerance, found: Vec::new() };
    // Where very many sides meet in one place, pairs are n²: stop and say so rather than hang.
    let all_checked = seams.look_at_pairs(&rim) && seams.look_for_nested(&rim);
    if !all_checked {
        findings.add(Kind::Unchecked, Element::File, || {
            "too many sides meet in one place: not all of them were checked for cracks and overlaps".to_owned()
        });
    }
    seams.tell(findings);
}

/// A side with nothing behind it.
#[derive(Clone, Copy)]
struct RimSide {
    face: FaceId,
    side: u32,
    ends: [VertexId; 2],
    segment: Segment,
    /// Around the segment, and the tolerance.
    bounds: Aabb,
}

fn rim_sides(mesh: &Navmesh, tolerance: f64) -> Vec<RimSide> {
    let mut rim = Vec::new();
    for face in mesh.faces() {
        for (side, across) in face.across().iter().enumerate() {
            let (from, to) = face.ends(side);
            if *across == Across::Outside && from != to {
                let segment = face.segment(side);
                let bounds = Aabb::around([segment.from, segment.to]).inflated(tolerance / 2.0);
                rim.push(RimSide {
                    face: face.id,
                    side: side as u32,
                    ends: [from, to],
                    segment,
                    bounds,
                });
            }
        }
    }
    rim
}

#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Seam {
    Overlap(FaceId, FaceId),
    Near(VertexId, VertexId),
    TJunction(VertexId, FaceId, u32, f64),
}

struct Seams<'a> {
    mesh: &'a Navmesh,
    tolerance: f64,
    found: Vec<Seam>,
}

impl Seams<'_> {
    /// Compares all sides of the rim that come close to each other; `false` if they were too many.
    fn look_at_pairs(&mut self, rim: &[RimSide]) -> bool {
        let grid = Grid::new(self.mesh.bounds(), rim.len(), 1.0, self.tolerance, |i, ring| {
            ring.clear();
            ring.extend([rim[i].segment.from, rim[i].segment.to]);
        });
        let mut budget = 64 * rim.len() + 100_000;
        let (columns, rows) = grid.size();
        for cell in (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row))) {
            let things = grid.things(cell);
            for (k, &i) in things.iter().enumerate() {
                let pairs = things.len() - k - 1;
                if budget < pairs {
                    return false;
                }
                budget -= pairs;
                for &j in &things[k + 1..] {
                    self.look_at(&rim[i as usize], &rim[j as usize]);
                }
            }
            if rim.len() + 10_000 < self.found.len() {
                self.settle();
                if rim.len() + 5_000 < self.found.len() {
                    return false;
                }
            }
        }
        true
    }

    fn look_at(&mut self, a: &RimSide, b: &RimSide) {
        // Nearly all pairs in a cell are a little apart.
        if !a.bounds.touches(b.bounds) || !self.same_floor(a.face, b.face) {
            return;
        }
        // A face that crosses itself is told by its shape.
        if a.face != b.face && a.segment.crosses(b.segment) {
            self.found.push(Seam::Overlap(a.face.min(b.face), a.face.max(b.face)));
            return;
        }
        self.look_at_ends(a, b);
        self.look_at_ends(b, a);
    }

    /// Looks whether an end of one side lies on the other without belonging to it.
    fn look_at_ends(&mut self, from: &RimSide, onto: &RimSide) {
        for (vertex, p) in from.ends.into_iter().zip([from.segment.from, from.segment.to]) {
            // Most pairs that come this far are neighbours along the rim.
            if onto.ends.contains(&vertex)
                || !onto.bounds.inflated(self.tolerance).holds(p)
                || self.tolerance < onto.segment.distance(p)
            {
                continue;
            }
            let near = onto
                .ends
                .into_iter()
                .find(|&end| self.mesh.point(end).distance(p) <= self.tolerance);
            match near {
                // Short sides have ends that are close together and yet two vertices.
                Some(other)
                    if onto.ends.iter().any(|end| from.ends.contains(end)) || vertex == other => {}
                Some(other) => self.found.push(Seam::Near(vertex.min(other), vertex.max(other))),
                None => {
                    self.found.push(Seam::TJunction(
                        vertex,
                        onto.face,
                        onto.side,
                        onto.segment.distance(p),
                    ));
                }
            }
        }
    }

    /// Whether two faces are meant to lie in one plane: floors with heights touch everywhere in plan.
    fn same_floor(&self, a: FaceId, b: FaceId) -> bool {
        let attributes = self.mesh.attributes();
        attributes.z.is_empty()
            && attributes.plane.get(a.index()) == attributes.plane.get(b.index())
    }

    /// Finds pieces of rim that lie inside a face they do not belong to; `false` if that took too long.
    fn look_for_nested(&mut self, rim: &[RimSide]) -> bool {
        let mut pieces = Sets::new(self.mesh.n_vertices());
        for side in rim {
            pieces.join(side.ends[0].0, side.ends[1].0);
        }
        let mut seen = vec![false; self.mesh.n_vertices()];
        let mut firsts = rim.to_vec();
        firsts.retain(|side| {
            !std::mem::replace(&mut seen[pieces.root(side.ends[0].0) as usize], true)
        });
        if firsts.len() < 2 {
            return true;
        }
        let locator = Locator::new(self.mesh);
        let mut budget = 64 * rim.len() + 100_000;
        for side in firsts {
            let vertex = side.ends[0];
            budget = budget.saturating_sub(locator.cost_at(self.mesh, self.mesh.point(vertex)));
            if budget == 0 {
                return false;
            }
            for (face, within) in locator.faces_at(self.mesh, self.mesh.point(vertex)) {
                let foreign = !self.mesh.face(face).corners().contains(&vertex);
                if within == Within::Inside && foreign && self.same_floor(side.face, face) {
                    self.found.push(Seam::Overlap(side.face.min(face), side.face.max(face)));
                }
            }
        }
        true
    }

    fn settle(&mut self) {
        self.found.sort_by(|a, b| a.partial_cmp(b).expect("distances are numbers"));
        self.found.dedup();
    }

    fn tell(mut self, findings: &mut Findings) {
        self.settle();
        let ids = &self.mesh.attributes().ids;
        for seam in self.found {
            match seam {
                Seam::Overlap(a, b) => findings.add(Kind::Overlap, Element::Face(b), || {
                    format!("faces {} and {} cover the same ground", ids.face(a), ids.face(b))
                }),
                Seam::Near(a, b) => {
                    let distance = self.mesh.point(a).distance(self.mesh.point(b));
                    // Vertices at the very same place are told as duplicates.
                    if 0.0 < distance {
                        findings.add(Kind::NearVertices, Element::Vertex(b), || {
                            let (a, b) = (ids.vertex(a), ids.vertex(b));
                            format!("vertices {a} and {b} are only {distance:.3e} apart, but not the same: a crack")
                        });
                    }
                }
                Seam::TJunction(vertex, face, side, distance) => {
                    findings.add(Kind::TJunction, Element::Side(face, side), || {
                        let (vertex, face) = (ids.vertex(vertex), ids.face(face));
                        let lies = if distance == 0.0 { "lies".to_owned() } else { format!("lies almost ({distance:.3e})") };
                        format!("vertex {vertex} {lies} on a side of face {face} without being a corner of it")
                    });
                }
            }
        }
    }
}
