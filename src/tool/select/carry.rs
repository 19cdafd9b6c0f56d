//! What the hand carries: things, a corner of one, or the frame around them.

use crate::document::{Edit, Step};
use crate::geom::{Point, Segment};
use crate::layout::Layout;
use crate::layout::work::Work;

use super::super::chain::fault_at;
use super::super::clipboard::part;
use super::super::handles::Grip;
use super::super::held::Held;
use super::super::rings::{is_closed, ring};
use super::super::snap::{EVEN_DEGREES, Snapped, even, snapped};
use super::super::{Corner, Deed, Fault, Gesture, Scene, Selection, Sketch, arrange};

/// What the hand carries, and since when.
#[derive(Debug, Clone, PartialEq)]
pub struct Carry {
    held: Held,
    /// What is held, as a drawing of its own, as it was.
    before: Layout,
    /// What it is held by; none if by itself.
    grip: Option<Grip>,
    /// Where the hand took hold of it.
    from: Point,
    /// The point of it that snaps.
    anchor: Point,
    /// Whether anything has changed.
    begun: bool,
    snapped: Option<Snapped>,
    fault: Option<Fault>,
}

/// What a drag comes to.
struct Outcome {
    edit: Edit,
    /// What is selected with it, if that changes.
    selection: Option<Selection>,
}

impl Carry {
    pub(super) fn new(
        layout: &Layout,
        scene: &Scene<'_>,
        selection: &Selection,
        grip: Option<Grip>,
        from: Point,
    ) -> Self {
        let held = Held::of(layout, scene.work, selection);
        let corner = |corner: Corner| ring(layout, corner)?.get(corner.index).copied();
        let anchor = match grip {
            None => held.closest(from),
            Some(Grip::Corner(it)) => corner(it),
            Some(Grip::Scale { corner, .. }) => Some(corner),
            Some(Grip::Rotate { .. }) => None,
        };
        let before = match grip {
            Some(Grip::Corner(_)) => part(layout, selection),
            _ => Layout::default(),
        };
        let anchor = anchor.unwrap_or(from);
        Self { held, before, grip, from, anchor, begun: false, snapped: None, fault: None }
    }

    pub(super) fn has_begun(&self) -> bool {
        self.begun
    }

    /// Carries it to where the hand is; none if it is not there any more.
    pub(super) fn to(&mut self, gesture: Gesture, scene: &Scene<'_>) -> Option<Vec<Deed>> {
        let layout = scene.layout?;
        if self.held.is_empty() || !self.held.is_in(layout) {
            return None;
        }
        let outcome = self.outcome(gesture, scene);
        let to = self.snapped.map_or(gesture.at, |snapped| snapped.at);
        // A hand that trembles has not moved anything yet.
        let is_still = !self.begun && to == self.start();
        let Some(Outcome { edit, selection }) = outcome.filter(|_| !is_still) else {
            return Some(Vec::new());
        };
        let step = if self.begun { Step::Continue } else { Step::New };
        self.begun = true;
        let other = selection.filter(|selection| selection != scene.selection);
        let deeds = [Some(Deed::Edit(edit, step)), other.map(Deed::Choose)];
        Some(deeds.into_iter().flatten().collect())
    }

    /// Where the point that snaps was.
    fn start(&self) -> Point {
        match self.grip {
            Some(Grip::Rotate { .. }) => self.from,
            _ => self.anchor,
        }
    }

    fn outcome(&mut self, gesture: Gesture, scene: &Scene<'_>) -> Option<Outcome> {
        if let Some(Grip::Rotate { center }) = self.grip {
            return self.turned(gesture, center);
        }
        let to = self.snap(gesture, scene).at;
        match self.grip {
            None | Some(Grip::Rotate { .. }) => {
                let changes = self.held.moved(to - self.anchor)?;
                let title = format!("Move {}", self.held.words()).into();
                Some(Outcome { edit: Edit { title, changes }, selection: None })
            }
            Some(Grip::Corner(corner)) => {
                let nothing = Work::default();
                let (edit, selection) = arrange::move_vertex(&self.before, &nothing, corner, to)?;
                self.fault = self.fault_of(corner, to);
                Some(Outcome { edit, selection: Some(selection) })
            }
            Some(Grip::Scale { anchor, corner }) => {
                let factors = factors(anchor, corner, to, gesture.keys.shift);
                let changes = self.held.mapped(arrange::scaled(factors, anchor))?;
                let title = format!("Scale {}", self.held.words()).into();
                Some(Outcome { edit: Edit { title, changes }, selection: None })
            }
        }
    }

    /// Where the point that snaps is taken to be.
    fn snap(&mut self, gesture: Gesture, scene: &Scene<'_>) -> Snapped {
        let aim = Gesture { at: gesture.at + (self.anchor - self.from), ..gesture };
        let straight = match self.grip {
            None => even(aim.at, self.anchor).filter(|_| gesture.keys.shift),
            _ => None,
        };
        let neighbour = match self.grip {
            Some(Grip::Corner(corner)) => self.neighbour(corner),
            _ => None,
        };
        let held = &self.held;
        let snapped =
            straight.unwrap_or_else(|| snapped(&aim, neighbour, scene, &|thing| held.has(thing)));
        self.snapped = Some(snapped);
        snapped
    }

    /// The corner before the one that is moved.
    fn neighbour(&self, corner: Corner) -> Option<Point> {
        let points = ring(&self.before, corner)?;
        let before = match corner.index.checked_sub(1) {
            None if is_closed(corner.thing) => points.len().checked_sub(1),
            None => Some(1),
            before => before,
        };
        points.get(before?).copied()
    }

    fn turned(&mut self, gesture: Gesture, center: Point) -> Option<Outcome> {
        let direction = |p: Point| (p.y - center.y).atan2(p.x - center.x).to_degrees();
        let mut degrees = direction(gesture.at) - direction(self.from);
        if gesture.keys.shift {
            let step = f64::from(EVEN_DEGREES);
            degrees = (degrees / step).round() * step;
        }
        self.snapped = Some(Snapped { at: gesture.at, to: None });
        let changes = self.held.mapped(arrange::turned(degrees, center))?;
        let title = format!("Rotate {}", self.held.words()).into();
        Some(Outcome { edit: Edit { title, changes }, selection: None })
    }

    /// What is wrong with the outline when a corner is somewhere.
    fn fault_of(&self, corner: Corner, to: Point) -> Option<Fault> {
        let mut points = ring(&self.before, corner).filter(|_| is_closed(corner.thing))?.to_vec();
        *points.get_mut(corner.index)? = to;
        fault_at(&points, corner.index)
    }

    pub(super) fn sketch(&self) -> Option<Sketch> {
        let snapped = self.snapped?;
        let from = match self.grip {
            Some(Grip::Rotate { center }) => center,
            Some(Grip::Scale { anchor, .. }) => anchor,
            Some(Grip::Corner(_)) | None => self.anchor,
        };
        let piece = Some(Segment::new(from, snapped.at));
        let fault = self.fault.clone();
        Some(Sketch { piece, fault, snapped: Some(snapped), ..Sketch::default() })
    }
}

/// How much larger a box is along each axis when one corner moves and the other stays.
fn factors(anchor: Point, corner: Point, to: Point, in_proportion: bool) -> Point {
    let (before, after) = (corner - anchor, to - anchor);
    if in_proportion {
        let along = before.x * after.x + before.y * after.y;
        let factor = along / (before.x * before.x + before.y * before.y);
        return Point::new(factor, factor);
    }
    // What has no width cannot be made wider.
    let factor = |before: f64, after: f64| if before == 0.0 { 1.0 } else { after / before };
    Point::new(factor(before.x, after.x), factor(before.y, after.y))
}
