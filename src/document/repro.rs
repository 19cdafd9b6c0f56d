//! A query and its map in one file, to be opened again as it was: for whoever has to see what somebody else has seen.
//!
//! ```text
//! wayglass-repro 1
//! map "[name]"
//! query [x0] [y0] [x1] [y1]
//! algorithm [name]
//! radius [r]                     and, where it is not as usual:
//! merge on
//! teleporters off
//! moving-floors off
//! limit [expansions]
//! view [x0] [y0] [x1] [y1]       what was looked at
//! ---
//! [the bytes of the map file, as they are]
//! ```
#![cfg_attr(
    not(test),
    deny(
        clippy::cast_possible_truncation,
        clippy::expect_used,
        clippy::indexing_slicing,
        clippy::unwrap_used,
        reason = "whatever is on the disk may be damaged"
    )
)]

use std::fmt::Write as _;

use crate::format::ReadError;
use crate::geom::{Aabb, Point, coordinate};
use crate::mesh::Origin;
use crate::search::{Algorithm, Asked, Query};

/// The ending of such files.
pub const ENDING: &str = "repro";

/// A query on a map, as somebody has asked it.
#[derive(Debug, Clone, PartialEq)]
pub struct Repro {
    /// The name of the map.
    pub name: String,
    /// What was asked, and how.
    pub asked: Asked,
    /// What was looked at.
    pub view: Option<Aabb>,
}

const HEAD: &[u8] = b"wayglass-repro";
const END: &[u8] = b"---";

/// Whether the file starts as these do.
pub fn recognizes(bytes: &[u8]) -> bool {
    bytes.starts_with(HEAD)
}

/// Writes a query and the bytes of its map.
pub fn write(repro: &Repro, map: &[u8]) -> Vec<u8> {
    let Repro { name, asked, view } = repro;
    let Asked { query: Query { start, goal }, algorithm, preparation, limit } = asked;
    let mut text = "wayglass-repro 1\n".to_owned();
    let mut line = |words: std::fmt::Arguments<'_>| {
        let _ = writeln!(text, "{words}");
    };
    line(format_args!("map {}", serde_json::Value::from(name.as_str())));
    line(format_args!("query {} {} {} {}", start.x, start.y, goal.x, goal.y));
    line(format_args!("algorithm {}", algorithm.name()));
    line(format_args!("radius {}", preparation.radius));
    for (word, is_usual) in [
        ("merge on", !preparation.merge),
        ("teleporters off", preparation.teleporters),
        ("moving-floors off", preparation.special_sectors),
    ] {
        if !is_usual {
            line(format_args!("{word}"));
        }
    }
    if *limit != u64::MAX {
        line(format_args!("limit {limit}"));
    }
    if let Some(Aabb { min, max }) = view {
        line(format_args!("view {} {} {} {}", min.x, min.y, max.x, max.y));
    }
    line(format_args!("---"));
    let mut bytes = text.into_bytes();
    bytes.extend_from_slice(map);
    bytes
}

/// What a map is called without the folders before it: it must not choose where its copies are saved.
fn file_name(told: &str) -> &str {
    match told.rsplit(['/', '\\']).next().unwrap_or_default() {
        "" | "." | ".." => "map",
        name => name,
    }
}

/// Reads a query, and gives the bytes of its map.
pub fn read(bytes: &[u8]) -> Result<(Repro, &[u8]), ReadError> {
    let mut rest = bytes;
    let (mut name, mut asked, mut view) = (file_name("").to_owned(), None, None);
    let mut way = Asked::new(Query { start: Point::default(), goal: Point::default() });
    for number in 1_u32.. {
        let (line, after) = split_line(rest);
        let at = Origin::Line(number);
        let unexpected = |expected: &'static str| ReadError::unexpected(at, expected, line);
        if number == 1 {
            if line != b"wayglass-repro 1" {
                return Err(unexpected("wayglass-repro 1"));
            }
        } else if line == END {
            let query = asked.ok_or_else(|| unexpected("a query before the map"))?;
            return Ok((Repro { name, asked: Asked { query, ..way }, view }, after));
        } else {
            let text = std::str::from_utf8(line).map_err(|_| unexpected("text"))?;
            let (word, value) = text.split_once(' ').unwrap_or((text, ""));
            match word {
                "map" => {
                    let told: String =
                        serde_json::from_str(value).map_err(|_| unexpected("a name in quotes"))?;
                    name = file_name(&told).to_owned();
                }
                "query" => {
                    let [from, to] = points(value).ok_or_else(|| unexpected("four coordinates"))?;
                    asked = Some(Query { start: from, goal: to });
                }
                "view" => {
                    let ends = points(value).ok_or_else(|| unexpected("four coordinates"))?;
                    view = Some(Aabb::around(ends));
                }
                "algorithm" => {
                    let known = Algorithm::ALL.iter().find(|known| known.name() == value);
                    way.algorithm = *known.ok_or_else(|| unexpected("the name of an algorithm"))?;
                }
                "radius" => {
                    let radius = value.parse().ok().and_then(coordinate).filter(|r| 0.0 <= *r);
                    way.preparation.radius = radius.ok_or_else(|| unexpected("a radius"))?;
                }
                "limit" => {
                    way.limit = value.parse().map_err(|_| unexpected("a whole number"))?;
                }
                "merge" => {
                    way.preparation.merge = switch(value).ok_or_else(|| unexpected("on or off"))?
                }
                "teleporters" => {
                    way.preparation.teleporters =
                        switch(value).ok_or_else(|| unexpected("on or off"))?;
                }
                "moving-floors" => {
                    way.preparation.special_sectors =
                        switch(value).ok_or_else(|| unexpected("on or off"))?;
                }
                _ => return Err(unexpected("a word that is known, or --- before the map")),
            }
        }
        if after.is_empty() {
            // The lines have ended before the map began.
            let end = Origin::Line(number + 1);
            return Err(ReadError::unexpected(end, "--- and then the map", b""));
        }
        rest = after;
    }
    Err(ReadError::TooLarge)
}

/// The first line, and what comes after it.
fn split_line(bytes: &[u8]) -> (&[u8], &[u8]) {
    let mut parts = bytes.splitn(2, |&byte| byte == b'\n');
    let line = parts.next().unwrap_or_default();
    (line.strip_suffix(b"\r").unwrap_or(line), parts.next().unwrap_or_default())
}

fn points(text: &str) -> Option<[Point; 2]> {
    let mut numbers = text.split(' ').map(|word| word.parse().ok().and_then(coordinate));
    let mut point = || Some(Point::new(numbers.next()??, numbers.next()??));
    let ends = [point()?, point()?];
    numbers.next().is_none().then_some(ends)
}

fn switch(text: &str) -> Option<bool> {
    match text {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Preparation;

    fn repro() -> Repro {
        let query = Query { start: Point::new(0.1, -2.0), goal: Point::new(1e-9, 3.5) };
        let preparation =
            Preparation { radius: 0.25, teleporters: false, ..Preparation::default() };
        let asked =
            Asked { algorithm: Algorithm::AstarFunnel, preparation, limit: 7, ..Asked::new(query) };
        let view = Some(Aabb { min: Point::new(-1.0, -1.0), max: Point::new(2.0, 2.5) });
        Repro { name: "a \"b\"\n.mesh".to_owned(), asked, view }
    }

    #[test]
    fn everything_comes_back() {
        for map in [&b"mesh\n2\n---\n"[..], b"", b"\n\0\xff"] {
            let bytes = write(&repro(), map);
            assert!(recognizes(&bytes));
            assert_eq!(read(&bytes).unwrap(), (repro(), map));
        }
    }

    #[test]
    fn the_name_of_the_map_leads_nowhere_else() {
        for (told, name) in [
            ("../../escaped.mesh", "escaped.mesh"),
            ("/etc/passwd", "passwd"),
            ("c:\\\\maps\\\\a.mesh", "a.mesh"),
            ("maps/..", "map"),
            ("", "map"),
        ] {
            let text = format!("wayglass-repro 1\nmap \"{told}\"\nquery 0 0 1 1\n---\n");
            assert_eq!(read(text.as_bytes()).unwrap().0.name, name);
        }
    }

    #[test]
    fn odd_lines_are_named() {
        let error = |text: &str| read(text.as_bytes()).unwrap_err().to_string();
        assert_eq!(
            error("wayglass-repro 2\n"),
            r#"line 1: expected wayglass-repro 1, found "wayglass-repro 2""#
        );
        assert_eq!(
            error("wayglass-repro 1\nquery 1 2 3\n---\nmesh"),
            r#"line 2: expected four coordinates, found "query 1 2 3""#
        );
        assert!(error("wayglass-repro 1\n---\nmesh").starts_with("line 2: expected a query"));
        assert!(error("wayglass-repro 1\nradius nan\n").contains("expected a radius"));
        // Cut anywhere, it is refused, or the map is shorter.
        let whole = write(&repro(), b"mesh");
        for end in 0..whole.len() {
            let _ = read(&whole[..end]);
        }
    }
}
