//! Floors that lie over each other: who steps from one to another at a border may turn back there as at a mirror.

use std::sync::Arc;

use fastrand::Rng;
use wayglass::geom::{Point, Segment, Side, side};
use wayglass::mesh::{Across, FaceId, Link, LinkKind, Navmesh, Parts, VertexId};
use wayglass::search::{Ground, Outcome, Polyanya, Preparation, Prunings, Query, Trace};

use crate::maze::random_point;
use crate::mazes::{box_of, link, rooms};
use crate::oracle::faces_at;
use crate::walker::Walker;

/// What is closer than this is in the same place.
const NEAR: f64 = 1e-11;

/// A movement of the plane that keeps all lengths: where the two axes and the origin go.
#[derive(Clone, Copy)]
struct Frame {
    x: Point,
    y: Point,
    origin: Point,
}

impl Frame {
    const STILL: Self =
        Self { x: Point::new(1.0, 0.0), y: Point::new(0.0, 1.0), origin: Point::new(0.0, 0.0) };

    fn of(&self, p: Point) -> Point {
        self.x * p.x + self.y * p.y + self.origin
    }

    /// First the reflection at a line, then this.
    fn after_mirror(&self, line: Segment) -> Self {
        let along = (line.to - line.from) * (1.0 / line.length());
        let image = |p: Point| {
            let offset = p - line.from;
            let onto = along * (offset.x * along.x + offset.y * along.y);
            line.from + onto * 2.0 - offset
        };
        let [origin, x, y] =
            [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)].map(|(x, y)| self.of(image(Point::new(x, y))));
        Self { x: x - origin, y: y - origin, origin }
    }
}

/// A way out of a face: where to, and over what.
type Gate = (usize, Segment);

fn gates(mesh: &Navmesh) -> Vec<Vec<Gate>> {
    let walkable = |face: FaceId| mesh.face(face).walkable();
    let mut gates = vec![Vec::new(); mesh.n_faces()];
    for face in mesh.faces().filter(|face| face.walkable()) {
        for side in 0..face.n_sides() {
            if let Some(to) = mesh.step(face.id, side) {
                gates[face.id.index()].push((to.index(), face.segment(side)));
            }
        }
    }
    for link in mesh.links().iter().filter(|link| walkable(link.from) && walkable(link.to)) {
        gates[link.from.index()].push((link.to.index(), link.segment));
    }
    gates
}

/// Every row of faces, laid out flat: a face that lies on the side of a gate that one comes from is turned over.
struct Rows<'a> {
    mesh: &'a Navmesh,
    gates: &'a [Vec<Gate>],
    query: &'a Query,
    goals: Vec<FaceId>,
    row: Vec<usize>,
    /// The gates that were crossed, laid out.
    crossed: Vec<Segment>,
    budget: u32,
    best: f64,
}

/// The gates on one line that are crossed one after the other: the line, the side one comes from, the frame there.
#[derive(Clone, Copy)]
struct Border {
    line: Segment,
    from: Side,
    frame: Frame,
}

impl Rows<'_> {
    fn go_on(&mut self, last: Option<Border>, frame: Frame) {
        let Some(&here) = self.row.last() else { return };
        self.budget = self.budget.saturating_sub(1);
        if self.budget == 0 {
            return;
        }
        if self.goals.contains(&FaceId(here as u32)) {
            let cost = through(self.query.start, &self.crossed, frame.of(self.query.goal));
            self.best = self.best.min(cost);
        }
        let hand = |line: Segment, face: usize| {
            side(line.from, line.to, self.mesh.face(FaceId(face as u32)).center())
        };
        for &(to, gate) in &self.gates[here] {
            if self.row.contains(&to) {
                continue;
            }
            let on_line = |border: &Border| {
                let Segment { from: a, to: b } = border.line;
                [gate.from, gate.to].iter().all(|&end| side(a, b, end) == Side::On)
            };
            let border = last.filter(on_line).unwrap_or(Border {
                line: gate,
                from: hand(gate, here),
                frame,
            });
            let turns_back = hand(border.line, to) == border.from;
            let next =
                if turns_back { border.frame.after_mirror(border.line) } else { border.frame };
            self.crossed.push(Segment::new(frame.of(gate.from), frame.of(gate.to)));
            self.row.push(to);
            self.go_on(Some(border), next);
            self.row.pop();
            self.crossed.pop();
        }
    }
}

/// What the shortest path costs, if there is one; nothing at all if there are too many rows.
fn shortest(mesh: &Navmesh, gates: &[Vec<Gate>], query: &Query) -> Option<Option<f64>> {
    let goals = faces_at(mesh, query.goal);
    let (row, crossed, budget) = (Vec::new(), Vec::new(), 2000);
    let mut rows = Rows { mesh, gates, query, goals, row, crossed, budget, best: f64::INFINITY };
    for first in faces_at(mesh, query.start) {
        rows.row = vec![first.index()];
        rows.go_on(None, Frame::STILL);
    }
    (rows.budget != 0).then_some(Some(rows.best).filter(|best| best.is_finite()))
}

/// The shortest way that meets all gates in order: it turns at their ends only.
fn through(start: Point, gates: &[Segment], goal: Point) -> f64 {
    let mut stops = vec![(0, start, 0.0)];
    let cheapest = |stops: &[(usize, Point, f64)], n: usize, to: Point| {
        let reachable =
            stops.iter().filter(|(passed, from, _)| meets(&gates[(*passed).min(n)..n], *from, to));
        reachable.map(|(_, from, cost)| cost + from.distance(to)).fold(f64::INFINITY, f64::min)
    };
    for (i, gate) in gates.iter().enumerate() {
        for end in [gate.from, gate.to] {
            let cost = cheapest(&stops, i, end);
            stops.push((i + 1, end, cost));
        }
    }
    cheapest(&stops, gates.len(), goal)
}

/// Whether a straight way meets all gates in order.
fn meets(gates: &[Segment], from: Point, to: Point) -> bool {
    let way = Segment::new(from, to);
    let (along, length) = (to - from, from.distance(to));
    let slack = if length == 0.0 { 1.0 } else { NEAR / length };
    let mut reached = 0.0;
    gates.iter().all(|gate| {
        let part_of = |p: Point| {
            let offset = p - from;
            let part = (offset.x * along.x + offset.y * along.y) / (length * length);
            if part.is_finite() { part.clamp(0.0, 1.0) } else { 0.0 }
        };
        // The places on the way that are on the gate are all those between some of these.
        let near_way = [gate.from, gate.to].into_iter().filter(|&p| way.distance(p) <= NEAR);
        let near_gate = [from, to].into_iter().filter(|&p| gate.distance(p) <= NEAR);
        let crossing = crossing(way, *gate);
        let parts = near_way.chain(near_gate).chain(crossing).map(part_of);
        let (low, high) = parts.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), part| {
            (low.min(part), high.max(part))
        });
        reached = low.max(reached);
        reached <= high + slack
    })
}

/// Where two segments cross, if they do.
fn crossing(a: Segment, b: Segment) -> Option<Point> {
    let (u, v, offset) = (a.to - a.from, b.to - b.from, b.from - a.from);
    let cross = u.x * v.y - u.y * v.x;
    let [along_a, along_b] = [v, u].map(|other| (offset.x * other.y - offset.y * other.x) / cross);
    let within = |part: f64| (0.0..=1.0).contains(&part);
    (within(along_a) && within(along_b)).then(|| a.from + u * along_a)
}

/// Boxes that lie over each other anyhow, some of them with a second one beside, and passages between them.
fn stacked(random: &mut Rng) -> Navmesh {
    // In whole numbers every turn and shear is exact.
    let axes = match random.u8(..4) {
        0 => [Point::new(1.0, 0.0), Point::new(0.0, 1.0)],
        1 => [Point::new(3.0, 1.0), Point::new(-1.0, 3.0)],
        2 => [Point::new(2.0, 0.0), Point::new(1.0, 3.0)],
        _ => [Point::new(1.0, 0.0), Point::new(random.i8(-3..4).into(), 1.0)],
    };
    let place = |[x, y]: [i32; 2]| axes[0] * f64::from(x) + axes[1] * f64::from(y);
    let mut parts = Parts { starts: vec![0], ..Parts::default() };
    for _ in 0..random.usize(2..6) {
        let [left, bottom] = [random.i32(0..6), random.i32(0..6)];
        let [right, top] = [left + random.i32(1..5), bottom + random.i32(1..5)];
        let n = parts.points.len() as u32;
        let corners = [[left, bottom], [right, bottom], [right, top], [left, top]];
        parts.points.extend(corners.map(place));
        let face = FaceId(parts.walkable.len() as u32);
        let beside = random.u8(..3) == 0;
        let [mut across, mut back] = [Across::Outside; 2];
        if beside {
            (across, back) = (Across::Open(FaceId(face.0 + 1)), Across::Open(face));
            if random.u8(..4) == 0 {
                back = Across::Wall(face);
            }
            let far = right + random.i32(1..3);
            parts.points.extend([[far, bottom], [far, top]].map(place));
        }
        parts.corners.extend([n, n + 1, n + 2, n + 3].map(VertexId));
        parts.across.extend([Across::Outside, across, Across::Outside, Across::Outside]);
        parts.starts.push(parts.corners.len() as u32);
        parts.walkable.push(true);
        if beside {
            parts.corners.extend([n + 1, n + 4, n + 5, n + 2].map(VertexId));
            parts.across.extend([Across::Outside, Across::Outside, Across::Outside, back]);
            parts.starts.push(parts.corners.len() as u32);
            parts.walkable.push(true);
        }
    }
    parts.links = passages(&Navmesh::new(parts.clone()).unwrap(), random);
    Navmesh::new(parts).unwrap()
}

/// Passages over pieces of border that faces have in common, on whichever side of it they lie.
fn passages(mesh: &Navmesh, random: &mut Rng) -> Vec<Link> {
    let share = *random.choice(&[0.3, 0.6, 1.0]).unwrap();
    let mut links = Vec::new();
    for (one, other) in mesh.faces().flat_map(|one| mesh.faces().map(move |other| (one, other))) {
        for (i, j) in (0..one.n_sides()).flat_map(|i| (0..other.n_sides()).map(move |j| (i, j))) {
            let is_joined = one.across()[i].is_open() && other.across()[j].is_open();
            let Some(border) = common(one.segment(i), other.segment(j)) else { continue };
            if one.id == other.id || is_joined || random.f64() >= share {
                continue;
            }
            let half = (border.from + border.to) * 0.5;
            let is_whole = half.x.fract() == 0.0 && half.y.fract() == 0.0;
            let segment = match random.u8(..6) {
                0 if is_whole => Segment::new(border.from, half),
                1 if is_whole => Segment::new(half, border.to),
                _ => border,
            };
            links.push(Link { from: one.id, to: other.id, segment, kind: LinkKind::Passage });
        }
    }
    random.shuffle(&mut links);
    links
}

/// What two sides have in common, if it is more than a point.
fn common(a: Segment, b: Segment) -> Option<Segment> {
    let on_a = |p: Point| side(a.from, a.to, p) == Side::On;
    if !on_a(b.from) || !on_a(b.to) {
        return None;
    }
    let along = |p: Point| (p - a.from).x * (a.to - a.from).x + (p - a.from).y * (a.to - a.from).y;
    let (low, high) = if along(b.from) < along(b.to) { (b.from, b.to) } else { (b.to, b.from) };
    let from = if along(low) < 0.0 { a.from } else { low };
    let to = if along(high) < along(a.to) { high } else { a.to };
    (along(from) < along(to)).then_some(Segment::new(from, to))
}

/// How many maps: a few in the normal tests, more if somebody asks.
fn n_maps() -> u64 {
    std::env::var("WAYGLASS_ORACLE").ok().and_then(|n| n.parse().ok()).unwrap_or(1500)
}

#[test]
fn paths_over_stacked_floors_are_as_short_as_every_row_of_faces_allows() {
    let (mut n_found, mut n_bent, mut n_told) = (0, 0, 0);
    for seed in 0..n_maps() {
        let mut random = Rng::with_seed(seed);
        let mesh = Arc::new(stacked(&mut random));
        let gates = gates(&mesh);
        let walker = Walker::new(&mesh);
        let grounds = [false, true].map(|merge| {
            Ground::new(mesh.clone(), &Preparation { merge, ..Preparation::default() })
        });
        let mut polyanya = Polyanya::<()>::default();
        for _ in 0..10 {
            let (start, goal) =
                (random_point(&mesh, &mut random), random_point(&mesh, &mut random));
            let query = Query { start, goal };
            let Some(expected) = shortest(&mesh, &gates, &query) else { continue };
            for (ground, prunings) in
                grounds.iter().flat_map(|g| [Prunings::ALL, Prunings::NONE].map(|p| (g, p)))
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
            let Some(cost) = expected else { continue };
            let corners = polyanya.corners();
            let fault = walker.fault(&corners, cost, false);
            assert_eq!(fault, None, "seed {seed}, {query:?}: {corners:?}");
            let mut trace = Trace::new(query);
            let heard = Polyanya::default().find(&grounds[0], &query, &mut trace).cost();
            assert!(heard.is_some(), "seed {seed}, {query:?}");
            let mut roots = trace.last().map_or_else(Vec::new, |last| trace.roots(last));
            roots.dedup_by(|a, b| a.distance(*b) < 1e-9);
            let told = roots.iter().zip(&corners).all(|(a, b)| a.distance(*b) < 1e-4);
            n_told += usize::from(told && roots.len() < corners.len());
            let ends = || mesh.links().iter().flat_map(|link| [link.segment.from, link.segment.to]);
            let is_end = |p: Point| mesh.points().contains(&p) || ends().any(|end| end == p);
            n_found += 1;
            n_bent += usize::from(!corners[1..corners.len() - 1].iter().all(|&p| is_end(p)));
        }
    }
    // Of paths of the same length, the two grounds may give different ones.
    assert!(
        n_found - n_told < n_found / 100,
        "only {n_told} traces of {n_found} lead along their path"
    );
    assert!(n_found > 5000 && n_bent > 50, "only {n_found} paths, {n_bent} turn back in between");
}

#[test]
fn the_way_below_a_bridge_turns_back_where_it_is_shortest() {
    // A bridge, the ground below it, and the open at the end of both.
    let boxes = [[0.0, 0.0, 4.0, 2.0], [0.0, 1.0, 4.0, 4.0], [4.0, 0.0, 5.0, 4.0]].map(box_of);
    let passage =
        |way, [from, to]: [f64; 2]| link(LinkKind::Passage, way, [[4.0, from], [4.0, to]]);
    let at_once = vec![passage([0, 1], [1.0, 2.0])];
    let over_the_open = vec![passage([0, 2], [0.0, 2.0]), passage([2, 1], [1.0, 4.0])];
    for links in [at_once, over_the_open] {
        let ground = rooms(&[&boxes[0], &boxes[1], &boxes[2]], links);
        let query = Query { start: Point::new(1.0, 0.5), goal: Point::new(1.0, 3.0) };
        let mut polyanya = Polyanya::<()>::default();
        assert_eq!(polyanya.find(&ground, &query, &mut ()).cost(), Some(6.5));
        assert_eq!(polyanya.corners(), [query.start, Point::new(4.0, 1.75), query.goal]);
        // Who listens sees the start in the mirror, and is told where it really is.
        let mut trace = Trace::new(query);
        Polyanya::default().find(&ground, &query, &mut trace);
        let last = trace.last().unwrap();
        assert_eq!(trace.node(last).unwrap().seen.root, Point::new(7.0, 0.5));
        assert_eq!(trace.roots(last), [query.start]);
        assert_eq!(Walker::new(ground.mesh()).fault(&polyanya.corners(), 6.5, true), None);
        let loose = [query.start, Point::new(4.0, 1.5), query.goal];
        let length = loose[0].distance(loose[1]) + loose[1].distance(loose[2]);
        assert!(6.5 < length && Walker::new(ground.mesh()).fault(&loose, length, false).is_none());
    }
}

#[test]
fn nobody_is_mirrored_for_ever_between_floors_without_a_way_to_the_goal() {
    let boxes = [[0.0, 0.0, 1.0, 9.0], [0.0, 0.0, 1.0, 9.0], [5.0, 0.0, 6.0, 1.0]].map(box_of);
    let links = [[0, 1], [1, 0]]
        .into_iter()
        .flat_map(|way| [0.0, 1.0].map(|x| link(LinkKind::Passage, way, [[x, 0.0], [x, 9.0]])));
    let ground = rooms(&[&boxes[0], &boxes[1], &boxes[2]], links.collect());
    for prunings in [Prunings::ALL, Prunings::NONE] {
        let mut polyanya = Polyanya::<()>::default();
        polyanya.prunings = prunings;
        let query = Query { start: Point::new(0.5, 4.0), goal: Point::new(5.5, 0.5) };
        assert_eq!(polyanya.find(&ground, &query, &mut ()), Outcome::Unreachable);
    }
}
