//! From drawings to meshes, and back.

pub mod extract;
pub mod lanes;
