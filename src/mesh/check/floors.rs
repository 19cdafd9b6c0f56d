//! Floors that lie over each other: normal where faces have heights, and worth knowing.

use crate::geom::{self, Segment, Side};
use crate::mesh::distinct::Distinct;
use crate::mesh::grid::{Grid, Looked};
use crate::mesh::{Element, Face, FaceId, Findings, Kind, Navmesh};

pub(super) fn check(mesh: &Navmesh, findings: &mut Findings) {
    let (stacked, looked) = stacked_pairs(mesh);
    let ids = &mesh.attributes().ids;
    for (a, b) in stacked {
        findings.add(Kind::StackedFloors, Element::Face(FaceId(b)), || {
            format!("face {} lies over or under face {}", ids.face(FaceId(b)), ids.face(FaceId(a)))
        });
    }
    if looked == Looked::AtSome {
        findings.add(Kind::Unchecked, Element::File, || {
            "too many floors lie over each other: not all of them were compared".to_owned()
        });
    }
}

/// Faces that lie over each other, and whether all of them were looked at. None where nothing has a height.
pub(super) fn stacked_pairs(mesh: &Navmesh) -> (Vec<(u32, u32)>, Looked) {
    if !mesh.attributes().has_heights() {
        return (Vec::new(), Looked::AtAll);
    }
    let grid = Grid::new(mesh.bounds(), mesh.n_faces(), 2.0, 0.0, |face, ring| {
        mesh.face(FaceId(face as u32)).ring(ring);
    });
    // Faces that are not convex have a finding of their own, and no simple answer here.
    let convex: Vec<bool> = mesh.faces().map(|face| face.is_convex()).collect();
    let mut stacked = Distinct::new(mesh.n_faces() + 5_000);
    let looked = grid.pairs(64 * mesh.corners().len() + 1_000_000, |a, b| {
        if !convex[a as usize] || !convex[b as usize] {
            return 1;
        }
        let (face_a, face_b) = (mesh.face(FaceId(a)), mesh.face(FaceId(b)));
        if !face_a.bounds().touches(face_b.bounds()) {
            return face_a.n_sides() + face_b.n_sides();
        }
        let has_room = !overlap(face_a, face_b) || stacked.push((a, b));
        if has_room { face_a.n_sides() * face_b.n_sides() } else { usize::MAX }
    });
    (stacked.into_sorted(), looked)
}

/// Whether two convex faces share more than their rims. Exact: they do unless a side of one has the other outside.
fn overlap(a: Face<'_>, b: Face<'_>) -> bool {
    let apart = |one: Face<'_>, other: Face<'_>| {
        (0..one.n_sides()).map(|side| one.segment(side)).any(|Segment { from, to }| {
            from != to && other.points().all(|p| geom::side(from, to, p) != Side::Left)
        })
    };
    !apart(a, b) && !apart(b, a)
}
