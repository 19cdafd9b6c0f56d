//! A file that is written beside the one whose place it takes.
//!
//! Nobody else ever has its name, so nobody can put it in place half done. While it is written it is locked; one that
//! is not locked was left by a process that ended in the middle, and the next save in that folder removes it.

use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::SystemTime;

use super::calls::{self, Handle};
use super::{Stamp, folder_of};

/// How the names of all of them begin.
const PREFIX: &str = ".wayglass-part-";

/// A file that is written beside the one whose place it takes. Letting go of it removes it.
#[derive(Debug)]
pub(super) struct Part {
    path: PathBuf,
    file: Handle,
    is_in_place: bool,
}

impl Part {
    /// Makes an empty one that others see is in use.
    pub(super) fn new(folder: &Path) -> io::Result<Self> {
        const TRIES: u32 = 32;
        let mut n_tries = 0;
        loop {
            let path = name_in(folder);
            let file = Handle::create_new(&path)?;
            let is_ours = file.try_lock();
            let part = Self { path, file, is_in_place: false };
            n_tries += 1;
            // Who sweeps at this moment may have taken it for a leftover: nobody else shall believe that later.
            if is_ours || TRIES <= n_tries {
                return Ok(part);
            }
        }
    }

    /// Writes one to the end, with the permissions of the file that it is to replace, and reads it back.
    pub(super) fn write(target: &Path, bytes: &[u8]) -> io::Result<Self> {
        let mut part = Self::new(folder_of(target))?;
        // Before anything is in it that somebody may not read.
        if let Ok(old) = calls::metadata(target) {
            part.file.set_permissions(old.permissions())?;
        }
        part.file.write_all(bytes)?;
        part.file.sync()?;
        part.file.read_back(0, bytes)?;
        Ok(part)
    }

    /// How the file will be known.
    pub(super) fn stamp(&self) -> io::Result<Stamp> {
        Ok(Stamp::new(&self.file.metadata()?))
    }

    /// Takes the place of a file, at once.
    pub(super) fn put_in_place_of(&mut self, target: &Path) -> io::Result<()> {
        calls::rename(&self.path, target)?;
        self.is_in_place = true;
        Ok(())
    }

    /// The file, which stays locked until it is let go of.
    pub(super) fn into_lock(self) -> io::Result<Handle> {
        self.file.again()
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        if !self.is_in_place {
            // If it cannot be removed either, the first error says why.
            let _ = calls::remove_file(&self.path);
        }
    }
}

/// A name for one, which nobody else gets.
pub(super) fn name_in(folder: &Path) -> PathBuf {
    folder.join(format!("{PREFIX}{}", unique()))
}

/// A name that no other process and no other call gets.
pub(super) fn unique() -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    // Other machines that see the same folder count their processes by themselves.
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let nanos = now.map_or(0, |now| now.as_nanos());
    format!("{}-{count}-{nanos:x}", process::id())
}

/// Removes what was left in a folder by processes that ended in the middle.
pub(super) fn sweep(folder: &Path) {
    for path in calls::files_in(folder).unwrap_or_default() {
        let name = path.file_name().unwrap_or_default().as_encoded_bytes();
        if name.starts_with(PREFIX.as_bytes()) && Handle::locked(&path).is_some() {
            let _ = calls::remove_file(&path);
        }
    }
}
