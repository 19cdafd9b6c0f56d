//! A pen that writes SVG: text that can be read, compared and kept.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::geom::Point;

use super::number::pixels;
use super::theme::{Color, Line, Pattern};
use super::{Anchor, Camera, Ink, Mark, Pen, Rule, Shapes, Theme};

/// A pen that writes SVG.
///
/// Each call writes one element of the class of its ink; what the classes look like stands once, at the top.
#[derive(Debug, Clone)]
pub struct Svg {
    camera: Camera,
    theme: Theme,
    title: String,
    used: BTreeMap<Ink, BTreeSet<Use>>,
    body: String,
}

/// What an ink was used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Use {
    Fill,
    Line,
    Halo,
    Mark,
    Text,
}

impl Use {
    /// The class beside that of the ink.
    fn class(self) -> &'static str {
        match self {
            Self::Fill => "fill",
            Self::Line => "line",
            Self::Halo => "halo",
            Self::Mark => "mark",
            Self::Text => "text",
        }
    }
}

/// How much wider than a line what surrounds it is, in pixels.
const HALO: f64 = 3.0;

impl Svg {
    /// An empty picture with a title.
    pub fn new(camera: Camera, theme: Theme, title: &str) -> Self {
        let used = BTreeMap::new();
        Self { camera, theme, title: title.to_owned(), used, body: String::new() }
    }

    /// What was drawn, without head and foot.
    pub fn body(&self) -> &str {
        &self.body
    }

    /// The whole file.
    pub fn finish(self) -> String {
        let (width, height) = (self.camera.size().width(), self.camera.size().height());
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\">\n"
        );
        if !self.title.is_empty() {
            text += &format!("<title>{}</title>\n", escaped(&self.title));
        }
        text += "<style>\n";
        text += "path, circle { stroke-linejoin: round; stroke-linecap: round }\n";
        text += "text { font-family: system-ui, sans-serif }\n";
        for (&ink, uses) in &self.used {
            for &used in uses {
                let rule = self.rule(ink, used);
                let _ = writeln!(text, ".{}.{} {{ {rule} }}", ink.name(), used.class());
            }
        }
        text += "</style>\n";
        for &ink in
            self.used.iter().filter(|(_, uses)| uses.contains(&Use::Fill)).map(|(ink, _)| ink)
        {
            text += &self.pattern(ink);
        }
        let paper = self.theme.style(Ink::Background).fill.map_or("none".to_owned(), hex);
        let _ = writeln!(text, "<rect width=\"{width}\" height=\"{height}\" fill=\"{paper}\"/>");
        text + &self.body + "</svg>\n"
    }

    /// What a class looks like.
    fn rule(&self, ink: Ink, used: Use) -> String {
        let style = self.theme.style(ink);
        let halo = style.halo.map_or(String::new(), |halo| {
            format!("; stroke: {}; stroke-width: {HALO}; paint-order: stroke", hex(halo))
        });
        match used {
            Use::Fill if style.pattern.is_some() => {
                format!("fill: url(#{}); shape-rendering: crispEdges", ink.name())
            }
            // Without smoothing, faces beside each other leave no gap.
            Use::Fill => {
                let crisp =
                    if is_opaque(style.fill) { "; shape-rendering: crispEdges" } else { "" };
                format!("{}{crisp}", fill(style.fill))
            }
            Use::Line => line(style.line, 0.0),
            Use::Halo => {
                let around = |line: Line| Line {
                    color: style.halo.unwrap_or(line.color),
                    dash: None,
                    ..line
                };
                line(style.line.map(around), HALO)
            }
            Use::Mark | Use::Text => format!("{}{halo}", fill(style.fill)),
        }
    }

    /// The tile that an ink is filled with, if it is filled with one.
    fn pattern(&self, ink: Ink) -> String {
        let style = self.theme.style(ink);
        let Some((pattern, color)) = style.pattern else { return String::new() };
        let (n, name) = (Pattern::PIXELS, ink.name());
        let mut text = format!(
            "<pattern id=\"{name}\" width=\"{n}\" height=\"{n}\" patternUnits=\"userSpaceOnUse\">"
        );
        if let Some(under) = style.fill {
            let _ = write!(text, "<rect width=\"{n}\" height=\"{n}\" fill=\"{}\"/>", hex(under));
        }
        let color = hex(color);
        text += &match pattern {
            Pattern::Hatch => {
                format!("<path d=\"M-1 1L1 -1M0 8L8 0M7 9L9 7\" stroke=\"{color}\"/>")
            }
            Pattern::Stripes => {
                format!("<path d=\"M4 0V8\" stroke=\"{color}\" stroke-width=\"2\"/>")
            }
            Pattern::Dots(wide) => {
                let radius = pixels(f64::from(wide) / 2.0);
                format!("<circle cx=\"4\" cy=\"4\" r=\"{radius}\" fill=\"{color}\"/>")
            }
        };
        text + "</pattern>\n"
    }

    fn class(&mut self, ink: Ink, used: Use) -> String {
        self.used.entry(ink).or_default().insert(used);
        format!("class=\"{} {}\"", ink.name(), used.class())
    }

    fn path(&mut self, ink: Ink, used: Use, rule: Rule, d: &str) {
        if d.is_empty() {
            return;
        }
        let class = self.class(ink, used);
        let rule = if rule == Rule::EvenOdd { " fill-rule=\"evenodd\"" } else { "" };
        let _ = writeln!(self.body, "<path {class}{rule} d=\"{d}\"/>");
    }
}

impl Pen for Svg {
    fn camera(&self) -> &Camera {
        &self.camera
    }

    fn fill(&mut self, ink: Ink, rings: &Shapes) {
        let mut d = String::new();
        let mut points = Vec::new();
        for ring in rings.iter() {
            self.camera.ring(ring, &mut points);
            if 3 <= points.len() {
                along(&points, &mut d);
                d.push('z');
            }
        }
        self.path(ink, Use::Fill, rings.rule, &d);
    }

    fn stroke(&mut self, ink: Ink, lines: &Shapes) {
        let mut d = String::new();
        for line in lines.iter() {
            self.camera.pieces(line, |piece| along(piece, &mut d));
        }
        if self.theme.style(ink).halo.is_some() {
            self.path(ink, Use::Halo, Rule::NonZero, &d);
        }
        self.path(ink, Use::Line, Rule::NonZero, &d);
    }

    fn mark(&mut self, ink: Ink, at: Point, mark: Mark, size: f64) {
        let Some(Point { x, y }) = in_picture(&self.camera, at) else { return };
        if mark == Mark::Disc {
            let class = self.class(ink, Use::Mark);
            let (x, y, r) = (pixels(x), pixels(y), pixels(size / 2.0));
            let _ = writeln!(self.body, "<circle {class} cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>");
            return;
        }
        let mut d = String::new();
        along(&mark.outline(&self.camera, Point::new(x, y), size), &mut d);
        d.push('z');
        self.path(ink, Use::Mark, Rule::NonZero, &d);
    }

    fn text(&mut self, ink: Ink, at: Point, anchor: Anchor, size: f64, text: &str) {
        let Some(Point { x, y }) = in_picture(&self.camera, at) else { return };
        let class = self.class(ink, Use::Text);
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        // Half of a capital letter is a good third of the size of the font.
        let (x, y, size) = (pixels(x), pixels(y + size * 0.36), pixels(size));
        let _ = writeln!(
            self.body,
            "<text {class} x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{anchor}>{}</text>",
            escaped(text)
        );
    }
}

impl Mark {
    /// The outline of a mark in pixels; that of a disc has sixteen corners.
    pub(super) fn outline(self, camera: &Camera, at: Point, size: f64) -> Vec<Point> {
        let half = size / 2.0;
        let place = |x: f64, y: f64| at + Point::new(x, y) * half;
        match self {
            Self::Disc => (0..16)
                .map(|i| f64::from(i) * std::f64::consts::TAU / 16.0)
                .map(|angle| place(angle.cos(), angle.sin()))
                .collect(),
            Self::Diamond => [(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)]
                .map(|(x, y)| place(x, y))
                .to_vec(),
            Self::Cross => {
                let arm = [(0.3, 0.0), (1.0, 0.7), (0.7, 1.0), (0.0, 0.3)];
                let turn = |(x, y): (f64, f64)| (-y, x);
                let arms = std::iter::successors(Some(arm), |arm| Some(arm.map(turn)));
                arms.take(4)
                    .flat_map(|arm| arm.into_iter().take(3))
                    .map(|(x, y)| place(x, y))
                    .collect()
            }
            Self::Arrow(toward) => {
                let Point { x, y } = camera.picture_direction(toward);
                let (x, y) = if x == 0.0 && y == 0.0 { (1.0, 0.0) } else { (x, y) };
                let corner =
                    |ahead: f64, aside: f64| place(x * ahead - y * aside, y * ahead + x * aside);
                vec![corner(1.0, 0.0), corner(-0.8, 0.8), corner(-0.8, -0.8)]
            }
        }
    }
}

/// A point in pixels, if a mark there could be seen.
pub(super) fn in_picture(camera: &Camera, at: Point) -> Option<Point> {
    let mut place = None;
    camera.pieces(&[at, at], |piece| place = piece.first().copied());
    place
}

/// Adds a line to the data of a path, with the short forms for lines along the axes.
fn along(points: &[Point], d: &mut String) {
    if !d.is_empty() {
        d.push('\n');
    }
    let mut before: Option<(String, String)> = None;
    for (i, point) in points.iter().enumerate() {
        let (x, y) = (pixels(point.x), pixels(point.y));
        let _ =
            match &before {
                None => write!(d, "M{x} {y}"),
                // Points that are the same in the picture are told once, but a dot is a line, too.
                Some((old_x, old_y)) if x == *old_x && y == *old_y => {
                    if points.len() == 2 && i == 1 { write!(d, "h0") } else { Ok(()) }
                }
                Some((_, old_y)) if y == *old_y => write!(d, "H{x}"),
                Some((old_x, _)) if x == *old_x => write!(d, "V{y}"),
                Some(_) => write!(d, "L{x} {y}"),
            };
        before = Some((x, y));
    }
}

fn is_opaque(color: Option<Color>) -> bool {
    color.is_some_and(|color| color.alpha == 255)
}

fn fill(color: Option<Color>) -> String {
    match color {
        Some(color) if color.alpha == 255 => format!("fill: {}", hex(color)),
        Some(color) => format!("fill: {}; fill-opacity: {}", hex(color), opacity(color)),
        None => "fill: none".to_owned(),
    }
}

fn line(line: Option<Line>, wider: f64) -> String {
    let Some(Line { color, width, dash }) = line else { return "fill: none".to_owned() };
    let mut text =
        format!("fill: none; stroke: {}; stroke-width: {}", hex(color), pixels(width + wider));
    if color.alpha < 255 {
        text += &format!("; stroke-opacity: {}", opacity(color));
    }
    if let Some([drawn, left_out]) = dash {
        text += &format!(
            "; stroke-linecap: butt; stroke-dasharray: {} {}",
            pixels(drawn),
            pixels(left_out)
        );
    }
    text
}

fn hex(Color { rgb: [r, g, b], .. }: Color) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

fn opacity(color: Color) -> String {
    pixels(f64::from(color.alpha) / 255.0)
}

/// Text that stands for itself between elements and in attributes; what XML cannot hold is replaced.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\t' | '\n' | '\r' => escaped.push(' '),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            _ => escaped.push(letter),
        }
    }
    escaped
}
