//! How the time of a search grows with the map: random layouts of a thousand to a million corners, built and searched.
//!
//! Queries go from anywhere to anywhere, so paths get longer with the map as well. The exponent is the slope of the
//! mean time over the number of corners, both as logarithms. The `polyanya` crate searches the same meshes for some of
//! the same queries, as long as the map is small enough for it.
#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a bench talks, and stops at the first surprise"
)]

use std::sync::Arc;
use std::time::Instant;

use fastrand::Rng;
use glam::Vec2;
use wayglass::build::{Faces, build};
use wayglass::format::{Content, Target, write};
use wayglass::geom::Point;
use wayglass::layout::field::{Crowd, field};
use wayglass::mesh::{FaceId, Navmesh};
use wayglass::search::{Ground, Polyanya, Preparation, Query};

#[path = "support.rs"]
mod support;
use support::claim;

const N_QUERIES: usize = 300;

fn main() {
    let mut times = Vec::new();
    for n_vertices in [1_000, 10_000, 100_000, 1_000_000] {
        let mesh = Arc::new(build(&field(n_vertices, Crowd::Overlapping), Faces::Merged).unwrap());
        let started = Instant::now();
        let ground = Ground::new(mesh.clone(), &Preparation::default());
        let prepare_ms = started.elapsed().as_secs_f64() * 1e3;
        let queries = queries(&mesh);
        let mut polyanya = Polyanya::<()>::default();
        let mut search = |query: &Query| polyanya.find(&ground, query, &mut ()).cost().is_some();
        let ours = best_micros(&queries, &mut search);
        claim(&format!("growth_{n_vertices}_prepare_ms"), prepare_ms, "none");
        claim(&format!("growth_{n_vertices}_us"), ours, "none");
        if n_vertices <= 100_000 {
            let some: Vec<Query> = queries.iter().step_by(10).copied().collect();
            let theirs = best_micros(&some, &mut crate_search(&mesh));
            let ours = best_micros(&some, &mut search);
            claim(&format!("growth_{n_vertices}_times_faster"), theirs / ours, "none");
        }
        times.push(((n_vertices as f64).ln(), ours.ln()));
    }
    claim("growth_exponent", slope(&times), "none");
}

/// The same mesh in the crate that we compare with.
fn crate_search(mesh: &Navmesh) -> impl FnMut(&Query) -> bool {
    // It takes no blocked faces; version 2 has none to hold.
    let bytes = write(&Content::mesh(mesh.clone()), Target::Mesh2).unwrap().bytes;
    let mut mesh: polyanya::Mesh = polyanya::PolyanyaFile::from_bytes(&bytes).try_into().unwrap();
    mesh.bake();
    let vec = |p: Point| Vec2::new(p.x as f32, p.y as f32);
    move |query| mesh.path(vec(query.start), vec(query.goal)).is_some()
}

/// From the middle of a walkable face to the middle of another.
fn queries(mesh: &Navmesh) -> Vec<Query> {
    let walkable: Vec<FaceId> =
        mesh.faces().filter(|face| face.walkable()).map(|face| face.id).collect();
    let mut random = Rng::with_seed(1);
    let mut anywhere = || mesh.face(walkable[random.usize(..walkable.len())]).center();
    (0..N_QUERIES).map(|_| Query { start: anywhere(), goal: anywhere() }).collect()
}

/// The mean time of a query, in the fastest of three rounds.
fn best_micros(queries: &[Query], search: &mut impl FnMut(&Query) -> bool) -> f64 {
    let round = |_| {
        let started = Instant::now();
        let n_found = queries.iter().filter(|query| search(query)).count();
        assert!(queries.len() < 2 * n_found, "most of these queries have a path");
        started.elapsed().as_secs_f64() * 1e6 / queries.len() as f64
    };
    (0..3).map(round).fold(f64::INFINITY, f64::min)
}

/// The slope of the line that fits the points best.
fn slope(points: &[(f64, f64)]) -> f64 {
    let n = points.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / n;
    let (mean_x, mean_y) = (mean(|p| p.0), mean(|p| p.1));
    let covariance: f64 = points.iter().map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
    covariance / points.iter().map(|(x, _)| (x - mean_x).powi(2)).sum::<f64>()
}
