//! A pen that paints in the window.

use egui::epaint::{Mesh, Shape};
use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Stroke, Vec2, pos2};

use crate::draw::theme::{Color, Line, Pattern};
use crate::draw::{Anchor, Camera, Ink, Mark, Pen, Shapes, Theme};
use crate::geom::Point;
use crate::mesh::ears;

/// A pen that paints in the window. Places in the picture are seen from the upper left corner of the canvas.
pub(super) struct WindowPen<'a> {
    painter: &'a Painter,
    corner: Vec2,
    camera: Camera,
    theme: Theme,
}

/// How much wider than a line what surrounds it is, in points.
const HALO: f32 = 3.0;

impl<'a> WindowPen<'a> {
    /// A pen for a canvas.
    pub(super) fn new(painter: &'a Painter, corner: Pos2, camera: Camera, theme: Theme) -> Self {
        Self { painter, corner: corner.to_vec2(), camera, theme }
    }

    /// Where a place of the picture is in the window.
    fn window_from_picture(&self, picture: Point) -> Pos2 {
        pos2(picture.x as f32, picture.y as f32) + self.corner
    }

    fn window_from_world(&self, world: Point) -> Pos2 {
        self.window_from_picture(self.camera.picture_from_world(world))
    }

    fn line(&self, points: Vec<Pos2>, line: Line, wider: f32) {
        let stroke = Stroke::new(line.width as f32 + wider, color32(line.color));
        match line.dash.filter(|_| wider == 0.0) {
            Some([drawn, left_out]) => {
                let dashes = Shape::dashed_line(&points, stroke, drawn as f32, left_out as f32);
                self.painter.extend(dashes);
            }
            None => {
                self.painter.add(Shape::line(points, stroke));
            }
        }
    }

    /// Draws a pattern on a small box: a sample in a legend. On the map itself patterns are for the graphics card.
    fn pattern(&self, pattern: Pattern, color: Color32, covered: Rect) {
        const LARGEST: f32 = 64.0;
        if !covered.is_positive() || LARGEST < covered.width().max(covered.height()) {
            return;
        }
        let painter = self.painter.with_clip_rect(covered.intersect(self.painter.clip_rect()));
        let period = Pattern::PIXELS as f32;
        let steps = |length: f32| (0..=(length / period) as u32).map(move |i| i as f32 * period);
        let stroke = Stroke::new(1.2, color);
        match pattern {
            Pattern::Hatch => {
                let reach = covered.height();
                for x in steps(covered.width() + reach) {
                    let bottom = pos2(covered.min.x + x - reach, covered.max.y);
                    painter.line_segment([bottom, bottom + Vec2::new(reach, -reach)], stroke);
                }
            }
            Pattern::Stripes => {
                for x in steps(covered.width()) {
                    let x = covered.min.x + x + period / 2.0;
                    painter.vline(x, covered.y_range(), Stroke::new(2.0, color));
                }
            }
            Pattern::Dots(pixels) => {
                for x in steps(covered.width()) {
                    for y in steps(covered.height()) {
                        let at = covered.min + Vec2::new(x, y) + Vec2::splat(period / 2.0);
                        painter.circle_filled(at, f32::from(pixels) / 2.0, color);
                    }
                }
            }
        }
    }

    fn fill_ring(&self, ring: &[Point], color: Color32, mesh: &mut Mesh) {
        let first = mesh.vertices.len() as u32;
        let triangles = ears::triangles(ring).or_else(|| {
            // Ears are for rings that run counter-clockwise; in a picture they may run either way.
            let turned: Vec<Point> = ring.iter().rev().copied().collect();
            let last = ring.len() - 1;
            let triangles = ears::triangles(&turned)?;
            Some(triangles.into_iter().map(|corners| corners.map(|i| last - i)).collect())
        });
        let Some(triangles) = triangles else { return };
        for &point in ring {
            mesh.colored_vertex(self.window_from_picture(point), color);
        }
        for [a, b, c] in triangles {
            mesh.add_triangle(first + a as u32, first + b as u32, first + c as u32);
        }
    }
}

/// A line as one that egui can draw, in parts where it turns back: at such a corner, and where it stands still, egui
/// divides by nothing and the line ends up nowhere.
fn bendable(line: impl Iterator<Item = Pos2>) -> Vec<Vec<Pos2>> {
    let mut parts = Vec::new();
    let mut part: Vec<Pos2> = Vec::new();
    for next in line {
        match part[..] {
            [.., last] if last == next => continue,
            [.., before, last] => {
                let (back, ahead) = ((before - last).normalized(), (next - last).normalized());
                if 0.9999 < back.dot(ahead) {
                    parts.push(std::mem::replace(&mut part, vec![last]));
                }
            }
            _ => {}
        }
        part.push(next);
    }
    parts.push(part);
    parts.retain(|part| 2 <= part.len());
    parts
}

/// A colour of the theme as egui wants it.
pub(super) fn color32(color: Color) -> Color32 {
    let [red, green, blue] = color.rgb;
    Color32::from_rgba_unmultiplied(red, green, blue, color.alpha)
}

impl Pen for WindowPen<'_> {
    fn camera(&self) -> &Camera {
        &self.camera
    }

    fn fill(&mut self, ink: Ink, rings: &Shapes) {
        let style = self.theme.style(ink);
        let mut mesh = Mesh::default();
        let color = style.fill.map_or(Color32::TRANSPARENT, color32);
        let mut points = Vec::new();
        for ring in rings.iter() {
            self.camera.ring(ring, &mut points);
            if 3 <= points.len() {
                self.fill_ring(&points, color, &mut mesh);
            }
        }
        let covered = mesh.calc_bounds();
        self.painter.add(Shape::mesh(mesh));
        if let Some((pattern, color)) = style.pattern {
            self.pattern(pattern, color32(color), covered);
        }
    }

    fn stroke(&mut self, ink: Ink, lines: &Shapes) {
        let style = self.theme.style(ink);
        let Some(line) = style.line else { return };
        let mut pieces: Vec<Vec<Pos2>> = Vec::new();
        for points in lines.iter() {
            self.camera.pieces(points, |piece| {
                pieces.extend(bendable(piece.iter().map(|&p| self.window_from_picture(p))));
            });
        }
        if let Some(halo) = style.halo {
            let around = Line { color: halo, ..line };
            pieces.iter().for_each(|piece| self.line(piece.clone(), around, HALO));
        }
        pieces.into_iter().for_each(|piece| self.line(piece, line, 0.0));
    }

    fn mark(&mut self, ink: Ink, at: Point, mark: Mark, pixels: f64) {
        let style = self.theme.style(ink);
        let Some(color) = style.fill.or(style.line.map(|line| line.color)).map(color32) else {
            return;
        };
        let at = self.window_from_world(at);
        if !self.painter.clip_rect().expand(pixels as f32).contains(at) {
            return;
        }
        let halo = style.halo.map_or(Stroke::NONE, |halo| Stroke::new(HALO / 2.0, color32(halo)));
        let radius = pixels as f32 / 2.0;
        let shape = |points: Vec<Pos2>| Shape::convex_polygon(points, color, halo);
        match mark {
            Mark::Disc => {
                self.painter.circle(at, radius, color, halo);
            }
            Mark::Diamond => {
                let ways = [Vec2::UP, Vec2::RIGHT, Vec2::DOWN, Vec2::LEFT];
                self.painter.add(shape(ways.map(|way| at + way * radius).to_vec()));
            }
            Mark::Cross => {
                for way in [Vec2::new(1.0, 1.0), Vec2::new(1.0, -1.0)] {
                    let ends = [at - way * radius * 0.7, at + way * radius * 0.7];
                    self.painter.line_segment(ends, Stroke::new(2.0 + HALO, halo.color));
                    self.painter.line_segment(ends, Stroke::new(2.0, color));
                }
            }
            Mark::Arrow(world) => {
                let ahead = self.camera.picture_direction(world);
                let ahead = Vec2::new(ahead.x as f32, ahead.y as f32);
                let aside = Vec2::new(-ahead.y, ahead.x);
                let tip = at + ahead * radius;
                let back = at - ahead * radius;
                let points = vec![tip, back + aside * radius * 0.8, back - aside * radius * 0.8];
                self.painter.add(shape(points));
            }
        }
    }

    fn text(&mut self, ink: Ink, at: Point, anchor: Anchor, pixels: f64, text: &str) {
        let style = self.theme.style(ink);
        let Some(color) = style.fill.map(color32) else { return };
        let at = self.window_from_world(at);
        if !self.painter.clip_rect().expand(100.0).contains(at) {
            return;
        }
        let anchor = match anchor {
            Anchor::Start => Align2::LEFT_CENTER,
            Anchor::Middle => Align2::CENTER_CENTER,
            Anchor::End => Align2::RIGHT_CENTER,
        };
        let font = FontId::proportional(pixels as f32 + 1.0);
        if let Some(halo) = style.halo.map(|halo| color32(halo.faded(200))) {
            for offset in [[-1.0, 0.0], [1.0, 0.0], [0.0, -1.0], [0.0, 1.0]] {
                self.painter.text(at + Vec2::from(offset), anchor, text, font.clone(), halo);
            }
        }
        self.painter.text(at, anchor, text, font, color);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_parted_where_it_turns_back_and_stands_still_nowhere() {
        let places = |xs: &[(f32, f32)]| bendable(xs.iter().map(|&(x, y)| pos2(x, y)));
        assert_eq!(places(&[(1.0, 1.0), (1.0, 1.0)]), <[Vec<Pos2>; 0]>::default());
        let bent = places(&[(0.0, 0.0), (0.0, 0.0), (9.0, 0.0), (9.0, 5.0)]);
        assert_eq!(bent, [[pos2(0.0, 0.0), pos2(9.0, 0.0), pos2(9.0, 5.0)].to_vec()]);
        let back = places(&[(166.0, 572.0), (421.0, 317.0), (748.0, -10.0), (166.0, 572.0)]);
        assert_eq!(back.iter().map(Vec::len).collect::<Vec<_>>(), [3, 2]);
    }
}
