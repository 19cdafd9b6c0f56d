//! W4: undoing and doing again leads where a replay leads, and survives.

use fastrand::Rng;

use wayglass::document::{Document, State, journal};

use super::person::{Act, act, any_act, drawing};

/// So many acts, one after the other, in one document.
const ACTS: usize = 2_000;

/// A document after random acts is what replaying them says; so is what a journal of it gives back, with its past and
/// its future.
pub fn undo_and_redo(seed: u64) -> u64 {
    let mut random = Rng::with_seed(seed);
    let mut replay = Replay::default();
    let mut document = drawing();
    let mut scribe = document.scribe();
    let mut pieces = vec![scribe.whole()];
    for number in 0..ACTS {
        let next = any_act(&mut random);
        act(&mut document, &next);
        replay.act(&next);
        // Not after each: several acts may go into one piece.
        if random.bool() {
            pieces.push(scribe.write(document.take_entries()));
        }
        if random.u32(..300) == 0 {
            scribe.write(document.take_entries());
            pieces = vec![scribe.whole()];
        }
        assert!(document.state() == &replay.now, "seed {seed}, act {number}: {next:?}");
        assert_eq!(document.done().len(), replay.past.len(), "seed {seed}, act {number}");
    }
    pieces.push(scribe.write(document.take_entries()));
    let read = journal::read("plan", pieces.iter().map(|piece| &**piece)).unwrap();
    assert!(read.is_whole);
    assert_same(read.document, document, &mut random);
    ACTS as u64
}

/// Undoes and does again all there is in two documents, and finds them equal all the way.
pub fn assert_same(mut one: Document, mut other: Document, random: &mut Rng) {
    assert!(one.state() == other.state());
    assert!(one.done().eq(other.done()));
    assert!(one.undone().eq(other.undone()));
    loop {
        let (title, expected) = (one.undo(), other.undo());
        assert!(title == expected && one.state() == other.state(), "undoing {title:?}");
        if title.is_none() {
            break;
        }
    }
    let n_steps = one.undone().len();
    for _ in 0..n_steps {
        let goes_back = random.u32(..4) == 0;
        let travel = if goes_back { Document::undo } else { Document::redo };
        assert_eq!(travel(&mut one), travel(&mut other));
        assert!(one.state() == other.state());
    }
    while other.redo().is_some() {
        one.redo();
    }
    assert_eq!(one.redo(), None);
    assert!(one.state() == other.state());
}

/// The same acts in the plainest way: all that ever was is kept.
struct Replay {
    past: Vec<State>,
    future: Vec<State>,
    now: State,
}

impl Default for Replay {
    fn default() -> Self {
        Self { past: Vec::new(), future: Vec::new(), now: drawing().state().clone() }
    }
}

impl Replay {
    fn act(&mut self, next: &Act) {
        match next {
            Act::Gesture(edits) => {
                self.past.push(self.now.clone());
                self.future.clear();
                edits.iter().for_each(|edit| self.edit(&edit.changes));
            }
            Act::GoOn(edit) => {
                if self.past.is_empty() {
                    self.past.push(self.now.clone());
                }
                self.future.clear();
                self.edit(&edit.changes);
            }
            Act::Undo => {
                if let Some(before) = self.past.pop() {
                    self.future.push(std::mem::replace(&mut self.now, before));
                }
            }
            Act::Redo => {
                if let Some(after) = self.future.pop() {
                    self.past.push(std::mem::replace(&mut self.now, after));
                }
            }
            Act::Revert => {
                self.future.clear();
                if let Some(before) = self.past.pop() {
                    self.now = before;
                }
            }
        }
    }

    /// Makes changes as somebody would by hand: on the state, without any history.
    fn edit(&mut self, changes: &[wayglass::document::Change]) {
        use wayglass::document::{Change, Source};
        use wayglass::layout::work::Thing;
        let work = &mut self.now.work;
        let Source::Drawing(layout) = &mut self.now.source else { return };
        for change in changes.iter().cloned() {
            match change {
                Change::Obstacle(id, Some(it)) => drop(layout.obstacles.insert(id, it)),
                Change::Obstacle(id, None) => drop(layout.obstacles.remove(&id)),
                Change::Wall(id, Some(it)) => drop(layout.walls.insert(id, it)),
                Change::Wall(id, None) => drop(layout.walls.remove(&id)),
                Change::LaneVertex(id, Some(it)) => drop(layout.lanes.vertices.insert(id, it)),
                Change::LaneVertex(id, None) => {
                    layout.lanes.vertices.remove(&id);
                    layout.lanes.lanes.retain(|_, lane| !lane.ends.contains(&id));
                }
                Change::Lane(_, Some(it)) if layout.lanes.ends(&it).is_none() => {}
                Change::Lane(id, Some(it)) => drop(layout.lanes.lanes.insert(id, it)),
                Change::Lane(id, None) => drop(layout.lanes.lanes.remove(&id)),
                Change::Border(border) => layout.border = border,
                Change::Region(region) => layout.region = region,
                Change::Agent(agent) => layout.agent = agent,
                Change::Pins(pins) => work.pins = pins,
                Change::Lock(thing, true) if layout.has(thing) => drop(work.locked.insert(thing)),
                Change::Hide(thing, true) if layout.has(thing) => drop(work.hidden.insert(thing)),
                Change::Lock(thing, _) => drop(work.locked.remove(&thing)),
                Change::Hide(thing, _) => drop(work.hidden.remove(&thing)),
                Change::Mesh(_) => {}
            }
            let is_there = |thing: &Thing| layout.has(*thing);
            work.locked.retain(is_there);
            work.hidden.retain(is_there);
        }
    }
}
