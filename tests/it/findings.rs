//! Each flaw of a map in the smallest map that has it.

use expect_test::{Expect, expect};
use wayglass::format;

/// What is found in a map, a line each.
fn check(text: &str, expected: Expect) {
    let import = format::read(text.as_bytes()).unwrap();
    let told = import.findings.list().iter().map(|finding| {
        let place = finding.origin.map(|origin| format!("{origin}: ")).unwrap_or_default();
        format!(
            "{} {place}{} [{}]\n",
            finding.severity().name(),
            finding.message,
            finding.kind.name()
        )
    });
    expected.assert_eq(&told.collect::<String>());
}

/// Two triangles on a square, version 3, with these two face lines.
fn square(first: &str, second: &str) -> String {
    format!("mesh\n3\n4 2\n0 0\n2 0\n2 2\n0 2\n{first}\n{second}\n")
}

#[test]
fn a_sound_map_has_nothing_to_tell() {
    check(&square("1 3 1 2 4 0 0 2", "1 3 2 3 4 1 0 0"), expect![[""]]);
}

#[test]
fn a_clockwise_face_is_turned_round() {
    check(
        &square("1 3 4 2 1 0 2 0", "1 3 2 3 4 1 0 0"),
        expect![[r#"
        warning line 8: face 1 is listed clockwise; it was turned round [clockwise]
    "#]],
    );
}

#[test]
fn a_face_without_area_is_kept() {
    check(
        "mesh 3\n4 2\n0 0\n1 0\n2 0\n1 1\n1 3 1 2 3 2 0 0\n1 3 1 3 4 0 1 0\n",
        expect![[r#"
        warning line 7: face 1 has no area [zero_area]
    "#]],
    );
}

#[test]
fn a_notched_face_is_not_convex() {
    check(
        "mesh 3\n4 1\n0 0\n4 0\n1 1\n0 4\n1 4 1 2 3 4 0 0 0 0\n",
        expect![[r#"
        error line 7: face 1 is not convex: it turns the wrong way at vertex 3, by 1.414 [non_convex]
    "#]],
    );
}

#[test]
fn a_bow_tie_crosses_itself() {
    check(
        "mesh 3\n4 1\n0 0\n4 0\n1 4\n4 5\n1 4 1 2 3 4 0 0 0 0\n",
        expect![[r#"
        error line 7: face 1 crosses itself [self_crossing]
    "#]],
    );
}

#[test]
fn a_star_that_turns_left_all_the_way_crosses_itself() {
    check(
        "mesh 3\n5 1\n0 10\n-6 -8\n9 3\n-9 3\n6 -8\n1 5 1 2 3 4 5 0 0 0 0 0\n",
        expect![[r#"
        error line 8: face 1 crosses itself [self_crossing]
    "#]],
    );
}

#[test]
fn a_repeated_corner_is_told() {
    check(
        "mesh 3\n4 1\n0 0\n4 0\n4 4\n0 4\n1 5 1 2 3 3 4 0 0 0 0 0\n",
        expect![[r#"
        error line 7: face 1 lists vertex 3 more than once [repeated_corner]
    "#]],
    );
}

#[test]
fn vertices_nobody_uses_and_vertices_twice_are_told() {
    check(
        "mesh 3\n5 1\n0 0\n4 0\n0 4\n9 9\n4 0\n1 3 1 2 3 0 0 0\n",
        expect![[r#"
        warning line 7: vertices 2 and 5 are at the same place [duplicate_vertex]
        note line 6: no face uses vertex 4 [unused_vertex]
        note line 7: no face uses vertex 5 [unused_vertex]
    "#]],
    );
}

#[test]
fn the_published_example_with_its_erratum_opens() {
    let example = "mesh\n3\n5 4\n0 0\n0 10\n10 10\n10 0\n5 5\n\
        0 3 4 1 5 -4 0 -2\n1 3 1 2 5 -1 0 3\n1 3 2 3 5 3 0 4\n1 3 3 4 5 3 0 -1 ";
    check(
        example,
        expect![[r#"
            error line 11: face 3 names itself as its neighbour over an edge that it shares with face 2 [self_neighbour]
            warning line 9: face 1 is listed clockwise; it was turned round [clockwise]
            warning line 10: face 2 is listed clockwise; it was turned round [clockwise]
            warning line 11: face 3 is listed clockwise; it was turned round [clockwise]
            warning line 12: face 4 is listed clockwise; it was turned round [clockwise]
            note the last line does not end with a line break [unended_line]
        "#]],
    );
}

#[test]
fn a_neighbour_that_does_not_share_the_side_is_told() {
    check(
        "mesh 3\n7 3\n0 0\n2 0\n2 2\n0 2\n5 0\n6 0\n5 1\n1 3 1 2 4 0 0 3\n1 3 2 3 4 1 0 0\n1 3 5 6 7 0 0 0\n",
        expect![[r#"
        error line 10: face 1 names face 3 as neighbour over an edge that it shares with face 2 [neighbour_not_shared]
        note line 12: face 3 is walkable, but nothing can be reached from it [isolated_face]
        note the walkable ground is in 2 islands; the largest has 88.9 % of the area [islands]
    "#]],
    );
}

#[test]
fn a_one_sided_neighbour_is_a_wall() {
    check(
        &square("1 3 1 2 4 0 0 2", "1 3 2 3 4 0 0 0"),
        expect![[r#"
        error line 9: face 1 names face 2 as neighbour, but face 2 names nobody over that edge; it is taken as a wall [one_sided_neighbour]
        note line 8: face 1 is walkable, but nothing can be reached from it [isolated_face]
        note line 9: face 2 is walkable, but nothing can be reached from it [isolated_face]
        note the walkable ground is in 2 islands; the largest has 50.0 % of the area [islands]
        note line 8: a wall stands between walkable faces 1 and 2 [thin_wall]
    "#]],
    );
}

#[test]
fn signs_that_disagree_are_a_wall() {
    check(
        &square("1 3 1 2 4 0 0 -2", "1 3 2 3 4 1 0 0"),
        expect![[r#"
        error line 8: face 2 says that its edge to face 1 is open, face 1 says it is not; it is taken as a wall [signs_disagree]
        note line 8: face 1 is walkable, but nothing can be reached from it [isolated_face]
        note line 9: face 2 is walkable, but nothing can be reached from it [isolated_face]
        note the walkable ground is in 2 islands; the largest has 50.0 % of the area [islands]
        note line 8: a wall stands between walkable faces 1 and 2 [thin_wall]
    "#]],
    );
}

#[test]
fn a_side_that_nobody_names_is_a_wall() {
    check(
        &square("1 3 1 2 4 0 0 0", "1 3 2 3 4 0 0 0"),
        expect![[r#"
        warning line 8: faces 1 and 2 share an edge, but neither names the other; it is taken as a wall [missing_neighbour]
        note line 8: face 1 is walkable, but nothing can be reached from it [isolated_face]
        note line 9: face 2 is walkable, but nothing can be reached from it [isolated_face]
        note the walkable ground is in 2 islands; the largest has 50.0 % of the area [islands]
        note line 8: a wall stands between walkable faces 1 and 2 [thin_wall]
    "#]],
    );
}

#[test]
fn version_1_read_as_version_3_is_seen() {
    check(
        "mesh 3\n5 3\n0 0\n2 0\n2 2\n0 2\n4 1\n1 3 1 2 4 0 2 0\n1 3 2 3 4 3 0 1\n1 3 2 5 3 0 0 2\n",
        expect![[r#"
            error the neighbour lists of 3 faces are shifted by one slot, as those of version 1 are when they are read as version 2; they were shifted back [shifted_neighbours]
        "#]],
    );
}

#[test]
fn one_shifted_list_is_seen() {
    check(
        "mesh 3\n5 3\n0 0\n2 0\n2 2\n0 2\n4 1\n1 3 1 2 4 0 0 2\n1 3 2 3 4 3 0 1\n1 3 2 5 3 2 0 0\n",
        expect![[r#"
        error line 9: the neighbour list of face 2 is one slot too early; it was shifted back [shifted_neighbours]
    "#]],
    );
}

#[test]
fn a_face_that_names_itself_is_told() {
    check(
        &square("1 3 1 2 4 0 0 1", "1 3 2 3 4 1 0 0"),
        expect![[r#"
        error line 8: face 1 names itself as its neighbour over an edge that it shares with face 2 [self_neighbour]
    "#]],
    );
}

#[test]
fn three_faces_on_a_side_are_told() {
    check(
        "mesh 3\n5 3\n0 0\n2 0\n2 2\n0 2\n1 3\n1 3 1 2 4 0 0 2\n1 3 2 3 4 1 0 0\n1 3 2 5 4 1 0 0\n",
        expect![[r#"
            error line 8: the edge of face 1 from vertex 2 to 4 belongs to more than two faces, or to two in the same direction [crowded_side]
            error line 9: the edge of face 2 from vertex 4 to 2 belongs to more than two faces, or to two in the same direction [crowded_side]
            error line 10: the edge of face 3 from vertex 4 to 2 belongs to more than two faces, or to two in the same direction [crowded_side]
            error line 10: faces 2 and 3 cover the same ground [overlap]
            note line 4: two obstacles touch at vertex 2: no path may pass there [pinch]
            note line 6: two obstacles touch at vertex 4: no path may pass there [pinch]
            note line 8: face 1 is walkable, but nothing can be reached from it [isolated_face]
            note line 9: face 2 is walkable, but nothing can be reached from it [isolated_face]
            note line 10: face 3 is walkable, but nothing can be reached from it [isolated_face]
            note the walkable ground is in 3 islands; the largest has 33.3 % of the area [islands]
        "#]],
    );
}

#[test]
fn a_t_junction_is_told() {
    check(
        "mesh 3\n6 3\n0 0\n4 0\n4 2\n2 2\n0 2\n2 4\n1 4 1 2 3 5 0 0 0 0\n1 3 5 4 6 0 0 3\n1 3 4 3 6 2 0 0\n",
        expect![[r#"
            warning line 9: vertex 4 lies on an edge of face 1 without being a corner of it [t_junction]
            note line 5: two obstacles touch at vertex 3: no path may pass there [pinch]
            note line 7: two obstacles touch at vertex 5: no path may pass there [pinch]
            note line 9: face 1 is walkable, but nothing can be reached from it [isolated_face]
            note the walkable ground is in 2 islands; the largest has 66.7 % of the area [islands]
        "#]],
    );
}

#[test]
fn a_crack_is_told_with_its_width() {
    check(
        "mesh 3\n6 2\n0 0\n2 0\n0 2\n2.00001 0\n2 2\n0 2.00001\n1 3 1 2 3 0 0 0\n1 3 4 5 6 0 0 0\n",
        expect![[r#"
            warning line 6: vertices 2 and 4 are only 1e-5 apart, but not the same: a crack [near_vertices]
            warning line 8: vertices 3 and 6 are only 1e-5 apart, but not the same: a crack [near_vertices]
            note line 9: face 1 is walkable, but nothing can be reached from it [isolated_face]
            note line 10: face 2 is walkable, but nothing can be reached from it [isolated_face]
            note the walkable ground is in 2 islands; the largest has 50.0 % of the area [islands]
        "#]],
    );
}

#[test]
fn faces_that_cover_the_same_ground_are_told() {
    check(
        "mesh 3\n6 2\n0 0\n9 0\n0 9\n1 1\n2 1\n1 2\n1 3 1 2 3 0 0 0\n1 3 4 5 6 0 0 0\n",
        expect![[r#"
        error line 10: faces 1 and 2 cover the same ground [overlap]
        note line 9: face 1 is walkable, but nothing can be reached from it [isolated_face]
        note line 10: face 2 is walkable, but nothing can be reached from it [isolated_face]
        note the walkable ground is in 2 islands; the largest has 98.8 % of the area [islands]
    "#]],
    );
}

#[test]
fn a_cross_of_two_bars_overlaps_though_no_vertex_is_inside() {
    check(
        "mesh 3\n8 2\n0 4\n9 4\n9 5\n0 5\n4 0\n5 0\n5 9\n4 9\n1 4 1 2 3 4 0 0 0 0\n1 4 5 6 7 8 0 0 0 0\n",
        expect![[r#"
            error line 12: faces 1 and 2 cover the same ground [overlap]
            note line 11: face 1 is walkable, but nothing can be reached from it [isolated_face]
            note line 12: face 2 is walkable, but nothing can be reached from it [isolated_face]
            note the walkable ground is in 2 islands; the largest has 50.0 % of the area [islands]
        "#]],
    );
}

#[test]
fn faces_that_overlap_from_a_shared_corner_are_told() {
    check(
        "mesh 3\n6 2\n0 0\n9 0\n9 9\n0 9\n4 1\n4 4\n1 4 1 2 3 4 0 0 0 0\n1 3 1 5 6 0 0 0\n",
        expect![[r#"
            error line 10: faces 1 and 2 cover the same ground [overlap]
            note line 3: two obstacles touch at vertex 1: no path may pass there [pinch]
            note line 9: face 1 is walkable, but nothing can be reached from it [isolated_face]
            note line 10: face 2 is walkable, but nothing can be reached from it [isolated_face]
            note the walkable ground is in 2 islands; the largest has 93.1 % of the area [islands]
        "#]],
    );
    check(
        "mesh 3\n6 2\n2 0\n4 0\n6 3\n4 6\n2 6\n0 3\n1 6 1 2 3 4 5 6 0 0 0 0 0 0\n1 3 1 3 5 0 0 0\n",
        expect![[r#"
            error line 10: faces 1 and 2 cover the same ground [overlap]
            note line 3: two obstacles touch at vertex 1: no path may pass there [pinch]
            note line 5: two obstacles touch at vertex 3: no path may pass there [pinch]
            note line 7: two obstacles touch at vertex 5: no path may pass there [pinch]
            note line 9: face 1 is walkable, but nothing can be reached from it [isolated_face]
            note line 10: face 2 is walkable, but nothing can be reached from it [isolated_face]
            note the walkable ground is in 2 islands; the largest has 66.7 % of the area [islands]
        "#]],
    );
}

#[test]
fn a_flat_face_is_no_t_junction_of_its_own() {
    check("mesh 3\n3 1\n0 0\n10 0\n5 0.00005\n1 3 1 2 3 0 0 0\n", expect![[""]]);
}

#[test]
fn a_notched_obstacle_is_no_fault() {
    check(
        "mesh 3\n4 1\n0 0\n4 0\n1 1\n0 4\n0 4 1 2 3 4 0 0 0 0\n",
        expect![[r#"
        note line 7: face 1 is not convex: it turns the wrong way at vertex 3, by 1.414 [non_convex_obstacle]
    "#]],
    );
}

#[test]
fn gaps_as_long_as_sides_are_no_cracks_however_long_the_map_is() {
    let mut text = "mesh 3\n603 201\n".to_owned();
    (0..201).for_each(|i| text += &format!("{0} 0\n{0}.5 0\n{0} 0.5\n", i * 100_000));
    (0..201)
        .for_each(|i| text += &format!("1 3 {} {} {} 0 0 0\n", 3 * i + 1, 3 * i + 2, 3 * i + 3));
    let import = format::read(text.as_bytes()).unwrap();
    assert_eq!(import.findings.count(wayglass::mesh::Kind::NearVertices), 0);
}

#[test]
fn obstacles_that_touch_in_a_point_are_told() {
    check(
        "mesh 2\n9 4\n0 2 3 0 1 -1\n3 3 3 2 1 -1\n1 2 3 1 0 -1\n2 2 3 2 1 -1\n0 1 2 0 -1\n1 1 4 -1 0 -1 3\n2 1 3 3 2 -1\n\
         1 0 2 3 -1\n2 0 3 2 3 -1\n4 2 0 4 5 -1 1 -1 -1\n4 2 3 1 0 0 -1 2 -1\n4 3 6 8 1 1 -1 3 -1\n4 6 5 7 8 2 -1 -1 -1\n",
        expect![[r#"
            note line 8: two obstacles touch at vertex 5: no path may pass there [pinch]
        "#]],
    );
}

#[test]
fn a_vertex_that_lists_the_wrong_faces_is_told() {
    check(
        "mesh 2\n3 1\n0 0 2 0 -1\n1 0 2 0 0\n0 1 2 0 -1\n3 0 1 2 -1 -1 -1\n",
        expect![[r#"
        warning line 4: vertex 1 lists other faces or obstacles than those that touch it [vertex_faces]
    "#]],
    );
}

#[test]
fn a_thin_wall_in_version_2_is_a_wall() {
    check(
        "mesh 2\n4 2\n0 0 2 0 -1\n2 0 4 0 -1 1 -1\n2 2 2 1 -1\n0 2 4 1 -1 0 -1\n3 0 1 3 -1 -1 -1\n3 1 2 3 -1 -1 -1\n",
        expect![[r#"
            note line 7: face 0 is walkable, but nothing can be reached from it [isolated_face]
            note line 8: face 1 is walkable, but nothing can be reached from it [isolated_face]
            note the walkable ground is in 2 islands; the largest has 50.0 % of the area [islands]
            note line 7: a wall stands between walkable faces 0 and 1 [thin_wall]
        "#]],
    );
}

#[test]
fn islands_are_counted() {
    check(
        "mesh 3\n6 2\n0 0\n1 0\n0 1\n5 5\n6 5\n5 6\n1 3 1 2 3 0 0 0\n1 3 4 5 6 0 0 0\n",
        expect![[r#"
        note line 9: face 1 is walkable, but nothing can be reached from it [isolated_face]
        note line 10: face 2 is walkable, but nothing can be reached from it [isolated_face]
        note the walkable ground is in 2 islands; the largest has 50.0 % of the area [islands]
    "#]],
    );
}

#[test]
fn a_corner_that_is_reflex_by_rounding_only_is_no_fault() {
    check(
        "mesh 3\n4 1\n0 0\n1 1e-17\n2 0\n1 2\n1 4 1 2 3 4 0 0 0 0\n",
        expect![[r#"
        note line 7: face 1 turns the wrong way at vertex 2, but only by rounding (1.0e-17) [nearly_straight]
    "#]],
    );
}

#[test]
fn a_thousand_flaws_of_one_kind_are_enough() {
    let mut text = "mesh\n3\n5000 0\n".to_owned();
    (0..5000).for_each(|i| text += &format!("{i} 0\n"));
    let import = format::read(text.as_bytes()).unwrap();
    let unused = wayglass::mesh::Kind::UnusedVertex;
    assert_eq!(import.findings.count(unused), 5000);
    assert_eq!(import.findings.list().len(), 1000);
    assert_eq!(import.findings.unkept().collect::<Vec<_>>(), [(unused, 4000)]);
}
