//! Scenarios: path queries with expected costs, one a line.
//!
//! ```text
//! version 1
//! [bucket] [map] [width] [height] [start x] [start y] [goal x] [goal y] [cost]
//! ```
//! Fields are set apart by tabs in most files, by spaces in others, and by both in some. A map's name may hold spaces.
//! A negative cost, or zero although start and goal differ, says that there is no path.

use std::io::Write as _;

use crate::geom::{self, LIMIT, Point};
use crate::mesh::{Element, Findings, Kind, Origin};
use crate::scenario::{Cost, Instance, Scenario};

use super::words::{Words, filled_lines, parse_number};
use super::{Content, Draft, Lines, ReadError, Written};

const FIELDS: [&str; 9] = [
    "a bucket",
    "a map name",
    "a width",
    "a height",
    "a start x",
    "a start y",
    "a goal x",
    "a goal y",
    "a cost",
];

/// Whether the file says so itself, or its first line has nine fields of the right sort.
pub fn recognizes(bytes: &[u8]) -> bool {
    let mut words = Words::new(bytes);
    match words.next_word() {
        Some(b"version") => true,
        Some(word) if is_title(word) => true,
        Some(_) => filled_lines(bytes).next().is_some_and(|(line, text)| {
            // A row of numbers alone is a Menge file on one line.
            read_row(line, text).is_ok_and(|row| parse_number(row.map.as_bytes()).is_none())
        }),
        None => false,
    }
}

/// Reads a file to the end.
pub fn read(bytes: &[u8]) -> Result<Draft, ReadError> {
    let mut findings = Findings::default();
    let mut scenario = Scenario::default();
    let mut places = Vec::new();
    let mut rows = filled_lines(bytes).peekable();
    match rows.peek() {
        Some(&(line, text)) if text.starts_with(b"version") => {
            check_version(line, text)?;
            rows.next();
        }
        _ => findings.add_at(Kind::OddText, Element::File, Some(Origin::Line(1)), || {
            "the file does not start with \"version 1\"".to_owned()
        }),
    }
    for (line, text) in rows {
        if is_title(text) {
            continue;
        }
        scenario.instances.push(read_row(line, text)?);
        places.push(line);
    }
    let lines = Lines { records: places, ..Lines::default() };
    Ok(Draft::new(Ok(Content::Scenario(scenario)), findings, lines))
}

fn check_version(line: u32, text: &[u8]) -> Result<(), ReadError> {
    let mut words = Words::of_line(text, line);
    words.keyword("version")?;
    match words.number("version 1")? {
        1.0 => words.end("the version"),
        other => words.refuse("version 1", other),
    }
}

/// Whether a line is the row of column titles that the format's description shows.
fn is_title(line: &[u8]) -> bool {
    line.get(..6).is_some_and(|start| start.eq_ignore_ascii_case(b"bucket"))
}

fn read_row(line: u32, text: &[u8]) -> Result<Instance, ReadError> {
    let at = Origin::Line(line);
    let fields: Vec<&[u8]> =
        text.split(u8::is_ascii_whitespace).filter(|field| !field.is_empty()).collect();
    let n = fields.len();
    if n < FIELDS.len() {
        return Err(ReadError::Unexpected {
            at,
            expected: format!("{} as field {} of 9", FIELDS[n], n + 1).into(),
            found: "the end of the line".to_owned(),
        });
    }
    let number = |field: usize, from_end: usize| {
        let word = fields[n - from_end];
        parse_number(word).ok_or_else(|| ReadError::unexpected(at, FIELDS[field], word))
    };
    let bucket = std::str::from_utf8(fields[0]).ok().and_then(|text| text.parse().ok());
    let coordinate = |field: usize| {
        geom::coordinate(number(field, 9 - field)?).ok_or_else(|| {
            let expected = format!("{} of at most {LIMIT:e} in size", FIELDS[field]);
            ReadError::unexpected(at, expected, fields[n - 9 + field])
        })
    };
    let point = |x, y| Ok::<_, ReadError>(Point::new(coordinate(x)?, coordinate(y)?));
    // A map's name may hold spaces: it is whatever stands between the first field and the last seven.
    let name: Vec<_> = fields[1..n - 7].iter().map(|part| String::from_utf8_lossy(part)).collect();
    Ok(Instance {
        bucket: bucket.ok_or_else(|| ReadError::unexpected(at, FIELDS[0], fields[0]))?,
        map: name.join(" "),
        size: [number(2, 7)?, number(3, 6)?],
        start: point(4, 5)?,
        goal: point(6, 7)?,
        cost: Cost {
            value: number(8, 1)?,
            text: String::from_utf8_lossy(fields[n - 1]).into_owned(),
        },
    })
}

/// Writes a scenario with tabs, as the benchmarks have it.
pub fn write(scenario: &Scenario) -> Written {
    let mut bytes = b"version 1\n".to_vec();
    for Instance { bucket, map, size: [width, height], start, goal, cost } in &scenario.instances {
        writeln!(
            bytes,
            "{bucket}\t{map}\t{width}\t{height}\t{}\t{}\t{}\t{}\t{}",
            start.x, start.y, goal.x, goal.y, cost.text
        )
        .expect("a Vec takes all it is given");
    }
    Written { bytes, losses: Vec::new() }
}
