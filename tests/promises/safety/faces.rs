//! W4 for meshes: what is done to faces can be undone and survives, whatever only the format of their file can say.

use fastrand::Rng;

use wayglass::document::{Change, Document, Edit, Step, journal};
use wayglass::example::Example;
use wayglass::format::{self, Content};
use wayglass::geom::Point;
use wayglass::mesh::{FaceId, MeshEdit, Navmesh, VertexId};

use super::person::pin;
use super::undo::assert_same;

/// So many acts, one after the other, in one document.
const ACTS: usize = 40;
/// Each step holds a whole mesh.
const MOST_FACES: usize = 3_000;

/// All that only some formats can say: costs, groups, planes, heights, teleporters, ids of their own.
const RICH: &[&str] = &[
    "weighted_mesh\n2\n4 2\n0 0 2 0 -1\n4 0 3 0 1 -1\n4 3 2 1 -1\n0 3 3 1 0 -1\n3 0 1 3 -1 -1 1 2.5\n3 1 2 3 0 -1 -1 1\n",
    "type octile\nheight 2\nwidth 3\nmap\n.S.\n@..\n",
];

/// The documents to work on: one of each file at hand that has a mesh.
fn documents() -> Vec<(String, Vec<u8>)> {
    let examples = Example::ALL.iter().map(|it| (it.file_name.to_owned(), it.bytes.to_vec()));
    let rich = RICH.iter().map(|text| ("rich".to_owned(), text.as_bytes().to_vec()));
    let has_mesh = |(_, bytes): &(String, Vec<u8>)| {
        let content = format::read(bytes).map(|import| import.content);
        matches!(content, Ok(Content::Mesh(mesh)) if mesh.n_faces() <= MOST_FACES)
    };
    examples.chain(rich).filter(has_mesh).collect()
}

/// A mesh after random acts is what its journal gives back, with its past and its future, in its own format.
pub fn edited_faces(seed: u64) -> u64 {
    let mut random = Rng::with_seed(seed);
    let files = documents();
    let (name, bytes) = &files[seed as usize % files.len()];
    let import = format::read(bytes).unwrap();
    let mut document = Document::new(name.clone(), bytes.clone(), import);
    let mut scribe = document.scribe();
    let mut pieces = vec![scribe.whole()];
    for _ in 0..ACTS {
        act(&mut document, &mut random);
        pieces.push(scribe.write(document.take_entries()));
        if random.u32(..20) == 0 {
            pieces = vec![scribe.whole()];
        }
    }
    let read = journal::read(name, pieces.iter().map(|piece| &**piece)).unwrap();
    assert!(read.is_whole, "{name}, seed {seed}");
    assert_eq!(read.document.format(), document.format(), "{name}, seed {seed}");
    assert_same(read.document, document, &mut random);
    ACTS as u64
}

fn act(document: &mut Document, random: &mut Rng) {
    match random.u32(..12) {
        0..2 => drop(document.undo()),
        2 => drop(document.redo()),
        3 => drop(document.revert()),
        4 => {
            let pins = Change::Pins((0..random.usize(..4)).map(|_| pin(random)).collect());
            document.apply(Edit::one("Pin", pins), Step::New);
        }
        _ => {
            let mesh = document.mesh().unwrap().clone();
            // Not everything can be done to every face: what cannot is refused, and nothing happens.
            if let Some(edit) = edit(&mesh, random).and_then(|it| Edit::of_mesh(it, &mesh).ok()) {
                document.apply(edit, Step::New);
            }
        }
    }
}

fn edit(mesh: &Navmesh, random: &mut Rng) -> Option<MeshEdit> {
    if mesh.n_faces() == 0 {
        return None;
    }
    let face = FaceId::at(random.usize(..mesh.n_faces()));
    let mut vertex = || VertexId::at(random.usize(..mesh.n_vertices()));
    let (one, other) = (vertex(), vertex());
    let side = random.usize(..mesh.face(face).n_sides());
    let by = Point::new(random.f64() - 0.5, random.f64() - 0.5);
    Some(match random.u32(..10) {
        0..3 => MeshEdit::ToggleWalkable(face),
        3 => MeshEdit::OpenSide(face, side),
        4..6 => MeshEdit::CloseSide(face, side),
        6 => MeshEdit::Weld(one, other),
        7 => MeshEdit::Stitch(one, face, side),
        8 => MeshEdit::MoveVertex(one, mesh.points()[one.index()] + by),
        _ => MeshEdit::DeleteFace(face),
    })
}
