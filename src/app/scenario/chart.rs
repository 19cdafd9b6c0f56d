//! The rows of a scenario as a chart that can be looked at closely: a click on a dot asks what its row asks.

use egui_plot::{Bar, BarChart, CoordinatesFormatter, Corner, GridInput, GridMark, Line};
use egui_plot::{MarkerShape, PlotBounds, PlotPoint, PlotPoints, PlotTransform, Points};

use crate::draw::chart::{Axis, Chart, Dot, Kind, flat, of_rows};
use crate::draw::{Pen as _, Size, Theme};
use crate::geom::Point;
use crate::search::Algorithm;
use crate::text::{counted, grouped};

use super::super::paint::{WindowPen, color32};
use super::super::widgets::{self, number};
use super::super::{Action, App, Command};
use super::{KnownScenario, OnScenario, Pick, Plot, Rows};

/// A chart as it was made last.
pub(in super::super) struct PaintedChart {
    /// Of what: the plot, and the number of changes of the rows.
    of: (Plot, u64),
    /// All of it.
    chart: Chart,
    /// Which kinds of dots are in it.
    kinds: Vec<Kind>,
    /// When it was made, in seconds.
    made: f64,
    seen: Seen,
    /// The dots of which something can be seen there.
    pub(super) dots: Vec<Dot>,
    /// When they were chosen, and for what.
    chosen: Option<(f64, Seen)>,
    /// How often it was made.
    pub(super) n_made: usize,
}

/// Which part of a chart is shown, and how many pixels that is wide and high.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Seen {
    x: [f64; 2],
    y: [f64; 2],
    pixels: [u32; 2],
}

/// How far from a dot a click may be, in points.
const REACH: f32 = 8.0;
/// No more dots are painted.
const N_DOTS: usize = 2_500;
/// While rows come in, a chart is made no more often than this, in seconds.
const PAUSE: f64 = 0.3;
/// The whole of an axis: what a plot is given are parts of it, so that nothing in it is larger than any plot can bear.
const WHOLE: [f64; 2] = [0.0, 1.0];

/// The chart of what came of rows that were searched by an algorithm.
pub(in super::super) fn of(name: &str, rows: &Rows, by: Algorithm, plot: Plot) -> Chart {
    let title = match plot {
        Plot::Against(..) => name.to_owned(),
        Plot::Time | Plot::Nodes | Plot::Times => format!("{name}, {}", by.title()),
    };
    Chart { title, ..of_rows(plot, by, rows.cases()) }
}

/// The chart in the tab.
pub(super) fn chart_ui(app: &mut App, plot: Plot, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    let Some(known) = &app.scenario else { return };
    let Some((_, manner)) = known.ran.as_ref().filter(|_| known.summary.instances != 0) else {
        ui.weak("Run the scenario to see what came of it");
        return;
    };
    if let Plot::Against(other, _) = plot
        && !other_ui(known, other, ui, wishes)
    {
        return;
    }
    let now = ui.input(|input| input.time);
    let (of, may_wait) = ((plot, known.n_changes), known.running.is_some());
    let last = app.panels.chart.as_ref();
    let is_good = |last: &PaintedChart| {
        last.of == of || (may_wait && last.of.0 == plot && now < last.made + PAUSE)
    };
    if !last.is_some_and(is_good) {
        let chart = self::of(&known.name, &known.rows, manner.algorithm, plot);
        let all = Seen { x: WHOLE, y: WHOLE, pixels: [0, 0] };
        let chart = PaintedChart {
            of,
            kinds: chart.kinds().collect(),
            chart,
            made: now,
            seen: last.filter(|last| last.of.0 == plot).map_or(all, |last| last.seen),
            dots: Vec::new(),
            chosen: None,
            n_made: last.map_or(0, |last| last.n_made) + 1,
        };
        app.panels.chart = Some(chart);
    }
    ui.horizontal(|ui| {
        widgets::command_button(app, ui, Command::SaveChart, wishes);
        if let Some(painted) = &app.panels.chart {
            legend_ui(&painted.kinds, ui);
            ui.weak(counted_dots(painted.dots.len(), painted.chart.dots.len()));
        }
    });
    let Some(painted) = &mut app.panels.chart else { return };
    if let Some(row) = painted.show(ui, now) {
        wishes.push(Action::Scenario(OnScenario::Choose(row, Pick::Only)));
    }
}

/// Offers to run what is missing of another algorithm; whether there is something to chart.
fn other_ui(
    known: &KnownScenario,
    other: Algorithm,
    ui: &mut egui::Ui,
    wishes: &mut Vec<Action>,
) -> bool {
    let n_missing = known.rows.n_missing(other);
    let text = match n_missing {
        None => format!("Run all rows by {} to compare", other.title()),
        Some(0) => return true,
        Some(n) => format!("Go on by {}: {} missing", other.title(), counted(n, "row")),
    };
    if known.running.is_none() && ui.button(text).clicked() {
        wishes.push(Action::Scenario(OnScenario::RunOther(other)));
    }
    n_missing.is_some()
}

fn counted_dots(n_drawn: usize, n_dots: usize) -> String {
    match n_dots {
        0 => String::new(),
        _ if n_drawn == n_dots => format!("{}; a click asks that row", counted(n_dots, "dot")),
        _ => format!(
            "{} of {}: the others lie beside or under these; a click asks that row",
            grouped(n_drawn),
            counted(n_dots, "dot")
        ),
    }
}

/// What the shapes of dots mean.
fn legend_ui(kinds: &[Kind], ui: &mut egui::Ui) {
    let theme = theme(ui);
    for &kind in kinds {
        let (rect, _) = ui.allocate_exact_size(egui::Vec2::splat(12.0), egui::Sense::hover());
        let Ok(size) = Size::new(12, 12) else { continue };
        let mut pen = WindowPen::new(ui.painter(), rect.min, flat(size), theme);
        let (mark, pixels) = kind.mark();
        pen.mark(kind.ink(), Point::new(6.0, 6.0), mark, pixels + 2.0);
        ui.label(kind.title());
    }
}

fn theme(ui: &egui::Ui) -> Theme {
    if ui.visuals().dark_mode { Theme::Dark } else { Theme::Light }
}

impl PaintedChart {
    /// Shows it, the part that was looked at last; the row of a dot that was clicked.
    fn show(&mut self, ui: &mut egui::Ui, now: f64) -> Option<u32> {
        self.choose_dots(now, ui.ctx());
        let theme = theme(ui);
        let (chart, dots, kinds) = (&self.chart, &self.dots, &self.kinds);
        let [x, y] = [&chart.x, &chart.y];
        let told = |at: &PlotPoint, _: &PlotBounds| {
            format!("{} {}\n{} {}", x.title, number(x.at(at.x)), y.title, number(y.at(at.y)))
        };
        let plot = egui_plot::Plot::new(self.of.0.title())
            .height(ui.available_height())
            .default_x_bounds(WHOLE[0], WHOLE[1])
            .default_y_bounds(WHOLE[0], WHOLE[1])
            // The wheel does what it does on the map.
            .allow_scroll(false)
            .show_crosshair(false)
            .label_formatter(|_| None)
            .grid_color(ui.visuals().weak_text_color().gamma_multiply(0.4))
            .coordinates_formatter(Corner::RightTop, CoordinatesFormatter::new(told))
            .x_axis_label(x.title.as_str())
            .y_axis_label(y.title.as_str())
            .x_grid_spacer(|input| marks(x, &input))
            .y_grid_spacer(|input| marks(y, &input))
            .x_axis_formatter(|mark, _| number(x.at(mark.value)))
            .y_axis_formatter(|mark, _| number(y.at(mark.value)));
        let plot = plot.show(ui, |plot| {
            let turned = plot.ctx().input(|input| input.smooth_scroll_delta().y);
            if plot.response().hovered() && turned != 0.0 {
                let factor = (turned.clamp(-300.0, 300.0) * 0.004).exp();
                plot.zoom_bounds_around_hovered(egui::Vec2::splat(factor));
            }
            let bounds = plot.plot_bounds();
            let [min, max] = [bounds.min(), bounds.max()];
            let shown = [0, 1].map(|i| [min[i], max[i]]);
            let sound = shown.map(sound_range);
            if sound != shown {
                let [[left, right], [bottom, top]] = sound;
                let bounds = PlotBounds::from_min_max([left, bottom], [right, top]);
                plot.set_plot_bounds(bounds);
            }
            add_bars(chart, theme, plot);
            for &kind in kinds {
                plot.points(points(chart, dots, kind, theme));
            }
            sound
        });
        widgets::name(&plot.response, "Chart of the scenario");
        let size = plot.response.rect.size();
        let [x, y] = plot.inner;
        self.seen = Seen { x, y, pixels: [size.x as u32, size.y as u32] };
        let at = plot.response.hover_pos()?;
        let row = self.dot_at(&plot.transform, at)?;
        let is_clicked = plot.response.clicked();
        plot.response.on_hover_text(format!("row {}", grouped(row as usize + 1)));
        is_clicked.then_some(row)
    }

    /// Picks the dots that can be told apart in the part that is shown.
    fn choose_dots(&mut self, now: f64, ctx: &egui::Context) {
        if let Some((when, seen)) = self.chosen {
            if seen == self.seen {
                return;
            }
            // Looking closer goes on with what is there until there is time for more.
            if now < when + PAUSE {
                return ctx.request_repaint_after_secs(PAUSE as f32);
            }
        }
        let Seen { x, y, pixels: [width, height] } = self.seen;
        let Ok(size) = Size::new(width.max(400), height.max(150)) else { return };
        let part = |axis: &Axis, [from, to]: [f64; 2]| Axis {
            range: [axis.at(from), axis.at(to)],
            ..axis.clone()
        };
        let view = Chart {
            x: part(&self.chart.x, x),
            y: part(&self.chart.y, y),
            dots: self.chart.dots.clone(),
            ..Chart::default()
        };
        (self.dots, self.chosen) = (view.thinned(size, N_DOTS).dots, Some((now, self.seen)));
    }

    /// The row of the dot that is closest to a place of the window, if it is in reach.
    fn dot_at(&self, window_from_part: &PlotTransform, at: egui::Pos2) -> Option<u32> {
        let distance = |dot: &Dot| {
            let [x, y] = part(&self.chart, dot)?;
            Some(window_from_part.position_from_point(&PlotPoint::new(x, y)).distance(at))
        };
        let near = self.dots.iter().rev().filter_map(|dot| Some((distance(dot)?, dot.id)));
        let closest = near.min_by(|a, b| a.0.total_cmp(&b.0));
        closest.filter(|(distance, _)| *distance <= REACH).map(|(_, row)| row)
    }
}

/// Where a dot is, in parts of the axes.
fn part(chart: &Chart, dot: &Dot) -> Option<[f64; 2]> {
    Some([chart.x.part(dot.at[0])?, chart.y.part(dot.at[1])?])
}

fn points<'a>(chart: &Chart, dots: &[Dot], kind: Kind, theme: Theme) -> Points<'a> {
    let of_kind = dots.iter().filter(|dot| dot.kind == kind);
    let places: Vec<[f64; 2]> = of_kind.filter_map(|dot| part(chart, dot)).collect();
    let shape = match kind {
        Kind::Pass => MarkerShape::Circle,
        Kind::Unknown => MarkerShape::Diamond,
        Kind::Differs => MarkerShape::Up,
        Kind::Fail => MarkerShape::Cross,
    };
    Points::new(kind.title(), PlotPoints::from(places))
        .shape(shape)
        .radius(kind.mark().1 as f32 / 2.0)
        .color(theme.style(kind.ink()).fill.map_or(egui::Color32::GRAY, color32))
        .allow_hover(false)
}

fn add_bars(chart: &Chart, theme: Theme, plot: &mut egui_plot::PlotUi<'_>) {
    let bar = |&[from, to, count]: &[f64; 3]| {
        let (from, to) = (chart.x.part(from)?, chart.x.part(to)?);
        let bar = Bar::new((from + to) / 2.0, chart.y.part(count)?);
        Some(bar.width((to - from) * 0.95))
    };
    let bars: Vec<Bar> = chart.bars.iter().filter_map(bar).collect();
    if !bars.is_empty() {
        let color = theme.style(crate::draw::Ink::Category(0)).fill.map(color32);
        let bars = BarChart::new("rows", bars).color(color.unwrap_or(egui::Color32::GRAY));
        plot.bar_chart(bars.allow_hover(false));
    }
    if chart.diagonal {
        let ends = PlotPoints::from(vec![[WHOLE[0]; 2], [WHOLE[1]; 2]]);
        plot.line(Line::new("the same by both", ends).allow_hover(false));
    }
}

/// The part of an axis that is shown, held to what there is to see: however far somebody turns the wheel, all numbers
/// stay of a size that can be drawn.
fn sound_range([from, to]: [f64; 2]) -> [f64; 2] {
    const LEAST: f64 = 1e-4;
    const RIM: f64 = 0.25;
    if !(from.is_finite() && to.is_finite() && from < to) {
        return WHOLE;
    }
    let width = (to - from).clamp(LEAST, 1.0 + 2.0 * RIM);
    let middle = (from / 2.0 + to / 2.0).clamp(-RIM + width / 2.0, 1.0 + RIM - width / 2.0);
    if width == to - from && middle == from / 2.0 + to / 2.0 {
        return [from, to];
    }
    [middle - width / 2.0, middle + width / 2.0]
}

/// Round numbers along what is shown of an axis, in parts of it.
fn marks(axis: &Axis, input: &GridInput) -> Vec<GridMark> {
    let [from, to] = sound_range([input.bounds.0, input.bounds.1]);
    let seen = Axis { range: [axis.at(from), axis.at(to)], ..axis.clone() };
    let parts = seen.ticks().into_iter().filter_map(|tick| seen.part(tick));
    let mark = |part: f64| GridMark { value: from + part * (to - from), step_size: to - from };
    parts.map(mark).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::chart::Scale;

    #[test]
    fn no_wheel_turns_a_chart_into_something_that_cannot_be_drawn() {
        let ranges = [
            [0.0, 1.0],
            [-1e300, 1e300],
            [0.3, 0.3],
            [0.3, 0.3 + 1e-15],
            [f64::NAN, 1.0],
            [f64::NEG_INFINITY, f64::INFINITY],
            [5e8, 5e8 + 1.0],
        ];
        for range in ranges {
            let [from, to] = sound_range(range);
            assert!(-0.3 < from && to < 1.3 && 9e-5 < to - from, "{range:?}: {from} {to}");
            let again = sound_range([from, to]);
            assert!((again[0] - from).abs() < 1e-12 && (again[1] - to).abs() < 1e-12);
            for scale in [Scale::Linear, Scale::Log] {
                for most in [10.0, 1e300] {
                    let axis = Axis::around("n", scale, [1e-3, most]);
                    let input = GridInput { bounds: (range[0], range[1]), base_step_size: 1.0 };
                    let marks = marks(&axis, &input);
                    assert!(marks.len() < 100 && marks.iter().all(|mark| mark.value.is_finite()));
                }
            }
        }
        assert_eq!(sound_range([0.25, 0.5]), [0.25, 0.5]);
    }
}
