//! How much detail a picture has: enough for the eye, and never more than a file can bear.
//!
//! - Faces with more than [`CORNERS`] corners together are not drawn one by one. The picture is cut into cells of a
//!   pixel (of more than one where there would be over [`CELLS`]), each cell takes the ink of the face under its
//!   middle, and cells of one ink in a row make one rectangle.
//! - Lines with more than [`POINTS`] points are moved to a grid of half a pixel, where most of the short ones become
//!   nothing or the same; if that is not enough, to a grid of one pixel, and so on.
//! - Sides that may be crossed are left out where they are shorter than [`SHORTEST_PORTAL`] pixels; of the others, the
//!   longest [`PORTALS`] are drawn.
//! - Of marks (arrows, discs) there are at most [`MARKS`] of a kind, of labels [`LABELS`].
//!
//! So a picture has at most some hundred thousand elements, however many faces the map has; as SVG text that is less
//! than ten megabytes at 1200 by 900 pixels, and in practice hardly two.

/// The most corners of faces that are drawn one by one.
pub const CORNERS: usize = 60_000;
/// The most cells that a picture is cut into.
pub const CELLS: u64 = 1 << 20;
/// The most points of the lines in one ink.
pub const POINTS: usize = 60_000;
/// The most sides that may be crossed.
pub const PORTALS: usize = 20_000;
/// Shorter portals than this, in pixels, are left out.
pub const SHORTEST_PORTAL: f64 = 3.0;
/// The most marks of a kind.
pub const MARKS: usize = 1_000;
/// The most labels of a kind.
pub const LABELS: usize = 400;
