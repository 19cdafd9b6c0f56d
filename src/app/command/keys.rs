//! Keys: what they are called, what they do, and when.

use std::mem;

use egui::{Event, Key, KeyboardShortcut};

use crate::mesh::Element;

use super::super::{App, Dialog};
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

/// What each combination of keys means while a frame is being made.
struct Keymap {
    /// The longer combinations first: Ctrl+Shift+O is not Ctrl+O.
    keyed: Vec<(Command, KeyboardShortcut)>,
    /// Whether a text field has the focus: keys without Ctrl belong to that.
    typing: bool,
}

impl Keymap {
    fn of(ctx: &egui::Context) -> Self {
        let typing = ctx.egui_wants_keyboard_input();
        // A menu or a list that is open is what Escape is meant for.
        let popup = egui::Popup::is_any_open(ctx);
        let shortcuts = Command::ALL
            .iter()
            .filter_map(|command| Some((*command, command.entry().shortcut?)))
            .chain([(Command::Keys, KeyboardShortcut::new(NONE, Key::Questionmark))]);
        let is_ours = |&(command, shortcut): &(Command, KeyboardShortcut)| {
            let is_for_field = typing && (!shortcut.modifiers.command || command.is_for_text());
            let is_for_popup = popup && command == Command::Cancel;
            !is_for_field && !is_for_popup
        };
        let mut keyed: Vec<_> = shortcuts.filter(is_ours).collect();
        keyed.sort_by_key(|(_, shortcut)| std::cmp::Reverse(n_modifiers(shortcut)));
        Self { keyed, typing }
    }

    /// The key that was pressed, if it may be meant for the tool in hand.
    fn of_tool(&self, event: &egui::Event) -> Option<Key> {
        let egui::Event::Key { key, modifiers, pressed: true, .. } = event else { return None };
        (!self.typing && modifiers.matches_logically(NONE)).then_some(*key)
    }

    /// What may be meant by something that was pressed: of the combinations that are held only the longest, also where
    /// it can do nothing now, but that may be for several commands of which one can be done at a time.
    fn meant(&self, event: &egui::Event) -> impl Iterator<Item = Command> {
        let pressed = match event {
            egui::Event::Key { key, modifiers, pressed: true, .. } => Some((*key, *modifiers)),
            _ => None,
        };
        let held = self.keyed.iter().filter(move |(_, shortcut)| {
            pressed.is_some_and(|(key, modifiers)| {
                key == shortcut.logical_key && modifiers.matches_logically(shortcut.modifiers)
            })
        });
        let longest = held.clone().next().map(|(_, shortcut)| n_modifiers(shortcut));
        held.filter(move |(_, shortcut)| Some(n_modifiers(shortcut)) == longest)
            .map(|(command, _)| *command)
    }
}

fn n_modifiers(shortcut: &KeyboardShortcut) -> u8 {
    u8::from(shortcut.modifiers.command) + u8::from(shortcut.modifiers.shift)
}

/// Whether it is said by a key that is held, and not for the first time in this frame.
fn says_again(event: &Event, held: &mut Vec<Key>) -> bool {
    let Event::Key { key, repeat: true, .. } = event else { return false };
    let is_known = held.contains(key);
    held.push(*key);
    is_known
}

impl App {
    /// Does what keys were pressed for, in that order: a frame that takes long has seen several. The others are left. What
    /// a key that is held says again counts once in a frame, or slow work would go on long after it was let go.
    pub(in super::super) fn take_keys(&mut self, ctx: &egui::Context) {
        let keymap = Keymap::of(ctx);
        let mut events = ctx.input_mut(|input| mem::take(&mut input.events));
        let mut has_opened_dialog = false;
        let mut held = Vec::new();
        // Whoever answers a question does nothing to the map behind it.
        let answers = self.dialog.as_ref().is_some_and(Dialog::takes_keys);
        events.retain(|event| {
            // Whether it can be done now is up to the keys before.
            let act = keymap.of_tool(event).filter(|_| !answers);
            let act = act.and_then(|key| self.act_by_key(key));
            let command = keymap.meant(event).find(|command| {
                command.is_enabled(self) && (!answers || *command == Command::Cancel)
            });
            let before = self.dialog.as_ref().map(mem::discriminant);
            match (act, command) {
                (None, None) => return true,
                // What was pressed after one that has opened a dialog was meant for that.
                _ if has_opened_dialog || says_again(event, &mut held) => {}
                (Some(act), _) => self.act(act, ctx),
                (None, Some(command)) => self.run(command.into(), ctx),
            }
            let after = self.dialog.as_ref().map(mem::discriminant);
            has_opened_dialog |= after.is_some() && after != before;
            false
        });
        ctx.input_mut(|input| input.events = events);
    }
}
