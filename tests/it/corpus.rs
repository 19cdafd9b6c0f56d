//! The real maps, where they are at hand: every file reads, and holds what an independent count says.
//!
//! The maps are not ours and not in the repository. They are looked for in the folder that `WAYGLASS_CORPUS` names,
//! or in `../shared/data` beside the checkout.

use std::fs;
use std::path::Path;

use wayglass::format::{self, Content, Format, Import};
use wayglass::mesh::attributes::Records;
use wayglass::mesh::islands::Ways;
use wayglass::mesh::{Across, Islands, Kind, LinkKind, Navmesh};

use crate::samples::{corpus, files_below};

fn read(folder: &Path, file: &str) -> Import {
    let bytes = fs::read(folder.join(file)).unwrap();
    format::read(&bytes).unwrap_or_else(|error| panic!("{file}: {error}"))
}

fn mesh_of(import: &Import) -> &Navmesh {
    match &import.content {
        Content::Mesh(mesh) => mesh,
        _ => panic!("not a mesh"),
    }
}

#[test]
fn every_map_of_the_corpus_reads() {
    let Some(folder) = corpus() else { return };
    let maps = ["mesh", "scen", "nav", "dpm", "txt"];
    let mut n_read = 0;
    for path in files_below(&folder) {
        let is_map =
            path.extension().is_some_and(|extension| maps.iter().any(|map| extension == *map));
        if is_map && !path.components().any(|part| part.as_os_str() == "licences") {
            let bytes = fs::read(&path).unwrap();
            format::read(&bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            n_read += 1;
        }
    }
    assert!(60 <= n_read, "only {n_read} maps");
}

/// What an independent count says of a `.mesh`.
struct MeshCounts {
    file: &'static str,
    vertices: usize,
    faces: usize,
    max_sides: usize,
    blocked: usize,
    walls: usize,
    outside: usize,
    islands: usize,
    largest: f64,
    pinches: usize,
}

#[rustfmt::skip]
const MESHES: &[MeshCounts] = &[
    MeshCounts { file: "mesh_v2/arena-merged.mesh", vertices: 112, faces: 55, max_sides: 10, blocked: 0, walls: 0, outside: 112, islands: 1, largest: 1.0, pinches: 0 },
    MeshCounts { file: "mesh_v2/arena.mesh", vertices: 112, faces: 120, max_sides: 3, blocked: 0, walls: 0, outside: 112, islands: 1, largest: 1.0, pinches: 0 },
    MeshCounts { file: "mesh_v2/aurora-merged.mesh", vertices: 34707, faces: 19244, max_sides: 33, blocked: 0, walls: 0, outside: 34804, islands: 143, largest: 0.991, pinches: 97 },
    MeshCounts { file: "mesh_v2/aurora.mesh", vertices: 34707, faces: 34816, max_sides: 3, blocked: 0, walls: 0, outside: 34804, islands: 143, largest: 0.991, pinches: 97 },
    MeshCounts { file: "mesh_v2/tests/bad-ambig.mesh", vertices: 9, faces: 4, max_sides: 4, blocked: 0, walls: 0, outside: 10, islands: 1, largest: 1.0, pinches: 1 },
    MeshCounts { file: "mesh_v2/tests/bad-collinear.mesh", vertices: 16, faces: 6, max_sides: 6, blocked: 0, walls: 0, outside: 18, islands: 1, largest: 1.0, pinches: 2 },
    MeshCounts { file: "mesh_v2/tests/bad-collinear2-rot0.mesh", vertices: 22, faces: 7, max_sides: 6, blocked: 0, walls: 0, outside: 22, islands: 1, largest: 1.0, pinches: 0 },
    MeshCounts { file: "mesh_v2/tests/bad-collinear2-rot45.mesh", vertices: 22, faces: 7, max_sides: 6, blocked: 0, walls: 0, outside: 22, islands: 1, largest: 1.0, pinches: 0 },
    MeshCounts { file: "mesh_v2/tests/bad-collinear2-rot90.mesh", vertices: 22, faces: 7, max_sides: 6, blocked: 0, walls: 0, outside: 22, islands: 1, largest: 1.0, pinches: 0 },
    MeshCounts { file: "mesh_v2/tests/hard.mesh", vertices: 36, faces: 38, max_sides: 3, blocked: 0, walls: 0, outside: 36, islands: 2, largest: 0.855, pinches: 0 },
    MeshCounts { file: "mesh_v2/tests/square.mesh", vertices: 5, faces: 4, max_sides: 3, blocked: 0, walls: 0, outside: 4, islands: 1, largest: 1.0, pinches: 0 },
    MeshCounts { file: "mesh_v3/arena_v3.mesh", vertices: 116, faces: 226, max_sides: 3, blocked: 106, walls: 224, outside: 4, islands: 1, largest: 1.0, pinches: 0 },
    MeshCounts { file: "mesh_v3/aurora_v3.mesh", vertices: 34711, faces: 69416, max_sides: 3, blocked: 34600, walls: 69608, outside: 4, islands: 143, largest: 0.991, pinches: 97 },
    MeshCounts { file: "mesh_v3/cube.mesh", vertices: 5, faces: 4, max_sides: 3, blocked: 1, walls: 4, outside: 4, islands: 1, largest: 1.0, pinches: 0 },
];

#[test]
fn mesh_files_hold_what_was_counted() {
    let Some(folder) = corpus() else { return };
    for counts in MESHES {
        let import = read(&folder, counts.file);
        let mesh = mesh_of(&import);
        let n_sides =
            |is: fn(&Across) -> bool| mesh.across().iter().filter(|across| is(across)).count();
        let islands = Islands::new(mesh, Ways::OnFoot);
        let found = (
            mesh.n_vertices(),
            mesh.n_faces(),
            mesh.faces().map(|face| face.n_sides()).max().unwrap(),
            mesh.faces().filter(|face| !face.walkable()).count(),
            n_sides(|across| matches!(across, Across::Wall(_))),
            n_sides(|across| matches!(across, Across::Outside)),
            islands.list().len(),
            import.findings.count(Kind::Pinch),
        );
        let MeshCounts {
            file,
            vertices,
            faces,
            max_sides,
            blocked,
            walls,
            outside,
            islands: n_islands,
            largest,
            pinches,
        } = *counts;
        assert_eq!(
            found,
            (vertices, faces, max_sides, blocked, walls, outside, n_islands, pinches),
            "{file}"
        );
        let share = islands.list()[0].area / islands.area();
        assert!((share - largest).abs() < 6e-4, "{file}: {share}");
        let clockwise = if file.ends_with("cube.mesh") { 4 } else { 0 };
        assert_eq!(import.findings.count(Kind::Clockwise), clockwise, "{file}");
        let notes =
            [Kind::Pinch, Kind::Islands, Kind::IsolatedFace, Kind::NearlyStraight, Kind::Clockwise];
        let others = import.findings.list().iter().find(|finding| !notes.contains(&finding.kind));
        assert_eq!(others, None, "{file}");
    }
}

#[test]
fn aurora_covers_the_same_ground_in_both_versions() {
    let Some(folder) = corpus() else { return };
    let area = |file| Islands::new(mesh_of(&read(&folder, file)), Ways::OnFoot).area();
    let [v2, merged, v3] =
        ["mesh_v2/aurora.mesh", "mesh_v2/aurora-merged.mesh", "mesh_v3/aurora_v3.mesh"].map(area);
    assert!((v2 - merged).abs() < 1e-6 && (v2 - v3).abs() < 1e-6, "{v2} {merged} {v3}");
}

#[test]
fn scenarios_hold_what_was_counted() {
    let Some(folder) = corpus() else { return };
    for (file, rows, is_on_grid) in [
        ("mesh_v2/arena.scen", 160, true),
        ("mesh_v2/aurora.scen", 2990, true),
        ("mesh_v2/tests/bad-ambig.scen", 4, false),
    ] {
        let Content::Scenario(scenario) = read(&folder, file).content else { panic!("{file}") };
        assert_eq!(scenario.instances.len(), rows, "{file}");
        assert_eq!(scenario.is_on_grid(), is_on_grid, "{file}");
        let stem = Path::new(file).file_stem().unwrap().to_str().unwrap();
        assert!(
            scenario.instances.iter().all(|instance| instance.is_for(&format!("{stem}.mesh"))),
            "{file}"
        );
    }
}

/// file, vertices, portals, walls, groups, nodes, clockwise, non-convex or crossing, uncovered, centre outside, planes
type NavCounts = (&'static str, [usize; 10]);

#[rustfmt::skip]
const NAVS: &[NavCounts] = &[
    ("nav/menge_globalNavSwap__navmesh.nav", [68, 68, 64, 1, 54, 0, 0, 0, 0, 1]),
    ("nav/menge_goalDistance__ring.nav", [42, 19, 42, 1, 20, 20, 0, 0, 0, 1]),
    ("nav/menge_maze__maze.nav", [537, 309, 537, 1, 303, 303, 0, 0, 0, 5]),
    ("nav/menge_navMesh__simple.nav", [13, 7, 13, 1, 8, 0, 0, 0, 0, 3]),
    ("nav/menge_path_goal__nav_mesh.nav", [20, 14, 20, 1, 14, 0, 0, 0, 0, 1]),
    ("nav/menge_sharedGoal__scene.nav", [21, 14, 21, 1, 13, 13, 0, 0, 0, 1]),
    ("nav/rmf_config_test_L1.nav", [162, 96, 100, 1, 91, 41, 2, 62, 2, 1]),
    ("nav/rmf_test_build_navmesh_result.nav", [12, 4, 8, 1, 5, 1, 1, 4, 0, 1]),
];

#[test]
fn nav_files_hold_what_was_counted() {
    let Some(folder) = corpus() else { return };
    for (file, counts) in NAVS {
        let import = read(&folder, file);
        let mesh = mesh_of(&import);
        let attributes = mesh.attributes();
        let Records::Menge(records) = &attributes.records else { panic!("{file}") };
        let mut planes: Vec<_> = attributes
            .plane
            .iter()
            .map(|plane| [plane.a, plane.b, plane.c].map(|number| (number + 0.0).to_bits()))
            .collect();
        planes.sort_unstable();
        planes.dedup();
        let found = [
            mesh.n_vertices(),
            records.portals.len(),
            records.walls.len(),
            attributes.groups.len(),
            mesh.n_faces(),
            attributes.clockwise.iter().filter(|&&clockwise| clockwise).count(),
            import.findings.count(Kind::NonConvex) + import.findings.count(Kind::SelfCrossing),
            import.findings.count(Kind::UncoveredSide),
            import.findings.count(Kind::CenterOutside),
            planes.len(),
        ];
        // A bow tie runs both ways round: which way it counts as is a matter of taste.
        let mut expected = *counts;
        if file.contains("rmf_config") {
            assert!(found[5].abs_diff(expected[5]) <= 2, "{file}: {found:?}");
            expected[5] = found[5];
        }
        assert_eq!(found, expected, "{file}");
        assert_eq!(Islands::new(mesh, Ways::OnFoot).list().len(), 1, "{file}");
    }
}

/// file, header, planes, one-way, two-way, teleporters, areas, special sectors, stacked pairs, islands on foot, with teleporters
type DoomPathCounts = (&'static str, [usize; 10]);

#[rustfmt::skip]
const DOOMPATHS: &[DoomPathCounts] = &[
    ("dpmesh/freedoom1_e4m7_h24.dpm", [24, 0, 611, 6292, 9, 3286, 839, 555, 1, 1]),
    ("dpmesh/freedoom2_map28_h24.dpm", [24, 0, 712, 5711, 148, 2789, 330, 8, 5, 1]),
    ("dpmesh/freedoom2_map29_h24.dpm", [24, 0, 1500, 11535, 138, 4771, 713, 0, 3, 1]),
    ("dpmesh/slopesphere_h24_planes.dpm", [24, 98, 0, 376, 0, 178, 0, 0, 1, 1]),
    ("dpmesh/slopesphere_h8_planes.dpm", [8, 98, 0, 376, 0, 178, 0, 0, 1, 1]),
    ("dpmesh/slopetest_h24_empty.dpm", [24, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    ("dpmesh/slopetest_h8_empty.dpm", [8, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    ("dpmesh/freedoom1_e1m1_h8.dpm", [8, 0, 145, 1510, 0, 698, 23, 0, 1, 1]),
    ("dpmesh/freedoom2_map01_h24.dpm", [24, 0, 59, 703, 7, 399, 30, 7, 2, 1]),
    ("dpmesh/freedoom2_map01_h8.dpm", [8, 0, 33, 678, 7, 378, 17, 0, 2, 1]),
    ("dpmesh/freedoom2_map07_h24.dpm", [24, 0, 36, 726, 0, 362, 69, 0, 1, 1]),
    ("dpmesh/freedoom2_map07_h24_jumpflags.dpm", [24, 0, 45, 680, 0, 355, 56, 0, 1, 1]),
    ("dpmesh/freedoom2_map07_h8.dpm", [8, 0, 36, 726, 0, 362, 69, 0, 1, 1]),
    ("dpmesh/freedoom2_map07_h96.dpm", [96, 0, 36, 726, 0, 362, 69, 0, 1, 1]),
    ("dpmesh/freedoom2_map30_h24.dpm", [24, 0, 41, 2671, 12, 993, 228, 0, 5, 1]),
];

#[test]
fn doompath_files_hold_what_was_counted() {
    let Some(folder) = corpus() else { return };
    for (file, counts) in DOOMPATHS {
        let import = read(&folder, file);
        let mesh = mesh_of(&import);
        let Records::DoomPath(records) = &mesh.attributes().records else { panic!("{file}") };
        let n_open = mesh.across().iter().filter(|across| across.is_open()).count();
        let n_links = |kind| mesh.links().iter().filter(|link| link.kind == kind).count();
        let [_, _, one_way, two_way, ..] = *counts;
        assert_eq!(
            n_open + n_links(LinkKind::Passage),
            one_way + 2 * two_way,
            "{file}: ways to walk"
        );
        let flags = |flags| {
            records.connections.iter().filter(|connection| connection.flags == flags).count()
        };
        let found = [
            records.header.len() + 8,
            records.planes.len(),
            flags(1),
            flags(3),
            n_links(LinkKind::Teleporter),
            mesh.n_faces(),
            mesh.attributes().sector.iter().flatten().count(),
            import.findings.count(Kind::StackedFloors),
            Islands::new(mesh, Ways::OnFoot).list().len(),
            Islands::new(mesh, Ways::WithTeleporters).list().len(),
        ];
        assert_eq!(found, *counts, "{file}");
    }
}

/// file, lowest and highest area, teleporters that run backwards, areas with flags
type DoomPathHeights = (&'static str, [i32; 2], usize, &'static [(u32, usize)]);

#[rustfmt::skip]
const DOOMPATH_HEIGHTS: &[DoomPathHeights] = &[
    ("dpmesh/freedoom1_e4m7_h24.dpm", [-232, 925], 7, &[(0x2, 412), (0x4, 54)]),
    ("dpmesh/freedoom2_map28_h24.dpm", [-192, 176], 76, &[(0x1, 131), (0x2, 676), (0x4, 24)]),
    ("dpmesh/freedoom2_map29_h24.dpm", [-128, 384], 74, &[(0x1, 19), (0x2, 582), (0x4, 2593)]),
    ("dpmesh/slopesphere_h24_planes.dpm", [-208, -146], 0, &[]),
    ("dpmesh/freedoom1_e1m1_h8.dpm", [-168, 264], 0, &[(0x1, 182)]),
    ("dpmesh/freedoom2_map01_h24.dpm", [-160, 104], 3, &[]),
    ("dpmesh/freedoom2_map01_h8.dpm", [-160, 104], 2, &[]),
    ("dpmesh/freedoom2_map07_h24_jumpflags.dpm", [-128, 176], 0, &[(0x8, 7), (0x10, 4), (0x18, 1), (0x20, 2), (0x40, 3)]),
    ("dpmesh/freedoom2_map30_h24.dpm", [-384, 0], 4, &[(0x4, 563)]),
];

#[test]
fn doompath_files_have_the_heights_and_flags_that_were_counted() {
    let Some(folder) = corpus() else { return };
    for &(file, [low, high], backward, flags) in DOOMPATH_HEIGHTS {
        let import = read(&folder, file);
        let mesh = mesh_of(&import);
        let z = &mesh.attributes().z;
        let found = [z.iter().copied().reduce(f64::min), z.iter().copied().reduce(f64::max)];
        assert_eq!(found, [Some(f64::from(low)), Some(f64::from(high))], "{file}");
        let teleporters = mesh.links().iter().filter(|link| link.kind == LinkKind::Teleporter);
        let runs_back = teleporters.filter(|link| {
            link.segment.to.x < link.segment.from.x || link.segment.to.y < link.segment.from.y
        });
        assert_eq!(runs_back.count(), backward, "{file}");
        let flagged = mesh.attributes().flags.iter().filter(|&&flags| flags != 0).count();
        assert_eq!(flagged, flags.iter().map(|&(_, count)| count).sum::<usize>(), "{file}");
        for &(flag, count) in flags {
            let n_areas = mesh.attributes().flags.iter().filter(|&&flags| flags == flag).count();
            assert_eq!(n_areas, count, "{file}: flags {flag:#x}");
        }
    }
}

#[test]
fn wall_chains_end_where_they_were_counted_to_end() {
    let Some(folder) = corpus() else { return };
    let files = [
        ("nav/menge_maze__maze.nav", 0),
        ("nav/menge_navMesh__simple.nav", 1),
        ("nav/rmf_config_test_L1.nav", 100),
        ("nav/rmf_test_build_navmesh_result.nav", 8),
    ];
    for (file, ends) in files {
        let import = read(&folder, file);
        let Records::Menge(records) = &mesh_of(&import).attributes().records else {
            panic!("{file}")
        };
        assert_eq!(records.walls.iter().filter(|wall| wall.next.is_none()).count(), ends, "{file}");
        assert_eq!(import.findings.count(Kind::BrokenChain), 0, "{file}");
    }
}

#[test]
fn navmesh_txt_files_hold_what_was_counted() {
    let Some(folder) = corpus() else { return };
    let files = [
        ("navmesh_txt/arena_holes_navmesh.txt", [34, 42]),
        ("navmesh_txt/aurora_holes_navmesh.txt", [15674, 15932]),
    ];
    for (file, counts) in files {
        let import = read(&folder, file);
        let mesh = mesh_of(&import);
        assert_eq!([mesh.n_vertices(), mesh.n_faces()], counts, "{file}");
        assert_eq!(import.findings.count(Kind::Clockwise), 0, "{file}");
        assert_eq!(Islands::new(mesh, Ways::OnFoot).list().len(), 1, "{file}");
    }
}

#[test]
fn outlines_read_as_drawings() {
    let Some(folder) = corpus() else { return };
    let arena = read(&folder, "navmesh_txt/arena_holes_blobs.txt");
    assert_eq!(arena.format, Format::Blobs);
    let Content::Layout(layout) = arena.content else { panic!() };
    assert_eq!(layout.obstacles.len(), 5);
}

/// file, points, edges, crossing pairs, overlapping, repeated or self edges, self edges
type CdtCounts = (&'static str, [usize; 5]);

#[rustfmt::skip]
const CDTS: &[CdtCounts] = &[
    ("Capital A", [29, 29, 0, 0, 0]),
    ("Constrained Sweden", [2619, 2619, 0, 0, 0]),
    ("Hanging", [7, 1, 0, 0, 0]),
    ("Hanging2", [13, 9, 0, 0, 0]),
    ("HangingIntersection", [7, 2, 1, 0, 0]),
    ("Letter u", [8, 8, 0, 0, 0]),
    ("OnEdge", [20, 0, 0, 0, 0]),
    ("cdt", [101, 103, 0, 3, 2]),
    ("crossing-edges", [4, 2, 1, 0, 0]),
    ("ditch", [11, 12, 0, 0, 0]),
    ("double-hanging", [7, 1, 0, 0, 0]),
    ("guitar no box", [144, 144, 0, 0, 0]),
    ("island", [95, 95, 0, 0, 0]),
    ("kidney", [50, 50, 0, 0, 0]),
    ("overlapping constraints", [8, 8, 0, 1, 0]),
    ("points_on_constraint_edge", [12, 1, 0, 0, 0]),
    ("square with crack", [7, 7, 0, 0, 0]),
    ("test_data_small", [100, 2, 0, 0, 0]),
    ("triple-hanging", [8, 1, 0, 0, 0]),
    ("unit square", [4, 4, 0, 0, 0]),
];

#[test]
fn triangulation_inputs_hold_what_was_counted() {
    let Some(folder) = corpus() else { return };
    for &(name, [points, edges, crossings, odd, loops]) in CDTS {
        let bytes = fs::read(folder.join("cdt").join(format!("{name}.txt"))).unwrap();
        assert!(bytes.starts_with(format!("{points} {edges}").as_bytes()), "{name}");
        let import = format::read(&bytes).unwrap();
        assert_eq!(import.format, Format::Cdt, "{name}");
        let Content::Layout(layout) = &import.content else { panic!("{name}") };
        let count = |kind| import.findings.count(kind);
        assert_eq!(
            [count(Kind::OutlineCrossing), count(Kind::OddOutline)],
            [crossings, odd],
            "{name}"
        );
        assert_eq!(layout.walls.len(), edges - loops, "{name}");
    }
}
