//! Why there is no path, on the map: how far one gets from both ends, and what is in the way.

use crate::explain::{self, Cause, Floods};
use crate::geom::Segment;
use crate::mesh::{FaceId, Navmesh};

use super::cells::fill_faces;
use super::{Ink, Legend, Mark, Pen, Shapes, detail};

/// Marks of which the length in pixels is below this are pointed out by a cross.
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
        match *mark {
            explain::Mark::Place(at) => pen.mark(Ink::Fault, at, Mark::Cross, 14.0),
            explain::Mark::Side(segment) | explain::Mark::Gap(segment) => {
                // Mostly they are too short to be found without a mark.
                if segment.length() * pen.camera().pixels_per_world() < SMALL {
                    let middle = (segment.from + segment.to) * 0.5;
                    pen.mark(Ink::Fault, middle, Mark::Cross, 14.0);
                }
            }
            explain::Mark::Face(_) | explain::Mark::Way(_) => {}
        }
    }
    legend
}
