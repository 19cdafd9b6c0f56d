//! Lanes to meshes: the published example, and lanes that are hard to build.

use std::collections::BTreeSet;
use std::fs;

use expect_test::{Expect, expect};
use wayglass::build::lanes::{self, Built, Mend, StandsFor};
use wayglass::format::{self, Content, Target};
use wayglass::geom::Point;
use wayglass::layout::lane::{LaneId, LaneNetwork};
use wayglass::mesh::islands::Ways;
use wayglass::mesh::{Islands, Kind, Navmesh, check};

use crate::samples::corpus;

mod random;

fn network(points: &[(f64, f64)], lanes: &[(u32, u32, f64)]) -> LaneNetwork {
    LaneNetwork::new(points.iter().map(|&(x, y)| Point::new(x, y)), lanes.iter().copied())
}

/// The lanes of the published test.
fn published_lanes() -> LaneNetwork {
    network(
        &[(-2.0, 0.0), (-1.0, 0.0), (0.0, 0.0), (0.0, -3.0)],
        &[(0, 1, 1.0), (1, 2, 2.0), (2, 3, 2.0)],
    )
}

/// What the published test expects of them, in as few words as the format has.
const PUBLISHED: &str = "12
-1 -.75 -.99 .75 -1 .75 -1.01 -.75 -1 -1 1 .99 1 1 -1.01 -1 -2.1 .5 -2.1 -.5 -1 -3.1 1 -3.1
4 0 1 0 3 2 3 0 2 4 5 1 4 6 7 1 3
8 2 8 2 -1 9 3 2 -1 8 9 2 -1 0 7 3 -1 1 6 3 -1 4 10 4 -1 11 5 4 -1 10 11 4 -1
walkable 5
-1 0 4 0 1 2 3 0 0 0 2 0 1 0
-0.0025000000000000022 -0.0025000000000000022 4 4 5 6 7 0 0 0 2 2 3 0
-1.5525 0 4 2 8 9 3 0 0 0 1 1 3 0 1 2
-.5 0 4 0 1 6 7 0 0 0 2 0 3 2 3 4
0 -1.5524999999999998 4 4 10 11 5 0 0 0 1 2 3 5 6 7";

fn read(text: &[u8]) -> Navmesh {
    let Content::Mesh(mesh) = format::read(text).unwrap().content else { panic!("no mesh") };
    Navmesh::clone(&mesh)
}

#[test]
fn the_published_example_comes_out_as_published_flaws_included() {
    let mesh = lanes::as_published(&published_lanes()).unwrap();
    assert_eq!(mesh, read(PUBLISHED.as_bytes()));
    assert_eq!(check(&mesh).count(Kind::NonConvex), 1);
    // The file itself, where it is at hand.
    let Some(folder) = corpus() else { return };
    let bytes = fs::read(folder.join("nav/rmf_test_build_navmesh_result.nav")).unwrap();
    assert_eq!(mesh, read(&bytes));
}

/// The corners of a face from its smallest on.
fn ring(mesh: &Navmesh, face: usize) -> Vec<u32> {
    let face = mesh.faces().nth(face).unwrap();
    let mut ring: Vec<u32> = face.corners().iter().map(|corner| corner.0).collect();
    let smallest = (0..ring.len()).min_by_key(|&i| ring[i]).unwrap();
    ring.rotate_left(smallest);
    ring
}

/// Sides that are open (to another face) or not, as pairs of vertices.
fn sides(mesh: &Navmesh, open: bool) -> BTreeSet<(u32, u32)> {
    let of = |face: wayglass::mesh::Face<'_>| {
        let sides = (0..face.n_sides()).filter(|&side| face.across()[side].is_open() == open);
        sides
            .map(|side| face.ends(side))
            .map(|(a, b)| (a.0.min(b.0), a.0.max(b.0)))
            .collect::<Vec<_>>()
    };
    mesh.faces().flat_map(of).collect()
}

#[test]
fn the_published_example_is_built_with_its_one_unsound_node_cut_in_two() {
    let published = read(PUBLISHED.as_bytes());
    let Built { mesh, mends, stands_for } = lanes::build(&published_lanes()).unwrap();
    // All twelve vertices are where they were published, and have the same numbers.
    assert_eq!(mesh.points(), published.points());
    // The two hubs and the two outer lanes are the published nodes, under the same numbers.
    for node in [0, 1, 2, 4] {
        assert_eq!(ring(&mesh, node), ring(&published, node), "node {node}");
    }
    // Lane 1 is shorter than wide: its node 3 was clockwise and turned the wrong way at vertex 0. The same ground is
    // now two triangles, of which the second comes after all published nodes.
    assert_eq!(ring(&published, 3), [0, 7, 6, 1]);
    assert_eq!((ring(&mesh, 3), ring(&mesh, 5), mesh.n_faces()), (vec![0, 7, 6], vec![0, 6, 1], 6));
    assert_eq!(stands_for[3], StandsFor::Lane(LaneId(1)));
    assert_eq!(stands_for[5], StandsFor::Lane(LaneId(1)));
    expect![[r#"
        the node of lane 1 is not convex and was cut into 2
    "#]]
    .assert_eq(&mends.iter().map(|mend| format!("{mend}\n")).collect::<String>());
    // All four portals are the published ones; the one more is the cut.
    let mut portals = sides(&published, true);
    portals.insert((0, 6));
    assert_eq!(sides(&mesh, true), portals);
    // All eight walls are the published ones. The four short sides of the two hubs, which were published as neither
    // portal nor wall, are walls too; so all walls close into loops.
    let walls = |text: &[u8]| {
        let words: Vec<f64> = String::from_utf8_lossy(text)
            .split_ascii_whitespace()
            .map_while(|word| word.parse().ok())
            .collect();
        let n_vertices = words[0] as usize;
        let n_portals = words[1 + 2 * n_vertices] as usize;
        let walls = &words[2 + 2 * n_vertices + 4 * n_portals..];
        let wall = |wall: &[f64]| (wall[0].min(wall[1]) as u32, wall[0].max(wall[1]) as u32);
        walls[1..].chunks(4).take(walls[0] as usize).map(wall).collect::<BTreeSet<_>>()
    };
    let written = format::write(&Content::mesh(mesh.clone()), Target::Menge).unwrap();
    let mut expected = walls(PUBLISHED.as_bytes());
    expected.extend([(1, 2), (0, 3), (5, 6), (4, 7)]);
    assert_eq!(walls(&written.bytes), expected);
    assert!(check(&mesh).is_empty());
    assert!(written.losses.is_empty());
    assert!(read(&written.bytes).has_ground_of(&mesh));
}

/// Everything that must hold of every mesh of lanes, whatever was drawn.
fn assert_sound(network: &LaneNetwork, built: &Built, context: &str) {
    let Built { mesh, mends, .. } = built;
    let findings = check(mesh);
    let n_islands = Islands::new(mesh, Ways::OnFoot).list().len();
    let expected = [Kind::Islands, Kind::IsolatedFace];
    for finding in findings.list() {
        let island = expected.contains(&finding.kind) && n_islands != 1;
        assert!(island, "{context}: {}", finding.message);
    }
    for face in mesh.faces() {
        assert!(face.is_convex(), "{context}: {:?}", face.points().collect::<Vec<_>>());
    }
    for (id, lane) in &network.lanes {
        let out = |mend: &Mend| matches!(mend, Mend::LeftOut { .. }) && mend.lane() == Some(*id);
        let is_in = built.stands_for.contains(&StandsFor::Lane(*id));
        assert!(is_in != mends.iter().any(out), "{context}: lane {} of {lane:?}", id.0);
    }
}

/// What was mended, in a line each, after everything that must hold was seen to hold.
fn check_lanes(network: &LaneNetwork, expected: Expect) -> Navmesh {
    let built = lanes::build(network).unwrap();
    assert_sound(network, &built, "");
    let n_islands = Islands::new(&built.mesh, Ways::OnFoot).list().len();
    let mut text = format!("{} nodes, {n_islands} islands\n", built.mesh.n_faces());
    built.mends.iter().for_each(|mend| text += &format!("{mend}\n"));
    expected.assert_eq(&text);
    built.mesh
}

#[test]
fn plain_junctions_are_built_as_drawn() {
    // A crossroads.
    let four = [(0.0, 0.0), (9.0, 0.0), (0.0, 9.0), (-9.0, 0.0), (0.0, -9.0)];
    let lanes = [(0, 1, 2.0), (0, 2, 1.0), (0, 3, 2.0), (0, 4, 1.0)];
    check_lanes(
        &network(&four, &lanes),
        expect![[r#"
        5 nodes, 1 islands
    "#]],
    );
    // A lane that meets nobody.
    let mesh = check_lanes(
        &network(&[(0.0, 0.0), (4.0, 0.0)], &[(0, 1, 1.0)]),
        expect![[r#"
        1 nodes, 1 islands
    "#]],
    );
    let area: f64 = mesh.faces().map(|face| face.area()).sum();
    assert!((area - 4.2).abs() < 1e-9, "{area}");
    // Straight on, from a wide lane into a narrow one.
    let three = [(0.0, 0.0), (5.0, 0.0), (9.0, 0.0)];
    check_lanes(
        &network(&three, &[(0, 1, 3.0), (1, 2, 1.0)]),
        expect![[r#"
        3 nodes, 1 islands
    "#]],
    );
    // Nearly straight on, where the original has its sides meet far away.
    let bent = [(0.0, 0.0), (5.0, 0.0), (9.0, 0.25)];
    check_lanes(
        &network(&bent, &[(0, 1, 3.0), (1, 2, 1.0)]),
        expect![[r#"
        3 nodes, 1 islands
    "#]],
    );
    check_lanes(
        &LaneNetwork::default(),
        expect![[r#"
        0 nodes, 0 islands
    "#]],
    );
}

#[test]
fn sharp_turns_do_not_stick_out() {
    let degrees = |angle: f64| (20.0 * angle.to_radians().cos(), 20.0 * angle.to_radians().sin());
    let turn = |angle: f64| {
        network(&[(0.0, 0.0), (20.0, 0.0), degrees(angle)], &[(0, 1, 1.0), (0, 2, 1.0)])
    };
    let mesh = check_lanes(
        &turn(90.0),
        expect![[r#"
        3 nodes, 1 islands
    "#]],
    );
    assert_eq!(mesh.bounds().min, Point::new(-0.5, -0.5));
    let mesh = check_lanes(
        &turn(20.0),
        expect![[r#"
        3 nodes, 1 islands
        the outer corner of the sharp turn at vertex 0 was cut off
    "#]],
    );
    assert!(-0.51 < mesh.bounds().min.x, "{:?}", mesh.bounds());
    check_lanes(
        &turn(3.0),
        expect![[r#"
        3 nodes, 1 islands
        the outer corner of the sharp turn at vertex 0 was cut off
    "#]],
    );
    check_lanes(
        &turn(1.0),
        expect![[r#"
        3 nodes, 1 islands
        lane 0 is narrowed from 1 to 0.328 to fit beside others
        lane 1 is narrowed from 1 to 0.328 to fit beside others
        the outer corner of the sharp turn at vertex 0 was cut off
    "#]],
    );
    check_lanes(
        &turn(0.001),
        expect![[r#"
        1 nodes, 1 islands
        lane 1 is left out: it leaves a vertex in the same direction as lane 0
    "#]],
    );
}

#[test]
fn lanes_that_nobody_can_build_are_left_out_by_name() {
    let points = [(0.0, 0.0), (9.0, 0.0), (0.0, 9.0), (9.0, 0.0), (f64::NAN, 0.0)];
    let lanes = [
        (0, 1, 1.0),
        (1, 0, 2.0),
        (0, 0, 1.0),
        (1, 3, 1.0),
        (0, 7, 1.0),
        (0, 4, 1.0),
        (0, 2, 0.0),
        (0, 2, -1.0),
        (0, 2, f64::INFINITY),
        (2, 0, 0.5),
    ];
    check_lanes(
        &network(&points, &lanes),
        expect![[r#"
        3 nodes, 1 islands
        lane 2 is left out: it ends where it begins
        lane 3 is left out: it ends where it begins
        lane 4 is left out: one of its vertices does not exist
        lane 5 is left out: one of its vertices does not exist
        lane 6 is left out: its width is not a positive number
        lane 7 is left out: its width is not a positive number
        lane 8 is left out: its width is not a positive number
        lane 0 is left out: lane 1 joins the same places
    "#]],
    );
}

#[test]
fn lanes_that_cross_are_joined_there() {
    let cross = [(-5.0, 0.0), (5.0, 0.0), (0.0, -5.0), (0.5, 5.0)];
    check_lanes(
        &network(&cross, &[(0, 1, 1.0), (2, 3, 1.0)]),
        expect![[r#"
        5 nodes, 1 islands
        lane 0 was cut at 0.250, 0.000 and joined with lane 1, which it meets there
        lane 1 was cut at 0.250, 0.000 and joined with lane 0, which it meets there
    "#]],
    );
    // A lane that ends on another.
    let tee = [(-5.0, 0.0), (5.0, 0.0), (0.0, 0.0), (1.0, 5.0)];
    check_lanes(
        &network(&tee, &[(0, 1, 1.0), (2, 3, 1.0)]),
        expect![[r#"
        4 nodes, 1 islands
        lane 0 was cut at 0.000, 0.000 and joined with lane 1, which it meets there
    "#]],
    );
    // Lanes that lie on one line and overlap.
    let line = [(0.0, 0.0), (6.0, 0.0), (3.0, 0.0), (9.0, 0.0)];
    check_lanes(
        &network(&line, &[(0, 1, 1.0), (2, 3, 2.0)]),
        expect![[r#"
        5 nodes, 1 islands
        lane 1 was cut at 6.000, 0.000 and joined with lane 0, which it meets there
        lane 0 was cut at 3.000, 0.000 and joined with lane 1, which it meets there
        a piece of lane 0 about 4.500, 0.000 is left out: lane 1 joins the same places
    "#]],
    );
    // Three that cross in one place, as well as numbers can say it.
    let star = [(-5.0, -3.0), (5.0, 3.0), (-5.0, 3.0), (5.0, -3.0), (0.1, -6.0), (-0.1, 6.0)];
    check_lanes(
        &network(&star, &[(0, 1, 1.0), (2, 3, 1.0), (4, 5, 1.0)]),
        expect![[r#"
        7 nodes, 1 islands
        lane 0 was cut at 0.000, 0.000 and joined with lane 1, which it meets there
        lane 1 was cut at 0.000, 0.000 and joined with lane 0, which it meets there
        lane 2 was cut at 0.000, 0.000 and joined with lane 0, which it meets there
    "#]],
    );
}

#[test]
fn lanes_without_room_are_narrowed() {
    // Two lanes side by side, each wider than the space between them.
    let rails = [(0.0, 0.0), (9.0, 0.0), (0.0, 0.6), (9.0, 0.6)];
    check_lanes(
        &network(&rails, &[(0, 1, 1.0), (2, 3, 1.0)]),
        expect![[r#"
        2 nodes, 2 islands
        lane 0 is narrowed from 1 to 0.512 to fit beside others
        lane 1 is narrowed from 1 to 0.512 to fit beside others
    "#]],
    );
    // A short lane between two wide ones.
    let step = [(-9.0, 0.0), (0.0, 0.0), (0.0, 0.5), (9.0, 0.5)];
    check_lanes(
        &network(&step, &[(0, 1, 3.0), (1, 2, 1.0), (2, 3, 3.0)]),
        expect![[r#"
        5 nodes, 1 islands
    "#]],
    );
}

#[test]
fn a_city_of_streets_needs_no_mending() {
    let n = 60;
    let points = (0..n * n).map(|i| Point::new(f64::from(i % n) * 10.0, f64::from(i / n) * 10.0));
    let east = (0..n * n).filter(|i| i % n != n - 1).map(|i| (i, i + 1, 2.0));
    let north = (0..n * (n - 1)).map(|i| (i, i + n, 3.0));
    let city = LaneNetwork::new(points, east.chain(north));
    let built = lanes::build(&city).unwrap();
    assert_sound(&city, &built, "city");
    assert_eq!((built.mends, built.mesh.n_faces()), (vec![], 3600 + 2 * 60 * 59));
}

#[test]
fn lanes_are_built_at_any_scale() {
    let points = [(0.0, 0.0), (30.0, 0.0), (50.0, 20.0), (50.0, -20.0), (90.0, 25.0)];
    let lanes = [(0, 1, 4.0), (1, 2, 3.0), (1, 3, 3.0), (2, 4, 2.0)];
    for scale in [1e-6, 1e-3, 0.1, 1.0, 10.0, 1e3, 1e6, 1e9] {
        for shift in [0.0, 7.3] {
            let place = |(x, y): (f64, f64)| ((x + shift) * scale, (y - shift) * scale);
            let lanes = lanes.map(|(from, to, width)| (from, to, width * scale));
            let network = network(&points.map(place), &lanes);
            let built = lanes::build(&network).unwrap();
            assert_sound(&network, &built, &format!("scale {scale}"));
            assert_eq!((built.mends, built.mesh.n_faces()), (vec![], 6), "scale {scale}");
        }
    }
}
