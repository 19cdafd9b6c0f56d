//! What things look like: every mark is made in an [`Ink`], with a [`Pen`] that may be a file, pixels or a window.
//!
//! ```text
//! Navmesh, Layout, Route, Trace ──draw──▶ Pen ──▶ Svg: text · Pixels: PNG, Gif · the painter of a window
//!                                          ▲
//!                        Theme: Ink ──▶ Style
//! ```
//!
//! A picture stays small however large the map is: see [`detail`].

use crate::geom::Point;

pub mod animation;
mod camera;
mod cells;
pub mod chart;
mod color_by;
pub mod detail;
mod film;
mod floors;
mod font;
mod gif;
mod heat;
mod ink;
mod layers;
mod layout;
mod legend;
mod links;
mod mesh;
mod number;
mod overlay;
mod patch;
mod path;
mod picture;
mod pixels;
pub mod report;
mod shapes;
mod sheet;
mod sides;
mod svg;
pub mod theme;
mod tiles;
mod trace;
mod verdict;

pub use camera::{Camera, Insets, Size, SizeError, YAxis};
pub use color_by::{ColorBy, Coloring};
pub use film::film;
pub use floors::{damage_ink, moving_ink};
pub use gif::{Colors, Gif};
pub use heat::heat;
pub use ink::{Damage, Ink};
pub use layers::{Layer, Layers};
pub use layout::{lanes, layout};
pub use legend::{Legend, grid, legend, scale_bar};
pub use mesh::{Look, mesh, mesh_legend, mesh_marks};
pub use overlay::Overlay;
pub use patch::{Patch, patch};
pub use path::{Route, path, way};
pub use picture::{Map, Picture, Search};
pub use pixels::Pixels;
pub use shapes::{Rule, Shapes, box_ring};
pub use sheet::Sheet;
pub use svg::Svg;
pub use theme::Theme;
pub use tiles::{Corner, Edge, Tile, Tiles};
pub use trace::{closed_faces, cone, other_search, trace};
pub use verdict::{cause, floods};

/// Something to draw with. Positions are in the world, sizes are in pixels.
pub trait Pen {
    /// How the world lies in the picture.
    fn camera(&self) -> &Camera;

    /// Fills what the rings run round.
    fn fill(&mut self, ink: Ink, rings: &Shapes);

    /// Draws along lines.
    fn stroke(&mut self, ink: Ink, lines: &Shapes);

    /// Puts a mark of so many pixels across at a point.
    fn mark(&mut self, ink: Ink, at: Point, mark: Mark, pixels: f64);

    /// Writes one line of text of so many pixels in height, its middle line at the point.
    fn text(&mut self, ink: Ink, at: Point, anchor: Anchor, pixels: f64, text: &str);
}

/// The shape of a mark.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Mark {
    /// A disc.
    Disc,
    /// A square that stands on a corner.
    Diamond,
    /// A cross.
    Cross,
    /// A triangle that points along a direction in the world.
    Arrow(Point),
}

/// Which part of a text is at its point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    /// Its left end.
    Start,
    /// Its middle.
    Middle,
    /// Its right end.
    End,
}
