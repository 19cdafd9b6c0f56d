//! What every fuzz target does with its bytes: read them, and write what came out in every format.

use wayglass::format::{self, Content, Format, Target};
use wayglass::mesh::Locator;

/// Reads bytes as a file of one format: a beginning that it is known by is put before them.
pub fn read_as(format: Format, bytes: &[u8]) {
    let beginning: &[u8] = match format {
        Format::DoomPath => b"DPMESH\x01\0",
        Format::PackedMesh2 => b"pack\0\0\x02",
        Format::Mesh3 => b"mesh\n3\n",
        Format::Mesh2 => b"mesh\n2\n",
        Format::Mesh1 => b"mesh\n1\n",
        Format::WeightedMesh2 => b"weighted_mesh\n2\n",
        Format::Scen => b"version 1\n",
        Format::Polygon => b"polygon 1\n",
        Format::Poly => b"poly\n1\n",
        Format::Grid => b"type octile\n",
        Format::NavmeshTxtA => b"points:[0,0,1,0,0,1]\n",
        Format::NavmeshTxtB => b"VERTICES: [0, 0, 1, 0, 0, 1]\n",
        Format::Blobs => b"0;[0,0,1,0,0,1]\n",
        Format::Building => b"levels:\n  L1:\n    vertices: [[0, 0], [1, 0], [0, 1]]\n",
        Format::Project => b"wayglass 1\nobstacle 1\n  outline 0 0 1 0 0 1\n",
        Format::Posthoc => b"version: 1.4.0\nevents:\n  - {type: source, id: 1, x: 0, y: 0}\n",
        Format::PolyanyaLog => b"popped off: root=(0, 0); left=(1, 2); right=(1, -2); f=9.5, g=0\n",
        Format::Menge => b"3\n0 0\n1 0\n0 1\n",
        Format::Cdt => return read_and_write(&with_counts(bytes)),
    };
    read_and_write(&[beginning, bytes].concat());
}

/// Before words that may be points and edges, the counts of both. Triangulation inputs are known by having as many
/// numbers as these say, which chance hardly gives.
fn with_counts(bytes: &[u8]) -> Vec<u8> {
    let n_pairs = bytes.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).count() / 2;
    let n_edges = n_pairs * usize::from(bytes.first().copied().unwrap_or_default()) / 256;
    [format!("{} {n_edges}\n", n_pairs - n_edges).as_bytes(), bytes].concat()
}

/// Reads bytes, and writes what comes out in every format; from its own, if a mesh has one, it must come back equal.
pub fn read_and_write(bytes: &[u8]) {
    let Ok(import) = format::read(bytes) else { return };
    for &target in Target::ALL {
        let _ = format::write(&import.content, target);
    }
    let Content::Mesh(mesh) = &import.content else { return };
    let places = Locator::new(mesh).places(mesh, mesh.bounds().min);
    assert!(!places.is_empty());
    let own = match import.format {
        Format::Mesh3 => Target::Mesh3,
        Format::Menge => Target::Menge,
        Format::DoomPath => Target::DoomPath,
        _ => return,
    };
    let written = format::write(&import.content, own);
    let written = written.expect("a file can be written in its own format");
    let again = format::read(&written.bytes).expect("what was written can be read");
    assert!(again.content == import.content, "it comes back as it was");
}
