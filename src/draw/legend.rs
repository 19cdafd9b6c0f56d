//! What the marks of a picture mean, and how long its lengths are.

use crate::geom::Point;

use super::font;
use super::number::{round_length, short};
use super::{Anchor, Ink, Mark, Pen, Shapes};

/// What the marks of a picture mean, in the order in which they were made; each ink once.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Legend {
    entries: Vec<(Ink, String)>,
}

/// How high a letter is, in pixels.
const TEXT: f64 = 12.0;
/// How far one line of the legend is from the next.
const LINE: f64 = 19.0;
/// How wide the sample of an ink is, and how far the words are from it.
const SAMPLE: f64 = 26.0;
const GAP: f64 = 8.0;

impl Legend {
    /// How many pixels it is wide.
    pub const WIDTH: f64 = 184.0;

    /// Adds an ink under its usual name.
    pub fn add(&mut self, ink: Ink) {
        self.add_named(ink, ink.title().into_owned());
    }

    /// Adds an ink under another name; if it is there already, nothing changes.
    pub fn add_named(&mut self, ink: Ink, name: impl Into<String>) {
        if self.entries.iter().all(|(known, _)| *known != ink) {
            self.entries.push((ink, shortened(name.into())));
        }
    }

    /// Adds what another one says.
    pub fn append(&mut self, other: Self) {
        other.entries.into_iter().for_each(|(ink, name)| self.add_named(ink, name));
    }

    /// What it says.
    pub fn entries(&self) -> &[(Ink, String)] {
        &self.entries
    }
}

/// A name without what does not fit beside a sample.
fn shortened(name: String) -> String {
    let fits = |name: &str| font::width(name, TEXT) <= Legend::WIDTH - SAMPLE - GAP;
    if fits(&name) {
        return name;
    }
    let mut short = String::new();
    for letter in name.chars() {
        if !fits(&format!("{short}{letter}…")) {
            break;
        }
        short.push(letter);
    }
    short + "…"
}

/// Writes a legend, its upper left corner at a place of the picture; as many lines as there is room for.
pub fn legend(legend: &Legend, at: Point, height: f64, pen: &mut dyn Pen) {
    let n_lines = (height / LINE).max(0.0) as usize;
    let fits = legend.entries.len() <= n_lines;
    let n_shown = if fits { legend.entries.len() } else { n_lines.saturating_sub(1) };
    let line = |i: usize| at + Point::new(0.0, (i as f64 + 0.5) * LINE);
    let words = |p: Point| p + Point::new(SAMPLE + GAP, 0.0);
    for (i, (ink, name)) in legend.entries.iter().take(n_shown).enumerate() {
        sample(*ink, line(i), pen);
        let place = pen.camera().world_from_picture(words(line(i)));
        pen.text(Ink::Label, place, Anchor::Start, TEXT, name);
    }
    if !fits && 0 < n_lines {
        let place = pen.camera().world_from_picture(words(line(n_shown)));
        let rest = format!("and {} more", legend.entries.len() - n_shown);
        pen.text(Ink::Label, place, Anchor::Start, TEXT, &rest);
    }
}

/// Shows what an ink looks like, from the left end of its line.
fn sample(ink: Ink, left: Point, pen: &mut dyn Pen) {
    let camera = *pen.camera();
    let at = |x: f64, y: f64| camera.world_from_picture(left + Point::new(x, y));
    let along = Shapes::one([at(1.0, 0.0), at(SAMPLE - 1.0, 0.0)]);
    let middle = at(SAMPLE / 2.0, 0.0);
    let swatch = [at(0.0, 6.0), at(SAMPLE, 6.0), at(SAMPLE, -6.0), at(0.0, -6.0)];
    let to_the_right = at(1.0, 0.0) - at(0.0, 0.0);
    match ink {
        Ink::Start => pen.mark(ink, middle, Mark::Disc, 11.0),
        Ink::Goal => pen.mark(ink, middle, Mark::Diamond, 13.0),
        Ink::Root | Ink::Corner => pen.mark(ink, middle, Mark::Disc, 7.0),
        Ink::Jump | Ink::Slope => pen.mark(ink, middle, Mark::Arrow(to_the_right), 8.0),
        Ink::OneWay | Ink::Teleporter => {
            pen.stroke(ink, &along);
            pen.mark(ink, middle, Mark::Arrow(to_the_right), 8.0);
        }
        Ink::Bottleneck => {
            pen.stroke(ink, &along);
            pen.mark(ink, middle, Mark::Cross, 12.0);
        }
        Ink::MovedVertex => {
            pen.stroke(ink, &along);
            pen.mark(ink, at(SAMPLE - 5.0, 0.0), Mark::Arrow(to_the_right), 9.0);
        }
        Ink::OtherCone => {
            pen.fill(ink, &Shapes::one(swatch));
            pen.stroke(ink, &Shapes::one([swatch[1], swatch[0], swatch[3], swatch[2]]));
        }
        Ink::Passage => {
            pen.stroke(ink, &along);
            pen.mark(ink, middle, Mark::Diamond, 7.0);
        }
        // These are too thin to be seen on anything but what they are drawn on.
        Ink::Portal | Ink::Seam => {
            let under = if ink == Ink::Seam { Ink::Blocked } else { Ink::Walkable };
            pen.fill(under, &Shapes::one(swatch));
            pen.stroke(ink, &Shapes::one([swatch[0], swatch[2]]));
        }
        // As wide as it is it looks like ground: what tells it apart is its middle.
        Ink::Lane => {
            pen.fill(ink, &Shapes::one(swatch));
            pen.stroke(ink, &along);
        }
        _ if is_ground(ink) => {
            let is_tint = is_tint(ink);
            if is_tint || matches!(ink, Ink::Damage(_) | Ink::SpecialSector) {
                pen.fill(Ink::Walkable, &Shapes::one(swatch));
            }
            pen.fill(ink, &Shapes::one(swatch));
            pen.stroke(Ink::Portal, &Shapes::one(swatch.into_iter().chain([swatch[0]])));
        }
        _ => pen.stroke(ink, &along),
    }
}

/// Whether an ink lets shine through what is below.
fn is_tint(ink: Ink) -> bool {
    let of_search = matches!(ink, Ink::ClosedFace | Ink::FromStart | Ink::ToGoal);
    of_search || matches!(ink, Ink::AddedFace | Ink::RemovedFace | Ink::ChangedFace)
}

/// Whether an ink fills ground, rather than drawing a line.
fn is_ground(ink: Ink) -> bool {
    matches!(
        ink,
        Ink::Walkable
            | Ink::Blocked
            | Ink::Plain
            | Ink::Category(_)
            | Ink::Shade(_)
            | Ink::Damage(_)
            | Ink::SpecialSector
            | Ink::ClosedFace
            | Ink::FromStart
            | Ink::ToGoal
            | Ink::AddedFace
            | Ink::RemovedFace
            | Ink::ChangedFace
            | Ink::Obstacle
            | Ink::Cone
    )
}

/// Draws a round length, its left end at a place of the picture and no longer than so many pixels.
pub fn scale_bar(at: Point, longest: f64, pen: &mut dyn Pen) {
    let camera = *pen.camera();
    let Some(length) = round_length(longest / camera.pixels_per_world()) else { return };
    let pixels = length * camera.pixels_per_world();
    let place = |x: f64, y: f64| camera.world_from_picture(at + Point::new(x, y));
    let bar = [place(0.0, -4.0), place(0.0, 0.0), place(pixels, 0.0), place(pixels, -4.0)];
    pen.stroke(Ink::ScaleBar, &Shapes::one(bar));
    pen.text(Ink::Label, place(pixels / 2.0, -11.0), Anchor::Middle, TEXT, &short(length));
}

/// Draws lines to measure by, a round length and at least so many pixels apart.
pub fn grid(least: f64, pen: &mut dyn Pen) {
    let camera = *pen.camera();
    let visible = camera.visible();
    let Some(step) = round_length(least.max(8.0) * 2.5 / camera.pixels_per_world()) else { return };
    let first = |low: f64| (low / step).ceil();
    let n_lines = |low: f64, high: f64| (high / step).floor() - first(low) + 1.0;
    let places = |low: f64, high: f64| {
        let n_lines = n_lines(low, high).clamp(0.0, f64::from(super::Size::MAX_SIDE)) as usize;
        (0..n_lines).map(move |i| (first(low) + i as f64) * step)
    };
    let mut lines = Shapes::default();
    for x in places(visible.min.x, visible.max.x) {
        lines.push([Point::new(x, visible.min.y), Point::new(x, visible.max.y)]);
    }
    for y in places(visible.min.y, visible.max.y) {
        lines.push([Point::new(visible.min.x, y), Point::new(visible.max.x, y)]);
    }
    if !lines.is_empty() {
        pen.stroke(Ink::Grid, &lines);
    }
}
