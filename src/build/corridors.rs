//! Ways that are there for somebody who needs no room, and not for somebody who does.

use crate::geom::Segment;
use crate::layout::{Agent, Layout};
use crate::mesh::islands::{Sets, Ways};
use crate::mesh::{FaceId, Islands, Locator, Navmesh};

use super::{BuildError, Faces, build};

/// A place that is too narrow to get through.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Corridor {
    /// From one side of it to the other, between corners of what was drawn.
    pub at: Segment,
}

impl Corridor {
    /// How wide it is.
    pub fn width(self) -> f64 {
        self.at.length()
    }
}

/// The corridors that the radius of a layout has closed.
///
/// Where ground that hung together has fallen into n islands, there are n - 1 of them: each is the narrowest place of
/// the widest way between two of the islands. Pockets in which there is no room at all are not told.
pub fn closed_corridors(layout: &Layout, narrow: &Navmesh) -> Result<Vec<Corridor>, BuildError> {
    if layout.agent.radius == 0.0 || layout.is_only_lanes() {
        return Ok(Vec::new());
    }
    let layout = Layout { agent: Agent { radius: 0.0, ..layout.agent }, ..layout.clone() };
    let wide = build(&layout, Faces::Triangles)?;
    let mut corridors = Vec::new();
    let mut has_room = vec![false; wide.n_faces()];
    for face in one_face_of_each(&wide, narrow) {
        if std::mem::replace(&mut has_room[face.index()], true) {
            // Both are in one triangle, and its corners are too close to pass between.
            let sides = (0..3).map(|side| wide.face(face).segment(side));
            let shortest = sides.min_by(|a, b| a.length().total_cmp(&b.length()));
            corridors.extend(shortest.map(|at| Corridor { at }));
        }
    }
    let mut joined = Sets::new(wide.n_faces());
    for (face, side, other) in widest_first(&wide) {
        let (a, b) = (joined.root(face.0) as usize, joined.root(other.0) as usize);
        if a == b {
            continue;
        }
        if has_room[a] && has_room[b] {
            corridors.push(Corridor { at: wide.face(face).segment(side) });
        }
        has_room[a.min(b)] |= has_room[a.max(b)];
        joined.join(a as u32, b as u32);
    }
    Ok(corridors)
}

/// For each island of one mesh, a face of the other mesh that a point of it lies in.
fn one_face_of_each(wide: &Navmesh, narrow: &Navmesh) -> Vec<FaceId> {
    let islands = Islands::new(narrow, Ways::OnFoot);
    let mut largest: Vec<Option<(f64, FaceId)>> = vec![None; islands.list().len()];
    for face in narrow.faces() {
        if let Some(island) = islands.of(face.id)
            && largest[island].is_none_or(|(area, _)| area < face.area())
        {
            largest[island] = Some((face.area(), face.id));
        }
    }
    let locator = Locator::new(wide);
    let place = |face: FaceId| {
        let faces = locator.faces_at(wide, narrow.face(face).center());
        faces.map(|(face, _)| face).find(|&face| wide.face(face).walkable())
    };
    largest.into_iter().flatten().filter_map(|(_, face)| place(face)).collect()
}

/// The sides that one may walk over, each once, the longest first.
fn widest_first(mesh: &Navmesh) -> Vec<(FaceId, usize, FaceId)> {
    let mut sides = Vec::new();
    for face in mesh.faces() {
        for side in 0..face.n_sides() {
            if let Some(other) = mesh.step(face.id, side).filter(|&other| face.id < other) {
                sides.push((face.segment(side).length(), (face.id, side, other)));
            }
        }
    }
    sides.sort_by(|a, b| b.0.total_cmp(&a.0));
    sides.into_iter().map(|(_, side)| side).collect()
}
