use std::io::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};

use eframe::egui_wgpu::WgpuSetup;
use eframe::wgpu::Backends;
use egui_kittest::Harness;
use egui_kittest::wgpu::{WgpuTestRenderer, default_wgpu_setup};
use wayglass::app::{Action, Command};
use wayglass::draw::{Ink, Theme};
use wayglass::geom::Point;
use wayglass::tool::Ends;

use super::{ask, canvas, example, open};

/// A window painted by each kind of driver that is at hand, with a line about those that are not.
fn painted() -> impl Iterator<Item = Harness<'static, wayglass::app::App>> {
    [(Backends::PRIMARY, "Vulkan"), (Backends::GL, "OpenGL")].into_iter().filter_map(
        |(kind, name)| {
            let mut setup = default_wgpu_setup();
            if let WgpuSetup::CreateNew(create) = &mut setup {
                create.instance_descriptor.backends = kind;
            }
            match catch_unwind(AssertUnwindSafe(|| WgpuTestRenderer::from_setup(setup))) {
                Ok(renderer) => Some(open(Harness::builder().renderer(renderer), Vec::new())),
                Err(_) => {
                    // Written past the macros, which the test runner would keep to itself.
                    let told =
                        format!("skipped: pictures by {name}, as there is no driver for it\n");
                    std::io::stderr().write_all(told.as_bytes()).unwrap();
                    None
                }
            }
        },
    )
}

/// How many pixels of the canvas have a colour, give or take a little.
fn count(window: &mut Harness<'_, wayglass::app::App>, [red, green, blue]: [u8; 3]) -> usize {
    let canvas = canvas(window);
    let picture = window.render().unwrap();
    let is = |pixel: &image::Rgba<u8>| {
        let near = |a: u8, b: u8| a.abs_diff(b) <= 3;
        near(pixel[0], red) && near(pixel[1], green) && near(pixel[2], blue)
    };
    let is_inside = |x: u32, y: u32| canvas.contains(egui::pos2(x as f32, y as f32));
    picture.enumerate_pixels().filter(|(x, y, pixel)| is_inside(*x, *y) && is(pixel)).count()
}

fn color(ink: Ink, theme: Theme) -> [u8; 3] {
    let style = theme.style(ink);
    style.fill.or(style.line.map(|line| line.color)).unwrap().rgb
}

#[test]
fn faces_walls_and_the_path_are_there_in_both_themes() {
    for mut window in painted() {
        ask(&mut window, Action::Open(example("district.mesh")));
        let query =
            Ends { start: Some(Point::new(62.0, 20.0)), goal: Some(Point::new(186.0, 140.0)) };
        ask(&mut window, Action::SetEnds(query));
        let first =
            if window.ctx.theme() == egui::Theme::Dark { Theme::Dark } else { Theme::Light };
        let second = if first == Theme::Dark { Theme::Light } else { Theme::Dark };
        for theme in [first, second] {
            for (ink, least) in [
                (Ink::Walkable, 20_000),
                (Ink::Blocked, 20_000),
                (Ink::Wall, 300),
                (Ink::Path, 300),
                (Ink::Start, 40),
                (Ink::Goal, 40),
            ] {
                let n_pixels = count(&mut window, color(ink, theme));
                assert!(least <= n_pixels, "{theme:?} {ink:?}: {n_pixels} pixels");
            }
            ask(&mut window, Command::ToggleTheme);
        }
    }
}

#[test]
fn a_layer_that_is_switched_off_is_gone() {
    for mut window in painted() {
        ask(&mut window, Command::ClearQuery);
        ask(&mut window, Command::ToggleLegend);
        let theme =
            if window.ctx.theme() == egui::Theme::Dark { Theme::Dark } else { Theme::Light };
        let blocked = color(Ink::Blocked, theme);
        let before = count(&mut window, blocked);
        assert!(20_000 < before);
        ask(&mut window, Action::SetLayer(wayglass::draw::Layer::Faces, false));
        // Thin lines on the paper come close to the colour.
        let after = count(&mut window, blocked);
        assert!(after * 10 < before, "{after} of {before} pixels");
    }
}

#[test]
fn the_search_grows_from_step_to_step() {
    for mut window in painted() {
        ask(&mut window, Command::ToggleLegend);
        let theme =
            if window.ctx.theme() == egui::Theme::Dark { Theme::Dark } else { Theme::Light };
        let open = color(Ink::OpenNode, theme);
        ask(&mut window, Command::JumpToStart);
        let at_start = count(&mut window, open);
        let (_, last) = window.state().event();
        ask(&mut window, Action::Seek(last / 2));
        let half_way = count(&mut window, open);
        assert!(at_start < half_way, "{at_start} and then {half_way} pixels of open nodes");
    }
}

#[test]
fn highlighting_an_island_shows_it() {
    for mut window in painted() {
        ask(&mut window, Command::ClearQuery);
        let canvas_rect = canvas(&window);
        let differs = |window: &mut Harness<'_, wayglass::app::App>, before: &image::RgbaImage| {
            let now = window.render().unwrap();
            let is_inside = |x: u32, y: u32| canvas_rect.contains(egui::pos2(x as f32, y as f32));
            let pairs = now.enumerate_pixels().zip(before.pixels());
            pairs.filter(|((x, y, now), before)| is_inside(*x, *y) && now != before).count()
        };
        let before = window.render().unwrap();
        ask(&mut window, Action::HighlightIsland(Some(0)));
        assert!(10_000 < differs(&mut window, &before));
        ask(&mut window, Action::HighlightIsland(None));
        assert_eq!(differs(&mut window, &before), 0);
    }
}
