//! Paints the pictures of the README, by the program itself: `cargo run --features window-tests --example pictures`.
//!
//! With a folder as argument they go there, in every size and theme, for somebody to look at.
#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a tool for those who work on the program: it talks, and stops at the first surprise"
)]

use std::path::{Path, PathBuf};

use egui_kittest::Harness;
use egui_kittest::wgpu::WgpuTestRenderer;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use wayglass::app::{Action, App, Command, Source};
use wayglass::draw::ColorBy;
use wayglass::example::Example;
use wayglass::geom::Point;
use wayglass::mesh::{Element, FaceId};
use wayglass::tool::Ends;

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
    Scene { name: "doom", example: "keep.dpm", then: |_| {} },
    Scene {
        name: "crowd",
        example: "rooms.nav",
        then: |window| ask(window, Action::ColorBy(ColorBy::Group)),
    },
];

fn main() {
    match std::env::args().nth(1) {
        None => {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/pictures");
            std::fs::create_dir_all(&folder).unwrap();
            for scene in &SCENES[..4] {
                let dark = scene.name == "playback";
                paint(scene, [1280.0, 800.0], dark, &folder.join(format!("{}.png", scene.name)));
            }
        }
        Some(folder) => {
            let folder = PathBuf::from(folder);
            std::fs::create_dir_all(&folder).unwrap();
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

fn paint(scene: &Scene, size: [f32; 2], dark: bool, file: &Path) {
    let theme = if dark { egui::Theme::Dark } else { egui::Theme::Light };
    let mut window = Harness::builder()
        .with_size(size)
        .with_theme(theme)
        .renderer(WgpuTestRenderer::new())
        .build_eframe(|creation| App::new(&creation.egui_ctx, creation.wgpu_render_state.as_ref()));
    let place = Example::ALL.iter().position(|example| example.file_name == scene.example);
    ask(&mut window, Action::Open(Source::Example(place.unwrap())));
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

fn inspect(window: &mut Harness<'_, App>) {
    ask(window, Action::ColorBy(ColorBy::Island));
    ask(window, Action::Select(Some(Element::Face(FaceId(30)))));
}

fn query(window: &mut Harness<'_, App>) {
    let (start, goal) = (Point::new(62.0, 20.0), Point::new(186.0, 140.0));
    ask(window, Action::SetEnds(Ends { start: Some(start), goal: Some(goal) }));
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
