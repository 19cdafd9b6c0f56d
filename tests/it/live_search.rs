//! Searches straight on the mesh under the hand: they cost what they cost on a copy of it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use fastrand::Rng;
use wayglass::build::Faces;
use wayglass::build::live::{DrawnSide, Live};
use wayglass::document::{LivePath, shortest};
use wayglass::geom::Point;
use wayglass::layout::field::{Crowd, field};
use wayglass::search::{Ground, Outcome, Polyanya, Preparation, Query, TriangleSearch};

use crate::build::random_layout;
use crate::live::{edit, random_edit};

fn after(side: u32) -> u32 {
    if side & 3 == 2 { side - 2 } else { side + 1 }
}

/// Holds what lies over sides, and which vertices are one, against the triangles as they are drawn.
fn check_joints(live: &Live, what: &str) {
    let joints = live.joints();
    let mut sides = BTreeMap::new();
    for (drawn, slot) in live.slots().iter().zip(0_u32..) {
        let Some(drawn) = drawn.as_ref().filter(|drawn| drawn.walkable) else { continue };
        for i in 0..3 {
            let ends = [i, (i + 1) % 3].map(|corner| drawn.corners[corner].bits());
            sides.insert(ends, (4 * slot + i as u32, drawn.sides[i]));
        }
    }
    for (&[from, to], &(side, kind)) in &sides {
        let open = matches!(kind, DrawnSide::Inner | DrawnSide::Open);
        let expected = sides.get(&[to, from]).filter(|_| open).map(|&(side, _)| side);
        assert_eq!(joints.over(side), expected, "{what}");
        assert!(!open || expected.is_some(), "{what}");
        assert_eq!(joints.point(joints.from(side).0).bits(), from, "{what}");
    }
    check_dead_ends(live, &sides.values().map(|&(side, _)| side).collect(), what);
    check_sectors(live, sides.values().map(|&(side, _)| side).collect(), what);
}

/// Fills dead ends from scratch: what is left over is what may lead on, and every dead end opens into one neighbour.
fn check_dead_ends(live: &Live, sides: &BTreeSet<u32>, what: &str) {
    let joints = live.joints();
    let over = |triangle: u32| (0..3).filter_map(move |i| joints.over(4 * triangle + i));
    let mut left: BTreeSet<u32> = sides.iter().map(|side| side / 4).collect();
    let all = left.clone();
    loop {
        let n_left = left.len();
        let around = |triangle: &u32| over(*triangle).filter(|side| left.contains(&(side / 4)));
        left = left.iter().copied().filter(|triangle| 1 < around(triangle).count()).collect();
        if left.len() == n_left {
            break;
        }
    }
    for &triangle in &all {
        let into = (0..3).filter(|i| joints.is_dead_end(4 * triangle + i)).count();
        let leads_on = over(triangle).count() - into;
        if left.contains(&triangle) {
            assert!(1 < leads_on && joints.way_out(triangle).is_none(), "{what}");
        } else {
            let outs = joints.way_out(triangle).map(|side| joints.over(side).unwrap());
            assert_eq!(leads_on, usize::from(outs.is_some()), "{what}");
            assert!(outs.is_none_or(|out| joints.is_dead_end(out)), "{what}");
        }
    }
}

/// Goes round every sector: all its corners are one vertex, no other corner is, and it turns where it is wide.
fn check_sectors(live: &Live, mut left: BTreeSet<u32>, what: &str) {
    let joints = live.joints();
    let mut seen = BTreeSet::new();
    while let Some(mut first) = left.first().copied() {
        // Clockwise to where the sector starts, or once round.
        let mut closed = true;
        let mut start = first;
        while let Some(over) = joints.over(start) {
            start = after(over);
            if start == first {
                closed = false;
                break;
            }
        }
        first = start;
        let (vertex, turns) = joints.from(first);
        assert!(seen.insert(vertex), "{what}: {vertex} is two");
        let (mut angle, mut side) = (0.0, first);
        loop {
            assert!(left.remove(&side), "{what}");
            assert_eq!(joints.from(side), (vertex, turns), "{what}");
            let [here, one, other] =
                [side, after(side), after(after(side))].map(|s| joints.point(joints.from(s).0));
            let (u, v) = (one - here, other - here);
            angle += (u.x * v.y - u.y * v.x).atan2(u.x * v.x + u.y * v.y);
            match joints.over(after(after(side))) {
                Some(next) if next != first => side = next,
                _ => break,
            }
        }
        let half = std::f64::consts::PI;
        if !closed || 1e-6 < (angle - half).abs() {
            assert_eq!(turns, closed && half < angle, "{what}: {angle}");
        }
    }
}

fn is_same(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.max(b)
}

/// A place for an end of a query: anywhere, on a corner, on a side, or on a corner as it was drawn.
fn random_point(live: &Live, random: &mut Rng) -> Point {
    let bounds = live.layout().bounds();
    let drawn: Vec<_> = live.slots().iter().flatten().collect();
    let anywhere = |random: &mut Rng| {
        let part = Point::new(random.f64() * bounds.width(), random.f64() * bounds.height());
        bounds.min + part
    };
    let Some(triangle) = random.choice(&drawn) else { return anywhere(random) };
    let [a, b, c] = triangle.corners;
    match random.u8(..6) {
        0 => a,
        1 => a + (b - a) * 0.5,
        2 => a + (b - a) * (1.0 / 3.0) + (c - a) * (1.0 / 3.0),
        _ => anywhere(random),
    }
}

fn is_held(live: &Live, p: Point) -> bool {
    live.locate(p).is_some_and(|slot| live.slots()[slot.0 as usize].unwrap().walkable)
}

/// Holds searches from and to all kinds of places against those on a copy; gives how many paths were found.
fn check_paths(
    live: &Live,
    search: &mut TriangleSearch,
    random: &mut Rng,
    n_queries: usize,
    what: &str,
) -> usize {
    let mesh = Arc::new(live.mesh().unwrap());
    let ground = Ground::new(mesh, &Preparation { landmarks: false, ..Preparation::default() });
    let mut polyanya = Polyanya::<()>::default();
    let mut n_found = 0;
    for _ in 0..n_queries {
        let query = Query { start: random_point(live, random), goal: random_point(live, random) };
        let expected = polyanya.find(&ground, &query, &mut ());
        let LivePath { outcome, corners } = shortest(live, search, &query, u64::MAX);
        if [query.start, query.goal].iter().any(|&end| !is_held(live, end)) {
            // Beside the ground, by rounding: which triangle one steps into is a matter of taste.
            let is_off = |outcome| matches!(outcome, Outcome::OffMesh(_));
            assert_eq!(is_off(outcome), is_off(expected), "{what}: {query:?}");
            continue;
        }
        match (expected, outcome) {
            (Outcome::Found { cost: one }, Outcome::Found { cost: other }) => {
                assert!(is_same(one, other), "{what}: {query:?}: {one} on a copy, {other}");
                let length: f64 = corners.windows(2).map(|p| p[0].distance(p[1])).sum();
                assert!(is_same(other, length), "{what}: {query:?}: {corners:?}");
                assert_eq!((corners[0], corners[corners.len() - 1]), (query.start, query.goal));
                n_found += 1;
            }
            _ => assert_eq!(outcome, expected, "{what}: {query:?}"),
        }
    }
    n_found
}

#[test]
fn paths_on_any_layout_cost_what_they_cost_on_a_copy() {
    let n: u64 =
        std::env::var("WAYGLASS_LAYOUTS").ok().and_then(|n| n.parse().ok()).unwrap_or(1000);
    let mut search = TriangleSearch::default();
    let mut n_found = 0;
    for seed in 0..n {
        let mut random = Rng::with_seed(seed);
        let n_obstacles = random.usize(0..40);
        let layout = random_layout(&mut random, n_obstacles);
        let live = Live::new(layout, Faces::Merged).unwrap();
        let what = format!("seed {seed}");
        check_joints(&live, &what);
        n_found += check_paths(&live, &mut search, &mut random, 12, &what);
    }
    assert!(n as usize * 2 < n_found, "{n_found}");
}

#[test]
fn paths_follow_every_edit() {
    let n: u64 = std::env::var("WAYGLASS_SESSIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(60);
    let mut search = TriangleSearch::default();
    for seed in 0..n {
        let mut random = Rng::with_seed(1_000_000 + seed);
        let n_obstacles = random.usize(0..25);
        let layout = random_layout(&mut random, n_obstacles);
        let mut live = Live::new(layout, Faces::Merged).unwrap();
        for step in 0..60 {
            let what = format!("seed {seed}, step {step}");
            let next = random_edit(&mut random, live.layout());
            edit(&mut live, next).unwrap();
            check_joints(&live, &what);
            if step % 6 == 0 {
                check_paths(&live, &mut search, &mut random, 8, &what);
            }
        }
    }
}

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
