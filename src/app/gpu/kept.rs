//! What is kept on the card from frame to frame, and sent again only when it is another value.

use std::sync::Arc;

use bytemuck::{Pod, Zeroable};
use eframe::wgpu;
use eframe::wgpu::util::DeviceExt as _;

use crate::draw::{Ink, Layers, Patch, Sheet, Theme, Tiles};

use super::super::replay::Replay;
use super::pipelines::Pipelines;
use super::uniforms::{N_COLUMNS, N_STYLES, Place, Style, View, styles};
use super::{FaceMarks, Paint};

/// The arrays and tables on the card, and what they were made from.
pub(super) struct Kept {
    tiles: Option<Arc<Tiles>>,
    marks: Option<Arc<Vec<FaceMarks>>>,
    replay: Option<Arc<Replay>>,
    pub(super) patch: KeptPatch,
    pub(super) corners: wgpu::Buffer,
    pub(super) edges: wgpu::Buffer,
    pub(super) nodes: wgpu::Buffer,
    inks: wgpu::Texture,
    closings: wgpu::Texture,
    sheet: wgpu::Texture,
    view_buffer: wgpu::Buffer,
    style_buffer: wgpu::Buffer,
    place_buffer: wgpu::Buffer,
    n_places: usize,
    /// From one place to the next, in bytes.
    stride: u64,
    pub(super) view: wgpu::BindGroup,
    place: wgpu::BindGroup,
    pub(super) tables: wgpu::BindGroup,
    /// Whether there are faces of one colour, with one pattern, with more than one.
    pub(super) face_ways: [bool; 3],
    styled: Option<(Theme, Layers)>,
}

/// The arrays of what has changed, and what they were made from.
pub(super) struct KeptPatch {
    made_from: Option<Arc<Patch>>,
    pub(super) corners: wgpu::Buffer,
    pub(super) edges: wgpu::Buffer,
}

impl Kept {
    pub(super) fn new(device: &wgpu::Device, pipelines: &Pipelines) -> Self {
        let uniform = |size: usize| {
            device.create_buffer(&wgpu::BufferDescriptor {
                label: Some("map"),
                size: size as u64,
                usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
                mapped_at_creation: false,
            })
        };
        let view_buffer = uniform(size_of::<View>());
        let style_buffer = uniform(N_STYLES * size_of::<Style>());
        let stride = u64::from(device.limits().min_uniform_buffer_offset_alignment).max(16);
        let n_places = 16;
        let place_buffer = uniform(n_places * stride as usize);
        let entries = [(0, &view_buffer), (1, &style_buffer)];
        let entries = entries.map(|(binding, buffer)| wgpu::BindGroupEntry {
            binding,
            resource: buffer.as_entire_binding(),
        });
        let view = group(device, &pipelines.view, &entries);
        let place = place_group(device, pipelines, &place_buffer);
        let inks = table(device, wgpu::TextureFormat::Rgba8Uint, [1, 1]);
        let closings = table(device, wgpu::TextureFormat::R32Uint, [1, 1]);
        let sheet = table(device, wgpu::TextureFormat::R32Uint, [1, 1]);
        let tables = table_group(device, pipelines, [&inks, &closings, &sheet]);
        Self {
            tiles: None,
            marks: None,
            replay: None,
            patch: KeptPatch {
                made_from: None,
                corners: array::<[f32; 3]>(device, &[]),
                edges: array::<[f32; 5]>(device, &[]),
            },
            corners: array::<[f32; 3]>(device, &[]),
            edges: array::<[f32; 5]>(device, &[]),
            nodes: array::<[f32; 7]>(device, &[]),
            inks,
            closings,
            sheet,
            view_buffer,
            style_buffer,
            place_buffer,
            n_places,
            stride,
            view,
            place,
            tables,
            face_ways: [false; 3],
            styled: None,
        }
    }

    /// Sends what is not on the card yet.
    pub(super) fn update(
        &mut self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        pipelines: &Pipelines,
        paint: &Paint,
    ) {
        let mut tables_changed = false;
        if !is_same(&self.tiles, Some(&paint.tiles)) {
            self.corners = array(device, &paint.tiles.corners);
            self.edges = array(device, &paint.tiles.edges);
            self.sheet = sheet_table(device, queue, paint.tiles.sheet.as_ref());
            self.tiles = Some(paint.tiles.clone());
            tables_changed = true;
        }
        if !is_same(&self.marks, Some(&paint.marks)) {
            let format = wgpu::TextureFormat::Rgba8Uint;
            tables_changed |= fill_rows(device, queue, &mut self.inks, format, &paint.marks);
            self.face_ways = face_ways(&paint.marks);
            self.marks = Some(paint.marks.clone());
        }
        let replay = paint.replay.as_ref().map(|(replay, _)| replay);
        if !is_same(&self.replay, replay) {
            let (nodes, closings) =
                replay.map_or((&[][..], &[][..]), |replay| (&replay.nodes, &replay.closings));
            self.nodes = array(device, nodes);
            let format = wgpu::TextureFormat::R32Uint;
            tables_changed |= fill_rows(device, queue, &mut self.closings, format, closings);
            self.replay = replay.cloned();
        }
        if !is_same(&self.patch.made_from, Some(&paint.patch)) {
            self.patch = KeptPatch {
                corners: array(device, &paint.patch.corners),
                edges: array(device, &paint.patch.edges),
                made_from: Some(paint.patch.clone()),
            };
        }
        if tables_changed {
            self.tables = table_group(device, pipelines, [&self.inks, &self.closings, &self.sheet]);
        }
    }

    /// Says how the canvas is looked at.
    pub(super) fn set_view(
        &mut self,
        queue: &wgpu::Queue,
        view: &View,
        theme: Theme,
        layers: Layers,
    ) {
        queue.write_buffer(&self.view_buffer, 0, bytemuck::bytes_of(view));
        if self.styled != Some((theme, layers)) {
            let styles = styles(theme, layers);
            queue.write_buffer(&self.style_buffer, 0, bytemuck::cast_slice(&styles));
            self.styled = Some((theme, layers));
        }
    }

    /// Says where things are.
    pub(super) fn set_places(
        &mut self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        pipelines: &Pipelines,
        places: &[Place],
    ) {
        if self.n_places < places.len() {
            self.n_places = places.len().next_power_of_two();
            self.place_buffer = device.create_buffer(&wgpu::BufferDescriptor {
                label: Some("places"),
                size: self.n_places as u64 * self.stride,
                usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
                mapped_at_creation: false,
            });
            self.place = place_group(device, pipelines, &self.place_buffer);
        }
        let mut bytes = vec![0; places.len() * self.stride as usize];
        for (slot, place) in bytes.chunks_mut(self.stride as usize).zip(places) {
            slot[..size_of::<Place>()].copy_from_slice(bytemuck::bytes_of(place));
        }
        queue.write_buffer(&self.place_buffer, 0, &bytes);
    }

    /// What is drawn from here on is seen from one of the places.
    pub(super) fn go_to(&self, pass: &mut wgpu::RenderPass<'static>, place: usize) {
        pass.set_bind_group(1, &self.place, &[(place as u64 * self.stride) as u32]);
    }
}

/// Whether there are faces of one colour, with one pattern, with more than one: as the shader tells them apart, but for
/// layers that are not drawn.
fn face_ways(marks: &[FaceMarks]) -> [bool; 3] {
    let has_pattern = |ink: u8| {
        let ink = Ink::ALL.get(usize::from(ink));
        ink.is_some_and(|&ink| Theme::Light.style(ink).pattern.is_some())
    };
    let has_pattern: Vec<bool> = (0..=u8::MAX).map(has_pattern).collect();
    let has_pattern = |ink: u8| has_pattern[usize::from(ink)];
    let mut ways = [false; 3];
    for &[fill, moves, hurts, highlight] in marks {
        // Where the layer of floors is not drawn, what is below them is.
        ways[usize::from(has_pattern(fill))] = true;
        ways[2] |= has_pattern(moves) || has_pattern(hurts) || has_pattern(highlight);
    }
    ways
}

/// Whether the card has a value already.
fn is_same<T>(kept: &Option<Arc<T>>, new: Option<&Arc<T>>) -> bool {
    match (kept, new) {
        (Some(kept), Some(new)) => Arc::ptr_eq(kept, new),
        (None, None) => true,
        _ => false,
    }
}

fn array<T: Pod>(device: &wgpu::Device, values: &[T]) -> wgpu::Buffer {
    // An empty array cannot be bound; one of nothing is never looked at.
    let nothing = [T::zeroed()];
    let values = if values.is_empty() { &nothing } else { values };
    device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
        label: Some("map"),
        contents: bytemuck::cast_slice(values),
        usage: wgpu::BufferUsages::VERTEX,
    })
}

fn table(device: &wgpu::Device, format: wgpu::TextureFormat, size: [u32; 2]) -> wgpu::Texture {
    table_with_levels(device, format, size, 1)
}

fn table_with_levels(
    device: &wgpu::Device,
    format: wgpu::TextureFormat,
    [width, height]: [u32; 2],
    n_levels: u32,
) -> wgpu::Texture {
    device.create_texture(&wgpu::TextureDescriptor {
        label: Some("table"),
        size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
        mip_level_count: n_levels,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
        view_formats: &[],
    })
}

/// Writes a value of four bytes for each face, row by row; `true` if that took another table.
fn fill_rows<T: Pod + Zeroable>(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    texture: &mut wgpu::Texture,
    format: wgpu::TextureFormat,
    values: &[T],
) -> bool {
    let n_rows = (values.len() as u32).div_ceil(N_COLUMNS).max(1);
    let is_new = texture.height() != n_rows || texture.width() != N_COLUMNS;
    if is_new {
        *texture = table(device, format, [N_COLUMNS, n_rows]);
    }
    let n_whole = values.len() - values.len() % N_COLUMNS as usize;
    write(queue, texture, 0, 0, bytemuck::cast_slice(&values[..n_whole]));
    let mut rest = values[n_whole..].to_vec();
    if !rest.is_empty() {
        rest.resize(N_COLUMNS as usize, T::zeroed());
        write(queue, texture, 0, n_rows - 1, bytemuck::cast_slice(&rest));
    }
    is_new
}

/// Writes whole rows of four bytes a cell.
fn write(queue: &wgpu::Queue, texture: &wgpu::Texture, level: u32, first_row: u32, bytes: &[u8]) {
    let width = texture.width() >> level;
    let bytes_per_row = width * 4;
    let height = bytes.len() as u32 / bytes_per_row;
    if height == 0 {
        return;
    }
    queue.write_texture(
        wgpu::TexelCopyTextureInfo {
            texture,
            mip_level: level,
            origin: wgpu::Origin3d { x: 0, y: first_row, z: 0 },
            aspect: wgpu::TextureAspect::All,
        },
        bytes,
        wgpu::TexelCopyBufferLayout {
            offset: 0,
            bytes_per_row: Some(bytes_per_row),
            rows_per_image: None,
        },
        wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
    );
}

fn sheet_table(device: &wgpu::Device, queue: &wgpu::Queue, sheet: Option<&Sheet>) -> wgpu::Texture {
    let size = sheet.map_or([1, 1], |sheet| [sheet.n_columns, sheet.n_rows]);
    let n_levels = sheet.map_or(1, |sheet| 1 + sheet.coarser.len() as u32);
    let texture = table_with_levels(device, wgpu::TextureFormat::R32Uint, size, n_levels);
    if let Some(sheet) = sheet {
        for (cells, level) in std::iter::once(&sheet.cells).chain(&sheet.coarser).zip(0..) {
            write(queue, &texture, level, 0, bytemuck::cast_slice(cells));
        }
    }
    texture
}

fn group(
    device: &wgpu::Device,
    layout: &wgpu::BindGroupLayout,
    entries: &[wgpu::BindGroupEntry<'_>],
) -> wgpu::BindGroup {
    device.create_bind_group(&wgpu::BindGroupDescriptor { label: Some("map"), layout, entries })
}

fn place_group(
    device: &wgpu::Device,
    pipelines: &Pipelines,
    buffer: &wgpu::Buffer,
) -> wgpu::BindGroup {
    let size = std::num::NonZeroU64::new(size_of::<Place>() as u64);
    let place = wgpu::BufferBinding { buffer, offset: 0, size };
    let resource = wgpu::BindingResource::Buffer(place);
    group(device, &pipelines.place, &[wgpu::BindGroupEntry { binding: 0, resource }])
}

fn table_group(
    device: &wgpu::Device,
    pipelines: &Pipelines,
    textures: [&wgpu::Texture; 3],
) -> wgpu::BindGroup {
    let views =
        textures.map(|texture| texture.create_view(&wgpu::TextureViewDescriptor::default()));
    let entries: Vec<_> = views
        .iter()
        .zip(0..)
        .map(|(view, binding)| wgpu::BindGroupEntry {
            binding,
            resource: wgpu::BindingResource::TextureView(view),
        })
        .collect();
    group(device, &pipelines.tables, &entries)
}
