//! Another slow, sure way to a shortest path: everything that sees each other, decided in whole numbers.
//!
//! Maps are triangles with whole coordinates, some of them blocked. A straight line is free if it meets the inside of
//! no blocked triangle and runs along no side between two of them or on the rim. Shares no line of code with the searches.

use std::collections::BTreeMap;

use fastrand::Rng;
use wayglass::geom::Point;
use wayglass::mesh::{Across, FaceId, Navmesh, Parts, VertexId};

/// A place in whole numbers.
pub(crate) type Whole = (i64, i64);

/// A map of free and blocked triangles.
pub(crate) struct Map {
    points: Vec<Whole>,
    pub(crate) free: Vec<[usize; 3]>,
    blocked: Vec<[usize; 3]>,
    /// Sides of blocked triangles that no free triangle shares.
    inner: Vec<[usize; 2]>,
    /// Vertices that are both on free and on blocked ground or the rim.
    corners: Vec<usize>,
    sees: Vec<Vec<bool>>,
}

/// Where the lines between cells are; now and then two are very close or very far, for walls and ways that are thin or
/// long.
fn lines(n_cells: usize, random: &mut Rng) -> Vec<i64> {
    let has_thin = random.u8(..3) == 0;
    let is_far = random.u8(..6) == 0;
    let mut lines = vec![0];
    for _ in 0..n_cells {
        let width = match random.u8(..3) {
            0 if has_thin => 1,
            1 if is_far => 20_000,
            _ => 12,
        };
        lines.push(lines[lines.len() - 1] + width);
    }
    lines
}

/// Twice the area of a triangle; positive if it is counter-clockwise.
fn turn(a: Whole, b: Whole, c: Whole) -> i64 {
    (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)
}

impl Map {
    /// A random map in which no two obstacles touch in a single point; none if chance made it unsound.
    pub(crate) fn random(random: &mut Rng) -> Option<Self> {
        let (columns, rows) = (random.usize(2..8), random.usize(2..7));
        let jitter = *random.choice(&[0, 0, 1, 3]).unwrap();
        let (xs, ys) = (lines(columns, random), lines(rows, random));
        let mut points = Vec::new();
        for (y, &height) in ys.iter().enumerate() {
            for (x, &width) in xs.iter().enumerate() {
                // The rim stays straight: outside of it there is nothing that could be in the way of a line.
                let inside = 0 < x && x < columns && 0 < y && y < rows;
                let jitter = if inside { jitter } else { 0 };
                let moved = |at: i64, random: &mut Rng| 2 * (at + random.i64(-jitter..=jitter));
                points.push((moved(width, random), moved(height, random)));
            }
        }
        let share = random.f64() * 0.6;
        let (mut free, mut blocked) = (Vec::new(), Vec::new());
        for y in 0..rows {
            for x in 0..columns {
                let at = |dx: usize, dy: usize| (y + dy) * (columns + 1) + x + dx;
                let [a, b, c, d] = [at(0, 0), at(1, 0), at(1, 1), at(0, 1)];
                let halves =
                    if random.bool() { [[a, b, c], [a, c, d]] } else { [[a, b, d], [b, c, d]] };
                let whole_cell = random.bool();
                let blocks = random.f64() < share;
                for half in halves {
                    let half_blocks = if whole_cell { blocks } else { random.f64() < share };
                    if half_blocks { blocked.push(half) } else { free.push(half) }
                }
            }
        }
        let triangles = || free.iter().chain(&blocked);
        if triangles().any(|t| turn(points[t[0]], points[t[1]], points[t[2]]) <= 0) {
            return None;
        }
        let mut map = Self {
            points,
            free,
            blocked,
            inner: Vec::new(),
            corners: Vec::new(),
            sees: Vec::new(),
        };
        if map.is_pinched() {
            return None;
        }
        map.look_around();
        Some(map)
    }

    /// Whether the free triangles around some vertex fall into several parts.
    fn is_pinched(&self) -> bool {
        (0..self.points.len()).any(|vertex| {
            // Each part of the fan starts at a side that no free triangle has from the other side.
            let around: Vec<&[usize; 3]> =
                self.free.iter().filter(|t| t.contains(&vertex)).collect();
            let next = |t: &[usize; 3]| t[(t.iter().position(|&v| v == vertex).unwrap() + 1) % 3];
            let last = |t: &[usize; 3]| t[(t.iter().position(|&v| v == vertex).unwrap() + 2) % 3];
            let n_parts =
                around.iter().filter(|t| !around.iter().any(|o| last(o) == next(t))).count();
            1 < n_parts
        })
    }

    fn look_around(&mut self) {
        let sides = |triangles: &[[usize; 3]]| -> Vec<[usize; 2]> {
            triangles.iter().flat_map(|t| (0..3).map(|i| [t[i], t[(i + 1) % 3]])).collect()
        };
        let (free, blocked) = (sides(&self.free), sides(&self.blocked));
        self.inner = blocked.iter().filter(|s| !free.contains(&[s[1], s[0]])).copied().collect();
        let walls = free.iter().filter(|s| !free.contains(&[s[1], s[0]]));
        self.corners = walls.map(|side| side[0]).collect();
        self.corners.sort_unstable();
        self.corners.dedup();
        let at = |i: usize| self.points[self.corners[i]];
        let n = self.corners.len();
        self.sees = (0..n).map(|i| (0..n).map(|j| self.is_clear(at(i), at(j))).collect()).collect();
    }

    /// Whether a straight line stays on free ground.
    pub(crate) fn is_clear(&self, a: Whole, b: Whole) -> bool {
        let hits = |t: &[usize; 3]| hits_inside(a, b, t.map(|v| self.points[v]));
        let follows = |s: &[usize; 2]| overlaps(a, b, self.points[s[0]], self.points[s[1]]);
        !self.blocked.iter().any(hits) && !self.inner.iter().any(follows)
    }

    fn is_free(&self, p: Whole) -> bool {
        self.free
            .iter()
            .any(|t| (0..3).all(|i| turn(self.points[t[i]], self.points[t[(i + 1) % 3]], p) >= 0))
    }

    /// What the shortest path costs, if there is one.
    pub(crate) fn shortest(&self, start: Whole, goal: Whole) -> Option<f64> {
        if !self.is_free(start) || !self.is_free(goal) {
            return None;
        }
        let n = self.corners.len();
        let at = |i: usize| match i {
            i if i == n => start,
            i if i == n + 1 => goal,
            i => self.points[self.corners[i]],
        };
        let far = |a: Whole, b: Whole| ((a.0 - b.0) as f64).hypot((a.1 - b.1) as f64);
        let clear = |i: usize, j: usize| {
            if i < n && j < n { self.sees[i][j] } else { self.is_clear(at(i), at(j)) }
        };
        let mut distance = vec![f64::INFINITY; n + 2];
        let mut done = vec![false; n + 2];
        distance[n] = 0.0;
        loop {
            let open = (0..n + 2).filter(|&i| !done[i] && distance[i] < f64::INFINITY);
            let here = open.min_by(|&i, &j| distance[i].total_cmp(&distance[j]))?;
            if here == n + 1 {
                return Some(distance[here]);
            }
            done[here] = true;
            for other in 0..n + 2 {
                let over = distance[here] + far(at(here), at(other));
                if !done[other] && over < distance[other] && clear(here, other) {
                    distance[other] = over;
                }
            }
        }
    }

    pub(crate) fn mesh(&self) -> Navmesh {
        let points = self.points.iter().map(|&(x, y)| Point::new(x as f64, y as f64)).collect();
        let mut owners = BTreeMap::new();
        let triangles = || self.free.iter().chain(&self.blocked);
        for (face, t) in triangles().enumerate() {
            for i in 0..3 {
                owners.insert((t[i], t[(i + 1) % 3]), FaceId(face as u32));
            }
        }
        let mut parts = Parts { points, starts: vec![0], ..Parts::default() };
        for (face, t) in triangles().enumerate() {
            for i in 0..3 {
                parts.corners.push(VertexId(t[i] as u32));
                let other = owners.get(&(t[(i + 1) % 3], t[i]));
                parts.across.push(other.map_or(Across::Outside, |&other| Across::Open(other)));
            }
            parts.starts.push(parts.corners.len() as u32);
            parts.walkable.push(face < self.free.len());
        }
        Navmesh::new(parts).unwrap()
    }

    pub(crate) fn random_point(&self, random: &mut Rng) -> Whole {
        let mut anywhere = || {
            let far = self.points[self.points.len() - 1];
            (random.i64(0..=far.0), random.i64(0..=far.1))
        };
        let p = anywhere();
        let t = *random.choice(&self.free).unwrap();
        let [a, b] = [self.points[t[0]], self.points[t[1]]];
        match random.u8(..4) {
            0 => a,
            1 => ((a.0 + b.0) / 2, (a.1 + b.1) / 2),
            _ => p,
        }
    }
}

/// Whether a piece of line shares a point with the inside of a triangle.
fn hits_inside(a: Whole, b: Whole, t: [Whole; 3]) -> bool {
    // Along the line, being inside of each side is a condition on the part of the way: low < part < high.
    let (mut low, mut high) = ((-1_i64, 1_i64), (2_i64, 1_i64));
    let less = |x: (i64, i64), y: (i64, i64)| {
        i128::from(x.0) * i128::from(y.1) < i128::from(y.0) * i128::from(x.1)
    };
    for i in 0..3 {
        let [from, to] = [turn(t[i], t[(i + 1) % 3], a), turn(t[i], t[(i + 1) % 3], b)];
        if from <= 0 && to <= 0 {
            return false;
        }
        if to > from {
            let bound = (-from, to - from);
            low = if less(low, bound) { bound } else { low };
        } else if to < from {
            let bound = (from, from - to);
            high = if less(bound, high) { bound } else { high };
        }
    }
    less(low, high) && less(low, (1, 1)) && less((0, 1), high)
}

/// Whether two pieces of line share more than a point.
fn overlaps(a: Whole, b: Whole, c: Whole, d: Whole) -> bool {
    if a == b || turn(a, b, c) != 0 || turn(a, b, d) != 0 {
        return false;
    }
    let along = |p: Whole| (p.0 - a.0) * (b.0 - a.0) + (p.1 - a.1) * (b.1 - a.1);
    let (low, high) = (along(c).min(along(d)).max(0), along(c).max(along(d)).min(along(b)));
    low < high
}
