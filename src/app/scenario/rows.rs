//! What came of the rows of a scenario, each with the run that it is of.

use std::sync::Arc;

use crate::scenario::Scenario;
use crate::search::batch::{Case, Expected, Manner, Row, Summary, to_csv};
use crate::search::{Algorithm, Ground, Outcome};

/// What came of the rows of a scenario. Tasks look at copies of it, too.
#[derive(Clone)]
pub(in super::super) struct Rows {
    /// What they ask.
    pub(in super::super) scenario: Arc<Scenario>,
    expected: Arc<[Expected]>,
    /// What came of each row, and the number of the run that it is of.
    rows: Vec<Option<(Row, u32)>>,
    /// What came of each row when it was last run by hand, or the map was saved.
    before: Vec<Option<Outcome>>,
    /// By what each run was: runs on the same ground and in the same manner are one.
    runs: Vec<Algorithm>,
    /// How many rows are of earlier runs.
    pub(super) n_old: usize,
    /// What another algorithm made of the rows, on the ground of the newest run.
    pub(in super::super) other: Option<Other>,
}

/// What another algorithm made of the rows.
#[derive(Clone)]
pub(in super::super) struct Other {
    /// Where it was run.
    ground: Arc<Ground>,
    /// And how.
    pub(super) manner: Manner,
    /// What came of each row, and of how many nothing is known.
    rows: Vec<Option<Row>>,
    n_missing: usize,
}

impl Rows {
    /// Rows of which none was run.
    pub(super) fn new(scenario: Scenario) -> Self {
        let n_rows = scenario.instances.len();
        Self {
            expected: Expected::all(&scenario).into(),
            scenario: Arc::new(scenario),
            rows: vec![None; n_rows],
            before: vec![None; n_rows],
            runs: Vec::new(),
            n_old: 0,
            other: None,
        }
    }

    /// How many rows there are.
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    fn is_old(&self, run: u32) -> bool {
        run as usize + 1 != self.runs.len()
    }

    /// All there is to know of a row.
    pub(super) fn case(&self, row: u32) -> Option<Case<'_>> {
        let index = row as usize;
        let ran = self.rows.get(index).copied()?;
        Some(Case {
            row: ran.map(|(row, _)| row),
            was: self.before[index],
            other: self.other.as_ref().and_then(|other| other.rows[index]),
            is_old: ran.is_some_and(|(_, run)| self.is_old(run)),
            ..Case::new(index, &self.scenario.instances[index], self.expected[index])
        })
    }

    /// All there is to know of all rows.
    pub(super) fn cases(&self) -> impl Iterator<Item = Case<'_>> {
        (0..self.len() as u32).filter_map(|row| self.case(row))
    }

    /// The rows of the newest run.
    pub(super) fn newest(&self) -> impl Iterator<Item = Case<'_>> {
        self.cases().filter(|case| case.row.is_some() && !case.is_old)
    }

    /// The numbers of all rows that were run, whenever that was.
    pub(super) fn ran(&self) -> impl Iterator<Item = u32> {
        (0..).zip(&self.rows).filter(|(_, ran)| ran.is_some()).map(|(row, _)| row)
    }

    /// By what a row was searched, if it was.
    pub(super) fn ran_by(&self, row: u32) -> Option<Algorithm> {
        let (_, run) = self.rows.get(row as usize).copied()??;
        self.runs.get(run as usize).copied()
    }

    /// The rows of the newest run as a table for scripts.
    pub(in super::super) fn to_csv(&self) -> String {
        let newest = self.newest();
        to_csv(newest.filter_map(|case| Some((case, self.ran_by(case.index as u32)?))))
    }

    /// What the rows of the newest run are together.
    pub(super) fn summary(&self) -> Summary {
        let mut summary = Summary::default();
        self.newest().filter_map(|case| case.ran()).for_each(|ran| summary.add(ran));
        summary
    }

    /// What comes from now on is of a new run: what is there is of earlier ones.
    pub(super) fn begin_run(&mut self, ground: &Arc<Ground>, algorithm: Algorithm) {
        self.runs.push(algorithm);
        self.n_old = self.ran().count();
        // Two algorithms are compared on one map only.
        self.other = self.other.take().filter(|other| Arc::ptr_eq(&other.ground, ground));
    }

    /// Takes what came of a row in the newest run.
    pub(super) fn put(&mut self, row: u32, result: Row) {
        let newest = self.runs.len().saturating_sub(1) as u32;
        let before = self.rows[row as usize].replace((result, newest));
        if before.is_some_and(|(_, run)| self.is_old(run)) {
            self.n_old -= 1;
        }
    }

    /// Later results are to be compared with those that are there now.
    pub(super) fn keep_before(&mut self) {
        self.before = self.rows.iter().map(|ran| ran.map(|(row, _)| row.outcome)).collect();
    }

    /// The rows that another algorithm still has to search; what is known of it on this ground stays.
    pub(super) fn begin_other(&mut self, ground: &Arc<Ground>, manner: Manner) -> Vec<u32> {
        let is_same = |other: &Other| other.manner == manner && Arc::ptr_eq(&other.ground, ground);
        if !self.other.as_ref().is_some_and(is_same) {
            let (rows, n_missing) = (vec![None; self.len()], self.len());
            self.other = Some(Other { ground: ground.clone(), manner, rows, n_missing });
        }
        let missing = |other: &Other| {
            (0..).zip(&other.rows).filter(|(_, row)| row.is_none()).map(|(row, _)| row).collect()
        };
        self.other.as_ref().map(missing).unwrap_or_default()
    }

    /// Takes what another algorithm made of a row.
    pub(super) fn put_other(&mut self, row: u32, result: Row) {
        if let Some(other) = &mut self.other {
            let is_first = other.rows[row as usize].replace(result).is_none();
            other.n_missing -= usize::from(is_first);
        }
    }

    /// How many rows an algorithm that the rows are compared with has not searched yet; none if it is another one.
    pub(super) fn n_missing(&self, algorithm: Algorithm) -> Option<usize> {
        let other = self.other.as_ref().filter(|other| other.manner.algorithm == algorithm)?;
        Some(other.n_missing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{self, Content};
    use crate::geom::{Aabb, Point};
    use crate::scenario::Instance;
    use crate::search::{Counters, Preparation};

    fn rows() -> Rows {
        let ends = [Point::new(0.0, 0.0), Point::new(1.0, 0.0)];
        let found = |cost| Instance::found("a.mesh", Aabb::EMPTY, ends, Some(cost));
        Rows::new(Scenario { instances: [1.5, 2.5, 3.5].map(found).to_vec() })
    }

    fn row(cost: f64) -> Row {
        Row { outcome: Outcome::Found { cost }, micros: 1.0, counters: Counters::default() }
    }

    fn ground() -> Arc<Ground> {
        let triangle = b"mesh\n3\n3 1\n0 0\n1 0\n0 1\n1 3 1 2 3 0 0 0\n";
        let Content::Mesh(mesh) = format::read(triangle).unwrap().content else {
            panic!("a mesh is read as one");
        };
        Arc::new(Ground::new(mesh, &Preparation::default()))
    }

    #[test]
    fn rows_of_earlier_runs_are_told_apart_and_not_counted() {
        let (mut rows, first, second) = (rows(), ground(), ground());
        rows.begin_run(&first, Algorithm::Polyanya);
        (0..3).zip([1.5, 2.5, 3.5]).for_each(|(place, cost)| rows.put(place, row(cost)));
        assert_eq!((rows.summary().passed, rows.n_old), (3, 0));
        rows.begin_run(&second, Algorithm::AstarFunnel);
        rows.put(1, row(2.5));
        assert_eq!((rows.summary().instances, rows.n_old), (1, 2));
        let old: Vec<bool> = rows.cases().map(|case| case.is_old).collect();
        assert_eq!(old, [true, false, true]);
        assert_eq!(rows.ran_by(0), Some(Algorithm::Polyanya));
        assert_eq!(rows.ran_by(1), Some(Algorithm::AstarFunnel));
    }

    #[test]
    fn another_algorithm_is_finished_later_and_forgotten_on_another_map() {
        let (mut rows, first, second) = (rows(), ground(), ground());
        rows.begin_run(&first, Algorithm::Polyanya);
        let manner = Manner::of(Algorithm::AstarFunnel);
        assert_eq!(rows.begin_other(&first, manner), [0, 1, 2]);
        rows.put_other(1, row(9.0));
        assert_eq!(rows.n_missing(Algorithm::AstarFunnel), Some(2));
        assert_eq!(rows.begin_other(&first, manner), [0, 2], "what is known stays");
        rows.put(1, row(2.5));
        assert!(rows.case(1).unwrap().differs());
        rows.begin_run(&first, Algorithm::Visibility);
        assert_eq!(rows.n_missing(Algorithm::AstarFunnel), Some(2), "the map is the same");
        rows.begin_run(&second, Algorithm::Visibility);
        assert_eq!(rows.n_missing(Algorithm::AstarFunnel), None);
        assert_eq!(rows.begin_other(&second, manner).len(), 3);
    }
}
