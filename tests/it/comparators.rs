//! The searches held against each other and against the slow way.

use std::cell::Cell;
use std::fs;
use std::sync::Arc;

use wayglass::format::{self, Content};
use wayglass::geom::{Point, Side, side};
use wayglass::mesh::{FaceId, Navmesh};
use wayglass::search::flood::Flooded;
use wayglass::search::trace::{Pruned, Seen};
use wayglass::search::{
    Algorithm, Flood, Ground, Outcome, Polyanya, Preparation, Query, Searcher, TraceSink, corridor,
    funnel,
};

use crate::oracle::{random_mesh, random_point, shortest, through};
use crate::samples::{corpus, files_below};

#[test]
fn every_algorithm_costs_what_it_should_on_random_meshes() {
    let mut n_found = 0;
    let mut n_longer = 0;
    for seed in 10_000..10_000 + n_meshes() {
        let mut random = fastrand::Rng::with_seed(seed);
        let mesh = Arc::new(random_mesh(&mut random));
        let grounds = [false, true].map(|merge| {
            Ground::new(mesh.clone(), &Preparation { merge, ..Preparation::default() })
        });
        let mut searcher = Searcher::<()>::default();
        for _ in 0..20 {
            let query = Query {
                start: random_point(&mesh, &mut random),
                goal: random_point(&mesh, &mut random),
            };
            let expected = shortest(&mesh, query.start, query.goal);
            n_found += usize::from(expected.is_some());
            for (ground, &algorithm) in
                grounds.iter().flat_map(|ground| Algorithm::ALL.iter().map(move |a| (ground, a)))
            {
                let outcome = searcher.find(algorithm, ground, &query, &mut ());
                let corners = searcher.corners();
                let story = || {
                    format!(
                        "seed {seed}, {}, {query:?}: {expected:?}, but {outcome:?} by {corners:?}",
                        algorithm.name()
                    )
                };
                let (Some(expected), Some(cost)) = (expected, outcome.cost()) else {
                    assert_eq!(expected, outcome.cost(), "{}", story());
                    continue;
                };
                assert!(is_same(length(&corners), cost), "{}", story());
                assert_eq!((corners[0], corners[corners.len() - 1]), (query.start, query.goal));
                if algorithm.is_optimal() {
                    assert!(is_same(expected, cost), "{}", story());
                } else {
                    assert!(expected <= cost + 1e-9, "{}", story());
                    n_longer += usize::from(!is_same(expected, cost));
                }
            }
        }
    }
    assert!(n_found > 1000, "only {n_found} paths");
    assert!(n_longer > 10, "only {n_longer} paths of A* are not the shortest");
}

fn n_meshes() -> u64 {
    std::env::var("WAYGLASS_ORACLE").ok().and_then(|n| n.parse().ok()).unwrap_or(300)
}

fn length(corners: &[Point]) -> f64 {
    corners.windows(2).map(|pair| pair[0].distance(pair[1])).sum()
}

fn is_same(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(1e-9)
}

#[test]
fn a_flood_is_as_far_everywhere_as_a_path() {
    let mut n_compared = 0;
    for seed in 40_000..40_000 + n_meshes() {
        let mut random = fastrand::Rng::with_seed(seed);
        let mesh = Arc::new(random_mesh(&mut random));
        let ground = Ground::new(mesh.clone(), &Preparation::default());
        let mut flood = Flood::<()>::default();
        let start = random_point(&mesh, &mut random);
        let mut polyanya = Polyanya::<()>::default();
        let flooded = flood.spread(&ground, start, &mut ());
        let field = flood.field(&ground);
        for face in mesh.faces().filter(|face| face.walkable()) {
            let goal = face.center();
            let expected = polyanya.find(&ground, &Query { start, goal }, &mut ()).cost();
            let found = field.faces[face.id.index()];
            assert!(
                are_same(expected, found),
                "seed {seed}, {start:?}, {face:?}: {expected:?}, {found:?}"
            );
            n_compared += usize::from(found.is_some());
            // A vertex may be nearer over another face; on foot within this one it is as far as a point just inside.
            for (corner, goal) in face.range().zip(face.points()) {
                let inside = goal + (face.center() - goal) * 1e-9;
                let near = polyanya.find(&ground, &Query { start, goal: inside }, &mut ()).cost();
                let found = field.corners[corner];
                let same = match (near, found) {
                    (Some(near), Some(found)) => (near - found).abs() < 1e-8,
                    (None, None) => true,
                    _ => false,
                };
                assert!(
                    same,
                    "seed {seed}, {start:?}, {face:?}, corner {goal:?}: {near:?}, {found:?}"
                );
            }
        }
        if flooded == Flooded::OffMesh {
            assert!(field.faces.iter().all(Option::is_none));
        }
    }
    assert!(n_compared > 500, "only {n_compared} distances");
}

#[test]
fn a_flood_of_a_real_map_is_as_far_as_paths_are() {
    let Some(folder) = corpus() else { return };
    let bytes = fs::read(folder.join("mesh_v2/aurora.mesh")).unwrap();
    let Content::Mesh(mesh) = format::read(&bytes).unwrap().content else { panic!("no mesh") };
    let ground = Ground::new(mesh.clone(), &Preparation::default());
    let mut flood = Flood::<()>::default();
    let mut polyanya = Polyanya::<()>::default();
    let start = mesh.face(FaceId(1000)).center();
    assert_eq!(flood.spread(&ground, start, &mut ()), Flooded::Done);
    let field = flood.field(&ground);
    let n_reached = field.faces.iter().flatten().count();
    assert_eq!(n_reached, flood.reached().iter().filter(|&&reached| reached).count());
    for face in mesh.faces().step_by(61) {
        let goal = face.center();
        let expected = polyanya.find(&ground, &Query { start, goal }, &mut ()).cost();
        let found = field.faces[face.id.index()];
        assert!(are_same(expected, found), "{start:?}, {face:?}: {expected:?}, {found:?}");
    }
}

/// Hears everything, and ends a search after so many expansions.
#[derive(Default)]
struct Impatient {
    n_generated: u64,
    n_expanded: Cell<u64>,
    patience: Option<u64>,
    costs: Vec<f64>,
}

impl TraceSink for Impatient {
    type Id = u64;
    const LISTENS: bool = true;

    fn generated(&mut self, parent: u64, seen: &Seen) -> u64 {
        assert!(parent <= self.n_generated && seen.g <= seen.f + 1e-9);
        self.n_generated += 1;
        self.n_generated
    }

    fn pushed(&mut self, id: u64) {
        assert!(0 < id && id <= self.n_generated);
    }

    fn expanded(&mut self, id: u64) {
        assert!(0 < id && id <= self.n_generated);
    }

    fn pruned(&mut self, id: u64, _: Pruned) {
        assert!(0 < id && id <= self.n_generated);
    }

    fn reached(&mut self, _: u64, cost: f64) {
        self.costs.push(cost);
    }

    fn cancelled(&self) -> bool {
        self.n_expanded.set(self.n_expanded.get() + 1);
        self.patience.is_some_and(|patience| patience < self.n_expanded.get())
    }
}

#[test]
fn searches_that_are_watched_find_the_same_and_can_be_ended() {
    let mut random = fastrand::Rng::with_seed(5);
    let (mut n_ended, mut n_limited) = (0, 0);
    for _ in 0..100 {
        let mesh = Arc::new(random_mesh(&mut random));
        let ground = Ground::new(mesh.clone(), &Preparation::default());
        let (mut plain, mut watched) = (Searcher::<()>::default(), Searcher::default());
        for _ in 0..10 {
            let query = Query {
                start: random_point(&mesh, &mut random),
                goal: random_point(&mesh, &mut random),
            };
            for &algorithm in Algorithm::ALL {
                plain.limit = u64::MAX;
                let outcome = plain.find(algorithm, &ground, &query, &mut ());
                let mut sink = Impatient::default();
                assert_eq!(watched.find(algorithm, &ground, &query, &mut sink), outcome);
                assert_eq!(
                    (watched.corners(), watched.counters()),
                    (plain.corners(), plain.counters())
                );
                let mut sink = Impatient { patience: Some(0), ..Impatient::default() };
                let ended = watched.find(algorithm, &ground, &query, &mut sink);
                assert!(ended == Outcome::Cancelled || ended == outcome);
                n_ended += usize::from(ended == Outcome::Cancelled);
                plain.limit = 2;
                let limited = plain.find(algorithm, &ground, &query, &mut ());
                assert!(limited == Outcome::GaveUp || limited == outcome);
                assert!(plain.counters().expanded <= 2, "{algorithm:?} goes on");
                n_limited += usize::from(limited == Outcome::GaveUp);
            }
            let mut flood = Flood::default();
            let mut sink = Impatient { patience: Some(0), ..Impatient::default() };
            let flooded = flood.spread(&ground, query.start, &mut sink);
            assert!(matches!(flooded, Flooded::Cancelled | Flooded::OffMesh));
        }
    }
    assert!(n_ended > 100 && n_limited > 100, "{n_ended} ended, {n_limited} limited");
}

#[test]
fn a_funnel_is_the_shortest_way_through_its_gates() {
    let p = Point::new;
    // Recast issue 515: gates whose ends lie on a line with the start.
    let corners = funnel::pull(
        p(0.0, 0.0),
        &[[p(1.0, 1.0), p(1.0, 0.0)], [p(2.0, 1.0), p(2.0, 0.0)], [p(3.0, 1.0), p(3.0, 0.0)]],
        p(4.0, -1.0),
    );
    assert_eq!(corners, [p(0.0, 0.0), p(3.0, 0.0), p(4.0, -1.0)]);
    let straight = funnel::pull(p(0.0, 0.0), &[[p(1.0, 1.0), p(1.0, 0.0)]], p(2.0, 0.0));
    assert_eq!(straight, [p(0.0, 0.0), p(2.0, 0.0)]);
    assert_eq!(funnel::pull(p(1.0, 1.0), &[], p(1.0, 1.0)), [p(1.0, 1.0); 2]);
}

#[test]
fn random_rows_of_triangles_are_pulled_as_tight_as_can_be() {
    let mut n_rows = 0;
    for seed in 0..20 * n_meshes() {
        let mut random = fastrand::Rng::with_seed(seed);
        // On a small grid, so that many points are on a line; a row may well cross itself.
        let mut anywhere = || {
            let mut at = || f64::from(random.i32(0..6));
            Point::new(at(), at())
        };
        let behind = |p: Point, [left, right]: [Point; 2]| side(right, left, p) == Side::Right;
        let (start, mut gate) = (anywhere(), [anywhere(), anywhere()]);
        if behind(start, gate) || side(gate[1], gate[0], start) == Side::On {
            continue;
        }
        let mut gates = vec![gate];
        while gates.len() < 9 {
            let next = (0..20).map(|_| anywhere()).find(|&p| behind(p, gate));
            let Some(next) = next else { break };
            gate[gates.len() * (1 + seed as usize) / 3 % 2] = next;
            gates.push(gate);
        }
        let Some(goal) = (0..20).map(|_| anywhere()).find(|&p| behind(p, gate)) else { continue };
        let corners = funnel::pull(start, &gates, goal);
        let expected = through(start, &gates, goal);
        let story =
            || format!("seed {seed}: {start:?} {gates:?} {goal:?}: {corners:?}, {expected}");
        assert!(is_same(expected, length(&corners)), "{}", story());
        n_rows += 1;
    }
    assert!(n_rows > 500, "only {n_rows} rows");
}

fn are_same(a: Option<f64>, b: Option<f64>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => is_same(a, b),
        (None, None) => true,
        _ => false,
    }
}

#[test]
fn searches_agree_on_every_map_of_the_corpus() {
    let Some(folder) = corpus() else { return };
    let mut n_found = 0;
    for path in files_below(&folder) {
        let Ok(import) = format::read(&fs::read(&path).unwrap()) else { continue };
        let Content::Mesh(mesh) = import.content else { continue };
        if mesh.n_faces() == 0 || mesh.n_faces() > 40_000 {
            continue;
        }
        // Only Polyanya knows of links.
        let mut parts = Navmesh::clone(&mesh).into_parts();
        parts.links.clear();
        let mesh = Arc::new(Navmesh::new(parts).unwrap());
        let plain = Ground::new(mesh.clone(), &Preparation::default());
        let merged =
            Ground::new(mesh.clone(), &Preparation { merge: true, ..Preparation::default() });
        let mut random = fastrand::Rng::with_seed(11);
        let mut searcher = Searcher::<()>::default();
        for _ in 0..n_queries(mesh.n_faces()) {
            let query = Query {
                start: random_point(&mesh, &mut random),
                goal: random_point(&mesh, &mut random),
            };
            let expected = searcher.find(Algorithm::Visibility, &plain, &query, &mut ()).cost();
            let story = |what: &str, cost| {
                format!("{}, {query:?}: {expected:?}, but {what} {cost:?}", path.display())
            };
            n_found += usize::from(expected.is_some());
            for (ground, name) in [(&plain, "plain"), (&merged, "merged")] {
                for algorithm in [Algorithm::Polyanya, Algorithm::Visibility] {
                    let cost = searcher.find(algorithm, ground, &query, &mut ()).cost();
                    assert!(are_same(expected, cost), "{}", story(name, cost));
                }
                let astar = searcher.find(Algorithm::AstarFunnel, ground, &query, &mut ()).cost();
                assert_eq!(expected.is_some(), astar.is_some(), "{}", story(name, astar));
                let longer = astar.zip(expected).is_none_or(|(a, e)| e <= a * (1.0 + 1e-9));
                assert!(longer, "{}", story(name, astar));
                if astar.is_some() {
                    let corridor = corridor::along(&plain, &searcher.corners());
                    assert!(corridor.is_ok(), "{}: {corridor:?}", story(name, astar));
                }
            }
        }
    }
    assert!(n_found > 500, "only {n_found} paths");
}

/// Fewer on large maps, where the slow searches are slow.
fn n_queries(n_faces: usize) -> usize {
    let more = if std::env::var_os("WAYGLASS_ORACLE").is_some() { 50 } else { 1 };
    more * (20_000 / n_faces).clamp(3, 100)
}
