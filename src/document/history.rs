//! What was done, so that it can be undone: what was there before, with everything shared that did not change.

use std::borrow::Cow;
use std::mem;
use std::sync::Arc;

use super::{Revision, Source, State};

/// What was done, and what was undone.
#[derive(Debug, Default)]
pub(super) struct History {
    /// What was there before each step, and what the step is called.
    past: Vec<Moment>,
    /// What was there after each step that was undone, the one to be done again first at the end.
    future: Vec<Moment>,
}

#[derive(Debug)]
struct Moment {
    title: Cow<'static, str>,
    state: State,
    revision: Revision,
    n_bytes: usize,
}

/// So much of what was there before is kept, in bytes.
pub const UNDO_BYTES: usize = 256 << 20;

impl History {
    /// Remembers what is there before a step.
    pub(super) fn remember(&mut self, title: Cow<'static, str>, state: &State, revision: Revision) {
        self.future.clear();
        let last = self.past.last().map(|moment| &moment.state);
        let n_bytes = new_bytes(state, last);
        self.past.push(Moment { title, state: state.clone(), revision, n_bytes });
        self.forget_the_oldest();
    }

    /// Exchanges what is there for what was before the last step; its title, if there was one.
    pub(super) fn undo(
        &mut self,
        state: &mut State,
        revision: &mut Revision,
    ) -> Option<Cow<'static, str>> {
        exchange(&mut self.past, &mut self.future, state, revision)
    }

    /// Does again what was undone last; its title, if there was anything.
    pub(super) fn redo(
        &mut self,
        state: &mut State,
        revision: &mut Revision,
    ) -> Option<Cow<'static, str>> {
        exchange(&mut self.future, &mut self.past, state, revision)
    }

    /// Puts back what was there before the last step, as if it had never been done.
    pub(super) fn revert(&mut self, state: &mut State, revision: &mut Revision) -> bool {
        let Some(moment) = self.past.pop() else { return false };
        (*state, *revision) = (moment.state, moment.revision);
        true
    }

    /// What was done, the oldest first.
    pub(super) fn done(&self) -> impl DoubleEndedIterator<Item = &str> + ExactSizeIterator {
        self.past.iter().map(|moment| &*moment.title)
    }

    /// What was there before each step, the oldest first.
    pub(super) fn past(&self) -> impl DoubleEndedIterator<Item = &State> + ExactSizeIterator {
        self.past.iter().map(|moment| &moment.state)
    }

    /// What was undone, the one to be done again first at the front.
    pub(super) fn undone(&self) -> impl ExactSizeIterator<Item = &str> {
        self.future.iter().rev().map(|moment| &*moment.title)
    }

    fn forget_the_oldest(&mut self) {
        let mut n_bytes: usize = self.past.iter().map(|moment| moment.n_bytes).sum();
        let mut n_old = 0;
        while UNDO_BYTES < n_bytes && n_old + 1 < self.past.len() {
            n_bytes -= self.past[n_old].n_bytes;
            n_old += 1;
        }
        self.past.drain(..n_old);
    }
}

/// Takes a moment from one list, and puts what is there now into the other.
fn exchange(
    from: &mut Vec<Moment>,
    to: &mut Vec<Moment>,
    state: &mut State,
    revision: &mut Revision,
) -> Option<Cow<'static, str>> {
    let mut moment = from.pop()?;
    mem::swap(&mut moment.state, state);
    mem::swap(&mut moment.revision, revision);
    let title = moment.title.clone();
    to.push(moment);
    Some(title)
}

/// About how much memory a state takes that another one does not share.
fn new_bytes(state: &State, shared: Option<&State>) -> usize {
    let source = match (&state.source, shared.map(|state| &state.source)) {
        (Source::Mesh(mesh), Some(Source::Mesh(old))) if Arc::ptr_eq(mesh, old) => 0,
        // Points; corners, and what is known of each side.
        (Source::Mesh(mesh), _) => 16 * mesh.n_vertices() + 80 * mesh.n_faces(),
        (Source::Drawing(layout), old) => {
            let things = layout.obstacles.len() + layout.walls.len() + layout.lanes.vertices.len();
            // Outlines that did not change are shared; the lists of them are not.
            let points = if old.is_some() { 0 } else { layout.n_points() };
            128 * things + 16 * points
        }
        (Source::Nothing, _) => 0,
    };
    mem::size_of::<State>() + source + 96 * state.work.pins.len()
}
