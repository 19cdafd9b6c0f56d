//! What has brought others down: each test is named after the public report, and builds the situation that it tells of.

use wayglass::build::live::{Edit, Live};
use wayglass::build::{Faces, build};
use wayglass::geom::{Point, Segment};
use wayglass::layout::{Border, Layout, Obstacle, ObstacleId, Outline};
use wayglass::mesh::{Kind, Locator, Navmesh, Place, check};

use crate::build::in_a_box;
use crate::layouts::{check_build, walkable_area};

fn outline(points: &[(f64, f64)]) -> Outline {
    points.iter().map(|&(x, y)| Point::new(x, y)).collect()
}

fn bar(x0: f64, y0: f64, x1: f64, y1: f64) -> Outline {
    outline(&[(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
}

fn check_area(layout: &Layout, expected: f64) -> Navmesh {
    let mesh = check_build(layout, "a reproducer");
    let found = walkable_area(&mesh);
    assert!((found - expected).abs() < 1e-9 * expected.max(1.0), "{found}, not {expected}");
    mesh
}

/// Obstacles over and along the outer boundary left an empty mesh.
#[test]
fn polyanya_47_obstacles_that_cover_the_border() {
    check_area(&in_a_box([bar(-2.0, -2.0, 12.0, 3.0)]), 70.0);
    check_area(&in_a_box([bar(0.0, 0.0, 10.0, 3.0), bar(0.0, 7.0, 10.0, 10.0)]), 40.0);
    check_area(&in_a_box([bar(0.0, 0.0, 3.0, 10.0), bar(-1.0, 9.0, 11.0, 12.0)]), 63.0);
}

/// A corner was not in the mesh any more after faces had been merged.
#[test]
fn polyanya_99_every_corner_is_still_there_after_merging() {
    let ring = [(2.0, 2.0), (5.0, 2.5), (8.0, 2.0), (7.0, 5.0), (8.0, 8.0), (2.0, 8.0)];
    let mesh = check_build(&in_a_box([outline(&ring)]), "corners");
    let locator = Locator::new(&mesh);
    for (x, y) in ring.into_iter().chain([(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]) {
        let places = locator.places(&mesh, Point::new(x, y));
        assert!(matches!(places[..], [Place::OnVertex(_)]), "{x} {y}: {places:?}");
    }
}

/// Constraints that cross made the bulk load panic.
#[test]
fn spade_105_and_parry_350_edges_that_cross() {
    let mut layout = in_a_box([]);
    let star = (0..7).map(|i| {
        let (sin, cos) = (f64::from(i) * 2.7).sin_cos();
        outline(&[(5.0 - 4.0 * cos, 5.0 - 4.0 * sin), (5.0 + 4.0 * cos, 5.0 + 4.0 * sin)])
    });
    layout.walls = (0..).map(ObstacleId).zip(star).collect();
    check_area(&layout, 100.0);
}

/// Duplicated points, duplicated edges and nearly parallel edges made triangulations loop for ever.
#[test]
fn cdt_69_113_120_165_duplicates_and_nearly_parallel_edges() {
    let fan = (0..40).map(|i| outline(&[(1.0, 1.0), (9.0, 1.0 + 1e-13 * f64::from(i))]));
    let again = std::iter::repeat_n(outline(&[(1.0, 1.0), (1.0, 1.0), (9.0, 1.0), (9.0, 1.0)]), 5);
    let mut layout = in_a_box(std::iter::repeat_n(bar(2.0, 4.0, 6.0, 8.0), 9));
    layout.walls = (0..).map(ObstacleId).zip(fan.chain(again)).collect();
    check_area(&layout, 84.0);
}

/// Touching and crossing constraints tripped assertions.
#[test]
fn cgal_2999_3263_5055_constraints_that_touch() {
    let mut layout =
        in_a_box([bar(2.0, 2.0, 5.0, 5.0), bar(5.0, 3.0, 8.0, 4.0), bar(5.0, 5.0, 6.0, 6.0)]);
    let walls = [outline(&[(0.0, 5.0), (10.0, 5.0)]), outline(&[(5.0, 0.0), (5.0, 10.0)])];
    layout.walls = (0..).map(ObstacleId).zip(walls).collect();
    check_area(&layout, 100.0 - 9.0 - 3.0 - 1.0);
}

/// A constraint that had crossed another could not be undone: the vertex of the crossing stayed.
#[test]
fn cgal_4059_and_spade_134_what_is_taken_back_leaves_nothing_behind() {
    let mut live = Live::new(in_a_box([bar(2.0, 2.0, 8.0, 3.0)]), Faces::Triangles).unwrap();
    let before = live.mesh().unwrap();
    for i in 0..50 {
        let (id, x) = (ObstacleId(7), 2.1 + 0.1 * f64::from(i));
        live.edit(Edit::Obstacle(id, Some(Obstacle::new(bar(x, 1.0, x + 0.7, 9.0))))).unwrap();
        live.edit(Edit::Wall(id, Some(outline(&[(0.0, x), (10.0, 5.0)])))).unwrap();
        live.edit(Edit::Obstacle(id, None)).unwrap();
        live.edit(Edit::Wall(id, None)).unwrap();
        let after = live.mesh().unwrap();
        assert_eq!(after.n_vertices(), before.n_vertices());
        assert_eq!(after.n_faces(), before.n_faces());
        assert_eq!(walkable_area(&after), walkable_area(&before));
    }
}

/// A point on an edge was said to be outside.
#[test]
fn recast_263_the_rim_belongs_to_the_ground() {
    let live = Live::new(in_a_box([bar(2.0, 2.0, 8.0, 3.0)]), Faces::Merged).unwrap();
    for (x, y) in [(0.0, 5.0), (10.0, 10.0), (4.0, 2.0), (8.0, 3.0), (5.0, 10.0)] {
        let slot = live.locate(Point::new(x, y)).unwrap();
        assert!(live.slots()[slot.0 as usize].unwrap().walkable, "{x} {y}");
    }
    assert_eq!(live.locate(Point::new(10.5, 5.0)), None);
    assert_eq!(live.locate(Point::new(f64::NAN, 5.0)), None);
}

/// Unions of shapes that share edges or touch in points panicked, or came back with a torn inside.
#[test]
fn geo_867_to_1189_and_1470_unions_of_shapes_that_share_edges() {
    let checkers = (0..4).flat_map(|y| (0..4).map(move |x| (f64::from(x), f64::from(y))));
    let touching = checkers.clone().filter(|(x, y)| (x + y) % 2.0 == 0.0);
    let squares = |at: Vec<(f64, f64)>| {
        in_a_box(
            at.into_iter()
                .map(|(x, y)| bar(2.0 * x + 1.0, 2.0 * y + 1.0, 2.0 * x + 3.0, 2.0 * y + 3.0)),
        )
    };
    check_area(&squares(checkers.collect()), 100.0 - 64.0);
    let mesh = check_area(&squares(touching.collect()), 100.0 - 32.0);
    assert_eq!(check(&mesh).count(Kind::Pinch), 9);
}

/// Coordinates at the end of the range overflowed.
#[test]
fn ioverlay_88_coordinates_at_the_end_of_the_range() {
    let far = wayglass::geom::LIMIT;
    let half = far / 2.0;
    let layout = Layout {
        border: Border::AnyOf(vec![bar(-far, -far, far, far)]),
        ..in_a_box([bar(-half, -half, half, half), bar(0.0, 0.0, far, far)])
    };
    check_area(&layout, 4.0 * far * far - far * far - 0.75 * far * far);
}

/// A plain Delaunay triangulation cuts through obstacles: long thin teeth are what it does not see.
#[test]
fn no_face_cuts_through_an_outline() {
    let mut ring = vec![(9.0, 9.0), (1.0, 9.0), (1.0, 1.0)];
    ring.extend((0..30).flat_map(|i| {
        let x = 1.25 + 0.25 * f64::from(i);
        [(x, if i % 2 == 0 { 8.0 } else { 1.0 })]
    }));
    ring.push((9.0, 1.5));
    for faces in [Faces::Triangles, Faces::Merged] {
        let mesh = build(&in_a_box([outline(&ring)]), faces).unwrap();
        let corner = |i: usize| Point::new(ring[i % ring.len()].0, ring[i % ring.len()].1);
        let edges = (0..ring.len()).map(|i| Segment::new(corner(i), corner(i + 1)));
        for edge in edges {
            for face in mesh.faces() {
                let cut = (0..face.n_sides()).find(|&side| face.segment(side).crosses(edge));
                assert_eq!(cut, None, "{edge:?}");
            }
        }
    }
}
