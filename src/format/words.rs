//! The shared word reader: words of a text file one after the other, with the line each stands on.
//!
//! White space of any kind, `//` and `#` comments, a byte order mark and either line ending are nobody's business
//! but this file's. Short numbers, which nearly all are, are read eight digits at a time.

use std::borrow::Cow;

use crate::geom::{self, LIMIT, Point};
use crate::mesh::Origin;

use super::error::END_OF_FILE;
use super::{ReadError, Watch};

mod digits;

use digits::{leading_digits, lowest_byte, short_number};

/// Words of a text file, one after the other.
#[derive(Debug, Clone)]
pub struct Words<'a> {
    bytes: &'a [u8],
    at: usize,
    line: u32,
    /// What an error calls the end of `bytes`.
    end: &'static str,
}

/// Whether the first words of a file are these. Reads no further than it must.
pub fn starts_with(bytes: &[u8], expected: &[&str]) -> bool {
    let mut words = Words::new(bytes);
    expected.iter().all(|word| words.next_word() == Some(word.as_bytes()))
}

/// Whether a word is a whole number that is not negative.
pub fn is_count(word: &[u8]) -> bool {
    let digits = word.strip_prefix(b"+").unwrap_or(word);
    !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
}

/// The bytes without a byte order mark.
pub fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes)
}

/// The bytes after the first `n`; none if there are no more than that.
pub fn after(bytes: &[u8], n: usize) -> &[u8] {
    bytes.get(n..).unwrap_or_default()
}

/// The lines of a file that are neither blank nor a comment, trimmed, each with its number.
pub fn filled_lines(bytes: &[u8]) -> impl Iterator<Item = (u32, &[u8])> {
    let lines = without_mark(bytes).split(|&byte| byte == b'\n').zip(1..);
    lines.map(|(text, line)| (line, text.trim_ascii())).filter(|(_, text)| {
        let comment = text.starts_with(b"#") || text.starts_with(b"//");
        !text.is_empty() && !comment
    })
}

impl<'a> Words<'a> {
    /// From the beginning of a file.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes: without_mark(bytes), at: 0, line: 1, end: END_OF_FILE }
    }

    /// From one line of a file.
    pub fn of_line(bytes: &'a [u8], line: u32) -> Self {
        Self { bytes, at: 0, line, end: "the end of the line" }
    }

    /// The line of the next word (after [`Words::is_at_end`] or a peek), or of the last one read.
    pub fn line(&self) -> u32 {
        self.line
    }

    /// The same as a place in the file.
    pub fn origin(&self) -> Origin {
        Origin::Line(self.line)
    }

    /// How many bytes are left: no count in a file can make us reserve more than these could fill.
    pub fn n_left(&self) -> usize {
        self.rest().len()
    }

    /// What has not been read yet.
    #[inline(always)]
    fn rest(&self) -> &'a [u8] {
        after(self.bytes, self.at)
    }

    /// How many records of at least `min_bytes` each can still come, if the file says that there are `count`.
    pub fn capacity(&self, count: usize, min_bytes: usize) -> usize {
        count.min(self.n_left() / min_bytes + 1)
    }

    /// Tells how far the reading is; an error if it is to end.
    pub fn report(&self, watch: &mut dyn Watch) -> Result<(), ReadError> {
        let part = self.at as f32 / self.bytes.len().max(1) as f32;
        if watch.goes_on(part) { Ok(()) } else { Err(ReadError::Cancelled) }
    }

    /// Whether no word is left.
    pub fn is_at_end(&mut self) -> bool {
        self.skip_blank();
        self.rest().is_empty()
    }

    /// The next word, if there is one.
    pub fn next_word(&mut self) -> Option<&'a [u8]> {
        self.skip_blank();
        let rest = self.rest();
        let length = rest
            .iter()
            .enumerate()
            .position(|(i, &byte)| ends_word(rest, i, byte))
            .unwrap_or(rest.len());
        self.at += length;
        rest.get(..length).filter(|word| !word.is_empty())
    }

    /// The next word, without reading it.
    pub fn peek(&mut self) -> Option<&'a [u8]> {
        self.skip_blank();
        self.clone().next_word()
    }

    /// The next word, or an error that says what was expected.
    pub fn word(&mut self, expected: &'static str) -> Result<&'a [u8], ReadError> {
        self.next_word().ok_or_else(|| self.ended(expected))
    }

    fn ended(&self, expected: impl Into<Cow<'static, str>>) -> ReadError {
        ReadError::Unexpected {
            at: self.origin(),
            expected: expected.into(),
            found: self.end.to_owned(),
        }
    }

    /// The word that has to come now.
    pub fn keyword(&mut self, keyword: &'static str) -> Result<(), ReadError> {
        let expected = format!("\"{keyword}\"");
        match self.next_word() {
            Some(word) if word == keyword.as_bytes() => Ok(()),
            Some(word) => Err(ReadError::unexpected(self.origin(), expected, word)),
            None => Err(self.ended(expected)),
        }
    }

    /// An error about the word that was just read.
    pub fn refuse<T>(
        &self,
        expected: impl Into<Cow<'static, str>>,
        found: impl ToString,
    ) -> Result<T, ReadError> {
        Err(ReadError::unexpected(self.origin(), expected, found.to_string().as_bytes()))
    }

    /// A whole number that is not negative.
    #[inline(always)]
    pub fn count(&mut self, expected: &'static str) -> Result<u32, ReadError> {
        match self.short_count() {
            Some(value) => Ok(value),
            None => self.long_count(expected),
        }
    }

    /// A whole number.
    #[inline(always)]
    pub fn whole(&mut self, expected: &'static str) -> Result<i64, ReadError> {
        match self.short_count() {
            Some(value) => Ok(i64::from(value)),
            None if self.skip_minus_one() => Ok(-1),
            None => self.long_whole(expected).map(|(value, _)| value),
        }
    }

    /// A number.
    #[inline(always)]
    pub fn number(&mut self, expected: &'static str) -> Result<f64, ReadError> {
        match self.short_count() {
            Some(value) => Ok(f64::from(value)),
            None => self.long_number(expected),
        }
    }

    /// A number that can be a coordinate: finite and not too large.
    #[inline(always)]
    pub fn coordinate(&mut self, expected: &'static str) -> Result<f64, ReadError> {
        let value = self.number(expected)?;
        if let Some(value) = geom::coordinate(value) {
            return Ok(value);
        }
        self.refuse(format!("{expected} of at most {LIMIT:e} in size"), value)
    }

    /// Two coordinates.
    #[inline(always)]
    pub fn point(&mut self) -> Result<Point, ReadError> {
        Ok(Point::new(self.coordinate("an x coordinate")?, self.coordinate("a y coordinate")?))
    }

    /// Nothing more may come.
    pub fn end(&mut self, after: &'static str) -> Result<(), ReadError> {
        match self.next_word() {
            None => Ok(()),
            Some(word) => Err(ReadError::unexpected(
                self.origin(),
                format!("{} after {after}", self.end),
                word,
            )),
        }
    }

    /// One blank, up to six digits and another blank, which is how nearly all numbers stand in nearly all files.
    #[inline(always)]
    fn short_count(&mut self) -> Option<u32> {
        let chunk = u64::from_le_bytes(*self.bytes.get(self.at..)?.first_chunk()?);
        let blank = lowest_byte(chunk);
        if blank != b' ' && blank != b'\n' {
            return None;
        }
        let (value, length) = leading_digits(chunk >> 8);
        if length == 0 || length == 7 || !is_blank(lowest_byte(chunk >> (8 + 8 * length))) {
            return None;
        }
        self.at += 1 + length;
        self.line += u32::from(blank == b'\n');
        Some(value)
    }

    fn skip_blank(&mut self) {
        while let Some(&byte) = self.bytes.get(self.at) {
            if starts_comment(self.bytes, self.at, byte) {
                self.at += self.rest().iter().take_while(|&&byte| byte != b'\n').count();
                continue;
            }
            if !is_blank(byte) {
                break;
            }
            self.line += u32::from(byte == b'\n');
            self.at += 1;
        }
    }

    /// Steps over a blank and -1, which stands for nothing in many a file.
    #[inline(always)]
    fn skip_minus_one(&mut self) -> bool {
        match self.bytes.get(self.at..self.at + 4) {
            Some(&[b' ', b'-', b'1', after]) if is_blank(after) => {
                self.at += 3;
                true
            }
            _ => false,
        }
    }

    #[inline(never)]
    fn long_count(&mut self, expected: &'static str) -> Result<u32, ReadError> {
        let (value, word) = self.long_whole(expected)?;
        u32::try_from(value).map_err(|_| ReadError::unexpected(self.origin(), expected, word))
    }

    /// A whole number of any length and spelling.
    #[inline(never)]
    fn long_whole(&mut self, expected: &'static str) -> Result<(i64, &'a [u8]), ReadError> {
        let word = self.word(expected)?;
        let value = std::str::from_utf8(word).ok().and_then(|text| text.parse().ok());
        value
            .map(|value| (value, word))
            .ok_or_else(|| ReadError::unexpected(self.origin(), expected, word))
    }

    #[inline(never)]
    fn long_number(&mut self, expected: &'static str) -> Result<f64, ReadError> {
        self.skip_blank();
        if let Some((value, length)) = short_number(self.rest()) {
            self.at += length;
            return Ok(value);
        }
        let word = self.word(expected)?;
        parse_number(word).ok_or_else(|| ReadError::unexpected(self.origin(), expected, word))
    }
}

/// A finite number in any spelling that Rust knows.
pub fn parse_number(word: &[u8]) -> Option<f64> {
    let value: f64 = std::str::from_utf8(word).ok()?.parse().ok()?;
    value.is_finite().then_some(value)
}

/// A whole number, with a sign where the type has one.
pub fn parse_whole<T: std::str::FromStr>(word: &[u8]) -> Option<T> {
    std::str::from_utf8(word).ok()?.parse().ok()
}

#[inline]
fn is_blank(byte: u8) -> bool {
    // Space, and tab to carriage return.
    byte == b' ' || byte.wrapping_sub(b'\t') < 5
}

fn starts_comment(bytes: &[u8], at: usize, byte: u8) -> bool {
    byte == b'#' || (byte == b'/' && bytes.get(at + 1) == Some(&b'/'))
}

/// How many lines of a text have a comment. What stands behind a quotation mark may be part of a name.
pub fn n_comments(text: &[u8]) -> usize {
    let has_comment = |line: &&[u8]| {
        let plain = line.split(|&byte| byte == b'"').next().unwrap_or_default();
        let is_start = |&(at, &byte): &(usize, &u8)| starts_comment(plain, at, byte);
        plain.iter().enumerate().any(|place| is_start(&place))
    };
    text.split(|&byte| byte == b'\n').filter(has_comment).count()
}

fn ends_word(bytes: &[u8], at: usize, byte: u8) -> bool {
    is_blank(byte) || starts_comment(bytes, at, byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_counted_by_lines() {
        let text = b"mesh // of a hall\n3\n# and\n4 2 \"a # b\"\n // there\n1//2";
        assert_eq!(n_comments(text), 4);
        assert_eq!(n_comments(b""), 0);
    }

    #[test]
    fn numbers_read_as_the_standard_library_reads_them() {
        let spellings = [
            "0",
            "7",
            "42",
            "1234567",
            "12345678",
            "-3",
            "+3",
            "-0",
            "0.5",
            "-73.0625",
            "1e3",
            "1.25e-3",
            "0.1234567",
            "0.12345678",
            "9999999.9999999",
            "-2.98023200000000e-08",
            ".5",
            "5.",
            "0000001",
            "0.0000001",
            "1234567.7654321",
        ];
        for text in spellings {
            for after in [" ", "\n", "", "\t9", " // c", "#c", "\r\n", " 12345678 12345678"] {
                let bytes = format!(" {text}{after}");
                let found = Words::new(bytes.as_bytes()).number("a number");
                assert_eq!(found, Ok(text.parse().unwrap()), "{bytes:?}");
            }
        }
        for text in ["nan", "inf", "1.5.2", "12a", "0x1", "--1", "-", "1e999"] {
            let bytes = format!("{text} 12345678");
            assert!(Words::new(bytes.as_bytes()).number("a number").is_err(), "{text}");
        }
    }

    #[test]
    fn whole_numbers_keep_to_their_range() {
        let read = |text: &str| Words::new(text.as_bytes()).count("a count").ok();
        assert_eq!(read("4294967295 "), Some(u32::MAX));
        assert_eq!(read("4294967296 "), None);
        assert_eq!(read("-1 "), None);
        assert_eq!(read("1.0 "), None);
        assert_eq!(read("0012 padding"), Some(12));
        assert_eq!(Words::new(b"-17 padding").whole("an id"), Ok(-17));
        assert_eq!(Words::new(b"-17").whole("an id"), Ok(-17));
        assert!(Words::new(b"- 17 padding").whole("an id").is_err());
    }

    #[test]
    fn lines_are_counted_through_comments_and_blanks() {
        let mut words = Words::new(b"\xEF\xBB\xBFa // x\r\n\r\n# y\r\n\tb//z\n\nc");
        let mut seen = Vec::new();
        while let Some(word) = words.next_word() {
            seen.push((String::from_utf8_lossy(word).into_owned(), words.line()));
        }
        assert_eq!(seen, [("a".to_owned(), 1), ("b".to_owned(), 4), ("c".to_owned(), 6)]);
    }
}
