//! How a file was when it was read or written, to notice that somebody else has changed it since.

use std::fs::Metadata;
use std::io;
use std::path::Path;
use std::time::SystemTime;

use super::{calls, digest};

/// How a file was when it was read or written.
#[derive(Debug, Clone, Copy)]
pub struct Stamp {
    /// When it was changed last, on a disk that says so.
    modified: Option<SystemTime>,
    n_bytes: u64,
    /// Of what was in it, if anybody has looked.
    digest: Option<u64>,
}

impl Stamp {
    /// How a file is at a glance; none if there is none.
    pub fn of(path: &Path) -> Option<Self> {
        calls::metadata(path).ok().map(|metadata| Self::new(&metadata))
    }

    pub(super) fn new(metadata: &Metadata) -> Self {
        Self { modified: metadata.modified().ok(), n_bytes: metadata.len(), digest: None }
    }

    /// The same, knowing what is in the file.
    pub fn with_content(self, bytes: &[u8]) -> Self {
        Self { digest: Some(digest(bytes)), ..self }
    }

    /// Whether two look the same at a glance: the same time, the same length.
    pub fn looks_like(&self, other: &Self) -> bool {
        (self.modified, self.n_bytes) == (other.modified, other.n_bytes)
    }

    /// Whether a file still is as it was. Reads it, if it is known what was in it: two changes can fall into one tick
    /// of the disk's clock, and a new time alone is no change. A file that is gone is taken as unchanged; one that
    /// cannot be looked at is not.
    pub fn is_true_of(&self, path: &Path) -> bool {
        let now = match calls::metadata(path) {
            Ok(now) => Self::new(&now),
            Err(error) => return error.kind() == io::ErrorKind::NotFound,
        };
        match self.digest {
            Some(known) if now.n_bytes == self.n_bytes => {
                calls::read(path).is_ok_and(|bytes| digest(&bytes) == known)
            }
            Some(_) => false,
            None => now.looks_like(self),
        }
    }
}
