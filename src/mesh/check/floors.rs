//! Floors that lie over each other: normal where faces have heights, and worth knowing.

use crate::geom::{self, Segment, Side};
use crate::mesh::grid::Grid;
use crate::mesh::{Element, Face, FaceId, Findings, Kind, Navmesh};

pub(super) fn check(mesh: &Navmesh, findings: &mut Findings) {
    if !mesh.attributes().has_heights() {
        return;
    }
    let grid = Grid::new(mesh.bounds(), mesh.n_faces(), 2.0, 0.0, |face, ring| {
        mesh.face(FaceId(face as u32)).ring(ring);
    });
    let mut budget = 16 * mesh.n_faces() + 100_000;
    let mut stacked = Vec::new();
    let (columns, rows) = grid.size();
    'cells: for cell in (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row))) {
        let things = grid.things(cell);
        for (k, &a) in things.iter().enumerate() {
            for &b in &things[k + 1..] {
                if budget == 0 {
                    findings.add(Kind::Unchecked, Element::File, || {
                        "too many floors lie over each other: not all of them were compared"
                            .to_owned()
                    });
                    break 'cells;
                }
                budget -= 1;
                if overlap(mesh, FaceId(a), FaceId(b)) {
                    stacked.push((a, b));
                }
            }
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
    let apart = |one: Face<'_>, other: Face<'_>| {
        (0..one.n_sides()).map(|side| one.segment(side)).any(|Segment { from, to }| {
            from != to && other.points().all(|p| geom::side(from, to, p) != Side::Left)
        })
    };
    a.bounds().touches(b.bounds()) && !apart(a, b) && !apart(b, a)
}
