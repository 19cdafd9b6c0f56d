//! Opening maps with a progress bar.

use std::io::{self, IsTerminal};
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use indicatif::{ProgressBar, ProgressStyle};

use crate::disk;
use crate::format::{self, Import, Options, Watch};

/// Reads a map from the disk.
pub(super) fn open(path: &Path, options: &Options) -> anyhow::Result<Import> {
    let read = || {
        let bytes = disk::read(path)?;
        anyhow::Ok(format::read_with(&bytes, options, &mut Bar::new())?)
    };
    read().with_context(|| path.display().to_string())
}

/// A progress bar of so many steps; it shows itself on a terminal only.
pub(super) fn bar(n_steps: usize) -> ProgressBar {
    let style =
        ProgressStyle::with_template("{wide_bar} {percent} %").expect("the template is sound");
    ProgressBar::new(n_steps as u64).with_style(style)
}

/// A progress bar that shows itself only on a terminal, and only if the work takes a while.
struct Bar {
    started: Instant,
    bar: Option<ProgressBar>,
}

impl Bar {
    fn new() -> Self {
        Self { started: Instant::now(), bar: None }
    }
}

impl Watch for Bar {
    fn goes_on(&mut self, part: f32) -> bool {
        const PATIENCE: Duration = Duration::from_millis(500);
        const STEPS: u64 = 1000;
        if self.bar.is_none() && PATIENCE < self.started.elapsed() && io::stderr().is_terminal() {
            self.bar = Some(bar(STEPS as usize));
        }
        if let Some(bar) = &self.bar {
            bar.set_position((part * STEPS as f32) as u64);
        }
        true
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
