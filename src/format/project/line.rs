//! One line of a project, word by word.

use crate::geom::{Point, coordinate};
use crate::layout::Outline;
use crate::mesh::Origin;

use super::super::ReadError;
use super::super::words::{after, parse_whole};

/// The words of one line.
#[derive(Clone)]
pub(super) struct Line<'a> {
    rest: &'a [u8],
    pub(super) number: u32,
}

impl<'a> Line<'a> {
    pub(super) fn new(text: &'a [u8], number: u32) -> Self {
        Self { rest: text, number }
    }

    pub(super) fn next(&mut self) -> Option<&'a [u8]> {
        let rest = self.rest.trim_ascii_start();
        let length = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
        let (word, rest) = rest.split_at(length);
        self.rest = rest;
        (!word.is_empty()).then_some(word)
    }

    pub(super) fn unexpected(&self, expected: &'static str, found: &[u8]) -> ReadError {
        let at = Origin::Line(self.number);
        match found {
            [] => ReadError::Unexpected {
                at,
                expected: expected.into(),
                found: "the end of the line".to_owned(),
            },
            _ => ReadError::unexpected(at, expected, found),
        }
    }

    pub(super) fn word(&mut self, expected: &'static str) -> Result<(), ReadError> {
        match self.next().unwrap_or_default() {
            word if word == expected.as_bytes() => Ok(()),
            other => Err(self.unexpected(expected, other)),
        }
    }

    pub(super) fn end(&mut self) -> Result<(), ReadError> {
        self.next().map_or(Ok(()), |more| Err(self.unexpected("the end of the line", more)))
    }

    pub(super) fn id(&mut self) -> Result<u32, ReadError> {
        let word = self.next().unwrap_or_default();
        parse_whole(word).ok_or_else(|| self.unexpected("an id", word))
    }

    pub(super) fn number(&mut self, expected: &'static str) -> Result<f64, ReadError> {
        let word = self.next().unwrap_or_default();
        let value = std::str::from_utf8(word).ok().and_then(|word| word.parse().ok());
        value.and_then(coordinate).ok_or_else(|| self.unexpected(expected, word))
    }

    /// A number that is not negative.
    pub(super) fn size(&mut self, expected: &'static str) -> Result<f64, ReadError> {
        let value = self.number(expected)?;
        if value < 0.0 {
            return Err(self.unexpected(expected, value.to_string().as_bytes()));
        }
        Ok(value)
    }

    pub(super) fn point(&mut self) -> Result<Point, ReadError> {
        Ok(Point::new(self.number("an x coordinate")?, self.number("a y coordinate")?))
    }

    /// All the points to the end of the line.
    pub(super) fn points(mut self) -> Result<Outline, ReadError> {
        let mut points = Vec::new();
        while !self.rest.trim_ascii_start().is_empty() {
            points.push(self.point()?);
        }
        Ok(points.into())
    }

    /// A name in quotes, which is all that is left of the line; none is an empty one.
    pub(super) fn name(&mut self) -> Result<String, ReadError> {
        let rest = std::mem::take(&mut self.rest).trim_ascii();
        if rest.is_empty() {
            return Ok(String::new());
        }
        serde_json::from_slice(rest).map_err(|_| self.unexpected("a name in quotes", rest))
    }

    /// A name in quotes, with more of the line to come.
    pub(super) fn quoted(&mut self) -> Result<String, ReadError> {
        let mut names = serde_json::Deserializer::from_slice(self.rest).into_iter();
        match names.next() {
            Some(Ok(name)) => {
                self.rest = after(self.rest, names.byte_offset());
                Ok(name)
            }
            _ => {
                let word = self.next().unwrap_or_default();
                Err(self.unexpected("a name in quotes", word))
            }
        }
    }

    /// What a path costs: a number, or `-`, or nothing at all.
    pub(super) fn cost(&mut self) -> Result<Option<f64>, ReadError> {
        let Some(word) = self.next().filter(|word| *word != b"-") else { return Ok(None) };
        let value = std::str::from_utf8(word).ok().and_then(|word| word.parse::<f64>().ok());
        match value.filter(|value| value.is_finite()) {
            Some(value) => Ok(Some(value)),
            None => Err(self.unexpected("a cost or -", word)),
        }
    }

    pub(super) fn is_new(&self, new: bool, what: &str, id: u32) -> Result<(), ReadError> {
        if new { Ok(()) } else { Err(self.refused(format!("there is a {what} {id} already"))) }
    }

    pub(super) fn refused(&self, reason: String) -> ReadError {
        ReadError::Refused { at: Origin::Line(self.number), reason }
    }
}
