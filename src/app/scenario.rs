//! A scenario that is open: its rows, what came of them, and which of them are listed in which order.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::geom::{Aabb, Point};
use crate::scenario::{Instance, Scenario};
use crate::search::batch::{Case, Column, Expected, Filter, Manner, Row, Summary};
use crate::search::{Algorithm, Ground, Outcome, sample_queries};
use crate::task::batch::search_all;
use crate::task::{Progress, Task};

mod action;
mod bar;
mod chart;
mod heat;
mod running;
mod seen;
mod table;

pub use action::{Heat, OnScenario, Pick, Plot};
pub(super) use bar::scenario_ui;
pub(super) use chart::PaintedChart;
pub(super) use running::{Running, Wanted};
pub(super) use {chart::of as chart_of, heat::draw as draw_heat};
pub(super) use {heat::paint as paint_heat, heat::prepare as prepare_heat};

/// Path queries from a file, or made here, and what came of them.
pub(super) struct KnownScenario {
    /// What it is called.
    pub(super) name: String,
    /// What it asks; tasks look at it, too.
    pub(super) scenario: Arc<Scenario>,
    expected: Vec<Expected>,
    /// What came of each row.
    rows: Vec<Option<Row>>,
    /// What came of each row when it was last run by hand, or saved.
    before: Vec<Option<Outcome>>,
    /// Whether what is there now is what later results are to be compared with.
    is_settled: bool,
    /// What the rows are together.
    pub(super) summary: Summary,
    /// On which ground they were run, and how.
    pub(super) ran: Option<(Arc<Ground>, Manner)>,
    /// What is under way.
    pub(super) running: Option<Running>,
    /// What another algorithm made of the rows.
    pub(super) other: Option<Other>,
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

/// What another algorithm made of the rows.
pub(super) struct Other {
    /// Which.
    pub(super) algorithm: Algorithm,
    /// What came of each row.
    pub(super) rows: Vec<Option<Row>>,
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
    /// The place in the list that has to be seen.
    pub(super) scroll_to: Option<usize>,
}

impl KnownScenario {
    /// A scenario of which nothing was run yet.
    pub(super) fn new(name: String, scenario: Scenario) -> Self {
        let n_rows = scenario.instances.len();
        let mut known = Self {
            name,
            expected: scenario.instances.iter().map(Expected::of).collect(),
            scenario: Arc::new(scenario),
            rows: vec![None; n_rows],
            before: vec![None; n_rows],
            is_settled: true,
            summary: Summary::default(),
            ran: None,
            running: None,
            other: None,
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
        let index = row as usize;
        Some(Case {
            index,
            instance: self.scenario.instances.get(index)?,
            expected: self.expected[index],
            row: self.rows[index],
            was: self.before[index],
        })
    }

    /// All there is to know of all rows.
    pub(super) fn cases(&self) -> impl Iterator<Item = Case<'_>> {
        (0..self.n_rows() as u32).filter_map(|row| self.case(row))
    }

    /// The rows that were run, with what should have come of them.
    pub(super) fn results(&self) -> impl Iterator<Item = (usize, Row, Expected)> {
        self.cases().filter_map(|case| Some((case.index, case.row?, case.expected)))
    }

    /// Whether its first row is for a map of this name.
    pub(super) fn is_for(&self, map: &str) -> bool {
        self.scenario.instances.first().is_some_and(|first| first.is_for(map))
    }

    /// Later results are to be compared with those that are there now.
    pub(super) fn settle(&mut self) {
        self.is_settled = true;
        self.keep_before();
        self.arrange();
    }

    fn keep_before(&mut self) {
        self.before = self.rows.iter().map(|row| row.map(|row| row.outcome)).collect();
    }

    /// Keeps what is there to compare with, and counts what is not run again.
    fn begin(&mut self, rows: &[u32], by_hand: bool) {
        if by_hand || std::mem::take(&mut self.is_settled) {
            self.keep_before();
        }
        let mut is_again = vec![false; self.n_rows()];
        rows.iter().for_each(|row| is_again[*row as usize] = true);
        let mut summary = Summary::default();
        self.results().filter(|ran| !is_again[ran.0]).for_each(|ran| summary.add(ran));
        self.summary = summary;
    }

    fn put(&mut self, row: u32, result: Row) {
        let index = row as usize;
        self.rows[index] = Some(result);
        self.summary.add((index, result, self.expected[index]));
    }

    /// Lists the rows that the filter wants, in order.
    pub(super) fn arrange(&mut self) {
        let wanted = self.cases().filter(|case| self.list.filter.wants(case));
        let (column, descending) = self.list.sort.unwrap_or((Column::Result, false));
        self.list.order = column.sorted(wanted, descending);
        self.list.n_changed = self.cases().filter(Case::is_changed).count();
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

/// Makes a scenario by chance, with what its queries cost; the same seed makes the same one. To be done by a task.
pub(super) fn sample(
    ground: &Ground,
    map: &str,
    n_queries: usize,
    seed: u64,
    progress: &Progress,
) -> Scenario {
    let mesh = ground.mesh();
    let queries = sample_queries(mesh, n_queries, seed);
    let manner = Manner::of(Algorithm::default());
    let rows = search_all(ground, &queries, manner, progress, |_, _| {});
    let bounds: Aabb = mesh.bounds();
    let instance = |(query, row): (&crate::search::Query, &Row)| {
        let ends: [Point; 2] = [query.start, query.goal];
        Instance::found(map, bounds, ends, row.outcome.cost())
    };
    Scenario { instances: queries.iter().zip(&rows).map(instance).collect() }
}

/// A scenario that is being made.
pub(super) type Sampling = Task<(String, Scenario)>;
