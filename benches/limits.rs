//! How long a full build takes at worst, and how soon a search or a build ends that nobody wants any more.
#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a bench talks, and stops at the first surprise"
)]

use std::hint::black_box;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use wayglass::build::live::Live;
use wayglass::build::{Faces, build};
use wayglass::geom::Point;
use wayglass::layout::field::{CORNERS, Crowd, field};
use wayglass::layout::{Layout, Obstacle};
use wayglass::search::{Ground, Outcome, Polyanya, Preparation, Query};
use wayglass::task::{OnlyCancels, Progress};
use wayglass::watch::Watch;

#[path = "support.rs"]
mod support;
use support::claim;

fn main() {
    // A number as argument limits the size, for a quick look.
    let most = std::env::args().filter_map(|word| word.parse().ok()).next().unwrap_or(100_000);
    for (n_obstacles, n_builds, goal) in [(1_000, 300, "<= 33"), (10_000, 200, "<= 300")] {
        if n_obstacles <= most {
            // The goal is one for obstacles of six corners; those of a field have ten.
            rebuild(n_obstacles, "six", n_builds, goal, hexagons);
            rebuild(n_obstacles, "ten", n_builds, "none", |layout| layout);
        }
    }
    cancel(most.min(100_000));
    cancel_build(most.min(100_000));
}

/// The same layout, with six of the corners of each obstacle.
fn hexagons(mut layout: Layout) -> Layout {
    const KEPT: [usize; 6] = [0, 2, 4, 5, 7, 9];
    for obstacle in layout.obstacles.values_mut() {
        *obstacle = Obstacle::new(KEPT.map(|i| obstacle.outline[i]));
    }
    layout
}

/// Builds everything anew, many times over.
fn rebuild(
    n_obstacles: usize,
    n_corners: &str,
    n_builds: usize,
    goal: &str,
    made_of: impl Fn(Layout) -> Layout,
) {
    for crowd in [Crowd::Apart, Crowd::Overlapping] {
        let layout = made_of(field(n_obstacles * CORNERS, crowd));
        let mut millis: Vec<f64> = (0..n_builds)
            .map(|_| {
                let started = Instant::now();
                let mesh = black_box(build(&layout, Faces::Merged).unwrap());
                let took = started.elapsed();
                drop(mesh);
                took.as_secs_f64() * 1e3
            })
            .collect();
        millis.sort_by(f64::total_cmp);
        let name = format!("{crowd:?}_{n_obstacles}_of_{n_corners}").to_lowercase();
        println!("{name}: half of the builds within {:.1} ms", millis[n_builds / 2]);
        claim(&format!("rebuild_{name}_p99_ms"), millis[(n_builds * 99).div_ceil(100) - 1], goal);
    }
}

/// Searches from corner to corner of a large field, and takes the wish back in the middle of it.
fn cancel(n_obstacles: usize) {
    let mesh = build(&field(n_obstacles * CORNERS, Crowd::Apart), Faces::Merged).unwrap();
    let bounds = mesh.bounds();
    let ground = Ground::new(Arc::new(mesh), &Preparation::default());
    let inside = |p: Point| p + (bounds.min + (bounds.max - bounds.min) * 0.5 - p) * 1e-6;
    let query = Query { start: inside(bounds.min), goal: inside(bounds.max) };
    let worst = (0..50).map(|round| latency(&ground, &query, Duration::from_micros(200 * round)));
    claim(&format!("cancel_{n_obstacles}_worst_ms"), worst.fold(0.0, f64::max), "<= 100");
}

/// Builds a large field, and takes the wish back at moments all over it.
fn cancel_build(n_obstacles: usize) {
    const ROUNDS: u32 = 16;
    for crowd in [Crowd::Apart, Crowd::Overlapping] {
        let layout = field(n_obstacles * CORNERS, crowd);
        let started = Instant::now();
        let mut silence = Silence { asked: started, at: 0.0, longest: (Duration::ZERO, 0.0) };
        let live = Live::watched(layout.clone(), Faces::Merged, &mut silence).unwrap();
        let whole = started.elapsed();
        silence.goes_on(1.0);
        drop(live);
        let worst = (0..ROUNDS).map(|round| {
            // What the round before has left to itself runs on for a while.
            thread::sleep(whole / 2);
            let progress = Progress::default();
            let after = whole * round / ROUNDS;
            millis_to_end(&progress, after, || {
                black_box(Live::watched(layout.clone(), Faces::Merged, &mut &progress).is_ok());
            })
        });
        let name = format!("{crowd:?}_{n_obstacles}").to_lowercase();
        let (longest, at) = silence.longest;
        println!("{name}: a build to edit takes {:.0} ms", whole.as_secs_f64() * 1e3);
        println!("{name}: it is silent for {:.0} ms after {at:.3}", longest.as_secs_f64() * 1e3);
        claim(&format!("cancel_build_{name}_worst_ms"), worst.fold(0.0, f64::max), "<= 100");
    }
}

/// Waits for a build, and notes for how long and where it was not asked.
struct Silence {
    asked: Instant,
    at: f32,
    longest: (Duration, f32),
}

impl Watch for Silence {
    fn goes_on(&mut self, part: f32) -> bool {
        let silent = self.asked.elapsed();
        if self.longest.0 < silent {
            self.longest = (silent, self.at);
        }
        (self.asked, self.at) = (Instant::now(), part);
        true
    }

    fn waits_for(&mut self, work: Box<dyn FnOnce() + Send>) -> bool {
        self.goes_on(self.at);
        work();
        self.asked = Instant::now();
        true
    }
}

/// How long after the word some work ends.
fn millis_to_end(progress: &Progress, after: Duration, work: impl FnOnce() + Send) -> f64 {
    thread::scope(|scope| {
        let working = scope.spawn(|| {
            work();
            Instant::now()
        });
        thread::sleep(after);
        let said = Instant::now();
        progress.cancel();
        working.join().unwrap().saturating_duration_since(said).as_secs_f64() * 1e3
    })
}

/// How long after the word a search ends, in milliseconds.
fn latency(ground: &Ground, query: &Query, after: Duration) -> f64 {
    let progress = Progress::default();
    millis_to_end(&progress, after, || {
        let mut polyanya = Polyanya::default();
        // Short ones are searched for again: the word comes in the middle of one.
        while polyanya.find(ground, query, &mut OnlyCancels(&progress)) != Outcome::Cancelled {}
    })
}
