//! Random gestures with every tool: nothing breaks, all of it can be undone, and what is locked stays.

use fastrand::Rng;
use wayglass::document::{Change, Document, Source, State, Step};
use wayglass::geom::{Aabb, LIMIT, Point, Side, turning};
use wayglass::layout::lane::LaneNetwork;
use wayglass::layout::work::{Thing, Work};
use wayglass::layout::{Border, Layout, ObstacleId};
use wayglass::tool::clipboard::{copy_text, paste_text};
use wayglass::tool::{
    Act, Deed, Ends, Gesture, Keys, Selection, Sizes, Snap, Tool, arrange, handles,
};

use super::{Desk, p, square};

const N_RUNS: u64 = 400;
const N_GESTURES: usize = 120;

fn random_layout(random: &mut Rng) -> Layout {
    let mut layout = Layout::default();
    let small = |random: &mut Rng| f64::from(random.i32(-20..20));
    let point = |random: &mut Rng| p(small(random), small(random));
    for _ in 0..random.usize(0..5) {
        let size = [1.0, 5.0, 12.5][random.usize(..3)];
        let (x, y) = (small(random), small(random));
        let mut obstacle = square(x, y, size);
        if random.bool() {
            obstacle.holes.push(square(x + 0.25 * size, y + 0.25 * size, 0.5 * size).outline);
        }
        layout.obstacles.insert(ObstacleId(random.u32(..20)), obstacle);
    }
    for _ in 0..random.usize(0..3) {
        let wall: Vec<Point> = (0..random.usize(2..5)).map(|_| point(random)).collect();
        layout.walls.insert(ObstacleId(random.u32(20..40)), wall.into());
    }
    if random.u8(..10) == 0 {
        layout.obstacles.insert(ObstacleId(u32::MAX), square(LIMIT - 8.0, LIMIT - 8.0, 8.0));
    }
    let n_vertices = random.u32(1..6);
    let vertices: Vec<Point> = (0..n_vertices).map(|_| point(random)).collect();
    let lanes: Vec<_> = (0..random.usize(0..5))
        .map(|_| (random.u32(..n_vertices), random.u32(..n_vertices), 2.0))
        .filter(|(from, to, _)| from != to)
        .collect();
    layout.lanes = LaneNetwork::new(vertices, lanes);
    if random.bool() {
        layout.border = Border::AnyOf(vec![square(-30.0, -30.0, 60.0).outline]);
    }
    layout
}

fn random_work(random: &mut Rng, layout: &Layout) -> Work {
    let mut work = Work::default();
    for thing in layout.things() {
        match random.u8(..8) {
            0 | 1 => drop(work.locked.insert(thing)),
            2 => drop(work.hidden.insert(thing)),
            _ => {}
        }
    }
    work
}

fn random_point(random: &mut Rng, desk: &Desk, reach: f64) -> Point {
    let corners: Vec<Point> =
        desk.layout().obstacles.values().flat_map(|it| it.outline.to_vec()).collect();
    let handles = handles(&desk.scene(), reach);
    match random.u8(..12) {
        0 => p(wild(random), wild(random)),
        1..=3 if !corners.is_empty() => corners[random.usize(..corners.len())],
        4..=6 if !handles.is_empty() => handles[random.usize(..handles.len())].at,
        7 => p(random.f64() * 60.0 - 30.0, random.f64() * 60.0 - 30.0),
        _ => p(f64::from(random.i32(-25..25)), f64::from(random.i32(-25..25))),
    }
}

fn wild(random: &mut Rng) -> f64 {
    let all =
        [0.0, -0.0, 1e-300, 1e-99, 1e300, -1e300, LIMIT, -LIMIT, LIMIT * 1.5, f64::MAX, 1e-12, 3.0];
    all[random.usize(..all.len())]
}

fn random_gesture(random: &mut Rng, desk: &Desk) -> Gesture {
    let reach = [0.5, 2.0, 0.0, 1e-9, 1e6, f64::MAX][random.usize(..6).min(random.usize(..6))];
    // Drags and clicks are most of what there is.
    let common = [Act::Click, Act::Grab, Act::Drag, Act::Drag, Act::Drop];
    let act = match random.bool() {
        true => common[random.usize(..common.len())],
        false => Act::ALL[random.usize(..Act::ALL.len())],
    };
    let mut held = || random.u8(..4) == 0;
    let keys = Keys { alt: held(), shift: held(), ctrl: held() };
    Gesture { act, at: random_point(random, desk, reach), reach, keys }
}

/// The things that no hand may change, as they are.
fn locked_part(state: &State) -> String {
    let Source::Drawing(layout) = &state.source else { panic!("a drawing") };
    let fixed = state.work.locked.iter().chain(&state.work.hidden);
    // Lanes are where their vertices are; a hidden one follows vertices that are seen.
    let fixed =
        fixed.filter(|thing| !matches!(thing, Thing::Lane(_)) || state.work.locked.contains(thing));
    copy_text(layout, &Selection::of(fixed.copied()))
}

fn assert_sound(state: &State) {
    let Source::Drawing(layout) = &state.source else { panic!("a drawing") };
    let holes = layout.obstacles.values().flat_map(|it| &it.holes);
    let outlines = layout.obstacles.values().map(|it| &it.outline);
    for ring in outlines.chain(holes) {
        assert!(ring.iter().all(|p| p.is_sound()), "{ring:?}");
        assert_eq!(turning(ring), Side::Left, "{ring:?}");
    }
    assert!(
        layout
            .border
            .rings()
            .iter()
            .chain(layout.walls.values())
            .flat_map(|it| it.iter())
            .all(|p| p.is_sound())
    );
    assert!(layout.lanes.vertices.values().all(|vertex| vertex.at.is_sound()));
    assert!(layout.lanes.lanes.values().all(|lane| layout.lanes.ends(lane).is_some()));
    assert!(layout.region.is_none_or(|Aabb { min, max }| min.is_sound() && max.is_sound()));
}

/// Does what a gesture asks for, and looks whether it may be asked for.
fn carry_out(desk: &mut Desk, deeds: &[Deed]) {
    for deed in deeds {
        let before = desk.document.state().clone();
        let n_done = desk.document.done().len();
        desk.carry_out(std::slice::from_ref(deed));
        assert_sound(desk.document.state());
        let Deed::Edit(edit, step) = deed else { continue };
        assert!(!edit.title.is_empty() && !edit.changes.is_empty());
        let locks = |change: &Change| matches!(change, Change::Lock(..) | Change::Hide(..));
        assert!(!edit.changes.iter().any(locks));
        match step {
            Step::New => {
                let after = desk.document.state().clone();
                desk.document.undo();
                assert_eq!(*desk.document.state(), before, "{}", edit.title);
                desk.document.redo();
                assert_eq!(*desk.document.state(), after, "{}", edit.title);
            }
            Step::Continue => assert_eq!(desk.document.done().len(), n_done),
        }
    }
}

#[test]
fn random_gestures_do_what_can_be_undone_and_nothing_else() {
    let mut n_edits = std::collections::BTreeMap::new();
    for seed in 0..N_RUNS {
        let mut random = Rng::with_seed(seed);
        let layout = random_layout(&mut random);
        let work = random_work(&mut random, &layout);
        let mut desk = Desk::with(Tool::ALL[0].clone(), layout, work);
        desk.snap = Snap {
            grid: [None, Some(1.0), Some(0.0), Some(1e-200), Some(f64::NAN)][random.usize(..5)],
            ..Snap::default()
        };
        desk.sizes = Sizes { circle_corners: random.usize(..40), lane_width: wild(&mut random) };
        desk.ends = Ends { start: Some(p(0.0, 0.0)), goal: random.bool().then_some(p(9.0, 9.0)) };
        let first = desk.document.state().clone();
        let locked = locked_part(&first);
        for _ in 0..N_GESTURES {
            if random.u8(..12) == 0 {
                desk.tool = Tool::ALL[random.usize(..Tool::ALL.len())].clone();
            }
            let gesture = random_gesture(&mut random, &desk);
            let mut tool = desk.tool.clone();
            let deeds = match random.u8(..30) {
                0 => tool.type_point(gesture.at, &desk.scene()),
                1 => tool.type_length(gesture.at.x, &desk.scene()),
                _ => tool.on(gesture, &desk.scene()),
            };
            let _ = tool.sketch(&desk.scene());
            desk.tool = tool;
            carry_out(&mut desk, &deeds);
            assert_eq!(locked_part(desk.document.state()), locked, "seed {seed}");
        }
        for title in desk.document.done() {
            let kind = title.split_once(' ').map_or(title, |(verb, _)| verb).to_owned();
            *n_edits.entry(kind).or_insert(0) += 1;
        }
        while desk.document.undo().is_some() {}
        assert_eq!(*desk.document.state(), first, "seed {seed}");
    }
    let kinds = ["Build", "Cut", "Delete", "Draw", "Insert", "Move", "Rotate", "Scale", "Split"];
    assert_eq!(n_edits.keys().collect::<Vec<_>>(), kinds, "{n_edits:?}");
}

#[test]
fn random_commands_do_what_can_be_undone_and_nothing_else() {
    for seed in 0..N_RUNS {
        let mut random = Rng::with_seed(seed);
        let layout = random_layout(&mut random);
        let work = random_work(&mut random, &layout);
        let mut document = Document::drawing("test".to_owned(), layout, work);
        let locked = locked_part(document.state());
        for _ in 0..20 {
            let before = document.state().clone();
            let (layout, work) = (document.layout().unwrap(), document.work());
            let selection = Selection::of(layout.things().filter(|_| random.bool()));
            let mut number =
                || if random.u8(..4) == 0 { wild(&mut random) } else { random.f64() * 40.0 - 20.0 };
            let (a, b) = (p(number(), number()), p(number(), number()));
            let edit = match random.u8(..8) {
                0 => arrange::delete(layout, work, &selection),
                1 => arrange::nudge(layout, work, &selection, a),
                2 => arrange::move_to(layout, work, &selection, a),
                3 => arrange::rotate(layout, work, &selection, a.x, b),
                4 => arrange::scale(layout, work, &selection, a, b),
                5 => arrange::duplicate(layout, &selection, a).map(|(edit, _)| edit),
                6 => arrange::set_width(layout, work, &selection, a.x),
                _ => paste_text(&copy_text(layout, &selection), layout, a).map(|(edit, _)| edit),
            };
            let Some(edit) = edit else { continue };
            document.apply(edit.clone(), Step::New);
            assert_sound(document.state());
            assert_eq!(locked_part(document.state()), locked, "seed {seed}: {}", edit.title);
            let after = document.state().clone();
            document.undo();
            assert_eq!(*document.state(), before);
            document.redo();
            assert_eq!(*document.state(), after);
        }
    }
}
