//! Why nothing came out of a file: the place, what was expected there, and what stood there instead.

use std::borrow::Cow;

use thiserror::Error;

use crate::mesh::{MeshError, Origin};

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

    /// The file ended too early.
    pub fn ended(at: Origin, expected: impl Into<Cow<'static, str>>) -> Self {
        Self::Unexpected { at, expected: expected.into(), found: "the end of the file".to_owned() }
    }
}

/// Bytes of a file as they can be shown: in quotes, short, and without control characters.
pub fn quote(bytes: &[u8]) -> String {
    const SHOWN: usize = 40;
    let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(SHOWN)]);
    let more = if SHOWN < bytes.len() { "…" } else { "" };
    format!("{shown:?}{more}")
}

/// The bytes are in no format that is known.
pub fn unknown(bytes: &[u8]) -> ReadError {
    let first = bytes.split(|byte| byte.is_ascii_whitespace()).find(|word| !word.is_empty());
    let expected = "a map or scenario (mesh, polygon, poly, type, version, points:, VERTICES:, DPMESH or a number)";
    match first {
        Some(b"DPGRID") => ReadError::Refused {
            at: Origin::Byte(0),
            reason: "this is a DoomPath debug grid (DPGRID), not a mesh; open the DPMESH beside it".to_owned(),
        },
        Some(word) => ReadError::unexpected(Origin::Line(1), expected, word),
        None => ReadError::ended(Origin::Line(1), expected),
    }
}
