//! After an edit: which triangles are not what they were, and what covers them now.

use spade::Triangulation as _;

use crate::watch::Watch;

use super::super::classify::{Class, Cover, classify};
use super::super::merge::merge;
use super::super::plan::Plan;
use super::super::triangulate::Halves;
use super::super::{BuildError, Faces};
use super::crowd::Difference;
use super::net::{Net, Touched, Tri};

/// What is known of all triangles after a full build.
pub(super) fn label(
    net: &mut Net,
    plan: &Plan,
    faces: Faces,
    watch: &mut dyn Watch,
) -> Result<(), BuildError> {
    let halves = Halves(&net.cdt);
    let positions = plan.positions();
    let point = |vertex: u32| positions[vertex as usize];
    let known = classify(&halves, point, &mut watch.stage(0.0, 0.3))?;
    let gone = match faces {
        Faces::Triangles => vec![false; halves.n_edges()],
        Faces::Merged => merge(&halves, point, &known.open, &mut watch.stage(0.3, 0.7))?,
    };
    Ok(net.label(&gone, &known.covers, &mut watch.stage(0.7, 1.0))?)
}

/// The triangles that an edit has changed, and those that are covered by something else than before.
#[derive(Debug, Default)]
pub(super) struct Changed {
    pub(super) triangles: Vec<Tri>,
}

/// Finds the triangles that have changed and works out what covers them. Nothing, if that does not add up.
pub(super) fn repair(net: &mut Net, difference: &Difference, touched: &Touched) -> Option<Changed> {
    let mut search = Search { net, changed: Vec::new(), beside: Vec::new(), stack: Vec::new() };
    for fence in difference.removed.iter().chain(&difference.added) {
        for face in search.net.beside(fence).into_iter().flatten() {
            search.mark(face);
        }
    }
    for &seed in &touched.seeds {
        search.look_around(seed);
    }
    search.spread();
    let Search { changed, beside, .. } = search;
    let outside = |net: &Net, face: Tri| {
        let bounds = touched.bounds;
        net.cdt.face(face).positions().iter().any(|p| {
            bounds.is_none_or(|bounds| {
                p.x < bounds.min.x as f64
                    || (bounds.max.x as f64) < p.x
                    || p.y < bounds.min.y as f64
                    || (bounds.max.y as f64) < p.y
            })
        })
    };
    // Outside of all edges that came or went, everything is covered as it was.
    let is_known =
        |net: &Net, face: Tri| net.triangle(face).changed != net.edit && outside(net, face);
    let known: Vec<Tri> = beside.into_iter().filter(|&face| is_known(net, face)).collect();
    let mut triangles = changed;
    flood(net, known, &mut triangles)?;
    let edit = net.edit;
    if triangles.iter().any(|&face| net.triangle(face).covered != edit) {
        // Ground in a hole that moved together with what is around it: no way there leads over changed triangles only.
        flood_all(net, &mut triangles)?;
    }
    is_consistent(net, &triangles).then_some(Changed { triangles })
}

struct Search<'a> {
    net: &'a mut Net,
    changed: Vec<Tri>,
    beside: Vec<Tri>,
    stack: Vec<Tri>,
}

impl Search<'_> {
    fn look_around(&mut self, vertex: u32) {
        let handle = self.net.handle(vertex);
        let around = self.net.cdt.vertex(handle).out_edges();
        let faces: Vec<Tri> = around.filter_map(|edge| edge.face().fix().as_inner()).collect();
        faces.into_iter().for_each(|face| self.look_at(face));
    }

    /// A triangle is another one if it has other corners than when it was last looked at.
    fn look_at(&mut self, face: Tri) {
        let edit = self.net.edit;
        let corners = self.net.corners(face);
        let triangle = self.net.triangle_mut(face);
        if triangle.looked_at == edit {
            return;
        }
        triangle.looked_at = edit;
        if triangle.corners == corners {
            self.beside.push(face);
        } else {
            self.mark(face);
        }
    }

    fn mark(&mut self, face: Tri) {
        let edit = self.net.edit;
        let corners = self.net.corners(face);
        let triangle = self.net.triangle_mut(face);
        triangle.looked_at = edit;
        if triangle.changed == edit {
            return;
        }
        (triangle.changed, triangle.corners) = (edit, corners);
        self.changed.push(face);
        self.stack.push(face);
    }

    fn spread(&mut self) {
        while let Some(face) = self.stack.pop() {
            for (other, _) in self.net.neighbours(face) {
                other.into_iter().for_each(|other| self.look_at(other));
            }
        }
    }
}

/// Goes on from triangles whose cover is known to all that are covered by something else than is noted of them.
fn flood(net: &mut Net, known: Vec<Tri>, triangles: &mut Vec<Tri>) -> Option<()> {
    let edit = net.edit;
    let mut stack = known;
    for &face in &stack {
        net.triangle_mut(face).covered = edit;
    }
    while let Some(face) = stack.pop() {
        let here = net.triangle(face).cover;
        for (other, change) in net.neighbours(face) {
            let Some(other) = other else { continue };
            let cover = here.over(change);
            let triangle = net.triangle_mut(other);
            let is_new = triangle.changed == edit;
            if triangle.covered == edit {
                if triangle.cover != cover {
                    return None;
                }
            } else if is_new || triangle.cover != cover {
                if !is_new {
                    triangle.changed = edit;
                    triangles.push(other);
                }
                (triangle.cover, triangle.covered) = (cover, edit);
                stack.push(other);
            }
        }
    }
    Some(())
}

/// Works out the cover of every triangle, starting outside of the frame.
fn flood_all(net: &mut Net, triangles: &mut Vec<Tri>) -> Option<()> {
    let first = net.cdt.outer_face().adjacent_edge()?.rev().face().fix().as_inner()?;
    // Everything counts as not yet known, and is taken for changed only if it is.
    let edit = net.edit;
    let faces: Vec<Tri> = net.cdt.fixed_inner_faces().collect();
    for &face in &faces {
        net.triangle_mut(face).covered = 0;
    }
    let mut stack = vec![(first, Cover::default())];
    while let Some((face, cover)) = stack.pop() {
        let triangle = net.triangle_mut(face);
        if triangle.covered == edit {
            if triangle.cover != cover {
                return None;
            }
            continue;
        }
        triangle.covered = edit;
        if triangle.cover != cover {
            triangle.cover = cover;
            if triangle.changed != edit {
                triangle.changed = edit;
                triangles.push(face);
            }
        }
        for (other, change) in net.neighbours(face) {
            stack.extend(other.map(|other| (other, cover.over(change))));
        }
    }
    Some(())
}

/// Whether the cover of each of these triangles and of those beside it differ by the edges between them.
fn is_consistent(net: &Net, triangles: &[Tri]) -> bool {
    triangles.iter().all(|&face| {
        let here = net.triangle(face).cover;
        net.neighbours(face).iter().all(|&(other, change)| {
            let there = other.map_or(Cover::default(), |other| net.triangle(other).cover);
            there == here.over(change)
        })
    })
}

impl Net {
    /// The numbers of a triangle's corners, smallest first.
    pub(super) fn corners(&self, face: Tri) -> [u32; 3] {
        let mut corners = self.cdt.face(face).vertices().map(|vertex| vertex.data().id);
        corners.sort_unstable();
        corners
    }

    /// What a triangle is.
    pub(super) fn class(&self, face: Tri) -> Class {
        self.triangle(face).cover.class()
    }
}
