//! What panels and canvas ask for; [`App::run`](super::App) is the only place that does it.

use std::path::PathBuf;

use crate::document::Edit;
use crate::draw::{ColorBy, Layer};
use crate::geom::{Aabb, Point};
use crate::layout::Border;
use crate::mesh::Element;
use crate::search::{Algorithm, End, Preparation, Prunings};
use crate::tool::{Ends, Gesture, Selection, Sizes, Snap};

use super::{Breakpoint, Command, OnCompare, OnScenario, Share, Source};

/// Something that is to be done.
#[derive(Debug, Clone)]
pub enum Action {
    /// What a menu, a key or the palette asked for.
    Command(Command),
    /// Open something.
    Open(Source),
    /// Open several files, one after the other: a map, and whatever else belongs to it.
    OpenAll(Vec<Source>),
    /// Read a typed path.
    OpenTyped(String),
    /// Give up what is being loaded or searched.
    CancelTasks,
    /// What the pointer did with the tool in hand, and by how many points it moved.
    Gesture(Gesture, egui::Vec2),
    /// Take a point or a length that somebody typed for the tool in hand.
    TypeForTool(String),
    /// Select of what is drawn this and nothing else.
    Choose(Selection),
    /// Change what is open.
    Edit(Edit),
    /// The same by a number that is being dragged, or typed: one step as long as it is.
    Slide(Edit, bool),
    /// The hand has let go.
    HandRests,
    /// What the hand snaps to, and how things are drawn.
    SetSnap(Snap, Sizes),
    /// Undo, or do again, until so many steps are done.
    GoToStep(usize),
    /// Begin a drawing on this ground.
    NewLayout(Border),
    /// Write what is open to a file.
    SaveTo(PathBuf, Overwrite),
    /// Write the pinned queries as a scenario.
    SavePins(PathBuf),
    /// Load a pinned query.
    LoadPin(usize),
    /// Make the selected vertex one with another, by its id.
    Weld(String),
    /// Put the selected vertex somewhere.
    MoveVertexTo(String),
    /// Save what is open, and do something then.
    SaveFirst(Box<Self>),
    /// Do what would lose what is not saved.
    Anyway(Box<Self>),
    /// Take what was loaded while somebody went on drawing.
    TakeArrived,
    /// Take back what was not saved when the program ended.
    Recover(usize),
    /// Forget it.
    DiscardRecovered(usize),
    /// Look closer at an element.
    Select(Option<Element>),
    /// Look closer at whatever is at a point.
    SelectAt(Point),
    /// Look closer at an element and go there.
    FlyTo(Element),
    /// Show a part of the map.
    Show(Aabb),
    /// Highlight an island, or none.
    HighlightIsland(Option<usize>),
    /// What colours tell.
    ColorBy(ColorBy),
    /// Draw a layer, or not.
    SetLayer(Layer, bool),
    /// Put an end of the query somewhere.
    SetEnd(End, Point),
    /// Put both ends somewhere.
    SetEnds(Ends),
    /// Search in another way.
    SetAlgorithm(Algorithm),
    /// Prepare the map in another way.
    SetPreparation(Preparation),
    /// Let Polyanya leave out other things.
    SetPrunings(Prunings),
    /// Let searches give up after so many expansions, or never.
    SetLimit(Option<u64>),
    /// Show another cause of there being no path, by its place in the list.
    ShowCause(usize),
    /// Try what would mend something: the place of the cause, and of the mend.
    TryMend(usize, usize),
    /// Go back to before something was tried.
    TakeBackTrial,
    /// Say why a path that was found is as long as it is, or not any more.
    ExplainAll(bool),
    /// Write the map and the query as one file.
    SaveRepro(PathBuf),
    /// Ask what a row of the scenario asks.
    PickRow(usize),
    /// Do something with the scenario.
    Scenario(OnScenario),
    /// Do something with the comparison.
    Compare(OnCompare),
    /// Go to an event.
    Seek(usize),
    /// How fast the replay runs, by its place in the list.
    SetSpeed(usize),
    /// Set a breakpoint, or take it away.
    ToggleBreakpoint(Breakpoint),
    /// Work out the statistics of the map.
    CountAll,
    /// Put text on the clipboard.
    Copy(String),
    /// Write a picture, an animation, a page or a trace for others.
    Share(Share, PathBuf),
    /// Write the map in another format; what it cannot hold was seen.
    Export(PathBuf, crate::format::Target),
    /// Go where somebody typed.
    GoTo(String),
    /// Ask what somebody typed.
    AskTyped(String),
    /// Say something over the map.
    Say(String),
    /// Close the dialog.
    CloseDialog,
    /// Forget a notice.
    DismissNotice(usize),
}

/// Whether a file may be written over that somebody else has changed meanwhile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Overwrite {
    /// Not without asking.
    Ask,
    /// It was asked.
    Yes,
}

impl From<Command> for Action {
    fn from(command: Command) -> Self {
        Self::Command(command)
    }
}
