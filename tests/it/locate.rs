//! Point location against the slow way: asking every face.

use wayglass::format::{self, Content};
use wayglass::geom::{Point, Within, within};
use wayglass::mesh::{FaceId, Locator, Navmesh, Place};

fn mesh(text: &str) -> Navmesh {
    match format::read(text.as_bytes()).unwrap().content {
        Content::Mesh(mesh) => Navmesh::clone(&mesh),
        _ => panic!("not a mesh"),
    }
}

fn example(name: &str) -> Navmesh {
    let example =
        wayglass::example::Example::ALL.iter().find(|example| example.file_name == name).unwrap();
    match format::read(example.bytes).unwrap().content {
        Content::Mesh(mesh) => Navmesh::clone(&mesh),
        _ => panic!("not a mesh"),
    }
}

/// The faces that hold a point, by asking all of them.
fn slow(mesh: &Navmesh, p: Point) -> Vec<FaceId> {
    let holds = |ring: Vec<Point>| within(&ring, p) != Within::Outside;
    mesh.faces().filter(|face| holds(face.points().collect())).map(|face| face.id).collect()
}

fn check_all(mesh: &Navmesh, points: impl IntoIterator<Item = Point>) {
    let locator = Locator::new(mesh);
    for p in points {
        let fast: Vec<FaceId> = locator.faces_at(mesh, p).map(|(face, _)| face).collect();
        assert_eq!(fast, slow(mesh, p), "{p:?}");
        let places = locator.places(mesh, p);
        match places[0] {
            Place::Outside(nearest) => {
                assert!(fast.is_empty());
                let best = mesh
                    .faces()
                    .filter(|face| face.walkable())
                    .flat_map(|face| {
                        (0..face.n_sides()).map(move |side| face.segment(side).distance(p))
                    })
                    .fold(f64::INFINITY, f64::min);
                assert_eq!(
                    nearest.map_or(f64::INFINITY, |nearest| nearest.distance),
                    best,
                    "{p:?}"
                );
            }
            Place::In(face) => assert!(fast.contains(&face)),
            Place::OnSide(face, side) => assert!(mesh.face(face).segment(side).holds(p)),
            Place::OnVertex(vertex) => assert_eq!(mesh.point(vertex), p),
        }
    }
}

fn random_points(mesh: &Navmesh, n: usize) -> Vec<Point> {
    let mut random = fastrand::Rng::with_seed(1);
    let bounds = mesh.bounds().inflated(0.1 * mesh.bounds().diagonal());
    (0..n)
        .map(|_| {
            let (x, y) = (random.f64(), random.f64());
            Point::new(bounds.min.x + x * bounds.width(), bounds.min.y + y * bounds.height())
        })
        .collect()
}

#[test]
fn the_grid_finds_what_asking_every_face_finds() {
    for name in ["islands.mesh", "district.mesh", "rooms.nav", "maze.map", "keep.dpm"] {
        let mesh = example(name);
        check_all(&mesh, random_points(&mesh, 300));
        let vertices = mesh.points().iter().step_by(7).copied();
        check_all(&mesh, vertices);
        let middles = mesh.faces().step_by(11).map(|face| {
            let side = face.segment(0);
            (side.from + side.to) * 0.5
        });
        check_all(&mesh, middles);
    }
}

#[test]
fn a_point_on_a_shared_side_is_told_once() {
    let mesh = mesh(
        "mesh 2  4 2  0 0 2 0 -1  2 0 3 0 1 -1  2 2 2 1 -1  0 2 3 1 0 -1  3 0 1 3 -1 -1 1  3 1 2 3 0 -1 -1",
    );
    let locator = Locator::new(&mesh);
    assert_eq!(locator.places(&mesh, Point::new(1.0, 1.0)), [Place::OnSide(FaceId(0), 1)]);
    assert_eq!(locator.places(&mesh, Point::new(0.5, 0.5)), [Place::In(FaceId(0))]);
    assert!(matches!(locator.places(&mesh, Point::new(2.0, 0.0))[..], [Place::OnVertex(_)]));
    assert!(matches!(locator.places(&mesh, Point::new(9.0, 0.0))[..], [Place::Outside(Some(_))]));
}

#[test]
fn floors_over_each_other_give_a_list() {
    let mesh = example("keep.dpm");
    let locator = Locator::new(&mesh);
    let stacked = mesh
        .faces()
        .map(|face| face.center())
        .filter(|&p| 1 < locator.places(&mesh, p).len())
        .count();
    assert!(0 < stacked);
}

#[test]
fn far_away_points_find_their_way_back() {
    let mesh = example("islands.mesh");
    check_all(&mesh, [Point::new(1e12, -1e12), Point::new(-1e12, 3.0), Point::new(160.0, 1e9)]);
}

#[test]
fn an_empty_mesh_is_nowhere() {
    let mesh = mesh("mesh 3 0 0");
    assert_eq!(Locator::new(&mesh).places(&mesh, Point::new(0.0, 0.0)), [Place::Outside(None)]);
}

#[test]
fn the_nearest_wall_is_the_nearest() {
    let import = wayglass::format::read(wayglass::example::Example::ALL[2].bytes).unwrap();
    let wayglass::format::Content::Mesh(mesh) = import.content else { panic!("no mesh") };
    let walls = wayglass::mesh::clearance::Walls::new(&mesh);
    let slow = |p: Point| {
        let mut nearest = f64::INFINITY;
        for face in mesh.faces().filter(|face| face.walkable()) {
            for side in (0..face.n_sides()).filter(|&side| mesh.step(face.id, side).is_none()) {
                nearest = nearest.min(face.segment(side).distance(p));
            }
        }
        nearest
    };
    for face in mesh.faces() {
        let at = face.center();
        let (fast, slow) = (walls.distance(at).unwrap(), slow(at));
        assert!((fast - slow).abs() <= 1e-12 * slow, "{at:?}: {fast} {slow}");
    }
}
