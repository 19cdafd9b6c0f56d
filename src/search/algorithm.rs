//! The searches that answer the same question, and one face to all of them.

use crate::geom::Point;

use super::astar::AstarFunnel;
use super::footing;
use super::polyanya::{Polyanya, Prunings};
use super::visibility::Visibility;
use super::{Counters, End, Ground, Outcome, Query, TraceSink};

/// A way to search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Algorithm {
    /// Cones of sight over faces: optimal and fast.
    #[default]
    Polyanya,
    /// A* over the faces, then the funnel: not optimal.
    AstarFunnel,
    /// A* from corner to corner in sight: optimal and slow.
    Visibility,
}

impl Algorithm {
    /// Every one of them, the best first.
    pub const ALL: &[Self] = &[Self::Polyanya, Self::AstarFunnel, Self::Visibility];

    /// The name that scripts know it by.
    pub fn name(self) -> &'static str {
        match self {
            Self::Polyanya => "polyanya",
            Self::AstarFunnel => "astar-funnel",
            Self::Visibility => "visibility",
        }
    }

    /// The name for people.
    pub fn title(self) -> &'static str {
        match self {
            Self::Polyanya => "Polyanya",
            Self::AstarFunnel => "A* over faces with funnel",
            Self::Visibility => "A* on the visibility graph",
        }
    }

    /// Whether it uses the teleporters and passages of a map; the others only walk.
    pub fn uses_links(self) -> bool {
        self == Self::Polyanya
    }

    /// Whether the path that it finds is a shortest one, over all that it uses.
    pub fn is_optimal(self) -> bool {
        self != Self::AstarFunnel
    }
}

/// Runs any search; the tools of each are made when it is first asked for, and used again.
pub struct Searcher<S: TraceSink = ()> {
    /// How many expansions are allowed.
    pub limit: u64,
    /// What Polyanya may leave out.
    pub prunings: Prunings,
    /// The one that ran last, if any did.
    last: Option<Algorithm>,
    polyanya: Option<Box<Polyanya<S>>>,
    astar_funnel: Option<Box<AstarFunnel<S>>>,
    visibility: Option<Box<Visibility<S>>>,
}

impl<S: TraceSink> Default for Searcher<S> {
    fn default() -> Self {
        Self {
            limit: u64::MAX,
            prunings: Prunings::ALL,
            last: None,
            polyanya: None,
            astar_funnel: None,
            visibility: None,
        }
    }
}

impl<S: TraceSink> Searcher<S> {
    /// Finds a path and what it costs; [`Searcher::corners`] tells where it goes.
    pub fn find(
        &mut self,
        algorithm: Algorithm,
        ground: &Ground,
        query: &Query,
        sink: &mut S,
    ) -> Outcome {
        self.last = None;
        for (point, end) in [(query.start, End::Start), (query.goal, End::Goal)] {
            if footing::sound(point).is_none() {
                sink.failed(Outcome::OffMesh(end));
                return Outcome::OffMesh(end);
            }
        }
        self.last = Some(algorithm);
        match algorithm {
            Algorithm::Polyanya => {
                let tools = self.polyanya.get_or_insert_default();
                (tools.limit, tools.prunings) = (self.limit, self.prunings);
                tools.find(ground, query, sink)
            }
            Algorithm::AstarFunnel => {
                let tools = self.astar_funnel.get_or_insert_default();
                tools.limit = self.limit;
                tools.find(ground, query, sink)
            }
            Algorithm::Visibility => {
                let tools = self.visibility.get_or_insert_default();
                tools.limit = self.limit;
                tools.find(ground, query, sink)
            }
        }
    }

    /// The corners of the path that was found last, both ends included.
    pub fn corners(&self) -> Vec<Point> {
        let corners = self.last.and_then(|last| match last {
            Algorithm::Polyanya => self.polyanya.as_ref().map(|tools| tools.corners()),
            Algorithm::AstarFunnel => self.astar_funnel.as_ref().map(|tools| tools.corners()),
            Algorithm::Visibility => self.visibility.as_ref().map(|tools| tools.corners()),
        });
        corners.unwrap_or_default()
    }

    /// The jumps of the path that was found last: the corner where each leaves, and the link of the mesh.
    pub fn jumps(&self) -> Vec<(usize, usize)> {
        match (self.last, &self.polyanya) {
            (Some(Algorithm::Polyanya), Some(tools)) => tools.jumps(),
            _ => Vec::new(),
        }
    }

    /// What the last search did.
    pub fn counters(&self) -> Counters {
        let counters = self.last.and_then(|last| match last {
            Algorithm::Polyanya => self.polyanya.as_ref().map(|tools| tools.counters()),
            Algorithm::AstarFunnel => self.astar_funnel.as_ref().map(|tools| tools.counters()),
            Algorithm::Visibility => self.visibility.as_ref().map(|tools| tools.counters()),
        });
        counters.unwrap_or_default()
    }
}
