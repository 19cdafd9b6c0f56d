//! What panels and canvas ask for; [`App::run`](super::App) is the only place that does it.

use std::path::PathBuf;

use crate::draw::{ColorBy, Layer};
use crate::geom::{Aabb, Point};
use crate::mesh::Element;
use crate::search::{Algorithm, End, Preparation, Prunings};
use crate::tool::{Ends, Gesture, Tool};

use super::{Breakpoint, Command, Source};

/// Something that is to be done.
#[derive(Debug, Clone)]
pub enum Action {
    /// What a menu, a key or the palette asked for.
    Command(Command),
    /// Open something.
    Open(Source),
    /// Read a typed path.
    OpenTyped(String),
    /// Give up what is being loaded or searched.
    CancelTasks,
    /// What the pointer did with the tool in hand, and by how many points it moved.
    Gesture(Gesture, egui::Vec2),
    /// Take another tool.
    TakeTool(Tool),
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
    /// Ask what a row of the scenario asks.
    PickRow(usize),
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
    /// Save the canvas as a picture.
    SavePicture(PathBuf),
    /// Write the map in another format; what it cannot hold was seen.
    Export(PathBuf, crate::format::Target),
    /// Write every step of the search.
    ExportTrace(PathBuf),
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

impl From<Command> for Action {
    fn from(command: Command) -> Self {
        Self::Command(command)
    }
}
