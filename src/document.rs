//! What is open: a file, what it says, the words it says it in, and what has been done to it since.

use std::borrow::Cow;
use std::sync::Arc;

use crate::format::{Content, Format, Import, Lines};
use crate::layout::Layout;
use crate::layout::work::Work;
use crate::mesh::{Element, Findings, Navmesh, Origin};

mod counts;
mod edit;
pub mod facts;
mod history;
pub mod journal;
mod live_ground;
mod recording;
mod replaying;
pub mod repro;
pub mod told;

pub use counts::Counts;
pub use edit::{Change, Edit, Step, changes};
pub use history::{UNDO_BYTES, UNDO_STEPS};
pub use journal::Entry;
pub use live_ground::{LivePath, shortest};
pub use recording::{MOST_EVENTS, recording};
pub use replaying::{Replayed, no_ground, replayed};

use history::History;
use journal::Entries;

/// What is open, with its past and future.
#[derive(Debug)]
pub struct Document {
    name: String,
    bytes: Vec<u8>,
    /// Where every [`MARKED`]th line starts: a line is looked up with every frame.
    starts: Vec<usize>,
    format: Format,
    findings: Findings,
    lines: Lines,
    state: State,
    history: History,
    /// What was done and is not written down yet; none if nobody writes.
    entries: Option<Entries>,
    revision: Revision,
    /// The highest that there was.
    newest: Revision,
    /// The revision that is on disk; none if none is.
    saved: Option<Revision>,
    /// What was there when it was opened.
    opened: State,
    /// What was there when it was saved last, and the revision; none if it was not.
    on_disk: Option<(State, Revision)>,
}

/// What people change: everything else can be made from it.
#[derive(Debug, Clone, PartialEq)]
pub struct State {
    /// What is drawn, or the faces.
    pub source: Source,
    /// What belongs to the work on it.
    pub work: Work,
}

/// What a document is about.
#[derive(Debug, Clone, PartialEq)]
pub enum Source {
    /// Obstacles, to build a mesh around.
    Drawing(Layout),
    /// Faces.
    Mesh(Arc<Navmesh>),
    /// Neither.
    Nothing,
}

/// Names a state: no other state of a document has the same, and a state that comes back by undoing has its old one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Revision(pub u64);

/// Of so many lines the start of one is known.
const MARKED: usize = 256;
/// The longest line that is quoted whole.
const QUOTED: usize = 200;

impl Document {
    /// A file that was read, under its name.
    pub fn new(name: String, bytes: Vec<u8>, import: Import) -> Self {
        let starts = line_starts(&bytes);
        let Import { format, content, findings, lines, work } = import;
        let source = match content {
            Content::Mesh(mesh) => Source::Mesh(mesh),
            Content::Layout(layout) => Source::Drawing(layout),
            Content::Scenario(_) | Content::Trace(_) => Source::Nothing,
        };
        let state = State { source, work };
        Self {
            name,
            bytes,
            starts,
            format,
            findings,
            lines,
            opened: state.clone(),
            on_disk: None,
            state,
            history: History::default(),
            entries: None,
            revision: Revision::default(),
            newest: Revision::default(),
            saved: Some(Revision::default()),
        }
    }

    /// A drawing that is in no file yet.
    pub fn drawing(name: String, layout: Layout, work: Work) -> Self {
        let content = Content::Layout(layout);
        let (findings, lines) = (Findings::default(), Lines::default());
        let import = Import { format: Format::Project, content, findings, lines, work };
        Self { saved: None, ..Self::new(name, Vec::new(), import) }
    }

    /// What it is called: the name of its file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The bytes of the file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The format that the file is in.
    pub fn format(&self) -> Format {
        self.format
    }

    /// What was odd about the file.
    pub fn findings(&self) -> &Findings {
        &self.findings
    }

    /// What people change.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The faces, if it is about faces.
    pub fn mesh(&self) -> Option<&Arc<Navmesh>> {
        match &self.state.source {
            Source::Mesh(mesh) => Some(mesh),
            Source::Drawing(_) | Source::Nothing => None,
        }
    }

    /// The drawing, if it is about one.
    pub fn layout(&self) -> Option<&Layout> {
        match &self.state.source {
            Source::Drawing(layout) => Some(layout),
            Source::Mesh(_) | Source::Nothing => None,
        }
    }

    /// What belongs to the work on it.
    pub fn work(&self) -> &Work {
        &self.state.work
    }
}

/// Changing it.
impl Document {
    /// Which of its states it is in.
    pub fn revision(&self) -> Revision {
        self.revision
    }

    /// Whether all of it is on disk.
    pub fn is_saved(&self) -> bool {
        self.saved == Some(self.revision)
    }

    /// Whether what it is about still is as it was read: the work on faces changes nothing of them.
    pub fn is_as_read(&self) -> bool {
        match (&self.state.source, &self.opened.source) {
            (Source::Mesh(now), Source::Mesh(then)) => Arc::ptr_eq(now, then),
            _ => self.revision == Revision::default(),
        }
    }

    /// Whether nobody has done anything to it yet, and it is in no file.
    pub fn is_untouched(&self) -> bool {
        self.saved.is_none() && self.revision == Revision::default()
    }

    /// Makes a change. What was undone before cannot be done again after it.
    pub fn apply(&mut self, edit: Edit, step: Step) {
        let is_new = step == Step::New || self.done().len() == 0;
        self.note_change(is_new);
        if is_new {
            self.history.begin(edit.title, self.revision);
        }
        for change in edit.changes {
            self.history.remember(&self.state, &change);
            self.state.apply(change);
        }
        self.newest.0 += 1;
        self.revision = self.newest;
    }

    /// Does a step of which all is known: what it has made of each thing that it touched.
    fn put_step(&mut self, title: Cow<'static, str>, changes: Vec<Change>) {
        self.note_change(true);
        self.history.begin(title, self.revision);
        self.history.remember_each(&self.state, &changes);
        self.state.put(changes);
        self.newest.0 += 1;
        self.revision = self.newest;
    }

    /// Takes the last step back; says what it was.
    pub fn undo(&mut self) -> Option<Cow<'static, str>> {
        self.close_step();
        let title = self.history.undo(&mut self.state, &mut self.revision)?;
        self.note(Entry::Undo);
        Some(title)
    }

    /// Does again what was undone last; says what it was.
    pub fn redo(&mut self) -> Option<Cow<'static, str>> {
        self.close_step();
        let title = self.history.redo(&mut self.state, &mut self.revision)?;
        self.note(Entry::Redo);
        Some(title)
    }

    /// Takes the last step back for good: the hand has thought better of it. Whether there was one.
    pub fn revert(&mut self) -> bool {
        self.close_step();
        let was_there = self.history.revert(&mut self.state, &mut self.revision);
        if was_there {
            self.note(Entry::Revert);
        }
        was_there
    }

    /// What was done, the oldest first.
    pub fn done(&self) -> impl DoubleEndedIterator<Item = &str> + ExactSizeIterator {
        self.history.done()
    }

    /// What is there, and what was before each step, the newest first.
    pub fn states(&self) -> impl Iterator<Item = State> {
        self.history.states(&self.state)
    }

    /// What was undone, the one to be done again first at the front.
    pub fn undone(&self) -> impl ExactSizeIterator<Item = &str> {
        self.history.undone()
    }

    /// It was saved under a name, as it is. What its pinned paths cost now and what is looked at was saved with it, and is
    /// no step that anybody has done.
    pub fn was_saved(&mut self, name: String, format: Format, work: Work) {
        self.close_step();
        self.name = name;
        self.note_saved(format, &work);
        self.note(Entry::Saved { format, work });
        self.saved = Some(self.revision);
        self.on_disk = Some((self.state.clone(), self.revision));
    }

    fn note_saved(&mut self, format: Format, work: &Work) {
        self.format = format;
        self.state.work.pins.clone_from(&work.pins);
        self.state.work.view = work.view;
    }

    /// What was there when it was opened.
    pub fn as_opened(&self) -> &State {
        &self.opened
    }

    /// What was there when it was saved last, and which revision that is; none if it was not saved since it was opened.
    pub fn as_saved(&self) -> Option<(&State, Revision)> {
        self.on_disk.as_ref().map(|(state, revision)| (state, *revision))
    }
}

/// The words of the file.
impl Document {
    /// Where in the file an element stands.
    pub fn origin(&self, element: Element) -> Option<Origin> {
        // After a change, ids are no longer those of the file.
        self.lines.origin(element).filter(|_| self.is_as_read())
    }

    /// What stands in the file at a place, as far as it can be read; nothing of a binary file can.
    pub fn quote(&self, origin: Origin) -> Option<String> {
        let Origin::Line(number) = origin else { return None };
        let place = (number as usize).checked_sub(1)?;
        let start = *self.starts.get(place / MARKED)?;
        let rest = u32::try_from(place % MARKED).ok()?;
        quote(&self.bytes[start..], Origin::Line(rest + 1))
    }
}

/// Where every [`MARKED`]th line starts.
fn line_starts(bytes: &[u8]) -> Vec<usize> {
    let ends = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
    let marked = ends.skip(MARKED - 1).step_by(MARKED).map(|(end, _)| end + 1);
    std::iter::once(0).chain(marked).collect()
}

/// The line of a text, without what is too long to be shown.
pub fn quote(bytes: &[u8], origin: Origin) -> Option<String> {
    let Origin::Line(number) = origin else { return None };
    let line = bytes.split(|&byte| byte == b'\n').nth((number as usize).checked_sub(1)?)?;
    let shown = &line[..line.len().min(QUOTED)];
    let text = String::from_utf8_lossy(shown).replace(['\r', '\t'], " ");
    let more = if shown.len() < line.len() { "…" } else { "" };
    Some(format!("{}{more}", text.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::Point;
    use crate::layout::lane::{Lane, LaneId, LaneVertex, LaneVertexId};
    use crate::layout::work::Thing;
    use crate::layout::{Agent, Obstacle, ObstacleId};

    fn put(id: u32, x: f64) -> Edit {
        let triangle = [(x, 0.0), (x + 1.0, 0.0), (x, 1.0)].map(|(x, y)| Point::new(x, y));
        let obstacle = Some(Obstacle::new(triangle));
        Edit::one("Move obstacle", Change::Obstacle(ObstacleId(id), obstacle))
    }

    #[test]
    fn a_locked_lane_that_was_led_elsewhere_is_still_locked_when_that_is_undone() {
        let [a, b, c] = [0, 1, 2].map(LaneVertexId);
        let vertex = |id: LaneVertexId| {
            let at = Point::new(f64::from(id.0), 0.0);
            Change::LaneVertex(id, Some(LaneVertex { name: String::new(), at }))
        };
        let lane = |to| Change::Lane(LaneId(0), Some(Lane { ends: [a, to], width: 1.0 }));
        let mut document = Document::drawing("new".to_owned(), Layout::default(), Work::default());
        let lock = Change::Lock(Thing::Lane(LaneId(0)), true);
        let changes = vec![vertex(a), vertex(b), lane(b), lock];
        document.apply(Edit { title: "Draw".into(), changes }, Step::New);
        let before = document.state().clone();
        // Undone, the new vertex goes, and what leads there would go with it.
        document.apply(Edit { title: "Lead".into(), changes: vec![vertex(c), lane(c)] }, Step::New);
        document.undo();
        assert_eq!(*document.state(), before);
    }

    #[test]
    fn a_drag_is_undone_as_one() {
        let mut document = Document::drawing("new".to_owned(), Layout::default(), Work::default());
        document.apply(put(1, 0.0), Step::New);
        let before = document.state().clone();
        document.apply(put(1, 1.0), Step::New);
        document.apply(put(1, 2.0), Step::Continue);
        let after = document.state().clone();
        assert_eq!(document.done().len(), 2);
        assert_eq!(document.undo().as_deref(), Some("Move obstacle"));
        assert_eq!(*document.state(), before);
        assert_eq!(document.redo().as_deref(), Some("Move obstacle"));
        assert_eq!(*document.state(), after);
        document.apply(put(1, 3.0), Step::New);
        assert!(document.revert());
        assert_eq!((document.state(), document.undone().len()), (&after, 0));
        document.undo();
        document.undo();
        assert_eq!(document.undo(), None);
        let agent = Agent { radius: 1.0, ..Agent::default() };
        document.apply(Edit::one("Radius", Change::Agent(agent)), Step::New);
        assert_eq!(document.redo(), None, "what was undone is gone with a new step");
        let agent = Change::Agent(agent);
        let obstacle = put(1, 0.0).changes;
        assert_eq!(
            changes(&before, document.state()),
            [Change::Obstacle(ObstacleId(1), None), agent]
        );
        assert_eq!(changes(document.state(), &before)[..1], obstacle);
    }

    #[test]
    fn what_is_on_disk_is_known_by_its_revision() {
        let mut document = Document::drawing("new".to_owned(), Layout::default(), Work::default());
        assert!(!document.is_saved());
        document.apply(put(1, 0.0), Step::New);
        document.was_saved("a.wayglass".to_owned(), Format::Project, Work::default());
        assert!(document.is_saved());
        document.apply(put(1, 1.0), Step::New);
        assert!(!document.is_saved());
        document.undo();
        assert!(document.is_saved());
        document.undo();
        document.apply(put(2, 0.0), Step::New);
        assert!(!document.is_saved());
    }

    #[test]
    fn lines_far_down_are_found_too() {
        let text: String = (1..=2000).map(|n| format!("line {n}\n")).collect();
        let starts = line_starts(text.as_bytes());
        for number in [1, 2, MARKED, MARKED + 1, 2 * MARKED, 1999, 2000] {
            let place = number - 1;
            let rest = &text.as_bytes()[starts[place / MARKED]..];
            let line = quote(rest, Origin::Line((place % MARKED) as u32 + 1)).unwrap();
            assert_eq!(line, format!("line {number}"));
        }
    }

    #[test]
    fn lines_are_quoted_as_they_stand() {
        let text = b"mesh\r\n2\n\t1 2 3 ";
        let line = |number| quote(text, Origin::Line(number));
        assert_eq!(line(1).unwrap(), "mesh");
        assert_eq!(line(3).unwrap(), "1 2 3");
        assert_eq!([line(0), line(4), quote(text, Origin::Byte(2))], [None, None, None]);
        let long = [b'x'; 1000];
        assert_eq!(quote(&long, Origin::Line(1)).unwrap().chars().count(), QUOTED + 1);
    }
}
