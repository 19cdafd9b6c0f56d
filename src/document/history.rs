//! What was done, so that it can be undone: of all that a step has touched, what was there before.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::mem;

use super::edit::Subject;
use super::{Change, Revision, State};

/// What was done, and what was undone.
#[derive(Debug, Clone, Default)]
pub(super) struct History {
    /// The steps that were done, the last one at the end.
    past: Vec<Moment>,
    /// The steps that were undone, the one to be done again first at the end.
    future: Vec<Moment>,
    /// How much memory all that takes, about.
    n_bytes: usize,
}

/// A step, and the way to its other side: back before it if it was done, forward if it was undone.
#[derive(Debug, Clone)]
struct Moment {
    title: Cow<'static, str>,
    changes: BTreeMap<Subject, Change>,
    /// Which state is there.
    revision: Revision,
}

/// So much of what was there before is kept, in bytes.
pub const UNDO_BYTES: usize = 256 << 20;
/// So many steps are kept.
pub const UNDO_STEPS: usize = 10_000;

impl History {
    /// A step begins, from the state that is there.
    pub(super) fn begin(&mut self, title: Cow<'static, str>, revision: Revision) {
        self.forget_future();
        self.past.push(Moment { title, changes: BTreeMap::new(), revision });
        self.forget_the_oldest();
    }

    /// Remembers what is there before the last step makes a change.
    pub(super) fn remember(&mut self, state: &State, change: &Change) {
        self.forget_future();
        let Some(moment) = self.past.last_mut() else { return };
        for (subject, now) in state.touched_by(change) {
            // What was there before the step is what it was when it was touched first.
            moment.changes.entry(subject).or_insert_with(|| {
                self.n_bytes += n_bytes(&now);
                now
            });
        }
    }

    /// Remembers what is there before the last step puts things somewhere, these and no others.
    pub(super) fn remember_each(&mut self, state: &State, changes: &[Change]) {
        let Some(moment) = self.past.last_mut() else { return };
        let touched = changes.iter().map(Subject::of);
        let before = touched.filter_map(|subject| Some((subject, state.now(subject)?)));
        for (subject, now) in before {
            self.n_bytes += n_bytes(&now);
            moment.changes.insert(subject, now);
        }
    }

    /// Takes the last step back; its title, if there was one.
    pub(super) fn undo(
        &mut self,
        state: &mut State,
        revision: &mut Revision,
    ) -> Option<Cow<'static, str>> {
        let moment = self.past.pop()?;
        let title = moment.title.clone();
        let other = self.cross(moment, state, revision);
        self.future.push(other);
        Some(title)
    }

    /// Does again what was undone last; its title, if there was anything.
    pub(super) fn redo(
        &mut self,
        state: &mut State,
        revision: &mut Revision,
    ) -> Option<Cow<'static, str>> {
        let moment = self.future.pop()?;
        let title = moment.title.clone();
        let other = self.cross(moment, state, revision);
        self.past.push(other);
        Some(title)
    }

    /// Puts back what was there before the last step, as if it had never been done. What was undone came after it.
    pub(super) fn revert(&mut self, state: &mut State, revision: &mut Revision) -> bool {
        let Some(moment) = self.past.pop() else { return false };
        self.forget_future();
        let other = self.cross(moment, state, revision);
        self.n_bytes -= other.n_bytes();
        true
    }

    /// Goes to the other side of a step; the way back.
    fn cross(&mut self, moment: Moment, state: &mut State, revision: &mut Revision) -> Moment {
        self.n_bytes -= moment.n_bytes();
        let other = Moment {
            title: moment.title,
            changes: here(&moment.changes, state),
            revision: mem::replace(revision, moment.revision),
        };
        state.put(moment.changes.into_values());
        self.n_bytes += other.n_bytes();
        other
    }

    /// What was done, the oldest first.
    pub(super) fn done(&self) -> impl DoubleEndedIterator<Item = &str> + ExactSizeIterator {
        self.past.iter().map(|moment| &*moment.title)
    }

    /// What was undone, the one to be done again first at the front.
    pub(super) fn undone(&self) -> impl ExactSizeIterator<Item = &str> {
        self.future.iter().rev().map(|moment| &*moment.title)
    }

    /// What the last step has made of things, if there was one: its title and the changes.
    pub(super) fn last(&self, state: &State) -> Option<(Cow<'static, str>, Vec<Change>)> {
        let moment = self.past.last()?;
        Some((moment.title.clone(), here(&moment.changes, state).into_values().collect()))
    }

    /// What is there, and what was before each step, the newest first.
    pub(super) fn states(&self, state: &State) -> impl Iterator<Item = State> {
        let mut before = state.clone();
        let earlier = self.past.iter().rev().map(move |moment| {
            before.put(moment.changes.values().cloned());
            before.clone()
        });
        std::iter::once_with(|| state.clone()).chain(earlier)
    }

    /// The steps that were done, the newest first: what each has made of things, and from what.
    pub(super) fn back_through<'a>(
        &'a self,
        state: &'a mut State,
    ) -> impl Iterator<Item = (&'a str, Vec<Change>)> {
        self.past.iter().rev().map(move |moment| {
            let changes = here(&moment.changes, state).into_values().collect();
            state.put(moment.changes.values().cloned());
            (&*moment.title, changes)
        })
    }

    /// The steps that were undone, the one to be done again first at the front, and what each makes of things.
    pub(super) fn forward(&self) -> impl Iterator<Item = (&str, Vec<Change>)> {
        let steps = self.future.iter().rev();
        steps.map(|moment| (&*moment.title, moment.changes.values().cloned().collect()))
    }

    fn forget_future(&mut self) {
        let forgotten = self.future.drain(..).map(|moment| moment.n_bytes());
        self.n_bytes -= forgotten.sum::<usize>();
    }

    fn forget_the_oldest(&mut self) {
        let mut n_old = self.past.len().saturating_sub(UNDO_STEPS);
        let mut n_bytes = self.n_bytes;
        let mut old = self.past.iter();
        let mut forget = |n: usize| old.by_ref().take(n).map(Moment::n_bytes).sum::<usize>();
        n_bytes -= forget(n_old);
        while UNDO_BYTES < n_bytes && n_old + 1 < self.past.len() {
            n_bytes -= forget(1);
            n_old += 1;
        }
        self.n_bytes = n_bytes;
        self.past.drain(..n_old);
    }
}

impl Moment {
    fn n_bytes(&self) -> usize {
        self.changes.values().map(n_bytes).sum()
    }
}

/// What is here of all that some changes are about.
fn here(changes: &BTreeMap<Subject, Change>, state: &State) -> BTreeMap<Subject, Change> {
    let subjects = changes.keys().copied();
    subjects.filter_map(|subject| Some((subject, state.now(subject)?))).collect()
}

/// About how much memory a change takes.
fn n_bytes(change: &Change) -> usize {
    let points = |n: usize| 16 * n;
    let more = match change {
        Change::Obstacle(_, Some(obstacle)) => {
            let holes: usize = obstacle.holes.iter().map(|hole| 32 + points(hole.len())).sum();
            obstacle.name.len() + points(obstacle.outline.len()) + holes
        }
        Change::Wall(_, Some(wall)) => points(wall.len()),
        Change::LaneVertex(_, Some(vertex)) => vertex.name.len(),
        Change::Border(border) => border.rings().iter().map(|ring| 32 + points(ring.len())).sum(),
        Change::Pins(pins) => pins.iter().map(|pin| 80 + pin.name.len()).sum(),
        // Points; corners, and what is known of each side.
        Change::Mesh(mesh) => 16 * mesh.n_vertices() + 80 * mesh.n_faces(),
        _ => 0,
    };
    mem::size_of::<(Subject, Change)>() + more
}
