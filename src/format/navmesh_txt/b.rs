//! Generation B of `navmesh.txt`: triangles of ground and of obstacles, with neighbours.
//!
//! ```text
//! REAL_BBOX: [min x, min y, max x, max y]
//! WALKABLE_TRIANGLE_COUNT: [n]
//! VERTICES: [x0, y0, x1, y1, …]
//! TRIANGLES: [a0, b0, c0, a1, …]      the first n may be walked on, the others are obstacles
//! NEIGHBORS: [ab0, bc0, ca0, ab1, …]  the triangle across each side, -1 for none
//! POLYGONS: […]                       and more lists of polygons and buildings, which are skipped
//! {…}                                 one line of JSON per building, skipped as well
//! ```

use crate::format::brackets::{Brackets, List};
use crate::format::neighbours::{Silence, settle, wall_off, wind};
use crate::format::words::{parse_number, parse_whole};
use crate::format::{Content, Draft, ReadError};
use crate::mesh::{Across, Element, FaceId, Findings, Kind, Navmesh, Origin, Parts};

/// The keys that only this generation has, in lower case. Triangles belong to both.
pub(super) const KEYS: &[&str] = &[
    "real_bbox",
    "buffered_bbox",
    "walkable_triangle_count",
    "walkable_polygon_count",
    "vertices",
    "neighbors",
    "polygons",
    "poly_centroids",
    "poly_vertices",
    "poly_tris",
    "poly_neighbors",
    "buildings",
    "building_verts",
    "blob_buildings",
];

/// Reads a file of the second generation.
pub fn read(bytes: &[u8]) -> Result<Draft, ReadError> {
    let mut text = Brackets::new(bytes);
    let mut findings = Findings::default();
    let (mut vertices, mut triangles, mut neighbors, mut n_walkable) = (None, None, None, None);
    let mut n_skipped = 0;
    while text.peek().is_some() {
        if text.peek() == Some(b'{') {
            text.skip_value();
            continue;
        }
        let Some(key) = text.key("\"VERTICES:\", \"TRIANGLES:\" or another key")? else { break };
        match key.name.as_str() {
            "vertices" => super::keep(&mut vertices, text.coordinates()?, &key)?,
            "triangles" => super::keep(&mut triangles, super::triangles(&mut text)?, &key)?,
            "neighbors" => {
                super::keep(&mut neighbors, (self::neighbors(&mut text)?, key.at), &key)?
            }
            "walkable_triangle_count" => {
                super::keep(&mut n_walkable, (text.count("a number of triangles")?, key.at), &key)?;
            }
            "walkable_polygon_count" => {
                text.count("a number of polygons")?;
            }
            name if KEYS.contains(&name) => {
                let filled = check_numbers(&mut text)? != 0;
                // The boxes can be computed; the rest says more than a mesh can hold.
                n_skipped += usize::from(filled && !name.ends_with("bbox"));
            }
            _ => super::skip_unknown(&mut text, &key, &mut findings),
        }
    }
    let vertices = super::required(vertices, &text, "\"VERTICES:\"")?;
    let triangles = super::required(triangles, &text, "\"TRIANGLES:\"")?;
    let mut parts = super::parts_of(&vertices, &triangles)?;
    let lines = super::lines_of(&vertices, &triangles);
    drop((vertices, triangles));
    block(&mut parts, n_walkable, &mut findings);
    if n_skipped != 0 {
        findings.add(Kind::Skipped, Element::File, || {
            format!("{n_skipped} lists of polygons and buildings were skipped: a mesh has no place for them")
        });
    }
    let silence = claim(&mut parts, neighbors, &mut findings)?;
    wind(&mut parts, &mut findings, false);
    settle(&mut parts, silence, &mut findings);
    wall_off(&mut parts);
    open_obstacles(&mut parts);
    Ok(Draft::new(Navmesh::new(parts).map(Content::mesh), findings, lines))
}

/// A list of triangle indices; none is -1.
fn neighbors(text: &mut Brackets<'_>) -> Result<List<i32>, ReadError> {
    text.list(&["a triangle index"], |word, name| {
        parse_whole(word).filter(|&index: &i32| -1 <= index).ok_or_else(|| format!("{name} or -1"))
    })
}

/// Reads a list of numbers that nobody needs; how many there were.
fn check_numbers(text: &mut Brackets<'_>) -> Result<usize, ReadError> {
    let number =
        |word: &[u8], name: &str| parse_number(word).map(|_| ()).ok_or_else(|| name.to_owned());
    text.list(&["a number"], number).map(|list| list.values.len())
}

/// Takes all triangles but the first so many as obstacles.
fn block(parts: &mut Parts, n_walkable: Option<(u32, Origin)>, findings: &mut Findings) {
    let n_faces = parts.n_faces();
    let Some((n_walkable, at)) = n_walkable else {
        findings.add(Kind::WrongCount, Element::File, || {
            "the file does not say how many triangles may be walked on; all are taken to be"
                .to_owned()
        });
        return;
    };
    match parts.walkable.get_mut(n_walkable as usize..) {
        Some(blocked) => blocked.fill(false),
        None => findings.add_at(Kind::WrongCount, Element::File, Some(at), || {
            format!("the file speaks of {n_walkable} walkable triangles, but holds only {n_faces}")
        }),
    }
}

/// Takes over the stated neighbours, if there are any, and says what it means if there are not.
fn claim(
    parts: &mut Parts,
    neighbors: Option<(List<i32>, Origin)>,
    findings: &mut Findings,
) -> Result<Silence, ReadError> {
    let Some((list, at)) = neighbors else { return Ok(Silence::Open) };
    let (n_stated, n_sides, n_faces) = (list.values.len(), parts.corners.len(), parts.n_faces());
    if n_stated != n_sides {
        findings.add_at(Kind::WrongCount, Element::File, Some(at), || {
            format!("the file lists {n_stated} neighbours for {n_sides} sides; they were taken from shared edges instead")
        });
        return Ok(Silence::Open);
    }
    for ((place, &index), across) in list.values.iter().enumerate().zip(&mut parts.across) {
        let Ok(face) = u32::try_from(index) else { continue };
        if n_faces <= face as usize {
            let at = Origin::Line(list.line(place));
            let expected = format!("a triangle index below {n_faces}");
            return Err(ReadError::unexpected(at, expected, index.to_string().as_bytes()));
        }
        *across = Across::Open(FaceId(face));
    }
    Ok(Silence::Mistake)
}

/// Between two obstacles there is nothing to wall off.
fn open_obstacles(parts: &mut Parts) {
    let blocked = |face: usize| parts.walkable.get(face) == Some(&false);
    for (side, across) in parts.across.iter_mut().enumerate() {
        if let Some(other) = across.face()
            && blocked(side / 3)
            && blocked(other.index())
        {
            *across = Across::Open(other);
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    /// A square of four triangles round its centre; the last two are an obstacle. Vertex 5 is of no triangle.
    const SQUARE: &str = "\
REAL_BBOX: [0, 0, 2, 2]
BUFFERED_BBOX: [-100, -100, 102, 102]
WALKABLE_TRIANGLE_COUNT: 2
WALKABLE_POLYGON_COUNT: 1

VERTICES: [0, 0, 2, 0, 2, 2, 0, 2, 1, 1, 68.16999816894531, 0.5]

TRIANGLES: [0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4]

NEIGHBORS: [-1, 1, 3, -1, 2, 0, -1, 3, 1, -1, 0, 2]

POLYGONS: [0, 4, 8]

POLY_NEIGHBORS: [-1, -1]

BLOB_BUILDINGS: []

{\"id\": \"Ma1\", \"name\": \"a } b\"}
{\"id\": \"Ma2\"}
";

    fn draft(text: &str) -> (Navmesh, Findings) {
        let draft = read(text.as_bytes()).unwrap();
        match draft.content {
            Ok(Content::Mesh(mesh)) => (Navmesh::clone(&mesh), draft.findings),
            other => panic!("{other:?}"),
        }
    }

    /// What lies over the sides of each triangle, and what is odd about the file.
    fn check(text: &str, expected: Expect) {
        let (mesh, findings) = draft(text);
        let mut told = String::new();
        for face in mesh.faces() {
            let sides: Vec<String> = face
                .across()
                .iter()
                .map(|across| match across {
                    Across::Open(other) => format!("open {}", other.0),
                    Across::Wall(other) => format!("wall {}", other.0),
                    Across::Outside => "outside".to_owned(),
                })
                .collect();
            let ground = if face.walkable() { "ground" } else { "blocked" };
            told += &format!("{ground}: {}\n", sides.join(", "));
        }
        for finding in findings.list() {
            told += &format!("{}: {}\n", finding.kind.name(), finding.message);
        }
        expected.assert_eq(&told);
    }

    fn check_error(from: &str, to: &str, expected: Expect) {
        let text = SQUARE.replace(from, to);
        assert_ne!(text, SQUARE);
        expected.assert_eq(&read(text.as_bytes()).unwrap_err().to_string());
    }

    const SOUND: Expect = expect![[r#"
        ground: outside, open 1, wall 3
        ground: outside, wall 2, open 0
        blocked: outside, open 3, wall 1
        blocked: outside, wall 0, open 2
        skipped: 2 lists of polygons and buildings were skipped: a mesh has no place for them
    "#]];

    #[test]
    fn obstacles_are_walled_off() {
        check(SQUARE, SOUND);
        check(&SQUARE.replace('\n', "\r\n").to_lowercase(), SOUND);
        let (mesh, _) = draft(SQUARE);
        assert_eq!((mesh.n_vertices(), mesh.points()[5].x), (6, 68.169_998_168_945_31));
    }

    #[test]
    fn without_neighbours_shared_sides_are_open() {
        check(&SQUARE.replace("NEIGHBORS: [-1, 1, 3, -1, 2, 0, -1, 3, 1, -1, 0, 2]", ""), SOUND);
    }

    #[test]
    fn neighbours_that_disagree_are_told() {
        check(
            &SQUARE.replace("NEIGHBORS: [-1, 1,", "NEIGHBORS: [-1, -1,"),
            expect![[r#"
                ground: outside, wall 1, wall 3
                ground: outside, wall 2, wall 0
                blocked: outside, open 3, wall 1
                blocked: outside, wall 0, open 2
                skipped: 2 lists of polygons and buildings were skipped: a mesh has no place for them
                one_sided_neighbour: face 1 names face 0 as neighbour, but face 0 names nobody over that edge; it is taken as a wall
            "#]],
        );
    }

    #[test]
    fn wrong_counts_and_unknown_keys_are_told() {
        let text = SQUARE
            .replace("COUNT: 2", "COUNT: 9")
            .replace("NEIGHBORS: [-1,", "NEIGHBORS: [")
            .replace("BLOB_", "");
        check(
            &text.replace("POLYGONS", "POLYGONES"),
            expect![[r#"
                ground: outside, open 1, open 3
                ground: outside, open 2, open 0
                ground: outside, open 3, open 1
                ground: outside, open 0, open 2
                odd_text: the key "polygones" is not known; it was skipped
                wrong_count: the file speaks of 9 walkable triangles, but holds only 4
                skipped: 1 lists of polygons and buildings were skipped: a mesh has no place for them
                wrong_count: the file lists 11 neighbours for 12 sides; they were taken from shared edges instead
            "#]],
        );
    }

    #[test]
    fn wrong_files_are_refused_with_their_line() {
        check_error(
            "[0, 0, 2, 0,",
            "[0, 0, 2,",
            expect![[r#"line 6: expected a y coordinate, found "]""#]],
        );
        check_error(
            "3, 0, 4]",
            "3, 0, 6]",
            expect![[r#"line 8: expected a vertex index below 6, found "6""#]],
        );
        check_error(
            "0, 2]\n",
            "\n0, 4]\n",
            expect![[r#"line 11: expected a triangle index below 4, found "4""#]],
        );
        check_error(
            "0, 2]\n",
            "0, -2]\n",
            expect![[r#"line 10: expected a triangle index or -1, found "-2""#]],
        );
        check_error(
            "COUNT: 2",
            "COUNT: two",
            expect![[r#"line 3: expected a number of triangles, found "two""#]],
        );
        check_error(
            "[0, 4, 8]",
            "[0, 4 8a]",
            expect![[r#"line 12: expected a number, found "8a""#]],
        );
        check_error(
            "TRIANGLES: ",
            "TRIS: ",
            expect![[r#"line 20: expected "TRIANGLES:", found the end of the file"#]],
        );
    }

    #[test]
    fn a_file_cut_off_anywhere_is_read_or_refused() {
        for end in 0..SQUARE.len() {
            if let Ok(draft) = read(&SQUARE.as_bytes()[..end]) {
                assert!(draft.content.is_ok(), "{end}");
            }
        }
    }
}
