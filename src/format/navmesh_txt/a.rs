//! Generation A of `navmesh.txt`: every triangle may be walked on, obstacles are simply absent.
//!
//! ```text
//! stats:{"vertices":[n],"triangles":[m],"bbox":[…],"largestTriangleBbox":[…],"avgTriangleArea":[…]}
//! points:[x0,y0,x1,y1,…]
//! triangles:[a0,b0,c0,a1,…]
//! ```
//!
//! The stats need not be there. Triangles count points from zero; some files count the numbers in `points` instead,
//! so that every index is twice what it should be.

use std::fmt::{Display, Write};

use crate::format::brackets::{Brackets, List};
use crate::format::loss::{BEYOND_THE_PLANE, Lost, mesh_losses};
use crate::format::neighbours::{Silence, settle, wind};
use crate::format::words::after;
use crate::format::{Content, Draft, ReadError, WriteError, Written};
use crate::geom::{Aabb, Point};
use crate::mesh::ears;
use crate::mesh::subset::walkable_part;
use crate::mesh::{Element, Face, Findings, Kind, Navmesh, Origin};

/// Reads a file of the first generation.
pub fn read(bytes: &[u8]) -> Result<Draft, ReadError> {
    let mut text = Brackets::new(bytes);
    let mut findings = Findings::default();
    let (mut points, mut triangles, mut stats) = (None, None, None);
    while let Some(key) = text.key("\"points:\" or \"triangles:\"")? {
        match key.name.as_str() {
            "points" => super::keep(&mut points, text.coordinates()?, &key)?,
            "triangles" => super::keep(&mut triangles, super::triangles(&mut text)?, &key)?,
            "stats" => super::keep(&mut stats, (text.skip_value(), key.at), &key)?,
            _ => super::skip_unknown(&mut text, &key, &mut findings),
        }
    }
    let points = super::required(points, &text, "\"points:\"")?;
    let mut triangles = super::required(triangles, &text, "\"triangles:\"")?;
    let (n_points, n_triangles) = (points.values.len() / 2, triangles.values.len() / 3);
    if let Some((json, at)) = stats {
        check_count(json, at, "vertices", n_points, &mut findings);
        check_count(json, at, "triangles", n_triangles, &mut findings);
    }
    count_points(&mut triangles, n_points, &mut findings);
    let mut parts = super::parts_of(&points, &triangles)?;
    let lines = super::lines_of(&points, &triangles);
    drop((points, triangles));
    wind(&mut parts, &mut findings, false);
    settle(&mut parts, Silence::Open, &mut findings);
    Ok(Draft::new(Navmesh::new(parts).map(Content::mesh), findings, lines))
}

/// Writes the walkable faces as triangles.
pub fn write(mesh: &Navmesh) -> Result<Written, WriteError> {
    let part = walkable_part(mesh);
    let mut triangles = Vec::with_capacity(part.corners().len());
    let originals = mesh.faces().filter(|face| face.walkable());
    for (face, original) in part.faces().zip(originals) {
        cut(face, &mut triangles).ok_or_else(|| WriteError::Face {
            face: mesh.attributes().ids.face(original.id),
            reason: "it crosses itself or has no inside, so it cannot be cut into triangles",
        })?;
    }
    let mut text = String::new();
    write_stats(&mut text, part.points(), &triangles);
    text.push_str("\npoints:");
    write_list(&mut text, part.points().iter().flat_map(|point| [point.x, point.y]));
    text.push_str("\ntriangles:");
    write_list(&mut text, triangles);
    Ok(Written { bytes: text.into_bytes(), losses: mesh_losses(mesh, is_lost) })
}

/// Notes a count in the stats that is not what the file holds.
fn check_count(json: &[u8], at: Origin, what: &str, held: usize, findings: &mut Findings) {
    let Some(stated) = stated_count(json, what).filter(|&stated| stated != held as u64) else {
        return;
    };
    findings.add_at(Kind::WrongCount, Element::File, Some(at), || {
        format!("the stats speak of {stated} {what}, but the file holds {held}")
    });
}

/// The whole number behind a name in quotes. Whatever else the JSON says is nobody's business.
fn stated_count(json: &[u8], name: &str) -> Option<u64> {
    let quoted = format!("\"{name}\"");
    let place = json.windows(quoted.len()).position(|window| window == quoted.as_bytes())?;
    let behind = after(json, place + quoted.len());
    let value = behind.trim_ascii_start().strip_prefix(b":")?.trim_ascii_start();
    super::parse_whole(value.split(|byte| !byte.is_ascii_digit()).next()?)
}

/// Makes indices count points, if they can only be meant to count coordinates.
fn count_points(triangles: &mut List<u32>, n_points: usize, findings: &mut Findings) {
    let largest = triangles.values.iter().copied().max().unwrap_or(0) as usize;
    let all_even = || triangles.values.iter().all(|index| index.is_multiple_of(2));
    if largest < n_points || 2 * n_points <= largest || !all_even() {
        return;
    }
    triangles.values.iter_mut().for_each(|index| *index /= 2);
    let at = Origin::Line(triangles.line(0));
    findings.add_at(Kind::OffsetIndices, Element::File, Some(at), || {
        "the triangles count coordinates instead of points; every index was halved".to_owned()
    });
}

/// Appends the vertices of a face's triangles; `None` if it has no such triangles.
fn cut(face: Face<'_>, triangles: &mut Vec<u32>) -> Option<()> {
    let corners = face.corners();
    // What is a triangle already stays as it is, even if it is flat.
    if corners.len() == 3 {
        triangles.extend(corners.iter().map(|corner| corner.0));
        return Some(());
    }
    let ring: Vec<Point> = face.points().collect();
    for triangle in ears::triangles(&ring)? {
        triangles.extend(triangle.iter().filter_map(|&place| corners.get(place)).map(|v| v.0));
    }
    Some(())
}

fn write_stats(text: &mut String, points: &[Point], triangles: &[u32]) {
    let mut largest = (0.0, Aabb::EMPTY);
    let mut sum = 0.0;
    for triangle in triangles.as_chunks::<3>().0 {
        let [Some(&a), Some(&b), Some(&c)] = triangle.map(|vertex| points.get(vertex as usize))
        else {
            continue;
        };
        let bounds = Aabb::around([a, b, c]);
        let size = bounds.width() * bounds.height();
        if largest.0 < size {
            largest = (size, bounds);
        }
        sum += (a.x * (b.y - c.y) + b.x * (c.y - a.y) + c.x * (a.y - b.y)).abs() / 2.0;
    }
    let (n_points, n_triangles) = (points.len(), triangles.len() / 3);
    text.push_str(&format!(
        "stats:{{\"vertices\":{n_points},\"triangles\":{n_triangles},\"bbox\":"
    ));
    write_box(text, Aabb::around(points.iter().copied()));
    text.push_str(",\"largestTriangleBbox\":");
    write_box(text, largest.1);
    let average = sum / n_triangles.max(1) as f64;
    text.push_str(&format!(",\"avgTriangleArea\":{average}}}"));
}

fn write_box(text: &mut String, bounds: Aabb) {
    let Aabb { min, max } =
        if bounds.is_empty() { Aabb::around([Point::default()]) } else { bounds };
    write_list(text, [min.x, min.y, max.x, max.y]);
}

fn write_list(text: &mut String, numbers: impl IntoIterator<Item = impl Display>) {
    text.push('[');
    for (place, number) in numbers.into_iter().enumerate() {
        let comma = if place == 0 { "" } else { "," };
        let _ = write!(text, "{comma}{number}");
    }
    text.push(']');
}

fn is_lost(lost: Lost) -> bool {
    // Whoever reads the file takes every shared side as open.
    let opened = [Lost::BlockedFaces, Lost::Walls, Lost::OneWayOpened, Lost::Polygons];
    opened.contains(&lost) || BEYOND_THE_PLANE.contains(&lost)
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::mesh::{Across, Parts, VertexId};

    const SQUARE: &str = "points:[0,0,2,0,2,2,0,2]\ntriangles:[0,1,2,0,2,3]";

    fn mesh(text: &str) -> Navmesh {
        match read(text.as_bytes()).unwrap().content {
            Ok(Content::Mesh(mesh)) => Navmesh::clone(&mesh),
            other => panic!("{other:?}"),
        }
    }

    /// What comes out when a file is read and written again, with what was odd about it.
    fn check(text: &str, expected: Expect) {
        let draft = read(text.as_bytes()).unwrap();
        let mut told = String::new();
        for finding in draft.findings.list() {
            told += &format!("{}: {}\n", finding.kind.name(), finding.message);
        }
        let written = write(&mesh(text)).unwrap();
        let lines = String::from_utf8(written.bytes).unwrap();
        expected.assert_eq(&format!("{told}{lines}\n"));
    }

    fn check_error(text: &str, expected: Expect) {
        expected.assert_eq(&read(text.as_bytes()).unwrap_err().to_string());
    }

    #[test]
    fn the_simplest_file_is_read_and_written() {
        check(
            SQUARE,
            expect![[r#"
                stats:{"vertices":4,"triangles":2,"bbox":[0,0,2,2],"largestTriangleBbox":[0,0,2,2],"avgTriangleArea":2}
                points:[0,0,2,0,2,2,0,2]
                triangles:[0,1,2,0,2,3]
            "#]],
        );
        let mesh = mesh(SQUARE);
        assert_eq!(mesh.across()[2], Across::Open(crate::mesh::FaceId(1)));
    }

    #[test]
    fn indices_that_count_coordinates_are_halved() {
        check(
            "points:[-1100,1100,1100,-1100,1100,1100,-1100,-1100]\ntriangles:[0,2,4,0,6,2]",
            expect![[r#"
                offset_indices: the triangles count coordinates instead of points; every index was halved
                stats:{"vertices":4,"triangles":2,"bbox":[-1100,-1100,1100,1100],"largestTriangleBbox":[-1100,-1100,1100,1100],"avgTriangleArea":2420000}
                points:[-1100,1100,1100,-1100,1100,1100,-1100,-1100]
                triangles:[0,1,2,0,3,1]
            "#]],
        );
    }

    #[test]
    fn semicolons_blanks_line_breaks_and_any_order_will_do() {
        let text = "\u{feff}TRIANGLES : [0;1 2;\r\n\t0, 2, 3] // two of them\r\n\r\nPoints:\r\n[ 0;0; 2;0\r\n 2 2 # c\r\n 0,2e0 ]\r\n";
        assert_eq!(mesh(text), mesh(SQUARE));
        let lines = read(text.as_bytes()).unwrap().lines;
        assert_eq!((lines.vertices, lines.faces), (vec![5, 5, 6, 7], vec![1, 2]));
    }

    #[test]
    fn wrong_stats_clockwise_triangles_and_unknown_keys_are_told() {
        check(
            "stats:{\"vertices\": 5, \"triangles\":1}\npoints:[0,0,1,0,0,1]\ntriangles:[0,2,1]\ncolour: red\n",
            expect![[r#"
                odd_text: the key "colour" is not known; it was skipped
                wrong_count: the stats speak of 5 vertices, but the file holds 3
                clockwise: face 0 is listed clockwise; it was turned round
                stats:{"vertices":3,"triangles":1,"bbox":[0,0,1,1],"largestTriangleBbox":[0,0,1,1],"avgTriangleArea":0.5}
                points:[0,0,1,0,0,1]
                triangles:[1,2,0]
            "#]],
        );
    }

    #[test]
    fn a_side_of_three_triangles_is_told() {
        let text = "points:[0,0,1,0,0,1,0,-1,1,-1]\ntriangles:[0,1,2,1,0,3,1,0,4]";
        assert_eq!(read(text.as_bytes()).unwrap().findings.count(Kind::CrowdedSide), 3);
    }

    #[test]
    fn an_empty_mesh_is_a_mesh() {
        check(
            "points:[]\ntriangles:[]",
            expect![[r#"
                stats:{"vertices":0,"triangles":0,"bbox":[0,0,0,0],"largestTriangleBbox":[0,0,0,0],"avgTriangleArea":0}
                points:[]
                triangles:[]
            "#]],
        );
    }

    #[test]
    fn wrong_files_are_refused_with_their_line() {
        check_error(
            "points:[0,0\n,1,north]",
            expect![[r#"line 2: expected a y coordinate, found "north""#]],
        );
        check_error(
            "points:[0,0,1]\ntriangles:[]",
            expect![[r#"line 1: expected a y coordinate, found "]""#]],
        );
        check_error("points:[0,,0]", expect![[r#"line 1: expected a y coordinate, found ",""#]]);
        check_error(
            "points:[0,1e13]",
            expect![[
                r#"line 1: expected a y coordinate of at most 1.099511627776e12 in size, found "1e13""#
            ]],
        );
        check_error("points:[0,nan]", expect![[r#"line 1: expected a y coordinate, found "nan""#]]);
        check_error(
            "points:[]\n\ntriangles:[0,1]",
            expect![[r#"line 3: expected a vertex index, found "]""#]],
        );
        check_error(
            "points:[0,0,1,0,0,1]\ntriangles:[0,1,3]",
            expect![[r#"line 2: expected a vertex index below 3, found "3""#]],
        );
        check_error(
            "points:[0,0,1,0,0,1]\ntriangles:[0,2,6]",
            expect![[r#"line 2: expected a vertex index below 3, found "6""#]],
        );
        check_error(
            "points:[0,0]\ntriangles:[0,0,-1]",
            expect![[r#"line 2: expected a vertex index, found "-1""#]],
        );
        check_error(
            "points:[0,0]\n",
            expect![[r#"line 2: expected "triangles:", found the end of the file"#]],
        );
        check_error(
            "points:[0,0]\npoints:[]",
            expect![[r#"line 2: expected every key only once, found "points:""#]],
        );
        check_error(
            "points:[0,0] 7",
            expect![[r#"line 1: expected "points:" or "triangles:", found "7""#]],
        );
        check_error("points: 0,0", expect![[r#"line 1: expected "[", found "0""#]]);
    }

    #[test]
    fn a_file_cut_off_anywhere_is_refused() {
        let text = format!("stats:{{\"vertices\":4}}\n{SQUARE}");
        for end in 0..text.len() {
            assert!(read(&text.as_bytes()[..end]).is_err(), "{end}");
        }
    }

    #[test]
    fn unclosed_braces_do_not_cost_the_square_of_their_number() {
        let text = format!("{}{SQUARE}", "stats2:{\n".repeat(100_000));
        assert_eq!(mesh(&text).n_faces(), 2);
    }

    #[test]
    fn polygons_are_cut_and_blocked_faces_left_out() {
        let points = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0), (4.0, 0.0)]
            .map(|(x, y)| Point::new(x, y));
        let parts = Parts {
            points: points.to_vec(),
            starts: vec![0, 3, 7],
            corners: [1, 4, 2, 0, 1, 2, 3].map(VertexId).to_vec(),
            across: vec![Across::Outside; 7],
            walkable: vec![false, true],
            ..Parts::default()
        };
        let written = write(&Navmesh::new(parts).unwrap()).unwrap();
        let losses: Vec<String> = written.losses.iter().map(ToString::to_string).collect();
        assert_eq!(losses, ["1 blocked face", "1 polygon cut into triangles"]);
        expect![[r#"
            stats:{"vertices":4,"triangles":2,"bbox":[0,0,2,2],"largestTriangleBbox":[0,0,2,2],"avgTriangleArea":2}
            points:[0,0,2,0,2,2,0,2]
            triangles:[3,0,1,3,1,2]"#]]
        .assert_eq(std::str::from_utf8(&written.bytes).unwrap());
    }

    #[test]
    fn a_face_that_cannot_be_cut_is_named() {
        let bow_tie =
            [(0.0, 0.0), (2.0, 2.0), (2.0, 0.0), (0.0, 2.0)].map(|(x, y)| Point::new(x, y));
        let parts = Parts {
            points: bow_tie.to_vec(),
            starts: vec![0, 4],
            corners: (0..4).map(VertexId).collect(),
            across: vec![Across::Outside; 4],
            walkable: vec![true],
            ..Parts::default()
        };
        let error = write(&Navmesh::new(parts).unwrap()).unwrap_err();
        expect!["face 0 cannot be written: it crosses itself or has no inside, so it cannot be cut into triangles"]
            .assert_eq(&error.to_string());
    }
}
