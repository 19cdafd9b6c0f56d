// Faces, sides and the nodes of a search, from arrays that stay on the graphics card.
//
// Positions are seen from the middle of their tile; `place.offset` says where that is, in pixels, worked out in double
// precision. Colours come by ink from a table, so that another theme or another colouring touches no geometry.

struct View {
    // The size of the canvas, in pixels.
    size: vec2<f32>,
    // How many pixels a unit of the world takes; the second is negative where y grows upwards.
    scale: vec2<f32>,
    pixels_per_point: f32,
    // The number of the event after which a search is shown.
    cursor: u32,
    // How many faces are in a row of the tables of faces.
    n_columns: u32,
    // Whether a search is shown at all.
    replays: u32,
    // Whether the screen wants linear colours.
    linear: u32,
    // The inks that the shader itself has to know.
    closed_face: u32,
    open_node: u32,
    closed_node: u32,
    pruned_node: u32,
    wall: u32,
    walls_in_sheet: u32,
    // How often the sheet is halved: signed, as OpenGL wants the level of a texture.
    sheet_level: i32,
}

struct Style {
    fill: vec4<f32>,
    pattern: vec4<f32>,
    line: vec4<f32>,
    // Which pattern (0 none, 1 hatch, 2 stripes, 3 dots), how many points a dot is wide, how many a line, and below
    // how many points of length a line fades.
    more: vec4<f32>,
}

struct Place {
    offset: vec2<f32>,
    size: vec2<f32>,
}

const N_STYLES: u32 = 80u;
const NO_INK: u32 = 255u;
const HATCH: u32 = 1u;
const STRIPES: u32 = 2u;
const PERIOD: f32 = 8.0;
const THIN: f32 = 6.0;

@group(0) @binding(0) var<uniform> view: View;
@group(0) @binding(1) var<uniform> styles: array<Style, N_STYLES>;
@group(1) @binding(0) var<uniform> place: Place;
// Of each face: its ink, that of a floor that moves, that of a floor that hurts, and whether it is highlighted.
@group(2) @binding(0) var inks: texture_2d<u32>;
// Of each face: the event that closed it.
@group(2) @binding(1) var closings: texture_2d<u32>;
@group(2) @binding(2) var sheet: texture_2d<u32>;

// Of corners of what is not drawn.
const OUTSIDE = vec4<f32>(2.0, 2.0, 0.0, 1.0);

fn clip_from_pixel(pixel: vec2<f32>) -> vec4<f32> {
    let part = pixel / view.size;
    return vec4<f32>(2.0 * part.x - 1.0, 1.0 - 2.0 * part.y, 0.0, 1.0);
}

fn linear_from_gamma(color: vec3<f32>) -> vec3<f32> {
    let low = color / 12.92;
    let high = pow((color + 0.055) / 1.055, vec3<f32>(2.4));
    return select(high, low, color < vec3<f32>(0.04045));
}

// A colour, its opacity not yet in it, as the screen wants it.
fn shown(color: vec4<f32>) -> vec4<f32> {
    var rgb = color.rgb;
    if view.linear != 0u {
        rgb = linear_from_gamma(rgb);
    }
    return vec4<f32>(rgb * color.a, color.a);
}

fn over(under: vec4<f32>, top: vec4<f32>) -> vec4<f32> {
    let alpha = top.a + under.a * (1.0 - top.a);
    if alpha == 0.0 {
        return vec4<f32>(0.0);
    }
    return vec4<f32>((top.rgb * top.a + under.rgb * under.a * (1.0 - top.a)) / alpha, alpha);
}

// How much of a pattern there is at a pixel, from 0 to 1.
fn patterned(kind: u32, dot: f32, pixel: vec2<f32>) -> f32 {
    let p = pixel / view.pixels_per_point;
    if kind == HATCH {
        let d = abs(fract((p.x + p.y) / PERIOD) - 0.5) * PERIOD;
        return clamp(1.2 - d, 0.0, 1.0);
    }
    if kind == STRIPES {
        let d = abs(fract(p.x / PERIOD) - 0.5) * PERIOD;
        return clamp(1.5 - d, 0.0, 1.0);
    }
    let d = length((fract(p / PERIOD) - 0.5) * PERIOD);
    return clamp(dot * 0.5 + 0.5 - d, 0.0, 1.0);
}

// A colour with the pattern of an ink over it.
fn with_pattern(color: vec4<f32>, ink: u32, pixel: vec2<f32>) -> vec4<f32> {
    let kind = u32(styles[ink].more.x);
    if kind == 0u {
        return color;
    }
    let pattern = styles[ink].pattern;
    let strength = patterned(kind, styles[ink].more.y, pixel);
    return over(color, vec4<f32>(pattern.rgb, pattern.a * strength));
}

// From here on it is not a face that is named, but an ink.
const INK: u32 = 0xffffff00u;

fn told_of(face: u32) -> vec4<u32> {
    if INK <= face {
        return vec4<u32>(face - INK, NO_INK, NO_INK, 0u);
    }
    return textureLoad(inks, vec2<u32>(face % view.n_columns, face / view.n_columns), 0);
}

// What lies over the colour of a face: that the search is done with it, that it is highlighted. Opacity in the last.
fn tint_of(face: u32, highlight: u32) -> vec4<f32> {
    var tint = vec4<f32>(0.0);
    if view.replays != 0u && face < INK {
        let at = vec2<u32>(face % view.n_columns, face / view.n_columns);
        let closed = textureLoad(closings, at, 0).r;
        if closed <= view.cursor {
            // The later, the stronger.
            let age = f32(closed) / f32(max(view.cursor, 1u));
            let fill = styles[view.closed_face].fill;
            tint = vec4<f32>(fill.rgb, fill.a * (0.6 + 1.1 * age));
        }
    }
    if highlight != 0u {
        tint = over(tint, vec4<f32>(styles[highlight].fill.rgb, 0.45));
    }
    return tint;
}

// Faces: what can be told once for a triangle is, for pixels are many. Those of one colour, those with one pattern and
// those with more are drawn in ways of their own: without a graphics card, what a pixel could need costs as much as
// what it needs.

const PLAIN: u32 = 0u;
const PATTERNED: u32 = 1u;
const MANIFOLD: u32 = 2u;

struct FaceOut {
    @builtin(position) position: vec4<f32>,
    @location(0) @interpolate(flat) fill: vec4<f32>,
    // Where the one pattern is; or what lies over all of them.
    @location(1) @interpolate(flat) top: vec4<f32>,
    // The inks whose patterns lie over the fill; or which pattern the one is.
    @location(2) @interpolate(flat) patterns: vec4<u32>,
}

fn has_pattern(ink: u32) -> bool {
    return ink != NO_INK && styles[ink].more.x != 0.0;
}

fn way_of(told: vec4<u32>) -> u32 {
    if has_pattern(told.g) || has_pattern(told.b) || has_pattern(told.a) {
        return MANIFOLD;
    }
    return select(PLAIN, PATTERNED, has_pattern(told.r));
}

fn face_corner(at: vec2<f32>, face: u32, way: u32) -> FaceOut {
    let told = told_of(face);
    var out: FaceOut;
    if way_of(told) != way {
        out.position = OUTSIDE;
        return out;
    }
    out.position = clip_from_pixel(place.offset + at * view.scale);
    let style = styles[told.r];
    let tint = tint_of(face, told.a);
    switch way {
        case PLAIN: {
            out.fill = shown(over(style.fill, tint));
        }
        case PATTERNED: {
            out.fill = shown(over(style.fill, tint));
            out.top = shown(over(over(style.fill, style.pattern), tint));
            out.patterns = vec4<u32>(u32(style.more.x), u32(style.more.y), 0u, 0u);
        }
        default: {
            out.fill = style.fill;
            out.top = tint;
            out.patterns = told;
        }
    }
    return out;
}

@vertex
fn plain_vertex(@location(0) at: vec2<f32>, @location(1) face: u32) -> FaceOut {
    return face_corner(at, face, PLAIN);
}

@fragment
fn plain_fragment(in: FaceOut) -> @location(0) vec4<f32> {
    return in.fill;
}

@vertex
fn patterned_vertex(@location(0) at: vec2<f32>, @location(1) face: u32) -> FaceOut {
    return face_corner(at, face, PATTERNED);
}

@fragment
fn patterned_fragment(in: FaceOut) -> @location(0) vec4<f32> {
    let strength = patterned(in.patterns.x, f32(in.patterns.y), in.position.xy);
    return mix(in.fill, in.top, strength);
}

@vertex
fn manifold_vertex(@location(0) at: vec2<f32>, @location(1) face: u32) -> FaceOut {
    return face_corner(at, face, MANIFOLD);
}

@fragment
fn manifold_fragment(in: FaceOut) -> @location(0) vec4<f32> {
    var color = with_pattern(in.fill, in.patterns.x, in.position.xy);
    color = with_floors(color, in.patterns.y, in.patterns.z, in.position.xy);
    return shown(with_pattern(over(color, in.top), in.patterns.w, in.position.xy));
}

// What floors do to who stands on them, over the colour of their face.
fn with_floors(fill: vec4<f32>, moves: u32, hurts: u32, pixel: vec2<f32>) -> vec4<f32> {
    var color = fill;
    if moves != NO_INK {
        color = with_pattern(color, moves, pixel);
    }
    if hurts != NO_INK {
        color = with_pattern(color, hurts, pixel);
    }
    return color;
}

// The sheet: the whole map in cells

struct SheetOut {
    @builtin(position) position: vec4<f32>,
    @location(0) part: vec2<f32>,
}

@vertex
fn sheet_vertex(@builtin(vertex_index) corner: u32) -> SheetOut {
    var out: SheetOut;
    out.part = vec2<f32>(f32(corner & 1u), f32(corner >> 1u));
    out.position = clip_from_pixel(place.offset + out.part * place.size * view.scale);
    return out;
}

@fragment
fn sheet_fragment(in: SheetOut) -> @location(0) vec4<f32> {
    let size = vec2<f32>(textureDimensions(sheet, view.sheet_level));
    let cell = vec2<u32>(clamp(in.part * size, vec2<f32>(0.0), size - 1.0));
    let held = textureLoad(sheet, cell, view.sheet_level).r;
    let face = held & 0x1fffffffu;
    var color = vec4<f32>(0.0);
    if face != 0u {
        let told = told_of(face - 1u);
        color = with_pattern(styles[told.r].fill, told.r, in.position.xy);
        if (told.g & told.b) != NO_INK {
            color = with_floors(color, told.g, told.b, in.position.xy);
        }
        if (view.replays | told.a) != 0u {
            color = over(color, tint_of(face - 1u, told.a));
            color = with_pattern(color, told.a, in.position.xy);
        }
    }
    let wall = held >> 29u;
    if view.walls_in_sheet != 0u && wall != 0u {
        let line = styles[view.wall].line;
        color = over(color, vec4<f32>(line.rgb, line.a * 0.75 * f32(wall) / 7.0));
    }
    return shown(color);
}

// Sides, and the intervals of nodes

struct LineOut {
    @builtin(position) position: vec4<f32>,
    // How far from the middle of the line, in pixels.
    @location(0) across: f32,
    @location(1) @interpolate(flat) half_width: f32,
    @location(2) @interpolate(flat) color: vec4<f32>,
}

// A line; where it is shorter than some pixels it gets thinner, down to a part of its width.
fn line_corner(
    from_world: vec2<f32>,
    to_world: vec2<f32>,
    ink: u32,
    corner: u32,
    thinnest: f32,
) -> LineOut {
    let style = styles[ink];
    let start = place.offset + from_world * view.scale;
    let end = place.offset + to_world * view.scale;
    let length = distance(start, end);
    var along = vec2<f32>(1.0, 0.0);
    if 0.0 < length {
        along = (end - start) / length;
    }
    let thin = clamp(length / (THIN * view.pixels_per_point), thinnest, 1.0);
    let half_width = 0.5 * style.more.z * view.pixels_per_point * thin;
    let reach = half_width + 0.5;
    let side = select(-reach, reach, (corner & 1u) != 0u);
    let at = select(start - along * half_width, end + along * half_width, (corner & 2u) != 0u);
    var out: LineOut;
    out.position = clip_from_pixel(at + vec2<f32>(-along.y, along.x) * side);
    out.across = side;
    out.half_width = half_width;
    let fade = style.more.w * view.pixels_per_point;
    let strength = select(1.0, smoothstep(0.35 * fade, fade, length), 0.0 < fade);
    out.color = vec4<f32>(style.line.rgb, style.line.a * strength);
    if out.color.a == 0.0 {
        // Outside: nothing is drawn, and nothing costs.
        out.position = OUTSIDE;
    }
    return out;
}

@vertex
fn edge_vertex(
    @builtin(vertex_index) corner: u32,
    @location(0) start: vec2<f32>,
    @location(1) end: vec2<f32>,
    @location(2) ink: u32,
) -> LineOut {
    // Walls of many short pieces, seen from far away, would be nothing but thick lines.
    return line_corner(start, end, ink, corner, 0.45);
}

@vertex
fn node_vertex(
    @builtin(vertex_index) corner: u32,
    @location(0) start: vec2<f32>,
    @location(1) end: vec2<f32>,
    @location(2) opened: u32,
    @location(3) closed: u32,
    @location(4) pruned: u32,
) -> LineOut {
    var out: LineOut;
    if view.cursor < opened {
        out.position = OUTSIDE;
        return out;
    }
    var ink = view.open_node;
    if closed <= view.cursor {
        ink = select(view.closed_node, view.pruned_node, pruned != 0u);
    }
    return line_corner(start, end, ink, corner, 1.0);
}

@fragment
fn line_fragment(in: LineOut) -> @location(0) vec4<f32> {
    let strength = clamp(in.half_width + 0.5 - abs(in.across), 0.0, 1.0);
    return shown(vec4<f32>(in.color.rgb, in.color.a * strength));
}
