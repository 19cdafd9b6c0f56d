//! How the card draws a map: one shader, several ways through it.

use eframe::wgpu;

/// The ways to draw, and what each has to be given.
pub(super) struct Pipelines {
    /// Triangles of faces of one colour, with one pattern, and with more than one.
    pub(super) faces: [wgpu::RenderPipeline; 3],
    /// The whole map in cells.
    pub(super) sheet: wgpu::RenderPipeline,
    /// Sides.
    pub(super) edges: wgpu::RenderPipeline,
    /// The intervals of nodes.
    pub(super) nodes: wgpu::RenderPipeline,
    /// The view and the styles.
    pub(super) view: wgpu::BindGroupLayout,
    /// Where a tile is.
    pub(super) place: wgpu::BindGroupLayout,
    /// The tables of faces and the sheet.
    pub(super) tables: wgpu::BindGroupLayout,
    /// Whether the screen wants linear colours.
    pub(super) is_linear: bool,
}

/// What is drawn: from where in the shader, from what array, and how corners make triangles.
struct Way<'a> {
    vertex: &'static str,
    fragment: &'static str,
    array: Option<wgpu::VertexBufferLayout<'a>>,
    topology: wgpu::PrimitiveTopology,
}

impl Pipelines {
    pub(super) fn new(device: &wgpu::Device, format: wgpu::TextureFormat) -> Self {
        let shader = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some("map"),
            source: wgpu::ShaderSource::Wgsl(include_str!("shader.wgsl").into()),
        });
        let view = layout(device, "view", &[buffer(0, false), buffer(1, false)]);
        let place = layout(device, "place", &[buffer(0, true)]);
        let tables = layout(device, "tables", &[table(0), table(1), table(2)]);
        let pipeline_layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some("map"),
            bind_group_layouts: &[Some(&view), Some(&place), Some(&tables)],
            immediate_size: 0,
        });
        let pipeline = |way| pipeline(device, &shader, &pipeline_layout, format, way);
        let corners = wgpu::vertex_attr_array![0 => Float32x2, 1 => Uint32];
        let ends = wgpu::vertex_attr_array![0 => Float32x2, 1 => Float32x2, 2 => Uint32];
        let lives = wgpu::vertex_attr_array![
            0 => Float32x2, 1 => Float32x2, 2 => Uint32, 3 => Uint32, 4 => Uint32
        ];
        let strip = wgpu::PrimitiveTopology::TriangleStrip;
        let ways = [
            ("plain_vertex", "plain_fragment"),
            ("patterned_vertex", "patterned_fragment"),
            ("manifold_vertex", "manifold_fragment"),
        ];
        let faces = ways.map(|(vertex, fragment)| {
            pipeline(Way {
                vertex,
                fragment,
                array: Some(wgpu::VertexBufferLayout {
                    array_stride: 12,
                    step_mode: wgpu::VertexStepMode::Vertex,
                    attributes: &corners,
                }),
                topology: wgpu::PrimitiveTopology::TriangleList,
            })
        });
        let sheet = pipeline(Way {
            vertex: "sheet_vertex",
            fragment: "sheet_fragment",
            array: None,
            topology: strip,
        });
        let edges = pipeline(Way {
            vertex: "edge_vertex",
            fragment: "line_fragment",
            array: Some(wgpu::VertexBufferLayout {
                array_stride: 20,
                step_mode: wgpu::VertexStepMode::Instance,
                attributes: &ends,
            }),
            topology: strip,
        });
        let nodes = pipeline(Way {
            vertex: "node_vertex",
            fragment: "line_fragment",
            array: Some(wgpu::VertexBufferLayout {
                array_stride: 28,
                step_mode: wgpu::VertexStepMode::Instance,
                attributes: &lives,
            }),
            topology: strip,
        });
        Self { faces, sheet, edges, nodes, view, place, tables, is_linear: format.is_srgb() }
    }
}

fn pipeline(
    device: &wgpu::Device,
    shader: &wgpu::ShaderModule,
    layout: &wgpu::PipelineLayout,
    format: wgpu::TextureFormat,
    way: Way<'_>,
) -> wgpu::RenderPipeline {
    let arrays: Vec<_> = way.array.into_iter().map(Some).collect();
    device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some(way.vertex),
        layout: Some(layout),
        vertex: wgpu::VertexState {
            module: shader,
            entry_point: Some(way.vertex),
            buffers: &arrays,
            compilation_options: wgpu::PipelineCompilationOptions::default(),
        },
        primitive: wgpu::PrimitiveState {
            topology: way.topology,
            ..wgpu::PrimitiveState::default()
        },
        depth_stencil: None,
        multisample: wgpu::MultisampleState::default(),
        fragment: Some(wgpu::FragmentState {
            module: shader,
            entry_point: Some(way.fragment),
            targets: &[Some(wgpu::ColorTargetState {
                format,
                blend: Some(wgpu::BlendState::PREMULTIPLIED_ALPHA_BLENDING),
                write_mask: wgpu::ColorWrites::ALL,
            })],
            compilation_options: wgpu::PipelineCompilationOptions::default(),
        }),
        multiview_mask: None,
        cache: None,
    })
}

fn layout(
    device: &wgpu::Device,
    label: &str,
    entries: &[wgpu::BindGroupLayoutEntry],
) -> wgpu::BindGroupLayout {
    device
        .create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: Some(label), entries })
}

fn buffer(binding: u32, has_dynamic_offset: bool) -> wgpu::BindGroupLayoutEntry {
    let ty = wgpu::BufferBindingType::Uniform;
    entry(binding, wgpu::BindingType::Buffer { ty, has_dynamic_offset, min_binding_size: None })
}

fn table(binding: u32) -> wgpu::BindGroupLayoutEntry {
    entry(
        binding,
        wgpu::BindingType::Texture {
            sample_type: wgpu::TextureSampleType::Uint,
            view_dimension: wgpu::TextureViewDimension::D2,
            multisampled: false,
        },
    )
}

fn entry(binding: u32, ty: wgpu::BindingType) -> wgpu::BindGroupLayoutEntry {
    let visibility = wgpu::ShaderStages::VERTEX_FRAGMENT;
    wgpu::BindGroupLayoutEntry { binding, visibility, ty, count: None }
}
