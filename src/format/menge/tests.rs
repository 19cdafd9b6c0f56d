//! Small maps drawn beside their text: what the reader makes of them, and what is odd about them.

use std::fmt::Write as _;

use expect_test::{Expect, expect};

use crate::format::{Content, Lines};
use crate::geom::Point;
use crate::mesh::attributes::MengeRecords;
use crate::mesh::islands::Ways;
use crate::mesh::{Across, FaceId, Islands, VertexId};

use super::*;

mod odd;
mod writing;

/// As the seed shows the format: comments, trailing blanks, walls that are not linked.
///
/// ```text
/// 3───4───5
/// │ 0 ║ 1 │
/// 0───1───2
/// ```
const TWO_ROOMS: &str = "
## format
# [Number]
# [X0] [Y0]
6
0 0
1 0
2 0
0 1
1 1
2 1

# [Vertex0] [Vertex1] [Node0] [Node1]
1
1 4 0 1

# [Vertex0] [Vertex1] [Node] [Neighbor_obstacle]
6
1 0 0 -1
0 3 0 -1
3 4 0 -1
4 5 1 -1
5 2 1 -1
2 1 1 -1

Walkable
2

0.5 0.5
4 0 1 4 3
0 0 0
1 0
3 0 1 2

1.5 0.5
4 1 2 5 4
0 0 0.25
1 0
3 3 4 5
";

/// What the reader hands over; what the mesh's own check would find is not its business.
fn open(text: &str) -> Result<(Navmesh, Findings, Lines), ReadError> {
    let Draft { content, mut findings, lines, .. } = read(text.as_bytes())?;
    let Content::Mesh(mesh) = content.expect("the parts fit") else {
        panic!("a .nav holds a mesh")
    };
    findings.settle(|element| lines.origin(element));
    Ok((Navmesh::clone(&mesh), findings, lines))
}

fn mesh_of(text: &str) -> Navmesh {
    open(text).expect("it reads").0
}

fn records_of(mesh: &Navmesh) -> &MengeRecords {
    let Records::Menge(records) = &mesh.attributes().records else { panic!("a .nav has records") };
    records
}

/// What a mesh says of its sides, its links, and what is odd about it.
fn check(text: &str, expected: Expect) {
    let told = match open(text) {
        Ok((mesh, findings, _)) => tell(&mesh, &findings),
        Err(error) => format!("{error}\n"),
    };
    expected.assert_eq(&told);
}

fn tell(mesh: &Navmesh, findings: &Findings) -> String {
    let mut told = String::new();
    for face in mesh.faces() {
        let _ = write!(told, "{}:", face.id.0);
        for (corner, across) in face.corners().iter().zip(face.across()) {
            let _ = match across {
                Across::Open(other) => write!(told, " {} ={}", corner.0, other.0),
                Across::Wall(other) => write!(told, " {} |{}", corner.0, other.0),
                Across::Outside => write!(told, " {} .", corner.0),
            };
        }
        told.push('\n');
    }
    for link in mesh.links() {
        let _ = writeln!(told, "{:?} from {} to {}", link.kind, link.from.0, link.to.0);
    }
    for finding in findings.list() {
        let origin = finding.origin.map_or_else(String::new, |origin| format!("{origin}: "));
        let _ = writeln!(told, "{origin}{} ({})", finding.message, finding.kind.name());
    }
    told
}

/// Writes and reads again; everything must be as it was but for the lines.
fn check_round_trip(text: &str) {
    let (mesh, findings, _) = open(text).expect("it reads");
    let written = write(&mesh).expect("it can be written");
    assert_eq!(written.losses, []);
    let text = String::from_utf8(written.bytes).expect("it is text");
    let (again, findings_again, _) = open(&text).expect("it reads again");
    assert_eq!(again, mesh);
    let said = |findings: &Findings| -> Vec<_> {
        findings.list().iter().map(|finding| (finding.element, finding.message.clone())).collect()
    };
    assert_eq!(said(&findings_again), said(&findings));
    let written_again = write(&again).expect("it can be written");
    assert_eq!(String::from_utf8(written_again.bytes).expect("it is text"), text);
}

/// A file without walls: one group of flat nodes, each with its centre at the mean of its corners.
fn sketch(points: &[(f64, f64)], portals: &[[u32; 4]], nodes: &[&[u32]]) -> String {
    let mut text = format!("{}\n", points.len());
    points.iter().for_each(|(x, y)| text += &format!("{x} {y}\n"));
    text += &format!("{}\n", portals.len());
    portals.iter().for_each(|[a, b, m, n]| text += &format!("{a} {b} {m} {n}\n"));
    text += &format!("0\nrooms\n{}\n", nodes.len());
    for (node, corners) in nodes.iter().enumerate() {
        let mean = |pick: fn(&(f64, f64)) -> f64| {
            corners.iter().map(|&corner| pick(&points[corner as usize])).sum::<f64>()
                / corners.len() as f64
        };
        text += &format!("{} {} {}", mean(|p| p.0), mean(|p| p.1), corners.len());
        corners.iter().for_each(|corner| text += &format!(" {corner}"));
        let own = |portal: &[u32; 4]| portal[2..].contains(&(node as u32));
        let listed: Vec<usize> =
            (0..portals.len()).filter(|&portal| own(&portals[portal])).collect();
        text += &format!(" 0 0 0 {}", listed.len());
        listed.iter().for_each(|portal| text += &format!(" {portal}"));
        text += " 0\n";
    }
    text
}

#[test]
fn the_example_of_the_seed_is_read_with_its_comments() {
    check(
        TWO_ROOMS,
        expect![[r#"
        0: 0 . 1 =1 4 . 3 .
        1: 1 . 2 . 5 . 4 =0
    "#]],
    );
    let mesh = mesh_of(TWO_ROOMS);
    let attributes = mesh.attributes();
    assert_eq!(attributes.groups, ["Walkable"]);
    assert_eq!(attributes.center, [Point::new(0.5, 0.5), Point::new(1.5, 0.5)]);
    assert_eq!(attributes.plane[1].c, 0.25);
    assert!(attributes.clockwise.is_empty());
    assert!(recognizes(TWO_ROOMS.as_bytes()));
    assert!(!recognizes(b"mesh\n2\n") && !recognizes(b"-3 4") && !recognizes(b""));
}

#[test]
fn one_line_tabs_and_carriage_returns_read_the_same() {
    let bare: Vec<&str> = TWO_ROOMS.lines().filter(|line| !line.starts_with('#')).collect();
    let mesh = mesh_of(TWO_ROOMS);
    assert_eq!(mesh_of(&bare.join(" ")), mesh);
    assert_eq!(mesh_of(&format!("\u{FEFF}{}", bare.join("\r\n\t"))), mesh);
}

#[test]
fn every_element_knows_its_line() {
    let (_, _, lines) = open(TWO_ROOMS).expect("it reads");
    assert_eq!(lines.vertices, [6, 7, 8, 9, 10, 11]);
    assert_eq!(lines.records, [15, 19, 20, 21, 22, 23, 24]);
    assert_eq!(lines.faces, [29, 35]);
}

#[test]
fn a_side_without_a_portal_is_a_wall_between_the_nodes_and_uncovered() {
    let points = [(0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (0.0, 1.0), (1.0, 1.0), (2.0, 1.0)];
    check(
        &sketch(&points, &[], &[&[0, 1, 4, 3], &[1, 2, 5, 4]]),
        expect![[r#"
            0: 0 . 1 |1 4 . 3 .
            1: 1 . 2 . 5 . 4 |0
            line 12: the edge of node 0 from vertex 0 to 1 is neither portal nor wall (uncovered_side)
            line 12: the edge of node 0 from vertex 1 to 4 is neither portal nor wall (uncovered_side)
            line 12: the edge of node 0 from vertex 4 to 3 is neither portal nor wall (uncovered_side)
            line 12: the edge of node 0 from vertex 3 to 0 is neither portal nor wall (uncovered_side)
            line 13: the edge of node 1 from vertex 1 to 2 is neither portal nor wall (uncovered_side)
            line 13: the edge of node 1 from vertex 2 to 5 is neither portal nor wall (uncovered_side)
            line 13: the edge of node 1 from vertex 5 to 4 is neither portal nor wall (uncovered_side)
            line 13: the edge of node 1 from vertex 4 to 1 is neither portal nor wall (uncovered_side)
        "#]],
    );
}

#[test]
fn a_wall_covers_the_sides_of_both_nodes() {
    let text = TWO_ROOMS
        .replace("1\n1 4 0 1\n", "0\n")
        .replace("6\n1 0", "7\n1 4 0 -1\n1 0")
        .replace("1 0\n3", "0\n3");
    check(
        &text,
        expect![[r#"
            0: 0 . 1 |1 4 . 3 .
            1: 1 . 2 . 5 . 4 |0
            line 21: wall 3 belongs to node 0, which does not list it (unlisted)
            line 24: wall 6 belongs to node 1, which does not list it (unlisted)
        "#]],
    );
}

/// ```text
/// 3───────2───6
/// │   0   ║ 1 │
/// │       4───5
/// 0───────1
/// ```
#[test]
fn a_portal_that_covers_a_part_of_a_side_puts_its_end_there() {
    let points =
        [(0.0, 0.0), (3.0, 0.0), (3.0, 2.0), (0.0, 2.0), (3.0, 1.0), (4.0, 1.0), (4.0, 2.0)];
    let text = sketch(&points, &[[4, 2, 0, 1]], &[&[0, 1, 2, 3], &[4, 5, 6, 2]]);
    check(
        &text,
        expect![[r#"
        0: 0 . 1 . 4 =1 2 . 3 .
        1: 4 . 5 . 6 . 2 =0
        line 14: the edge of node 0 from vertex 0 to 1 is neither portal nor wall (uncovered_side)
        line 14: the edge of node 0 from vertex 1 to 4 is neither portal nor wall (uncovered_side)
        line 14: the edge of node 0 from vertex 2 to 3 is neither portal nor wall (uncovered_side)
        line 14: the edge of node 0 from vertex 3 to 0 is neither portal nor wall (uncovered_side)
        line 15: the edge of node 1 from vertex 4 to 5 is neither portal nor wall (uncovered_side)
        line 15: the edge of node 1 from vertex 5 to 6 is neither portal nor wall (uncovered_side)
        line 15: the edge of node 1 from vertex 6 to 2 is neither portal nor wall (uncovered_side)
    "#]],
    );
    assert_eq!(records_of(&mesh_of(&text)).inserted, [(FaceId(0), VertexId(4))]);
    check_round_trip(&text);
}

/// ```text
/// 3───────────2
/// │     0     │
/// 0──4═5─6═7──1
///    │1│ │2│
///    8─9 A─B
/// ```
#[test]
fn two_portals_on_one_side_are_sorted_along_it() {
    let points = [
        (0.0, 0.0),
        (9.0, 0.0),
        (9.0, 3.0),
        (0.0, 3.0),
        (2.0, 0.0),
        (3.0, 0.0),
        (5.0, 0.000_01),
        (6.0, 0.0),
        (2.0, -1.0),
        (3.0, -1.0),
        (5.0, -1.0),
        (6.0, -1.0),
    ];
    let portals = [[6, 7, 0, 2], [5, 4, 1, 0]];
    for hall in [[0, 1, 2, 3], [3, 2, 1, 0]] {
        let text = sketch(&points, &portals, &[&hall, &[8, 9, 5, 4], &[6, 7, 11, 10]]);
        let mesh = mesh_of(&text);
        let hall = mesh.face(FaceId(0));
        let start = hall
            .corners()
            .iter()
            .position(|&corner| corner == VertexId(0))
            .expect("it is a corner");
        let mut corners = hall.corners().to_vec();
        corners.rotate_left(start);
        assert_eq!(corners, [0, 4, 5, 6, 7, 1, 2, 3].map(VertexId));
        assert_eq!(Islands::new(&mesh, Ways::OnFoot).list().len(), 1);
        assert!(mesh.links().is_empty());
        check_round_trip(&text);
    }
}

#[test]
fn clockwise_nodes_are_turned_round_and_written_as_they_were() {
    let text = TWO_ROOMS.replace("4 0 1 4 3", "4 3 4 1 0");
    let mesh = mesh_of(&text);
    assert_eq!(mesh.attributes().clockwise, [true, false]);
    assert!(mesh.faces().all(|face| face.is_convex() && 0.0 < face.area()));
    let (_, findings, _) = open(&text).expect("it reads");
    assert_eq!(findings.count(Kind::Clockwise), 0);
    let written =
        String::from_utf8(write(&mesh).expect("it can be written").bytes).expect("it is text");
    assert!(written.contains("\t4 3 4 1 0\n") && written.contains("\t4 1 2 5 4\n"), "{written}");
    check_round_trip(&text);
}

#[test]
fn groups_run_on_and_a_name_may_be_a_number() {
    let text = TWO_ROOMS
        .replace("\n1.5 0.5", "\n7\n1\n1.5 0.5")
        .replace("Walkable\n2", "none\n0\nWalkable\n1");
    let mesh = mesh_of(&text);
    assert_eq!(mesh.attributes().groups, ["none", "Walkable", "7"]);
    assert_eq!(mesh.attributes().group, [1, 2]);
    check_round_trip(&text);
    check_round_trip(&text.replace("7\n1\n", "none\n1\n"));
    check(
        &text.replace("7\n1\n", "none\n1\n"),
        expect![[r#"
        0: 0 . 1 =1 4 . 3 .
        1: 1 . 2 . 5 . 4 =0
        line 37: two groups are called "none"; Menge wants every name once (duplicate_id)
    "#]],
    );
}
