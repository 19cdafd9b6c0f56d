//! Paths that are longer than they look, or go over what others may stumble at.

use expect_test::{Expect, expect};
use wayglass::explain::CauseKind;
use wayglass::mesh::Kind;
use wayglass::search::{Algorithm, Asked};

use crate::support::{Map, asked, check_told};

fn check(map: &str, asked: Asked, first: CauseKind, expected: Expect) {
    check_told(&Map::made(map), asked, first, &expected);
}

#[test]
fn an_end_is_on_a_pinch() {
    let asked = asked((4.0, 4.0), (7.0, 6.0));
    check(
        "pinch.mesh",
        asked,
        CauseKind::Ambiguous,
        expect![[r#"
        ambiguous: the start (4, 4) lies exactly on vertex 3, where walls part the ground; it could mean face 1 or face 3, and was taken as both of them
            Move the start into face 1 → unreachable
            Move the start into face 3 → 3.578
    "#]],
    );
}

#[test]
fn an_end_is_on_a_wall() {
    let asked = asked((1.0, 2.0), (4.0, 1.0));
    check(
        "thin_wall.mesh",
        asked,
        CauseKind::Ambiguous,
        expect![[r#"
        ambiguous: the goal (4, 1) lies exactly on a wall: the edge from vertex 2 to 3 between faces 1 and 2; it could mean face 1 or face 2, and was taken as both of them
            Move the goal into face 1 → 3.14
            Move the goal into face 2 → unreachable
    "#]],
    );
}

#[test]
fn a_neighbour_list_was_shifted_back() {
    let asked = asked((1.0, 2.0), (11.0, 1.0));
    let kind = CauseKind::Fault(Kind::ShiftedNeighbours);
    check(
        "shifted.mesh",
        asked,
        kind,
        expect![[r#"
        shifted_neighbours: the neighbour list of face 2 is one slot too early; it was shifted back; a program that trusts the file may find no path here, or a wrong one
    "#]],
    );
}

#[test]
fn a_face_was_turned_round() {
    let asked = asked((1.0, 2.0), (11.0, 1.0));
    check(
        "clockwise.mesh",
        asked,
        CauseKind::Fault(Kind::Clockwise),
        expect![[r#"
        clockwise: face 2 is listed clockwise; it was turned round; a program that trusts the file may find no path here, or a wrong one
    "#]],
    );
}

#[test]
fn a_face_is_not_convex() {
    let asked = asked((3.0, 0.5), (-3.0, 1.0));
    check(
        "non_convex.mesh",
        asked,
        CauseKind::Fault(Kind::NonConvex),
        expect![[r#"
        non_convex: face 1 is not convex: it turns the wrong way at vertex 3, by 2.000; a program that trusts the file may find no path here, or a wrong one
    "#]],
    );
}

#[test]
fn the_path_goes_around_a_wall() {
    let asked = asked((1.0, 2.0), (7.0, 2.0));
    check(
        "detour_wall.mesh",
        asked,
        CauseKind::Detour,
        expect![[r#"
        detour: the path costs 13.416 because it goes around the wall on the edge from vertex 2 to 3 between faces 1 and 2; opened, it would cost 6, 55 % less
            Open it: saves 7.416 → 6
    "#]],
    );
}

#[test]
fn the_path_goes_around_blocked_faces() {
    let asked = asked((2.0, 2.0), (14.0, 2.0));
    check(
        "detour_obstacle.mesh",
        asked,
        CauseKind::Detour,
        expect![[r#"
            detour: the path costs 20.649 because it goes around faces 2 and 3, which are blocked; opened, it would cost 12, 42 % less
                Open it: saves 8.649 → 12
        "#]],
    );
}

#[test]
fn the_path_goes_around_what_is_too_narrow() {
    let mut asked = asked((1.0, 2.0), (7.0, 2.0));
    asked.preparation.radius = 1.0;
    check(
        "detour_narrow.mesh",
        asked,
        CauseKind::TooNarrow,
        expect![[r#"
        too_narrow: the path costs 7.211 because it goes around the edge from vertex 3 to 4 between faces 1 and 2, which is too narrow for radius 1: through it, it would cost 6, 17 % less
            Lower the radius to 0.5 → 6
    "#]],
    );
}

#[test]
fn the_algorithm_takes_the_longer_way() {
    let mut asked = asked((2.0, 5.2), (10.0, 5.2));
    asked.algorithm = Algorithm::AstarFunnel;
    check(
        "astar.mesh",
        asked,
        CauseKind::NotOptimal,
        expect![[r#"
        not_optimal: A* over faces with funnel finds 8.665 where the shortest path costs 8.308: 4 % more; the corridors part after face 1: it goes on to face 2, the shortest path to face 3
            Search with Polyanya → 8.308
    "#]],
    );
}
