//! What a recovery file says: a journal in pieces, each sealed together with all that stands before it.
//!
//! ```text
//! # wayglass recovery 1
//! # name "[name]"
//! # path "[path]"                               null if the document is in no file
//! # piece [n] saved|unsaved [seconds since 1970] [digest of all before, and of the piece]
//! [n bytes]
//! # piece …
//! ```
//!
//! Names are quoted as in JSON. A piece whose digest is wrong is lost, and all after it.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use serde_json::Value;

use super::super::{digest, digest_on};
use super::Saved;

const TITLE: &str = "# wayglass recovery 1\n";

/// All that a recovery file has kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    /// What the document is called.
    pub name: String,
    /// Where it was opened.
    pub path: Option<PathBuf>,
    /// When the last piece was kept.
    pub when: SystemTime,
    /// The pieces, the first one first; never none.
    pub pieces: Vec<Vec<u8>>,
    /// Whether all that the pieces tell is in a file of its own, too.
    pub saved: Saved,
    /// Whether there was more, which is lost.
    pub is_cut: bool,
}

impl Kept {
    /// What a file has kept; none if not even the first piece is whole.
    pub(super) fn open(bytes: &[u8]) -> Option<Self> {
        let rest = bytes.strip_prefix(TITLE.as_bytes())?;
        let (name, rest) = value(rest, "# name ")?;
        let (path, rest) = value(rest, "# path ")?;
        let mut sum = digest(bytes.get(..bytes.len() - rest.len())?);
        let mut seals = Vec::new();
        let mut pieces = Vec::new();
        let mut rest = rest;
        while let Some((seal, piece, after)) = Seal::open(&mut sum, rest) {
            seals.push(seal);
            pieces.push(piece.to_vec());
            rest = after;
        }
        let last = seals.pop()?;
        Some(Self {
            name: name.as_str()?.to_owned(),
            path: path.as_str().map(PathBuf::from),
            when: SystemTime::UNIX_EPOCH.checked_add(last.since)?,
            pieces,
            saved: last.saved,
            is_cut: !rest.is_empty(),
        })
    }
}

/// The first lines of a file.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Head(String);

impl Head {
    pub(super) fn new(name: &str, path: Option<&Path>) -> Self {
        // A path that is no text is not kept: better to ask where to save than to save in another place.
        let path = path.and_then(|path| path.to_str());
        Self(format!("{TITLE}# name {}\n# path {}\n", Value::from(name), Value::from(path)))
    }

    /// A file with one piece, and the digest of all of it.
    pub(super) fn seal(&self, piece: &[u8], saved: Saved) -> (Vec<u8>, u64) {
        let mut bytes = self.0.clone().into_bytes();
        let sum = Seal::new(piece.len(), saved).push(&mut bytes, digest(self.0.as_bytes()), piece);
        (bytes, sum)
    }
}

/// What is said of a piece.
pub(super) struct Seal {
    n_bytes: usize,
    saved: Saved,
    since: Duration,
}

impl Seal {
    pub(super) fn new(n_bytes: usize, saved: Saved) -> Self {
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        Self { n_bytes, saved, since }
    }

    fn words(&self) -> String {
        let saved = if self.saved == Saved::Yes { "saved" } else { "unsaved" };
        let since = self.since;
        format!("{} {saved} {}.{:09}", self.n_bytes, since.as_secs(), since.subsec_nanos())
    }

    /// Adds a piece to a file; the digest of all until then.
    pub(super) fn push(&self, bytes: &mut Vec<u8>, before: u64, piece: &[u8]) -> u64 {
        let words = self.words();
        let sum = digest_on(digest_on(before, words.as_bytes()), piece);
        bytes.extend_from_slice(format!("# piece {words} {sum:016x}\n").as_bytes());
        bytes.extend_from_slice(piece);
        bytes.push(b'\n');
        sum
    }

    /// The first piece of some bytes, and what follows it; none if it is not whole.
    fn open<'a>(sum: &mut u64, bytes: &'a [u8]) -> Option<(Self, &'a [u8], &'a [u8])> {
        let (line, rest) = line(bytes, "# piece ")?;
        let mut words = line.split(' ');
        let n_bytes: usize = words.next()?.parse().ok()?;
        let saved = match words.next()? {
            "saved" => Saved::Yes,
            "unsaved" => Saved::No,
            _ => return None,
        };
        let (secs, nanos) = words.next()?.split_once('.')?;
        // One second or more of nanoseconds could be more than any time holds.
        let nanos = nanos.parse().ok().filter(|nanos| *nanos < 1_000_000_000)?;
        let since = Duration::new(secs.parse().ok()?, nanos);
        let (piece, rest) = rest.split_at_checked(n_bytes)?;
        let rest = rest.strip_prefix(b"\n")?;
        let seal = Self { n_bytes, saved, since };
        // Written anew: no other words would do.
        let found = digest_on(digest_on(*sum, seal.words().as_bytes()), piece);
        (line == format!("{} {found:016x}", seal.words())).then_some(())?;
        *sum = found;
        Some((seal, piece, rest))
    }
}

/// The rest of the first line, which has to start like this, and the lines after it.
fn line<'a>(bytes: &'a [u8], start: &str) -> Option<(&'a str, &'a [u8])> {
    let rest = bytes.strip_prefix(start.as_bytes())?;
    let mut parts = rest.splitn(2, |&byte| byte == b'\n');
    Some((std::str::from_utf8(parts.next()?).ok()?, parts.next()?))
}

fn value<'a>(bytes: &'a [u8], start: &str) -> Option<(Value, &'a [u8])> {
    let (text, rest) = line(bytes, start)?;
    Some((serde_json::from_str(text).ok()?, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_whole_beginning_comes_back_and_no_damage_goes_unnoticed() {
        let head = Head::new("a \"b\"\n.mesh", Some(Path::new("/tmp/ä b.mesh")));
        let pieces = [&b"one\n"[..], b"", b"\0\xFF\n\n# piece 3 saved 0.0 00\n\n", b"four"];
        let (mut bytes, mut sum) = head.seal(pieces[0], Saved::No);
        let mut ends = vec![bytes.len()];
        for piece in &pieces[1..] {
            sum = Seal::new(piece.len(), Saved::Yes).push(&mut bytes, sum, piece);
            ends.push(bytes.len());
        }
        let n_whole = |end: usize| ends.iter().filter(|known| **known <= end).count();
        let check = |bytes: &[u8], n_whole: usize, is_cut: bool, what: &str| {
            let kept = Kept::open(bytes);
            let found = kept.as_ref().map_or(0, |kept| kept.pieces.len());
            assert_eq!(found, n_whole, "{what}");
            let Some(kept) = kept else { return };
            assert_eq!((kept.is_cut, kept.name.as_str()), (is_cut, "a \"b\"\n.mesh"), "{what}");
            assert_eq!(kept.path.as_deref(), Some(Path::new("/tmp/ä b.mesh")), "{what}");
            assert!(kept.pieces.iter().zip(pieces).all(|(one, other)| one == other), "{what}");
            assert_eq!(kept.saved == Saved::Yes, 1 < n_whole, "{what}");
        };
        for end in 0..=bytes.len() {
            let is_cut = !ends.contains(&end);
            check(&bytes[..end], n_whole(end), is_cut, &format!("cut after {end} bytes"));
        }
        for place in 0..bytes.len() {
            for flipped in [1, 0x20, 0x80] {
                let mut damaged = bytes.clone();
                damaged[place] ^= flipped;
                check(&damaged, n_whole(place), true, &format!("byte {place} is another"));
            }
        }
        let longer = [&bytes[..], b"\n"].concat();
        check(&longer, 4, true, "one byte more");
    }

    #[test]
    fn a_time_beyond_all_times_is_no_time() {
        let head = Head::new("plan", None).0;
        for time in
            ["18446744073709551615.1000000000", "18446744073709551615.999999999", "1", "-1.0"]
        {
            let bytes = format!("{head}# piece 0 saved {time} 0000000000000000\n\n");
            assert_eq!(Kept::open(bytes.as_bytes()), None, "{time}");
        }
    }
}
