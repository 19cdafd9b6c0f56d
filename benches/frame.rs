//! How long a frame takes: on the thread of the window, and as a whole with drivers in software.
//!
//! While the map is moved, and while a search is scrubbed through; on fields of stars with their triangles. The thread
//! of the window lays out and tessellates; the whole frame is painted, too, by the graphics card that tests use, a
//! driver in software, and has come to its end. Last, the time from a click to the path on a real map.
#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a bench talks, and stops at the first surprise"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use eframe::egui_wgpu::{RenderState, RendererOptions, ScreenDescriptor};
use eframe::wgpu;
use egui_kittest::Harness;
use egui_kittest::wgpu::{WgpuTestRenderer, create_render_state, default_wgpu_setup};
use wayglass::app::{Action, App, Command};
use wayglass::build::{self, Faces};
use wayglass::format::{self, Content, Target};
use wayglass::geom::{Aabb, Point};
use wayglass::layout::ObstacleId;
use wayglass::layout::field::{Crowd, field};
use wayglass::layout::work::{Pin, Thing, Work};
use wayglass::tool::{Act, Ends, Gesture, Keys, Selection};

#[path = "frame/scenario.rs"]
mod scenario;
#[path = "support.rs"]
mod support;
use support::{claim, corpus};

const FRAMES: usize = 60;
const SIZE: [u32; 2] = [1280, 800];

/// A window and what paints it.
struct Desk {
    window: Harness<'static, App>,
    card: RenderState,
    screen: wgpu::TextureView,
}

fn main() {
    // A word as argument picks one part, for a quick look.
    let is_wanted = |part: &str| std::env::args().any(|word| word == part);
    if is_wanted("drag") {
        return drag_obstacles();
    }
    if is_wanted("scenario") {
        return scenario::measure();
    }
    for (name, n_vertices) in [("10k", 5_000), ("100k", 50_000), ("1m", 500_000)] {
        let file = std::env::temp_dir().join(format!("wayglass-bench-{name}.mesh"));
        write_field(n_vertices, &file);
        let mut desk = open(&file);
        fs::remove_file(&file).unwrap();
        let whole = if name == "100k" { "< 33" } else { "none" };
        let pan = frames(&mut desk, |window, frame| {
            let at = egui::pos2(500.0 + frame as f32 * 3.0, 350.0 + frame as f32);
            window.hover_at(at);
        });
        pan.claim(&format!("frame_pan_{name}"), whole);
        ask_across(&mut desk.window);
        let (_, last) = desk.window.state().event();
        let scrub = frames(&mut desk, |window, frame| {
            let ctx = window.ctx.clone();
            window.state_mut().run(Action::Seek(last * frame / FRAMES), &ctx);
        });
        println!("{name}: a search of {} events", last + 1);
        scrub.claim(&format!("frame_scrub_{name}"), "none");
    }
    click_to_path();
    drag_obstacles();
    scenario::measure();
}

/// Triangles around and in a field of stars, as a file.
fn write_field(n_vertices: usize, file: &Path) {
    let mesh = build::build(&field(n_vertices, Crowd::Apart), Faces::Triangles).unwrap();
    println!("{} faces", mesh.n_faces());
    let written = format::write(&Content::mesh(mesh), Target::Mesh3).unwrap();
    fs::write(file, written.bytes).unwrap();
}

fn open(file: &Path) -> Desk {
    let file = PathBuf::from(file);
    let card = create_render_state(default_wgpu_setup(), RendererOptions::default());
    let screen = card.device.create_texture(&wgpu::TextureDescriptor {
        label: Some("screen"),
        size: wgpu::Extent3d { width: SIZE[0], height: SIZE[1], depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: card.target_format,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT,
        view_formats: &[],
    });
    let screen = screen.create_view(&wgpu::TextureViewDescriptor::default());
    let window = Harness::builder()
        .with_size(SIZE.map(|pixels| pixels as f32))
        .renderer(WgpuTestRenderer::from_render_state(card.clone()))
        .build_eframe(move |creation| {
            let mut app = App::new(&creation.egui_ctx, creation.wgpu_render_state.as_ref());
            app.open_all(vec![file], &creation.egui_ctx);
            app
        });
    let mut desk = Desk { window, card, screen };
    settle(&mut desk.window);
    // The first picture sends everything to the card.
    desk.paint();
    desk
}

impl Desk {
    /// Paints what the window shows, and waits for the end of it.
    fn paint(&self) {
        let (ctx, output) = (&self.window.ctx, self.window.output());
        let jobs = ctx.tessellate(output.shapes.clone(), output.pixels_per_point);
        let screen = ScreenDescriptor { size_in_pixels: SIZE, pixels_per_point: 1.0 };
        let RenderState { device, queue, renderer, .. } = &self.card;
        let mut renderer = renderer.write();
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        let mut commands = renderer.update_buffers(device, queue, &mut encoder, &jobs, &screen);
        let color = wgpu::RenderPassColorAttachment {
            view: &self.screen,
            resolve_target: None,
            ops: wgpu::Operations {
                load: wgpu::LoadOp::Clear(wgpu::Color::BLACK),
                store: wgpu::StoreOp::Store,
            },
            depth_slice: None,
        };
        let pass = wgpu::RenderPassDescriptor {
            color_attachments: &[Some(color)],
            ..wgpu::RenderPassDescriptor::default()
        };
        let mut pass = encoder.begin_render_pass(&pass).forget_lifetime();
        renderer.render(&mut pass, &jobs, &screen);
        drop(pass);
        commands.push(encoder.finish());
        queue.submit(commands);
        device.poll(wgpu::PollType::Wait { submission_index: None, timeout: None }).unwrap();
    }
}

fn settle(window: &mut Harness<'_, App>) {
    loop {
        window.step();
        if !window.state().is_busy() {
            break;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    window.run_steps(4);
}

/// From one corner of the map to the other.
fn ask_across(window: &mut Harness<'_, App>) {
    let ctx = window.ctx.clone();
    window.state_mut().run(Command::AskAcross.into(), &ctx);
    settle(window);
}

/// The frames of one kind of movement.
struct Frames {
    ui: Vec<Duration>,
    whole: Vec<Duration>,
}

impl Frames {
    fn claim(&self, name: &str, goal_of_whole: &str) {
        let millis = |times: &[Duration], part: f64| {
            let mut sorted = times.to_vec();
            sorted.sort_unstable();
            let place = ((sorted.len() - 1) as f64 * part) as usize;
            sorted[place].as_secs_f64() * 1e3
        };
        claim(&format!("{name}_ui_ms"), millis(&self.ui, 0.5), "< 2");
        claim(&format!("{name}_ui_p99_ms"), millis(&self.ui, 0.99), "none");
        claim(&format!("{name}_whole_ms"), millis(&self.whole, 0.5), goal_of_whole);
    }
}

/// Moves frame by frame: once for the thread of the window alone, once for whole frames.
fn frames(desk: &mut Desk, mut change: impl FnMut(&mut Harness<'_, App>, usize)) -> Frames {
    let button = |pressed| egui::Event::PointerButton {
        pos: egui::pos2(500.0, 350.0),
        button: egui::PointerButton::Middle,
        pressed,
        modifiers: egui::Modifiers::NONE,
    };
    let mut frames = Frames { ui: Vec::new(), whole: Vec::new() };
    for whole in [false, true] {
        desk.window.hover_at(egui::pos2(500.0, 350.0));
        desk.window.event(button(true));
        desk.window.step();
        for frame in 0..FRAMES {
            change(&mut desk.window, frame);
            let started = Instant::now();
            desk.window.step();
            if whole {
                desk.paint();
                frames.whole.push(started.elapsed());
            } else {
                let output = desk.window.output();
                desk.window.ctx.tessellate(output.shapes.clone(), output.pixels_per_point);
                frames.ui.push(started.elapsed());
            }
        }
        desk.window.event(button(false));
        desk.window.step();
    }
    frames
}

/// From a click to the path: the mean over many places of a real map.
fn click_to_path() {
    let file = corpus().join("mesh_v3/aurora_v3.mesh");
    let Ok(bytes) = fs::read(&file) else {
        println!("the benchmark maps are not at hand: no click was measured");
        return;
    };
    let Content::Mesh(mesh) = format::read(&bytes).unwrap().content else { return };
    let mut window = open(&file).window;
    let ctx = window.ctx.clone();
    let mut random = fastrand::Rng::with_seed(1);
    let walkable: Vec<Point> =
        mesh.faces().filter(|face| face.walkable()).map(|face| face.center()).collect();
    let mut place = || Some(walkable[random.usize(..walkable.len())]);
    let mut times: Vec<f64> = Vec::new();
    for _ in 0..500 {
        let ends = Ends { start: place(), goal: place() };
        let started = Instant::now();
        window.state_mut().run(Action::SetEnds(ends), &ctx);
        times.push(started.elapsed().as_secs_f64() * 1e3);
    }
    times.sort_unstable_by(f64::total_cmp);
    claim("click_to_path_aurora_ms", times[times.len() / 2], "none");
    claim("click_to_path_aurora_p99_ms", times[times.len() * 99 / 100], "< 16");
}

/// Drags one obstacle of a large drawing round and round, with pinned queries all over it: one in the middle, and one
/// at the rim, with which the border moves, so that all queries have to be asked again with every frame.
fn drag_obstacles() {
    const N_PINS: usize = 20;
    let layout = field(100_000, Crowd::Apart);
    let mesh = build::build(&layout, Faces::Merged).unwrap();
    let walkable: Vec<Point> =
        mesh.faces().filter(|face| face.walkable()).map(|face| face.center()).collect();
    let mut random = fastrand::Rng::with_seed(7);
    let mut place = || walkable[random.usize(..walkable.len())];
    let pins = (0..N_PINS).map(|n| Pin {
        name: format!("pin {n}"),
        start: place(),
        goal: place(),
        cost: None,
    });
    let work = Work { pins: pins.collect(), ..Work::default() };
    let file = std::env::temp_dir().join("wayglass-bench-drag.wayglass");
    fs::write(&file, format::project::write(&layout, &work).bytes).unwrap();
    let whole = layout.drawn_bounds();
    let middle = whole.min + (whole.max - whole.min) * 0.5;
    let rim = Point::new(whole.min.x, middle.y);
    for (name, near) in [("frame_drag_100k", middle), ("frame_drag_rim_100k", rim)] {
        let distance = |id: &ObstacleId| layout.bounds_of(Thing::Obstacle(*id)).distance(near);
        let ids = layout.obstacles.keys().copied();
        let id = ids.min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap();
        let mut window = open(&file).window;
        drag_obstacle(name, &mut window, id, layout.bounds_of(Thing::Obstacle(id)));
        check_pins(&mut window, &work);
    }
    fs::remove_file(&file).unwrap();
}

fn drag_obstacle(name: &str, window: &mut Harness<'_, App>, id: ObstacleId, bounds: Aabb) {
    const N_FRAMES: usize = 600;
    let ctx = window.ctx.clone();
    let around = bounds.inflated(20.0 * bounds.diagonal());
    for action in [
        Command::SelectTool.into(),
        Action::Show(around),
        Action::Choose(Selection::of([Thing::Obstacle(id)])),
    ] {
        window.state_mut().run(action, &ctx);
    }
    settle(window);
    let middle = bounds.min + (bounds.max - bounds.min) * 0.5;
    let reach = 0.05 * bounds.diagonal();
    let gesture = |act, at| {
        let gesture = Gesture { act, at, reach, keys: Keys { alt: true, ..Keys::default() } };
        Action::Gesture(gesture, egui::Vec2::ZERO)
    };
    window.state_mut().run(gesture(Act::Grab, middle), &ctx);
    let (mut times, mut n_known) = (Vec::new(), 0);
    for frame in 0..N_FRAMES {
        let (sin, cos) = (std::f64::consts::TAU * frame as f64 / 120.0).sin_cos();
        let at = middle + Point::new(cos - 1.0, sin) * (2.0 * bounds.diagonal());
        let started = Instant::now();
        window.state_mut().run(gesture(Act::Drag, at), &ctx);
        window.step();
        let output = window.output();
        window.ctx.tessellate(output.shapes.clone(), output.pixels_per_point);
        times.push(started.elapsed().as_secs_f64() * 1e3);
        n_known += usize::from(window.state().pinned_costs().iter().all(Option::is_some));
    }
    times.sort_unstable_by(f64::total_cmp);
    claim(&format!("{name}_ui_ms"), times[N_FRAMES / 2], "none");
    claim(&format!("{name}_ui_p99_ms"), times[N_FRAMES * 99 / 100], "< 16");
    let share = n_known as f64 / N_FRAMES as f64;
    claim(&format!("{name}_pins_in_the_same_frame"), share, "none");
    window.state_mut().run(gesture(Act::Drop, middle), &ctx);
    settle(window);
}

/// What the pins cost at last is what they cost on a mesh that is built anew.
fn check_pins(window: &mut Harness<'_, App>, work: &Work) {
    let ctx = window.ctx.clone();
    let costs = window.state().pinned_costs();
    for (pin, cost) in work.pins.iter().zip(costs) {
        let ends = Ends { start: Some(pin.start), goal: Some(pin.goal) };
        window.state_mut().run(Action::SetEnds(ends), &ctx);
        settle(window);
        let (asked, pinned) = (window.state().cost().unwrap(), cost.unwrap());
        assert!((asked - pinned).abs() <= 1e-9 * asked, "{}: {asked} {pinned}", pin.name);
    }
}
