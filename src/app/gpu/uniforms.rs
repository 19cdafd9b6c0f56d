//! The small values that change from frame to frame: where things are, and what inks look like.

use bytemuck::{Pod, Zeroable};

use crate::draw::theme::{Color, Pattern};
use crate::draw::{Ink, Layer, Layers, Theme};
use crate::geom::Point;

use super::{Choice, Paint};

/// How many faces are in a row of the tables of faces.
pub(super) const N_COLUMNS: u32 = 2048;
/// How many styles the shader has room for.
pub(super) const N_STYLES: usize = 80;

/// How the canvas is looked at; the shader says what each number means.
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(super) struct View {
    size: [f32; 2],
    scale: [f32; 2],
    pixels_per_point: f32,
    cursor: u32,
    n_columns: u32,
    replays: u32,
    linear: u32,
    closed_face: u32,
    open_node: u32,
    closed_node: u32,
    pruned_node: u32,
    wall: u32,
    walls_in_sheet: u32,
    sheet_level: i32,
}

/// Where something is on the canvas, in pixels.
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Place {
    pub(super) offset: [f32; 2],
    pub(super) size: [f32; 2],
}

/// What an ink looks like.
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Style {
    fill: [f32; 4],
    pattern: [f32; 4],
    line: [f32; 4],
    more: [f32; 4],
}

impl View {
    pub(super) fn new(
        paint: &Paint,
        choice: &Choice,
        pixels_per_point: f32,
        is_linear: bool,
    ) -> Self {
        let camera = &paint.camera;
        let points = camera.size();
        let scale = camera.pixels_per_world() * f64::from(pixels_per_point);
        let down = camera.picture_direction(Point::new(0.0, 1.0)).y;
        Self {
            size: [
                points.width() as f32 * pixels_per_point,
                points.height() as f32 * pixels_per_point,
            ],
            scale: [scale as f32, (scale * down) as f32],
            pixels_per_point,
            cursor: paint.replay.as_ref().map_or(0, |(_, cursor)| *cursor),
            n_columns: N_COLUMNS,
            replays: u32::from(paint.replay.is_some()),
            linear: u32::from(is_linear),
            closed_face: Ink::ClosedFace.number(),
            open_node: Ink::OpenNode.number(),
            closed_node: Ink::ClosedNode.number(),
            pruned_node: Ink::PrunedNode.number(),
            wall: Ink::Wall.number(),
            walls_in_sheet: u32::from(!choice.walls && paint.layers.has(Layer::Walls)),
            sheet_level: paint.tiles.sheet.as_ref().map_or(0, |sheet| sheet.level(scale) as i32),
        }
    }
}

/// Every ink as the shader wants it; those of layers that are not drawn have no colour.
pub(super) fn styles(theme: Theme, layers: Layers) -> [Style; N_STYLES] {
    let mut styles = [Style::zeroed(); N_STYLES];
    for (style, &ink) in styles.iter_mut().zip(Ink::ALL) {
        if is_drawn(ink, layers) {
            *style = Style::new(theme, ink);
        }
    }
    styles
}

fn is_drawn(ink: Ink, layers: Layers) -> bool {
    match ink {
        Ink::Portal | Ink::Seam => layers.has(Layer::Portals),
        Ink::Wall | Ink::Border => layers.has(Layer::Walls),
        Ink::OneWay => layers.has(Layer::OneWays),
        Ink::Damage(_) | Ink::SpecialSector => layers.has(Layer::Floors),
        _ => true,
    }
}

impl Style {
    fn new(theme: Theme, ink: Ink) -> Self {
        let style = theme.style(ink);
        let color = |color: Option<Color>| color.map_or([0.0; 4], parts);
        let (kind, dot) = match style.pattern {
            None => (0.0, 0.0),
            Some((Pattern::Hatch, _)) => (1.0, 0.0),
            Some((Pattern::Stripes, _)) => (2.0, 0.0),
            Some((Pattern::Dots(pixels), _)) => (3.0, f32::from(pixels)),
        };
        // Sides that may be crossed are many, and none of them matters where they are short.
        let fade = if matches!(ink, Ink::Portal | Ink::Seam) { 9.0 } else { 0.0 };
        let width = style.line.map_or(0.0, |line| line.width as f32);
        Self {
            fill: color(style.fill),
            pattern: color(style.pattern.map(|(_, color)| color)),
            line: color(style.line.map(|line| line.color)),
            more: [kind, dot, width, fade],
        }
    }
}

fn parts(color: Color) -> [f32; 4] {
    let [red, green, blue] = color.rgb;
    [red, green, blue, color.alpha].map(|part| f32::from(part) / 255.0)
}
