//! Opening maps with a progress bar.

use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use indicatif::{ProgressBar, ProgressStyle};

use crate::build::{self, Faces};
use crate::disk;
use crate::document::repro::{self, Repro};
use crate::format::{self, Content, Import, Options};
use crate::mesh::Navmesh;
use crate::watch::Watch;

/// A file that was read.
pub(super) struct Opened {
    pub(super) import: Import,
    /// The bytes of the map, without what a repro says before it.
    pub(super) bytes: Vec<u8>,
    /// What was asked of it, if the file says that.
    pub(super) repro: Option<Repro>,
}

/// Reads a map from the disk, without what is hidden in it.
pub(super) fn open(path: &Path, options: &Options) -> anyhow::Result<Import> {
    open_with_words(path, options).map(|opened| opened.import)
}

/// The same, and its words.
pub(super) fn open_with_words(path: &Path, options: &Options) -> anyhow::Result<Opened> {
    let opened = read(path, options)?;
    Ok(Opened { import: opened.import.shown(), ..opened })
}

/// Reads a file from the disk with all that is in it, hidden or not.
pub(super) fn open_all(path: &Path, options: &Options) -> anyhow::Result<Import> {
    read(path, options).map(|opened| opened.import)
}

fn read(path: &Path, options: &Options) -> anyhow::Result<Opened> {
    let read = || {
        let mut bytes = disk::read(path)?;
        let mut repro = None;
        if repro::recognizes(&bytes) {
            let (asked, map) = repro::read(&bytes)?;
            (bytes, repro) = (map.to_vec(), Some(asked));
        }
        let import = format::read_with(&bytes, options, &mut Bar::new())?;
        anyhow::Ok(Opened { import, bytes, repro })
    };
    read().with_context(|| path.display().to_string())
}

/// The faces of a file; those of a drawing are built first.
pub(super) fn mesh(path: &Path, import: &Import) -> anyhow::Result<Arc<Navmesh>> {
    let name = path.display();
    match &import.content {
        Content::Mesh(mesh) => Ok(mesh.clone()),
        Content::Layout(layout) => {
            let built = build::whole(layout, Faces::Merged).with_context(|| name.to_string())?;
            Ok(Arc::new(built.mesh))
        }
        Content::Scenario(_) | Content::Trace(_) => {
            bail!("{name}: there are no faces in a {}", import.format.title())
        }
    }
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
