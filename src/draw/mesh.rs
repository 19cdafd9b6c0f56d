//! A mesh: its faces, its sides, and what only some formats say of them.

use crate::geom::{Aabb, Point, Segment};
use crate::mesh::{FaceId, Navmesh, VertexId};

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

/// With no more faces than this in view, vertices are called by their ids, too.
const MOST_WITH_VERTICES: usize = 60;

/// Writes what the file calls each of these faces, and the vertices of a few, where it fits in.
fn ids(mesh: &Navmesh, faces: impl Iterator<Item = FaceId>, pen: &mut dyn Pen) {
    let ids = &mesh.attributes().ids;
    let camera = *pen.camera();
    let visible = camera.visible();
    let in_view: Vec<FaceId> =
        faces.filter(|face| mesh.face(*face).bounds().touches(visible)).collect();
    let mut labels = Labels { pen, taken: Vec::new() };
    for &face in &in_view {
        let (text, center) = (ids.face(face).to_string(), mesh.face(face).center());
        let bounds = mesh.face(face).bounds();
        let [width, height] =
            [bounds.width(), bounds.height()].map(|size| size * camera.pixels_per_world());
        let is_roomy = 24.0 + 8.0 * text.len() as f64 <= width && 30.0 <= height;
        if is_roomy && visible.holds(center) && labels.taken.len() < detail::LABELS {
            labels.write(camera.picture_from_world(center), 10.0, &text);
        }
    }
    if MOST_WITH_VERTICES < in_view.len() {
        return;
    }
    let mut vertices: Vec<VertexId> =
        in_view.iter().flat_map(|face| mesh.face(*face).corners()).copied().collect();
    vertices.sort_unstable();
    vertices.dedup();
    for vertex in vertices.into_iter().filter(|vertex| visible.holds(mesh.point(*vertex))) {
        let above = camera.picture_from_world(mesh.point(vertex)) - Point::new(0.0, 9.0);
        labels.write(above, 9.0, &format!("v{}", ids.vertex(vertex)));
    }
}

/// Writes the names of islands or groups on their largest faces, unless another name is there already.
fn names(mesh: &Navmesh, coloring: &Coloring, pen: &mut dyn Pen) {
    let camera = *pen.camera();
    let mut labels = Labels { pen, taken: Vec::new() };
    for (face, name) in coloring.names.iter().take(detail::LABELS) {
        labels.write(camera.picture_from_world(mesh.face(*face).center()), 12.0, name);
    }
}

/// Words that do not lie over each other.
struct Labels<'a> {
    pen: &'a mut dyn Pen,
    /// Where there are some, in the picture.
    taken: Vec<Aabb>,
}

impl Labels<'_> {
    /// Writes something around a place of the picture, unless something is there already.
    fn write(&mut self, at: Point, pixels: f64, text: &str) {
        let half = super::font::width(text, pixels) / 2.0;
        let around = Aabb::around([at]).inflated(pixels / 2.0);
        let place = Aabb {
            min: Point::new(at.x - half, around.min.y),
            max: Point::new(at.x + half, around.max.y),
        };
        if !self.taken.iter().any(|other| other.touches(place)) {
            let at = self.pen.camera().world_from_picture(at);
            self.pen.text(Ink::Label, at, Anchor::Middle, pixels, text);
            self.taken.push(place);
        }
    }
}
