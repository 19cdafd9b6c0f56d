//! Building outlines, one per line: the input from which `navmesh.txt` is made.
//!
//! ```text
//! [index];[building ids];[x1,y1,x2,y2,…]
//! [index];[x1,y1,x2,y2,…]
//! ```
//!
//! The brackets round ids and coordinates are part of the text. Ids are any words. Outlines run either way round,
//! and need not come back to their first point. The ground around them is their box with 100 units on every side.

use crate::geom::{Point, Side, turning};
use crate::layout::{Layout, Obstacle, ObstacleId};
use crate::mesh::{Element, Findings, Kind, Origin};

use super::brackets::Brackets;
use super::words::{filled_lines, is_count, parse_whole};
use super::{Content, Draft, Lines, ReadError};

/// Whether the first line looks like an outline.
pub fn recognizes(bytes: &[u8]) -> bool {
    let Some((_, text)) = filled_lines(bytes).next() else { return false };
    let mut fields = text.splitn(2, |&byte| byte == b';');
    let index = fields.next().unwrap_or_default().trim_ascii();
    let rest = fields.next().unwrap_or_default();
    is_count(index) && rest.contains(&b'[') && rest.ends_with(b"]")
}

/// Reads outlines as obstacles.
pub fn read(bytes: &[u8]) -> Result<Draft, ReadError> {
    let mut layout = Layout::default();
    let mut findings = Findings::default();
    let mut records = Vec::new();
    let mut indices = Vec::new();
    for ((line, text), place) in filled_lines(bytes).zip(0..) {
        let Blob { index, name, mut ring } = read_blob(text, line)?;
        check_ring(index, place, &ring, &mut findings);
        if turning(&ring) == Side::Right {
            ring.reverse();
        }
        layout.obstacles.insert(ObstacleId(place), Obstacle { name, ..Obstacle::new(ring) });
        indices.push((index, place));
        records.push(line);
    }
    check_indices(indices, &records, &mut findings);
    let lines = Lines { records, ..Lines::default() };
    Ok(Draft::new(Ok(Content::Layout(layout)), findings, lines))
}

struct Blob {
    index: u64,
    name: String,
    ring: Vec<Point>,
}

fn read_blob(text: &[u8], line: u32) -> Result<Blob, ReadError> {
    let at = Origin::Line(line);
    let fields: Vec<&[u8]> = text.splitn(4, |&byte| byte == b';').map(<[u8]>::trim_ascii).collect();
    let (index, ids, coordinates) = match fields[..] {
        [index, coordinates] => (index, None, coordinates),
        [index, ids, coordinates] => (index, Some(ids), coordinates),
        _ => {
            let n_fields = 1 + text.iter().filter(|&&byte| byte == b';').count();
            let expected = "2 or 3 fields, index;[ids];[x,y,…]".into();
            return Err(ReadError::Unexpected { at, expected, found: n_fields.to_string() });
        }
    };
    let index = parse_whole(index)
        .ok_or_else(|| ReadError::unexpected(at, "the index of an outline", index))?;
    let name = match ids {
        Some(ids) => {
            read_ids(ids).ok_or_else(|| ReadError::unexpected(at, "ids in brackets", ids))?
        }
        None => String::new(),
    };
    let ring = read_ring(coordinates, line)?;
    Ok(Blob { index, name, ring })
}

/// The ids between two brackets, as one name.
fn read_ids(field: &[u8]) -> Option<String> {
    let ids = field.strip_prefix(b"[")?.strip_suffix(b"]")?;
    let ids = String::from_utf8_lossy(ids);
    let ids: Vec<&str> =
        ids.split(',').map(|id| id.trim().trim_matches('"')).filter(|id| !id.is_empty()).collect();
    Some(ids.join(", "))
}

fn read_ring(field: &[u8], line: u32) -> Result<Vec<Point>, ReadError> {
    let mut text = Brackets::of_line(field, line);
    let list = text.coordinates()?;
    text.finish()?;
    let mut ring: Vec<Point> = list.points().collect();
    while 1 < ring.len() && ring.first() == ring.last() {
        ring.pop();
    }
    if ring.len() < 3 {
        let (at, expected) = (Origin::Line(line), "at least 3 points".into());
        return Err(ReadError::Unexpected { at, expected, found: ring.len().to_string() });
    }
    Ok(ring)
}

fn check_ring(index: u64, place: u32, ring: &[Point], findings: &mut Findings) {
    let element = Element::Outline(place);
    if turning(ring) == Side::On {
        return findings
            .add(Kind::OddOutline, element, || format!("outline {index} has no inside"));
    }
    findings.check_outline(ring, element, &format!("outline {index}"));
}

fn check_indices(mut indices: Vec<(u64, u32)>, lines: &[u32], findings: &mut Findings) {
    indices.sort_unstable();
    for same in indices.chunk_by(|a, b| a.0 == b.0) {
        let [(index, first), others @ ..] = same else { continue };
        let Some(line) = lines.get(*first as usize) else { continue };
        for &(_, again) in others {
            findings.add(Kind::DuplicateId, Element::Outline(again), || {
                format!("outline {index} is listed again; it was listed first on line {line}")
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    fn layout(text: &str) -> (Layout, Draft) {
        let draft = read(text.as_bytes()).unwrap();
        match &draft.content {
            Ok(Content::Layout(layout)) => (layout.clone(), draft),
            other => panic!("{other:?}"),
        }
    }

    /// The names and outlines of all obstacles, and what is odd about them.
    fn check(text: &str, expected: Expect) {
        let (layout, draft) = layout(text);
        let mut told = String::new();
        for Obstacle { name, outline, .. } in layout.obstacles.values() {
            let points: Vec<String> = outline.iter().map(|p| format!("{} {}", p.x, p.y)).collect();
            told += &format!("{name:?}: {}\n", points.join(", "));
        }
        for finding in draft.findings.list() {
            let at = draft.lines.origin(finding.element).unwrap();
            told += &format!("{at}: {}: {}\n", finding.kind.name(), finding.message);
        }
        expected.assert_eq(&told);
    }

    fn check_error(text: &str, expected: Expect) {
        expected.assert_eq(&read(text.as_bytes()).unwrap_err().to_string());
    }

    #[test]
    fn outlines_are_turned_and_named() {
        check(
            "\u{feff}// houses\r\n0;[Ma123, \"w 7\"];[0,0,2,0,2,2]\r\n\r\n7 ; [ 0.0,0.0, 0.0,2.0, 2.0,2.0, 0.0,0.0 ]\r\n",
            expect![[r#"
                "Ma123, w 7": 0 0, 2 0, 2 2
                "": 2 2, 0 2, 0 0
            "#]],
        );
    }

    #[test]
    fn odd_outlines_are_told() {
        check(
            "0;[0,0,2,2,2,0,0,2]\n1;[0,0,1,1,2,2]\n0;[0,0,1,0,0,1]\n",
            expect![[r#"
                "": 0 0, 2 2, 2 0, 0 2
                "": 0 0, 1 1, 2 2
                "": 0 0, 1 0, 0 1
                line 1: outline_crossing: outline 0 crosses or touches itself
                line 2: odd_outline: outline 1 has no inside
                line 3: duplicate_id: outline 0 is listed again; it was listed first on line 1
            "#]],
        );
    }

    #[test]
    fn wrong_files_are_refused_with_their_line() {
        check_error(
            "0;[0,0,1,0,0,1]\n1;[0,0,1,north,0,1]",
            expect![[r#"line 2: expected a y coordinate, found "north""#]],
        );
        check_error("0;[0,0,1,0,0]", expect![[r#"line 1: expected a y coordinate, found "]""#]]);
        check_error("0;[0,0,1,0]", expect!["line 1: expected at least 3 points, found 2"]);
        check_error("0;[0,0,1,0,0,0]", expect!["line 1: expected at least 3 points, found 2"]);
        check_error(
            "0;[0,0,1,0,0,1",
            expect!["line 1: expected an x coordinate, found the end of the line"],
        );
        check_error(
            "0;[0,0,1,0,0,1] 5",
            expect![[r#"line 1: expected the end of the line, found "5""#]],
        );
        check_error(
            "0;[a];[0,0,1,0,0,1];",
            expect!["line 1: expected 2 or 3 fields, index;[ids];[x,y,…], found 4"],
        );
        check_error(
            "0;a;[0,0,1,0,0,1]",
            expect![[r#"line 1: expected ids in brackets, found "a""#]],
        );
        check_error(
            "x;[0,0,1,0,0,1]",
            expect![[r#"line 1: expected the index of an outline, found "x""#]],
        );
        check_error(
            "0;[0,0,1e13,0,0,1]",
            expect![[
                r#"line 1: expected an x coordinate of at most 1.099511627776e12 in size, found "1e13""#
            ]],
        );
    }

    #[test]
    fn the_first_line_tells() {
        assert!(recognizes(b"# c\n\n0;[a];[1,2]\r\n"));
        assert!(recognizes(b"12 ; [1,2]"));
        assert!(!recognizes(b"0;1"));
        assert!(!recognizes(b";[1]"));
        assert!(!recognizes(b"12 13\n0;[1]"));
        assert!(!recognizes(b""));
    }

    #[test]
    fn a_file_cut_off_anywhere_is_read_or_refused() {
        let text = "0;[a];[0,0,2,0,2,2]\n1;[0,0,2,0,2,2]";
        for end in 0..text.len() {
            let whole_lines = matches!(end, 0 | 19 | 20);
            assert_eq!(read(&text.as_bytes()[..end]).is_ok(), whole_lines, "{end}");
        }
    }

    #[test]
    fn a_long_zigzag_is_checked_in_time() {
        let comb: Vec<String> =
            (0..40_000).map(|i| format!("{i},{}", if i % 2 == 0 { 0 } else { 100_000 })).collect();
        let (_, draft) = layout(&format!("0;[{},40000,-1,0,-1]", comb.join(",")));
        assert_eq!(draft.findings.count(Kind::OutlineCrossing), 0);
    }
}
