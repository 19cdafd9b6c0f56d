//! Searching for all queries of a scenario, on as many threads as there are, against the clock.

use std::time::Instant;

use rayon::prelude::*;

use crate::search::batch::{Manner, Row};
use crate::search::{Counters, Ground, Outcome, Query, Searcher, TraceSink};

use super::Progress;

/// Searches for every query, on the threads of the pool that calls it.
///
/// `done` hears of each row as soon as there is one, in any order and from any thread. The rows that come back are in
/// the order of the queries; those that nobody wanted any more say that they were cancelled.
pub fn search_all<'a>(
    ground: &Ground,
    queries: &[Query],
    manner: Manner,
    progress: &'a Progress,
    done: impl Fn(usize, Row) + Sync,
) -> Vec<Row> {
    let tools = || {
        let mut searcher = Searcher::<Wanted<'a>>::default();
        searcher.prunings = manner.prunings;
        searcher
    };
    let search = |searcher: &mut Searcher<Wanted<'a>>, (place, query): (usize, &Query)| {
        let mut row =
            Row { outcome: Outcome::Cancelled, micros: 0.0, counters: Counters::default() };
        if progress.is_cancelled() {
            return row;
        }
        let started = Instant::now();
        row.outcome = searcher.find(manner.algorithm, ground, query, &mut Wanted(progress));
        row.micros = started.elapsed().as_secs_f64() * 1e6;
        row.counters = searcher.counters();
        if row.outcome != Outcome::Cancelled {
            done(place, row);
        }
        row
    };
    queries.par_iter().enumerate().map_init(tools, search).collect()
}

/// Hears nothing of a search, but ends it when nobody wants what comes of it.
pub struct Wanted<'a>(pub &'a Progress);

impl TraceSink for Wanted<'_> {
    type Id = ();
    const LISTENS: bool = false;

    #[inline(always)]
    fn cancelled(&self) -> bool {
        self.0.is_cancelled()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::format::{self, Content};
    use crate::search::batch::{Expected, Judgement};
    use crate::search::{Algorithm, Preparation};

    fn islands() -> (Ground, Vec<Expected>, Vec<Query>) {
        let content = |name: &str| {
            let path = format!("{}/assets/{name}", env!("CARGO_MANIFEST_DIR"));
            format::read(&std::fs::read(path).unwrap()).unwrap().content
        };
        let Content::Mesh(mesh) = content("islands.mesh") else { panic!("no mesh") };
        let Content::Scenario(scenario) = content("islands.mesh.scen") else {
            panic!("no scenario")
        };
        let expected = scenario.instances.iter().map(Expected::of).collect();
        let queries = scenario.instances.iter().map(Query::from).collect();
        (Ground::new(mesh, &Preparation::default()), expected, queries)
    }

    #[test]
    fn rows_are_reported_once_and_come_back_in_order() {
        let (ground, expected, queries) = islands();
        let heard = Mutex::new(Vec::new());
        let manner = Manner::of(Algorithm::default());
        let rows = search_all(&ground, &queries, manner, &Progress::default(), |place, row| {
            heard.lock().unwrap().push((place, row));
        });
        let mut heard = heard.into_inner().unwrap();
        heard.sort_by_key(|(place, _)| *place);
        assert!(heard.iter().map(|(_, row)| row).eq(&rows));
        let passes = |(row, expected): (&Row, &Expected)| expected.judge(row.outcome);
        assert!(rows.iter().zip(&expected).map(passes).all(|pass| pass == Judgement::Pass));
    }

    #[test]
    fn what_nobody_wants_is_not_searched() {
        let (ground, _, queries) = islands();
        let progress = Progress::default();
        progress.cancel();
        let manner = Manner::of(Algorithm::default());
        let rows = search_all(&ground, &queries, manner, &progress, |_, _| panic!("searched"));
        assert!(rows.iter().all(|row| row.outcome == Outcome::Cancelled));
        assert_eq!(rows.len(), queries.len());
    }
}
