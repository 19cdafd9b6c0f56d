//! Floors that lie over each other: normal where faces have heights, and worth knowing.

use crate::geom::{self, Point, Side};
use crate::mesh::grid::Grid;
use crate::mesh::{Element, FaceId, Findings, Kind, Navmesh};

pub(super) fn check(mesh: &Navmesh, findings: &mut Findings) {
    if !mesh.attributes().has_heights() {
        return;
    }
    let grid = Grid::new(mesh.bounds(), mesh.n_faces(), 2.0, 0.0, |face, ring| {
        mesh.face(FaceId(face as u32)).ring(ring);
    });
    let mut budget = 64 * mesh.n_faces() + 100_000;
    let mut stacked = Vec::new();
    let (columns, rows) = grid.size();
    'cells: for cell in (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row))) {
        let things = grid.things(cell);
        for (k, &a) in things.iter().enumerate() {
            for &b in &things[k + 1..] {
                if budget == 0 {
                    break 'cells;
                }
                budget -= 1;
                if overlap(mesh, FaceId(a), FaceId(b)) {
                    stacked.push((a, b));
                }
            }
        }
        if mesh.n_faces() + 10_000 < stacked.len() {
            stacked.sort_unstable();
            stacked.dedup();
            budget = budget.min(mesh.n_faces());
        }
    }
    stacked.sort_unstable();
    stacked.dedup();
    let ids = &mesh.attributes().ids;
    for (a, b) in stacked {
        findings.add(Kind::StackedFloors, Element::Face(FaceId(b)), || {
            format!("face {} lies over or under face {}", ids.face(FaceId(b)), ids.face(FaceId(a)))
        });
    }
}

/// Whether two convex faces share more than their rims. Exact: they do unless a side of one has the other outside.
fn overlap(mesh: &Navmesh, a: FaceId, b: FaceId) -> bool {
    let (a, b) = (mesh.face(a), mesh.face(b));
    let apart = |ring: &[Point], other: &[Point]| {
        (0..ring.len()).any(|i| {
            let (from, to) = (ring[i], ring[(i + 1) % ring.len()]);
            from != to && other.iter().all(|&p| geom::side(from, to, p) != Side::Left)
        })
    };
    let boxes_meet = a.bounds().touches(b.bounds());
    if !boxes_meet {
        return false;
    }
    let (a, b): (Vec<Point>, Vec<Point>) = (a.points().collect(), b.points().collect());
    !apart(&a, &b) && !apart(&b, &a)
}
