//! Which line of a `.mesh` to blame for an error.
//!
//! The formats are streams of words, so a number that is missing on one line is only missed on a later one. Where a
//! file has one record a line, as nearly all have, the first line with too few or too many words is at fault.

use crate::mesh::Origin;

use super::error::{END_OF_FILE, ReadError};
use super::words::{Words, filled_lines};

/// How many words the line of a vertex and the line of a face should hold, given the words that are there.
pub(super) struct LineLengths {
    pub(super) vertex: fn(&[&[u8]]) -> Option<usize>,
    pub(super) face: fn(&[&[u8]]) -> Option<usize>,
}

/// The same error, or a better one about an earlier line.
pub(super) fn blame_line(bytes: &[u8], error: ReadError, lengths: &LineLengths) -> ReadError {
    let ReadError::Unexpected { at: Origin::Line(noticed), ref found, .. } = error else {
        return error;
    };
    // On the same line the word itself says more than the number of words, unless there is none.
    let last = if found == END_OF_FILE { noticed } else { noticed.saturating_sub(1) };
    match faulty_line(bytes, lengths).filter(|fault| fault.line <= last) {
        Some(Fault { line, what, expected, found }) => ReadError::Unexpected {
            at: Origin::Line(line),
            expected: format!("{expected} words on the line of a {what}").into(),
            found: found.to_string(),
        },
        None => error,
    }
}

/// A whole number among the words of a line.
pub(super) fn number_at(words: &[&[u8]], place: usize) -> Option<usize> {
    let number: u32 = std::str::from_utf8(words.get(place)?).ok()?.parse().ok()?;
    Some(number as usize)
}

struct Fault {
    line: u32,
    what: &'static str,
    expected: usize,
    found: usize,
}

fn faulty_line(bytes: &[u8], lengths: &LineLengths) -> Option<Fault> {
    let mut lines = filled_lines(bytes).map(|(line, text)| (line, words_of(text)));
    let [first, version, counts] = [lines.next()?.1, lines.next()?.1, lines.next()?.1];
    let one_record_a_line = first.len() == 1 && version.len() == 1 && counts.len() == 2;
    let n_vertices = number_at(&counts, 0).filter(|_| one_record_a_line)?;
    let mut lines = lines.enumerate().peekable();
    let kind = |place| {
        if place < n_vertices { ("vertex", lengths.vertex) } else { ("face", lengths.face) }
    };
    while let Some((place, (line, words))) = lines.next() {
        let (what, length) = kind(place);
        let expected = length(&words);
        if expected == Some(words.len()) {
            continue;
        }
        // A record that goes on over the next line is odd, but not at fault.
        let next_stands_alone = lines
            .peek()
            .is_none_or(|(place, (_, words))| (kind(*place).1)(words) == Some(words.len()));
        return Some(Fault { line, what, expected: expected?, found: words.len() })
            .filter(|_| next_stands_alone);
    }
    None
}

fn words_of(text: &[u8]) -> Vec<&[u8]> {
    let mut words = Words::of_line(text, 1);
    std::iter::from_fn(|| words.next_word()).collect()
}
