//! No path: every cause in the smallest map that has it.

use expect_test::{Expect, expect};
use wayglass::explain::{CauseKind, Remedy};
use wayglass::geom::{Point, Segment};
use wayglass::mesh::{Across, FaceId, Kind, Link, LinkKind, Navmesh, Parts};
use wayglass::search::{Algorithm, Asked, Outcome};

use crate::support::{Map, asked, check_told, told};

fn check(map: &str, asked: Asked, first: CauseKind, expected: Expect) {
    check_told(&Map::made(map), asked, first, &expected);
}

/// A map that was made for these tests, changed in a way that its format cannot say.
fn changed(map: &str, change: impl FnOnce(&mut Parts)) -> Map {
    let mut parts = Navmesh::clone(&Map::made(map).mesh).into_parts();
    change(&mut parts);
    Map::of(Navmesh::new(parts).unwrap())
}

#[test]
fn both_ends_are_off_the_mesh() {
    let asked = asked((-1.0, 2.0), (5.0, 6.0));
    check(
        "off_mesh.mesh",
        asked,
        CauseKind::OffMesh,
        expect![[r#"
        off_mesh: the start (-1, 2) is off the mesh; the nearest walkable point is (0, 2) in face 1, 1 away
            Move the start to (0, 2) → off_mesh
        off_mesh: the goal (5, 6) is off the mesh; the nearest walkable point is (4, 4) in face 1, 2.236 away
            Move the goal to (4, 4) → off_mesh
    "#]],
    );
}

#[test]
fn an_end_is_in_a_blocked_face() {
    let asked = asked((1.0, 2.0), (7.0, 1.0));
    check(
        "blocked.mesh",
        asked,
        CauseKind::Blocked,
        expect![[r#"
        blocked: the goal (7, 1) is in face 2, which is blocked; the nearest walkable point is (4, 1) in face 1, 3 away
            Move the goal to (4, 1) → 3.162
            Clear face 2 → 6.083
    "#]],
    );
}

#[test]
fn a_thin_wall_is_between() {
    let asked = asked((1.0, 2.0), (7.0, 1.0));
    check(
        "thin_wall.mesh",
        asked,
        CauseKind::OtherIsland,
        expect![[r#"
            other_island: the start is on an island of 1 face (area 16), the goal on an island of 1 face (area 16); to join them, open the edge from vertex 2 to 3 between faces 1 and 2
                Open wall 1–2 (4 wide) → 6.083
                Move the goal to (4, 1), as near as one gets → 3.162
        "#]],
    );
}

#[test]
fn blocked_faces_are_between_and_every_measure_opens_others() {
    let asked = asked((0.5, 3.0), (7.5, 3.0));
    check(
        "behind_obstacles.mesh",
        asked,
        CauseKind::OtherIsland,
        expect![[r#"
            other_island: the start is on an island of 1 face (area 10.5), the goal on an island of 1 face (area 12); to join them, clear face 2
                Clear face 2 (fewest) → 10.708
                Clear faces 3 and 4 (shortest, 4 long) → 7.071
                Clear faces 5, 6 and 7 (widest, 3 wide) → 7
                Move the goal to (2, 3), as near as one gets → 1.5
        "#]],
    );
}

#[test]
fn nothing_at_all_is_between() {
    let asked = asked((1.0, 2.0), (7.0, 2.0));
    check(
        "nothing_between.mesh",
        asked,
        CauseKind::OtherIsland,
        expect![[r#"
        other_island: the start is on an island of 1 face (area 16), the goal on an island of 1 face (area 4); nothing that could be opened lies between, and they come no closer than 2, between vertex 4 and the edge of face 0 from vertex 1 to 2
            Move the goal to (4, 2), as near as one gets → 3
    "#]],
    );
}

#[test]
fn a_hair_is_between() {
    let asked = asked((1.0, 2.0), (7.0, 1.0));
    check(
        "crack.mesh",
        asked,
        CauseKind::OtherIsland,
        expect![[r#"
        other_island: the start is on an island of 1 face (area 16), the goal on an island of 1 face (area 15.994); nothing that could be opened lies between, and they come no closer than 0.001, between vertex 3 and vertex 8; probably there should be no gap
            Weld 2 pairs of vertices → 6.083
            Move the goal to (4, 1), as near as one gets → 3.162
    "#]],
    );
}

#[test]
fn islands_touch_at_a_corner() {
    let asked = asked((1.0, 2.0), (7.0, 6.0));
    check(
        "pinch.mesh",
        asked,
        CauseKind::OtherIsland,
        expect![[r#"
            other_island: the start is on an island of 1 face (area 16), the goal on an island of 1 face (area 16); they touch at vertex 3, where nobody can pass; to join them, clear face 2
                Clear face 2 (2.828 long, 4 wide) → 7.211
                Move the goal to (4, 4), as near as one gets → 3.606
        "#]],
    );
    check(
        "pinch_only.mesh",
        asked,
        CauseKind::OtherIsland,
        expect![[r#"
        other_island: the start is on an island of 1 face (area 16), the goal on an island of 1 face (area 16); they touch at vertex 2, where nobody can pass; nothing that could be opened lies between
            Move the goal to (4, 4), as near as one gets → 3.606
    "#]],
    );
}

#[test]
fn a_side_may_only_be_crossed_the_other_way() {
    let map = changed("rooms.mesh", |parts| {
        let side = parts.across.iter().position(|&across| across == Across::Open(FaceId(2)));
        parts.across[side.unwrap()] = Across::Wall(FaceId(2));
    });
    let asked = asked((1.0, 2.0), (11.0, 1.0));
    check_told(
        &map,
        asked,
        CauseKind::OneWay,
        &expect![[r#"
        one_way: there is a way from the goal to the start, but not back: the edge from vertex 5 to 6 between faces 2 and 3 may only be crossed the other way
            Open it both ways → 10.05
    "#]],
    );
}

/// Two rooms with a wall between them, and a link from one to the other.
fn linked(from: FaceId, to: FaceId, kind: LinkKind) -> Map {
    changed("thin_wall.mesh", |parts| {
        let segment = Segment::new(Point::new(4.0, 1.0), Point::new(4.0, 3.0));
        parts.links.push(Link { from, to, segment, kind });
    })
}

#[test]
fn teleporters_are_switched_off() {
    let map = linked(FaceId(0), FaceId(1), LinkKind::Teleporter);
    let mut asked = asked((1.0, 2.0), (7.0, 1.0));
    asked.preparation.teleporters = false;
    check_told(
        &map,
        asked,
        CauseKind::LinksOff,
        &expect![[r#"
        links_off: only the teleporter from face 1 to face 2 leads to the goal, and teleporters are switched off
            Use teleporters → 4.414
    "#]],
    );
}

#[test]
fn the_algorithm_only_walks() {
    let mut asked = asked((1.0, 2.0), (7.0, 1.0));
    asked.algorithm = Algorithm::AstarFunnel;
    let map = linked(FaceId(0), FaceId(1), LinkKind::Passage);
    check_told(
        &map,
        asked,
        CauseKind::LinksOff,
        &expect![[r#"
        links_off: only the passage from face 1 to face 2 leads to the goal, and A* over faces with funnel only walks
            Search with Polyanya → 6.083
    "#]],
    );
}

#[test]
fn a_teleporter_leads_only_the_other_way() {
    let map = linked(FaceId(1), FaceId(0), LinkKind::Teleporter);
    let asked = asked((1.0, 2.0), (7.0, 1.0));
    check_told(
        &map,
        asked,
        CauseKind::OneWay,
        &expect![[r#"
            one_way: there is a way from the goal to the start, but not back: the teleporter from face 2 to face 1 may only be taken that way
            other_island: the start is on an island of 1 face (area 16), the goal on an island of 1 face (area 16); to join them, open the edge from vertex 2 to 3 between faces 1 and 2
                Open wall 1–2 (4 wide) → 6.083
                Move the goal to (4, 1), as near as one gets → 3.162
        "#]],
    );
}

/// Three rooms in a row, of which the one in the middle may move.
fn moving() -> Map {
    changed("rooms.mesh", |parts| parts.attributes.sector = vec![None, Some(1), None])
}

#[test]
fn floors_that_move_are_switched_off() {
    let mut across = asked((1.0, 2.0), (11.0, 1.0));
    across.preparation.special_sectors = false;
    check_told(
        &moving(),
        across,
        CauseKind::MovingFloorsOff,
        &expect![[r#"
        moving_floors_off: the only way to the goal leads over face 2, a floor that may move, and those are switched off
            Walk on floors that may move → 10.05
    "#]],
    );
    let mut inside = asked((1.0, 2.0), (5.0, 1.0));
    inside.preparation.special_sectors = false;
    check_told(
        &moving(),
        inside,
        CauseKind::MovingFloorsOff,
        &expect![[r#"
        moving_floors_off: the goal (5, 1) is in face 2, a floor that may move, and those are switched off
            Walk on floors that may move → 4.123
    "#]],
    );
}

#[test]
fn the_door_is_too_narrow() {
    let mut asked = asked((1.0, 2.0), (8.0, 1.0));
    asked.preparation.radius = 1.0;
    check(
        "narrow.mesh",
        asked,
        CauseKind::TooNarrow,
        expect![[r#"
        too_narrow: radius 1 does not fit: the widest way admits a radius of 0.5, where the edge from vertex 3 to 4 between faces 1 and 2 is 1 wide
            Lower the radius to 0.5 → 7.162
    "#]],
    );
}

#[test]
fn the_search_may_not_go_on() {
    let mut asked = asked((1.0, 2.0), (11.0, 1.0));
    asked.limit = 1;
    asked.algorithm = Algorithm::AstarFunnel;
    check(
        "rooms.mesh",
        asked,
        CauseKind::SearchLimit,
        expect![[r#"
        search_limit: the search gave up after 1 expansion, as it was told to
            Search without a limit → 10.05
    "#]],
    );
}

#[test]
fn neighbours_disagree() {
    let asked = asked((1.0, 2.0), (7.0, 1.0));
    let check = |map, kind, expected| check(map, asked, CauseKind::Fault(kind), expected);
    check(
        "sign.mesh",
        Kind::SignsDisagree,
        expect![[r#"
            signs_disagree: face 1 says that its edge to face 2 is open, face 2 says it is not; it is taken as a wall; mended, the goal can be reached
                Open the edge from vertex 2 to 3 between faces 1 and 2 → 6.083
            other_island: the start is on an island of 1 face (area 16), the goal on an island of 1 face (area 16); to join them, open the edge from vertex 2 to 3 between faces 1 and 2
                Open wall 1–2 (4 wide) → 6.083
                Move the goal to (4, 1), as near as one gets → 3.162
        "#]],
    );
    check(
        "one_sided.mesh",
        Kind::OneSidedNeighbour,
        expect![[r#"
            one_sided_neighbour: face 1 names face 2 as neighbour, but face 2 names nobody over that edge; it is taken as a wall; mended, the goal can be reached
                Open the edge from vertex 3 to 2 between faces 2 and 1 → 6.083
            other_island: the start is on an island of 1 face (area 16), the goal on an island of 1 face (area 16); to join them, open the edge from vertex 2 to 3 between faces 1 and 2
                Open wall 1–2 (4 wide) → 6.083
                Move the goal to (4, 1), as near as one gets → 3.162
        "#]],
    );
    check(
        "both_missing.mesh",
        Kind::MissingNeighbour,
        expect![[r#"
            missing_neighbour: faces 1 and 2 share an edge, but neither names the other; it is taken as a wall; mended, the goal can be reached
                Open the edge from vertex 2 to 3 between faces 1 and 2 → 6.083
            other_island: the start is on an island of 1 face (area 16), the goal on an island of 1 face (area 16); to join them, open the edge from vertex 2 to 3 between faces 1 and 2
                Open wall 1–2 (4 wide) → 6.083
                Move the goal to (4, 1), as near as one gets → 3.162
        "#]],
    );
    check(
        "wrong_name.mesh",
        Kind::NeighbourNotShared,
        expect![[r#"
            neighbour_not_shared: face 1 names face 3 as neighbour over an edge that it shares with face 2; mended, the goal can be reached
                Open the edge from vertex 2 to 3 between faces 1 and 2 → 6.083
            other_island: the start is on an island of 1 face (area 16), the goal on an island of 2 faces (area 32); to join them, open the edge from vertex 2 to 3 between faces 1 and 2
                Open wall 1–2 (4 wide) → 6.083
                Move the goal to (4, 1), as near as one gets → 3.162
        "#]],
    );
}

#[test]
fn vertices_are_not_welded() {
    let asked = asked((1.0, 2.0), (7.0, 1.0));
    let check = |map, kind, expected| check(map, asked, CauseKind::Fault(kind), expected);
    check(
        "unwelded.mesh",
        Kind::NearVertices,
        expect![[r#"
        near_vertices: vertices 3 and 7 are only 1e-5 apart, but not the same: a crack; mended, the goal can be reached
            Weld vertices 3 and 7 → 6.083
        other_island: the start is on an island of 1 face (area 16), the goal on an island of 1 face (area 16); they touch at vertex 2, where nobody can pass; nothing that could be opened lies between; probably there should be no gap
            Weld vertices 3 and 7 → 6.083
            Move the goal to (4, 1), as near as one gets → 3.162
    "#]],
    );
    check(
        "unwelded_seam.mesh",
        Kind::NearVertices,
        expect![[r#"
            near_vertices: vertices 2 and 9 are only 1e-5 apart, but not the same: a crack; with 4 of the kind mended together, the goal can be reached
                Mend all 4 → 6.083
            other_island: the start is on an island of 3 faces (area 48), the goal on an island of 3 faces (area 48); nothing that could be opened lies between, and they come no closer than 1e-5, between vertex 2 and vertex 9; probably there should be no gap
                Weld 4 pairs of vertices → 6.083
                Move the goal to (4, 1), as near as one gets → 3.162
        "#]],
    );
}

#[test]
fn vertices_lie_on_sides() {
    let asked = asked((1.0, 2.0), (7.0, 1.0));
    let check = |map, kind, expected| check(map, asked, CauseKind::Fault(kind), expected);
    check(
        "t_junction.mesh",
        Kind::TJunction,
        expect![[r#"
        t_junction: vertex 5 lies on an edge of face 1 without being a corner of it; mended, the goal can be reached
            Stitch vertex 5 to face 1 → 6.083
        other_island: the start is on an island of 1 face (area 16), the goal on an island of 1 face (area 8); they touch at vertex 2, where nobody can pass; nothing that could be opened lies between
            Move the goal to (4, 1), as near as one gets → 3.162
    "#]],
    );
    check(
        "t_junctions.mesh",
        Kind::TJunction,
        expect![[r#"
        t_junction: vertex 5 lies on an edge of face 1 without being a corner of it; mended, the goal can be reached
            Stitch vertex 5 to face 1 → 6.083
        other_island: the start is on an island of 1 face (area 24), the goal on an island of 1 face (area 8); they touch at vertex 2, where nobody can pass; nothing that could be opened lies between
            Move the goal to (4, 1), as near as one gets → 3.162
    "#]],
    );
    let middle = crate::support::asked((1.0, 2.0), (7.0, 3.0));
    let kind = CauseKind::Fault(Kind::TJunction);
    self::check(
        "t_junctions.mesh",
        middle,
        kind,
        expect![[r#"
            t_junction: vertex 5 lies on an edge of face 1 without being a corner of it; with 2 of the kind mended together, the goal can be reached
                Mend both → 6.083
            other_island: the start is on an island of 1 face (area 24), the goal on an island of 1 face (area 8); nothing that could be opened lies between, but vertex 5 is on the edge of face 1 from vertex 2 to 3
                Move the goal to (4, 3), as near as one gets → 3.162
        "#]],
    );
}

#[test]
fn a_search_that_would_go_round_for_ever_gives_up() {
    // A face has a side without a length: two of its corners are in the same place.
    let map = Map::made("circles.mesh");
    let query =
        asked((15.095936002302743, 2.2272319614609977), (9.574975524773096, 13.552271725265468));
    let (answer, verdict) = told(&map, query);
    assert_eq!(answer.outcome, Outcome::GaveUp);
    let cause = &verdict.causes[0];
    assert_eq!(cause.kind, CauseKind::SearchLimit);
    let Remedy::Search(algorithm, _) = cause.mends[0].remedy else { panic!("{cause:?}") };
    let (answer, _) = told(&map, Asked { algorithm, ..query });
    assert!(answer.outcome.cost().is_some());
}
