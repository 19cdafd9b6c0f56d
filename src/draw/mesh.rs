//! A mesh: its faces, its sides, and what only some formats say of them.

use crate::geom::{Aabb, Point, Segment};
use crate::mesh::{FaceId, Navmesh};

use super::cells::fill_faces;
use super::{
    Anchor, ColorBy, Coloring, Ink, Layer, Layers, Legend, Pen, Tiles, detail, floors, legend,
    links, sides,
};

/// How a map is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Look {
    /// What the colours of faces tell.
    pub color_by: ColorBy,
    /// What is drawn.
    pub layers: Layers,
}

/// Draws a mesh, and says what its marks mean.
pub fn mesh(mesh: &Navmesh, look: &Look, pen: &mut dyn Pen) -> Legend {
    let coloring = Coloring::new(mesh, look.color_by);
    let has = |layer| look.layers.has(layer);
    let mut said = Legend::default();
    if has(Layer::Faces) && look.color_by != ColorBy::None {
        let faces: Vec<(FaceId, Ink)> =
            mesh.faces().map(|face| (face.id, coloring.ink(face.id))).collect();
        fill_faces(mesh, &faces, pen);
        said.append(coloring.legend.clone());
    }
    if has(Layer::Grid) {
        legend::grid(40.0, pen);
        said.add(Ink::Grid);
    }
    if has(Layer::Floors) {
        said.append(floors::draw(mesh, pen));
    }
    said.append(sides::draw(mesh, look.layers, pen));
    if has(Layer::Links) {
        said.append(links::draw(mesh, pen));
    }
    if has(Layer::Ids) {
        ids(mesh, mesh.faces().map(|face| face.id), pen);
    }
    if has(Layer::Names) {
        names(mesh, &coloring, pen);
    }
    said
}

/// Draws what lies over the faces and sides of a mesh that were drawn in another way: tiles on a graphics card.
///
/// Of the ids only those of faces in view are written.
pub fn mesh_marks(
    mesh: &Navmesh,
    tiles: &Tiles,
    coloring: &Coloring,
    look: &Look,
    pen: &mut dyn Pen,
) {
    let has = |layer| look.layers.has(layer);
    if has(Layer::Grid) {
        legend::grid(40.0, pen);
    }
    if has(Layer::Floors) {
        floors::arrows(mesh, pen);
    }
    if has(Layer::OneWays) {
        let visible = pen.camera().visible();
        let in_view = |side: &&Segment| Aabb::around([side.from, side.to]).touches(visible);
        sides::arrows(tiles.one_ways.iter().filter(in_view).copied().collect(), pen);
    }
    if has(Layer::Links) {
        links::draw(mesh, pen);
    }
    let visible = pen.camera().visible();
    if has(Layer::Ids) && tiles.n_faces_about(visible) <= Tiles::MOST_IDS {
        let faces = tiles.in_view(visible).flat_map(|(_, tile)| &tiles.faces[tile.faces.clone()]);
        ids(mesh, faces.copied(), pen);
    }
    if has(Layer::Names) {
        names(mesh, coloring, pen);
    }
}

/// What the faces, sides and links of a mesh mean, as far as they are drawn.
pub fn mesh_legend(mesh: &Navmesh, tiles: &Tiles, coloring: &Coloring, look: &Look) -> Legend {
    let has = |layer| look.layers.has(layer);
    let mut said = Legend::default();
    if has(Layer::Faces) && look.color_by != ColorBy::None {
        said.append(coloring.legend.clone());
    }
    if has(Layer::Floors) {
        said.append(floors::legend(mesh));
    }
    for &ink in &tiles.inks {
        let layer = match ink {
            Ink::OneWay => Layer::OneWays,
            Ink::Seam | Ink::Portal => Layer::Portals,
            _ => Layer::Walls,
        };
        if has(layer) {
            said.add(ink);
        }
    }
    if has(Layer::Links) {
        said.append(links::legend(mesh));
    }
    said
}

/// Writes what the file calls each of these faces, where it fits in.
fn ids(mesh: &Navmesh, faces: impl Iterator<Item = FaceId>, pen: &mut dyn Pen) {
    let text = |face: FaceId| mesh.attributes().ids.face(face).to_string();
    let room = |face: FaceId| {
        let scale = pen.camera().pixels_per_world();
        let bounds = mesh.face(face).bounds();
        [bounds.width() * scale, bounds.height() * scale]
    };
    let visible = pen.camera().visible();
    let fits = |face: FaceId| {
        let [width, height] = room(face);
        let roomy = 24.0 + 8.0 * text(face).len() as f64 <= width && 30.0 <= height;
        roomy && visible.holds(mesh.face(face).center())
    };
    let faces: Vec<FaceId> = faces.filter(|face| fits(*face)).take(detail::LABELS).collect();
    for face in faces {
        pen.text(Ink::Label, mesh.face(face).center(), Anchor::Middle, 10.0, &text(face));
    }
}

/// Writes the names of islands or groups on their largest faces, unless another name is there already.
fn names(mesh: &Navmesh, coloring: &Coloring, pen: &mut dyn Pen) {
    const TEXT: f64 = 12.0;
    let camera = *pen.camera();
    let mut taken: Vec<Aabb> = Vec::new();
    for (face, name) in coloring.names.iter().take(detail::LABELS) {
        let center = mesh.face(*face).center();
        let at = camera.picture_from_world(center);
        let half = super::font::width(name, TEXT) / 2.0;
        let around = Aabb::around([at]).inflated(TEXT / 2.0);
        let place = Aabb {
            min: Point::new(at.x - half, around.min.y),
            max: Point::new(at.x + half, around.max.y),
        };
        if !taken.iter().any(|other| other.touches(place)) {
            pen.text(Ink::Label, center, Anchor::Middle, TEXT, name);
            taken.push(place);
        }
    }
}
