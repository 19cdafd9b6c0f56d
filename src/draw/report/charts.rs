//! What queries took, against what their paths cost.

use crate::draw::chart::{Chart, Plot, of_rows};
use crate::draw::{Size, Theme};
use crate::search::Algorithm;
use crate::search::batch::Case;

/// More dots than this nobody can tell apart.
const N_DOTS: usize = 4_000;

/// Two charts beside each other: time, and nodes.
pub(super) fn html(cases: &[Case<'_>]) -> String {
    let Ok(size) = Size::new(580, 360) else { return String::new() };
    let chart = |plot: Plot| {
        // Which algorithm it was stands above them.
        let chart = of_rows(plot, Algorithm::default(), cases.iter().copied());
        let chart = Chart { title: plot.title(), ..chart };
        (!chart.dots.is_empty()).then_some(chart)
    };
    let figure = |chart: Chart| {
        format!("<figure>{}</figure>\n", chart.thinned(size, N_DOTS).svg(size, Theme::Light))
    };
    let figures: String =
        [Plot::Time, Plot::Nodes].into_iter().filter_map(chart).map(figure).collect();
    format!("<div class=\"side-by-side\">\n{figures}</div>\n")
}
