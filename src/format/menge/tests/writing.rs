//! Meshes from elsewhere as `.nav` files, and what is lost on the way.

use crate::geom::{Segment, Side, side};
use crate::mesh::{Link, LinkKind, Parts};

use super::*;

/// ```text
/// 6───7───8
/// │ 2 │ 3 │     a wall between 0 and 1, and 3 is blocked
/// 3───4───5
/// │ 0 ┃ 1 │
/// 0───1───2
/// ```
fn four_rooms() -> Parts {
    let (open, wall, outside) =
        (|face| Across::Open(FaceId(face)), |face| Across::Wall(FaceId(face)), Across::Outside);
    let grid = (0..9).map(|i| Point::new(f64::from(i % 3), f64::from(i / 3)));
    Parts {
        points: grid.collect(),
        starts: vec![0, 4, 8, 12, 16],
        corners: [0, 1, 4, 3, 1, 2, 5, 4, 3, 4, 7, 6, 4, 5, 8, 7].map(VertexId).to_vec(),
        across: vec![
            outside,
            wall(1),
            open(2),
            outside, //
            outside,
            outside,
            open(3),
            wall(0), //
            open(0),
            open(3),
            outside,
            outside, //
            open(1),
            outside,
            outside,
            wall(2),
        ],
        walkable: vec![true; 4],
        ..Parts::default()
    }
}

#[test]
fn a_plain_mesh_is_written_with_portals_walls_and_one_group() {
    let mesh = Navmesh::new(four_rooms()).expect("it fits");
    let written = write(&mesh).expect("it can be written");
    let losses: Vec<String> = written.losses.iter().map(ToString::to_string).collect();
    assert_eq!(losses, ["1 one-way edge (closed both ways)"]);
    let text = String::from_utf8(written.bytes).expect("it is text");
    expect![[r#"
        9
        	0 0
        	1 0
        	2 0
        	0 1
        	1 1
        	2 1
        	0 2
        	1 2
        	2 2

        2
        	3 4 0 2
        	4 5 1 3

        12
        	1 0 0 -1
        	4 1 0 -1
        	0 3 0 -1
        	2 1 1 -1
        	5 2 1 -1
        	1 4 1 -1
        	7 4 2 -1
        	6 7 2 -1
        	3 6 2 -1
        	8 5 3 -1
        	7 8 3 -1
        	4 7 3 -1

        walkable
        4
        	0.5 0.5
        	4 0 1 4 3
        	0 0 0
        	1 0
        	8 0 1 2 3 5 6 8 11

        	1.5 0.5
        	4 1 2 5 4
        	0 0 0
        	1 1
        	8 0 1 3 4 5 6 9 11

        	0.5 1.5
        	4 3 4 7 6
        	0 0 0
        	1 0
        	8 1 2 5 6 7 8 10 11

        	1.5 1.5
        	4 4 5 8 7
        	0 0 0
        	1 1
        	8 1 4 5 6 7 9 10 11
    "#]]
    .assert_eq(&text);

    let (again, findings, _) = open(&text).expect("it reads");
    assert_eq!(again.points(), mesh.points());
    assert_eq!(again.corners(), mesh.corners());
    // The one-way side is closed both ways now.
    let mut across = mesh.across().to_vec();
    let open =
        (0..across.len()).find(|&side| across[side] == Across::Open(FaceId(3)) && side / 4 == 2);
    across[open.expect("face 2 leads to face 3")] = Across::Wall(FaceId(3));
    assert_eq!(again.across(), across);
    assert_eq!(findings.list(), []);
    check_round_trip(&text);
}

#[test]
fn walls_of_a_plain_mesh_run_in_closed_loops_where_they_can() {
    let mut parts = four_rooms();
    parts.across[1] = Across::Open(FaceId(1));
    parts.across[7] = Across::Open(FaceId(0));
    parts.across[15] = Across::Open(FaceId(2));
    let written = write(&Navmesh::new(parts).expect("it fits")).expect("it can be written");
    let again = mesh_of(std::str::from_utf8(&written.bytes).expect("it is text"));
    let walls = &records_of(&again).walls;
    let mut wall = 0;
    for _ in 0..walls.len() {
        // Menge stops only those who come from the right.
        let [from, to] = walls[wall].ends.map(|end| again.point(end));
        let middle = again.face(walls[wall].node).center();
        assert_eq!(side(from, to, middle), Side::Right);
        wall = walls[wall].next.expect("the loop is closed") as usize;
    }
    assert_eq!(wall, 0);
}

#[test]
fn what_a_nav_cannot_hold_is_counted() {
    let mut parts = four_rooms();
    parts.walkable[3] = false;
    parts.links.push(Link {
        from: FaceId(0),
        to: FaceId(1),
        segment: Segment::new(Point::default(), Point::default()),
        kind: LinkKind::Passage,
    });
    parts.attributes.groups = vec!["left side".to_owned(), "right".to_owned(), "right".to_owned()];
    parts.attributes.group = vec![1, 0, 1, 0];
    parts.attributes.flags = vec![0, 0, 8, 0];
    let mesh = Navmesh::new(parts).expect("it fits");
    let written = write(&mesh).expect("it can be written");
    let losses: Vec<String> = written.losses.iter().map(ToString::to_string).collect();
    assert_eq!(losses, ["1 blocked face", "1 passage between floors", "1 face with flags"]);
    let again = mesh_of(std::str::from_utf8(&written.bytes).expect("it is text"));
    assert_eq!(again.attributes().groups, ["left_side", "right", "right"]);
    assert_eq!(again.attributes().group, [0, 1, 1]);
    assert_eq!(again.face(FaceId(1)).across()[2], Across::Open(FaceId(2)));
}
