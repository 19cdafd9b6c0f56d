//! A person at a drawing: gestures of every class, with the mesh following each frame of them as it does in the window.

use fastrand::Rng;
use wayglass::build::Faces;
use wayglass::build::live::{self, Live};
use wayglass::document::{Change, Document, Edit, State, Step, changes};
use wayglass::geom::{Aabb, Point};
use wayglass::layout::work::{Thing, Work};
use wayglass::layout::{Agent, Border, Corners, Layout, Obstacle, ObstacleId, Outline};
use wayglass::tool::arrange;
use wayglass::tool::{Corner, Selection};

use crate::edits::edit;
use crate::layouts::{random_layout, random_outline, square};

/// A document, and the mesh that follows it.
pub(crate) struct Desk {
    pub(crate) document: Document,
    pub(crate) live: Live,
}

impl Desk {
    pub(crate) fn new(random: &mut Rng) -> Self {
        let n_obstacles = random.usize(0..10);
        let layout = random_layout(random, n_obstacles);
        let live = Live::new(layout.clone(), Faces::Merged).unwrap();
        Self { document: Document::drawing("a drawing".to_owned(), layout, Work::default()), live }
    }

    pub(crate) fn layout(&self) -> &Layout {
        self.document.layout().unwrap()
    }

    /// Makes a gesture of some class; says how many changes the mesh has followed.
    pub(crate) fn gesture(&mut self, random: &mut Rng) -> u64 {
        let scale = self.layout().drawn_bounds().diagonal().clamp(1e-9, 1e10);
        let class = random.u8(..14);
        match class {
            0 | 1 => self.draw(random, scale),
            2 | 3 => self.drag_corner(random, scale),
            4 | 5 => self.move_things(random, scale),
            6 => self.turn(random),
            7 => self.resize(random),
            8 => self.delete(random),
            9 => self.duplicate(random, scale),
            10 => self.undo_and_redo(random),
            11 => self.hide(random),
            12 => self.ground(random, scale),
            _ => self.hole(random, scale),
        }
    }

    /// Does an edit, and lets the mesh follow; says whether there was one.
    fn apply(&mut self, edit: Option<Edit>, step: Step) -> u64 {
        let Some(edit) = edit else { return 0 };
        self.with(|document| document.apply(edit, step))
    }

    fn with(&mut self, act: impl FnOnce(&mut Document)) -> u64 {
        let before = self.document.state().clone();
        act(&mut self.document);
        self.follow(&before);
        1
    }

    /// As the window does it: what changes the ground builds everything anew, all else goes thing by thing.
    fn follow(&mut self, before: &State) {
        let changes = changes(before, self.document.state());
        let shown = self.document.work().shown(self.layout()).into_owned();
        let is_ground = |change: &Change| {
            matches!(change, Change::Border(_) | Change::Region(_) | Change::Agent(_))
        };
        if changes.iter().any(is_ground) {
            self.live = Live::new(shown, Faces::Merged).unwrap();
            return;
        }
        for change in changes {
            let change = match change {
                Change::Obstacle(id, _) | Change::Hide(Thing::Obstacle(id), _) => {
                    live::Edit::Obstacle(id, shown.obstacles.get(&id).cloned())
                }
                Change::Wall(id, _) | Change::Hide(Thing::Wall(id), _) => {
                    live::Edit::Wall(id, shown.walls.get(&id).cloned())
                }
                _ => continue,
            };
            edit(&mut self.live, change).unwrap();
        }
    }

    fn somewhere(&self, random: &mut Rng, scale: f64) -> Point {
        let low = self.layout().drawn_bounds();
        let low = if low.is_empty() { Point::default() } else { low.min };
        low + Point::new(random.f64(), random.f64()) * scale
    }

    fn things(&self) -> Vec<Thing> {
        let layout = self.layout();
        let obstacles = layout.obstacles.keys().copied().map(Thing::Obstacle);
        obstacles.chain(layout.walls.keys().copied().map(Thing::Wall)).collect()
    }

    /// One thing, or a few.
    fn selection(&self, random: &mut Rng) -> Selection {
        let mut things = self.things();
        random.shuffle(&mut things);
        things.truncate(*random.choice(&[1, 1, 1, 2, 5]).unwrap());
        Selection::of(things)
    }

    fn draw(&mut self, random: &mut Rng, scale: f64) -> u64 {
        let taken = |id: &u32| {
            let (id, layout) = (ObstacleId(*id), self.layout());
            layout.obstacles.contains_key(&id) || layout.walls.contains_key(&id)
        };
        let id = ObstacleId((0..).find(|id| !taken(id)).unwrap());
        let at = self.somewhere(random, scale);
        let size = scale * *random.choice(&[0.02, 0.1, 0.3]).unwrap();
        let change = if random.u8(..5) == 0 {
            let n = random.usize(2..5);
            let wall = (0..n).map(|_| self.somewhere(random, scale)).collect::<Outline>();
            Change::Wall(id, Some(wall))
        } else {
            Change::Obstacle(id, Some(Obstacle::new(random_outline(random, at, size))))
        };
        self.apply(Some(Edit::one("Draw", change)), Step::New)
    }

    /// A few frames of the hand, undone as one.
    fn frames(
        &mut self,
        random: &mut Rng,
        mut frame: impl FnMut(&Layout, &Work, &mut Rng) -> Option<Edit>,
    ) -> u64 {
        let mut n = 0;
        for _ in 0..random.usize(1..5) {
            let edit = frame(self.layout(), self.document.work(), random);
            let step = if n == 0 { Step::New } else { Step::Continue };
            n += self.apply(edit, step);
        }
        // Escape: the hand has thought better of it.
        if 0 < n && random.u8(..10) == 0 {
            n += self.with(|document| assert!(document.revert(), "there was a step"));
        }
        n
    }

    fn drag_corner(&mut self, random: &mut Rng, scale: f64) -> u64 {
        let corners = corners(self.layout());
        let Some(&(mut corner, from)) = random.choice(&corners) else { return 0 };
        // Now and then it snaps to a corner of something else, or to the middle of a side.
        let onto = random.choice(&corners).map(|&(_, p)| p).filter(|_| random.u8(..3) == 0);
        let mut at = from;
        self.frames(random, |layout, work, random| {
            at = onto.unwrap_or_else(|| at + off(random, 0.1 * scale));
            let (edit, selection) = arrange::move_vertex(layout, work, corner, at)?;
            corner = selection.corner().unwrap_or(corner);
            Some(edit)
        })
    }

    fn move_things(&mut self, random: &mut Rng, scale: f64) -> u64 {
        let selection = self.selection(random);
        let corners = corners(self.layout());
        let by = off(random, 0.1 * scale);
        let snapped = random.choice(&corners).map(|&(_, p)| p).filter(|_| random.u8(..4) == 0);
        self.frames(random, |layout, work, _| match snapped {
            Some(to) => arrange::move_to(layout, work, &selection, to),
            None => arrange::nudge(layout, work, &selection, by),
        })
    }

    fn turn(&mut self, random: &mut Rng) -> u64 {
        let selection = self.selection(random);
        let center = middle(selection.bounds(self.layout()));
        let degrees = *random.choice(&[90.0, 15.0, 180.0, 1.0, 37.5]).unwrap();
        self.frames(random, |layout, work, _| {
            arrange::rotate(layout, work, &selection, degrees, center)
        })
    }

    fn resize(&mut self, random: &mut Rng) -> u64 {
        let selection = self.selection(random);
        let bounds = selection.bounds(self.layout());
        let center = if random.bool() { middle(bounds) } else { bounds.min };
        let factors = [0.5, 0.9, 1.1, 1.25, -1.0].map(|factor| Point::new(factor, 1.0));
        let (mut by, both) = (*random.choice(&factors).unwrap(), random.bool());
        by.y = if both { by.x.abs() } else { by.y };
        self.frames(random, |layout, work, _| arrange::scale(layout, work, &selection, by, center))
    }

    fn delete(&mut self, random: &mut Rng) -> u64 {
        let corners = corners(self.layout());
        let selection = match random.choice(&corners) {
            Some(&(corner, _)) if random.bool() => Selection::corner_of(corner),
            _ => self.selection(random),
        };
        let edit = arrange::delete(self.layout(), self.document.work(), &selection);
        self.apply(edit, Step::New)
    }

    fn duplicate(&mut self, random: &mut Rng, scale: f64) -> u64 {
        // A drawing of a few things stays one.
        if 25 < self.things().len() {
            return self.delete(random);
        }
        let selection = self.selection(random);
        let by = if random.bool() { Point::default() } else { off(random, 0.1 * scale) };
        let edit = arrange::duplicate(self.layout(), &selection, by).map(|(edit, _)| edit);
        self.apply(edit, Step::New)
    }

    fn undo_and_redo(&mut self, random: &mut Rng) -> u64 {
        let n = random.usize(1..6);
        let n_again = random.usize(..=n);
        let undone = (0..n).map(|_| self.with(|document| drop(document.undo()))).sum::<u64>();
        undone + (0..n_again).map(|_| self.with(|document| drop(document.redo()))).sum::<u64>()
    }

    fn hide(&mut self, random: &mut Rng) -> u64 {
        let things = self.things();
        let Some(&thing) = random.choice(&things) else { return 0 };
        let hidden = !self.document.work().hidden.contains(&thing);
        self.apply(Some(Edit::one("Hide", Change::Hide(thing, hidden))), Step::New)
    }

    /// Another border, region or radius.
    fn ground(&mut self, random: &mut Rng, scale: f64) -> u64 {
        let (a, b) = (self.somewhere(random, scale), self.somewhere(random, scale));
        let change = match random.u8(..6) {
            0 => Change::Border(Border::Box { margin: scale * random.f64() }),
            1 => Change::Border(Border::AnyOf(vec![square(a.x, a.y, scale)])),
            2 => {
                let rings = [a, b].map(|at| random_outline(random, at, scale));
                Change::Border(Border::OddOf(rings.to_vec()))
            }
            3 => Change::Region(random.bool().then(|| Aabb::around([a, b]))),
            _ => {
                let radius = scale * *random.choice(&[0.0, 0.0, 0.001, 0.02, 0.5]).unwrap();
                Change::Agent(Agent { radius, corners: *random.choice(Corners::ALL).unwrap() })
            }
        };
        self.apply(Some(Edit::one("Ground", change)), Step::New)
    }

    fn hole(&mut self, random: &mut Rng, scale: f64) -> u64 {
        let ids: Vec<ObstacleId> = self.layout().obstacles.keys().copied().collect();
        let Some(&id) = random.choice(&ids) else { return 0 };
        let at = self.layout().obstacles[&id].outline.first().copied().unwrap_or_default();
        let ring = random_outline(random, at, 0.05 * scale).to_vec();
        let edit = arrange::make_hole(self.layout(), self.document.work(), id, ring);
        self.apply(edit, Step::New)
    }
}

fn off(random: &mut Rng, far: f64) -> Point {
    Point::new(random.f64() - 0.5, random.f64() - 0.5) * far
}

fn middle(bounds: Aabb) -> Point {
    if bounds.is_empty() { Point::default() } else { (bounds.min + bounds.max) * 0.5 }
}

/// Every corner that a hand can take.
fn corners(layout: &Layout) -> Vec<(Corner, Point)> {
    let mut corners = Vec::new();
    let mut add = |thing: Thing, ring: usize, points: &Outline| {
        let named = points.iter().enumerate();
        corners.extend(named.map(|(index, &p)| (Corner { thing, ring, index }, p)));
    };
    for (&id, obstacle) in &layout.obstacles {
        add(Thing::Obstacle(id), 0, &obstacle.outline);
        (1..).zip(&obstacle.holes).for_each(|(ring, hole)| add(Thing::Obstacle(id), ring, hole));
    }
    layout.walls.iter().for_each(|(&id, wall)| add(Thing::Wall(id), 0, wall));
    corners
}
