//! Points and constraint edges: what a constrained triangulation starts from.
//!
//! ```text
//! [points] [edges]
//! [x] [y]            one line per point
//! [start] [end]      one line per edge: points, counted from zero
//! ```
//!
//! Every edge becomes a wall without thickness. A layout has no points of their own, so unused ones are only told.

use crate::geom::{Aabb, Point, Segment};
use crate::layout::{Layout, ObstacleId, Outline};
use crate::mesh::distinct::Distinct;
use crate::mesh::grid::{Grid, Looked};
use crate::mesh::{Element, Findings, Kind};

use super::words::{Words, is_count, parse_whole};
use super::{Content, Draft, Lines, ReadError};

/// Whether the first line has two counts and the rest has exactly as many numbers as they say.
///
/// A Menge `.nav` starts with numbers, too; but its first line has one of them, or all words of the file.
pub fn recognizes(bytes: &[u8]) -> bool {
    let mut words = Words::new(bytes);
    let Some((n_points, n_edges)) = first_counts(&mut words) else { return false };
    let mut n_left = 2 * (u64::from(n_points) + u64::from(n_edges));
    // Every word but this one brings a blank along: counts that promise more are not worth reading on.
    if words.n_left() as u64 + 1 < 2 * n_left {
        return false;
    }
    while let Some(word) = words.next_word() {
        if n_left == 0 || !looks_like_number(word) {
            return false;
        }
        n_left -= 1;
    }
    n_left == 0
}

/// Reads edges as walls.
pub fn read(bytes: &[u8]) -> Result<Draft, ReadError> {
    let mut words = Words::new(bytes);
    let n_points = words.count("a number of points")?;
    let n_edges = words.count("a number of edges")?;
    let mut points = Vec::with_capacity(words.capacity(n_points as usize, 4));
    for _ in 0..n_points {
        points.push(words.point()?);
    }
    let mut edges = Vec::with_capacity(words.capacity(n_edges as usize, 4));
    let mut records = Vec::with_capacity(edges.capacity());
    for _ in 0..n_edges {
        let (start, from) = read_end(&mut words, &points)?;
        records.push(words.line());
        let (end, to) = read_end(&mut words, &points)?;
        edges.push(Edge { ends: [start, end], segment: Segment::new(from, to) });
    }
    words.end("the last edge")?;
    let mut findings = Findings::default();
    check_points(points.len(), &edges, &mut findings);
    check_edges(&edges, &mut findings);
    check_crossings(&edges, &mut findings);
    let layout = Layout { walls: walls(&edges).collect(), ..Layout::default() };
    let lines = Lines { records, ..Lines::default() };
    Ok(Draft::new(Ok(Content::Layout(layout)), findings, lines))
}

/// A constraint edge.
struct Edge {
    /// The points it joins.
    ends: [u32; 2],
    segment: Segment,
}

impl Edge {
    /// The points it joins, whichever way round.
    fn either_way(&self) -> [u32; 2] {
        let [start, end] = self.ends;
        [start.min(end), start.max(end)]
    }
}

/// The two counts of the first line, if that is what it has.
fn first_counts(words: &mut Words<'_>) -> Option<(u32, u32)> {
    let n_points = next_digits(words)?;
    let line = words.line();
    let n_edges = next_digits(words)?;
    if words.line() != line {
        return None;
    }
    // Looking for the end goes on to where the next word stands.
    let is_all = words.is_at_end();
    (is_all || words.line() != line).then_some((n_points, n_edges))
}

fn next_digits(words: &mut Words<'_>) -> Option<u32> {
    let word = words.next_word()?;
    is_count(word).then(|| parse_whole(word))?
}

fn looks_like_number(word: &[u8]) -> bool {
    word.iter().any(u8::is_ascii_digit) && word.iter().all(|byte| b"0123456789+-.eE".contains(byte))
}

/// A point that an edge names, by its index.
fn read_end(words: &mut Words<'_>, points: &[Point]) -> Result<(u32, Point), ReadError> {
    let index = words.count("a point index")?;
    match points.get(index as usize) {
        Some(&point) => Ok((index, point)),
        None => words.refuse(format!("a point index below {}", points.len()), index),
    }
}

/// The walls that edges stand for; an edge from a point to itself stands for none.
fn walls(edges: &[Edge]) -> impl Iterator<Item = (ObstacleId, Outline)> {
    let real = edges.iter().zip(0..).filter(|(Edge { ends: [start, end], .. }, _)| start != end);
    real.map(|(edge, index)| {
        let Segment { from, to } = edge.segment;
        (ObstacleId(index), Outline::from([from, to]))
    })
}

fn check_points(n_points: usize, edges: &[Edge], findings: &mut Findings) {
    let mut used: Vec<u32> = edges.iter().flat_map(|edge| edge.ends).collect();
    used.sort_unstable();
    used.dedup();
    let n_unused = n_points - used.len();
    if n_unused != 0 {
        findings.add(Kind::UnusedVertex, Element::File, || match n_unused {
            1 => "1 point belongs to no edge; it is left out".to_owned(),
            _ => format!("{n_unused} points belong to no edge; they are left out"),
        });
    }
}

fn check_edges(edges: &[Edge], findings: &mut Findings) {
    let mut order: Vec<([u32; 2], u32)> = Vec::with_capacity(edges.len());
    for (edge, index) in edges.iter().zip(0..) {
        order.push((edge.either_way(), index));
        let [start, end] = edge.ends;
        if start == end {
            findings.add(Kind::OddOutline, Element::Outline(index), || {
                format!("edge {index} goes from point {start} to itself; it is left out")
            });
        }
    }
    order.sort_unstable();
    for same in order.chunk_by(|a, b| a.0 == b.0) {
        let [(_, first), others @ ..] = same else { continue };
        for &(_, again) in others {
            findings.add(Kind::OddOutline, Element::Outline(again), || {
                format!("edge {again} joins the same points as edge {first}")
            });
        }
    }
}

fn check_crossings(edges: &[Edge], findings: &mut Findings) {
    let ends_of = |edge: &Edge| [edge.segment.from, edge.segment.to];
    let bounds = Aabb::around(edges.iter().flat_map(ends_of));
    let grid = Grid::new(bounds, edges.len(), 1.0, 0.0, |i, ring| {
        ring.clear();
        ring.extend(edges.get(i).into_iter().flat_map(ends_of));
    });
    let mut found = Distinct::new(edges.len() + 10_000);
    let looked = grid.pairs(64 * edges.len() + 100_000, |a, b| {
        let [Some(one), Some(other)] = [a, b].map(|edge| edges.get(edge as usize)) else {
            return 1;
        };
        let crosses = one.segment.crosses(other.segment);
        // The same edge twice is told as that.
        let overlaps =
            one.segment.overlaps(other.segment) && one.either_way() != other.either_way();
        let has_room = !(crosses || overlaps) || found.push((a, b, overlaps));
        if has_room { 1 } else { usize::MAX }
    });
    for (a, b, overlaps) in found.into_sorted() {
        let (kind, how) =
            if overlaps { (Kind::OddOutline, "overlap") } else { (Kind::OutlineCrossing, "cross") };
        findings.add(kind, Element::Outline(b), || format!("edges {a} and {b} {how} each other"));
    }
    if looked == Looked::AtSome {
        findings.add(Kind::Unchecked, Element::File, || {
            "too many edges lie close together: not all of them were checked for crossings"
                .to_owned()
        });
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

    /// All walls, and what is odd about them.
    fn check(text: &str, expected: Expect) {
        assert!(recognizes(text.as_bytes()));
        let (layout, draft) = layout(text);
        let mut told = String::new();
        for (id, wall) in &layout.walls {
            told += &format!(
                "wall {}: {} {}, {} {}\n",
                id.0, wall[0].x, wall[0].y, wall[1].x, wall[1].y
            );
        }
        for finding in draft.findings.list() {
            let at =
                draft.lines.origin(finding.element).map_or("file".to_owned(), |at| at.to_string());
            told += &format!("{at}: {}: {}\n", finding.kind.name(), finding.message);
        }
        expected.assert_eq(&told);
    }

    fn check_error(text: &str, expected: Expect) {
        expected.assert_eq(&read(text.as_bytes()).unwrap_err().to_string());
    }

    #[test]
    fn edges_become_walls_and_odd_ones_are_told() {
        check(
            "\u{feff}# points, edges\r\n5 5\r\n0 0.2\r\n1\t0\r\n1e0 1\r\n0 1\r\n\r\n7 7 // far\r\n0 2\r\n1 3\r\n3 1\r\n2 2\r\n0 1\r\n",
            expect![[r#"
                wall 0: 0 0.2, 1 1
                wall 1: 1 0, 0 1
                wall 2: 0 1, 1 0
                wall 4: 0 0.2, 1 0
                file: unused_vertex: 1 point belongs to no edge; it is left out
                line 12: odd_outline: edge 3 goes from point 2 to itself; it is left out
                line 11: odd_outline: edge 2 joins the same points as edge 1
                line 10: outline_crossing: edges 0 and 1 cross each other
                line 11: outline_crossing: edges 0 and 2 cross each other
            "#]],
        );
    }

    #[test]
    fn it_is_told_from_a_menge_file() {
        let recognized = |text: &str| recognizes(text.as_bytes());
        assert!(recognized("1 0\n5 5") && recognized("0 0") && recognized("1 1\n-.5 5e-1\n0 0\n"));
        assert!(!recognized("1\n0 5\n5 0"), "one count alone");
        assert!(!recognized("2 0\n5 5"), "too few words");
        assert!(!recognized("1 0\n5 5 5"), "too many words");
        assert!(!recognized("1 0 5 5"), "all in one line");
        assert!(!recognized("2 0\n5 5 walkable 1"), "a group name");
        assert!(
            !recognized("-1 1\n") && !recognized("4294967295 4294967295\n0 0") && !recognized("")
        );
    }

    #[test]
    fn wrong_files_are_refused_with_their_line() {
        check_error(
            "1 0\n0.5 north\n",
            expect![[r#"line 2: expected a y coordinate, found "north""#]],
        );
        check_error(
            "2 1\n0 0\n1 1\n0 2\n",
            expect![[r#"line 4: expected a point index below 2, found "2""#]],
        );
        check_error(
            "2 1\n0 0\n1 1\n0 -1\n",
            expect![[r#"line 4: expected a point index, found "-1""#]],
        );
        check_error(
            "2 1\n0 0\n1 1\n0 1\n7",
            expect![[r#"line 5: expected the end of the file after the last edge, found "7""#]],
        );
        check_error(
            "4294967295 9\n0 0\n",
            expect!["line 3: expected an x coordinate, found the end of the file"],
        );
        check_error(
            "1 0\n0 1e13\n",
            expect![[
                r#"line 2: expected a y coordinate of at most 1.099511627776e12 in size, found "10000000000000""#
            ]],
        );
    }

    #[test]
    fn a_file_cut_off_anywhere_is_refused() {
        let text = "2 1\n0 0\n1 1\n0 1";
        for end in 0..text.len() {
            assert!(
                read(&text.as_bytes()[..end]).is_err() && !recognizes(&text.as_bytes()[..end]),
                "{end}"
            );
        }
    }

    #[test]
    fn very_many_crossings_are_not_all_looked_for() {
        let n = 2_000;
        let mut text = format!("{} {}\n", 4 * n, 2 * n);
        for i in 0..n {
            text += &format!("{i}.5 -1\n{i}.5 {n}\n-1 {i}.5\n{n} {i}.5\n");
        }
        for edge in 0..2 * n {
            text += &format!("{} {}\n", 2 * edge, 2 * edge + 1);
        }
        let (_, draft) = layout(&text);
        assert_eq!(draft.findings.count(Kind::Unchecked), 1);
        assert!(10_000 < draft.findings.count(Kind::OutlineCrossing));
    }
}
