//! What stands in a layout, each for itself and on the grid: rings that do not touch themselves.

use crate::geom::{Aabb, Point, coordinate};
use crate::layout::{Border, Layout, Obstacle, ObstacleId, Outline};

use super::fence::{Change, Fence, arrange};
use super::inflate::{self, Growth};
use super::overlay::{self, Panicked, Ring};
use super::pairs::for_each_touching;
use super::steps::{Steps, Whole, WholeBox, turn, twice_area};
use super::{BuildError, Culprit};

/// What stands in a layout.
#[derive(Debug, Clone)]
pub(super) struct Thing {
    pub(super) culprit: Culprit,
    /// Rings with what they are made of on their left; for a wall, chains of points instead.
    rings: Vec<Ring>,
    change: Change,
    /// Edges instead of rings, where what was drawn had to be cut into pieces.
    cut: Vec<Fence>,
    pub(super) bounds: WholeBox,
}

impl Thing {
    /// An obstacle; nothing if it has no inside.
    pub(super) fn obstacle(
        id: ObstacleId,
        obstacle: &Obstacle,
        steps: Steps,
        growth: Option<&Growth>,
    ) -> Result<Self, BuildError> {
        let culprit = Culprit::Obstacle(id);
        let mut rings = vec![ring(&obstacle.outline, steps, culprit)?];
        let mut holes = Vec::new();
        for hole in &obstacle.holes {
            holes.push(ring(hole, steps, culprit)?);
        }
        let fault = |_: Panicked| BuildError::fault([culprit]);
        let simple_ring = simple(rings.remove(0)).map_err(fault)?;
        if holes.is_empty()
            && growth.is_none()
            && let Shape::Ring(ring) = simple_ring
        {
            return Ok(Self::of_ring(culprit, ring, Change::BLOCK));
        }
        rings = simple_ring.into_rings();
        if !holes.is_empty() {
            let mut ground = Vec::new();
            for hole in holes {
                ground.extend(simple(hole).map_err(fault)?.into_rings());
            }
            let ground = overlay::union(ground.iter()).map_err(fault)?;
            rings = overlay::difference(&rings, &ground).map_err(fault)?;
        }
        if let Some(growth) = growth {
            rings = inflate::grown(&rings, growth).map_err(fault)?;
        }
        Self::of_rings(culprit, rings, Change::BLOCK)
    }

    /// A wall without thickness, unless everything is drawn larger.
    pub(super) fn wall(
        id: ObstacleId,
        wall: &Outline,
        steps: Steps,
        growth: Option<&Growth>,
    ) -> Result<Self, BuildError> {
        let culprit = Culprit::Wall(id);
        let mut chain = whole_points(wall, steps, culprit)?;
        chain.dedup();
        if let Some(growth) = growth {
            let rings = inflate::grown_chain(&chain, growth)
                .map_err(|_: Panicked| BuildError::fault([culprit]))?;
            return Self::of_rings(culprit, rings, Change::BLOCK);
        }
        let bounds = WholeBox::around(chain.iter().copied());
        let thing =
            Self { culprit, rings: vec![chain], change: Change::WALL, cut: Vec::new(), bounds };
        thing.cut_where_it_touches_itself()
    }

    /// The ground of a layout, before anything is taken from it.
    pub(super) fn ground(
        layout: &Layout,
        steps: Steps,
        growth: Option<&Growth>,
    ) -> Result<Self, BuildError> {
        let culprit = Culprit::Border;
        let fault = |_: Panicked| BuildError::fault([culprit]);
        let untouched = growth.is_none() && layout.region.is_none();
        let mut rings = match &layout.border {
            Border::Box { .. } => return Self::box_ground(layout.bounds(), steps, growth),
            Border::AnyOf(outlines) => {
                let mut rings = Vec::new();
                for outline in outlines {
                    rings.push(simple(ring(outline, steps, culprit)?).map_err(fault)?);
                }
                if let [Shape::Ring(ring)] = &mut rings[..]
                    && untouched
                {
                    return Ok(Self::of_ring(culprit, std::mem::take(ring), Change::GROUND));
                }
                let rings: Vec<Ring> = rings.into_iter().flat_map(Shape::into_rings).collect();
                overlay::union(rings.iter()).map_err(fault)?
            }
            Border::OddOf(outlines) => {
                let mut rings = Vec::new();
                for outline in outlines {
                    rings.push(ring(outline, steps, culprit)?);
                }
                overlay::odd(&rings).map_err(fault)?
            }
        };
        if let Some(growth) = growth {
            rings = inflate::eroded(&rings, growth).map_err(fault)?;
        }
        if let Some(region) = layout.region {
            let region: Vec<Ring> = box_ring(region, steps).into_iter().collect();
            rings = overlay::intersection(&rings, &region).map_err(fault)?;
        }
        Self::of_rings(culprit, rings, Change::GROUND)
    }

    /// Ground that is a box.
    pub(super) fn box_ground(
        bounds: Aabb,
        steps: Steps,
        growth: Option<&Growth>,
    ) -> Result<Self, BuildError> {
        let culprit = Culprit::Border;
        let Some(ring) = box_ring(bounds, steps) else {
            return Self::of_rings(culprit, Vec::new(), Change::GROUND);
        };
        let Some(growth) = growth else {
            return Ok(Self::of_ring(culprit, ring, Change::GROUND));
        };
        let rings = inflate::eroded(&[ring], growth);
        let rings = rings.map_err(|_: Panicked| BuildError::fault([culprit]))?;
        Self::of_rings(culprit, rings, Change::GROUND)
    }

    /// Nothing at all.
    pub(super) fn nothing() -> Self {
        let (rings, cut, bounds) = (Vec::new(), Vec::new(), WholeBox::EMPTY);
        Self { culprit: Culprit::Border, rings, change: Change::BLOCK, cut, bounds }
    }

    /// Something of one ring that is known not to touch itself.
    fn of_ring(culprit: Culprit, ring: Ring, change: Change) -> Self {
        let bounds = WholeBox::around(ring.iter().copied());
        Self { culprit, rings: vec![ring], change, cut: Vec::new(), bounds }
    }

    fn of_rings(culprit: Culprit, rings: Vec<Ring>, change: Change) -> Result<Self, BuildError> {
        let bounds = WholeBox::around(rings.iter().flatten().copied());
        Self { culprit, rings, change, cut: Vec::new(), bounds }.cut_where_it_touches_itself()
    }

    /// Rings that came from the library may touch, and walls may cross themselves.
    fn cut_where_it_touches_itself(mut self) -> Result<Self, BuildError> {
        let fences: Vec<Fence> = self.fences().collect();
        self.cut = arrange(fences).map_err(|_| BuildError::tangled([self.culprit]))?;
        if self.cut.is_empty() {
            self.rings.clear();
        }
        Ok(self)
    }

    /// Whether nothing is left of it.
    pub(super) fn is_nothing(&self) -> bool {
        self.rings.is_empty()
    }

    /// Its rings, if it is something that covers ground.
    pub(super) fn blocking_rings(&self) -> Option<&[Ring]> {
        (self.change == Change::BLOCK).then_some(&self.rings)
    }

    /// Its edges, which share ends only.
    pub(super) fn fences(&self) -> impl Iterator<Item = Fence> + '_ {
        let rings = if self.cut.is_empty() { &self.rings[..] } else { &[] };
        let fences = rings.iter().flat_map(|ring| edges(ring, self.change));
        self.cut.iter().copied().chain(fences)
    }

    /// The edges of a ring round something that blocks the way.
    pub(super) fn edges_of_obstacle(ring: &Ring) -> impl Iterator<Item = Fence> + '_ {
        edges(ring, Change::BLOCK)
    }

    /// Whether it is one closed ring, so that its corners are one vertex each.
    pub(super) fn single_ring(&self) -> Option<&Ring> {
        match &self.rings[..] {
            [ring] if self.cut.is_empty() && !self.change.wall => Some(ring),
            _ => None,
        }
    }

    pub(super) fn change(&self) -> Change {
        self.change
    }
}

/// The edges of a ring, or of an open chain if they are walls.
fn edges(ring: &Ring, change: Change) -> impl Iterator<Item = Fence> + '_ {
    let along = ring.windows(2).map(|ends| (ends[0], ends[1]));
    let back = ring.last().zip(ring.first()).filter(move |_| !change.wall).map(|(&a, &b)| (a, b));
    along.chain(back).map(move |(from, to)| Fence { from, to, change })
}

fn whole_points(
    points: &[Point],
    steps: Steps,
    culprit: Culprit,
) -> Result<Vec<Whole>, BuildError> {
    let is_sound = |p: &Point| coordinate(p.x).is_some() && coordinate(p.y).is_some();
    if points.iter().all(is_sound) {
        return Ok(points.iter().map(|&p| steps.whole(p)).collect());
    }
    Err(BuildError::Position(culprit))
}

/// A drawn ring on the grid, without the corners at which it goes straight on or back.
fn ring(points: &[Point], steps: Steps, culprit: Culprit) -> Result<Ring, BuildError> {
    let mut ring: Ring = Vec::with_capacity(points.len());
    for p in whole_points(points, steps, culprit)? {
        push_corner(&mut ring, p);
    }
    // The first corners have only now got the neighbours that they have.
    while 3 <= ring.len() {
        let n = ring.len();
        if turn(ring[n - 2], ring[n - 1], ring[0]) == 0 {
            ring.pop();
        } else if turn(ring[n - 1], ring[0], ring[1]) == 0 {
            ring.remove(0);
        } else {
            return Ok(ring);
        }
    }
    Ok(Vec::new())
}

fn push_corner(ring: &mut Ring, p: Whole) {
    while let Some(&last) = ring.last() {
        let straight = ring.len() >= 2 && turn(ring[ring.len() - 2], last, p) == 0;
        if last != p && !straight {
            break;
        }
        ring.pop();
    }
    ring.push(p);
}

fn box_ring(bounds: Aabb, steps: Steps) -> Option<Ring> {
    let (min, max) = (steps.whole(bounds.min), steps.whole(bounds.max));
    let sound = !bounds.is_empty() && min.x < max.x && min.y < max.y;
    sound.then(|| vec![min, Whole::new(max.x, min.y), max, Whole::new(min.x, max.y)])
}

/// What a drawn ring runs round.
enum Shape {
    /// The ring itself: it does not touch itself.
    Ring(Ring),
    /// Several rings, or none.
    Rings(Vec<Ring>),
}

impl Shape {
    fn into_rings(self) -> Vec<Ring> {
        match self {
            Self::Ring(ring) => vec![ring],
            Self::Rings(rings) => rings,
        }
    }
}

fn simple(mut ring: Ring) -> Result<Shape, Panicked> {
    if ring.len() < 3 {
        return Ok(Shape::Rings(Vec::new()));
    }
    if touches_itself(&ring) {
        return overlay::covered(&ring).map(Shape::Rings);
    }
    if twice_area(&ring) < 0 {
        ring.reverse();
    }
    Ok(Shape::Ring(ring))
}

/// Whether two sides of a ring that are not neighbours share a point. Exact.
fn touches_itself(ring: &Ring) -> bool {
    let n = ring.len();
    if n <= 3 {
        return false;
    }
    let side = |i: usize| {
        let next = if i + 1 == n { 0 } else { i + 1 };
        Fence { from: ring[i], to: ring[next], change: Change::BLOCK }
    };
    let boxes: Vec<WholeBox> = (0..n).map(|i| side(i).bounds()).collect();
    let apart = |i: usize, j: usize| {
        let neighbours = i + 1 == j || (i == 0 && j + 1 == n);
        neighbours || !meet(&side(i), &side(j))
    };
    !for_each_touching(&boxes, apart)
}

/// Whether two fences whose boxes touch share a point. Exact.
fn meet(a: &Fence, b: &Fence) -> bool {
    let same_side = |a: i128, b: i128| (0 < a && 0 < b) || (a < 0 && b < 0);
    !same_side(turn(a.from, a.to, b.from), turn(a.from, a.to, b.to))
        && !same_side(turn(b.from, b.to, a.from), turn(b.from, b.to, a.to))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tidy(points: &[(f64, f64)]) -> Vec<(i64, i64)> {
        let points: Vec<Point> = points.iter().map(|&(x, y)| Point::new(x, y)).collect();
        // Steps of exactly one unit.
        let steps = Steps::reaching(1.0);
        let unit = 1_i64 << 50;
        let far: Vec<Point> = points.iter().map(|&p| p * (1.0 / unit as f64)).collect();
        let ring = ring(&far, steps, Culprit::Border).unwrap();
        ring.iter().map(|p| (p.x, p.y)).collect()
    }

    #[test]
    fn straight_corners_spikes_and_repeats_go() {
        let square = [(0.0, 0.0), (2.0, 0.0), (4.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)];
        assert_eq!(tidy(&square), [(0, 0), (4, 0), (4, 4), (0, 4)]);
        let from_the_middle = [(2.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0), (0.0, 0.0)];
        assert_eq!(tidy(&from_the_middle).len(), 4);
        let spike = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (4.0, 9.0), (4.0, 4.0), (0.0, 4.0)];
        assert_eq!(tidy(&spike), [(0, 0), (4, 0), (4, 4), (0, 4)]);
        assert!(tidy(&[(0.0, 0.0), (1.0, 1.0), (3.0, 3.0)]).is_empty());
        assert!(tidy(&[(5.0, 5.0); 4]).is_empty() && tidy(&[]).is_empty());
    }
}
