//! What a query should come to, and whether it did.

use crate::scenario::{GRID_SLACK, Instance, Scenario};
use crate::search::{Outcome, SAME_COST};

/// What a query should cost.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Expected {
    /// This, but for so much.
    Cost(f64, f64),
    /// No more than this, but for so much: it is the cost of a path along the cells of a grid, and one that may go
    /// anywhere need not match that, but cannot need more.
    AtMost(f64, f64),
    /// There should be no path.
    NoPath,
    /// Nobody knows.
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

impl Expected {
    /// What a scenario itself says of each of its queries.
    pub fn all(scenario: &Scenario) -> Vec<Self> {
        let (digits, is_on_grid) = (scenario.digits(), scenario.is_on_grid());
        let of = |row: &Instance| match row.expected_cost() {
            None => Self::NoPath,
            Some(cost) if is_on_grid => Self::AtMost(cost, digits.rounding(&row.cost) + GRID_SLACK),
            Some(cost) => Self::Cost(cost, digits.rounding(&row.cost)),
        };
        scenario.instances.iter().map(of).collect()
    }

    /// What it should cost, if that is known and there should be a path.
    pub fn cost(self) -> Option<f64> {
        match self {
            Self::Cost(cost, _) => Some(cost),
            Self::AtMost(..) | Self::NoPath | Self::Unknown => None,
        }
    }

    /// Whether a search that ended so came to this.
    pub fn judge(self, outcome: Outcome) -> Judgement {
        let passes = match (outcome.cost(), self) {
            _ if outcome == Outcome::Cancelled => return Judgement::Unknown,
            (_, Self::Unknown) => return Judgement::Unknown,
            // Whoever gives up has not seen that there is none.
            (None, Self::NoPath) if outcome == Outcome::GaveUp => return Judgement::Unknown,
            (None, Self::NoPath) => true,
            (Some(cost), Self::Cost(..)) => self.relative_error(cost) <= SAME_COST,
            // One that is shorter may be the shortest, or too short.
            (Some(cost), Self::AtMost(..)) if self.relative_error(cost) <= SAME_COST => {
                return Judgement::Unknown;
            }
            (Some(_), Self::NoPath | Self::AtMost(..)) => false,
            (None, Self::Cost(..) | Self::AtMost(..)) => false,
        };
        if passes { Judgement::Pass } else { Judgement::Fail }
    }

    /// Whether a cost is more than it should be.
    pub fn is_exceeded_by(self, cost: f64) -> bool {
        let is_more = |most: f64, rounding: f64| most * (1.0 + SAME_COST) + rounding < cost;
        match self {
            Self::Cost(wanted, rounding) => is_more(wanted, rounding),
            Self::AtMost(most, rounding) => is_more(most, rounding),
            Self::NoPath | Self::Unknown => false,
        }
    }

    /// Which part of the expected cost a cost is off by, beyond what the digits of the file leave open.
    pub fn relative_error(self, cost: f64) -> f64 {
        let off = match self {
            Self::Cost(wanted, rounding) => ((cost - wanted).abs() - rounding, wanted),
            Self::AtMost(most, rounding) => (cost - most - rounding, most),
            Self::NoPath | Self::Unknown => return 0.0,
        };
        off.0.max(0.0) / off.1.max(f64::MIN_POSITIVE)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_say_how_exact_a_cost_is() {
        let expected = Expected::Cost(12.5, 0.05);
        let judge = |cost| expected.judge(Outcome::Found { cost });
        assert_eq!(judge(12.549), Judgement::Pass);
        assert_eq!(judge(12.56), Judgement::Fail);
        assert_eq!(expected.judge(Outcome::Unreachable), Judgement::Fail);
        assert_eq!(Expected::NoPath.judge(Outcome::Unreachable), Judgement::Pass);
        assert_eq!(Expected::NoPath.judge(Outcome::GaveUp), Judgement::Unknown);
        assert_eq!(Expected::Unknown.judge(Outcome::Unreachable), Judgement::Unknown);
        assert_eq!(expected.judge(Outcome::Cancelled), Judgement::Unknown);
    }

    #[test]
    fn a_grid_says_what_a_path_costs_at_the_most() {
        let expected = Expected::AtMost(12.5, 0.05);
        let judge = |cost| expected.judge(Outcome::Found { cost });
        assert_eq!(judge(11.0), Judgement::Unknown);
        assert_eq!(judge(12.549), Judgement::Unknown);
        assert_eq!(judge(12.56), Judgement::Fail);
        assert_eq!(expected.judge(Outcome::Unreachable), Judgement::Fail);
        assert!(expected.is_exceeded_by(12.56) && !expected.is_exceeded_by(12.54));
    }
}
