//! The files at hand: the examples, and the real maps where there are any.

use std::fs;
use std::path::{Path, PathBuf};

use wayglass::example::Example;
use wayglass::format::Format;

mod corpus;

pub(crate) use corpus::corpus;

/// All files below a folder, in order.
pub(crate) fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(files_below(&path));
        } else {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// All files at hand: the examples, and the real maps where there are any.
pub(crate) fn all_files() -> Vec<(String, Vec<u8>)> {
    let examples =
        Example::ALL.iter().map(|example| (example.file_name.to_owned(), example.bytes.to_vec()));
    let mut files: Vec<_> = examples.collect();
    if let Some(folder) = corpus() {
        for path in files_below(&folder) {
            let bytes = fs::read(&path).unwrap();
            if Format::of(&bytes).is_some() {
                files.push((path.display().to_string(), bytes));
            }
        }
    }
    files
}

/// Files that have misled us once, by name.
#[allow(dead_code, reason = "they are replayed by tests")]
pub(crate) fn found() -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/found");
    let is_input = |path: &PathBuf| path.extension().is_none_or(|ending| ending != "md");
    let files = files_below(&folder).into_iter().filter(is_input);
    let files: Vec<_> =
        files.map(|path| (path.display().to_string(), fs::read(path).unwrap())).collect();
    assert!(!files.is_empty());
    files
}
