//! The nodes that a plan asks for, whatever they look like.

use crate::geom::{Point, Side, side, touches_itself, turning};
use crate::mesh::ears;

use super::hub::{Hub, dead_end};
use super::plan::{PieceEnd, Plan};

/// What a node stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Owner {
    /// The place where pieces meet.
    Hub(usize),
    /// A piece.
    Piece(usize),
}

/// A node: its corners counter-clockwise, as places in the list of points.
#[derive(Debug, Clone)]
pub(super) struct Node {
    pub(super) owner: Owner,
    pub(super) ring: Vec<usize>,
}

/// Nodes as the plan asks for them.
#[derive(Debug, Default)]
pub(super) struct Sketch {
    pub(super) points: Vec<Point>,
    /// First the hubs, then the pieces.
    pub(super) nodes: Vec<Node>,
    /// The places where an outer corner was cut off.
    pub(super) blunted: Vec<usize>,
}

impl Sketch {
    /// Draws every hub and every piece; `ends_at` has the ends at each place, counter-clockwise.
    pub(super) fn new(plan: &Plan, ends_at: &[Vec<PieceEnd>]) -> Self {
        let mut sketch = Self::default();
        // The corners of each piece at its two ends: on the right and on the left of its direction from there.
        let mut corners = vec![[[0; 2]; 2]; plan.pieces.len()];
        for (place, ends) in ends_at.iter().enumerate().filter(|(_, ends)| 2 <= ends.len()) {
            let hub = Hub::new(plan, place, ends);
            let first = sketch.points.len();
            for ((piece, end), portal) in hub.portals {
                corners[piece][end] = portal.map(|corner| first + corner);
            }
            sketch.points.extend(hub.ring);
            let ring = (first..sketch.points.len()).collect();
            sketch.nodes.push(Node { owner: Owner::Hub(place), ring });
            if hub.blunted {
                sketch.blunted.push(place);
            }
        }
        for (index, piece) in plan.pieces.iter().enumerate() {
            for (end, &place) in piece.ends.iter().enumerate() {
                if ends_at[place].len() == 1 {
                    let at = plan.places[place].at;
                    let direction = plan.direction((index, end));
                    let first = sketch.points.len();
                    sketch.points.extend(dead_end(at, direction, piece.widths[end]));
                    corners[index][end] = [first + 1, first];
                }
            }
            let [[right, left], [far_right, far_left]] = corners[index];
            let ring = vec![right, far_left, far_right, left];
            sketch.nodes.push(Node { owner: Owner::Piece(index), ring });
        }
        sketch
    }

    /// Where the corners of a ring are.
    pub(super) fn outline(&self, ring: &[usize]) -> Vec<Point> {
        ring.iter().map(|&corner| self.points[corner]).collect()
    }

    /// A node as convex nodes that are together the same; none if it crosses itself or runs the wrong way round.
    pub(super) fn convex_parts(&self, ring: &[usize]) -> Option<Vec<Vec<usize>>> {
        let outline = self.outline(ring);
        let sound = outline.iter().all(|point| point.is_sound())
            && turning(&outline) == Side::Left
            && touches_itself(&outline) == Some(false);
        if !sound {
            return None;
        }
        if is_convex(&outline) {
            return Some(vec![ring.to_vec()]);
        }
        let triangles = ears::triangles(&outline)?;
        let mut parts: Vec<Vec<usize>> = Vec::new();
        for triangle in triangles {
            let triangle = triangle.map(|corner| ring[corner]).to_vec();
            let together =
                parts.iter().enumerate().rev().take(MOST_LOOKED_AT).find_map(|(i, part)| {
                    let together = merged(part, &triangle)?;
                    is_convex(&self.outline(&together)).then_some((i, together))
                });
            match together {
                Some((i, together)) => parts[i] = together,
                None => parts.push(triangle),
            }
        }
        Some(parts)
    }
}

/// How many parts a triangle may be merged with are looked at.
const MOST_LOOKED_AT: usize = 32;

/// Whether every corner of a ring that does not cross itself turns left or goes straight on. Exact.
pub(super) fn is_convex(ring: &[Point]) -> bool {
    let n = ring.len();
    (0..n).all(|i| side(ring[i], ring[(i + 1) % n], ring[(i + 2) % n]) != Side::Right)
}

/// A ring and a triangle that has one of its sides, as one ring.
fn merged(ring: &[usize], triangle: &[usize]) -> Option<Vec<usize>> {
    for (i, &from) in ring.iter().enumerate() {
        let to = ring[(i + 1) % ring.len()];
        for k in 0..3 {
            if triangle[k] == to && triangle[(k + 1) % 3] == from {
                let mut together = ring.to_vec();
                together.insert(i + 1, triangle[(k + 2) % 3]);
                return Some(together);
            }
        }
    }
    None
}
