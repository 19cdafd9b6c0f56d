//! Nodes that cannot stay as they are: not simple, or on the ground of another.

use crate::geom::{Aabb, Point, Segment, Side, WELD, side};
use crate::mesh::grid::{Grid, Looked};

use super::TooTangled;
use super::plan::Plan;
use super::sketch::{Owner, Sketch};

/// What is wrong with one node or two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Clash {
    /// A node crosses itself, or runs the wrong way round.
    Unsound(Owner),
    /// Two nodes cover the same ground, or are so close that they seem to be one.
    Meet(Owner, Owner),
}

/// A sketch whose nodes are all convex.
#[derive(Debug)]
pub(super) struct Parts {
    pub(super) list: Vec<Part>,
}

/// A convex part of a node.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) owner: Owner,
    pub(super) ring: Vec<usize>,
}

/// Two sides of different nodes that are closer than this part of the shorter one seem to be a crack.
pub(super) const GAP_OF_SIDE: f64 = 1e-3;

/// The convex parts of all nodes, and what is wrong with them.
pub(super) fn look(plan: &Plan, sketch: &Sketch) -> Result<(Parts, Vec<Clash>), TooTangled> {
    let mut clashes = Vec::new();
    let (mut list, mut more) = (Vec::new(), Vec::new());
    for node in &sketch.nodes {
        let owner = node.owner;
        match sketch.convex_parts(&node.ring) {
            Some(parts) => {
                let mut parts = parts.into_iter().map(|ring| Part { owner, ring });
                list.extend(parts.next());
                more.extend(parts);
            }
            None => clashes.push(Clash::Unsound(owner)),
        }
    }
    // What a node was cut into besides comes last, so that nodes keep their numbers.
    list.append(&mut more);
    look_at_pairs(plan, sketch, &list, &mut clashes)?;
    clashes.sort_unstable();
    clashes.dedup();
    Ok((Parts { list }, clashes))
}

fn look_at_pairs(
    plan: &Plan,
    sketch: &Sketch,
    parts: &[Part],
    clashes: &mut Vec<Clash>,
) -> Result<(), TooTangled> {
    let outlines: Vec<Vec<Point>> = parts.iter().map(|part| sketch.outline(&part.ring)).collect();
    let boxes: Vec<Aabb> = outlines.iter().map(|ring| Aabb::around(ring.iter().copied())).collect();
    let bounds = Aabb::around(outlines.iter().flatten().copied());
    let crack = WELD * bounds.diagonal();
    let grid = Grid::new(bounds, parts.len(), 2.0, crack, |i, ring| {
        ring.clear();
        ring.extend(&outlines[i]);
    });
    let looked = grid.pairs(64 * parts.len() + 4_000_000, |a, b| {
        let (a, b) = (a as usize, b as usize);
        let (one, other) = (parts[a].owner, parts[b].owner);
        if one == other || !boxes[a].inflated(crack).touches(boxes[b]) {
            return 1;
        }
        let joined = parts[a].ring.iter().any(|corner| parts[b].ring.contains(corner))
            || share_a_hub(plan, one, other);
        let (ring_a, ring_b) = (&outlines[a], &outlines[b]);
        if overlap(ring_a, ring_b) || (!joined && close(ring_a, ring_b, crack)) {
            clashes.push(Clash::Meet(one.min(other), one.max(other)));
        }
        ring_a.len() * ring_b.len()
    });
    if looked == Looked::AtAll { Ok(()) } else { Err(TooTangled) }
}

/// Whether two pieces meet somewhere: the node there is between them, however thin.
fn share_a_hub(plan: &Plan, a: Owner, b: Owner) -> bool {
    let (Owner::Piece(a), Owner::Piece(b)) = (a, b) else { return false };
    let b_ends = plan.pieces[b].ends;
    plan.pieces[a].ends.iter().any(|place| b_ends.contains(place))
}

/// Whether two convex rings share more than their rims. Exact: they do unless a side of one has the other outside.
fn overlap(a: &[Point], b: &[Point]) -> bool {
    let apart = |one: &[Point], other: &[Point]| {
        sides(one)
            .any(|Segment { from, to }| other.iter().all(|&p| side(from, to, p) != Side::Left))
    };
    !apart(a, b) && !apart(b, a)
}

/// Whether the rims of two rings are closer than what counts as a crack.
fn close(a: &[Point], b: &[Point], crack: f64) -> bool {
    let longest = |ring: &[Point]| sides(ring).map(Segment::length).fold(0.0, f64::max);
    let gap = 1.01 * crack.min(GAP_OF_SIDE * longest(a).min(longest(b)));
    let near = |one: &[Point], other: &[Point]| {
        sides(one).any(|side| other.iter().any(|&p| side.distance(p) <= gap))
    };
    near(a, b) || near(b, a)
}

fn sides(ring: &[Point]) -> impl Iterator<Item = Segment> {
    let n = ring.len();
    (0..n).map(move |i| Segment::new(ring[i], ring[(i + 1) % n]))
}
