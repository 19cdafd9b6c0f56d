//! Where the queries of a scenario start and lead, over the map: marks where there are few, shades where there are many.

use egui::epaint::Mesh;
use egui::{Color32, ColorImage, Pos2, Rect, Shape, TextureHandle, TextureOptions, Vec2, pos2};

use crate::draw::{self, Camera, Ink, Legend, Pen, Theme};
use crate::geom::{Aabb, Point};
use crate::scenario::Scenario;

use super::super::App;
use super::super::paint::color32;
use super::{Heat, KnownScenario};

/// How dense the ends of queries lie, as a picture.
pub(super) struct HeatMap {
    bounds: Aabb,
    theme: Theme,
    starts: TextureHandle,
    goals: TextureHandle,
}

/// No more cells than these lie along the longer side.
const N_CELLS: usize = 160;
/// No more marks than these are drawn one by one.
const N_MARKS: usize = 600;
/// How large a mark is, in points.
const MARK: f32 = 2.2;

fn ends(heat: Heat) -> &'static [Ink] {
    match heat {
        Heat::Off => &[],
        Heat::Starts => &[Ink::Start],
        Heat::Goals => &[Ink::Goal],
        Heat::Both => &[Ink::Start, Ink::Goal],
    }
}

fn points(scenario: &Scenario, ink: Ink) -> impl Iterator<Item = Point> {
    let is_start = ink == Ink::Start;
    scenario.instances.iter().map(move |row| if is_start { row.start } else { row.goal })
}

/// Makes the picture, if it is wanted and there is none in these colours.
pub(in super::super) fn prepare(app: &mut App, ui: &egui::Ui) {
    let theme = if ui.visuals().dark_mode { Theme::Dark } else { Theme::Light };
    let Some(known) = &mut app.scenario else { return };
    let is_ready = known.heat_map.as_ref().is_some_and(|map| map.theme == theme);
    if known.heat != Heat::Off && !is_ready && N_MARKS < known.n_rows() {
        known.heat_map = Some(HeatMap::new(&known.rows.scenario, theme, ui.ctx()));
    }
}

/// Paints the ends that are wanted.
pub(in super::super) fn paint(
    app: &App,
    painter: &egui::Painter,
    corner: Pos2,
    camera: &Camera,
    theme: Theme,
    said: &mut Legend,
) {
    let Some(known) = &app.scenario else { return };
    for &ink in ends(known.heat) {
        let title = if ink == Ink::Start { "start of a row" } else { "goal of a row" };
        said.add_named(ink, title);
        paint_ends(known, ink, painter, corner, camera, theme);
    }
}

/// The same with a pen, on paper.
pub(in super::super) fn draw(app: &App, pen: &mut dyn Pen, said: &mut Legend) {
    let Some(known) = &app.scenario else { return };
    for &ink in ends(known.heat) {
        said.append(draw::heat(ink, points(&known.rows.scenario, ink), pen));
    }
}

fn paint_ends(
    known: &KnownScenario,
    ink: Ink,
    painter: &egui::Painter,
    corner: Pos2,
    camera: &Camera,
    theme: Theme,
) {
    let window_from_world = |world: Point| {
        let at = camera.picture_from_world(world);
        pos2(at.x as f32, at.y as f32) + corner.to_vec2()
    };
    let visible = camera.visible();
    let in_view = |p: &Point| visible.holds(*p);
    let seen: Vec<Point> =
        points(&known.rows.scenario, ink).filter(in_view).take(N_MARKS + 1).collect();
    if let Some(map) = known.heat_map.as_ref().filter(|_| N_MARKS < seen.len()) {
        let corners = [map.bounds.min, map.bounds.max].map(window_from_world);
        let rect = Rect::from_two_pos(corners[0], corners[1]);
        // The first line of the picture is where y is least, which is at the foot where y grows upwards.
        let is_upright = corners[0].y < corners[1].y;
        let (top, bottom) = if is_upright { (0.0, 1.0) } else { (1.0, 0.0) };
        let uv = Rect { min: pos2(0.0, top), max: pos2(1.0, bottom) };
        let texture = if ink == Ink::Start { &map.starts } else { &map.goals };
        painter.image(texture.id(), rect, uv, Color32::WHITE);
        return;
    }
    let color = theme.style(ink).fill.map_or(Color32::GRAY, color32).gamma_multiply(0.75);
    let mut mesh = Mesh::default();
    for point in seen {
        let at = window_from_world(point);
        if ink == Ink::Start {
            mesh.add_colored_rect(Rect::from_center_size(at, Vec2::splat(2.0 * MARK)), color);
        } else {
            add_diamond(&mut mesh, at, color);
        }
    }
    painter.add(Shape::mesh(mesh));
}

fn add_diamond(mesh: &mut Mesh, at: Pos2, color: Color32) {
    let first = mesh.vertices.len() as u32;
    for way in [Vec2::UP, Vec2::RIGHT, Vec2::DOWN, Vec2::LEFT] {
        mesh.colored_vertex(at + way * MARK * 1.4, color);
    }
    mesh.add_triangle(first, first + 1, first + 2);
    mesh.add_triangle(first, first + 2, first + 3);
}

impl HeatMap {
    fn new(scenario: &Scenario, theme: Theme, ctx: &egui::Context) -> Self {
        let all = [Ink::Start, Ink::Goal].into_iter().flat_map(|ink| points(scenario, ink));
        let bounds = Aabb::around(all);
        // Where cells hold one or none, they tell no more than marks would.
        let n_cells = (scenario.instances.len() as f64).sqrt().clamp(16.0, N_CELLS as f64);
        let cell = bounds.width().max(bounds.height()).max(f64::MIN_POSITIVE) / n_cells;
        // A cell more on each side, so that nothing lies on the rim.
        let bounds = bounds.inflated(cell);
        let picture = |ink: Ink| {
            let image = shades(points(scenario, ink), bounds, cell, color(theme, ink));
            ctx.load_texture(ink.name(), image, TextureOptions::LINEAR)
        };
        Self { bounds, theme, starts: picture(Ink::Start), goals: picture(Ink::Goal) }
    }
}

fn color(theme: Theme, ink: Ink) -> Color32 {
    theme.style(ink).fill.map_or(Color32::GRAY, color32)
}

/// Cells by how many points they hold; twice as many are always as much darker.
fn shades(
    points: impl Iterator<Item = Point>,
    bounds: Aabb,
    cell: f64,
    color: Color32,
) -> ColorImage {
    let n_cells = |extent: f64| ((extent / cell).ceil() as usize).clamp(1, N_CELLS + 3);
    let (columns, rows) = (n_cells(bounds.width()), n_cells(bounds.height()));
    let mut counts = vec![0_u32; columns * rows];
    for point in points {
        let part = |offset: f64, extent: f64, n: usize| {
            ((offset / extent.max(f64::MIN_POSITIVE) * n as f64) as usize).min(n - 1)
        };
        let column = part(point.x - bounds.min.x, bounds.width(), columns);
        let row = part(point.y - bounds.min.y, bounds.height(), rows);
        counts[row * columns + column] += 1;
    }
    let most = counts.iter().copied().max().unwrap_or(0).max(1);
    let opacity = |count: u32| match count {
        0 => 0.0,
        _ => 0.15 + 0.7 * (1.0 + count as f32).ln() / (1.0 + most as f32).ln(),
    };
    let pixels = counts.iter().map(|&count| color.gamma_multiply(opacity(count))).collect();
    ColorImage::new([columns, rows], pixels)
}
