//! What a monkey does.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui::accesskit::{Action as Wish, ActionData, ActionRequest, Role};
use egui::{Event, Key, Modifiers, MouseWheelSource, MouseWheelUnit, PointerButton, Pos2, Vec2};
use egui_kittest::kittest::NodeT as _;
use wayglass::app::{Action, Command, Source};
use wayglass::example::{Example, Failing};

use super::{Monkey, words};

/// A widget that can be found by what a screen reader would say.
struct Widget {
    role: Role,
    label: String,
    rect: egui::Rect,
    request: ActionRequest,
}

impl Monkey {
    /// Does something.
    pub(super) fn gesture(&mut self) {
        match self.random.u8(..100) {
            0..14 => self.drag(),
            14..26 => self.click_somewhere(),
            26..46 => self.use_widget(),
            46..52 => self.turn_wheel(),
            52..62 => self.press_key(),
            62..74 => self.command(),
            74..78 => self.palette(),
            78..84 => self.type_into_field(),
            84..88 => self.undo_burst(),
            88..91 => self.paste(),
            91..96 => self.open(),
            96..98 => self.resize(),
            98 => self.close_window(),
            _ => self.leave(),
        }
    }

    /// Drops files on the window.
    pub(super) fn drop_files(&mut self, names: &[PathBuf]) {
        self.note(format!("drop {names:?}"));
        for name in names {
            self.window.input_mut().dropped_files.push(dropped(name.clone()));
        }
        self.frame([]);
    }

    /// Looks at what is open from all sides, asks it something, and changes it a little.
    pub(super) fn walk_through(&mut self) {
        for command in [
            Command::Fit,
            Command::AskAcross,
            Command::JumpToEnd,
            Command::NextColoring,
            Command::NextAlgorithm,
            Command::ZoomIn,
            Command::ToggleGrid,
            Command::ToggleMerge,
            Command::SelectAll,
            Command::NudgeRight,
            Command::ZoomToSelection,
            Command::Duplicate,
            Command::Undo,
            Command::PinQuery,
            Command::RunScenario,
            Command::CopyReport,
            Command::Export,
        ] {
            self.run(command);
            self.settle();
        }
        for tab in ["Events", "Chart", "Statistics", "Scenario", "Compare", "History"] {
            let tabs = self.widgets(|role| role == Role::Button);
            if let Some(tab) = tabs.iter().find(|widget| widget.label == tab) {
                let at = tab.rect.center();
                self.click(at, PointerButton::Primary, Modifiers::NONE, 1);
                self.settle();
            }
        }
        self.run(Command::Cancel);
        self.look_closely();
        // What was changed is not saved, and nobody wants it.
        let ctx = self.window.ctx.clone();
        let close = Action::Anyway(Box::new(Command::CloseMap.into()));
        self.window.state_mut().run(close, &ctx);
    }

    fn run(&mut self, command: Command) {
        self.note(format!("command {command:?}"));
        let ctx = self.window.ctx.clone();
        self.window.state_mut().run(command.into(), &ctx);
        self.frame([]);
    }

    fn open(&mut self) {
        let ctx = self.window.ctx.clone();
        match self.random.u8(..8) {
            0 => {
                let source = match self.random.bool() {
                    true => Source::Example(self.random.usize(..Example::ALL.len())),
                    false => Source::Failing(self.random.usize(..Failing::ALL.len())),
                };
                self.note(format!("open {source:?}"));
                self.window.state_mut().run(Action::Open(source), &ctx);
                self.frame([]);
            }
            1 => {
                let name = self.basket.any(&mut self.random).to_owned();
                self.note(format!("open path {name}"));
                self.window.state_mut().run(Command::OpenPath.into(), &ctx);
                self.frame([]);
                self.frame([Event::Text(name)]);
                self.press(Key::Enter, Modifiers::NONE);
            }
            2 => {
                let name = self.basket.mutated(&mut self.random);
                self.drop_files(&[name]);
            }
            3 => {
                let n_files = self.random.usize(2..4);
                let names: Vec<PathBuf> =
                    (0..n_files).map(|_| self.basket.any(&mut self.random).into()).collect();
                self.drop_files(&names);
            }
            4 => {
                self.note("something is held over the window".to_owned());
                self.window.input_mut().hovered_files.push(egui::HoveredFile::default());
                self.frame([]);
                self.window.input_mut().hovered_files.clear();
                self.frame([]);
            }
            _ => {
                let name = self.basket.any(&mut self.random).into();
                self.drop_files(&[name]);
            }
        }
    }

    fn drag(&mut self) {
        let (from, to) = (self.place(), self.place());
        let button = self.button();
        let modifiers = self.modifiers();
        let n_steps = self.random.usize(1..6);
        self.note(format!("drag {button:?} from {from} to {to} with {modifiers:?}"));
        self.frame([Event::PointerMoved(from)]);
        self.hold(modifiers);
        self.frame([button_event(from, button, true, modifiers)]);
        for step in 1..=n_steps {
            self.frame([Event::PointerMoved(from.lerp(to, step as f32 / n_steps as f32))]);
            // In the middle of it, something else.
            match self.random.u8(..24) {
                0 => self.press(Key::Escape, Modifiers::NONE),
                1 => self.command(),
                2 => self.undo_burst(),
                3 => self.turn_wheel(),
                4 => self.open(),
                _ => {}
            }
        }
        if self.random.u8(..20) == 0 {
            self.note("  the pointer leaves".to_owned());
            return self.frame([Event::PointerGone]);
        }
        self.frame([button_event(to, button, false, modifiers)]);
        self.hold(Modifiers::NONE);
    }

    fn click_somewhere(&mut self) {
        let at = self.place();
        let (button, modifiers) = (self.button(), self.modifiers());
        let n_clicks = *self.choose(&[1, 1, 1, 2, 2, 3]);
        self.note(format!("{n_clicks} clicks {button:?} at {at} with {modifiers:?}"));
        self.click(at, button, modifiers, n_clicks);
    }

    fn click(&mut self, at: Pos2, button: PointerButton, modifiers: Modifiers, n_clicks: usize) {
        self.frame([Event::PointerMoved(at)]);
        self.hold(modifiers);
        for _ in 0..n_clicks {
            let events = [true, false].map(|down| button_event(at, button, down, modifiers));
            match self.random.bool() {
                true => self.frame(events),
                false => events.into_iter().for_each(|event| self.frame([event])),
            }
        }
        self.hold(Modifiers::NONE);
    }

    /// Uses a widget by what it is called: by the pointer, or as a screen reader does.
    fn use_widget(&mut self) {
        let widgets = self.widgets(|role| {
            matches!(
                role,
                Role::Button
                    | Role::CheckBox
                    | Role::RadioButton
                    | Role::ComboBox
                    | Role::Slider
                    | Role::SpinButton
                    | Role::TextInput
                    | Role::Link
                    | Role::Tab
                    | Role::ScrollBar
                    | Role::Label
                    | Role::Unknown
            )
        });
        if widgets.is_empty() {
            return self.frame([]);
        }
        let widget = &widgets[self.random.usize(..widgets.len())];
        let Widget { role, label, rect, request } = widget;
        let told: String = label.chars().take(60).collect();
        let at = rect.center();
        match self.random.u8(..10) {
            0 => {
                self.note(format!("hover {role:?} {told:?}"));
                (0..3).for_each(|_| self.frame([Event::PointerMoved(at)]));
            }
            1 => {
                let wish = *self.choose(&[
                    Wish::Click,
                    Wish::Focus,
                    Wish::Increment,
                    Wish::Decrement,
                    Wish::ScrollIntoView,
                    Wish::ScrollDown,
                ]);
                self.note(format!("{wish:?} {role:?} {told:?}"));
                let request = ActionRequest { action: wish, ..request.clone() };
                self.frame([Event::AccessKitActionRequest(request)]);
            }
            2 if matches!(role, Role::Slider | Role::SpinButton) => {
                let value = *self.choose(&[
                    0.0,
                    -1.0,
                    0.5,
                    3.0,
                    1e6,
                    -1e12,
                    1e308,
                    f64::INFINITY,
                    f64::NAN,
                ]);
                self.note(format!("set {role:?} {told:?} to {value}"));
                let data = Some(ActionData::NumericValue(value));
                let request = ActionRequest { action: Wish::SetValue, data, ..request.clone() };
                self.frame([Event::AccessKitActionRequest(request)]);
            }
            3 if matches!(role, Role::Slider | Role::SpinButton | Role::ScrollBar) => {
                let to =
                    at + Vec2::new(self.random.f32() * 400.0 - 200.0, self.random.f32() * 40.0);
                self.note(format!("drag {role:?} {told:?} to {to}"));
                self.frame([Event::PointerMoved(at)]);
                self.frame([button_event(at, PointerButton::Primary, true, Modifiers::NONE)]);
                self.frame([Event::PointerMoved(to)]);
                self.frame([button_event(to, PointerButton::Primary, false, Modifiers::NONE)]);
            }
            _ => {
                let button = self.button();
                self.note(format!("click {button:?} {role:?} {told:?}"));
                self.click(at, button, Modifiers::NONE, 1);
                if matches!(role, Role::SpinButton | Role::TextInput) && self.random.u8(..3) != 0 {
                    self.write();
                }
            }
        }
    }

    fn type_into_field(&mut self) {
        let fields = self.widgets(|role| matches!(role, Role::TextInput | Role::SpinButton));
        if fields.is_empty() {
            return self.write();
        }
        let field = &fields[self.random.usize(..fields.len())];
        self.note(format!("focus {:?}", field.label));
        let request = ActionRequest { action: Wish::Focus, ..field.request.clone() };
        self.frame([Event::AccessKitActionRequest(request)]);
        self.write();
    }

    /// Types into whatever has the focus.
    fn write(&mut self) {
        if self.random.bool() {
            self.press(Key::A, Modifiers::COMMAND);
        }
        let text = words::typed(&mut self.random, self.temper.hostile);
        let told: String = text.chars().take(60).collect();
        self.note(format!("type {told:?}"));
        let event = match self.random.u8(..6) {
            0 => Event::Paste(text),
            1 => Event::Ime(egui::ImeEvent::Commit(text)),
            _ => Event::Text(text),
        };
        self.frame([event]);
        match self.random.u8(..6) {
            0..3 => self.press(Key::Enter, Modifiers::NONE),
            3 => self.press(Key::Tab, Modifiers::NONE),
            4 => self.press(Key::Escape, Modifiers::NONE),
            _ => {}
        }
    }

    fn turn_wheel(&mut self) {
        let at = self.place();
        let amount = *self.choose(&[1.0, -1.0, 3.0, -3.0, 50.0, -50.0, 1000.0, -1000.0, 1e9, -1e9]);
        let modifiers = self.modifiers();
        self.note(format!("wheel {amount} at {at} with {modifiers:?}"));
        self.frame([Event::PointerMoved(at)]);
        self.hold(modifiers);
        let event = match self.random.u8(..6) {
            0 => Event::Zoom(*self.choose(&[0.01, 0.5, 2.0, 100.0, 1e-20, 1e20])),
            1 => Event::Rotate(amount),
            _ => Event::MouseWheel {
                unit: *self.choose(&[
                    MouseWheelUnit::Point,
                    MouseWheelUnit::Line,
                    MouseWheelUnit::Page,
                ]),
                delta: if self.random.u8(..4) == 0 {
                    Vec2::new(amount, 0.0)
                } else {
                    Vec2::new(0.0, amount)
                },
                phase: egui::TouchPhase::Move,
                source: MouseWheelSource::Unknown,
                modifiers,
            },
        };
        let n_turns = *self.choose(&[1, 1, 1, 4, 12]);
        (0..n_turns).for_each(|_| self.frame([event.clone()]));
        self.hold(Modifiers::NONE);
    }

    fn press_key(&mut self) {
        let n_keys = *self.choose(&[1, 1, 2, 4]);
        for _ in 0..n_keys {
            let key = *self.choose(Key::ALL);
            let modifiers = self.modifiers();
            self.note(format!("press {key:?} with {modifiers:?}"));
            self.press(key, modifiers);
        }
    }

    /// A command as a menu asks for it, enabled or not.
    fn command(&mut self) {
        let command = *self.choose(Command::ALL);
        self.run(command);
    }

    fn palette(&mut self) {
        let command = *self.choose(Command::ALL);
        let name = format!("{command:?}");
        let (words, _) = name.split_at(self.random.usize(1..=name.len().min(6)));
        self.note(format!("palette {words:?}"));
        self.press(Key::P, Modifiers::COMMAND);
        self.frame([]);
        self.frame([Event::Text(words.to_owned())]);
        for _ in 0..self.random.usize(..4) {
            self.press(Key::ArrowDown, Modifiers::NONE);
        }
        self.press(Key::Enter, Modifiers::NONE);
    }

    fn undo_burst(&mut self) {
        let n_steps = self.random.usize(1..8);
        let command = *self.choose(&[Command::Undo, Command::Redo]);
        self.note(format!("{n_steps} times {command:?}"));
        for _ in 0..n_steps {
            let ctx = self.window.ctx.clone();
            self.window.state_mut().run(command.into(), &ctx);
            if self.random.bool() {
                self.frame([]);
            }
        }
    }

    fn paste(&mut self) {
        let event = match self.random.u8(..4) {
            0 => Event::Copy,
            1 => Event::Cut,
            _ => Event::Paste(words::pasted(&mut self.random, self.temper.hostile)),
        };
        let told: String = format!("{event:?}").chars().take(60).collect();
        self.note(told);
        self.frame([event]);
    }

    fn resize(&mut self) {
        let sides = [1.0, 2.0, 50.0, 200.0, 420.0, 640.0, 800.0, 1280.0, 1920.0, 3840.0];
        let size = Vec2::new(*self.choose(&sides), *self.choose(&sides));
        self.note(format!("resize to {size}"));
        self.window.set_size(size);
        if self.random.u8(..3) == 0 {
            let pixels = *self.choose(&[0.5, 1.0, 1.25, 2.0, 3.0]);
            self.note(format!("  {pixels} pixels per point"));
            self.window.set_pixels_per_point(pixels);
        }
        (0..3).for_each(|_| self.frame([]));
        if self.random.u8(..3) != 0 {
            // Where nothing can be hit, nothing happens.
            self.window.set_size(Vec2::new(1280.0, 800.0)).set_pixels_per_point(1.0);
            self.frame([]);
        }
    }

    fn close_window(&mut self) {
        self.note("close the window".to_owned());
        let viewports = &mut self.window.input_mut().viewports;
        if let Some(root) = viewports.get_mut(&egui::ViewportId::ROOT) {
            root.events.push(egui::ViewportEvent::Close);
        }
        self.frame([]);
        let viewports = &mut self.window.input_mut().viewports;
        if let Some(root) = viewports.get_mut(&egui::ViewportId::ROOT) {
            root.events.clear();
        }
        self.frame([]);
    }

    fn leave(&mut self) {
        self.note("the focus goes and comes".to_owned());
        self.frame([Event::WindowFocused(false), Event::PointerGone]);
        self.frame([Event::WindowFocused(true)]);
    }

    fn press(&mut self, key: Key, modifiers: Modifiers) {
        let event =
            |pressed| Event::Key { key, physical_key: None, pressed, repeat: false, modifiers };
        self.hold(modifiers);
        self.frame([event(true)]);
        self.frame([event(false)]);
        self.hold(Modifiers::NONE);
    }

    /// Modifiers are held from now on.
    fn hold(&mut self, modifiers: Modifiers) {
        self.window.input_mut().events.push(Event::ModifiersChanged(modifiers));
    }

    /// Somewhere: mostly on the canvas, which is most of the window.
    fn place(&mut self) -> Pos2 {
        let room = self.window.ctx.content_rect();
        let (x, y) = (self.random.f32(), self.random.f32());
        let middle = room.shrink2(room.size() * 0.25);
        match self.random.u8(..8) {
            0 => room.min + room.size() * Vec2::new(x, y),
            1 => room.expand(50.0).min + room.expand(50.0).size() * Vec2::new(x, y),
            // On a grid, so that things meet.
            2..5 => {
                let at = middle.min + middle.size() * Vec2::new(x, y);
                Pos2::new((at.x / 80.0).round() * 80.0, (at.y / 80.0).round() * 80.0)
            }
            _ => middle.min + middle.size() * Vec2::new(x, y),
        }
    }

    fn button(&mut self) -> PointerButton {
        match self.random.u8(..10) {
            0 => PointerButton::Secondary,
            1 => PointerButton::Middle,
            _ => PointerButton::Primary,
        }
    }

    fn modifiers(&mut self) -> Modifiers {
        *self.choose(&[
            Modifiers::NONE,
            Modifiers::NONE,
            Modifiers::NONE,
            Modifiers::NONE,
            Modifiers::COMMAND,
            Modifiers::SHIFT,
            Modifiers::ALT,
            Modifiers::COMMAND | Modifiers::SHIFT,
        ])
    }

    fn choose<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.random.usize(..list.len())]
    }

    /// The widgets of some roles that can be used.
    fn widgets(&self, is_wanted: impl Fn(Role) -> bool) -> Vec<Widget> {
        let nodes = self.window.root().children_recursive();
        let pixels = self.window.ctx.pixels_per_point();
        let widget = |node: egui_kittest::Node<'_>| {
            let node = node.accesskit_node();
            let bounds =
                node.bounding_box().filter(|_| is_wanted(node.role()) && !node.is_disabled())?;
            let rect = egui::Rect {
                min: Pos2::new(bounds.x0 as f32, bounds.y0 as f32) / pixels,
                max: Pos2::new(bounds.x1 as f32, bounds.y1 as f32) / pixels,
            };
            let (target_node, target_tree) = node.locate();
            let request =
                ActionRequest { action: Wish::Click, target_node, target_tree, data: None };
            let label = node.label().filter(|label| !label.is_empty())?;
            Some(Widget { role: node.role(), label, rect, request })
        };
        nodes.filter_map(widget).collect()
    }
}

fn button_event(pos: Pos2, button: PointerButton, pressed: bool, modifiers: Modifiers) -> Event {
    Event::PointerButton { pos, button, pressed, modifiers }
}

/// A file that is dropped.
pub(crate) fn dropped(path: PathBuf) -> egui::DroppedFileHandle {
    Arc::new(Dropped(path))
}

#[derive(Debug)]
struct Dropped(PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        std::fs::read(&self.0).map_err(|error| error.to_string())
    }
}
