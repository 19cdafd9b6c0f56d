//! A search that nobody listens to takes no memory once its tools have grown.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::sync::Arc;

use peak_alloc::PeakAlloc;
use wayglass::example::Example;
use wayglass::format::{self, Content};
use wayglass::geom::Point;
use wayglass::mesh::{FaceId, Navmesh};
use wayglass::search::{Ground, Polyanya, Preparation, Query};

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

fn bundled_mesh(file_name: &str) -> Arc<Navmesh> {
    let example = Example::ALL.iter().find(|example| example.file_name == file_name).unwrap();
    match format::read(example.bytes).unwrap().content {
        Content::Mesh(mesh) => mesh,
        _ => panic!("not a mesh"),
    }
}

// One test only: another one beside it would take memory at the same time.
#[test]
fn a_second_search_takes_no_memory() {
    for (file_name, merge) in [("district.mesh", false), ("islands.mesh", true), ("keep.dpm", true)]
    {
        let mesh = bundled_mesh(file_name);
        let ground = Ground::new(mesh.clone(), &Preparation { merge, ..Preparation::default() });
        let mut random = fastrand::Rng::with_seed(1);
        let mut anywhere =
            || -> Point { mesh.face(FaceId(random.u32(..mesh.n_faces() as u32))).center() };
        let queries: Vec<Query> =
            (0..200).map(|_| Query { start: anywhere(), goal: anywhere() }).collect();
        let mut polyanya = Polyanya::<()>::default();
        let mut search_all = || {
            let costs =
                queries.iter().filter_map(|query| polyanya.find(&ground, query, &mut ()).cost());
            costs.sum::<f64>()
        };
        let first = search_all();
        let before = HEAP.current_usage();
        HEAP.reset_peak_usage();
        let second = search_all();
        assert_eq!(HEAP.peak_usage(), before, "{file_name}");
        assert_eq!(first, second);
        assert!(first > 0.0);
    }
}
