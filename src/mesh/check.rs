//! Everything that can be odd about a mesh as it stands, found in time that grows as n log n.
//!
//! What is odd about a *file* (a neighbour it states wrongly, a face it lists clockwise) is noted by its reader.

use super::islands::Ways;
use super::pinch::pinches;
use super::{Across, Element, Findings, Islands, Kind, Navmesh};

mod fans;
mod floors;
mod seams;
mod shapes;
mod vertices;

/// Looks at a mesh from all sides.
pub fn check(mesh: &Navmesh) -> Findings {
    let mut findings = Findings::default();
    shapes::check(mesh, &mut findings);
    vertices::check(mesh, &mut findings);
    seams::check(mesh, &mut findings);
    floors::check(mesh, &mut findings);
    findings.append(ground(mesh));
    findings
}

/// Looks only at where one can walk: walls, touching obstacles, links and islands.
pub fn ground(mesh: &Navmesh) -> Findings {
    let mut findings = Findings::default();
    check_walls(mesh, &mut findings);
    check_pinches(mesh, &mut findings);
    check_links(mesh, &mut findings);
    check_islands(mesh, &mut findings);
    findings
}

/// How many pairs of faces lie over each other at different heights.
pub fn stacked_floors(mesh: &Navmesh) -> usize {
    floors::stacked_pairs(mesh).0.len()
}

fn check_walls(mesh: &Navmesh, findings: &mut Findings) {
    let ids = &mesh.attributes().ids;
    for face in mesh.faces().filter(|face| face.walkable()) {
        for (side, &across) in face.across().iter().enumerate() {
            let Across::Wall(other) = across else { continue };
            if !mesh.face(other).walkable() || other < face.id {
                continue;
            }
            let one_way = mesh
                .twin(face.id, side)
                .is_some_and(|(other, twin)| mesh.face(other).across()[twin].is_open());
            if one_way {
                continue;
            }
            findings.add(Kind::ThinWall, Element::Side(face.id, side as u32), || {
                let (here, there) = (ids.face(face.id), ids.face(other));
                format!("a wall stands between walkable faces {here} and {there}")
            });
        }
    }
}

fn check_pinches(mesh: &Navmesh, findings: &mut Findings) {
    let ids = &mesh.attributes().ids;
    for vertex in pinches(mesh) {
        findings.add(Kind::Pinch, Element::Vertex(vertex), || {
            format!("two obstacles touch at vertex {}: no path may pass there", ids.vertex(vertex))
        });
    }
}

fn check_links(mesh: &Navmesh, findings: &mut Findings) {
    let ids = &mesh.attributes().ids;
    for (index, link) in mesh.links().iter().enumerate() {
        let blocked = [link.from, link.to].into_iter().find(|&face| !mesh.face(face).walkable());
        if let Some(face) = blocked {
            findings.add(Kind::LinkToNowhere, Element::Link(index as u32), || {
                format!("link {index} leads from or to face {}, which is blocked", ids.face(face))
            });
        }
    }
}

fn check_islands(mesh: &Navmesh, findings: &mut Findings) {
    let ids = &mesh.attributes().ids;
    let islands = Islands::new(mesh, Ways::WithTeleporters);
    if islands.list().len() < 2 {
        return;
    }
    for island in islands.list().iter().filter(|island| island.n_faces == 1) {
        findings.add(Kind::IsolatedFace, Element::Face(island.first), || {
            format!(
                "face {} is walkable, but nothing can be reached from it",
                ids.face(island.first)
            )
        });
    }
    findings.add(Kind::Islands, Element::File, || {
        let share = 100.0 * islands.list()[0].area / islands.area().max(f64::MIN_POSITIVE);
        let count = islands.list().len();
        format!(
            "the walkable ground is in {count} islands; the largest has {share:.1} % of the area"
        )
    });
}
