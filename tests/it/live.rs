//! Meshes that follow the hand: after any number of edits they are what a full build of the same layout gives.

use std::any::Any;

use fastrand::Rng;
use wayglass::build::live::{Edit, Edited, Live, SlotId};
use wayglass::build::{BuildError, Culprit, Faces, whole_watched};
use wayglass::geom::Point;
use wayglass::layout::field::{Crowd, field};
use wayglass::layout::{Agent, Border, Corners, Layout, Obstacle, ObstacleId, Outline};
use wayglass::task::Progress;
use wayglass::watch::Watch;

use crate::build::in_a_box;
use crate::layouts::random_outline;
use crate::rebuilt::check_against_rebuilt;

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
fn what_was_beside_all_ground_is_there_when_the_ground_comes_to_it() {
    // Everything is drawn larger than its margin: there is no ground, and then a little between the two.
    let square = |at: f64| {
        let corners = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)];
        Obstacle::new(corners.map(|(x, y)| Point::new(at + x, at + y)))
    };
    let agent = Agent { radius: 143.0, corners: Corners::Round };
    let mut layout = Layout { border: Border::Box { margin: 100.0 }, agent, ..Layout::default() };
    layout.obstacles.insert(ObstacleId(0), square(0.0));
    let mut live = Live::new(layout, Faces::Merged).unwrap();
    live.edit(Edit::Obstacle(ObstacleId(1), Some(square(300.0)))).unwrap();
    assert_ne!(live.mesh().unwrap().n_faces(), 0);
    check_against_rebuilt(&mut live, &mut Rng::with_seed(1), "ground that comes");
}

/// Four hundred obstacles that all meet in the middle of a box.
fn four_hundred() -> Layout {
    let star = |i: u32| {
        let mut random = Rng::with_seed(u64::from(i));
        let at = Point::new(5.0 + random.f64(), 5.0 + random.f64());
        Obstacle::new(random_outline(&mut random, at, 2.0))
    };
    let obstacles = (0..400).map(|i| (ObstacleId(i), star(i))).collect();
    Layout { obstacles, ..in_a_box([]) }
}

#[test]
fn very_many_that_meet_are_left_to_somebody_else() {
    let layout = four_hundred();
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
    assert_eq!(live.finish(first.run(&mut ())).unwrap(), Edited::Slots(Vec::new()), "too late");
    assert!(live.is_waiting());
    assert!(
        matches!(live.finish(second.run(&mut ())).unwrap(), Edited::Slots(slots) if !slots.is_empty())
    );
    assert!(!live.is_waiting());
    check_against_rebuilt(&mut live, &mut Rng::with_seed(1), "two jobs");
    // Out of the crowd and far away: it is there at once, and gone from the crowd when the job is done.
    let away: Outline = [(1.0, 8.0), (2.0, 8.0), (1.0, 9.0)].map(|(x, y)| Point::new(x, y)).into();
    let away = Edit::Obstacle(ObstacleId(4), Some(Obstacle::new(away)));
    let Edited::Heavy { job, slots } = live.edit(away).unwrap() else { panic!("it is heavy") };
    assert!(!slots.is_empty());
    live.finish(job.run(&mut ())).unwrap();
    check_against_rebuilt(&mut live, &mut Rng::with_seed(1), "out of the crowd");
}

#[test]
fn what_leaves_a_crowd_and_goes_before_the_job_is_done_does_not_come_back() {
    let mut layout = four_hundred();
    let three = |corners: [(f64, f64); 3]| Obstacle::new(corners.map(|(x, y)| Point::new(x, y)));
    let id = ObstacleId(400);
    layout.obstacles.insert(id, three([(5.0, 5.0), (5.5, 5.0), (9.5, 9.5)]));
    let mut live = Live::new(layout, Faces::Merged).unwrap();
    let beside = three([(9.0, 9.0), (9.5, 9.0), (9.0, 9.5)]);
    let mut heavy = |obstacle| match live.edit(Edit::Obstacle(id, obstacle)).unwrap() {
        Edited::Heavy { job, .. } => job,
        other => panic!("it is heavy: {other:?}"),
    };
    let (first, second) = (heavy(Some(beside)), heavy(None));
    assert_eq!(live.finish(first.run(&mut ())).unwrap(), Edited::Slots(Vec::new()), "too late");
    live.finish(second.run(&mut ())).unwrap();
    check_against_rebuilt(&mut live, &mut Rng::with_seed(1), "gone");
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
    assert_eq!(live.finish(first.run(&mut ())).unwrap(), Edited::Slots(Vec::new()), "too late");
    live.finish(second.run(&mut ())).unwrap();
    assert!(!live.is_waiting());
    check_against_rebuilt(&mut live, &mut Rng::with_seed(1), "two crowds");
}

/// A square of two by two.
fn square(x: f64, y: f64) -> Obstacle {
    let corners = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)];
    Obstacle::new(corners.map(|(a, b)| Point::new(x + a, y + b)))
}

#[test]
fn after_an_edit_that_cannot_be_built_the_next_one_recovers() {
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

/// Hears how far a build is, and ends it after so many times.
struct Impatient {
    left: usize,
    heard: Vec<f32>,
}

impl Watch for Impatient {
    fn goes_on(&mut self, part: f32) -> bool {
        self.heard.push(part);
        self.left = self.left.saturating_sub(1);
        0 < self.left
    }
}

/// Ends a build once so much of it is done, does not wait for libraries, and counts what is left to clear away.
struct Enough {
    at: f32,
    n_left: usize,
}

impl Watch for Enough {
    fn goes_on(&mut self, part: f32) -> bool {
        part < self.at
    }

    fn waits_for(&mut self, _: Box<dyn FnOnce() + Send>) -> bool {
        false
    }

    fn clears_away(&mut self, _: Box<dyn Any + Send>) {
        self.n_left += 1;
    }
}

#[test]
fn a_large_build_ends_wherever_it_is_when_it_is_told_to() {
    // Large enough for the library to be waited for, and for things to be put together on all cores.
    let spread = field(60_000, Crowd::Overlapping);
    let squares = (0..600).map(|x| square(f64::from(x), 0.0));
    for layout in [spread, in_a_box(squares.map(|square| square.outline))] {
        for at in [0.0, 0.01, 0.05, 0.12, 0.5] {
            let mut watch = Enough { at, n_left: 0 };
            let built = Live::watched(layout.clone(), Faces::Merged, &mut watch);
            assert_eq!(built.err(), Some(BuildError::Cancelled), "at {at}");
            assert!(0 < watch.n_left, "what was built is for others to take down");
        }
        for at in [0.0, 0.01, 0.1, 0.3] {
            let mut watch = Enough { at, n_left: 0 };
            let built = whole_watched(&layout, Faces::Merged, &mut watch);
            assert_eq!(built.err(), Some(BuildError::Cancelled), "at {at}");
        }
        let progress = Progress::default();
        let waited_for = Live::watched(layout.clone(), Faces::Merged, &mut &progress).unwrap();
        assert_eq!(waited_for.slots(), Live::new(layout, Faces::Merged).unwrap().slots());
        assert!(0.9 < progress.part());
    }
}

#[test]
fn a_full_build_says_how_far_it_is_and_ends_when_it_is_told_to() {
    let layout = field(30_000, Crowd::Overlapping);
    let mut patient = Impatient { left: usize::MAX, heard: Vec::new() };
    Live::watched(layout.clone(), Faces::Merged, &mut patient).unwrap();
    let heard = patient.heard;
    assert!(heard.is_sorted() && heard.iter().all(|part| (0.0..=1.0).contains(part)), "{heard:?}");
    let (n_times, last) = (heard.len(), heard[heard.len() - 1]);
    assert!(10 < n_times && 0.9 <= last, "{n_times} times, at last {last}");
    for left in [1, 2, n_times / 2, n_times - 1, n_times] {
        let mut watch = Impatient { left, heard: Vec::new() };
        let built = Live::watched(layout.clone(), Faces::Merged, &mut watch);
        assert_eq!(built.err(), Some(BuildError::Cancelled));
        assert_eq!(watch.heard, heard[..left], "it went on");
    }
}
