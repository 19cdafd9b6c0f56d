//! What must hold whatever a monkey does.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::thread::{self, Thread, ThreadId};

use egui::epaint::Primitive;
use wayglass::app::Command;
use wayglass::build::build;
use wayglass::disk::recovery;
use wayglass::document::{Document, journal};
use wayglass::layout::Layout;
use wayglass::mesh::islands::Ways;
use wayglass::mesh::{Across, Islands, Navmesh};

use super::{KEPT_IN, Monkey};

impl Monkey {
    /// What is cheap to see.
    pub(super) fn look(&mut self) {
        let heard = self.ears.heard();
        assert!(heard.is_empty(), "{heard:#?}");
        let found = self.window.state().contradictions();
        assert!(found.is_empty(), "{found:#?}");
        for notice in self.window.state().notices() {
            assert!(is_sentence(notice), "no sentence: {notice:?}");
        }
    }

    /// What takes longer.
    pub(super) fn look_closely(&mut self) {
        const STEPS: usize = 12;
        self.look();
        self.look_at_names();
        self.look_at_shapes();
        self.look_at_mesh();
        self.look_at_past(STEPS);
        self.look_at_kept();
        self.look();
    }

    /// The mesh and the last step, if the drawing has changed since somebody looked.
    pub(super) fn look_at_change(&mut self) {
        let revision = self.window.state().document().map(Document::revision);
        if self.seen != revision {
            self.seen = revision;
            self.look_at_mesh();
            self.look_at_past(1);
        }
    }

    /// What is shown can be cut into triangles for a graphics card, all of them somewhere.
    fn look_at_shapes(&mut self) {
        let ctx = self.window.ctx.clone();
        for shape in &self.window.output().shapes {
            for piece in ctx.tessellate(vec![shape.clone()], ctx.pixels_per_point()) {
                let Primitive::Mesh(mesh) = piece.primitive else { continue };
                let is_somewhere = mesh.vertices.iter().all(|vertex| vertex.pos.is_finite());
                assert!(mesh.is_valid() && is_somewhere, "nowhere: {shape:?}");
            }
        }
    }

    /// What is not saved could be taken back if the program ended now, just as it is.
    fn look_at_kept(&mut self) {
        let app = self.window.state();
        let Some(document) = app.document() else { return };
        // It may have saved something else in the place of the folder; then it was told.
        let cannot_be = Path::new(KEPT_IN).is_file();
        if document.is_saved() || document.is_untouched() || cannot_be {
            return;
        }
        app.flush_recovery();
        let files = fs::read_dir(KEPT_IN).into_iter().flatten().flatten();
        let mut files = files.map(|file| file.path());
        let file = files.find(|file| file.extension().is_some_and(|it| it == "kept"));
        let name = document.name();
        let Some(file) = file else { panic!("nothing is kept of {name}, which is not saved") };
        let kept = recovery::read(&file).expect("it is whole");
        let read = journal::read(&kept.name, kept.pieces.iter().map(|piece| &**piece));
        let read = read.expect("what was kept can be read");
        assert!(read.is_whole && !kept.is_cut, "a journal that nobody has cut is cut");
        assert!(read.document.state() == document.state(), "{name} is not kept as it is");
    }

    /// Every widget is called something.
    fn look_at_names(&mut self) {
        let unnamed = self.window.unnamed_widgets();
        assert!(unnamed.is_empty(), "widgets without a name: {unnamed:#?}");
    }

    /// The mesh that followed the hand is the one that a full build gives.
    fn look_at_mesh(&mut self) {
        let app = self.window.state();
        let (Some((live, faces)), Some(document)) = (app.live(), app.document()) else { return };
        let Some(layout) = document.layout() else { return };
        let shown = document.work().shown(layout);
        // Lanes make no difference to a mesh around obstacles.
        let lanes = live.layout().lanes.clone();
        let same = Layout { lanes, ..Layout::clone(&shown) };
        assert_eq!(*live.layout(), same, "the mesh under the hand is of another drawing");
        let rebuilt = build(&shown, faces).expect("what could be followed can be built");
        let mesh = live.mesh().expect("what was followed is a mesh");
        assert_eq!(walls(&mesh), walls(&rebuilt), "other walls than a full build");
        let areas = |mesh: &Navmesh| {
            let list = Islands::new(mesh, Ways::OnFoot);
            let mut areas: Vec<f64> = list.list().iter().map(|island| island.area).collect();
            areas.sort_by(f64::total_cmp);
            areas
        };
        let (one, other) = (areas(&mesh), areas(&rebuilt));
        let is_near = |(one, other): (&f64, &f64)| (one - other).abs() <= 1e-9 * other.abs();
        let all_near = one.len() == other.len() && one.iter().zip(&other).all(is_near);
        assert!(all_near, "other islands than a full build: {one:?}, {other:?}");
    }

    /// What was undone, so many steps, and done again is as it was.
    fn look_at_past(&mut self, n_most: usize) {
        let ctx = self.window.ctx.clone();
        // What is half drawn is let go of: it is no step yet.
        (0..3).for_each(|_| self.window.state_mut().run(Command::Cancel.into(), &ctx));
        let Some(document) = self.window.state().document() else { return };
        let before = document.state().clone();
        let revision = document.revision();
        let n_steps = document.done().len().min(n_most);
        let past: Vec<_> = document.states().take(n_steps + 1).collect();
        for state in past.iter().skip(1) {
            self.window.state_mut().run(Command::Undo.into(), &ctx);
            let now = self.window.state().document().map(|document| document.state());
            assert!(now == Some(state), "undoing gives something else than what was there");
        }
        if n_steps != 0 {
            self.frame([]);
            self.settle();
            self.look_at_mesh();
        }
        for _ in 0..n_steps {
            self.window.state_mut().run(Command::Redo.into(), &ctx);
        }
        let document = self.window.state().document();
        let now = document.map(|document| (document.state(), document.revision()));
        assert!(now == Some((&before, revision)), "what was done again is not as it was");
        self.settle();
    }
}

type Wall = [(u64, u64); 2];

/// Where walkable ground ends, or a wall stands on it.
fn walls(mesh: &Navmesh) -> BTreeSet<Wall> {
    let mut walls = BTreeSet::new();
    for face in mesh.faces().filter(|face| face.walkable()) {
        for (side, across) in face.across().iter().enumerate() {
            if !matches!(across, Across::Open(_)) {
                let segment = face.segment(side);
                walls.insert([segment.from.bits(), segment.to.bits()]);
            }
        }
    }
    walls
}

/// Whether a text was meant for people.
fn is_sentence(text: &str) -> bool {
    const FOR_PROGRAMMERS: &[&str] = &[
        "Some(",
        "None",
        "Err(",
        "Os {",
        "panicked",
        " failed: ",
        "could not be started",
        "unwrap",
        "src/",
    ];
    let is_short = text.chars().count() <= 500;
    let is_clean = !FOR_PROGRAMMERS.iter().any(|odd| text.contains(odd));
    !text.trim().is_empty() && is_short && is_clean && !text.contains('\n')
}

/// Hears what programs say where people do not look: errors in the log, and panics on any thread.
pub(super) struct Ears;

static HEARD: Mutex<Vec<String>> = Mutex::new(Vec::new());
/// The thread of the monkey.
static LISTENER: Mutex<Option<ThreadId>> = Mutex::new(None);

fn heard() -> MutexGuard<'static, Vec<String>> {
    HEARD.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Ears {
    /// Listens from now on.
    pub(super) fn open() -> Self {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            if log::set_logger(&Log).is_ok() {
                log::set_max_level(log::LevelFilter::Error);
            }
            let before = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |panic| {
                if !is_of_another_test(&thread::current()) {
                    heard().push(format!("{panic}"));
                }
                before(panic);
            }));
        });
        *LISTENER.lock().unwrap_or_else(PoisonError::into_inner) = Some(thread::current().id());
        heard().clear();
        Self
    }

    /// What was said since somebody asked last.
    pub(super) fn heard(&self) -> Vec<String> {
        std::mem::take(&mut *heard())
    }
}

/// Whether it is a thread that some other test runs on: those are called by the paths of their tests.
fn is_of_another_test(thread: &Thread) -> bool {
    let listener = *LISTENER.lock().unwrap_or_else(PoisonError::into_inner);
    listener != Some(thread.id()) && thread.name().is_some_and(|name| name.contains("::"))
}

struct Log;

impl log::Log for Log {
    fn enabled(&self, metadata: &log::Metadata<'_>) -> bool {
        // The monkey's window has no graphics card; those of tests beside it may, or may look for one.
        metadata.level() <= log::Level::Error && !metadata.target().starts_with("wgpu")
    }

    fn log(&self, record: &log::Record<'_>) {
        if self.enabled(record.metadata()) {
            heard().push(format!("{}: {}", record.target(), record.args()));
        }
    }

    fn flush(&self) {}
}
