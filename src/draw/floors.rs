//! What floors do to who stands on them: damage, moving, directions to jump off, slopes.

use crate::geom::Point;
use crate::mesh::{FaceId, Navmesh};

use super::cells::fill_faces;
use super::{Damage, Ink, Legend, Mark, Pen, detail};

/// The flags of a DoomPath area that say how much damage one takes.
const DAMAGE: [(u32, Damage); 3] = [(4, Damage::High), (2, Damage::Medium), (1, Damage::Low)];

/// The flags of a DoomPath area that say where one may jump off. Its north is where y is smaller.
const JUMPS: [(u32, Point); 4] = [
    (8, Point::new(0.0, -1.0)),
    (16, Point::new(1.0, 0.0)),
    (32, Point::new(0.0, 1.0)),
    (64, Point::new(-1.0, 0.0)),
];

/// All of those.
const JUMPING: u32 = 8 | 16 | 32 | 64;

/// The ink of a floor that may move in play, if it is one.
pub fn moving_ink(mesh: &Navmesh, face: FaceId) -> Option<Ink> {
    mesh.attributes().sector.get(face.index()).copied().flatten().map(|_| Ink::SpecialSector)
}

/// The ink of a floor on which one takes damage, if it is one.
pub fn damage_ink(mesh: &Navmesh, face: FaceId) -> Option<Ink> {
    let flags = flags(mesh, face);
    let damage = DAMAGE.into_iter().find(|(flag, _)| flags & flag != 0);
    damage.map(|(_, damage)| Ink::Damage(damage))
}

fn flags(mesh: &Navmesh, face: FaceId) -> u32 {
    mesh.attributes().flags.get(face.index()).copied().unwrap_or(0)
}

/// Draws what is said of floors, and says what the marks mean.
pub(super) fn draw(mesh: &Navmesh, pen: &mut dyn Pen) -> Legend {
    for ink in [moving_ink, damage_ink] {
        let faces = mesh.faces().map(|face| face.id);
        let inked: Vec<(FaceId, Ink)> =
            faces.filter_map(|face| Some((face, ink(mesh, face)?))).collect();
        fill_faces(mesh, &inked, pen);
    }
    arrows(mesh, pen);
    legend(mesh)
}

/// What the marks of floors mean.
pub(super) fn legend(mesh: &Navmesh) -> Legend {
    let mut legend = Legend::default();
    let attributes = mesh.attributes();
    if attributes.flags.is_empty() && attributes.sector.is_empty() && attributes.plane.is_empty() {
        return legend;
    }
    let faces = || mesh.faces().map(|face| face.id);
    let levels = DAMAGE.into_iter().rev().map(|(_, damage)| Ink::Damage(damage));
    for ink in [Ink::SpecialSector].into_iter().chain(levels) {
        let is_there =
            |face| moving_ink(mesh, face) == Some(ink) || damage_ink(mesh, face) == Some(ink);
        if faces().any(is_there) {
            legend.add(ink);
        }
    }
    if faces().any(|face| flags(mesh, face) & JUMPING != 0) {
        legend.add(Ink::Jump);
    }
    if faces().any(|face| uphill(mesh, face).is_some()) {
        legend.add(Ink::Slope);
    }
    legend
}

/// The way up a face that is not level.
fn uphill(mesh: &Navmesh, face: FaceId) -> Option<Point> {
    let plane = mesh.attributes().plane.get(face.index())?;
    let up = Point::new(plane.a, plane.b);
    (up != Point::default()).then_some(up)
}

/// Points where one may jump off, and up slopes.
pub(super) fn arrows(mesh: &Navmesh, pen: &mut dyn Pen) {
    jump_arrows(mesh, pen);
    slope_arrows(mesh, pen);
}

/// Points up the slopes of faces that have room for it.
fn slope_arrows(mesh: &Navmesh, pen: &mut dyn Pen) {
    const ROOM: f64 = 14.0;
    if mesh.attributes().plane.is_empty() {
        return;
    }
    let (visible, scale) = (pen.camera().visible(), pen.camera().pixels_per_world());
    let sloped = mesh.faces().filter_map(|face| Some((face, uphill(mesh, face.id)?)));
    let seen = sloped.filter(|(face, _)| {
        let bounds = face.bounds();
        ROOM <= bounds.width().min(bounds.height()) * scale && bounds.touches(visible)
    });
    for (face, up) in seen.take(detail::MARKS) {
        pen.mark(Ink::Slope, face.center(), Mark::Arrow(up), 11.0);
    }
}

/// Points where one may jump off, from the middle of a face towards its rim.
fn jump_arrows(mesh: &Navmesh, pen: &mut dyn Pen) {
    const ROOM: f64 = 4.0;
    if mesh.attributes().flags.is_empty() {
        return;
    }
    let scale = pen.camera().pixels_per_world();
    let mut n_arrows = 0;
    let jumping = |face: &FaceId| flags(mesh, *face) & JUMPING != 0;
    for face in mesh.faces().map(|face| face.id).filter(jumping) {
        let bounds = mesh.face(face).bounds();
        if bounds.width().min(bounds.height()) * scale < ROOM {
            continue;
        }
        let center = mesh.face(face).center();
        for (_, toward) in JUMPS.into_iter().filter(|(flag, _)| flags(mesh, face) & flag != 0) {
            let reach = Point::new(toward.x * bounds.width(), toward.y * bounds.height()) * 0.3;
            pen.mark(Ink::Jump, center + reach, Mark::Arrow(toward), 7.0);
            n_arrows += 1;
        }
        if detail::MARKS <= n_arrows {
            return;
        }
    }
}
