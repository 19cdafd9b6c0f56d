//! A query, and how it is to be searched.

use super::{Algorithm, Answer, Ground, Preparation, Query, Searcher, TraceSink};

/// A query, and how it is to be searched: all that an answer depends on, beside the map.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Asked {
    /// What is asked.
    pub query: Query,
    /// How it is searched.
    pub algorithm: Algorithm,
    /// What is made of the map first.
    pub preparation: Preparation,
    /// After how many expansions the search gives up.
    pub limit: u64,
}

impl Asked {
    /// A query that is searched in the usual way.
    pub fn new(query: Query) -> Self {
        let (algorithm, preparation) = (Algorithm::default(), Preparation::default());
        Self { query, algorithm, preparation, limit: u64::MAX }
    }

    /// Searches on ground that was prepared as it is asked for.
    pub fn answer(&self, ground: &Ground) -> Answer {
        self.answer_to(&mut (), ground)
    }

    /// The same while somebody listens.
    pub fn answer_to<S: TraceSink>(&self, sink: &mut S, ground: &Ground) -> Answer {
        let mut searcher = Searcher::<S>::default();
        searcher.limit = self.limit;
        let outcome = searcher.find(self.algorithm, ground, &self.query, sink);
        Answer::of(&searcher, ground, outcome)
    }
}
