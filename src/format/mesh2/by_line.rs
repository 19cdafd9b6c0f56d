//! Variants that only make sense line by line: a cost at the end of each face, or no neighbours at all.

use crate::format::ReadError;
use crate::format::words::{Words, filled_lines};
use crate::mesh::{Across, Element, Kind, Origin};

use super::{Records, read_corners, read_neighbours, read_vertex};

/// The lines of a file that hold a word, one after the other.
struct RecordLines<I> {
    lines: I,
    last: u32,
}

impl<'a, I: Iterator<Item = (u32, &'a [u8])>> RecordLines<I> {
    /// The next line that holds a word.
    fn next(&mut self, expected: &'static str) -> Result<Words<'a>, ReadError> {
        let Some((line, text)) = self.lines.next() else {
            return Err(ReadError::ended(Origin::Line(self.last), expected));
        };
        self.last = line;
        Ok(Words::of_line(text, line))
    }

    /// Nothing more may come.
    fn end(mut self) -> Result<(), ReadError> {
        match self.next("nothing") {
            Ok(mut words) => words.end("the last face"),
            Err(_) => Ok(()),
        }
    }
}

fn record_lines(bytes: &[u8]) -> RecordLines<impl Iterator<Item = (u32, &[u8])>> {
    RecordLines { lines: filled_lines(bytes), last: 1 }
}

/// Reads `weighted_mesh 2`: version 2 with a whole cost at the end of every face line.
///
/// The only known files also carry a stray number at the end of the last vertex line.
pub(super) fn weighted_records(bytes: &[u8]) -> Result<Records, ReadError> {
    let mut lines = record_lines(bytes);
    let mut header = lines.next("\"weighted_mesh\"")?;
    header.keyword("weighted_mesh")?;
    if header.is_at_end() {
        header = lines.next("\"2\"")?;
    }
    header.keyword("2")?;
    if header.is_at_end() {
        header = lines.next("the number of vertices")?;
    }
    let n_vertices = header.count("the number of vertices")?;
    let n_faces = header.count("the number of faces")?;
    header.end("the counts")?;
    let mut records = Records::default();
    records.parts.starts.push(0);
    for vertex in 0..n_vertices {
        let mut words = lines.next("a vertex")?;
        read_vertex(
            &mut words,
            n_faces,
            &mut records.parts,
            &mut records.lines,
            &mut records.listed,
        )?;
        let line = words.origin();
        if let Some(word) = words.next_word() {
            if vertex + 1 != n_vertices {
                return Err(ReadError::unexpected(
                    line,
                    "the end of the line after a vertex",
                    word,
                ));
            }
            let word = String::from_utf8_lossy(word).into_owned();
            records.findings.add_at(Kind::OddText, Element::File, Some(line), || {
                format!("the last vertex line has a surplus number, {word}; it was left out")
            });
        }
    }
    for _ in 0..n_faces {
        let mut words = lines.next("a face")?;
        read_corners(&mut words, n_vertices, &mut records.parts, &mut records.lines)?;
        read_neighbours(&mut words, n_faces, &mut records.parts)?;
        let cost = words.number("the cost of the face")?;
        if cost < 0.0 {
            return words.refuse("a cost that is not negative", cost);
        }
        records.parts.attributes.cost.push(cost);
        words.end("the cost of a face")?;
    }
    lines.end()?;
    Ok(records)
}

/// Reads version 2 as some writers leave it: face lines without neighbours. `None` if the file is not like that.
pub(super) fn records_without_neighbours(bytes: &[u8]) -> Option<Records> {
    let mut lines = record_lines(bytes);
    let mut header = lines.next("").ok()?;
    for keyword in ["mesh", "2"] {
        header.keyword(keyword).ok()?;
        if header.is_at_end() {
            header = lines.next("").ok()?;
        }
    }
    let n_vertices = header.count("").ok()?;
    let n_faces = header.count("").ok()?;
    header.end("").ok()?;
    let mut records = Records { without_neighbours: true, ..Records::default() };
    records.parts.starts.push(0);
    for _ in 0..n_vertices {
        let mut words = lines.next("").ok()?;
        read_vertex(
            &mut words,
            n_faces,
            &mut records.parts,
            &mut records.lines,
            &mut records.listed,
        )
        .ok()?;
        words.end("").ok()?;
    }
    for _ in 0..n_faces {
        let mut words = lines.next("").ok()?;
        read_corners(&mut words, n_vertices, &mut records.parts, &mut records.lines).ok()?;
        words.end("").ok()?;
    }
    lines.end().ok()?;
    records.parts.across = vec![Across::Outside; records.parts.corners.len()];
    records.findings.add(Kind::MissingNeighbour, Element::File, || {
        "the file lists no neighbours; faces that share an edge were taken as open to each other"
            .to_owned()
    });
    Some(records)
}
