//! Meshes that follow the hand: after any number of edits they are what a full build of the same layout gives.

use std::collections::BTreeMap;
use std::sync::Arc;

use fastrand::Rng;
use wayglass::build::live::{Edit, Edited, Live, SlotId};
use wayglass::build::{BuildError, Culprit, Faces, Steps, build};
use wayglass::geom::Point;
use wayglass::layout::field::{Crowd, field};
use wayglass::layout::{Border, Layout, Obstacle, ObstacleId, Outline};
use wayglass::mesh::islands::Ways;
use wayglass::mesh::{Across, Islands, Locator, Navmesh, Place};
use wayglass::search::{Ground, Polyanya, Preparation, Query};

use crate::build::{assert_sound, in_a_box, random_layout, random_outline};

/// Where a point is on the grid, in whole steps.
fn whole(p: Point, steps: Steps) -> (i128, i128) {
    let number = |x: f64| {
        let whole = x / steps.length();
        assert_eq!(whole, whole.round(), "on the grid");
        whole as i128
    };
    (number(p.x), number(p.y))
}

/// Twice the area of a ring, in squares of a step. Exact.
fn twice_area(ring: &[Point], steps: Steps) -> i128 {
    let ring: Vec<(i128, i128)> = ring.iter().map(|&p| whole(p, steps)).collect();
    (0..ring.len())
        .map(|i| {
            let (a, b) = (ring[i], ring[(i + 1) % ring.len()]);
            a.0 * b.1 - a.1 * b.0
        })
        .sum()
}

fn walkable(mesh: &Navmesh, steps: Steps) -> i128 {
    let faces = mesh.faces().filter(|face| face.walkable());
    faces.map(|face| twice_area(&face.points().collect::<Vec<_>>(), steps)).sum()
}

type Wall = [(u64, u64); 2];

/// Where walkable ground ends, or a wall stands on it.
fn walls(mesh: &Navmesh) -> Vec<Wall> {
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
fn check_against_rebuilt(live: &mut Live, random: &mut Rng, what: &str) {
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

fn check_costs(live: &Live, random: &mut Rng, what: &str) {
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

/// Does an edit, and whatever job comes of it.
pub(crate) fn edit(live: &mut Live, edit: Edit) -> Result<(), BuildError> {
    let steps = live.steps();
    let mut edited = live.edit(edit)?;
    // On the same grid nothing is ever built anew: that would mean that the triangulation had failed.
    assert!(edited != Edited::Everything || live.steps() != steps);
    while let Edited::Heavy { job, .. } = edited {
        edited = live.finish(job.run())?;
    }
    Ok(())
}

/// How a person edits, and how programs do: the next change to a layout.
pub(crate) fn random_edit(random: &mut Rng, layout: &Layout) -> Edit {
    let drawn = layout.drawn_bounds();
    // A drawing that has grown a lot goes on in a part of itself.
    let (scale, low) = match drawn.diagonal() {
        0.0 => (10.0, Point::default()),
        diagonal => (diagonal.min(1e10), drawn.min),
    };
    let somewhere =
        |random: &mut Rng| low + Point::new(scale * random.f64(), scale * random.f64()) * 0.8;
    let ids: Vec<ObstacleId> = layout.obstacles.keys().copied().collect();
    let id = match random.choice(&ids) {
        Some(&id) if random.u8(..6) != 0 => id,
        _ => ObstacleId(random.u32(..40)),
    };
    if random.u8(..12) == 0 {
        let id = ObstacleId(100 + random.u32(..3));
        let n = random.usize(0..4);
        let wall = (0..n).map(|_| somewhere(random)).collect::<Outline>();
        return Edit::Wall(id, (n != 0).then_some(wall));
    }
    let size = scale * *random.choice(&[0.02, 0.1, 0.1, 0.3]).unwrap();
    let Some(old) = layout.obstacles.get(&id) else {
        let at = somewhere(random);
        return Edit::Obstacle(id, Some(Obstacle::new(random_outline(random, at, size))));
    };
    let mut obstacle = old.clone();
    let moved = |by: Point, outline: &Outline| outline.iter().map(|&p| p + by).collect::<Outline>();
    match random.u8(..12) {
        0 | 1 => return Edit::Obstacle(id, None),
        2 => {
            let at = somewhere(random);
            obstacle = Obstacle::new(random_outline(random, at, size));
        }
        // Onto another one: the same outline, or one that touches it, or is next to nothing away.
        3 | 4 if !ids.is_empty() => {
            let other = &layout.obstacles[random.choice(&ids).unwrap()].outline;
            let width = other.iter().fold(0.0, |w: f64, p| w.max(p.x - other[0].x));
            let by = *random.choice(&[0.0, width, 1e-12, 1e-12 * scale]).unwrap();
            obstacle.outline = moved(Point::new(by, 0.0), other);
        }
        5 => {
            let at = obstacle.outline.first().copied().unwrap_or_default();
            obstacle.holes = vec![random_outline(random, at, size / 2.0)];
        }
        6 | 7 => {
            let by = Point::new(random.f64() - 0.5, random.f64() - 0.5) * (0.05 * scale);
            obstacle.outline = moved(by, &obstacle.outline);
            obstacle.holes = obstacle.holes.iter().map(|hole| moved(by, hole)).collect();
        }
        8 => {
            // One corner onto a corner of another, or onto its side.
            let other = &layout.obstacles[random.choice(&ids).unwrap()].outline;
            let (i, j) = (random.usize(..other.len()), random.usize(..obstacle.outline.len()));
            let part = *random.choice(&[0.0, 0.5, 0.25]).unwrap();
            let mut points = obstacle.outline.to_vec();
            points[j] = other[i] + (other[(i + 1) % other.len()] - other[i]) * part;
            obstacle.outline = points.into();
        }
        _ => {
            let mut points = obstacle.outline.to_vec();
            let i = random.usize(..points.len());
            points[i] =
                points[i] + Point::new(random.f64() - 0.5, random.f64() - 0.5) * (0.1 * scale);
            obstacle.outline = points.into();
        }
    }
    Edit::Obstacle(id, Some(obstacle))
}

/// The edit that takes another one back.
fn inverse(layout: &Layout, edit: &Edit) -> Edit {
    match edit {
        Edit::Obstacle(id, _) => Edit::Obstacle(*id, layout.obstacles.get(id).cloned()),
        Edit::Wall(id, _) => Edit::Wall(*id, layout.walls.get(id).cloned()),
    }
}

#[test]
fn any_number_of_edits_gives_what_a_full_build_gives() {
    let n_edits: usize =
        std::env::var("WAYGLASS_EDITS").ok().and_then(|n| n.parse().ok()).unwrap_or(100_000);
    let first: u64 = std::env::var("WAYGLASS_SEED").ok().and_then(|n| n.parse().ok()).unwrap_or(0);
    let threads: Vec<_> = (0..2)
        .map(|part| {
            let work =
                move || (part..n_edits as u64 / 200).step_by(2).for_each(|s| session(first + s));
            std::thread::Builder::new().spawn(work).unwrap()
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
}

fn session(seed: u64) {
    let mut random = Rng::with_seed(seed);
    let n_obstacles = random.usize(0..12);
    let mut layout = random_layout(&mut random, n_obstacles);
    if random.u8(..8) == 0 {
        layout.border = Border::AnyOf(vec![random_outline(&mut random, Point::default(), 100.0)]);
    }
    let mut live = Live::new(layout, Faces::Merged).unwrap();
    let mut past: Vec<Edit> = Vec::new();
    for step in 0..200 {
        let next = match past.pop() {
            Some(undo) if random.u8(..5) == 0 => undo,
            undo => {
                past.extend(undo);
                let next = random_edit(&mut random, live.layout());
                past.push(inverse(live.layout(), &next));
                next
            }
        };
        let what = format!("seed {seed}, step {step}");
        edit(&mut live, next).unwrap_or_else(|error| panic!("{what}: {error}"));
        if step % 5 == 0 {
            check_against_rebuilt(&mut live, &mut random, &what);
        }
        if step % 100 == 50 {
            check_costs(&live, &mut random, &what);
        }
    }
}

#[test]
fn only_what_is_around_an_edit_changes() {
    let mut live = Live::new(field(10_000, Crowd::Apart), Faces::Merged).unwrap();
    let before = live.slots().to_vec();
    let id = ObstacleId(500);
    let mut obstacle = live.layout().obstacles[&id].clone();
    let mut points = obstacle.outline.to_vec();
    points[0] = points[0] + Point::new(0.3, 0.2);
    obstacle.outline = points.into();
    let Ok(Edited::Slots(slots)) = live.edit(Edit::Obstacle(id, Some(obstacle))) else { panic!() };
    assert!(!slots.is_empty() && slots.len() < 200, "{}", slots.len());
    // Every place that is not told is as it was.
    for (i, (old, new)) in before.iter().zip(live.slots()).enumerate() {
        assert!(old == new || slots.contains(&SlotId(i as u32)), "{i}");
    }
    assert!(live.knows_islands());
    check_against_rebuilt(&mut live, &mut Rng::with_seed(1), "one corner");
}

#[test]
fn very_many_that_meet_are_left_to_somebody_else() {
    let mut layout = in_a_box([]);
    let star = |i: u32| {
        let mut random = Rng::with_seed(u64::from(i));
        let at = Point::new(5.0 + random.f64(), 5.0 + random.f64());
        Obstacle::new(random_outline(&mut random, at, 2.0))
    };
    layout.obstacles = (0..400).map(|i| (ObstacleId(i), star(i))).collect();
    let mut live = Live::new(layout, Faces::Merged).unwrap();
    let before = live.slots().to_vec();
    let Edited::Heavy { job: first, .. } = live.edit(Edit::Obstacle(ObstacleId(3), None)).unwrap()
    else {
        panic!("it is heavy")
    };
    assert!(live.is_waiting() && 200 < first.n_things());
    assert_eq!(live.slots(), before, "the old mesh stays");
    // Something apart goes on at once; something that meets them makes a new job of both.
    let apart: Outline = [(1.0, 1.0), (2.0, 1.0), (1.0, 2.0)].map(|(x, y)| Point::new(x, y)).into();
    let edited = live.edit(Edit::Obstacle(ObstacleId(900), Some(Obstacle::new(apart)))).unwrap();
    assert!(matches!(edited, Edited::Slots(slots) if !slots.is_empty()));
    let spike: Outline = [(5.0, 5.0), (5.5, 5.0), (9.5, 9.5)].map(|(x, y)| Point::new(x, y)).into();
    let spike = Some(Obstacle::new(spike));
    let Edited::Heavy { job: second, .. } =
        live.edit(Edit::Obstacle(ObstacleId(4), spike)).unwrap()
    else {
        panic!("it is heavy")
    };
    assert_eq!(live.finish(first.run()).unwrap(), Edited::Slots(Vec::new()), "too late");
    assert!(live.is_waiting());
    assert!(
        matches!(live.finish(second.run()).unwrap(), Edited::Slots(slots) if !slots.is_empty())
    );
    assert!(!live.is_waiting());
    check_against_rebuilt(&mut live, &mut Rng::with_seed(1), "two jobs");
    // Out of the crowd and far away: it is there at once, and gone from the crowd when the job is done.
    let away: Outline = [(1.0, 8.0), (2.0, 8.0), (1.0, 9.0)].map(|(x, y)| Point::new(x, y)).into();
    let away = Edit::Obstacle(ObstacleId(4), Some(Obstacle::new(away)));
    let Edited::Heavy { job, slots } = live.edit(away).unwrap() else { panic!("it is heavy") };
    assert!(!slots.is_empty());
    live.finish(job.run()).unwrap();
    check_against_rebuilt(&mut live, &mut Rng::with_seed(1), "out of the crowd");
}

#[test]
fn two_crowds_that_do_not_meet_wait_together() {
    let mut layout = in_a_box([]);
    let star = |i: u32| {
        let mut random = Rng::with_seed(u64::from(i));
        let low = if i < 300 { 2.5 } else { 7.0 };
        let at = Point::new(low + random.f64() * 0.5, low + random.f64() * 0.5);
        Obstacle::new(random_outline(&mut random, at, 1.0))
    };
    layout.obstacles = (0..600).map(|i| (ObstacleId(i), star(i))).collect();
    let mut live = Live::new(layout, Faces::Merged).unwrap();
    let mut remove = |id: u32| match live.edit(Edit::Obstacle(ObstacleId(id), None)).unwrap() {
        Edited::Heavy { job, .. } => job,
        other => panic!("it is heavy: {other:?}"),
    };
    let (first, second) = (remove(3), remove(303));
    assert_eq!(live.finish(first.run()).unwrap(), Edited::Slots(Vec::new()), "too late");
    live.finish(second.run()).unwrap();
    assert!(!live.is_waiting());
    check_against_rebuilt(&mut live, &mut Rng::with_seed(1), "two crowds");
}

#[test]
fn after_an_edit_that_cannot_be_built_the_next_one_recovers() {
    let square = |x: f64, y: f64| {
        Obstacle::new(
            [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)].map(|(a, b)| Point::new(x + a, y + b)),
        )
    };
    let id = ObstacleId(0);
    let mut live = Live::new(in_a_box([square(1.0, 1.0).outline]), Faces::Merged).unwrap();
    let before = live.slots().to_vec();
    for odd in [f64::NAN, f64::INFINITY, 1e200] {
        let error = live.edit(Edit::Obstacle(id, Some(square(odd, 1.0)))).unwrap_err();
        assert_eq!(error, BuildError::Position(Culprit::Obstacle(id)));
        assert_eq!(live.slots(), before, "the last good mesh stays");
    }
    // Another edit does not help while the broken one is there.
    assert!(live.edit(Edit::Obstacle(ObstacleId(1), Some(square(5.0, 5.0)))).is_err());
    assert_eq!(live.edit(Edit::Obstacle(id, Some(square(2.0, 2.0)))).unwrap(), Edited::Everything);
    check_against_rebuilt(&mut live, &mut Rng::with_seed(1), "recovered");
}
