//! Wayglass looks at 2D navigation meshes.
//!
//! # The code map
//!
//! Every module stands on those before it and knows nothing of those after it. Up to `format` no module opens a
//! file, asks a clock or prints: bytes in, values out.
//!
//! ```text
//! bytes ──format::read──▶ Import { format, content, findings } ──format::write──▶ bytes + losses
//! ```

pub mod example;
pub mod geom;

pub mod layout;
pub mod mesh;
pub mod scenario;

pub mod build;
pub mod format;

pub mod cli;
