//! Searching for all queries of a scenario, on as many threads as there are, against the clock.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use rayon::prelude::*;

use crate::scenario::{Instance, Scenario};
use crate::search::batch::{Manner, Row};
use crate::search::{
    Algorithm, Counters, Ground, Outcome, Query, Searcher, TraceSink, sample_queries,
};

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
        let mut searcher = Searcher::<OnlyCancels<'a>>::default();
        (searcher.prunings, searcher.limit) = (manner.prunings, manner.limit);
        searcher
    };
    let search = |searcher: &mut Searcher<OnlyCancels<'a>>, (place, query): (usize, &Query)| {
        let mut row =
            Row { outcome: Outcome::Cancelled, micros: 0.0, counters: Counters::default() };
        if progress.is_cancelled() {
            return row;
        }
        let started = Instant::now();
        row.outcome = searcher.find(manner.algorithm, ground, query, &mut OnlyCancels(progress));
        row.micros = started.elapsed().as_secs_f64() * 1e6;
        row.counters = searcher.counters();
        if row.outcome != Outcome::Cancelled {
            done(place, row);
        }
        row
    };
    queries.par_iter().enumerate().map_init(tools, search).collect()
}

/// Does work on threads of its own, so many or one for each core; on those of whoever calls if there are none to get.
///
/// What has to be there within a frame waits for nothing but its like that way.
pub fn on_own_threads<T: Send>(n_threads: usize, work: impl FnOnce() -> T + Send) -> T {
    match rayon::ThreadPoolBuilder::new().num_threads(n_threads).build() {
        Ok(pool) => pool.install(work),
        Err(_) => work(),
    }
}

/// Makes a scenario by chance for a map of this name, with what its queries cost; the same seed makes the same one.
pub fn sample(
    ground: &Ground,
    map: &str,
    n_queries: usize,
    seed: u64,
    progress: &Progress,
) -> Scenario {
    let mesh = ground.mesh();
    let queries = sample_queries(mesh, n_queries, seed);
    let manner = Manner::of(Algorithm::default());
    let n_done = AtomicUsize::new(0);
    let count = |_: usize, _: Row| {
        let n_done = n_done.fetch_add(1, Ordering::Relaxed) + 1;
        progress.is_at(n_done as f32 / queries.len() as f32);
    };
    let rows = on_own_threads(0, || search_all(ground, &queries, manner, progress, count));
    let bounds = mesh.bounds();
    let instance = |(query, row): (&Query, &Row)| {
        Instance::found(map, bounds, [query.start, query.goal], row.outcome.cost())
    };
    Scenario { instances: queries.iter().zip(&rows).map(instance).collect() }
}

/// Hears nothing of a search, but ends it when nobody wants what comes of it.
pub struct OnlyCancels<'a>(pub &'a Progress);

impl TraceSink for OnlyCancels<'_> {
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
        let expected = Expected::all(&scenario);
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
    fn what_was_sampled_passes_even_on_a_map_of_a_grid() {
        let (ground, ..) = islands();
        let scenario = sample(&ground, "islands.map", 40, 3, &Progress::default());
        assert_eq!(scenario, sample(&ground, "islands.map", 40, 3, &Progress::default()));
        let queries: Vec<Query> = scenario.instances.iter().map(Query::from).collect();
        let manner = Manner::of(Algorithm::default());
        let rows = search_all(&ground, &queries, manner, &Progress::default(), |_, _| {});
        let judged = Expected::all(&scenario).into_iter().zip(&rows);
        assert!(judged.clone().all(|(it, row)| it.judge(row.outcome) == Judgement::Pass));
        assert_eq!(judged.count(), 40);
    }

    #[test]
    fn a_search_gives_up_where_it_is_told_to() {
        let (ground, _, queries) = islands();
        let manner = Manner { limit: 1, ..Manner::of(Algorithm::AstarFunnel) };
        let rows = search_all(&ground, &queries, manner, &Progress::default(), |_, _| {});
        assert!(rows.iter().any(|row| row.outcome == Outcome::GaveUp));
        assert!(rows.iter().all(|row| row.counters.expanded <= 1));
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
