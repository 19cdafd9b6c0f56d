//! The search that a trace file tells of, to be played like one of ours.

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::Arc;

use crate::format::posthoc::{Ending, Failure, Kind, Queued, Recording, Step};
use crate::geom::{Aabb, Point};
use crate::mesh::{Navmesh, Parts};
use crate::search::trace::{NodeId, Pruned, Seen};
use crate::search::{End, Ground, Outcome, Preparation, Query, Trace, TraceSink as _};

use super::told;

/// A search that a file tells of.
#[derive(Debug, Clone)]
pub struct Replayed {
    /// What it did. Where the file does not say from where or to where, it is the other end.
    pub trace: Trace,
    /// The corners of the path that it found; empty if it found none, or nobody says where it goes.
    pub path: Vec<Point>,
    /// How many events were left out: those of types that only other programs know, about nodes that are known.
    pub n_skipped: usize,
    /// Where it leads, if that is told.
    pub goal: Option<Point>,
    /// The smallest box around all that is told.
    pub bounds: Aabb,
}

/// Plays a recording on a ground, by whose ids its faces are known.
///
/// What a file leaves out is taken from the node before: it stands there, and costs no less. A node without an interval
/// has the way from there to itself instead, so that it is seen at all.
pub fn replayed(recording: &Recording, ground: &Ground) -> Replayed {
    let mut player = Player::new(recording, ground);
    match &recording.queued {
        Some(queued) => player.play(&recording.steps, queued),
        None => player.play(&recording.steps, &likely_queued(&recording.steps)),
    }
    player.end(&recording.ending);
    let path = player.path(recording);
    let bounds = path.iter().copied().fold(told::bounds(recording), Aabb::grown_to);
    let goal = player.goal;
    Replayed { trace: player.trace, path, n_skipped: player.n_skipped, goal, bounds }
}

/// Nothing to walk on: what a search is played on of which nobody has the map.
pub fn no_ground() -> Ground {
    let nothing = Navmesh::new(Parts { starts: vec![0], ..Parts::default() });
    let nothing =
        nothing.unwrap_or_else(|_| unreachable!("nothing names nothing that is not there"));
    Ground::new(Arc::new(nothing), &Preparation::default())
}

/// Which nodes go into the queue, and when, where a file does not say so: at once when they come out.
///
/// One that is expanded without having been there is said to be passed; one that is pruned while its parent is expanded
/// never was there.
fn likely_queued(steps: &[Step]) -> Vec<Queued> {
    let mut queued: Vec<Option<NonZeroU32>> = vec![None; steps.len()];
    let mut born: HashMap<NonZeroU32, usize> = HashMap::new();
    let mut expanding = None;
    for (number, step) in steps.iter().enumerate() {
        if step.kind == Kind::Generating || !born.contains_key(&step.id) {
            born.insert(step.id, number);
            queued[number] = Some(step.id);
        }
        let birth = born.get(&step.id).copied().unwrap_or(number);
        match step.kind {
            Kind::Expanding => expanding = Some(step.id),
            Kind::Passing => {
                expanding = Some(step.id);
                queued[birth] = None;
            }
            Kind::Closing if expanding == Some(step.id) => expanding = None,
            Kind::PruningRoot | Kind::PruningDominated => {
                let is_of_parent = expanding.is_some() && expanding == step.parent;
                if is_of_parent || birth + 1 == number {
                    queued[birth] = None;
                }
            }
            Kind::Generating | Kind::Closing | Kind::Other(_) => {}
        }
    }
    let queued = queued.into_iter().enumerate();
    queued.filter_map(|(after, id)| Some(Queued { after, id: id? })).collect()
}

struct Player {
    trace: Trace,
    goal: Option<Point>,
    /// Where the faces of the file are on the ground.
    faces: HashMap<i64, u32>,
    n_faces: u32,
    /// The newest node of each name, and whether its successors were asked for.
    nodes: HashMap<NonZeroU32, Known>,
    n_skipped: usize,
}

#[derive(Debug, Clone, Copy)]
struct Known {
    id: Option<NodeId>,
    seen: Seen,
    expanded: bool,
}

impl Player {
    fn new(recording: &Recording, ground: &Ground) -> Self {
        let sound = |p: &Point| p.is_sound();
        let path = match &recording.ending {
            Ending::Found { path, .. } => path.as_slice(),
            _ => &[],
        };
        let first = recording.steps.iter().find_map(|step| step.root.filter(sound));
        let start = recording.start.or_else(|| path.first().copied()).filter(sound).or(first);
        let goal = recording.goal.or_else(|| path.last().copied()).filter(sound);
        let start = start.or(goal).unwrap_or_default();
        let query = Query { start, goal: goal.unwrap_or(start) };
        let ids = &ground.mesh().attributes().ids;
        let mut faces = HashMap::new();
        for face in 0..ground.n_faces() as u32 {
            if let Some(origin) = ground.origin_of(face) {
                faces.entry(ids.face(origin)).or_insert(face);
            }
        }
        Self {
            trace: Trace::new(query),
            goal,
            faces,
            n_faces: ground.n_faces() as u32,
            nodes: HashMap::new(),
            n_skipped: 0,
        }
    }

    fn play(&mut self, steps: &[Step], mut queued: &[Queued]) {
        for (number, step) in steps.iter().enumerate() {
            let n_now = queued.partition_point(|it| it.after <= number);
            self.step(step, queued.split_off(..n_now).unwrap_or_default());
        }
    }

    fn step(&mut self, step: &Step, queued: &[Queued]) {
        let known = self.nodes.get(&step.id).copied();
        let comes_out = step.kind == Kind::Generating || known.is_none();
        let node = match known {
            Some(known) if !comes_out => known,
            _ => self.generate(step),
        };
        // A node may be expanded in the first event that tells of it: it was queued before.
        let (first, then) = if comes_out { (queued, &[][..]) } else { (&[][..], queued) };
        self.push(first);
        match step.kind {
            Kind::Expanding | Kind::Passing => self.expand(step.id, node),
            // Other programs may only say when they are done with a node.
            Kind::Closing if !node.expanded => self.expand(step.id, node),
            Kind::PruningRoot => self.trace.pruned(node.id, Pruned::Root),
            Kind::PruningDominated => self.trace.pruned(node.id, Pruned::Dominated),
            Kind::Generating | Kind::Closing => {}
            Kind::Other(_) => self.n_skipped += usize::from(!comes_out),
        }
        self.push(then);
    }

    fn push(&mut self, queued: &[Queued]) {
        for node in queued.iter().filter_map(|queued| self.nodes.get(&queued.id)) {
            self.trace.pushed(node.id);
        }
    }

    fn generate(&mut self, step: &Step) -> Known {
        let parent = step.parent.and_then(|parent| self.nodes.get(&parent));
        let start = self.trace.query().start;
        let (stood, paid, least) =
            parent.map_or((start, 0.0, 0.0), |it| (it.seen.root, it.seen.g, it.seen.f));
        let parent = parent.and_then(|parent| parent.id);
        let root = step.root.filter(|root| root.is_sound()).unwrap_or(stood);
        let finite = |number: &f64| number.is_finite();
        let g = step.g.filter(finite).unwrap_or_else(|| paid + stood.distance(root));
        let interval = step.interval.filter(|ends| ends.iter().all(|end| end.is_sound()));
        let seen = Seen {
            face: self.face(step.face),
            root,
            interval: interval.unwrap_or([stood, root]),
            g,
            f: step.f.filter(finite).unwrap_or_else(|| least.max(g)),
        };
        let id = self.trace.generated(parent, &seen);
        let known = Known { id, seen, expanded: false };
        self.nodes.insert(step.id, known);
        known
    }

    fn expand(&mut self, name: NonZeroU32, node: Known) {
        self.trace.expanded(node.id);
        self.nodes.insert(name, Known { expanded: true, ..node });
    }

    /// The face of the ground that a file names; one that the ground does not have goes by the number of the file.
    fn face(&self, told: Option<i64>) -> u32 {
        let Some(told) = told else { return Seen::UNTOLD };
        let beyond = |face: &u32| self.n_faces <= *face;
        let other = || u32::try_from(told).ok().filter(beyond).unwrap_or(Seen::UNTOLD);
        self.faces.get(&told).copied().unwrap_or_else(other)
    }

    fn end(&mut self, ending: &Ending) {
        match ending {
            Ending::Found { parent, cost, path } => {
                let last = parent.and_then(|parent| self.nodes.get(&parent));
                let length = || path.windows(2).map(|ends| ends[0].distance(ends[1])).sum();
                let cost = cost.filter(|cost| cost.is_finite());
                let cost = cost.or(last.map(|last| last.seen.f)).unwrap_or_else(length);
                let last = last.and_then(|last| last.id);
                self.trace.reached(last, cost);
            }
            Ending::Failed(failure) => self.trace.failed(match failure {
                Failure::Unreachable | Failure::Untold => Outcome::Unreachable,
                Failure::StartOffMesh => Outcome::OffMesh(End::Start),
                Failure::GoalOffMesh => Outcome::OffMesh(End::Goal),
                Failure::Cancelled => Outcome::Cancelled,
                Failure::GaveUp => Outcome::GaveUp,
            }),
            Ending::Untold => {}
        }
    }

    /// The path as the file tells it, or over the places where the last node and those before it stood.
    fn path(&self, recording: &Recording) -> Vec<Point> {
        let Ending::Found { path, .. } = &recording.ending else { return Vec::new() };
        let path: Vec<Point> = path.iter().copied().filter(|corner| corner.is_sound()).collect();
        let Some(last) = self.trace.last().filter(|_| path.is_empty()) else { return path };
        let goal = recording.goal.filter(|goal| goal.is_sound());
        let mut corners = self.trace.roots(last);
        corners.extend(goal.filter(|goal| corners.last() != Some(goal)));
        corners
    }
}

#[cfg(test)]
mod tests;
