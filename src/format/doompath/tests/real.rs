//! What DoomPath made of Freedoom's maps, against what was counted in it by other means.

use std::path::PathBuf;

use super::*;
use crate::format::Format;
use crate::format::loss::{Sides, sides};
use crate::mesh::Islands;
use crate::mesh::islands::Ways;

/// One row of the table of what the real files hold.
struct Real {
    name: &'static str,
    header: usize,
    planes: usize,
    one_way: usize,
    two_way: usize,
    areas: usize,
    special: usize,
    teleporters: [usize; 2],
    stacked: usize,
    islands: [usize; 2],
}

#[rustfmt::skip]
const REAL: &[Real] = &[
    Real { name: "freedoom1_e4m7_h24", header: 24, planes: 0, one_way: 611, two_way: 6292, areas: 3286, special: 839, teleporters: [9, 7], stacked: 555, islands: [1, 1] },
    Real { name: "freedoom2_map28_h24", header: 24, planes: 0, one_way: 712, two_way: 5711, areas: 2789, special: 330, teleporters: [148, 76], stacked: 8, islands: [5, 1] },
    Real { name: "freedoom2_map29_h24", header: 24, planes: 0, one_way: 1500, two_way: 11535, areas: 4771, special: 713, teleporters: [138, 74], stacked: 0, islands: [3, 1] },
    Real { name: "slopesphere_h24_planes", header: 24, planes: 98, one_way: 0, two_way: 376, areas: 178, special: 0, teleporters: [0, 0], stacked: 0, islands: [1, 1] },
    Real { name: "slopesphere_h8_planes", header: 8, planes: 98, one_way: 0, two_way: 376, areas: 178, special: 0, teleporters: [0, 0], stacked: 0, islands: [1, 1] },
    Real { name: "slopetest_h24_empty", header: 24, planes: 0, one_way: 0, two_way: 0, areas: 0, special: 0, teleporters: [0, 0], stacked: 0, islands: [0, 0] },
    Real { name: "slopetest_h8_empty", header: 8, planes: 0, one_way: 0, two_way: 0, areas: 0, special: 0, teleporters: [0, 0], stacked: 0, islands: [0, 0] },
    Real { name: "freedoom1_e1m1_h8", header: 8, planes: 0, one_way: 145, two_way: 1510, areas: 698, special: 23, teleporters: [0, 0], stacked: 0, islands: [1, 1] },
    Real { name: "freedoom2_map01_h24", header: 24, planes: 0, one_way: 59, two_way: 703, areas: 399, special: 30, teleporters: [7, 3], stacked: 7, islands: [2, 1] },
    Real { name: "freedoom2_map01_h8", header: 8, planes: 0, one_way: 33, two_way: 678, areas: 378, special: 17, teleporters: [7, 2], stacked: 0, islands: [2, 1] },
    Real { name: "freedoom2_map07_h24", header: 24, planes: 0, one_way: 36, two_way: 726, areas: 362, special: 69, teleporters: [0, 0], stacked: 0, islands: [1, 1] },
    Real { name: "freedoom2_map07_h24_jumpflags", header: 24, planes: 0, one_way: 45, two_way: 680, areas: 355, special: 56, teleporters: [0, 0], stacked: 0, islands: [1, 1] },
    Real { name: "freedoom2_map07_h8", header: 8, planes: 0, one_way: 36, two_way: 726, areas: 362, special: 69, teleporters: [0, 0], stacked: 0, islands: [1, 1] },
    Real { name: "freedoom2_map07_h96", header: 96, planes: 0, one_way: 36, two_way: 726, areas: 362, special: 69, teleporters: [0, 0], stacked: 0, islands: [1, 1] },
    Real { name: "freedoom2_map30_h24", header: 24, planes: 0, one_way: 41, two_way: 2671, areas: 993, special: 228, teleporters: [12, 4], stacked: 0, islands: [5, 1] },
];

fn real_files() -> Option<PathBuf> {
    let corpus = std::env::var_os("WAYGLASS_CORPUS").map(PathBuf::from);
    let corpus =
        corpus.unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/data"));
    Some(corpus.join("dpmesh")).filter(|folder| folder.is_dir())
}

#[test]
fn real_files_hold_what_they_should() {
    let Some(folder) = real_files() else { return };
    for real in REAL {
        let bytes = std::fs::read(folder.join(format!("{}.dpm", real.name))).unwrap();
        check_real(real, &bytes);
    }
}

fn check_real(real: &Real, bytes: &[u8]) {
    let name = real.name;
    let import = format::read(bytes).expect("a real file is read");
    assert_eq!(import.format, Format::DoomPath);
    assert_eq!(import.findings.count(Kind::StackedFloors), real.stacked, "{name}");
    let mesh = mesh_of(import);
    let Records::DoomPath(records) = &mesh.attributes().records else { panic!("no records") };
    assert_eq!(records.header.len() + 8, real.header, "{name}");
    assert_eq!(records.planes.len(), real.planes, "{name}");
    assert_eq!(
        records.connections.len(),
        real.one_way + real.two_way + real.teleporters[0],
        "{name}"
    );
    assert_eq!(mesh.n_faces(), real.areas, "{name}");
    assert_eq!(mesh.attributes().sector.iter().flatten().count(), real.special, "{name}");
    check_real_ways(real, &mesh);
    let islands =
        [Ways::OnFoot, Ways::WithTeleporters].map(|ways| Islands::new(&mesh, ways).list().len());
    assert_eq!(islands, real.islands, "{name}");
    assert!(write(&mesh, Header::Kept).expect("it was read").bytes == bytes, "{name}");
}

fn check_real_ways(real: &Real, mesh: &Navmesh) {
    let teleporters: Vec<_> =
        mesh.links().iter().filter(|link| link.kind == LinkKind::Teleporter).collect();
    let backwards = |link: &&&Link| {
        link.segment.to.x < link.segment.from.x || link.segment.to.y < link.segment.from.y
    };
    assert_eq!(
        [teleporters.len(), teleporters.iter().filter(backwards).count()],
        real.teleporters,
        "{}",
        real.name
    );
    // The two directions of a passage follow each other.
    let passages: Vec<_> =
        mesh.links().iter().filter(|link| link.kind == LinkKind::Passage).collect();
    let pairs = passages
        .windows(2)
        .filter(|pair| (pair[0].from, pair[0].to) == (pair[1].to, pair[1].from))
        .count();
    let one_way = sides(mesh).filter(|&sides| sides == Sides::OneWay).count();
    let two_way = sides(mesh).filter(|&sides| sides == Sides::Open).count() / 2;
    assert_eq!(one_way + passages.len() - 2 * pairs, real.one_way, "{}", real.name);
    assert_eq!(two_way + pairs, real.two_way, "{}", real.name);
}
