use std::fs;

use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use wayglass::app::{Action, App, Command, Heat, OnScenario, Pick, Plot, Quantity, Share, Source};
use wayglass::format::{self, Content};
use wayglass::scenario::Scenario;
use wayglass::search::Algorithm;
use wayglass::search::batch::{Column, Finish};

use super::{Folder, ask, click, field, first_start, settle};

const ROWS: &str = include_str!("../../assets/islands.mesh.scen");

/// A folder of its own for a test, with files in it.
fn folder(name: &str, files: &[(&str, &[u8])]) -> Folder {
    let folder = Folder::new(name);
    for (name, bytes) in files {
        folder.put(name, bytes);
    }
    folder
}

/// The example with a scenario of which the eighth row cannot be right.
fn with_scenario(name: &str) -> Harness<'static, App> {
    let mut rows: Vec<String> = ROWS.lines().map(str::to_owned).collect();
    let cost = rows[8].rfind('\t').unwrap();
    rows[8].replace_range(cost + 1.., "999.5");
    let folder = folder(name, &[("islands.mesh.scen", rows.join("\n").as_bytes())]);
    let mut window = first_start();
    ask(&mut window, Action::Open(Source::Path(folder.0.join("islands.mesh.scen"))));
    window
}

fn on(window: &mut Harness<'_, App>, what: OnScenario) {
    ask(window, Action::Scenario(what));
}

fn listed(window: &Harness<'_, App>) -> Vec<usize> {
    window.state().listed_rows().into_iter().map(|(row, ..)| row + 1).collect()
}

fn read(bytes: &[u8]) -> Scenario {
    match format::read(bytes).unwrap().content {
        Content::Scenario(scenario) => scenario,
        _ => panic!("no scenario"),
    }
}

#[test]
fn a_scenario_is_listed_and_run_with_failures_first() {
    let mut window = with_scenario("run");
    assert_eq!(listed(&window), (1..=50).collect::<Vec<_>>());
    assert!(window.query_all_by_label("not run").next().is_some());
    window.get_by_label("Run all").click();
    settle(&mut window);
    assert_eq!(listed(&window)[..3], [8, 1, 2]);
    let summary = window.state().scenario_summary().unwrap();
    assert_eq!((summary.instances, summary.passed), (50, 49));
    assert!(window.query_by_label_contains("49 pass · 1 fail").is_some());
    assert_eq!(window.query_all_by_label("fail").count(), 1);
}

#[test]
fn columns_are_sorted_by_a_click_and_back_by_a_third() {
    let mut window = with_scenario("sort");
    on(&mut window, OnScenario::RunAll);
    window.get_by_label("Sort by row").click();
    settle(&mut window);
    assert_eq!(listed(&window)[..3], [1, 2, 3]);
    window.get_by_label("Sort by row").click();
    settle(&mut window);
    assert_eq!(listed(&window)[..3], [50, 49, 48]);
    window.get_by_label("Sort by row").click();
    settle(&mut window);
    assert_eq!(listed(&window)[..3], [8, 1, 2]);
    on(&mut window, OnScenario::Sort(Column::Cost));
    let dearest = listed(&window)[0];
    on(&mut window, OnScenario::Choose(dearest as u32 - 1, Pick::Only));
    let most = window.state().cost().unwrap();
    on(&mut window, OnScenario::Choose(0, Pick::Only));
    assert!(window.state().cost().unwrap() <= most);
}

#[test]
fn rows_are_filtered_and_what_cannot_be_read_is_said() {
    let mut window = with_scenario("filter");
    on(&mut window, OnScenario::RunAll);
    field(&window, "Filter rows").focus();
    window.run_ok();
    field(&window, "Filter rows").type_text("fail");
    settle(&mut window);
    assert_eq!(listed(&window), [8]);
    assert!(window.query_by_label("1 of 50 rows").is_some());
    on(&mut window, OnScenario::Filter("failing>".to_owned()));
    assert_eq!(listed(&window), [8], "the list stays");
    assert!(window.query_by_label_contains("Cannot read \"failing>\"").is_some());
    on(&mut window, OnScenario::Filter("row 3-5".to_owned()));
    assert_eq!(listed(&window), [3, 4, 5]);
}

#[test]
fn a_click_on_a_row_asks_it_and_keys_go_on_from_there() {
    let mut window = with_scenario("click");
    window.get_by_label("Row 3").click();
    settle(&mut window);
    assert_eq!(window.state().picked_row(), 2);
    let third = window.state().cost().unwrap();
    window.key_press(Key::ArrowDown);
    settle(&mut window);
    assert_eq!(window.state().picked_row(), 3);
    assert_ne!(window.state().cost(), Some(third));
    window.key_press(Key::ArrowUp);
    settle(&mut window);
    assert_eq!(window.state().cost(), Some(third));
    // From the third to the fifth, and only those are run.
    window.key_press_modifiers(Modifiers::SHIFT, Key::ArrowDown);
    window.key_press_modifiers(Modifiers::SHIFT, Key::ArrowDown);
    settle(&mut window);
    window.get_by_label("Run selected").click();
    settle(&mut window);
    assert_eq!(window.state().scenario_summary().unwrap().instances, 3);
    on(&mut window, OnScenario::Choose(9, Pick::Toggle));
    on(&mut window, OnScenario::RunSelected);
    assert_eq!(window.state().scenario_summary().unwrap().instances, 4);
}

/// Asks for a run, and stops it when some of its rows have come in, but not all.
fn stop_early(
    window: &mut Harness<'_, App>,
    what: impl Into<Action>,
    has_some: impl Fn(&Harness<'_, App>) -> bool,
) {
    let ctx = window.ctx.clone();
    window.state_mut().run(what.into(), &ctx);
    for _ in 0..100_000 {
        window.step();
        if has_some(window) {
            break;
        }
    }
    assert!(window.state().is_busy(), "it was over too soon");
    on(window, OnScenario::Cancel);
}

fn n_run(window: &Harness<'_, App>) -> usize {
    window.state().scenario_summary().unwrap().instances
}

/// So many rows take longer than a few frames.
const MANY: usize = 30_000;

#[test]
fn a_run_is_stopped_and_what_was_known_stays() {
    let mut window = first_start();
    on(&mut window, OnScenario::Sample(MANY, 5));
    stop_early(&mut window, Action::Scenario(OnScenario::RunAll), |window| 0 < n_run(window));
    let n_known = n_run(&window);
    assert!(0 < n_known && n_known < MANY, "{n_known}");
    let ran = window.state().listed_rows();
    assert_eq!(ran.iter().filter(|(_, finish, _)| *finish == Finish::Pass).count(), n_known);
    // Another run in the same way counts what is there already.
    on(&mut window, OnScenario::Choose(0, Pick::Only));
    on(&mut window, OnScenario::RunSelected);
    assert!(n_known <= n_run(&window));
    on(&mut window, OnScenario::RunAll);
    assert_eq!(window.state().scenario_summary().unwrap().passed, MANY);
}

#[test]
fn rows_of_another_algorithm_are_told_apart_and_not_counted() {
    let mut window = with_scenario("old");
    on(&mut window, OnScenario::RunAll);
    ask(&mut window, Action::SetAlgorithm(Algorithm::AstarFunnel));
    on(&mut window, OnScenario::Choose(0, Pick::Only));
    on(&mut window, OnScenario::Choose(2, Pick::Toggle));
    on(&mut window, OnScenario::RunSelected);
    let old = window.state().old_rows();
    assert_eq!(old.len(), 48);
    assert!(!old.contains(&0) && !old.contains(&2));
    assert_eq!(n_run(&window), 2);
    assert!(window.query_by_label_contains("48 rows are of an earlier run").is_some());
    assert!(window.query_all_by_label("pass (old)").next().is_some());
    on(&mut window, OnScenario::Filter("old".to_owned()));
    assert_eq!(listed(&window).len(), 48);
    let folder = folder("old-csv", &[]);
    ask(&mut window, Action::Share(Share::Rows, folder.0.join("results.csv")));
    let csv = fs::read_to_string(folder.0.join("results.csv")).unwrap();
    assert_eq!(csv.lines().count(), 3, "{csv}");
    assert!(csv.lines().skip(1).all(|line| line.ends_with(",astar-funnel")), "{csv}");
    on(&mut window, OnScenario::RunAll);
    assert_eq!((window.state().old_rows().len(), n_run(&window)), (0, 50));
}

#[test]
fn rows_of_the_map_as_it_was_are_marked_when_running_again_is_stopped() {
    let mut window = first_start();
    on(&mut window, OnScenario::Sample(MANY, 5));
    on(&mut window, OnScenario::RunAll);
    let start = read(ROWS.as_bytes()).instances[0].start;
    ask_at_once(&mut window, Action::SelectAt(start));
    stop_early(&mut window, Command::ToggleWalkable, |window| {
        !window.state().old_rows().is_empty() && 0 < n_run(window)
    });
    let n_old = window.state().old_rows().len();
    assert!(0 < n_old && n_old < MANY, "{n_old}");
    assert_eq!(n_run(&window) + n_old, MANY);
    assert!(window.query_by_label_contains("of an earlier run").is_some());
}

/// Asks for something, and lets one frame pass.
fn ask_at_once(window: &mut Harness<'_, App>, action: Action) {
    let ctx = window.ctx.clone();
    window.state_mut().run(action, &ctx);
    window.step();
}

#[test]
fn rows_that_a_change_of_the_map_touches_are_marked() {
    let mut window = with_scenario("changed");
    on(&mut window, OnScenario::RunAll);
    let changed = |window: &Harness<'_, App>| {
        window.state().listed_rows().iter().filter(|(_, _, changed)| *changed).count()
    };
    assert_eq!(changed(&window), 0);
    // Faces are blocked on which rows start: at least those have no path any more.
    let rows = read(ROWS.as_bytes());
    for row in 0..4 {
        ask(&mut window, Action::SelectAt(rows.instances[row].start));
        ask(&mut window, Command::ToggleWalkable);
    }
    let n_changed = changed(&window);
    assert!(0 < n_changed, "some rows have changed");
    assert!(window.query_by_label_contains(" changed").is_some());
    on(&mut window, OnScenario::Filter("changed".to_owned()));
    assert_eq!(listed(&window).len(), n_changed);
    on(&mut window, OnScenario::Filter(String::new()));
    for _ in 0..4 {
        ask(&mut window, Command::Undo);
    }
    assert_eq!(changed(&window), 0, "all is as it was");
    on(&mut window, OnScenario::SetReruns(false));
    ask(&mut window, Command::Redo);
    assert!(window.query_by_label("The map was changed since these were run").is_some());
}

#[test]
fn the_same_seed_makes_the_same_scenario_and_it_reads_back() {
    let mut window = first_start();
    let folder = folder("sample", &[]);
    let mut saved = Vec::new();
    for (name, seed) in [("a.scen", 7), ("b.scen", 7), ("c.scen", 8)] {
        ask(&mut window, Command::SampleScenario);
        window.get_by_label("The same seed makes the same queries");
        on(&mut window, OnScenario::Sample(200, seed));
        ask(&mut window, Action::Share(Share::Rows, folder.0.join(name)));
        saved.push(read(&fs::read(folder.0.join(name)).unwrap()));
    }
    assert_eq!(saved[0], saved[1]);
    assert_ne!(saved[0], saved[2]);
    assert_eq!(saved[0].instances.len(), 200);
    // What was found is what is expected of it.
    on(&mut window, OnScenario::RunAll);
    assert_eq!(window.state().scenario_summary().unwrap().passed, 200);
    ask(&mut window, Action::Share(Share::Rows, folder.0.join("results.csv")));
    let csv = fs::read_to_string(folder.0.join("results.csv")).unwrap();
    assert_eq!(csv.lines().count(), 201);
    assert!(csv.lines().skip(1).all(|line| line.contains(",pass,")), "{csv}");
    ask(&mut window, Action::Share(Share::Rows, folder.0.join("results.odt")));
    let notice = window.state().notices().last().unwrap();
    assert_eq!(notice, "Rows are saved as .scen, results as .csv");
}

#[test]
fn a_scenario_brings_its_map_in_whichever_spelling() {
    let map = include_bytes!("../../assets/islands.mesh");
    let rows = ROWS.replace("islands.mesh", "maps/ISLANDS.map.mesh");
    let files: [(&str, &[u8]); 3] =
        [("Islands.mesh", map), ("some.scen", rows.as_bytes()), ("islands.txt", b"no map")];
    let folder = folder("beside", &files);
    let mut window = super::empty();
    ask(&mut window, Action::Open(Source::Path(folder.0.join("some.scen"))));
    assert_eq!(window.state().open_name(), Some("Islands.mesh"));
    assert_eq!(window.state().scenario_name(), Some("some.scen"));
    ask(&mut window, Command::RunScenario);
    assert_eq!(window.state().scenario_summary().unwrap().passed, 50);
}

#[test]
fn a_scenario_of_another_map_is_allowed_and_said() {
    let rows = ROWS.replace("islands.mesh", "elsewhere.mesh");
    let folder = folder("other", &[("x.scen", rows.as_bytes())]);
    let mut window = first_start();
    ask(&mut window, Action::Open(Source::Path(folder.0.join("x.scen"))));
    let notice = window.state().notices().last().unwrap();
    assert!(notice.ends_with("for elsewhere.mesh, but islands.mesh is open"), "{notice}");
    on(&mut window, OnScenario::RunAll);
    assert_eq!(window.state().scenario_summary().unwrap().instances, 50);
}

#[test]
fn rows_are_charted_and_a_click_on_a_dot_asks_it() {
    let mut window = with_scenario("chart");
    on(&mut window, OnScenario::RunAll);
    let folder = folder("charts", &[]);
    for plot in [Plot::Nodes, Plot::Times, Plot::Time] {
        on(&mut window, OnScenario::Show(Some(plot)));
        let path = folder.0.join("chart.svg");
        ask(&mut window, Action::Share(Share::Chart, path.clone()));
        let svg = fs::read_to_string(path).unwrap();
        let n_dots = svg.matches("<circle").count();
        // One fails and is a cross; one more disc says what they mean.
        assert_eq!(n_dots, if plot == Plot::Times { 0 } else { 49 + 1 }, "{plot:?}");
        assert_eq!(svg.contains(">fail<"), plot != Plot::Times);
    }
    ask(&mut window, Action::Share(Share::Chart, folder.0.join("chart.png")));
    assert!(fs::read(folder.0.join("chart.png")).unwrap().starts_with(b"\x89PNG"));
    let chart = window.get_by_label("Chart of the scenario").rect();
    on(&mut window, OnScenario::Choose(0, Pick::Only));
    let mut picked = std::collections::BTreeSet::new();
    for step in 0..60_u8 {
        let part = f32::from(step) / 60.0;
        click(&mut window, chart.lerp_inside(egui::vec2(part, 0.6)));
        picked.insert(window.state().picked_row());
    }
    assert!(1 < picked.len(), "{picked:?}");
}

#[test]
fn a_chart_bears_any_wheel_and_shows_what_is_there() {
    let mut window = with_scenario("wheel");
    on(&mut window, OnScenario::RunAll);
    on(&mut window, OnScenario::Show(Some(Plot::Nodes)));
    window.run_steps(4);
    let whole = window.state().charted_dots();
    assert!(25 < whole && whole <= 50, "{whole}");
    let chart = window.get_by_label("Chart of the scenario").rect();
    for turn in [1.0, -1.0, 1.0, -1.0] {
        for _ in 0..30 {
            window.hover_at(chart.lerp_inside(egui::vec2(0.7, 0.3)));
            window.event(egui::Event::MouseWheel {
                unit: egui::MouseWheelUnit::Point,
                delta: egui::vec2(0.0, turn * 1e4),
                modifiers: Modifiers::NONE,
                phase: egui::TouchPhase::Move,
                source: egui::MouseWheelSource::Unknown,
            });
            window.event(egui::Event::Zoom(if turn < 0.0 { 1e-9 } else { 1e9 }));
            window.step();
        }
        window.run_steps(8);
        let shown = window.state().charted_dots();
        assert_eq!(shown < whole / 2, 0.0 < turn, "{shown} of {whole}");
    }
}

#[test]
fn a_chart_is_not_made_anew_for_every_row_that_comes_in() {
    let mut window = first_start();
    on(&mut window, OnScenario::Sample(MANY, 5));
    on(&mut window, OnScenario::RunAll);
    on(&mut window, OnScenario::Show(Some(Plot::Time)));
    let (before, ctx) = (window.state().charts_made(), window.ctx.clone());
    window.state_mut().run(Action::Scenario(OnScenario::RunAll), &ctx);
    let mut n_frames = 0;
    while window.state().is_busy() {
        window.step();
        n_frames += 1;
    }
    let n_made = window.state().charts_made() - before;
    // A frame of a test is a quarter of a second.
    assert!(0 < n_made && 2 * n_made <= n_frames + 4, "{n_made} in {n_frames} frames");
}

#[test]
fn another_algorithm_is_run_over_the_same_rows() {
    let mut window = with_scenario("against");
    on(&mut window, OnScenario::RunAll);
    on(&mut window, OnScenario::Show(Some(Plot::Against(Algorithm::AstarFunnel, Quantity::Time))));
    window.get_by_label_contains("to compare").click();
    settle(&mut window);
    assert!(window.query_by_label_contains("50 dots").is_some());
    assert_eq!(window.state().scenario_summary().unwrap().passed, 49, "the rows stay");
    // Where it finds longer paths, dots have another shape, and the table lists them.
    on(&mut window, OnScenario::Show(Some(Plot::Against(Algorithm::AstarFunnel, Quantity::Cost))));
    assert!(window.query_by_label("costs differ").is_some());
    on(&mut window, OnScenario::Show(None));
    on(&mut window, OnScenario::Filter("differs".to_owned()));
    let n_differing = listed(&window).len();
    assert!(0 < n_differing && n_differing < 50, "{n_differing}");
    let told = format!("{n_differing} differ from the other algorithm");
    assert!(window.query_by_label_contains(&told).is_some());
    assert!(window.query_by_label("Sort by other").is_some());
}

#[test]
fn another_algorithm_goes_on_where_it_was_stopped() {
    let mut window = first_start();
    on(&mut window, OnScenario::Sample(MANY, 5));
    on(&mut window, OnScenario::RunAll);
    let plot = Plot::Against(Algorithm::AstarFunnel, Quantity::Nodes);
    on(&mut window, OnScenario::Show(Some(plot)));
    let run = Action::Scenario(OnScenario::RunOther(Algorithm::AstarFunnel));
    stop_early(&mut window, run, |window| {
        window.query_by_label_contains("dots;").is_some()
            || window.query_by_label_contains("dots:").is_some()
    });
    window.get_by_label_contains("Go on by A*").click();
    settle(&mut window);
    assert!(window.query_by_label_contains("Go on by").is_none());
    assert_eq!(window.state().scenario_summary().unwrap().passed, MANY);
}

#[test]
fn two_algorithms_are_compared_on_one_map_only() {
    let mut window = with_scenario("one-map");
    on(&mut window, OnScenario::RunAll);
    on(&mut window, OnScenario::RunOther(Algorithm::AstarFunnel));
    on(&mut window, OnScenario::Show(Some(Plot::Against(Algorithm::AstarFunnel, Quantity::Time))));
    assert!(window.query_by_label_contains("50 dots").is_some());
    on(&mut window, OnScenario::SetReruns(false));
    ask(&mut window, Action::SelectAt(read(ROWS.as_bytes()).instances[0].start));
    ask(&mut window, Command::ToggleWalkable);
    on(&mut window, OnScenario::RunAll);
    assert!(window.query_by_label_contains("to compare").is_some());
}

/// How many pictures are painted beside the letters.
fn n_pictures(window: &Harness<'_, App>) -> usize {
    let output = window.output();
    let painted = window.ctx.tessellate(output.shapes.clone(), output.pixels_per_point);
    let textures: std::collections::BTreeSet<u64> = painted
        .iter()
        .filter_map(|painted| match &painted.primitive {
            egui::epaint::Primitive::Mesh(mesh) => match mesh.texture_id {
                egui::TextureId::Managed(id) => Some(id).filter(|id| *id != 0),
                egui::TextureId::User(_) => None,
            },
            egui::epaint::Primitive::Callback(_) => None,
        })
        .collect();
    textures.len()
}

#[test]
fn starts_and_goals_are_drawn_over_the_map() {
    let mut window = first_start();
    on(&mut window, OnScenario::Sample(5_000, 1));
    let before = n_pictures(&window);
    for (heat, n_shades) in [(Heat::Starts, 1), (Heat::Goals, 1), (Heat::Both, 2), (Heat::Off, 0)] {
        on(&mut window, OnScenario::SetHeat(heat));
        assert_eq!(n_pictures(&window) - before, n_shades, "{heat:?}");
        ask(&mut window, Command::ToggleTheme);
        assert_eq!(n_pictures(&window) - before, n_shades, "{heat:?} in other colours");
        for _ in 0..12 {
            ask(&mut window, Command::ZoomIn);
        }
        assert_eq!(n_pictures(&window), before, "{heat:?}: few are marks");
        ask(&mut window, Command::Fit);
    }
}

#[test]
fn a_scenario_stays_with_the_map_that_it_opens_whatever_it_calls_it() {
    let map = include_bytes!("../../assets/islands.mesh");
    let rows = ROWS.replace("islands.mesh", "elsewhere.mesh");
    let files: [(&str, &[u8]); 2] = [("mine.mesh", map), ("mine.mesh.scen", rows.as_bytes())];
    let folder = folder("own-map", &files);
    let mut window = first_start();
    ask(&mut window, Action::Open(Source::Path(folder.0.join("mine.mesh.scen"))));
    assert_eq!(window.state().open_name(), Some("mine.mesh"));
    assert_eq!(window.state().scenario_name(), Some("mine.mesh.scen"));
    on(&mut window, OnScenario::RunAll);
    ask(&mut window, Command::Reload);
    assert_eq!(window.state().scenario_name(), Some("mine.mesh.scen"), "and when it is read again");
    assert_eq!(window.state().scenario_summary().unwrap().passed, 50);
}

#[test]
fn what_was_made_on_a_grid_passes() {
    let mut window = first_start();
    ask(&mut window, Action::Open(super::example("maze.map")));
    on(&mut window, OnScenario::Sample(60, 3));
    on(&mut window, OnScenario::RunAll);
    assert_eq!(window.state().scenario_summary().unwrap().passed, 60);
}

#[test]
fn writing_results_leaves_what_they_are_compared_with() {
    let mut window = with_scenario("marks");
    on(&mut window, OnScenario::RunAll);
    ask(&mut window, Action::SelectAt(read(ROWS.as_bytes()).instances[0].start));
    ask(&mut window, Command::ToggleWalkable);
    let changed = |window: &Harness<'_, App>| {
        window.state().listed_rows().iter().filter(|(_, _, changed)| *changed).count()
    };
    let n_changed = changed(&window);
    assert!(0 < n_changed);
    let folder = folder("marks-csv", &[]);
    ask(&mut window, Action::Share(Share::Rows, folder.0.join("results.csv")));
    assert_eq!(changed(&window), n_changed);
}

#[test]
fn what_was_saved_is_what_later_results_are_compared_with() {
    let mut window = with_scenario("saved");
    on(&mut window, OnScenario::RunAll);
    let changed = |window: &Harness<'_, App>| {
        window.state().listed_rows().iter().filter(|(_, _, changed)| *changed).count()
    };
    ask(&mut window, Action::SelectAt(read(ROWS.as_bytes()).instances[0].start));
    ask(&mut window, Command::ToggleWalkable);
    assert!(0 < changed(&window));
    let folder = folder("settled", &[]);
    let path = folder.0.join("islands.mesh");
    ask(&mut window, Action::SaveTo(path, wayglass::app::Overwrite::Yes));
    assert_eq!(changed(&window), 0);
    ask(&mut window, Command::Undo);
    assert!(0 < changed(&window), "now the other way round");
}
