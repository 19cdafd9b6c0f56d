//! Searches as animated GIFs, read again by another program's reader.

use std::fs;
use std::io::Cursor;
use std::sync::Arc;

use expect_test::expect;
use image::codecs::gif::GifDecoder;
use image::{AnimationDecoder, RgbaImage};
use wayglass::draw::animation::{Reel, Unfinished};
use wayglass::draw::{Colors, Gif, Map, Picture, Pixels, Route, Search, Size, Theme};
use wayglass::example::Example;
use wayglass::format::{self, Content};
use wayglass::geom::Point;
use wayglass::mesh::Navmesh;
use wayglass::search::{Algorithm, Answer, Ground, Preparation, Query, Searcher, Trace};

use crate::cli::{check, scratch, wayglass};

/// The frames as a viewer shows them, each with its time in milliseconds.
fn frames(gif: &[u8]) -> Vec<(RgbaImage, u32)> {
    let frames = GifDecoder::new(Cursor::new(gif)).unwrap().into_frames();
    let frames = frames.collect_frames().unwrap();
    let millis = |frame: &image::Frame| {
        let (numerator, denominator) = frame.delay().numer_denom_ms();
        numerator / denominator
    };
    frames
        .into_iter()
        .map(|frame| (millis(&frame), frame))
        .map(|(t, f)| (f.into_buffer(), t))
        .collect()
}

/// How far colours may be from those that were painted, each of the three.
const NEAR: u8 = 24;

/// The part of pixels that are not what they should be.
fn wrong(shown: &RgbaImage, pixels: &Pixels) -> f64 {
    let painted = pixels.rgba().chunks_exact(4);
    let is_wrong =
        |(shown, painted): &(&[u8], &[u8])| (0..3).any(|i| NEAR < shown[i].abs_diff(painted[i]));
    let n_wrong = shown.as_raw().chunks_exact(4).zip(painted).filter(is_wrong).count();
    n_wrong as f64 / f64::from(shown.width() * shown.height())
}

struct Searched {
    mesh: Arc<Navmesh>,
    ground: Ground,
    trace: Trace,
    route: Route,
}

fn searched() -> Searched {
    let import = format::read(Example::ALL[0].bytes).unwrap();
    let Content::Mesh(mesh) = import.content else { panic!("no mesh") };
    let ground = Ground::new(mesh.clone(), &Preparation::default());
    let query = Query { start: Point::new(40.0, 100.0), goal: Point::new(260.0, 40.0) };
    let mut trace = Trace::new(query);
    let mut searcher = Searcher::default();
    let outcome = searcher.find(Algorithm::default(), &ground, &query, &mut trace);
    let route = Route::new(query, &Answer::of(&searcher, &ground, outcome));
    Searched { mesh, ground, trace, route }
}

impl Searched {
    fn picture(&self, after: usize) -> Picture<'_> {
        Picture {
            route: Some(&self.route),
            search: Some(Search { ground: &self.ground, trace: &self.trace, after }),
            ..Picture::plain(Map::Mesh(&self.mesh), "islands")
        }
    }
}

#[test]
fn the_frames_are_the_pictures_after_their_events() {
    let searched = searched();
    // Without room for a legend, which has all its lines from the first frame on.
    let size = Size::new(400, 300).unwrap();
    let reel = Reel { events: 0..=usize::MAX, frames_per_second: 10, seconds: 2.0 };
    for theme in [Theme::Light, Theme::Dark] {
        let gif = searched.picture(0).gif(&reel, size, theme, &mut |_, _| true).unwrap();
        let shown = frames(&gif);
        let asked = reel.frames(searched.trace.n_events());
        assert_eq!((shown.len(), asked.len()), (20, 20));
        let unanswered = Route::unanswered(searched.route.query);
        for ((image, millis), (after, hundredths)) in shown.iter().zip(&asked) {
            let is_last = after + 1 == searched.trace.n_events();
            let route = if is_last { &searched.route } else { &unanswered };
            let picture = Picture { route: Some(route), ..searched.picture(*after) };
            let part = wrong(image, &picture.pixels(size, theme).unwrap());
            assert!(part < 0.002, "after event {after}, {part} of the pixels are wrong");
            assert_eq!(*millis, u32::from(*hundredths) * 10);
        }
        // Twenty whole frames would be far larger than what changes on one of them.
        assert!(gif.len() < 120_000, "{} bytes", gif.len());
    }
}

#[test]
fn an_animation_can_be_cancelled_at_any_frame() {
    let searched = searched();
    let size = Size::new(100, 80).unwrap();
    let reel = Reel { events: 0..=usize::MAX, frames_per_second: 10, seconds: 1.0 };
    for last in 0..10 {
        let mut told = Vec::new();
        let gif = searched.picture(0).gif(&reel, size, Theme::Light, &mut |done, total| {
            told.push((done, total));
            done < last
        });
        assert_eq!(gif, Err(Unfinished::Cancelled));
        assert_eq!(told.last(), Some(&(last, 10)));
    }
    let still = Picture { search: None, ..searched.picture(0) };
    assert_eq!(still.gif(&reel, size, Theme::Light, &mut |_, _| true), Err(Unfinished::NoSearch));
}

#[test]
fn ready_pictures_become_frames_and_the_same_one_twice_stays_longer() {
    let searched = searched();
    let size = Size::new(120, 90).unwrap();
    let plain = Picture { search: None, route: None, ..searched.picture(0) };
    let with_route = Picture { search: None, ..searched.picture(0) };
    let [plain, with_route] =
        [plain, with_route].map(|picture| picture.pixels(size, Theme::Light).unwrap());
    let mut gif = Gif::new(size, Colors::new(Theme::Light, &[&plain, &with_route])).unwrap();
    for pixels in [&plain, &plain, &with_route, &plain] {
        gif.add(pixels, 25).unwrap();
    }
    let other = searched.picture(0).pixels(Size::new(10, 10).unwrap(), Theme::Light).unwrap();
    assert_eq!(gif.add(&other, 25), None);
    let shown = frames(&gif.finish().unwrap());
    assert_eq!(shown.iter().map(|(_, millis)| *millis).collect::<Vec<_>>(), [500, 250, 250]);
    for ((image, _), pixels) in shown.iter().zip([&plain, &with_route, &plain]) {
        assert!(wrong(image, pixels) < 0.002);
    }
}

#[test]
fn render_writes_a_gif_and_says_how_long_it_is() {
    let path = scratch("islands.gif");
    let name = path.to_str().unwrap();
    let query = ["render", "islands.mesh", name, "--from", "40,100", "--to", "260,40"];
    let pace = ["--fps", "5", "--seconds", "2", "--events", "..700", "--size", "300x200"];
    let output = wayglass(&[&query[..], &pace].concat());
    let text = String::from_utf8(output.stdout).unwrap();
    let (_, said) = text.split_once(": ").unwrap();
    expect![[r#"
        300x200 pixels
        a path of cost 250.12
        10 frames in 4.3 s, from event 1 to 700 of 7,305
    "#]]
    .assert_eq(said);
    let shown = frames(&fs::read(path).unwrap());
    assert_eq!((shown.len(), shown[0].0.dimensions()), (10, (300, 200)));
}

#[test]
fn render_says_why_there_is_no_gif() {
    check(
        &["render", "islands.mesh", "out.gif"],
        expect![[r#"
            wayglass: out.gif: a GIF shows a search, so give --from and --to, or --trace
            exit 1
        "#]],
    );
    check(
        &["render", "maze.scen", "out.gif", "--from", "0,0", "--to", "1,1"],
        expect![[r#"
            wayglass: maze.scen: there are no faces in a scenario
            exit 1
        "#]],
    );
    check(
        &["render", "islands.mesh", "out.gif", "--from", "0,0", "--to", "1,1", "--events", "9..3"],
        expect![[r#"
            error: invalid value '9..3' for '--events <A..B>': expected two numbers from 1 on with two dots between, such as 1..500

            For more information, try '--help'.
            exit 2
        "#]],
    );
}
