//! The rows of a scenario as a chart: in the window, on a page, in a file.

use crate::search::Algorithm;
use crate::search::batch::{Case, Judgement, Row};

use super::{Axis, Chart, Dot, Kind, Scale, bars};

/// What is charted of the rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plot {
    /// Time over cost.
    Time,
    /// Expanded nodes over cost.
    Nodes,
    /// How many rows took how long.
    Times,
    /// What one algorithm needs over what another does.
    Against(Algorithm, Quantity),
}

/// What two algorithms are compared by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quantity {
    /// How long a search took.
    Time,
    /// How many nodes it expanded.
    Nodes,
    /// What the path costs.
    Cost,
}

impl Plot {
    /// What people call it.
    pub fn title(self) -> String {
        match self {
            Self::Time => "Time against cost".to_owned(),
            Self::Nodes => "Nodes against cost".to_owned(),
            Self::Times => "Histogram of time".to_owned(),
            Self::Against(other, by) => {
                let by = match by {
                    Quantity::Time => "Time",
                    Quantity::Nodes => "Nodes",
                    Quantity::Cost => "Cost",
                };
                format!("{by} against {}", other.title())
            }
        }
    }
}

impl Quantity {
    /// Every one of them.
    pub const ALL: &[Self] = &[Self::Time, Self::Nodes, Self::Cost];

    fn of(self, row: Row) -> Option<f64> {
        match self {
            Self::Time => Some(row.micros),
            Self::Nodes => Some(row.counters.expanded as f64),
            Self::Cost => row.outcome.cost(),
        }
    }

    fn title(self) -> &'static str {
        match self {
            Self::Time => "time in microseconds",
            Self::Nodes => "expanded nodes",
            Self::Cost => "cost",
        }
    }

    fn scale(self) -> Scale {
        match self {
            Self::Time | Self::Nodes => Scale::Log,
            Self::Cost => Scale::Linear,
        }
    }
}

/// The chart of what came of rows that were searched by an algorithm. Rows of earlier runs are left out.
pub fn of_rows<'a>(plot: Plot, by: Algorithm, cases: impl Iterator<Item = Case<'a>>) -> Chart {
    let cases = cases.filter(|case| !case.is_old);
    match plot {
        Plot::Time => over_cost(Quantity::Time, cases),
        Plot::Nodes => over_cost(Quantity::Nodes, cases),
        Plot::Times => histogram(cases.filter_map(|case| Some(case.row?.micros)).collect()),
        Plot::Against(other, quantity) => against([by, other], quantity, cases),
    }
}

fn over_cost<'a>(quantity: Quantity, cases: impl Iterator<Item = Case<'a>>) -> Chart {
    let dots = dots(cases, |case| Some([case.cost()?, quantity.of(case.row?)?]));
    let x = Axis::around("cost", Scale::Linear, dots.iter().map(|dot| dot.at[0]));
    let y = Axis::around(quantity.title(), quantity.scale(), dots.iter().map(|dot| dot.at[1]));
    Chart { x, y, dots, ..Chart::default() }
}

fn against<'a>(
    algorithms: [Algorithm; 2],
    quantity: Quantity,
    cases: impl Iterator<Item = Case<'a>>,
) -> Chart {
    let dots = dots(cases, |case| Some([quantity.of(case.row?)?, quantity.of(case.other?)?]));
    // The same range on both, so that the diagonal is one.
    let all = || dots.iter().flat_map(|dot| dot.at);
    let [x, y] = algorithms.map(|algorithm| {
        let title = format!("{}, {}", quantity.title(), algorithm.title());
        Axis::around(title, quantity.scale(), all())
    });
    Chart { x, y, dots, diagonal: true, ..Chart::default() }
}

/// A dot for each row that has a place; those that somebody should look at lie on top.
fn dots<'a>(
    cases: impl Iterator<Item = Case<'a>>,
    place: impl Fn(&Case<'_>) -> Option<[f64; 2]>,
) -> Vec<Dot> {
    let dot =
        |case: Case<'_>| Some(Dot { at: place(&case)?, kind: kind(&case)?, id: case.index as u32 });
    let mut dots: Vec<Dot> = cases.filter_map(dot).collect();
    dots.sort_by_key(|dot| dot.kind);
    dots
}

fn kind(case: &Case<'_>) -> Option<Kind> {
    Some(match case.judgement()? {
        Judgement::Fail => Kind::Fail,
        _ if case.differs() => Kind::Differs,
        Judgement::Pass => Kind::Pass,
        Judgement::Unknown => Kind::Unknown,
    })
}

/// How many values are how large, in bars that are equally wide along a logarithm.
fn histogram(mut micros: Vec<f64>) -> Chart {
    micros.retain(|micros| 0.0 < *micros);
    let bars = bars(micros.iter().map(|micros| micros.log10()));
    let power = |[from, to, count]: [f64; 3]| [10_f64.powf(from), 10_f64.powf(to), count];
    let bars: Vec<[f64; 3]> = bars.into_iter().map(power).collect();
    let edges = bars.iter().flat_map(|bar| [bar[0], bar[1]]);
    let x = Axis::around(Quantity::Time.title(), Scale::Log, edges);
    let counts = [0.0].into_iter().chain(bars.iter().map(|bar| bar[2]));
    let y = Axis::around("rows", Scale::Linear, counts);
    Chart { x, y, bars, ..Chart::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::{Aabb, Point};
    use crate::scenario::Instance;
    use crate::search::batch::Expected;
    use crate::search::{Counters, Outcome};

    fn row(cost: f64, micros: f64) -> Row {
        Row { outcome: Outcome::Found { cost }, micros, counters: Counters::default() }
    }

    #[test]
    fn dots_say_which_rows_fail_and_on_which_algorithms_disagree() {
        let ends = [Point::new(0.0, 0.0), Point::new(1.0, 0.0)];
        let instance = Instance::found("a.mesh", Aabb::EMPTY, ends, Some(5.0));
        let case = |index, cost, other, expected| Case {
            row: Some(row(cost, 2.0)),
            other: Some(row(other, 3.0)),
            ..Case::new(index, &instance, expected)
        };
        let cost = Expected::Cost(5.0, 0.0);
        let cases = [
            case(0, 6.0, 6.0, cost),
            case(1, 5.0, 5.0, cost),
            case(2, 5.0, 5.5, cost),
            case(3, 5.0, 5.0, Expected::Unknown),
            Case { is_old: true, ..case(4, 5.0, 5.0, cost) },
        ];
        let plot = Plot::Against(Algorithm::AstarFunnel, Quantity::Cost);
        let chart = of_rows(plot, Algorithm::Polyanya, cases.into_iter());
        let seen: Vec<_> = chart.dots.iter().map(|dot| (dot.id, dot.kind)).collect();
        let wanted = [(1, Kind::Pass), (3, Kind::Unknown), (2, Kind::Differs), (0, Kind::Fail)];
        assert_eq!(seen, wanted);
        assert_eq!(chart.dots[2].at, [5.0, 5.5]);
        assert_eq!(chart.x.range, chart.y.range);
        let times = of_rows(Plot::Times, Algorithm::Polyanya, cases.into_iter());
        assert_eq!(times.bars.iter().map(|bar| bar[2]).sum::<f64>(), 4.0);
    }
}
