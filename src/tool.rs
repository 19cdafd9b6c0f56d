//! What the pointer means: gestures in world space go in, deeds come out. Nothing here has heard of a window.

use crate::document::{Edit, Step};
use crate::geom::{LIMIT, Point, Segment};
use crate::search::End;

pub mod arrange;
mod chain;
mod circle;
pub mod clipboard;
mod handles;
mod held;
pub mod hit;
mod lane;
mod measure;
mod query;
mod rectangle;
mod region;
mod ring;
pub mod rings;
mod scene;
mod select;
mod selection;
mod sketch;
pub mod snap;
mod span;
mod wall;

pub use chain::Chain;
pub use circle::MOST_CORNERS;
pub use handles::{Grip, Handle, frame, handles};
pub use measure::Measuring;
pub use query::Asking;
pub use scene::{Act, Ends, Gesture, Keys, Scene, Sizes};
pub use select::{Carry, Selecting};
pub use selection::{Corner, Selection};
pub use sketch::{Fault, Shape, Sketch};
pub use snap::{Snap, SnapTo, Snapped};
pub use span::Span;

/// What comes of a gesture.
#[derive(Debug, Clone, PartialEq)]
pub enum Deed {
    /// Look closer at whatever the mesh has at a point.
    Select(Point),
    /// Put an end of the query somewhere.
    Move {
        /// Which end.
        end: End,
        /// Where to.
        to: Point,
    },
    /// Move the map under the hand.
    Pan,
    /// Select of what is drawn this and nothing else.
    Choose(Selection),
    /// Change what is drawn.
    Edit(Edit, Step),
    /// Take back, for good, all that the gesture in hand has changed so far.
    Revert,
}

/// The tools of the canvas, each with what it has in hand.
#[derive(Debug, Clone, PartialEq)]
pub enum Tool {
    /// Selects, moves and changes what is drawn; looks closer at faces, sides and vertices.
    Select(Selecting),
    /// Moves the map.
    Pan,
    /// Sets start and goal.
    Query(Asking),
    /// Measures lengths.
    Measure(Measuring),
    /// Draws obstacles corner by corner.
    Polygon(Chain),
    /// Draws obstacles that are boxes.
    Rectangle(Span),
    /// Draws round obstacles.
    Circle(Span),
    /// Draws walls without thickness.
    Wall(Chain),
    /// Draws lanes.
    Lane(Chain),
    /// Says what is built.
    Region(Span),
    /// Draws the border.
    Border(Chain),
}

impl Default for Tool {
    fn default() -> Self {
        Self::Query(Asking::default())
    }
}

impl Tool {
    /// Every tool with empty hands.
    pub const ALL: &[Self] = &[
        Self::Select(Selecting::Idle),
        Self::Pan,
        Self::Query(Asking::Idle),
        Self::Measure(Measuring::Idle),
        Self::Polygon(Chain::EMPTY),
        Self::Rectangle(Span::EMPTY),
        Self::Circle(Span::EMPTY),
        Self::Wall(Chain::EMPTY),
        Self::Lane(Chain::EMPTY),
        Self::Region(Span::EMPTY),
        Self::Border(Chain::EMPTY),
    ];

    /// What people call it.
    pub fn title(&self) -> &'static str {
        match self {
            Self::Select(_) => "Select",
            Self::Pan => "Pan",
            Self::Query(_) => "Query",
            Self::Measure(_) => "Measure",
            Self::Polygon(_) => "Polygon",
            Self::Rectangle(_) => "Rectangle",
            Self::Circle(_) => "Circle",
            Self::Wall(_) => "Wall",
            Self::Lane(_) => "Lane",
            Self::Region(_) => "Region",
            Self::Border(_) => "Border",
        }
    }

    /// What it does, in a sentence.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Select(_) => {
                "Click to select or inspect, drag to move; double-click an edge to insert a vertex"
            }
            Self::Pan => "Drag to move the map",
            Self::Query(_) => {
                "Click where a path starts, then where it leads; further clicks move the goal; drag either end"
            }
            Self::Measure(_) => "Drag from one point to another to measure between them",
            Self::Polygon(_) => {
                "Click corner by corner; the first corner, a double click or Enter closes it; Ctrl cuts a hole"
            }
            Self::Rectangle(_) => {
                "Drag, or click two corners; Shift makes a square, Ctrl cuts a hole"
            }
            Self::Circle(_) => "Drag from the middle to the rim; Ctrl cuts a hole",
            Self::Wall(_) => "Click point by point; a double click or Enter ends the wall",
            Self::Lane(_) => {
                "Click from vertex to vertex, new ones or old; a double click or Enter ends the lanes"
            }
            Self::Region(_) => {
                "Drag a box to build only what is inside; a click builds everything again"
            }
            Self::Border(_) => {
                "Click corner by corner around the ground; Ctrl at the last adds to the border there is"
            }
        }
    }

    /// Whether it is the same tool, whatever it has in hand.
    pub fn is(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }

    /// Whether it changes what is drawn, and so has nothing to do where there is no drawing.
    pub fn draws(&self) -> bool {
        !matches!(self, Self::Select(_) | Self::Pan | Self::Query(_) | Self::Measure(_))
    }

    /// Whether something is half done: then Escape, Backspace and undoing are about it.
    pub fn is_busy(&self) -> bool {
        match self {
            Self::Select(hand) => hand.is_busy(),
            Self::Query(hand) => matches!(hand, Asking::Holding { .. }),
            Self::Measure(hand) => matches!(hand, Measuring::From(..)),
            Self::Polygon(chain) | Self::Wall(chain) | Self::Lane(chain) | Self::Border(chain) => {
                !chain.points().is_empty()
            }
            Self::Rectangle(span) | Self::Circle(span) | Self::Region(span) => {
                span.from().is_some()
            }
            Self::Pan => false,
        }
    }

    /// Takes a gesture; the ends of the query can be taken hold of with the select tool and the query tool.
    pub fn on(&mut self, gesture: Gesture, scene: &Scene<'_>) -> Vec<Deed> {
        let Some(gesture) = tame(gesture) else { return Vec::new() };
        match self {
            Self::Select(hand) => hand.on(gesture, scene),
            Self::Pan => pan(gesture.act),
            Self::Query(hand) => hand.on(gesture, scene.ends),
            Self::Measure(hand) => {
                hand.on(gesture, scene);
                Vec::new()
            }
            Self::Polygon(chain) => ring::on_polygon(chain, gesture, scene),
            Self::Rectangle(span) => rectangle::on(span, gesture, scene),
            Self::Circle(span) => circle::on(span, gesture, scene),
            Self::Wall(chain) => wall::on(chain, gesture, scene),
            Self::Lane(chain) => lane::on(chain, gesture, scene),
            Self::Region(span) => region::on(span, gesture, scene),
            Self::Border(chain) => ring::on_border(chain, gesture, scene),
        }
    }

    /// Takes a point that somebody typed: a click exactly there.
    pub fn type_point(&mut self, at: Point, scene: &Scene<'_>) -> Vec<Deed> {
        let keys = Keys { alt: true, ..Keys::default() };
        self.on(Gesture { act: Act::Click, at, reach: 0.0, keys }, scene)
    }

    /// Takes a length that somebody typed: a click so far from the point before, where the hand is; the radius of a
    /// circle.
    pub fn type_length(&mut self, length: f64, scene: &Scene<'_>) -> Vec<Deed> {
        let Some(piece) = self.sketch(scene).and_then(|sketch| sketch.piece) else {
            return Vec::new();
        };
        let along = match piece.length() {
            0.0 => Point::new(1.0, 0.0),
            before => (piece.to - piece.from) * (1.0 / before),
        };
        self.type_point(piece.from + along * length, scene)
    }

    /// What is in hand, to be drawn.
    pub fn sketch(&self, scene: &Scene<'_>) -> Option<Sketch> {
        match self {
            Self::Select(hand) => hand.sketch(),
            Self::Pan | Self::Query(_) => None,
            Self::Measure(hand) => hand.sketch(),
            Self::Polygon(chain) => ring::sketch_of_polygon(chain, scene),
            Self::Border(chain) => chain.sketch(chain::Line::Ring),
            Self::Rectangle(span) => rectangle::sketch(span, scene),
            Self::Circle(span) => circle::sketch(span, scene),
            Self::Wall(chain) => chain.sketch(chain::Line::Open),
            Self::Lane(chain) => lane::sketch(chain, scene),
            Self::Region(span) => region::sketch(span),
        }
    }

    /// Lets go of everything. What a drag has changed already stays; [`Act::Cancel`] takes that back, too.
    pub fn cancel(&mut self) {
        *self = Self::ALL.iter().find(|tool| tool.is(self)).cloned().unwrap_or_default();
    }

    /// Lets go of what it carries; that stays where it is, and what it has done stays done.
    pub fn let_go(&mut self) {
        if let Self::Select(hand @ Selecting::Carrying(_)) = self {
            *hand = Selecting::Elsewhere;
        }
    }

    /// What was measured, or is being measured.
    pub fn measured(&self) -> Option<Segment> {
        match self {
            Self::Measure(hand) => hand.measured(),
            _ => None,
        }
    }
}

/// What a gesture means that nothing else takes: presses that move, move the map.
fn pan(act: Act) -> Vec<Deed> {
    match act {
        Act::Grab | Act::Drag | Act::Drop => vec![Deed::Pan],
        Act::Hover | Act::Click | Act::DoubleClick | Act::Finish | Act::Back | Act::Cancel => {
            Vec::new()
        }
    }
}

/// A gesture where a map can be; none if it is nowhere.
fn tame(gesture: Gesture) -> Option<Gesture> {
    let Gesture { at, reach, .. } = gesture;
    if !at.x.is_finite() || !at.y.is_finite() || reach.is_nan() {
        return None;
    }
    let within = |x: f64| x.clamp(-LIMIT, LIMIT);
    let at = rings::sound(Point::new(within(at.x), within(at.y)))?;
    Some(Gesture { at, reach: reach.clamp(0.0, LIMIT), ..gesture })
}
