//! The map on the graphics card: static arrays, drawn with a transform that is worked out in double precision.
//!
//! A [`Paint`] says what to draw; [`egui_wgpu`] calls it back while it paints. What it shows is kept on the card from
//! frame to frame and sent again only when it is another value: the arrays are shared, so that is a look at a pointer.

use std::sync::Arc;

use eframe::egui_wgpu::{self, CallbackResources, CallbackTrait, RenderState, ScreenDescriptor};
use eframe::wgpu;
use egui::PaintCallbackInfo;

use crate::draw::{Camera, Coloring, Ink, Layers, Patch, Theme, Tiles, damage_ink, moving_ink};
use crate::geom::Point;
use crate::mesh::{FaceId, Navmesh};

use super::replay::Replay;

mod kept;
mod paper;
mod pipelines;
mod uniforms;

pub(super) use paper::{Paper, paper};

use kept::Kept;
use paper::Papers;
use pipelines::Pipelines;
use uniforms::{Place, View};

/// What of a map to draw, and how.
#[derive(Debug, Clone)]
pub(super) struct Paint {
    /// On which part of the canvas.
    pub(super) half: Half,
    /// The map.
    pub(super) tiles: Arc<Tiles>,
    /// What is told of each face: see [`FaceMarks`].
    pub(super) marks: Arc<Vec<FaceMarks>>,
    /// What has changed since.
    pub(super) patch: Arc<Patch>,
    /// A search, and the event after which it is shown.
    pub(super) replay: Option<(Arc<Replay>, u32)>,
    /// How the world lies on the canvas, in points.
    pub(super) camera: Camera,
    /// On which paper.
    pub(super) theme: Theme,
    /// What is drawn.
    pub(super) layers: Layers,
    /// Whether faces are filled.
    pub(super) fills: bool,
}

/// The parts of a canvas that shows two maps side by side; one that shows one is all left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Half {
    /// The map that is open.
    Left,
    /// The one that it is compared with.
    Right,
}

/// What is told of a face: the numbers of its ink, of those of floors that move and hurt, and of a highlight.
pub(super) type FaceMarks = [u8; 4];

/// No ink.
pub(super) const NO_INK: u8 = 255;

/// What a card keeps of the map from frame to frame.
struct Card {
    pipelines: Pipelines,
    /// Of each half: in one frame, both are prepared before either is painted.
    halves: [Kept; 2],
    budget: Budget,
}

/// How much a card can draw in a frame: so many faces and so many walls one by one, the rest in cells.
#[derive(Debug, Clone, Copy)]
struct Budget {
    n_faces: usize,
    n_walls: usize,
}

impl Budget {
    fn of(card: wgpu::DeviceType) -> Self {
        match card {
            // No card at all, but a driver that does its work on the processor.
            wgpu::DeviceType::Cpu => Self { n_faces: Tiles::SHEET_FROM, n_walls: 6_000 },
            _ => Self { n_faces: 250_000, n_walls: 500_000 },
        }
    }
}

/// Prepares a card for painting maps.
pub(super) fn install(render_state: &RenderState) {
    let pipelines = Pipelines::new(&render_state.device, render_state.target_format);
    let halves = [(); 2].map(|()| Kept::new(&render_state.device, &pipelines));
    let budget = Budget::of(render_state.adapter.get_info().device_type);
    let resources = &mut render_state.renderer.write().callback_resources;
    resources.insert(Card { pipelines, halves, budget });
    resources.insert(Papers::new(render_state));
}

/// What is drawn of a map this time.
struct Choice {
    tiles: Vec<usize>,
    /// The whole map in cells instead of faces one by one.
    sheet: bool,
    walls: bool,
    portals: bool,
}

impl Paint {
    /// What can be seen, and of that no more than the card can bear.
    fn choice(&self, budget: Budget) -> Choice {
        let in_view: Vec<usize> =
            self.tiles.in_view(self.camera.visible()).map(|(tile, _)| tile).collect();
        let list = &self.tiles.list;
        let n_faces: usize = in_view.iter().map(|&tile| list[tile].n_faces).sum();
        let n_walls: usize = in_view.iter().map(|&tile| list[tile].walls.len()).sum();
        let sheet = self.tiles.sheet.is_some() && budget.n_faces < n_faces;
        let walls = !sheet || n_walls <= budget.n_walls;
        Choice { tiles: in_view, sheet, walls, portals: !sheet }
    }

    /// Where the middle of something lies, in pixels from the upper left corner of the canvas.
    fn place(&self, middle: Point, size: Point, pixels_per_point: f32) -> Place {
        let at = self.camera.picture_from_world(middle) * f64::from(pixels_per_point);
        Place { offset: [at.x as f32, at.y as f32], size: [size.x as f32, size.y as f32] }
    }
}

impl CallbackTrait for Paint {
    fn prepare(
        &self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        screen: &ScreenDescriptor,
        _: &mut wgpu::CommandEncoder,
        resources: &mut CallbackResources,
    ) -> Vec<wgpu::CommandBuffer> {
        let Some(Card { pipelines, halves, budget }) = resources.get_mut::<Card>() else {
            return Vec::new();
        };
        let kept = &mut halves[self.half as usize];
        kept.update(device, queue, pipelines, self);
        let choice = self.choice(*budget);
        let pixels_per_point = screen.pixels_per_point;
        let view = View::new(self, &choice, pixels_per_point, pipelines.is_linear);
        kept.set_view(queue, &view, self.theme, self.layers);
        let none = Point::default();
        let mut places: Vec<Place> = choice
            .tiles
            .iter()
            .map(|&tile| self.place(self.tiles.list[tile].middle, none, pixels_per_point))
            .collect();
        let sheet = self.tiles.sheet.as_ref().map(|sheet| sheet.bounds);
        let sheet = sheet.map(|bounds| (bounds.min, bounds.max - bounds.min));
        let (corner, size) = sheet.unwrap_or_default();
        places.push(self.place(corner, size, pixels_per_point));
        let origin = self.replay.as_ref().map_or(none, |(replay, _)| replay.origin);
        places.push(self.place(origin, none, pixels_per_point));
        places.push(self.place(self.patch.middle, none, pixels_per_point));
        kept.set_places(device, queue, pipelines, &places);
        Vec::new()
    }

    fn paint(
        &self,
        _: PaintCallbackInfo,
        pass: &mut wgpu::RenderPass<'static>,
        resources: &CallbackResources,
    ) {
        let Some(Card { pipelines, halves, budget }) = resources.get::<Card>() else { return };
        let kept = &halves[self.half as usize];
        let choice = self.choice(*budget);
        let [of_sheet, of_nodes, of_patch] = [0, 1, 2].map(|i| choice.tiles.len() + i);
        pass.set_bind_group(0, &kept.view, &[]);
        pass.set_bind_group(2, &kept.tables, &[]);
        if choice.sheet && self.fills {
            pass.set_pipeline(&pipelines.sheet);
            kept.go_to(pass, of_sheet);
            pass.draw(0..4, 0..1);
        }
        let tiles = || choice.tiles.iter().map(|&tile| &self.tiles.list[tile]).enumerate();
        if !choice.sheet && self.fills {
            pass.set_vertex_buffer(0, kept.corners.slice(..));
            let ways = pipelines.faces.iter().zip(kept.face_ways);
            for (pipeline, _) in ways.filter(|(_, is_used)| *is_used) {
                pass.set_pipeline(pipeline);
                for (number, tile) in tiles() {
                    kept.go_to(pass, number);
                    pass.draw(tile.corners.clone(), 0..1);
                }
            }
        }
        pass.set_pipeline(&pipelines.edges);
        pass.set_vertex_buffer(0, kept.edges.slice(..));
        for wanted in [choice.portals.then_some(true), choice.walls.then_some(false)] {
            let Some(portals) = wanted else { continue };
            for (number, tile) in tiles() {
                kept.go_to(pass, number);
                let edges = if portals { &tile.portals } else { &tile.walls };
                pass.draw(0..4, edges.clone());
            }
        }
        if !self.patch.is_empty() {
            kept.go_to(pass, of_patch);
            pass.set_vertex_buffer(0, kept.patch.corners.slice(..));
            let n_ways = if self.fills { 2 } else { 0 };
            for pipeline in &pipelines.faces[..n_ways] {
                pass.set_pipeline(pipeline);
                pass.draw(0..self.patch.corners.len() as u32, 0..1);
            }
            pass.set_pipeline(&pipelines.edges);
            pass.set_vertex_buffer(0, kept.patch.edges.slice(..));
            pass.draw(0..4, 0..self.patch.edges.len() as u32);
        }
        if let Some((replay, _)) = &self.replay {
            pass.set_pipeline(&pipelines.nodes);
            pass.set_vertex_buffer(0, kept.nodes.slice(..));
            kept.go_to(pass, of_nodes);
            pass.draw(0..4, 0..replay.nodes.len() as u32);
        }
    }
}

/// A map as a shape that egui paints.
pub(super) fn shape(rect: egui::Rect, paint: Paint) -> egui::Shape {
    egui_wgpu::Callback::new_paint_callback(rect, paint).into()
}

/// What each face looks like, as the graphics card wants it.
pub(super) fn face_marks(
    mesh: &Navmesh,
    coloring: &Coloring,
    highlight: impl Fn(FaceId) -> u8,
) -> Vec<FaceMarks> {
    let number = |ink: Option<Ink>| ink.map_or(NO_INK, |ink| ink.number() as u8);
    let marks = |face: FaceId| {
        let floors = [moving_ink(mesh, face), damage_ink(mesh, face)].map(number);
        [number(Some(coloring.ink(face))), floors[0], floors[1], highlight(face)]
    };
    mesh.faces().map(|face| marks(face.id)).collect()
}
