//! A mesh under the hand, against a full build of the same layout: exactly, in whole numbers.

use std::collections::BTreeMap;
use std::sync::Arc;

use fastrand::Rng;
use wayglass::build::live::{Live, SlotId};
use wayglass::build::{Faces, Steps, build};
use wayglass::geom::Point;
use wayglass::mesh::islands::Ways;
use wayglass::mesh::{Across, Islands, Locator, Navmesh, Place};
use wayglass::search::{Ground, Polyanya, Preparation, Query};

use crate::layouts::assert_sound;

/// Where a point is on the grid, in whole steps.
pub(crate) fn whole(p: Point, steps: Steps) -> (i128, i128) {
    let number = |x: f64| {
        let whole = x / steps.length();
        assert_eq!(whole, whole.round(), "on the grid");
        whole as i128
    };
    (number(p.x), number(p.y))
}

/// Twice the area of a ring, in squares of a step. Exact.
pub(crate) fn twice_area(ring: &[Point], steps: Steps) -> i128 {
    let ring: Vec<(i128, i128)> = ring.iter().map(|&p| whole(p, steps)).collect();
    (0..ring.len())
        .map(|i| {
            let (a, b) = (ring[i], ring[(i + 1) % ring.len()]);
            a.0 * b.1 - a.1 * b.0
        })
        .sum()
}

pub(crate) fn walkable(mesh: &Navmesh, steps: Steps) -> i128 {
    let faces = mesh.faces().filter(|face| face.walkable());
    faces.map(|face| twice_area(&face.points().collect::<Vec<_>>(), steps)).sum()
}

pub(crate) type Wall = [(u64, u64); 2];

/// Where walkable ground ends, or a wall stands on it.
pub(crate) fn walls(mesh: &Navmesh) -> Vec<Wall> {
    let mut walls = Vec::new();
    for face in mesh.faces().filter(|face| face.walkable()) {
        for (side, across) in face.across().iter().enumerate() {
            if !matches!(across, Across::Open(_)) {
                let segment = face.segment(side);
                walls.push([segment.from.bits(), segment.to.bits()]);
            }
        }
    }
    walls.sort_unstable();
    walls
}

/// Holds the mesh under the hand against a full build: area and walls exactly, islands, and where points are.
pub(crate) fn check_against_rebuilt(live: &mut Live, random: &mut Rng, what: &str) {
    let steps = live.steps();
    let rebuilt = build(live.layout(), Faces::Merged).unwrap();
    let mesh = live.mesh().unwrap();
    assert_eq!(walkable(&mesh, steps), walkable(&rebuilt, steps), "{what}");
    assert_eq!(walls(&mesh), walls(&rebuilt), "{what}");
    let drawn: i128 = live
        .slots()
        .iter()
        .flatten()
        .filter(|d| d.walkable)
        .map(|d| twice_area(&d.corners, steps))
        .sum();
    assert_eq!(drawn, walkable(&rebuilt, steps), "{what}");
    live.find_islands();
    let mut areas: BTreeMap<u32, i128> = BTreeMap::new();
    for (drawn, slot) in live.slots().iter().zip(0..) {
        let island = live.island(SlotId(slot));
        assert_eq!(island.is_some(), drawn.is_some_and(|d| d.walkable), "{what}");
        if let (Some(drawn), Some(island)) = (drawn, island) {
            *areas.entry(island).or_default() += twice_area(&drawn.corners, steps);
        }
    }
    let islands = Islands::new(&rebuilt, Ways::OnFoot);
    let mut expected = vec![0; islands.list().len()];
    for face in rebuilt.faces() {
        if let Some(island) = islands.of(face.id) {
            expected[island] += twice_area(&face.points().collect::<Vec<_>>(), steps);
        }
    }
    let mut areas: Vec<i128> = areas.into_values().collect();
    areas.sort_unstable();
    expected.sort_unstable();
    assert_eq!(areas, expected, "{what}");
    check_points(live, &rebuilt, random, what);
}

fn check_points(live: &Live, rebuilt: &Navmesh, random: &mut Rng, what: &str) {
    let locator = Locator::new(rebuilt);
    let bounds = rebuilt.bounds();
    if bounds.is_empty() {
        return;
    }
    for _ in 0..3 {
        let p = Point::new(
            bounds.min.x + bounds.width() * random.f64(),
            bounds.min.y + bounds.height() * random.f64(),
        );
        let walkable = live.locate(p).map(|slot| live.slots()[slot.0 as usize].unwrap().walkable);
        let expected = match locator.places(rebuilt, p)[0] {
            Place::Outside(_) => None,
            Place::In(face) => Some(rebuilt.face(face).walkable()),
            // Where faces meet either answer is right.
            Place::OnSide(..) | Place::OnVertex(_) => continue,
        };
        assert_eq!(walkable, expected, "{what}: {p:?}");
    }
}

pub(crate) fn check_costs(live: &Live, random: &mut Rng, what: &str) {
    let meshes = [live.mesh().unwrap(), build(live.layout(), Faces::Triangles).unwrap()];
    assert_sound(&meshes[0], what);
    let bounds = meshes[0].bounds();
    let grounds = meshes.map(|mesh| Ground::new(Arc::new(mesh), &Preparation::default()));
    let mut polyanya = Polyanya::<()>::default();
    for _ in 0..5 {
        let mut point = || {
            let (x, y) = (random.f64(), random.f64());
            Point::new(bounds.min.x + bounds.width() * x, bounds.min.y + bounds.height() * y)
        };
        let query = Query { start: point(), goal: point() };
        let [one, other] = [0, 1].map(|i| polyanya.find(&grounds[i], &query, &mut ()).cost());
        let same = match (one, other) {
            (Some(one), Some(other)) => (one - other).abs() <= 1e-9 * one,
            (one, other) => one == other,
        };
        assert!(same, "{what}: {query:?}: {one:?}, {other:?}");
    }
}
