//! Things that meet: only those have to be put together, all others go into the triangulation as they are.

use crate::mesh::islands::Sets;
use crate::watch::{Watch, ask};

use super::aside::aside;
use super::fence::{Fence, arrange};
use super::overlay;
use super::pairs::for_each_touching;
use super::steps::WholeBox;
use super::thing::Thing;
use super::{BuildError, Culprit, MANY, each_of};

/// Things that come closer than so many steps are put together.
///
/// Where crossings are rounded, edges move by a step or two; those that are farther apart than this never meet.
pub(super) const NEAR: i64 = 64;

/// A few edges of a thing that follow each other, with a box that reaches half of [`NEAR`] beyond them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Run {
    pub(super) first: u32,
    pub(super) end: u32,
    pub(super) bounds: WholeBox,
}

/// So many edges go into one box: short ones have small boxes also when there are several.
const EDGES_PER_RUN: usize = 8;

/// Cuts the edges of a thing into runs.
pub(super) fn runs(culprit: Culprit, fences: &[Fence]) -> impl Iterator<Item = Run> + '_ {
    // The sides of a border are long, and their common box would touch everything.
    let per_run = if culprit == Culprit::Border { 1 } else { EDGES_PER_RUN };
    fences.chunks(per_run).enumerate().map(move |(i, run)| {
        let bounds = run.iter().fold(WholeBox::EMPTY, |all, fence| all.with(fence.bounds()));
        let first = (i * per_run) as u32;
        Run { first, end: first + run.len() as u32, bounds: bounds.inflated(NEAR / 2) }
    })
}

/// Whether some edge of one run comes close to some edge of the other.
pub(super) fn come_close(a: &[Fence], b: &[Fence], b_bounds: WholeBox) -> bool {
    a.iter().any(|one| {
        let reach = one.bounds().inflated(NEAR);
        reach.touches(b_bounds)
            && b.iter().any(|other| reach.touches(other.bounds()) && are_close(one, other))
    })
}

/// Whether two edges cross or come within [`NEAR`] of each other.
///
/// Plain arithmetic will do: at this distance it cannot be wrong about a side, and nothing depends on the last step.
fn are_close(a: &Fence, b: &Fence) -> bool {
    let near = NEAR as f64;
    let arrow = |from: super::steps::Whole, to: super::steps::Whole| {
        let arrow = to.minus(from);
        (arrow.x as f64, arrow.y as f64)
    };
    // How far a point is to the left of an edge and how far along, and whether it is within reach of the edge.
    let seen = |fence: &Fence, p| {
        let (x, y) = arrow(fence.from, fence.to);
        let (px, py) = arrow(fence.from, p);
        let length = x.hypot(y);
        let (left, along) = ((x * py - y * px) / length, (x * px + y * py) / length);
        let close = left.abs() <= near && -near <= along && along <= length + near;
        (left, close)
    };
    let [(a_from, close_1), (a_to, close_2)] = [seen(b, a.from), seen(b, a.to)];
    let [(b_from, close_3), (b_to, close_4)] = [seen(a, b.from), seen(a, b.to)];
    let cross = (a_from < 0.0) != (a_to < 0.0) && (b_from < 0.0) != (b_to < 0.0);
    close_1 || close_2 || close_3 || close_4 || cross
}

/// Which things have to be put together: a set for each cluster.
pub(super) fn clusters(things: &[Thing], fences: &[Fence], starts: &[u32]) -> Sets {
    let mut owned: Vec<(u32, Run)> = Vec::new();
    for (i, thing) in things.iter().enumerate() {
        let range = starts[i] as usize..starts[i + 1] as usize;
        let of_all =
            |run: Run| Run { first: run.first + starts[i], end: run.end + starts[i], ..run };
        owned.extend(runs(thing.culprit, &fences[range]).map(|run| (i as u32, of_all(run))));
    }
    let boxes: Vec<WholeBox> = owned.iter().map(|(_, run)| run.bounds).collect();
    let mut sets = Sets::new(things.len());
    let edges = |run: &Run| &fences[run.first as usize..run.end as usize];
    for_each_touching(&boxes, |i, j| {
        let ((one, a), (other, b)) = (&owned[i], &owned[j]);
        if sets.root(*one) != sets.root(*other) && come_close(edges(a), edges(b), b.bounds) {
            sets.join(*one, *other);
        }
        true
    });
    sets
}

/// Puts things together that meet: one outline for all obstacles, and edges that share ends only.
pub(super) fn fuse<'a>(
    things: impl Iterator<Item = &'a Thing> + Clone,
) -> Result<Vec<Fence>, BuildError> {
    let culprits = || things.clone().map(|thing| thing.culprit);
    let n_obstacles = things.clone().filter(|thing| thing.blocking_rings().is_some()).count();
    let mut fences = Vec::new();
    if 1 < n_obstacles {
        let rings = things.clone().filter_map(Thing::blocking_rings).flatten();
        let union = overlay::union(rings).map_err(|_| BuildError::fault(culprits()))?;
        fences.extend(union.iter().flat_map(Thing::edges_of_obstacle));
    }
    let others = things.clone().filter(|thing| n_obstacles < 2 || thing.blocking_rings().is_none());
    fences.extend(others.flat_map(Thing::fences));
    arrange(fences).map_err(|_| BuildError::tangled(culprits()))
}

/// So many things in small groups are put together before somebody is asked again.
const PART: usize = 2048;

/// What comes out of each of many groups, on all cores, for somebody who may not want it any more: `members` copies the
/// things of a large one, `small` puts a small one together.
pub(super) fn fuse_all(
    groups: &[Vec<u32>],
    watch: &mut dyn Watch,
    members: impl Fn(&[u32]) -> Vec<Thing>,
    small: impl Fn(&[u32]) -> Result<Vec<Fence>, BuildError> + Sync + Send,
) -> Result<Vec<Vec<Fence>>, BuildError> {
    let mut fused = Vec::with_capacity(groups.len());
    while let Some(rest) = groups.get(fused.len()..).filter(|rest| !rest.is_empty()) {
        ask(watch, fused.len() as f32 / groups.len() as f32)?;
        if MANY < rest[0].len() {
            fused.push(fuse_aside(members(&rest[0]), watch)?);
            continue;
        }
        let mut n_things = 0;
        let fitting = rest.iter().take_while(|group| {
            n_things += group.len();
            group.len() <= MANY && n_things <= PART
        });
        let part = &rest[..fitting.count()];
        // In order, so that of several faults it is always the same that is told.
        for one in each_of(part, n_things, |group| small(group)) {
            fused.push(one?);
        }
    }
    Ok(fused)
}

/// The same as [`fuse`], for things that are many and somebody who may not want it any more.
pub(super) fn fuse_aside(
    things: Vec<Thing>,
    watch: &mut dyn Watch,
) -> Result<Vec<Fence>, BuildError> {
    let culprits: Vec<Culprit> = things.iter().map(|thing| thing.culprit).collect();
    let fused = aside(watch, move || fuse(things.iter()))?;
    fused.unwrap_or(Err(BuildError::Library(culprits)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::fence::Change;
    use crate::build::steps::Whole;

    fn fence(a: (i64, i64), b: (i64, i64)) -> Fence {
        Fence { from: Whole::new(a.0, a.1), to: Whole::new(b.0, b.1), change: Change::BLOCK }
    }

    #[test]
    fn edges_are_close_when_they_cross_or_nearly_touch() {
        let long = fence((0, 0), (10_000, 0));
        let close = |a, b| are_close(&long, &fence(a, b)) && are_close(&fence(a, b), &long);
        assert!(close((5000, -5000), (5000, 5000)), "crossing");
        assert!(close((5000, 60), (5000, 5000)), "an end above the middle");
        assert!(close((10_050, 0), (20_000, 0)), "one behind the other");
        assert!(!close((5000, 100), (9000, 100)), "beside");
        assert!(!close((10_100, 0), (20_000, 0)), "farther behind");
        assert!(!close((10_100, -50), (10_100, 50)), "across, but behind");
    }
}
