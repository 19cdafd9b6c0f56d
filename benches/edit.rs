//! How long it takes from an edit to a mesh, beside what it takes to begin anew: with us, with the triangulation library
//! alone, and with the `polyanya` crate.
//!
//! One corner of one obstacle goes round in a small circle for a thousand frames. What counts is how long the slowest
//! frames take, and that they take no longer on large maps.
#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a bench talks, and stops at the first surprise"
)]

use std::f64::consts::TAU;
use std::hint::black_box;
use std::panic::catch_unwind;
use std::sync::Arc;
use std::time::Instant;

use glam::Vec2;
use spade::{ConstrainedDelaunayTriangulation, Point2};
use wayglass::build::live::{Edit, Edited, Live, SlotId};
use wayglass::build::{Faces, build};
use wayglass::document::shortest;
use wayglass::geom::Point;
use wayglass::layout::field::{Crowd, field};
use wayglass::layout::{Layout, ObstacleId, Outline};
use wayglass::search::{Ground, Outcome, Polyanya, Preparation, Query, TriangleSearch};

#[path = "support.rs"]
mod support;
use support::claim;

const FRAMES: usize = 1_000;
/// So many paths are kept in sight while something is dragged.
const N_PINS: usize = 20;
/// How often each of them is searched for.
const N_ROUNDS: usize = 10;

fn main() {
    // A number as argument limits the size, for a quick look.
    let most = std::env::args().filter_map(|word| word.parse().ok()).next().unwrap_or(1_000_000);
    for n_vertices in [1_000, 10_000, 100_000, 1_000_000].into_iter().filter(|&n| n <= most) {
        for crowd in [Crowd::Apart, Crowd::Overlapping] {
            let layout = field(n_vertices, crowd);
            let name = format!("{crowd:?}_{n_vertices}").to_lowercase();
            drag(&name, layout.clone());
            if crowd == Crowd::Apart {
                search(n_vertices, layout.clone());
                compare(&name, &layout, if n_vertices <= 100_000 { 11 } else { 5 });
            }
        }
    }
}

/// Drags one corner, and says how long the frames took.
fn drag(name: &str, layout: Layout) {
    let id = ObstacleId(layout.obstacles.len() as u32 / 2);
    let obstacle = layout.obstacles[&id].clone();
    let mut live = Live::new(layout, Faces::Merged).unwrap();
    let mut micros: Vec<f64> = (0..FRAMES)
        .map(|frame| {
            let (sin, cos) = (TAU * frame as f64 / 100.0).sin_cos();
            let mut points = obstacle.outline.to_vec();
            points[0] = points[0] + Point::new(cos, sin) * 1.5;
            let mut moved = obstacle.clone();
            moved.outline = Outline::from(points);
            let started = Instant::now();
            let edited = live.edit(Edit::Obstacle(id, Some(moved))).unwrap();
            let micros = started.elapsed().as_secs_f64() * 1e6;
            assert!(matches!(edited, Edited::Slots(_)));
            micros
        })
        .collect();
    micros.sort_by(f64::total_cmp);
    println!("{name}: median {:.0} µs, slowest {:.0} µs", micros[FRAMES / 2], micros[FRAMES - 1]);
    claim(&format!("edit_{name}_p99_ms"), micros[FRAMES * 99 / 100] / 1e3, "< 0.6");
    let export = best_of(3, || live.mesh().unwrap().n_faces());
    println!("{name}: {export:.1} ms for a whole copy to search on");
}

/// Searches across the whole map straight on the mesh under the hand, and the same ones on ground prepared for it.
fn search(n_vertices: usize, layout: Layout) {
    let bounds = layout.bounds();
    let live = Live::new(layout, Faces::Merged).unwrap();
    let mut random = fastrand::Rng::with_seed(20);
    let mut somewhere = || loop {
        let (x, y) = (random.f64() * bounds.width(), random.f64() * bounds.height());
        let p = bounds.min + Point::new(x, y);
        let is_ground = |slot: SlotId| live.slots()[slot.0 as usize].is_some_and(|d| d.walkable);
        if live.locate(p).is_some_and(is_ground) {
            return p;
        }
    };
    let pins: Vec<Query> =
        (0..N_PINS).map(|_| Query { start: somewhere(), goal: somewhere() }).collect();
    let mut tools = TriangleSearch::default();
    let live_times = times(&pins, |pin| shortest(&live, &mut tools, pin, u64::MAX).outcome);
    let started = Instant::now();
    let mesh = Arc::new(live.mesh().unwrap());
    let ground = Ground::new(mesh, &Preparation { landmarks: false, ..Preparation::default() });
    let prepared_in = started.elapsed().as_secs_f64() * 1e3;
    let mut polyanya = Polyanya::<()>::default();
    let prepared_times = times(&pins, |pin| polyanya.find(&ground, pin, &mut ()));
    for (name, times) in [("live", live_times), ("prepared", prepared_times)] {
        let mean = times.iter().sum::<f64>() / times.len() as f64;
        let (p99, median) = (times[times.len() * 99 / 100], times[times.len() / 2]);
        println!("{name} search at {n_vertices}: mean {mean:.2} ms, p99 {p99:.2} ms");
        claim(&format!("{name}_search_{n_vertices}_ms"), median, "none");
    }
    println!("{prepared_in:.0} ms to prepare the ground");
}

/// How long each search takes at best, in milliseconds, the shortest time first: others want the processor too.
fn times(pins: &[Query], mut find: impl FnMut(&Query) -> Outcome) -> Vec<f64> {
    let mut times = vec![f64::INFINITY; pins.len()];
    for _ in 0..N_ROUNDS {
        for (pin, time) in pins.iter().zip(&mut times) {
            let started = Instant::now();
            black_box(find(pin));
            *time = time.min(started.elapsed().as_secs_f64() * 1e3);
        }
    }
    times.sort_by(f64::total_cmp);
    times
}

/// Full builds: ours, the bare triangulation, and the peer's.
fn compare(name: &str, layout: &Layout, n_rounds: usize) {
    // Small ones many times over: the clock of the processor may tick no more often than every few milliseconds.
    let n_times = (20_000 / layout.obstacles.len()).max(1);
    let mean = |work: &dyn Fn() -> usize| {
        best_of(1, || (0..n_times).map(|_| black_box(work())).sum::<usize>()) / n_times as f64
    };
    // By turns, so that whatever else the machine does hits both; the first round only warms up.
    let rounds: Vec<[f64; 2]> = (0..=n_rounds)
        .map(|_| {
            let bare = mean(&|| bare_bulk_load(layout));
            [bare, mean(&|| build(layout, Faces::Merged).unwrap().n_faces())]
        })
        .skip(1)
        .collect();
    let bare = median(rounds.iter().map(|&[bare, _]| bare));
    let ours = median(rounds.iter().map(|&[_, ours]| ours));
    let ratio = median(rounds.iter().map(|&[bare, ours]| ours / bare));
    println!("{name}: {ours:.1} ms for a full build, {bare:.1} ms for a bare bulk load");
    claim(&format!("build_{name}_over_bare_bulk_load"), ratio, "<= 1.5");
    // Theirs grows faster than the map, and says nothing where it fails.
    if layout.obstacles.len() <= 10_000 {
        let started = Instant::now();
        match catch_unwind(|| peer(layout)) {
            Ok(()) => {
                let theirs = started.elapsed().as_secs_f64() * 1e3;
                println!("{name}: {theirs:.1} ms for a full build of the peer");
            }
            Err(_) => println!("{name}: the peer fails"),
        }
    }
}

fn median(numbers: impl Iterator<Item = f64>) -> f64 {
    let mut sorted: Vec<f64> = numbers.collect();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}

/// The shortest time of a few runs, in milliseconds: on the processor where that is known, else by the clock.
fn best_of<T>(n: usize, mut work: impl FnMut() -> T) -> f64 {
    let times = (0..n).map(|_| {
        let (started, before) = (Instant::now(), processor_ms());
        black_box(work());
        match (before, processor_ms()) {
            (Some(before), Some(after)) if before < after => after - before,
            _ => started.elapsed().as_secs_f64() * 1e3,
        }
    });
    times.fold(f64::INFINITY, f64::min)
}

/// How long this thread has been on a processor: Linux says so, and does not count what others take in between.
fn processor_ms() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse::<f64>().ok().map(|nanos| nanos / 1e6)
}

/// What the triangulation library needs for the same outlines: nothing is classified, merged or checked.
fn bare_bulk_load(layout: &Layout) -> usize {
    let (mut vertices, mut edges) = (Vec::new(), Vec::new());
    for obstacle in layout.obstacles.values() {
        let (first, n) = (vertices.len(), obstacle.outline.len());
        vertices.extend(obstacle.outline.iter().map(|p| Point2::new(p.x, p.y)));
        edges.extend((0..n).map(|i| [first + i, first + (i + 1) % n]));
    }
    let first = vertices.len();
    vertices.extend(border(layout).map(|p| Point2::new(p.x, p.y)));
    edges.extend((0..4).map(|i| [first + i, first + (i + 1) % 4]));
    let cdt: ConstrainedDelaunayTriangulation<Point2<f64>> =
        ConstrainedDelaunayTriangulation::try_bulk_load_cdt(vertices, edges, |_| {}).unwrap();
    cdt.num_constraints()
}

fn border(layout: &Layout) -> [Point; 4] {
    let bounds = layout.bounds();
    let (min, max) = (bounds.min, bounds.max);
    [min, Point::new(max.x, min.y), max, Point::new(min.x, max.y)]
}

fn peer(layout: &Layout) {
    let near = |p: Point| Vec2::new(p.x as f32, p.y as f32);
    let mut triangulation = polyanya::Triangulation::from_outer_edges(&border(layout).map(near));
    triangulation.add_obstacles(
        layout.obstacles.values().map(|o| o.outline.iter().map(|&p| near(p)).collect::<Vec<_>>()),
    );
    black_box(triangulation.as_navmesh());
}
