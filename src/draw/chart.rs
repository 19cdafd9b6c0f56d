//! Charts: dots and bars between two axes, with the pens that maps are drawn with.

use std::collections::BTreeSet;

use crate::geom::{Aabb, Point};

use super::number::{round_length, short};
use super::{Anchor, Camera, Ink, Mark, Pen, Pixels, Shapes, Size, Svg, Theme, YAxis, box_ring};

/// Dots or bars between two axes.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Chart {
    /// What it is about.
    pub title: String,
    /// What lies along its foot.
    pub x: Axis,
    /// What is measured upwards.
    pub y: Axis,
    /// Single things.
    pub dots: Vec<Dot>,
    /// Things that were counted: from, to, and how many.
    pub bars: Vec<[f64; 3]>,
    /// Whether both axes tell of the same, so that things on one side of the diagonal differ from those on the other.
    pub diagonal: bool,
}

/// What is told along an axis.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Axis {
    /// What.
    pub title: String,
    /// How numbers lie along it.
    pub scale: Scale,
    /// The least and the largest number that is shown; for a logarithm more than zero.
    pub range: [f64; 2],
}

/// How numbers lie along an axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Scale {
    /// Evenly.
    #[default]
    Linear,
    /// Every factor takes as much room.
    Log,
}

/// One thing in a chart.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Dot {
    /// Where.
    pub at: [f64; 2],
    /// What it means.
    pub ink: Ink,
    /// What whoever made the chart calls it.
    pub id: u32,
}

/// Room for numbers and titles around what is charted, in pixels: left, top, right, bottom.
const ROOM: [f64; 4] = [64.0, 26.0, 18.0, 40.0];
const TEXT: f64 = 12.0;
const DOT: f64 = 5.0;

impl Axis {
    /// An axis that has room for all of these numbers; a logarithm leaves out what is not above zero.
    pub fn around(
        title: impl Into<String>,
        scale: Scale,
        numbers: impl IntoIterator<Item = f64>,
    ) -> Self {
        let is_shown =
            |number: &f64| number.is_finite() && (scale == Scale::Linear || 0.0 < *number);
        let shown = numbers.into_iter().filter(is_shown);
        let (low, high) = shown.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), number| {
            (low.min(number), high.max(number))
        });
        let range = match scale {
            _ if high < low => [1.0, 10.0],
            Scale::Linear => {
                let rim = if low == high { 1.0 } else { (high - low) * 0.03 };
                [if 0.0 <= low && low < high { 0.0 } else { low - rim }, high + rim]
            }
            Scale::Log => [low / 1.3, high * 1.3],
        };
        Self { title: title.into(), scale, range }
    }

    /// Which part of the axis a number is at; none if it is not on it.
    fn part(&self, number: f64) -> Option<f64> {
        let [low, high] = self.range;
        let part = match self.scale {
            Scale::Linear => (number - low) / (high - low),
            Scale::Log if 0.0 < number => (number / low).ln() / (high / low).ln(),
            Scale::Log => return None,
        };
        (-1e-9..=1.0 + 1e-9).contains(&part).then_some(part)
    }

    /// Round numbers along the axis.
    fn ticks(&self) -> Vec<f64> {
        let [low, high] = self.range;
        match self.scale {
            Scale::Linear => {
                let Some(step) = round_length((high - low) / 4.0) else { return Vec::new() };
                let first = (low / step).ceil();
                let n_ticks = ((high / step).floor() - first + 1.0).clamp(0.0, 30.0) as usize;
                (0..n_ticks).map(|i| (first + i as f64) * step).collect()
            }
            Scale::Log => {
                let powers = low.log10().floor() as i32..=high.log10().ceil() as i32;
                // Few powers of ten leave room for what lies between them.
                let times: &[f64] =
                    if powers.clone().count() <= 4 { &[1.0, 2.0, 5.0] } else { &[1.0] };
                let ticks =
                    powers.flat_map(|power| times.iter().map(move |n| n * 10_f64.powi(power)));
                ticks.filter(|tick| (low..=high).contains(tick)).take(60).collect()
            }
        }
    }
}

impl Chart {
    /// The chart as SVG text.
    pub fn svg(&self, size: Size, theme: Theme) -> String {
        let mut svg = Svg::new(flat(size), theme, &self.title);
        self.draw(&mut svg);
        svg.finish()
    }

    /// The chart as pixels; none if there is no memory for them.
    pub fn pixels(&self, size: Size, theme: Theme) -> Option<Pixels> {
        let mut pixels = Pixels::new(flat(size), theme)?;
        self.draw(&mut pixels);
        Some(pixels)
    }

    /// The same chart with one dot in the place of those that would hide each other in a picture of this size.
    ///
    /// Of those, the last is kept, as it would be on top. More than so many are not kept however large the picture is.
    #[must_use]
    pub fn thinned(mut self, size: Size, at_most: usize) -> Self {
        let mut apart = DOT / 2.0;
        loop {
            let kept = self.dots_apart(size, apart);
            if kept.len() <= at_most.max(1) {
                self.dots = kept;
                return self;
            }
            apart *= 1.4;
        }
    }

    /// One dot from each cell of so many pixels.
    fn dots_apart(&self, size: Size, pixels: f64) -> Vec<Dot> {
        let mut taken = BTreeSet::new();
        let mut is_first = |dot: &&Dot| {
            let at = self.place(size, dot.at);
            at.is_some_and(|at| taken.insert([at.x, at.y].map(|it| (it / pixels) as i32)))
        };
        let mut kept: Vec<Dot> = self.dots.iter().rev().filter(&mut is_first).copied().collect();
        kept.reverse();
        kept
    }

    /// The dot that is closest to a place of a picture of this size, if it is in reach.
    pub fn dot_at(&self, size: Size, picture: Point, reach: f64) -> Option<&Dot> {
        let distance = |dot: &Dot| self.place(size, dot.at).map(|at| at.distance(picture));
        let near = self.dots.iter().filter_map(|dot| Some((distance(dot)?, dot)));
        let closest = near.min_by(|a, b| a.0.total_cmp(&b.0));
        closest.filter(|(distance, _)| *distance <= reach).map(|(_, dot)| dot)
    }

    /// Where the chart itself lies in a picture of this size.
    fn frame(size: Size) -> Aabb {
        let [left, top, right, bottom] = ROOM;
        let corner = Point::new(
            (f64::from(size.width()) - right).max(left + 1.0),
            (f64::from(size.height()) - bottom).max(top + 1.0),
        );
        Aabb { min: Point::new(left, top), max: corner }
    }

    /// Where in a picture of this size something is; none if it is beside the axes.
    fn place(&self, size: Size, [x, y]: [f64; 2]) -> Option<Point> {
        let frame = Self::frame(size);
        let (x, y) = (self.x.part(x)?, self.y.part(y)?);
        Some(Point::new(frame.min.x + x * frame.width(), frame.max.y - y * frame.height()))
    }

    /// Draws it, with a pen whose world is its picture.
    pub fn draw(&self, pen: &mut dyn Pen) {
        let size = pen.camera().size();
        let frame = Self::frame(size);
        self.draw_axes(size, frame, pen);
        let mut bars = Shapes::default();
        for &[from, to, count] in &self.bars {
            let foot = self.place(size, [from, self.y.range[0]]);
            let top = self.place(size, [to, count]);
            if let Some((foot, top)) = foot.zip(top).filter(|_| 0.0 < count) {
                bars.push(box_ring(Aabb::around([foot, top]))[..4].iter().copied());
            }
        }
        if !bars.is_empty() {
            pen.fill(Ink::Category(0), &bars);
        }
        if self.diagonal {
            let low = self.x.range[0].max(self.y.range[0]);
            let high = self.x.range[1].min(self.y.range[1]);
            let ends = [low, high].map(|number| self.place(size, [number, number]));
            if let [Some(from), Some(to)] = ends {
                pen.stroke(Ink::Outline, &Shapes::one([from, to]));
            }
        }
        for dot in &self.dots {
            if let Some(at) = self.place(size, dot.at) {
                pen.mark(dot.ink, at, Mark::Disc, DOT);
            }
        }
    }

    fn draw_axes(&self, size: Size, frame: Aabb, pen: &mut dyn Pen) {
        let mut lines = Shapes::default();
        let (mut free_x, mut free_y) = (f64::NEG_INFINITY, f64::INFINITY);
        for tick in self.x.ticks() {
            let Some(at) = self.place(size, [tick, self.y.range[0]]) else { continue };
            lines.line(Point::new(at.x, frame.min.y), Point::new(at.x, frame.max.y));
            let text = short(tick);
            // Where numbers would run into each other, one of them has to go.
            let half = text.len() as f64 * TEXT * 0.3 + 4.0;
            if free_x < at.x - half {
                let below = Point::new(at.x, frame.max.y + 11.0);
                pen.text(Ink::Label, below, Anchor::Middle, TEXT, &text);
                free_x = at.x + half;
            }
        }
        for tick in self.y.ticks() {
            let Some(at) = self.place(size, [self.x.range[0], tick]) else { continue };
            lines.line(Point::new(frame.min.x, at.y), Point::new(frame.max.x, at.y));
            if at.y < free_y {
                let beside = Point::new(frame.min.x - 6.0, at.y);
                pen.text(Ink::Label, beside, Anchor::End, TEXT, &short(tick));
                free_y = at.y - TEXT * 1.2;
            }
        }
        if !lines.is_empty() {
            pen.stroke(Ink::Grid, &lines);
        }
        let corners = [frame.min, Point::new(frame.min.x, frame.max.y), frame.max];
        pen.stroke(Ink::ScaleBar, &Shapes::one(corners));
        let above = Point::new(8.0, frame.min.y - 14.0);
        pen.text(Ink::Label, above, Anchor::Start, TEXT, &self.y.title);
        let below = Point::new(frame.max.x, frame.max.y + 28.0);
        pen.text(Ink::Label, below, Anchor::End, TEXT, &self.x.title);
        let above = Point::new(frame.max.x, frame.min.y - 14.0);
        pen.text(Ink::Label, above, Anchor::End, TEXT, &self.title);
    }
}

/// A camera for a picture that is its own world.
pub fn flat(size: Size) -> Camera {
    let middle = Point::new(f64::from(size.width()) / 2.0, f64::from(size.height()) / 2.0);
    Camera::at(middle, middle, 1.0, size, YAxis::Down)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(n_dots: u32) -> Chart {
        let dot = |n: u32| Dot { at: [f64::from(n), 10.0 + f64::from(n)], ink: Ink::Pin, id: n };
        let dots: Vec<Dot> = (0..n_dots).map(dot).collect();
        let axis = |title: &str, scale, i: usize| {
            Axis::around(title, scale, dots.iter().map(|dot| dot.at[i]))
        };
        Chart {
            title: "a < b".to_owned(),
            x: axis("cost", Scale::Linear, 0),
            y: axis("time", Scale::Log, 1),
            dots,
            ..Chart::default()
        }
    }

    #[test]
    fn a_chart_is_text_with_its_axes_and_dots() {
        let svg = chart(5).svg(Size::new(400, 300).unwrap(), Theme::Light);
        assert_eq!(svg.matches("<circle").count(), 5, "{svg}");
        for text in [">cost<", ">time<", ">a &lt; b<", ">10<"] {
            assert!(svg.contains(text), "{text}: {svg}");
        }
    }

    #[test]
    fn the_closest_dot_in_reach_is_found() {
        let (chart, size) = (chart(50), Size::new(400, 300).unwrap());
        let at = chart.place(size, chart.dots[17].at).unwrap();
        assert_eq!(chart.dot_at(size, at + Point::new(1.0, 1.0), 8.0).unwrap().id, 17);
        assert_eq!(chart.dot_at(size, at - Point::new(0.0, 60.0), 8.0), None);
    }

    #[test]
    fn many_dots_are_thinned_to_what_can_be_seen() {
        let size = Size::new(400, 300).unwrap();
        let thinned = chart(100_000).thinned(size, 4_000);
        assert!(thinned.dots.len() < 400, "{}", thinned.dots.len());
        assert!(chart(100_000).thinned(size, 20).dots.len() <= 20);
        assert_eq!(thinned.dots.last().unwrap().id, 99_999);
    }

    #[test]
    fn nothing_to_chart_is_no_trouble() {
        let empty = Chart {
            x: Axis::around("x", Scale::Log, [0.0, f64::NAN]),
            y: Axis::around("y", Scale::Linear, [3.0]),
            ..Chart::default()
        };
        assert!(empty.pixels(Size::new(40, 30).unwrap(), Theme::Dark).is_some());
    }
}
