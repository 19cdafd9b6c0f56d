//! The disk: reading at most what can be counted, writing so that no file is ever left half done.

use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;

use crate::format::MAX_BYTES;

/// All bytes of a file; one more than are allowed, where there are too many.
pub fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // One byte more than allowed is enough to tell, and a device that never ends does.
    let file = File::open(path).context("cannot open it")?;
    file.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes).context("cannot read it")?;
    Ok(bytes)
}

/// Replaces a file as a whole: at every moment there is either the old one or the new one.
///
/// A link goes on pointing where it did, and what is no file, such as a terminal, is simply written to.
pub fn save(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
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
