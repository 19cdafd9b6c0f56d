use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use wayglass::app::{Action, App, Command, Source};
use wayglass::geom::Point;
use wayglass::mesh::Element;
use wayglass::tool::Ends;

use super::{ask, example, first_start, settle};

fn type_number(window: &mut Harness<'_, App>, label: &str, text: &str) {
    window.get_by_role_and_label(egui::Role::SpinButton, label).focus();
    window.step();
    window.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::A);
    window.step();
    window.event(egui::Event::Text(text.to_owned()));
    window.step();
    window.key_press(egui::Key::Enter);
    settle(window);
}

#[test]
fn what_is_no_number_is_not_taken() {
    let mut window = first_start();
    ask(&mut window, Action::Open(example("blobs.txt")));
    let radius = |window: &Harness<'_, App>| {
        window.state().document().unwrap().layout().unwrap().agent.radius
    };
    type_number(&mut window, "Radius", "0.5");
    assert_eq!(radius(&window), 0.5);
    for text in ["NaN", "-nan", "inf", "1e999", "x"] {
        type_number(&mut window, "Radius", text);
        assert_eq!(radius(&window), 0.5, "{text}");
    }
    for (set, taken) in
        [(f64::NAN, 0.5), (-7.0, 0.0), (2.0, 2.0), (f64::INFINITY, 2.0), (1e-320, 0.0)]
    {
        window.get_by_role_and_label(egui::Role::SpinButton, "Radius").set_value_accesskit(set);
        settle(&mut window);
        assert_eq!(radius(&window), taken, "{set}");
    }
}

#[test]
fn every_tab_bears_every_size_of_the_window() {
    for tab in ["Events", "Chart", "Breakpoints", "Statistics", "Scenario", "Compare", "History"] {
        let mut window = first_start();
        window.get_by_label(tab).click();
        settle(&mut window);
        for size in [[2.0, 50.0], [1.0, 1.0], [60.0, 800.0], [250.0, 300.0], [3840.0, 30.0]] {
            window.set_size(size.into());
            window.run_steps(3);
        }
        window.set_size([1280.0, 800.0].into());
        settle(&mut window);
        assert_eq!(window.query_all_by_label(tab).count(), 1, "{tab}");
    }
}

/// Two squares of two triangles each, apart from each other.
const APART: &str = "mesh\n3\n8 4\n0 0\n9 0\n9 9\n0 9\n20 0\n29 0\n29 9\n20 9\n\
    1 3 1 2 3 0 0 2\n1 3 1 3 4 1 0 0\n1 3 5 6 7 0 0 4\n1 3 5 7 8 3 0 0\n";

#[test]
fn why_there_is_no_path_is_told_of_the_map_as_it_is() {
    let path = std::env::temp_dir().join(format!("wayglass-apart-{}.mesh", std::process::id()));
    std::fs::write(&path, APART).unwrap();
    let mut window = first_start();
    ask(&mut window, Action::Open(Source::Path(path.clone())));
    std::fs::remove_file(&path).unwrap();
    let face = window.state().document().unwrap().mesh().unwrap().faces().last().unwrap().id;
    let ends = Ends { start: Some(Point::new(8.0, 1.0)), goal: Some(Point::new(28.0, 1.0)) };
    // Without a frame in between: what is found out about the map before comes after the change.
    let ctx = window.ctx.clone();
    let app = window.state_mut();
    app.run(Action::SetEnds(ends), &ctx);
    app.run(Action::Select(Some(Element::Face(face))), &ctx);
    app.run(Command::DeleteFace.into(), &ctx);
    settle(&mut window);
    assert_eq!(window.state().contradictions(), Vec::<String>::new());
    assert_eq!(window.state().causes().first().map(|cause| cause.0), Some("other_island"));
}

#[test]
fn charts_bear_whatever_a_trace_tells() {
    let path =
        std::env::temp_dir().join(format!("wayglass-wild-{}.trace.yaml", std::process::id()));
    for costs in [
        ["1e300", "-1e300", "1e308", "5"],
        [".nan", ".inf", "-.inf", "3"],
        ["1e-300", "0", "-0.0", "4.9e-324"],
        ["1e300", "1e300", "1e300", "1e300"],
    ] {
        let event = |i: usize| {
            let (f, parent) = (costs[i % 4], i.max(1) - 1);
            format!(
                "  - {{type: generating, id: {i}, pId: {parent}, f: {f}, g: {f}, x: {i}, y: 3}}\n"
            )
        };
        let events: String = (0..40).map(event).collect();
        std::fs::write(&path, format!("version: 1.4.0\nevents:\n{events}")).unwrap();
        let mut window = first_start();
        window.get_by_label("Chart").click();
        ask(&mut window, Action::Open(Source::Path(path.clone())));
        for size in [[1280.0, 800.0], [640.0, 420.0], [3840.0, 2160.0]] {
            window.set_size(size.into());
            window.run_steps(3);
        }
        assert_eq!(window.state().contradictions(), Vec::<String>::new());
    }
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn a_path_that_no_file_can_have_is_a_sentence() {
    let mut window = first_start();
    ask(&mut window, Action::OpenTyped("a\0b.mesh".to_owned()));
    let notice = window.state().notices().last().unwrap();
    assert!(notice.starts_with("a b.mesh: cannot read it"), "{notice}");
    assert_eq!(window.state().open_name(), Some("islands.mesh"));
}
