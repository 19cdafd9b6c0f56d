//! What landmarks say, against floods from the same places: a distance that is wrong by more than rounding would make a
//! search leave the shortest path for later than the path that it finds first.

use std::fs;
use std::sync::Arc;

use fastrand::Rng;
use wayglass::build::{Faces, build};
use wayglass::example::Example;
use wayglass::format::{self, Content};
use wayglass::geom::Point;
use wayglass::mesh::Navmesh;
use wayglass::search::flood::Flooded;
use wayglass::search::{Flood, Ground, Polyanya, Preparation, Query};

use crate::maze::maze;
use crate::oracle::random_mesh;
use crate::samples::{corpus, files_below, found};
use crate::visibility::Map;

/// What was held against floods.
#[derive(Debug, Default)]
struct Measured {
    n_grounds: u64,
    n_distances: u64,
}

impl Measured {
    /// Holds what the landmarks of a mesh say against floods, vertex by vertex of the ground: where walls part one,
    /// each of its sectors is a vertex.
    fn check(&mut self, mesh: &Arc<Navmesh>, story: &str) {
        for (merge, radius) in [(false, 0.0), (true, 0.0), (false, 0.4)] {
            let preparation = Preparation { merge, radius, ..Preparation::default() };
            let ground = Ground::new(mesh.clone(), &preparation);
            let landmarks = ground.landmarks();
            self.n_grounds += u64::from(!landmarks.is_empty());
            for landmark in landmarks {
                let place = landmark.place;
                let mut flood = Flood::<()>::default();
                assert_eq!(flood.spread(&ground, place, &mut ()), Flooded::Done, "{story}");
                assert_eq!(landmark.vertices.len(), flood.vertices().len(), "{story}");
                for (vertex, (said, is)) in
                    landmark.vertices.into_iter().zip(flood.vertices()).enumerate()
                {
                    let Some(said) = said else { continue };
                    let is_same = is.is_some_and(|is| (said - is).abs() <= 1e-9 * is);
                    let what = format!("vertex {vertex} from {place:?}: {is:?}, not {said}");
                    assert!(is_same, "{story}, {preparation:?}, {what}");
                    self.n_distances += 1;
                }
            }
        }
    }
}

/// How many maps of each kind: some in the normal tests, more if somebody asks.
fn n_maps() -> u64 {
    std::env::var("WAYGLASS_ORACLE").ok().and_then(|n| n.parse().ok()).unwrap_or(1500)
}

fn check_random(make: impl Fn(&mut Rng) -> Option<Navmesh>) {
    let mut measured = Measured::default();
    for seed in 0..n_maps() {
        if let Some(mesh) = make(&mut Rng::with_seed(seed)) {
            measured.check(&Arc::new(mesh), &format!("seed {seed}"));
        }
    }
    let is_enough = n_maps() / 5 < measured.n_grounds && 5 * n_maps() < measured.n_distances;
    assert!(is_enough, "only {measured:?}");
}

#[test]
fn landmarks_send_nobody_out_of_the_dead_end_where_the_goal_is() {
    let (name, bytes) = found().into_iter().find(|(name, _)| name.contains("dead_end")).unwrap();
    let Content::Layout(layout) = format::read(&bytes).unwrap().content else { panic!("{name}") };
    let mesh = Arc::new(build(&layout, Faces::Merged).unwrap());
    // It starts where the inmost corner of the dead end touches ground outside of it.
    let query = Query { start: Point::new(-3.0, 24.0), goal: Point::new(-8.5, 4.5) };
    let [with, without] = [true, false].map(|landmarks| {
        let preparation = Preparation { landmarks, ..Preparation::default() };
        let ground = Ground::new(mesh.clone(), &preparation);
        assert_eq!(ground.landmarks().is_empty(), !landmarks);
        Polyanya::<()>::default().find(&ground, &query, &mut ())
    });
    assert_eq!(with, without);
}

#[test]
fn landmarks_measure_small_meshes_as_floods_do() {
    check_random(|random| Some(random_mesh(random)));
}

#[test]
fn landmarks_measure_mazes_as_floods_do() {
    check_random(|random| Some(maze(random)));
}

#[test]
fn landmarks_measure_maps_of_many_obstacles_as_floods_do() {
    check_random(|random| {
        let map = Map::random(random).filter(|map| !map.free.is_empty())?;
        Some(map.mesh())
    });
}

#[test]
fn landmarks_measure_the_examples_as_floods_do() {
    let mut measured = Measured::default();
    for example in Example::ALL {
        if let Content::Mesh(mesh) = format::read(example.bytes).unwrap().content {
            measured.check(&mesh, example.file_name);
        }
    }
    assert!(measured.n_distances > 10_000, "only {measured:?}");
}

#[test]
fn landmarks_measure_the_real_maps_as_floods_do() {
    let Some(folder) = corpus() else { return };
    let mut measured = Measured::default();
    for path in files_below(&folder) {
        let Ok(import) = format::read(&fs::read(&path).unwrap()) else { continue };
        if let Content::Mesh(mesh) = import.content {
            measured.check(&mesh, &path.display().to_string());
        }
    }
    assert!(measured.n_distances > 100_000, "only {measured:?}");
}
