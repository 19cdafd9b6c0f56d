//! The text of keys and bracketed lists: `key: [1, 2; 3 4]`, over as many lines as it likes.

use crate::geom::{self, LIMIT, Point};
use crate::mesh::{Origin, narrow};

use super::ReadError;
use super::words::{after, parse_number, parse_whole, without_mark};

/// Keys, lists and numbers of a text, one after the other.
#[derive(Debug)]
pub(super) struct Brackets<'a> {
    /// What has not been read yet.
    rest: &'a [u8],
    line: u32,
    /// What an error calls the end of the text.
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
        let last = after.checked_sub(1).and_then(|index| self.breaks.get(index));
        last.map_or(1, |&(_, line)| line)
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

impl List<f64> {
    /// Coordinates as points.
    pub(super) fn points(&self) -> impl Iterator<Item = Point> {
        let (pairs, _) = self.values.as_chunks();
        pairs.iter().map(|&[x, y]| Point::new(x, y))
    }
}

impl<'a> Brackets<'a> {
    /// From the beginning of a file.
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { rest: without_mark(bytes), line: 1, end: "the end of the file", closed: true }
    }

    /// From a part of one line.
    pub(super) fn of_line(bytes: &'a [u8], line: u32) -> Self {
        Self { rest: bytes, line, end: "the end of the line", closed: true }
    }

    /// Where the next or the last read word is.
    pub(super) fn origin(&self) -> Origin {
        Origin::Line(self.line)
    }

    /// The next byte that is neither blank nor part of a comment.
    pub(super) fn peek(&mut self) -> Option<u8> {
        self.skip_blank();
        self.rest.first().copied()
    }

    /// The next key, `None` at the end of the file, or an error that says what was expected.
    pub(super) fn key(&mut self, expected: &'static str) -> Result<Option<Key>, ReadError> {
        if self.peek().is_none() {
            return Ok(None);
        }
        let at = self.origin();
        let length = self.rest.iter().take_while(|&&byte| is_name(byte)).count();
        let behind = after(self.rest, length).iter();
        let blanks = behind.take_while(|byte| byte.is_ascii_whitespace()).count();
        if length == 0 || self.rest.get(length + blanks) != Some(&b':') {
            return Err(ReadError::unexpected(at, expected, self.word(expected)?));
        }
        let name = String::from_utf8_lossy(self.skip(length)).to_ascii_lowercase();
        self.skip(blanks + 1);
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
        for &name in names.iter().cycle() {
            let word = self.word(name)?;
            if word == b"]" && list.values.len().is_multiple_of(names.len()) {
                break;
            }
            let value = parse(word, name)
                .map_err(|expected| ReadError::unexpected(self.origin(), expected, word))?;
            if list.breaks.last().is_none_or(|&(_, line)| line != self.line) {
                list.breaks.push((narrow(list.values.len()), self.line));
            }
            list.values.push(value);
            self.skip_blank();
            if let [b',' | b';', rest @ ..] = self.rest {
                self.rest = rest;
            }
        }
        Ok(list)
    }

    /// A whole number without brackets.
    pub(super) fn count(&mut self, expected: &'static str) -> Result<u32, ReadError> {
        let word = self.word(expected)?;
        parse_whole(word).ok_or_else(|| ReadError::unexpected(self.origin(), expected, word))
    }

    /// Steps over a value of any sort: brackets with all that is in them, or else the rest of the line.
    pub(super) fn skip_value(&mut self) -> &'a [u8] {
        let (rest, line) = (self.rest, self.line);
        let opens = matches!(self.peek(), Some(b'[' | b'{'));
        if !opens {
            (self.rest, self.line) = (rest, line);
        }
        let rest = self.rest;
        let matched = if opens && self.closed { matching_end(rest) } else { None };
        self.closed &= !opens || matched.is_some();
        self.skip(matched.unwrap_or_else(|| line_length(rest)))
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
        let bytes = self.rest;
        let end = (0..bytes.len()).position(|i| ends_word(after(bytes, i)));
        let length = end.map_or(bytes.len(), |length| length.max(1));
        match bytes.split_at_checked(length) {
            Some((word, rest)) if !word.is_empty() => {
                self.rest = rest;
                Ok(word)
            }
            _ => {
                let (at, found) = (self.origin(), self.end.to_owned());
                Err(ReadError::Unexpected { at, expected: expected.into(), found })
            }
        }
    }

    fn skip_blank(&mut self) {
        while let [byte, ..] = self.rest {
            if starts_comment(self.rest) {
                self.rest = after(self.rest, line_length(self.rest));
            } else if is_blank(*byte) {
                self.skip(1);
            } else {
                break;
            }
        }
    }

    /// Steps over so many bytes, or all that are left.
    fn skip(&mut self, length: usize) -> &'a [u8] {
        let (skipped, rest) = self.rest.split_at_checked(length).unwrap_or((self.rest, &[]));
        self.line += narrow(skipped.iter().filter(|&&byte| byte == b'\n').count());
        self.rest = rest;
        skipped
    }
}

/// How much is left of the line.
fn line_length(rest: &[u8]) -> usize {
    rest.iter().take_while(|&&byte| byte != b'\n').count()
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
    let ends = |&byte: &u8| is_blank(byte) || b"[]{},;:".contains(&byte);
    rest.first().is_some_and(ends) || starts_comment(rest)
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
