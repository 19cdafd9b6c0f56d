//! A second search beside the first: by another algorithm, or on another map.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::document::Revision;
use crate::draw::Coloring;
use crate::search::compare::{By, Comparison, Side};
use crate::search::{Algorithm, Asked, Ground, Prunings, Trace};
use crate::task::{Progress, Task};

use super::files::{self, Loaded};
use super::gpu::FaceMarks;
use super::inquiry::{Inquiry, Reply};
use super::survey::{Survey, Surveyed};
use super::{App, Source};

mod canvas;
mod changes;
mod following;
mod panel;

pub(super) use canvas::{halves, paint, paint_right, titles_ui, under_pointer};
pub(super) use changes::Changes;
pub(super) use panel::compare_ui;

/// What the search is compared with.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum With {
    /// Nothing.
    #[default]
    Nothing,
    /// Another algorithm on the same map.
    Algorithm(Algorithm),
    /// The map as it was opened.
    AsOpened,
    /// The map as it was saved last.
    AsSaved,
    /// The map in another file.
    Map(PathBuf),
}

impl With {
    /// What people call it.
    pub fn title(&self) -> String {
        match self {
            Self::Nothing => "nothing".to_owned(),
            Self::Algorithm(algorithm) => algorithm.title().to_owned(),
            Self::AsOpened => "the map as opened".to_owned(),
            Self::AsSaved => "the map as saved".to_owned(),
            Self::Map(path) => name_of(path),
        }
    }

    /// Whether it is another map.
    fn is_a_map(&self) -> bool {
        matches!(self, Self::AsOpened | Self::AsSaved | Self::Map(_))
    }
}

fn name_of(path: &Path) -> String {
    Source::Path(path.to_owned()).name()
}

/// Something that is done with a comparison.
#[derive(Debug, Clone)]
pub enum OnCompare {
    /// Compare with something else.
    With(With),
    /// Compare with the map whose path somebody typed.
    WithTyped(String),
    /// Show both side by side, or over each other.
    Split(bool),
    /// Hold both beside each other in another way.
    By(By),
}

/// A comparison: what with, and all that is known of the other side.
#[derive(Default)]
pub(super) struct Comparing {
    /// What the search is compared with.
    pub(super) with: With,
    /// Whether both are shown side by side.
    pub(super) split: bool,
    /// By what both are held beside each other.
    pub(super) by: By,
    /// The other map; none if it is the one that is open.
    other: Option<Arc<Other>>,
    reading: Option<Task<Result<Other, String>>>,
    /// Why there is no other map.
    fault: Option<String>,
    /// What the other map was made of, or is being made of.
    made_of: Option<(With, Revision)>,
    /// The second search.
    inquiry: Inquiry,
    /// What it was asked last, and where.
    followed: Option<(Asked, Prunings, Arc<Ground>)>,
    told: Option<Told>,
    telling: Option<Task<Told>>,
    changes: Option<Arc<Changes>>,
    diffing: Option<Task<Changes>>,
}

/// A map beside the one that is open.
struct Other {
    survey: Survey,
    coloring: Coloring,
    marks: Arc<Vec<FaceMarks>>,
}

/// What was found out about two searches.
struct Told {
    traces: [Arc<Trace>; 2],
    comparison: Comparison,
}

impl Other {
    fn new(surveyed: Surveyed, name: &str) -> Result<Self, String> {
        let Surveyed { survey, coloring, marks, .. } = surveyed;
        match survey.zip(coloring) {
            Some((survey, coloring)) => Ok(Self { survey, coloring, marks: Arc::new(marks) }),
            None => Err(format!("{name} has no mesh to compare with")),
        }
    }

    /// Reads the map in a file. To be done by a task.
    fn read(path: &Path, progress: &Progress) -> Result<Self, String> {
        let name = name_of(path);
        match files::load(Source::Path(path.to_owned()), progress) {
            Loaded::Map(map) => Self::new(map.surveyed, &name),
            Loaded::Scenario(..) => Err(format!("{name} has queries, but no map to compare with")),
            Loaded::Trace(..) => Err(format!("{name} tells of a search, but has no map")),
            Loaded::Failed(sentence, _) => Err(sentence),
            Loaded::Cancelled => Err(format!("{name} was not read")),
        }
    }
}

impl Told {
    fn new(sides: [(Arc<Ground>, Arc<Trace>, Arc<crate::search::Answer>); 2]) -> Self {
        let side = |at: usize| {
            let (ground, trace, answer) = &sides[at];
            Side { ground, trace, answer }
        };
        let comparison = Comparison::new([side(0), side(1)]);
        Self { traces: sides.map(|(_, trace, _)| trace), comparison }
    }

    fn is_of(&self, traces: [&Arc<Trace>; 2]) -> bool {
        self.traces.iter().zip(traces).all(|(known, trace)| Arc::ptr_eq(known, trace))
    }
}

impl Comparing {
    /// Whether something is under way.
    pub(super) fn is_busy(&self) -> bool {
        let Self { reading, telling, diffing, .. } = self;
        let tells = reading.is_some() || telling.is_some() || diffing.is_some();
        tells || self.inquiry.is_busy()
    }

    /// Gives up what is under way.
    pub(super) fn cancel(&mut self) {
        if self.reading.take().is_some() {
            self.with = With::Nothing;
        }
        (self.telling, self.diffing) = (None, None);
        self.inquiry.cancel();
    }

    /// Forgets all that belongs to a map; what it is compared with stays.
    pub(super) fn forget(&mut self) {
        let Self { with, split, by, .. } = std::mem::take(self);
        (self.with, self.split, self.by) = (with, split, by);
    }

    /// What changed between the maps, once that is known.
    pub(super) fn changes(&self) -> Option<&Changes> {
        self.changes.as_deref()
    }
}

/// Looking at it.
impl App {
    /// Both answers, once both sides have answered the same query.
    fn compared(&self) -> Option<[&Reply; 2]> {
        let replies = [self.inquiry.reply()?, self.compare.inquiry.reply()?];
        let is_wanted = self.compare.with != With::Nothing && self.compare.followed.is_some();
        (is_wanted && replies[0].asked.query == replies[1].asked.query).then_some(replies)
    }

    /// What there is to say about both searches, once they were listened to.
    fn comparison(&self) -> Option<&Comparison> {
        let [one, other] = self.compared()?.map(|reply| reply.heard.as_ref());
        let told = self.compare.told.as_ref()?;
        told.is_of([&one?.trace, &other?.trace]).then_some(&told.comparison)
    }

    /// The names of both sides.
    fn side_names(&self) -> [String; 2] {
        let here = self.inquiry.algorithm.title();
        match &self.compare.with {
            With::Algorithm(other) if *other != self.inquiry.algorithm => {
                [here.to_owned(), other.title().to_owned()]
            }
            with => ["the map as it is".to_owned(), with.title()],
        }
    }

    /// The event of the second search that is shown beside that of the first, and the last one.
    pub fn other_event(&self) -> Option<(usize, usize)> {
        let other = self.compared()?[1].heard.as_ref()?;
        let scrub = &self.comparison()?.scrub;
        let last = other.trace.n_events().saturating_sub(1);
        Some((scrub.other(self.playback.cursor, self.compare.by), last))
    }

    /// What the path of the second search costs, if there is one.
    pub fn other_cost(&self) -> Option<f64> {
        self.compared()?[1].answer.outcome.cost()
    }

    /// The event at which both searches first differ, and what each did there.
    pub fn first_difference(&self) -> Option<(usize, [&str; 2])> {
        let difference = self.comparison()?.difference.as_ref()?;
        Some((difference.event, [&difference.did[0], &difference.did[1]]))
    }
}
