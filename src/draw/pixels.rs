//! A pen that paints pixels, and PNG files of them.

use tiny_skia::{
    FillRule, FilterQuality, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Shader,
    SpreadMode, Stroke, StrokeDash, Transform,
};

use crate::geom::Point;

use super::svg::in_picture;
use super::theme::{Color, Line, Pattern};
use super::{Anchor, Camera, Ink, Mark, Pen, Rule, Shapes, Theme, font};

/// A pen that paints pixels.
#[derive(Clone)]
pub struct Pixels {
    camera: Camera,
    theme: Theme,
    pixmap: Pixmap,
}

/// How much wider than a line what surrounds it is, in pixels.
const HALO: f64 = 3.0;
/// So many rings or lines are painted at once: all together would be slow, each alone too.
const AT_ONCE: usize = 256;

/// Whether the rims of shapes are smoothed. Faces are not: beside each other they would show a gap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rims {
    Smooth,
    Crisp,
}

impl Pixels {
    /// An empty picture; none if there is no memory for it.
    pub fn new(camera: Camera, theme: Theme) -> Option<Self> {
        let mut pixmap = Pixmap::new(camera.size().width(), camera.size().height())?;
        if let Some(paper) = theme.style(Ink::Background).fill {
            pixmap.fill(skia(paper));
        }
        Some(Self { camera, theme, pixmap })
    }

    /// The colour of a pixel, counted from the upper left corner; none outside.
    pub fn color(&self, x: u32, y: u32) -> Option<Color> {
        if self.pixmap.width() <= x {
            return None;
        }
        let color = self.pixmap.pixel(x, y)?.demultiply();
        Some(Color { rgb: [color.red(), color.green(), color.blue()], alpha: color.alpha() })
    }

    /// The bytes of the pixels, row by row: red, green, blue and opacity, which is full.
    pub fn rgba(&self) -> &[u8] {
        self.pixmap.data()
    }

    /// The picture as a PNG file; none if it cannot be written.
    pub fn png(&self) -> Option<Vec<u8>> {
        self.pixmap.encode_png().ok()
    }

    fn fill_path(&mut self, path: &Path, rule: Rule, shader: Shader<'_>, rims: Rims) {
        let paint = Paint { shader, anti_alias: rims == Rims::Smooth, ..Paint::default() };
        let rule = match rule {
            Rule::NonZero => FillRule::Winding,
            Rule::EvenOdd => FillRule::EvenOdd,
        };
        self.pixmap.fill_path(path, &paint, rule, Transform::identity(), None);
    }

    fn stroke_path(&mut self, path: &Path, line: Line) {
        let paint = Paint { shader: solid(line.color), anti_alias: true, ..Paint::default() };
        let dash = line.dash.and_then(|[drawn, left_out]| {
            StrokeDash::new(vec![drawn as f32, left_out as f32], 0.0)
        });
        let line_cap = if dash.is_some() { LineCap::Butt } else { LineCap::Round };
        let stroke = Stroke {
            width: line.width as f32,
            line_cap,
            line_join: LineJoin::Round,
            dash,
            ..Stroke::default()
        };
        self.pixmap.stroke_path(path, &paint, &stroke, Transform::identity(), None);
    }

    fn stroke_all(&mut self, pieces: &[Vec<Point>], line: Line) {
        for some in pieces.chunks(AT_ONCE) {
            let mut path = PathBuilder::new();
            some.iter().for_each(|piece| along(&mut path, piece));
            if let Some(path) = path.finish() {
                self.stroke_path(&path, line);
            }
        }
    }
}

impl Pen for Pixels {
    fn camera(&self) -> &Camera {
        &self.camera
    }

    fn fill(&mut self, ink: Ink, rings: &Shapes) {
        let style = self.theme.style(ink);
        let tile = style.pattern.and_then(|(pattern, color)| tile(pattern, color));
        let see_through = style.fill.is_some_and(|color| color.alpha < 255);
        let rims = if see_through { Rims::Smooth } else { Rims::Crisp };
        // Rings that make holes in each other, or let the ground shine through, belong together.
        let together = rings.rule == Rule::EvenOdd || see_through || ink == Ink::Obstacle;
        let at_once = if together { rings.len().max(1) } else { AT_ONCE };
        let all: Vec<&[Point]> = rings.iter().collect();
        let mut points = Vec::new();
        for some in all.chunks(at_once) {
            let mut path = PathBuilder::new();
            for ring in some {
                self.camera.ring(ring, &mut points);
                if 3 <= points.len() {
                    along(&mut path, &points);
                    path.close();
                }
            }
            let Some(path) = path.finish() else { continue };
            if let Some(color) = style.fill {
                self.fill_path(&path, rings.rule, solid(color), rims);
            }
            if let Some(tile) = &tile {
                self.fill_path(&path, rings.rule, repeated(tile), Rims::Crisp);
            }
        }
    }

    fn stroke(&mut self, ink: Ink, lines: &Shapes) {
        let style = self.theme.style(ink);
        let Some(line) = style.line else { return };
        let mut pieces = Vec::new();
        for line in lines.iter() {
            self.camera.pieces(line, |piece| pieces.push(piece.to_vec()));
        }
        if let Some(color) = style.halo {
            self.stroke_all(&pieces, Line { color, width: line.width + HALO, dash: None });
        }
        self.stroke_all(&pieces, line);
    }

    fn mark(&mut self, ink: Ink, at: Point, mark: Mark, pixels: f64) {
        let style = self.theme.style(ink);
        let Some(at) = in_picture(&self.camera, at) else { return };
        let mut path = PathBuilder::new();
        along(&mut path, &mark.outline(&self.camera, at, pixels));
        path.close();
        let Some(path) = path.finish() else { return };
        if let Some(color) = style.halo {
            self.stroke_path(&path, Line { color, width: HALO, dash: None });
        }
        if let Some(color) = style.fill {
            self.fill_path(&path, Rule::NonZero, solid(color), Rims::Smooth);
        }
    }

    fn text(&mut self, ink: Ink, at: Point, anchor: Anchor, pixels: f64, text: &str) {
        let style = self.theme.style(ink);
        let Some(at) = in_picture(&self.camera, at) else { return };
        let strokes = font::strokes(text, at, anchor, pixels);
        let width = pixels * font::WEIGHT;
        if let Some(color) = style.halo {
            self.stroke_all(&strokes, Line { color, width: width + HALO, dash: None });
        }
        if let Some(color) = style.fill {
            self.stroke_all(&strokes, Line { color, width, dash: None });
        }
    }
}

fn along(path: &mut PathBuilder, points: &[Point]) {
    for (i, point) in points.iter().enumerate() {
        let (x, y) = (point.x as f32, point.y as f32);
        if i == 0 {
            path.move_to(x, y);
        } else {
            path.line_to(x, y);
        }
    }
}

fn skia(Color { rgb: [r, g, b], alpha }: Color) -> tiny_skia::Color {
    tiny_skia::Color::from_rgba8(r, g, b, alpha)
}

fn solid(color: Color) -> Shader<'static> {
    Shader::SolidColor(skia(color))
}

/// A tile again and again over the whole picture.
fn repeated(tile: &Pixmap) -> Shader<'_> {
    let still = Transform::identity();
    tiny_skia::Pattern::new(tile.as_ref(), SpreadMode::Repeat, FilterQuality::Nearest, 1.0, still)
}

/// One tile of a pattern on nothing.
fn tile(pattern: Pattern, color: Color) -> Option<Pixmap> {
    let side = Pattern::PIXELS as f32;
    let mut tile = Pixmap::new(Pattern::PIXELS, Pattern::PIXELS)?;
    let paint = Paint { shader: solid(color), anti_alias: true, ..Paint::default() };
    let mut path = PathBuilder::new();
    let mut line = |from: (f32, f32), to: (f32, f32)| {
        path.move_to(from.0, from.1);
        path.line_to(to.0, to.1);
    };
    let width = match pattern {
        Pattern::Hatch => {
            line((-1.0, 1.0), (1.0, -1.0));
            line((0.0, side), (side, 0.0));
            line((side - 1.0, side + 1.0), (side + 1.0, side - 1.0));
            1.0
        }
        Pattern::Stripes => {
            line((side / 2.0, 0.0), (side / 2.0, side));
            2.0
        }
        Pattern::Dots(wide) => {
            let middle = side / 2.0;
            let path = PathBuilder::from_circle(middle, middle, f32::from(wide) / 2.0)?;
            tile.fill_path(&path, &paint, FillRule::Winding, Transform::identity(), None);
            return Some(tile);
        }
    };
    let stroke = Stroke { width, ..Stroke::default() };
    tile.stroke_path(&path.finish()?, &paint, &stroke, Transform::identity(), None);
    Some(tile)
}
