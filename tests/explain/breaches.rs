//! What to open, against trying everything: random small maps of squares and triangles, blocked faces, walls and sides
//! that may be crossed one way only.
//!
//! The slow way knows nothing of the mesh but its sides; what is open it keeps as bits.

use std::sync::Arc;

use fastrand::Rng;
use wayglass::explain::{Breach, Case, Measure, Remedy, cheapest};
use wayglass::geom::{Point, Segment};
use wayglass::mesh::{FaceId, Navmesh};
use wayglass::search::Ground;

use crate::support::{asked, random_mesh};

/// A side that two faces share.
struct Gate {
    faces: [usize; 2],
    /// Whether it may be crossed from the first to the second, and back.
    open: [bool; 2],
    segment: Segment,
}

impl Gate {
    fn length(&self) -> f64 {
        self.segment.length()
    }

    fn middle(&self) -> Point {
        (self.segment.from + self.segment.to) * 0.5
    }
}

/// All that the slow way knows: which faces may be walked on, and the sides through which somebody fits.
struct Sketch {
    walkable: u64,
    n_faces: usize,
    gates: Vec<Gate>,
}

/// Things to open: a set of faces, and a set of gates.
#[derive(Clone, Copy, Default)]
struct Opened {
    faces: u64,
    gates: u128,
}

impl Sketch {
    fn new(mesh: &Navmesh, radius: f64) -> Self {
        let mut gates = Vec::new();
        for face in mesh.faces() {
            for (side, across) in face.across().iter().enumerate() {
                let Some((other, twin)) = mesh.twin(face.id, side) else { continue };
                let segment = face.segment(side);
                if face.id < other && 2.0 * radius <= segment.length() {
                    let open = [across.is_open(), mesh.face(other).across()[twin].is_open()];
                    gates.push(Gate { faces: [face.id, other].map(FaceId::index), open, segment });
                }
            }
        }
        let walkable = mesh.faces().filter(|face| face.walkable());
        let walkable = walkable.fold(0, |bits, face| bits | 1 << face.id.index());
        Self { walkable, n_faces: mesh.n_faces(), gates }
    }

    /// Everything that one gets to.
    fn reached(&self, starts: u64, opened: Opened) -> u64 {
        let ground = self.walkable | opened.faces;
        self.flood(starts & self.walkable, |gate, number, way| {
            let [from, to] = [gate.faces[way], gate.faces[1 - way]];
            let cleared = opened.faces & (1 << from | 1 << to) != 0;
            let free = gate.open[way] || cleared || opened.gates & 1 << number != 0;
            free && ground & 1 << from != 0 && ground & 1 << to != 0
        })
    }

    fn flood(&self, starts: u64, leads: impl Fn(&Gate, usize, usize) -> bool) -> u64 {
        let mut reached = starts;
        loop {
            let before = reached;
            for (number, gate) in self.gates.iter().enumerate() {
                for way in 0..2 {
                    if reached & 1 << gate.faces[way] != 0 && leads(gate, number, way) {
                        reached |= 1 << gate.faces[1 - way];
                    }
                }
            }
            if reached == before {
                return reached;
            }
        }
    }

    fn is_ground(&self, face: usize) -> bool {
        self.walkable & 1 << face != 0
    }

    /// Whether somebody walks through a gate without anything being opened.
    fn is_free(&self, gate: &Gate, way: usize) -> bool {
        gate.open[way] && gate.faces.iter().all(|&face| self.is_ground(face))
    }

    /// The fewest things to open, up to three; none if it takes more.
    fn fewest(&self, starts: u64, goals: u64) -> Option<usize> {
        let face = |face: usize| Opened { faces: 1 << face, gates: 0 };
        let blocked = (0..self.n_faces).filter(|&face| !self.is_ground(face)).map(face);
        let closed = self.gates.iter().enumerate().filter(|(_, gate)| {
            gate.open != [true; 2] && gate.faces.iter().all(|&face| self.is_ground(face))
        });
        let gate = |(number, _): (usize, &Gate)| Opened { faces: 0, gates: 1 << number };
        let things: Vec<Opened> = blocked.chain(closed.map(gate)).collect();
        (0..=3).find(|&n| self.any_joins(starts, goals, Opened::default(), &things, n))
    }

    /// Whether opening so many of some things, beside what is open, joins two sets of faces.
    fn any_joins(
        &self,
        starts: u64,
        goals: u64,
        opened: Opened,
        things: &[Opened],
        n: usize,
    ) -> bool {
        if n == 0 {
            return self.reached(starts, opened) & goals & self.walkable != 0;
        }
        things.iter().enumerate().any(|(i, thing)| {
            let more =
                Opened { faces: opened.faces | thing.faces, gates: opened.gates | thing.gates };
            self.any_joins(starts, goals, more, &things[i + 1..], n - 1)
        })
    }

    /// The widest that the narrowest closed side on the way can be; infinite if all is open.
    fn widest(&self, starts: u64, goals: u64) -> Option<f64> {
        let mut widths: Vec<f64> = self.gates.iter().map(Gate::length).collect();
        widths.push(f64::INFINITY);
        widths.sort_by(|a, b| b.total_cmp(a));
        widths.into_iter().find(|&width| {
            let leads = |gate: &Gate, _, way| self.is_free(gate, way) || width <= gate.length();
            self.flood(starts & self.walkable, leads) & goals != 0
        })
    }

    /// The shortest way through blocked ground: Bellman and Ford over the middles of sides; walking costs nothing.
    fn shortest(&self, starts: u64, goals: u64) -> Option<f64> {
        let n = self.gates.len();
        // All gates, then all faces.
        let mut known = vec![f64::INFINITY; n + self.n_faces];
        let starts = (0..self.n_faces).filter(|face| starts & self.walkable & 1 << face != 0);
        starts.for_each(|face| known[n + face] = 0.0);
        let mut edges = Vec::new();
        for (i, gate) in self.gates.iter().enumerate() {
            for face in gate.faces {
                if self.is_ground(face) {
                    edges.push((i, n + face, 0.0));
                }
                for (j, other) in self.gates.iter().enumerate().take(i) {
                    if other.faces.contains(&face) && !self.is_ground(face) {
                        edges.push((i, j, gate.middle().distance(other.middle())));
                    }
                }
            }
        }
        loop {
            let mut changed = false;
            for &(a, b, length) in &edges {
                for (a, b) in [(a, b), (b, a)] {
                    if known[a] + length < known[b] {
                        known[b] = known[a] + length;
                        changed = true;
                    }
                }
            }
            if !changed {
                break;
            }
        }
        let goals = (0..self.n_faces).filter(|face| goals & self.walkable & 1 << face != 0);
        let best = goals.map(|face| known[n + face]).fold(f64::INFINITY, f64::min);
        best.is_finite().then_some(best)
    }
}

fn bits(faces: &[FaceId]) -> u64 {
    faces.iter().fold(0, |bits, face| bits | 1 << face.index())
}

/// Some walkable faces.
fn some_faces(mesh: &Navmesh, random: &mut Rng) -> Vec<FaceId> {
    let walkable: Vec<FaceId> =
        mesh.faces().filter(|face| face.walkable()).map(|face| face.id).collect();
    (0..random.usize(1..3)).filter_map(|_| random.choice(&walkable).copied()).collect()
}

/// What applies to every breach: opening it joins the two, and the numbers are those of what is drawn.
fn check_breach(mesh: &Navmesh, radius: f64, starts: u64, goals: u64, breach: &Breach) {
    let remedy = Remedy::Open { faces: breach.faces(), sides: breach.walls() };
    let opened = remedy.mesh(mesh).unwrap().unwrap();
    let opened = Sketch::new(&opened, radius);
    assert_ne!(opened.reached(starts, Opened::default()) & goals, 0, "{breach:?}");
    let length = breach.way.iter().fold(0.0, |sum, piece| sum + piece.length());
    assert!((length - breach.length).abs() < 1e-9, "{breach:?}");
    let width = breach.crossed.iter().map(|side| side.length()).fold(f64::INFINITY, f64::min);
    assert_eq!(width, breach.width, "{breach:?}");
}

/// Compares all measures on a random map; says whether something had to be opened.
fn compare(seed: u64, radius: impl Fn(&mut Rng) -> f64) -> bool {
    let mut random = Rng::with_seed(seed);
    let mesh = Arc::new(random_mesh(&mut random));
    let (from, to) = (some_faces(&mesh, &mut random), some_faces(&mesh, &mut random));
    let mut asked = asked((0.0, 0.0), (1.0, 1.0));
    asked.preparation.radius = radius(&mut random);
    let ground = Ground::new(mesh.clone(), &asked.preparation);
    let answer = asked.answer(&ground);
    let case = Case { ground: &ground, asked, answer: &answer, findings: &[] };
    let sketch = Sketch::new(&mesh, asked.preparation.radius);
    let (starts, goals) = (bits(&from), bits(&to));
    let [number, length, width] = Measure::ALL.map(|measure| cheapest(&case, &from, &to, measure));
    for breach in [&number, &length, &width].into_iter().flatten() {
        check_breach(&mesh, asked.preparation.radius, starts, goals, breach);
    }
    let n_openings = number.as_ref().map(|breach| breach.openings.len());
    let fewest = sketch.fewest(starts, goals);
    assert_eq!(n_openings.filter(|&n| n <= 3), fewest, "seed {seed}");
    assert_eq!(width.map(|breach| breach.width), sketch.widest(starts, goals), "seed {seed}");
    let shortest = (length.map(|breach| breach.length), sketch.shortest(starts, goals));
    match shortest {
        (Some(ours), Some(theirs)) => {
            assert!((ours - theirs).abs() < 1e-9, "seed {seed}: {shortest:?}");
        }
        shortest => assert_eq!(shortest, (None, None), "seed {seed}"),
    }
    n_openings.is_some_and(|n| 0 < n)
}

#[test]
fn the_cheapest_breach_is_what_trying_everything_finds() {
    let n = (0..4_000).filter(|&seed| compare(seed, |_| 0.0)).count();
    assert!(1_000 < n, "only {n} maps needed a breach");
}

#[test]
fn a_breach_is_wide_enough_for_the_radius() {
    let radius = |random: &mut Rng| 0.3 + 0.35 * random.f64();
    let n = (10_000..12_000).filter(|&seed| compare(seed, radius)).count();
    assert!(300 < n, "only {n} maps needed a breach");
}
