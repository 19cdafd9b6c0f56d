//! Lanes: from vertex to vertex, new ones or those that are there.

use std::collections::{BTreeMap, BTreeSet};

use crate::document::{Change, Edit, Step};
use crate::geom::{LIMIT, Point};
use crate::layout::Layout;
use crate::layout::lane::{Lane, LaneVertex, LaneVertexId};
use crate::layout::work::Thing;

use super::chain::{Chain, Line};
use super::{Deed, Gesture, Scene, Selection, Shape, Sketch};

pub(super) fn on(chain: &mut Chain, gesture: Gesture, scene: &Scene<'_>) -> Vec<Deed> {
    let Some(layout) = scene.layout else { return Vec::new() };
    if !chain.on(gesture, scene, Line::Lanes) {
        return Vec::new();
    }
    let points = std::mem::take(chain).points().to_vec();
    let changes = changes(&points, layout, scene);
    let lanes = changes.iter().filter_map(|change| match change {
        Change::Lane(id, _) => Some(Thing::Lane(*id)),
        _ => None,
    });
    let selection = Selection::of(lanes);
    let title = if selection.things().len() == 1 { "Draw lane" } else { "Draw lanes" };
    if selection.is_empty() {
        return Vec::new();
    }
    let edit = Edit { title: title.into(), changes };
    vec![Deed::Edit(edit, Step::New), Deed::Choose(selection)]
}

pub(super) fn sketch(chain: &Chain, scene: &Scene<'_>) -> Option<Sketch> {
    let shape = Shape::Lane { width: width(scene) };
    chain.sketch(Line::Lanes).map(|sketch| Sketch { shape, ..sketch })
}

fn width(scene: &Scene<'_>) -> f64 {
    Some(scene.sizes.lane_width).filter(|width| 0.0 < *width && *width <= LIMIT).unwrap_or(2.0)
}

/// New vertices where there are none, and a lane from each to the next where there is none.
fn changes(points: &[Point], layout: &Layout, scene: &Scene<'_>) -> Vec<Change> {
    let old = layout.lanes.vertices.iter();
    let shown = old.filter(|(id, _)| scene.shows(Thing::LaneVertex(**id)));
    let mut vertices: BTreeMap<(u64, u64), LaneVertexId> =
        shown.map(|(id, vertex)| (vertex.at.bits(), *id)).collect();
    let mut joined: BTreeSet<[LaneVertexId; 2]> =
        layout.lanes.lanes.values().map(|lane| in_order(lane.ends)).collect();
    let (mut new_vertices, mut new_lanes) = (layout.fresh_lane_vertices(), layout.fresh_lanes());
    let (mut changes, mut before) = (Vec::new(), None);
    for &at in points {
        let known = vertices.get(&at.bits()).copied();
        let Some(vertex) = known.or_else(|| new_vertices.next()) else { break };
        if known.is_none() {
            vertices.insert(at.bits(), vertex);
            let named = LaneVertex { name: String::new(), at };
            changes.push(Change::LaneVertex(vertex, Some(named)));
        }
        if let Some(ends) = before.map(|before| [before, vertex])
            && joined.insert(in_order(ends))
            && let Some(id) = new_lanes.next()
        {
            changes.push(Change::Lane(id, Some(Lane { ends, width: width(scene) })));
        }
        before = Some(vertex);
    }
    changes
}

fn in_order(ends: [LaneVertexId; 2]) -> [LaneVertexId; 2] {
    let [a, b] = ends;
    [a.min(b), a.max(b)]
}
