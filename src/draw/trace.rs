//! A search after one of its events: what is done with, what is open, and where it stands.

use crate::geom::Point;
use crate::mesh::FaceId;
use crate::search::trace::{Kind, Node};
use crate::search::{Ground, Trace};

use super::cells::fill_faces;
use super::{Ink, Legend, Mark, Pen, Shapes, detail};

/// Fills the faces that nodes were expanded into until after an event.
pub fn closed_faces(ground: &Ground, trace: &Trace, after: usize, pen: &mut dyn Pen) -> Legend {
    let mut legend = Legend::default();
    let nodes = trace.closed(after).filter_map(|id| trace.node(id));
    let mut faces: Vec<FaceId> =
        nodes.filter_map(|node| ground.origin_of(node.seen.face)).collect();
    faces.sort_unstable();
    faces.dedup();
    if !faces.is_empty() {
        legend.add(Ink::ClosedFace);
        let faces: Vec<(FaceId, Ink)> =
            faces.into_iter().map(|face| (face, Ink::ClosedFace)).collect();
        fill_faces(ground.mesh(), &faces, pen);
    }
    legend
}

/// Draws the nodes of a search after an event, and says what the marks mean.
pub fn trace(trace: &Trace, after: usize, pen: &mut dyn Pen) -> Legend {
    let mut legend = Legend::default();
    let n_events = trace.n_events().min(after.saturating_add(1));
    let pruned = trace.events().take(n_events).filter(|event| event.kind.prunes());
    let closed = trace.closed(after).filter_map(|id| trace.node(id));
    let open = trace.frontier(after).into_iter().filter_map(|id| trace.node(id));
    let layers = [
        (Ink::ClosedNode, intervals(closed)),
        (Ink::PrunedNode, intervals(pruned.filter_map(|event| event.node))),
        (Ink::OpenNode, intervals(open)),
    ];
    for (ink, lines) in layers {
        if !lines.is_empty() {
            legend.add(ink);
            let lines = lines.coarser_lines(pen.camera(), detail::POINTS);
            pen.stroke(ink, &lines);
        }
    }
    legend.append(cone(trace, after, pen));
    legend
}

/// The node that the event is about.
fn current(trace: &Trace, after: usize) -> Option<Node> {
    let last = trace.n_events().checked_sub(1)?;
    let event = trace.event(after.min(last))?;
    match event.kind {
        Kind::Failed => None,
        _ => event.node,
    }
}

fn intervals(nodes: impl Iterator<Item = Node>) -> Shapes {
    let mut lines = Shapes::default();
    for Node { seen, .. } in nodes {
        let [left, right] = seen.interval;
        if left != right {
            lines.push([left, right]);
        }
    }
    lines
}

/// Draws the node that an event is about: what is seen from its root over its interval, and how one gets to the root.
pub fn cone(trace: &Trace, after: usize, pen: &mut dyn Pen) -> Legend {
    let mut legend = Legend::default();
    let Some(node) = current(trace, after) else { return legend };
    let (root, [left, right]) = (node.seen.root, node.seen.interval);
    let way: Vec<Point> = trace.roots(node.id);
    if 2 <= way.len() {
        legend.add(Ink::WayToRoot);
        let lines = Shapes::one(way).coarser_lines(pen.camera(), detail::POINTS);
        pen.stroke(Ink::WayToRoot, &lines);
    }
    if left != right {
        let ring = [root, right, left];
        pen.fill(Ink::Cone, &Shapes::one(ring));
        pen.stroke(Ink::Cone, &Shapes::one([left, root, right]));
        pen.stroke(Ink::Interval, &Shapes::one([left, right]));
        legend.add(Ink::Cone);
        legend.add(Ink::Interval);
    }
    pen.mark(Ink::Root, root, Mark::Disc, 8.0);
    legend.add(Ink::Root);
    legend
}

/// Draws another search for the same query over the first, after one of its events: what is open, and the cone. All of
/// it is dashed, so that it is told apart from the first.
pub fn other_search(trace: &Trace, after: usize, pen: &mut dyn Pen) -> Legend {
    let mut legend = Legend::default();
    let open = trace.frontier(after).into_iter().filter_map(|id| trace.node(id));
    let lines = intervals(open).coarser_lines(pen.camera(), detail::POINTS);
    if !lines.is_empty() {
        legend.add(Ink::OtherOpen);
        pen.stroke(Ink::OtherOpen, &lines);
    }
    let Some(node) = current(trace, after) else { return legend };
    let (root, [left, right]) = (node.seen.root, node.seen.interval);
    if left != right {
        legend.add(Ink::OtherCone);
        pen.fill(Ink::OtherCone, &Shapes::one([root, right, left]));
        pen.stroke(Ink::OtherCone, &Shapes::one([root, right, left, root]));
    }
    legend
}
