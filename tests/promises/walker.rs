//! Whether a path can be walked and is tight, found out apart from all searches: slowly, and with a plain tolerance.

use std::collections::{BTreeMap, BTreeSet};

use wayglass::geom::{Aabb, Point, Segment, Within, within};
use wayglass::mesh::{FaceId, LinkKind, Navmesh};

/// Walks on a mesh.
pub(crate) struct Walker<'a> {
    mesh: &'a Navmesh,
    /// What is closer than this is in the same place.
    near: f64,
    cell: f64,
    cells: BTreeMap<(i64, i64), Vec<FaceId>>,
}

impl<'a> Walker<'a> {
    pub(crate) fn new(mesh: &'a Navmesh) -> Self {
        let bounds = mesh.bounds();
        let cell = (bounds.diagonal() / (1.0 + (mesh.n_faces() as f64).sqrt())).max(1e-6);
        let near = 1e-10 * bounds.diagonal();
        let mut walker = Self { mesh, near, cell, cells: BTreeMap::new() };
        for face in mesh.faces().filter(|face| face.walkable()) {
            for key in walker.keys(face.bounds().inflated(near)) {
                walker.cells.entry(key).or_default().push(face.id);
            }
        }
        walker
    }

    fn keys(&self, bounds: Aabb) -> Vec<(i64, i64)> {
        let key = |value: f64| (value / self.cell).floor() as i64;
        let columns = key(bounds.min.x)..=key(bounds.max.x);
        let rows = key(bounds.min.y)..=key(bounds.max.y);
        columns.flat_map(|x| rows.clone().map(move |y| (x, y))).collect()
    }

    /// The walkable faces whose boxes touch a box.
    fn faces_in(&self, bounds: Aabb) -> BTreeSet<FaceId> {
        let bounds = bounds.inflated(self.near);
        let in_cells = self.keys(bounds).into_iter().filter_map(|key| self.cells.get(&key));
        in_cells
            .flatten()
            .copied()
            .filter(|&face| self.mesh.face(face).bounds().touches(bounds))
            .collect()
    }

    /// The walkable faces at a point, give or take a little.
    fn faces_near(&self, p: Point) -> BTreeSet<FaceId> {
        let touches = |&face: &FaceId| {
            let face = self.mesh.face(face);
            self.holds(face.id, p)
                || (0..face.n_sides()).any(|side| face.segment(side).distance(p) <= self.near)
        };
        self.faces_in(Aabb::around([p])).into_iter().filter(touches).collect()
    }

    /// The walkable faces that hold a point; if there are none, those next to it.
    fn faces_at(&self, p: Point) -> BTreeSet<FaceId> {
        let mut faces = self.faces_near(p);
        if faces.iter().any(|&face| self.holds(face, p)) {
            faces.retain(|&face| self.holds(face, p));
        }
        faces
    }

    fn holds(&self, face: FaceId, p: Point) -> bool {
        let ring: Vec<Point> = self.mesh.face(face).points().collect();
        within(&ring, p) != Within::Outside
    }

    /// The faces that one can be in at the end of a straight way, starting from some; none if it is blocked.
    fn walk(&self, from: BTreeSet<FaceId>, a: Point, b: Point) -> BTreeSet<FaceId> {
        let way = b - a;
        let square = way.x * way.x + way.y * way.y;
        let mut parts = vec![0.0, 1.0];
        let mut nearby = BTreeSet::new();
        // In short steps, so that no box is much larger than the piece of way in it.
        let n_steps = (square.sqrt() / self.cell).ceil().max(1.0) as usize;
        for step in 0..n_steps {
            let at = |step: usize| a + way * (step as f64 / n_steps as f64);
            nearby.extend(self.faces_in(Aabb::around([at(step), at(step + 1)])));
        }
        for face in &nearby {
            let face = self.mesh.face(*face);
            for side in 0..face.n_sides() {
                parts.extend(meeting(a, b, face.segment(side)));
            }
            let along = |p: Point| ((p - a).x * way.x + (p - a).y * way.y) / square;
            let on_way = |p: &Point| Segment::new(a, b).distance(*p) <= self.near;
            parts.extend(face.points().filter(on_way).map(along));
        }
        parts.retain(|part| (0.0..=1.0).contains(part));
        parts.sort_by(f64::total_cmp);
        parts.dedup_by(|a, b| (*a - *b).abs() * square.sqrt() <= self.near);
        let mut here = self.spread(from, a);
        for pair in parts.windows(2) {
            let (middle, end) = (a + way * ((pair[0] + pair[1]) * 0.5), a + way * pair[1]);
            let held = self.faces_near(middle);
            here.retain(|face| held.contains(face));
            here = self.spread(here, end);
        }
        here
    }

    /// All faces that can be stepped into at a point, over open sides and passages that go through it.
    fn spread(&self, mut faces: BTreeSet<FaceId>, at: Point) -> BTreeSet<FaceId> {
        let mut open: Vec<FaceId> = faces.iter().copied().collect();
        while let Some(id) = open.pop() {
            let face = self.mesh.face(id);
            for side in 0..face.n_sides() {
                if let Some(other) = self.mesh.step(id, side)
                    && face.segment(side).distance(at) <= 2.0 * self.near
                    && faces.insert(other)
                {
                    open.push(other);
                }
            }
            let links = self.mesh.links().iter().filter(|link| link.kind == LinkKind::Passage);
            for link in links.filter(|link| link.from == id) {
                if link.segment.distance(at) <= 2.0 * self.near
                    && self.mesh.face(link.to).walkable()
                    && faces.insert(link.to)
                {
                    open.push(link.to);
                }
            }
        }
        faces
    }

    /// Says what is wrong with a path, if anything is; every corner of one that is `tight` must touch a wall.
    pub(crate) fn fault(&self, corners: &[Point], cost: f64, tight: bool) -> Option<String> {
        let length: f64 = corners.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
        if (length - cost).abs() > 1e-9 * cost.max(1e-9) {
            return Some(format!("it is {length} long but costs {cost}"));
        }
        // The faces that one may be in at each corner, having come all the way.
        let mut faces = vec![self.faces_at(corners[0])];
        for (index, pair) in corners.windows(2).enumerate() {
            let next = match pair[0] == pair[1] {
                true => faces[index].clone(),
                false => self.walk(faces[index].clone(), pair[0], pair[1]),
            };
            if next.is_empty() {
                return Some(format!("the way to corner {} is blocked", index + 1));
            }
            faces.push(next);
        }
        let goal = self.faces_at(corners[corners.len() - 1]);
        if let Some(last) = faces.last_mut() {
            last.retain(|face| goal.contains(face));
            if last.is_empty() {
                return Some("it ends on the wrong side of a wall".to_owned());
            }
        }
        let inner = 1..corners.len() - 1;
        let loose =
            inner.into_iter().find(|&index| tight && self.can_be_cut(corners, &faces, index));
        loose.map(|index| format!("corner {index} is not tight"))
    }

    /// Whether a corner can be cut a little, and the rest of the path walked as before.
    fn can_be_cut(&self, corners: &[Point], faces: &[BTreeSet<FaceId>], index: usize) -> bool {
        let [a, corner, b] = [index - 1, index, index + 1].map(|index| corners[index]);
        let toward = |p: Point, far: f64| corner + (p - corner) * (far / corner.distance(p));
        let far = 1e-3_f64.min(0.5 * corner.distance(a)).min(0.5 * corner.distance(b));
        let (cut_from, cut_to) = (toward(a, far), toward(b, far));
        // What goes all but straight on cannot be told from what is tight.
        if far == 0.0 || Segment::new(cut_from, cut_to).distance(corner) <= 100.0 * self.near {
            return false;
        }
        let there = self.walk(faces[index - 1].clone(), a, cut_from);
        let mut here = self.walk(there, cut_from, cut_to);
        let mut at = cut_to;
        // Who has cut through a wall finds out when the path leaves the wall.
        for next in index + 1..corners.len() {
            here = self.walk(here, at, corners[next]);
            at = corners[next];
            if here.is_empty() || here == faces[next] {
                break;
            }
        }
        let at_end = &faces[corners.len() - 1];
        !here.is_empty() && (at != corners[corners.len() - 1] || !here.is_disjoint(at_end))
    }
}

/// Where on the way from `a` to `b` a segment is met, as a part of the way; roughly.
fn meeting(a: Point, b: Point, segment: Segment) -> Option<f64> {
    let (way, side) = (b - a, segment.to - segment.from);
    let cross = way.x * side.y - way.y * side.x;
    let offset = segment.from - a;
    let part = (offset.x * side.y - offset.y * side.x) / cross;
    let along = (offset.x * way.y - offset.y * way.x) / cross;
    (part.is_finite() && (-1e-9..=1.0 + 1e-9).contains(&along)).then_some(part)
}
