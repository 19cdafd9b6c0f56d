//! One row of a scenario with all there is to know of it, and rows in an order.

use crate::scenario::{Instance, Scenario};
use crate::search::{Outcome, SAME_COST};

use super::{Expected, Judgement, Ran, Row};

/// A row of a scenario with all there is to know of it.
#[derive(Debug, Clone, Copy)]
pub struct Case<'a> {
    /// Its number, counted from 0.
    pub index: usize,
    /// What it asks.
    pub instance: &'a Instance,
    /// What should come of that.
    pub expected: Expected,
    /// What came of it, if it was run.
    pub row: Option<Row>,
    /// What came of it before.
    pub was: Option<Outcome>,
    /// What another algorithm makes of it.
    pub other: Option<Row>,
    /// Whether what came of it is of an earlier run, on another map or in another way than the newest.
    pub is_old: bool,
}

/// How a row of a scenario ended, in a word; those that somebody should look at come first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Finish {
    /// There is a path that costs something else, or should not be there.
    Fail,
    /// There is none.
    NoPath,
    /// An end of it is on no walkable face.
    OffMesh,
    /// After more steps than it is allowed.
    GaveUp,
    /// There is a path, and nobody knows what it should cost.
    Found,
    /// It is as it should be.
    Pass,
    /// It was not run.
    NotRun,
}

impl Finish {
    /// What people call it.
    pub fn title(self) -> &'static str {
        match self {
            Self::Fail => "fail",
            Self::NoPath => "no path",
            Self::OffMesh => "off mesh",
            Self::GaveUp => "gave up",
            Self::Found => "found",
            Self::Pass => "pass",
            Self::NotRun => "not run",
        }
    }
}

impl<'a> Case<'a> {
    /// A row that was not run.
    pub fn new(index: usize, instance: &'a Instance, expected: Expected) -> Self {
        Self { index, instance, expected, row: None, was: None, other: None, is_old: false }
    }

    /// All rows of a scenario that was run.
    pub fn all(scenario: &'a Scenario, expected: &[Expected], rows: &[Row]) -> Vec<Self> {
        let of = |(index, ((instance, expected), row))| {
            let (expected, row): (&Expected, &Row) = (expected, row);
            Self { row: Some(*row), ..Self::new(index, instance, *expected) }
        };
        scenario.instances.iter().zip(expected).zip(rows).enumerate().map(of).collect()
    }

    /// The row as it counts among others, if it was run.
    pub fn ran(&self) -> Option<Ran> {
        Some((self.index, self.row?, self.expected))
    }

    /// What it costs, if there is a path.
    pub fn cost(&self) -> Option<f64> {
        self.row?.outcome.cost()
    }

    /// What the file says that it costs, whether a path has to match that or not.
    pub fn told(&self) -> Option<f64> {
        self.instance.expected_cost()
    }

    /// By how much more it costs than the file says.
    pub fn difference(&self) -> Option<f64> {
        Some(self.cost()? - self.told()?)
    }

    /// Whether it came to what it should, if it was run.
    pub fn judgement(&self) -> Option<Judgement> {
        self.row.map(|row| self.expected.judge(row.outcome))
    }

    /// How it ended.
    pub fn finish(&self) -> Finish {
        let Some(row) = self.row else { return Finish::NotRun };
        match (self.expected.judge(row.outcome), row.outcome) {
            (Judgement::Pass, _) => Finish::Pass,
            (_, Outcome::Unreachable) => Finish::NoPath,
            (_, Outcome::OffMesh(_)) => Finish::OffMesh,
            (_, Outcome::GaveUp) => Finish::GaveUp,
            (_, Outcome::Cancelled) => Finish::NotRun,
            (Judgement::Fail, Outcome::Found { .. }) => Finish::Fail,
            (Judgement::Unknown, Outcome::Found { .. }) => Finish::Found,
        }
    }

    /// Whether it came to something else than before.
    pub fn is_changed(&self) -> bool {
        self.row.zip(self.was).is_some_and(|(row, was)| !is_same(row.outcome, was))
    }

    /// Whether another algorithm came to something else.
    pub fn differs(&self) -> bool {
        let both = self.row.filter(|_| !self.is_old).zip(self.other);
        both.is_some_and(|(row, other)| !is_same(row.outcome, other.outcome))
    }
}

/// Whether two searches came to the same, but for rounding.
pub fn is_same(a: Outcome, b: Outcome) -> bool {
    match (a.cost(), b.cost()) {
        (Some(a), Some(b)) => (a - b).abs() <= SAME_COST * a.abs().max(b.abs()),
        _ => a == b,
    }
}

/// What can be told of a row, in the order of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Column {
    /// Its number.
    Index,
    /// How hard it is.
    Bucket,
    /// Where from.
    Start,
    /// Where to.
    Goal,
    /// What it should cost.
    Expected,
    /// What it costs.
    Cost,
    /// How far apart these are.
    Difference,
    /// How it ended.
    Result,
    /// What it came to before, where that was something else.
    Was,
    /// What it costs by another algorithm, if one was run.
    Other,
    /// How long it took.
    Time,
    /// How many nodes were expanded.
    Nodes,
}

impl Column {
    /// Every one of them, from left to right.
    pub const ALL: &[Self] = &[
        Self::Index,
        Self::Bucket,
        Self::Start,
        Self::Goal,
        Self::Expected,
        Self::Cost,
        Self::Difference,
        Self::Result,
        Self::Was,
        Self::Other,
        Self::Time,
        Self::Nodes,
    ];

    /// What people call it.
    pub fn title(self) -> &'static str {
        match self {
            Self::Index => "row",
            Self::Bucket => "bucket",
            Self::Start => "start",
            Self::Goal => "goal",
            Self::Expected => "expected",
            Self::Cost => "cost",
            Self::Difference => "difference",
            Self::Result => "result",
            Self::Was => "was",
            Self::Other => "other",
            Self::Time => "time",
            Self::Nodes => "nodes",
        }
    }

    /// What a row is sorted by; nothing where there is nothing to tell.
    fn key(self, case: &Case<'_>) -> Option<f64> {
        match self {
            Self::Index => Some(case.index as f64),
            Self::Bucket => Some(f64::from(case.instance.bucket)),
            Self::Start => Some(case.instance.start.x),
            Self::Goal => Some(case.instance.goal.x),
            Self::Expected => case.told(),
            Self::Cost => case.cost(),
            Self::Difference => case.difference().map(f64::abs),
            Self::Result if case.is_old => Some(f64::from(Finish::NotRun as u8) - 0.5),
            Self::Result => Some(f64::from(case.finish() as u8)),
            Self::Was => case.is_changed().then_some(0.0),
            // Those that differ come first.
            Self::Other => case.other.map(|_| if case.differs() { 0.0 } else { 1.0 }),
            Self::Time => case.row.map(|row| row.micros),
            Self::Nodes => case.row.map(|row| row.counters.expanded as f64),
        }
    }

    /// The numbers of rows in the order of this column; equals stay as they are, and those without anything to tell
    /// come last.
    pub fn sorted<'a>(self, cases: impl Iterator<Item = Case<'a>>, descending: bool) -> Vec<u32> {
        let sign = if descending { -1.0 } else { 1.0 };
        let key = |case: &Case<'_>| self.key(case).map_or(f64::INFINITY, |key| sign * key);
        let mut keyed: Vec<(f64, u32)> =
            cases.map(|case| (key(&case), case.index as u32)).collect();
        keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
        keyed.into_iter().map(|(_, index)| index).collect()
    }
}
