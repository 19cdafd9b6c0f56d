//! The triangulation under the hand as a mesh of its own, to search on and to save.

use spade::{HasPosition as _, Triangulation};

use crate::geom::Point;
use crate::mesh::Navmesh;

use super::super::classify::Class;
use super::super::triangulate::Halves;
use super::super::{BuildError, Steps, export};
use super::net::Net;

/// Copies everything.
pub(super) fn mesh(net: &Net, steps: Steps) -> Result<Navmesh, BuildError> {
    let cdt = &net.cdt;
    let gone: Vec<bool> = cdt.undirected_edges().map(|edge| edge.data().data().gone).collect();
    let mut classes = vec![Class::Nothing; cdt.num_all_faces()];
    for face in cdt.inner_faces() {
        classes[face.index()] = face.data().cover.class();
    }
    let positions: Vec<Point> = cdt
        .vertices()
        .map(|vertex| {
            let p = vertex.data().position();
            Point::new(p.x, p.y) * steps.length() + Point::default()
        })
        .collect();
    Ok(export::mesh(&Halves(cdt), &classes, &gone, &positions)?)
}
