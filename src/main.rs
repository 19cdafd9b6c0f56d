//! Arguments in; a window or a headless answer out.

use std::process::ExitCode;

use wayglass::cli::{self, Started};

fn main() -> ExitCode {
    match cli::main() {
        Started::Done(code) => code,
        Started::Window(files) => open(files),
    }
}

#[cfg(feature = "app")]
fn open(files: Vec<std::path::PathBuf>) -> ExitCode {
    match wayglass::app::open_window(files.clone()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => cli::without_window(&files, &why.to_string()),
    }
}

#[cfg(not(feature = "app"))]
fn open(files: Vec<std::path::PathBuf>) -> ExitCode {
    cli::without_window(&files, "this program was built without its window")
}
