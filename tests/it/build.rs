//! From drawings to meshes: every build is held against the polygons that were drawn, not against how it was made.

use std::collections::BTreeSet;
use std::f64::consts::PI;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use fastrand::Rng;
use wayglass::build::corridors::closed_corridors;
use wayglass::build::extract::extract;
use wayglass::build::{BuildError, Culprit, Faces, build, steps_of};
use wayglass::format::{self, Content};
use wayglass::geom::{Aabb, Point, Segment, area, touches_itself};
use wayglass::layout::{Agent, Border, Corners, Layout, Obstacle, ObstacleId, Outline};
use wayglass::mesh::islands::Ways;
use wayglass::mesh::{Across, Islands, Navmesh};
use wayglass::scenario::Scenario;
use wayglass::search::{Ground, Polyanya, Preparation, Query};

use crate::layouts::{
    assert_sound, check_build, is_free, outline, p, random_layout, square, walkable_area,
};
use crate::samples::corpus;

/// A layout of plain obstacles in a box of 10 by 10.
pub(crate) fn in_a_box(obstacles: impl IntoIterator<Item = Outline>) -> Layout {
    Layout {
        border: Border::AnyOf(vec![square(0.0, 0.0, 10.0)]),
        obstacles: (0..).map(ObstacleId).zip(obstacles.into_iter().map(Obstacle::new)).collect(),
        ..Layout::default()
    }
}

fn check_area(layout: &Layout, expected: f64) {
    let found = walkable_area(&check_build(layout, "a small layout"));
    assert!((found - expected).abs() <= 1e-12 * expected.max(1.0), "{found}, not {expected}");
}

#[test]
fn an_obstacle_takes_its_ground() {
    check_area(&in_a_box([square(2.0, 2.0, 3.0)]), 91.0);
    check_area(&in_a_box([]), 100.0);
    check_area(&Layout::default(), 0.0);
}

#[test]
fn obstacles_may_overlap_touch_nest_and_repeat() {
    check_area(&in_a_box([square(2.0, 2.0, 4.0), square(4.0, 4.0, 4.0)]), 100.0 - 28.0);
    check_area(&in_a_box([square(2.0, 2.0, 2.0), square(4.0, 2.0, 2.0)]), 92.0);
    check_area(&in_a_box([square(2.0, 2.0, 2.0), square(4.0, 4.0, 2.0)]), 92.0);
    check_area(&in_a_box([square(1.0, 1.0, 8.0), square(4.0, 4.0, 2.0)]), 36.0);
    check_area(&in_a_box([square(2.0, 2.0, 3.0), square(2.0, 2.0, 3.0)]), 91.0);
    check_area(&in_a_box([square(1.0, 1.0, 8.0), square(1.0, 4.0, 2.0)]), 36.0);
}

#[test]
fn obstacles_may_be_odd() {
    let tie = outline(&[(2.0, 2.0), (6.0, 6.0), (6.0, 2.0), (2.0, 6.0)]);
    check_area(&in_a_box([tie]), 92.0);
    let flat = outline(&[(2.0, 2.0), (4.0, 4.0), (6.0, 6.0)]);
    check_area(
        &in_a_box([flat, outline(&[(1.0, 1.0); 5]), outline(&[(3.0, 3.0), (4.0, 4.0)])]),
        100.0,
    );
    // Run round twice: still one square.
    let mut twice = square(2.0, 2.0, 3.0).to_vec();
    twice.extend_from_within(..);
    check_area(&in_a_box([twice.into()]), 91.0);
    let clockwise: Vec<Point> = square(2.0, 2.0, 3.0).iter().rev().copied().collect();
    check_area(&in_a_box([clockwise.into(), square(4.0, 2.0, 3.0)]), 100.0 - 15.0);
}

#[test]
fn obstacles_may_reach_over_the_border_or_cover_it() {
    check_area(&in_a_box([square(8.0, 8.0, 5.0)]), 96.0);
    check_area(&in_a_box([square(-1.0, 4.0, 12.0)]), 40.0);
    check_area(&in_a_box([square(0.0, 0.0, 10.0)]), 0.0);
    check_area(&in_a_box([square(-5.0, -5.0, 30.0)]), 0.0);
    check_area(&in_a_box([square(20.0, 20.0, 3.0), square(10.0, 0.0, 3.0)]), 100.0);
    check_area(&in_a_box([square(0.0, 0.0, 3.0), square(4.0, 0.0, 2.0)]), 87.0);
}

#[test]
fn ground_in_a_hole_is_ground() {
    let mut layout = in_a_box([square(2.0, 2.0, 6.0)]);
    let obstacle = layout.obstacles.get_mut(&ObstacleId(0)).unwrap();
    obstacle.holes = vec![square(3.0, 3.0, 2.0), square(4.0, 4.0, 2.0)];
    check_area(&layout, 100.0 - 36.0 + 7.0);
    // What stands in the hole blocks it again, and a hole reaches no farther than its obstacle.
    layout.obstacles.insert(ObstacleId(7), Obstacle::new(square(3.0, 3.0, 1.0)));
    check_area(&layout, 70.0);
    layout.obstacles.get_mut(&ObstacleId(0)).unwrap().holes = vec![square(-9.0, -9.0, 99.0)];
    check_area(&layout, 99.0);
}

#[test]
fn the_border_is_a_box_some_rings_or_every_other_ring() {
    let one = || vec![Obstacle::new(square(0.0, 0.0, 2.0))];
    let layout =
        Layout { obstacles: (0..).map(ObstacleId).zip(one()).collect(), ..Layout::default() };
    check_area(&layout, 202.0 * 202.0 - 4.0);
    let layout = Layout { border: Border::Box { margin: 1.0 }, ..layout };
    check_area(&layout, 12.0);
    let rings = vec![square(0.0, 0.0, 4.0), square(2.0, 2.0, 4.0), square(2.5, 2.5, 1.0)];
    check_area(&Layout { border: Border::AnyOf(rings.clone()), ..Layout::default() }, 28.0);
    check_area(&Layout { border: Border::OddOf(rings), ..Layout::default() }, 25.0);
}

#[test]
fn a_region_limits_the_build() {
    let mut layout = in_a_box([square(2.0, 2.0, 4.0), square(7.0, 7.0, 1.0)]);
    layout.region = Some(Aabb { min: p(1.0, 1.0), max: p(4.0, 4.0) });
    check_area(&layout, 5.0);
    layout.region = Some(Aabb { min: p(20.0, 1.0), max: p(24.0, 4.0) });
    check_area(&layout, 0.0);
}

#[test]
fn walls_stand_between_walkable_faces() {
    let mut layout = in_a_box([square(4.0, 4.0, 2.0)]);
    // One from rim to rim, through the obstacle and over another one; one that ends in the open; one outside.
    let walls = [
        outline(&[(5.0, -1.0), (5.0, 12.0)]),
        outline(&[(-1.0, 2.0), (7.0, 2.0), (9.0, 1.0)]),
        outline(&[(20.0, 0.0), (30.0, 9.0)]),
    ];
    layout.walls = (10..).map(ObstacleId).zip(walls).collect();
    let mesh = check_build(&layout, "walls");
    assert!((walkable_area(&mesh) - 96.0).abs() < 1e-12);
    let mut length = 0.0;
    for face in mesh.faces().filter(|face| face.walkable()) {
        for (side, across) in face.across().iter().enumerate() {
            if let Across::Wall(other) = across
                && mesh.face(*other).walkable()
            {
                length += face.segment(side).length() / 2.0;
            }
        }
    }
    // 8 of the first are in the open, 7 and a bit of the second.
    let expected = 8.0 + 7.0 + 5.0_f64.sqrt();
    assert!((length - expected).abs() < 1e-12, "{length}, not {expected}");
    // The left side is cut off from the right, and so is its lower part from its upper.
    assert_eq!(Islands::new(&mesh, Ways::OnFoot).list().len(), 3);
}

#[test]
fn what_is_no_number_is_refused_by_name() {
    for odd in [f64::NAN, f64::INFINITY, 1e300, -1e13] {
        let layout =
            in_a_box([square(1.0, 1.0, 2.0), outline(&[(3.0, 3.0), (odd, 4.0), (3.0, 5.0)])]);
        let error = build(&layout, Faces::Merged).unwrap_err();
        assert_eq!(error, BuildError::Position(Culprit::Obstacle(ObstacleId(1))));
        assert!(error.to_string().starts_with("obstacle 1 has a corner"));
    }
    let mut layout = in_a_box([]);
    layout.agent.radius = f64::NAN;
    assert_eq!(build(&layout, Faces::Merged), Err(BuildError::Radius));
    let layout =
        Layout { border: Border::Box { margin: f64::NAN }, ..in_a_box([square(1.0, 1.0, 2.0)]) };
    assert!(build(&layout, Faces::Merged).is_ok());
}

#[test]
fn a_radius_keeps_everybody_away() {
    for corners in Corners::ALL {
        let mut layout = in_a_box([square(4.0, 4.0, 2.0)]);
        layout.agent = Agent { radius: 0.5, corners: *corners };
        let mesh = build(&layout, Faces::Merged).unwrap();
        assert_sound(&mesh, corners.name());
        // The ground is 9 by 9; of the corners, the round ones are a little larger than a circle.
        let taken = 81.0 - walkable_area(&mesh);
        let expected = match corners {
            Corners::Mitred => 9.0..9.0 + 1e-9,
            Corners::Round => 8.0 + 0.25 * PI..8.0 + 0.25 * PI * 1.04,
        };
        assert!(expected.contains(&taken), "{}: {taken}", corners.name());
    }
}

#[test]
fn nobody_comes_closer_than_the_radius() {
    // What is flatter than the grid comes to nothing, as spikes do, and nobody has to stay away from it.
    let has_inside = |obstacle: &Obstacle| {
        let ring = &obstacle.outline;
        let (n, bounds) = (ring.len(), Aabb::around(ring.iter().copied()));
        1e-6 * bounds.diagonal() * bounds.diagonal() < area(ring).abs()
            && touches_itself(ring) == Some(false)
            && (0..n).all(|i| {
                let [a, b, c] = [0, 1, 2].map(|k| ring[(i + k) % n]);
                1e-6 * a.distance(b) * b.distance(c) < area(&[a, b, c]).abs()
            })
    };
    let mut random = Rng::with_seed(11);
    for round in 0..150 {
        let mut layout = random_layout(&mut random, 6);
        // Where a hole reaches over its outline there is nothing to stay away from.
        layout.obstacles.values_mut().for_each(|obstacle| obstacle.holes.clear());
        layout.border = Border::Box { margin: 10.0 * layout.drawn_bounds().diagonal() };
        let radius = layout.drawn_bounds().diagonal() * 0.02 * random.f64();
        let corners = *random.choice(Corners::ALL).unwrap();
        layout.agent = Agent { radius, corners };
        let mesh = build(&layout, Faces::Merged).unwrap();
        assert_sound(&mesh, &format!("round {round}"));
        let step = steps_of(&layout).unwrap().length();
        let chains = layout
            .walls
            .values()
            .flat_map(|wall| wall.windows(2).map(|w| Segment::new(w[0], w[1])));
        let rings = layout.obstacles.values().filter(|o| has_inside(o)).flat_map(|o| {
            let ring = &o.outline;
            (0..ring.len()).map(|i| Segment::new(ring[i], ring[(i + 1) % ring.len()]))
        });
        let drawn: Vec<Segment> = chains.chain(rings).collect();
        for face in mesh.faces().filter(|face| face.walkable()) {
            for side in 0..face.n_sides() {
                let segment = face.segment(side);
                for p in [segment.from, (segment.from + segment.to) * 0.5] {
                    // Sides inside of an outline that crosses itself are no rim of anything.
                    let close = drawn.iter().find(|s| s.distance(p) < radius - 8.0 * step);
                    let inside =
                        is_free(&Layout { agent: Agent::default(), ..layout.clone() }, p, 0.0)
                            == Some(false);
                    assert!(close.is_none() || inside, "round {round}: {p:?}");
                }
            }
        }
    }
}

#[test]
fn corridors_that_close_are_told() {
    // Two rooms with a gap of one between them.
    let mut layout = in_a_box([
        outline(&[(4.0, -1.0), (6.0, -1.0), (6.0, 4.5), (4.0, 4.5)]),
        outline(&[(4.0, 5.5), (6.0, 5.5), (6.0, 11.0), (4.0, 11.0)]),
    ]);
    let closed = |layout: &Layout| {
        let mesh = build(layout, Faces::Merged).unwrap();
        closed_corridors(layout, &mesh).unwrap()
    };
    assert!(closed(&layout).is_empty());
    layout.agent.radius = 0.45;
    assert!(closed(&layout).is_empty());
    layout.agent.radius = 0.6;
    let [corridor] = closed(&layout)[..] else { panic!("{:?}", closed(&layout)) };
    assert!((corridor.width() - 1.0).abs() < 0.2, "{corridor:?}");
    let middle = (corridor.at.from + corridor.at.to) * 0.5;
    assert!((middle.y - 5.0).abs() < 0.3, "{corridor:?}");
    layout.agent.radius = 3.0;
    assert!(closed(&layout).is_empty(), "there is no room anywhere");
}

fn layout_in(folder: &Path, file: &str) -> Layout {
    match format::read(&fs::read(folder.join(file)).unwrap()).unwrap().content {
        Content::Layout(layout) => layout,
        _ => panic!("{file}: not a layout"),
    }
}

fn mesh_in(folder: &Path, file: &str) -> Arc<Navmesh> {
    match format::read(&fs::read(folder.join(file)).unwrap()).unwrap().content {
        Content::Mesh(mesh) => mesh,
        _ => panic!("{file}: not a mesh"),
    }
}

#[test]
fn every_triangulation_input_builds() {
    let Some(folder) = corpus() else { return };
    let mut n_built = 0;
    for path in crate::samples::files_below(&folder.join("cdt")) {
        let file = path.file_name().unwrap().to_str().unwrap();
        let layout = layout_in(&folder, &format!("cdt/{file}"));
        let mesh = check_build(&layout, file);
        // Each edge is there, as walls between walkable faces: the lengths add up, once what overlaps is left out.
        let mut walls = 0.0;
        for face in mesh.faces() {
            for (side, across) in face.across().iter().enumerate() {
                if matches!(across, Across::Wall(_)) {
                    walls += face.segment(side).length() / 2.0;
                }
            }
        }
        let key = |p: Point| (p.x.to_bits(), p.y.to_bits());
        let mut seen = BTreeSet::new();
        let edges = layout.walls.values().map(|wall| Segment::new(wall[0], wall[1]));
        let fresh = edges.filter(|e| {
            let (a, b) = (key(e.from), key(e.to));
            seen.insert((a.min(b), a.max(b)))
        });
        let drawn: f64 = fresh.map(Segment::length).sum();
        if file != "overlapping constraints.txt" {
            assert!((walls - drawn).abs() <= 1e-9 * drawn, "{file}: {walls}, not {drawn}");
        }
        n_built += 1;
    }
    assert_eq!(n_built, 20);
}

#[test]
fn building_outlines_leave_the_ground_that_poly2tri_left() {
    let Some(folder) = corpus() else { return };
    for name in ["arena_holes", "aurora_holes"] {
        let mut layout = layout_in(&folder, &format!("navmesh_txt/{name}_blobs.txt"));
        // The box that their generator was told to stay in; it adds the margin by itself.
        layout.region = Some(Aabb { min: p(-1000.0, -1000.0), max: p(1000.0, 1000.0) });
        let mesh = check_build(&layout, name);
        let theirs = walkable_area(&mesh_in(&folder, &format!("navmesh_txt/{name}_navmesh.txt")));
        let ours = walkable_area(&mesh);
        assert!((ours - theirs).abs() <= 1e-9 * theirs, "{name}: {ours}, not {theirs}");
    }
}

/// The file's costs by the row of the scenario.
fn optimal_costs(folder: &Path, file: &str) -> Vec<(usize, Option<f64>)> {
    let text = fs::read_to_string(folder.join(file)).unwrap();
    let rows = text.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit()));
    rows.map(|row| {
        let mut fields = row.split([',', ';']);
        let index = fields.next().unwrap().trim().parse().unwrap();
        (index, fields.next().and_then(|cost| cost.trim().parse().ok()))
    })
    .collect()
}

#[test]
fn maps_that_are_traced_and_built_again_keep_every_optimal_cost() {
    let Some(folder) = corpus() else { return };
    for name in ["arena", "aurora"] {
        let original = mesh_in(&folder, &format!("mesh_v2/{name}.mesh"));
        let built = check_build(&extract(&original), name);
        let (ours, theirs) = (walkable_area(&built), walkable_area(&original));
        assert!((ours - theirs).abs() <= 1e-12 * theirs, "{name}: {ours}, not {theirs}");
        let scenario = fs::read(folder.join(format!("mesh_v2/{name}.scen"))).unwrap();
        let Content::Scenario(Scenario { instances, .. }) =
            format::read(&scenario).unwrap().content
        else {
            panic!("{name}")
        };
        let ground = Ground::new(Arc::new(built), &Preparation::default());
        let mut polyanya = Polyanya::<()>::default();
        let costs = optimal_costs(&folder, &format!("oracle/{name}.optimal.csv"));
        assert_eq!(costs.len(), instances.len(), "{name}");
        for (index, cost) in costs {
            let instance = &instances[index];
            let query = Query { start: instance.start, goal: instance.goal };
            let found = polyanya.find(&ground, &query, &mut ()).cost();
            let same = match (cost, found) {
                (Some(cost), Some(found)) => (cost - found).abs() <= 1e-9 * cost.max(1.0),
                (cost, found) => cost == found,
            };
            assert!(same, "{name} {index}: {found:?}, not {cost:?}");
        }
    }
}

#[test]
fn grids_that_are_traced_and_built_again_keep_exactly_their_free_cells() {
    let mut random = Rng::with_seed(5);
    for size in [1, 2, 3, 5, 9, 30] {
        for _ in 0..20 {
            let free: Vec<Vec<bool>> =
                (0..size).map(|_| (0..size).map(|_| random.f64() < 0.6).collect()).collect();
            let mut text = format!("type octile\nheight {size}\nwidth {size}\nmap\n");
            for row in &free {
                text.extend(row.iter().map(|&free| if free { '.' } else { '@' }));
                text.push('\n');
            }
            let Content::Mesh(mesh) = format::read(text.as_bytes()).unwrap().content else {
                panic!("not a mesh")
            };
            let built = check_build(&extract(&mesh), &text);
            let walkable: Vec<Vec<Point>> = built
                .faces()
                .filter(|face| face.walkable())
                .map(|face| face.points().collect())
                .collect();
            for (y, row) in free.iter().enumerate() {
                for (x, &free) in row.iter().enumerate() {
                    let shares = walkable.iter().map(|ring| shared_area(ring, x as f64, y as f64));
                    let (covered, expected) = (shares.sum::<f64>(), f64::from(u8::from(free)));
                    assert!((covered - expected).abs() < 1e-9, "{text}{x} {y}: {covered}");
                }
            }
        }
    }
}

/// How much of a convex ring lies in the unit square at a position: the ring cut by four lines.
fn shared_area(ring: &[Point], x: f64, y: f64) -> f64 {
    let mut ring = ring.to_vec();
    let keeps: [&dyn Fn(Point) -> f64; 4] =
        [&|q| q.x - x, &|q| x + 1.0 - q.x, &|q| q.y - y, &|q| y + 1.0 - q.y];
    for keep in keeps {
        let mut cut = Vec::new();
        for i in 0..ring.len() {
            let (a, b) = (ring[i], ring[(i + 1) % ring.len()]);
            if keep(a) >= 0.0 {
                cut.push(a);
            }
            if (keep(a) > 0.0) != (keep(b) > 0.0) && keep(a) != keep(b) {
                cut.push(a + (b - a) * (keep(a) / (keep(a) - keep(b))));
            }
        }
        ring = cut;
    }
    area(&ring)
}
