//! Larger faces, made anew where triangles have changed and nowhere else.

use spade::handles::{DirectedEdgeHandle, FixedDirectedEdgeHandle};
use spade::{CdtEdge, HasPosition as _, Triangulation as _};

use crate::geom::Point;

use super::super::classify::Class;
use super::super::merge::goes_on_convex;
use super::super::triangulate::Corner;
use super::net::{Net, Seam, Tri, Triangle};

type Half<'a> = DirectedEdgeHandle<'a, Corner, (), CdtEdge<Seam>, Triangle>;

/// Takes the faces apart that changed triangles belong to; gives all triangles of them.
pub(super) fn take_apart(net: &mut Net, changed: Vec<Tri>) -> Vec<Tri> {
    let edit = net.edit;
    let mut triangles = changed;
    let mut next = 0;
    while let Some(&face) = triangles.get(next) {
        next += 1;
        for edge in net.cdt.face(face).adjacent_edges().map(|edge| edge.fix()) {
            let seam = net.cdt.undirected_edge_data_mut(edge.as_undirected()).data_mut();
            if !std::mem::take(&mut seam.gone) {
                continue;
            }
            let Some(other) = net.cdt.directed_edge(edge.rev()).face().fix().as_inner() else {
                continue;
            };
            let triangle = net.triangle_mut(other);
            if triangle.changed != edit {
                triangle.changed = edit;
                triangles.push(other);
            }
        }
    }
    triangles
}

/// Joins triangles that make convex faces together, the longest sides first.
pub(super) fn merge(net: &mut Net, triangles: &[Tri]) {
    let mut sides: Vec<(f64, FixedDirectedEdgeHandle)> = Vec::new();
    for &face in triangles {
        for edge in net.cdt.face(face).adjacent_edges() {
            // Every edge has its first half in one of the two triangles, so it is looked at once.
            let both = edge.rev().face().as_inner().is_some_and(|o| o.data().changed == net.edit);
            if edge.index() & 1 == 0 && both && is_open(edge) {
                sides.push((edge.length_2(), edge.fix()));
            }
        }
    }
    sides.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    for (_, side) in sides {
        for edge in joined_over(net, side) {
            net.cdt.undirected_edge_data_mut(edge.as_undirected()).data_mut().gone = true;
        }
    }
}

/// Whether one may walk over an edge, or lies blocked on both sides of it.
pub(super) fn is_open(edge: Half<'_>) -> bool {
    let class = |half: Half<'_>| half.face().as_inner().map(|face| face.data().cover.class());
    let here = class(edge);
    let wall = edge.as_undirected().data().data().change.wall && here == Some(Class::Walkable);
    here.is_some_and(|here| here != Class::Nothing) && here == class(edge.rev()) && !wall
}

fn is_gone(edge: Half<'_>) -> bool {
    edge.as_undirected().data().data().gone
}

/// The side of the face that follows, over all edges that are gone.
pub(super) fn next(edge: Half<'_>) -> Half<'_> {
    let mut next = edge.next();
    while is_gone(next) {
        next = next.rev().next();
    }
    next
}

fn before(edge: Half<'_>) -> Half<'_> {
    let mut before = edge.prev();
    while is_gone(before) {
        before = before.rev().prev();
    }
    before
}

/// The edges that go if the faces on both sides of one are joined; none if that leaves no convex face.
fn joined_over(net: &Net, side: FixedDirectedEdgeHandle) -> Vec<FixedDirectedEdgeHandle> {
    let side = net.cdt.directed_edge(side);
    if is_gone(side) {
        return Vec::new();
    }
    // Faces may share several sides in a row, which then go together.
    let mut chain = vec![side.fix()];
    let (mut first, mut last) = (side, side);
    loop {
        let more = before(first);
        if next(first.rev()) != more.rev() || !is_open(more) {
            break;
        }
        first = more;
        if first == last {
            return Vec::new();
        }
        chain.push(first.fix());
    }
    loop {
        let more = next(last);
        if before(last.rev()) != more.rev() || !is_open(more) {
            break;
        }
        last = more;
        chain.push(last.fix());
    }
    let point = |half: Half<'_>| {
        let p = half.from().data().position();
        Point::new(p.x, p.y)
    };
    let ends = [(before(first), next(first.rev())), (before(last.rev()), next(last))];
    let convex = ends.iter().all(|&(coming, going)| {
        let to = next(going);
        goes_on_convex(point(coming), point(going), point(to))
    });
    if convex { chain } else { Vec::new() }
}
