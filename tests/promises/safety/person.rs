//! Somebody at work, by chance: what they do follows from a seed.

use fastrand::Rng;

use wayglass::document::{Change, Document, Edit, Step};
use wayglass::geom::{Aabb, Point};
use wayglass::layout::lane::{Lane, LaneId, LaneVertex, LaneVertexId};
use wayglass::layout::work::{Pin, Thing, Work};
use wayglass::layout::{Agent, Border, Corners, Layout, Obstacle, ObstacleId, Outline};

/// What somebody does next.
#[derive(Debug, Clone)]
pub enum Act {
    /// Edits, the first of which is a new step.
    Gesture(Vec<Edit>),
    /// The last step once more, without a step of its own.
    GoOn(Edit),
    Undo,
    Redo,
    Revert,
}

/// An empty drawing.
pub fn drawing() -> Document {
    Document::drawing("plan".to_owned(), Layout::default(), Work::default())
}

/// Does it.
pub fn act(document: &mut Document, act: &Act) {
    match act {
        Act::Gesture(edits) => {
            for (number, edit) in edits.iter().enumerate() {
                let step = if number == 0 { Step::New } else { Step::Continue };
                document.apply(edit.clone(), step);
            }
        }
        Act::GoOn(edit) => document.apply(edit.clone(), Step::Continue),
        Act::Undo => drop(document.undo()),
        Act::Redo => drop(document.redo()),
        Act::Revert => drop(document.revert()),
    }
}

/// Anything that somebody may do.
pub fn any_act(random: &mut Rng) -> Act {
    match random.u32(..16) {
        0..3 => Act::Undo,
        3..5 => Act::Redo,
        5 => Act::Revert,
        6 => Act::GoOn(edit(random)),
        _ => Act::Gesture((0..random.usize(1..4)).map(|_| edit(random)).collect()),
    }
}

/// Any edit, of a few things out of many.
pub fn edit(random: &mut Rng) -> Edit {
    let title = *random.choice(&["Draw", "Move \"it\"", "Lösche\n", "# whole 3"]).unwrap();
    let changes = (0..random.usize(1..4)).map(|_| change(random)).collect();
    Edit { title: title.into(), changes }
}

fn change(random: &mut Rng) -> Change {
    let id = random.u32(..24);
    let stays = random.u32(..4) != 0;
    match random.u32(..16) {
        0..6 => Change::Obstacle(ObstacleId(id), stays.then(|| obstacle(random))),
        6..8 => Change::Wall(ObstacleId(id), stays.then(|| outline(random, 2))),
        8..10 => Change::LaneVertex(LaneVertexId(id % 8), stays.then(|| vertex(random))),
        10 => Change::Lane(LaneId(id % 8), stays.then(|| lane(random))),
        11 => Change::Border(border(random)),
        12 => Change::Region(stays.then(|| area(random))),
        13 => {
            let corners = *random.choice(Corners::ALL).unwrap();
            Change::Agent(Agent { radius: random.f64(), corners })
        }
        14 => Change::Pins((0..random.usize(..4)).map(|_| pin(random)).collect()),
        _ => mark(random, id, stays),
    }
}

fn mark(random: &mut Rng, id: u32, is_on: bool) -> Change {
    let thing = match random.u32(..4) {
        0 => Thing::Obstacle(ObstacleId(id)),
        1 => Thing::Wall(ObstacleId(id)),
        2 => Thing::LaneVertex(LaneVertexId(id % 8)),
        _ => Thing::Lane(LaneId(id % 8)),
    };
    if random.bool() { Change::Lock(thing, is_on) } else { Change::Hide(thing, is_on) }
}

fn point(random: &mut Rng) -> Point {
    Point::new(random.f64() * 1e3, f64::from(random.i32(-99..99)) / 3.0)
}

fn outline(random: &mut Rng, least: usize) -> Outline {
    (0..random.usize(least..9)).map(|_| point(random)).collect()
}

fn obstacle(random: &mut Rng) -> Obstacle {
    let holes = (0..random.usize(..2)).map(|_| outline(random, 3)).collect();
    let name = random.choice(["", "mill", "\"\n#", "step x", "ä🦀"]).unwrap().to_owned();
    Obstacle { name, holes, ..Obstacle::new(outline(random, 3)) }
}

fn vertex(random: &mut Rng) -> LaneVertex {
    LaneVertex { name: String::new(), at: point(random) }
}

fn lane(random: &mut Rng) -> Lane {
    Lane { ends: [random.u32(..8), random.u32(..8)].map(LaneVertexId), width: 1.5 }
}

fn border(random: &mut Rng) -> Border {
    match random.u32(..3) {
        0 => Border::Box { margin: random.f64() },
        1 => Border::AnyOf(vec![outline(random, 3)]),
        _ => Border::OddOf(vec![outline(random, 3), outline(random, 3)]),
    }
}

fn area(random: &mut Rng) -> Aabb {
    Aabb::around([point(random), point(random)])
}

pub fn pin(random: &mut Rng) -> Pin {
    let (start, goal) = (point(random), point(random));
    Pin { name: "a \"b\"".to_owned(), start, goal, cost: random.bool().then(|| random.f64()) }
}
