//! Searches straight on the mesh under the hand, and what they search on, against a copy of it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use fastrand::Rng;
use wayglass::build::live::{DrawnSide, Live};
use wayglass::document::{LivePath, shortest};
use wayglass::geom::Point;
use wayglass::search::{Ground, Outcome, Polyanya, Preparation, Query, TriangleSearch};

fn after(side: u32) -> u32 {
    if side & 3 == 2 { side - 2 } else { side + 1 }
}

/// Holds what lies over sides, and which vertices are one, against the triangles as they are drawn.
pub(crate) fn check_joints(live: &Live, what: &str) {
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
pub(crate) fn check_paths(
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
