//! The cheapest breach: which walls to open and which blocked faces to clear so that two pieces of ground are one.
//!
//! Dijkstra over all faces, blocked ones too. Walking is free; what costs is the opening. Ground in between that
//! belongs to neither end is walked over for free as well, so a breach may have several holes. Ways through blocked
//! faces lead from the middle of one side to the middle of the next (in faces with very many sides by way of the middle
//! of the face, so that time grows as n log n).

use std::collections::BTreeSet;

use crate::geom::Segment;
use crate::mesh::{FaceId, Navmesh};

use super::step::{Steps, listed};
use super::words;

mod run;
mod widest;

use run::{Cost, Direction, Run};
use widest::widest;

/// What makes a breach cheap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// Few walls and faces; among equals the shortest.
    Number,
    /// A short way through blocked ground; among equals the fewest walls and faces.
    Length,
    /// A wide opening; among equals the fewest walls and faces.
    Width,
}

impl Measure {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Number, Self::Length, Self::Width];

    /// The name that scripts know it by.
    pub fn name(self) -> &'static str {
        match self {
            Self::Number => "number",
            Self::Length => "length",
            Self::Width => "width",
        }
    }
}

/// Something to open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Opening {
    /// A wall on a side of a face.
    Wall(FaceId, usize),
    /// A blocked face.
    Face(FaceId),
}

/// What to open so that two pieces of ground are one.
#[derive(Debug, Clone, PartialEq)]
pub struct Breach {
    /// What to open, from the start on.
    pub openings: Vec<Opening>,
    /// The sides that are crossed and were closed before.
    pub crossed: Vec<Segment>,
    /// The way through blocked ground.
    pub way: Vec<Segment>,
    /// How long that is.
    pub length: f64,
    /// The narrowest side that is crossed and was closed before.
    pub width: f64,
}

impl Breach {
    /// Nothing to open.
    pub(super) fn none() -> Self {
        Self {
            openings: Vec::new(),
            crossed: Vec::new(),
            way: Vec::new(),
            length: 0.0,
            width: f64::INFINITY,
        }
    }

    /// One breach after the other.
    fn then(mut self, rest: Self) -> Self {
        self.openings.extend(rest.openings);
        self.crossed.extend(rest.crossed);
        self.way.extend(rest.way);
        self.length += rest.length;
        self.width = self.width.min(rest.width);
        self
    }

    /// The faces to clear.
    pub fn faces(&self) -> Vec<FaceId> {
        let face = |opening: &Opening| match *opening {
            Opening::Face(face) => Some(face),
            Opening::Wall(..) => None,
        };
        self.openings.iter().filter_map(face).collect()
    }

    /// The sides on which walls stand.
    pub fn walls(&self) -> Vec<(FaceId, usize)> {
        let wall = |opening: &Opening| match *opening {
            Opening::Wall(face, side) => Some((face, side)),
            Opening::Face(_) => None,
        };
        self.openings.iter().filter_map(wall).collect()
    }

    /// What is to be done, in words.
    pub(super) fn to_text(&self, mesh: &Navmesh) -> String {
        let (walls, faces) = (self.walls(), self.faces());
        let mut parts = Vec::new();
        match walls.as_slice() {
            [] => {}
            walls if 3 < walls.len() => parts.push(format!("open {} walls", walls.len())),
            walls => {
                let names: Vec<String> =
                    walls.iter().map(|&wall| words::wall(mesh, wall)).collect();
                parts.push(format!("open {}", words::joined(&names)));
            }
        }
        if !faces.is_empty() {
            parts.push(format!("clear {}", words::faces(mesh, &faces)));
        }
        words::joined(&parts)
    }
}

/// What may be opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Openable {
    /// Everything.
    All,
    /// Sides that may be crossed the other way round.
    OneWaySides,
}

/// The cheapest breach from faces to any of a set of faces; none if nothing joins them.
pub(super) fn find(
    steps: &Steps<'_>,
    starts: &[FaceId],
    goals: &[bool],
    measure: Measure,
    openable: Openable,
) -> Option<Breach> {
    let mut breach = search(steps, starts, goals, measure, openable)?;
    // A short way may lead through a face twice, and over free ground in between.
    let mut told = BTreeSet::new();
    breach.openings.retain(|&opening| told.insert(opening));
    Some(breach)
}

fn search(
    steps: &Steps<'_>,
    starts: &[FaceId],
    goals: &[bool],
    measure: Measure,
    openable: Openable,
) -> Option<Breach> {
    let least_width = match measure {
        Measure::Number | Measure::Length => 0.0,
        Measure::Width => widest(steps, starts, goals, openable)?,
    };
    let run = |direction| Run::new(steps, measure, openable, least_width, direction);
    if openable == Openable::OneWaySides {
        let mut forth = run(Direction::Forth);
        let nowhere = vec![false; goals.len()];
        return forth.run(starts, goals, &nowhere, None)[0].map(|reached| forth.breach(reached));
    }
    // Nearly all of a map is often one piece of ground. From there on it is found by going back from the goal; to search
    // all around it would take long.
    let core = steps.largest_piece();
    let mut is_start = vec![false; goals.len()];
    starts.iter().filter(|&&face| steps.holds(face)).for_each(|face| is_start[face.index()] = true);
    let mut back = run(Direction::Back);
    let [whole, rest] = back.run(&listed(goals), &is_start, &core, Some(Cost::NOTHING));
    if let Some(whole) = whole {
        return Some(back.breach(whole));
    }
    let mut forth = run(Direction::Forth);
    let [whole, first] = forth.run(starts, goals, &core, rest.map(|rest| rest.cost));
    match (whole, first, rest) {
        (Some(whole), _, _) => Some(forth.breach(whole)),
        (None, Some(first), Some(rest)) => Some(forth.breach(first).then(back.breach(rest))),
        _ => None,
    }
}

/// The cheapest breach between two pieces of ground, each a set of walkable faces, for whoever has no query.
pub fn cheapest(
    case: &super::Case<'_>,
    starts: &[FaceId],
    goals: &[FaceId],
    measure: Measure,
) -> Option<Breach> {
    let mut is_goal = vec![false; case.mesh().n_faces()];
    goals.iter().for_each(|goal| is_goal[goal.index()] = true);
    find(&Steps::new(case), starts, &is_goal, measure, Openable::All)
}

/// What is behind a closed side, if it may be opened and somebody would fit through.
fn openable(
    steps: &Steps<'_>,
    what: Openable,
    face: FaceId,
    side: usize,
) -> Option<(FaceId, usize)> {
    let (other, twin) = steps.mesh.twin(face, side)?;
    let may = match what {
        Openable::All => steps.is_firm(other) && steps.fits(face, side),
        Openable::OneWaySides => steps.over_side(other, twin).is_some(),
    };
    may.then_some((other, twin))
}
