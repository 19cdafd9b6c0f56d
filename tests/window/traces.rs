use std::fs;

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use wayglass::app::{Action, App, Command, Share, Source};
use wayglass::format::{self, Content};
use wayglass::geom::Point;
use wayglass::search::End;

use super::{Folder, ask, empty, example, first_start, settle};

/// Opens what somebody else has written, under a name.
fn open(window: &mut Harness<'_, App>, name: &str, text: &str) {
    let folder = Folder::new(&format!("trace-{name}"));
    fs::write(folder.file(name), text).unwrap();
    ask(window, Action::Open(Source::Path(folder.file(name).into())));
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
    let folder = Folder::new("own-trace");
    ask(&mut window, Action::Share(Share::Trace, folder.file("own.trace.yaml").into()));
    let written = folder.read("own.trace.yaml");
    ask(&mut window, Action::Open(Source::Path(folder.file("own.trace.yaml").into())));
    assert_eq!(window.state().trace_name(), Some("own.trace.yaml"));
    assert!(window.query_by_label("Trace of own.trace.yaml").is_some());
    assert_eq!(window.state().event(), (own.1, own.1), "it is told step by step, and over");
    ask(&mut window, Action::Seek(3));
    ask(&mut window, Command::StepForward);
    assert_eq!(window.state().event().0, 4);
    window.get_by_label("Events").click();
    settle(&mut window);
    assert!(window.query_by_label("Search events").is_some());
    ask(&mut window, Action::Share(Share::Trace, folder.file("again.trace.yaml").into()));
    let (Content::Trace(first), Content::Trace(second)) = (
        format::read(&written).unwrap().content,
        format::read(&folder.read("again.trace.yaml")).unwrap().content,
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
    open(&mut window, "alone.trace.yaml", SMALL);
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
    open(&mut window, "asked.trace.yaml", SMALL);
    assert!(window.state().trace_name().is_some());
    ask(&mut window, Action::SetEnd(End::Start, Point::new(60.0, 100.0)));
    assert_eq!(window.state().trace_name(), None);
}

#[test]
fn whoever_loads_a_pin_or_asks_across_sees_the_answer_too() {
    let mut window = first_start();
    ask(&mut window, Command::PinQuery);
    for action in [Action::LoadPin(0), Command::AskAcross.into()] {
        open(&mut window, "pinned.trace.yaml", SMALL);
        assert!(window.state().trace_name().is_some());
        ask(&mut window, action);
        assert_eq!(window.state().trace_name(), None);
    }
}

#[test]
fn a_log_of_another_program_is_shown_too() {
    let mut window = first_start();
    let log = "generating init node: root=(0, 0); left=(1, 2); right=(1, -2); f=9.5, g=0\n\
        popped off: root=(0, 0); left=(1, 2); right=(1, -2); f=9.5, g=0\nfound end - terminating!\n";
    open(&mut window, "search.log", log);
    assert!(window.state().trace_name().unwrap().ends_with("search.log"));
    assert_eq!(window.state().event(), (2, 2));
    assert!(window.query_by_label("Ask the same here").is_none(), "it does not say where to");
    assert!(window.query_by_label("where it leads is not told").is_some());
}

#[test]
fn a_broken_trace_says_the_line_and_nothing_is_lost() {
    let mut window = first_start();
    open(&mut window, "good.trace.yaml", SMALL);
    let broken = SMALL.replace("type: expanding, ", "");
    open(&mut window, "broken.trace.yaml", &broken);
    let notice = window.state().notices().last().unwrap().to_owned();
    assert!(notice.ends_with("line 6: expected the type of an event, found none"), "{notice}");
    assert!(window.query_by_label_contains("- {id: 1, pId: s, f: 9.5").is_some(), "it is quoted");
    assert!(window.state().trace_name().unwrap().ends_with("good.trace.yaml"));
    assert_eq!(window.state().open_name(), Some("islands.mesh"));
}
