//! The box that is built, while the rest of a large map waits.

use crate::document::{Change, Edit, Step};
use crate::geom::Segment;

use super::span::{Span, Spanned};
use super::{Act, Deed, Gesture, Scene, Shape, Sketch, rectangle};

pub(super) fn on(span: &mut Span, gesture: Gesture, scene: &Scene<'_>) -> Vec<Deed> {
    let Some(layout) = scene.layout else { return Vec::new() };
    if matches!(gesture.act, Act::Click | Act::DoubleClick) && span.from().is_none() {
        let edit = Edit::one("Build everything", Change::Region(None));
        return layout.region.map(|_| Deed::Edit(edit, Step::New)).into_iter().collect();
    }
    let Spanned::Whole { from, to, keys } = span.on(gesture, scene) else { return Vec::new() };
    let bounds = rectangle::bounds(from, to, keys);
    if bounds.width() == 0.0 || bounds.height() == 0.0 {
        return Vec::new();
    }
    let edit = Edit::one("Build a region", Change::Region(Some(bounds)));
    vec![Deed::Edit(edit, Step::New)]
}

pub(super) fn sketch(span: &Span) -> Option<Sketch> {
    let hand = span.hand()?;
    let snapped = Some(hand.snapped);
    let Some(from) = span.from() else { return Some(Sketch { snapped, ..Sketch::default() }) };
    let bounds = rectangle::bounds(from, hand.snapped.at, hand.keys);
    let points = rectangle::corners(bounds);
    let piece = Some(Segment::new(from, hand.snapped.at));
    Some(Sketch { points, closed: true, shape: Shape::Box(bounds), piece, fault: None, snapped })
}
