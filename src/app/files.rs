//! Opening files: what was asked for, the work of it on a thread, and what came out.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::build::Faces;
use crate::build::extract::extract;
use crate::build::live::Live;
use crate::disk::{self, Stamp, recovery};
use crate::document::journal::{self, Recovered};
use crate::document::repro::{self, Repro};
use crate::document::{Document, Revision, quote};
use crate::draw::{ColorBy, YAxis};
use crate::example::{Example, Failing};
use crate::format::posthoc::Recording;
use crate::format::{self, Content, Import, Options, ReadError};
use crate::layout::work::Work;
use crate::mesh::Navmesh;
use crate::scenario::Scenario;
use crate::task::batch::on_own_threads;
use crate::task::{Progress, Task};
use crate::watch::Watch;

use super::drawing::Drawing;
use super::survey::{Order, Surveyed};

mod beside;

use beside::map_beside;

/// Where a map comes from.
#[derive(Debug, Clone)]
pub enum Source {
    /// A file.
    Path(PathBuf),
    /// An example that comes with the program, by its place in [`Example::ALL`].
    Example(usize),
    /// A query without a path on one of them, by its place in [`Failing::ALL`].
    Failing(usize),
}

impl Source {
    /// What it is called.
    pub(super) fn name(&self) -> String {
        match self {
            Self::Path(path) => path
                .file_name()
                .map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into()),
            Self::Example(number) => Example::ALL
                .get(*number)
                .map_or_else(String::new, |example| example.file_name.to_owned()),
            Self::Failing(number) => {
                Failing::ALL.get(*number).map_or_else(String::new, |it| it.file_name.to_owned())
            }
        }
    }

    fn read(&self) -> anyhow::Result<(Vec<u8>, Option<Stamp>)> {
        match self {
            Self::Path(path) => disk::read_stamped(path),
            Self::Example(number) => {
                let example = Example::ALL.get(*number);
                Ok((example.map_or_else(Vec::new, |example| example.bytes.to_vec()), None))
            }
            Self::Failing(number) => {
                let failing = Failing::ALL.get(*number);
                Ok((failing.map_or_else(Vec::new, Failing::repro), None))
            }
        }
    }
}

/// A file that is open.
#[derive(Debug)]
pub(super) struct Opened {
    /// What it says.
    pub(super) document: Document,
    /// Where it is, unless it came with the program.
    pub(super) path: Option<PathBuf>,
    /// Which of the examples it is, by its place in [`Example::ALL`]; none if it is another file.
    pub(super) example: Option<usize>,
    /// When it was read, by the clock of the disk.
    pub(super) stamp: Option<Stamp>,
}

/// What came of opening a file.
pub(super) enum Loaded {
    /// A map, as far as it could be made out, and what there is to say about that.
    Map(Box<Map>),
    /// Path queries for a map.
    Scenario {
        /// Where they come from.
        source: Source,
        scenario: Scenario,
        /// Their map, if it lies beside them.
        beside: Option<PathBuf>,
    },
    /// A search, by the name of its file.
    Trace(String, Box<Recording>),
    /// Nothing: a sentence, and the line of the file that it is about.
    Failed(String, Option<String>),
    /// Nobody wanted it any more.
    Cancelled,
}

impl Loaded {
    /// A map, unless nobody wanted it any more.
    fn map(map: Option<Map>) -> Self {
        map.map_or(Self::Cancelled, |map| Self::Map(Box::new(map)))
    }
}

/// Files that are being opened, and all that was said about it: letting go of it forgets that, too.
pub(super) struct Loading {
    /// The one that is being read.
    pub(super) task: Task<Loaded>,
    /// Those that follow it.
    pub(super) next: Vec<Source>,
    /// Whether what is open may be lost by it.
    pub(super) losing: Losing,
    pub(super) occasion: Occasion,
}

/// On which occasion a map is opened, which says what is done once it is there.
#[derive(Debug, Clone)]
pub(super) enum Occasion {
    /// Somebody asked for it.
    Asked,
    /// It is an example, of which something is asked at once.
    Shown,
    /// It has changed on disk while it was open, and was so before it was read again.
    Changed(Option<Stamp>),
    /// An earlier start of the program has left it in this file.
    LeftBehind(PathBuf),
    /// The outlines of what was open in this state are to be changed.
    Outlined(Revision),
}

/// Whether what is not saved may be lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Losing {
    /// Not without asking.
    Asks,
    /// It was asked.
    Allowed,
}

/// A map that was loaded, and what was said about it.
pub(super) struct Arrived {
    pub(super) map: Box<Map>,
    pub(super) occasion: Occasion,
    /// What is to be opened after it.
    pub(super) next: Vec<Source>,
}

/// A map that was opened.
pub(super) struct Map {
    pub(super) opened: Opened,
    /// What was found out about it.
    pub(super) surveyed: Surveyed,
    /// Its mesh as it follows the hand, if it is one that was drawn.
    pub(super) drawing: Option<Drawing>,
    /// What is asked of it, if the file says that.
    pub(super) repro: Option<Repro>,
    /// What could not be taken back of it, if it was left behind, in a sentence.
    pub(super) missing: Option<String>,
}

impl Map {
    /// Finds out all about what is open, for somebody who may not want it any more.
    pub(super) fn new(opened: Opened, color_by: ColorBy, progress: &Progress) -> Self {
        let document = &opened.document;
        let y_axis = YAxis::of(document.work());
        let faces = Faces::default();
        // Of what was not changed since it was read, its reader has told what is odd.
        let checks = document.revision() != Revision::default();
        let order = Order { faces, color_by, y_axis, checks, n_changes: 0 };
        let survey = || {
            let mut whole = progress;
            let whole: &mut dyn Watch = &mut whole;
            let mut alone = whole.stage(0.7, 1.0);
            // How far a drawing is, is told by what takes longest.
            let is_drawing = document.layout().is_some();
            let watch: &mut dyn Watch =
                if is_drawing { &mut Quietly(progress) } else { &mut alone };
            Surveyed::new(document.state(), document.revision(), order, watch)
        };
        let follow = |layout| {
            let shown = document.work().shown(layout).into_owned();
            let started = Instant::now();
            let mut whole = progress;
            let watch: &mut dyn Watch = &mut whole;
            let mut build = |shown| Live::watched(shown, faces, &mut watch.stage(0.7, 1.0)).ok();
            let live = if shown.is_only_lanes() { None } else { build(shown) };
            Drawing::new(live, faces, started.elapsed())
        };
        let (surveyed, drawing) = rayon::join(survey, || document.layout().map(follow));
        Self { opened, surveyed, drawing, repro: None, missing: None }
    }

    /// The same on threads of its own, or nothing if nobody wants it any more.
    fn load(opened: Opened, progress: &Progress) -> Option<Self> {
        let map = on_own_threads(0, || Self::new(opened, ColorBy::default(), progress));
        (!progress.is_cancelled()).then_some(map)
    }
}

/// Ends work that is not wanted any more, and tells nobody how far it is.
struct Quietly<'a>(&'a Progress);

impl Watch for Quietly<'_> {
    fn goes_on(&mut self, _: f32) -> bool {
        !self.0.is_cancelled()
    }

    fn waits_for(&mut self, work: Box<dyn FnOnce() + Send>) -> bool {
        self.0.waits_for(work)
    }
}

/// Opens a file; everything slow is done here.
pub(super) fn load(source: Source, progress: &Progress) -> Loaded {
    let name = source.name();
    let (bytes, stamp) = match source.read() {
        Ok(read) => read,
        Err(error) => {
            let place = match &source {
                // Of a path that was mistyped its last name may be right.
                Source::Path(path) => path.display().to_string(),
                Source::Example(_) | Source::Failing(_) => name,
            };
            return Loaded::Failed(format!("{place}: {error:#}"), None);
        }
    };
    // One name for one file, from wherever the program is started the next time.
    let source = match source {
        Source::Path(path) => Source::Path(disk::absolute(&path)),
        other => other,
    };
    let (name, bytes, repro) = match unpack(name, bytes) {
        Ok(unpacked) => unpacked,
        Err(failed) => return failed,
    };
    let import = match read(&name, &bytes, progress) {
        Ok(import) => import,
        Err(failed) => return failed,
    };
    let import = match import.content {
        Content::Scenario(scenario) => {
            let first = scenario.instances.first();
            let beside = first.and_then(|first| map_beside(&source, first));
            return Loaded::Scenario { source, scenario, beside };
        }
        Content::Trace(recording) => return Loaded::Trace(name, Box::new(recording)),
        content => Import { content, ..import },
    };
    let document = Document::new(name, bytes, import);
    progress.is_at(0.7);
    let path = match &source {
        // What is saved must not take the place of the query.
        Source::Path(path) if repro.is_none() => Some(path.clone()),
        _ => None,
    };
    let example = match source {
        Source::Example(number) => Some(number),
        Source::Path(_) | Source::Failing(_) => None,
    };
    let opened = Opened { document, path, example, stamp };
    let map = Map::load(opened, progress).map(|map| Map { repro, ..map });
    Loaded::map(map)
}

/// Takes back what an earlier start of the program has left in a file.
pub(super) fn take_back(left: &Left, progress: &Progress) -> Loaded {
    let name = &left.name;
    let kept = match recovery::read(&left.file) {
        Ok(kept) => kept,
        Err(error) => return Loaded::Failed(format!("{name}: {error:#}"), None),
    };
    let pieces = kept.pieces.iter().map(|piece| &**piece);
    let Some(Recovered { document, is_whole }) = journal::read(name, pieces) else {
        let file = left.file.display();
        let sentence = format!("{name}: what was kept cannot be read; it is in {file}");
        return Loaded::Failed(sentence, None);
    };
    if progress.is_cancelled() {
        // Somebody else may be at the file by now.
        return Loaded::Cancelled;
    }
    // From now on the file tells only what could be read.
    let aside = (!is_whole).then(|| recovery::put_aside(&left.file));
    let rest = match aside {
        Some(Ok(aside)) => Some(format!("all of it is in {}", aside.display())),
        Some(Err(_)) => Some("the last of it is lost".to_owned()),
        None => kept.is_cut.then(|| "the last of it is lost".to_owned()),
    };
    let missing = rest.map(|rest| format!("Recovered as far as it could be read: {rest}"));
    progress.is_at(0.7);
    let opened = Opened { document, path: left.path.clone(), example: None, stamp: None };
    Loaded::map(Map::load(opened, progress).map(|map| Map { missing, ..map }))
}

/// What was left behind: its name, where it was opened, and the file that tells it.
pub(super) struct Left {
    pub(super) name: String,
    pub(super) path: Option<PathBuf>,
    pub(super) file: PathBuf,
}

/// Makes a drawing of the outlines of a mesh.
pub(super) fn outline(mesh: &Navmesh, name: String, work: Work, progress: &Progress) -> Loaded {
    let document = Document::drawing(name, extract(mesh), work);
    progress.is_at(0.7);
    let opened = Opened { document, path: None, example: None, stamp: None };
    Loaded::map(Map::load(opened, progress))
}

/// Takes the map out of a file that says what is asked of it, too.
fn unpack(name: String, bytes: Vec<u8>) -> Result<(String, Vec<u8>, Option<Repro>), Loaded> {
    if !repro::recognizes(&bytes) {
        return Ok((name, bytes, None));
    }
    match repro::read(&bytes) {
        Ok((repro, map)) => Ok((repro.name.clone(), map.to_vec(), Some(repro))),
        Err(error) => {
            let line = error.origin().and_then(|origin| quote(&bytes, origin));
            Err(Loaded::Failed(format!("{name}: {error}"), line))
        }
    }
}

fn read(name: &str, bytes: &[u8], progress: &Progress) -> Result<Import, Loaded> {
    let mut whole = progress;
    let watch: &mut dyn Watch = &mut whole;
    let read = format::read_with(bytes, &Options::default(), &mut watch.stage(0.0, 0.6));
    read.map_err(|error| match error {
        ReadError::Cancelled => Loaded::Cancelled,
        error => {
            let line = error.origin().and_then(|origin| quote(bytes, origin));
            Loaded::Failed(format!("{name}: {error}"), line.filter(|line| !line.is_empty()))
        }
    })
}

/// Whether there is such a file.
pub(super) fn exists(path: &str) -> bool {
    Path::new(path.trim()).exists()
}

/// What came of asking for a file.
pub(super) enum Picked {
    /// This one.
    File(PathBuf),
    /// Somebody did not want any.
    Nothing,
    /// There is no way to ask on this system.
    NoDialog,
}

/// Asks for a file in the way of the system. Blocks: to be run by a task.
pub(super) fn ask_for_file() -> Picked {
    let started = Instant::now();
    let file = rfd::FileDialog::new().set_title("Open a map").pick_file();
    picked(file, started)
}

fn picked(file: Option<PathBuf>, started: Instant) -> Picked {
    // A dialog that is gone before anybody could have read it was never there; to find that out may take a while.
    const SEEN: Duration = Duration::from_secs(1);
    match file {
        Some(path) => Picked::File(path),
        None if started.elapsed() < SEEN => Picked::NoDialog,
        None => Picked::Nothing,
    }
}

/// Waits until a file is another than it was. Blocks: to be run by a task.
pub(super) fn wait_for_change(path: &Path, known: Stamp, progress: &Progress) {
    const PAUSE: Duration = Duration::from_millis(400);
    let mut before = None;
    while !progress.is_cancelled() {
        std::thread::sleep(PAUSE);
        let now = Stamp::of(path);
        // Twice the same: whoever writes it has finished. A file that is gone may come back.
        let settled = |now: Stamp| before.is_some_and(|before: Stamp| before.looks_like(&now));
        if now.is_some_and(|now| !now.looks_like(&known) && settled(now)) {
            return;
        }
        before = now;
    }
}
