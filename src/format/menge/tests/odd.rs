//! Files with something wrong: told and read, or refused with the line, but never a panic.

use super::*;

#[test]
fn odd_records_are_read_and_told() {
    let broken = TWO_ROOMS
        .replace("1 0 0 -1", "1 0 0 2")
        .replace("3 4 0 -1", "3 3 0 -1")
        .replace("5 2 1 -1", "5 1 1 -1")
        .replace("1 0\n3 3 4 5", "0\n2 3 4");
    check(
        &broken,
        expect![[r#"
        0: 0 . 1 =1 4 . 3 .
        1: 1 . 2 . 5 . 4 =0
        line 19: wall 0 ends at vertex 0, but wall 2, which is to follow, starts at vertex 3 (broken_chain)
        line 29: the edge of node 0 from vertex 4 to 3 is neither portal nor wall (uncovered_side)
        line 35: the edge of node 1 from vertex 2 to 5 is neither portal nor wall (uncovered_side)
        line 21: wall 2 has no length (zero_length)
        line 15: portal 0 leads to node 1, which does not list it (unlisted)
        line 24: wall 5 belongs to node 1, which does not list it (unlisted)
        line 23: wall 4 from vertex 5 to 1 is no part of an edge of node 1 (unlisted)
    "#]],
    );
    check_round_trip(&broken);
}

#[test]
fn a_portal_that_lies_elsewhere_is_kept_as_a_passage() {
    let text = TWO_ROOMS.replace("1\n1 4 0 1", "3\n1 4 0 1\n0 3 0 1\n0 1 0 0");
    check(
        &text,
        expect![[r#"
            0: 0 . 1 =1 4 . 3 .
            1: 1 . 2 . 5 . 4 =0
            Passage from 0 to 1
            Passage from 1 to 0
            line 16: portal 1 does not lie along one edge of node 1; it is kept as a passage (link_to_nowhere)
            line 17: portal 2 joins node 0 with itself (link_to_nowhere)
            line 16: portal 1 leads to node 0, which does not list it (unlisted)
            line 16: portal 1 leads to node 1, which does not list it (unlisted)
            line 17: portal 2 leads to node 0, which does not list it (unlisted)
        "#]],
    );
    check_round_trip(&text);
}

/// Node 1 lies inside node 0, on the same side of the portal.
#[test]
fn nodes_on_the_same_side_of_a_portal_are_joined_by_a_passage() {
    let points = [(0.0, 0.0), (4.0, 0.0), (2.0, 4.0), (2.0, 1.0)];
    let text = sketch(&points, &[[0, 1, 0, 1]], &[&[0, 1, 2], &[0, 1, 3]]);
    check(
        &text,
        expect![[r#"
            0: 0 . 1 . 2 .
            1: 0 . 1 . 3 .
            Passage from 0 to 1
            Passage from 1 to 0
            line 7: portal 0 joins nodes 0 and 1, which lie on the same side of it or share it with others; it is kept as a passage (crowded_side)
            line 11: the edge of node 0 from vertex 1 to 2 is neither portal nor wall (uncovered_side)
            line 11: the edge of node 0 from vertex 2 to 0 is neither portal nor wall (uncovered_side)
            line 12: the edge of node 1 from vertex 1 to 3 is neither portal nor wall (uncovered_side)
            line 12: the edge of node 1 from vertex 3 to 0 is neither portal nor wall (uncovered_side)
        "#]],
    );
    assert_eq!(Islands::new(&mesh_of(&text), Ways::OnFoot).list().len(), 1);
    check_round_trip(&text);
}

#[test]
fn three_nodes_on_a_side_are_joined_as_the_portal_says() {
    let points = [(0.0, 0.0), (4.0, 0.0), (2.0, 4.0), (2.0, -4.0), (2.0, -2.0)];
    let text = sketch(&points, &[[0, 1, 0, 2]], &[&[0, 1, 2], &[1, 0, 3], &[1, 0, 4]]);
    let mesh = mesh_of(&text);
    assert_eq!(mesh.face(FaceId(0)).across()[0], Across::Open(FaceId(2)));
    assert_eq!(mesh.face(FaceId(1)).across()[0], Across::Outside);
    check_round_trip(&text);
}

#[test]
fn errors_name_the_line_the_expectation_and_what_stood_there() {
    let cases = [
        ("1 0\n2 0", "1 north\n2 0"),
        ("2 1\n\n#", "nan 1\n\n#"),
        ("1 4 0 1", "1 6 0 1"),
        ("1 4 0 1", "1 4 0 2"),
        ("5 2 1 -1", "5 2 9 -1"),
        ("5 2 1 -1", "5 2 1 6"),
        ("5 2 1 -1", "5 2 1 -2"),
        ("4 0 1 4 3", "2 0 1"),
        ("4 0 1 4 3", "4 0 1 4 -3"),
        ("1 0\n3 0", "1 1\n3 0"),
        ("3 3 4 5", "3 3 4 6"),
        ("Walkable\n2", "Walkable\n3"),
        ("Walkable\n2", "Walkable\n1"),
    ];
    let told: Vec<String> = cases
        .map(|(from, to)| {
            assert!(TWO_ROOMS.contains(from), "{from}");
            open(&TWO_ROOMS.replacen(from, to, 1)).expect_err(to).to_string()
        })
        .to_vec();
    expect![[r#"
        line 7: expected a y coordinate, found "north"
        line 11: expected an x coordinate, found "nan"
        line 15: expected a vertex id below 6, found "6"
        line 15: expected a node id below 2, found "2"
        line 23: expected a node id below 2, found "9"
        line 23: expected -1 or a wall id below 6, found "6"
        line 23: expected -1 or a wall id below 6, found "-2"
        line 30: expected three corners or more, found "2"
        line 30: expected a vertex id, found "-3"
        line 32: expected a portal id below 1, found "1"
        line 39: expected a wall id below 6, found "6"
        line 40: expected the x coordinate of a centre, found the end of the file
        line 35: expected the number of nodes in the group, found "0.5"
    "#]]
    .assert_eq(&(told.join("\n") + "\n"));
}

#[test]
fn a_file_cut_short_anywhere_is_refused_or_read_but_nothing_worse() {
    for end in 0..TWO_ROOMS.len() {
        let _ = open(&TWO_ROOMS[..end]);
    }
}

#[test]
fn bytes_that_are_changed_anywhere_never_make_it_panic() {
    let mut random = fastrand::Rng::with_seed(7);
    let points =
        [(0.0, 0.0), (3.0, 0.0), (3.0, 2.0), (0.0, 2.0), (3.0, 1.0), (4.0, 1.0), (4.0, 2.0)];
    let partial = sketch(&points, &[[4, 2, 0, 1], [0, 3, 1, 0]], &[&[3, 2, 1, 0], &[4, 5, 6, 2]]);
    for round in 0..20_000 {
        let mut bytes = if round % 2 == 0 { TWO_ROOMS } else { &partial }.as_bytes().to_vec();
        for _ in 0..random.usize(1..4) {
            let at = random.usize(0..bytes.len());
            bytes[at] = *random.choice(b"0123456789 -.\n#").expect("there are some");
        }
        let text = String::from_utf8(bytes).expect("it is text");
        if open(&text).is_ok() {
            check_round_trip(&text);
        }
    }
}

#[test]
fn counts_are_not_trusted() {
    for text in [
        "4294967295",
        "0 4294967295",
        "0 0 4294967295",
        "0 0 0 g 4294967295",
        "1 0 0 0 0 g 1 0 0 4294967295 0",
    ] {
        assert!(open(text).is_err(), "{text}");
    }
    assert_eq!(mesh_of("0 0 0").n_faces(), 0);
    check_round_trip("0 0 0");
    check_round_trip("1 5 5 0 0 empty 0");
}

/// One node of very many corners, and as many portals that end between them.
#[test]
fn a_hostile_file_is_given_up_on_in_time() {
    let n = 20_000;
    let circle = |i: usize| {
        let angle = std::f64::consts::TAU * i as f64 / n as f64;
        (1000.0 * angle.cos(), 1000.0 * angle.sin())
    };
    let mut points: Vec<_> = (0..n).map(circle).collect();
    points.extend([(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)]);
    let all: Vec<u32> = (0..n as u32).collect();
    let (n, inner) = (n as u32, [n as u32, n as u32 + 1, n as u32 + 2]);
    let portals: Vec<_> = (0..n).map(|i| [i, inner[0], 0, 1]).collect();
    let (mesh, findings, _) = open(&sketch(&points, &portals, &[&all, &inner])).expect("it reads");
    assert_eq!(mesh.links().len(), 2 * n as usize);
    assert_eq!(findings.count(Kind::LinkToNowhere), n as usize);
    assert_eq!(findings.count(Kind::Unchecked), 1);
}
