//! A drawing whose mesh follows the hand.
//!
//! The mesh itself is kept current by [`Live`] with every edit. What is made of a whole mesh (islands, tables, what the
//! graphics card holds) is made anew by a task; until it is there, the triangles that changed meanwhile are drawn over
//! it, and paths are searched on them.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::build::live::{self, Edited, Job, JobDone, Live, SlotId};
use crate::build::{BuildError, Faces};
use crate::document::Change;
use crate::draw::Patch;
use crate::layout::work::{Thing, Work};
use crate::layout::{Layout, ObstacleId};
use crate::task::batch::on_own_threads;
use crate::task::{Progress, Task, TaskError, clear_away};
use crate::watch::Watch;

use super::run::wake;

/// A mesh that follows the hand.
#[derive(Default)]
pub(super) struct Drawing {
    /// None while nothing could be built yet.
    live: Option<Live>,
    /// What faces it is made of.
    pub(super) faces: Faces,
    /// How many changes it has followed.
    n_changes: u64,
    /// Which triangles have changed, and with which of these changes.
    changed: Vec<(u64, SlotId)>,
    /// Whether all of them have: there is no use in drawing that over the old ones.
    all_changed: bool,
    /// What is drawn over the map.
    patch: Arc<Patch>,
    /// Work that was too much for a frame.
    job: Option<Task<JobDone>>,
    /// The job that has made that one useless.
    next_job: Option<Job>,
    rebuilding: Option<Task<Result<Live, BuildError>>>,
    /// What is to be built after that, if it is out of date before it is there.
    next: Option<Layout>,
    /// Whether the mesh is of another border, radius or region: building it anew has failed.
    must_rebuild: bool,
    /// How long the last edit took to follow.
    pub(super) took: Option<Duration>,
    /// What could not be built.
    pub(super) fault: Option<String>,
}

/// So many triangles are drawn over a map, and no more.
const MOST_PATCHED: usize = 30_000;
/// Who changes more at once than can be followed in so long has everything built anew: one by one, things that all meet
/// would take as long as there are pairs of them.
const FOLLOWED: Duration = Duration::from_millis(40);
/// Layouts with no more obstacles and walls, or no more corners than this are built anew within a frame.
const BUILT_AT_ONCE: (usize, usize) = (300, 3_000);

impl Drawing {
    /// A drawing whose mesh was built already, if it could be, and how long that took.
    pub(super) fn new(live: Option<Live>, faces: Faces, took: Duration) -> Self {
        Self { live, faces, took: Some(took), ..Self::default() }
    }

    /// Whether faces are merged into larger ones.
    pub(super) fn merges(&self) -> bool {
        self.faces == Faces::Merged
    }

    /// The mesh as it is now.
    pub(super) fn live(&self) -> Option<&Live> {
        self.live.as_ref()
    }

    /// Lets somebody look at the mesh as it is without an obstacle.
    pub(super) fn without(
        &mut self,
        id: ObstacleId,
        ctx: &egui::Context,
        look: impl FnOnce(&Live),
    ) {
        let Some(live) = &mut self.live else { return };
        if !live.can_do_without(id) {
            return;
        }
        let Some(obstacle) = live.layout().obstacles.get(&id).cloned() else { return };
        let removed = live.edit(live::Edit::Obstacle(id, None));
        // Where so much meets that it takes a task, the mesh is not yet the one without it.
        if matches!(removed, Ok(Edited::Slots(_))) {
            look(live);
        }
        self.take_edited(removed, ctx);
        let Some(live) = &mut self.live else { return };
        let put_back = live.edit(live::Edit::Obstacle(id, Some(obstacle)));
        self.take_edited(put_back, ctx);
        self.make_patch();
    }

    /// What is drawn over the map.
    pub(super) fn patch(&self) -> &Arc<Patch> {
        &self.patch
    }

    /// The places of triangles that have changed.
    pub(super) fn changed(&self) -> Vec<SlotId> {
        self.changed.iter().map(|(_, slot)| *slot).collect()
    }

    /// Makes up for what was left for later while the hand moved.
    pub(super) fn hand_rests(&mut self) {
        if let Some(live) = &mut self.live {
            live.find_islands();
        }
    }

    /// Whether a task is building.
    pub(super) fn is_working(&self) -> bool {
        self.job.is_some() || self.rebuilding.is_some()
    }

    /// Whether the mesh is not yet that of the drawing.
    pub(super) fn is_behind(&self) -> bool {
        self.is_working() || self.all_changed
    }

    /// Follows changes of a document.
    pub(super) fn follow(
        &mut self,
        changes: &[Change],
        (layout, work): (&Layout, &Work),
        ctx: &egui::Context,
    ) {
        if work.shows_only_lanes(layout) {
            // Their mesh is one of its own, and quickly made as a whole.
            let others = Self { faces: self.faces, n_changes: self.n_changes, ..Self::default() };
            clear_away(std::mem::replace(self, others));
            return;
        }
        self.n_changes += 1;
        let started = Instant::now();
        let mut edits = Vec::new();
        for change in changes {
            match change {
                Change::Obstacle(id, _) | Change::Hide(Thing::Obstacle(id), _) => {
                    edits.push(obstacle_edit(*id, layout, work));
                }
                Change::Wall(id, _) | Change::Hide(Thing::Wall(id), _) => {
                    edits.push(wall_edit(*id, layout, work));
                }
                Change::Border(_) | Change::Region(_) | Change::Agent(_) => {
                    return self.rebuild(work.shown(layout).into_owned(), ctx);
                }
                Change::LaneVertex(..) | Change::Lane(..) | Change::Hide(..) => {}
                Change::Lock(..) | Change::Pins(_) | Change::Mesh(_) => {}
            }
        }
        // A task that builds everything would deliver what was before these edits.
        if self.must_rebuild || self.rebuilding.is_some() || self.live.is_none() {
            return self.rebuild(work.shown(layout).into_owned(), ctx);
        }
        for edit in edits {
            if FOLLOWED < started.elapsed() {
                return self.rebuild(work.shown(layout).into_owned(), ctx);
            }
            let Some(live) = &mut self.live else { return };
            match live.edit_soon(edit) {
                Some(edited) => self.take_edited(edited, ctx),
                None => return self.rebuild(work.shown(layout).into_owned(), ctx),
            }
        }
        self.took = Some(started.elapsed());
        self.make_patch();
    }

    /// Builds everything anew: at once if that is quick, by a task otherwise.
    pub(super) fn rebuild(&mut self, layout: Layout, ctx: &egui::Context) {
        let (faces, started) = (self.faces, Instant::now());
        (self.job, self.next_job) = (None, None);
        if self.rebuilding.is_some() {
            // A hand asks faster than is built: if each wish ended the one before, nothing would be seen until it
            // rests.
            self.next = Some(layout);
            return;
        }
        let size = (layout.obstacles.len() + layout.walls.len(), layout.n_corners());
        if size.0 <= BUILT_AT_ONCE.0 && size.1 <= BUILT_AT_ONCE.1 {
            let built = Live::new(layout, faces);
            self.take_rebuilt(built);
            self.took = Some(started.elapsed());
            return;
        }
        let work = move |progress: &Progress| {
            let mut watch = progress;
            on_own_threads(0, || Live::watched(layout, faces, &mut watch))
        };
        self.rebuilding = Some(Task::start("building", wake(ctx), work));
    }

    /// Takes what tasks have built; whether anything came.
    pub(super) fn poll(&mut self, ctx: &egui::Context) -> bool {
        let mut came = false;
        if let Some(built) = self.rebuilding.as_ref().and_then(Task::poll) {
            self.rebuilding = None;
            match built {
                Ok(built) => self.take_rebuilt(built),
                Err(error) => self.lost(&error),
            }
            if let Some(next) = self.next.take() {
                self.rebuild(next, ctx);
            }
            came = true;
        }
        if let Some(done) = self.job.as_ref().and_then(Task::poll) {
            self.job = None;
            let awaits = |job: &Job| self.live.as_ref().is_some_and(|live| live.awaits(job));
            let next = self.next_job.take().filter(awaits);
            match (done, &mut self.live, next) {
                // What it came to is of no use any more.
                (_, _, Some(next)) => self.start(next, ctx),
                (Ok(done), Some(live), None) => {
                    let edited = live.finish(done);
                    self.take_edited(edited, ctx);
                    self.make_patch();
                }
                (Err(error), _, None) => self.lost(&error),
                (Ok(_), None, None) => {}
            }
            came = true;
        }
        came
    }

    /// How many changes it has followed: whoever looks at the map now has seen these.
    pub(super) fn n_changes(&self) -> u64 {
        self.n_changes
    }

    /// A map was made ready that has so many of the changes: only what came after has to be drawn over it.
    pub(super) fn was_surveyed(&mut self, n_changes: u64, is_newest: bool) {
        self.changed.retain(|(change, _)| n_changes < *change);
        if is_newest {
            self.changed.clear();
            self.all_changed = false;
        }
        self.make_patch();
    }

    /// A task has failed: what it was to build is built anew with the next change.
    fn lost(&mut self, error: &TaskError) {
        self.must_rebuild = true;
        self.fault = Some(error.to_string());
    }

    fn take_rebuilt(&mut self, built: Result<Live, BuildError>) {
        match built {
            Ok(live) => {
                if let Some(old) = self.live.replace(live) {
                    clear_away(old);
                }
                self.must_rebuild = false;
                self.fault = None;
                self.change_all();
                self.make_patch();
            }
            Err(error) => {
                self.must_rebuild = true;
                self.fault = Some(sentence(&error));
            }
        }
    }

    fn take_edited(&mut self, edited: Result<Edited, BuildError>, ctx: &egui::Context) {
        self.fault = None;
        match edited {
            Ok(Edited::Slots(slots)) => {
                self.changed.extend(slots.into_iter().map(|slot| (self.n_changes, slot)));
            }
            Ok(Edited::Everything) => self.change_all(),
            Ok(Edited::Heavy { job, slots }) => {
                self.changed.extend(slots.into_iter().map(|slot| (self.n_changes, slot)));
                match &self.job {
                    // One at a time: a hand asks faster than they are done.
                    Some(before) => {
                        before.progress().cancel();
                        self.next_job = Some(job);
                    }
                    None => self.start(job, ctx),
                }
            }
            Err(error) => {
                // The next change would build everything anew, within its frame.
                self.must_rebuild = true;
                self.fault = Some(sentence(&error));
            }
        }
    }

    fn start(&mut self, job: Job, ctx: &egui::Context) {
        let work = move |progress: &Progress| job.run(&mut Stays(progress));
        self.job = Some(Task::start("putting obstacles together", wake(ctx), work));
    }

    fn change_all(&mut self) {
        let n_slots = self.live.as_ref().map_or(0, |live| live.slots().len());
        self.all_changed = MOST_PATCHED < n_slots;
        let slots = if self.all_changed { 0 } else { n_slots as u32 };
        self.changed = (0..slots).map(|slot| (self.n_changes, SlotId(slot))).collect();
    }

    fn make_patch(&mut self) {
        // The newest change of a place is the one that counts.
        self.changed.sort_unstable_by_key(|(change, slot)| (*slot, std::cmp::Reverse(*change)));
        self.changed.dedup_by_key(|(_, slot)| *slot);
        if MOST_PATCHED < self.changed.len() {
            self.all_changed = true;
            self.changed.clear();
        }
        self.patch = match &self.live {
            Some(live) if !self.changed.is_empty() && self.changed.len() <= MOST_PATCHED => {
                Arc::new(Patch::new(live, &self.changed()))
            }
            _ if self.patch.is_empty() => return,
            _ => Arc::default(),
        };
    }
}

/// Stays with a library until that has ended, wanted or not: the next one would have to share the cores with it.
struct Stays<'a>(&'a Progress);

impl Watch for Stays<'_> {
    fn goes_on(&mut self, part: f32) -> bool {
        self.0.is_at(part);
        !self.0.is_cancelled()
    }
}

fn obstacle_edit(id: ObstacleId, layout: &Layout, work: &Work) -> live::Edit {
    let is_shown = !work.hidden.contains(&Thing::Obstacle(id));
    live::Edit::Obstacle(id, layout.obstacles.get(&id).filter(|_| is_shown).cloned())
}

fn wall_edit(id: ObstacleId, layout: &Layout, work: &Work) -> live::Edit {
    let is_shown = !work.hidden.contains(&Thing::Wall(id));
    live::Edit::Wall(id, layout.walls.get(&id).filter(|_| is_shown).cloned())
}

/// What could not be built, and that the last mesh stays.
fn sentence(error: &BuildError) -> String {
    format!("{error}; the last mesh stays until the next change")
}
