//! How the world lies in a picture: where its middle is, and how many pixels a unit takes.

use thiserror::Error;

use crate::geom::{Aabb, Point};
use crate::layout::work::Work;

/// The size of a picture in pixels: neither empty nor larger than memory can bear.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    width: u32,
    height: u32,
}

/// Why no picture can have a size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum SizeError {
    /// There would be nothing to see.
    #[error("a picture has at least one pixel")]
    Empty,
    /// One side is too long.
    #[error("a picture is at most {} pixels wide and high", Size::MAX_SIDE)]
    Side,
    /// Both together are too long.
    #[error("a picture has at most {} million pixels", Size::MAX_PIXELS / 1_000_000)]
    Pixels,
}

impl Size {
    /// The longest side.
    pub const MAX_SIDE: u32 = 16_384;
    /// The most pixels: four bytes each, and as much again while a PNG is written.
    pub const MAX_PIXELS: u64 = 1 << 26;
    /// What a picture has if nobody says.
    pub const PICTURE: Self = Self { width: 1200, height: 800 };
    /// What an animation has if nobody says.
    pub const ANIMATION: Self = Self { width: 800, height: 600 };

    /// A size, if a picture can have it.
    pub fn new(width: u32, height: u32) -> Result<Self, SizeError> {
        if width == 0 || height == 0 {
            Err(SizeError::Empty)
        } else if Self::MAX_SIDE < width.max(height) {
            Err(SizeError::Side)
        } else if Self::MAX_PIXELS < u64::from(width) * u64::from(height) {
            Err(SizeError::Pixels)
        } else {
            Ok(Self { width, height })
        }
    }

    /// Reads width and height with an x between them.
    pub fn parse(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.trim().parse::<u32>().ok();
        let sides = text.split_once(['x', 'X', '×']);
        match sides.map(|(width, height)| (number(width), number(height))) {
            Some((Some(width), Some(height))) => {
                Self::new(width, height).map_err(|error| error.to_string())
            }
            _ => {
                Err("expected two whole numbers with an x between them, such as 1200x800"
                    .to_owned())
            }
        }
    }

    /// How many pixels it is wide.
    pub fn width(self) -> u32 {
        self.width
    }

    /// How many pixels it is high.
    pub fn height(self) -> u32 {
        self.height
    }
}

/// Which way y grows in a picture: some formats count rows from the top.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum YAxis {
    /// Upwards.
    #[default]
    Up,
    /// Downwards.
    Down,
}

impl YAxis {
    /// As it is meant by those who work on it.
    pub fn of(work: &Work) -> Self {
        if work.y_down { Self::Down } else { Self::Up }
    }
}

/// Pixels at the rims of a picture that are kept free.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Insets {
    /// At the left.
    pub left: f64,
    /// At the right.
    pub right: f64,
    /// At the top.
    pub top: f64,
    /// At the bottom.
    pub bottom: f64,
}

impl Insets {
    /// The same on all sides.
    pub fn all(pixels: f64) -> Self {
        Self { left: pixels, right: pixels, top: pixels, bottom: pixels }
    }
}

/// How the world lies in a picture. Its scale is a number above zero, and finite.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Camera {
    size: Size,
    y_axis: YAxis,
    /// The point of the world that is at `middle`.
    center: Point,
    /// In pixels, from the upper left corner.
    middle: Point,
    pixels_per_world: f64,
}

/// So many pixels beyond the rim, nothing that is left out could be seen.
const BEYOND: f64 = 64.0;

impl Camera {
    /// Shows all of a box as large as it can be within the insets. A box without extent, or an empty one, is fine.
    pub fn fit(bounds: Aabb, size: Size, insets: Insets, y_axis: YAxis) -> Self {
        let bounds = if bounds.is_empty() {
            Aabb::around([Point::default(), Point::new(1.0, 1.0)])
        } else {
            bounds
        };
        let center = bounds.min + (bounds.max - bounds.min) * 0.5;
        let (width, height) = (f64::from(size.width), f64::from(size.height));
        let (left, right) = fitting(insets.left, insets.right, width);
        let (top, bottom) = fitting(insets.top, insets.bottom, height);
        let (free_x, free_y) = (width - left - right, height - top - bottom);
        let mut world_per_pixel = (bounds.width() / free_x).max(bounds.height() / free_y);
        if world_per_pixel == 0.0 {
            world_per_pixel = 1.0 / free_x.min(free_y);
        }
        let middle = Point::new(left + free_x / 2.0, top + free_y / 2.0);
        Self::at(center, middle, 1.0 / world_per_pixel, size, y_axis)
    }

    /// Shows a point of the world at a place of the picture, in a scale.
    ///
    /// Where the numbers themselves cannot tell pixels apart, or the scale is none, it is as close as they can.
    pub fn at(
        center: Point,
        middle: Point,
        pixels_per_world: f64,
        size: Size,
        y_axis: YAxis,
    ) -> Self {
        // A pixel is thousands of steps of the largest coordinate, so that shapes made of pixels keep their form.
        const STEPS: f64 = 1.0 / (1_u64 << 40) as f64;
        let finest = (center.x.abs().max(center.y.abs()) * STEPS).max(1e-90);
        let scale = if pixels_per_world.is_nan() { 1.0 } else { pixels_per_world };
        let pixels_per_world = scale.clamp(1e-30, 1.0 / finest);
        Self { size, y_axis, center, middle, pixels_per_world }
    }

    /// The size of the picture.
    pub fn size(&self) -> Size {
        self.size
    }

    /// How many pixels a unit of the world takes.
    pub fn pixels_per_world(&self) -> f64 {
        self.pixels_per_world
    }

    /// Where a point of the world is in the picture, in pixels from the upper left corner.
    pub fn picture_from_world(&self, world: Point) -> Point {
        let offset = (world - self.center) * self.pixels_per_world;
        self.middle + Point::new(offset.x, self.downwards(offset.y))
    }

    /// Where a place of the picture is in the world.
    pub fn world_from_picture(&self, picture: Point) -> Point {
        let offset = picture - self.middle;
        self.center + Point::new(offset.x, self.downwards(offset.y)) * (1.0 / self.pixels_per_world)
    }

    /// The way that a direction of the world points in the picture; one pixel long, or nothing.
    pub fn picture_direction(&self, world: Point) -> Point {
        let length = world.x.hypot(world.y);
        if length == 0.0 || !length.is_finite() {
            return Point::default();
        }
        Point::new(world.x / length, self.downwards(world.y) / length)
    }

    /// The part of the world that can be seen.
    pub fn visible(&self) -> Aabb {
        let corner = Point::new(f64::from(self.size.width), f64::from(self.size.height));
        Aabb::around([Point::default(), corner].map(|p| self.world_from_picture(p)))
    }

    /// The picture with a rim around it, in pixels: what lies beyond leaves no trace.
    fn paper(&self) -> Aabb {
        let corner = Point::new(f64::from(self.size.width), f64::from(self.size.height));
        Aabb::around([Point::default(), corner]).inflated(BEYOND)
    }

    /// A ring in pixels, cut at the rim of the picture; empty if nothing of it can be seen.
    pub fn ring(&self, ring: &[Point], out: &mut Vec<Point>) {
        out.clear();
        out.extend(ring.iter().map(|&p| self.picture_from_world(p)));
        let paper = self.paper();
        if out.iter().all(|&p| paper.holds(p)) {
            return;
        }
        let mut cut = Vec::with_capacity(out.len() + 4);
        let inside: [(&dyn Fn(Point) -> f64, f64); 4] = [
            (&|p| p.x, paper.min.x),
            (&|p| -p.x, -paper.max.x),
            (&|p| p.y, paper.min.y),
            (&|p| -p.y, -paper.max.y),
        ];
        for (reach, limit) in inside {
            cut.clear();
            for (i, &here) in out.iter().enumerate() {
                let before = out[(i + out.len() - 1) % out.len()];
                let (a, b) = (reach(before) - limit, reach(here) - limit);
                if (a < 0.0) != (b < 0.0) {
                    cut.push(before + (here - before) * (a / (a - b)));
                }
                if 0.0 <= b {
                    cut.push(here);
                }
            }
            std::mem::swap(out, &mut cut);
        }
    }

    /// The pieces of a line, in pixels, that are not beyond the rim of the picture.
    pub fn pieces(&self, line: &[Point], mut piece: impl FnMut(&[Point])) {
        let paper = self.paper();
        let points: Vec<Point> = line.iter().map(|&p| self.picture_from_world(p)).collect();
        if points.iter().all(|&p| paper.holds(p)) {
            return piece(&points);
        }
        let mut run: Vec<Point> = Vec::new();
        for pair in points.windows(2) {
            let Some([from, to]) = cut(paper, pair[0], pair[1]) else { continue };
            if run.last() != Some(&from) {
                if 2 <= run.len() {
                    piece(&run);
                }
                run.clear();
                run.push(from);
            }
            run.push(to);
        }
        if 2 <= run.len() {
            piece(&run);
        }
    }

    fn downwards(&self, y: f64) -> f64 {
        match self.y_axis {
            YAxis::Up => -y,
            YAxis::Down => y,
        }
    }
}

/// Two insets, made smaller together until they leave most of the room free.
fn fitting(before: f64, after: f64, room: f64) -> (f64, f64) {
    const MOST: f64 = 0.5;
    let wanted = before.max(0.0) + after.max(0.0);
    let part = if wanted <= room * MOST { 1.0 } else { room * MOST / wanted };
    (before.max(0.0) * part, after.max(0.0) * part)
}

/// What of a segment is in a box (Liang and Barsky 1984).
fn cut(within: Aabb, from: Point, to: Point) -> Option<[Point; 2]> {
    let along = to - from;
    let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
    let rims = [
        (-along.x, from.x - within.min.x),
        (along.x, within.max.x - from.x),
        (-along.y, from.y - within.min.y),
        (along.y, within.max.y - from.y),
    ];
    for (speed, room) in rims {
        if speed == 0.0 && room < 0.0 {
            return None;
        } else if speed < 0.0 {
            enter = enter.max(room / speed);
        } else if 0.0 < speed {
            leave = leave.min(room / speed);
        }
    }
    let start = if enter == 0.0 { from } else { from + along * enter };
    let end = if leave == 1.0 { to } else { from + along * leave };
    (enter <= leave).then_some([start, end])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn camera(bounds: Aabb) -> Camera {
        let size = Size::new(200, 100).unwrap();
        Camera::fit(bounds, size, Insets::all(10.0), YAxis::Up)
    }

    #[test]
    fn the_map_is_in_the_middle_and_the_right_way_up() {
        let camera = camera(Aabb::around([Point::default(), Point::new(4.0, 4.0)]));
        assert_eq!(camera.picture_from_world(Point::new(0.0, 0.0)), Point::new(60.0, 90.0));
        assert_eq!(camera.picture_from_world(Point::new(4.0, 4.0)), Point::new(140.0, 10.0));
        assert_eq!(camera.world_from_picture(Point::new(140.0, 10.0)), Point::new(4.0, 4.0));
    }

    #[test]
    fn bounds_without_extent_are_fine() {
        let far = Point::new(1e12, -1e12);
        for bounds in [Aabb::EMPTY, Aabb::around([Point::default()]), Aabb::around([far])] {
            let camera = camera(bounds);
            let corner = camera.world_from_picture(Point::default());
            let back = camera.picture_from_world(corner);
            assert!(back.distance(Point::default()) < 0.01, "{bounds:?}: {back:?}");
        }
    }

    #[test]
    fn what_is_far_outside_is_cut() {
        let camera = camera(Aabb::around([Point::default(), Point::new(1.0, 1.0)]));
        let far = [Point::new(-1e12, 0.5), Point::new(1e12, 0.5)];
        let mut pieces = Vec::new();
        camera.pieces(&far, |piece| pieces.push(piece.to_vec()));
        assert_eq!(pieces, [[Point::new(-64.0, 50.0), Point::new(264.0, 50.0)]]);
        let mut ring = Vec::new();
        camera.ring(&[far[0], far[1], Point::new(0.0, 1e12)], &mut ring);
        assert!(ring.len() >= 4 && ring.iter().all(|p| camera.paper().inflated(0.01).holds(*p)));
    }
}
