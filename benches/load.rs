//! How fast a `.mesh` is read: bytes to bare arrays, and bytes to a checked mesh, beside the `polyanya` crate.
//!
//! Both readers take turns on the same bytes in the same run; what counts is the ratio of their medians.
#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a bench talks, and stops at the first surprise"
)]

use std::hint::black_box;
use std::time::Instant;

use wayglass::format::{self, mesh2, mesh3};

#[path = "support.rs"]
mod support;
use support::{Map, claim, made_map, maps};

fn main() {
    for map in maps() {
        compare(&map);
    }
    million_vertices();
}

fn compare(map: &Map) {
    let Map { name, bytes } = map;
    let megabytes = bytes.len() as f64 / 1e6;
    let ours_raw = || match *name {
        "v2" => drop(black_box(mesh2::records(bytes, "2", &mut ()).unwrap())),
        _ => drop(black_box(mesh3::records(bytes, &mut ()).unwrap())),
    };
    let ours = || drop(black_box(format::read(bytes).unwrap()));
    let theirs_raw = || drop(black_box(polyanya::PolyanyaFile::from_bytes(bytes)));
    let theirs = || {
        let mut mesh: polyanya::Mesh =
            polyanya::PolyanyaFile::from_bytes(bytes).try_into().unwrap();
        mesh.bake();
        drop(black_box(mesh));
    };
    let [ours_raw, ours, theirs_raw, theirs] = medians([&ours_raw, &ours, &theirs_raw, &theirs]);
    println!(
        "{name}: {megabytes:.2} MB; raw {:.2} ms, checked {:.2} ms",
        ours_raw * 1e3,
        ours * 1e3
    );
    println!(
        "{name}: polyanya crate: parse {:.2} ms, parse and bake {:.2} ms",
        theirs_raw * 1e3,
        theirs * 1e3
    );
    claim(&format!("load_{name}_raw_mb_per_s"), megabytes / ours_raw, "none");
    claim(&format!("load_{name}_checked_mb_per_s"), megabytes / ours, "none");
    claim(&format!("load_{name}_raw_times_faster"), theirs_raw / ours_raw, ">= 4");
    claim(&format!("load_{name}_checked_times_faster"), theirs / ours, ">= 3");
}

/// Seconds of each, taking turns, the median of fifteen.
fn medians<const N: usize>(runs: [&dyn Fn(); N]) -> [f64; N] {
    let mut times = [const { Vec::new() }; N];
    for _ in 0..15 {
        for (run, times) in runs.iter().zip(&mut times) {
            let start = Instant::now();
            run();
            times.push(start.elapsed().as_secs_f64());
        }
    }
    times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    })
}

fn million_vertices() {
    let bytes = made_map(1000, 3);
    let [seconds] = medians([&|| {
        let import = format::read(&bytes).unwrap();
        assert_eq!(import.findings.list(), [], "the made map is sound");
    }]);
    println!("a million vertices, {:.0} MB: {seconds:.2} s", bytes.len() as f64 / 1e6);
    claim("load_million_vertices_s", seconds, "about 1");
}
