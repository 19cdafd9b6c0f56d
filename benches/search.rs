//! How fast shortest paths are found: all queries of a published scenario, beside the `polyanya` crate.
//!
//! Both search the same mesh for the same queries in the same run; what counts is the ratio of their mean times.
#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a bench talks, and stops at the first surprise"
)]

use std::fs;
use std::time::Instant;

use glam::Vec2;
use rayon::prelude::*;
use wayglass::format::{self, Content};
use wayglass::search::{Ground, Polyanya, Preparation, Query};

#[path = "support.rs"]
mod support;
use support::{claim, corpus};

fn main() {
    let folder = corpus();
    let Ok(scenario) = fs::read(folder.join("mesh_v2/aurora.scen")) else {
        println!("the benchmark maps are not at hand: nothing to measure");
        return;
    };
    let Content::Scenario(scenario) = format::read(&scenario).unwrap().content else { return };
    let queries: Vec<Query> = scenario
        .instances
        .iter()
        .map(|instance| Query { start: instance.start, goal: instance.goal })
        .collect();
    let (aurora, merged) = ("mesh_v2/aurora.mesh", "mesh_v2/aurora-merged.mesh");
    for (name, file, merge, goal) in [
        ("aurora", aurora, false, ">= 12"),
        ("aurora_merged", merged, false, ">= 12"),
        ("aurora_merged_at_load", aurora, true, ">= 25"),
    ] {
        let preparation = Preparation { merge, ..Preparation::default() };
        compare(name, &fs::read(folder.join(file)).unwrap(), &queries, &preparation, goal);
    }
}

fn compare(name: &str, bytes: &[u8], queries: &[Query], preparation: &Preparation, goal: &str) {
    let Content::Mesh(mesh) = format::read(bytes).unwrap().content else { return };
    let started = Instant::now();
    let ground = Ground::new(mesh, preparation);
    claim(&format!("search_{name}_prepare_ms"), started.elapsed().as_secs_f64() * 1e3, "< 50");
    let mut theirs: polyanya::Mesh = polyanya::PolyanyaFile::from_bytes(bytes).try_into().unwrap();
    theirs.bake();

    let mut polyanya = Polyanya::<()>::default();
    let ours =
        || queries.iter().filter_map(|query| polyanya.find(&ground, query, &mut ()).cost()).count();
    let (n_ours, ours) = best_of(3, ours);
    let vec = |p: wayglass::geom::Point| Vec2::new(p.x as f32, p.y as f32);
    // One in ten is enough to know the mean of the slower one.
    let some = || queries.iter().step_by(10);
    let (_, theirs) = best_of(3, || {
        some().filter_map(|query| theirs.path(vec(query.start), vec(query.goal))).count()
    });
    let mut same = Polyanya::<()>::default();
    let (_, ours_of_same) =
        best_of(3, || some().filter_map(|query| same.find(&ground, query, &mut ()).cost()).count());
    let optimal = optimal_costs();
    let wrong = queries.iter().zip(&optimal).filter(|(query, optimal)| {
        let cost = same.find(&ground, query, &mut ()).cost();
        !cost.is_some_and(|cost| (cost - **optimal).abs() <= 1e-9 * **optimal)
    });
    claim(&format!("search_{name}_mismatches"), wrong.count() as f64, "0");
    let threads = rayon::current_num_threads();
    let (_, batch) = best_of(3, || {
        let find =
            |tools: &mut Polyanya<()>, query: &Query| tools.find(&ground, query, &mut ()).cost();
        queries.par_iter().map_init(Polyanya::default, find).filter(Option::is_some).count()
    });
    claim(
        &format!("search_{name}_batch_speedup_on_{threads}_threads"),
        ours / batch,
        "nearly the number of threads",
    );
    let micros = ours * 1e6 / queries.len() as f64;
    println!("{name}: {n_ours} of {} found; {micros:.1} us a query", queries.len());
    claim(&format!("search_{name}_us"), micros, "none");
    claim(&format!("search_{name}_times_faster"), theirs / ours_of_same, goal);
}

/// The costs that another program found, one for each query.
fn optimal_costs() -> Vec<f64> {
    let table = fs::read_to_string(corpus().join("oracle/aurora.optimal.csv")).unwrap();
    let cost = |row: &str| row.split(',').nth(1).unwrap().parse().unwrap();
    table.lines().skip(1).map(cost).collect()
}

/// What came out, and the seconds of the fastest of several runs.
fn best_of<T>(n: usize, mut run: impl FnMut() -> T) -> (T, f64) {
    let mut best = f64::INFINITY;
    let mut result = None;
    for _ in 0..n {
        let started = Instant::now();
        result = Some(run());
        best = best.min(started.elapsed().as_secs_f64());
    }
    (result.unwrap(), best)
}
