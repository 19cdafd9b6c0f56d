//! What can be seen of a scenario from outside of the window.

use crate::search::batch::{Case, Finish, Summary};

use super::super::App;
use super::KnownScenario;

impl App {
    /// What the scenario is called, if one is open.
    pub fn scenario_name(&self) -> Option<&str> {
        self.scenario.as_ref().map(|known| known.name.as_str())
    }

    /// What the rows of the scenario are together.
    pub fn scenario_summary(&self) -> Option<&Summary> {
        self.scenario.as_ref().map(|known| &known.summary)
    }

    /// The rows of the scenario that are listed, each by its number, counted from 0, with how it ended and whether that
    /// is something else than before.
    pub fn listed_rows(&self) -> Vec<(usize, Finish, bool)> {
        let told = |case: Case<'_>| (case.index, case.finish(), case.is_changed());
        let listed = |known: &KnownScenario| {
            known.list.order.iter().filter_map(|row| known.case(*row)).map(told).collect()
        };
        self.scenario.as_ref().map(listed).unwrap_or_default()
    }

    /// The rows of the scenario whose results are of an earlier run, by their numbers, counted from 0.
    pub fn old_rows(&self) -> Vec<usize> {
        let old = |known: &KnownScenario| {
            known.cases().filter(|case| case.is_old).map(|case| case.index).collect()
        };
        self.scenario.as_ref().map(old).unwrap_or_default()
    }

    /// How often the chart of the scenario was made anew.
    pub fn charts_made(&self) -> usize {
        self.panels.chart.as_ref().map_or(0, |chart| chart.n_made)
    }

    /// How many dots are drawn in the chart of the scenario.
    pub fn charted_dots(&self) -> usize {
        self.panels.chart.as_ref().map_or(0, |chart| chart.dots.len())
    }

    /// The row that was picked last.
    pub fn picked_row(&self) -> usize {
        self.panels.row
    }
}
