//! Which triangles are at a point.

use std::panic::{AssertUnwindSafe, catch_unwind};

use spade::{HasPosition as _, Point2, PositionInTriangulation, Triangulation as _};

use crate::geom::{BESIDE, Point, Segment, Within, within};

use super::super::Steps;
use super::super::classify::Class;
use super::super::steps::Whole;
use super::super::triangulate::NONE;
use super::Live;
use super::drawn::{Drawn, SlotId};
use super::net::{Net, Tri};

impl Live {
    /// The triangle at a point; a walkable one if there are several. None outside of the map.
    pub fn locate(&self, p: Point) -> Option<SlotId> {
        let walkable = |slot: &SlotId| self.slots()[slot.0 as usize].is_some_and(|d| d.walkable);
        self.locate_all(p).into_iter().max_by_key(walkable)
    }

    /// All triangles at a point: several where it is on a side or a vertex. None outside of the map.
    pub fn locate_all(&self, p: Point) -> Vec<SlotId> {
        if !p.is_sound() {
            return Vec::new();
        }
        let slots = |net: &Net| net.slots(&net.at(p, self.steps));
        // The library has been seen to lose its way; then every triangle is asked.
        self.asked(slots).unwrap_or_else(|| self.locate_slowly(p))
    }

    /// The walkable triangle next to a point that rounding may have put beside the ground.
    pub fn locate_beside(&self, p: Point) -> Option<SlotId> {
        if !p.is_sound() {
            return None;
        }
        let reach = BESIDE * self.layout.bounds_around(self.bounds.all).diagonal();
        self.asked(|net| net.beside_point(p, reach, self.steps)).flatten()
    }

    fn asked<T>(&self, ask: impl Fn(&Net) -> T) -> Option<T> {
        let net = self.net.as_ref()?;
        catch_unwind(AssertUnwindSafe(|| ask(net))).ok()
    }

    fn locate_slowly(&self, p: Point) -> Vec<SlotId> {
        let holds = |drawn: &Drawn| within(&drawn.corners, p) != Within::Outside;
        let all = self.slots().iter().zip(0..);
        let at_point = all.filter(|(drawn, _)| drawn.as_ref().is_some_and(holds));
        at_point.map(|(_, slot)| SlotId(slot)).collect()
    }
}

impl Net {
    /// The triangles at a point, drawn or not.
    fn at(&self, p: Point, steps: Steps) -> Vec<Tri> {
        let (x, y) = (p.x / steps.length(), p.y / steps.length());
        let at = Whole::new(x as i64, y as i64);
        let noted = self.hints.near(at).filter(|&near| self.is_there(near));
        let hint = noted.unwrap_or(self.frame);
        match self.cdt.locate_with_hint(Point2::new(x, y), self.handle(hint)) {
            PositionInTriangulation::OnFace(face) => vec![face],
            PositionInTriangulation::OnEdge(edge) => {
                let edge = self.cdt.directed_edge(edge);
                [edge, edge.rev()].iter().filter_map(|e| e.face().fix().as_inner()).collect()
            }
            PositionInTriangulation::OnVertex(vertex) => {
                let around = self.cdt.vertex(vertex).out_edges();
                around.filter_map(|edge| edge.face().fix().as_inner()).collect()
            }
            PositionInTriangulation::OutsideOfConvexHull(_)
            | PositionInTriangulation::NoTriangulation => Vec::new(),
        }
    }

    /// The places of triangles in the list that is drawn.
    fn slots(&self, faces: &[Tri]) -> Vec<SlotId> {
        let slots = faces.iter().map(|&face| self.triangle(face).slot);
        slots.filter(|&slot| slot != NONE).map(SlotId).collect()
    }

    /// The walkable triangle closest to a point, if it is within reach.
    fn beside_point(&self, p: Point, reach: f64, steps: Steps) -> Option<SlotId> {
        let point = |p: Point2<f64>| Point::new(p.x, p.y) * steps.length();
        let mut nearest: Option<(f64, u32)> = None;
        let mut faces = self.at(p, steps);
        let mut next = 0;
        // From triangle to triangle over the sides that are within reach.
        while let Some(&face) = faces.get(next) {
            next += 1;
            let mut closest = f64::INFINITY;
            for edge in self.cdt.face(face).adjacent_edges() {
                let [from, to] = [edge.from(), edge.to()].map(|end| point(end.data().position()));
                let distance = Segment::new(from, to).distance(p);
                closest = closest.min(distance);
                if let Some(other) = edge.rev().face().fix().as_inner()
                    && distance <= reach
                    && !faces.contains(&other)
                {
                    faces.push(other);
                }
            }
            let is_nearer = nearest.is_none_or(|(known, _)| closest < known);
            if self.class(face) == Class::Walkable && closest <= reach && is_nearer {
                nearest = Some((closest, self.triangle(face).slot));
            }
        }
        nearest.map(|(_, slot)| SlotId(slot))
    }
}
