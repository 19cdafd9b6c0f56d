//! The searches held against each other and against the slow way.

use std::sync::Arc;

use wayglass::geom::Point;
use wayglass::search::{Algorithm, Ground, Preparation, Query, Searcher};

use crate::oracle::{random_mesh, random_point, shortest};

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
