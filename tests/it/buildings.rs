//! Building maps: lanes in YAML, and what is wrong with them.

use expect_test::{Expect, expect};
use wayglass::build::lanes;
use wayglass::example::Example;
use wayglass::format::{self, Content, Format, Options};
use wayglass::layout::lane::LaneNetwork;
use wayglass::mesh::check;

/// The vertices and lanes of a file with what is odd about it, or why nothing came out of it.
fn told(text: &str, level: Option<u32>) -> String {
    let options = Options { level, ..Options::default() };
    let import = match format::read_with(text.as_bytes(), &options, &mut ()) {
        Ok(import) => import,
        Err(error) => return format!("{error}\n"),
    };
    assert_eq!(import.format, Format::Building);
    let Content::Layout(layout) = import.content else { panic!("no drawing") };
    let LaneNetwork { vertices, lanes } = layout.lanes;
    let mut told = String::new();
    for (id, vertex) in vertices {
        told += &format!("vertex {} {:?} at {}, {}\n", id.0, vertex.name, vertex.at.x, vertex.at.y);
    }
    for (id, lane) in lanes {
        let [from, to] = lane.ends.map(|end| end.0);
        told += &format!("lane {} from {from} to {to}, {} wide\n", id.0, lane.width);
    }
    for finding in import.findings.list() {
        let at = finding.origin.map(|origin| format!("{origin}: ")).unwrap_or_default();
        told += &format!("{at}{} [{}]\n", finding.message, finding.kind.name());
    }
    told
}

fn check_text(text: &str, expected: Expect) {
    expected.assert_eq(&told(text, None));
}

const SMALL: &str = "\
coordinate_system: reference_image
levels:
  L1:
    elevation: 0
    vertices:
      - [0, 0, 0, \"\", {}]
      - [40, 0, 0, door, {human_goal_set_name: [1, goals]}]
      - [40, 30, 0, desk]
      - [7, 7, 0, a wall corner, {}]
    measurements:
      - [0, 1, {distance: [3, 4]}]
      - [1, 2, {distance: [3, 3]}]
    human_lanes:
      - [0, 1, {bidirectional: [4, true], graph_idx: [2, 9], orientation: [1, \"\"], width: [3, 1.5]}]
      - [1, 2, {graph_idx: [2, 9], width: [3, 2]}]
name: small
";

#[test]
fn lanes_are_measured_and_turned_upright() {
    let upright = expect![[r#"
        vertex 0 "" at 0, 0
        vertex 1 "door" at 4, 0
        vertex 2 "desk" at 4, -3
        lane 0 from 0 to 1, 1.5 wide
        lane 1 from 1 to 2, 2 wide
    "#]];
    check_text(SMALL, upright);
    check_text(
        &SMALL
            .replace("reference_image", "cartesian_meters")
            .replace("[3, 4]", "[3, 40]")
            .replace("[3, 3]", "[3, 30]"),
        expect![[r#"
            vertex 0 "" at 0, 0
            vertex 1 "door" at 40, 0
            vertex 2 "desk" at 40, 30
            lane 0 from 0 to 1, 1.5 wide
            lane 1 from 1 to 2, 2 wide
        "#]],
    );
    check_text(
        &SMALL.replace("measurements", "measured"),
        expect![[r#"
        vertex 0 "" at 0, 0
        vertex 1 "door" at 40, 0
        vertex 2 "desk" at 40, -30
        lane 0 from 0 to 1, 1.5 wide
        lane 1 from 1 to 2, 2 wide
        line 4: no measurement says how long a pixel is; one metre is assumed [odd_text]
    "#]],
    );
    check_text(
        &SMALL.replace("reference_image", "wgs84"),
        expect![[r#"
        vertex 0 "" at 0, 0
        vertex 1 "door" at 4, 0
        vertex 2 "desk" at 4, 3
        lane 0 from 0 to 1, 1.5 wide
        lane 1 from 1 to 2, 2 wide
        line 4: coordinates are degrees, but are taken as metres [odd_text]
    "#]],
    );
}

#[test]
fn other_spellings_say_the_same() {
    let plain = told(SMALL, None);
    let variants = [
        format!("---\n{SMALL}"),
        format!("# a comment\n\n%YAML 1.2\n---\n{SMALL}"),
        format!("\u{feff}{SMALL}"),
        SMALL.replace('\n', "\r\n"),
        SMALL.replace("coordinate_system: reference_image\n", ""),
        SMALL.replace("[1, 2, {graph_idx: [2, 9], width: [3, 2]}]", "[1, 2, {width: 2}]"),
        SMALL
            .replace("- [1, 2, {graph_idx", "- - 1\n        - 2\n        - {graph_idx")
            .replace("[3, 2]}]", "[3, 2]}"),
        SMALL.replace("[40, 30, 0, desk]", "&desk [40, 30, 0, desk]"),
    ];
    for variant in variants {
        assert_eq!(told(&variant, None), plain, "{variant}");
    }
}

#[test]
fn wrong_files_say_what_is_wrong_and_where() {
    check_text(
        "levels:\n",
        expect![[r#"
        line 1: expected a map of levels, found ""
    "#]],
    );
    check_text(
        "levels:\n  L1: {}\n",
        expect![[r#"
        line 2: no level has human_lanes, and nothing else is read of a building
    "#]],
    );
    check_text(
        "levels: [1, 2\n",
        expect![[r#"
        line 2: this is no YAML: while parsing a flow sequence, expected ',' or ']'
    "#]],
    );
    check_text(
        "levels:\n\tL1: 3\n",
        expect![[r#"
        line 2: this is no YAML: tabs disallowed within this context (block indentation)
    "#]],
    );
    check_text(
        &SMALL.replace("reference_image", "mars"),
        expect![[r#"
        line 1: expected reference_image, web_mercator, cartesian_meters or wgs84, found "mars"
    "#]],
    );
    check_text(
        &SMALL.replace("[40, 30, 0, desk]", "[40, north, 0, desk]"),
        expect![[r#"
        line 8: expected a y coordinate, found "north"
    "#]],
    );
    check_text(
        &SMALL.replace("[40, 30, 0, desk]", "[40]"),
        expect![[r#"
        line 8: expected a vertex [x, y, z, name, …], found a list
    "#]],
    );
    check_text(
        &SMALL.replace("[40, 30, 0, desk]", "[40, 1e300, 0, desk]"),
        expect![[r#"
            line 8: expected a y coordinate of at most 1.099511627776e12 in size, found "1e300"
        "#]],
    );
    check_text(
        &SMALL.replace("[40, 30, 0, desk]", "[40, .nan, 0, desk]"),
        expect![[r#"
        line 8: expected a y coordinate, found ".nan"
    "#]],
    );
    // The original lets the index one past the last vertex through, and fails later.
    check_text(
        &SMALL.replace("- [1, 2, {graph", "- [1, 4, {graph"),
        expect![[r#"
        line 15: expected a vertex index below 4, found "4"
    "#]],
    );
    check_text(
        &SMALL.replace("- [1, 2, {graph", "- [1, -1, {graph"),
        expect![[r#"
        line 15: expected a vertex index below 4, found "-1"
    "#]],
    );
    check_text(
        &SMALL.replace("width: [3, 2]", "breadth: [3, 2]"),
        expect![[r#"
            line 15: expected the width of a lane, found none
        "#]],
    );
    check_text(
        &SMALL.replace("width: [3, 2]", "width: [3, wide]"),
        expect![[r#"
        line 15: expected the width of a lane, found "wide"
    "#]],
    );
    check_text(
        &SMALL.replace("width: [3, 2]", "width: [3]"),
        expect![[r#"
            line 15: expected the width of a lane, found none
        "#]],
    );
    check_text(
        &SMALL.replace("{distance: [3, 3]}", "{}"),
        expect![[r#"
            line 12: expected the distance of a measurement, found none
        "#]],
    );
    check_text(
        &SMALL.replace("- [1, 2, {distance", "- [1, 1, {distance"),
        expect![[r#"
            line 12: expected a measurement of some length between two places, found a list
        "#]],
    );
    check_text(
        &SMALL.replace("vertices:", "corners:"),
        expect![[r#"
            line 4: expected vertices on the level, found none
        "#]],
    );
    check_text(
        &SMALL.replace("human_lanes:", "human_lanes: *lanes\n    rest:"),
        expect![[r#"
        line 13: this is no YAML: while parsing node, found unknown anchor
    "#]],
    );
}

#[test]
fn what_is_not_read_is_said() {
    let two = SMALL.replace(
        "name: small",
        "  L2:\n    vertices: [[0, 0], [5, 5]]\n    walls: [[0, 1, {}]]\n    doors: []\n    human_lanes:\n      - [0, 1, {graph_idx: [2, 9], width: [3, 1]}]\n      - [1, 0, {graph_idx: [2, 3], width: [3, 1]}]\n      - [1, 1, {width: [3, -1]}]\nname: small",
    );
    expect![[r#"
        vertex 0 "" at 0, 0
        vertex 1 "door" at 4, 0
        vertex 2 "desk" at 4, -3
        lane 0 from 0 to 1, 1.5 wide
        lane 1 from 1 to 2, 2 wide
        line 16: level "L2" was not read: only level "L1" was [skipped]
    "#]]
    .assert_eq(&told(&two, None));
    expect![[r#"
        vertex 0 "" at 0, 0
        vertex 1 "" at 5, -5
        lane 0 from 0 to 1, 1 wide
        lane 2 from 1 to 1, -1 wide
        line 23: lane 2 ends where it begins [odd_outline]
        line 23: lane 2 has no width [odd_outline]
        line 17: no measurement says how long a pixel is; one metre is assumed [odd_text]
        line 3: level "L1" was not read: only level "L2" was [skipped]
        line 17: walls of level "L2" were not read: only human_lanes are [skipped]
        line 21: 1 human_lanes of other graphs than 9 were not read [skipped]
    "#]]
    .assert_eq(&told(&two, Some(2)));
    expect![[r#"
        line 3: there is no level 3; they are counted from 1
    "#]]
    .assert_eq(&told(&two, Some(3)));
    expect![[r#"
        line 3: there is no level 0; they are counted from 1
    "#]]
    .assert_eq(&told(&two, Some(0)));
}

#[test]
fn the_station_is_built_as_drawn_but_for_its_third_platform() {
    let example =
        Example::ALL.iter().find(|example| example.file_name == "station.building.yaml").unwrap();
    let Content::Layout(layout) = format::read(example.bytes).unwrap().content else {
        panic!("no drawing")
    };
    let built = lanes::build(&layout.lanes).unwrap();
    assert!(check(&built.mesh).is_empty());
    let mends: String = built.mends.iter().map(|mend| format!("{mend}\n")).collect();
    expect![[r#"
        lane 10 was cut at 98.000, -30.000 and joined with lane 15, which it meets there
        lane 15 was cut at 98.000, -30.000 and joined with lane 10, which it meets there
    "#]]
    .assert_eq(&mends);
}
