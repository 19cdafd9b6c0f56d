//! Selecting what is drawn, and taking hold of it.

use crate::document::{Change, Edit, Step};
use crate::geom::{Aabb, Point, Segment};
use crate::layout::work::Thing;

use super::handles::{Grip, grabbed};
use super::{Act, Asking, Deed, Gesture, Scene, Selection, Shape, Sketch, arrange, hit, pan};
use super::{rectangle, rings};

mod carry;

pub use carry::Carry;

/// What the hand does.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Selecting {
    /// Nothing.
    #[default]
    Idle,
    /// It holds an end of the query.
    Asking(Asking),
    /// It draws a box around what is to be selected.
    Boxing {
        /// Where the box begins.
        from: Point,
        /// Where the hand is.
        to: Point,
    },
    /// It carries what is selected, or a part of it.
    Carrying(Box<Carry>),
    /// It moves the map.
    Panning,
    /// It has let go, but is still pressed.
    Elsewhere,
}

impl Selecting {
    /// Whether something is half done.
    pub(super) fn is_busy(&self) -> bool {
        matches!(self, Self::Asking(_) | Self::Boxing { .. } | Self::Carrying(_))
    }

    pub(super) fn on(&mut self, gesture: Gesture, scene: &Scene<'_>) -> Vec<Deed> {
        match gesture.act {
            Act::Hover | Act::Finish => Vec::new(),
            Act::Click => {
                *self = Self::Idle;
                click(gesture, scene)
            }
            Act::DoubleClick => {
                *self = Self::Idle;
                insert(gesture, scene).unwrap_or_else(|| click(gesture, scene))
            }
            Act::Grab => self.grab(gesture, scene),
            Act::Drag | Act::Drop => self.drag(gesture, scene),
            Act::Back if self.is_busy() => Vec::new(),
            Act::Back => delete(scene),
            Act::Cancel => self.cancel(scene),
        }
    }

    /// Idle -> Asking | Carrying | Boxing | Panning
    fn grab(&mut self, gesture: Gesture, scene: &Scene<'_>) -> Vec<Deed> {
        let Gesture { at, reach, keys, .. } = gesture;
        if let Some(mut asking) = Asking::grab(gesture, scene.ends) {
            let deeds = asking.drag(gesture);
            *self = Self::Asking(asking);
            return deeds;
        }
        let Some(layout) = scene.layout else {
            *self = Self::Panning;
            return pan(gesture.act);
        };
        if let Some(handle) = grabbed(scene, at, reach) {
            let carry = Carry::new(layout, scene, scene.selection, Some(handle.grip), at);
            *self = Self::Carrying(Box::new(carry));
            return chosen_corner(handle.grip, scene);
        }
        let is_selected = |thing| scene.selection.has(thing) && scene.is_free(thing);
        if hit::topmost(at, reach, scene, is_selected).is_some() {
            let carry = Carry::new(layout, scene, scene.selection, None, at);
            *self = Self::Carrying(Box::new(carry));
            return Vec::new();
        }
        let other = hit::topmost(at, reach, scene, |thing| scene.is_free(thing));
        if let Some(thing) = other.filter(|_| !keys.shift && !keys.ctrl) {
            let selection = Selection::of([thing]);
            *self = Self::Carrying(Box::new(Carry::new(layout, scene, &selection, None, at)));
            return vec![Deed::Choose(selection)];
        }
        *self = Self::Boxing { from: at, to: at };
        Vec::new()
    }

    fn drag(&mut self, gesture: Gesture, scene: &Scene<'_>) -> Vec<Deed> {
        let deeds = match self {
            Self::Idle | Self::Elsewhere => Vec::new(),
            Self::Panning => pan(gesture.act),
            Self::Asking(asking) => asking.drag(gesture),
            Self::Boxing { from, to } => {
                *to = gesture.at;
                let bounds = Aabb::around([*from, *to]);
                let is_done = gesture.act == Act::Drop;
                is_done.then(|| choose_inside(bounds, gesture, scene)).into_iter().collect()
            }
            Self::Carrying(carry) => match carry.to(gesture, scene) {
                Some(deeds) => deeds,
                None => {
                    *self = Self::Elsewhere;
                    Vec::new()
                }
            },
        };
        if gesture.act == Act::Drop {
            *self = Self::Idle;
        }
        deeds
    }

    fn cancel(&mut self, scene: &Scene<'_>) -> Vec<Deed> {
        if self.is_busy() {
            return match std::mem::replace(self, Self::Elsewhere) {
                Self::Carrying(carry) if carry.has_begun() => vec![Deed::Revert],
                Self::Asking(mut asking) => asking.let_go().into_iter().collect(),
                _ => Vec::new(),
            };
        }
        match (scene.selection.corner(), scene.selection.is_empty()) {
            // One step back at a time.
            (Some(corner), _) => vec![Deed::Choose(Selection::of([corner.thing]))],
            (None, false) => vec![Deed::Choose(Selection::default())],
            (None, true) => Vec::new(),
        }
    }

    /// What is in hand, to be drawn.
    pub(super) fn sketch(&self) -> Option<Sketch> {
        match self {
            Self::Boxing { from, to } => {
                let bounds = Aabb::around([*from, *to]);
                let (points, shape) = (rectangle::corners(bounds), Shape::Selecting(bounds));
                Some(Sketch { points, closed: true, shape, ..Sketch::default() })
            }
            Self::Carrying(carry) => carry.sketch(),
            Self::Idle | Self::Asking(_) | Self::Panning | Self::Elsewhere => None,
        }
    }
}

/// A corner that is taken hold of is selected.
fn chosen_corner(grip: Grip, scene: &Scene<'_>) -> Vec<Deed> {
    match grip {
        Grip::Corner(corner) if scene.selection.corner() != Some(corner) => {
            vec![Deed::Choose(Selection::corner_of(corner))]
        }
        Grip::Corner(_) | Grip::Scale { .. } | Grip::Rotate { .. } => Vec::new(),
    }
}

fn click(gesture: Gesture, scene: &Scene<'_>) -> Vec<Deed> {
    let Gesture { at, reach, keys, .. } = gesture;
    let Some(layout) = scene.layout else { return vec![Deed::Select(at)] };
    let adds = keys.shift || keys.ctrl;
    if let Some(handle) = grabbed(scene, at, reach).filter(|_| !adds) {
        return chosen_corner(handle.grip, scene);
    }
    if let Some(deeds) = scene.selection.single().filter(|_| keys.ctrl).and_then(|thing| {
        hit::edge(at, reach, thing, layout)?;
        insert(gesture, scene)
    }) {
        return deeds;
    }
    match hit::topmost(at, reach, scene, |thing| scene.is_free(thing)) {
        Some(thing) if adds => vec![Deed::Choose(scene.selection.toggled(thing))],
        Some(thing) => vec![Deed::Choose(Selection::of([thing]))],
        // Who misses while adding does not want to lose all.
        None if adds => Vec::new(),
        None => {
            let none = (!scene.selection.is_empty()).then(|| Deed::Choose(Selection::default()));
            none.into_iter().chain([Deed::Select(at)]).collect()
        }
    }
}

/// Puts a vertex on the edge under the hand, if there is one.
fn insert(gesture: Gesture, scene: &Scene<'_>) -> Option<Vec<Deed>> {
    let Gesture { at, reach, .. } = gesture;
    let layout = scene.layout?;
    let selected = scene.selection.single().filter(|&thing| scene.is_free(thing));
    // A double click on a corner is no double click on the edges beside it.
    if selected.is_some_and(|thing| hit::corner(at, reach, thing, layout).is_some()) {
        return None;
    }
    let on_selected = selected.filter(|&thing| hit::edge(at, reach, thing, layout).is_some());
    let thing =
        on_selected.or_else(|| hit::topmost(at, reach, scene, |thing| scene.is_free(thing)))?;
    let (edit, selection) = match thing {
        Thing::Lane(id) => {
            let [from, to] = layout.lanes.ends(layout.lanes.lanes.get(&id)?)?;
            let at = Segment::new(from, to).closest(at);
            arrange::split_lane(layout, scene.work, id, at)?
        }
        _ => {
            let edge = hit::edge(at, reach, thing, layout)?;
            let points = rings::ring(layout, edge)?;
            let piece = rings::pieces(points, rings::is_closed(thing)).nth(edge.index)?;
            arrange::insert_vertex(layout, scene.work, edge, piece.closest(at))?
        }
    };
    Some(vec![Deed::Edit(edit, Step::New), Deed::Choose(selection)])
}

fn delete(scene: &Scene<'_>) -> Vec<Deed> {
    let edit = scene.layout.and_then(|it| arrange::delete(it, scene.work, scene.selection));
    let Some(edit) = edit else { return Vec::new() };
    let stays = scene.selection.corner().filter(|_| !takes_all(&edit));
    let selection = Selection::of(stays.map(|corner| corner.thing));
    vec![Deed::Edit(edit, Step::New), Deed::Choose(selection)]
}

fn takes_all(edit: &Edit) -> bool {
    edit.changes.iter().all(|it| matches!(it, Change::Obstacle(_, None) | Change::Wall(_, None)))
}

fn choose_inside(bounds: Aabb, gesture: Gesture, scene: &Scene<'_>) -> Deed {
    let adds = gesture.keys.shift || gesture.keys.ctrl;
    let before = scene.selection.things().iter().copied().filter(|_| adds);
    let free = |thing: &Thing| scene.is_free(*thing);
    Deed::Choose(Selection::of(before.chain(hit::inside(bounds, scene).filter(free))))
}
