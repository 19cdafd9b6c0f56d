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
    use wayglass::app::{NoWindow, open_window};
    match open_window(files.clone()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why @ NoWindow::NotOpened(_)) => cli::without_window(&files, &why.to_string()),
        Err(why @ NoWindow::Failed(_)) => cli::failed(&why),
    }
}

#[cfg(not(feature = "app"))]
fn open(files: Vec<std::path::PathBuf>) -> ExitCode {
    cli::without_window(&files, "this program was built without its window")
}
