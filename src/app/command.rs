//! Everything a person can ask for, in one list: menus, keys, the palette, the sheet of keys and the tests go over it.

use egui::KeyboardShortcut;

use crate::tool::Tool;

mod entry;
mod keys;

/// Something a person can ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command {
    /// Begin a drawing.
    NewLayout,
    /// Ask for a file and open it.
    Open,
    /// Open a file by its typed path.
    OpenPath,
    /// Read the open file again.
    Reload,
    /// Write what is open to its file.
    Save,
    /// Write what is open to another file.
    SaveAs,
    /// Write the pinned queries as a scenario.
    SavePins,
    /// Write the rows of the scenario, or what came of them.
    SaveScenario,
    /// Save the chart of the scenario as a picture.
    SaveChart,
    /// Save the canvas as a picture.
    SavePicture,
    /// Save the search, or what was done, as an animation.
    SaveAnimation,
    /// Write a page about the map.
    SaveReport,
    /// Write the map in another format.
    Export,
    /// Write every step of the search for Posthoc.
    ExportTrace,
    /// Offer what an earlier start of the program had not saved.
    Recover,
    /// Go back from the search of a file to our own.
    CloseTrace,
    /// Ask our own search what the one of a file was asked.
    AskAsTrace,
    /// Close the map.
    CloseMap,
    /// End the program.
    Quit,
    /// Take the last step back.
    Undo,
    /// Do again what was undone.
    Redo,
    /// Select everything that is drawn.
    SelectAll,
    /// Put the selection there once more.
    Duplicate,
    /// Take away what is selected.
    Delete,
    /// Move the selection a little to the left.
    NudgeLeft,
    /// Move the selection a little to the right.
    NudgeRight,
    /// Move the selection a little up.
    NudgeUp,
    /// Move the selection a little down.
    NudgeDown,
    /// Lock the selection, or unlock it.
    ToggleLock,
    /// Leave the selection out, or not.
    ToggleHide,
    /// Draw the outlines of a mesh as obstacles.
    EditAsObstacles,
    /// Make the selected face walkable, or blocked.
    ToggleWalkable,
    /// Open the selected edge, or close it.
    ToggleEdge,
    /// Make the selected vertex one with another; the nearest is suggested.
    WeldVertex,
    /// Put the selected vertex somewhere else.
    MoveVertex,
    /// Take away the selected face.
    DeleteFace,
    /// Copy what is selected as text.
    CopySelection,
    /// Copy the query and its answer as text.
    CopyAnswer,
    /// Copy why there is no path, for whoever has to be told.
    CopyReport,
    /// Write the map and the query as one file.
    SaveRepro,
    /// Let go of whatever is in hand.
    Cancel,
    /// Show all of the map.
    Fit,
    /// Show what is selected.
    ZoomToSelection,
    /// Closer.
    ZoomIn,
    /// Farther.
    ZoomOut,
    /// Go to a face, vertex, edge or point.
    GoTo,
    /// The tool that selects.
    SelectTool,
    /// The tool that moves the map.
    PanTool,
    /// The tool that sets start and goal.
    QueryTool,
    /// The tool that measures.
    MeasureTool,
    /// The tool that draws obstacles corner by corner.
    PolygonTool,
    /// The tool that draws boxes.
    RectangleTool,
    /// The tool that draws circles.
    CircleTool,
    /// The tool that draws walls without thickness.
    WallTool,
    /// The tool that draws lanes.
    LaneTool,
    /// The tool that says what is built.
    RegionTool,
    /// The tool that draws where the ground ends.
    BorderTool,
    /// Merge triangles into larger faces, or not.
    ToggleMerge,
    /// Snap to what is there, or not.
    ToggleSnap,
    /// Show or hide the panel on the left.
    ToggleLeft,
    /// Show or hide the panel on the right.
    ToggleRight,
    /// Show or hide the panel at the bottom.
    ToggleBottom,
    /// Show or hide the legend.
    ToggleLegend,
    /// Show or hide lines to measure by.
    ToggleGrid,
    /// Show or hide ids.
    ToggleIds,
    /// Colour faces by the next thing.
    NextColoring,
    /// Light or dark.
    ToggleTheme,
    /// Exchange start and goal.
    Swap,
    /// Forget start and goal.
    ClearQuery,
    /// Take start and goal from the clipboard.
    PasteQuery,
    /// Ask for a path across the map.
    AskAcross,
    /// Ask the query again after every change.
    PinQuery,
    /// Search for every row of the scenario.
    RunScenario,
    /// Make a scenario by chance.
    SampleScenario,
    /// Search in the next way.
    NextAlgorithm,
    /// Compare with the map in another file.
    CompareWith,
    /// Show two searches side by side, or not.
    ToggleSplit,
    /// Show or hide the search.
    ToggleSearch,
    /// Play or pause.
    PlayPause,
    /// One event back.
    StepBack,
    /// One event on.
    StepForward,
    /// Before the first event.
    JumpToStart,
    /// After the last event.
    JumpToEnd,
    /// The next expansion.
    NextExpansion,
    /// The expansion before.
    PreviousExpansion,
    /// The next expansion with a larger f.
    NextLayer,
    /// The next node that was pruned.
    NextPruned,
    /// The next event on the path that was found.
    NextOnPath,
    /// When the selected face was first reached.
    FirstInSelection,
    /// On to the next breakpoint.
    RunToBreakpoint,
    /// A breakpoint at what is selected, or none there any more.
    ToggleBreakpoint,
    /// Slower.
    Slower,
    /// Faster.
    Faster,
    /// Find a command by its name.
    Palette,
    /// Show all keys.
    Keys,
    /// Show what there is to begin with.
    Welcome,
    /// Say what this is.
    About,
}

/// Where in the menus a command is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Menu {
    /// Files.
    File,
    /// Copying.
    Edit,
    /// Looking.
    View,
    /// Tools.
    Draw,
    /// Asking.
    Query,
    /// Watching.
    Playback,
    /// Learning.
    Help,
}

impl Menu {
    /// Every menu, from left to right.
    pub(super) const ALL: &[Self] =
        &[Self::File, Self::Edit, Self::View, Self::Draw, Self::Query, Self::Playback, Self::Help];

    /// What people call it.
    pub(super) fn title(self) -> &'static str {
        match self {
            Self::File => "File",
            Self::Edit => "Edit",
            Self::View => "View",
            Self::Draw => "Draw",
            Self::Query => "Query",
            Self::Playback => "Playback",
            Self::Help => "Help",
        }
    }
}

/// What there is to know of a command.
pub(super) struct Entry {
    /// Where in the menus it is.
    pub(super) menu: Menu,
    /// What people call it.
    pub(super) label: &'static str,
    /// What it does, in a sentence.
    pub(super) hint: &'static str,
    /// Its key.
    pub(super) shortcut: Option<KeyboardShortcut>,
}

impl Command {
    /// Every command, in the order of the menus.
    pub const ALL: &[Self] = &[
        Self::NewLayout,
        Self::Open,
        Self::OpenPath,
        Self::Reload,
        Self::Save,
        Self::SaveAs,
        Self::SavePins,
        Self::SaveScenario,
        Self::SaveChart,
        Self::SavePicture,
        Self::SaveAnimation,
        Self::SaveReport,
        Self::Export,
        Self::ExportTrace,
        Self::SaveRepro,
        Self::Recover,
        Self::CloseTrace,
        Self::CloseMap,
        Self::Quit,
        Self::Undo,
        Self::Redo,
        Self::SelectAll,
        Self::Duplicate,
        Self::Delete,
        Self::NudgeLeft,
        Self::NudgeRight,
        Self::NudgeUp,
        Self::NudgeDown,
        Self::ToggleLock,
        Self::ToggleHide,
        Self::EditAsObstacles,
        Self::ToggleWalkable,
        Self::ToggleEdge,
        Self::WeldVertex,
        Self::MoveVertex,
        Self::DeleteFace,
        Self::CopySelection,
        Self::CopyAnswer,
        Self::CopyReport,
        Self::Cancel,
        Self::Fit,
        Self::ZoomToSelection,
        Self::ZoomIn,
        Self::ZoomOut,
        Self::GoTo,
        Self::NextColoring,
        Self::ToggleLegend,
        Self::ToggleGrid,
        Self::ToggleIds,
        Self::ToggleLeft,
        Self::ToggleRight,
        Self::ToggleBottom,
        Self::ToggleTheme,
        Self::SelectTool,
        Self::PanTool,
        Self::QueryTool,
        Self::MeasureTool,
        Self::PolygonTool,
        Self::RectangleTool,
        Self::CircleTool,
        Self::WallTool,
        Self::LaneTool,
        Self::RegionTool,
        Self::BorderTool,
        Self::ToggleMerge,
        Self::ToggleSnap,
        Self::Swap,
        Self::ClearQuery,
        Self::PasteQuery,
        Self::AskAcross,
        Self::AskAsTrace,
        Self::PinQuery,
        Self::NextAlgorithm,
        Self::CompareWith,
        Self::ToggleSplit,
        Self::RunScenario,
        Self::SampleScenario,
        Self::ToggleSearch,
        Self::PlayPause,
        Self::StepBack,
        Self::StepForward,
        Self::JumpToStart,
        Self::JumpToEnd,
        Self::PreviousExpansion,
        Self::NextExpansion,
        Self::NextLayer,
        Self::NextPruned,
        Self::NextOnPath,
        Self::FirstInSelection,
        Self::ToggleBreakpoint,
        Self::RunToBreakpoint,
        Self::Slower,
        Self::Faster,
        Self::Palette,
        Self::Keys,
        Self::Welcome,
        Self::About,
    ];

    /// The one that takes a tool.
    pub(super) fn of_tool(tool: &Tool) -> Self {
        match tool {
            Tool::Select(_) => Self::SelectTool,
            Tool::Pan => Self::PanTool,
            Tool::Query(_) => Self::QueryTool,
            Tool::Measure(_) => Self::MeasureTool,
            Tool::Polygon(_) => Self::PolygonTool,
            Tool::Rectangle(_) => Self::RectangleTool,
            Tool::Circle(_) => Self::CircleTool,
            Tool::Wall(_) => Self::WallTool,
            Tool::Lane(_) => Self::LaneTool,
            Tool::Region(_) => Self::RegionTool,
            Tool::Border(_) => Self::BorderTool,
        }
    }
}
