//! What the command line says of paths that failed, and of files that hold a query and its map.

use std::fs;

use expect_test::expect;
use serde_json::Value;
use wayglass::document::repro;
use wayglass::example::Failing;

use super::cli::{check, scratch, wayglass};

#[test]
fn a_path_that_failed_is_explained() {
    check(
        &["path", "district.mesh", "--from", "-5,0", "--to", "1,1"],
        expect![[r#"
        no path: the start is on no walkable face
        1. Off the mesh: the start (-5, 0) is off the mesh; the nearest walkable point is (0, 0) in face 1, 5 away
             to try: Move the start to (0, 0)
        exit 2
    "#]],
    );
    let output =
        wayglass(&["path", "broken.mesh", "--from", "10.2,6.1", "--to", "14,6.2", "--why"]);
    let told = String::from_utf8(output.stdout).unwrap();
    // Before it there is how long it took.
    let verdict = &told[told.find("1. ").unwrap()..];
    expect![[r#"
        1. Two records disagree: face 14 says that its edge to face 13 is open, face 13 says it is not; it is taken as a wall; mended, the path costs 3.801 instead of 5.326
             line 85: 1 4 13 14 24 23 -12 3 -14 22 // fault: sign disagrees: blocked here, open in face 14
             line 86: 1 4 14 15 25 24 13 5 15 23
             to try: Open the edge from vertex 14 to 24 between faces 13 and 14
        2. A wrong neighbour is named: face 56 names face 3 as neighbour over an edge that face 3 does not have; a program that trusts the file may find no path here, or a wrong one
             line 128: 1 4 56 57 67 66 55 45 57 3 // fault: neighbour 3 does not share the edge it is named for (that edge is the rim)
             line 75: 1 4 3 4 14 13 -2 0 4 13
        3. A detour: the path costs 5.326 because it goes around the wall on the edge from vertex 14 to 24 between faces 13 and 14; opened, it would cost 3.801, 29 % less
             line 85: 1 4 13 14 24 23 -12 3 -14 22 // fault: sign disagrees: blocked here, open in face 14
             line 86: 1 4 14 15 25 24 13 5 15 23
             to try: Open it: saves 1.525
    "#]].assert_eq(verdict);
}

#[test]
fn every_example_of_a_failing_query_is_explained_from_its_file() {
    for failing in Failing::ALL {
        let path = scratch(failing.file_name);
        fs::write(&path, failing.repro()).unwrap();
        let output = wayglass(&["path", path.to_str().unwrap(), "--why", "--json"]);
        let told: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(told["verdict"][0]["cause"], failing.cause, "{}", failing.file_name);
        let found = told["outcome"] == "found";
        assert_eq!(output.status.code(), Some(if found { 0 } else { 2 }), "{}", failing.file_name);
    }
}

#[test]
fn a_repro_says_what_is_odd_about_it() {
    let path = scratch("odd.repro");
    fs::write(&path, "wayglass-repro 1\nradius much\n---\n").unwrap();
    let output = wayglass(&["path", path.to_str().unwrap()]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains(r#"line 2: expected a radius, found "radius much""#), "{said}");
    let asked = wayglass(&["path", "district.mesh"]);
    let said = String::from_utf8(asked.stderr).unwrap();
    assert!(said.contains("give --from X,Y and --to X,Y"), "{said}");
}

#[test]
fn damaged_repros_never_make_us_panic() {
    let mut random = fastrand::Rng::with_seed(7);
    let whole = Failing::ALL[7].repro();
    for _ in 0..3_000 {
        let mut bytes = whole[..random.usize(..400)].to_vec();
        for _ in 0..random.usize(..6) {
            if let Some(byte) = random.choice(0..bytes.len()) {
                bytes[byte] = random.u8(..);
            }
        }
        if let Ok((repro, map)) = repro::read(&bytes) {
            let again = repro::write(&repro, map);
            assert_eq!(repro::read(&again).unwrap(), (repro, map));
        }
    }
}

#[test]
fn failing_queries_of_a_scenario_are_grouped_by_cause() {
    let path = scratch("failing.scen");
    let row = |from: &str, to: &str, cost: &str| {
        format!("0\tislands.mesh\t320\t240\t{from}\t{to}\t{cost}\n")
    };
    let rows = [
        row("120.75\t89.75", "115\t85", "7.463521982733"),
        row("10\t10", "115\t85", "1"),
        row("99.7\t122.6", "288.3\t129.5", "-1"),
        row("99.7\t122.6", "287\t129", "300"),
        row("120.75\t89.75", "999\t999", "5"),
    ];
    fs::write(&path, format!("version 1\n{}", rows.concat())).unwrap();
    check(
        &["explain", "islands.mesh", path.to_str().unwrap()],
        expect![[r#"
        5 queries: 4 without a path, or with a longer one than expected

        On another island: 2 queries, 1 of them as the scenario expects
          rows 3, 4
          row 3: the start is on an island of 2,705 faces (area 24535.193), the goal on an island of 56 faces (area 474.471); to join them, clear faces 3197, 3198, 3201 and 3200
            to try: Clear faces 3197, 3198, 3201 and 3200 (fewest)
            to try: Clear 6 faces (3193, 3196, 3197, 3198, …) (shortest, 23.653 long)
            to try: Clear 7 faces (3193, 3196, 3197, 3198, …) (widest, 5.749 wide)
            to try: Move the goal to (252.32, 138), as near as one gets

        Off the mesh: 1 query
          rows 5
          row 5: the goal (999, 999) is off the mesh; the nearest walkable point is (281.32, 199) in face 4919, 1074.739 away
            to try: Move the goal to (281.32, 199)

        In a blocked face: 1 query
          rows 2
          row 2: the start (10, 10) is in face 4, which is blocked; the nearest walkable point is (29, 62.67) in face 1020, 55.992 away
            to try: Move the start to (29, 62.67)
            to try: Clear face 4
        exit 0
    "#]],
    );
    let output = wayglass(&["explain", "islands.mesh", path.to_str().unwrap(), "--json"]);
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&told["instances"], &told["failing"]), (&Value::from(5), &Value::from(4)));
    assert_eq!(told["groups"][0]["cause"], "other_island");
    assert_eq!(told["groups"][0]["queries"][0]["index"], 2);
    assert_eq!(told["groups"][0]["queries"][0]["expected"], true);
}
