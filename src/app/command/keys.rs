//! Keys: what they are called, what they do, and when.

use egui::{Key, KeyboardShortcut};

use crate::mesh::Element;

use super::super::App;
use super::Command;
use super::entry::NONE;

impl Command {
    /// Its key, as people read it.
    pub fn key(self, ctx: &egui::Context) -> Option<String> {
        let named = ctx.format_shortcut(&self.entry().shortcut?);
        let signs = [
            ("CloseCurlyBracket", "}"),
            ("OpenBracket", "["),
            ("CloseBracket", "]"),
            ("Backslash", "\\"),
            ("Comma", ","),
            ("Period", "."),
            ("Plus", "+"),
            ("Minus", "-"),
        ];
        let sign = signs.into_iter().find(|(name, _)| named.ends_with(name));
        Some(sign.map_or(named.clone(), |(name, sign)| named.replace(name, sign)))
    }

    /// Whether its key means something else while somebody types.
    fn is_for_text(self) -> bool {
        matches!(
            self,
            Self::Undo | Self::Redo | Self::SelectAll | Self::CloseMap | Self::ToggleHide
        )
    }

    /// Whether it can be done now.
    pub(in super::super) fn is_enabled(self, app: &App) -> bool {
        let has_map = app.map.survey.is_some();
        let has_trace = app.trace().is_some();
        let has_things = !app.view.things.is_empty();
        let edits_mesh = app.document().is_some_and(|document| document.mesh().is_some());
        match self {
            Self::Reload => app.open_path().is_some(),
            Self::SavePicture => app.opened.is_some() || app.foreign.is_some(),
            Self::SaveAnimation => {
                let document = app.document();
                has_trace || document.is_some_and(|document| 0 < document.done().len())
            }
            Self::SaveReport | Self::CloseMap => app.opened.is_some(),
            Self::Export => app.opened.is_some(),
            Self::Fit | Self::ZoomIn | Self::ZoomOut => has_map || app.foreign.is_some(),
            Self::CloseTrace => app.foreign.is_some(),
            Self::AskAsTrace => app.foreign.as_ref().is_some_and(|foreign| {
                let ends = foreign.ends();
                has_map && ends.start.is_some() && ends.goal.is_some()
            }),
            Self::GoTo
            | Self::NextColoring
            | Self::AskAcross
            | Self::CompareWith
            | Self::ToggleSplit
            | Self::PasteQuery => has_map,
            Self::SaveRepro => app.inquiry.asked().is_some(),
            Self::Recover => !app.safety.leftovers.is_empty(),
            Self::CopySelection => app.view.selection.is_some(),
            Self::ZoomToSelection => app.view.selection.is_some() || has_things,
            Self::Undo => app.document().is_some_and(|document| 0 < document.done().len()),
            Self::Redo => app.document().is_some_and(|document| 0 < document.undone().len()),
            Self::SelectAll
            | Self::PolygonTool
            | Self::RectangleTool
            | Self::CircleTool
            | Self::WallTool
            | Self::LaneTool
            | Self::RegionTool
            | Self::BorderTool
            | Self::ToggleMerge
            | Self::ToggleSnap => app.drawing.is_some(),
            Self::Duplicate
            | Self::Delete
            | Self::NudgeLeft
            | Self::NudgeRight
            | Self::NudgeUp
            | Self::NudgeDown
            | Self::ToggleLock
            | Self::ToggleHide => has_things,
            Self::EditAsObstacles => has_map && app.drawing.is_none(),
            Self::ToggleWalkable | Self::DeleteFace => {
                edits_mesh && matches!(app.view.selection, Some(Element::Face(_)))
            }
            Self::ToggleEdge => edits_mesh && matches!(app.view.selection, Some(Element::Side(..))),
            Self::WeldVertex | Self::MoveVertex => {
                edits_mesh && matches!(app.view.selection, Some(Element::Vertex(_)))
            }
            Self::Save | Self::SaveAs => app.opened.is_some(),
            Self::SavePins => !app.work().pins.is_empty(),
            Self::SaveScenario => app.scenario.is_some(),
            Self::SaveChart => app.scenario.as_ref().is_some_and(|known| known.ran.is_some()),
            Self::RunScenario => app.scenario.is_some() && has_map,
            Self::SampleScenario => has_map,
            Self::PinQuery => {
                let ends = app.inquiry.ends;
                ends.start.is_some() && ends.goal.is_some()
            }
            Self::CopyAnswer | Self::CopyReport => app.inquiry.reply().is_some(),
            Self::Swap | Self::ClearQuery => app.inquiry.ends != Default::default(),
            // While something is selected, the arrows move it.
            Self::StepBack | Self::StepForward => has_trace && !has_things,
            Self::ExportTrace
            | Self::ToggleSearch
            | Self::PlayPause
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
            Self::NewLayout
            | Self::Open
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

/// The commands whose keys were pressed, in that order: a frame that takes long has seen several. Keys without Ctrl
/// belong to a text field while one has the focus.
pub(in super::super) fn pressed(
    ctx: &egui::Context,
    is_enabled: impl Fn(Command) -> bool,
) -> Vec<Command> {
    let typing = ctx.egui_wants_keyboard_input();
    // The longer combinations first: Ctrl+Shift+O is not Ctrl+O.
    let n_modifiers = |shortcut: &KeyboardShortcut| {
        let held = shortcut.modifiers;
        u8::from(held.command) + u8::from(held.shift)
    };
    let mut keyed: Vec<(Command, KeyboardShortcut)> = Command::ALL
        .iter()
        .filter_map(|command| Some((*command, command.entry().shortcut?)))
        .filter(|(command, shortcut)| {
            !typing || (shortcut.modifiers.command && !command.is_for_text())
        })
        .filter(|(command, _)| is_enabled(*command))
        .collect();
    keyed.sort_by_key(|(_, shortcut)| std::cmp::Reverse(n_modifiers(shortcut)));
    // A menu or a list that is open is what Escape is meant for.
    let popup = egui::Popup::is_any_open(ctx);
    keyed.retain(|(command, _)| *command != Command::Cancel || !popup);
    let question = KeyboardShortcut::new(NONE, Key::Questionmark);
    if !typing && ctx.input_mut(|input| input.consume_shortcut(&question)) {
        return vec![Command::Keys];
    }
    let mut pressed = Vec::new();
    ctx.input_mut(|input| {
        input.events.retain(|event| {
            let egui::Event::Key { key, modifiers, pressed: true, .. } = event else { return true };
            let is_meant = |(_, shortcut): &&(Command, KeyboardShortcut)| {
                *key == shortcut.logical_key && modifiers.matches_logically(shortcut.modifiers)
            };
            let meant = keyed.iter().find(is_meant).map(|(command, _)| *command);
            pressed.extend(meant);
            meant.is_none()
        });
    });
    pressed
}
