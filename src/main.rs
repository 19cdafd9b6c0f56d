//! Arguments in; a window or a headless answer out.

use std::process::ExitCode;

fn main() -> ExitCode {
    wayglass::cli::main()
}
