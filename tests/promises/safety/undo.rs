//! W4: undoing and doing again leads where a replay leads, and survives.

use fastrand::Rng;

use wayglass::document::{Document, State, journal};
use wayglass::format::Format;
use wayglass::geom::{Aabb, Point};
use wayglass::layout::work::Work;

use super::person::{Act, act, any_act, drawing};

/// So many acts, one after the other, in one document.
const ACTS: usize = 2_000;

/// A document after random acts is what replaying them says; so is what a journal of it gives back, with its past and
/// its future.
pub fn undo_and_redo(seed: u64) -> u64 {
    let mut random = Rng::with_seed(seed);
    let mut replay = Replay::default();
    let mut document = drawing();
    // Often less than can be undone.
    let room = if random.bool() { usize::MAX } else { random.usize(..3_000) };
    let mut scribe = document.scribe().with_room(room);
    let mut pieces = vec![scribe.whole()];
    for number in 0..ACTS {
        let next = any_act(&mut random);
        act(&mut document, &next);
        replay.act(&next);
        if random.u32(..50) == 0 {
            save(&mut document, &mut replay, &mut random);
        }
        // Not after each: several acts may go into one piece.
        if random.bool() {
            pieces.push(scribe.write(document.take_entries()));
        }
        let has_grown_long = random.u32(..300) == 0;
        if has_grown_long || !scribe.can_go_on() {
            scribe.write(document.take_entries());
            pieces = vec![scribe.whole()];
        }
        assert!(document.state() == &replay.now, "seed {seed}, act {number}: {next:?}");
        assert_eq!(document.done().len(), replay.past.len(), "seed {seed}, act {number}");
    }
    pieces.push(scribe.write(document.take_entries()));
    if !scribe.can_go_on() {
        pieces = vec![scribe.whole()];
    }
    let read = journal::read("plan", pieces.iter().map(|piece| &**piece)).unwrap();
    assert!(read.is_whole, "seed {seed}");
    assert_eq!(read.document.format(), document.format(), "seed {seed}");
    if room == usize::MAX {
        assert_same(read.document, document, &mut random);
    } else {
        assert_same_as_far_back(read.document, document);
    }
    ACTS as u64
}

/// Saves a document: what its paths cost is another then, and so is what is looked at.
fn save(document: &mut Document, replay: &mut Replay, random: &mut Rng) {
    let mut work = document.work().clone();
    work.pins.iter_mut().for_each(|pin| pin.cost = Some(random.f64()));
    work.view = random.bool().then(|| Aabb::around([Point::new(0.0, 0.0), Point::new(1.0, 2.0)]));
    let format = *random.choice(&[Format::Project, Format::Poly]).unwrap();
    replay.save(&work);
    document.was_saved("plan".to_owned(), format, work);
}

/// Undoes all there is in one document, and finds it equal to another that can be undone as far, or further.
fn assert_same_as_far_back(mut one: Document, mut other: Document) {
    assert!(one.state() == other.state());
    while let Some(title) = one.undo() {
        assert_eq!(Some(title), other.undo());
        assert!(one.state() == other.state());
    }
    while let Some(title) = one.redo() {
        assert_eq!(Some(title), other.redo());
        assert!(one.state() == other.state());
    }
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
                if let Some(before) = self.past.pop() {
                    self.future.clear();
                    self.now = before;
                }
            }
        }
    }

    /// What is looked at is no step, and no step away from it. Pins cost what they cost now wherever they are the same.
    fn save(&mut self, work: &Work) {
        let before = std::mem::replace(&mut self.now.work, work.clone()).pins;
        for states in [&mut self.past, &mut self.future] {
            states.iter_mut().for_each(|state| state.work.view = work.view);
            let same = states.iter_mut().rev().take_while(|state| state.work.pins == before);
            same.for_each(|state| state.work.pins.clone_from(&work.pins));
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
