//! Pictures from the command line, and of every map there is.

use std::fs;

use expect_test::expect;
use wayglass::draw::{ColorBy, Layer, Layers, Look, Map, Picture, Size, Theme, YAxis};
use wayglass::example::Example;
use wayglass::format::{self, Content, Import};

use crate::cli::{check, scratch, wayglass};
use crate::samples;

/// Draws a map in every way and in some sizes; `true` if there is something to draw.
fn draws(import: &Import, name: &str) -> bool {
    let map = match &import.content {
        Content::Mesh(mesh) => Map::Mesh(mesh),
        Content::Layout(layout) => Map::Layout(layout),
        Content::Scenario(_) | Content::Trace(_) => return false,
    };
    let size = |width, height| Size::new(width, height).unwrap();
    let y_axis = YAxis::of(&import.work);
    let layers = Layers::default().with(Layer::Grid).with(Layer::Ids);
    let look = |color_by| Look { color_by, layers };
    let plain = Picture { look: look(ColorBy::None), y_axis, ..Picture::plain(map, name) };
    for &color_by in ColorBy::ALL {
        let picture = Picture { look: look(color_by), ..plain };
        let text = picture.svg(size(500, 300), Theme::Light);
        assert!(text.starts_with("<svg ") && text.ends_with("</svg>\n"), "{name}");
        assert!(!text.contains("NaN") && !text.contains("inf"), "{name}");
        assert_eq!(text, picture.svg(size(500, 300), Theme::Light), "{name}: not the same twice");
    }
    let picture = Picture { look: Look::default(), ..plain };
    for size in [size(1, 1), size(2000, 1000)] {
        picture.svg(size, Theme::Dark);
        picture.pixels(size, Theme::Dark).unwrap();
    }
    true
}

#[test]
fn every_example_can_be_drawn() {
    for example in Example::ALL {
        assert!(draws(&format::read(example.bytes).unwrap(), example.file_name));
    }
}

#[test]
fn every_map_of_the_corpus_can_be_drawn() {
    let Some(folder) = samples::corpus() else { return };
    let mut n_drawn = 0;
    for path in samples::files_below(&folder) {
        let name = path.display().to_string();
        let import = fs::read(&path).ok().and_then(|bytes| format::read(&bytes).ok());
        n_drawn += usize::from(import.is_some_and(|import| draws(&import, &name)));
    }
    assert!(40 <= n_drawn, "only {n_drawn} maps");
}

#[test]
fn render_writes_a_picture_and_says_what_is_on_it() {
    for ending in ["svg", "png"] {
        let path = scratch(&format!("islands.{ending}"));
        let output = wayglass(&[
            "render",
            "islands.mesh",
            path.to_str().unwrap(),
            "--from",
            "40,100",
            "--to",
            "260,40",
            "--step",
            "700",
            "--size",
            "640x480",
            "--theme",
            "dark",
        ]);
        let text = String::from_utf8(output.stdout).unwrap();
        let (_, said) = text.split_once(": ").unwrap();
        expect![[r#"
            640x480 pixels
            a path of cost 250.12
            shown after event 700 of 7,305
        "#]]
        .assert_eq(said);
        let bytes = fs::read(path).unwrap();
        let start: &[u8] = if ending == "svg" { b"<svg " } else { b"\x89PNG\r\n" };
        assert!(bytes.starts_with(start));
    }
}

#[test]
fn render_says_why_there_is_no_picture() {
    check(
        &["render", "islands.mesh", "out.jpg"],
        expect![[r#"
        wayglass: out.jpg: a picture ends in .svg, .png or .gif
        exit 1
    "#]],
    );
    check(
        &["render", "islands.mesh", "out.png", "--size", "0x100"],
        expect![[r#"
        error: invalid value '0x100' for '--size <WxH>': a picture has at least one pixel

        For more information, try '--help'.
        exit 2
    "#]],
    );
    check(
        &["render", "islands.mesh", "out.png", "--size", "99999x1"],
        expect![[r#"
        error: invalid value '99999x1' for '--size <WxH>': a picture is at most 16384 pixels wide and high

        For more information, try '--help'.
        exit 2
    "#]],
    );
    check(
        &["render", "islands.mesh", "out.png", "--size", "16000x16000"],
        expect![[r#"
        error: invalid value '16000x16000' for '--size <WxH>': a picture has at most 67 million pixels

        For more information, try '--help'.
        exit 2
    "#]],
    );
    check(
        &["render", "islands.mesh", "out.png", "--size", "big"],
        expect![[r#"
        error: invalid value 'big' for '--size <WxH>': expected two whole numbers with an x between them, such as 1200x800

        For more information, try '--help'.
        exit 2
    "#]],
    );
    check(
        &["render", "maze.scen", "out.png"],
        expect![[r#"
        wayglass: maze.scen: there are no faces in a scenario
        exit 1
    "#]],
    );
    check(
        &["render", "maze.scen", "out.png", "--from", "0,0", "--to", "1,1"],
        expect![[r#"
        wayglass: maze.scen: there are no faces in a scenario
        exit 1
    "#]],
    );
    check(
        &["render", "islands.mesh", "out.png", "--step", "0", "--from", "0,0", "--to", "1,1"],
        expect![[r#"
            error: invalid value '0' for '--step <N>': 0 is not in 1..18446744073709551615

            For more information, try '--help'.
            exit 2
        "#]],
    );
}
