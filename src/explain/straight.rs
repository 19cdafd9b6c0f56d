//! What a straight line from start to goal runs into.

use crate::geom::Segment;
use crate::mesh::FaceId;
use crate::search::Query;

use super::breach::{Breach, Opening};
use super::step::Steps;

/// What is to be opened for the straight line to be a path; none if it leaves the mesh, or runs through a vertex.
pub(super) fn straight(
    steps: &Steps<'_>,
    query: Query,
    [starts, goals]: &[Vec<FaceId>; 2],
) -> Option<Breach> {
    let line = Segment::new(query.start, query.goal);
    starts.iter().find_map(|&start| walk(steps, line, start, goals))
}

fn walk(steps: &Steps<'_>, line: Segment, start: FaceId, goals: &[FaceId]) -> Option<Breach> {
    let mesh = steps.mesh;
    let mut breach = Breach::none();
    let (mut face, mut entered, mut at) = (start, None, line.from);
    for _ in 0..mesh.n_faces() {
        if goals.contains(&face) {
            return Some(breach);
        }
        let crossed =
            |side: &usize| Some(*side) != entered && mesh.face(face).segment(*side).crosses(line);
        let mut sides = (0..mesh.face(face).n_sides()).filter(crossed);
        // In a face that is not convex there may be more than one: nobody knows which comes first.
        let (Some(side), None) = (sides.next(), sides.next()) else { return None };
        let (other, twin) = mesh.twin(face, side)?;
        if !steps.fits(face, side) || !steps.is_firm(other) {
            return None;
        }
        let segment = mesh.face(face).segment(side);
        let out = crossing(line, segment);
        if !steps.holds(face) {
            breach.way.push(Segment::new(at, out));
            breach.length += at.distance(out);
        }
        if steps.over_side(face, side).is_none() {
            breach.crossed.push(segment);
            breach.width = breach.width.min(segment.length());
        }
        if !steps.holds(other) {
            breach.openings.push(Opening::Face(other));
        } else if steps.holds(face) && steps.over_side(face, side).is_none() {
            breach.openings.push(Opening::Wall(face, side));
        }
        (face, entered, at) = (other, Some(twin), out);
    }
    None
}

/// Where a line crosses a side.
fn crossing(line: Segment, side: Segment) -> crate::geom::Point {
    let (along, across) = (line.to - line.from, side.to - side.from);
    let to_side = side.from - line.from;
    let part =
        (to_side.x * across.y - to_side.y * across.x) / (along.x * across.y - along.y * across.x);
    line.from + along * part.clamp(0.0, 1.0)
}
