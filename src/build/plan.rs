//! All that is to be triangulated: the points, and the edges between them that must be there.

use crate::geom::Point;
use crate::watch::Watch;

use super::BuildError;
use super::cluster::{clusters, fuse, fuse_all};
use super::fence::{Change, Fence};
use super::steps::{FRAME, Whole, WholeBox};
use super::thing::Thing;

/// Points and edges.
#[derive(Debug, Default)]
pub(super) struct Plan {
    pub(super) points: Vec<Whole>,
    pub(super) fences: Vec<PlannedFence>,
}

/// A fence between two points of a plan.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlannedFence {
    pub(super) ends: [u32; 2],
    pub(super) change: Change,
}

impl Plan {
    /// Puts together what meets and takes all else as it is.
    pub(super) fn of(things: &[Thing], watch: &mut dyn Watch) -> Result<Self, BuildError> {
        let mut fences: Vec<Fence> = Vec::new();
        let mut starts = vec![0_u32];
        for thing in things {
            fences.extend(thing.fences());
            starts.push(fences.len() as u32);
        }
        let roots = clusters(things, &fences, &starts).into_roots();
        let mut plan = Self::default();
        let groups = groups(&roots, things);
        let copies = |group: &[u32]| members(things, group).cloned().collect();
        let fused = fuse_all(&groups, watch, copies, |group| match group {
            // One that is alone is taken as it is.
            [_] => Ok(Vec::new()),
            _ => fuse(members(things, group)),
        })?;
        for (members, fused) in groups.iter().zip(fused) {
            match members[..] {
                [one] => {
                    let range = starts[one as usize] as usize..starts[one as usize + 1] as usize;
                    plan.add(&things[one as usize], &fences[range]);
                }
                _ => plan.add_fences(&fused),
            }
        }
        plan.add_frame();
        Ok(plan)
    }

    /// Everything cut apart at once, however far it is from each other: slow, but nothing can be overlooked.
    pub(super) fn of_all(things: &[Thing]) -> Result<Self, BuildError> {
        let mut plan = Self::default();
        plan.add_fences(&fuse(things.iter())?);
        plan.add_frame();
        Ok(plan)
    }

    fn add(&mut self, thing: &Thing, fences: &[Fence]) {
        let Some(ring) = thing.single_ring() else { return self.add_fences(fences) };
        let (first, n) = (self.points.len() as u32, ring.len() as u32);
        self.points.extend(ring);
        let change = thing.change();
        let ends = |i: u32| [first + i, if i + 1 == n { first } else { first + i + 1 }];
        self.fences.extend((0..n).map(|i| PlannedFence { ends: ends(i), change }));
    }

    pub(super) fn add_fences(&mut self, fences: &[Fence]) {
        let mut points: Vec<Whole> = fences.iter().flat_map(|f| [f.from, f.to]).collect();
        points.sort_unstable();
        points.dedup();
        let first = self.points.len();
        let place = |p: &Whole| (first + points.binary_search(p).unwrap_or_default()) as u32;
        self.fences.extend(fences.iter().map(|fence| PlannedFence {
            ends: [place(&fence.from), place(&fence.to)],
            change: fence.change,
        }));
        self.points.extend(points);
    }

    /// Adds the corners of the frame, once everything else is there.
    pub(super) fn add_frame(&mut self) {
        self.points.extend(FRAME);
    }

    /// Puts the points into another order, given by the places that they have now.
    pub(super) fn reorder(&mut self, order: &[u32]) {
        let mut place = vec![0_u32; order.len()];
        for (&old, new) in order.iter().zip(0..) {
            place[old as usize] = new;
        }
        self.points = order.iter().map(|&old| self.points[old as usize]).collect();
        for fence in &mut self.fences {
            fence.ends = fence.ends.map(|end| place[end as usize]);
        }
    }

    /// All points as they are triangulated.
    pub(super) fn positions(&self) -> Vec<Point> {
        self.points.iter().map(|&p| position(p)).collect()
    }

    /// All points as they are triangulated, in the place where they are.
    pub(super) fn into_positions(self) -> Vec<Point> {
        self.points.into_iter().map(position).collect()
    }
}

fn position(p: Whole) -> Point {
    Point::new(p.x as f64, p.y as f64)
}

/// The things of a group.
fn members<'a>(things: &'a [Thing], group: &'a [u32]) -> impl Iterator<Item = &'a Thing> + Clone {
    group.iter().map(|&i| &things[i as usize])
}

/// The members of each cluster, those in the middle of the map first.
///
/// That is the order in which the triangulation grows: what is near in the map is near in memory then.
fn groups(roots: &[u32], things: &[Thing]) -> Vec<Vec<u32>> {
    let center = |thing: &Thing| {
        let middle = |a: i64, b: i64| 0.5 * (a as f64 + b as f64);
        let WholeBox { min, max } = thing.bounds;
        Point::new(middle(min.x, max.x), middle(min.y, max.y))
    };
    let there = || things.iter().filter(|thing| !thing.is_nothing());
    let sum = there().fold(Point::default(), |sum, thing| sum + center(thing));
    let mean = sum * (1.0 / (there().count() as f64).max(1.0));
    // Distances are not negative, so the bits of their numbers are in order as they are.
    let key = |root: u32| center(&things[root as usize]).distance(mean).to_bits();
    let mut order: Vec<(u64, u32, u32)> = (0..roots.len() as u32)
        .filter(|&i| !things[i as usize].is_nothing())
        .map(|i| (key(roots[i as usize]), roots[i as usize], i))
        .collect();
    order.sort_unstable();
    order
        .chunk_by(|a, b| a.1 == b.1)
        .map(|group| group.iter().map(|&(_, _, i)| i).collect())
        .collect()
}
