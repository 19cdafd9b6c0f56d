//! What a recovery file of the first kind says beside the text that it keeps: one text, and no steps. They are read,
//! and not written any more.
//!
//! ```text
//! # wayglass recovery 1
//! # name "[name]"
//! # path "[path]"                               null if the document is in no file
//! # kept [seconds since 1970]
//! [the text, as it was]
//! # whole [n] [digest of the first n bytes]
//! ```
//!
//! Names are quoted as in JSON. Lines that start with `#` are comments in most formats, so that the file can be opened
//! as it is. Unless the last line is true of all before it, the file is damaged.

use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use serde_json::Value;

use super::super::digest;

const TITLE: &str = "# wayglass recovery 1\n";

/// What a recovery file says of its text.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Label {
    /// What the document is called.
    pub(super) name: String,
    /// Where it was opened.
    pub(super) path: Option<PathBuf>,
    /// When it was kept.
    pub(super) when: SystemTime,
}

impl Label {
    /// The whole file around a text.
    #[cfg(test)]
    pub(super) fn seal(&self, text: &[u8]) -> Vec<u8> {
        // A path that is no text is not kept: better to ask where to save than to save in another place.
        let path = self.path.as_ref().and_then(|path| path.to_str());
        let since = self.when.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let head = format!(
            "{TITLE}# name {}\n# path {}\n# kept {}.{:09}\n",
            Value::from(self.name.as_str()),
            Value::from(path),
            since.as_secs(),
            since.subsec_nanos()
        );
        let mut bytes = head.into_bytes();
        bytes.extend_from_slice(text);
        let end = last_line(&bytes);
        bytes.extend_from_slice(end.as_bytes());
        bytes
    }

    /// What a whole file says, and its text; none if it is damaged.
    pub(super) fn open(bytes: &[u8]) -> Option<(Self, &[u8])> {
        let n = bytes.strip_suffix(b"\n")?.iter().rposition(|&byte| byte == b'\n')?;
        let (whole, end) = bytes.split_at(n);
        if end != last_line(whole).as_bytes() {
            return None;
        }
        let rest = whole.strip_prefix(TITLE.as_bytes())?;
        let (name, rest) = value(rest, "# name ")?;
        let (path, rest) = value(rest, "# path ")?;
        let (when, text) = line(rest, "# kept ")?;
        let (secs, nanos) = when.split_once('.')?;
        let since = Duration::new(secs.parse().ok()?, nanos.parse().ok()?);
        let label = Self {
            name: name.as_str()?.to_owned(),
            path: path.as_str().map(PathBuf::from),
            when: SystemTime::UNIX_EPOCH.checked_add(since)?,
        };
        Some((label, text))
    }
}

/// What the last line says if all before it is whole. It starts with the end of the line before.
fn last_line(before: &[u8]) -> String {
    format!("\n# whole {} {:016x}\n", before.len(), digest(before))
}

/// The rest of the first line, which has to start like this, and the lines after it.
pub(super) fn line<'a>(bytes: &'a [u8], start: &str) -> Option<(&'a str, &'a [u8])> {
    let rest = bytes.strip_prefix(start.as_bytes())?;
    let mut parts = rest.splitn(2, |&byte| byte == b'\n');
    Some((std::str::from_utf8(parts.next()?).ok()?, parts.next()?))
}

pub(super) fn value<'a>(bytes: &'a [u8], start: &str) -> Option<(Value, &'a [u8])> {
    let (text, rest) = line(bytes, start)?;
    Some((serde_json::from_str(text).ok()?, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_damage_goes_unnoticed() {
        let when = SystemTime::UNIX_EPOCH + Duration::new(1_700_000_000, 5);
        let label =
            Label { name: "a \"b\"\n.mesh".to_owned(), path: Some("/tmp/ä b.mesh".into()), when };
        for text in [&b""[..], b"wayglass 1\n", b"\0\xFF\n\n# whole 3 00\n\n"] {
            let bytes = label.seal(text);
            assert_eq!(Label::open(&bytes), Some((label.clone(), text)));
            for end in 0..bytes.len() {
                assert_eq!(Label::open(&bytes[..end]), None, "cut after {end} bytes");
            }
            for place in 0..bytes.len() {
                for flipped in [1, 0x20, 0x80] {
                    let mut damaged = bytes.clone();
                    damaged[place] ^= flipped;
                    assert_eq!(Label::open(&damaged), None, "byte {place}");
                }
            }
            let longer = [&bytes[..], b"\n"].concat();
            assert_eq!(Label::open(&longer), None);
        }
        let nowhere = Label { path: None, ..label };
        assert_eq!(Label::open(&nowhere.seal(b"x")), Some((nowhere, &b"x"[..])));
    }
}
