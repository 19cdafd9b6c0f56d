//! What everything is drawn on: two sheets of one colour, under the panels and under the map.
//!
//! egui fills them pixel by pixel from a texture. Without a graphics card that takes longer than the map.

use eframe::egui_wgpu::{self, CallbackResources, CallbackTrait, RenderState, ScreenDescriptor};
use eframe::wgpu;
use eframe::wgpu::util::DeviceExt as _;
use egui::{Color32, PaintCallbackInfo, Rect, Rgba};

/// Which sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Paper {
    /// The one under the whole window.
    Window,
    /// The one under the map.
    Map,
}

/// A sheet of one colour as a shape that egui paints.
pub(in super::super) fn paper(paper: Paper, rect: Rect, color: Color32) -> egui::Shape {
    egui_wgpu::Callback::new_paint_callback(rect, Fill { paper, color }).into()
}

/// How the card draws sheets.
pub(super) struct Papers {
    pipeline: wgpu::RenderPipeline,
    is_linear: bool,
    sheets: [(wgpu::Buffer, wgpu::BindGroup); 2],
}

impl Papers {
    pub(super) fn new(RenderState { device, target_format, .. }: &RenderState) -> Self {
        let module = device.create_shader_module(wgpu::include_wgsl!("paper.wgsl"));
        let pipeline = device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label: Some("paper"),
            layout: None,
            vertex: wgpu::VertexState {
                module: &module,
                entry_point: Some("vertex"),
                buffers: &[],
                compilation_options: wgpu::PipelineCompilationOptions::default(),
            },
            primitive: wgpu::PrimitiveState::default(),
            depth_stencil: None,
            multisample: wgpu::MultisampleState::default(),
            fragment: Some(wgpu::FragmentState {
                module: &module,
                entry_point: Some("fragment"),
                targets: &[Some((*target_format).into())],
                compilation_options: wgpu::PipelineCompilationOptions::default(),
            }),
            multiview_mask: None,
            cache: None,
        });
        let sheet = || {
            let buffer = device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
                label: Some("paper"),
                contents: &[0; size_of::<[f32; 4]>()],
                usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
            });
            let group = device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: Some("paper"),
                layout: &pipeline.get_bind_group_layout(0),
                entries: &[wgpu::BindGroupEntry {
                    binding: 0,
                    resource: buffer.as_entire_binding(),
                }],
            });
            (buffer, group)
        };
        let sheets = [sheet(), sheet()];
        Self { pipeline, is_linear: target_format.is_srgb(), sheets }
    }
}

struct Fill {
    paper: Paper,
    color: Color32,
}

impl CallbackTrait for Fill {
    fn prepare(
        &self,
        _: &wgpu::Device,
        queue: &wgpu::Queue,
        _: &ScreenDescriptor,
        _: &mut wgpu::CommandEncoder,
        resources: &mut CallbackResources,
    ) -> Vec<wgpu::CommandBuffer> {
        if let Some(papers) = resources.get::<Papers>() {
            let color = if papers.is_linear {
                Rgba::from(self.color).to_array()
            } else {
                self.color.to_normalized_gamma_f32()
            };
            let (buffer, _) = &papers.sheets[self.paper as usize];
            queue.write_buffer(buffer, 0, bytemuck::bytes_of(&color));
        }
        Vec::new()
    }

    fn paint(
        &self,
        _: PaintCallbackInfo,
        pass: &mut wgpu::RenderPass<'static>,
        resources: &CallbackResources,
    ) {
        let Some(papers) = resources.get::<Papers>() else { return };
        let (_, group) = &papers.sheets[self.paper as usize];
        pass.set_pipeline(&papers.pipeline);
        pass.set_bind_group(0, group, &[]);
        pass.draw(0..3, 0..1);
    }
}
