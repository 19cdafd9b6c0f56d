//! The text of keys and bracketed lists: `key: [1, 2; 3 4]`, over as many lines as it likes.

use crate::geom::{self, LIMIT};
use crate::mesh::Origin;

use super::ReadError;
use super::words::{parse_number, parse_whole, without_mark};

/// Keys, lists and numbers of a text, one after the other.
#[derive(Debug)]
pub(super) struct Brackets<'a> {
    bytes: &'a [u8],
    at: usize,
    line: u32,
    /// What an error calls the end of `bytes`.
    end: &'static str,
    /// Whether every bracket so far has been closed: if one was not, the next need not look for its end in vain.
    closed: bool,
}

/// A name with a colon behind it.
#[derive(Debug)]
pub(super) struct Key {
    /// In lower case.
    pub name: String,
    /// Where it stands.
    pub at: Origin,
}

/// The numbers between two brackets.
#[derive(Debug)]
pub(super) struct List<T> {
    /// One after the other.
    pub values: Vec<T>,
    /// The place of each value that starts a new line, with that line.
    breaks: Vec<(u32, u32)>,
}

impl<T> List<T> {
    /// The line on which a value stands.
    pub(super) fn line(&self, place: usize) -> u32 {
        let after = self.breaks.partition_point(|&(first, _)| first as usize <= place);
        after.checked_sub(1).map_or(1, |index| self.breaks[index].1)
    }

    /// For every `size` values that belong together, the line on which the first of them stands.
    pub(super) fn lines(&self, size: usize) -> Vec<u32> {
        let mut lines = Vec::with_capacity(self.values.len() / size);
        for (index, &(_, line)) in self.breaks.iter().enumerate() {
            let end =
                self.breaks.get(index + 1).map_or(self.values.len(), |&(first, _)| first as usize);
            lines.resize(end.div_ceil(size), line);
        }
        lines
    }
}

impl<'a> Brackets<'a> {
    /// From the beginning of a file.
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes: without_mark(bytes),
            at: 0,
            line: 1,
            end: "the end of the file",
            closed: true,
        }
    }

    /// From a part of one line.
    pub(super) fn of_line(bytes: &'a [u8], line: u32) -> Self {
        Self { bytes, at: 0, line, end: "the end of the line", closed: true }
    }

    /// Where the next or the last read word is.
    pub(super) fn origin(&self) -> Origin {
        Origin::Line(self.line)
    }

    /// The next byte that is neither blank nor part of a comment.
    pub(super) fn peek(&mut self) -> Option<u8> {
        self.skip_blank();
        self.bytes.get(self.at).copied()
    }

    /// The next key, `None` at the end of the file, or an error that says what was expected.
    pub(super) fn key(&mut self, expected: &'static str) -> Result<Option<Key>, ReadError> {
        if self.peek().is_none() {
            return Ok(None);
        }
        let at = self.origin();
        let rest = &self.bytes[self.at..];
        let length = rest.iter().position(|&byte| !is_name(byte)).unwrap_or(rest.len());
        let blanks =
            rest[length..].iter().position(|&byte| !byte.is_ascii_whitespace()).unwrap_or(0);
        if length == 0 || rest.get(length + blanks) != Some(&b':') {
            return Err(ReadError::unexpected(at, expected, self.word(expected)?));
        }
        self.skip(length + blanks + 1);
        let name = String::from_utf8_lossy(&rest[..length]).to_ascii_lowercase();
        Ok(Some(Key { name, at }))
    }

    /// A list of coordinates, an x and a y in turn.
    pub(super) fn coordinates(&mut self) -> Result<List<f64>, ReadError> {
        self.list(&["an x coordinate", "a y coordinate"], |word, name| {
            let value = parse_number(word).ok_or_else(|| name.to_owned())?;
            geom::coordinate(value).ok_or_else(|| format!("{name} of at most {LIMIT:e} in size"))
        })
    }

    /// A list of numbers that come in groups; each member of a group has a name for errors.
    ///
    /// `parse` gives the number, or what should have stood there.
    pub(super) fn list<T>(
        &mut self,
        names: &[&'static str],
        parse: impl Fn(&[u8], &str) -> Result<T, String>,
    ) -> Result<List<T>, ReadError> {
        match self.word("\"[\"")? {
            b"[" => {}
            word => return Err(ReadError::unexpected(self.origin(), "\"[\"", word)),
        }
        let mut list = List { values: Vec::new(), breaks: Vec::new() };
        loop {
            let name = names[list.values.len() % names.len()];
            let word = self.word(name)?;
            if word == b"]" && list.values.len().is_multiple_of(names.len()) {
                return Ok(list);
            }
            let value = parse(word, name)
                .map_err(|expected| ReadError::unexpected(self.origin(), expected, word))?;
            if list.breaks.last().is_none_or(|&(_, line)| line != self.line) {
                list.breaks.push((list.values.len() as u32, self.line));
            }
            list.values.push(value);
            if let Some(b',' | b';') = self.peek() {
                self.at += 1;
            }
        }
    }

    /// A whole number without brackets.
    pub(super) fn count(&mut self, expected: &'static str) -> Result<u32, ReadError> {
        let word = self.word(expected)?;
        parse_whole(word).ok_or_else(|| ReadError::unexpected(self.origin(), expected, word))
    }

    /// Steps over a value of any sort: brackets with all that is in them, or else the rest of the line.
    pub(super) fn skip_value(&mut self) -> &'a [u8] {
        let (at, line) = (self.at, self.line);
        let opens = matches!(self.peek(), Some(b'[' | b'{'));
        if !opens {
            (self.at, self.line) = (at, line);
        }
        let rest = &self.bytes[self.at..];
        let matched = if opens && self.closed { matching_end(rest) } else { None };
        self.closed &= !opens || matched.is_some();
        let line_end = || rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
        let length = matched.unwrap_or_else(line_end);
        self.skip(length);
        &rest[..length]
    }

    /// Nothing more may come.
    pub(super) fn finish(&mut self) -> Result<(), ReadError> {
        if self.peek().is_none() {
            return Ok(());
        }
        let expected = self.end;
        let word = self.word(expected)?;
        Err(ReadError::unexpected(self.origin(), expected, word))
    }

    /// The next word or punctuation mark.
    fn word(&mut self, expected: &'static str) -> Result<&'a [u8], ReadError> {
        self.skip_blank();
        let rest = &self.bytes[self.at..];
        let mut ends = (0..rest.len()).filter(|&i| ends_word(&rest[i..]));
        let length = match ends.next() {
            Some(0) => 1,
            Some(length) => length,
            None => rest.len(),
        };
        if length == 0 {
            let (at, found) = (self.origin(), self.end.to_owned());
            return Err(ReadError::Unexpected { at, expected: expected.into(), found });
        }
        self.at += length;
        Ok(&rest[..length])
    }

    fn skip_blank(&mut self) {
        while let Some(&byte) = self.bytes.get(self.at) {
            let rest = &self.bytes[self.at..];
            if starts_comment(rest) {
                self.at += rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
            } else if is_blank(byte) {
                self.skip(1);
            } else {
                break;
            }
        }
    }

    fn skip(&mut self, length: usize) {
        let skipped = &self.bytes[self.at..self.at + length];
        self.line += skipped.iter().filter(|&&byte| byte == b'\n').count() as u32;
        self.at += length;
    }
}

/// How long the brackets at the beginning are with all that is in them. Brackets in quotes do not count.
fn matching_end(bytes: &[u8]) -> Option<usize> {
    let mut depth = 0_usize;
    let mut quoted = false;
    let mut escaped = false;
    for (place, &byte) in bytes.iter().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = quoted,
            b'"' => quoted = !quoted,
            b'[' | b'{' if !quoted => depth += 1,
            b']' | b'}' if !quoted => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(place + 1);
        }
    }
    None
}

fn is_blank(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0x0B
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn starts_comment(rest: &[u8]) -> bool {
    rest.starts_with(b"#") || rest.starts_with(b"//")
}

fn ends_word(rest: &[u8]) -> bool {
    is_blank(rest[0]) || b"[]{},;:".contains(&rest[0]) || starts_comment(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_knows_its_line() {
        let mut text = Brackets::new(b"\n[1,2 # two\n 3;\n4 5,]");
        let list = text.list(&["a number"], |word, _| Ok(word[0] - b'0')).unwrap();
        assert_eq!(list.values, [1, 2, 3, 4, 5]);
        assert_eq!((0..5).map(|place| list.line(place)).collect::<Vec<_>>(), [2, 2, 3, 4, 4]);
        assert_eq!(list.lines(2), [2, 3, 4]);
    }

    #[test]
    fn values_are_skipped_by_bracket_or_by_line() {
        let mut text = Brackets::new(b"a: {\"x\": \"}\\\"}\",\n [1]} b: {{\nc: word word\n d:\n [");
        let mut seen = Vec::new();
        while let Some(key) = text.key("a key").unwrap() {
            let value = String::from_utf8_lossy(text.skip_value()).into_owned();
            seen.push(format!("{} {} {value:?}", key.name, key.at));
        }
        let expected = [
            r#"a line 1 "{\"x\": \"}\\\"}\",\n [1]}""#,
            r#"b line 2 "{{""#,
            r#"c line 3 " word word""#,
            r#"d line 4 "[""#,
        ];
        assert_eq!(seen, expected);
    }
}
