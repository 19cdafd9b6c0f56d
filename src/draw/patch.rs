//! A piece of a mesh that has changed since all of it was made ready to be drawn: it is drawn over it.

use crate::build::live::{Drawn, DrawnSide, Live, SlotId};
use crate::geom::{Aabb, Point};

use super::tiles::{Corner, Edge, seen_from};
use super::{Ink, Look, Pen, Shapes};

/// Triangles that lie over a map, in arrays that a graphics card can take as they are.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Patch {
    /// From where its positions are seen.
    pub middle: Point,
    /// The corners of its triangles; instead of a face they name an ink, see [`Patch::INK`].
    pub corners: Vec<Corner>,
    /// Its sides, those that may be crossed first.
    pub edges: Vec<Edge>,
}

impl Patch {
    /// Added to the number of an ink where otherwise a face is named.
    pub const INK: u32 = 0xffff_ff00;

    /// The triangles at some places of a mesh that follows the hand.
    pub fn new(live: &Live, slots: &[SlotId]) -> Self {
        let drawn = || slots.iter().filter_map(|slot| live.slots().get(slot.0 as usize)?.as_ref());
        let bounds = Aabb::around(drawn().flat_map(|drawn| drawn.corners));
        if bounds.is_empty() {
            return Self::default();
        }
        let middle = bounds.min + (bounds.max - bounds.min) * 0.5;
        let (mut corners, mut portals, mut walls) = (Vec::new(), Vec::new(), Vec::new());
        for triangle in drawn() {
            let face = Self::INK | fill_ink(triangle).number();
            corners.extend(triangle.corners.map(|p| Corner { at: seen_from(middle, p), face }));
            for (ink, [from, to]) in sides(triangle) {
                let [from, to] = [from, to].map(|p| seen_from(middle, p));
                let edges = if is_crossed(ink) { &mut portals } else { &mut walls };
                edges.push(Edge { from, to, ink: ink.number() });
            }
        }
        portals.append(&mut walls);
        Self { middle, corners, edges: portals }
    }

    /// Whether there is nothing to draw.
    pub fn is_empty(&self) -> bool {
        self.corners.is_empty()
    }
}

/// Draws the triangles at some places of a mesh that follows the hand, with whatever pen.
pub fn patch(live: &Live, slots: &[SlotId], look: &Look, pen: &mut dyn Pen) {
    let drawn = || slots.iter().filter_map(|slot| live.slots().get(slot.0 as usize)?.as_ref());
    for ink in [Ink::Walkable, Ink::Blocked] {
        let mut rings = Shapes::default();
        drawn().filter(|drawn| fill_ink(drawn) == ink).for_each(|drawn| rings.push(drawn.corners));
        pen.fill(Ink::Background, &rings);
        pen.fill(ink, &rings);
    }
    for ink in [Ink::Seam, Ink::Portal, Ink::Border, Ink::Wall] {
        let layer = if is_crossed(ink) { super::Layer::Portals } else { super::Layer::Walls };
        let mut lines = Shapes::default();
        let of_ink = drawn().flat_map(sides).filter(|(side, _)| *side == ink);
        of_ink.for_each(|(_, [from, to])| lines.line(from, to));
        if look.layers.has(layer) {
            pen.stroke(ink, &lines);
        }
    }
}

fn is_crossed(ink: Ink) -> bool {
    matches!(ink, Ink::Portal | Ink::Seam)
}

fn fill_ink(drawn: &Drawn) -> Ink {
    if drawn.walkable { Ink::Walkable } else { Ink::Blocked }
}

/// The sides of a triangle that are seen.
fn sides(drawn: &Drawn) -> impl Iterator<Item = (Ink, [Point; 2])> {
    let inks = drawn.sides.map(|side| match side {
        DrawnSide::Inner => None,
        DrawnSide::Open if drawn.walkable => Some(Ink::Portal),
        DrawnSide::Open => Some(Ink::Seam),
        DrawnSide::Wall => Some(Ink::Wall),
        DrawnSide::Outside => Some(Ink::Border),
    });
    let corners = drawn.corners;
    let ends = move |side: usize| [corners[side], corners[(side + 1) % 3]];
    inks.into_iter().enumerate().filter_map(move |(side, ink)| Some((ink?, ends(side))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::Faces;
    use crate::layout::{Layout, Obstacle, ObstacleId};

    #[test]
    fn a_patch_of_everything_is_the_whole_map() {
        let square = [(0.0, 0.0), (8.0, 0.0), (8.0, 8.0), (0.0, 8.0)];
        let square = square.map(|(x, y)| Point::new(x, y));
        let mut layout = Layout::default();
        layout.obstacles.insert(ObstacleId(0), Obstacle::new(square));
        let live = Live::new(layout, Faces::Merged).unwrap();
        let slots: Vec<SlotId> = (0..live.slots().len() as u32).map(SlotId).collect();
        let patch = Patch::new(&live, &slots);
        let area: f32 = patch
            .corners
            .chunks_exact(3)
            .map(|t| {
                let [ux, uy] = [t[1].at[0] - t[0].at[0], t[1].at[1] - t[0].at[1]];
                let [vx, vy] = [t[2].at[0] - t[0].at[0], t[2].at[1] - t[0].at[1]];
                (ux * vy - uy * vx) / 2.0
            })
            .sum();
        assert_eq!(area, 208.0 * 208.0);
        let n_of = |ink: Ink| patch.edges.iter().filter(|edge| edge.ink == ink.number()).count();
        assert_eq!((n_of(Ink::Border), n_of(Ink::Wall)), (4, 8), "both sides tell of a wall");
        assert!(Patch::new(&live, &[]).is_empty());
    }
}
