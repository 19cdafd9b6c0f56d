//! Obstacle maps as rings of points: `polygon 1` and the unrelated `poly 1`, both with the ending `.poly`.
//!
//! ```text
//! polygon 1                       poly
//! [enclosures] [obstacles]        1
//! [n] [x] [y] … [x] [y]           [rings]
//! …                               [n] [x] [y] … [x] [y]
//! ```
//! In `polygon 1` the ground is what any enclosure holds, less what any obstacle holds. In `poly 1` it is what an odd
//! number of rings run round. Which way the rings run is up to the file.

use crate::geom::{Point, Side, Within, turning, within};
use crate::layout::{Border, Layout, Obstacle, ObstacleId, Outline};
use crate::mesh::{Element, Findings, Kind, narrow};

use super::loss::{Loss, Lost};
use super::target::put;
use super::words::Words;
use super::{Content, Draft, Lines, ReadError, WriteError, Written};

/// Reads a `polygon 1` file.
pub fn read_polygon(bytes: &[u8]) -> Result<Draft, ReadError> {
    let mut words = Words::new(bytes);
    words.keyword("polygon")?;
    words.keyword("1")?;
    let n_enclosures = words.count("the number of enclosures")?;
    let n_obstacles = words.count("the number of obstacles")?;
    let mut rings = Rings::default();
    let mut enclosures = Vec::new();
    for _ in 0..n_enclosures {
        enclosures.push(rings.read(&mut words)?);
    }
    let mut obstacles = Vec::new();
    for _ in 0..n_obstacles {
        obstacles.push(rings.read(&mut words)?);
    }
    if let Some(word) = words.next_word() {
        let word = String::from_utf8_lossy(word.get(..40).unwrap_or(word)).into_owned();
        rings.findings.add_at(Kind::OddText, Element::File, Some(words.origin()), || {
            format!("there is more after the last obstacle, from {word:?} on; it was left out")
        });
    }
    rings.check_outside(&enclosures, &obstacles);
    let obstacles = (0..).map(ObstacleId).zip(obstacles.into_iter().map(Obstacle::new));
    let layout = Layout {
        border: Border::AnyOf(enclosures),
        obstacles: obstacles.collect(),
        ..Layout::default()
    };
    Ok(rings.draft(layout))
}

/// Reads a `poly 1` file.
pub fn read_poly(bytes: &[u8]) -> Result<Draft, ReadError> {
    let mut words = Words::new(bytes);
    words.keyword("poly")?;
    words.keyword("1")?;
    let n_rings = words.count("the number of polygons")?;
    if n_rings == 0 {
        return words.refuse("at least one polygon", 0);
    }
    let mut rings = Rings::default();
    let mut outlines = Vec::new();
    for _ in 0..n_rings {
        outlines.push(rings.read(&mut words)?);
    }
    words.end("the last polygon")?;
    Ok(rings.draft(Layout { border: Border::OddOf(outlines), ..Layout::default() }))
}

/// What was found while reading rings.
#[derive(Default)]
struct Rings {
    findings: Findings,
    lines: Vec<u32>,
}

impl Rings {
    /// Reads one ring and turns it counter-clockwise.
    fn read(&mut self, words: &mut Words<'_>) -> Result<Outline, ReadError> {
        let n_points = words.count("the number of points")? as usize;
        let index = self.lines.len();
        self.lines.push(words.line());
        if n_points < 3 {
            return words.refuse("at least 3 points", n_points);
        }
        let mut ring = Vec::with_capacity(words.capacity(n_points, 4));
        for _ in 0..n_points {
            ring.push(words.point()?);
        }
        // Some authors repeat the first point to close the ring, some more than once.
        while 3 < ring.len() && ring.last() == ring.first() {
            ring.pop();
        }
        let element = Element::Outline(narrow(index));
        match turning(&ring) {
            Side::Right => ring.reverse(),
            Side::Left => {}
            Side::On => self
                .findings
                .add(Kind::OddOutline, element, || format!("polygon {} has no inside", index + 1)),
        }
        self.findings.check_outline(&ring, element, &format!("polygon {}", index + 1));
        Ok(ring.into())
    }

    /// Notes the obstacles whose first point is outside of every enclosure.
    fn check_outside(&mut self, enclosures: &[Outline], obstacles: &[Outline]) {
        // Comparing each with each is dear on large files with many enclosures, and real files have one.
        const MOST_STEPS: usize = 50_000_000;
        let n_steps =
            enclosures.iter().map(|ring| ring.len()).sum::<usize>().saturating_mul(obstacles.len());
        if MOST_STEPS < n_steps {
            return self.findings.add(Kind::Unchecked, Element::File, || {
                "too many enclosures and obstacles: whether each obstacle is inside was not checked".to_owned()
            });
        }
        for (index, obstacle) in obstacles.iter().enumerate() {
            let Some(&start) = obstacle.first() else { continue };
            if enclosures.iter().all(|ring| within(ring, start) == Within::Outside) {
                let element = Element::Outline(narrow(enclosures.len() + index));
                self.findings.add(Kind::OddOutline, element, || {
                    format!("obstacle {} starts outside of every enclosure", index + 1)
                });
            }
        }
    }

    fn draft(self, layout: Layout) -> Draft {
        let lines = Lines { records: self.lines, ..Lines::default() };
        Draft::new(Ok(Content::Layout(layout)), self.findings, lines)
    }
}

/// Writes a layout as `polygon 1`: enclosures counter-clockwise, obstacles clockwise.
pub fn write(layout: &Layout) -> Result<Written, WriteError> {
    let bounds = layout.bounds();
    let whole = [
        bounds.min,
        Point::new(bounds.max.x, bounds.min.y),
        bounds.max,
        Point::new(bounds.min.x, bounds.max.y),
    ];
    let enclosures = match &layout.border {
        Border::Box { .. } if bounds.is_empty() => Vec::new(),
        Border::Box { .. } => vec![Outline::from(whole)],
        Border::AnyOf(rings) => rings.clone(),
        Border::OddOf(_) => {
            return Err(WriteError::WrongContent {
                target: "polygon 1",
                holds: "enclosures and obstacles",
                has: "are rings of which each turns inside to outside",
            });
        }
    };
    // The format asks for three points at least; fewer run round nothing anyway.
    let is_ring = |ring: &Outline| 3 <= ring.len();
    let n_enclosures = enclosures.len();
    let enclosures: Vec<Outline> = enclosures.into_iter().filter(is_ring).collect();
    let obstacles: Vec<&Outline> = layout
        .obstacles
        .values()
        .map(|obstacle| &obstacle.outline)
        .filter(|ring| is_ring(ring))
        .collect();
    let stubs = n_enclosures + layout.obstacles.len() - enclosures.len() - obstacles.len();
    let mut bytes = Vec::new();
    let mut put = |text: std::fmt::Arguments<'_>| put(&mut bytes, text);
    put(format_args!("polygon 1\n{} {}\n", enclosures.len(), obstacles.len()));
    let mut ring = |points: &mut dyn ExactSizeIterator<Item = &Point>| {
        put(format_args!("{}", points.len()));
        points.for_each(|point| put(format_args!(" {} {}", point.x, point.y)));
        put(format_args!("\n"));
    };
    enclosures.iter().for_each(|enclosure| ring(&mut enclosure.iter()));
    for outline in obstacles {
        // A ring without an inside has no direction to turn into.
        match turning(outline) {
            Side::On => ring(&mut outline.iter()),
            Side::Left | Side::Right => ring(&mut outline.iter().rev()),
        }
    }
    let names = layout.obstacles.values().filter(|obstacle| !obstacle.name.is_empty()).count();
    let holes = layout.obstacles.values().map(|obstacle| obstacle.holes.len()).sum();
    let (walls, lanes) = (layout.walls.len(), layout.lanes.lanes.len());
    let losses = [
        (names, Lost::Names),
        (holes, Lost::Holes),
        (walls, Lost::DrawnWalls),
        (lanes, Lost::Lanes),
        (stubs, Lost::Stubs),
        (usize::from(layout.agent.radius != 0.0), Lost::Radius),
        (usize::from(layout.region.is_some()), Lost::Region),
    ]
    .into_iter()
    .filter(|&(count, _)| count != 0)
    .map(|(count, what)| Loss { count, what })
    .collect();
    Ok(Written { bytes, losses })
}
