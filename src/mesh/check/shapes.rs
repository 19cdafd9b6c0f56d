//! The shape of each face: convex, the right way round, with something inside.

use crate::geom::{self, ON_SIDE, Point, STRAIGHT, Segment, Side};
use crate::mesh::attributes::Records;
use crate::mesh::{Element, Face, Findings, Kind, Navmesh, VertexId};

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
        && !sees_all_sides(ring, center)
    {
        findings.add(Kind::CenterOutside, Element::Face(face.id), || {
            let id = mesh.attributes().ids.face(face.id);
            format!("the stated centre of face {id} is not on the inner side of all its edges")
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
        Side::On => {
            return findings.add(Kind::ZeroArea, element, || format!("face {id} has no area"));
        }
        Side::Right => {
            return findings.add(Kind::Clockwise, element, || format!("face {id} is clockwise"));
        }
        Side::Left => {}
    }
    let winds_twice = face.is_convex() && !turns_once(ring);
    if winds_twice || geom::touches_itself(ring) == Some(true) {
        return findings.add(Kind::SelfCrossing, element, || format!("face {id} crosses itself"));
    }
    let deepest = reflex_corners(ring).max_by(|a, b| a.1.total_cmp(&b.1));
    if let Some((corner, depth)) = deepest {
        let corner = face.corners()[corner];
        let vertex = ids.vertex(corner);
        if depth <= straight_depth(mesh, face, corner) {
            findings.add(Kind::NearlyStraight, element, || {
                format!("face {id} turns the wrong way at vertex {vertex}, but only by rounding ({depth:.1e})")
            });
        } else {
            let kind = if face.walkable() { Kind::NonConvex } else { Kind::NonConvexObstacle };
            findings.add(kind, element, || {
                format!("face {id} is not convex: it turns the wrong way at vertex {vertex}, by {depth:.3}")
            });
        }
    }
}

/// Whether a point has all sides of a ring on its right hand or runs along them, as those inside a convex ring have.
fn sees_all_sides(ring: &[Point], p: Point) -> bool {
    let mut from = ring[ring.len() - 1];
    ring.iter().all(|&to| geom::side(std::mem::replace(&mut from, to), to, p) != Side::Right)
}

/// How far inside the line between its neighbours a corner may lie and still count as straight.
fn straight_depth(mesh: &Navmesh, face: Face<'_>, corner: VertexId) -> f64 {
    let inserted = match &mesh.attributes().records {
        Records::Menge(records) => records.inserted.binary_search(&(face.id, corner)).is_ok(),
        Records::None | Records::DoomPath(_) => false,
    };
    // The end of a portal was put on the side that it almost lies on.
    let part = if inserted { ON_SIDE } else { STRAIGHT };
    part * face.bounds().diagonal()
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

fn first_repeated(face: Face<'_>) -> Option<VertexId> {
    let mut corners = face.corners().to_vec();
    corners.sort_unstable();
    corners.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0])
}
