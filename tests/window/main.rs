//! The window without a display: found by what a screen reader would say, clicked, typed into, looked at.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
#![expect(clippy::print_stderr, reason = "a test that is skipped says so")]

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use egui::{Event, Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use wayglass::app::{Action, App, Source};
use wayglass::example::Example;

/// The share of a promise that tests have time for.
#[path = "../promises/share.rs"]
#[expect(unused_macros, unused_imports, reason = "one sentence is enough for all monkeys")]
mod bounded;
/// Every command, on an empty window and on an open map.
mod commands;
/// Two searches beside each other: by two algorithms, on two states of a map, on two maps.
mod compare;
/// Drawing obstacles: by hand, by numbers, and back again; saving, and what is not saved.
mod drawing;
/// Faces of a mesh: selected, changed, saved.
mod faces;
/// Opening files: good ones, bad ones, several at once.
mod files;
/// Opening while something is not saved, and changing one's mind about it.
mod loading;
/// Chance at the window: whatever it does, the window stays whole.
#[path = "../promises/monkey.rs"]
mod monkey;
/// A share of that with every run of the tests.
mod monkeys;
/// What nobody should type, and somebody does.
mod odd_input;
/// What the canvas looks like, pixel by pixel, where a graphics driver is at hand.
mod pictures;
/// What a promise is.
#[path = "../promises/promise.rs"]
mod promise;
/// Start and goal, by hand and by keyboard, and the replay of the search.
mod queries;
/// Real files, where they are at hand.
#[path = "../promises/samples.rs"]
#[allow(dead_code, reason = "a monkey takes only a few")]
mod samples;
/// Saving: what follows it, what it writes, and what was not saved in time.
mod saving;
/// Scenarios: listed, run, run again after a change, charted, made and saved.
mod scenarios;
/// Files to start from, and how to break them.
#[path = "../promises/seeds.rs"]
#[allow(dead_code, reason = "some are for readers only")]
mod seeds;
/// What others are shown: pictures, animations, pages.
mod share;
/// Searches that files tell of: opened, stepped through, closed.
mod traces;
/// Every file that is opened or written, without a dialog of the system.
mod typed_paths;
/// Why there is no path: the causes, what can be tried, what others are told.
mod verdicts;

/// A window on the first example, as somebody sees it who starts the program for the first time.
fn first_start() -> Harness<'static, App> {
    open(Harness::builder(), Vec::new())
}

/// A window with nothing open.
fn empty() -> Harness<'static, App> {
    Harness::builder()
        .with_size([1280.0, 800.0])
        .build_eframe(|creation| App::new(&creation.egui_ctx, None))
}

fn open(builder: egui_kittest::HarnessBuilder<App>, files: Vec<PathBuf>) -> Harness<'static, App> {
    let mut harness =
        builder.with_size([1280.0, 800.0]).with_max_steps(64).build_eframe(move |creation| {
            let mut app = App::new(&creation.egui_ctx, creation.wgpu_render_state.as_ref());
            app.open_all(files, &creation.egui_ctx);
            app
        });
    settle(&mut harness);
    harness
}

/// Lets frames pass until no task is under way.
fn settle(harness: &mut Harness<'_, App>) {
    for _ in 0..10_000 {
        harness.step();
        if !harness.state().is_busy() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    assert!(!harness.state().is_busy(), "a task does not end");
    harness.run_ok();
}

/// Asks the window for something, as a panel would.
fn ask(harness: &mut Harness<'_, App>, action: impl Into<Action>) {
    let ctx = harness.ctx.clone();
    harness.state_mut().run(action.into(), &ctx);
    settle(harness);
}

/// Asks the window for several things before the next frame.
fn at_once(harness: &mut Harness<'_, App>, actions: impl IntoIterator<Item = Action>) {
    let ctx = harness.ctx.clone();
    actions.into_iter().for_each(|action| harness.state_mut().run(action, &ctx));
}

/// Presses keys so fast that one frame sees all of them.
fn press_at_once(harness: &mut Harness<'_, App>, keys: &[Key]) {
    for key in keys {
        for pressed in [true, false] {
            let (modifiers, repeat) = (Modifiers::NONE, false);
            let event = Event::Key { key: *key, physical_key: None, pressed, repeat, modifiers };
            harness.input_mut().events.push(event);
        }
    }
    harness.step();
}

/// Presses a button.
fn press(harness: &mut Harness<'_, App>, button: &str) {
    harness.get_by_role_and_label(egui::Role::Button, button).click();
    settle(harness);
}

/// The number of an example.
fn example(file_name: &str) -> Source {
    let place = Example::ALL.iter().position(|example| example.file_name == file_name);
    Source::Example(place.unwrap())
}

/// Where the canvas is.
fn canvas(harness: &Harness<'_, App>) -> egui::Rect {
    harness.get_by_label("Map canvas").rect()
}

/// Clicks a place of the window.
fn click(harness: &mut Harness<'_, App>, at: egui::Pos2) {
    harness.hover_at(at);
    harness.step();
    harness.drag_at(at);
    harness.step();
    harness.drop_at(at);
    settle(harness);
}

/// Drags from one place of the window to another, a few steps on the way.
fn drag(harness: &mut Harness<'_, App>, from: egui::Pos2, to: egui::Pos2) {
    harness.hover_at(from);
    harness.step();
    harness.drag_at(from);
    harness.step();
    for step in 1..=4 {
        harness.hover_at(from.lerp(to, step as f32 / 4.0));
        harness.step();
    }
    harness.drop_at(to);
    settle(harness);
}

/// A field to type into.
fn field<'a>(harness: &'a Harness<'_, App>, label: &'a str) -> egui_kittest::Node<'a> {
    harness.get_by_role_and_label(egui::Role::TextInput, label)
}

/// A folder of its own, gone at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = format!("wayglass-{name}-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(folder);
        // A test that was killed may have left one of that name.
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    fn put(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, bytes).unwrap();
        path
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.0.join(name)).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
