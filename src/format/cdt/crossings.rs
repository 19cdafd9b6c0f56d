//! Segments that come close to each other, found by a grid in bounded time.

use std::ops::ControlFlow;

use crate::geom::{Aabb, Segment};
use crate::mesh::grid::Grid;

/// How far a look at pairs of segments went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::format) enum Looked {
    /// At every two that could meet.
    AtAll,
    /// Until the caller had seen enough.
    UntilTold,
    /// At some: so many lie side by side that comparing all would take too long.
    AtSome,
}

/// Calls with every two segments that may meet, the smaller number first; some pairs come more than once.
pub(in crate::format) fn close_pairs(
    segments: &[Segment],
    mut call: impl FnMut(usize, usize) -> ControlFlow<()>,
) -> Looked {
    let bounds = Aabb::around(segments.iter().flat_map(|segment| [segment.from, segment.to]));
    let grid = Grid::new(bounds, segments.len(), 1.0, 0.0, |i, ring| {
        ring.clear();
        ring.extend([segments[i].from, segments[i].to]);
    });
    let mut budget = 64 * segments.len() + 100_000;
    let (columns, rows) = grid.size();
    for cell in (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row))) {
        let things = grid.things(cell);
        for (k, &i) in things.iter().enumerate() {
            let others = &things[k + 1..];
            if budget < others.len() {
                return Looked::AtSome;
            }
            budget -= others.len();
            for &j in others {
                if call(i as usize, j as usize).is_break() {
                    return Looked::UntilTold;
                }
            }
        }
    }
    Looked::AtAll
}
