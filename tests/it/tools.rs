//! The tools of the canvas: gestures go in, and the drawing is what it should be.

use wayglass::document::{Document, Step};
use wayglass::geom::Point;
use wayglass::layout::work::{Thing, Work};
use wayglass::layout::{Layout, Obstacle, ObstacleId};
use wayglass::tool::{Act, Deed, Ends, Gesture, Keys, Scene, Selection, Sizes, Sketch, Snap, Tool};

mod arranging;
mod copying;
mod drawing;
mod random;
mod reshaping;
mod selecting;
mod snapping;

pub(super) const NO_KEYS: Keys = Keys { alt: false, shift: false, ctrl: false };
pub(super) const ALT: Keys = Keys { alt: true, ..NO_KEYS };
pub(super) const SHIFT: Keys = Keys { shift: true, ..NO_KEYS };
pub(super) const CTRL: Keys = Keys { ctrl: true, ..NO_KEYS };

/// A drawing, a tool, and what the window remembers between two gestures.
pub(super) struct Desk {
    pub(super) document: Document,
    pub(super) tool: Tool,
    pub(super) selection: Selection,
    pub(super) ends: Ends,
    pub(super) snap: Snap,
    pub(super) sizes: Sizes,
}

pub(super) fn p(x: f64, y: f64) -> Point {
    Point::new(x, y)
}

pub(super) fn points(points: &[(f64, f64)]) -> Vec<Point> {
    points.iter().map(|&(x, y)| p(x, y)).collect()
}

pub(super) fn square(x: f64, y: f64, size: f64) -> Obstacle {
    Obstacle::new(points(&[(x, y), (x + size, y), (x + size, y + size), (x, y + size)]))
}

pub(super) fn obstacle(id: u32) -> Thing {
    Thing::Obstacle(ObstacleId(id))
}

pub(super) fn wall(id: u32) -> Thing {
    Thing::Wall(ObstacleId(id))
}

/// A layout of these obstacles, counted from zero.
pub(super) fn obstacles(obstacles: impl IntoIterator<Item = Obstacle>) -> Layout {
    let obstacles = (0..).map(ObstacleId).zip(obstacles).collect();
    Layout { obstacles, ..Layout::default() }
}

impl Desk {
    /// An empty drawing; nothing snaps, so that points are where they are said to be.
    pub(super) fn empty(tool: Tool) -> Self {
        Self::with(tool, Layout::default(), Work::default())
    }

    pub(super) fn with(tool: Tool, layout: Layout, work: Work) -> Self {
        Self {
            document: Document::drawing("test".to_owned(), layout, work),
            tool,
            selection: Selection::default(),
            ends: Ends::default(),
            snap: Snap { grid: None, vertices: false, edges: false, angles: false },
            sizes: Sizes::default(),
        }
    }

    /// Squares at the origin and at 20, and the hand that selects.
    pub(super) fn squares(work: Work) -> Self {
        let squares = [square(0.0, 0.0, 10.0), square(20.0, 0.0, 10.0)];
        Self::with(Tool::ALL[0].clone(), obstacles(squares), work)
    }

    pub(super) fn scene(&self) -> Scene<'_> {
        Scene {
            layout: self.document.layout(),
            work: self.document.work(),
            selection: &self.selection,
            ends: self.ends,
            snap: self.snap,
            sizes: self.sizes,
        }
    }

    /// Makes a gesture and does what comes of it.
    pub(super) fn act(&mut self, act: Act, x: f64, y: f64, keys: Keys) -> Vec<Deed> {
        let gesture = Gesture { act, at: p(x, y), reach: 0.5, keys };
        self.gesture(gesture)
    }

    pub(super) fn gesture(&mut self, gesture: Gesture) -> Vec<Deed> {
        let mut tool = self.tool.clone();
        let deeds = tool.on(gesture, &self.scene());
        self.tool = tool;
        self.carry_out(&deeds);
        deeds
    }

    pub(super) fn carry_out(&mut self, deeds: &[Deed]) {
        for deed in deeds {
            match deed {
                Deed::Choose(selection) => self.selection = selection.clone(),
                Deed::Edit(edit, step) => self.document.apply(edit.clone(), *step),
                Deed::Revert => assert!(self.document.revert(), "something was done"),
                Deed::Select(_) | Deed::Move { .. } | Deed::Pan => {}
            }
        }
        let (layout, work) = (self.document.layout(), self.document.work());
        self.selection = self.selection.kept(layout, work);
    }

    pub(super) fn click(&mut self, x: f64, y: f64) -> Vec<Deed> {
        self.act(Act::Click, x, y, NO_KEYS)
    }

    pub(super) fn clicks(&mut self, points: &[(f64, f64)]) {
        points.iter().for_each(|&(x, y)| drop(self.click(x, y)));
    }

    /// From the first point over the others to the last, where it is let go.
    pub(super) fn drag(&mut self, points: &[(f64, f64)], keys: Keys) -> Vec<Deed> {
        let mut deeds = Vec::new();
        for (i, &(x, y)) in points.iter().enumerate() {
            let act = match i {
                0 => Act::Grab,
                i if i + 1 == points.len() => Act::Drop,
                _ => Act::Drag,
            };
            deeds.extend(self.act(act, x, y, keys));
        }
        deeds
    }

    pub(super) fn layout(&self) -> &Layout {
        self.document.layout().unwrap()
    }

    pub(super) fn outline(&self, id: u32) -> &[Point] {
        &self.layout().obstacles[&ObstacleId(id)].outline
    }

    /// What was done, in the words of the list.
    pub(super) fn done(&self) -> Vec<&str> {
        self.document.done().collect()
    }

    pub(super) fn sketch(&self) -> Sketch {
        self.tool.sketch(&self.scene()).unwrap()
    }

    pub(super) fn fault(&self) -> Option<String> {
        self.tool.sketch(&self.scene())?.fault.map(|fault| fault.reason)
    }
}

pub(super) fn tool(title: &str) -> Tool {
    Tool::ALL.iter().find(|tool| tool.title() == title).unwrap().clone()
}

/// The steps of the edits among some deeds.
pub(super) fn steps(deeds: &[Deed]) -> Vec<Step> {
    let step = |deed: &Deed| match deed {
        Deed::Edit(_, step) => Some(*step),
        _ => None,
    };
    deeds.iter().filter_map(step).collect()
}
