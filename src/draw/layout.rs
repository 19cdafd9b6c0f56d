//! What a person draws: ground, obstacles, thin walls, lanes.

use crate::geom::{Aabb, Point};
use crate::layout::{Border, Layout};

use super::{Ink, Layer, Layers, Legend, Mark, Pen, Rule, Shapes, detail, legend};

/// Draws a layout, and says what its marks mean.
pub fn layout(layout: &Layout, layers: Layers, pen: &mut dyn Pen) -> Legend {
    let mut said = Legend::default();
    let mut draw = Drawing { pen, legend: &mut said };
    draw.area(Ink::Walkable, ground(layout));
    if layers.has(Layer::Grid) {
        legend::grid(40.0, draw.pen);
        draw.legend.add(Ink::Grid);
    }
    draw.area(Ink::Obstacle, obstacles(layout));
    draw.lanes(layout);
    if layers.has(Layer::Walls) {
        draw.lines(Ink::Border, outlines(layout));
        let mut walls = Shapes::default();
        layout.walls.values().for_each(|wall| walls.push(wall.iter().copied()));
        draw.lines(Ink::Wall, walls);
    }
    said
}

/// Draws the lanes of a layout alone, over a mesh that is not of them; says what their marks mean.
pub fn lanes(layout: &Layout, pen: &mut dyn Pen) -> Legend {
    let mut said = Legend::default();
    Drawing { pen, legend: &mut said }.lanes(layout);
    said
}

/// What is ground before obstacles are taken from it.
fn ground(layout: &Layout) -> Shapes {
    let mut rings = Shapes::default();
    match &layout.border {
        Border::Box { .. } => {
            let Aabb { min, max } = layout.bounds();
            if !layout.bounds().is_empty() {
                rings.push([min, Point::new(max.x, min.y), max, Point::new(min.x, max.y)]);
            }
        }
        Border::AnyOf(outlines) => {
            outlines.iter().for_each(|ring| rings.push(ring.iter().copied()));
        }
        Border::OddOf(outlines) => {
            rings.rule = Rule::EvenOdd;
            outlines.iter().for_each(|ring| rings.push(ring.iter().copied()));
        }
    }
    rings
}

/// What the obstacles cover together: a hole runs the other way round, so that it is one only if nothing else is there.
fn obstacles(layout: &Layout) -> Shapes {
    let mut rings = Shapes::default();
    for obstacle in layout.obstacles.values() {
        rings.push(obstacle.outline.iter().copied());
        obstacle.holes.iter().for_each(|hole| rings.push(hole.iter().rev().copied()));
    }
    rings
}

/// Where ground ends.
fn outlines(layout: &Layout) -> Shapes {
    let mut lines = Shapes::default();
    if let Border::Box { .. } = layout.border {
        ground(layout).iter().for_each(|ring| lines.push(ring.iter().copied().chain([ring[0]])));
    }
    let obstacles = layout.obstacles.values();
    let rings =
        obstacles.flat_map(|obstacle| std::iter::once(&obstacle.outline).chain(&obstacle.holes));
    for ring in layout.border.rings().iter().chain(rings) {
        lines.push(ring.iter().copied().chain(ring.first().copied()));
    }
    lines
}

/// A drawing under way.
struct Drawing<'a> {
    pen: &'a mut dyn Pen,
    legend: &'a mut Legend,
}

impl Drawing<'_> {
    fn area(&mut self, ink: Ink, rings: Shapes) {
        let rings = rings.coarser_rings(self.pen.camera(), detail::POINTS);
        if !rings.is_empty() {
            self.pen.fill(ink, &rings);
            self.legend.add(ink);
        }
    }

    fn lines(&mut self, ink: Ink, lines: Shapes) {
        let lines = lines.coarser_lines(self.pen.camera(), detail::POINTS);
        if !lines.is_empty() {
            self.pen.stroke(ink, &lines);
            self.legend.add(ink);
        }
    }

    /// Each lane as wide as it is, with a disc at every vertex and its name.
    fn lanes(&mut self, layout: &Layout) {
        let (mut bands, mut middles) = (Shapes::default(), Shapes::default());
        for lane in layout.lanes.lanes.values() {
            let Some([from, to]) = layout.lanes.ends(lane) else { continue };
            middles.push([from, to]);
            let (along, length) = (to - from, from.distance(to));
            if 0.0 < length {
                let half = Point::new(-along.y, along.x) * (lane.width / 2.0 / length);
                bands.push([from - half, to - half, to + half, from + half]);
            }
        }
        self.area(Ink::Lane, bands);
        let middles = middles.coarser_lines(self.pen.camera(), detail::POINTS);
        if !middles.is_empty() {
            self.pen.stroke(Ink::Lane, &middles);
        }
        let vertices = layout.lanes.vertices.values();
        for vertex in vertices.clone().take(detail::MARKS) {
            self.pen.mark(Ink::LaneVertex, vertex.at, Mark::Disc, 6.0);
        }
        for vertex in vertices.filter(|vertex| !vertex.name.is_empty()).take(detail::LABELS) {
            let above = self.pen.camera().picture_from_world(vertex.at) - Point::new(0.0, 12.0);
            let above = self.pen.camera().world_from_picture(above);
            self.pen.text(Ink::Label, above, super::Anchor::Middle, 11.0, &vertex.name);
        }
    }
}
