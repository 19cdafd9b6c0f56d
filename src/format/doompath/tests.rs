//! Stories about tiny files, put together byte by byte.

use super::*;
use crate::format::{self, Import};
use crate::geom::{Point, Segment};
use crate::mesh::{Across, Link, LinkKind};

mod writing;

/// A file to be: what a test does not say is as DoomPath would have it.
#[derive(Clone, Default)]
struct Builder {
    header: Vec<u8>,
    planes: Vec<(i32, [f32; 5])>,
    connections: Vec<(i32, [i16; 4], [i32; 2], u32)>,
    areas: Vec<BuilderArea>,
}

#[derive(Clone)]
struct BuilderArea {
    id: i32,
    rect: [i16; 4],
    z: i16,
    plane: i32,
    flags: u32,
    lists: Vec<i32>,
}

impl Builder {
    fn area(mut self, id: i32, rect: [i16; 4]) -> Self {
        self.areas.push(BuilderArea { id, rect, z: 0, plane: 0, flags: 0, lists: Vec::new() });
        self
    }

    /// A connection, listed by the areas that it leaves.
    fn connection(mut self, id: i32, rect: [i16; 4], areas: [i32; 2], flags: u32) -> Self {
        self.connections.push((id, rect, areas, flags));
        for (area, bit) in areas.into_iter().zip([1, 2]) {
            let lists = self.areas.iter_mut().filter(|known| known.id == area && flags & bit != 0);
            lists.for_each(|area| area.lists.push(id));
        }
        self
    }

    fn header(mut self, n_bytes: usize) -> Self {
        self.header =
            (0..n_bytes as u8 - 8).map(|byte| byte.wrapping_mul(77).wrapping_add(130)).collect();
        self
    }

    fn bytes(&self) -> Vec<u8> {
        let mut out = b"DPMESH\x01\0".to_vec();
        out.extend(&self.header);
        out.extend((self.planes.len() as u32).to_le_bytes());
        for (id, numbers) in &self.planes {
            out.extend(id.to_le_bytes());
            out.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        out.extend((self.connections.len() as u32).to_le_bytes());
        for (id, rect, areas, flags) in &self.connections {
            out.extend(id.to_le_bytes());
            out.extend(rect.iter().flat_map(|number| number.to_le_bytes()));
            out.extend(areas.iter().flat_map(|area| area.to_le_bytes()));
            out.extend((-1_i32).to_le_bytes());
            out.extend(flags.to_le_bytes());
        }
        out.extend((self.areas.len() as u32).to_le_bytes());
        for area in &self.areas {
            out.extend(area.id.to_le_bytes());
            out.extend(area.rect.iter().chain([&area.z]).flat_map(|number| number.to_le_bytes()));
            out.extend(area.plane.to_le_bytes());
            out.extend((-1_i16).to_le_bytes());
            out.extend(area.flags.to_le_bytes());
            out.extend((area.lists.len() as u16).to_le_bytes());
            out.extend(area.lists.iter().flat_map(|id| id.to_le_bytes()));
        }
        out
    }

    fn read(&self) -> Import {
        format::read(&self.bytes()).expect("the file is fine")
    }

    fn mesh(&self) -> Navmesh {
        mesh_of(self.read())
    }

    fn refusal(&self) -> String {
        read(&self.bytes()).expect_err("the file is refused").to_string()
    }
}

/// Two areas side by side, with a door in the upper half of the border; in a file with a digest.
fn two_rooms(flags: u32) -> Builder {
    let rooms = Builder::default().header(24).area(7, [0, 0, 64, 64]).area(-9, [64, 16, 128, 96]);
    rooms.connection(5, [48, 32, 80, 64], [7, -9], flags)
}

fn mesh_of(import: Import) -> Navmesh {
    match import.content {
        Content::Mesh(mesh) => Navmesh::clone(&mesh),
        other => panic!("a mesh, not {other:?}"),
    }
}

fn p(x: f64, y: f64) -> Point {
    Point::new(x, y)
}

/// The corners of a face with what lies over the side that starts there.
fn outline(mesh: &Navmesh, face: u32) -> Vec<((f64, f64), Across)> {
    let face = mesh.face(FaceId(face));
    face.points().map(|p| (p.x, p.y)).zip(face.across().iter().copied()).collect()
}

#[test]
fn a_door_puts_corners_into_both_rooms() {
    use Across::{Open, Outside};
    let mesh = two_rooms(3).mesh();
    let left = [
        ((0.0, 0.0), Outside),
        ((64.0, 0.0), Outside),
        ((64.0, 32.0), Open(FaceId(1))),
        ((64.0, 64.0), Outside),
        ((0.0, 64.0), Outside),
    ];
    let right = [
        ((64.0, 16.0), Outside),
        ((128.0, 16.0), Outside),
        ((128.0, 96.0), Outside),
        ((64.0, 96.0), Outside),
        ((64.0, 64.0), Open(FaceId(0))),
        ((64.0, 32.0), Outside),
    ];
    assert_eq!(outline(&mesh, 0), left);
    assert_eq!(outline(&mesh, 1), right);
    assert_eq!(mesh.n_vertices(), 9);
    assert!(mesh.links().is_empty());
    assert_eq!(mesh.attributes().ids.face(FaceId(1)), -9);
}

#[test]
fn a_one_way_door_is_a_wall_from_the_other_side() {
    let across = |flags| {
        let mesh = two_rooms(flags).mesh();
        (mesh.face(FaceId(0)).across()[2], mesh.face(FaceId(1)).across()[4])
    };
    assert_eq!(across(1), (Across::Open(FaceId(1)), Across::Wall(FaceId(0))));
    assert_eq!(across(2), (Across::Wall(FaceId(1)), Across::Open(FaceId(0))));
    assert_eq!(across(0), (Across::Wall(FaceId(1)), Across::Wall(FaceId(0))));
    assert_eq!(two_rooms(0).read().findings.count(Kind::ClosedConnection), 1);
}

#[test]
fn floors_over_each_other_share_no_vertices() {
    // Both floors of the right hand side lead to the room on the left; only one of them can have its border.
    let file = Builder::default()
        .area(1, [0, 0, 64, 64])
        .area(2, [64, 0, 128, 64])
        .area(3, [64, 0, 128, 64])
        .connection(10, [48, 0, 80, 64], [1, 2], 1)
        .connection(11, [48, 0, 80, 64], [3, 1], 3);
    let import = file.read();
    assert_eq!(import.findings.count(Kind::StackedFloors), 1);
    let mesh = mesh_of(import);
    let shared = mesh.face(FaceId(1)).corners().iter().any(|corner| {
        mesh.face(FaceId(0)).corners().contains(corner)
            || mesh.face(FaceId(2)).corners().contains(corner)
    });
    assert!(!shared);
    assert_eq!(mesh.face(FaceId(0)).across()[1], Across::Open(FaceId(2)), "two ways go before one");
    let segment = Segment::new(p(64.0, 0.0), p(64.0, 64.0));
    let passage = Link { from: FaceId(0), to: FaceId(1), segment, kind: LinkKind::Passage };
    assert_eq!(mesh.links(), [passage]);
}

#[test]
fn a_second_connection_over_the_same_border_is_a_passage() {
    let mesh = two_rooms(3).connection(6, [48, 48, 80, 96], [-9, 7], 3).mesh();
    let segment = Segment::new(p(64.0, 48.0), p(64.0, 64.0));
    let there = Link { from: FaceId(1), to: FaceId(0), segment, kind: LinkKind::Passage };
    assert_eq!(mesh.links(), [there, Link { from: FaceId(0), to: FaceId(1), ..there }]);
}

#[test]
fn areas_without_a_common_border_are_joined_by_the_middle_of_the_box() {
    let overlapping = Builder::default().area(1, [0, 0, 64, 64]).area(2, [32, 0, 128, 64]);
    let upright = overlapping.clone().connection(5, [48, 0, 80, 32], [1, 2], 1).mesh();
    assert_eq!(upright.links()[0].segment, Segment::new(p(64.0, 0.0), p(64.0, 32.0)));
    let level = overlapping.connection(5, [40, 48, 50, 80], [1, 2], 1).mesh();
    assert_eq!(level.links()[0].segment, Segment::new(p(40.0, 64.0), p(50.0, 64.0)));
}

#[test]
fn a_teleporter_keeps_the_direction_of_its_line() {
    let mesh = two_rooms(3).connection(6, [40, 20, 8, 4], [7, -9], 5).mesh();
    let segment = Segment::new(p(40.0, 20.0), p(8.0, 4.0));
    let link = Link { from: FaceId(0), to: FaceId(1), segment, kind: LinkKind::Teleporter };
    assert_eq!(mesh.links(), [link]);
    let mesh = two_rooms(3).connection(6, [40, 20, 8, 4], [7, -9], 7).mesh();
    assert_eq!(mesh.links(), [link, Link { from: FaceId(1), to: FaceId(0), ..link }]);
}

#[test]
fn area_zero_is_no_area() {
    let file = two_rooms(3).area(0, [0, 64, 16, 80]).connection(6, [40, 20, 8, 4], [0, 0], 5);
    let import = file.read();
    assert_eq!(import.findings.count(Kind::LinkToNowhere), 1);
    assert_eq!(import.findings.count(Kind::DuplicateId), 1);
    let mesh = mesh_of(import);
    assert!(mesh.links().is_empty());
    assert_eq!(write(&mesh, Header::Kept).unwrap().bytes, file.bytes());
}

#[test]
fn odd_ids_lists_and_flags_are_noted_and_kept() {
    let mut file =
        two_rooms(3).area(7, [200, 0, 216, 16]).connection(5, [48, 16, 80, 32], [7, -9], 0x103);
    file.areas[0].lists = vec![5, 5];
    file.areas[1].lists = vec![];
    file.areas[2].flags = 0x80;
    file.planes = vec![(1, [0.0; 5]), (1, [0.0; 5])];
    let import = file.read();
    let mut told: Vec<String> = import
        .findings
        .list()
        .iter()
        .filter(|finding| {
            matches!(finding.kind, Kind::DuplicateId | Kind::Unlisted | Kind::UnknownFlags)
        })
        .map(|finding| match finding.origin {
            Some(origin) => format!("{origin}: {}", finding.message),
            None => finding.message.clone(),
        })
        .collect();
    told.sort();
    expect_test::expect![[r#"
        byte 108: connection 5 has unknown flags 0x100; they are kept
        byte 108: connection 5 leaves area -9, which does not list it
        byte 108: connection 5 leaves area 7, which does not list it
        byte 108: connection id 5 is given twice; it names the first of them
        byte 140: area 7 lists connection 5 twice
        byte 200: area 7 has unknown flags 0x80; they are kept
        byte 200: area 7 lists connection 5 twice
        byte 200: area id 7 is given twice; it names the first of them
        byte 80: connection 5 leaves area -9, which does not list it
        plane id 1 is given twice; it names the first of them"#]]
    .assert_eq(&told.join("\n"));
    assert_eq!(write(&mesh_of(import), Header::Kept).unwrap().bytes, file.bytes());
}

#[test]
fn every_header_is_told_from_the_records_behind_it() {
    for n_bytes in [8, 24, 28, 96] {
        let file = two_rooms(3).header(n_bytes);
        let mesh = file.mesh();
        let Records::DoomPath(records) = &mesh.attributes().records else { panic!("no records") };
        assert_eq!(records.header, file.header);
        assert_eq!(write(&mesh, Header::Kept).unwrap().bytes, file.bytes());
        assert_eq!(write(&mesh, Header::Short8).unwrap().bytes, two_rooms(3).header(8).bytes());
        let digest = write(&mesh, Header::Digest24).unwrap().bytes;
        let known = match n_bytes {
            8 => &[0; 16],
            96 => &file.header[4..20],
            _ => &file.header[..16],
        };
        assert_eq!(&digest[8..24], known);
        assert_eq!(digest[24..], two_rooms(3).bytes()[24..]);
    }
}

#[test]
fn a_file_cut_anywhere_is_refused() {
    for n_bytes in [8, 24, 28, 96] {
        let bytes = two_rooms(3).header(n_bytes).bytes();
        for end in 0..bytes.len() {
            assert!(read(&bytes[..end]).is_err(), "cut at {end}");
        }
    }
    let mut bytes = two_rooms(3).bytes();
    bytes.truncate(70);
    expect_test::expect!["byte 64: expected an area (1 of 2), found the end of the file"]
        .assert_eq(&read(&bytes).unwrap_err().to_string());
    bytes.truncate(40);
    expect_test::expect!["byte 32: expected a connection (1 of 1), found the end of the file"]
        .assert_eq(&read(&bytes).unwrap_err().to_string());
    let mut bytes = two_rooms(3).bytes();
    bytes.push(0);
    expect_test::expect![
        "byte 124: expected the end of the file after the last area, found 1 more bytes"
    ]
    .assert_eq(&read(&bytes).unwrap_err().to_string());
}

#[test]
fn what_cannot_be_is_refused_with_its_byte() {
    let mut unknown_area = two_rooms(3);
    unknown_area.connections[0].2[1] = 77;
    expect_test::expect![[r#"byte 48: expected the id of an area in connection 5, found "77""#]]
        .assert_eq(&unknown_area.refusal());
    let mut unknown_plane = two_rooms(3);
    unknown_plane.areas[1].plane = 4;
    expect_test::expect![[r#"byte 108: expected the id of a plane in area -9, found "4""#]]
        .assert_eq(&unknown_plane.refusal());
    let mut unknown_connection = two_rooms(3);
    unknown_connection.areas[1].lists.push(6);
    expect_test::expect![[r#"byte 124: expected the id of a connection in area -9, found "6""#]]
        .assert_eq(&unknown_connection.refusal());
    let mut inside_out = two_rooms(3);
    inside_out.areas[0].rect = [0, 64, 64, 0];
    expect_test::expect![[r#"byte 70: expected y1 below y2 in area 7, found "64 and 0""#]]
        .assert_eq(&inside_out.refusal());
    let mut bytes = two_rooms(3).bytes();
    bytes[6] = 2;
    expect_test::expect![[r#"byte 6: expected version 1, found "2""#]]
        .assert_eq(&read(&bytes).unwrap_err().to_string());
}

#[test]
fn any_byte_may_be_wrong() {
    let bytes = two_rooms(3).connection(6, [40, 20, 8, 4], [7, -9], 5).bytes();
    for at in 0..bytes.len() {
        for value in [0, 1, 2, 0x7F, 0x80, 0xFF] {
            let mut broken = bytes.clone();
            broken[at] = value;
            let Ok(import) = format::read(&broken) else { continue };
            let again = write(&mesh_of(import), Header::Kept).unwrap().bytes;
            assert_eq!(again, broken, "byte {at} is {value}");
        }
    }
}

#[test]
fn a_slope_gives_its_area_a_plane() {
    let mut file = two_rooms(3);
    file.planes = vec![(3, [-0.5, 0.25, 2.0, -16.0, 0.5]), (4, [f32::NAN, 0.0, 1.0, 0.0, 1.0])];
    file.areas[0].plane = 3;
    file.areas[1].z = 40;
    let flat = Plane { a: 0.0, b: 0.0, c: 40.0 };
    assert_eq!(file.mesh().attributes().plane, [Plane { a: 0.25, b: -0.125, c: 8.0 }, flat]);
    file.areas[1].plane = 4;
    let import = file.read();
    assert_eq!(import.findings.count(Kind::OddText), 1);
    let mesh = mesh_of(import);
    assert_eq!(mesh.attributes().plane[1], flat);
    assert_eq!(write(&mesh, Header::Kept).unwrap().bytes, file.bytes());
}
