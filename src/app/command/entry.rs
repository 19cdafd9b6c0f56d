//! What there is to know of each command: one table.

use egui::{Key, KeyboardShortcut, Modifiers};

use super::{Command, Entry, Menu};

pub(super) const NONE: Modifiers = Modifiers::NONE;
const CTRL: Modifiers = Modifiers::COMMAND;
const SHIFT: Modifiers = Modifiers::SHIFT;
const CTRL_SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);

impl Command {
    /// What there is to know of it.
    pub(in super::super) fn entry(self) -> Entry {
        use Menu::{Draw, Edit, File, Help, Playback, Query, View};
        let entry = |menu, label, hint, key: Option<(Modifiers, Key)>| {
            let shortcut = key.map(|(modifiers, key)| KeyboardShortcut::new(modifiers, key));
            Entry { menu, label, hint, shortcut }
        };
        let key = |key| Some((NONE, key));
        let ctrl = |key| Some((CTRL, key));
        let shift = |key| Some((SHIFT, key));
        match self {
            Self::NewLayout => entry(File, "New layout…", "Begin to draw obstacles", ctrl(Key::N)),
            Self::Open => entry(File, "Open…", "Open a map or scenario file", ctrl(Key::O)),
            Self::OpenPath => entry(
                File,
                "Open path…",
                "Type the path of a file to open",
                Some((CTRL_SHIFT, Key::O)),
            ),
            Self::Reload => entry(File, "Reload", "Read the file again", ctrl(Key::R)),
            Self::Save => entry(File, "Save", "Write what is open to its file", ctrl(Key::S)),
            Self::SaveAs => entry(
                File,
                "Save as…",
                "Write what is open to another file",
                Some((CTRL_SHIFT, Key::S)),
            ),
            Self::SavePins => entry(
                File,
                "Save pinned queries…",
                "Write the pinned queries and what they cost as a scenario",
                None,
            ),
            Self::SaveScenario => entry(
                File,
                "Save scenario…",
                "Write its rows as .scen, or what came of them as .csv",
                None,
            ),
            Self::SaveChart => {
                entry(File, "Save chart…", "Write the chart of the scenario as SVG or PNG", None)
            }
            Self::SavePicture => entry(
                File,
                "Save picture…",
                "Write what the canvas shows as SVG or PNG",
                Some((CTRL_SHIFT, Key::E)),
            ),
            Self::SaveAnimation => {
                entry(File, "Save animation…", "Write the search, or what was done, as a GIF", None)
            }
            Self::SaveReport => entry(
                File,
                "Save report…",
                "Write a page about the map, its findings and its scenario",
                None,
            ),
            Self::Export => entry(File, "Export…", "Write the map in another format", ctrl(Key::E)),
            Self::ExportTrace => {
                entry(File, "Export trace…", "Write every step of the search for Posthoc", None)
            }
            Self::Recover => {
                entry(File, "Recover…", "Recover what was not saved when Wayglass ended", None)
            }
            Self::CloseTrace => {
                entry(File, "Close trace", "Go back from the search of a file to our own", None)
            }
            Self::AskAsTrace => entry(
                Query,
                "Ask the same here",
                "Search from where to where the trace of a file goes",
                None,
            ),
            Self::CloseMap => entry(File, "Close map", "Close the open map", ctrl(Key::W)),
            Self::Quit => entry(File, "Quit", "End the program", ctrl(Key::Q)),
            Self::Undo => entry(Edit, "Undo", "Take the last step back", ctrl(Key::Z)),
            Self::Redo => {
                entry(Edit, "Redo", "Do again what was undone", Some((CTRL_SHIFT, Key::Z)))
            }
            Self::SelectAll => {
                entry(Edit, "Select all", "Select everything that is drawn", ctrl(Key::A))
            }
            Self::Duplicate => {
                entry(Edit, "Duplicate", "Add a copy of the selection", ctrl(Key::D))
            }
            Self::Delete => entry(Edit, "Delete", "Delete what is selected", key(Key::Delete)),
            Self::NudgeLeft => {
                entry(Edit, "Nudge left", "Move the selection a little", key(Key::ArrowLeft))
            }
            Self::NudgeRight => {
                entry(Edit, "Nudge right", "Move the selection a little", key(Key::ArrowRight))
            }
            Self::NudgeUp => {
                entry(Edit, "Nudge up", "Move the selection a little", key(Key::ArrowUp))
            }
            Self::NudgeDown => {
                entry(Edit, "Nudge down", "Move the selection a little", key(Key::ArrowDown))
            }
            Self::ToggleLock => entry(
                Edit,
                "Lock or unlock",
                "Protect the selection from being changed, or allow it again",
                ctrl(Key::L),
            ),
            Self::ToggleHide => entry(
                Edit,
                "Hide or show",
                "Leave the selection out of picture and mesh, or put it back",
                ctrl(Key::H),
            ),
            Self::EditAsObstacles => entry(
                Edit,
                "Edit as obstacles",
                "Make a drawing of the outlines of this mesh",
                ctrl(Key::B),
            ),
            Self::ToggleWalkable => entry(
                Edit,
                "Face walkable or blocked",
                "Change whether the selected face may be walked on",
                shift(Key::F),
            ),
            Self::ToggleEdge => entry(
                Edit,
                "Open or close edge",
                "Change whether the selected edge may be crossed",
                shift(Key::E),
            ),
            Self::WeldVertex => {
                entry(Edit, "Weld vertex…", "Merge the selected vertex with another", shift(Key::V))
            }
            Self::MoveVertex => {
                entry(Edit, "Move vertex…", "Put the selected vertex somewhere else", None)
            }
            Self::DeleteFace => {
                entry(Edit, "Delete face", "Take the selected face away", shift(Key::Delete))
            }
            Self::CopySelection => entry(
                Edit,
                "Copy selection",
                "Copy what the Inspector shows as text",
                Some((CTRL_SHIFT, Key::C)),
            ),
            Self::CopyAnswer => {
                entry(Edit, "Copy answer", "Copy the query and its answer as text", None)
            }
            Self::CopyReport => entry(
                Edit,
                "Copy report",
                "Copy the query, its answer and why it is so, as Markdown with a picture",
                None,
            ),
            Self::SaveRepro => entry(
                File,
                "Save repro…",
                "Write the map and the query as one file that reopens in exactly this state",
                None,
            ),
            Self::Cancel => {
                entry(Edit, "Cancel", "Let go of tool, selection and task", key(Key::Escape))
            }
            Self::Fit => entry(View, "Fit", "Show all of the map", key(Key::F)),
            Self::ZoomToSelection => {
                entry(View, "Zoom to selection", "Show what is selected", key(Key::Z))
            }
            Self::ZoomIn => entry(View, "Zoom in", "Look closer", key(Key::Plus)),
            Self::ZoomOut => entry(View, "Zoom out", "Look from farther away", key(Key::Minus)),
            Self::GoTo => entry(View, "Go to…", "Go to a face, vertex, edge or point", key(Key::G)),
            Self::SelectTool => entry(Draw, "Select tool", "Inspect what is clicked", key(Key::V)),
            Self::PanTool => entry(Draw, "Pan tool", "Drag the map", key(Key::H)),
            Self::QueryTool => entry(Draw, "Query tool", "Click start and goal", key(Key::Q)),
            Self::MeasureTool => {
                entry(Draw, "Measure tool", "Measure between two points", key(Key::M))
            }
            Self::PolygonTool => {
                entry(Draw, "Polygon tool", "Draw an obstacle corner by corner", key(Key::P))
            }
            Self::RectangleTool => {
                entry(Draw, "Rectangle tool", "Draw an obstacle that is a box", key(Key::R))
            }
            Self::CircleTool => {
                entry(Draw, "Circle tool", "Draw an obstacle that is round", key(Key::C))
            }
            Self::WallTool => {
                entry(Draw, "Wall tool", "Draw a wall without thickness", key(Key::W))
            }
            Self::LaneTool => entry(Draw, "Lane tool", "Draw lanes to walk along", key(Key::L)),
            Self::RegionTool => {
                entry(Draw, "Region tool", "Build only what is inside of a box", key(Key::B))
            }
            Self::BorderTool => {
                entry(Draw, "Border tool", "Draw where the ground ends", shift(Key::B))
            }
            Self::ToggleMerge => entry(
                Draw,
                "Merge faces",
                "Join triangles into larger faces, or leave them as they are",
                ctrl(Key::M),
            ),
            Self::ToggleSnap => entry(
                Draw,
                "Snap",
                "Let the pointer snap to what is there; hold Alt for the opposite",
                shift(Key::S),
            ),
            Self::NextColoring => {
                entry(View, "Next colouring", "Colour faces by the next quantity", key(Key::K))
            }
            Self::ToggleLegend => entry(View, "Legend", "Show or hide the legend", shift(Key::L)),
            Self::ToggleGrid => {
                entry(View, "Grid", "Show or hide lines to measure by", key(Key::N))
            }
            Self::ToggleIds => {
                entry(View, "Ids", "Show or hide ids where there is room", key(Key::I))
            }
            Self::ToggleLeft => {
                entry(View, "Left panel", "Show or hide maps, layers and islands", key(Key::F2))
            }
            Self::ToggleRight => entry(
                View,
                "Right panel",
                "Show or hide query, inspector and findings",
                key(Key::F3),
            ),
            Self::ToggleBottom => {
                entry(View, "Bottom panel", "Show or hide the playback", key(Key::F4))
            }
            Self::ToggleTheme => entry(View, "Light or dark", "Change the theme", ctrl(Key::T)),
            Self::Swap => entry(Query, "Swap", "Exchange start and goal", key(Key::X)),
            Self::ClearQuery => entry(Query, "Clear", "Forget start and goal", key(Key::Backspace)),
            Self::PasteQuery => entry(
                Query,
                "Paste or type…",
                "Take start and goal from text such as 12.5,-3 -> 40,7",
                shift(Key::Q),
            ),
            Self::AskAcross => entry(
                Query,
                "Across the map",
                "Ask for a path across the largest island",
                key(Key::T),
            ),
            Self::PinQuery => {
                entry(Query, "Pin query", "Ask this again after every change", shift(Key::P))
            }
            Self::CompareWith => entry(
                Query,
                "Compare with map…",
                "Search another map for the same path, and say what differs",
                None,
            ),
            Self::ToggleSplit => entry(
                Query,
                "Side by side",
                "Show two searches side by side, or not",
                ctrl(Key::Backslash),
            ),
            Self::NextAlgorithm => {
                entry(Query, "Next algorithm", "Search in the next way", key(Key::A))
            }
            Self::RunScenario => entry(
                Query,
                "Run scenario",
                "Search for every row of the scenario, on all cores",
                shift(Key::R),
            ),
            Self::SampleScenario => {
                entry(Query, "Sample scenario…", "Generate a random scenario from a seed", None)
            }
            Self::ToggleSearch => {
                entry(Playback, "Show search", "Show or hide the nodes of the search", key(Key::S))
            }
            Self::PlayPause => {
                entry(Playback, "Play or pause", "Watch the search", key(Key::Space))
            }
            Self::StepBack => entry(Playback, "Step back", "One event back", key(Key::ArrowLeft)),
            Self::StepForward => {
                entry(Playback, "Step forward", "One event on", key(Key::ArrowRight))
            }
            Self::JumpToStart => {
                entry(Playback, "Jump to start", "Before the first event", key(Key::Home))
            }
            Self::JumpToEnd => {
                entry(Playback, "Jump to end", "After the last event", key(Key::End))
            }
            Self::PreviousExpansion => entry(
                Playback,
                "Previous expansion",
                "Back to the previous expansion",
                key(Key::OpenBracket),
            ),
            Self::NextExpansion => entry(
                Playback,
                "Next expansion",
                "On to the next expansion",
                key(Key::CloseBracket),
            ),
            Self::NextLayer => entry(
                Playback,
                "Next f-layer",
                "On to the next expansion with a larger f",
                key(Key::CloseCurlyBracket),
            ),
            Self::NextPruned => {
                entry(Playback, "Next prune", "On to the next pruned node", key(Key::J))
            }
            Self::NextOnPath => entry(
                Playback,
                "Next on path",
                "On to the next event of the final path",
                shift(Key::J),
            ),
            Self::FirstInSelection => entry(
                Playback,
                "First in selected face",
                "To when the selected face was first reached",
                shift(Key::W),
            ),
            Self::ToggleBreakpoint => entry(
                Playback,
                "Toggle breakpoint",
                "Set or remove a breakpoint at the selected face or vertex",
                key(Key::F9),
            ),
            Self::RunToBreakpoint => {
                entry(Playback, "Run to breakpoint", "On to the next breakpoint", key(Key::F5))
            }
            Self::Slower => entry(Playback, "Slower", "Play slower", key(Key::Comma)),
            Self::Faster => entry(Playback, "Faster", "Play faster", key(Key::Period)),
            Self::Palette => {
                entry(Help, "Command palette…", "Find a command by its name", ctrl(Key::P))
            }
            Self::Keys => entry(Help, "Keys", "Show all keys", key(Key::F1)),
            Self::Welcome => {
                entry(Help, "Examples and recent files", "Show maps to begin with", None)
            }
            Self::About => entry(Help, "About Wayglass", "What this is, and its version", None),
        }
    }
}
