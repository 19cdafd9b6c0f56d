//! Searches straight on the mesh under the hand: they cost what they cost on a copy of it.

use fastrand::Rng;
use wayglass::build::Faces;
use wayglass::build::live::Live;
use wayglass::document::{LivePath, shortest};
use wayglass::geom::Point;
use wayglass::layout::field::{Crowd, field};
use wayglass::search::{Outcome, Query, TriangleSearch};

use crate::joints::{check_joints, check_paths};

#[test]
fn paths_across_a_field_cost_what_they_cost_on_a_copy() {
    let mut search = TriangleSearch::default();
    let mut random = Rng::with_seed(5);
    for crowd in [Crowd::Apart, Crowd::Overlapping] {
        let live = Live::new(field(5_000, crowd), Faces::Merged).unwrap();
        let what = format!("{crowd:?}");
        check_joints(&live, &what);
        check_paths(&live, &mut search, &mut random, 300, &what);
    }
}

#[test]
fn a_search_that_is_too_long_gives_up() {
    let live = Live::new(field(5_000, Crowd::Apart), Faces::Merged).unwrap();
    let bounds = live.layout().bounds();
    let inside = |p: Point| p + (bounds.min + (bounds.max - bounds.min) * 0.5 - p) * 1e-6;
    let query = Query { start: inside(bounds.min), goal: inside(bounds.max) };
    let mut search = TriangleSearch::default();
    let path = shortest(&live, &mut search, &query, 100);
    assert_eq!(path, LivePath { outcome: Outcome::GaveUp, corners: Vec::new() });
    let path = shortest(&live, &mut search, &query, u64::MAX);
    assert!(matches!(path.outcome, Outcome::Found { .. }) && 2 < path.corners.len());
    let nowhere = Query { goal: bounds.max + Point::new(1.0, 1.0), ..query };
    let path = shortest(&live, &mut search, &nowhere, u64::MAX);
    assert!(matches!(path.outcome, Outcome::OffMesh(_)) && path.corners.is_empty());
}
