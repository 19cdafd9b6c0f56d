//! Every call to the file system that saving and keeping make. Here tests can let any of them fail; elsewhere nobody
//! calls it.

use std::fs::{self, File, Metadata, Permissions, TryLockError};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use super::faults::{self, Fault};
use crate::format::MAX_BYTES;

/// A file that is open.
#[derive(Debug)]
pub(super) struct Handle(File);

impl Handle {
    pub(super) fn create_new(path: &Path) -> io::Result<Self> {
        faults::pass()?;
        File::options().read(true).write(true).create_new(true).open(path).map(Self)
    }

    /// To be written to at its end.
    pub(super) fn at_end_of(path: &Path) -> io::Result<Self> {
        faults::pass()?;
        File::options().read(true).append(true).open(path).map(Self)
    }

    /// To be written to as it is: what is no file, such as a terminal.
    pub(super) fn device(path: &Path) -> io::Result<Self> {
        faults::pass()?;
        File::options().write(true).open(path).map(Self)
    }

    /// As a lock that nobody else holds.
    pub(super) fn locked(path: &Path) -> Option<Self> {
        faults::pass().ok()?;
        let file = File::options().read(true).write(true).open(path).ok()?;
        file.try_lock().ok()?;
        Some(Self(file))
    }

    /// Shows others that it is in use, where the disk knows locks; fails if one of them has it.
    pub(super) fn try_lock(&self) -> bool {
        // On a disk that knows none, nobody can take it for a leftover either.
        !matches!(self.0.try_lock(), Err(TryLockError::WouldBlock))
    }

    pub(super) fn write_all(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        while let Some((fault, error)) = (!bytes.is_empty()).then(faults::next_write).flatten() {
            let (half, rest) = bytes.split_at(bytes.len() / 2);
            self.0.write_all(half)?;
            match fault {
                Fault::Short => bytes = rest,
                Fault::Lost => return Ok(()),
                Fault::Garbled => {
                    let garbled: Vec<u8> = rest.iter().map(|byte| byte ^ 1).collect();
                    return self.0.write_all(&garbled);
                }
                _ => return Err(error),
            }
        }
        self.0.write_all(bytes)
    }

    /// Until all of it is on the disk.
    pub(super) fn sync(&self) -> io::Result<()> {
        faults::pass()?;
        self.0.sync_all()
    }

    /// Fails unless it holds these bytes from a place to its end: a disk may lose or change what it has taken.
    pub(super) fn read_back(&mut self, from: u64, bytes: &[u8]) -> io::Result<()> {
        const AT_ONCE: usize = 1 << 16;
        faults::pass()?;
        self.0.seek(SeekFrom::Start(from))?;
        let mut found = Vec::with_capacity(AT_ONCE);
        // The piece after the last one is empty, and so is what is read there.
        for meant in bytes.chunks(AT_ONCE).chain([&[][..]]) {
            found.clear();
            // One byte more than are left is enough to tell.
            let most = if meant.is_empty() { 1 } else { meant.len() as u64 };
            (&self.0).take(most).read_to_end(&mut found)?;
            if found != meant {
                let sentence = "what was written does not read back as it was meant";
                return Err(io::Error::new(io::ErrorKind::InvalidData, sentence));
            }
        }
        Ok(())
    }

    pub(super) fn metadata(&self) -> io::Result<Metadata> {
        faults::pass()?;
        self.0.metadata()
    }

    pub(super) fn set_permissions(&self, permissions: Permissions) -> io::Result<()> {
        faults::pass()?;
        self.0.set_permissions(permissions)
    }

    /// Lets go of its lock at once: closing it would not, while a process that is being started has a copy of it.
    pub(super) fn unlock(&self) {
        let _ = self.0.unlock();
    }

    /// The same file; its lock is held until both are let go of, or one of them lets go of that.
    pub(super) fn again(&self) -> io::Result<Self> {
        faults::pass()?;
        self.0.try_clone().map(Self)
    }
}

pub(super) fn metadata(path: &Path) -> io::Result<Metadata> {
    faults::pass()?;
    fs::metadata(path)
}

/// Whether there surely is no such file: one that cannot be looked at may be there.
pub(super) fn is_gone(path: &Path) -> bool {
    metadata(path).is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
}

pub(super) fn canonicalize(path: &Path) -> io::Result<PathBuf> {
    faults::pass()?;
    fs::canonicalize(path)
}

pub(super) fn read_link(path: &Path) -> io::Result<PathBuf> {
    faults::pass()?;
    fs::read_link(path)
}

pub(super) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    faults::pass()?;
    fs::rename(from, to)
}

/// Gives a file a name more.
pub(super) fn hard_link(path: &Path, name: &Path) -> io::Result<()> {
    faults::pass_link()?;
    fs::hard_link(path, name)
}

pub(super) fn remove_file(path: &Path) -> io::Result<()> {
    faults::pass()?;
    fs::remove_file(path)
}

/// The files in a folder; folders in it are left out.
pub(super) fn files_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    faults::pass()?;
    let entries = fs::read_dir(folder)?.flatten();
    let files = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()));
    Ok(files.map(|entry| entry.path()).collect())
}

/// All bytes of a file; one more than are allowed, where there are too many.
pub(super) fn read(path: &Path) -> io::Result<Vec<u8>> {
    faults::pass()?;
    let mut bytes = Vec::new();
    // One byte more than allowed is enough to tell, and a device that never ends does.
    File::open(path)?.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Makes a folder that only its owner looks into: what is kept may be nobody else's business.
pub(super) fn make_private(folder: &Path) -> io::Result<()> {
    faults::pass()?;
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Makes new names in a folder last. Not every system can; the files themselves are safe already.
pub(super) fn sync_folder(folder: &Path) {
    if faults::pass().is_ok()
        && let Ok(folder) = File::open(folder)
    {
        let _ = folder.sync_all();
    }
}

/// The right to replace a file, until it is let go of.
#[derive(Debug)]
pub(super) struct Turn(Handle);

impl Drop for Turn {
    fn drop(&mut self) {
        self.0.unlock();
    }
}

/// Waits for the right to replace a file; none where the disk knows no locks or somebody sits on it.
///
/// It is a lock on the file that is replaced. Whoever waited for it finds another file there afterwards, and looks again.
pub(super) fn take_turn(path: &Path) -> Option<Turn> {
    // Whoever has it writes names, or where a file can have but one a copy; on a busy disk that takes a while.
    const TRIES: u32 = 1_000;
    faults::pass().ok()?;
    for _ in 0..TRIES {
        let file = File::open(path).ok()?;
        match file.try_lock() {
            Ok(()) if is_at(&file, path) => return Some(Turn(Handle(file))),
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(2)),
            Err(TryLockError::Error(_)) => return None,
        }
    }
    None
}

/// Whether a file that is open is the one at a path.
fn is_at(file: &File, path: &Path) -> bool {
    let (Ok(open), Ok(there)) = (file.metadata(), fs::metadata(path)) else { return false };
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        (open.dev(), open.ino()) == (there.dev(), there.ino())
    }
    #[cfg(not(unix))]
    {
        open.modified().ok() == there.modified().ok()
    }
}
