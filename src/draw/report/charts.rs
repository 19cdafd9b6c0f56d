//! What queries took, against what their paths cost.

use crate::draw::chart::{Axis, Chart, Dot, Scale};
use crate::draw::{Ink, Size, Theme};
use crate::search::batch::{Case, Judgement, Row};

/// More dots than this nobody can tell apart.
const N_DOTS: usize = 4_000;

/// Two charts beside each other: time, and nodes.
pub(super) fn html(cases: &[Case<'_>]) -> String {
    let Ok(size) = Size::new(580, 360) else { return String::new() };
    let charts = [
        chart(cases, "Time", "time in µs", |row| row.micros),
        chart(cases, "Nodes", "expanded nodes", |row| row.counters.expanded as f64),
    ];
    let figure = |chart: Chart| {
        format!("<figure>{}</figure>\n", chart.thinned(size, N_DOTS).svg(size, Theme::Light))
    };
    let figures: String = charts.into_iter().flatten().map(figure).collect();
    format!("<div class=\"side-by-side\">\n{figures}</div>\n")
}

/// A dot for each query that has a path; those that fail lie on top. None if there is no dot.
fn chart(cases: &[Case<'_>], title: &str, what: &str, of: fn(&Row) -> f64) -> Option<Chart> {
    let dot = |case: &Case<'_>| {
        let ink = match case.judgement()? {
            Judgement::Pass => Ink::Pin,
            Judgement::Fail => Ink::BrokenPin,
            Judgement::Unknown => Ink::ClosedNode,
        };
        Some(Dot { at: [case.cost()?, of(&case.row?)], ink, id: case.index as u32 })
    };
    let mut dots: Vec<Dot> = cases.iter().filter_map(dot).collect();
    dots.sort_by_key(|dot| dot.ink == Ink::BrokenPin);
    let x = Axis::around("cost", Scale::Linear, dots.iter().map(|dot| dot.at[0]));
    let y = Axis::around(what, Scale::Log, dots.iter().map(|dot| dot.at[1]));
    let is_empty = dots.is_empty();
    let chart = Chart { title: title.to_owned(), x, y, dots, ..Chart::default() };
    (!is_empty).then_some(chart)
}
