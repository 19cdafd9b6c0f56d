//! `wayglass bench`: how fast it is, on this machine.

use std::f64::consts::TAU;
use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::bail;
use clap::Subcommand;
use serde_json::json;

use crate::build::live::{Edit, Edited, Live};
use crate::build::{Faces, build};
use crate::geom::Point;
use crate::layout::field::{Crowd, field};
use crate::layout::{ObstacleId, Outline};
use crate::text::{grouped, measure};

use super::help;

/// What to measure.
#[derive(Debug, Subcommand)]
pub(super) enum Bench {
    /// Drag one corner of one obstacle, and say how long it takes from edit to mesh
    #[command(after_help = help::BENCH)]
    Edit {
        /// How many corners all obstacles have together
        #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(10..=10_000_000))]
        vertices: u32,
        /// How many times it is moved
        #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
        frames: u32,
        /// Print JSON for scripts
        #[arg(long)]
        json: bool,
    },
}

/// Measures, and says what came out.
pub(super) fn run(bench: &Bench, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let &Bench::Edit { vertices, frames, json } = bench;
    let layout = field(vertices as usize, Crowd::Apart);
    let n_vertices = layout.n_points();
    let started = Instant::now();
    build(&layout, Faces::Merged)?;
    let rebuild_ms = started.elapsed().as_secs_f64() * 1e3;
    let micros = drag(Live::new(layout, Faces::Merged)?, frames)?;
    let at = |part: f64| micros[((micros.len() - 1) as f64 * part).round() as usize];
    let (median, p99, max) = (at(0.5), at(0.99), at(1.0));
    if json {
        let answer = json!({
            "vertices": n_vertices,
            "frames": frames,
            "median_us": median,
            "p99_us": p99,
            "max_us": max,
            "rebuild_ms": rebuild_ms,
        });
        writeln!(out, "{answer:#}")?;
    } else {
        writeln!(out, "dragging one of {} corners", grouped(n_vertices))?;
        writeln!(out, "  median      {} µs from edit to mesh", measure(median))?;
        writeln!(out, "  p99         {} µs", measure(p99))?;
        writeln!(out, "  slowest     {} µs of {} frames", measure(max), grouped(frames as usize))?;
        writeln!(out, "  full build  {} ms", measure(rebuild_ms))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// How long each frame took, in microseconds, the quickest first.
fn drag(mut live: Live, frames: u32) -> anyhow::Result<Vec<f64>> {
    let id = ObstacleId(live.layout().obstacles.len() as u32 / 2);
    let Some(obstacle) = live.layout().obstacles.get(&id).cloned() else {
        bail!("there is nothing to drag");
    };
    let mut micros = Vec::new();
    for frame in 0..frames {
        let (sin, cos) = (TAU * f64::from(frame) / 100.0).sin_cos();
        let mut points = obstacle.outline.to_vec();
        points[0] = points[0] + Point::new(cos, sin) * 1.5;
        let mut moved = obstacle.clone();
        moved.outline = Outline::from(points);
        let started = Instant::now();
        let edited = live.edit(Edit::Obstacle(id, Some(moved)))?;
        micros.push(started.elapsed().as_secs_f64() * 1e6);
        if edited == Edited::Everything {
            bail!("frame {frame} was built anew");
        }
    }
    micros.sort_by(f64::total_cmp);
    Ok(micros)
}
