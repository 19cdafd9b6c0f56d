//! Wayglass looks at 2D navigation meshes.
//!
//! # The code map
//!
//! Every module stands on those before it and knows nothing of those after it; modules on one line do not know each
//! other. A test reads the sources and holds them to it.
//!
//! | module | what lives there |
//! |---|---|
//! | [`example`], [`geom`], [`text`] | the maps that come with the program · points, and the one exact predicate · numbers as people read them |
//! | [`mesh`], [`layout`], [`scenario`] | the nouns: faces to walk on · what a person draws · path queries |
//! | [`build`], [`mod@format`], [`search`] | the verbs: from drawings to meshes and back · from bytes to values and back · shortest paths |
//! | [`explain`] | why there is no path, and what would mend that |
//! | [`document`] | what is open, what has been done to it, and the way back |
//! | [`draw`], [`tool`] | what things look like: marks with a meaning, as SVG, as pixels, or ready for a graphics card · what the pointer means |
//! | [`disk`], [`task`] | files, read and replaced as a whole; what is not saved yet, kept for the next start · work on threads, with progress, that can be cancelled |
//! | `app`, [`cli`] | the window · the same powers without one |
//!
//! ```text
//! bytes ──format::read──▶ Import { format, content, findings, lines } ──format::write──▶ bytes + losses
//!
//! Layout ──build::build, build::live──▶ Navmesh ──search::Ground──▶ Searcher::find ──▶ Outcome, and a Trace if asked
//!    ◀──────────build::extract──────────┘
//! ```
//!
//! # What always holds
//!
//! - Below [`disk`] and [`task`] nothing opens a file, asks a clock, starts a thread or prints: bytes in, values out.
//! - [`mesh::Navmesh::new`] (or `with_twins`, which checks as much) is the only way to a mesh; nothing changes after it. Every id inside exists; every
//!   side that names a face behind it is a side of that face too.
//! - Foreign conventions (ids from one, -1 for nothing, neighbour order, winding) end in [`mod@format`].
//! - [`geom::side`] is the only orientation test, and it is exact. Tolerances are constants of [`geom`]; they decide
//!   what is worth telling, never what is true.
//! - Nothing read from a file makes us panic, hang, or take more than a small multiple of its size in memory.

pub mod example;
pub mod geom;
pub mod text;

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
