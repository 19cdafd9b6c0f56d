//! What is not saved yet, kept beside all documents, so that the next start can offer it.
//!
//! Each document that is open has a file of its own in the recovery folder, replaced as a whole after each gesture, and
//! beside it a lock that is held for as long as its process lives. A file whose lock nobody holds is a leftover.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::part::{self, Part};
use super::{SaveError, read, reason, save_if_unchanged};

mod envelope;

use envelope::Label;

/// How the names of files end that hold a text.
const KEPT: &str = "kept";
/// How the names of locks end.
const LOCK: &str = "lock";
/// How the names of files end that were found damaged, and told of.
const DAMAGED: &str = "damaged";

/// Where recovery files are; none where nobody is at home.
pub fn folder() -> Option<PathBuf> {
    folder_among(|name| std::env::var_os(name))
}

fn folder_among(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    // A path that is not absolute would mean another folder with every start.
    let path = |name| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let local = || path("HOME").map(|home| home.join(".local").join("state"));
    let state = path("XDG_STATE_HOME").or_else(local).or_else(|| path("LOCALAPPDATA"))?;
    Some(state.join("wayglass"))
}

/// Keeps one document for recovery. Letting go of it leaves what was kept to be offered.
#[derive(Debug)]
pub struct Recovery {
    folder: PathBuf,
    /// None while nothing is kept.
    held: Option<Held>,
}

/// A file in the recovery folder, and the lock that says whose it is.
#[derive(Debug)]
struct Held {
    file: PathBuf,
    /// Held for as long as this lives.
    _lock: File,
}

impl Recovery {
    /// Keeps nothing yet: the folder is made when there is something to keep.
    pub fn new(folder: &Path) -> Self {
        Self { folder: folder.to_owned(), held: None }
    }

    /// Keeps a text in the place of the one before: the name of the document, where it was opened, all that it says.
    pub fn keep(&mut self, name: &str, path: Option<&Path>, text: &[u8]) -> Result<(), SaveError> {
        // Somebody may have tidied up.
        let held = self.held.take().filter(|held| held.file.with_extension(LOCK).exists());
        let held = match held {
            Some(held) => held,
            None => Held::new(&self.folder).map_err(|error| SaveError::Io {
                path: self.folder.clone(),
                reason: reason(&error),
            })?,
        };
        let label = Label {
            name: name.to_owned(),
            path: path.map(Path::to_owned),
            when: SystemTime::now(),
        };
        let result = save_if_unchanged(&held.file, &label.seal(text), None);
        self.held = Some(held);
        result.map(drop)
    }

    /// Nothing needs to be kept any more: it was saved, or nobody wants it.
    pub fn done(&mut self) {
        if let Some(held) = self.held.take() {
            // What cannot be removed is offered, and can be refused.
            let _ = held.remove();
        }
    }

    /// The file that holds what is kept, if anything is.
    pub fn file(&self) -> Option<&Path> {
        self.held.as_ref().map(|held| &*held.file)
    }
}

impl Held {
    fn new(folder: &Path) -> io::Result<Self> {
        make_private(folder)?;
        Self::claim(folder.join(part::unique()).with_extension(KEPT))
    }

    /// Makes a lock for a file.
    fn claim(file: PathBuf) -> io::Result<Self> {
        // Locked before it has its name: at no moment does it look like one of a process that has ended.
        let mut lock = Part::new(super::folder_of(&file))?;
        lock.put_in_place_of(&file.with_extension(LOCK))?;
        Ok(Self { file, _lock: lock.into_lock()? })
    }

    fn remove(self) -> io::Result<()> {
        fs::remove_file(&self.file)?;
        // The lock last: a file without one could be anybody's.
        fs::remove_file(self.file.with_extension(LOCK))
    }
}

/// Makes a folder that only its owner looks into: what is kept may be nobody else's business.
fn make_private(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// What was found in the recovery folder.
#[derive(Debug, Default)]
pub struct Leftovers {
    /// What can be offered, the newest first.
    pub whole: Vec<Leftover>,
    /// What was kept but is damaged. It is told of once, and stays where it is.
    pub damaged: Vec<PathBuf>,
}

/// What a process that has ended had not saved. While it is at hand, no other process is offered it.
#[derive(Debug)]
pub struct Leftover {
    /// What the document was called.
    pub name: String,
    /// Where it was opened, if it was in a file.
    pub path: Option<PathBuf>,
    /// When it was kept.
    pub when: SystemTime,
    /// How long the text is.
    pub n_bytes: usize,
    held: Held,
}

impl Leftover {
    /// The text, exactly as it was kept.
    pub fn read(&self) -> anyhow::Result<Vec<u8>> {
        let bytes = read(&self.held.file)?;
        match Label::open(&bytes) {
            Some((_, text)) => Ok(text.to_vec()),
            None => anyhow::bail!("{}: it is damaged", self.held.file.display()),
        }
    }

    /// Nobody wants it.
    pub fn discard(self) -> io::Result<()> {
        self.held.remove()
    }

    /// Goes on keeping the document where this left off: at no moment is it not kept.
    pub fn resume(self) -> Recovery {
        let folder = super::folder_of(&self.held.file).to_owned();
        Recovery { folder, held: Some(self.held) }
    }
}

/// What processes that have ended had not saved. Those that live, and ours, are left alone.
pub fn leftovers(folder: &Path) -> Leftovers {
    let mut found = Leftovers::default();
    part::sweep(folder);
    let Ok(entries) = fs::read_dir(folder) else { return found };
    let mut files: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    let ends_in = |path: &&PathBuf, ending| path.extension().is_some_and(|found| found == ending);
    // A lock without a file: its process kept nothing when it ended.
    for lock in files.iter().filter(|path| ends_in(path, LOCK)) {
        if !lock.with_extension(KEPT).exists()
            && let Some(_held) = part::lock(lock)
        {
            let _ = fs::remove_file(lock);
        }
    }
    files.iter().filter(|path| ends_in(path, KEPT)).for_each(|file| look(file, &mut found));
    found.whole.sort_by_key(|leftover| std::cmp::Reverse(leftover.when));
    found
}

fn look(file: &Path, found: &mut Leftovers) {
    let lock = file.with_extension(LOCK);
    let held = if lock.exists() {
        part::lock(&lock).map(|lock| Held { file: file.to_owned(), _lock: lock })
    } else {
        Held::claim(file.to_owned()).ok()
    };
    let Some(held) = held else { return };
    let Ok(bytes) = read(file) else { return };
    match Label::open(&bytes) {
        Some((Label { name, path, when }, text)) => {
            let n_bytes = text.len();
            found.whole.push(Leftover { name, path, when, n_bytes, held });
        }
        None => {
            let damaged = file.with_extension(DAMAGED);
            if fs::rename(file, &damaged).is_ok() {
                let _ = fs::remove_file(lock);
                found.damaged.push(damaged);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn the_folder_is_at_home() {
        let among = |known: &[(&str, &str)]| {
            folder_among(|name| {
                known.iter().find(|(known, _)| *known == name).map(|(_, value)| value.into())
            })
        };
        let home = ("HOME", "/home/ada");
        assert_eq!(among(&[home]), Some("/home/ada/.local/state/wayglass".into()));
        assert_eq!(among(&[home, ("XDG_STATE_HOME", "/s")]), Some("/s/wayglass".into()));
        assert_eq!(
            among(&[home, ("XDG_STATE_HOME", "")]),
            Some("/home/ada/.local/state/wayglass".into())
        );
        assert_eq!(among(&[("HOME", "somewhere")]), None);
        assert_eq!(among(&[]), None);
    }
}
