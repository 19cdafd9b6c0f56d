//! What has brought others down: each test is named after the public report, and builds the situation that it tells of.

use std::sync::Arc;

use wayglass::build::live::{Edit, Live};
use wayglass::build::{Faces, build};
use wayglass::format;
use wayglass::geom::{LIMIT, Point, Segment};
use wayglass::layout::{Border, Layout, Obstacle, ObstacleId, Outline};
use wayglass::mesh::{Kind, Locator, Navmesh, Place, check};
use wayglass::search::{Algorithm, Ground, Outcome, Preparation, Query, Searcher};

use crate::build::in_a_box;
use crate::layouts::{check_build, is_free, walkable_area};

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
    let far = LIMIT;
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

/// Points of crossings that no number can hold made splitting an edge panic, again and again.
#[test]
fn spade_107_109_111_113_116_edges_that_cross_where_no_number_is() {
    let mut layout = in_a_box([]);
    let fan = (0..60_u32).map(|i| {
        let part = f64::from(i) / 59.0;
        let (low, high) = (0.1 + 9.7 * part * part, 9.9 - 9.3 * part);
        outline(&[(low, 1.0 / 3.0), (high, 29.0 / 3.0)])
    });
    layout.walls = (0..).map(ObstacleId).zip(fan).collect();
    check_area(&layout, 100.0);
    // The same with all of it a long way out, where numbers are few.
    let moved = |wall: &Outline| wall.iter().map(|&p| p + Point::new(1e8, -1e8)).collect();
    layout.walls.values_mut().for_each(|wall| *wall = moved(wall));
    layout.border = Border::AnyOf(vec![bar(1e8, -1e8, 1e8 + 10.0, 10.0 - 1e8)]);
    check_area(&layout, 100.0);
}

/// A walk to a point went round for ever where long edges stand in its way.
#[test]
fn spade_98_every_point_is_found_between_long_edges() {
    let comb = (0..40).map(|i| {
        let x = 0.25 + 0.24 * f64::from(i);
        let (low, high) = if i % 2 == 0 { (0.0, 9.9) } else { (0.1, 10.0) };
        bar(x, low, x + 1e-6, high)
    });
    let layout = in_a_box(comb);
    let live = Live::new(layout.clone(), Faces::Merged).unwrap();
    for i in 0..2_000_u32 {
        let at = Point::new(f64::from(i * 37 % 1000) / 100.0, f64::from(i * 91 % 1000) / 100.0);
        let Some(free) = is_free(&layout, at, 1e-9) else { continue };
        let slot = live.locate(at).unwrap();
        assert_eq!(live.slots()[slot.0 as usize].unwrap().walkable, free, "{at:?}");
    }
}

/// Where an edge runs all but through a vertex, the rounded crossing was outside of the triangles around it.
#[test]
fn cdt_139_148_211_212_220_edges_that_run_all_but_through_a_vertex() {
    let step = 2_f64.powi(-46);
    for off in [0.0, step, -step, 3.0 * step, -5.0 * step] {
        let mut layout = in_a_box([bar(3.0, 3.0, 5.0, 5.0), bar(5.0, 5.0, 7.0, 7.0)]);
        let walls = [
            outline(&[(1.0 + off, 9.0), (9.0, 1.0 + off)]),
            outline(&[(1.0, 1.0 + off), (9.0, 9.0 + off)]),
            outline(&[(3.0 - off, 0.0), (3.0 + off, 10.0)]),
            outline(&[(0.0, 5.0 + off), (10.0, 5.0 - off)]),
        ];
        layout.walls = (10..).map(ObstacleId).zip(walls).collect();
        check_area(&layout, 92.0);
    }
}

/// Searches went round for ever on maps whose faces meet in odd ways.
#[test]
fn polyanya_142_and_recast_343_every_search_ends() {
    let checkers =
        (0..5).flat_map(|y| (0..5).map(move |x| (x, y))).filter(|(x, y)| (x + y) % 2 == 0);
    let squares = checkers.map(|(x, y)| {
        let (x, y) = (f64::from(x) * 2.0, f64::from(y) * 2.0);
        bar(x, y, x + 2.0, y + 2.0)
    });
    let mesh = Arc::new(build(&in_a_box(squares), Faces::Merged).unwrap());
    for merge in [false, true] {
        let ground = Ground::new(mesh.clone(), &Preparation { merge, ..Preparation::default() });
        let mut searcher = Searcher::<()>::default();
        let ends = (0..21).flat_map(|x| (0..21).map(move |y| (x, y)));
        for (x, y) in ends {
            let goal = Point::new(f64::from(x) / 2.0, f64::from(y) / 2.0);
            for &algorithm in Algorithm::ALL {
                let query = Query { start: Point::new(3.0, 1.0), goal };
                let outcome = searcher.find(algorithm, &ground, &query, &mut ());
                assert_ne!(outcome, Outcome::GaveUp, "{algorithm:?} to {goal:?}");
            }
        }
    }
}

/// A polygon without vertices was divided by.
#[test]
fn recast_55_a_face_without_corners_is_refused() {
    let text = "mesh\n3\n3 1\n0 0\n1 0\n0 1\n1 0\n";
    let error = format::read(text.as_bytes()).unwrap_err();
    assert!(error.to_string().starts_with("line 7: expected at least 3 corners"), "{error}");
}

/// Along a wall with several corners in a line, the path got a corner that is none.
#[test]
fn recast_515_corners_in_a_line_are_no_turns() {
    let ring: Vec<(f64, f64)> = [2.0, 3.0, 4.0, 6.0, 8.0].map(|x| (x, 4.0)).into();
    let over = ring.into_iter().chain([(8.0, 6.0), (2.0, 6.0)]).collect::<Vec<_>>();
    let mesh = Arc::new(build(&in_a_box([outline(&over)]), Faces::Merged).unwrap());
    let ground = Ground::new(mesh, &Preparation::default());
    let query = Query { start: Point::new(1.0, 4.0), goal: Point::new(9.0, 4.0) };
    let mut searcher = Searcher::<()>::default();
    for &algorithm in Algorithm::ALL.iter().filter(|algorithm| algorithm.is_optimal()) {
        let outcome = searcher.find(algorithm, &ground, &query, &mut ());
        assert_eq!(outcome, Outcome::Found { cost: 8.0 }, "{algorithm:?}");
        let turns = |at: &[Point]| at[0].y != at[1].y;
        assert!(!searcher.corners().windows(2).any(turns), "{:?}", searcher.corners());
    }
}

/// Comparing what is no number, or numbers near the largest, made an index panic.
#[test]
fn rstar_112_242_no_odd_number_comes_into_an_index() {
    for odd in [f64::NAN, f64::INFINITY, f64::MAX, 2.0 * LIMIT] {
        let text = format!("mesh\n3\n3 1\n0 0\n{odd} 0\n0 1\n1 3 1 2 3 0 0 0\n");
        assert!(format::read(text.as_bytes()).is_err(), "{odd}");
        let layout = in_a_box([bar(1.0, 1.0, odd, 2.0)]);
        assert!(build(&layout, Faces::Merged).is_err(), "{odd}");
    }
    let text = format!("mesh\n3\n3 1\n0 0\n{LIMIT} 0\n0 {LIMIT}\n1 3 1 2 3 0 0 0\n");
    let import = format::read(text.as_bytes()).unwrap();
    let format::Content::Mesh(mesh) = &import.content else { panic!("not a mesh") };
    let nearest = Locator::new(mesh).places(mesh, Point::new(1.0, 1.0));
    assert!(matches!(nearest[..], [Place::In(_)]), "{nearest:?}");
}
