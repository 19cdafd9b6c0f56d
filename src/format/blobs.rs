//! Building outlines, one per line: the input from which `navmesh.txt` is made.
//!
//! ```text
//! [index];[building ids];[x1,y1,x2,y2,…]
//! [index];[x1,y1,x2,y2,…]
//! ```
//!
//! The brackets round ids and coordinates are part of the text. Ids are any words. Outlines run either way round,
//! and need not come back to their first point. The ground around them is their box with 100 units on every side.

use std::ops::ControlFlow;

use crate::geom::{Point, Segment, Side, side, turning};
use crate::layout::{Layout, Obstacle, ObstacleId};
use crate::mesh::{Element, Findings, Kind, Origin};

use super::cdt::crossings::{Looked, close_pairs};
use super::navmesh_txt::brackets::{Brackets, parse_whole};
use super::words::without_mark;
use super::{Content, Draft, Lines, ReadError};

/// Whether the first line looks like an outline.
pub fn recognizes(bytes: &[u8]) -> bool {
    let Some((_, text)) = lines(bytes).next() else { return false };
    let mut fields = text.splitn(2, |&byte| byte == b';');
    let index = fields.next().unwrap_or_default().trim_ascii();
    let rest = fields.next().unwrap_or_default();
    !index.is_empty()
        && index.iter().all(u8::is_ascii_digit)
        && rest.contains(&b'[')
        && rest.ends_with(b"]")
}

/// Reads outlines as obstacles.
pub fn read(bytes: &[u8]) -> Result<Draft, ReadError> {
    let mut layout = Layout::default();
    let mut findings = Findings::default();
    let mut records = Vec::new();
    let mut indices = Vec::new();
    for ((line, text), place) in lines(bytes).zip(0..) {
        let Blob { index, name, mut ring } = read_blob(text, line)?;
        check_ring(index, place, &ring, &mut findings);
        if turning(&ring) == Side::Right {
            ring.reverse();
        }
        layout.obstacles.insert(ObstacleId(place), Obstacle { name, outline: ring.into() });
        indices.push((index, place));
        records.push(line);
    }
    check_indices(indices, &records, &mut findings);
    let lines = Lines { records, ..Lines::default() };
    Ok(Draft { content: Ok(Content::Layout(layout)), findings, lines })
}

/// The lines that are neither blank nor comments, with their numbers.
fn lines(bytes: &[u8]) -> impl Iterator<Item = (u32, &[u8])> {
    let lines = without_mark(bytes).split(|&byte| byte == b'\n').zip(1..);
    lines.map(|(text, line)| (line, text.trim_ascii())).filter(|(_, text)| {
        let comment = text.starts_with(b"#") || text.starts_with(b"//");
        !text.is_empty() && !comment
    })
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
    let mut ring: Vec<Point> =
        list.values.chunks_exact(2).map(|pair| Point::new(pair[0], pair[1])).collect();
    if 1 < ring.len() && ring.first() == ring.last() {
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
    match crosses_itself(ring) {
        Some(true) => findings.add(Kind::OutlineCrossing, element, || format!("outline {index} crosses itself")),
        Some(false) => {}
        None => findings.add(Kind::Unchecked, element, || {
            format!("outline {index} has too many long sides side by side: not all were checked for crossings")
        }),
    }
}

/// Whether a ring crosses itself, touching aside. Exact; `None` if that would take too long to tell.
fn crosses_itself(ring: &[Point]) -> Option<bool> {
    let mut corners = ring.to_vec();
    corners.dedup();
    let n = corners.len();
    let ring = Ring { corners: &corners };
    let sides: Vec<Segment> = (0..n).map(|i| ring.side(i)).collect();
    let looked = close_pairs(&sides, |i, j| {
        let crossing = sides[i].crosses(sides[j])
            || ring.passes_through(i, j)
            || ring.passes_through(j, i)
            || ring.passes_at_corner(i, j);
        if crossing { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    match looked {
        Looked::AtAll => Some(false),
        Looked::UntilTold => Some(true),
        Looked::AtSome => None,
    }
}

/// A ring without repeated corners, to ask how it passes over itself.
struct Ring<'a> {
    corners: &'a [Point],
}

impl Ring<'_> {
    fn at(&self, i: usize) -> Point {
        self.corners[i % self.corners.len()]
    }

    fn before(&self, i: usize) -> Point {
        self.at(i + self.corners.len() - 1)
    }

    fn side(&self, i: usize) -> Segment {
        Segment::new(self.at(i), self.at(i + 1))
    }

    /// Whether the ring, at corner `j`, goes from one side of side `i` to the other.
    fn passes_through(&self, i: usize, j: usize) -> bool {
        let Segment { from, to } = self.side(i);
        let corner = self.at(j);
        if corner == from || corner == to || !self.side(i).holds(corner) {
            return false;
        }
        let turn = (side(from, to, self.before(j)), side(from, to, self.at(j + 1)));
        matches!(turn, (Side::Left, Side::Right) | (Side::Right, Side::Left))
    }

    /// Whether corners `i` and `j` are one place, and the ring crosses its own way there.
    fn passes_at_corner(&self, i: usize, j: usize) -> bool {
        let here = self.at(i);
        if here != self.at(j) {
            return false;
        }
        let (from, to) = (self.before(i), self.at(i + 1));
        let enters = in_angle(here, from, to, self.before(j));
        let leaves = in_angle(here, from, to, self.at(j + 1));
        matches!((enters, leaves), (Some(a), Some(b)) if a != b)
    }
}

/// Whether `p`, seen from `here`, lies in the angle that opens counter-clockwise from `a` to `b`; `None` on its rim.
fn in_angle(here: Point, a: Point, b: Point, p: Point) -> Option<bool> {
    let (of_a, of_b) = (side(here, a, p), side(here, b, p));
    let ahead = |q: Point| 0.0 < (q.x - here.x) * (p.x - here.x) + (q.y - here.y) * (p.y - here.y);
    if (of_a == Side::On && ahead(a)) || (of_b == Side::On && ahead(b)) {
        return None;
    }
    Some(match side(here, a, b) {
        Side::Left => of_a == Side::Left && of_b == Side::Right,
        Side::Right => !(of_b == Side::Left && of_a == Side::Right),
        Side::On => of_a == Side::Left,
    })
}

fn check_indices(mut indices: Vec<(u64, u32)>, lines: &[u32], findings: &mut Findings) {
    indices.sort_unstable();
    for same in indices.chunk_by(|a, b| a.0 == b.0) {
        let (index, first) = same[0];
        for &(_, again) in &same[1..] {
            findings.add(Kind::DuplicateId, Element::Outline(again), || {
                format!(
                    "outline {index} is listed again; it was listed first on line {}",
                    lines[first as usize]
                )
            });
        }
    }
}

#[cfg(test)]
mod tests {
    mod real;

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
        for Obstacle { name, outline } in layout.obstacles.values() {
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
                line 1: outline_crossing: outline 0 crosses itself
                line 2: odd_outline: outline 1 has no inside
                line 3: duplicate_id: outline 0 is listed again; it was listed first on line 1
            "#]],
        );
    }

    #[test]
    fn touching_is_not_crossing() {
        let crosses = |coordinates: &str| {
            let (_, draft) = layout(&format!("0;[{coordinates}]"));
            draft.findings.count(Kind::OutlineCrossing) == 1
        };
        assert!(!crosses("0,0,4,0,4,4,2,0,0,4"), "a corner touches a side from inside");
        assert!(crosses("0,0,4,0,4,4,2,0,2,-1,0,4"), "a corner goes through a side");
        assert!(!crosses("0,0,2,2,4,0,4,4,2,2,0,4"), "two corners touch");
        assert!(crosses("0,0,2,2,4,4,4,0,2,2,0,4"), "two corners cross");
        assert!(crosses("0,0,2,2,2,2,4,4,4,0,2,2,0,4"), "two corners cross, one of them doubled");
        assert!(!crosses("0,0,4,0,4,4,6,4,4,4,0,4"), "a spike");
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
