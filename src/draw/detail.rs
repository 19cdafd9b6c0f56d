//! How much detail a picture has: enough for the eye, and never more than a file can bear.
//!
//! - Faces with more than [`CORNERS`] corners together are not drawn one by one. The picture is cut into cells of a
//!   pixel (of more than one where there would be over [`CELLS`]), each cell takes the ink of the face under its
//!   middle, and cells of one ink beside and below each other make one rectangle. If that gives more than
//!   [`RECTANGLES`], cells are made twice as wide, and so on.
//! - Lines with more than [`POINTS`] points are moved to a grid of half a pixel, where most of the short ones become
//!   nothing or the same; if that is not enough, to a grid of one pixel, then of two. What is still too much would be
//!   a grey mass, and only the longest are drawn: the fills beneath tell more.
//! - Sides that may be crossed are left out where they are shorter than [`SHORTEST_PORTAL`] pixels; of the others, the
//!   longest [`PORTALS`] are drawn.
//! - Of marks (arrows, discs) there are at most [`MARKS`] of a kind, of labels [`LABELS`].
//!
//! So however many faces the map has, what is drawn in one ink takes at most a few megabytes of SVG text: a rectangle is
//! some 22 letters long, a point of a line some 14. A million faces, a fifth of them blocked at random, take one megabyte
//! at 1200 by 800 pixels and four at 4000 by 3000.

/// The most corners of faces that are drawn one by one.
pub const CORNERS: usize = 60_000;
/// The most cells that a picture is cut into.
pub const CELLS: u64 = 1 << 20;
/// The most rectangles that cells make together.
pub const RECTANGLES: usize = 100_000;
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
