//! A scenario that is open: its rows, what came of them, and which of them are listed in which order.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use crate::scenario::Scenario;
use crate::search::Ground;
use crate::search::batch::{Case, Column, Filter, Manner, Row, Summary};
use crate::task::Task;

mod action;
mod bar;
mod chart;
mod heat;
mod rows;
mod running;
mod seen;
mod table;

pub use crate::draw::chart::{Plot, Quantity};
pub use action::{Heat, OnScenario, Pick};
pub(super) use bar::scenario_ui;
pub(super) use chart::PaintedChart;
pub(super) use rows::Rows;
pub(super) use running::{Running, WhichRows};
pub(super) use {chart::of as chart_of, heat::draw as draw_heat};
pub(super) use {heat::paint as paint_heat, heat::prepare as prepare_heat};

/// Path queries from a file, or made here, and what came of them.
pub(super) struct KnownScenario {
    /// What it is called.
    pub(super) name: String,
    /// The file that its map is in, where that was opened with it.
    pub(super) map: Option<PathBuf>,
    /// Its rows, and what came of them.
    pub(super) rows: Rows,
    /// Whether what is there now is what later results are to be compared with.
    is_settled: bool,
    /// What the rows of the newest run are together.
    pub(super) summary: Summary,
    /// On which ground the newest run is, and how.
    pub(super) ran: Option<(Arc<Ground>, Manner)>,
    /// What is under way.
    pub(super) running: Option<Running>,
    /// Which rows are listed.
    pub(super) list: List,
    /// Whether it is run again when the map was changed.
    pub(super) reruns: bool,
    /// Which ends are drawn over the map.
    pub(super) heat: Heat,
    /// The same, ready to be painted.
    heat_map: Option<heat::HeatMap>,
    /// What is charted; none if the rows are listed.
    pub(super) plot: Option<Plot>,
    /// How often the rows have changed.
    pub(super) n_changes: u64,
}

/// Which rows are listed, and which of those are selected.
#[derive(Default)]
pub(super) struct List {
    filter: Filter,
    /// Why what was typed is no filter.
    pub(super) fault: Option<String>,
    /// By which column, and whether the largest comes first; none: what failed comes first.
    pub(super) sort: Option<(Column, bool)>,
    /// The numbers of the rows.
    pub(super) order: Vec<u32>,
    /// Those that are selected.
    pub(super) chosen: BTreeSet<u32>,
    /// Where a selection of several rows begins.
    anchor: Option<u32>,
    /// How many rows came to something else than before.
    pub(super) n_changed: usize,
    /// How many rows another algorithm makes something else of.
    pub(super) n_differing: usize,
    /// The place in the list that has to be seen.
    pub(super) scroll_to: Option<usize>,
}

impl KnownScenario {
    /// A scenario of which nothing was run yet.
    pub(super) fn new(name: String, scenario: Scenario) -> Self {
        let mut known = Self {
            name,
            map: None,
            rows: Rows::new(scenario),
            is_settled: true,
            summary: Summary::default(),
            ran: None,
            running: None,
            list: List::default(),
            reruns: true,
            heat: Heat::Off,
            heat_map: None,
            plot: None,
            n_changes: 0,
        };
        known.arrange();
        known
    }

    /// How many rows there are.
    pub(super) fn n_rows(&self) -> usize {
        self.rows.len()
    }

    /// All there is to know of a row.
    pub(super) fn case(&self, row: u32) -> Option<Case<'_>> {
        self.rows.case(row)
    }

    /// All there is to know of all rows.
    pub(super) fn cases(&self) -> impl Iterator<Item = Case<'_>> {
        self.rows.cases()
    }

    /// Whether its first row is for a map of this name.
    pub(super) fn is_for(&self, map: &str) -> bool {
        self.rows.scenario.instances.first().is_some_and(|first| first.is_for(map))
    }

    /// Later results are to be compared with those that are there now.
    pub(super) fn settle(&mut self) {
        self.is_settled = true;
        self.rows.keep_before();
        self.arrange();
    }

    /// Keeps what is there to compare with; what was run elsewhere or in another manner is of an earlier run now.
    fn begin(&mut self, ground: &Arc<Ground>, manner: Manner, by_hand: bool) {
        if by_hand || std::mem::take(&mut self.is_settled) {
            self.rows.keep_before();
        }
        let goes_on = |ran: &(Arc<Ground>, Manner)| Arc::ptr_eq(&ran.0, ground) && ran.1 == manner;
        if !self.ran.as_ref().is_some_and(goes_on) {
            self.rows.begin_run(ground, manner.algorithm);
            self.ran = Some((ground.clone(), manner));
            self.summary = Summary::default();
        }
    }

    fn put(&mut self, row: u32, result: Row) {
        let Some(case) = self.case(row) else { return };
        // One that is run twice in the same way is counted once; all are counted again in the end.
        if case.row.is_none() || case.is_old {
            let ran = (case.index, result, case.expected);
            self.summary.add(ran);
        }
        self.rows.put(row, result);
    }

    /// Lists the rows that the filter wants, in order.
    pub(super) fn arrange(&mut self) {
        let wanted = self.cases().filter(|case| self.list.filter.wants(case));
        let (column, descending) = self.list.sort.unwrap_or((Column::Result, false));
        self.list.order = column.sorted(wanted, descending);
        self.list.n_changed = self.cases().filter(Case::is_changed).count();
        self.list.n_differing = self.cases().filter(Case::differs).count();
        self.n_changes += 1;
    }

    /// Lists only rows of which something holds; what cannot be read is said, and leaves the list as it is.
    pub(super) fn set_filter(&mut self, text: &str) {
        match Filter::parse(text) {
            Ok(filter) => {
                (self.list.filter, self.list.fault) = (filter, None);
                self.arrange();
                self.list.scroll_to = Some(0);
            }
            Err(sentence) => self.list.fault = Some(sentence),
        }
    }

    /// Sorts by a column: first one way, then the other, then by what failed again.
    pub(super) fn sort_by(&mut self, column: Column) {
        // What takes long or is far off is what one looks for.
        let largest_first = matches!(
            column,
            Column::Cost | Column::Difference | Column::Time | Column::Nodes | Column::Expected
        );
        self.list.sort = match self.list.sort {
            Some((by, descending)) if by == column => {
                (descending == largest_first).then_some((column, !largest_first))
            }
            _ => Some((column, largest_first)),
        };
        self.arrange();
        self.list.scroll_to = Some(0);
    }

    /// Selects a row, or more of them.
    pub(super) fn choose(&mut self, row: u32, pick: Pick) {
        let list = &mut self.list;
        match pick {
            Pick::Only => list.chosen = BTreeSet::from([row]),
            Pick::Toggle => {
                if !list.chosen.remove(&row) {
                    list.chosen.insert(row);
                }
            }
            Pick::UpTo => {
                let place = |wanted: u32| list.order.iter().position(|listed| *listed == wanted);
                let anchor = list.anchor.and_then(place);
                let Some((from, to)) = anchor.zip(place(row)) else {
                    return self.choose(row, Pick::Only);
                };
                let between = &list.order[from.min(to)..=from.max(to)];
                list.chosen = between.iter().copied().collect();
                return;
            }
        }
        list.anchor = Some(row);
    }

    /// The row so many places after another in the list, and its place.
    pub(super) fn row_after(&self, row: u32, places: isize) -> Option<(u32, usize)> {
        let last = self.list.order.len().checked_sub(1)?;
        let here = self.list.order.iter().position(|listed| *listed == row);
        let place = here.map_or(0, |here| here.saturating_add_signed(places).min(last));
        Some((self.list.order[place], place))
    }
}

/// A scenario that is being made.
pub(super) type Sampling = Task<(String, Scenario)>;
