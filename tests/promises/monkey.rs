//! A monkey at the window: moves, clicks, drags, types, drops files and resizes by chance, and whatever it does, the
//! window stays whole.
//!
//! What it does follows from a seed alone; what it finds tells the seed and the last gestures. A trial is one session,
//! and its cases are frames. All that is read and written has a relative name without a slash, and the process works in
//! a folder of its own: there is nothing else that a monkey could write over.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use egui_kittest::Harness;
use fastrand::Rng;
use wayglass::app::{Action, App};
use wayglass::document::Revision;

/// What it opens.
#[path = "monkey/basket.rs"]
mod basket;
/// What must hold whatever it does.
#[path = "monkey/eyes.rs"]
mod eyes;
/// What it does.
#[path = "monkey/hands.rs"]
mod hands;
/// What it types.
#[path = "monkey/words.rs"]
mod words;

use crate::promise::Promise;
use basket::Basket;
use eyes::Ears;
#[cfg_attr(not(test), expect(unused_imports, reason = "only tests drop files by themselves"))]
pub(crate) use hands::dropped;

/// All of them. The dear ones are left to the long run.
pub(crate) fn promises() -> Vec<Promise> {
    vec![
        promise("G1_patient", 10_000_000, 4, "a patient monkey breaks nothing", patient),
        promise("G1_hasty", 10_000_000, 2, "a hasty monkey breaks nothing", hasty),
        promise("G2_hostile", 1_000_000, 2, "a monkey with hostile files breaks nothing", hostile),
        promise("G2_parade", 100_000, 0, "every hostile file can be looked at", parade),
        promise("G2_named", 10_000, 1, "far, flat, tiny, empty: each can be looked at", named),
        promise("G2_million", 10_000, 0, "a monkey on a million faces breaks nothing", million),
    ]
}

/// One that is counted in frames.
fn promise(id: &str, goal: u64, share: u64, says: &str, play: fn(u64) -> u64) -> Promise {
    Promise::counted(id, goal, share, says, move |seed| {
        let frames = play(seed);
        assert!(100 < frames, "{frames} frames are no session");
        frames
    })
}

/// Plays with ordinary files and with broken ones, and waits after every gesture until all work is done.
fn patient(seed: u64) -> u64 {
    play(seed, Temper { waits: true, hostile: false, gestures: 160 }, |_| {})
}

/// Never waits: what tasks bring is often of a state that has passed.
fn hasty(seed: u64) -> u64 {
    play(seed, Temper { waits: false, hostile: false, gestures: 400 }, |_| {})
}

/// Opens files that were made to break something, and types such texts.
fn hostile(seed: u64) -> u64 {
    let waits = seed.is_multiple_of(2);
    play(seed, Temper { waits, hostile: true, gestures: 160 }, |_| {})
}

/// Opens every file once, in an order by chance, and does the same with each.
fn parade(seed: u64) -> u64 {
    play(seed, Temper { waits: true, hostile: true, gestures: 0 }, |monkey| {
        let mut names = monkey.basket.all().to_vec();
        monkey.random.shuffle(&mut names);
        monkey.visit(&names);
    })
}

/// The same with a few that everybody thinks of.
fn named(seed: u64) -> u64 {
    const NAMES: &[&str] = &[
        "far.mesh",
        "wide.mesh",
        "tiny.mesh",
        "mixed.mesh",
        "one vertex.mesh",
        "one line.mesh",
        "no faces.mesh",
        "nothing.mesh",
        "near and far.wayglass",
        "far obstacles.wayglass",
        "empty",
    ];
    play(seed, Temper { waits: true, hostile: true, gestures: 0 }, |monkey| {
        let mut names = NAMES.to_vec();
        monkey.random.shuffle(&mut names);
        monkey.visit(&names);
    })
}

/// Plays on a mesh of a million faces.
fn million(seed: u64) -> u64 {
    play(seed, Temper { waits: false, hostile: true, gestures: 60 }, |monkey| {
        let name = monkey.basket.million_faces();
        monkey.drop_files(&[name]);
        monkey.settle();
    })
}

/// How a session is played.
#[derive(Clone, Copy)]
struct Temper {
    /// Whether it waits for tasks after every gesture.
    waits: bool,
    /// Whether it opens and types what was made to break something.
    hostile: bool,
    /// How many gestures there are.
    gestures: usize,
}

/// A monkey and its window.
struct Monkey {
    seed: u64,
    temper: Temper,
    random: Rng,
    // Ends before the folder goes that it keeps things in.
    window: Harness<'static, App>,
    basket: Basket,
    n_frames: u64,
    /// At which revision the mesh was looked at last.
    seen: Option<Revision>,
    /// The last gestures, the oldest first.
    gestures: VecDeque<String>,
    ears: Ears,
}

/// Where the window keeps what is not saved.
const KEPT_IN: &str = "kept";
/// So many gestures are told of when something is broken.
const TOLD: usize = 25;
/// Work that takes longer is given up, as a person would.
const PATIENCE: Duration = Duration::from_secs(4);
/// Work that goes on for so much longer does not end.
const NO_END: Duration = Duration::from_secs(600);

fn play(seed: u64, temper: Temper, begin: impl FnOnce(&mut Monkey)) -> u64 {
    let _alone = alone();
    let ears = Ears::open();
    let mut random = Rng::with_seed(seed);
    let basket = Basket::new(temper.hostile);
    // What stands in other people's files need not be in our fonts.
    let builder = Harness::builder().with_size([1280.0, 800.0]).allow_missing_glyphs();
    let first = if random.u8(..4) == 0 { Vec::new() } else { vec![basket.any(&mut random).into()] };
    let window = builder.build_eframe(move |creation| {
        let mut app = App::new(&creation.egui_ctx, None);
        app.keep_unsaved_in(KEPT_IN.as_ref());
        app.open_all(first, &creation.egui_ctx);
        app
    });
    let gestures = VecDeque::new();
    let (n_frames, seen) = (0, None);
    let mut monkey =
        Monkey { seed, temper, random, window, basket, n_frames, seen, gestures, ears };
    begin(&mut monkey);
    for number in 0..temper.gestures {
        monkey.gesture();
        if temper.waits {
            monkey.settle();
            monkey.look_at_change();
        }
        monkey.look();
        if number % 16 == 15 {
            monkey.settle();
            monkey.look_closely();
        }
    }
    monkey.settle();
    monkey.look_closely();
    monkey.n_frames
}

impl Monkey {
    /// Lets one frame pass, in which this happens.
    fn frame(&mut self, events: impl IntoIterator<Item = egui::Event>) {
        self.window.input_mut().events.extend(events);
        self.window.step();
        self.n_frames += 1;
    }

    /// Opens one file after the other, and looks at each from all sides.
    fn visit(&mut self, names: &[impl AsRef<Path>]) {
        for name in names {
            self.drop_files(&[name.as_ref().to_owned()]);
            self.settle();
            self.walk_through();
            self.settle();
        }
    }

    /// Lets frames pass until no task is under way.
    fn settle(&mut self) {
        let started = Instant::now();
        loop {
            self.frame([]);
            if !self.window.state().is_busy() {
                return;
            }
            assert!(started.elapsed() < NO_END, "a task does not end");
            if PATIENCE < started.elapsed() {
                let ctx = self.window.ctx.clone();
                self.window.state_mut().run(Action::CancelTasks, &ctx);
            }
            std::thread::sleep(Duration::from_micros(300));
        }
    }

    /// Takes note of a gesture.
    fn note(&mut self, gesture: String) {
        self.gestures.push_back(gesture);
        if TOLD < self.gestures.len() {
            self.gestures.pop_front();
        }
    }
}

impl Drop for Monkey {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let Temper { waits, hostile, .. } = self.temper;
            eprintln!(
                "monkey: seed {}, waits {waits}, hostile {hostile}, after {} frames; the last gestures:",
                self.seed, self.n_frames
            );
            self.gestures.iter().for_each(|gesture| eprintln!("  {gesture}"));
        }
    }
}

/// One monkey at a time: they would meet in their folder.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}
