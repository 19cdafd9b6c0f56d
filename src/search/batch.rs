//! Whole scenarios: what came of each query, whether that is what it should be, and what it is all together.
//!
//! The searching itself takes threads and a clock, and is done by `task::batch`.

use crate::scenario::Instance;

use super::{Algorithm, Counters, Outcome, Prunings, Query};

mod case;
mod csv;
mod expected;
mod filter;

pub use case::{Case, Column, Finish, is_same};
pub use csv::to_csv;
pub use expected::{Expected, Judgement};
pub use filter::Filter;

/// How all queries of a scenario are searched.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Manner {
    /// By which algorithm.
    pub algorithm: Algorithm,
    /// What Polyanya may leave out.
    pub prunings: Prunings,
    /// After how many expansions a search gives up.
    pub limit: u64,
}

impl Manner {
    /// By an algorithm that leaves out whatever it may, and never gives up.
    pub fn of(algorithm: Algorithm) -> Self {
        Self { algorithm, prunings: Prunings::ALL, limit: u64::MAX }
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

impl From<&Instance> for Query {
    fn from(instance: &Instance) -> Self {
        Self { start: instance.start, goal: instance.goal }
    }
}

/// A row of a scenario that was run: its number, counted from 0, what came of it and what should have.
pub type Ran = (usize, Row, Expected);

/// What many rows are together.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Summary {
    /// How many there are.
    pub instances: usize,
    /// How many of them have a path.
    pub found: usize,
    /// How many were given up before anybody knew whether there is one.
    pub gave_up: usize,
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
        self.gave_up += usize::from(row.outcome == Outcome::GaveUp);
        match expected.judge(row.outcome) {
            Judgement::Pass => self.passed += 1,
            Judgement::Fail => self.mismatches.push(index),
            Judgement::Unknown => {}
        }
    }

    /// How many have none.
    pub fn without_path(&self) -> usize {
        self.instances - self.found - self.gave_up
    }

    /// How many could be judged.
    pub fn judged(&self) -> usize {
        self.passed + self.mismatches.len()
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
