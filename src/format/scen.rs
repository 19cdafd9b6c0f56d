//! Scenarios: path queries with expected costs, one a line.
//!
//! ```text
//! version 1
//! [bucket] [map] [width] [height] [start x] [start y] [goal x] [goal y] [cost]
//! ```
//! Fields are set apart by tabs in most files, by spaces in others, and by both in some. A map's name may hold spaces.
//! A negative cost, or zero although start and goal differ, says that there is no path.

use std::iter::once;

use crate::geom::{self, LIMIT, Point};
use crate::mesh::{Element, Findings, Kind, Origin};
use crate::scenario::{Cost, Instance, Scenario};

use super::target::put;
use super::words::{Words, filled_lines, parse_number, parse_whole};
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
    // A map's name may hold spaces: it is whatever stands between the first field and the last seven.
    let &[bucket, name, ref more_name @ .., width, height, start_x, start_y, goal_x, goal_y, cost] =
        fields.as_slice()
    else {
        let missing = FIELDS.iter().zip(1..).nth(fields.len());
        let expected = missing.map(|(name, number)| format!("{name} as field {number} of 9"));
        return Err(ReadError::Unexpected {
            at,
            expected: expected.map_or("9 fields".into(), Into::into),
            found: "the end of the line".to_owned(),
        });
    };
    let number = |word: &[u8], expected: &'static str| {
        parse_number(word).ok_or_else(|| ReadError::unexpected(at, expected, word))
    };
    let coordinate = |word: &[u8], expected: &'static str| {
        geom::coordinate(number(word, expected)?).ok_or_else(|| {
            let expected = format!("{expected} of at most {LIMIT:e} in size");
            ReadError::unexpected(at, expected, word)
        })
    };
    let name: Vec<_> =
        once(&name).chain(more_name).map(|part| String::from_utf8_lossy(part)).collect();
    Ok(Instance {
        bucket: parse_whole(bucket).ok_or_else(|| ReadError::unexpected(at, FIELDS[0], bucket))?,
        map: name.join(" "),
        size: [number(width, FIELDS[2])?, number(height, FIELDS[3])?],
        start: Point::new(coordinate(start_x, FIELDS[4])?, coordinate(start_y, FIELDS[5])?),
        goal: Point::new(coordinate(goal_x, FIELDS[6])?, coordinate(goal_y, FIELDS[7])?),
        cost: Cost {
            value: number(cost, FIELDS[8])?,
            text: String::from_utf8_lossy(cost).into_owned(),
        },
    })
}

/// Writes a scenario with tabs, as the benchmarks have it.
pub fn write(scenario: &Scenario) -> Written {
    let mut bytes = b"version 1\n".to_vec();
    for Instance { bucket, map, size: [width, height], start, goal, cost } in &scenario.instances {
        let ends = format_args!("{}\t{}\t{}\t{}", start.x, start.y, goal.x, goal.y);
        let cost = &cost.text;
        put(&mut bytes, format_args!("{bucket}\t{map}\t{width}\t{height}\t{ends}\t{cost}\n"));
    }
    Written { bytes, losses: Vec::new() }
}
