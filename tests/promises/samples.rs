//! The files at hand: the examples, and the real maps where there are any.
//!
//! The maps are not ours and not in the repository. They are looked for in the folder that `WAYGLASS_CORPUS` names,
//! or in `../shared/data` beside the checkout.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Once;

use wayglass::example::Example;
use wayglass::format::Format;

/// The folder of real maps; where there is none, one line says that the tests on them are skipped.
pub(crate) fn corpus() -> Option<PathBuf> {
    static TOLD: Once = Once::new();
    let named = std::env::var_os("WAYGLASS_CORPUS").map(PathBuf::from);
    let folder =
        named.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data"));
    if !folder.is_dir() {
        // Written past the macros, which the test runner would keep to itself.
        TOLD.call_once(|| {
            let told = "skipped: all tests on real maps, as there is no folder of them (WAYGLASS_CORPUS)\n";
            std::io::stderr().write_all(told.as_bytes()).unwrap();
        });
        return None;
    }
    Some(folder)
}

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
