//! Makes all pictures of the README, by the program itself: `cargo run --features window-tests --example pictures`.
//!
//! Those of the window are painted here; the others are made by the commands that the README shows for them. With a
//! folder as argument, the window is painted there in every size and theme, for somebody to look at.
#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a tool for those who work on the program: it talks, and stops at the first surprise"
)]

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use egui_kittest::Harness;
use egui_kittest::wgpu::WgpuTestRenderer;
use image::codecs::gif::{GifEncoder, Repeat};
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use wayglass::app::{Action, App, Command, Source};
use wayglass::cli::{self, Started};
use wayglass::draw::ColorBy;
use wayglass::example::{Example, Failing};
use wayglass::geom::Point;
use wayglass::layout::ObstacleId;
use wayglass::layout::work::Thing;
use wayglass::mesh::{Element, FaceId};
use wayglass::tool::{Act, Ends, Gesture, Keys, Selection};

/// What a picture shows.
struct Scene {
    name: &'static str,
    example: &'static str,
    then: fn(&mut Harness<'_, App>),
}

const SCENES: &[Scene] = &[
    Scene { name: "welcome", example: "islands.mesh", then: |_| {} },
    Scene { name: "inspect", example: "broken.mesh", then: inspect },
    Scene { name: "query", example: "district.mesh", then: query },
    Scene { name: "playback", example: "district.mesh", then: playback },
    Scene { name: "verdict", example: "islands.mesh", then: verdict },
    Scene { name: "scenario", example: "islands.mesh", then: scenario },
    Scene { name: "doom", example: "keep.dpm", then: |_| {} },
    Scene {
        name: "crowd",
        example: "rooms.nav",
        then: |window| ask(window, Action::ColorBy(ColorBy::Group)),
    },
];

/// A drawing with pinned queries, as the program saves it.
const YARD: &str = r#"wayglass 1
agent 0 round
border any
  ring 0 0 160 0 160 100 0 100
obstacle 0 "barn"
  outline 70 38 92 42 96 62 80 66 66 56
obstacle 1 "shed"
  outline 20 14 44 14 44 26 32 26 32 34 20 34
obstacle 2 "mill"
  outline 24 60 40 58 46 74 34 84 22 76
obstacle 3 "pond"
  outline 112 12 128 10 138 20 132 30 116 30 106 22
obstacle 4 ""
  outline 118 66 140 60 146 78 124 86
obstacle 5 ""
  outline 62 8 84 12 82 22 60 20
obstacle 6 ""
  outline 64 82 92 80 94 90 66 92
wall 7
  line 52 30 56 44 50 56
wall 8
  line 104 40 108 54 102 70
pin "gate to yard" 8 8 150 92 -
pin "mill to pond" 14 90 146 12 -
"#;

fn main() {
    match std::env::args().nth(1) {
        None => {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/pictures");
            std::fs::create_dir_all(&folder).unwrap();
            for scene in &SCENES[..6] {
                let dark = scene.name == "playback";
                paint(scene, [1280.0, 800.0], dark, &folder.join(format!("{}.png", scene.name)));
            }
            animate(&folder.join("drawing.gif"));
            render_all();
        }
        Some(folder) => {
            let folder = PathBuf::from(folder);
            std::fs::create_dir_all(&folder).unwrap();
            animate(&folder.join("drawing.gif"));
            for scene in SCENES {
                for (size, width) in [([1280.0, 800.0], 1280), ([1920.0, 1080.0], 1920)] {
                    for (dark, theme) in [(false, "light"), (true, "dark")] {
                        let file = format!("{}-{width}-{theme}.png", scene.name);
                        paint(scene, size, dark, &folder.join(file));
                    }
                }
            }
        }
    }
}

/// An obstacle in the hand, and mesh and paths that follow it.
fn animate(file: &Path) {
    const N_FRAMES: u16 = 36;
    let mut window = new_window([960.0, 600.0], egui::Theme::Dark);
    let project = std::env::temp_dir().join("wayglass-pictures.wayglass");
    std::fs::write(&project, YARD).unwrap();
    ask(&mut window, Action::Open(Source::Path(project.clone())));
    std::fs::remove_file(&project).unwrap();
    for command in
        [Command::ToggleLeft, Command::ToggleBottom, Command::ToggleLegend, Command::ToggleIds]
    {
        ask(&mut window, command);
    }
    ask(&mut window, Command::Fit);
    let (start, goal) = (Point::new(6.0, 50.0), Point::new(154.0, 50.0));
    ask(&mut window, Action::SetEnds(Ends { start: Some(start), goal: Some(goal) }));
    let id = ObstacleId(0);
    let layout = window.state().document().unwrap().layout().unwrap();
    let bounds = layout.bounds_of(Thing::Obstacle(id));
    let middle = bounds.min + (bounds.max - bounds.min) * 0.5;
    ask(&mut window, Command::SelectTool);
    ask(&mut window, Action::Choose(Selection::of([Thing::Obstacle(id)])));
    let out = std::io::BufWriter::new(std::fs::File::create(file).unwrap());
    let mut frames = GifEncoder::new_with_speed(out, 10);
    frames.set_repeat(Repeat::Infinite).unwrap();
    let keys = Keys { alt: true, ..Keys::default() };
    let reach = bounds.diagonal() * 0.02;
    for frame in 0..N_FRAMES {
        let turn = f64::from(frame) / f64::from(N_FRAMES) * std::f64::consts::TAU;
        let at = middle + Point::new(30.0 * turn.sin(), 22.0 * (2.0 * turn).sin());
        let act = if frame == 0 { Act::Grab } else { Act::Drag };
        let gesture = Gesture { act, at, reach, keys };
        let ctx = window.ctx.clone();
        window.state_mut().run(Action::Gesture(gesture, egui::Vec2::ZERO), &ctx);
        window.run_steps(2);
        let picture = window.render().unwrap();
        let delay = image::Delay::from_numer_denom_ms(80, 1);
        frames.encode_frame(image::Frame::from_parts(picture, 0, 0, delay)).unwrap();
    }
    println!("{}", file.display());
}

/// The pictures that the README shows commands for: it is these commands that are run.
fn render_all() {
    std::env::set_current_dir(env!("CARGO_MANIFEST_DIR")).unwrap();
    let shown = include_str!("../README.md").lines().filter_map(|line| line.strip_prefix("$ "));
    for command in shown.filter(|command| command.contains(" assets/pictures/")) {
        println!("{command}");
        let Started::Done(code) = cli::run_with(command.split(' ').map(OsString::from)) else {
            panic!("{command}: this opens a window")
        };
        assert_eq!(code, ExitCode::SUCCESS, "{command}");
    }
}

fn new_window(size: [f32; 2], theme: egui::Theme) -> Harness<'static, App> {
    Harness::builder()
        .with_size(size)
        .with_theme(theme)
        .renderer(WgpuTestRenderer::new())
        .build_eframe(|creation| App::new(&creation.egui_ctx, creation.wgpu_render_state.as_ref()))
}

fn open_example(window: &mut Harness<'_, App>, name: &str) {
    let place = Example::ALL.iter().position(|example| example.file_name == name);
    ask(window, Action::Open(Source::Example(place.unwrap())));
}

fn paint(scene: &Scene, size: [f32; 2], dark: bool, file: &Path) {
    let theme = if dark { egui::Theme::Dark } else { egui::Theme::Light };
    let mut window = new_window(size, theme);
    open_example(&mut window, scene.example);
    (scene.then)(&mut window);
    window.run_steps(4);
    let picture = window.render().unwrap();
    let out = std::io::BufWriter::new(std::fs::File::create(file).unwrap());
    let encoder = PngEncoder::new_with_quality(out, CompressionType::Best, FilterType::Adaptive);
    picture.write_with_encoder(encoder).unwrap();
    println!("{}", file.display());
}

fn ask(window: &mut Harness<'_, App>, action: impl Into<Action>) {
    let ctx = window.ctx.clone();
    window.state_mut().run(action.into(), &ctx);
    loop {
        window.step();
        if !window.state().is_busy() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    window.run_steps(3);
}

/// What is wrong with a file; without a query there is room for all of it.
fn inspect(window: &mut Harness<'_, App>) {
    ask(window, Command::ClearQuery);
    ask(window, Command::SelectTool);
    ask(window, Action::Select(Some(Element::Face(FaceId(30)))));
}

fn query(window: &mut Harness<'_, App>) {
    let (start, goal) = (Point::new(62.0, 20.0), Point::new(186.0, 140.0));
    ask(window, Action::SetEnds(Ends { start: Some(start), goal: Some(goal) }));
}

/// Why there is no path between two islands.
fn verdict(window: &mut Harness<'_, App>) {
    let place = Failing::ALL.iter().position(|failing| failing.file_name == "island.repro");
    ask(window, Action::Open(Source::Failing(place.unwrap())));
}

/// What came of every row of a scenario.
fn scenario(window: &mut Harness<'_, App>) {
    use egui_kittest::kittest::Queryable as _;
    let file = std::env::temp_dir().join("islands.mesh.scen");
    std::fs::write(&file, include_bytes!("../assets/islands.mesh.scen")).unwrap();
    ask(window, Action::Open(Source::Path(file.clone())));
    std::fs::remove_file(&file).unwrap();
    ask(window, Command::RunScenario);
    if window.query_by_label("Run all").is_none() {
        window.get_by_label("Scenario").click();
    }
    ask(window, Action::PickRow(8));
    for notice in (1..=window.state().notices().count()).rev() {
        ask(window, Action::DismissNotice(notice - 1));
    }
}

fn playback(window: &mut Harness<'_, App>) {
    use egui_kittest::kittest::Queryable as _;
    query(window);
    let (_, last) = window.state().event();
    ask(window, Action::Seek(last * 2 / 3));
    ask(window, Command::NextExpansion);
    window.get_by_label("Chart").click();
    window.run_steps(4);
}
