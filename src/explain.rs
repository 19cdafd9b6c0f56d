//! Why there is no path, or one that is longer than it looks: causes, the most likely first, with what would mend each.
//!
//! ```text
//! Case { ground, query, how it was searched, what came of it, findings } ──explain──▶ Verdict { causes, floods }
//! Cause { kind, sentence, marks to draw, elements to quote, mends to try }
//! ```
//!
//! Every cause has a file of its own. A cause is only named if it holds: that the goal would be reached with
//! teleporters is known because it *was* reached with teleporters.

use std::sync::Arc;

use crate::geom::{Point, Segment};
use crate::mesh::edit::{self, MeshEdit, MeshEditError};
use crate::mesh::{self, Element, FaceId, Finding, Navmesh};
use crate::search::{Algorithm, Answer, Asked, End, Ground, Outcome, Preparation};

mod ambiguous;
pub mod breach;
mod detour;
mod ends;
mod fault;
mod gap;
mod island;
mod links;
mod narrow;
mod one_way;
mod optimum;
pub mod report;
mod step;
mod straight;
mod words;

pub use breach::{Breach, Measure, Opening, cheapest};

use ends::Footing;
use step::Steps;

/// A query, how it was searched, and what came of it.
#[derive(Debug, Clone, Copy)]
pub struct Case<'a> {
    /// What was searched.
    pub ground: &'a Ground,
    /// What was asked, and how it was searched.
    pub asked: Asked,
    /// What came of it.
    pub answer: &'a Answer,
    /// What is odd about the map.
    pub findings: &'a [Finding],
}

impl<'a> Case<'a> {
    fn mesh(&self) -> &'a Arc<Navmesh> {
        self.ground.mesh()
    }

    fn end(&self, end: End) -> Point {
        match end {
            End::Start => self.asked.query.start,
            End::Goal => self.asked.query.goal,
        }
    }
}

/// What stands in the way of a path.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Verdict {
    /// What does, the most likely first; nothing if there is nothing to say.
    pub causes: Vec<Cause>,
    /// How far one gets, where there is no path although both ends stand on the ground.
    pub floods: Option<Floods>,
}

/// How far one gets from the start, and from where one gets to the goal.
#[derive(Debug, Clone, PartialEq)]
pub struct Floods {
    /// The faces that can be reached from the start.
    pub from_start: Arc<[FaceId]>,
    /// The faces from which the goal can be reached.
    pub to_goal: Arc<[FaceId]>,
}

/// One thing that stands in the way.
#[derive(Debug, Clone, PartialEq)]
pub struct Cause {
    /// What sort of thing.
    pub kind: CauseKind,
    /// One sentence for people, with the file's own ids.
    pub sentence: String,
    /// What to draw of it.
    pub marks: Vec<Mark>,
    /// The elements it is about, of which a file has lines.
    pub elements: Vec<Element>,
    /// What can be tried, the best first.
    pub mends: Vec<Mend>,
}

impl Cause {
    fn new(kind: CauseKind, sentence: String) -> Self {
        Self { kind, sentence, marks: Vec::new(), elements: Vec::new(), mends: Vec::new() }
    }
}

/// What sort of thing stands in the way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum CauseKind {
    /// An end of the query is on no face.
    OffMesh,
    /// An end of the query is in a face that may not be walked on.
    Blocked,
    /// The search was not allowed to go on.
    SearchLimit,
    /// Only floors that may move in play lead there, and they are switched off.
    MovingFloorsOff,
    /// Only teleporters or passages lead there, and they are switched off or not used by the algorithm.
    LinksOff,
    /// All ways, or shorter ones, are too narrow for the radius.
    TooNarrow,
    /// The file is broken.
    Fault(mesh::Kind),
    /// There is a way, but only the other way round.
    OneWay,
    /// Walls or blocked faces, or nothing at all, lie all around one of the ends.
    OtherIsland,
    /// The algorithm does not find shortest paths, or none where another does.
    NotOptimal,
    /// The path goes around something.
    Detour,
    /// An end of the query is exactly where walls part the ground.
    Ambiguous,
}

impl CauseKind {
    /// The name that scripts know it by.
    pub fn name(self) -> &'static str {
        match self {
            Self::OffMesh => "off_mesh",
            Self::Blocked => "blocked",
            Self::SearchLimit => "search_limit",
            Self::MovingFloorsOff => "moving_floors_off",
            Self::LinksOff => "links_off",
            Self::TooNarrow => "too_narrow",
            Self::Fault(kind) => kind.name(),
            Self::OneWay => "one_way",
            Self::OtherIsland => "other_island",
            Self::NotOptimal => "not_optimal",
            Self::Detour => "detour",
            Self::Ambiguous => "ambiguous",
        }
    }

    /// The same for people, as a heading.
    pub fn title(self) -> &'static str {
        match self {
            Self::OffMesh => "Off the mesh",
            Self::Blocked => "In a blocked face",
            Self::SearchLimit => "Search limit reached",
            Self::MovingFloorsOff => "Moving floors are switched off",
            Self::LinksOff => "Only by teleporter or passage",
            Self::TooNarrow => "Too narrow for the radius",
            Self::Fault(kind) => fault::title(kind),
            Self::OneWay => "Only the other way round",
            Self::OtherIsland => "On another island",
            Self::NotOptimal => "Another search does better",
            Self::Detour => "A detour",
            Self::Ambiguous => "On a wall or pinch",
        }
    }
}

/// Something to draw.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Mark {
    /// A place.
    Place(Point),
    /// A face that is in the way, or broken.
    Face(FaceId),
    /// A side that is in the way, or broken.
    Side(Segment),
    /// A gap that would have to be bridged.
    Gap(Segment),
    /// A piece of the way that there would be.
    Way(Segment),
}

/// Something that can be tried, and undone.
#[derive(Debug, Clone, PartialEq)]
pub struct Mend {
    /// What people call it, as on a button.
    pub title: String,
    /// What is done.
    pub remedy: Remedy,
}

/// What is done to mend something.
#[derive(Debug, Clone, PartialEq)]
pub enum Remedy {
    /// An end of the query is put somewhere else.
    MoveEnd(End, Point),
    /// The map is prepared in another way.
    Prepare(Preparation),
    /// Another algorithm searches, on a map that is prepared in this way.
    Search(Algorithm, Preparation),
    /// The search may go on for ever.
    NoLimit,
    /// Faces are cleared, and walls taken away.
    Open {
        /// The faces.
        faces: Vec<FaceId>,
        /// The sides on which walls stand.
        sides: Vec<(FaceId, usize)>,
    },
    /// Faces or vertices are changed, one change after the other.
    Change(Vec<MeshEdit>),
}

impl Remedy {
    /// What is asked then.
    pub fn asked(&self, mut asked: Asked) -> Asked {
        match *self {
            Self::MoveEnd(End::Start, to) => asked.query.start = to,
            Self::MoveEnd(End::Goal, to) => asked.query.goal = to,
            Self::Prepare(preparation) => asked.preparation = preparation,
            Self::Search(algorithm, preparation) => {
                (asked.algorithm, asked.preparation) = (algorithm, preparation);
            }
            Self::NoLimit => asked.limit = u64::MAX,
            Self::Open { .. } | Self::Change(_) => {}
        }
        asked
    }

    /// What becomes of the mesh; none if it stays as it is.
    pub fn mesh(&self, mesh: &Navmesh) -> Option<Result<Navmesh, MeshEditError>> {
        match self {
            Self::MoveEnd(..) | Self::Prepare(_) | Self::Search(..) | Self::NoLimit => None,
            Self::Open { faces, sides } => Some(edit::open_all(mesh, faces, sides)),
            Self::Change(edits) => {
                let (first, rest) = edits.split_first()?;
                let then = |mesh: Navmesh, edit: &MeshEdit| edit.of(&mesh);
                Some(first.of(mesh).and_then(|mesh| rest.iter().try_fold(mesh, then)))
            }
        }
    }
}

/// Says why a search ended without a path, or why its path is as long as it is.
pub fn explain(case: &Case<'_>) -> Verdict {
    let mut verdict = Verdict::default();
    match case.answer.outcome {
        Outcome::Cancelled => {}
        Outcome::GaveUp => explain_limit(case, &mut verdict),
        Outcome::OffMesh(_) => verdict.causes.extend(ends::off_ground(case)),
        Outcome::Unreachable => explain_unreachable(case, &mut verdict),
        Outcome::Found { cost } => {
            let [faults, harmless] = fault::on_the_way(case, cost);
            verdict.causes.extend(faults);
            verdict.causes.extend(optimum::not_optimal(case, cost));
            verdict.causes.extend(narrow::goes_around(case, cost));
            verdict.causes.extend(detour::detour(case, cost));
            verdict.causes.extend(harmless);
            verdict.causes.extend(ambiguous::ends(case));
        }
    }
    verdict
}

fn explain_unreachable(case: &Case<'_>, verdict: &mut Verdict) {
    let steps = Steps::new(case);
    let ends = Footing::of_both(case, &steps);
    explain_islands(case, &steps, &ends, verdict);
}

fn explain_islands(
    case: &Case<'_>,
    steps: &Steps<'_>,
    ends: &[Vec<FaceId>; 2],
    verdict: &mut Verdict,
) {
    let from_start = steps.reached_from(&ends[0]);
    let to_goal = steps.leading_to(&ends[1]);
    let floods = step::Flooded { from_start, to_goal };
    let causes = &mut verdict.causes;
    if ends[1].iter().any(|goal| floods.from_start[goal.index()]) {
        causes.push(optimum::at_a_loss(case));
        causes.extend(fault::between(case, steps, &floods, ends).1);
        return;
    }
    causes.extend(links::moving_floors_off(case, ends));
    causes.extend(links::links_off(case, ends));
    causes.extend(narrow::too_narrow(case, ends));
    let (joining, nearby) = fault::between(case, steps, &floods, ends);
    causes.extend(joining);
    causes.extend(one_way::only_back(case, steps, &floods, ends));
    let leads_on =
        |cause: &Cause| !matches!(cause.kind, CauseKind::Fault(_)) && !cause.mends.is_empty();
    if !causes.iter().any(leads_on) {
        causes.push(island::other_island(case, steps, &floods, ends));
    }
    causes.extend(nearby);
    causes.extend(ambiguous::ends(case));
    verdict.floods = Some(floods.lists());
}

fn explain_limit(case: &Case<'_>, verdict: &mut Verdict) {
    let expansions = crate::text::counted(case.answer.counters.expanded as usize, "expansion");
    let is_told = case.asked.limit <= case.answer.counters.expanded;
    let why = match is_told {
        true => "as it was told to",
        false => "more than any sound map takes: somewhere faces run over each other or themselves",
    };
    let sentence = format!("the search gave up after {expansions}, {why}");
    let mut cause = Cause::new(CauseKind::SearchLimit, sentence);
    let steps = Steps::new(case);
    let ends = Footing::of_both(case, &steps);
    let reached = steps.reached_from(&ends[0]);
    if ends[1].iter().any(|goal| reached[goal.index()]) {
        cause.mends.push(if is_told {
            Mend { title: "Search without a limit".to_owned(), remedy: Remedy::NoLimit }
        } else {
            let other = Algorithm::AstarFunnel;
            let remedy = Remedy::Search(other, case.asked.preparation);
            Mend { title: format!("Search with {}", other.title()), remedy }
        });
        verdict.causes.push(cause);
        let floods = step::Flooded { from_start: reached, to_goal: steps.leading_to(&ends[1]) };
        verdict.causes.extend(fault::between(case, &steps, &floods, &ends).1);
    } else {
        cause.sentence += "; it would not have found a path";
        explain_islands(case, &steps, &ends, verdict);
        verdict.causes.push(cause);
    }
}
