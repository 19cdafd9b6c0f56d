//! A second search beside the first: by another algorithm, or on another map.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::document::Revision;
use crate::draw::{ColorBy, Coloring};
use crate::geom::Aabb;
use crate::mesh::Navmesh;
use crate::search::compare::{By, Comparison, Side};
use crate::search::{Algorithm, Asked, Ground, Preparation, Prunings, Trace};
use crate::task::{Progress, Task};

use super::files::{self, Loaded};
use super::gpu::{FaceMarks, face_marks};
use super::inquiry::{Inquiry, Reply};
use super::survey::{Survey, Surveyed};
use super::view::Eye;
use super::{App, Source};

mod canvas;
mod changes;
mod following;
mod panel;

pub(super) use canvas::{Onto, halves, paint, paint_right, titles_ui, under_pointer};
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
    /// Go on with what was given up.
    Again,
}

/// The same thing of both sides.
type Both<T> = [Arc<T>; 2];

/// A comparison: what with, and all that is known of the other side.
#[derive(Default)]
pub(super) struct Comparing {
    /// What the search is compared with.
    pub(super) with: With,
    /// Whether both are shown side by side.
    pub(super) split: bool,
    /// From where the map was looked at before it was split, and what was seen.
    whole: Option<(Eye, Aabb)>,
    /// By what both are held beside each other.
    pub(super) by: By,
    /// The other map; none if it is the one that is open.
    other: Option<Other>,
    coloring: Option<Task<Painted>>,
    reading: Option<Task<Result<Other, String>>>,
    /// Why there is no other map.
    fault: Option<String>,
    /// What the other map was made of, or is being made of.
    made_of: Option<(With, Revision)>,
    /// The second search.
    inquiry: Inquiry,
    /// What it was asked last, and where.
    followed: Option<Followed>,
    told: Option<Told>,
    telling: Option<(Both<Trace>, Task<Told>)>,
    changes: Option<Changes>,
    diffing: Option<(Both<Navmesh>, Task<Option<Changes>>)>,
    /// What somebody has ended, and wants to know no more.
    given_up: GivenUp,
}

/// What the second search was asked, and where.
struct Followed {
    asked: Asked,
    prunings: Prunings,
    ground: Arc<Ground>,
}

impl Followed {
    /// Whether the same is asked of the same map.
    fn is_same(&self, other: &Self) -> bool {
        let is_on = Arc::ptr_eq(&self.ground, &other.ground);
        is_on && (self.asked, self.prunings) == (other.asked, other.prunings)
    }

    /// Whether this is the answer: of this map, and searched in this way.
    fn is_answered_by(&self, reply: &Reply) -> bool {
        let is_prepared = self.asked.preparation == Preparation::default();
        let is_here = Arc::ptr_eq(&reply.ground, &self.ground)
            || !is_prepared && Arc::ptr_eq(reply.ground.mesh(), self.ground.mesh());
        is_here && (reply.asked, reply.prunings) == (self.asked, self.prunings)
    }
}

/// What is not to be found out any more.
#[derive(Default)]
struct GivenUp {
    /// Where these searches differ.
    telling: Option<Both<Trace>>,
    /// What changed from one of these meshes to the other.
    diffing: Option<Both<Navmesh>>,
}

fn are_same<T>(some: &Both<T>, others: [&Arc<T>; 2]) -> bool {
    some.iter().zip(others).all(|(one, other)| Arc::ptr_eq(one, other))
}

/// A map beside the one that is open.
struct Other {
    survey: Arc<Survey>,
    painted: Painted,
}

/// What the faces of the other map look like.
struct Painted {
    /// What colours are to tell.
    by: ColorBy,
    coloring: Arc<Coloring>,
    marks: Arc<Vec<FaceMarks>>,
}

impl Painted {
    /// Colours faces by what is wanted, as far as the map tells it.
    fn new(mesh: &Navmesh, by: ColorBy) -> Self {
        let told = Some(by).filter(|by| by.is_told_by(mesh)).unwrap_or_default();
        let coloring = Coloring::new(mesh, told);
        let marks = face_marks(mesh, &coloring, |_| 0);
        Self { by, coloring: Arc::new(coloring), marks: Arc::new(marks) }
    }
}

/// What was found out about two searches.
struct Told {
    traces: [Arc<Trace>; 2],
    comparison: Comparison,
}

impl Other {
    fn new(surveyed: Surveyed, name: &str) -> Result<Self, String> {
        let Surveyed { survey, coloring, color_by: by, marks, .. } = surveyed;
        match survey.zip(coloring) {
            Some((survey, coloring)) => {
                Ok(Self { survey, painted: Painted { by, coloring, marks } })
            }
            None => Err(format!("{name} has no mesh to compare with")),
        }
    }

    /// Reads the map in a file. To be done by a task.
    fn read(path: &Path, progress: &Progress) -> Result<Self, String> {
        let name = name_of(path);
        match files::load(Source::Path(path.to_owned()), progress) {
            Loaded::Map(map) => Self::new(map.surveyed, &name),
            Loaded::Scenario { .. } => {
                Err(format!("{name} has queries, but no map to compare with"))
            }
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
        are_same(&self.traces, traces)
    }
}

impl Comparing {
    /// Whether something is under way.
    pub(super) fn is_busy(&self) -> bool {
        let Self { reading, coloring, telling, diffing, .. } = self;
        let reads = reading.is_some() || coloring.is_some();
        let tells = reads || telling.is_some() || diffing.is_some();
        tells || self.inquiry.is_busy()
    }

    /// Gives up what is under way, until somebody asks for it again.
    pub(super) fn cancel(&mut self) {
        if self.reading.take().is_some() {
            self.with = With::Nothing;
        }
        if let Some((traces, _)) = self.telling.take() {
            self.given_up.telling = Some(traces);
        }
        if let Some((meshes, _)) = self.diffing.take() {
            self.given_up.diffing = Some(meshes);
        }
        self.inquiry.cancel();
    }

    /// Whether the second search was given up before everything was heard of it.
    fn search_is_given_up(&self) -> bool {
        let is_answered = |followed: &Followed| {
            let reply = self.inquiry.reply().filter(|reply| reply.heard.is_some());
            reply.is_some_and(|reply| followed.is_answered_by(reply))
        };
        let is_open = self.followed.as_ref().is_some_and(|followed| !is_answered(followed));
        is_open && !self.inquiry.is_busy()
    }

    /// What the map is compared with goes with it; a manner of searching stays.
    pub(super) fn leave_map(&mut self) {
        if matches!(self.with, With::Map(_)) {
            self.with = With::Nothing;
        }
    }

    /// Forgets all that belongs to a map; what it is compared with stays.
    pub(super) fn forget(&mut self) {
        let Self { with, split, by, .. } = std::mem::take(self);
        (self.with, self.split, self.by) = (with, split, by);
    }

    /// What changed between the maps, once that is known.
    pub(super) fn changes(&self) -> Option<&Changes> {
        self.changes.as_ref()
    }
}

/// Looking at it.
impl App {
    /// Both answers, once both sides have answered what is asked now.
    fn compared(&self) -> Option<[&Reply; 2]> {
        let [here, there] = [self.inquiry.reply()?, self.compare.inquiry.reply()?];
        let is_answered = self.is_answered() && self.wanted()?.is_answered_by(there);
        is_answered.then_some([here, there])
    }

    /// What the second search has to be asked, and where, to be held beside the answer of the first.
    fn wanted(&self) -> Option<Followed> {
        let reply = self.inquiry.reply()?;
        let mut asked = reply.asked;
        let ground = match (&self.compare.with, &self.compare.other) {
            (With::Algorithm(algorithm), _) => {
                asked.algorithm = *algorithm;
                // It is prepared already.
                asked.preparation = Preparation::default();
                reply.ground.clone()
            }
            (_, Some(other)) => other.survey.ground.clone(),
            (_, None) => return None,
        };
        Some(Followed { asked, prunings: reply.prunings, ground })
    }

    /// Whether the answer of the first search is one to what is asked now.
    fn is_answered(&self) -> bool {
        self.inquiry.reply().is_some_and(|reply| {
            Some(reply.asked) == self.inquiry.asked() && reply.prunings == self.inquiry.prunings()
        })
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
            With::Algorithm(other) => [here.to_owned(), other.title().to_owned()],
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

    /// What colours tell of the faces of the other map, if there is one.
    pub fn other_colors(&self) -> Option<ColorBy> {
        self.compare.other.as_ref().map(|other| other.painted.by)
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
