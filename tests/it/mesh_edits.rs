//! Changes to meshes by hand: what comes of them, what cannot be, and that files and undoing bring back what was.

use std::sync::Arc;

use fastrand::Rng;

use wayglass::document::{Document, Edit, Source, Step};
use wayglass::example::Example;
use wayglass::format::{self, Content, Format, Target};
use wayglass::geom::Point;
use wayglass::mesh::edit::{
    MeshEdit, MeshEditError, close_side, delete_face, move_vertex, open_all, open_side, stitch,
    toggle_walkable, weld,
};
use wayglass::mesh::subset::walkable_part;
use wayglass::mesh::{Across, FaceId, FileIds, Kind, Navmesh, VertexId, check};

/// Four squares in a row, the last blocked; between the first two stands a wall.
const ROW: &str = "mesh\n3\n10 4\n0 0\n1 0\n2 0\n3 0\n4 0\n0 1\n1 1\n2 1\n3 1\n4 1\n\
    1 4 1 2 7 6 0 0 -2 0\n1 4 2 3 8 7 -1 0 3 0\n1 4 3 4 9 8 2 0 -4 0\n0 4 4 5 10 9 -3 0 0 0\n";

fn mesh_in(bytes: &[u8]) -> Navmesh {
    match format::read(bytes).unwrap().content {
        Content::Mesh(mesh) => Arc::unwrap_or_clone(mesh),
        other => panic!("{other:?}"),
    }
}

fn row() -> Navmesh {
    mesh_in(ROW.as_bytes())
}

fn written_as(mesh: &Navmesh, target: Target) -> Navmesh {
    mesh_in(&format::write(&Content::mesh(mesh.clone()), target).unwrap().bytes)
}

/// In version 3 all of it comes back, in version 2 and as nav what can be walked on.
fn comes_back(mesh: &Navmesh) {
    assert!(written_as(mesh, Target::Mesh3).has_ground_of(mesh), "as version 3");
    if mesh.faces().any(|face| face.walkable()) {
        let walkable = walkable_part(mesh);
        assert!(written_as(mesh, Target::Mesh2).has_ground_of(&walkable), "as version 2");
    }
}

fn finds(mesh: &Navmesh, kind: Kind) -> bool {
    check(mesh).list().iter().any(|finding| finding.kind == kind)
}

fn at(x: f64, y: f64) -> Point {
    Point::new(x, y)
}

#[test]
fn a_face_is_blocked_and_unblocked() {
    let blocked = toggle_walkable(&row(), FaceId(2)).unwrap();
    comes_back(&blocked);
    assert!(!blocked.face(FaceId(2)).walkable());
    assert_eq!(blocked.face(FaceId(1)).across()[1], Across::Wall(FaceId(2)));
    assert_eq!(blocked.face(FaceId(3)).across()[3], Across::Open(FaceId(2)));
    let again = toggle_walkable(&blocked, FaceId(2)).unwrap();
    assert!(again.has_ground_of(&row()));
    let all = toggle_walkable(&row(), FaceId(3)).unwrap();
    comes_back(&all);
    assert!(all.is_open_both_ways(FaceId(2), 1));
    assert_eq!(toggle_walkable(&row(), FaceId(4)), Err(MeshEditError::NoFace(5)));
}

#[test]
fn a_side_is_opened_and_closed() {
    assert!(finds(&row(), Kind::ThinWall));
    let open = open_side(&row(), FaceId(0), 1).unwrap();
    comes_back(&open);
    assert!(open.is_open_both_ways(FaceId(1), 3) && !finds(&open, Kind::ThinWall));
    assert!(close_side(&open, FaceId(1), 3).unwrap().has_ground_of(&row()));
    let closed = close_side(&row(), FaceId(1), 1).unwrap();
    comes_back(&closed);
    assert!(finds(&closed, Kind::IsolatedFace));

    let refused = |result: Result<Navmesh, MeshEditError>| result.unwrap_err().to_string();
    assert_eq!(refused(open_side(&open, FaceId(0), 1)), "the edge is open already");
    assert_eq!(refused(close_side(&row(), FaceId(0), 1)), "the edge is closed already");
    assert_eq!(refused(open_side(&row(), FaceId(0), 0)), "no face lies over that edge of face 1");
    assert_eq!(refused(close_side(&row(), FaceId(0), 4)), "face 1 has no edge 4");
    assert_eq!(
        refused(open_side(&row(), FaceId(2), 1)),
        "one of the faces 3 and 4 is blocked, and the other is not"
    );
}

#[test]
fn a_vertex_is_moved_but_no_face_is_turned_over() {
    let moved = move_vertex(&row(), VertexId(1), at(1.25, -0.5)).unwrap();
    comes_back(&moved);
    assert_eq!(moved.point(VertexId(1)), at(1.25, -0.5));
    let dented = move_vertex(&row(), VertexId(1), at(0.75, 0.9)).unwrap();
    comes_back(&dented);
    assert!(finds(&dented, Kind::NonConvex));
    let met = move_vertex(&row(), VertexId(0), at(0.0, 1.0)).unwrap();
    comes_back(&met);
    assert!(finds(&met, Kind::DuplicateVertex));
    let over = move_vertex(&row(), VertexId(0), at(3.0, 3.0));
    assert_eq!(over.unwrap_err().to_string(), "face 1 would be turned over");
    for odd in [f64::NAN, f64::INFINITY, 1e30] {
        assert_eq!(move_vertex(&row(), VertexId(0), at(odd, 0.0)), Err(MeshEditError::NoPlace));
    }
    let nobody = move_vertex(&row(), VertexId(10), at(0.0, 0.0));
    assert_eq!(nobody, Err(MeshEditError::NoVertex(11)));
}

#[test]
fn a_crack_is_welded() {
    // Two squares with a crack between them that is open at its lower end.
    let cracked = mesh_in(
        b"mesh\n2\n7 2\n0 0 2 -1 0\n1 0 2 -1 0\n1.1 0 2 -1 1\n2 0 2 -1 1\n0 1 2 -1 0\n1 1 3 -1 0 1\n2 1 2 -1 1\n\
          4 0 1 5 4 -1 -1 -1 -1\n4 2 3 6 5 -1 -1 -1 -1\n",
    );
    assert_eq!(cracked.face(FaceId(0)).across()[1], Across::Outside);
    let welded = weld(&cracked, VertexId(1), VertexId(2)).unwrap();
    comes_back(&welded);
    assert_eq!((welded.n_vertices(), welded.point(VertexId(1))), (6, at(1.0, 0.0)));
    assert!(welded.is_open_both_ways(FaceId(0), 1));
    assert!(!finds(&welded, Kind::Islands));

    let refused = |kept, gone| weld(&row(), VertexId(kept), VertexId(gone)).unwrap_err();
    assert_eq!(refused(1, 1), MeshEditError::SameVertex);
    assert_eq!(refused(0, 6).to_string(), "face 1 would touch itself");
    assert_eq!(refused(5, 9).to_string(), "face 4 would be turned over");
    // A side of a square goes, for both faces that have it; then it is a triangle, and that is the end.
    let triangles = weld(&row(), VertexId(1), VertexId(6)).unwrap();
    comes_back(&triangles);
    assert_eq!(triangles.face(FaceId(0)).n_sides(), 3);
    let fewer = weld(&triangles, VertexId(0), VertexId(1));
    assert_eq!(fewer.unwrap_err().to_string(), "face 1 would have fewer than 3 corners");
}

#[test]
fn a_vertex_is_stitched_to_the_side_it_lies_on() {
    // A wide square under two narrow ones, of whose common corner it does not know.
    let torn = mesh_in(
        b"mesh\n3\n8 3\n0 0\n2 0\n2 1\n0 1\n1 1\n2 2\n1 2\n0 2\n\
          1 4 1 2 3 4 0 0 0 0\n1 4 4 5 7 8 0 0 3 0\n1 4 5 3 6 7 2 0 0 0\n",
    );
    assert!(finds(&torn, Kind::TJunction) && finds(&torn, Kind::Islands));
    let stitched = stitch(&torn, VertexId(4), FaceId(0), 2).unwrap();
    comes_back(&stitched);
    assert_eq!(stitched.face(FaceId(0)).n_sides(), 5);
    assert!(!finds(&stitched, Kind::TJunction) && !finds(&stitched, Kind::Islands));
    let again = stitch(&stitched, VertexId(4), FaceId(0), 2).unwrap_err();
    assert_eq!(again.to_string(), "vertex 5 is a corner of face 1 already");
    assert_eq!(stitch(&torn, VertexId(4), FaceId(0), 7), Err(MeshEditError::NoSide(1, 7)));
}

#[test]
fn walls_and_faces_are_opened_at_once() {
    let opened = open_all(&row(), &[FaceId(3)], &[(FaceId(0), 1)]).unwrap();
    comes_back(&opened);
    assert!(!finds(&opened, Kind::Islands) && opened.face(FaceId(3)).walkable());
    assert!(opened.is_open_both_ways(FaceId(2), 1) && opened.is_open_both_ways(FaceId(0), 1));
    assert_eq!(open_all(&row(), &[FaceId(9)], &[]), Err(MeshEditError::NoFace(10)));
    assert_eq!(open_all(&row(), &[], &[(FaceId(0), 0)]), Err(MeshEditError::NothingAcross(1)));
}

#[test]
fn a_face_is_deleted_with_all_that_was_only_its_own() {
    let deleted = delete_face(&row(), FaceId(0)).unwrap();
    comes_back(&deleted);
    assert_eq!((deleted.n_faces(), deleted.n_vertices()), (3, 8));
    assert_eq!(deleted.face(FaceId(0)).across()[3], Across::Outside);
    assert_eq!(deleted.face(FaceId(0)).across()[1], Across::Open(FaceId(1)));
    assert_eq!(delete_face(&row(), FaceId(9)), Err(MeshEditError::NoFace(10)));
    let mut mesh = row();
    while 0 < mesh.n_faces() {
        mesh = delete_face(&mesh, FaceId(0)).unwrap();
        comes_back(&mesh);
    }
    assert_eq!(mesh.n_vertices(), 0);
}

pub(crate) fn random_edit(mesh: &Navmesh, random: &mut Rng) -> MeshEdit {
    let face = FaceId(random.u32(..mesh.n_faces() as u32 + 1));
    let side = random.usize(..5);
    let mut vertex = || VertexId(random.u32(..mesh.n_vertices() as u32 + 1));
    let [a, b] = [vertex(), vertex()];
    let near = mesh.points().get(a.index()).copied().unwrap_or_default();
    let step = at(random.f64() - 0.5, random.f64() - 0.5);
    match random.u32(..7) {
        6 => MeshEdit::Stitch(a, face, side),
        0 => MeshEdit::ToggleWalkable(face),
        1 => MeshEdit::OpenSide(face, side),
        2 => MeshEdit::CloseSide(face, side),
        3 => MeshEdit::MoveVertex(a, near + step),
        4 => MeshEdit::DeleteFace(face),
        _ => {
            // Nearly always one of the corners of the same face, or of the next.
            let corners = mesh.corners();
            let place = corners.iter().position(|corner| *corner == a).unwrap_or(0);
            let other = corners.get(place + random.usize(1..9)).copied().unwrap_or(b);
            MeshEdit::Weld(a, other)
        }
    }
}

#[test]
fn random_edits_of_all_examples_come_back_from_files_and_are_undone() {
    let mut random = Rng::with_seed(77);
    let [mut n_done, mut n_refused] = [0, 0];
    for example in Example::ALL {
        let import = format::read(example.bytes).unwrap();
        let (Content::Mesh(_), true) = (&import.content, example.bytes.len() < 100_000) else {
            continue;
        };
        // Flaws of a broken file are told by its reader, and not found again in what we write.
        let is_sound = example.file_name != "broken.mesh" && import.format != Format::DoomPath;
        let mut document = Document::new("map".to_owned(), example.bytes.to_vec(), import);
        let mut past = vec![document.state().clone()];
        for _ in 0..150 {
            let mesh = document.mesh().unwrap().clone();
            match Edit::of_mesh(random_edit(&mesh, &mut random), &mesh) {
                Ok(edit) => {
                    document.apply(edit, Step::New);
                    past.push(document.state().clone());
                    n_done += 1;
                    if is_sound {
                        comes_back(document.mesh().unwrap());
                    }
                    own_format(&document);
                }
                Err(MeshEditError::Mesh(error)) => panic!("{}: {error}", example.file_name),
                Err(_) => n_refused += 1,
            }
        }
        while let Some(before) = past.pop() {
            assert!(*document.state() == before, "{}", example.file_name);
            assert_eq!(document.undo().is_some(), !past.is_empty());
        }
    }
    assert!(300 < n_done && 100 < n_refused, "{n_done} done, {n_refused} refused");
}

/// What a format says of faces beside the mesh stays in line with them, and a nav can be written as one.
fn own_format(document: &Document) {
    let Source::Mesh(mesh) = &document.state().source else { panic!("it was a mesh") };
    let attributes = mesh.attributes();
    assert!(attributes.fits(mesh.n_faces()));
    if let FileIds::Listed(ids) = &attributes.ids {
        assert_eq!(ids.len(), mesh.n_faces());
    }
    if document.format() == Format::Menge && mesh.faces().any(|face| face.walkable()) {
        let again = written_as(mesh, Target::Menge);
        assert_eq!(again.n_faces(), walkable_part(mesh).n_faces());
    }
}
