//! Written and read again, in the same format and in others.

use wayglass::build::extract::extract;
use wayglass::example::Example;
use wayglass::format::loss::Lost;
use wayglass::format::{self, Content, Target};
use wayglass::layout::Outline;
use wayglass::mesh::islands::Ways;
use wayglass::mesh::{Across, Islands, Navmesh};

use crate::samples::all_files;

fn read(name: &str, bytes: &[u8]) -> Content {
    format::read(bytes).unwrap_or_else(|error| panic!("{name}: {error}")).content
}

fn mesh_of(content: &Content) -> Option<&Navmesh> {
    match content {
        Content::Mesh(mesh) => Some(mesh),
        _ => None,
    }
}

#[test]
fn walkable_ground_survives_every_conversion_or_the_loss_is_told() {
    for (name, bytes) in all_files() {
        let import = format::read(&bytes).unwrap();
        let Some(mesh) = mesh_of(&import.content) else { continue };
        let islands = Islands::new(mesh, Ways::OnFoot);
        for target in
            [Target::Mesh3, Target::Mesh2, Target::Menge, Target::NavmeshTxt, Target::DoomPath]
        {
            // Not everything can be written as rectangles, or cut into triangles.
            let Ok(written) = format::write(&import.content, target) else { continue };
            let again = read(&name, &written.bytes);
            let there = Islands::new(mesh_of(&again).unwrap(), Ways::OnFoot);
            let tolerance = 1e-9 * islands.area().max(1.0);
            assert!(
                (islands.area() - there.area()).abs() <= tolerance,
                "{name} as {target:?}: area"
            );
            let lost_ways = written.losses.iter().any(|loss| {
                matches!(
                    loss.what,
                    Lost::Walls | Lost::OneWayClosed | Lost::OneWayOpened | Lost::Passages
                )
            });
            if !lost_ways {
                assert_eq!(
                    islands.list().len(),
                    there.list().len(),
                    "{name} as {target:?}: islands"
                );
            }
        }
    }
}

#[test]
fn losses_are_counted_in_words() {
    let losses = |name: &str, target| {
        let example = Example::ALL.iter().find(|example| example.file_name == name).unwrap();
        let written = format::write(&read(name, example.bytes), target).unwrap();
        written.losses.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
    };
    assert_eq!(losses("islands.mesh", Target::Mesh3), "");
    assert_eq!(losses("islands.mesh", Target::Mesh2), "2,515 blocked faces");
    assert_eq!(losses("broken.mesh", Target::Mesh2), "5 blocked faces");
    expect_test::expect!["5 planes, 3 groups, 1 face centre"]
        .assert_eq(&losses("rooms.nav", Target::Mesh3));
    expect_test::expect!["21 one-way edges (closed both ways), 1 floor over another, 95 connection records, 2 teleporters, 4 passages between floors, 13 planes, 36 heights, 9 faces with flags, 4 special sectors, 59 face ids"].assert_eq(&losses("keep.dpm", Target::Mesh3));
    expect_test::expect!["1,420 blocked faces, 768 polygons cut into triangles"]
        .assert_eq(&losses("district.mesh", Target::NavmeshTxt));
}

#[test]
fn what_was_changed_in_a_mesh_is_not_undone_by_the_records_of_its_file() {
    for (name, target) in [("rooms.nav", Target::Menge), ("keep.dpm", Target::DoomPath)] {
        let example = Example::ALL.iter().find(|example| example.file_name == name).unwrap();
        let content = read(name, example.bytes);
        let mut parts = mesh_of(&content).unwrap().clone().into_parts();
        for across in &mut parts.across {
            *across = across.face().map_or(Across::Outside, Across::Wall);
        }
        let closed = Navmesh::new(parts).unwrap();
        let n_islands = Islands::new(&closed, Ways::OnFoot).list().len();
        let written = format::write(&Content::mesh(closed), target).unwrap();
        let again = read(name, &written.bytes);
        assert_eq!(
            Islands::new(mesh_of(&again).unwrap(), Ways::OnFoot).list().len(),
            n_islands,
            "{name}"
        );
    }
}

#[test]
fn outlines_cover_what_the_faces_cover() {
    for (name, bytes) in all_files() {
        let content = read(&name, &bytes);
        let Some(mesh) = mesh_of(&content) else { continue };
        // Floors that lie over each other, and faces that cross themselves, have no outline in the plane.
        let sound = mesh.attributes().z.is_empty() && mesh.faces().all(|face| face.is_convex());
        if !sound {
            continue;
        }
        let layout = extract(mesh);
        let area = |ring: &Outline| wayglass::geom::area(ring);
        let border: f64 = layout.border.rings().iter().map(area).sum();
        let obstacles: f64 =
            layout.obstacles.values().map(|obstacle| area(&obstacle.outline)).sum();
        let holes: f64 =
            layout.obstacles.values().flat_map(|obstacle| obstacle.holes.iter().map(area)).sum();
        let ground = Islands::new(mesh, Ways::OnFoot).area();
        assert!((border - obstacles + holes - ground).abs() <= 1e-9 * ground, "{name}");
        assert!(layout.border.rings().iter().all(|ring| area(ring) > 0.0), "{name}");
    }
}

#[test]
fn ground_inside_an_obstacle_is_a_hole_of_it() {
    let example = Example::ALL.iter().find(|example| example.file_name == "district.mesh").unwrap();
    let content = read("district.mesh", example.bytes);
    let layout = extract(mesh_of(&content).unwrap());
    assert_eq!(layout.border.rings().len(), 1);
    assert_eq!(layout.obstacles.values().map(|obstacle| obstacle.holes.len()).sum::<usize>(), 1);
}
