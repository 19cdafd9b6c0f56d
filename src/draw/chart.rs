//! Charts: dots and bars between two axes, with the pens that maps are drawn with.

use crate::geom::{Aabb, Point};

use super::number::short;
use super::{
    Anchor, Camera, Ink, Mark, Pen, Pixels, Shapes, Size, Svg, Theme, YAxis, box_ring, font,
};

mod axis;
mod bars;
mod rows;

pub use axis::{Axis, Scale};
pub use bars::bars;
pub use rows::{Plot, Quantity, of_rows};

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

/// One thing in a chart.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Dot {
    /// Where.
    pub at: [f64; 2],
    /// What it says.
    pub kind: Kind,
    /// What whoever made the chart calls it.
    pub id: u32,
}

/// What a dot says of its query. Each kind has a shape of its own, so that nobody has to tell colours apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// It came to what it should.
    Pass,
    /// Nobody knows what it should come to.
    Unknown,
    /// Two algorithms disagree on what it costs.
    Differs,
    /// It did not come to what it should.
    Fail,
}

impl Kind {
    /// Every one of them; those that somebody should look at come last, and lie on top.
    pub const ALL: &[Self] = &[Self::Pass, Self::Unknown, Self::Differs, Self::Fail];

    /// What people call it.
    pub fn title(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Unknown => "nobody knows",
            Self::Differs => "costs differ",
            Self::Fail => "fail",
        }
    }

    /// Its colour: those of pinned queries, where one is as it should be, or broken, too.
    pub fn ink(self) -> Ink {
        match self {
            Self::Pass => Ink::Pin,
            Self::Unknown => Ink::Category(0),
            Self::Differs => Ink::Category(1),
            Self::Fail => Ink::BrokenPin,
        }
    }

    /// Its shape, and how many pixels that is wide.
    pub fn mark(self) -> (Mark, f64) {
        match self {
            Self::Pass => (Mark::Disc, DOT),
            Self::Unknown => (Mark::Diamond, DOT + 1.0),
            // Upwards, as y grows downwards in a picture.
            Self::Differs => (Mark::Arrow(Point::new(0.0, -1.0)), DOT + 3.0),
            Self::Fail => (Mark::Cross, DOT + 3.0),
        }
    }
}

/// Room for numbers and titles around what is charted, in pixels: left, top, right, bottom.
const ROOM: [f64; 4] = [64.0, 26.0, 18.0, 40.0];
const TEXT: f64 = 12.0;
const DOT: f64 = 5.0;

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
        let place = |dot: &Dot| Some((self.place(size, dot.at)?, *dot));
        let placed: Vec<(Point, Dot)> = self.dots.iter().filter_map(place).collect();
        let mut apart = DOT / 2.0;
        loop {
            let kept = dots_apart(&placed, size, apart);
            if kept.len() <= at_most.max(1) {
                self.dots = kept;
                return self;
            }
            apart *= 1.4;
        }
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
                let (mark, pixels) = dot.kind.mark();
                pen.mark(dot.kind.ink(), at, mark, pixels);
            }
        }
        self.draw_legend(Point::new(frame.min.x, frame.max.y + 28.0), pen);
    }

    /// Which kinds of dots there are.
    pub fn kinds(&self) -> impl Iterator<Item = Kind> {
        Kind::ALL.iter().copied().filter(|kind| self.dots.iter().any(|dot| dot.kind == *kind))
    }

    /// Says what the shapes of the dots mean, in a line that begins at a place.
    fn draw_legend(&self, mut at: Point, pen: &mut dyn Pen) {
        for kind in self.kinds() {
            let (mark, pixels) = kind.mark();
            pen.mark(kind.ink(), at + Point::new(DOT, 0.0), mark, pixels);
            at = at + Point::new(2.0 * DOT + 4.0, 0.0);
            pen.text(Ink::Label, at, Anchor::Start, TEXT, kind.title());
            at = at + Point::new(font::width(kind.title(), TEXT) + 14.0, 0.0);
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

/// One dot from each cell of so many pixels.
fn dots_apart(placed: &[(Point, Dot)], size: Size, pixels: f64) -> Vec<Dot> {
    let n_cells = |extent: u32| (f64::from(extent) / pixels) as usize + 1;
    let columns = n_cells(size.width());
    let mut taken = vec![false; columns * n_cells(size.height())];
    let mut is_first = |(at, _): &&(Point, Dot)| {
        let cell = [at.x, at.y].map(|it| (it / pixels) as usize);
        let cell = taken.get_mut(cell[1] * columns + cell[0]);
        cell.is_some_and(|cell| !std::mem::replace(cell, true))
    };
    let kept = placed.iter().rev().filter(&mut is_first);
    let mut kept: Vec<Dot> = kept.map(|(_, dot)| *dot).collect();
    kept.reverse();
    kept
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
        let dot = |n: u32| Dot { at: [f64::from(n), 10.0 + f64::from(n)], kind: Kind::Pass, id: n };
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
        // And one that says what they mean.
        assert_eq!(svg.matches("<circle").count(), 6, "{svg}");
        for text in [">cost<", ">time<", ">a &lt; b<", ">10<", ">pass<"] {
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
    fn every_kind_of_dot_has_a_shape_that_can_be_seen() {
        let (size, theme) = (Size::new(200, 150).unwrap(), Theme::Light);
        let axis = || Axis::around("n", Scale::Linear, [1.0, 3.0]);
        let with = |dots| Chart { x: axis(), y: axis(), dots, ..Chart::default() };
        let rgba = |chart: Chart| chart.pixels(size, theme).unwrap().rgba().to_vec();
        let shape = |svg: String| svg.matches("<circle").count() + 10 * svg.matches(" d=").count();
        let mut seen = Vec::new();
        for &kind in Kind::ALL {
            let chart = with(vec![Dot { at: [2.0, 2.0], kind, id: 0 }]);
            let svg = chart.svg(size, theme);
            assert!(svg.contains(&format!(">{}<", kind.title())), "{svg}");
            assert!(!seen.contains(&kind.mark().0), "{kind:?}");
            assert_ne!(shape(svg), 0);
            seen.push(kind.mark().0);
            assert_ne!(rgba(chart), rgba(with(Vec::new())), "{kind:?}");
        }
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
