//! The triangulation under the hand as a mesh of its own, to search on and to save.

use spade::{HasPosition as _, Triangulation};

use crate::geom::Point;
use crate::mesh::Navmesh;

use super::super::classify::Class;
use super::super::triangulate::{Halves, twin};
use super::super::{BuildError, Steps, export};
use super::net::Net;

/// Copies everything.
pub(super) fn mesh(net: &Net, steps: Steps) -> Result<Navmesh, BuildError> {
    let cdt = &net.cdt;
    let mut halves = Halves::new(cdt);
    let gone: Vec<bool> = cdt.undirected_edges().map(|edge| edge.data().data().gone).collect();
    let mut classes = vec![Class::Nothing; cdt.num_all_faces()];
    for face in cdt.inner_faces() {
        classes[face.index()] = face.data().cover.class();
    }
    skip(&mut halves, &gone);
    let positions: Vec<Point> = cdt
        .vertices()
        .map(|vertex| {
            let p = vertex.data().position();
            Point::new(p.x, p.y) * steps.length() + Point::default()
        })
        .collect();
    Ok(export::mesh(halves, &classes, &gone, |vertex| positions[vertex as usize])?)
}

/// Lets the halves follow each other round whole faces, over the edges that are gone.
fn skip(halves: &mut Halves, gone: &[bool]) {
    for half in 0..halves.next.len() as u32 {
        // Only halves that stay are changed, and only those that go are passed over.
        if gone[half as usize / 2] {
            continue;
        }
        let mut next = halves.next[half as usize];
        while gone[next as usize / 2] {
            next = halves.next[twin(next) as usize];
        }
        halves.next[half as usize] = next;
    }
}
