//! What changed from one mesh to another.

use std::fs;
use std::sync::Arc;

use expect_test::expect;
use fastrand::Rng;
use wayglass::example::Example;
use wayglass::format::{self, Content, Target};
use wayglass::mesh::MeshEdit;
use wayglass::mesh::diff::Diff;
use wayglass::mesh::{Face, FaceId, Navmesh, VertexId};

use crate::cli::{scratch, wayglass};
use crate::mesh_edits::random_edit;
use crate::samples::corpus;

fn mesh_in(bytes: &[u8]) -> Navmesh {
    match format::read(bytes).unwrap().content {
        Content::Mesh(mesh) => Arc::unwrap_or_clone(mesh),
        other => panic!("{other:?}"),
    }
}

fn meshes() -> impl Iterator<Item = (&'static str, Navmesh)> {
    let names = ["islands.mesh", "district.mesh", "rooms.nav", "keep.dpm"];
    let named = |example: &&&Example| names.contains(&example.file_name);
    let examples: Vec<&'static Example> = Example::ALL.iter().collect();
    let examples: Vec<_> = examples.iter().filter(named).map(|e| (e.file_name, e.bytes)).collect();
    examples.into_iter().map(|(name, bytes)| (name, mesh_in(bytes)))
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs())
}

/// How many faces were added, removed, toggled and reshaped, vertices moved, sides opened and closed.
fn counts(diff: &Diff) -> [usize; 7] {
    let Diff { added, removed, toggled, reshaped, moved, opened, closed, .. } = diff;
    let faces = [added.len(), removed.len(), toggled.len(), reshaped.len()];
    [faces[0], faces[1], faces[2], faces[3], moved.len(), opened.len(), closed.len()]
}

/// The same mesh with its faces in another order, so that no id corresponds.
fn shuffled(mesh: &Navmesh) -> Navmesh {
    let mut text = String::from_utf8(
        format::write(&Content::mesh(mesh.clone()), Target::Mesh3).unwrap().bytes,
    )
    .unwrap();
    let mut lines: Vec<Vec<i64>> = Vec::new();
    let n_vertices = mesh.n_vertices();
    let faces = text.lines().skip(3 + n_vertices);
    for line in faces {
        lines.push(line.split_ascii_whitespace().map(|word| word.parse().unwrap()).collect());
    }
    let n = lines.len() as i64;
    for line in &mut lines {
        let n_corners = line[1] as usize;
        for id in &mut line[2 + n_corners..] {
            *id = if *id == 0 { 0 } else { id.signum() * (n + 1 - id.abs()) };
        }
    }
    lines.reverse();
    let head: String = text.lines().take(3 + n_vertices).map(|line| format!("{line}\n")).collect();
    let words = |line: &Vec<i64>| line.iter().map(i64::to_string).collect::<Vec<_>>().join(" ");
    text = head + &lines.iter().map(|line| words(line) + "\n").collect::<String>();
    mesh_in(text.as_bytes())
}

#[test]
fn a_mesh_is_the_same_as_itself_in_any_order() {
    for (name, mesh) in meshes() {
        let diff = Diff::new(&mesh, &mesh);
        assert!(diff.is_empty(), "{name}: {diff:?}");
        assert_eq!(diff.area.before, diff.area.after);
        assert!(near(diff.area.both, diff.area.before), "{name}: {:?}", diff.area);
    }
    let mesh = meshes().next().unwrap().1;
    let other = shuffled(&mesh);
    assert_ne!(mesh.corners(), other.corners());
    let diff = Diff::new(&mesh, &other);
    assert!(diff.is_empty(), "{:?}", counts(&diff));
    assert!(near(diff.area.both, diff.area.before), "{:?}", diff.area);
}

/// Whether exactly one edit is told, whatever the ids.
fn assert_told(name: &str, mesh: &Navmesh, edited: &Navmesh, diff: &Diff, edit: MeshEdit) {
    let told = counts(diff);
    let said = || format!("{name}, {edit:?}: {told:?}");
    match edit {
        MeshEdit::ToggleWalkable(_) => assert_eq!(told, [0, 0, 1, 0, 0, 0, 0], "{}", said()),
        MeshEdit::OpenSide(..) => assert_eq!(told, [0, 0, 0, 0, 0, 1, 0], "{}", said()),
        MeshEdit::CloseSide(..) => assert_eq!(told, [0, 0, 0, 0, 0, 0, 1], "{}", said()),
        MeshEdit::DeleteFace(_) => {
            assert_eq!((told[0], told[1], told[2], told[3]), (0, 1, 0, 0), "{}", said());
        }
        MeshEdit::MoveVertex(vertex, to) => {
            let faces = mesh.faces().filter(|face| face.corners().contains(&vertex)).count();
            assert_eq!(told, [0, 0, 0, faces, 1, 0, 0], "{}", said());
            assert_eq!(diff.moved, [(mesh.point(vertex), to)]);
        }
        MeshEdit::Weld(kept, gone) => {
            assert_eq!((told[0], told[1], told[2], told[4]), (0, 0, 0, 1), "{}", said());
            assert_eq!(diff.moved[0].0, mesh.point(gone), "{}", said());
            // A corner of a single face is as well gone to the one beside it as to the other.
            let has = |face: Face<'_>, vertex| face.corners().contains(&vertex);
            if mesh.faces().any(|face| has(face, gone) && !has(face, kept)) {
                assert_eq!(diff.moved[0].1, mesh.point(kept), "{}", said());
            }
        }
        MeshEdit::Stitch(..) => panic!("{}", said()),
    }
    let area = diff.area;
    assert!(area.both <= area.before.min(area.after), "{}", said());
    let walkable = |mesh: &Navmesh| -> f64 {
        mesh.faces().filter(|face| face.walkable()).map(|face| face.area().abs()).sum()
    };
    assert!(near(area.before, walkable(mesh)) && near(area.after, walkable(edited)), "{}", said());
    if let MeshEdit::ToggleWalkable(face) | MeshEdit::DeleteFace(face) = edit {
        let changed = if mesh.face(face).walkable() { mesh.face(face).area() } else { 0.0 };
        assert!(near(area.before - changed, area.both), "{}: {area:?}", said());
    }
}

/// Whether a place is that of one vertex only, and so can be told by where it is.
fn is_alone(mesh: &Navmesh, vertex: VertexId) -> bool {
    let at = mesh.point(vertex);
    let used = mesh.faces().any(|face| face.corners().contains(&vertex));
    used && mesh.points().iter().filter(|p| **p == at).count() == 1
}

#[test]
fn every_edit_is_told_as_itself() {
    let mut random = Rng::with_seed(11);
    let mut n_told = [0; 6];
    for (name, mesh) in meshes().filter(|(_, mesh)| mesh.links().is_empty()) {
        for _ in 0..400 {
            let edit = random_edit(&mesh, &mut random);
            let Ok(edited) = edit.of(&mesh) else { continue };
            let (place, can_be_told) = match edit {
                MeshEdit::ToggleWalkable(_) => (0, true),
                MeshEdit::OpenSide(..) => (1, true),
                MeshEdit::CloseSide(..) => (2, true),
                MeshEdit::DeleteFace(_) => (3, true),
                MeshEdit::MoveVertex(vertex, _) => (4, is_alone(&mesh, vertex)),
                MeshEdit::Weld(kept, gone) => {
                    (5, is_alone(&mesh, gone) && mesh.point(kept) != mesh.point(gone))
                }
                // A face with one corner more is another face.
                MeshEdit::Stitch(..) => continue,
            };
            if can_be_told {
                n_told[place] += 1;
                assert_told(name, &mesh, &edited, &Diff::new(&mesh, &edited), edit);
            }
            // Few sides of the examples can be opened; but those that were closed can.
            if let MeshEdit::CloseSide(face, side) = edit {
                let edit = MeshEdit::OpenSide(face, side);
                n_told[1] += 1;
                assert_told(name, &edited, &mesh, &Diff::new(&edited, &mesh), edit);
            }
        }
    }
    assert!(n_told.iter().all(|n| 10 < *n), "{n_told:?}");
}

#[test]
fn edits_are_told_where_no_id_corresponds() {
    let mesh = meshes().next().unwrap().1;
    let mut random = Rng::with_seed(12);
    let mut n_told = 0;
    while n_told < 40 {
        let edit = random_edit(&mesh, &mut random);
        let (MeshEdit::ToggleWalkable(_)
        | MeshEdit::OpenSide(..)
        | MeshEdit::CloseSide(..)
        | MeshEdit::MoveVertex(..)) = edit
        else {
            continue;
        };
        let Ok(edited) = edit.of(&mesh) else { continue };
        if matches!(edit, MeshEdit::MoveVertex(vertex, _) if !is_alone(&mesh, vertex)) {
            continue;
        }
        let edited = shuffled(&edited);
        assert_told("islands", &mesh, &edited, &Diff::new(&mesh, &edited), edit);
        n_told += 1;
    }
}

#[test]
fn the_same_ground_in_other_faces_is_the_same_area() {
    let square = "mesh\n3\n4 1\n0 0\n2 0\n2 2\n0 2\n1 4 1 2 3 4 0 0 0 0\n";
    let cut = "mesh\n3\n4 2\n0 0\n2 0\n2 2\n0 2\n1 3 1 2 3 0 0 2\n1 3 1 3 4 1 0 0\n";
    let diff = Diff::new(&mesh_in(square.as_bytes()), &mesh_in(cut.as_bytes()));
    assert_eq!(counts(&diff), [2, 1, 0, 0, 0, 0, 0]);
    assert_eq!((diff.area.before, diff.area.after, diff.area.both), (4.0, 4.0, 4.0));
}

#[test]
fn a_large_map_in_other_faces_covers_the_same_ground() {
    let Some(folder) = corpus() else { return };
    let read = |name: &str| mesh_in(&fs::read(folder.join(name)).unwrap());
    let (cut, merged) = (read("mesh_v2/aurora.mesh"), read("mesh_v2/aurora-merged.mesh"));
    let diff = Diff::new(&cut, &merged);
    assert!(near(diff.area.before, diff.area.both), "{:?}", diff.area);
}

#[test]
fn diff_says_what_changed() {
    let mesh = meshes().next().unwrap().1;
    let walkable = mesh.faces().find(|face| face.walkable()).unwrap().id;
    let edited = MeshEdit::ToggleWalkable(walkable).of(&mesh).unwrap();
    let edited = MeshEdit::DeleteFace(FaceId(7)).of(&edited).unwrap();
    let path = scratch("diff-edited.mesh");
    fs::write(&path, format::write(&Content::mesh(edited), Target::Mesh3).unwrap().bytes).unwrap();
    let said = |arguments: &[&str]| {
        let output = wayglass(arguments);
        let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        format!("{text}exit {}\n", output.status.code().unwrap())
    };
    let path = path.to_str().unwrap();
    expect![[r#"
        1 face removed: 8
        1 face blocked: 102
        walkable area 25009.665 before, 25007.323 after, 25007.323 in both
        exit 1
    "#]]
    .assert_eq(&said(&["diff", "islands.mesh", path]));
    expect![[r#"
        the same
        walkable area 25009.665 before, 25009.665 after, 25009.665 in both
        exit 0
    "#]]
    .assert_eq(&said(&["diff", "islands.mesh", "islands.mesh"]));
    expect![[r#"
        wayglass: maze.scen: there are no faces in a scenario
        exit 1
    "#]]
    .assert_eq(&said(&["diff", "islands.mesh", "maze.scen"]));
    let json = wayglass(&["diff", "islands.mesh", path, "--json"]).stdout;
    let json: serde_json::Value = serde_json::from_slice(&json).unwrap();
    assert_eq!(json["same"], false);
    assert_eq!(json["removed"], serde_json::json!([8]));
    assert_eq!(json["area_after"], json["area_both"]);
}

#[test]
fn drawings_are_built_before_they_are_compared() {
    let output = wayglass(&["diff", "blobs.txt", "blobs.txt"]);
    let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    assert!(said.starts_with("the same\nwalkable area "), "{said}");
    // Lanes are drawings, too.
    let output = wayglass(&["diff", "blobs.txt", "station.building.yaml"]);
    let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("added") && said.contains("walkable area"), "{said}");
}

#[test]
fn a_comparison_that_nobody_wants_any_more_ends() {
    let asked = std::cell::Cell::new(0);
    let (_, before) = meshes().next().unwrap();
    let after = MeshEdit::DeleteFace(FaceId(7)).of(&before).unwrap();
    let is_wanted = |at_most: usize| {
        asked.set(0);
        let is_wanted = || {
            asked.set(asked.get() + 1);
            asked.get() <= at_most
        };
        Diff::while_wanted(&before, &after, &is_wanted)
    };
    assert_eq!(is_wanted(usize::MAX), Some(Diff::new(&before, &after)));
    let n_asked = asked.get();
    assert!(1 < n_asked, "it is asked now and then: {n_asked} times");
    for at_most in 0..n_asked {
        assert_eq!(is_wanted(at_most), None);
        assert!(asked.get() <= at_most + 2, "it ends soon");
    }
}
