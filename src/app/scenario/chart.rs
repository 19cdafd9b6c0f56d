//! The rows of a scenario as a chart: a click on a dot asks what its row asks.

use crate::draw::chart::{Axis, Chart, Dot, Scale, flat};
use crate::draw::{Ink, Size, Theme};
use crate::geom::Point;
use crate::search::batch::{Case, Judgement};
use crate::text::{counted, grouped};

use super::super::paint::WindowPen;
use super::super::{Action, App, Command, widgets};
use super::{KnownScenario, OnScenario, Pick, Plot};

/// A chart as it was painted last.
pub(in super::super) struct PaintedChart {
    /// Of what: the plot, the number of changes of the rows, the size.
    of: (Plot, u64, Size),
    chart: Chart,
    /// How many dots there were before those were left out that nobody would see.
    n_dots: usize,
}

/// How far from a dot a click may be, in points.
const REACH: f64 = 8.0;
/// No more dots are painted.
const N_DOTS: usize = 2_500;
/// How many bars a histogram has.
const N_BARS: usize = 40;

/// The chart of what came of the rows.
pub(in super::super) fn of(known: &KnownScenario, plot: Plot) -> Chart {
    let by = known.ran.as_ref().map(|(_, manner)| manner.algorithm).unwrap_or_default().title();
    let title = format!("{}, {by}", known.name);
    let chart = match plot {
        Plot::Time | Plot::Nodes => {
            let is_time = plot == Plot::Time;
            let value = |case: &Case<'_>| {
                let row = case.row?;
                Some(if is_time { row.micros } else { row.counters.expanded as f64 })
            };
            let dots = dots(known, |case| Some([case.cost()?, value(case)?]));
            let y = if is_time { "time in microseconds" } else { "expanded nodes" };
            let x = Axis::around("cost", Scale::Linear, dots.iter().map(|dot| dot.at[0]));
            let y = Axis::around(y, Scale::Log, dots.iter().map(|dot| dot.at[1]));
            Chart { x, y, dots, ..Chart::default() }
        }
        Plot::Times => histogram(known.results().map(|(_, row, _)| row.micros)),
        Plot::Against(other) => {
            let rows = known.other.as_ref().filter(|known| known.algorithm == other);
            let micros = |case: &Case<'_>| Some(rows?.rows.get(case.index)?.as_ref()?.micros);
            let dots = dots(known, |case| Some([case.row?.micros, micros(case)?]));
            // The same range on both, so that the diagonal is one.
            let all = || dots.iter().flat_map(|dot| dot.at);
            let x = Axis::around(format!("time in microseconds, {by}"), Scale::Log, all());
            let y =
                Axis::around(format!("time in microseconds, {}", other.title()), Scale::Log, all());
            return Chart {
                title: known.name.clone(),
                x,
                y,
                dots,
                diagonal: true,
                bars: Vec::new(),
            };
        }
    };
    Chart { title, ..chart }
}

/// A dot for each row that has a place; those that fail lie on top.
fn dots(known: &KnownScenario, place: impl Fn(&Case<'_>) -> Option<[f64; 2]>) -> Vec<Dot> {
    let mut dots: Vec<Dot> = known
        .cases()
        .filter_map(|case| {
            Some(Dot { at: place(&case)?, ink: ink(case.judgement()?), id: case.index as u32 })
        })
        .collect();
    dots.sort_by_key(|dot| dot.ink == Ink::BrokenPin);
    dots
}

/// The colours of pinned queries: there, too, one is as it should be, or broken.
fn ink(judgement: Judgement) -> Ink {
    match judgement {
        Judgement::Pass => Ink::Pin,
        Judgement::Fail => Ink::BrokenPin,
        Judgement::Unknown => Ink::Category(0),
    }
}

/// How many values are how large, in bars that are equally wide along a logarithm.
fn histogram(values: impl Iterator<Item = f64>) -> Chart {
    let values: Vec<f64> = values.filter(|value| 0.0 < *value).collect();
    let x = Axis::around("time in microseconds", Scale::Log, values.iter().copied());
    let [low, high] = x.range;
    let edge = |place: usize| low * (high / low).powf(place as f64 / N_BARS as f64);
    let mut counts = [0_u32; N_BARS];
    for value in values {
        let part = (value / low).ln() / (high / low).ln();
        counts[((part * N_BARS as f64) as usize).min(N_BARS - 1)] += 1;
    }
    let bar = |(place, count): (usize, &u32)| [edge(place), edge(place + 1), f64::from(*count)];
    let bars: Vec<[f64; 3]> = counts.iter().enumerate().map(bar).collect();
    let counts = [0.0].into_iter().chain(bars.iter().map(|bar| bar[2]));
    let y = Axis::around("rows", Scale::Linear, counts);
    Chart { x, y, bars, ..Chart::default() }
}

/// The chart in the tab.
pub(super) fn chart_ui(app: &mut App, plot: Plot, ui: &mut egui::Ui, asked: &mut Vec<Action>) {
    let Some(known) = &app.scenario else { return };
    if known.summary.instances == 0 {
        ui.weak("Run the scenario to see what came of it");
        return;
    }
    if let Plot::Against(other) = plot {
        let is_known = known.other.as_ref().is_some_and(|known| known.algorithm == other);
        if !is_known {
            let text = format!("Run all rows by {} to compare", other.title());
            let button = ui.add_enabled(known.running.is_none(), egui::Button::new(text));
            if button.clicked() {
                asked.push(Action::Scenario(OnScenario::RunOther(other)));
            }
            return;
        }
    }
    ui.horizontal(|ui| {
        widgets::command_button(app, ui, Command::SaveChart, asked);
        if let Some(painted) = &app.panels.chart {
            let (n_drawn, n_dots) = (painted.chart.dots.len(), painted.n_dots);
            let text = match n_dots {
                0 => String::new(),
                _ if n_drawn == n_dots => {
                    format!("{}; a click asks that row", counted(n_dots, "dot"))
                }
                _ => format!(
                    "{} of {}: the others lie beside or under these; a click asks that row",
                    grouped(n_drawn),
                    counted(n_dots, "dot")
                ),
            };
            ui.weak(text);
        }
    });
    let room = ui.available_size().max(egui::vec2(60.0, 60.0));
    let (rect, response) = ui.allocate_exact_size(room, egui::Sense::click());
    widgets::name(&response, "Chart of the scenario");
    let Ok(size) = Size::new(rect.width() as u32, rect.height() as u32) else { return };
    let of = (plot, known.n_changes, size);
    if app.panels.chart.as_ref().is_none_or(|painted| painted.of != of) {
        let chart = self::of(known, plot);
        let n_dots = chart.dots.len();
        app.panels.chart = Some(PaintedChart { of, chart: chart.thinned(size, N_DOTS), n_dots });
    }
    let Some(PaintedChart { chart, .. }) = &app.panels.chart else { return };
    let theme = if ui.visuals().dark_mode { Theme::Dark } else { Theme::Light };
    let painter = ui.painter_at(rect);
    chart.draw(&mut WindowPen::new(&painter, rect.min, flat(size), theme));
    let Some(at) = response.hover_pos().map(|at| at - rect.min) else { return };
    let at = Point::new(f64::from(at.x), f64::from(at.y));
    let Some(dot) = chart.dot_at(size, at, REACH) else { return };
    let row = dot.id;
    if response.clicked() {
        asked.push(Action::Scenario(OnScenario::Choose(row, Pick::Only)));
    }
    response.on_hover_text(format!("row {}", grouped(row as usize + 1)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dot_can_be_seen_in_files_too() {
        for judgement in [Judgement::Pass, Judgement::Fail, Judgement::Unknown] {
            let dot = Dot { at: [2.0, 2.0], ink: ink(judgement), id: 0 };
            let axis = || Axis::around("n", Scale::Linear, [1.0, 3.0]);
            let chart = Chart { x: axis(), y: axis(), dots: vec![dot], ..Chart::default() };
            let (size, theme) = (Size::new(200, 150).unwrap(), Theme::Light);
            let empty = Chart { dots: Vec::new(), ..chart.clone() };
            let rgba = |chart: &Chart| chart.pixels(size, theme).unwrap().rgba().to_vec();
            assert_ne!(rgba(&chart), rgba(&empty), "{judgement:?}");
        }
    }
}
