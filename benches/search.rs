//! How fast shortest paths are found: all queries of a published scenario, beside the `polyanya` crate.
//!
//! Both take turns on the same mesh and the same queries in the same run; what counts is the ratio of their medians.
#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a bench talks, and stops at the first surprise"
)]

use std::fs;
use std::hint::black_box;
use std::time::Instant;

use glam::Vec2;
use rayon::prelude::*;
use wayglass::format::{self, Content};
use wayglass::geom::Point;
use wayglass::search::{Ground, Polyanya, Preparation, Query};

#[path = "support.rs"]
mod support;
use support::{claim, corpus, medians};

/// How often each side takes its turn.
const N_ROUNDS: usize = 11;

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

    let mut tools = Polyanya::<()>::default();
    let optimal = optimal_costs();
    let wrong = queries.iter().zip(&optimal).filter(|(query, optimal)| {
        let cost = tools.find(&ground, query, &mut ()).cost();
        !cost.is_some_and(|cost| (cost - **optimal).abs() <= 1e-9 * **optimal)
    });
    claim(&format!("search_{name}_mismatches"), wrong.count() as f64, "0");

    // One query in ten is enough to compare by, and keeps the turns short.
    let some = || queries.iter().step_by(10);
    let (mut n_ours, mut n_theirs) = (0, 0);
    let vec = |p: Point| Vec2::new(p.x as f32, p.y as f32);
    let mut ours = || {
        let found = some().filter_map(|query| tools.find(&ground, query, &mut ()).cost());
        n_ours = found.count();
    };
    let mut theirs = || {
        let found = some().filter_map(|query| theirs.path(vec(query.start), vec(query.goal)));
        n_theirs = found.count();
    };
    let [ours, theirs] = medians(N_ROUNDS, [&mut ours, &mut theirs]);
    let n_some = some().count();
    println!("{name}: {n_ours} of {n_some} found, {n_theirs} by the crate, {N_ROUNDS} times each");
    claim(&format!("search_{name}_times_faster"), theirs / ours, goal);

    let mut alone = || {
        let found = queries.iter().filter_map(|query| tools.find(&ground, query, &mut ()).cost());
        black_box(found.count());
    };
    let mut batch = || {
        let find =
            |tools: &mut Polyanya<()>, query: &Query| tools.find(&ground, query, &mut ()).cost();
        let costs = queries.par_iter().map_init(Polyanya::default, find);
        black_box(costs.filter(Option::is_some).count());
    };
    let [alone, batch] = medians(N_ROUNDS, [&mut alone, &mut batch]);
    claim(&format!("search_{name}_us"), alone * 1e6 / queries.len() as f64, "none");
    let threads = rayon::current_num_threads();
    claim(
        &format!("search_{name}_batch_speedup_on_{threads}_threads"),
        alone / batch,
        "nearly the number of threads",
    );
}

/// The costs that another program found, one for each query.
fn optimal_costs() -> Vec<f64> {
    let table = fs::read_to_string(corpus().join("oracle/aurora.optimal.csv")).unwrap();
    let cost = |row: &str| row.split(',').nth(1).unwrap().parse().unwrap();
    table.lines().skip(1).map(cost).collect()
}
