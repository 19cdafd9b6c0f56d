//! How much memory reading a `.mesh` takes at its peak, the file included, beside the size of the file.
#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a bench talks, and stops at the first surprise"
)]

use peak_alloc::PeakAlloc;
use wayglass::format;

#[path = "support.rs"]
mod support;
use support::{claim, made_map, maps};

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

fn main() {
    for map in maps() {
        measure(&format!("memory_{}_times_file", map.name), &map.bytes);
    }
    measure("memory_million_vertices_times_file", &made_map(1000, 3));
}

/// The peak while the file is read, as a multiple of the file, which is held all the while.
fn measure(name: &str, bytes: &[u8]) {
    let others = HEAP.current_usage() - bytes.len();
    HEAP.reset_peak_usage();
    let import = format::read(bytes).unwrap();
    let peak = HEAP.peak_usage() - others;
    drop(import);
    claim(name, peak as f64 / bytes.len() as f64, "<= 3");
}
