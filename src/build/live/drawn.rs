//! The triangles as they are drawn: a list in which each keeps its place for as long as it is there.

use spade::{HasPosition as _, Triangulation as _};

use crate::geom::Point;

use super::super::Steps;
use super::super::classify::Class;
use super::super::triangulate::NONE;
use super::net::{Net, Tri};
use super::remerge::is_open;

/// Names a place in the list of triangles that is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SlotId(pub u32);

/// A triangle as it is drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Drawn {
    /// Where its corners are, counter-clockwise.
    pub corners: [Point; 3],
    /// Whether one may walk there.
    pub walkable: bool,
    /// What each of its sides is; the first one runs from the first corner to the second.
    pub sides: [DrawnSide; 3],
}

/// What a side of a triangle is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DrawnSide {
    /// Inside of a face: nothing to see.
    Inner,
    /// Between two faces, and nothing is in the way.
    Open,
    /// Something is in the way.
    Wall,
    /// Here the map ends.
    Outside,
}

/// The list of triangles.
#[derive(Debug, Default)]
pub(super) struct Slots {
    list: Vec<Option<Drawn>>,
    free: Vec<u32>,
}

impl Slots {
    /// All places, used or not.
    pub(super) fn list(&self) -> &[Option<Drawn>] {
        &self.list
    }

    /// Clears places whose triangles are gone.
    pub(super) fn clear(&mut self, slots: &[u32]) {
        for &slot in slots {
            if self.list[slot as usize].take().is_some() {
                self.free.push(slot);
            }
        }
    }

    /// Writes down a triangle as it is now; gives its place, if it is to be seen or was before.
    pub(super) fn write(&mut self, net: &mut Net, face: Tri, steps: Steps) -> Option<u32> {
        let drawn = drawn(net, face, steps);
        let slot = &mut net.triangle_mut(face).slot;
        if drawn.is_none() {
            let old = std::mem::replace(slot, NONE);
            if old == NONE {
                return None;
            }
            self.clear(&[old]);
            return Some(old);
        }
        if *slot == NONE {
            *slot = self.free.pop().unwrap_or_else(|| {
                self.list.push(None);
                self.list.len() as u32 - 1
            });
        }
        self.list[*slot as usize] = drawn;
        Some(*slot)
    }
}

fn drawn(net: &Net, face: Tri, steps: Steps) -> Option<Drawn> {
    let class = net.class(face);
    if class == Class::Nothing {
        return None;
    }
    let edges = net.cdt.face(face).adjacent_edges();
    let corners = edges.map(|edge| {
        let p = edge.from().data().position();
        Point::new(p.x, p.y) * steps.length() + Point::default()
    });
    let sides = edges.map(|edge| {
        let over = edge.rev().face().as_inner().map(|other| other.data().cover.class());
        match over {
            _ if edge.as_undirected().data().data().gone => DrawnSide::Inner,
            None | Some(Class::Nothing) => DrawnSide::Outside,
            _ if is_open(edge) => DrawnSide::Open,
            _ => DrawnSide::Wall,
        }
    });
    Some(Drawn { corners, walkable: class == Class::Walkable, sides })
}
