//! Everything a person can ask for, in one list: menus, keys, the palette, the sheet of keys and the tests go over it.

use egui::{Key, KeyboardShortcut, Modifiers};

use super::App;

/// Something a person can ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command {
    /// Ask for a file and open it.
    Open,
    /// Open a file by its typed path.
    OpenPath,
    /// Read the open file again.
    Reload,
    /// Save the canvas as a picture.
    SavePicture,
    /// Write the map in another format.
    Export,
    /// Write every step of the search for Posthoc.
    ExportTrace,
    /// Close the map.
    CloseMap,
    /// End the program.
    Quit,
    /// Copy what is selected as text.
    CopySelection,
    /// Copy the query and its answer as text.
    CopyAnswer,
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
    /// Search in the next way.
    NextAlgorithm,
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
        &[Self::File, Self::Edit, Self::View, Self::Query, Self::Playback, Self::Help];

    /// What people call it.
    pub(super) fn title(self) -> &'static str {
        match self {
            Self::File => "File",
            Self::Edit => "Edit",
            Self::View => "View",
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

const NONE: Modifiers = Modifiers::NONE;
const CTRL: Modifiers = Modifiers::COMMAND;
const SHIFT: Modifiers = Modifiers::SHIFT;
const CTRL_SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);

impl Command {
    /// Every command, in the order of the menus.
    pub const ALL: &[Self] = &[
        Self::Open,
        Self::OpenPath,
        Self::Reload,
        Self::SavePicture,
        Self::Export,
        Self::ExportTrace,
        Self::CloseMap,
        Self::Quit,
        Self::CopySelection,
        Self::CopyAnswer,
        Self::Cancel,
        Self::Fit,
        Self::ZoomToSelection,
        Self::ZoomIn,
        Self::ZoomOut,
        Self::GoTo,
        Self::SelectTool,
        Self::PanTool,
        Self::QueryTool,
        Self::MeasureTool,
        Self::NextColoring,
        Self::ToggleLegend,
        Self::ToggleGrid,
        Self::ToggleIds,
        Self::ToggleLeft,
        Self::ToggleRight,
        Self::ToggleBottom,
        Self::ToggleTheme,
        Self::Swap,
        Self::ClearQuery,
        Self::PasteQuery,
        Self::AskAcross,
        Self::NextAlgorithm,
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

    /// What there is to know of it.
    pub(super) fn entry(self) -> Entry {
        use Menu::{Edit, File, Help, Playback, Query, View};
        let entry = |menu, label, hint, key: Option<(Modifiers, Key)>| {
            let shortcut = key.map(|(modifiers, key)| KeyboardShortcut::new(modifiers, key));
            Entry { menu, label, hint, shortcut }
        };
        let key = |key| Some((NONE, key));
        let ctrl = |key| Some((CTRL, key));
        let shift = |key| Some((SHIFT, key));
        match self {
            Self::Open => entry(File, "Open…", "Open a map or scenario file", ctrl(Key::O)),
            Self::OpenPath => entry(
                File,
                "Open path…",
                "Type the path of a file to open",
                Some((CTRL_SHIFT, Key::O)),
            ),
            Self::Reload => entry(File, "Reload", "Read the file again", ctrl(Key::R)),
            Self::SavePicture => entry(
                File,
                "Save picture…",
                "Write what the canvas shows as SVG or PNG",
                Some((CTRL_SHIFT, Key::S)),
            ),
            Self::Export => entry(File, "Export…", "Write the map in another format", ctrl(Key::E)),
            Self::ExportTrace => {
                entry(File, "Export trace…", "Write every step of the search for Posthoc", None)
            }
            Self::CloseMap => entry(File, "Close map", "Close the open map", ctrl(Key::W)),
            Self::Quit => entry(File, "Quit", "End the program", ctrl(Key::Q)),
            Self::CopySelection => entry(
                Edit,
                "Copy selection",
                "Copy what the Inspector shows as text",
                Some((CTRL_SHIFT, Key::C)),
            ),
            Self::CopyAnswer => {
                entry(Edit, "Copy answer", "Copy the query and its answer as text", None)
            }
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
            Self::SelectTool => entry(View, "Select tool", "Inspect what is clicked", key(Key::V)),
            Self::PanTool => entry(View, "Pan tool", "Drag the map", key(Key::H)),
            Self::QueryTool => entry(View, "Query tool", "Click start and goal", key(Key::Q)),
            Self::MeasureTool => {
                entry(View, "Measure tool", "Measure between two points", key(Key::M))
            }
            Self::NextColoring => {
                entry(View, "Next colouring", "Colour faces by the next quantity", key(Key::K))
            }
            Self::ToggleLegend => entry(View, "Legend", "Show or hide the legend", key(Key::L)),
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
            Self::ClearQuery => entry(Query, "Clear", "Forget start and goal", key(Key::Delete)),
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
                key(Key::C),
            ),
            Self::NextAlgorithm => {
                entry(Query, "Next algorithm", "Search in the next way", key(Key::A))
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
                "Back to the expansion before",
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
                shift(Key::CloseBracket),
            ),
            Self::NextPruned => {
                entry(Playback, "Next prune", "On to the next pruned node", key(Key::P))
            }
            Self::NextOnPath => entry(
                Playback,
                "Next on path",
                "On to the next event of the final path",
                shift(Key::P),
            ),
            Self::FirstInSelection => entry(
                Playback,
                "First in selected face",
                "To when the selected face was first reached",
                key(Key::W),
            ),
            Self::ToggleBreakpoint => entry(
                Playback,
                "Toggle breakpoint",
                "Stop at the selected face or vertex, or no more",
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
                entry(Help, "Maps to begin with", "Show examples and recent files", None)
            }
            Self::About => entry(Help, "About Wayglass", "What this is, and its version", None),
        }
    }

    /// Its key, as people read it.
    pub fn key(self, ctx: &egui::Context) -> Option<String> {
        let named = ctx.format_shortcut(&self.entry().shortcut?);
        let signs = [
            ("Shift+CloseBracket", "}"),
            ("OpenBracket", "["),
            ("CloseBracket", "]"),
            ("Comma", ","),
            ("Period", "."),
            ("Plus", "+"),
            ("Minus", "-"),
        ];
        let sign = signs.into_iter().find(|(name, _)| named.ends_with(name));
        Some(sign.map_or(named.clone(), |(name, sign)| named.replace(name, sign)))
    }

    /// Whether it can be done now.
    pub(super) fn is_enabled(self, app: &App) -> bool {
        let has_map = app.survey.is_some();
        let has_trace = app.trace().is_some();
        match self {
            Self::Reload => app.opened.as_ref().is_some_and(|opened| opened.path.is_some()),
            Self::SavePicture | Self::CloseMap => app.opened.is_some(),
            Self::Export => app.opened.is_some(),
            Self::Fit
            | Self::ZoomIn
            | Self::ZoomOut
            | Self::GoTo
            | Self::NextColoring
            | Self::AskAcross
            | Self::PasteQuery => has_map,
            Self::ZoomToSelection | Self::CopySelection => app.view.selection.is_some(),
            Self::CopyAnswer => app.inquiry.reply().is_some(),
            Self::Swap | Self::ClearQuery => app.inquiry.ends != Default::default(),
            Self::ExportTrace
            | Self::ToggleSearch
            | Self::PlayPause
            | Self::StepBack
            | Self::StepForward
            | Self::JumpToStart
            | Self::JumpToEnd
            | Self::PreviousExpansion
            | Self::NextExpansion
            | Self::NextLayer
            | Self::NextPruned
            | Self::NextOnPath => has_trace,
            Self::FirstInSelection => has_trace && app.selected_face().is_some(),
            Self::ToggleBreakpoint => app.view.selection.is_some(),
            Self::RunToBreakpoint => has_trace && !app.playback.breakpoints.is_empty(),
            Self::Open
            | Self::OpenPath
            | Self::Quit
            | Self::Cancel
            | Self::SelectTool
            | Self::PanTool
            | Self::QueryTool
            | Self::MeasureTool
            | Self::ToggleLegend
            | Self::ToggleGrid
            | Self::ToggleIds
            | Self::ToggleLeft
            | Self::ToggleRight
            | Self::ToggleBottom
            | Self::ToggleTheme
            | Self::NextAlgorithm
            | Self::Slower
            | Self::Faster
            | Self::Palette
            | Self::Keys
            | Self::Welcome
            | Self::About => true,
        }
    }
}

/// The command whose keys were pressed, if any; keys without Ctrl belong to a text field while one has the focus.
pub(super) fn pressed(ctx: &egui::Context) -> Option<Command> {
    let typing = ctx.egui_wants_keyboard_input();
    // The longer combinations first: Ctrl+Shift+O is not Ctrl+O.
    let n_modifiers = |shortcut: &KeyboardShortcut| {
        let held = shortcut.modifiers;
        u8::from(held.command) + u8::from(held.shift)
    };
    let mut keyed: Vec<(Command, KeyboardShortcut)> = Command::ALL
        .iter()
        .filter_map(|command| Some((*command, command.entry().shortcut?)))
        .filter(|(_, shortcut)| !typing || shortcut.modifiers.command)
        .collect();
    keyed.sort_by_key(|(_, shortcut)| std::cmp::Reverse(n_modifiers(shortcut)));
    // A menu or a list that is open is what Escape is meant for.
    let popup = egui::Popup::is_any_open(ctx);
    keyed.retain(|(command, _)| *command != Command::Cancel || !popup);
    let question = KeyboardShortcut::new(NONE, Key::Questionmark);
    if !typing && ctx.input_mut(|input| input.consume_shortcut(&question)) {
        return Some(Command::Keys);
    }
    ctx.input_mut(|input| {
        let hit = |(_, shortcut): &(Command, KeyboardShortcut)| input.consume_shortcut(shortcut);
        keyed.into_iter().find(hit).map(|(command, _)| command)
    })
}
