//! Real files, where they are at hand.

use std::path::PathBuf;

use crate::format::navmesh_txt::write;
use crate::format::{Content, Format, read};
use crate::mesh::Kind;

fn corpus() -> PathBuf {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/data");
    std::env::var_os("WAYGLASS_CORPUS").map_or_else(|| beside.into(), PathBuf::from)
}

#[test]
fn real_files_come_back_byte_for_byte() {
    for (name, n_vertices, n_faces) in [("arena", 34, 42), ("aurora", 15_674, 15_932)] {
        let Ok(bytes) =
            std::fs::read(corpus().join(format!("navmesh_txt/{name}_holes_navmesh.txt")))
        else {
            continue;
        };
        let import = read(&bytes).unwrap();
        assert_eq!(import.format, Format::NavmeshTxtA);
        let Content::Mesh(mesh) = import.content else { panic!("{name} is a mesh") };
        assert_eq!((mesh.n_vertices(), mesh.n_faces()), (n_vertices, n_faces));
        assert_eq!(
            import.findings.count(Kind::Clockwise) + import.findings.count(Kind::WrongCount),
            0
        );
        assert!(write(&mesh).unwrap().bytes == bytes, "{name} was written differently");
    }
}
