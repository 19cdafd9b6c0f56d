//! A path and all there is to say about it: where it goes, through which faces, how narrow it gets.

use crate::geom::Point;
use crate::mesh::FaceId;

use super::corridor::{self, Corridor, Crossing};
use super::{Counters, Ground, Outcome, Searcher, TraceSink};

/// What came of a search.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// How it ended.
    pub outcome: Outcome,
    /// The corners of the path, both ends included; empty if there is none.
    pub corners: Vec<Point>,
    /// The corners from where it jumps to the next one, and by which link of the mesh.
    pub jumps: Vec<(usize, usize)>,
    /// The faces that it goes through; empty on ground that was merged.
    pub faces: Vec<FaceId>,
    /// The narrowest side that it crosses; none within one face, and on ground that was merged.
    pub bottleneck: Option<Crossing>,
    /// What the search did.
    pub counters: Counters,
}

impl Answer {
    /// What a searcher has to say about the search that ran last, on this ground and with this outcome.
    pub fn of<S: TraceSink>(searcher: &Searcher<S>, ground: &Ground, outcome: Outcome) -> Self {
        let (corners, jumps) = (searcher.corners(), searcher.jumps());
        let legs = legs(ground, &corners, &jumps).unwrap_or_default();
        let faces = legs.iter().flat_map(|leg| leg.faces.iter().copied()).collect();
        let narrower =
            |a: &Crossing, b: &Crossing| a.segment.length().total_cmp(&b.segment.length());
        let bottleneck = legs.iter().filter_map(Corridor::bottleneck).min_by(narrower);
        Self { outcome, corners, jumps, faces, bottleneck, counters: searcher.counters() }
    }
}

/// The faces that a path goes through, leg by leg between its jumps.
fn legs(ground: &Ground, corners: &[Point], jumps: &[(usize, usize)]) -> Option<Vec<Corridor>> {
    let ends = jumps.iter().map(|&(corner, _)| corner + 1).chain([corners.len()]);
    let mut start = 0;
    let mut leg = |end| {
        let leg = corners.get(start..end).and_then(|leg| corridor::along(ground, leg).ok());
        start = end;
        leg
    };
    ends.map(&mut leg).collect()
}
