//! Charts: a search over time, and the map in numbers. All data are finite and bounded before a plot sees them.

use std::sync::Arc;

use egui_plot::{Bar, BarChart, Corner, Legend, Line, Plot, PlotPoints, VLine};

use crate::draw::chart::bars;
use crate::mesh::Navmesh;
use crate::mesh::clearance::Walls;
use crate::search::Trace;
use crate::search::trace::Bucket;
use crate::text::grouped;

use super::widgets::number;
use super::{Action, App};

/// A search over time.
pub(super) struct SearchCharts {
    open: Vec<[f64; 2]>,
    f: Vec<[f64; 2]>,
}

/// No chart has more points than there are pixels to show them.
const N_BUCKETS: usize = 1500;
/// No path on a map costs as much; plots do not bear what files may tell.
const MOST: f64 = 1e15;

impl SearchCharts {
    fn new(trace: &Trace) -> Self {
        let points = |buckets: Vec<Bucket>| {
            let corners = |bucket: Bucket| {
                let at = bucket.events.start as f64 + 1.0;
                [[at, bucket.least], [at, bucket.most]]
            };
            let bounded = |point: &[f64; 2]| point[1].abs() <= MOST;
            buckets.into_iter().flat_map(corners).filter(bounded).collect()
        };
        Self {
            open: points(trace.open_over_time(N_BUCKETS)),
            f: points(trace.f_over_time(N_BUCKETS)),
        }
    }
}

/// The search over time, below the replay: a click goes there.
pub(super) fn chart_ui(app: &mut App, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    let Some(trace) = app.trace().cloned() else {
        ui.weak("Set a start and a goal to see the search over time");
        return;
    };
    let known = &mut app.panels.search_charts;
    if !known.as_ref().is_some_and(|(of, _)| Arc::ptr_eq(of, &trace)) {
        *known = Some((trace.clone(), SearchCharts::new(&trace)));
    }
    let Some((_, charts)) = known else { return };
    let cursor = app.playback.cursor;
    ui.columns(2, |columns| {
        let lines = [("open nodes", &charts.open), ("f of expanded nodes", &charts.f)];
        for (ui, (name, points)) in columns.iter_mut().zip(lines) {
            if let Some(event) = line_ui(ui, name, points, cursor) {
                wishes.push(Action::Seek(event));
            }
        }
    });
}

/// A plot that stays as it is: the wheel and the hand mean other things here.
fn still_plot<'a>(name: &str, ui: &egui::Ui) -> Plot<'a> {
    Plot::new(name)
        .allow_scroll(false)
        .allow_zoom(false)
        .allow_drag(false)
        .allow_boxed_zoom(false)
        .height(ui.available_height())
}

/// A curve over the events; the event that was clicked, if one was.
fn line_ui(ui: &mut egui::Ui, name: &str, points: &[[f64; 2]], cursor: usize) -> Option<usize> {
    let plot =
        still_plot(name, ui).legend(Legend::default().position(Corner::LeftTop)).show(ui, |plot| {
            plot.line(Line::new(name, PlotPoints::from(points.to_vec())));
            plot.vline(VLine::new("here", cursor as f64 + 1.0));
            plot.pointer_coordinate()
        });
    super::widgets::name(&plot.response, name);
    let at = plot.inner.filter(|_| plot.response.clicked() || plot.response.dragged())?;
    Some((at.x - 1.0).round().clamp(0.0, 1e9) as usize)
}

/// The map in numbers.
#[derive(Debug)]
pub(super) struct Statistics {
    /// Of which map.
    of: Arc<Navmesh>,
    charts: [Histogram; 4],
}

/// How often values are how large.
#[derive(Debug)]
struct Histogram {
    name: &'static str,
    bars: Vec<Bar>,
    /// Least, median, most.
    summary: String,
}

impl Statistics {
    /// Counts all of a map; to be done by a task.
    pub(super) fn new(mesh: &Arc<Navmesh>) -> Self {
        let walkable = || mesh.faces().filter(|face| face.walkable());
        let areas = walkable().map(|face| face.area().abs()).collect();
        let degrees = walkable().map(|face| face.n_sides() as f64).collect();
        let lengths = walkable()
            .flat_map(|face| (0..face.n_sides()).map(move |side| face.segment(side).length()))
            .collect();
        let walls = Walls::new(mesh);
        let clearances = walkable().filter_map(|face| walls.distance(face.center())).collect();
        Self {
            of: mesh.clone(),
            charts: [
                Histogram::new("area of faces (log10)", areas, f64::log10),
                Histogram::new("sides of faces", degrees, |value| value),
                Histogram::new("length of edges (log10)", lengths, f64::log10),
                Histogram::new("clearance of faces", clearances, |value| value),
            ],
        }
    }
}

impl Histogram {
    fn new(name: &'static str, mut values: Vec<f64>, scale: fn(f64) -> f64) -> Self {
        values.retain(|&value| value.abs() <= MOST * MOST && scale(value).is_finite());
        values.sort_unstable_by(f64::total_cmp);
        let (Some(&least), Some(&most)) = (values.first(), values.last()) else {
            return Self { name, bars: Vec::new(), summary: "nothing to count".to_owned() };
        };
        let median = values[values.len() / 2];
        let summary = format!(
            "{} from {} to {}, median {}",
            grouped(values.len()),
            number(least),
            number(most),
            number(median)
        );
        let bar = |[from, to, count]: [f64; 3]| {
            Bar::new((from + to) / 2.0, count).width((to - from) * 0.95)
        };
        let bars = bars(values.iter().map(|value| scale(*value)));
        Self { name, bars: bars.into_iter().map(bar).collect(), summary }
    }
}

/// The map in numbers, below the replay.
pub(super) fn statistics_ui(app: &App, ui: &mut egui::Ui, wishes: &mut Vec<Action>) {
    let Some(survey) = &app.map.survey else {
        ui.weak("Open a map to see it in numbers");
        return;
    };
    let known = app.panels.statistics.as_ref();
    let Some(statistics) = known.filter(|known| Arc::ptr_eq(&known.of, &survey.mesh)) else {
        ui.weak("Counting…");
        if app.tasks.counting.is_none() {
            wishes.push(Action::CountAll);
        }
        return;
    };
    ui.columns(statistics.charts.len(), |columns| {
        for (ui, histogram) in columns.iter_mut().zip(&statistics.charts) {
            ui.label(format!("{}: {}", histogram.name, histogram.summary));
            let plot = still_plot(histogram.name, ui).show(ui, |plot| {
                plot.bar_chart(BarChart::new(histogram.name, histogram.bars.clone()));
            });
            super::widgets::name(&plot.response, histogram.name);
        }
    });
}
