//! Wayglass looks at 2D navigation meshes.
//!
//! # The code map
//!
//! Every module stands on those before it and knows nothing of those after it; modules on one line do not know each
//! other. A test (`tests/it/layers.rs`) reads the sources and holds them to it.
//!
//! | module | what lives there |
//! |---|---|
//! | [`example`], [`geom`], [`text`], [`watch`] | the maps that come with the program · points, and the one exact predicate · numbers as people read them · who waits for long work, and may end it |
//! | [`mesh`], [`layout`], [`scenario`] | the nouns: faces to walk on, what can be wrong with them ([`mesh::check()`]) and what changed ([`mesh::diff`]) · what a person draws, and the work on it ([`layout::work`]) · path queries |
//! | [`build`], [`mod@format`], [`search`] | the verbs: from drawings to meshes and back, as a whole or under the hand ([`build::live`]), and from lanes ([`build::lanes`]) · from bytes to values and back, what that loses ([`format::loss`]), and searches of others ([`format::posthoc`]) · shortest paths, every step of a search ([`search::trace`]), whole scenarios ([`search::batch`]), two searches side by side ([`search::compare`]) |
//! | [`explain`] | why there is no path, the cheapest way through ([`explain::breach`]), what would mend it, and a report of that |
//! | [`document`] | what is open, what has been done to it, and the way back; a query and its map in one file ([`document::repro`]) |
//! | [`draw`], [`tool`] | what things look like: marks with a meaning, as SVG, as pixels, as an animation, as a page ([`draw::report`]), or ready for a graphics card · what the pointer means |
//! | [`disk`], [`task`] | files, read and replaced as a whole, and the version before kept beside ([`disk::save_document`]); what is not saved yet, kept for the next start ([`disk::recovery`]) · work on threads, with progress, that can be cancelled |
//! | `app`, [`cli`] | the window · the same powers without one |
//!
//! ```text
//! bytes ──format::read──▶ Import { format, content, findings, lines, work } ──format::write──▶ bytes + losses
//!
//! Layout ──build::whole, build::live──▶ Navmesh ──search::Ground──▶ Searcher::find ──▶ Outcome, and a Trace if asked
//!    ◀──────────build::extract──────────┘                                               │
//!                                                       explain::explain ◀──────────────┘
//! ```
//!
//! # A byte of a `.mesh` on its way to a pixel
//!
//! 1. [`app::App::run`] takes [`app::Action::Open`] and starts a [`task::Task`]: the rest up to 5 is off the window's
//!    thread. [`disk::read_stamped`] reads the file, and notes what it looked like, to tell later whether it changed.
//! 2. [`format::read_with`] asks [`format::Format::of`] what the bytes are, by their beginning. [`format::mesh3::records`]
//!    goes over them with [`format::words::Words`], which knows the line it is in and so whom to blame; the numbers
//!    become [`mesh::Parts`], ids from zero, neighbours in our order, and [`format::Lines`] remembers where each stood.
//!    [`format::neighbours::wind`], [`settle`](format::neighbours::settle) and
//!    [`wall_off`](format::neighbours::wall_off) then turn clockwise faces round, hold what the file says of neighbours
//!    against what faces share, and put walls between walkable and blocked ground.
//! 3. [`mesh::Navmesh::new`] lets the parts in, or not. [`mesh::check()`] lists what is odd; those are findings, no errors.
//! 4. [`document::Document::new`] takes it all. The window surveys it (`app/survey.rs`): [`mesh::Islands::new`],
//!    [`search::Ground::new`], [`draw::Tiles::new`], which cuts the map into arrays of about two thousand faces, each
//!    seen from its own middle, so that 32 bits are enough for a position, [`mesh::Locator::new`], and at last
//!    [`draw::Coloring`].
//! 5. In the next frame [`app::App::take_note`] finds the task done and takes its map; [`app::App::show`] draws the
//!    panels and the canvas (`app/canvas.rs`).
//! 6. `app/gpu.rs` asks [`draw::Tiles::in_view`] what [`draw::Camera::visible`] sees (the canvas does so for labels
//!    only), sends what the card does not have yet, and one transform per tile, worked out in double precision; the
//!    shader looks up the colour of the face's [`draw::Ink`] in the [`draw::Theme`]. Without a window, [`draw::mesh()`]
//!    tells a [`draw::Pen`] the same, and [`draw::Pixels`] or [`draw::Svg`] puts it on paper.
//!
//! # A click on its way to a row of events
//!
//! 1. `point` in `app/canvas.rs` turns the click into a [`tool::Gesture`], in the units of the map, and asks for
//!    [`app::Action::Gesture`]; nothing changes while a frame is being drawn.
//! 2. [`app::App::run`] hands it to [`tool::Tool::on`], a state machine that has never heard of a window. With the query
//!    tool it comes back as [`tool::Deed::Move`]: an end of the query is put there.
//! 3. The inquiry (`app/inquiry.rs`) asks [`search::Searcher::find`] on the prepared [`search::Ground`], first for the
//!    time it takes with nobody listening, then once more with a [`search::TraceSink`] that fills a [`search::Trace`]. Both
//!    at once where a frame has time for it, otherwise by a task, whose [`task::Progress`] ends it if the hand moves on.
//! 4. [`search::Polyanya`] generates, pushes, expands and prunes nodes; each of these is a call to the sink, and an event
//!    of 4 bytes.
//! 5. Where no path was found, [`explain::explain`] collects every [`explain::Cause`] that holds, by a task.
//! 6. The table (`app/events.rs`) reads row by row with [`search::Trace::event`], only those in view. The canvas shows the
//!    state after any of them without replaying: each node knows from when to when it was open.
//!
//! # A drag on its way to a wall
//!
//! 1. As above, with [`tool::Act::Grab`], [`tool::Act::Drag`] and [`tool::Act::Drop`]: the select tool
//!    ([`tool::Selecting`]) carries what it holds, snaps it ([`tool::snap`]), and gives [`tool::Deed::Edit`]: an
//!    [`document::Edit`] that says what there is afterwards, first as [`document::Step::New`], then as `Continue`.
//! 2. [`document::Document::apply`] makes it one step to undo, whatever number of frames the drag takes.
//! 3. [`build::live::Live::edit_soon`], which `app/drawing.rs` calls, follows in the same frame: which things meet now,
//!    their outlines put together on whole numbers, edges that come and go, triangles, what covers them, larger faces,
//!    islands. It answers with the places that changed ([`build::live::Edited`]), with a job where so much meets that
//!    it takes a task, or with nothing where everything has to be built anew: a task does that, if there is much of it.
//! 4. [`draw::Patch::new`] draws these places over the map; what was wall there is drawn as wall at once. Pinned
//!    queries near them are asked again on the triangles themselves ([`document::shortest`], [`search::TriangleSearch`]).
//! 5. When the hand rests, a task surveys the whole as above (small maps at once, in every frame); its result wears the
//!    [`document::Revision`] it is of, and an old one is never mistaken for a new one. [`disk::Keeper::keep`] puts what is
//!    not saved on the disk, beside.
//!
//! # What always holds
//!
//! - Below [`disk`] and [`task`] nothing opens a file, asks a clock, starts a thread or prints: bytes in, values out.
//!   Large builds share their loops out by rayon; what has to be waited for is left to [`watch::Watch`].
//! - [`mesh::Navmesh::new`] (or [`mesh::Navmesh::with_twins`], which checks as much) is the only way to a mesh; nothing
//!   changes after it. Every id inside exists; every side that names a face behind it is a side of that face too.
//! - Foreign conventions (ids from one, -1 for nothing, neighbour order, winding) end in [`mod@format`].
//! - [`geom::side`] is the only orientation test of positions, and it is exact; drawings are put together on whole
//!   numbers, which have one of their own in [`build`]. Tolerances have a name and decide what is worth telling, what is
//!   looked at first and what counts as the same cost, never on which side something is.
//! - Nothing read from a file makes us panic, hang, or take more than 64 times its size and 16 MiB of memory.
//! - No file of anybody's is replaced unless that was asked for, and what a format cannot hold is counted before it is
//!   left out.
//! - Drawing a frame changes only how things are looked at (the eye, what panels remember); for all else panels and
//!   canvas ask with an [`app::Action`], and [`app::App::run`] alone does it.
//! - After any edit the mesh under the hand is the one that [`build::build()`] would give: ground, walls, islands.
//! - A cause is only named if it holds.
#![cfg_attr(
    not(feature = "app"),
    allow(
        rustdoc::broken_intra_doc_links,
        reason = "what lives in the window is not there without it"
    )
)]

/// The version of the program, and its commit where that is known: `0.1.0 (224178e)`, with `-dirty` after the hash if
/// what it was built from had been changed since.
pub const VERSION: &str = env!("WAYGLASS_VERSION");

pub mod example;
pub mod geom;
pub mod text;
pub mod watch;

pub mod layout;
pub mod mesh;
pub mod scenario;

pub mod build;
pub mod format;
pub mod search;

pub mod explain;

pub mod document;

pub mod draw;
pub mod tool;

pub mod disk;
pub mod task;

#[cfg(feature = "app")]
pub mod app;
pub mod cli;
