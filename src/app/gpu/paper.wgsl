// One colour, whatever is under it: so cheap that a window without a graphics card can be filled with it every frame.

@group(0) @binding(0) var<uniform> color: vec4<f32>;

// One triangle that covers everything.
@vertex
fn vertex(@builtin(vertex_index) corner: u32) -> @builtin(position) vec4<f32> {
    return vec4<f32>(4.0 * f32(corner & 1u) - 1.0, 4.0 * f32(corner >> 1u) - 1.0, 0.0, 1.0);
}

@fragment
fn fragment() -> @location(0) vec4<f32> {
    return color;
}
