//! Real files, where they are at hand.

use std::path::PathBuf;

use super::layout;
use crate::format::Format;
use crate::format::words::Words;
use crate::mesh::Kind;

fn corpus() -> PathBuf {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/data");
    std::env::var_os("WAYGLASS_CORPUS").map_or_else(|| beside.into(), PathBuf::from)
}

#[test]
fn real_files_hold_what_was_counted_in_them() {
    // Points, edges, crossing pairs, repeated and self edges together.
    let expected = [
        ("Capital A", 29, 29, 0, 0),
        ("Constrained Sweden", 2619, 2619, 0, 0),
        ("Hanging", 7, 1, 0, 0),
        ("Hanging2", 13, 9, 0, 0),
        ("HangingIntersection", 7, 2, 1, 0),
        ("Letter u", 8, 8, 0, 0),
        ("OnEdge", 20, 0, 0, 0),
        ("cdt", 101, 103, 0, 3),
        ("crossing-edges", 4, 2, 1, 0),
        ("ditch", 11, 12, 0, 0),
        ("double-hanging", 7, 1, 0, 0),
        ("guitar no box", 144, 144, 0, 0),
        ("island", 95, 95, 0, 0),
        ("kidney", 50, 50, 0, 0),
        ("overlapping constraints", 8, 8, 0, 0),
        ("points_on_constraint_edge", 12, 1, 0, 0),
        ("square with crack", 7, 7, 0, 0),
        ("test_data_small", 100, 2, 0, 0),
        ("triple-hanging", 8, 1, 0, 0),
        ("unit square", 4, 4, 0, 0),
    ];
    for (name, n_points, n_edges, n_crossings, n_odd) in expected {
        let Ok(bytes) = std::fs::read(corpus().join(format!("cdt/{name}.txt"))) else { continue };
        assert_eq!(Format::of(&bytes), Some(Format::Cdt), "{name}");
        let mut words = Words::new(&bytes);
        assert_eq!(
            crate::format::cdt::first_counts(&mut words),
            Some((n_points, n_edges)),
            "{name}"
        );
        let text = String::from_utf8(bytes.clone()).unwrap();
        let (layout, draft) = layout(&text);
        let count = |kind| draft.findings.count(kind);
        assert_eq!(
            (count(Kind::OutlineCrossing), count(Kind::OddOutline)),
            (n_crossings, n_odd),
            "{name}"
        );
        let n_self = draft
            .findings
            .list()
            .iter()
            .filter(|finding| finding.message.contains("itself"))
            .count();
        assert_eq!(layout.walls.len(), n_edges as usize - n_self, "{name}");
        assert_eq!(count(Kind::Unchecked), 0, "{name}");
    }
}
