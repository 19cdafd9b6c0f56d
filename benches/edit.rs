//! How long it takes from an edit to a mesh, beside what the peers need to begin with: a triangulation from scratch.
#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a bench talks, and stops at the first surprise"
)]

use std::time::Instant;

use spade::{ConstrainedDelaunayTriangulation, Point2};
use wayglass::build::{Faces, build};
use wayglass::layout::Layout;
use wayglass::layout::field::{Crowd, field};

#[path = "support.rs"]
mod support;
use support::claim;

fn main() {
    for n_vertices in [1_000, 10_000, 100_000] {
        for crowd in [Crowd::Apart, Crowd::Overlapping] {
            let layout = field(n_vertices, crowd);
            let ours = best_of(5, || build(&layout, Faces::Merged).unwrap().n_faces());
            let name = format!("{crowd:?}_{n_vertices}").to_lowercase();
            println!("{name}: {ours:.1} ms for a full build");
            if crowd == Crowd::Apart {
                let bare = best_of(5, || bare_bulk_load(&layout));
                claim(&format!("build_{name}_over_bare_bulk_load"), ours / bare, "<= 1.5");
            }
        }
    }
}

/// The shortest time of a few runs, in milliseconds.
fn best_of<T>(n: usize, mut work: impl FnMut() -> T) -> f64 {
    let times = (0..n).map(|_| {
        let started = Instant::now();
        std::hint::black_box(work());
        started.elapsed().as_secs_f64() * 1e3
    });
    times.fold(f64::INFINITY, f64::min)
}

/// What the triangulation library needs for the same outlines: nothing is classified, merged or checked.
fn bare_bulk_load(layout: &Layout) -> usize {
    let (mut vertices, mut edges) = (Vec::new(), Vec::new());
    for obstacle in layout.obstacles.values() {
        let (first, n) = (vertices.len(), obstacle.outline.len());
        vertices.extend(obstacle.outline.iter().map(|p| Point2::new(p.x, p.y)));
        edges.extend((0..n).map(|i| [first + i, first + (i + 1) % n]));
    }
    let bounds = layout.bounds();
    let first = vertices.len();
    let (min, max) = (bounds.min, bounds.max);
    vertices.extend(
        [(min.x, min.y), (max.x, min.y), (max.x, max.y), (min.x, max.y)]
            .map(|(x, y)| Point2::new(x, y)),
    );
    edges.extend((0..4).map(|i| [first + i, first + (i + 1) % 4]));
    let cdt: ConstrainedDelaunayTriangulation<Point2<f64>> =
        ConstrainedDelaunayTriangulation::try_bulk_load_cdt(vertices, edges, |_| {}).unwrap();
    cdt.num_constraints()
}
