//! Dijkstra through walls and blocked faces.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::geom::{Point, Segment};
use crate::mesh::{FaceId, Navmesh};

use super::super::step::Steps;
use super::{Breach, Measure, Openable, Opening, openable};

/// Faces with more sides than this are crossed by way of their middle.
const MANY_SIDES: usize = 32;

/// What it takes to get somewhere.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Cost {
    number: u32,
    length: f64,
}

/// A cost as whole numbers, which order as the measure has it: queues compare often.
type Key = [u64; 2];

const FARTHEST: Key = [u64::MAX; 2];

impl Cost {
    pub(super) const NOTHING: Self = Self { number: 0, length: 0.0 };

    /// The bits of numbers that are not negative order as the numbers do.
    fn key(self, measure: Measure) -> Key {
        let (number, length) = (u64::from(self.number), self.length.to_bits());
        match measure {
            Measure::Length => [length, number],
            Measure::Number | Measure::Width => [number, length],
        }
    }

    fn plus(self, other: Self) -> Self {
        Self { number: self.number + other.number, length: self.length + other.length }
    }

    fn of(key: Key, measure: Measure) -> Self {
        let [number, length] = match measure {
            Measure::Length => [key[1], key[0]],
            Measure::Number | Measure::Width => key,
        };
        Self { number: number as u32, length: f64::from_bits(length) }
    }
}

/// A node in the queue, with its face: the cheapest first.
type Waiting = Reverse<(Key, u32, FaceId)>;

/// Which way a search goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    /// From the start to the goal.
    Forth,
    /// From the goal to the start.
    Back,
}

/// Where a search ended.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reached {
    node: u32,
    /// What it takes to get there.
    pub(super) cost: Cost,
}

/// A search under way.
///
/// A node is a blocked face entered over one of its sides (by the side's place among all sides), or a face that is
/// entered no matter how (by its number, after all sides): a walkable one, or a blocked one with many sides.
pub(super) struct Run<'a> {
    steps: &'a Steps<'a>,
    measure: Measure,
    openable: Openable,
    least_width: f64,
    direction: Direction,
    known: Vec<Key>,
    parents: Vec<u32>,
    queue: BinaryHeap<Waiting>,
    /// Ground that was reached for nothing more, and waits for nobody.
    ground: Vec<FaceId>,
}

impl<'a> Run<'a> {
    pub(super) fn new(
        steps: &'a Steps<'a>,
        measure: Measure,
        openable: Openable,
        least_width: f64,
        direction: Direction,
    ) -> Self {
        let n_nodes = steps.mesh.corners().len() + steps.mesh.n_faces();
        Self {
            steps,
            measure,
            openable,
            least_width,
            direction,
            known: vec![FARTHEST; n_nodes],
            parents: vec![u32::MAX; n_nodes],
            queue: BinaryHeap::new(),
            ground: Vec::new(),
        }
    }

    fn mesh(&self) -> &Navmesh {
        self.steps.mesh
    }

    /// Searches until a goal is reached, and says so; or until it cannot be reached for less than by way of the core,
    /// and says where that begins.
    ///
    /// `rest` is what it takes from the core on; the core itself is not searched.
    pub(super) fn run(
        &mut self,
        starts: &[FaceId],
        goals: &[bool],
        core: &[bool],
        rest: Option<Cost>,
    ) -> [Option<Reached>; 2] {
        for &start in starts.iter().filter(|&&face| self.steps.holds(face)) {
            self.reach(self.node_of_face(start), start, Cost::NOTHING, u32::MAX);
        }
        let (mut entered, mut limit) = (None, FARTHEST);
        while let Some(Reverse((key, node, face))) = self.queue.pop() {
            if limit <= key {
                break;
            }
            if self.known[node as usize] < key {
                continue;
            }
            let cost = Cost::of(key, self.measure);
            if !self.mesh().face(face).walkable() {
                if goals[face.index()] {
                    return [Some(Reached { node, cost }), None];
                }
                self.leave_obstacle(node, face, cost);
                continue;
            }
            self.ground.push(face);
            while let Some(face) = self.ground.pop() {
                let reached = Reached { node: self.node_of_face(face), cost };
                if goals[face.index()] {
                    return [Some(reached), None];
                }
                if !core[face.index()] {
                    self.leave_ground(face, cost);
                } else if entered.is_none() {
                    entered = Some(reached);
                    limit = rest.map_or(FARTHEST, |rest| cost.plus(rest).key(self.measure));
                }
            }
        }
        [None, entered]
    }

    /// Where a side leads for nothing; against the direction when going back.
    fn free(&self, face: FaceId, side: usize) -> Option<FaceId> {
        match self.direction {
            Direction::Forth => self.steps.over_side(face, side),
            Direction::Back => {
                let (other, twin) = self.mesh().twin(face, side)?;
                self.steps.over_side(other, twin).map(|_| other)
            }
        }
    }

    /// Where links lead.
    fn linked(&self, face: FaceId) -> Vec<FaceId> {
        let links = self.mesh().links();
        if links.is_empty() {
            return Vec::new();
        }
        match self.direction {
            Direction::Forth => {
                self.steps.links_from(face).map(|link| links[link as usize].to).collect()
            }
            Direction::Back => {
                self.steps.links_to(face).map(|link| links[link as usize].from).collect()
            }
        }
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

    fn reach(&mut self, node: u32, face: FaceId, cost: Cost, parent: u32) {
        let key = cost.key(self.measure);
        if key < self.known[node as usize] {
            self.known[node as usize] = key;
            self.parents[node as usize] = parent;
            self.queue.push(Reverse((key, node, face)));
        }
    }

    /// Reaches ground from other ground, which takes nothing more.
    fn walk_to(&mut self, face: FaceId, cost: Cost, parent: u32) {
        let (node, key) = (self.node_of_face(face) as usize, cost.key(self.measure));
        if key < self.known[node] {
            self.known[node] = key;
            self.parents[node] = parent;
            self.ground.push(face);
        }
    }

    fn leave_ground(&mut self, face: FaceId, cost: Cost) {
        let node = self.node_of_face(face);
        for side in 0..self.mesh().face(face).n_sides() {
            if let Some(other) = self.free(face, side) {
                self.walk_to(other, cost, node);
            } else if let Some((other, twin)) = self.opened(face, side) {
                let length = cost.length + self.way_in(other, twin);
                let there = Cost { number: cost.number + 1, length };
                self.reach(self.node_entered(other, twin), other, there, node);
            }
        }
        for to in self.linked(face) {
            self.walk_to(to, cost, node);
        }
    }

    fn leave_obstacle(&mut self, node: u32, face: FaceId, cost: Cost) {
        let sides = self.mesh().face(face).range();
        let entered = sides.contains(&(node as usize)).then(|| node as usize - sides.start);
        let at = self.middle(face, entered);
        for side in (0..self.mesh().face(face).n_sides()).filter(|&side| Some(side) != entered) {
            let Some((other, twin)) = self.opened(face, side) else { continue };
            let out = at.distance(self.mesh().face(face).segment(side).middle());
            let length = cost.length + out + self.way_in(other, twin);
            let is_obstacle = !self.mesh().face(other).walkable();
            let number = cost.number + u32::from(is_obstacle);
            let there = Cost { number, length };
            self.reach(self.node_entered(other, twin), other, there, node);
        }
    }

    /// What is behind a side, if one would get there once what is in the way is opened.
    fn opened(&self, face: FaceId, side: usize) -> Option<(FaceId, usize)> {
        let (other, twin) = openable(self.steps, self.openable, face, side)?;
        let length = || self.mesh().face(face).segment(side).length();
        let wide_enough = self.least_width <= 0.0 || self.least_width <= length();
        wide_enough.then_some((other, twin))
    }

    /// Where one stands in a blocked face.
    fn middle(&self, face: FaceId, entered: Option<usize>) -> Point {
        let face = self.mesh().face(face);
        entered.map_or_else(|| face.center(), |side| face.segment(side).middle())
    }

    /// How far it is from a side of a face to where one stands then: nothing, but in blocked faces with many sides.
    fn way_in(&self, face: FaceId, side: usize) -> f64 {
        let face = self.mesh().face(face);
        let by_middle = !face.walkable() && MANY_SIDES < face.n_sides();
        if by_middle { face.segment(side).middle().distance(face.center()) } else { 0.0 }
    }

    /// Reads the way to where the search ended, in the direction from start to goal.
    pub(super) fn breach(&self, Reached { node, cost }: Reached) -> Breach {
        let mut nodes = vec![node];
        while let Some(&parent) = self.parents.get(nodes[nodes.len() - 1] as usize)
            && parent != u32::MAX
        {
            nodes.push(parent);
        }
        nodes.reverse();
        let mut breach = Breach::none();
        breach.length = cost.length;
        for pair in nodes.windows(2) {
            self.tell(pair[0], pair[1], &mut breach);
        }
        if self.direction == Direction::Back {
            breach.openings.reverse();
            breach.crossed.reverse();
            breach.way.reverse();
            breach.way.iter_mut().for_each(|piece| *piece = Segment::new(piece.to, piece.from));
        }
        breach
    }

    /// Says what it took to get from one node to the next.
    fn tell(&self, from: u32, to: u32, breach: &mut Breach) {
        let mesh = self.mesh();
        let ((face, entered), (next, over)) = (self.face_of(from), self.face_of(to));
        let is_free = |side: usize| self.free(face, side) == Some(next);
        let leads = |side: &usize| match (mesh.twin(face, *side), over) {
            (Some((other, twin)), Some(over)) => (other, twin) == (next, over),
            (Some((other, _)), None) => other == next && self.opened(face, *side).is_some(),
            (None, _) => false,
        };
        let is_walked =
            || (0..mesh.face(face).n_sides()).any(is_free) || self.linked(face).contains(&next);
        if mesh.face(face).walkable() && is_walked() {
            return;
        }
        let at = self.middle(face, entered);
        let distance = |side: &usize| at.distance(mesh.face(face).segment(*side).middle());
        let sides = (0..mesh.face(face).n_sides()).filter(leads);
        let Some(side) = sides.min_by(|a, b| distance(a).total_cmp(&distance(b))) else {
            return;
        };
        let segment = mesh.face(face).segment(side);
        breach.crossed.push(segment);
        breach.width = breach.width.min(segment.length());
        if !mesh.face(face).walkable() {
            breach.way.push(Segment::new(at, segment.middle()));
        }
        if !mesh.face(next).walkable() {
            breach.openings.push(Opening::Face(next));
            if over.is_none() {
                breach.way.push(Segment::new(segment.middle(), mesh.face(next).center()));
            }
        } else if mesh.face(face).walkable() {
            // A wall is named by the face in front of it, for somebody who comes from the start.
            let (face, side) = match (self.direction, mesh.twin(face, side)) {
                (Direction::Back, Some(front)) => front,
                _ => (face, side),
            };
            breach.openings.push(Opening::Wall(face, side));
        }
    }
}
