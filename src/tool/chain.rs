//! Points that are clicked one after the other: outlines, walls, lanes, borders.

use crate::geom::{Point, Segment, Side, turning};
use crate::layout::work::Thing;

use super::rings::pieces;
use super::snap::{SnapTo, even, snapped};
use super::{Act, Fault, Gesture, Keys, Scene, Sketch, Snapped};

/// Points that were clicked so far, and where the hand is.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Chain {
    points: Vec<Point>,
    /// Where the hand was when it placed the last point: with Shift that may be far away.
    placed_from: Option<Point>,
    hand: Option<Hand>,
    /// Why the last click or key was not taken.
    refused: Option<Fault>,
}

/// Where the hand is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Hand {
    pub(super) snapped: Snapped,
    pub(super) keys: Keys,
}

/// What the points are going to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Line {
    /// A ring that does not touch itself.
    Ring,
    /// A chain that may.
    Open,
    /// Lanes, which meet at the vertices that there are.
    Lanes,
}

impl Chain {
    pub(super) const EMPTY: Self =
        Self { points: Vec::new(), placed_from: None, hand: None, refused: None };

    /// The points that were clicked so far.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    pub(super) fn hand(&self) -> Option<Hand> {
        self.hand
    }

    /// Takes a gesture; whether the chain is finished with it.
    pub(super) fn on(&mut self, gesture: Gesture, scene: &Scene<'_>, line: Line) -> bool {
        if gesture.act != Act::Hover {
            self.refused = None;
        }
        let is_at = |p: &Point| p.distance(gesture.at) <= gesture.reach;
        let is_far =
            !self.points.last().is_some_and(is_at) && !self.placed_from.as_ref().is_some_and(is_at);
        match gesture.act {
            Act::Cancel => *self = Self::EMPTY,
            Act::Back => {
                self.points.pop();
                self.placed_from = None;
            }
            Act::Finish => return self.is_enough(line),
            // The click before has closed the ring, or what is let go of was given up: that begins nothing new.
            Act::DoubleClick | Act::Drop if self.points.is_empty() => {
                self.reach_for(gesture, scene, line);
            }
            // Somebody in a hurry clicks twice in two places: that is two points.
            Act::DoubleClick if !is_far => return self.is_enough(line),
            // The first edge may be dragged, and a click may slip.
            Act::Grab if self.points.is_empty() => return self.place(gesture, scene, line),
            Act::Click | Act::DoubleClick => return self.place(gesture, scene, line),
            Act::Drop if is_far => return self.place(gesture, scene, line),
            Act::Hover | Act::Grab | Act::Drag | Act::Drop => self.reach_for(gesture, scene, line),
        }
        false
    }

    /// It could not be drawn after all.
    pub(super) fn refuse(&mut self, fault: Fault) {
        self.refused = Some(fault);
    }

    fn reach_for(&mut self, gesture: Gesture, scene: &Scene<'_>, line: Line) {
        let snapped = self.snapped(&gesture, scene, line);
        // What was wrong elsewhere is no longer of interest.
        if self.hand.is_none_or(|hand| hand.snapped.at != snapped.at) {
            self.refused = None;
        }
        self.hand = Some(Hand { snapped, keys: gesture.keys });
    }

    fn snapped(&self, gesture: &Gesture, scene: &Scene<'_>, line: Line) -> Snapped {
        let Gesture { at, reach, keys, .. } = *gesture;
        let on = |at: Point| Snapped { at, to: Some(SnapTo::Vertex) };
        let in_reach = |p: &Point| p.distance(at) <= reach;
        let first = self.points.first().filter(|first| in_reach(first));
        if let Some(&first) = first.filter(|_| line == Line::Ring && 3 <= self.points.len()) {
            return on(first);
        }
        if line == Line::Lanes && !keys.alt {
            let vertices = scene.layout.into_iter().flat_map(|layout| &layout.lanes.vertices);
            let shown = vertices.filter(|(id, _)| scene.shows(Thing::LaneVertex(**id)));
            let joints = shown.map(|(_, vertex)| vertex.at).chain(self.points.iter().copied());
            let closer = |a: &Point, b: &Point| a.distance(at).total_cmp(&b.distance(at));
            if let Some(joint) = joints.filter(in_reach).min_by(closer) {
                return on(joint);
            }
        }
        let last = self.points.last().copied();
        let straight = last.filter(|_| keys.shift).and_then(|last| even(at, last));
        let straight = straight.filter(|it| super::rings::sound(it.at).is_some());
        straight.unwrap_or_else(|| snapped(gesture, last, scene, &|_| false))
    }

    fn place(&mut self, gesture: Gesture, scene: &Scene<'_>, line: Line) -> bool {
        self.reach_for(gesture, scene, line);
        let Some(Hand { snapped: Snapped { at, .. }, .. }) = self.hand else { return false };
        if self.closes(at, line) {
            return self.is_enough(line);
        }
        if self.points.last() == Some(&at) {
            return false;
        }
        match fault_of_next(&self.points, at, line) {
            Some(fault) => self.refused = Some(fault),
            None => {
                self.points.push(at);
                self.placed_from = Some(gesture.at);
            }
        }
        false
    }

    fn closes(&self, at: Point, line: Line) -> bool {
        line == Line::Ring && 3 <= self.points.len() && self.points.first() == Some(&at)
    }

    /// Whether the points can be what they are going to be; if not, why is remembered.
    fn is_enough(&mut self, line: Line) -> bool {
        let needed = if line == Line::Ring { 3 } else { 2 };
        if self.points.is_empty() {
            return false;
        }
        self.refused = if self.points.len() < needed {
            let count = if line == Line::Ring { "three" } else { "two" };
            Some(Fault::new(format!("it needs {count} points")))
        } else if line == Line::Ring {
            fault_of_next(&self.points, self.points[0], line)
        } else {
            None
        };
        self.refused.is_none()
    }

    /// What is drawn of it.
    pub(super) fn sketch(&self, line: Line) -> Option<Sketch> {
        let mut points = self.points.clone();
        let hand = self.hand.map(|hand| hand.snapped);
        let at = hand.map(|hand| hand.at);
        let closed = at.is_some_and(|at| self.closes(at, line));
        let piece = points.last().zip(at).map(|(&last, at)| Segment::new(last, at));
        let next = at.filter(|at| points.last() != Some(at));
        let fault = next.and_then(|at| fault_of_next(&points, at, line));
        points.extend(at.filter(|_| !closed));
        let fault = self.refused.clone().or(fault);
        let sketch = Sketch { points, closed, piece, fault, snapped: hand, ..Sketch::default() };
        (!sketch.points.is_empty()).then_some(sketch)
    }
}

/// What is wrong with a ring that goes on to a point, or closes with it.
fn fault_of_next(points: &[Point], to: Point, line: Line) -> Option<Fault> {
    let &last = points.last().filter(|_| line == Line::Ring)?;
    let next = Segment::new(last, to);
    let closing = points.first() == Some(&to);
    let n_pieces = points.len() - 1;
    for (i, piece) in pieces(points, false).enumerate() {
        // Neighbours share a point, and nothing else.
        let is_neighbour = i + 1 == n_pieces || (closing && i == 0);
        let verb = match is_neighbour {
            true if next.overlaps(piece) => "run back along",
            false if next.crosses(piece) => "cross",
            false if next.touches(piece) => "touch",
            _ => continue,
        };
        let reason = format!("edge would {verb} edge {}", i + 1);
        return Some(Fault { reason, pieces: vec![next, piece] });
    }
    let is_flat = closing && turning(points) == Side::On;
    is_flat.then(|| Fault::new("it would have no inside"))
}

/// What is wrong with the two edges of a ring that meet at a corner.
pub(super) fn fault_at(ring: &[Point], corner: usize) -> Option<Fault> {
    let n = ring.len();
    for ours in [(corner + n - 1) % n, corner] {
        let piece = |i: usize| Segment::new(ring[i], ring[(i + 1) % n]);
        for other in (0..n).filter(|&other| other != ours) {
            let is_neighbour = (ours + 1) % n == other || (other + 1) % n == ours;
            let (a, b) = (piece(ours), piece(other));
            let is_wrong = if is_neighbour { a.overlaps(b) } else { a.touches(b) };
            if is_wrong {
                let verb = if a.crosses(b) { "crosses" } else { "touches" };
                let reason = format!("edge {} {verb} edge {}", ours + 1, other + 1);
                return Some(Fault { reason, pieces: vec![a, b] });
            }
        }
    }
    None
}
