//! Whole scenarios: what came of each query, whether that is what it should be, and what it is all together.
//!
//! The searching itself takes threads and a clock, and is done by `task::batch`.

use std::fmt::Write as _;

use crate::scenario::Instance;

use super::{Algorithm, Counters, Outcome, Prunings, Query};

mod case;
mod filter;

pub use case::{Case, Column, Finish, is_same};
pub use filter::Filter;

/// How all queries of a scenario are searched.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Manner {
    /// By which algorithm.
    pub algorithm: Algorithm,
    /// What Polyanya may leave out.
    pub prunings: Prunings,
}

impl Manner {
    /// By an algorithm that leaves out whatever it may.
    pub fn of(algorithm: Algorithm) -> Self {
        Self { algorithm, prunings: Prunings::ALL }
    }
}

/// What came of one query.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Row {
    /// How the search ended.
    pub outcome: Outcome,
    /// How long it took, in microseconds.
    pub micros: f64,
    /// What it did.
    pub counters: Counters,
}

/// What a query should cost.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Expected {
    /// This, but for so much.
    Cost(f64, f64),
    /// There should be no path.
    NoPath,
    /// Nobody knows: the cost in the file is that of a path on a grid, which no path on a mesh has to match.
    Unknown,
}

/// Whether a query came to what it should.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Judgement {
    /// It did not.
    Fail,
    /// It did.
    Pass,
    /// Nobody knows what it should come to.
    Unknown,
}

/// Costs that differ by more than this part of themselves are different.
const SAME_COST: f64 = 1e-9;

impl Expected {
    /// What a scenario itself says of a query.
    pub fn of(instance: &Instance) -> Self {
        match instance.expected_cost() {
            None => Self::NoPath,
            Some(_) if instance.is_on_grid() => Self::Unknown,
            Some(cost) => Self::Cost(cost, rounding(&instance.cost.text)),
        }
    }

    /// What it should cost, if that is known and there should be a path.
    pub fn cost(self) -> Option<f64> {
        match self {
            Self::Cost(cost, _) => Some(cost),
            Self::NoPath | Self::Unknown => None,
        }
    }

    /// Whether a search that ended so came to this.
    pub fn judge(self, outcome: Outcome) -> Judgement {
        let passes = match (outcome.cost(), self) {
            _ if outcome == Outcome::Cancelled => return Judgement::Unknown,
            (_, Self::Unknown) => return Judgement::Unknown,
            (None, Self::NoPath) => true,
            (Some(cost), Self::Cost(..)) => self.relative_error(cost) <= SAME_COST,
            (Some(_), Self::NoPath) | (None, Self::Cost(..)) => false,
        };
        if passes { Judgement::Pass } else { Judgement::Fail }
    }

    /// Which part of the expected cost a cost is off by, beyond what the digits of the file leave open.
    pub fn relative_error(self, cost: f64) -> f64 {
        match self {
            Self::Cost(wanted, rounding) => {
                ((cost - wanted).abs() - rounding).max(0.0) / wanted.max(f64::MIN_POSITIVE)
            }
            Self::NoPath | Self::Unknown => 0.0,
        }
    }
}

impl Judgement {
    /// The name that scripts know it by.
    pub fn name(self) -> &'static str {
        match self {
            Self::Fail => "fail",
            Self::Pass => "pass",
            Self::Unknown => "unknown",
        }
    }
}

impl From<&Instance> for Query {
    fn from(instance: &Instance) -> Self {
        Self { start: instance.start, goal: instance.goal }
    }
}

/// How far a printed number may be from the one that was meant: half of its last digit.
fn rounding(text: &str) -> f64 {
    let decimals = text.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    if text.contains(['e', 'E']) { 0.0 } else { 0.5 * 10_f64.powi(-(decimals as i32)) }
}

/// A row of a scenario that was run: its number, counted from 0, what came of it and what should have.
pub type Ran = (usize, Row, Expected);

/// Rows as a table for scripts, with a title over each column.
pub fn to_csv(rows: impl IntoIterator<Item = Ran>) -> String {
    let mut csv =
        "index,cost,micros,generated,pushed,popped,expanded,outcome,expected,result\n".to_owned();
    for (index, Row { outcome, micros, counters }, expected) in rows {
        let printed = |cost: Option<f64>| cost.map(|cost| cost.to_string()).unwrap_or_default();
        let Counters { generated, pushed, popped, expanded, .. } = counters;
        let (cost, wanted) = (printed(outcome.cost()), printed(expected.cost()));
        let (ended, judgement) = (outcome.name(), expected.judge(outcome).name());
        let _ = writeln!(
            csv,
            "{index},{cost},{micros:.3},{generated},{pushed},{popped},{expanded},{ended},{wanted},{judgement}"
        );
    }
    csv
}

/// What many rows are together.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Summary {
    /// How many there are.
    pub instances: usize,
    /// How many of them have a path.
    pub found: usize,
    /// How many came to what they should.
    pub passed: usize,
    /// The numbers of those that did not.
    pub mismatches: Vec<usize>,
    /// The largest part of an expected cost that a cost is off by.
    pub worst_relative_error: f64,
    /// How long all searches took one after the other, in microseconds.
    pub total_micros: f64,
    /// Half of them took less.
    pub median_micros: f64,
    /// All but one in a hundred took less.
    pub p99_micros: f64,
    /// What they did.
    pub counters: Counters,
}

impl Summary {
    /// Looks at all rows.
    pub fn new(rows: impl IntoIterator<Item = Ran>) -> Self {
        let mut summary = Self::default();
        let mut micros = Vec::new();
        for ran in rows {
            micros.push(ran.1.micros);
            summary.add(ran);
        }
        micros.sort_by(f64::total_cmp);
        let at =
            |part: f64| micros.get((part * micros.len() as f64) as usize).copied().unwrap_or(0.0);
        (summary.median_micros, summary.p99_micros) = (at(0.5), at(0.99));
        summary
    }

    /// Looks at one more row; the median and what most took stay as they were.
    pub fn add(&mut self, (index, row, expected): Ran) {
        self.instances += 1;
        self.total_micros += row.micros;
        self.counters = self.counters + row.counters;
        if let Some(cost) = row.outcome.cost() {
            self.found += 1;
            self.worst_relative_error =
                self.worst_relative_error.max(expected.relative_error(cost));
        }
        match expected.judge(row.outcome) {
            Judgement::Pass => self.passed += 1,
            Judgement::Fail => self.mismatches.push(index),
            Judgement::Unknown => {}
        }
    }

    /// How long one search took on the average, in microseconds.
    pub fn mean_micros(&self) -> f64 {
        self.total_micros / self.instances.max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_say_how_exact_a_cost_is() {
        let expected = Expected::Cost(12.5, rounding("12.5"));
        let judge = |cost| expected.judge(Outcome::Found { cost });
        assert_eq!(judge(12.549), Judgement::Pass);
        assert_eq!(judge(12.56), Judgement::Fail);
        assert_eq!(expected.judge(Outcome::Unreachable), Judgement::Fail);
        assert_eq!(Expected::NoPath.judge(Outcome::Unreachable), Judgement::Pass);
        assert_eq!(Expected::Unknown.judge(Outcome::Unreachable), Judgement::Unknown);
        assert_eq!(expected.judge(Outcome::Cancelled), Judgement::Unknown);
    }

    #[test]
    fn a_summary_knows_which_rows_fail() {
        let row = |cost| Row {
            outcome: Outcome::Found { cost },
            micros: cost,
            counters: Counters::default(),
        };
        let rows = [1.0, 2.0, 3.0].map(row);
        let expected = [Expected::Cost(1.0, 0.0), Expected::Cost(4.0, 0.0), Expected::Unknown];
        let ran = (0..).zip(rows).zip(expected).map(|((index, row), wanted)| (index, row, wanted));
        let summary = Summary::new(ran);
        assert_eq!((summary.instances, summary.passed, summary.found), (3, 1, 3));
        assert_eq!(summary.mismatches, [1]);
        assert_eq!((summary.worst_relative_error, summary.mean_micros()), (0.5, 2.0));
    }
}
