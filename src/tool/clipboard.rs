//! Copying and pasting, as text of our own format: what is copied can be pasted into a file, too.

use std::collections::BTreeMap;

use crate::document::{Change, Edit};
use crate::format::{Content, Format, Target, read, write};
use crate::geom::Point;
use crate::layout::lane::{Lane, LaneVertex};
use crate::layout::work::Thing;
use crate::layout::{Layout, Obstacle, Outline};

use super::Selection;
use super::held::words;
use super::rings::{counter_clockwise, sound};

/// So many copies are put beside each other before they are put on top of each other.
const MOST_BESIDE: usize = 100;

/// What is selected, as text; empty if nothing is.
pub fn copy_text(layout: &Layout, selection: &Selection) -> String {
    let part = part(layout, selection);
    if part.things().next().is_none() {
        return String::new();
    }
    let written = write(&Content::Layout(part), Target::Project);
    written.map_or_else(|_| String::new(), |it| String::from_utf8_lossy(&it.bytes).into_owned())
}

/// What such a text holds, added to a drawing; and what is selected then. None if it holds nothing.
///
/// It is put where it was, or further along as long as the very same is there already.
pub fn paste_text(text: &str, layout: &Layout, step: Point) -> Option<(Edit, Selection)> {
    if Format::of(text.as_bytes()) != Some(Format::Project) {
        return None;
    }
    let Content::Layout(part) = read(text.as_bytes()).ok()?.content else { return None };
    let (there, new) = (chains(layout), chains(&part));
    let mut steps = (0..MOST_BESIDE).map(|n| step * n as f64);
    let by = steps.find(|&by| !is_there(&there, &new, by)).unwrap_or_default();
    let (changes, selection) = added(layout, &part, by)?;
    let title = format!("Paste {}", words(selection.things()));
    Some((Edit { title: title.into(), changes }, selection))
}

/// What of a drawing is selected, with the vertices that its lanes end at.
pub(super) fn part(layout: &Layout, selection: &Selection) -> Layout {
    let mut part = Layout::default();
    let mut vertices = Vec::new();
    for thing in selection.things().iter().filter(|thing| layout.has(**thing)) {
        match thing {
            Thing::Obstacle(id) => {
                part.obstacles.insert(*id, layout.obstacles[id].clone());
            }
            Thing::Wall(id) => drop(part.walls.insert(*id, layout.walls[id].clone())),
            Thing::LaneVertex(id) => vertices.push(*id),
            Thing::Lane(id) => {
                let lane = layout.lanes.lanes[id];
                if layout.lanes.ends(&lane).is_some() {
                    vertices.extend(lane.ends);
                    part.lanes.lanes.insert(*id, lane);
                }
            }
        }
    }
    let vertex = |id| Some((id, layout.lanes.vertices.get(&id)?.clone()));
    part.lanes.vertices = vertices.into_iter().filter_map(vertex).collect();
    part
}

/// Everything of one drawing added to another, under new ids and this far away; and what is new.
pub(super) fn added(layout: &Layout, part: &Layout, by: Point) -> Option<(Vec<Change>, Selection)> {
    let place = |p: Point| sound(p + by);
    let moved = |points: &Outline| points.iter().map(|&p| place(p)).collect::<Option<Vec<_>>>();
    let (mut changes, mut things) = (Vec::new(), Vec::new());
    let mut ids = layout.fresh_ids();
    for obstacle in part.obstacles.values() {
        let Some(outline) = counter_clockwise(moved(&obstacle.outline)?) else { continue };
        let holes = obstacle.holes.iter().map(moved).collect::<Option<Vec<_>>>()?;
        let holes = holes.into_iter().filter_map(counter_clockwise).map(Outline::from).collect();
        let id = ids.next()?;
        let obstacle = Obstacle { name: obstacle.name.clone(), outline: outline.into(), holes };
        changes.push(Change::Obstacle(id, Some(obstacle)));
        things.push(Thing::Obstacle(id));
    }
    for wall in part.walls.values() {
        let id = ids.next()?;
        changes.push(Change::Wall(id, Some(moved(wall)?.into())));
        things.push(Thing::Wall(id));
    }
    let mut new_vertices = BTreeMap::new();
    let mut ids = layout.fresh_lane_vertices();
    for (old, LaneVertex { name, at }) in &part.lanes.vertices {
        let id = ids.next()?;
        new_vertices.insert(*old, id);
        let vertex = LaneVertex { name: name.clone(), at: place(*at)? };
        changes.push(Change::LaneVertex(id, Some(vertex)));
        things.push(Thing::LaneVertex(id));
    }
    let mut ids = layout.fresh_lanes();
    for lane in part.lanes.lanes.values() {
        let [from, to] = lane.ends.map(|end| new_vertices.get(&end).copied());
        let (Some(from), Some(to)) = (from, to) else { continue };
        let id = ids.next()?;
        changes.push(Change::Lane(id, Some(Lane { ends: [from, to], ..*lane })));
        things.push(Thing::Lane(id));
    }
    (!changes.is_empty()).then(|| (changes, Selection::of(things)))
}

/// The chains of points of a drawing, by their first points.
fn chains(layout: &Layout) -> BTreeMap<(u64, u64), Vec<&[Point]>> {
    let mut chains = BTreeMap::<_, Vec<&[Point]>>::new();
    let outlines = layout.obstacles.values().map(|obstacle| &*obstacle.outline);
    let walls = layout.walls.values().map(|wall| &**wall);
    let vertices = layout.lanes.vertices.values().map(|vertex| std::slice::from_ref(&vertex.at));
    for chain in outlines.chain(walls).chain(vertices) {
        if let Some(first) = chain.first() {
            chains.entry(first.bits()).or_default().push(chain);
        }
    }
    chains
}

/// Whether one of the chains is among the others, this far away.
fn is_there(
    there: &BTreeMap<(u64, u64), Vec<&[Point]>>,
    new: &BTreeMap<(u64, u64), Vec<&[Point]>>,
    by: Point,
) -> bool {
    let is_moved = |new: &[Point], old: &[Point]| {
        new.len() == old.len() && new.iter().zip(old).all(|(&new, &old)| new + by == old)
    };
    new.values().flatten().any(|new| {
        let old = new.first().and_then(|first| there.get(&(*first + by).bits()));
        old.is_some_and(|old| old.iter().any(|old| is_moved(new, old)))
    })
}
