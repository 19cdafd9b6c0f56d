//! Meshes of other formats, and meshes that were changed after reading.

use super::*;
use crate::format::loss::{Loss, Lost, WriteError};
use crate::mesh::{Parts, VertexId};

/// Three squares in a row, the second with a corner in the middle of its upper side, as from another format.
fn three_squares() -> Parts {
    let positions =
        [(0, 0), (32, 0), (64, 0), (96, 0), (96, 32), (64, 32), (48, 32), (32, 32), (0, 32)];
    Parts {
        points: positions.iter().map(|&(x, y)| p(f64::from(x), f64::from(y))).collect(),
        starts: vec![0, 4, 9, 13],
        corners: [0, 1, 7, 8, 1, 2, 5, 6, 7, 2, 3, 4, 5].map(VertexId).to_vec(),
        across: {
            use Across::{Open, Outside, Wall};
            let [a, b, c] = [0, 1, 2].map(FaceId);
            vec![
                Outside,
                Wall(b),
                Outside,
                Outside,
                Outside,
                Open(c),
                Outside,
                Outside,
                Open(a),
                Outside,
                Outside,
                Outside,
                Open(b),
            ]
        },
        walkable: vec![true; 3],
        ..Parts::default()
    }
}

#[test]
fn rectangles_of_another_format_are_written_and_read_again() {
    let mut parts = three_squares();
    let segment = Segment::new(p(90.0, 4.0), p(70.0, 8.0));
    parts.links =
        vec![Link { from: FaceId(2), to: FaceId(0), segment, kind: LinkKind::Teleporter }];
    let mesh = Navmesh::new(parts).unwrap();
    let written = write(&mesh, Header::Kept).unwrap();
    assert_eq!(written.losses, []);
    let again = format::read(&written.bytes).unwrap();
    assert!(again.findings.is_empty(), "{:?}", again.findings);
    let again = mesh_of(again);
    assert_eq!(again.links(), mesh.links());
    assert_eq!(outline(&again, 0), outline(&mesh, 0));
    assert_eq!(outline(&again, 2), outline(&mesh, 2));
    let straight = outline(&mesh, 1).into_iter().filter(|corner| corner.0 != (48.0, 32.0));
    assert_eq!(outline(&again, 1), straight.collect::<Vec<_>>());
    assert_eq!(again.attributes().ids, FileIds::Listed(vec![1, 2, 3]));
    assert_eq!(again.attributes().sector, [None; 3]);
}

#[test]
fn heights_and_slopes_of_another_format_are_written() {
    let mut parts = three_squares();
    let slope = Plane { a: 0.5, b: -0.25, c: 3.0 };
    let flat = |c| Plane { a: 0.0, b: 0.0, c };
    parts.attributes.plane = vec![slope, flat(7.0), flat(7.5)];
    let written = write(&Navmesh::new(parts).unwrap(), Header::Short8).unwrap();
    assert_eq!(written.losses, [Loss { count: 1, what: Lost::Heights }]);
    let again = mesh_of(format::read(&written.bytes).unwrap());
    assert_eq!(again.attributes().plane, [slope, flat(7.0), flat(8.0)]);
    assert_eq!(again.attributes().z, [7.0, 7.0, 8.0]);
}

#[test]
fn stacked_floors_without_records_are_written_as_passages() {
    let mut parts = two_rooms(3).connection(6, [48, 48, 80, 96], [-9, 7], 3).mesh().into_parts();
    parts.attributes.records = Records::None;
    let mesh = Navmesh::new(parts).unwrap();
    let again = mesh_of(format::read(&write(&mesh, Header::Kept).unwrap().bytes).unwrap());
    assert_eq!(again.across(), mesh.across());
    assert_eq!(again.links().len(), 2);
    assert_eq!(again.attributes().ids, mesh.attributes().ids);
}

#[test]
fn a_blocked_area_takes_its_connections_along() {
    let mut parts = two_rooms(3)
        .area(8, [0, 64, 64, 80])
        .connection(6, [0, 48, 64, 80], [7, 8], 3)
        .mesh()
        .into_parts();
    parts.walkable[1] = false;
    let written = write(&Navmesh::new(parts).unwrap(), Header::Kept).unwrap();
    assert_eq!(written.losses, [Loss { count: 1, what: Lost::BlockedFaces }]);
    let rest = Builder::default().header(24).area(7, [0, 0, 64, 64]).area(8, [0, 64, 64, 80]);
    assert_eq!(written.bytes, rest.connection(6, [0, 48, 64, 80], [7, 8], 3).bytes());
}

#[test]
fn what_is_no_rectangle_is_not_written() {
    let reason = |change: fn(&mut Parts)| {
        let mut parts = three_squares();
        change(&mut parts);
        write(&Navmesh::new(parts).unwrap(), Header::Kept)
    };
    let refusal = |reason| Err(WriteError::Face { face: 2, reason });
    assert_eq!(
        reason(|parts| parts.points[3].x = 97.0),
        refusal("an area is a rectangle along the axes")
    );
    let whole = "an area has whole coordinates from -32768 to 32767";
    assert_eq!(reason(|parts| parts.points[4].y = 32.5), refusal(whole));
    assert_eq!(reason(|parts| parts.points[3].x = 40_000.0), refusal(whole));
}
