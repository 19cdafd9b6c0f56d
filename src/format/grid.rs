//! MovingAI grid: rows of letters, one cell each.
//!
//! ```text
//! type octile
//! height [rows]
//! width [columns]
//! map
//! ..@@..           one letter per cell, the top row first
//! ```
//!
//! `.` and `G` are free, `S` and `W` are what [`Terrain`] says, `@`, `O`, `T` and whatever else are blocked. The cell
//! in column x of row y is the square from (x, y) to (x + 1, y + 1). Free cells become rectangles that share whole
//! sides; blocked cells become nothing. Ground that touches at a corner only shares the vertex there, but no way.

use std::collections::BTreeMap;

use crate::mesh::{Element, Findings, Kind, Origin};

use super::words::{Words, after, starts_with};
use super::{Content, Draft, Lines, ReadError, error};

mod rectangles;

use rectangles::{Rectangle, mesh_of, rectangles};

/// Which letters of a grid may be walked on, beyond `.` and `G`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Terrain {
    /// Whether swamp (`S`) may be walked on.
    pub swamp: bool,
    /// Whether water (`W`) may be walked on.
    pub water: bool,
}

impl Terrain {
    /// Whether a letter may be walked on, if it is one that the format knows.
    fn walkable(self, letter: u8) -> Option<bool> {
        match letter {
            b'.' | b'G' => Some(true),
            b'S' => Some(self.swamp),
            b'W' => Some(self.water),
            b'@' | b'O' | b'T' => Some(false),
            _ => None,
        }
    }
}

/// Whether the bytes start as a grid does.
pub fn recognizes(bytes: &[u8]) -> bool {
    ["type", "height", "width"].iter().any(|key| starts_with(bytes, &[key]))
}

/// Reads a grid into a mesh of rectangles.
pub fn read(bytes: &[u8], terrain: Terrain) -> Result<Draft, ReadError> {
    let mut findings = Findings::default();
    let mut words = Words::new(bytes);
    let size = read_header(&mut words, &mut findings)?;
    let body = Body::new(after(bytes, bytes.len() - words.n_left()), words.line());
    body.check_size(&size)?;
    let cells = body.cells(&size, terrain, &mut findings);
    let rectangles = rectangles(&cells);
    let line_of = |rectangle: &Rectangle| cells.lines.get(rectangle.top as usize).copied();
    let faces = rectangles.iter().filter_map(line_of).collect();
    drop(cells);
    let content = mesh_of(rectangles).map(Content::mesh);
    Ok(Draft::new(content, findings, Lines { faces, ..Lines::default() }))
}

struct Size {
    height: u32,
    width: u32,
}

/// Reads everything up to the word `map`.
fn read_header(words: &mut Words<'_>, findings: &mut Findings) -> Result<Size, ReadError> {
    let (mut kind, mut height, mut width) = (None, None, None);
    loop {
        let key = words.word("\"type\", \"height\", \"width\" or \"map\"")?;
        match key {
            b"type" if kind.is_none() => kind = Some(read_type(words, findings)?),
            b"height" if height.is_none() => height = Some(words.count("a number of rows")?),
            b"width" if width.is_none() => width = Some(words.count("a number of columns")?),
            _ => {
                return match (key, kind, height, width) {
                    (b"map", Some(()), Some(height), Some(width)) => Ok(Size { height, width }),
                    (_, None, ..) => words.refuse("\"type\"", String::from_utf8_lossy(key)),
                    (_, _, None, _) => words.refuse("\"height\"", String::from_utf8_lossy(key)),
                    (_, _, _, None) => words.refuse("\"width\"", String::from_utf8_lossy(key)),
                    _ => words.refuse("\"map\"", String::from_utf8_lossy(key)),
                };
            }
        }
    }
}

fn read_type(words: &mut Words<'_>, findings: &mut Findings) -> Result<(), ReadError> {
    match words.word("\"octile\"")? {
        b"octile" => {}
        b"octile-corner" => {
            let reason = "this is an octile-corner grid: its digits are the heights of corners, not terrain to walk on";
            return Err(ReadError::Refused { at: words.origin(), reason: reason.to_owned() });
        }
        other => findings.add_at(Kind::OddText, Element::File, Some(words.origin()), || {
            format!("the grid is of type {}; it is read as octile", error::quote(other))
        }),
    }
    Ok(())
}

/// What follows the word `map`. Nothing here is a comment: any letter may be a cell.
struct Body<'a> {
    bytes: &'a [u8],
    line: u32,
}

impl<'a> Body<'a> {
    fn new(bytes: &'a [u8], line: u32) -> Self {
        // Only behind the word itself a comment can be told from cells.
        let behind_map = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let comment = behind_map.trim_ascii();
        let skipped = if comment.starts_with(b"#") || comment.starts_with(b"//") {
            behind_map.len()
        } else {
            0
        };
        Self { bytes: after(bytes, skipped), line }
    }

    /// The lines that hold cells, with their numbers.
    fn lines(&self) -> impl Iterator<Item = (u32, &'a [u8])> {
        let lines = self.bytes.split(|&byte| byte == b'\n').zip(self.line..);
        lines.map(|(text, line)| (line, text.trim_ascii())).filter(|(_, text)| !text.is_empty())
    }

    /// Refuses a body that has not exactly the cells it should have. Reserves nothing: the size may be a lie.
    fn check_size(&self, size: &Size) -> Result<(), ReadError> {
        let Size { height, width } = *size;
        let n_cells: usize = self.lines().map(|(_, text)| letters(text).count()).sum();
        if n_cells as u64 == u64::from(height) * u64::from(width) {
            return Ok(());
        }
        let mut n_rows = 0;
        let mut last = self.line;
        for (line, text) in self.lines() {
            let at = Origin::Line(line);
            if n_rows == height {
                return Err(ReadError::unexpected(
                    at,
                    format!("the end of the file after {height} rows"),
                    text,
                ));
            }
            n_rows += 1;
            let n_cells = letters(text).count();
            if n_cells != width as usize {
                let expected = format!("{width} cells in row {n_rows} of {height}").into();
                return Err(ReadError::Unexpected { at, expected, found: n_cells.to_string() });
            }
            last = line;
        }
        Err(ReadError::ended(Origin::Line(last), format!("row {} of {height}", n_rows + 1)))
    }

    fn cells(&self, size: &Size, terrain: Terrain, findings: &mut Findings) -> Cells {
        let width = size.width as usize;
        let mut cells =
            Cells { width, walkable: Vec::with_capacity(self.bytes.len()), lines: Vec::new() };
        let mut unknown: BTreeMap<u8, (usize, u32)> = BTreeMap::new();
        for (line, text) in self.lines() {
            for letter in letters(text) {
                if cells.walkable.len().is_multiple_of(width) {
                    cells.lines.push(line);
                }
                cells.walkable.push(terrain.walkable(letter).unwrap_or_else(|| {
                    unknown.entry(letter).or_insert((0, line)).0 += 1;
                    false
                }));
            }
        }
        for (letter, (count, line)) in unknown {
            findings.add_at(Kind::OddText, Element::File, Some(Origin::Line(line)), || {
                let letter = error::quote(&[letter]);
                format!("the letter {letter} is no terrain; where it stands ({count} times) the grid is taken as blocked")
            });
        }
        cells
    }
}

fn letters(text: &[u8]) -> impl Iterator<Item = u8> {
    text.iter().copied().filter(|letter| !letter.is_ascii_whitespace())
}

/// All cells row by row, and the line on which each row starts.
struct Cells {
    width: usize,
    walkable: Vec<bool>,
    lines: Vec<u32>,
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::geom::Point;
    use crate::mesh::islands::Ways;
    use crate::mesh::{Islands, Navmesh, check};

    const WET: Terrain = Terrain { swamp: true, water: true };

    fn grid(rows: &str) -> String {
        let rows: Vec<&str> = rows.split_whitespace().collect();
        format!(
            "type octile\nheight {}\nwidth {}\nmap\n{}\n",
            rows.len(),
            rows[0].len(),
            rows.join("\n")
        )
    }

    fn mesh(text: &str, terrain: Terrain) -> (Navmesh, Findings) {
        let draft = read(text.as_bytes(), terrain).unwrap();
        match draft.content {
            Ok(Content::Mesh(mesh)) => (Navmesh::clone(&mesh), draft.findings),
            other => panic!("{other:?}"),
        }
    }

    /// Faces, islands and pinches of a map, after it has been looked at for everything that must not be.
    fn summary(rows: &str) -> String {
        let (mesh, _) = mesh(&grid(rows), Terrain::default());
        let n_free = rows.bytes().filter(|cell| b".G".contains(cell)).count();
        let area: f64 = mesh.faces().map(|face| face.area()).sum();
        assert_eq!(area, n_free as f64, "{rows}");
        let flaws = check(&mesh);
        for kind in Kind::ALL {
            let harmless = [Kind::Pinch, Kind::Islands, Kind::IsolatedFace].contains(kind);
            assert!(harmless || flaws.count(*kind) == 0, "{rows}: {flaws:?}");
        }
        let n_islands = Islands::new(&mesh, Ways::OnFoot).list().len();
        assert_eq!(n_islands, flood(rows), "{rows}");
        let (n_faces, n_vertices, n_pinches) =
            (mesh.n_faces(), mesh.n_vertices(), flaws.count(Kind::Pinch));
        format!("{n_faces} faces, {n_vertices} vertices, {n_islands} islands, {n_pinches} pinches")
    }

    fn check_map(rows: &str, expected: Expect) {
        expected.assert_eq(&summary(rows));
    }

    /// How many pieces the free cells fall into if one may step left, right, up and down.
    fn flood(rows: &str) -> usize {
        let rows: Vec<&[u8]> = rows.split_whitespace().map(str::as_bytes).collect();
        let mut seen = vec![vec![false; rows[0].len()]; rows.len()];
        let mut n_pieces = 0;
        for start in (0..rows.len()).flat_map(|y| (0..rows[0].len()).map(move |x| (x, y))) {
            let mut stack = vec![start];
            let mut n_cells = 0;
            while let Some((x, y)) = stack.pop() {
                let free =
                    rows.get(y).and_then(|row| row.get(x)).is_some_and(|cell| b".G".contains(cell));
                if !free || std::mem::replace(&mut seen[y][x], true) {
                    continue;
                }
                n_cells += 1;
                let around =
                    [(x + 1, y), (x, y + 1), (x.wrapping_sub(1), y), (x, y.wrapping_sub(1))];
                stack.extend(around);
            }
            n_pieces += usize::from(n_cells != 0);
        }
        n_pieces
    }

    fn check_error(text: &str, expected: Expect) {
        expected.assert_eq(&read(text.as_bytes(), Terrain::default()).unwrap_err().to_string());
    }

    #[test]
    fn rectangles_share_whole_sides() {
        check_map("... ... ...", expect!["1 faces, 4 vertices, 1 islands, 0 pinches"]);
        check_map("... .@. ...", expect!["4 faces, 12 vertices, 1 islands, 0 pinches"]);
        check_map("..@@ .... @@..", expect!["3 faces, 10 vertices, 1 islands, 0 pinches"]);
        check_map("@GG@ .TT. .OO. @..@", expect!["4 faces, 12 vertices, 4 islands, 4 pinches"]);
        check_map(
            ".@.@. ..... @.@.@ ..... .....",
            expect!["7 faces, 26 vertices, 1 islands, 0 pinches"],
        );
        check_map("@@ @@", expect!["0 faces, 0 vertices, 0 islands, 0 pinches"]);
    }

    #[test]
    fn in_a_checkerboard_all_cells_touch_and_none_connect() {
        check_map(".@.@ @.@. .@.@ @.@.", expect!["8 faces, 23 vertices, 8 islands, 9 pinches"]);
    }

    #[test]
    fn random_maps_hold_what_they_promise() {
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..300 {
            let (width, height) = (random.usize(1..9), random.usize(1..9));
            let letters: &[u8] = if random.bool() { b".@" } else { b"...@" };
            let row = |random: &mut fastrand::Rng| -> String {
                (0..width).map(|_| char::from(letters[random.usize(..letters.len())])).collect()
            };
            let rows: Vec<String> = (0..height).map(|_| row(&mut random)).collect();
            summary(&rows.join(" "));
        }
    }

    #[test]
    fn swamp_and_water_are_for_the_reader_to_choose() {
        let area = |terrain| {
            mesh(&grid("S.W SGW"), terrain).0.faces().map(|face| face.area()).sum::<f64>()
        };
        assert_eq!(area(Terrain::default()), 2.0);
        assert_eq!(area(Terrain { swamp: true, water: false }), 4.0);
        assert_eq!(area(WET), 6.0);
    }

    #[test]
    fn keys_come_in_any_order_and_rows_may_be_broken_up() {
        let text = "\u{feff}type octile // old\r\nwidth 3\r\n\r\n# tall\r\nheight 2\r\nmap # here\r\n. .\r\n\t.@@@\r\n";
        let (mesh, findings) = mesh(text, Terrain::default());
        assert_eq!((mesh.n_faces(), findings.is_empty()), (1, true));
        assert_eq!(mesh.points()[3], Point::new(3.0, 1.0));
    }

    #[test]
    fn odd_letters_are_blocked_and_told() {
        let (mesh, findings) =
            mesh("type tile\nheight 2\nwidth 3\nmap\n.#.\n#x#\n", Terrain::default());
        assert_eq!(mesh.n_faces(), 2);
        let told: Vec<String> = findings
            .list()
            .iter()
            .map(|f| format!("{}: {}\n", f.origin.unwrap(), f.message))
            .collect();
        expect![[r##"
            line 1: the grid is of type "tile"; it is read as octile
            line 5: the letter "#" is no terrain; where it stands (3 times) the grid is taken as blocked
            line 6: the letter "x" is no terrain; where it stands (1 times) the grid is taken as blocked
        "##]]
        .assert_eq(&told.concat());
    }

    #[test]
    fn wrong_files_are_refused_with_their_line() {
        let head = "type octile\nheight 2\nwidth 3\nmap\n";
        check_error(
            "type octile\nheight 2\nmap\n",
            expect![[r#"line 3: expected "width", found "map""#]],
        );
        check_error(
            "type octile\nheight tall\n",
            expect![[r#"line 2: expected a number of rows, found "tall""#]],
        );
        check_error(
            &format!("{head}...\n..\n"),
            expect!["line 6: expected 3 cells in row 2 of 2, found 2"],
        );
        check_error(
            &format!("{head}...\n"),
            expect!["line 5: expected row 2 of 2, found the end of the file"],
        );
        check_error(
            &format!("{head}...\n...\n.@.\n"),
            expect![[r#"line 7: expected the end of the file after 2 rows, found ".@.""#]],
        );
        check_error(
            "type octile\nheight 4294967295\nwidth 4294967295\nmap\n.",
            expect!["line 5: expected 4294967295 cells in row 1 of 4294967295, found 1"],
        );
        check_error(
            "type octile-corner\nheight 1\nwidth 1\nmap\n0",
            expect![
                "line 1: this is an octile-corner grid: its digits are the heights of corners, not terrain to walk on"
            ],
        );
    }

    #[test]
    fn sizes_of_nothing_give_an_empty_mesh() {
        for size in
            ["height 0\nwidth 0", "height 4294967295\nwidth 0", "height 0\nwidth 4294967295"]
        {
            assert_eq!(mesh(&format!("type octile\n{size}\nmap\n"), WET).0.n_faces(), 0);
        }
    }

    #[test]
    fn a_file_cut_off_anywhere_is_refused() {
        let text = grid("..@ ... @..");
        assert!(recognizes(text.as_bytes()));
        for end in 0..text.trim_end().len() {
            assert!(read(&text.as_bytes()[..end], WET).is_err(), "{end}");
        }
    }
}
