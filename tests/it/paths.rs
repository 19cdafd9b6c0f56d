//! Paths themselves: whether they can be walked, are tight, and stay the same wherever and however large the map is.

use std::f64::consts::FRAC_1_SQRT_2;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use wayglass::format::{self, Content};
use wayglass::geom::Point;
use wayglass::mesh::{Across, FaceId, Navmesh, Parts, VertexId};
use wayglass::scenario::Scenario;
use wayglass::search::corridor::{self, Astray};
use wayglass::search::{Algorithm, Ground, Polyanya, Preparation, Prunings, Query, Searcher};

use crate::oracle::{random_mesh, random_point, shortest};
use crate::samples::corpus;
use crate::walker::Walker;

fn read_mesh(path: &Path) -> Arc<Navmesh> {
    match format::read(&fs::read(path).unwrap()).unwrap().content {
        Content::Mesh(mesh) => mesh,
        _ => panic!("not a mesh"),
    }
}

fn read_scenario(path: &Path) -> Scenario {
    match format::read(&fs::read(path).unwrap()).unwrap().content {
        Content::Scenario(scenario) => scenario,
        _ => panic!("not a scenario"),
    }
}

/// The ground as it is, and with its faces merged.
fn grounds(mesh: &Arc<Navmesh>) -> [Ground; 2] {
    [false, true]
        .map(|merge| Ground::new(mesh.clone(), &Preparation { merge, ..Preparation::default() }))
}

/// Whether a corridor is a row of faces, each a step from the one before over the side it names.
fn is_row(mesh: &Navmesh, corridor: &corridor::Corridor) -> bool {
    let steps = corridor.faces.windows(2).zip(&corridor.crossings);
    corridor.faces.len() == corridor.crossings.len() + 1
        && steps.into_iter().all(|(pair, crossing)| {
            let face = mesh.face(pair[0]);
            crossing.face == pair[0]
                && mesh.step(pair[0], crossing.side) == Some(pair[1])
                && face.segment(crossing.side) == crossing.segment
        })
}

#[test]
fn paths_on_random_meshes_can_be_walked_and_are_tight() {
    for seed in 20_000..20_000 + n_meshes() {
        let mut random = fastrand::Rng::with_seed(seed);
        let mesh = Arc::new(random_mesh(&mut random));
        let grounds = grounds(&mesh);
        let walker = Walker::new(&mesh);
        let mut searcher = Searcher::<()>::default();
        for _ in 0..12 {
            let query = Query {
                start: random_point(&mesh, &mut random),
                goal: random_point(&mesh, &mut random),
            };
            for (merged, &algorithm) in
                [0, 1].iter().flat_map(|&merged| Algorithm::ALL.iter().map(move |a| (merged, a)))
            {
                let outcome = searcher.find(algorithm, &grounds[merged], &query, &mut ());
                let Some(cost) = outcome.cost() else { continue };
                let corners = searcher.corners();
                let story = || format!("seed {seed}, {}, {query:?}, {corners:?}", algorithm.name());
                assert_eq!(
                    walker.fault(&corners, cost, algorithm.is_optimal()),
                    None,
                    "{}",
                    story()
                );
                let corridor = corridor::along(&grounds[0], &corners);
                assert!(
                    corridor.as_ref().is_ok_and(|c| is_row(&mesh, c)),
                    "{}: {corridor:?}",
                    story()
                );
            }
        }
    }
}

#[test]
fn a_straight_line_has_a_corridor_only_if_nothing_is_in_its_way() {
    let mut n_blocked = 0;
    for seed in 30_000..30_000 + n_meshes() {
        let mut random = fastrand::Rng::with_seed(seed);
        let mesh = Arc::new(random_mesh(&mut random));
        let ground = Ground::new(mesh.clone(), &Preparation::default());
        let mut polyanya = Polyanya::<()>::default();
        for _ in 0..12 {
            let query = Query {
                start: random_point(&mesh, &mut random),
                goal: random_point(&mesh, &mut random),
            };
            let straight = corridor::along(&ground, &[query.start, query.goal]);
            let story = || format!("seed {seed}, {query:?}: {straight:?}");
            let cost = polyanya.find(&ground, &query, &mut ()).cost();
            let row = straight.as_ref().is_ok_and(|row| is_row(&mesh, row));
            match cost {
                None => assert!(straight.is_err(), "{}", story()),
                Some(_) if polyanya.corners().len() == 2 => assert!(row, "{}", story()),
                Some(cost) if cost > query.start.distance(query.goal) * (1.0 + 1e-12) => {
                    assert_eq!(straight, Err(Astray::Blocked(1)), "{}", story());
                    n_blocked += 1;
                }
                // It goes so close by a wall that only exact numbers can tell.
                Some(_) => assert!(row || straight == Err(Astray::Blocked(1)), "{}", story()),
            }
        }
    }
    assert!(n_blocked > 50, "only {n_blocked} blocked lines");
}

#[test]
fn paths_of_published_scenarios_can_be_walked_and_are_tight() {
    let Some(folder) = corpus() else { return };
    for (file, scenario, every) in [
        ("mesh_v2/arena.mesh", "mesh_v2/arena.scen", 1),
        ("mesh_v3/arena_v3.mesh", "mesh_v2/arena.scen", 3),
        ("mesh_v2/aurora.mesh", "mesh_v2/aurora.scen", 97),
        ("mesh_v2/aurora-merged.mesh", "mesh_v2/aurora.scen", 53),
    ] {
        let mesh = read_mesh(&folder.join(file));
        let grounds = grounds(&mesh);
        let walker = Walker::new(&mesh);
        let mut searcher = Searcher::<()>::default();
        for instance in read_scenario(&folder.join(scenario)).instances.iter().step_by(every) {
            let query = Query { start: instance.start, goal: instance.goal };
            for (merged, algorithm) in
                [(0, Algorithm::Polyanya), (1, Algorithm::Polyanya), (0, Algorithm::AstarFunnel)]
            {
                let outcome = searcher.find(algorithm, &grounds[merged], &query, &mut ());
                let Some(cost) = outcome.cost() else { panic!("{file}: {query:?}: {outcome:?}") };
                let corners = searcher.corners();
                let story = || format!("{file}, {}, {query:?}, {corners:?}", algorithm.name());
                assert_eq!(
                    walker.fault(&corners, cost, algorithm.is_optimal()),
                    None,
                    "{}",
                    story()
                );
                let corridor = corridor::along(&grounds[0], &corners);
                assert!(
                    corridor.as_ref().is_ok_and(|c| is_row(&mesh, c)),
                    "{}: {corridor:?}",
                    story()
                );
            }
        }
    }
}

#[test]
fn the_place_and_the_size_of_a_map_do_not_matter() {
    let Some(folder) = corpus() else { return };
    let mesh = read_mesh(&folder.join("mesh_v2/aurora-merged.mesh"));
    let scenario = read_scenario(&folder.join("mesh_v2/aurora.scen"));
    let plain = Ground::new(mesh.clone(), &Preparation::default());
    let mut polyanya = Polyanya::<()>::default();
    let every = if std::env::var_os("WAYGLASS_ORACLE").is_some() { 1 } else { 13 };
    for (scale, shift) in [
        (1e-4, 0.0),
        (1e-3, 0.0),
        (0.1, 0.0),
        (1000.0, 0.0),
        (1.0, 1e5),
        (1.0, 1e7),
        (0.1, 1e5),
        (1e-3, 1e5),
    ] {
        let moved = |p: Point| Point::new(p.x * scale + shift, p.y * scale - shift);
        let mut parts = Navmesh::clone(&mesh).into_parts();
        parts.points.iter_mut().for_each(|p| *p = moved(*p));
        let ground = Ground::new(Arc::new(Navmesh::new(parts).unwrap()), &Preparation::default());
        for (index, instance) in scenario.instances.iter().enumerate().step_by(every) {
            let query = Query { start: instance.start, goal: instance.goal };
            let expected = polyanya.find(&plain, &query, &mut ()).cost().unwrap();
            let there = Query { start: moved(query.start), goal: moved(query.goal) };
            let outcome = polyanya.find(&ground, &there, &mut ());
            let cost = outcome.cost().unwrap_or(f64::NAN) / scale;
            // Far from the origin, coordinates themselves are rounded: each corner may be off by that much.
            let rounding = 1e-15 * (shift / scale) * polyanya.corners().len() as f64;
            assert!(
                (cost - expected).abs() <= 1e-9 * expected + rounding,
                "query {index} times {scale} plus {shift}: {expected}, but {outcome:?}"
            );
        }
    }
}

#[test]
fn trap_meshes_have_the_costs_that_the_slow_way_finds() {
    let Some(folder) = corpus() else { return };
    let folder = folder.join("mesh_v2/tests");
    for (name, costs) in [
        // The last three start or end where obstacles touch; their own tools give up there, as which side is meant
        // cannot be told. Taking all sides, there is a path.
        ("bad-ambig", &[3.980101007524616, 0.0, 0.014142135623730963, 0.014142135623730963][..]),
        ("bad-collinear", &[7.4122143129985165]),
        ("bad-collinear2-rot0", &[6.0]),
        ("bad-collinear2-rot45", &[6.0]),
        ("bad-collinear2-rot90", &[6.0]),
        ("square", &[FRAC_1_SQRT_2]),
    ] {
        let mesh = read_mesh(&folder.join(format!("{name}.mesh")));
        let scenario = read_scenario(&folder.join(format!("{name}.scen")));
        let queries: Vec<_> = scenario.instances.iter().map(|i| (i.start, i.goal)).collect();
        let found = costs_of(&mesh, &queries, &OPTIMAL);
        assert_eq!(found.len(), costs.len());
        for (found, expected) in found.iter().zip(costs) {
            let same = found.is_some_and(|found| (found - expected).abs() <= 1e-9);
            assert!(same, "{name}: {found:?}, but {expected} was expected");
        }
    }
}

/// The searches that find shortest paths.
const OPTIMAL: [Algorithm; 2] = [Algorithm::Polyanya, Algorithm::Visibility];

/// What the searches agree on, and the slow way, too.
fn costs_of(
    mesh: &Arc<Navmesh>,
    queries: &[(Point, Point)],
    algorithms: &[Algorithm],
) -> Vec<Option<f64>> {
    let grounds = grounds(mesh);
    let mut searcher = Searcher::<()>::default();
    let mut costs = Vec::new();
    for &(start, goal) in queries {
        let expected = shortest(mesh, start, goal);
        for (ground, prunings) in
            grounds.iter().flat_map(|ground| [Prunings::ALL, Prunings::NONE].map(|p| (ground, p)))
        {
            searcher.prunings = prunings;
            for &algorithm in algorithms {
                let found =
                    searcher.find(algorithm, ground, &Query { start, goal }, &mut ()).cost();
                let same = match (expected, found) {
                    (Some(a), Some(b)) => (a - b).abs() <= 1e-9 * a.max(1e-9),
                    (None, None) => true,
                    _ => false,
                };
                assert!(
                    same,
                    "{}, {prunings:?}, {start:?} to {goal:?}: {expected:?}, but {found:?}",
                    algorithm.name()
                );
            }
        }
        costs.push(expected);
    }
    costs
}

fn n_meshes() -> u64 {
    std::env::var("WAYGLASS_ORACLE").ok().and_then(|n| n.parse().ok()).unwrap_or(200)
}

/// A strip of ground between two chains of points, in triangles.
fn strip(below: &[Point], above: &[Point]) -> Navmesh {
    let n = below.len() as u32;
    let points = below.iter().chain(above).copied().collect();
    let mut parts = Parts { points, starts: vec![0], ..Parts::default() };
    let n_cells = n - 1;
    for cell in 0..n_cells {
        let [a, b, c, d] = [cell, cell + 1, n + cell + 1, n + cell].map(VertexId);
        let face = |number: u32| Across::Open(FaceId(number));
        let back = if cell == 0 { Across::Outside } else { face(2 * cell - 2) };
        let on = if cell + 1 == n_cells { Across::Outside } else { face(2 * cell + 3) };
        parts.corners.extend([a, b, c]);
        parts.across.extend([Across::Outside, on, face(2 * cell + 1)]);
        parts.corners.extend([a, c, d]);
        parts.across.extend([face(2 * cell), Across::Outside, back]);
    }
    parts.starts.extend((1..=2 * n_cells).map(|face| 3 * face));
    parts.walkable = vec![true; 2 * n_cells as usize];
    Navmesh::new(parts).unwrap()
}

#[test]
fn walls_that_are_all_but_straight_are_walked_along_exactly() {
    let wall = [
        Point::new(-34.22261, -9.902876),
        Point::new(-30.42261, -9.902864),
        Point::new(-24.02261, -9.902847),
        Point::new(-20.22261, -9.902832),
    ];
    let mut random = fastrand::Rng::with_seed(1);
    for round in 0..n_meshes() {
        let real = round % 4 == 0;
        let n = if real { wall.len() } else { random.usize(3..9) };
        let off = *random.choice(&[1e-5, 1e-6, 1e-9, 1e-13]).unwrap();
        let height = *random.choice(&[5.0, 1e-3, 4e-5]).unwrap();
        let chain = |y: f64, random: &mut fastrand::Rng| -> Vec<Point> {
            let at = |i| Point::new(-34.0 + 3.8 * i as f64, y + off * (random.f64() - 0.5));
            (0..n).map(at).collect()
        };
        let below = if real { wall.to_vec() } else { chain(-9.9, &mut random) };
        let above: Vec<Point> = if random.bool() {
            below.iter().map(|p| *p + Point::new(0.0, height)).collect()
        } else {
            chain(-9.9 + height, &mut random)
        };
        let mesh = Arc::new(strip(&below, &above));
        let walker = Walker::new(&mesh);
        let anywhere = |random: &mut fastrand::Rng| {
            let i = random.usize(..n - 1);
            let [p, q] =
                if random.bool() { [below[i], below[i + 1]] } else { [above[i], above[i + 1]] };
            let across = above[i] + (below[i + 1] - above[i]) * random.f64();
            *random.choice(&[p, q, (p + q) * 0.5, across, across]).unwrap()
        };
        let ground = Ground::new(mesh.clone(), &Preparation::default());
        let mut polyanya = Polyanya::<()>::default();
        for _ in 0..10 {
            let query = Query { start: anywhere(&mut random), goal: anywhere(&mut random) };
            costs_of(
                &mesh,
                &[(query.start, query.goal)],
                &[Algorithm::Visibility, Algorithm::Polyanya],
            );
            if let Some(cost) = polyanya.find(&ground, &query, &mut ()).cost() {
                let fault = walker.fault(&polyanya.corners(), cost, true);
                assert_eq!(fault, None, "round {round}, {query:?}");
            }
        }
    }
}

/// A strip over a wall that is straight but for rounding, from the middle of a side of the wall to the middle of the
/// next. Neither middle is exactly on the wall, both are just behind it.
fn cost_along_wall(algorithm: Algorithm) -> Option<f64> {
    let wall = [
        Point::new(0.0, -9.899999999999952),
        Point::new(3.8, -9.900000000000006),
        Point::new(7.6, -9.900000000000059),
    ];
    let mesh = Arc::new(strip(&wall, &wall.map(|p| p + Point::new(0.0, 5.0))));
    let ground = Ground::new(mesh, &Preparation::default());
    let query = Query { start: (wall[0] + wall[1]) * 0.5, goal: (wall[1] + wall[2]) * 0.5 };
    Searcher::<()>::default().find(algorithm, &ground, &query, &mut ()).cost()
}

#[test]
fn a_point_that_rounding_puts_behind_a_wall_sees_along_it() {
    for &algorithm in Algorithm::ALL {
        let cost = cost_along_wall(algorithm);
        assert!(cost.is_some_and(|cost| (cost - 3.8).abs() < 1e-9), "{algorithm:?}: {cost:?}");
    }
}
