//! Maps that are turned, mirrored, moved, scaled, or have an obstacle more: what becomes of their paths.

use std::sync::Arc;

use fastrand::Rng;
use wayglass::build::{Faces, build};
use wayglass::geom::Point;
use wayglass::layout::{Border, Layout, ObstacleId, Outline};
use wayglass::search::{Ground, Outcome, Polyanya, Preparation, Query};

use crate::layouts::square;
use crate::promise::{Tally, about_to_try};
use crate::triangulation::{BOX, eight_ways, project};

/// What is done to every point of a map, exactly, and what it does to lengths.
struct Motion {
    name: &'static str,
    of: Box<dyn Fn(Point) -> Point>,
    scale: f64,
}

fn motions(random: &mut Rng) -> Vec<Motion> {
    let scale = 2_f64.powi(random.i32(-20..21));
    let shift = 2_f64.powi(random.i32(0..24));
    let motion = |name, of, scale| Motion { name, of, scale };
    vec![
        motion(
            "turned",
            Box::new(|p: Point| Point::new(-p.y, p.x)) as Box<dyn Fn(Point) -> Point>,
            1.0,
        ),
        motion("mirrored", Box::new(|p: Point| Point::new(-p.x, p.y)), 1.0),
        motion("moved", Box::new(move |p: Point| p + Point::new(shift, -shift)), 1.0),
        motion("scaled", Box::new(move |p: Point| p * scale), scale),
    ]
}

/// One map, and queries on it and on what becomes of it.
pub(crate) fn symmetries(seed: u64) -> Tally {
    let mut tally = Tally::default();
    let mut random = Rng::with_seed(seed);
    let shapes = (0..random.u32(1..16)).map(|id| (ObstacleId(id), eight_ways(&mut random)));
    let plain = Layout {
        obstacles: shapes.collect(),
        border: Border::AnyOf(vec![square(0.0, 0.0, f64::from(BOX))]),
        ..Layout::default()
    };
    about_to_try(&project(&plain));
    let mut more = plain.clone();
    more.obstacles.insert(ObstacleId(99), eight_ways(&mut random));
    let motions = motions(&mut random);
    let [ground, with_more] = [&plain, &more].map(ground_of);
    let moved: Vec<Ground> =
        motions.iter().map(|motion| ground_of(&moved(&plain, motion))).collect();
    let mut polyanya = Polyanya::<()>::default();
    let mut find =
        |ground: &Ground, start, goal| polyanya.find(ground, &Query { start, goal }, &mut ());
    for _ in 0..20 {
        let (start, goal) = (place(&plain, &mut random), place(&plain, &mut random));
        let story = || format!("seed {seed}, from {start:?} to {goal:?}");
        let cost = find(&ground, start, goal).cost();
        let back = find(&ground, goal, start).cost();
        assert!(is_same(cost, back, 1e-12), "{}: {cost:?}, but back {back:?}", story());
        // An obstacle more covers one of the ends, cuts the way off, or makes it longer; never shorter.
        match (cost, find(&with_more, start, goal)) {
            (Some(cost), Outcome::Found { cost: longer }) => {
                assert!(cost <= longer * (1.0 + 1e-12), "{}: {cost}, then {longer}", story());
            }
            (None, Outcome::Found { cost }) => {
                panic!("{}: an obstacle makes a way of {cost}", story())
            }
            _ => {}
        }
        for (motion, ground) in motions.iter().zip(&moved) {
            let there = find(ground, (motion.of)(start), (motion.of)(goal)).cost();
            let there = there.map(|cost| cost / motion.scale);
            let same =
                if motion.name == "scaled" { there == cost } else { is_same(cost, there, 1e-12) };
            assert!(same, "{}: {cost:?}, but {} {there:?}", story(), motion.name);
        }
        tally.note(cost.is_some());
    }
    tally
}

fn is_same(a: Option<f64>, b: Option<f64>, part: f64) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => (a - b).abs() <= part * a.max(b),
        (a, b) => a == b,
    }
}

fn ground_of(layout: &Layout) -> Ground {
    let mesh = build(layout, Faces::Merged).unwrap();
    Ground::new(Arc::new(mesh), &Preparation::default())
}

/// A layout with all its points moved; rings stay counter-clockwise.
fn moved(layout: &Layout, motion: &Motion) -> Layout {
    let ring = |ring: &Outline| -> Outline {
        let mut points: Vec<Point> = ring.iter().map(|&p| (motion.of)(p)).collect();
        if motion.name == "mirrored" {
            points.reverse();
        }
        points.into()
    };
    let mut moved = layout.clone();
    moved.border = Border::AnyOf(layout.border.rings().iter().map(ring).collect());
    for obstacle in moved.obstacles.values_mut() {
        obstacle.outline = ring(&obstacle.outline);
    }
    moved
}

/// Anywhere, on a corner, or on the middle of a side; in whole numbers and halves.
fn place(layout: &Layout, random: &mut Rng) -> Point {
    let obstacles: Vec<&Outline> = layout.obstacles.values().map(|o| &o.outline).collect();
    let ring = random.choice(&obstacles).unwrap();
    let i = random.usize(..ring.len());
    match random.u8(..4) {
        0 => ring[i],
        1 => (ring[i] + ring[(i + 1) % ring.len()]) * 0.5,
        _ => {
            Point::new(f64::from(random.i32(0..=2 * BOX)), f64::from(random.i32(0..=2 * BOX))) * 0.5
        }
    }
}
