//! The sides of faces: portals, walls, borders, and those that may be crossed one way only.

use crate::geom::{Point, Segment};
use crate::mesh::{Across, FaceId, Navmesh};

use super::{Camera, Ink, Layer, Layers, Legend, Mark, Pen, Shapes, detail};

/// The sides of a mesh, each once, by what they mean.
#[derive(Default)]
struct Sides {
    seams: Vec<Segment>,
    portals: Vec<Segment>,
    borders: Shapes,
    walls: Shapes,
    /// They run so that one crosses them from left to right.
    one_ways: Vec<Segment>,
}

/// Draws the sides of a mesh, and says what they mean.
pub(super) fn draw(mesh: &Navmesh, layers: Layers, pen: &mut dyn Pen) -> Legend {
    let sides = Sides::of(mesh);
    let camera = *pen.camera();
    let mut legend = Legend::default();
    let mut stroke = |ink: Ink, lines: Shapes, pen: &mut dyn Pen| {
        if !lines.is_empty() {
            pen.stroke(ink, &lines);
            legend.add(ink);
        }
    };
    if layers.has(Layer::Portals) {
        stroke(Ink::Seam, longest(sides.seams, &camera), pen);
        stroke(Ink::Portal, longest(sides.portals, &camera), pen);
    }
    if layers.has(Layer::Walls) {
        stroke(Ink::Border, sides.borders.coarser_lines(&camera, detail::POINTS), pen);
        stroke(Ink::Wall, sides.walls.coarser_lines(&camera, detail::POINTS), pen);
    }
    if layers.has(Layer::OneWays) {
        let mut lines = Shapes::default();
        sides.one_ways.iter().for_each(|side| lines.line(side.from, side.to));
        stroke(Ink::OneWay, lines.coarser_lines(&camera, detail::POINTS), pen);
        arrows(sides.one_ways, pen);
    }
    legend
}

impl Sides {
    fn of(mesh: &Navmesh) -> Self {
        let mut sides = Self::default();
        each(mesh, |ink, side| match ink {
            Ink::Seam => sides.seams.push(side),
            Ink::Portal => sides.portals.push(side),
            Ink::OneWay => sides.one_ways.push(side),
            Ink::Wall => sides.walls.line(side.from, side.to),
            _ => sides.borders.line(side.from, side.to),
        });
        sides
    }
}

/// Shows the sides of a mesh, each once, by what they mean: a seam, portal, border, wall or one-way side.
///
/// One that may be crossed one way only runs so that one crosses it from left to right.
pub(super) fn each(mesh: &Navmesh, mut show: impl FnMut(Ink, Segment)) {
    for face in mesh.faces() {
        for (side, across) in face.across().iter().enumerate() {
            let segment = face.segment(side);
            let Some(other) = across.face() else {
                show(Ink::Border, segment);
                continue;
            };
            // Both faces tell of the side; the one with the smaller id is asked.
            if face.id < other || is_first_of_two(mesh, face.id, side) {
                let (ink, segment) = meaning(mesh, face.id, side, segment);
                show(ink, segment);
            }
        }
    }
}

/// What a side between two faces means.
fn meaning(mesh: &Navmesh, face: FaceId, side: usize, segment: Segment) -> (Ink, Segment) {
    let twin = mesh.twin(face, side);
    let there = mesh.face(face).across()[side];
    let back = twin.map_or(Across::Outside, |(face, side)| mesh.face(face).across()[side]);
    let walkable = |face: Option<FaceId>| face.is_some_and(|face| mesh.face(face).walkable());
    match (walkable(Some(face)), walkable(there.face())) {
        (true, true) => match (there.is_open(), back.is_open()) {
            (true, true) => (Ink::Portal, segment),
            // A face is on the left of its own sides.
            (true, false) => (Ink::OneWay, segment),
            (false, true) => (Ink::OneWay, Segment::new(segment.to, segment.from)),
            (false, false) => (Ink::Wall, segment),
        },
        (false, false) => (Ink::Seam, segment),
        _ => (Ink::Wall, segment),
    }
}

/// Whether a side leads to its own face, and comes before the one that it leads to.
fn is_first_of_two(mesh: &Navmesh, face: FaceId, side: usize) -> bool {
    mesh.twin(face, side).is_some_and(|(other, twin)| other == face && side < twin)
}

/// The sides that are long enough to be seen, and of those the longest; in their old order.
fn longest(sides: Vec<Segment>, camera: &Camera) -> Shapes {
    let pixels = |side: &Segment| side.length() * camera.pixels_per_world();
    let mut shortest = detail::SHORTEST_PORTAL;
    let mut lengths: Vec<f64> = sides.iter().map(pixels).filter(|l| shortest <= *l).collect();
    if detail::PORTALS < lengths.len() {
        lengths.select_nth_unstable_by(detail::PORTALS, |a, b| b.total_cmp(a));
        shortest = lengths[detail::PORTALS];
    }
    let mut lines = Shapes::default();
    // Of sides that are exactly as long as the shortest there may be many more.
    let seen = sides.iter().filter(|side| shortest <= pixels(side)).take(2 * detail::PORTALS);
    seen.for_each(|side| lines.line(side.from, side.to));
    lines
}

/// Points over the sides in the direction in which they may be crossed, the longest first.
pub(super) fn arrows(mut sides: Vec<Segment>, pen: &mut dyn Pen) {
    const ROOM: f64 = 5.0;
    let camera = *pen.camera();
    sides.retain(|side| ROOM <= side.length() * camera.pixels_per_world());
    sides.sort_by(|a, b| b.length().total_cmp(&a.length()));
    for side in sides.into_iter().take(detail::MARKS) {
        let along = side.to - side.from;
        let to_the_right = Point::new(along.y, -along.x);
        pen.mark(Ink::OneWay, side.from + along * 0.5, Mark::Arrow(to_the_right), 9.0);
    }
}
