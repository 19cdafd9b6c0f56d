//! Real files, where they are at hand.

use std::path::PathBuf;

use super::layout;
use crate::format::blobs::recognizes;

fn corpus() -> PathBuf {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/data");
    std::env::var_os("WAYGLASS_CORPUS").map_or_else(|| beside.into(), PathBuf::from)
}

#[test]
fn real_files_are_read() {
    for name in ["arena", "aurora"] {
        let Ok(bytes) = std::fs::read(corpus().join(format!("navmesh_txt/{name}_holes_blobs.txt")))
        else {
            continue;
        };
        assert!(recognizes(&bytes));
        let text = String::from_utf8(bytes).unwrap();
        let (layout, draft) = layout(&text);
        assert_eq!(layout.obstacles.len(), text.lines().count());
        assert!(draft.findings.is_empty(), "{:?}", draft.findings.list().first());
    }
}
