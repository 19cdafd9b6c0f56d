//! What is promised of meshes that are built from drawings, and of those that follow the hand.

use std::cell::RefCell;

use fastrand::Rng;
use wayglass::build::live::{Edit, Live};
use wayglass::build::{BuildError, Faces, build, steps_of};
use wayglass::format::{self, Content, Target};
use wayglass::geom::{LIMIT, Point};
use wayglass::layout::{Border, Layout, Obstacle, ObstacleId, Outline};
use wayglass::mesh::{Across, Navmesh};
use wayglass::search::TriangleSearch;

use crate::areas::{free_area, quarters};
use crate::delaunay::check_triangles;
use crate::edits::{edit, inverse, random_edit};
use crate::gestures::Desk;
use crate::joints::{check_joints, check_paths};
use crate::layouts::{
    check_build, is_free, random_layout, random_outline, slack_of_area, square, walkable_area,
};
use crate::promise::{Promise, Tally, about_to_try};
use crate::rebuilt::{check_against_rebuilt, check_costs, twice_area, walkable};

/// All of them.
pub(crate) fn promises() -> Vec<Promise> {
    let endless =
        |id: &str, says: &str, goal, share, telling_percent, trial: Box<dyn Fn(u64) -> Tally>| {
            Promise {
                id: id.to_owned(),
                also: &[],
                says: says.to_owned(),
                goal,
                share,
                n_seeds: None,
                telling_percent,
                trial,
            }
        };
    let search = RefCell::default();
    vec![
        endless(
            "T1_gestures",
            "whatever a person does to a drawing, the mesh that follows is what a full build gives, and what comes \
             back from a file; and a constrained Delaunay triangulation",
            1_000_000,
            40,
            50,
            Box::new(gestures),
        ),
        endless(
            "T1_edits",
            "any number of edits, however odd, gives what a full build gives",
            1_000_000,
            500,
            100,
            Box::new(edits),
        ),
        endless(
            "T1_paths",
            "what is searched on under the hand follows every edit, and paths cost what they cost on a copy",
            100_000,
            60,
            10,
            Box::new(move |seed| paths(seed, &mut search.borrow_mut())),
        ),
        endless(
            "T2_layouts",
            "any layout builds as it was drawn: every face is on its side, and the areas add up",
            1_000_000,
            150,
            60,
            Box::new(layouts),
        ),
        endless(
            "T2_exact",
            "where all crossings are on the grid, the area is exactly that of the drawing, in whole numbers",
            1_000_000,
            60,
            90,
            Box::new(exact_areas),
        ),
        endless(
            "T4",
            "no number that is not one, or is too far out, comes as far as a triangulation or an index",
            1_000_000,
            60,
            20,
            Box::new(odd_numbers),
        ),
    ]
}

/// How many gestures a seed stands for.
const N_GESTURES: u64 = 40;

fn gestures(seed: u64) -> Tally {
    let mut random = Rng::with_seed(seed);
    let mut desk = Desk::new(&mut random);
    let mut tally = Tally::default();
    for step in 0..N_GESTURES {
        let what = format!("seed {seed}, gesture {step}");
        let n_changes = desk.gesture(&mut random);
        tally.cases += n_changes.max(1);
        tally.telling += n_changes;
        if step % 4 == 3 {
            check_reloaded(desk.live.layout(), &what);
            check_triangles(&desk.live, &what);
            check_against_rebuilt(&mut desk.live, &mut random, &what);
        }
    }
    tally
}

/// What is written and read again is the same drawing, and builds to the same mesh.
fn check_reloaded(layout: &Layout, what: &str) {
    let written = format::write(&Content::Layout(layout.clone()), Target::Project).unwrap();
    about_to_try(&written.bytes);
    let Content::Layout(again) = format::read(&written.bytes).unwrap().content else {
        panic!("{what}: not a drawing")
    };
    assert!(again == *layout, "{what}: it comes back as another drawing");
    let meshes = [layout, &again].map(|layout| build(layout, Faces::Merged).unwrap());
    assert!(meshes[0] == meshes[1], "{what}: it builds to another mesh");
}

const N_EDITS: u64 = 200;

fn edits(seed: u64) -> Tally {
    let mut random = Rng::with_seed(seed);
    let n_obstacles = random.usize(0..12);
    let mut layout = random_layout(&mut random, n_obstacles);
    if random.u8(..8) == 0 {
        layout.border = Border::AnyOf(vec![random_outline(&mut random, Point::default(), 100.0)]);
    }
    let mut live = Live::new(layout, Faces::Merged).unwrap();
    let mut past: Vec<Edit> = Vec::new();
    for step in 0..N_EDITS {
        let next = match past.pop() {
            Some(undo) if random.u8(..5) == 0 => undo,
            undo => {
                past.extend(undo);
                let next = random_edit(&mut random, live.layout());
                past.push(inverse(live.layout(), &next));
                next
            }
        };
        let what = format!("seed {seed}, step {step}");
        edit(&mut live, next).unwrap_or_else(|error| panic!("{what}: {error}"));
        if step % 5 == 0 {
            check_against_rebuilt(&mut live, &mut random, &what);
        }
        if step % 50 == 0 {
            check_triangles(&live, &what);
        }
        if step % 100 == 50 {
            check_costs(&live, &mut random, &what);
        }
    }
    Tally { cases: N_EDITS, telling: N_EDITS }
}

fn paths(seed: u64, search: &mut TriangleSearch) -> Tally {
    let mut random = Rng::with_seed(1_000_000 + seed);
    let mut tally = Tally::default();
    let n_obstacles = random.usize(0..40);
    let mut live = Live::new(random_layout(&mut random, n_obstacles), Faces::Merged).unwrap();
    for step in 0..60 {
        let what = format!("seed {seed}, step {step}");
        check_joints(&live, &what);
        if step % 6 == 0 {
            const N_QUERIES: usize = 12;
            let n_found = check_paths(&live, search, &mut random, N_QUERIES, &what);
            tally.add(Tally { cases: N_QUERIES as u64, telling: n_found as u64 });
        }
        let next = random_edit(&mut random, live.layout());
        edit(&mut live, next).unwrap();
    }
    tally
}

const N_LAYOUTS: u64 = 10;

fn layouts(seed: u64) -> Tally {
    let mut tally = Tally::default();
    for i in 0..N_LAYOUTS {
        let mut random = Rng::with_seed(seed * N_LAYOUTS + i);
        let n_obstacles = random.usize(0..25);
        let layout = random_layout(&mut random, n_obstacles);
        about_to_try(&project(&layout));
        let what = format!("seed {seed}, layout {i}");
        let mesh = check_build(&layout, &what);
        assert_eq!(walkable(&mesh, steps_of(&layout).unwrap()), rim(&mesh, &layout), "{what}");
        let (found, expected) = (walkable_area(&mesh), free_area(&layout));
        let near = slack_of_area(&layout);
        assert!((found - expected).abs() <= near, "{what}: {found}, but {expected} is free");
        tally.note(0.0 < expected);
    }
    tally
}

pub(crate) fn project(layout: &Layout) -> Vec<u8> {
    format::write(&Content::Layout(layout.clone()), Target::Project).unwrap().bytes
}

/// Twice the area that the rim of the walkable ground runs round, in squares of a step.
fn rim(mesh: &Navmesh, layout: &Layout) -> i128 {
    let steps = steps_of(layout).unwrap();
    let walkable = |face| mesh.face(face).walkable();
    let mut sum = 0;
    for face in mesh.faces().filter(|face| face.walkable()) {
        for (i, across) in face.across().iter().enumerate() {
            // A wall has ground on both sides, and adds nothing.
            if !matches!(across, Across::Open(other) | Across::Wall(other) if walkable(*other)) {
                let segment = face.segment(i);
                sum += twice_area(&[Point::default(), segment.from, segment.to], steps);
            }
        }
    }
    sum
}

/// The side of the box that exact drawings are in.
pub(crate) const BOX: i32 = 24;

fn exact_areas(seed: u64) -> Tally {
    let mut tally = Tally::default();
    for i in 0..N_LAYOUTS {
        let mut random = Rng::with_seed(seed * N_LAYOUTS + i);
        let shapes = (0..random.u32(1..12)).map(|id| (ObstacleId(id), eight_ways(&mut random)));
        let layout = Layout {
            obstacles: shapes.collect(),
            border: Border::AnyOf(vec![square(0.0, 0.0, f64::from(BOX))]),
            ..Layout::default()
        };
        about_to_try(&project(&layout));
        let mesh = build(&layout, Faces::Merged).unwrap();
        let steps = steps_of(&layout).unwrap();
        let free = quarters(BOX).filter(|&p| is_free(&layout, p, 0.0) == Some(true)).count();
        // A quarter of a cell is half a unit of twice the area.
        let unit = (1.0 / steps.length()) as i128;
        let expected = free as i128 * unit * unit / 2;
        assert_eq!(walkable(&mesh, steps), expected, "seed {seed}, layout {i}");
        assert_eq!(rim(&mesh, &layout), expected, "seed {seed}, layout {i}");
        tally.note(0 < free && free < 4 * (BOX * BOX) as usize);
    }
    tally
}

/// A ring that runs along the axes and the diagonals from whole number to whole number; it may cross itself.
pub(crate) fn eight_ways(random: &mut Rng) -> Obstacle {
    let mut at = [random.i32(-2..BOX + 2), random.i32(-2..BOX + 2)];
    let start = at;
    let mut ring = vec![at];
    for _ in 0..random.usize(2..7) {
        let far = random.i32(1..9);
        let way = *random
            .choice(&[[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]])
            .unwrap();
        at = [at[0] + far * way[0], at[1] + far * way[1]];
        ring.push(at);
    }
    // Home along a diagonal, and then along an axis.
    let [dx, dy] = [start[0] - at[0], start[1] - at[1]];
    let both = dx.abs().min(dy.abs());
    ring.push([at[0] + both * dx.signum(), at[1] + both * dy.signum()]);
    ring.dedup();
    let point = |[x, y]: [i32; 2]| Point::new(f64::from(x), f64::from(y));
    Obstacle::new(ring.into_iter().map(point).collect::<Outline>())
}

/// Numbers that are none, or too large, or next to nothing.
const ODD: [f64; 12] = [
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::MAX,
    f64::MIN_POSITIVE,
    5e-324,
    -1e300,
    LIMIT,
    -LIMIT,
    2.0 * LIMIT,
    LIMIT * (1.0 + f64::EPSILON),
    -0.0,
];

fn odd_numbers(seed: u64) -> Tally {
    let mut tally = Tally::default();
    for i in 0..N_LAYOUTS {
        let mut random = Rng::with_seed(seed * N_LAYOUTS + i);
        let mut layout = random_layout(&mut random, 6);
        let mut live = Live::new(layout.clone(), Faces::Merged).unwrap();
        let odd = *random.choice(&ODD).unwrap();
        let id = ObstacleId(random.u32(..6));
        let what = format!("seed {seed}, layout {i}, {odd}");
        let change = make_odd(&mut layout, id, odd, &mut random);
        if let Ok(written) = format::write(&Content::Layout(layout.clone()), Target::Project) {
            about_to_try(&written.bytes);
        }
        let edited = match change {
            Some(change) => live.edit(change).map(drop),
            None => Live::new(layout.clone(), Faces::Merged).map(drop),
        };
        match build(&layout, Faces::Merged) {
            Ok(mesh) => {
                let sound = mesh.points().iter().all(|p| p.is_sound());
                assert!(sound && edited.is_ok(), "{what}: {edited:?}");
            }
            Err(error @ (BuildError::Position(_) | BuildError::Radius)) => {
                assert_eq!(edited, Err(error), "{what}");
                tally.telling += 1;
            }
            Err(error) => panic!("{what}: {error}"),
        }
        tally.cases += 1;
    }
    tally
}

/// Puts an odd number somewhere into a layout; gives the edit that does it, if one can.
fn make_odd(layout: &mut Layout, id: ObstacleId, odd: f64, random: &mut Rng) -> Option<Edit> {
    let spoil = |ring: &Outline, random: &mut Rng| {
        let mut points = ring.to_vec();
        if let Some(p) = (!points.is_empty()).then(|| random.usize(..points.len())) {
            let place = if random.bool() { &mut points[p].x } else { &mut points[p].y };
            *place = odd;
        }
        Outline::from(points)
    };
    match random.u8(..6) {
        0 | 1 => {
            let obstacle = layout.obstacles.get_mut(&id)?;
            obstacle.outline = spoil(&obstacle.outline, random);
        }
        2 => {
            let obstacle = layout.obstacles.get_mut(&id)?;
            obstacle.holes.push(spoil(&obstacle.outline, random));
        }
        3 => {
            let wall = spoil(&layout.obstacles.get(&id)?.outline, random);
            layout.walls.insert(id, wall.clone());
            return Some(Edit::Wall(id, Some(wall)));
        }
        4 => {
            layout.border = Border::AnyOf(vec![spoil(&square(0.0, 0.0, 9.0), random)]);
            return None;
        }
        _ => {
            layout.agent.radius = odd;
            return None;
        }
    }
    Some(Edit::Obstacle(id, layout.obstacles.get(&id).cloned()))
}
