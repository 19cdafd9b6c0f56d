use std::fs;
use std::path::PathBuf;

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use wayglass::app::{Action, App, Command, Source};
use wayglass::format::{self, Content};
use wayglass::geom::Point;
use wayglass::search::End;

use super::{ask, empty, example, first_start, settle};

/// A file in a place of its own, gone at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        Self(std::env::temp_dir().join(format!("wayglass-{}-{name}", std::process::id())))
    }

    fn holding(name: &str, text: &str) -> Self {
        let scratch = Self::new(name);
        fs::write(&scratch.0, text).unwrap();
        scratch
    }

    fn open(&self, window: &mut Harness<'_, App>) {
        ask(window, Action::Open(Source::Path(self.0.clone())));
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

const SMALL: &str = "version: 1.4.0\nevents:\n\
    \x20 - {type: source, id: s, x: 0, y: 0}\n\
    \x20 - {type: destination, id: t, x: 9, y: 3}\n\
    \x20 - {type: generating, id: 1, pId: s, f: 9.5, g: 0, x: 0, y: 0, lx: 3, ly: 2, rx: 3, ry: -1, face: 4}\n\
    \x20 - {type: expanding, id: 1, pId: s, f: 9.5, g: 0, x: 0, y: 0, lx: 3, ly: 2, rx: 3, ry: -1, face: 4}\n\
    \x20 - {type: wondering, id: 1}\n\
    \x20 - {type: end, id: t, pId: 1, f: 9.5, g: 9.5, x: 9, y: 3, path: [{x: 0, y: 0}, {x: 9, y: 3}]}\n";

#[test]
fn our_own_export_opens_again_steps_and_closes() {
    let mut window = first_start();
    let own = window.state().event();
    let file = Scratch::new("own.trace.yaml");
    ask(&mut window, Action::ExportTrace(file.0.clone()));
    let written = fs::read(&file.0).unwrap();
    file.open(&mut window);
    let name = file.0.file_name().unwrap().to_string_lossy().into_owned();
    assert_eq!(window.state().trace_name(), Some(name.as_str()));
    assert!(window.query_by_label(&format!("Trace of {name}")).is_some());
    // No file says which nodes of the last expansion were queued before the goal was reached.
    let told = window.state().event();
    assert!(told.0 == told.1 && (0..20).contains(&(told.1 - own.1)), "{told:?} {own:?}");
    ask(&mut window, Action::Seek(3));
    ask(&mut window, Command::StepForward);
    assert_eq!(window.state().event().0, 4);
    window.get_by_label("Events").click();
    settle(&mut window);
    assert!(window.query_by_label("Search events").is_some());
    let again = Scratch::new("again.trace.yaml");
    ask(&mut window, Action::ExportTrace(again.0.clone()));
    let (Content::Trace(first), Content::Trace(second)) = (
        format::read(&written).unwrap().content,
        format::read(&fs::read(&again.0).unwrap()).unwrap().content,
    ) else {
        panic!("no traces")
    };
    assert!(first == second, "what is shown is what is written");
    window.get_by_label("Close trace").click();
    settle(&mut window);
    assert_eq!((window.state().trace_name(), window.state().event()), (None, own));
}

#[test]
fn a_trace_without_a_map_is_shown_alone_and_then_on_the_map() {
    let mut window = empty();
    let file = Scratch::holding("alone.trace.yaml", SMALL);
    file.open(&mut window);
    assert!(window.state().trace_name().is_some());
    assert_eq!(window.state().event(), (3, 3));
    let notice = window.state().notices().last().unwrap();
    assert!(notice.ends_with("1 that only other programs know are left out"), "{notice}");
    assert!(window.query_by_label_contains("ended with a path of cost 9.5").is_some());
    for command in [Command::Fit, Command::JumpToStart, Command::ZoomIn] {
        ask(&mut window, command);
    }
    ask(&mut window, Action::Open(example("islands.mesh")));
    assert!(window.state().trace_name().is_some(), "a trace may be opened before its map");
    ask(&mut window, Command::AskAsTrace);
    assert_eq!(window.state().trace_name(), None);
    ask(&mut window, Command::CloseMap);
}

#[test]
fn whoever_asks_something_sees_the_answer() {
    let mut window = first_start();
    Scratch::holding("asked.trace.yaml", SMALL).open(&mut window);
    assert!(window.state().trace_name().is_some());
    ask(&mut window, Action::SetEnd(End::Start, Point::new(60.0, 100.0)));
    assert_eq!(window.state().trace_name(), None);
}

#[test]
fn a_log_of_another_program_is_shown_too() {
    let mut window = first_start();
    let log = "generating init node: root=(0, 0); left=(1, 2); right=(1, -2); f=9.5, g=0\n\
        popped off: root=(0, 0); left=(1, 2); right=(1, -2); f=9.5, g=0\nfound end - terminating!\n";
    Scratch::holding("search.log", log).open(&mut window);
    assert!(window.state().trace_name().unwrap().ends_with("search.log"));
    assert_eq!(window.state().event(), (2, 2));
    assert!(window.query_by_label("Ask the same here").is_none(), "it does not say where to");
}

#[test]
fn a_broken_trace_says_the_line_and_nothing_is_lost() {
    let mut window = first_start();
    Scratch::holding("good.trace.yaml", SMALL).open(&mut window);
    let broken = SMALL.replace("type: expanding, ", "");
    Scratch::holding("broken.trace.yaml", &broken).open(&mut window);
    let notice = window.state().notices().last().unwrap().to_owned();
    assert!(notice.ends_with("line 6: expected the type of an event, found none"), "{notice}");
    assert!(window.query_by_label_contains("- {id: 1, pId: s, f: 9.5").is_some(), "it is quoted");
    assert!(window.state().trace_name().unwrap().ends_with("good.trace.yaml"));
    assert_eq!(window.state().open_name(), Some("islands.mesh"));
}
