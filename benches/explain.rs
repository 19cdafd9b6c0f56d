//! How long it takes to say why there is no path: between islands of a real map, and on ever larger maps.
//!
//! A verdict between islands looks for all three breaches: the fewest openings, the shortest and the widest.
#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a bench talks, and stops at the first surprise"
)]

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use fastrand::Rng;
use wayglass::explain::{Case, CauseKind, Measure, cheapest, explain};
use wayglass::format::{self, Content};
use wayglass::mesh::islands::Ways;
use wayglass::mesh::{FaceId, Islands, Navmesh};
use wayglass::search::{Asked, Ground, Outcome, Query};

#[path = "support.rs"]
mod support;
use support::{claim, made_map, maps};

const N_QUERIES: usize = 200;

fn main() {
    verdicts();
    growth();
}

/// Queries between the islands of a real map.
fn verdicts() {
    let [_, map] = maps();
    let import = format::read(&map.bytes).unwrap();
    let Content::Mesh(mesh) = import.content else { panic!("not a mesh") };
    let islands = Islands::new(&mesh, Ways::WithTeleporters);
    let (mesh, islands) = if islands.list().len() < 2 {
        println!("the map is one island: some of its faces are blocked");
        let mesh = Arc::new(with_obstacles(&mesh, 0.35));
        let islands = Islands::new(&mesh, Ways::WithTeleporters);
        (mesh, islands)
    } else {
        (mesh, islands)
    };
    println!("{} faces, {} islands", mesh.n_faces(), islands.list().len());
    let mut random = Rng::with_seed(1);
    let mut times = Vec::new();
    let first = asked(Query { start: Default::default(), goal: Default::default() });
    let ground = Ground::new(mesh.clone(), &first.preparation);
    while times.len() < N_QUERIES {
        let mut anywhere = || random.choice(islands.list()).unwrap().first;
        let (from, to) = (anywhere(), anywhere());
        if from == to {
            continue;
        }
        let [start, goal] = [from, to].map(|face| mesh.face(face).center());
        let asked = asked(Query { start, goal });
        let answer = asked.answer(&ground);
        if answer.outcome != Outcome::Unreachable {
            continue;
        }
        let findings = import.findings.list();
        let case = Case { ground: &ground, asked, answer: &answer, findings };
        let started = Instant::now();
        let verdict = black_box(explain(&case));
        times.push(started.elapsed().as_secs_f64() * 1e3);
        let joins = |kind| matches!(kind, CauseKind::OtherIsland);
        assert!(verdict.causes.iter().any(|cause| joins(cause.kind) && !cause.mends.is_empty()));
    }
    times.sort_by(f64::total_cmp);
    claim("explain_aurora_v3_ms", times[times.len() / 2], "50");
    claim("explain_aurora_v3_worst_ms", times[times.len() - 1], "none");
}

/// The three breaches right across maps of a thousand to a million faces.
fn growth() {
    let mut rates = Vec::new();
    for n_faces in [1_000_usize, 10_000, 100_000, 1_000_000] {
        let n_vertices = (n_faces as f64 / 2.0).sqrt().round() as usize + 1;
        let import = format::read(&made_map(n_vertices, 3)).unwrap();
        let Content::Mesh(mesh) = import.content else { panic!("not a mesh") };
        let mesh = Arc::new(with_obstacles(&mesh, 0.4));
        let (start, goal) = ends(&mesh);
        let query = Query { start: mesh.face(start).center(), goal: mesh.face(goal).center() };
        let asked = asked(query);
        let ground = Ground::new(mesh.clone(), &asked.preparation);
        let answer = asked.answer(&ground);
        let case = Case { ground: &ground, asked, answer: &answer, findings: &[] };
        let round = |_| {
            let started = Instant::now();
            for measure in Measure::ALL {
                assert!(black_box(cheapest(&case, &[start], &[goal], measure)).is_some());
            }
            started.elapsed().as_secs_f64() * 1e3
        };
        let ms = (0..5).map(round).fold(f64::INFINITY, f64::min);
        let n = mesh.n_faces() as f64;
        rates.push(ms * 1e6 / (n * n.log2()));
        claim(&format!("explain_breaches_{n_faces}_ms"), ms, "none");
        println!("{:.2} ns / (n log2 n)", rates[rates.len() - 1]);
    }
    let least = rates.iter().copied().fold(f64::INFINITY, f64::min);
    let most = rates.iter().copied().fold(0.0, f64::max);
    claim("explain_growth", most / least, "< 10");
}

/// A query in the usual way; the map is not measured first.
fn asked(query: Query) -> Asked {
    let mut asked = Asked::new(query);
    asked.preparation.landmarks = false;
    asked
}

/// The same map with some faces blocked: so many that the ground is in pieces.
fn with_obstacles(mesh: &Navmesh, part: f64) -> Navmesh {
    let mut random = Rng::with_seed(2);
    let mut parts = mesh.clone().into_parts();
    parts.walkable.iter_mut().for_each(|walkable| *walkable &= part <= random.f64());
    Navmesh::new(parts).unwrap()
}

/// The first and the last walkable face: made maps run from one corner to the opposite one.
fn ends(mesh: &Navmesh) -> (FaceId, FaceId) {
    let mut walkable = mesh.faces().filter(|face| face.walkable()).map(|face| face.id);
    let first = walkable.next().unwrap();
    (first, walkable.last().unwrap())
}
