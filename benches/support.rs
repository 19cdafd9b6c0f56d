//! What the benches share: the maps they load, how they take times, and how they print a claim.

use std::path::PathBuf;
use std::time::Instant;

#[path = "../tests/promises/corpus.rs"]
mod corpus;

/// Where the real maps are; where they are not at hand, a folder that has none.
#[allow(dead_code, reason = "not every bench needs real maps")]
pub(crate) fn corpus() -> PathBuf {
    corpus::corpus().unwrap_or_default()
}

/// A map to load.
#[allow(dead_code, reason = "not every bench loads maps")]
pub(crate) struct Map {
    /// What the claims call it.
    pub(crate) name: &'static str,
    /// The file.
    pub(crate) bytes: Vec<u8>,
}

/// The real maps of the benchmark where they are at hand, otherwise a made one of the same size.
#[allow(dead_code, reason = "not every bench loads maps")]
pub(crate) fn maps() -> [Map; 2] {
    let folder = corpus();
    let read = |name, path: &str, version| {
        let bytes = std::fs::read(folder.join(path)).unwrap_or_else(|_| {
            println!("{path} is not at hand: a made map of its size stands in for it");
            made_map(187, version)
        });
        Map { name, bytes }
    };
    [read("v2", "mesh_v2/aurora.mesh", 2), read("v3", "mesh_v3/aurora_v3.mesh", 3)]
}

/// A square of `n` by `n` vertices, a little out of line, with two triangles in each cell.
#[allow(dead_code, reason = "not every bench makes maps")]
pub(crate) fn made_map(n: usize, version: u32) -> Vec<u8> {
    use std::fmt::Write as _;
    let cells = n - 1;
    let n_faces = 2 * cells * cells;
    let mut text = format!("mesh\n{version}\n{} {n_faces}\n", n * n);
    let face = |x: isize, y: isize, upper: usize| -> isize {
        let inside = 0 <= x && x < cells as isize && 0 <= y && y < cells as isize;
        if inside { 2 * (y * cells as isize + x) + upper as isize } else { -1 }
    };
    for y in 0..n {
        for x in 0..n {
            // Five decimals and no pattern, as in maps that were measured and not drawn.
            let jitter =
                |seed: usize| ((seed * 7919 + x * 104_729 + y * 1_299_709) % 40_000) as f64 * 1e-5;
            let (px, py) = (x as f64 + jitter(1), y as f64 + jitter(2));
            if version == 3 {
                writeln!(text, "{px:.5} {py:.5}").unwrap();
                continue;
            }
            let (x, y) = (x as isize, y as isize);
            let around = [
                face(x, y, 0),
                face(x - 1, y, 1),
                face(x - 1, y, 0),
                face(x - 1, y - 1, 1),
                face(x, y - 1, 0),
                face(x, y - 1, 1),
            ];
            let mut faces: Vec<isize> = around.into_iter().filter(|&face| 0 <= face).collect();
            faces.dedup();
            if faces.len() < 6 {
                faces.push(-1);
            }
            write!(text, "{px:.5} {py:.5} {}", faces.len()).unwrap();
            faces.iter().for_each(|face| write!(text, " {face}").unwrap());
            text.push('\n');
        }
    }
    let base = isize::from(version == 3);
    for y in 0..cells as isize {
        for x in 0..cells as isize {
            let vertex = |dx: isize, dy: isize| (y + dy) * n as isize + x + dx + base;
            let other = |x, y, upper| face(x, y, upper) + base;
            let (a, b, c, d) = (vertex(0, 0), vertex(1, 0), vertex(1, 1), vertex(0, 1));
            let walkable = if version == 3 { "1 " } else { "" };
            // The neighbour in slot j is over the side that ends at corner j.
            let (left, below, diagonal) = (other(x - 1, y, 1), other(x, y - 1, 1), other(x, y, 1));
            writeln!(text, "{walkable}3 {a} {b} {d} {left} {below} {diagonal}").unwrap();
            let (right, above, diagonal) = (other(x + 1, y, 0), other(x, y + 1, 0), other(x, y, 0));
            writeln!(text, "{walkable}3 {b} {c} {d} {diagonal} {right} {above}").unwrap();
        }
    }
    text.into_bytes()
}

/// Seconds of each, taking turns so that whatever else the machine does strikes all alike; the medians.
#[allow(dead_code, reason = "not every bench compares")]
pub(crate) fn medians<const N: usize>(
    n_rounds: usize,
    mut runs: [&mut dyn FnMut(); N],
) -> [f64; N] {
    let mut times = [const { Vec::new() }; N];
    for _ in 0..n_rounds {
        for (run, times) in runs.iter_mut().zip(&mut times) {
            let started = Instant::now();
            run();
            times.push(started.elapsed().as_secs_f64());
        }
    }
    times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    })
}

/// Prints a claim that a script can read.
pub(crate) fn claim(name: &str, value: f64, goal: &str) {
    println!("claim {name} = {value:.2} (goal {goal})");
}
