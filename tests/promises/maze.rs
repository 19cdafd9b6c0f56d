//! Mazes: long hallways, rings, one-way ways, passages in pieces; and the slow way through them.

use std::collections::HashMap;

use fastrand::Rng;
use wayglass::geom::{Point, Segment, Side, side};
use wayglass::mesh::{Across, FaceId, Link, LinkKind, Navmesh, Parts, VertexId};
use wayglass::search::Query;

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
pub(crate) fn with_passages(mesh: &Navmesh, random: &mut Rng) -> Navmesh {
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
pub(crate) type Gate = (usize, [Point; 2]);

pub(crate) fn gates(mesh: &Navmesh) -> Vec<Vec<Gate>> {
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
pub(crate) fn shortest(mesh: &Navmesh, gates: &[Vec<Gate>], query: &Query) -> Option<Option<f64>> {
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
