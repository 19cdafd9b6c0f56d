//! A mesh that follows the hand: each edit changes only what is around it.
//!
//! ```text
//! edit ─▶ which things meet ─▶ their outlines put together ─▶ edges that come and go ─▶ triangles that changed
//!      ─▶ what covers them ─▶ larger faces ─▶ islands ─▶ the places of a list that have to be drawn anew
//! ```
//!
//! The layout is the truth and all else can be made from it: should the triangulation fail, it is built anew. What is
//! drawn is kept apart from it, so that the last good mesh stays on the screen whatever happens.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::geom::Aabb;
use crate::layout::{Layout, Obstacle, ObstacleId, Outline};
use crate::mesh::Navmesh;
use crate::watch::Watch;

use super::fence::Fence;
use super::thing::Thing;
use super::{BuildError, Culprit, Faces, Steps, steps_of};

mod anew;
mod bounds;
mod boxes;
mod crowd;
mod drawn;
mod export;
mod hints;
mod islands;
mod job;
mod joints;
mod locate;
mod net;
mod remerge;
mod repair;
mod things;

pub use drawn::{Drawn, DrawnSide, SlotId};
pub use job::{Job, JobDone};
pub use joints::Joints;

use anew::Anew;
use bounds::Bounds;
use crowd::{Affected, Crowd};
use drawn::Slots;
use islands::LiveIslands;
use net::Net;

/// A change to a layout.
#[derive(Debug, Clone, PartialEq)]
pub enum Edit {
    /// Puts an obstacle there, in the place of the one with the same id if there is one; or takes it away.
    Obstacle(ObstacleId, Option<Obstacle>),
    /// Puts a wall there, in the place of the one with the same id if there is one; or takes it away.
    Wall(ObstacleId, Option<Outline>),
}

/// What an edit has done to the mesh.
#[derive(Debug, Clone, PartialEq)]
pub enum Edited {
    /// These places of the list of triangles have changed; the mesh is that of the layout.
    Slots(Vec<SlotId>),
    /// All of them have.
    Everything,
    /// Too much meets in one place to put it together now. There, the mesh stays as it was until [`Live::finish`] is
    /// given what the job came to; a later edit of the same things makes a new job, and this one is of no use any more.
    Heavy {
        /// What is to be done.
        job: Job,
        /// The places that have changed already.
        slots: Vec<SlotId>,
    },
}

/// Groups of more things than this are left to somebody who has the time.
const HEAVY: usize = 200;

/// A layout and the mesh of it, edit by edit.
#[derive(Debug)]
pub struct Live {
    layout: Layout,
    faces: Faces,
    steps: Steps,
    /// The smallest box around everything, and around each of the things that are in it.
    bounds: Bounds,
    crowd: Crowd,
    /// Nothing, if it was lost in the middle of an edit.
    net: Option<Net>,
    /// Whether the last edit could not be followed: the next one builds everything anew.
    must_rebuild: bool,
    slots: Slots,
    joints: Joints,
    islands: LiveIslands,
    pending: Option<Pending>,
    n_jobs: u64,
}

/// A job that somebody is at.
#[derive(Debug)]
struct Pending {
    id: u64,
    affected: Affected,
}

impl Live {
    /// Builds the mesh of a layout, to be edited.
    pub fn new(layout: Layout, faces: Faces) -> Result<Self, BuildError> {
        Self::watched(layout, faces, &mut ())
    }

    /// The same, for somebody who waits for it and may end it.
    pub fn watched(
        layout: Layout,
        faces: Faces,
        watch: &mut dyn Watch,
    ) -> Result<Self, BuildError> {
        let mut live = Self {
            layout,
            faces,
            steps: Steps::reaching(1.0),
            bounds: Bounds::default(),
            crowd: Crowd::default(),
            net: None,
            must_rebuild: false,
            slots: Slots::default(),
            joints: Joints::default(),
            islands: LiveIslands::default(),
            pending: None,
            n_jobs: 0,
        };
        let rebuilt = live.rebuild(watch);
        if let Err(error) = rebuilt {
            watch.clears_away(Box::new(live));
            return Err(error);
        }
        Ok(live)
    }

    /// The layout with all edits.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The smallest box around everything that was drawn.
    pub fn drawn_bounds(&self) -> Aabb {
        self.bounds.all
    }

    /// The grid that it is built on.
    pub fn steps(&self) -> Steps {
        self.steps
    }

    /// Makes an edit.
    ///
    /// If it fails, the layout has the edit and the mesh has not; the mesh stays as it was, and the next edit tries to
    /// build everything anew.
    pub fn edit(&mut self, edit: Edit) -> Result<Edited, BuildError> {
        self.edit_soon(edit).unwrap_or_else(|| {
            let rebuilt = self.rebuild(&mut ());
            self.must_rebuild = rebuilt.is_err();
            rebuilt.map(|()| Edited::Everything)
        })
    }

    /// The same, if it can be followed; nothing if everything has to be built anew, as the next edit will do.
    pub fn edit_soon(&mut self, edit: Edit) -> Option<Result<Edited, BuildError>> {
        let culprit = self.enter(edit);
        self.must_rebuild |= self.new_steps() != Some(self.steps);
        if self.must_rebuild {
            return None;
        }
        let edited = self.edit_thing(culprit);
        self.must_rebuild = edited.is_err();
        Some(edited)
    }

    /// Whether an obstacle can be taken away without building everything anew: one that reaches farthest out may be
    /// what the grid was chosen for.
    pub fn can_do_without(&self, id: ObstacleId) -> bool {
        let rest = self.bounds.without(Culprit::Obstacle(id));
        super::steps_around(&self.layout, rest).ok() == Some(self.steps)
    }

    fn edit_thing(&mut self, culprit: Culprit) -> Result<Edited, BuildError> {
        let thing = self.thing(culprit)?;
        let (mut slots, mut heavy) = (Vec::new(), None);
        let moved = self.moved_border()?;
        for (culprit, thing) in [(culprit, thing)].into_iter().chain(moved) {
            // Far away from where it was it is taken away first: each step is then about one place only.
            let is_near = |thing: &Thing| {
                self.crowd.bounds_of(culprit).is_none_or(|old| old.touches(thing.bounds))
            };
            let jumps = thing.as_ref().is_some_and(|thing| !is_near(thing));
            for thing in jumps.then_some(None).into_iter().chain([thing]) {
                let affected = self.crowd.replace(culprit, thing);
                match self.follow(affected, None)? {
                    Edited::Slots(more) => slots.extend(more),
                    Edited::Heavy { job, .. } => heavy = Some(job),
                    Edited::Everything => return Ok(Edited::Everything),
                }
            }
        }
        slots.sort_unstable();
        slots.dedup();
        Ok(match heavy.filter(|job| self.awaits(job)) {
            Some(job) => Edited::Heavy { job, slots },
            None => Edited::Slots(slots),
        })
    }

    /// Takes what a job came to. Nothing happens if a later edit has made it useless.
    pub fn finish(&mut self, done: JobDone) -> Result<Edited, BuildError> {
        match self.pending.take() {
            Some(pending) if pending.id == done.id => {
                let edited =
                    done.fused.and_then(|fused| self.follow(pending.affected, Some(fused)));
                // An edit that failed before it is still not followed.
                self.must_rebuild |= edited.is_err();
                edited
            }
            other => {
                self.pending = other;
                Ok(Edited::Slots(Vec::new()))
            }
        }
    }

    /// Whether a job is waited for.
    pub fn is_waiting(&self) -> bool {
        self.pending.is_some()
    }

    /// Whether it waits for this one: a later edit may have made it useless.
    pub fn awaits(&self, job: &Job) -> bool {
        self.pending.as_ref().is_some_and(|pending| pending.id == job.id())
    }

    /// The triangles as they are drawn, each in a place of its own; free places in between.
    pub fn slots(&self) -> &[Option<Drawn>] {
        self.slots.list()
    }

    /// How the walkable ones among them hang together, to search on.
    pub fn joints(&self) -> &Joints {
        &self.joints
    }

    /// Which island a walkable triangle belongs to: a number that its other triangles have too.
    ///
    /// Only true while [`Live::knows_islands`]; the numbers stay as they are from edit to edit as far as they can.
    pub fn island(&self, slot: SlotId) -> Option<u32> {
        self.islands.of(slot.0)
    }

    /// Whether the islands are those of the mesh as it is now: some edits cut ground apart in a way that takes long.
    pub fn knows_islands(&self) -> bool {
        self.islands.is_current()
    }

    /// Finds the islands, if that was left for later.
    pub fn find_islands(&mut self) {
        if !self.islands.is_current()
            && let Some(net) = &self.net
        {
            // Nobody ends it.
            let _ = self.islands.name_all(net, self.slots.list().len(), &mut ());
        }
    }

    /// The mesh as it is now, all of it: to search on, and to save.
    pub fn mesh(&self) -> Result<Navmesh, BuildError> {
        match &self.net {
            Some(net) => export::mesh(net, self.steps),
            None => super::build(&self.layout, self.faces),
        }
    }

    fn enter(&mut self, edit: Edit) -> Culprit {
        match edit {
            Edit::Obstacle(id, obstacle) => {
                self.bounds.set(Culprit::Obstacle(id), obstacle.as_ref().map(|o| &o.outline[..]));
                put(&mut self.layout.obstacles, id, obstacle);
                Culprit::Obstacle(id)
            }
            Edit::Wall(id, wall) => {
                self.bounds.set(Culprit::Wall(id), wall.as_deref());
                put(&mut self.layout.walls, id, wall);
                Culprit::Wall(id)
            }
        }
    }

    /// Brings the mesh in line with what was put together anew.
    fn follow(
        &mut self,
        mut affected: Affected,
        fused: Option<Vec<Vec<Fence>>>,
    ) -> Result<Edited, BuildError> {
        if let Some(pending) = &self.pending
            && fused.is_none()
            && (affected.meets(&pending.affected)
                || HEAVY < affected.largest()
                // What has never been in the triangulation leaves no trace when it goes.
                || self.crowd.has_lost_some_of(&pending.affected))
            && let Some(pending) = self.pending.take()
        {
            affected = self.crowd.joined(affected, pending.affected);
        }
        let fused = match fused {
            Some(fused) => fused,
            None if HEAVY < affected.largest() => {
                self.n_jobs += 1;
                let job = Job::new(self.n_jobs, &self.crowd, &affected);
                self.pending = Some(Pending { id: self.n_jobs, affected });
                return Ok(Edited::Heavy { job, slots: Vec::new() });
            }
            None => {
                let fused = affected.groups.iter().map(|group| self.crowd.fused(group));
                fused.collect::<Result<_, _>>()?
            }
        };
        let difference = self.crowd.settle(&affected, fused);
        if difference.removed.is_empty() && difference.added.is_empty() {
            return Ok(Edited::Slots(Vec::new()));
        }
        let culprits = |live: &Self| BuildError::Library(live.crowd.culprits(&affected.groups));
        let Some(mut net) = self.net.take() else { return Err(culprits(self)) };
        let work = || {
            let touched = net.change(&difference)?;
            let changed = repair::repair(&mut net, &difference, &touched)?;
            let triangles = remerge::take_apart(&mut net, changed.triangles);
            if self.faces == Faces::Merged {
                remerge::merge(&mut net, &triangles);
            }
            Some((net.dead(touched.suspects, &triangles), triangles))
        };
        // Whatever goes wrong in there, the triangulation is thrown away and made anew from the layout.
        let Ok(Some((dead, triangles))) = catch_unwind(AssertUnwindSafe(work)) else {
            let names = culprits(self);
            return match self.rebuild(&mut ()) {
                Ok(()) => Ok(Edited::Everything),
                Err(BuildError::Library(_)) => Err(names),
                Err(error) => Err(error),
            };
        };
        self.slots.clear(&dead);
        let mut slots: Vec<SlotId> = dead.iter().copied().map(SlotId).collect();
        for &face in &triangles {
            slots.extend(self.slots.write(&mut net, face, self.steps).map(SlotId));
        }
        self.joints.follow(&net, self.slots.list(), self.steps, &triangles, &slots);
        self.islands.follow(&net, &triangles, &slots, self.slots.list().len());
        self.net = Some(net);
        Ok(Edited::Slots(slots))
    }

    /// Builds everything anew from the layout.
    fn rebuild(&mut self, watch: &mut dyn Watch) -> Result<(), BuildError> {
        self.pending = None;
        let steps = steps_of(&self.layout)?;
        let mut anew = Anew::default();
        if let Err(error) = anew.build(&self.layout, steps, self.faces, watch) {
            watch.clears_away(Box::new(anew));
            return Err(error);
        }
        let Anew { crowd, net, slots, joints, islands } = anew;
        (self.steps, self.bounds, self.crowd) = (steps, Bounds::of(&self.layout), crowd);
        (self.net, self.slots, self.joints, self.islands) = (net, slots, joints, islands);
        Ok(())
    }

    fn new_steps(&self) -> Option<Steps> {
        super::steps_around(&self.layout, self.bounds.all).ok()
    }
}

fn put<T>(map: &mut BTreeMap<ObstacleId, T>, id: ObstacleId, value: Option<T>) {
    match value {
        Some(value) => map.insert(id, value),
        None => map.remove(&id),
    };
}
