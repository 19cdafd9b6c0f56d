//! How fast a `.mesh` is read: bytes to bare arrays, and bytes to a checked mesh, beside the `polyanya` crate.
//!
//! Both readers take turns on the same bytes in the same run; what counts is the ratio of their medians.
#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a bench talks, and stops at the first surprise"
)]

use std::hint::black_box;

use wayglass::format::{self, mesh2, mesh3};

#[path = "support.rs"]
mod support;
use support::{Map, claim, made_map, maps, medians};

/// How often each of them takes its turn.
const N_ROUNDS: usize = 15;

fn main() {
    for map in maps() {
        compare(&map);
    }
    million_vertices();
}

fn compare(map: &Map) {
    let Map { name, bytes } = map;
    let megabytes = bytes.len() as f64 / 1e6;
    let mut ours_raw = || match *name {
        "v2" => drop(black_box(mesh2::records(bytes, "2", &mut ()).unwrap())),
        _ => drop(black_box(mesh3::records(bytes, &mut ()).unwrap())),
    };
    let mut ours = || drop(black_box(format::read(bytes).unwrap()));
    let mut theirs_raw = || drop(black_box(polyanya::PolyanyaFile::from_bytes(bytes)));
    let mut theirs = || {
        let mut mesh: polyanya::Mesh =
            polyanya::PolyanyaFile::from_bytes(bytes).try_into().unwrap();
        mesh.bake();
        drop(black_box(mesh));
    };
    let [ours_raw, ours, theirs_raw, theirs] =
        medians(N_ROUNDS, [&mut ours_raw, &mut ours, &mut theirs_raw, &mut theirs]);
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

fn million_vertices() {
    let bytes = made_map(1000, 3);
    let mut open = || {
        let import = format::read(&bytes).unwrap();
        assert_eq!(import.findings.list(), [], "the made map is sound");
    };
    let [seconds] = medians(N_ROUNDS, [&mut open]);
    println!("a million vertices, {:.0} MB: {seconds:.2} s", bytes.len() as f64 / 1e6);
    claim("load_million_vertices_s", seconds, "about 1");
}
