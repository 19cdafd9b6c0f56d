//! What floors do to who stands on them: damage, moving, directions to jump off.

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

/// Draws what is said of floors, and says what the marks mean.
pub(super) fn draw(mesh: &Navmesh, pen: &mut dyn Pen) -> Legend {
    let mut legend = Legend::default();
    let attributes = mesh.attributes();
    let faces = || mesh.faces().map(|face| face.id);
    let moves = |face: FaceId| attributes.sector.get(face.index()).copied().flatten().is_some();
    let moving: Vec<(FaceId, Ink)> =
        faces().filter(|face| moves(*face)).map(|face| (face, Ink::SpecialSector)).collect();
    if !moving.is_empty() {
        legend.add(Ink::SpecialSector);
        fill_faces(mesh, &moving, pen);
    }
    let flags = |face: FaceId| attributes.flags.get(face.index()).copied().unwrap_or(0);
    let damage = |face: FaceId| {
        DAMAGE.into_iter().find(|(flag, _)| flags(face) & flag != 0).map(|(_, damage)| damage)
    };
    let hurting: Vec<(FaceId, Ink)> =
        faces().filter_map(|face| Some((face, Ink::Damage(damage(face)?)))).collect();
    for (_, level) in DAMAGE.into_iter().rev() {
        if hurting.iter().any(|(_, ink)| *ink == Ink::Damage(level)) {
            legend.add(Ink::Damage(level));
        }
    }
    fill_faces(mesh, &hurting, pen);
    let jumping: Vec<FaceId> = faces().filter(|face| flags(*face) & 0x78 != 0).collect();
    if !jumping.is_empty() {
        legend.add(Ink::Jump);
    }
    jump_arrows(mesh, &jumping, flags, pen);
    legend
}

/// Points where one may jump off, from the middle of a face towards its rim.
fn jump_arrows(mesh: &Navmesh, faces: &[FaceId], flags: impl Fn(FaceId) -> u32, pen: &mut dyn Pen) {
    const ROOM: f64 = 4.0;
    let scale = pen.camera().pixels_per_world();
    let mut n_arrows = 0;
    for &face in faces {
        let bounds = mesh.face(face).bounds();
        if bounds.width().min(bounds.height()) * scale < ROOM {
            continue;
        }
        let center = mesh.face(face).center();
        for (_, toward) in JUMPS.into_iter().filter(|(flag, _)| flags(face) & flag != 0) {
            let reach = Point::new(toward.x * bounds.width(), toward.y * bounds.height()) * 0.3;
            pen.mark(Ink::Jump, center + reach, Mark::Arrow(toward), 7.0);
            n_arrows += 1;
        }
        if detail::MARKS <= n_arrows {
            return;
        }
    }
}
