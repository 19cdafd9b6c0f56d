//! The example maps that come with the program.

use wayglass::example::Example;
use wayglass::format::{self, Content};
use wayglass::mesh::{Kind, Severity};

#[test]
fn every_example_reads_without_a_fault_but_the_broken_one() {
    for example in Example::ALL {
        let import = format::read(example.bytes)
            .unwrap_or_else(|error| panic!("{}: {error}", example.file_name));
        let n_faults = import.findings.count_severity(Severity::Error)
            + import.findings.count_severity(Severity::Warning);
        let broken = example.file_name == "broken.mesh";
        assert_eq!(n_faults != 0, broken, "{}: {:#?}", example.file_name, import.findings.list());
    }
}

#[test]
fn the_broken_example_has_one_specimen_each_of_many_faults_on_the_lines_that_say_so() {
    let example = Example::ALL.iter().find(|example| example.file_name == "broken.mesh").unwrap();
    let import = format::read(example.bytes).unwrap();
    let lines: Vec<&str> = std::str::from_utf8(example.bytes).unwrap().lines().collect();
    let one_of_each = [
        Kind::NonConvex,
        Kind::NeighbourNotShared,
        Kind::OneSidedNeighbour,
        Kind::SignsDisagree,
        Kind::ShiftedNeighbours,
        Kind::SelfNeighbour,
        Kind::Clockwise,
        Kind::ZeroArea,
        Kind::DuplicateVertex,
        Kind::NearVertices,
        Kind::TJunction,
        Kind::UnusedVertex,
        Kind::Pinch,
        Kind::IsolatedFace,
    ];
    for kind in one_of_each {
        assert_eq!(import.findings.count(kind), 1, "{kind:?}");
        let finding = import.findings.list().iter().find(|finding| finding.kind == kind).unwrap();
        let Some(wayglass::mesh::Origin::Line(line)) = finding.origin else {
            panic!("{finding:?}")
        };
        assert!(
            lines[line as usize - 1].contains("// fault"),
            "{kind:?} on line {line}: {}",
            lines[line as usize - 1]
        );
    }
}

#[test]
fn examples_show_every_kind_of_map() {
    let n_faces = |name: &str| {
        let example = Example::ALL.iter().find(|example| example.file_name == name).unwrap();
        match format::read(example.bytes).unwrap().content {
            Content::Mesh(mesh) => mesh.n_faces(),
            Content::Layout(layout) => layout.obstacles.len() + layout.lanes.lanes.len(),
            Content::Scenario(scenario) => scenario.instances.len(),
            Content::Trace(recording) => recording.steps.len(),
        }
    };
    let names = [
        "islands.mesh",
        "district.mesh",
        "rooms.nav",
        "keep.dpm",
        "blobs.txt",
        "station.building.yaml",
    ];
    assert_eq!(names.map(n_faces), [5276, 2448, 108, 59, 80, 17]);
}
