//! Searches against costs that were found in other ways.

use std::fs;
use std::sync::Arc;

use wayglass::format::{self, Content};
use wayglass::mesh::{Locator, Navmesh};
use wayglass::scenario::Scenario;
use wayglass::search::{Ground, Outcome, Polyanya, Preparation, Prunings, Query, sample_queries};

use crate::corpus::corpus;
use crate::oracle::{random_mesh, random_point, shortest};

fn read_mesh(bytes: &[u8]) -> Arc<Navmesh> {
    match format::read(bytes).unwrap().content {
        Content::Mesh(mesh) => mesh,
        _ => panic!("not a mesh"),
    }
}

fn read_scenario(bytes: &[u8]) -> Scenario {
    match format::read(bytes).unwrap().content {
        Content::Scenario(scenario) => scenario,
        _ => panic!("not a scenario"),
    }
}

#[test]
fn published_scenarios_have_their_optimal_costs() {
    let Some(folder) = corpus() else { return };
    let maps = [
        ("arena", "mesh_v2/arena.mesh"),
        ("arena", "mesh_v2/arena-merged.mesh"),
        ("arena", "mesh_v3/arena_v3.mesh"),
        ("aurora", "mesh_v2/aurora-merged.mesh"),
        ("aurora", "mesh_v2/aurora.mesh"),
        ("aurora", "mesh_v3/aurora_v3.mesh"),
    ];
    for (name, file) in maps {
        let mesh = read_mesh(&fs::read(folder.join(file)).unwrap());
        let scenario =
            read_scenario(&fs::read(folder.join(format!("mesh_v2/{name}.scen"))).unwrap());
        let optimal =
            fs::read_to_string(folder.join(format!("oracle/{name}.optimal.csv"))).unwrap();
        let ways = [(false, Prunings::ALL), (true, Prunings::ALL), (false, Prunings::NONE)];
        // Without any pruning the large triangulations take as long as everything else together.
        let n_ways = if mesh.n_faces() < 30_000 { 3 } else { 1 };
        for &(merge, prunings) in &ways[..n_ways] {
            let ground =
                Ground::new(mesh.clone(), &Preparation { merge, ..Preparation::default() });
            let mut polyanya = Polyanya::<()>::default();
            polyanya.prunings = prunings;
            for line in optimal.lines().skip(1) {
                let fields: Vec<&str> = line.split(',').collect();
                let instance = &scenario.instances[fields[0].parse::<usize>().unwrap()];
                let expected: Option<f64> = fields[1].parse().ok();
                let query = Query { start: instance.start, goal: instance.goal };
                let outcome = polyanya.find(&ground, &query, &mut ());
                let corners = polyanya.corners();
                let back = polyanya.find(
                    &ground,
                    &Query { start: query.goal, goal: query.start },
                    &mut (),
                );
                match expected {
                    Some(expected) => {
                        let cost = outcome.cost().unwrap_or(f64::NAN);
                        assert!(
                            (cost - expected).abs() <= 1e-9 * expected,
                            "{file} {line}: {outcome:?}"
                        );
                        let there = back.cost().unwrap_or(f64::NAN);
                        assert!(
                            (there - expected).abs() <= 1e-9 * expected,
                            "{file} {line} back: {back:?}"
                        );
                        let length: f64 =
                            corners.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
                        assert!(
                            (length - cost).abs() <= 1e-9 * cost,
                            "{file} {line}: {length} {corners:?}"
                        );
                    }
                    None => assert!(
                        !matches!(outcome, Outcome::Found { .. }),
                        "{file} {line}: {outcome:?}"
                    ),
                }
            }
        }
    }
}

#[test]
fn random_queries_cost_what_the_slow_way_costs() {
    let mut n_found = 0;
    for seed in 0..n_meshes() {
        let mut random = fastrand::Rng::with_seed(seed);
        let mesh = Arc::new(random_mesh(&mut random));
        let grounds = [false, true].map(|merge| {
            Ground::new(mesh.clone(), &Preparation { merge, ..Preparation::default() })
        });
        let mut searches = std::array::from_fn::<_, 16, _>(|bits| {
            let on = |bit: usize| bits & bit != 0;
            let prunings =
                Prunings { blocks: on(1), dominance: on(2), core_exits: on(4), landmarks: on(8) };
            let mut polyanya = Polyanya::<()>::default();
            polyanya.prunings = prunings;
            polyanya
        });
        for _ in 0..20 {
            let query = Query {
                start: random_point(&mesh, &mut random),
                goal: random_point(&mesh, &mut random),
            };
            let expected = shortest(&mesh, query.start, query.goal);
            n_found += usize::from(expected.is_some());
            for (ground, polyanya) in
                grounds.iter().flat_map(|ground| (0..16).map(move |i| (ground, i)))
            {
                let polyanya = &mut searches[polyanya];
                let found = polyanya.find(ground, &query, &mut ()).cost();
                let same = match (expected, found) {
                    (Some(expected), Some(found)) => {
                        (expected - found).abs() <= 1e-9 * expected.max(1e-9)
                    }
                    (None, None) => true,
                    _ => false,
                };
                assert!(
                    same,
                    "seed {seed}, {:?}, {query:?}: {expected:?}, but {found:?}",
                    polyanya.prunings
                );
            }
        }
    }
    assert!(n_found > 1000);
}

fn n_meshes() -> u64 {
    std::env::var("WAYGLASS_ORACLE").ok().and_then(|n| n.parse().ok()).unwrap_or(500)
}

#[test]
fn a_seed_gives_the_same_places_on_the_ground_again() {
    for name in ["district.mesh", "rooms.nav", "islands.mesh"] {
        let path = format!("{}/assets/{name}", env!("CARGO_MANIFEST_DIR"));
        let mesh = read_mesh(&fs::read(path).unwrap());
        let queries = sample_queries(&mesh, 200, 7);
        assert_eq!(queries, sample_queries(&mesh, 200, 7));
        assert_ne!(queries, sample_queries(&mesh, 200, 8));
        assert_eq!(queries[..10], sample_queries(&mesh, 10, 7));
        let locator = Locator::new(&mesh);
        let is_on = |p| locator.faces_at(&mesh, p).any(|(face, _)| mesh.face(face).walkable());
        assert!(queries.iter().all(|query| is_on(query.start) && is_on(query.goal)), "{name}");
    }
}
