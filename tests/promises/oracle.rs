//! The slow, sure way to a shortest path: try every row of faces between start and goal.
//!
//! Shares nothing with the searches but the exact predicate. A path through a row of convex faces crosses the sides
//! between them one after the other, and turns only at their ends; so the shortest one is found step by step.

use std::collections::HashMap;

use fastrand::Rng;
use wayglass::geom::{Point, Segment, Side, Within, side, within};
use wayglass::mesh::{Across, Face, FaceId, Navmesh, Parts, VertexId};

/// What the shortest path costs, if there is one. `None` for a start or goal on no walkable face, too.
pub(crate) fn shortest(mesh: &Navmesh, start: Point, goal: Point) -> Option<f64> {
    let goals = faces_at(mesh, goal);
    let mut best = None;
    for first in faces_at(mesh, start) {
        let mut rows =
            Rows { mesh, start, goal, goals: &goals, row: vec![first], gates: Vec::new(), best };
        rows.go_on();
        best = rows.best;
    }
    best
}

/// The walkable faces that hold a point, their rims included.
pub(crate) fn faces_at(mesh: &Navmesh, p: Point) -> Vec<FaceId> {
    let walkable = || mesh.faces().filter(|face| face.walkable());
    let inside = |face: &Face<'_>| within(&face.points().collect::<Vec<_>>(), p) != Within::Outside;
    // The middle of a side may be beside it by rounding.
    let beside =
        |face: &Face<'_>| (0..face.n_sides()).any(|side| face.segment(side).distance(p) < 1e-12);
    let faces: Vec<FaceId> = walkable().filter(inside).map(|face| face.id).collect();
    if faces.is_empty() { walkable().filter(beside).map(|face| face.id).collect() } else { faces }
}

struct Rows<'a> {
    mesh: &'a Navmesh,
    start: Point,
    goal: Point,
    goals: &'a [FaceId],
    row: Vec<FaceId>,
    /// The left and the right end of every side that was crossed.
    gates: Vec<[Point; 2]>,
    best: Option<f64>,
}

impl Rows<'_> {
    fn go_on(&mut self) {
        let here = self.row[self.row.len() - 1];
        if self.goals.contains(&here) {
            let cost = through(self.start, &self.gates, self.goal);
            self.best = Some(self.best.map_or(cost, |best| best.min(cost)));
        }
        let face = self.mesh.face(here);
        for (i, across) in face.across().iter().enumerate() {
            let Across::Open(other) = *across else { continue };
            if !self.mesh.face(other).walkable() || self.row.contains(&other) {
                continue;
            }
            let segment = face.segment(i);
            // Faces run counter-clockwise: who leaves over a side has its end on the left.
            self.gates.push([segment.to, segment.from]);
            self.row.push(other);
            self.go_on();
            self.row.pop();
            self.gates.pop();
        }
    }
}

/// The shortest way from start to goal that passes all gates in order.
pub(crate) fn through(start: Point, gates: &[[Point; 2]], goal: Point) -> f64 {
    let mut stops = vec![(0, start, 0.0)];
    for (i, gate) in gates.iter().enumerate() {
        for &end in gate {
            let cost = cheapest(&stops, gates, i, end);
            stops.push((i + 1, end, cost));
        }
    }
    cheapest(&stops, gates, gates.len(), goal)
}

/// The cheapest way to a point behind the first `n` gates, straight from one of the stops before it.
fn cheapest(stops: &[(usize, Point, f64)], gates: &[[Point; 2]], n: usize, to: Point) -> f64 {
    let sees = |from: Point, passed: usize| {
        gates[passed.min(n)..n].iter().all(|&[left, right]| {
            // From before the gate to behind it, and between its ends.
            Segment::new(left, right).touches(Segment::new(from, to))
                && side(right, left, from) != Side::Right
                && side(right, left, to) != Side::Left
                && side(from, to, left) != Side::Right
                && side(from, to, right) != Side::Left
        })
    };
    let reachable = stops.iter().filter(|(passed, from, _)| *passed <= n && sees(*from, *passed));
    reachable.map(|(_, from, cost)| cost + from.distance(to)).fold(f64::INFINITY, f64::min)
}

/// A small mesh with everything that is hard: collinear corners, walls, one-way sides, blocked faces, many-sided faces.
pub(crate) fn random_mesh(random: &mut Rng) -> Navmesh {
    let (columns, rows) = (random.usize(2..4), 2);
    let jitter = *random.choice(&[0.0, 0.0, 0.2, 0.3]).unwrap();
    let mut points = Vec::new();
    for y in 0..=rows {
        for x in 0..=columns {
            let moved = |n: usize, random: &mut Rng| n as f64 + jitter * (random.f64() - 0.5);
            points.push(Point::new(moved(x, random), moved(y, random)));
        }
    }
    let mut faces: Vec<Vec<u32>> = Vec::new();
    for y in 0..rows {
        for x in 0..columns {
            let at = |dx: usize, dy: usize| ((y + dy) * (columns + 1) + x + dx) as u32;
            let [a, b, c, d] = [at(0, 0), at(1, 0), at(1, 1), at(0, 1)];
            if random.bool() {
                faces.extend([vec![a, b, c], vec![a, c, d]]);
            } else {
                faces.extend([vec![a, b, d], vec![b, c, d]]);
            }
        }
    }
    for _ in 0..random.usize(..8) {
        merge_somewhere(&points, &mut faces, random);
    }
    with_walls(points, &faces, random)
}

/// Joins two faces that make a convex one, if the first try finds some.
fn merge_somewhere(points: &[Point], faces: &mut Vec<Vec<u32>>, random: &mut Rng) {
    let (a, b) = (random.usize(..faces.len()), random.usize(..faces.len()));
    let (one, other) = (faces[a].clone(), faces[b].clone());
    if a == b {
        return;
    }
    let n = one.len();
    let shared = (0..n).find(|&i| {
        (0..other.len())
            .any(|j| one[i] == other[(j + 1) % other.len()] && one[(i + 1) % n] == other[j])
    });
    let Some(i) = shared else { return };
    let j = other.iter().position(|&corner| corner == one[(i + 1) % n]).unwrap();
    let mut ring: Vec<u32> = (1..=n).map(|k| one[(i + k) % n]).collect();
    ring.extend((2..other.len()).map(|k| other[(j + k) % other.len()]));
    let at = |k: usize| points[ring[k % ring.len()] as usize];
    let mut sorted = ring.clone();
    sorted.sort_unstable();
    sorted.dedup();
    let simple = sorted.len() == ring.len();
    if simple && (0..ring.len()).all(|k| side(at(k), at(k + 1), at(k + 2)) != Side::Right) {
        faces[a] = ring;
        faces.remove(b);
    }
}

fn with_walls(points: Vec<Point>, faces: &[Vec<u32>], random: &mut Rng) -> Navmesh {
    let walkable: Vec<bool> = faces.iter().map(|_| random.f64() < 0.8).collect();
    let mut owners = HashMap::new();
    for (face, ring) in faces.iter().enumerate() {
        for (i, &corner) in ring.iter().enumerate() {
            owners.insert((corner, ring[(i + 1) % ring.len()]), face);
        }
    }
    let (wall, one_way) = (random.f64() * 0.3, random.f64() * 0.1);
    let mut parts = Parts { points, starts: vec![0], walkable, ..Parts::default() };
    let mut decided: HashMap<(u32, u32), [bool; 2]> = HashMap::new();
    for ring in faces {
        for (i, &from) in ring.iter().enumerate() {
            let to = ring[(i + 1) % ring.len()];
            parts.corners.push(VertexId(from));
            let ways = *decided.entry((from.min(to), from.max(to))).or_insert_with(|| {
                let open = random.f64() >= wall;
                let only = random.bool();
                if random.f64() < one_way { [only, !only] } else { [open, open] }
            });
            let open = ways[usize::from(from < to)];
            parts.across.push(match owners.get(&(to, from)) {
                None => Across::Outside,
                Some(&other) if open => Across::Open(FaceId(other as u32)),
                Some(&other) => Across::Wall(FaceId(other as u32)),
            });
        }
        parts.starts.push(parts.corners.len() as u32);
    }
    Navmesh::new(parts).unwrap()
}

/// A point to start from or go to: anywhere, or where it is hard.
pub(crate) fn random_point(mesh: &Navmesh, random: &mut Rng) -> Point {
    let bounds = mesh.bounds();
    let face = mesh.face(FaceId(random.u32(..mesh.n_faces() as u32)));
    match random.u8(..6) {
        0 => mesh.points()[random.usize(..mesh.n_vertices())],
        1 => {
            let segment = face.segment(random.usize(..face.n_sides()));
            (segment.from + segment.to) * 0.5
        }
        2 => face.center(),
        3 => Point::new(random.u32(..8) as f64 * 0.5, random.u32(..8) as f64 * 0.5),
        _ => Point::new(
            bounds.min.x + random.f64() * bounds.width(),
            bounds.min.y + random.f64() * bounds.height(),
        ),
    }
}
