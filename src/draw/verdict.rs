//! Why there is no path, on the map: how far one gets from both ends, and what is in the way.

use crate::explain::{self, Cause, Floods};
use crate::geom::{Aabb, Point, Segment};
use crate::mesh::{FaceId, Navmesh};

use super::cells::fill_faces;
use super::{Ink, Legend, Mark, Pen, Shapes, detail};

/// Marks that are smaller than so many pixels are pointed out by a cross.
const SMALL: f64 = 24.0;

/// Draws how far one gets from both ends, and says what the colours mean.
pub fn floods(mesh: &Navmesh, floods: &Floods, pen: &mut dyn Pen) -> Legend {
    let mut legend = Legend::default();
    let mut faces: Vec<(FaceId, Ink)> = Vec::new();
    for (ink, list) in [(Ink::FromStart, &floods.from_start), (Ink::ToGoal, &floods.to_goal)] {
        legend.add(ink);
        faces.extend(list.iter().map(|&face| (face, ink)));
    }
    fill_faces(mesh, &faces, pen);
    legend
}

/// Draws what is in the way, and says what the marks mean.
pub fn cause(mesh: &Navmesh, cause: &Cause, pen: &mut dyn Pen) -> Legend {
    let mut legend = Legend::default();
    let (mut faces, mut sides, mut gaps, mut ways) =
        (Vec::new(), Shapes::default(), Shapes::default(), Shapes::default());
    for mark in cause.marks.iter().take(detail::MARKS) {
        match *mark {
            explain::Mark::Face(face) => faces.push((face, Ink::InTheWay)),
            explain::Mark::Side(Segment { from, to }) => sides.line(from, to),
            explain::Mark::Gap(Segment { from, to }) => gaps.line(from, to),
            explain::Mark::Way(Segment { from, to }) => ways.line(from, to),
            explain::Mark::Place(_) => {}
        }
    }
    if !cause.marks.is_empty() {
        legend.add(Ink::InTheWay);
    }
    fill_faces(mesh, &faces, pen);
    for (ink, lines) in [(Ink::WayToRoot, ways), (Ink::InTheWay, sides), (Ink::Measure, gaps)] {
        if !lines.is_empty() {
            pen.stroke(ink, &lines);
        }
    }
    for mark in cause.marks.iter().take(detail::MARKS) {
        if let explain::Mark::Place(at) = *mark {
            pen.mark(Ink::Fault, at, Mark::Cross, 14.0);
        }
    }
    if let Some(middle) = overlooked(cause, pen) {
        pen.mark(Ink::Fault, middle, Mark::Cross, 14.0);
    }
    legend
}

/// The middle of all sides and gaps, if together they are so small that nobody would find them without a mark.
fn overlooked(cause: &Cause, pen: &dyn Pen) -> Option<Point> {
    let ends = |mark: &explain::Mark| match *mark {
        explain::Mark::Side(Segment { from, to }) | explain::Mark::Gap(Segment { from, to }) => {
            Some([from, to])
        }
        _ => None,
    };
    let bounds = Aabb::around(cause.marks.iter().filter_map(ends).flatten());
    let is_small = bounds.diagonal() * pen.camera().pixels_per_world() < SMALL;
    (!bounds.is_empty() && is_small).then(|| (bounds.min + bounds.max) * 0.5)
}
