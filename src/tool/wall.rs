//! Walls without thickness.

use crate::document::{Change, Edit, Step};
use crate::layout::work::Thing;

use super::chain::{Chain, Line};
use super::{Deed, Gesture, Scene, Selection};

pub(super) fn on(chain: &mut Chain, gesture: Gesture, scene: &Scene<'_>) -> Vec<Deed> {
    let Some(layout) = scene.layout else { return Vec::new() };
    if !chain.on(gesture, scene, Line::Open) {
        return Vec::new();
    }
    let points = std::mem::take(chain).points().to_vec();
    let id = layout.next_id();
    let edit = Edit::one("Draw wall", Change::Wall(id, Some(points.into())));
    let selection = Selection::of([Thing::Wall(id)]);
    vec![Deed::Edit(edit, Step::New), Deed::Choose(selection)]
}
