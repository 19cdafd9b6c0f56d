//! Scenarios: how long frames take while many rows are scrolled through, drawn over the map, charted, and run.

use std::time::{Duration, Instant};

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use wayglass::app::{Action, App, Heat, OnScenario, Plot, Source};
use wayglass::search::batch::Column;

use super::support::{claim, corpus};
use super::{open, settle, write_field};

const N_ROWS: usize = 100_000;
const FRAMES: usize = 300;

/// Measures all of it on a real map; where that is not at hand, on a field of stars.
pub(super) fn measure() {
    let folder = corpus().join("mesh_v2");
    let (merged, map) = (folder.join("aurora-merged.mesh"), folder.join("aurora.mesh"));
    let made = std::env::temp_dir().join("wayglass-bench-rows.mesh");
    let is_at_hand = merged.is_file();
    if !is_at_hand {
        println!("aurora-merged.mesh is not at hand: a field of stars stands in for it");
        write_field(10_000, &made);
    }
    let mut window = open(if is_at_hand { &merged } else { &made }).window;
    on(&mut window, OnScenario::Sample(N_ROWS, 1));
    settle(&mut window);
    let table = window.get_by_label("Sort by row").rect().center() + egui::vec2(200.0, 60.0);
    scroll("scenario_scroll_100k", &mut window, table);
    on(&mut window, OnScenario::SetHeat(Heat::Both));
    scroll("scenario_scroll_100k_with_ends", &mut window, table);
    on(&mut window, OnScenario::SetHeat(Heat::Off));
    run("scenario_run_100k", &mut window, "none");
    // Now there is something in every cell.
    on(&mut window, OnScenario::Sort(Column::Index));
    scroll("scenario_scroll_100k_after_run", &mut window, table);
    on(&mut window, OnScenario::Show(Some(Plot::Time)));
    scroll("scenario_chart_100k", &mut window, table);
    run("scenario_run_100k_charted", &mut window, "none");
    drop(window);
    if !is_at_hand {
        return std::fs::remove_file(&made).unwrap();
    }
    let mut window = open(&map).window;
    let ctx = window.ctx.clone();
    let rows = Source::Path(folder.join("aurora.scen"));
    window.state_mut().run(Action::Open(rows), &ctx);
    settle(&mut window);
    run("scenario_run_aurora", &mut window, "< 16");
}

fn on(window: &mut Harness<'_, App>, what: OnScenario) {
    let ctx = window.ctx.clone();
    window.state_mut().run(Action::Scenario(what), &ctx);
    window.run_steps(4);
}

/// One frame on the thread of the window, in milliseconds.
fn frame(window: &mut Harness<'_, App>) -> f64 {
    let started = Instant::now();
    window.step();
    let output = window.output();
    window.ctx.tessellate(output.shapes.clone(), output.pixels_per_point);
    started.elapsed().as_secs_f64() * 1e3
}

/// Turns the wheel over the rows.
fn scroll(name: &str, window: &mut Harness<'_, App>, at: egui::Pos2) {
    let mut times = Vec::new();
    for _ in 0..FRAMES {
        window.hover_at(at);
        window.event(egui::Event::MouseWheel {
            unit: egui::MouseWheelUnit::Point,
            delta: egui::vec2(0.0, -900.0),
            modifiers: egui::Modifiers::NONE,
            phase: egui::TouchPhase::Move,
            source: egui::MouseWheelSource::Unknown,
        });
        times.push(frame(window));
    }
    times.sort_unstable_by(f64::total_cmp);
    claim(&format!("{name}_ui_ms"), times[FRAMES / 2], "< 4");
    claim(&format!("{name}_ui_p99_ms"), times[FRAMES * 99 / 100], "< 4");
}

/// Runs all rows, and lets frames pass meanwhile.
fn run(name: &str, window: &mut Harness<'_, App>, goal: &str) {
    let ctx = window.ctx.clone();
    window.state_mut().run(Action::Scenario(OnScenario::RunAll), &ctx);
    let (started, mut times) = (Instant::now(), Vec::new());
    while window.state().is_busy() {
        times.push(frame(window));
        // As a screen does that shows a hundred pictures a second.
        std::thread::sleep(Duration::from_millis(8));
    }
    let seconds = started.elapsed().as_secs_f64();
    times.sort_unstable_by(f64::total_cmp);
    claim(&format!("{name}_ui_ms"), times[times.len() / 2], goal);
    claim(&format!("{name}_ui_p99_ms"), times[times.len() * 99 / 100], goal);
    claim(&format!("{name}_seconds"), seconds, "none");
}
