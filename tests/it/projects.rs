//! Our own format: random drawings and the work on them, there and back.

use fastrand::Rng;

use wayglass::format::{self, Content, Format, project};
use wayglass::geom::{Aabb, LIMIT, Point};
use wayglass::layout::lane::{Lane, LaneId, LaneVertex, LaneVertexId};
use wayglass::layout::work::{Pin, Thing, Work};
use wayglass::layout::{Agent, Border, Corners, Layout, Obstacle, ObstacleId, Outline};

/// Of any size that a drawing may have, with any number of digits.
fn coordinate(random: &mut Rng) -> f64 {
    match random.u32(..6) {
        0 => f64::from(random.i32(-9..9)),
        1 => random.f64(),
        2 => (random.f64() - 0.5) * 2.0 * LIMIT,
        3 => random.f64() * 1e-90,
        4 => *random.choice(&[LIMIT, -LIMIT, 0.0, 0.1 + 0.2]).unwrap(),
        _ => (random.f64() - 0.5) * 1e4,
    }
}

fn point(random: &mut Rng) -> Point {
    Point::new(coordinate(random), coordinate(random))
}

fn outline(random: &mut Rng) -> Outline {
    (0..random.usize(..6)).map(|_| point(random)).collect()
}

fn area(random: &mut Rng) -> Aabb {
    Aabb::around([point(random), point(random)])
}

/// Letters that a careless writer would trip over.
fn name(random: &mut Rng) -> String {
    let odd =
        ['"', '\\', '#', '/', '-', ' ', '\n', '\r', '\t', '\0', 'ä', '\u{2028}', '🦀', 'a', '1'];
    (0..random.usize(..7)).map(|_| *random.choice(&odd).unwrap()).collect()
}

fn layout(random: &mut Rng) -> Layout {
    let rings = |random: &mut Rng| (0..random.usize(..3)).map(|_| outline(random)).collect();
    let mut layout = Layout {
        border: match random.u32(..3) {
            0 => Border::Box { margin: coordinate(random) },
            1 => Border::AnyOf(rings(random)),
            _ => Border::OddOf(rings(random)),
        },
        agent: Agent {
            radius: coordinate(random).abs(),
            corners: *random.choice(Corners::ALL).unwrap(),
        },
        region: random.bool().then(|| area(random)),
        ..Layout::default()
    };
    for _ in 0..random.usize(..5) {
        let (name, outline) = (name(random), outline(random));
        let obstacle = Obstacle { name, outline, holes: rings(random) };
        layout.obstacles.insert(ObstacleId(random.u32(..)), obstacle);
        let wall = self::outline(random);
        layout.walls.insert(ObstacleId(random.u32(..9)), wall);
    }
    for id in 0..random.u32(..4) {
        let vertex = LaneVertex { name: name(random), at: point(random) };
        layout.lanes.vertices.insert(LaneVertexId(3 * id), vertex);
        let ends = [0, 3 * random.u32(..=id)].map(LaneVertexId);
        layout.lanes.lanes.insert(LaneId(id), Lane { ends, width: coordinate(random) });
    }
    layout
}

fn work(random: &mut Rng, layout: &Layout) -> Work {
    let pin = |random: &mut Rng| Pin {
        name: name(random),
        start: point(random),
        goal: point(random),
        cost: random.bool().then(|| coordinate(random).abs() * 1e6),
    };
    let pins = (0..random.usize(..4)).map(|_| pin(random)).collect();
    let view = random.bool().then(|| area(random));
    let y_down = random.bool();
    let mut some = || layout.things().filter(|_| random.bool()).collect::<Vec<Thing>>();
    let [locked, hidden] = [some(), some()].map(|things| things.into_iter().collect());
    Work { pins, view, y_down, locked, hidden }
}

#[test]
fn random_projects_come_back_as_they_were() {
    let mut random = Rng::with_seed(31);
    for _ in 0..3000 {
        let layout = layout(&mut random);
        let work = work(&mut random, &layout);
        let bytes = project::write(&layout, &work).bytes;
        let text = || String::from_utf8_lossy(&bytes).into_owned();
        let import = format::read(&bytes).unwrap_or_else(|error| panic!("{error}\n{}", text()));
        assert_eq!(import.format, Format::Project);
        assert_eq!(import.work, work, "{}", text());
        assert_eq!(import.content, Content::Layout(layout.clone()), "{}", text());
        assert!(project::write(&layout, &import.work).bytes == bytes, "{}", text());
    }
}

#[test]
fn projects_of_before_there_was_any_work_are_still_read() {
    let import = format::read(b"wayglass 1\nborder box 100\nobstacle 0\n  outline 0 0 1 0 0 1\n");
    assert_eq!(import.unwrap().work, Work::default());
}
