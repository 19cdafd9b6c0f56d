//! What a mesh is made of, and whether it fits together: the door of the model.
#![cfg_attr(
    not(test),
    deny(
        clippy::cast_possible_truncation,
        clippy::expect_used,
        clippy::indexing_slicing,
        clippy::unwrap_used,
        reason = "nobody has looked yet whether what comes here fits together"
    )
)]

use std::ops::Range;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::geom::Point;

use super::{Across, Attributes, Link, MAX_ELEMENTS, VertexId, narrow, range, ranges};

/// What a [`Navmesh`](super::Navmesh) is made of, before anybody has looked whether it fits together.
///
/// Side `i` of a face runs from its corner `i` to the next; corners run counter-clockwise.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Parts {
    /// Where the vertices are.
    pub points: Vec<Point>,
    /// Where each face begins in `corners`, and at last where the last one ends.
    pub starts: Vec<u32>,
    /// The corners of all faces, one face after the other.
    pub corners: Vec<VertexId>,
    /// What lies over the side that starts at each corner.
    pub across: Vec<Across>,
    /// Whether each face may be walked on.
    pub walkable: Vec<bool>,
    /// Ways between faces that no shared side carries.
    pub links: Vec<Link>,
    /// What only some formats say of faces.
    pub attributes: Attributes,
}

impl Parts {
    /// The corners of a face, as a range into [`Parts::corners`]; empty if there is no such face.
    pub fn range(&self, face: usize) -> Range<usize> {
        range(&self.starts, face).unwrap_or_default()
    }

    /// How many faces there are.
    pub fn n_faces(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }
    /// Whether all lengths, positions, corners and links agree; what lies over the sides is for others to see.
    pub(super) fn check(&self) -> Result<(), MeshError> {
        let Self { points, starts, corners, across, walkable, links, attributes } = self;
        let n_faces = self.n_faces();
        let ends_meet = starts.first() == Some(&0)
            && starts.last().is_some_and(|&end| end as usize == corners.len());
        if !ends_meet
            || across.len() != corners.len()
            || walkable.len() != n_faces
            || !attributes.fits(n_faces)
            || MAX_ELEMENTS < points.len().max(corners.len())
        {
            return Err(MeshError::Lengths);
        }
        if let Some(odd) = points.iter().position(|p| !p.is_sound()) {
            return Err(MeshError::Position(narrow(odd)));
        }
        let exist =
            |corners: &[VertexId]| corners.iter().all(|corner| corner.index() < points.len());
        for (range, face) in ranges(starts).zip(0..) {
            if range.len() < 3 || !corners.get(range).is_some_and(exist) {
                return Err(MeshError::Corners(face));
            }
        }
        let nowhere = |link: &Link| n_faces <= link.from.index().max(link.to.index());
        let unplaced = |link: &Link| !link.segment.from.is_sound() || !link.segment.to.is_sound();
        match links.iter().position(|link| nowhere(link) || unplaced(link)) {
            Some(odd) => Err(MeshError::Link(narrow(odd))),
            None => Ok(()),
        }
    }
}

/// Why parts do not make a mesh.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum MeshError {
    /// Two of the arrays have lengths that cannot belong together.
    #[error("the arrays of the mesh do not belong together")]
    Lengths,
    /// A position is not a number or too large.
    #[error("vertex {0} has no sound position")]
    Position(u32),
    /// A face has fewer than three corners, or names a vertex that does not exist.
    #[error("face {0} has a corner that does not exist, or too few of them")]
    Corners(u32),
    /// The face over a side does not have that side, or does not know of this face.
    #[error("face {0} has an edge over which it names a face that does not share it")]
    Side(u32),
    /// A link leads from or to a face that does not exist.
    #[error("link {0} leads to nowhere")]
    Link(u32),
}
