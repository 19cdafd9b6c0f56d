//! Mazes: long hallways, rings, one-way ways, passages in pieces; and the smallest maps that have misled a search.

use std::collections::HashMap;
use std::sync::Arc;

use fastrand::Rng;
use wayglass::geom::{Point, Segment, Side, side};
use wayglass::mesh::{Across, FaceId, Link, LinkKind, Navmesh, Parts, VertexId};
use wayglass::search::{
    Algorithm, Ground, Polyanya, Preparation, Prunings, Query, Searcher, Trace,
};

use crate::oracle::{faces_at, through};

/// Cells in rows, of which random walks and a ring have carved some; two triangles or a square each.
pub(crate) fn maze(random: &mut Rng) -> Navmesh {
    let (columns, rows) = (random.usize(2..8), random.usize(2..7));
    let jitter = *random.choice(&[0.0, 0.0, 0.2, 0.4]).unwrap();
    let mut points = Vec::new();
    for y in 0..=rows {
        for x in 0..=columns {
            // In steps of a sixty-fourth, so that halves and quarters of sides are exact.
            let mut moved =
                |n: usize| n as f64 + (jitter * (random.f64() - 0.5) * 64.0).round() / 64.0;
            points.push(Point::new(moved(x), moved(y)));
        }
    }
    let open = carved(columns, rows, random);
    let (mut faces, mut walkable): (Vec<Vec<u32>>, Vec<bool>) = (Vec::new(), Vec::new());
    for (cell, &is_open) in open.iter().enumerate() {
        let (x, y) = (cell % columns, cell / columns);
        let at = |dx: usize, dy: usize| ((y + dy) * (columns + 1) + x + dx) as u32;
        let [a, b, c, d] = [at(0, 0), at(1, 0), at(1, 1), at(0, 1)];
        match random.u8(..5) {
            0 | 1 => faces.extend([vec![a, b, c], vec![a, c, d]]),
            2 | 3 => faces.extend([vec![a, b, d], vec![b, c, d]]),
            _ => faces.push(vec![a, b, c, d]),
        }
        walkable.resize(faces.len(), is_open);
    }
    let (wall, one_way) = (random.f64() * 0.15, *random.choice(&[0.0, 0.05, 0.2, 0.5]).unwrap());
    joined(points, &faces, walkable, [wall, one_way], random)
}

/// Which cells are open.
fn carved(columns: usize, rows: usize, random: &mut Rng) -> Vec<bool> {
    let mut open = vec![false; columns * rows];
    for _ in 0..random.usize(1..4) {
        let (mut x, mut y) = (random.usize(..columns), random.usize(..rows));
        for _ in 0..random.usize(3..20) {
            open[y * columns + x] = true;
            match random.u8(..4) {
                0 => x = (x + 1).min(columns - 1),
                1 => x = x.saturating_sub(1),
                2 => y = (y + 1).min(rows - 1),
                _ => y = y.saturating_sub(1),
            }
        }
    }
    if random.u8(..3) == 0 {
        let (left, bottom) = (random.usize(..columns), random.usize(..rows));
        let (right, top) = (random.usize(left..columns), random.usize(bottom..rows));
        for (x, y) in (left..=right).flat_map(|x| (bottom..=top).map(move |y| (x, y))) {
            open[y * columns + x] |= x == left || x == right || y == bottom || y == top;
        }
    }
    open
}

/// Faces that are open to each other over the sides they share, but for walls and one-way sides.
fn joined(
    points: Vec<Point>,
    faces: &[Vec<u32>],
    walkable: Vec<bool>,
    [wall, one_way]: [f64; 2],
    random: &mut Rng,
) -> Navmesh {
    let sides = |ring: &[u32]| -> Vec<(u32, u32)> {
        (0..ring.len()).map(|i| (ring[i], ring[(i + 1) % ring.len()])).collect()
    };
    let owners: HashMap<(u32, u32), usize> = faces
        .iter()
        .enumerate()
        .flat_map(|(face, ring)| sides(ring).into_iter().map(move |side| (side, face)))
        .collect();
    let mut parts = Parts { points, starts: vec![0], walkable, ..Parts::default() };
    let mut ways: HashMap<(u32, u32), [bool; 2]> = HashMap::new();
    for ring in faces {
        for (from, to) in sides(ring) {
            parts.corners.push(VertexId(from));
            let ways = ways.entry((from.min(to), from.max(to))).or_insert_with(|| {
                let (open, only) = (random.f64() >= wall, random.bool());
                if random.f64() < one_way { [only, !only] } else { [open, open] }
            });
            parts.across.push(match owners.get(&(to, from)) {
                None => Across::Outside,
                Some(&other) if ways[usize::from(from < to)] => Across::Open(FaceId(other as u32)),
                Some(&other) => Across::Wall(FaceId(other as u32)),
            });
        }
        parts.starts.push(parts.corners.len() as u32);
    }
    Navmesh::new(parts).unwrap()
}

/// The same map with passages instead of some open sides: whole, in pieces, overlapping, or over a part only.
fn with_passages(mesh: &Navmesh, random: &mut Rng) -> Navmesh {
    const PIECES: [&[(f64, f64)]; 5] = [
        &[(0.0, 1.0)],
        &[(0.0, 0.5), (0.5, 1.0)],
        &[(0.0, 0.75), (0.25, 1.0)],
        &[(0.25, 0.75)],
        &[(0.0, 0.25), (0.5, 0.75)],
    ];
    let share = *random.choice(&[0.1, 0.5, 1.0]).unwrap();
    let mut parts = mesh.clone().into_parts();
    for face in mesh.faces() {
        for (side, across) in face.across().iter().enumerate() {
            let Across::Open(to) = *across else { continue };
            if random.f64() >= share {
                continue;
            }
            parts.across[face.range().start + side] = Across::Wall(to);
            let Segment { from: p, to: q } = face.segment(side);
            // Only along the axes are pieces of a side exactly on it.
            let level = p.x == q.x || p.y == q.y;
            for &(start, end) in PIECES[if level { random.usize(..5) } else { 0 }] {
                let at = |part: f64| if part == 1.0 { q } else { p + (q - p) * part };
                let (from, segment) = (face.id, Segment::new(at(start), at(end)));
                parts.links.push(Link { from, to, segment, kind: LinkKind::Passage });
            }
        }
    }
    random.shuffle(&mut parts.links);
    Navmesh::new(parts).unwrap()
}

/// A way out of a face: where to, and the ends of the side on the left and on the right.
type Gate = (usize, [Point; 2]);

fn gates(mesh: &Navmesh) -> Vec<Vec<Gate>> {
    let walkable = |face: FaceId| mesh.face(face).walkable();
    let mut gates = vec![Vec::new(); mesh.n_faces()];
    for face in mesh.faces().filter(|face| face.walkable()) {
        for side in 0..face.n_sides() {
            if let Some(to) = mesh.step(face.id, side) {
                let Segment { from, to: left } = face.segment(side);
                gates[face.id.index()].push((to.index(), [left, from]));
            }
        }
    }
    for link in mesh.links().iter().filter(|link| walkable(link.from) && walkable(link.to)) {
        let Segment { from: p, to: q } = link.segment;
        let is_left = side(p, q, mesh.face(link.from).center()) == Side::Left;
        let ends = if is_left { [q, p] } else { [p, q] };
        gates[link.from.index()].push((link.to.index(), ends));
    }
    gates
}

/// Every row of faces, as the slow way has it, over passages too; none if there are too many rows.
fn shortest(mesh: &Navmesh, gates: &[Vec<Gate>], query: &Query) -> Option<Option<f64>> {
    struct Rows<'a> {
        gates: &'a [Vec<Gate>],
        query: &'a Query,
        goals: Vec<FaceId>,
        row: Vec<usize>,
        crossed: Vec<[Point; 2]>,
        budget: u32,
        best: f64,
    }
    impl Rows<'_> {
        fn go_on(&mut self) {
            let Some(&here) = self.row.last() else { return };
            self.budget = self.budget.saturating_sub(1);
            if self.budget == 0 {
                return;
            }
            if self.goals.contains(&FaceId(here as u32)) {
                let cost = through(self.query.start, &self.crossed, self.query.goal);
                self.best = self.best.min(cost);
            }
            for &(to, ends) in &self.gates[here] {
                if !self.row.contains(&to) {
                    self.crossed.push(ends);
                    self.row.push(to);
                    self.go_on();
                    self.row.pop();
                    self.crossed.pop();
                }
            }
        }
    }
    let goals = faces_at(mesh, query.goal);
    let (row, crossed) = (Vec::new(), Vec::new());
    let mut rows = Rows { gates, query, goals, row, crossed, budget: 3000, best: f64::INFINITY };
    for first in faces_at(mesh, query.start) {
        rows.row = vec![first.index()];
        rows.go_on();
    }
    (rows.budget != 0).then_some(Some(rows.best).filter(|best| best.is_finite()))
}

pub(crate) fn random_point(mesh: &Navmesh, random: &mut Rng) -> Point {
    let walkable: Vec<FaceId> =
        mesh.faces().filter(|face| face.walkable()).map(|face| face.id).collect();
    let face = mesh.face(*random.choice(&walkable).unwrap());
    let Segment { from, to } = face.segment(random.usize(..face.n_sides()));
    match random.u8(..4) {
        0 => from,
        1 => (from + to) * 0.5,
        2 => face.center(),
        _ => (from + to) * 0.25 + face.center() * 0.5,
    }
}

/// How many mazes: a few in the normal tests, more if somebody asks.
fn n_mazes() -> u64 {
    std::env::var("WAYGLASS_ORACLE").ok().and_then(|n| n.parse().ok()).unwrap_or(400)
}

fn check_mazes(prunings: &[Prunings], make: impl Fn(&mut Rng) -> Navmesh) {
    let mut n_found = 0;
    for seed in 0..n_mazes() {
        let mut random = Rng::with_seed(seed);
        let mesh = Arc::new(make(&mut random));
        let gates = gates(&mesh);
        let grounds = [false, true].map(|merge| {
            Ground::new(mesh.clone(), &Preparation { merge, ..Preparation::default() })
        });
        let mut polyanya = Polyanya::<()>::default();
        for _ in 0..10 {
            let (start, goal) =
                (random_point(&mesh, &mut random), random_point(&mesh, &mut random));
            let query = Query { start, goal };
            let Some(expected) = shortest(&mesh, &gates, &query) else { continue };
            n_found += usize::from(expected.is_some());
            for (ground, &prunings) in
                grounds.iter().flat_map(|g| prunings.iter().map(move |p| (g, p)))
            {
                polyanya.prunings = prunings;
                let found = polyanya.find(ground, &query, &mut ()).cost();
                let same = match (expected, found) {
                    (Some(a), Some(b)) => (a - b).abs() <= 1e-9 * a.max(1e-9),
                    (a, b) => a == b,
                };
                let story =
                    || format!("seed {seed}, {prunings:?}, {query:?}: {expected:?}, but {found:?}");
                assert!(same, "{}", story());
            }
        }
    }
    assert!(1000 < n_found, "only {n_found} paths");
}

#[test]
fn hallways_are_run_along_as_they_are_walked() {
    let prunings = std::array::from_fn::<_, 16, _>(|bits| Prunings {
        blocks: bits & 1 != 0,
        dominance: bits & 2 != 0,
        core_exits: bits & 4 != 0,
        landmarks: bits & 8 != 0,
    });
    check_mazes(&prunings, maze);
}

#[test]
fn passages_in_pieces_are_walked_over_like_sides() {
    check_mazes(&[Prunings::ALL, Prunings::NONE], |random| {
        let mesh = maze(random);
        with_passages(&mesh, random)
    });
}

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
