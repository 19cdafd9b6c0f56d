//! The disk: reading with a progress bar, writing so that no file is ever left half done.

use std::fs::{self, File};
use std::io::{self, IsTerminal, Read as _, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use indicatif::{ProgressBar, ProgressStyle};

use crate::format::{self, Import, MAX_BYTES, Options, Watch};

/// Reads a map from the disk.
pub(super) fn open(path: &Path, options: &Options) -> anyhow::Result<Import> {
    let read = || {
        let mut bytes = Vec::new();
        // One byte more than allowed is enough to tell, and a device that never ends does.
        let file = File::open(path).context("cannot open it")?;
        file.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes).context("cannot read it")?;
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

/// Replaces a file as a whole: at every moment there is either the old one or the new one.
///
/// A link goes on pointing where it did, and what is no file, such as a terminal, is simply written to.
pub(super) fn save(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if fs::metadata(path).is_ok_and(|old| !old.is_file() && !old.is_dir()) {
        return fs::write(path, bytes)
            .with_context(|| format!("{}: cannot write it", path.display()));
    }
    let beside = beside(path);
    let result = write_beside(&beside, path, bytes).and_then(|()| fs::rename(&beside, path));
    if result.is_err() {
        // The half-written file is ours; if it cannot be removed either, the first error says why.
        let _ = fs::remove_file(&beside);
    }
    result.with_context(|| format!("{}: cannot write it", path.display()))?;
    sync_folder(path);
    Ok(())
}

fn beside(path: &Path) -> PathBuf {
    let mut name = std::ffi::OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(".wayglass-part");
    path.with_file_name(name)
}

fn write_beside(beside: &Path, path: &Path, bytes: &[u8]) -> io::Result<()> {
    // What an earlier run left behind is ours; a link that somebody put there must not be followed.
    let _ = fs::remove_file(beside);
    let mut file = File::create_new(beside)?;
    file.write_all(bytes)?;
    if let Ok(old) = fs::metadata(path) {
        file.set_permissions(old.permissions())?;
    }
    file.sync_all()
}

/// Makes the new name last. Not every system can; the file itself is safe already.
fn sync_folder(path: &Path) {
    let folder =
        path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}
