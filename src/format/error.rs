//! Why nothing came out of a file: the place, what was expected there, and what stood there instead.

use std::borrow::Cow;

use thiserror::Error;

use crate::mesh::{MeshError, Origin};

use super::words::Words;

/// What is found where nothing is left.
pub const END_OF_FILE: &str = "the end of the file";

/// Why nothing came out of a file.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum ReadError {
    /// Something else stood where it was expected.
    #[error("{at}: expected {expected}, found {found}")]
    Unexpected {
        /// Where.
        at: Origin,
        /// What should have been there.
        expected: Cow<'static, str>,
        /// What was there, in quotes, or that the file ended.
        found: String,
    },
    /// The bytes are in no format that is known, or in one that is not read.
    #[error("{at}: {reason}")]
    Refused {
        /// Where.
        at: Origin,
        /// A sentence that says why.
        reason: String,
    },
    /// More bytes than ids can count.
    #[error("byte 4294967295: expected the end of the file, found more than 4 GiB")]
    TooLarge,
    /// Somebody ended the reading.
    #[error("the reading was cancelled")]
    Cancelled,
    /// The reader put together something that is no mesh.
    #[error("line 1: expected a mesh, but {0}")]
    Mesh(MeshError),
}

impl ReadError {
    /// Something else stood where it was expected.
    pub fn unexpected(at: Origin, expected: impl Into<Cow<'static, str>>, found: &[u8]) -> Self {
        Self::Unexpected { at, expected: expected.into(), found: quote(found) }
    }

    /// Where in the file it is, if it is somewhere.
    pub fn origin(&self) -> Option<Origin> {
        match self {
            Self::Unexpected { at, .. } | Self::Refused { at, .. } => Some(*at),
            Self::TooLarge | Self::Cancelled | Self::Mesh(_) => None,
        }
    }

    /// The same error somewhere else in the file.
    pub fn moved(self, to: impl FnOnce(Origin) -> Origin) -> Self {
        match self {
            Self::Unexpected { at, expected, found } => {
                Self::Unexpected { at: to(at), expected, found }
            }
            Self::Refused { at, reason } => Self::Refused { at: to(at), reason },
            Self::TooLarge | Self::Cancelled | Self::Mesh(_) => self,
        }
    }

    /// The file ended too early.
    pub fn ended(at: Origin, expected: impl Into<Cow<'static, str>>) -> Self {
        Self::Unexpected { at, expected: expected.into(), found: END_OF_FILE.to_owned() }
    }
}

/// Bytes of a file as they can be shown: in quotes, short, and without control characters.
pub fn quote(bytes: &[u8]) -> String {
    const SHOWN: usize = 40;
    let (shown, more) = match bytes.get(..SHOWN) {
        Some(shown) if SHOWN < bytes.len() => (shown, "…"),
        _ => (bytes, ""),
    };
    format!("{:?}{more}", String::from_utf8_lossy(shown))
}

/// The bytes are in no format that is known.
pub fn unknown(bytes: &[u8]) -> ReadError {
    if bytes.starts_with(b"DPGRID") {
        let reason =
            "this is a DoomPath debug grid (DPGRID), not a mesh; open the DPMESH beside it"
                .to_owned();
        return ReadError::Refused { at: Origin::Byte(0), reason };
    }
    let mut words = Words::new(bytes);
    let known = "a map or scenario (wayglass, mesh, polygon, poly, type, version, points:, VERTICES:, levels:, DPMESH or a number)";
    match words.next_word() {
        Some(b"mesh") => match words.next_word() {
            Some(version) => ReadError::unexpected(
                words.origin(),
                "version 1, 2 or 3 of the mesh format",
                version,
            ),
            None => ReadError::ended(words.origin(), "version 1, 2 or 3 of the mesh format"),
        },
        Some(word) => ReadError::unexpected(words.origin(), known, word),
        None => ReadError::ended(words.origin(), known),
    }
}
