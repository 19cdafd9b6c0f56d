//! The flat arrays in which the corners and sides of all faces lie, whether or not they fit together yet.
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

use super::{FaceId, VertexId};

/// A place in a list in the 32 bits of an id. Far beyond [`super::MAX_ELEMENTS`] all places are one: no mesh has it.
pub fn narrow(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

/// Where each face lies, given where they begin and at last where the last one ends.
pub fn ranges(starts: &[u32]) -> impl ExactSizeIterator<Item = Range<usize>> + Clone {
    starts.array_windows().map(|&[start, end]| start as usize..end as usize)
}

/// Where one face lies; none if there is no such face.
pub fn range(starts: &[u32], face: usize) -> Option<Range<usize>> {
    let &[start, end] = starts.get(face..)?.first_chunk()?;
    Some(start as usize..end as usize)
}

/// The ends of each side of a face, given its corners.
pub fn rim(corners: &[VertexId]) -> impl Iterator<Item = [VertexId; 2]> + Clone {
    let closing = corners.last().zip(corners.first()).map(|(&last, &first)| [last, first]);
    corners.array_windows().copied().chain(closing)
}

/// The face that has a side, by the side's place among all of them.
pub fn face_of_side(starts: &[u32], side: usize) -> FaceId {
    FaceId::at(starts.partition_point(|&start| start as usize <= side).saturating_sub(1))
}
