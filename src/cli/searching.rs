//! How to search: the choices that `path`, `run`, `explain`, `render` and `report` share.

use std::sync::Arc;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};

use crate::geom;
use crate::mesh::Navmesh;
use crate::search::batch::Manner;
use crate::search::{Algorithm, Asked, Ground, Preparation, Query};

/// How to search.
#[derive(Debug, Clone, Copy, Args)]
#[command(next_help_heading = "Search")]
pub(super) struct Searching {
    /// Which algorithm searches
    #[arg(long, value_name = "NAME", value_parser = algorithms(), default_value = "polyanya")]
    pub(super) algorithm: Algorithm,
    /// Radius of the walker, in map units; edges shorter than twice this are closed
    #[arg(long, value_name = "R", default_value_t = 0.0, value_parser = parse_length, allow_hyphen_values = true)]
    pub(super) radius: f64,
    /// Give up after this many expansions; without it, only Polyanya ever does, after 1,000,000 plus 1,000 per face;
    /// `run` and `report` use landmarks and mostly need fewer expansions than `path`
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    limit: u64,
    /// Walk only: leave teleporters alone
    #[arg(long)]
    no_teleporters: bool,
    /// Take floors that may move in play (lifts, doors) as closed
    #[arg(long)]
    no_special_sectors: bool,
}

/// What a path costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Cost {
    /// Its length
    Length,
    /// What DoomPath counts: from connection to connection along the axes, more where it hurts and down drops
    Doompath,
}

impl Searching {
    /// What to make of a mesh before it is searched.
    pub(super) fn preparation(self) -> Preparation {
        Preparation {
            radius: self.radius,
            merge: false,
            special_sectors: !self.no_special_sectors,
            teleporters: !self.no_teleporters,
            landmarks: false,
        }
    }

    /// Whether nobody has chosen anything.
    pub(super) fn is_usual(self) -> bool {
        let walks_all = !self.no_teleporters && !self.no_special_sectors;
        let is_free = self.radius == 0.0 && self.limit == u64::MAX;
        self.algorithm == Algorithm::default() && walks_all && is_free
    }

    /// How all queries of a scenario are searched.
    pub(super) fn manner(self) -> Manner {
        Manner { limit: self.limit, ..Manner::of(self.algorithm) }
    }

    /// A query, to be searched like this.
    pub(super) fn asked(self, query: Query) -> Asked {
        let Self { algorithm, limit, .. } = self;
        Asked { query, algorithm, preparation: self.preparation(), limit }
    }

    /// A mesh prepared for searching.
    pub(super) fn ground(self, mesh: Arc<Navmesh>) -> Ground {
        Ground::new(mesh, &self.preparation())
    }
}

/// A number that is not negative.
pub(super) fn parse_length(text: &str) -> Result<f64, String> {
    let length = text.trim().parse().ok().and_then(geom::coordinate);
    length.filter(|&length| 0.0 <= length).ok_or_else(|| "expected a number from 0 on".to_owned())
}

/// Reads the name of an algorithm, and lists all of them in the help.
pub(super) fn algorithms() -> impl TypedValueParser<Value = Algorithm> {
    let names = Algorithm::ALL
        .iter()
        .map(|algorithm| PossibleValue::new(algorithm.name()).help(algorithm.title()));
    PossibleValuesParser::new(names).map(|name| {
        let named = |algorithm: &&Algorithm| algorithm.name() == name;
        Algorithm::ALL.iter().find(named).copied().unwrap_or_default()
    })
}
