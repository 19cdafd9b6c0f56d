//! What it costs to keep everything that a search says, and to ask for the state after any step.
//!
//! All queries of a published scenario one after the other, in one trace of two million events.
#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a bench talks, and stops at the first surprise"
)]

use std::fs;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use wayglass::format::{self, Content};
use wayglass::geom::Point;
use wayglass::mesh::Navmesh;
use wayglass::search::trace::{Event, Kind};
use wayglass::search::{Ground, Polyanya, Preparation, Query, Trace};

#[path = "support.rs"]
mod support;
use support::{claim, corpus, made_map};

/// How many events the long trace has.
const MANY: usize = 2_000_000;

fn main() {
    let (mesh, queries) = map();
    let ground = Ground::new(mesh, &Preparation::default());
    measure_memory(&ground, &queries);
    measure_time(&ground, &queries);
}

/// The real map of the benchmark with its scenario where they are at hand, otherwise a made one.
fn map() -> (Arc<Navmesh>, Vec<Query>) {
    let folder = corpus().join("mesh_v2");
    let files = (fs::read(folder.join("aurora.mesh")), fs::read(folder.join("aurora.scen")));
    if let (Ok(mesh), Ok(scenario)) = files {
        let Content::Scenario(scenario) = format::read(&scenario).unwrap().content else {
            panic!("not a scenario")
        };
        let queries = scenario
            .instances
            .iter()
            .map(|instance| Query { start: instance.start, goal: instance.goal });
        return (read_mesh(&mesh), queries.collect());
    }
    println!("the benchmark maps are not at hand: a made map stands in for them");
    let mut random = fastrand::Rng::with_seed(1);
    let mut point = || Point::new(1.0 + 185.0 * random.f64(), 1.0 + 185.0 * random.f64());
    let queries = (0..3000).map(|_| Query { start: point(), goal: point() }).collect();
    (read_mesh(&made_map(187, 3)), queries)
}

fn read_mesh(bytes: &[u8]) -> Arc<Navmesh> {
    match format::read(bytes).unwrap().content {
        Content::Mesh(mesh) => mesh,
        _ => panic!("not a mesh"),
    }
}

fn measure_memory(ground: &Ground, queries: &[Query]) {
    let mut polyanya = Polyanya::<Trace>::default();
    let (mut n_bytes, mut n_events, mut n_nodes, mut most) = (0, 0, 0, 0);
    for query in queries {
        let mut trace = Trace::new(*query);
        polyanya.find(ground, query, &mut trace);
        n_bytes += trace.n_bytes();
        n_events += trace.n_events();
        n_nodes += trace.n_nodes();
        most = most.max(trace.n_events());
    }
    println!(
        "{} traces: {n_events} events of {n_nodes} nodes, {most} in the longest",
        queries.len()
    );
    claim("trace_bytes_per_event", n_bytes as f64 / n_events as f64, "<= 24");
}

fn measure_time(ground: &Ground, queries: &[Query]) {
    let mut polyanya = Polyanya::<Trace>::default();
    let mut trace = Trace::with_limit(queries[0], usize::MAX);
    for query in queries.iter().cycle() {
        polyanya.find(ground, query, &mut trace);
        if MANY <= trace.n_events() && trace.last().is_some() {
            break;
        }
    }
    let last = trace.n_events() - 1;
    println!(
        "one trace of {} events, {} nodes and {} bytes; {} open in the end",
        trace.n_events(),
        trace.n_nodes(),
        trace.n_bytes(),
        trace.frontier(last).len()
    );
    let f = |event: usize| match trace.event(event).unwrap() {
        Event { kind: Kind::Expanded, node: Some(node) } => node.seen.f,
        _ => 0.0,
    };
    let highest = (0..last).max_by(|a, b| f(*a).total_cmp(&f(*b))).unwrap();
    let report = |name: &str, goal: &str, run: &mut dyn FnMut()| {
        claim(&format!("trace_{name}_ms_at_2m_events"), median_of(20, run) * 1e3, goal);
    };
    report("frontier", "< 4", &mut || {
        black_box(trace.frontier(black_box(last)));
    });
    report("frontier_halfway", "< 4", &mut || {
        black_box(trace.frontier(black_box(last / 2)));
    });
    report("closed", "< 8", &mut || {
        black_box(trace.closed(black_box(last)).fold(0, |sum, id| sum ^ id.number().get()));
    });
    report("expanding", "< 4", &mut || {
        black_box(trace.expanding(last));
    });
    report("previous_of_no_kind", "< 8", &mut || {
        black_box(trace.previous(last, |kind| kind == Kind::Failed));
    });
    report("next_of_no_kind", "< 8", &mut || {
        black_box(trace.next(0, |kind| kind == Kind::Failed));
    });
    report("next_layer_behind_the_last", "< 8", &mut || {
        assert_eq!(trace.next_layer(black_box(highest + 1)), None);
    });
    report("next_on_path", "< 8", &mut || {
        black_box(trace.next_on_path(black_box(0)));
    });
    report("first_in_no_face", "< 8", &mut || {
        black_box(trace.first_in_face(u32::MAX));
    });
    report("open_over_time", "< 16", &mut || {
        black_box(trace.open_over_time(1000));
    });
    report("f_over_time", "< 16", &mut || {
        black_box(trace.f_over_time(1000));
    });
}

/// The seconds of the median of several runs.
fn median_of(n: usize, run: &mut dyn FnMut()) -> f64 {
    let mut times: Vec<f64> = (0..n)
        .map(|_| {
            let started = Instant::now();
            run();
            started.elapsed().as_secs_f64()
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[n / 2]
}
