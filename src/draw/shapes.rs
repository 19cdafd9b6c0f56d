//! Many rings or lines in one list, so that a million of them are drawn at once.

use std::collections::HashSet;

use crate::geom::{Aabb, Point};

use super::Camera;

/// What counts as inside where rings lie over each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Rule {
    /// Everything that rings run round, except where as many run back again.
    #[default]
    NonZero,
    /// Everything that an odd number of rings run round.
    EvenOdd,
}

/// Rings to fill, or lines to draw along.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Shapes {
    /// What counts as inside.
    pub rule: Rule,
    points: Vec<Point>,
    /// Where each one ends in `points`.
    ends: Vec<usize>,
}

impl Shapes {
    /// One ring or line.
    pub fn one(points: impl IntoIterator<Item = Point>) -> Self {
        let mut shapes = Self::default();
        shapes.push(points);
        shapes
    }

    /// Adds a ring or a line; one without points adds nothing.
    pub fn push(&mut self, points: impl IntoIterator<Item = Point>) {
        let start = self.points.len();
        self.points.extend(points);
        if start < self.points.len() {
            self.ends.push(self.points.len());
        }
    }

    /// Adds a piece of a line: where the last one ended there, it goes on.
    pub fn line(&mut self, from: Point, to: Point) {
        match self.ends.last_mut() {
            Some(end) if self.points.last() == Some(&from) => {
                self.points.push(to);
                *end += 1;
            }
            _ => self.push([from, to]),
        }
    }

    /// Whether there is nothing to draw.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// How many rings or lines there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// How many points they have together.
    pub fn n_points(&self) -> usize {
        self.points.len()
    }

    /// Each ring or line.
    pub fn iter(&self) -> impl Iterator<Item = &[Point]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.points[start..end])
    }

    /// The same rings with no more points than so many: see [`super::detail`].
    #[must_use]
    pub fn coarser_rings(self, camera: &Camera, limit: usize) -> Self {
        if self.n_points() <= limit {
            return self;
        }
        coarser(limit, |pixels| {
            let mut coarse = Self { rule: self.rule, ..Self::default() };
            for ring in self.iter() {
                let snapped = snapped(camera, ring, pixels);
                if 3 <= snapped.len() {
                    coarse.push(snapped);
                }
            }
            coarse
        })
    }

    /// The same lines with no more points than so many: see [`super::detail`].
    #[must_use]
    pub fn coarser_lines(self, camera: &Camera, limit: usize) -> Self {
        if self.n_points() <= limit {
            return self;
        }
        let mut pieces = Vec::new();
        for pixels in [0.5, 1.0, 2.0] {
            pieces = self.distinct_pieces(camera, pixels);
            let coarse = joined(&pieces);
            if coarse.n_points() <= limit {
                return coarse;
            }
        }
        // The rest would be a grey mass in any case; so only what is longer than most is drawn.
        let length = |[from, to]: &[Point; 2]| from.distance(*to);
        let mut lengths: Vec<f64> = pieces.iter().map(length).collect();
        let n_kept = limit / 2;
        if n_kept < lengths.len() {
            let (_, longest, _) = lengths.select_nth_unstable_by(n_kept, |a, b| b.total_cmp(a));
            let too_short = *longest;
            pieces.retain(|piece| too_short < length(piece));
        }
        joined(&pieces)
    }

    /// The pieces of all lines on a grid of so many pixels, each once.
    fn distinct_pieces(&self, camera: &Camera, pixels: f64) -> Vec<[Point; 2]> {
        let mut known = HashSet::new();
        let mut pieces = Vec::new();
        for line in self.iter() {
            for ends in snapped(camera, line, pixels).windows(2) {
                // There and back again is the same.
                let (from, to) = (ends[0].bits(), ends[1].bits());
                if known.insert((from.min(to), from.max(to))) {
                    pieces.push([ends[0], ends[1]]);
                }
            }
        }
        pieces
    }
}

/// Pieces as lines: each goes on where the one before ended.
fn joined(pieces: &[[Point; 2]]) -> Shapes {
    let mut lines = Shapes::default();
    pieces.iter().for_each(|&[from, to]| lines.line(from, to));
    lines
}

/// Makes rings on a grid of half a pixel, then on grids twice as wide, until they are small enough.
fn coarser(limit: usize, on_grid: impl Fn(f64) -> Shapes) -> Shapes {
    let mut pixels = 0.5;
    loop {
        let coarse = on_grid(pixels);
        // Sooner or later the whole picture is one place of the grid, and nothing is left.
        if coarse.n_points() <= limit || f64::from(super::Size::MAX_SIDE) * 2.0 < pixels {
            return coarse;
        }
        pixels *= 2.0;
    }
}

/// Points moved to a grid of so many pixels, each once in a row; what cannot be seen is moved to the rim.
fn snapped(camera: &Camera, points: &[Point], pixels: f64) -> Vec<Point> {
    let size = camera.size();
    let place = |value: f64, room: u32| {
        (value.clamp(-pixels, f64::from(room) + pixels) / pixels).round() * pixels
    };
    let mut places: Vec<Point> = Vec::new();
    for &point in points {
        let at = camera.picture_from_world(point);
        let at = Point::new(place(at.x, size.width()), place(at.y, size.height()));
        if places.last() != Some(&at) {
            places.push(at);
        }
    }
    places.into_iter().map(|place| camera.world_from_picture(place)).collect()
}

/// The corners of a box, and the first of them again.
pub fn box_ring(bounds: Aabb) -> [Point; 5] {
    let Aabb { min, max } = bounds;
    [min, Point::new(max.x, min.y), max, Point::new(min.x, max.y), min]
}

#[cfg(test)]
mod tests {
    use super::super::{Insets, Size, YAxis};
    use super::*;
    use crate::geom::Aabb;

    #[test]
    fn however_many_lines_there_are_only_so_many_are_left() {
        let size = Size::new(100, 100).unwrap();
        let bounds = Aabb::around([Point::default(), Point::new(1.0, 1.0)]);
        let camera = Camera::fit(bounds, size, Insets::default(), YAxis::Up);
        let mut random = 1_u32;
        let mut coordinate = || {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f64::from(random >> 8) / f64::from(1 << 24)
        };
        let mut lines = Shapes::default();
        for _ in 0..20_000 {
            let from = Point::new(coordinate(), coordinate());
            lines.push([from, Point::new(coordinate(), coordinate())]);
        }
        let coarse = lines.clone().coarser_lines(&camera, 1000);
        assert!(!coarse.is_empty() && coarse.n_points() <= 1000, "{}", coarse.n_points());
        assert_eq!(lines.clone().coarser_lines(&camera, 40_000), lines);
    }
}
