//! Mazes: long hallways, rings, one-way ways, passages in pieces; and the smallest maps that have misled a search.

use std::sync::Arc;

use fastrand::Rng;
use wayglass::geom::{Point, Segment};
use wayglass::mesh::{Across, FaceId, Link, LinkKind, Navmesh, Parts, VertexId};
use wayglass::search::{Algorithm, Ground, Polyanya, Preparation, Query, Searcher, Trace};

/// Rings of points with nothing shared, and links between them.
pub(crate) fn rooms(rings: &[&[[f64; 2]]], links: Vec<Link>) -> Ground {
    let mut parts = Parts { starts: vec![0], links, ..Parts::default() };
    for &[x, y] in rings.iter().copied().flatten() {
        parts.corners.push(VertexId(parts.points.len() as u32));
        parts.points.push(Point::new(x, y));
        parts.across.push(Across::Outside);
    }
    for ring in rings {
        parts.starts.push(parts.starts[parts.starts.len() - 1] + ring.len() as u32);
        parts.walkable.push(true);
    }
    Ground::new(Arc::new(Navmesh::new(parts).unwrap()), &Preparation::default())
}

pub(crate) fn link(kind: LinkKind, [from, to]: [u32; 2], [a, b]: [[f64; 2]; 2]) -> Link {
    let segment = Segment::new(Point::new(a[0], a[1]), Point::new(b[0], b[1]));
    Link { from: FaceId(from), to: FaceId(to), segment, kind }
}

fn cost(ground: &Ground, [start, goal]: [[f64; 2]; 2]) -> Option<f64> {
    let query = Query { start: Point::new(start[0], start[1]), goal: Point::new(goal[0], goal[1]) };
    Polyanya::<()>::default().find(ground, &query, &mut ()).cost()
}

pub(crate) fn box_of([x0, y0, x1, y1]: [f64; 4]) -> [[f64; 2]; 4] {
    [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]
}

#[test]
fn a_passage_into_a_notched_room_does_not_lead_through_its_walls() {
    let mut notched = [
        [0.0, 0.0],
        [3.0, 0.0],
        [3.0, 3.0],
        [2.0, 3.0],
        [2.0, 1.0],
        [1.0, 1.0],
        [1.0, 3.0],
        [0.0, 3.0],
    ];
    let around = 0.5_f64.hypot(1.5) + 1.0 + 2_f64.hypot(1.5);
    for _ in 0..8 {
        notched.rotate_left(1);
        let passage = link(LinkKind::Passage, [1, 0], [[3.0, 2.0], [3.0, 3.0]]);
        let ground = rooms(&[&notched, &box_of([3.0, 2.0, 5.0, 3.0])], vec![passage]);
        let found = cost(&ground, [[4.0, 2.5], [0.5, 2.5]]).unwrap();
        // The sill of the passage is at a height of 2, so the way down to the notch bends there or not at all.
        assert!(around - 1e-9 <= found && found < 5.2, "{notched:?}: {found}");
    }
}

#[test]
fn one_can_turn_back_through_a_second_passage() {
    let boxes = [[0.0, 0.0, 4.0, 4.0], [4.0, 2.0, 8.0, 6.0], [4.0, -2.0, 8.0, 2.0]].map(box_of);
    let links = vec![
        link(LinkKind::Passage, [0, 1], [[4.0, 3.0], [4.0, 4.0]]),
        link(LinkKind::Passage, [1, 2], [[5.0, 2.0], [8.0, 2.0]]),
    ];
    let ground = rooms(&[&boxes[0], &boxes[1], &boxes[2]], links);
    let expected = 3_f64.hypot(2.0) + 1_f64.hypot(1.0) + 2.0;
    let found = cost(&ground, [[1.0, 1.0], [5.0, 0.0]]).unwrap();
    assert!((found - expected).abs() < 1e-9, "{found} {expected}");
}

#[test]
fn a_teleporter_in_the_room_of_the_goal_is_taken_too() {
    let boxes = [[0.0, 0.0, 1.0, 1.0], [1.0, 0.0, 21.0, 1.0]].map(box_of);
    let door = link(LinkKind::Passage, [0, 1], [[1.0, 0.0], [1.0, 1.0]]);
    let teleporter = link(LinkKind::Teleporter, [1, 1], [[1.5, 0.5], [1.5, 0.5]]);
    let ground = rooms(&[&boxes[0], &boxes[1]], vec![door, teleporter]);
    assert_eq!(cost(&ground, [[0.5, 0.5], [11.0, 0.5]]), Some(1.0));
}

#[test]
fn the_rim_of_a_notched_room_is_ground() {
    for seed in 0..300 {
        let mut random = Rng::with_seed(seed);
        let n = random.usize(4..9);
        let star: Vec<[f64; 2]> = (0..n)
            .map(|i| {
                let angle = (i as f64 + 0.8 * random.f64()) / n as f64 * std::f64::consts::TAU;
                let reach = 1.0 + 10.0 * random.f64();
                [reach * angle.cos(), reach * angle.sin()]
            })
            .collect();
        let ground = rooms(&[&star], Vec::new());
        for i in (0..n).filter(|_| ground.n_faces() != 0) {
            let [a, b] = [star[i], star[(i + 1) % n]];
            let middle = [(a[0] + b[0]) * 0.5, (a[1] + b[1]) * 0.5];
            assert!(cost(&ground, [middle, star[0]]).is_some(), "seed {seed}, {middle:?}");
        }
    }
}

#[test]
fn whoever_listens_is_told_how_it_ended() {
    let ground = rooms(&[&box_of([0.0, 0.0, 1.0, 1.0]), &box_of([5.0, 0.0, 6.0, 1.0])], Vec::new());
    let inside = Point::new(0.5, 0.5);
    let goals = [inside, Point::new(5.5, 0.5), Point::new(3.0, 0.5), Point::new(f64::NAN, 0.5)];
    for (&algorithm, goal) in Algorithm::ALL.iter().flat_map(|a| goals.map(|goal| (a, goal))) {
        let query = Query { start: inside, goal };
        let mut trace = Trace::new(query);
        let outcome = Searcher::default().find(algorithm, &ground, &query, &mut trace);
        assert_eq!(trace.outcome(), Some(outcome), "{algorithm:?} {goal:?}");
    }
}
