//! The cheapest breach: which walls to open and which blocked faces to clear so that two pieces of ground are one.
//!
//! Dijkstra over all faces, blocked ones too. Walking is free; what costs is the opening. Ground in between that
//! belongs to neither end is walked over for free as well, so a breach may have several holes. Ways through blocked
//! faces lead from the middle of one side to the middle of the next (in faces with very many sides by way of the middle
//! of the face, so that time grows as n log n).

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use crate::geom::{Point, Segment};
use crate::mesh::{FaceId, Navmesh};

use super::step::Steps;
use super::words;

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
    let least_width = match measure {
        Measure::Number | Measure::Length => 0.0,
        Measure::Width => widest(steps, starts, goals, openable)?,
    };
    let n_nodes = steps.mesh.corners().len() + steps.mesh.n_faces();
    let mut run = Run {
        steps,
        measure,
        openable,
        least_width,
        known: vec![Cost::FARTHEST; n_nodes],
        parents: vec![u32::MAX; n_nodes],
        queue: BinaryHeap::new(),
    };
    run.run(starts, goals)
}

/// The cheapest breach between two sets of faces of a mesh, for whoever has no query.
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

/// Faces with more sides than this are crossed by way of their middle.
const MANY_SIDES: usize = 32;

/// What it takes to get somewhere.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Cost {
    number: u32,
    length: f64,
}

impl Cost {
    const NOTHING: Self = Self { number: 0, length: 0.0 };
    const FARTHEST: Self = Self { number: u32::MAX, length: f64::INFINITY };

    fn cmp(self, other: Self, measure: Measure) -> Ordering {
        let (number, length) =
            (self.number.cmp(&other.number), self.length.total_cmp(&other.length));
        match measure {
            Measure::Length => length.then(number),
            Measure::Number | Measure::Width => number.then(length),
        }
    }
}

/// A node in the queue: the cheapest first, as the measure has it.
struct Waiting {
    cost: Cost,
    measure: Measure,
    node: u32,
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Waiting {}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> Ordering {
        other.cost.cmp(self.cost, self.measure).then(other.node.cmp(&self.node))
    }
}

/// A search under way.
///
/// A node is a blocked face entered over one of its sides (by the side's place among all sides), or a face that is
/// entered no matter how (by its number, after all sides): a walkable one, or a blocked one with many sides.
struct Run<'a> {
    steps: &'a Steps<'a>,
    measure: Measure,
    openable: Openable,
    least_width: f64,
    known: Vec<Cost>,
    parents: Vec<u32>,
    queue: BinaryHeap<Waiting>,
}

impl Run<'_> {
    fn mesh(&self) -> &Navmesh {
        self.steps.mesh
    }

    fn run(&mut self, starts: &[FaceId], goals: &[bool]) -> Option<Breach> {
        for &start in starts.iter().filter(|&&face| self.steps.holds(face)) {
            let node = self.node_of_face(start);
            self.reach(node, Cost::NOTHING, u32::MAX);
        }
        while let Some(Waiting { cost, node, .. }) = self.queue.pop() {
            if self.known[node as usize].cmp(cost, self.measure) == Ordering::Less {
                continue;
            }
            let (face, entered) = self.face_of(node);
            if goals[face.index()] {
                return Some(self.breach(node, cost));
            }
            if self.mesh().face(face).walkable() {
                self.leave_ground(node, face, cost);
            } else {
                self.leave_obstacle(node, face, entered, cost);
            }
        }
        None
    }

    fn node_of_face(&self, face: FaceId) -> u32 {
        self.mesh().corners().len() as u32 + face.0
    }

    /// The node of a face that is entered over one of its sides.
    fn node_entered(&self, face: FaceId, side: usize) -> u32 {
        let entered = self.mesh().face(face);
        if entered.walkable() || MANY_SIDES < entered.n_sides() {
            self.node_of_face(face)
        } else {
            (entered.range().start + side) as u32
        }
    }

    /// The face of a node, and the side over which it was entered, if that matters.
    fn face_of(&self, node: u32) -> (FaceId, Option<usize>) {
        let n_sides = self.mesh().corners().len() as u32;
        if n_sides <= node {
            return (FaceId(node - n_sides), None);
        }
        let starts = self.mesh().starts();
        let face = starts.partition_point(|&start| start <= node) - 1;
        (FaceId(face as u32), Some((node - starts[face]) as usize))
    }

    fn reach(&mut self, node: u32, cost: Cost, parent: u32) {
        if cost.cmp(self.known[node as usize], self.measure) == Ordering::Less {
            self.known[node as usize] = cost;
            self.parents[node as usize] = parent;
            self.queue.push(Waiting { cost, measure: self.measure, node });
        }
    }

    fn leave_ground(&mut self, node: u32, face: FaceId, cost: Cost) {
        let steps = self.steps;
        for side in 0..self.mesh().face(face).n_sides() {
            if let Some(other) = steps.over_side(face, side) {
                self.reach(self.node_of_face(other), cost, node);
            } else if let Some((other, twin)) = self.opened(face, side) {
                let length = cost.length + self.way_in(other, twin);
                let there = Cost { number: cost.number + 1, length };
                self.reach(self.node_entered(other, twin), there, node);
            }
        }
        for link in steps.links_from(face) {
            let to = self.mesh().links()[link as usize].to;
            self.reach(self.node_of_face(to), cost, node);
        }
    }

    fn leave_obstacle(&mut self, node: u32, face: FaceId, entered: Option<usize>, cost: Cost) {
        let at = self.middle(face, entered);
        for side in (0..self.mesh().face(face).n_sides()).filter(|&side| Some(side) != entered) {
            let Some((other, twin)) = self.opened(face, side) else { continue };
            let out = at.distance(middle(self.mesh().face(face).segment(side)));
            let length = cost.length + out + self.way_in(other, twin);
            let is_obstacle = !self.mesh().face(other).walkable();
            let number = cost.number + u32::from(is_obstacle);
            self.reach(self.node_entered(other, twin), Cost { number, length }, node);
        }
    }

    /// What is behind a side, if one would get there once what is in the way is opened.
    fn opened(&self, face: FaceId, side: usize) -> Option<(FaceId, usize)> {
        let (other, twin) = openable(self.steps, self.openable, face, side)?;
        let wide_enough = self.least_width <= self.mesh().face(face).segment(side).length();
        wide_enough.then_some((other, twin))
    }

    /// Where one stands in a blocked face.
    fn middle(&self, face: FaceId, entered: Option<usize>) -> Point {
        let face = self.mesh().face(face);
        entered.map_or_else(|| face.center(), |side| middle(face.segment(side)))
    }

    /// How far it is from a side of a face to where one stands then: nothing, but in blocked faces with many sides.
    fn way_in(&self, face: FaceId, side: usize) -> f64 {
        let face = self.mesh().face(face);
        let by_middle = !face.walkable() && MANY_SIDES < face.n_sides();
        if by_middle { middle(face.segment(side)).distance(face.center()) } else { 0.0 }
    }

    /// Reads the way back.
    fn breach(&self, last: u32, cost: Cost) -> Breach {
        let mut nodes = vec![last];
        while let Some(&parent) = self.parents.get(nodes[nodes.len() - 1] as usize)
            && parent != u32::MAX
        {
            nodes.push(parent);
        }
        nodes.reverse();
        let mut breach = Breach {
            openings: Vec::new(),
            crossed: Vec::new(),
            way: Vec::new(),
            length: cost.length,
            width: f64::INFINITY,
        };
        for pair in nodes.windows(2) {
            self.tell(pair[0], pair[1], &mut breach);
        }
        // A short way may lead through a face twice, and over free ground in between.
        let mut told = std::collections::BTreeSet::new();
        breach.openings.retain(|&opening| told.insert(opening));
        breach
    }

    /// Says what it took to get from one node to the next.
    fn tell(&self, from: u32, to: u32, breach: &mut Breach) {
        let mesh = self.mesh();
        let ((face, entered), (next, over)) = (self.face_of(from), self.face_of(to));
        let is_free = |side: usize| self.steps.over_side(face, side) == Some(next);
        let leads = |side: &usize| match (mesh.twin(face, *side), over) {
            (Some((other, twin)), Some(over)) => (other, twin) == (next, over),
            (Some((other, _)), None) => other == next && self.opened(face, *side).is_some(),
            (None, _) => false,
        };
        if mesh.face(face).walkable() && (0..mesh.face(face).n_sides()).any(is_free) {
            return;
        }
        let at = self.middle(face, entered);
        let distance = |side: &usize| at.distance(middle(mesh.face(face).segment(*side)));
        let sides = (0..mesh.face(face).n_sides()).filter(leads);
        let Some(side) = sides.min_by(|a, b| distance(a).total_cmp(&distance(b))) else {
            return;
        };
        let segment = mesh.face(face).segment(side);
        breach.crossed.push(segment);
        breach.width = breach.width.min(segment.length());
        if !mesh.face(face).walkable() {
            breach.way.push(Segment::new(at, middle(segment)));
        }
        if !mesh.face(next).walkable() {
            breach.openings.push(Opening::Face(next));
            if over.is_none() {
                breach.way.push(Segment::new(middle(segment), mesh.face(next).center()));
            }
        } else if mesh.face(face).walkable() {
            breach.openings.push(Opening::Wall(face, side));
        }
    }
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

/// The widest that the narrowest side of a breach can be.
fn widest(steps: &Steps<'_>, starts: &[FaceId], goals: &[bool], what: Openable) -> Option<f64> {
    let mut width = vec![f64::NEG_INFINITY; steps.mesh.n_faces()];
    let mut queue: BinaryHeap<Width> = BinaryHeap::new();
    for &start in starts.iter().filter(|&&face| steps.holds(face)) {
        width[start.index()] = f64::INFINITY;
        queue.push(Width(f64::INFINITY, start));
    }
    while let Some(Width(here, face)) = queue.pop() {
        if here < width[face.index()] {
            continue;
        }
        if goals[face.index()] {
            return Some(here);
        }
        let mut reach = |to: FaceId, there: f64| {
            if width[to.index()] < there {
                width[to.index()] = there;
                queue.push(Width(there, to));
            }
        };
        for side in 0..steps.mesh.face(face).n_sides() {
            if let Some(other) = steps.over_side(face, side) {
                reach(other, here);
            } else if let Some((other, _)) = openable(steps, what, face, side) {
                reach(other, here.min(steps.mesh.face(face).segment(side).length()));
            }
        }
        if steps.holds(face) {
            for link in steps.links_from(face) {
                reach(steps.mesh.links()[link as usize].to, here);
            }
        }
    }
    None
}

/// A face in the queue: the widest first.
pub(super) struct Width(pub(super) f64, pub(super) FaceId);

impl PartialEq for Width {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Width {}

impl PartialOrd for Width {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Width {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0).then(other.1.cmp(&self.1))
    }
}

fn middle(Segment { from, to }: Segment) -> Point {
    (from + to) * 0.5
}
