//! Polygons put together and cut out of each other, on whole numbers.

use std::panic::{AssertUnwindSafe, catch_unwind};

use i_overlay::core::fill_rule::FillRule;
use i_overlay::core::overlay::{Overlay, ShapeType};
use i_overlay::core::overlay_rule::OverlayRule;
use i_overlay::i_float::int::point::IntPoint;

use super::steps::Whole;

/// A closed chain of points.
pub(super) type Ring = Vec<Whole>;

/// The library gave up in the middle.
#[derive(Debug)]
pub(super) struct Panicked;

/// What rings cover that run round it a positive number of times.
///
/// Here and below, rings round what is covered come out counter-clockwise, rings round holes in it clockwise.
pub(super) fn union<'a>(
    rings: impl Iterator<Item = &'a Ring> + Clone,
) -> Result<Vec<Ring>, Panicked> {
    combine(rings, [].iter(), OverlayRule::Subject, FillRule::Positive)
}

/// What a single ring runs round, however often and whichever way.
pub(super) fn covered(ring: &Ring) -> Result<Vec<Ring>, Panicked> {
    combine([ring].into_iter(), [].iter(), OverlayRule::Subject, FillRule::NonZero)
}

/// What an odd number of rings run round.
pub(super) fn odd(rings: &[Ring]) -> Result<Vec<Ring>, Panicked> {
    combine(rings.iter(), [].iter(), OverlayRule::Subject, FillRule::EvenOdd)
}

/// What some rings cover and others do not.
pub(super) fn difference(rings: &[Ring], less: &[Ring]) -> Result<Vec<Ring>, Panicked> {
    combine(rings.iter(), less.iter(), OverlayRule::Difference, FillRule::Positive)
}

/// What both cover.
pub(super) fn intersection(rings: &[Ring], others: &[Ring]) -> Result<Vec<Ring>, Panicked> {
    combine(rings.iter(), others.iter(), OverlayRule::Intersect, FillRule::Positive)
}

fn combine<'a>(
    subject: impl Iterator<Item = &'a Ring> + Clone,
    clip: impl Iterator<Item = &'a Ring> + Clone,
    rule: OverlayRule,
    fill: FillRule,
) -> Result<Vec<Ring>, Panicked> {
    let whole = || {
        let capacity = subject.clone().chain(clip.clone()).map(Vec::len).sum();
        let mut overlay = Overlay::<i64>::new(capacity);
        let points = |ring: &'a Ring| ring.iter().map(|p| IntPoint::new(p.x, p.y));
        subject.for_each(|ring| overlay.add_path_iter(points(ring), ShapeType::Subject));
        clip.for_each(|ring| overlay.add_path_iter(points(ring), ShapeType::Clip));
        let rings = overlay.overlay(rule, fill).into_iter().flatten();
        let back = |ring: Vec<IntPoint<i64>>| ring.iter().map(|p| Whole::new(p.x, p.y)).collect();
        rings.map(back).collect()
    };
    catch_unwind(AssertUnwindSafe(whole)).map_err(|_| Panicked)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::steps::twice_area;

    fn square(x: i64, y: i64, size: i64) -> Ring {
        [(x, y), (x + size, y), (x + size, y + size), (x, y + size)]
            .map(|(x, y)| Whole::new(x, y))
            .to_vec()
    }

    fn area(rings: &[Ring]) -> i128 {
        rings.iter().map(|ring| twice_area(ring)).sum::<i128>() / 2
    }

    #[test]
    fn squares_are_put_together() {
        let (a, b) = (square(0, 0, 4), square(2, 2, 4));
        assert_eq!(area(&union([&a, &b].into_iter()).unwrap()), 28);
        let (a, b) = (&[a][..], &[b][..]);
        assert_eq!(area(&difference(a, b).unwrap()), 12);
        assert_eq!(area(&intersection(a, b).unwrap()), 4);
        assert_eq!(area(&odd(&[a, b].concat()).unwrap()), 24);
    }

    #[test]
    fn a_bow_tie_covers_both_its_wings() {
        let tie = [(0, 0), (4, 4), (4, 0), (0, 4)].map(|(x, y)| Whole::new(x, y)).to_vec();
        assert_eq!(area(&covered(&tie).unwrap()), 8);
    }

    #[test]
    fn far_corners_are_no_trouble() {
        let far = super::super::steps::FARTHEST;
        assert_eq!(area(&covered(&square(-far, -far, 2 * far)).unwrap()), 1 << 102);
    }
}
