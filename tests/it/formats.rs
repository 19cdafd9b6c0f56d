//! Each format: its own examples, wrong files, odd but good files.

use expect_test::{Expect, expect};
use wayglass::format::{self, Content, Format};

/// What a file holds in one line, or why nothing came out of it.
fn told(bytes: &[u8]) -> String {
    let import = match format::read(bytes) {
        Ok(import) => import,
        Err(error) => return error.to_string(),
    };
    let content = match &import.content {
        Content::Mesh(mesh) => {
            let walkable = mesh.faces().filter(|face| face.walkable()).count();
            format!("{} vertices, {} faces, {walkable} walkable", mesh.n_vertices(), mesh.n_faces())
        }
        Content::Layout(layout) => {
            let (rings, obstacles) = (layout.border.rings().len(), layout.obstacles.len());
            format!("{rings} rings, {obstacles} obstacles, {} walls", layout.walls.len())
        }
        Content::Scenario(scenario) => format!("{} queries", scenario.instances.len()),
        Content::Trace(recording) => format!("{} steps", recording.steps.len()),
    };
    let kinds: Vec<_> = import.findings.list().iter().map(|finding| finding.kind.name()).collect();
    format!(
        "{}: {content}{}",
        import.format.title(),
        kinds.iter().map(|kind| format!("; {kind}")).collect::<String>()
    )
}

fn check(text: &str, expected: Expect) {
    expected.assert_eq(&told(text.as_bytes()));
}

const SQUARE_3: &str = "mesh\n3\n4 2\n0 0\n2 0\n2 2\n0 2\n1 3 1 2 4 0 0 2\n1 3 2 3 4 1 0 0\n";
const SQUARE_2: &str = "mesh\n2\n4 2\n0 0 2 0 -1\n2 0 3 0 1 -1\n2 2 2 1 -1\n0 2 3 1 0 -1\n3 0 1 3 -1 -1 1\n3 1 2 3 0 -1 -1\n";

#[test]
fn an_unknown_file_says_what_is_known() {
    check(
        "hello world",
        expect![[
            r#"line 1: expected a map or scenario (wayglass, mesh, polygon, poly, type, version, points:, VERTICES:, levels:, DPMESH or a number), found "hello""#
        ]],
    );
    check(
        "",
        expect![
            "line 1: expected a map or scenario (wayglass, mesh, polygon, poly, type, version, points:, VERTICES:, levels:, DPMESH or a number), found the end of the file"
        ],
    );
    check(
        "   \n\n",
        expect![
            "line 3: expected a map or scenario (wayglass, mesh, polygon, poly, type, version, points:, VERTICES:, levels:, DPMESH or a number), found the end of the file"
        ],
    );
    check(
        "DPGRID\0\0\0",
        expect![
            "byte 0: this is a DoomPath debug grid (DPGRID), not a mesh; open the DPMESH beside it"
        ],
    );
    check(
        "mesh\n4\n1 1\n",
        expect![[r#"line 2: expected version 1, 2 or 3 of the mesh format, found "4""#]],
    );
    expect![[r#"line 1: expected a map or scenario (wayglass, mesh, polygon, poly, type, version, points:, VERTICES:, levels:, DPMESH or a number), found "\u{7f}ELF\u{2}\u{1}\u{1}\0\0""#]].assert_eq(&told(b"\x7fELF\x02\x01\x01\x00\x00"));
}

#[test]
fn version_3_says_what_is_wrong_and_where() {
    check(SQUARE_3, expect!["mesh v3: 4 vertices, 2 faces, 2 walkable"]);
    check(
        "mesh\n3\n1 0\n0.5 north\n",
        expect![[r#"line 4: expected a y coordinate, found "north""#]],
    );
    check("mesh\n3\n1 0\n0.5 nan\n", expect![[r#"line 4: expected a y coordinate, found "nan""#]]);
    check(
        "mesh\n3\n1 0\n0.5 1e13\n",
        expect![[
            r#"line 4: expected a y coordinate of at most 1.099511627776e12 in size, found "10000000000000""#
        ]],
    );
    check(
        "mesh\n3\n",
        expect!["line 3: expected the number of vertices, found the end of the file"],
    );
    check(
        "mesh\n3\n4 2 // counts\n0 0\n2 0",
        expect!["line 5: expected an x coordinate, found the end of the file"],
    );
    check("mesh\n3\n-4 2\n", expect![[r#"line 3: expected the number of vertices, found "-4""#]]);
    check(
        "mesh\n3\n4294967295 4294967295\n",
        expect!["line 4: expected an x coordinate, found the end of the file"],
    );
    check(
        &SQUARE_3.replace("1 3 2 3 4", "2 3 2 3 4"),
        expect![[r#"line 9: expected 0 or 1 for walkable, found "2""#]],
    );
    check(
        &SQUARE_3.replace("1 3 2 3 4", "1 2 2 3 4"),
        expect![[r#"line 9: expected at least 3 corners, found "2""#]],
    );
    check(
        &SQUARE_3.replace("1 3 2 3 4", "1 3 2 5 4"),
        expect![[r#"line 9: expected a vertex id from 1 to 4, found "5""#]],
    );
    check(
        &SQUARE_3.replace("1 3 2 3 4", "1 3 2 0 4"),
        expect![[r#"line 9: expected a vertex id from 1 to 4, found "0""#]],
    );
    check(
        &SQUARE_3.replace("1 0 0\n", "1 0 3\n"),
        expect![[r#"line 9: expected a neighbour id from -2 to 2, found "3""#]],
    );
    check(
        &SQUARE_3.replace("1 0 0\n", "1 0 0 7\n"),
        expect![[r#"line 9: expected the end of the file after the last face, found "7""#]],
    );
    check(
        &SQUARE_3.replace("1 0 0\n", "1 0"),
        expect!["line 9: expected 8 words on the line of a face, found 7"],
    );
}

#[test]
fn version_2_says_what_is_wrong_and_where() {
    check(SQUARE_2, expect!["mesh v2: 4 vertices, 2 faces, 2 walkable"]);
    check(
        &SQUARE_2.replace("0 2 3 1 0 -1", "0 2 3 1 2 -1"),
        expect![[r#"line 7: expected a face id below 2, or -1, found "2""#]],
    );
    check(
        &SQUARE_2.replace("0 2 3 1 0 -1", "0 2 3 1 0 -2"),
        expect![[r#"line 7: expected a face id below 2, or -1, found "-2""#]],
    );
    check(
        &SQUARE_2.replace("3 1 2 3 0 -1 -1", "3 1 2 4 0 -1 -1"),
        expect![[r#"line 9: expected a vertex id below 4, found "4""#]],
    );
    check(
        &SQUARE_2.replace("3 1 2 3 0 -1 -1", "3 1 2 3 0 -1"),
        expect!["line 9: expected 7 words on the line of a face, found 6"],
    );
    check(
        &SQUARE_2.replace("3 1 2 3 0 -1 -1", "3 1 2 3 0 -1 -1 trailing"),
        expect![[r#"line 9: expected the end of the file after the last face, found "trailing""#]],
    );
    check("mesh 2 0 0", expect!["mesh v2: 0 vertices, 0 faces, 0 walkable"]);
}

#[test]
fn relatives_of_version_2_read_alike() {
    check(
        &SQUARE_2
            .replace("mesh\n2", "mesh\n1")
            .replace("3 0 1 3 -1 -1 1", "3 0 1 3 -1 1 -1")
            .replace("3 1 2 3 0 -1 -1", "3 1 2 3 -1 -1 0"),
        expect!["mesh v1: 4 vertices, 2 faces, 2 walkable"],
    );
    let unsigned = SQUARE_2.replace("-1", "4294967295");
    check(&unsigned, expect!["mesh v2: 4 vertices, 2 faces, 2 walkable"]);
    let without_neighbours =
        SQUARE_2.replace("3 0 1 3 -1 -1 1", "3 0 1 3").replace("3 1 2 3 0 -1 -1", "3 1 2 3");
    check(
        &without_neighbours,
        expect!["mesh v2: 4 vertices, 2 faces, 2 walkable; missing_neighbour"],
    );
    let weighted = "weighted_mesh\n2\n4 2\n0 0 2 0 -1\n2 0 3 0 1 -1\n2 2 2 1 -1\n0 2 3 1 0 -1 5\n3 0 1 3 -1 -1 1 4\n3 1 2 3 0 -1 -1 9\n";
    check(weighted, expect!["weighted mesh v2: 4 vertices, 2 faces, 2 walkable; odd_text"]);
    check(
        &weighted.replace(" 9\n", "\n"),
        expect!["line 9: expected the cost of the face, found the end of the line"],
    );
    check("weighted_mesh 3\n", expect![[r#"line 1: expected "2", found "3""#]]);
    let packed = |text: &str| {
        let mut bytes = b"pack".to_vec();
        for word in text.split_ascii_whitespace().skip(1) {
            let number: i32 = word.parse().unwrap();
            bytes.extend_from_slice(&(number as u32).to_be_bytes()[1..]);
        }
        bytes
    };
    expect!["packed mesh v2: 4 vertices, 2 faces, 2 walkable"].assert_eq(&told(&packed(SQUARE_2)));
    expect!["byte 19: expected three bytes for each number, found the end of the file"]
        .assert_eq(&told(&packed(SQUARE_2)[..20]));
    expect![[r#"byte 4: expected "2", found "3""#]].assert_eq(&told(&packed("mesh 3 0 0")));
}

#[test]
fn odd_but_good_files_read_as_their_plain_twins() {
    for plain in [SQUARE_3, SQUARE_2] {
        let expected = format::read(plain.as_bytes()).unwrap().content;
        let variants = [
            plain.replace('\n', "\r\n"),
            plain.replace(' ', "\t"),
            plain.replace('\n', "\n\n"),
            plain.replace('\n', " "),
            plain.replace('\n', "  // a comment 1 2 3\n"),
            plain.replace('\n', "# a comment\n"),
            format!("\u{feff}{plain}"),
            format!("\n\n  {plain}"),
            plain.trim_end().to_owned(),
            plain.replace(" 0\n", " +0\n").replace("2 2", "2e0 2.0"),
            plain.split_ascii_whitespace().collect::<Vec<_>>().join("\n"),
        ];
        for variant in variants {
            assert_eq!(
                format::read(variant.as_bytes()).map(|import| import.content),
                Ok(expected.clone()),
                "{variant}"
            );
        }
    }
}

#[test]
fn scenarios_read_in_all_their_spellings() {
    let row =
        "0\tscene_mp_2p_01.mesh\t224\t238\t-73.0625\t-4.8125\t-72.9375\t-4.6875\t0.1767766952966";
    check(&format!("version 1\n{row}\n"), expect!["scenario: 1 queries"]);
    check(
        &format!("version 1.0\r\n{}\r\n\r\n\r\n", row.replace('\t', " ")),
        expect!["scenario: 1 queries"],
    );
    check(&format!("{row}\n"), expect!["scenario: 1 queries; odd_text"]);
    check(&format!("version 1\nBucket  MapName X-size\n{row}\n"), expect!["scenario: 1 queries"]);
    check(
        &format!("version 1\n{}\n", row.replace("scene_mp_2p_01.mesh", "my maps/the scene.mesh")),
        expect!["scenario: 1 queries"],
    );
    check("version 1\n", expect!["scenario: 0 queries"]);
    check("version 2\n", expect![[r#"line 1: expected version 1, found "2""#]]);
    check(
        "version 1\n0 a.map 9 9 1 1 2 2\n",
        expect!["line 2: expected a cost as field 9 of 9, found the end of the line"],
    );
    check(
        "version 1\n0 a.map 9 9 1 1 2 north 3\n",
        expect![[r#"line 2: expected a goal y, found "north""#]],
    );
    check(
        "version 1\n-1 a.map 9 9 1 1 2 2 3\n",
        expect![[r#"line 2: expected a bucket, found "-1""#]],
    );
    check(
        "version 1\n0 a.map 9 9 1 1 2 2e300 3\n",
        expect![[
            r#"line 2: expected a goal y of at most 1.099511627776e12 in size, found "2e300""#
        ]],
    );
}

#[test]
fn scenarios_say_where_no_path_is_expected() {
    let text = "version 1\n0 a b.map 9 9 1 1 2 2 0\n0 a b.map 9 9 1 1 1 1 0\n0 a b.map 9 9 1 1 2 2 -1\n0 a b.map 9 9 1 1 2 2 1.5\n";
    let Content::Scenario(scenario) = format::read(text.as_bytes()).unwrap().content else {
        panic!()
    };
    let costs: Vec<_> =
        scenario.instances.iter().map(|instance| instance.expected_cost()).collect();
    assert_eq!(costs, [None, Some(0.0), None, Some(1.5)]);
    assert_eq!(scenario.instances[0].map, "a b.map");
    assert!(scenario.instances[0].is_for("maps/A B.mesh"));
}

#[test]
fn polygon_files_read_kindly() {
    let text = "polygon 1\n1 2 # one enclosure\n4 0 0 10 0 10 10 0 10\n4 1 1 1 2 2 2 2 1\n3 4 4 5 4 4 5 // the wrong way round\n";
    check(text, expect!["polygon 1: 1 rings, 2 obstacles, 0 walls"]);
    check(
        &format!("{text}topology 1 2 3\n"),
        expect!["polygon 1: 1 rings, 2 obstacles, 0 walls; odd_text"],
    );
    check(
        &text.replace("4 0 0 10 0 10 10 0 10", "5 0 0 10 0 10 10 0 10 0 0"),
        expect!["polygon 1: 1 rings, 2 obstacles, 0 walls"],
    );
    check(
        &text.replace("4 1 1 1 2 2 2 2 1", "4 1 1 2 2 1 2 2 1"),
        expect!["polygon 1: 1 rings, 2 obstacles, 0 walls; outline_crossing"],
    );
    check(
        &text.replace("3 4 4 5 4 4 5", "3 44 4 55 4 44 5"),
        expect!["polygon 1: 1 rings, 2 obstacles, 0 walls; odd_outline"],
    );
    check(
        &text.replace("3 4 4 5 4 4 5", "2 4 4 5 4"),
        expect![[r#"line 5: expected at least 3 points, found "2""#]],
    );
    check(
        &text.replace("3 4 4 5 4 4 5", "3 4 4 5 4 inf 5"),
        expect![[r#"line 5: expected an x coordinate, found "inf""#]],
    );
    check("polygon 2\n", expect![[r#"line 1: expected "1", found "2""#]]);
}

#[test]
fn the_other_poly_files_read_too() {
    check(
        "poly\n1\n2\n4 0 0 9 0 9 9 0 9\n3 1 1 2 1 1 2\n",
        expect!["poly 1: 2 rings, 0 obstacles, 0 walls"],
    );
    check(
        "poly\n1\n1\n4 0 0 9 0 9 9 0 9 5\n",
        expect![[r#"line 4: expected the end of the file after the last polygon, found "5""#]],
    );
    check("poly\n1\n0\n", expect![[r#"line 3: expected at least one polygon, found "0""#]]);
}

#[test]
fn content_decides_and_never_the_ending() {
    assert_eq!(Format::of(b"mesh 3"), Some(Format::Mesh3));
    assert_eq!(Format::of(b"mesh // v\n2 1 1"), Some(Format::Mesh2));
    assert_eq!(Format::of(b"polygon 1"), Some(Format::Polygon));
    assert_eq!(Format::of(b"poly 1"), Some(Format::Poly));
    assert_eq!(Format::of(b"type octile"), Some(Format::Grid));
    assert_eq!(Format::of(b"4\n0 0\n"), Some(Format::Menge));
    assert_eq!(Format::of(b"3 1\n0 0\n1 0\n0 1\n0 1\n"), Some(Format::Cdt));
    assert_eq!(Format::of(b"POINTS:[0,0]"), Some(Format::NavmeshTxtA));
    assert_eq!(Format::of(b"REAL_BBOX: [0,0,1,1]"), Some(Format::NavmeshTxtB));
    assert_eq!(Format::of(b"0;[Ma1];[0,0,1,0,1,1]"), Some(Format::Blobs));
    assert_eq!(Format::of(b"name: home\nlevels:\n  L1: {}\n"), Some(Format::Building));
    assert_eq!(Format::of(b"name: home\n"), None);
    assert_eq!(Format::of(b"mesh"), None);
}

#[test]
fn the_line_that_is_to_blame_is_named_not_the_one_where_it_was_noticed() {
    check(
        &SQUARE_3.replace("1 3 1 2 4 0 0 2", "1 3 1 2 4 0 0"),
        expect!["line 8: expected 8 words on the line of a face, found 7"],
    );
    check(
        &SQUARE_3.replace("\n2 2\n", "\n2\n"),
        expect!["line 6: expected 2 words on the line of a vertex, found 1"],
    );
    check(
        &SQUARE_3.replace("\n2 2\n", "\n2 2 2\n"),
        expect!["line 6: expected 2 words on the line of a vertex, found 3"],
    );
    check(
        &SQUARE_2.replace("2 0 3 0 1 -1", "2 0 3 0 1"),
        expect!["line 5: expected 6 words on the line of a vertex, found 5"],
    );
    check(
        &SQUARE_2.replace("3 0 1 3 -1 -1 1", "3 0 1 3 -1 -1 -1 1"),
        expect![[r#"line 8: expected at least 3 corners, found "1""#]],
    );
    // A face that goes on over the next line is no fault, but the letter is.
    check(
        &SQUARE_3.replace("1 3 1 2 4 0 0 2", "1 3 1 2 4\n0 0 2").replace("4 1 0 0", "4 1 x 0"),
        expect![[r#"line 10: expected a neighbour id, found "x""#]],
    );
}
