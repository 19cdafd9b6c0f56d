//! The real files, where there are any, against what independent scripts counted in them.

use std::path::{Path, PathBuf};

use super::*;

/// Name, vertices, portals, walls, groups, nodes, clockwise nodes, odd shapes, uncovered sides, centres outside.
const REAL_FILES: &[(&str, [usize; 9])] = &[
    ("menge_globalNavSwap__navmesh.nav", [68, 68, 64, 1, 54, 0, 0, 0, 0]),
    ("menge_goalDistance__ring.nav", [42, 19, 42, 1, 20, 20, 0, 0, 0]),
    ("menge_maze__maze.nav", [537, 309, 537, 1, 303, 303, 0, 0, 0]),
    ("menge_navMesh__simple.nav", [13, 7, 13, 1, 8, 0, 0, 0, 0]),
    ("menge_path_goal__nav_mesh.nav", [20, 14, 20, 1, 14, 0, 0, 0, 0]),
    ("menge_sharedGoal__scene.nav", [21, 14, 21, 1, 13, 13, 0, 0, 0]),
    // The centres of its two bow-ties are right of some sides and left of others, and yet inside one of the wings.
    ("rmf_config_test_L1.nav", [162, 96, 100, 1, 91, 41, 2, 62, 0]),
    ("rmf_test_build_navmesh_result.nav", [12, 4, 8, 1, 5, 1, 1, 4, 0]),
];

#[test]
fn the_real_files_hold_what_others_counted_in_them() {
    let corpus = std::env::var_os("WAYGLASS_CORPUS").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data"),
        PathBuf::from,
    );
    for (name, expected) in REAL_FILES {
        let Ok(text) = std::fs::read_to_string(corpus.join("nav").join(name)) else { continue };
        let (mesh, mut findings, _) = open(&text).expect(name);
        findings.append(crate::mesh::check(&mesh));
        let records = records_of(&mesh);
        let found = [
            mesh.n_vertices(),
            records.portals.len(),
            records.walls.len(),
            mesh.attributes().groups.len(),
            mesh.n_faces(),
            mesh.attributes().clockwise.iter().filter(|&&clockwise| clockwise).count(),
            findings.count(Kind::NonConvex) + findings.count(Kind::SelfCrossing),
            findings.count(Kind::UncoveredSide),
            findings.count(Kind::CenterOutside),
        ];
        assert_eq!(found, *expected, "{name}");
        assert_eq!(Islands::new(&mesh, Ways::OnFoot).list().len(), 1, "{name}");
        assert_eq!(records.inserted, [], "{name}");
        let unexpected = [
            Kind::LinkToNowhere,
            Kind::Unlisted,
            Kind::BrokenChain,
            Kind::ZeroLength,
            Kind::DuplicateId,
        ];
        assert_eq!(unexpected.map(|kind| findings.count(kind)), [0; 5], "{name}");
        check_round_trip(&text);
    }
}
