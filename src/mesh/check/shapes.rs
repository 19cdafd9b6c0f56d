//! The shape of each face: convex, the right way round, with something inside.

use crate::geom::{self, Point, STRAIGHT, Segment, Side, Within};
use crate::mesh::{Element, Face, Findings, Kind, Navmesh};

pub(super) fn check(mesh: &Navmesh, findings: &mut Findings) {
    let mut ring = Vec::new();
    for face in mesh.faces() {
        check_face(mesh, face, face.ring(&mut ring), findings);
    }
}

fn check_face(mesh: &Navmesh, face: Face<'_>, ring: &[Point], findings: &mut Findings) {
    // Almost every face of almost every file is a triangle or a quad that is fine.
    let sides_have_length = (0..ring.len()).all(|side| face.ends(side).0 != face.ends(side).1);
    if !(sides_have_length && turns_once(ring) && face.is_convex()) {
        check_odd_face(mesh, face, ring, findings);
    }
    if let Some(&center) = mesh.attributes().center.get(face.id.index())
        && geom::within(ring, center) == Within::Outside
    {
        findings.add(Kind::CenterOutside, Element::Face(face.id), || {
            let id = mesh.attributes().ids.face(face.id);
            format!("the stated centre of face {id} is not inside it")
        });
    }
}

fn check_odd_face(mesh: &Navmesh, face: Face<'_>, ring: &[Point], findings: &mut Findings) {
    let ids = &mesh.attributes().ids;
    let (id, element) = (ids.face(face.id), Element::Face(face.id));
    if let Some(corner) = first_repeated(face) {
        let message = || format!("face {id} lists vertex {} more than once", ids.vertex(corner));
        return findings.add(Kind::RepeatedCorner, element, message);
    }
    match geom::turning(ring) {
        Side::On => return findings.add(Kind::ZeroArea, element, || format!("face {id} has no area")),
        Side::Right => return findings.add(Kind::Clockwise, element, || format!("face {id} is clockwise")),
        Side::Left => {}
    }
    let winds_twice = face.is_convex() && !turns_once(ring);
    if winds_twice || geom::crossing_sides(ring).is_some() {
        return findings.add(Kind::SelfCrossing, element, || format!("face {id} crosses itself"));
    }
    let size = face.bounds().diagonal();
    let deepest = reflex_corners(ring).max_by(|a, b| a.1.total_cmp(&b.1));
    if let Some((corner, depth)) = deepest {
        let vertex = ids.vertex(face.corners()[corner]);
        if depth <= STRAIGHT * size {
            findings.add(Kind::NearlyStraight, element, || {
                format!("face {id} turns the wrong way at vertex {vertex}, but only by rounding ({depth:.1e})")
            });
        } else {
            findings.add(Kind::NonConvex, element, || {
                format!("face {id} is not convex: it turns the wrong way at vertex {vertex}, by {depth:.3}")
            });
        }
    }
}

/// The corners that turn right, each with how far it lies inside the line between its neighbours.
fn reflex_corners(ring: &[Point]) -> impl Iterator<Item = (usize, f64)> {
    let n = ring.len();
    (0..n).filter_map(move |i| {
        let (before, here, after) = (ring[(i + n - 1) % n], ring[i], ring[(i + 1) % n]);
        let reflex = geom::side(before, here, after) == Side::Right;
        reflex.then(|| (i, Segment::new(before, after).distance(here)))
    })
}

/// Whether the direction turns through one full circle: it goes up and down once only.
///
/// A ring of left turns that fails this winds round twice, as a pentagram does.
fn turns_once(ring: &[Point]) -> bool {
    let n = ring.len();
    if n == 3 {
        return true;
    }
    let key = |p: Point| (p.y, p.x);
    let rises = |i: usize| key(ring[i % n]) < key(ring[(i + 1) % n]);
    let peaks = (0..n).filter(|&i| rises(i) && !rises(i + 1)).count();
    peaks == 1
}

fn first_repeated(face: Face<'_>) -> Option<crate::mesh::VertexId> {
    let mut corners = face.corners().to_vec();
    corners.sort_unstable();
    corners.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0])
}
