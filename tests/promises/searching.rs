//! What is promised of searches: they find the shortest path, whichever way the map is turned, and they end.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use fastrand::Rng;
use wayglass::format::{self, Content};
use wayglass::geom::Point;
use wayglass::mesh::Navmesh;
use wayglass::search::{
    Algorithm, Ground, Outcome, Polyanya, Preparation, Prunings, Query, Searcher, sample_queries,
};

use crate::maze::{self, gates, maze, with_passages};
use crate::oracle::{random_mesh, random_point, shortest};
use crate::promise::{Promise, Tally, about_to_try};
use crate::published::scenarios;
use crate::samples::all_files;
use crate::symmetry::symmetries;
use crate::visibility::{Map, Whole};
use crate::walker::Walker;

/// All of them.
pub(crate) fn promises() -> Vec<Promise> {
    let endless =
        |id: &str, says: &str, goal, share, telling_percent, trial: fn(u64) -> Tally| Promise {
            id: id.to_owned(),
            also: &[],
            says: says.to_owned(),
            goal,
            share,
            n_seeds: None,
            telling_percent,
            trial: Box::new(trial),
        };
    vec![
        endless(
            "S1_visibility",
            "paths cost what the visibility graph in whole numbers says, wherever the map is and however large, and cross \
             no wall",
            10_000_000,
            1500,
            40,
            visible_maps,
        ),
        endless(
            "S1_rows",
            "paths on meshes with walls and one-way sides cost what the best row of faces costs, can be walked and are tight",
            1_000_000,
            500,
            30,
            rows_of_faces,
        ),
        endless(
            "S1_mazes",
            "hallways are run along as they are walked",
            1_000_000,
            400,
            40,
            |seed| mazes(seed, maze),
        ),
        endless(
            "S1_passages",
            "passages in pieces are walked over like sides",
            1_000_000,
            400,
            40,
            |seed| {
                mazes(seed, |random| {
                    let mesh = maze(random);
                    with_passages(&mesh, random)
                })
            },
        ),
        endless(
            "S2",
            "a path costs as much there as back, an obstacle more never shortens it, and a map that is turned, mirrored, \
             moved or scaled has the same paths",
            10_000_000,
            150,
            30,
            symmetries,
        ),
        scenarios(),
        real_maps(),
    ]
}

/// Which of the shortcuts of a search are taken, by the bits of a number.
fn prunings(bits: usize) -> Prunings {
    let on = |bit: usize| bits & bit != 0;
    Prunings { blocks: on(1), dominance: on(2), core_exits: on(4), landmarks: on(8) }
}

/// Ways to search: whether faces are merged, and which shortcuts are taken. All of them for some seeds, a few for most.
fn ways(seed: u64, random: &mut Rng) -> Vec<(usize, Prunings)> {
    if seed.is_multiple_of(8) {
        return (0..32).map(|way| (way % 2, prunings(way / 2))).collect();
    }
    let mut any = || (random.usize(..2), prunings(random.usize(..16)));
    vec![(0, Prunings::ALL), (1, Prunings::ALL), any(), any()]
}

fn grounds(mesh: &Arc<Navmesh>) -> [Ground; 2] {
    [false, true]
        .map(|merge| Ground::new(mesh.clone(), &Preparation { merge, ..Preparation::default() }))
}

fn assert_same(expected: Option<f64>, found: Option<f64>, story: impl Fn() -> String) {
    let same = match (expected, found) {
        (Some(expected), Some(found)) => (expected - found).abs() <= 1e-9 * expected.max(1e-300),
        (expected, found) => expected == found,
    };
    assert!(same, "{}: {expected:?}, but {found:?}", story());
}

/// Where a map is put, exactly: in whole numbers of a power of two, or far from the origin.
struct Placed {
    scale: f64,
    shift: Point,
}

impl Placed {
    fn random(random: &mut Rng) -> Self {
        let still = Point::default();
        match random.u8(..4) {
            0 => Self { scale: 2_f64.powi(random.i32(-20..21)), shift: still },
            1 => Self { scale: 1.0, shift: Point::new(1e7, -1e7) },
            2 => Self {
                scale: 0.5,
                shift: Point::new(-1e7, random.i32(-10_000_000..10_000_000).into()),
            },
            _ => Self { scale: 1.0, shift: still },
        }
    }

    fn of(&self, (x, y): Whole) -> Point {
        self.moved(Point::new(x as f64, y as f64))
    }

    fn moved(&self, p: Point) -> Point {
        p * self.scale + self.shift
    }

    /// Where a place was before.
    fn whole(&self, p: Point) -> Whole {
        let p = (p - self.shift) * (1.0 / self.scale);
        assert!(p.x.fract() == 0.0 && p.y.fract() == 0.0, "{p:?} is no corner of the map");
        (p.x as i64, p.y as i64)
    }
}

fn visible_maps(seed: u64) -> Tally {
    let mut tally = Tally::default();
    let mut random = Rng::with_seed(seed);
    let Some(map) = Map::random(&mut random).filter(|map| !map.free.is_empty()) else {
        return tally;
    };
    let placed = Placed::random(&mut random);
    let mut parts = map.mesh().into_parts();
    parts.points.iter_mut().for_each(|p| *p = placed.moved(*p));
    let grounds = grounds(&Arc::new(Navmesh::new(parts).unwrap()));
    let ways = ways(seed, &mut random);
    let mut searcher = Searcher::<()>::default();
    for _ in 0..12 {
        let (start, goal) = (map.random_point(&mut random), map.random_point(&mut random));
        let expected = map.shortest(start, goal).map(|cost| cost * placed.scale);
        let query = Query { start: placed.of(start), goal: placed.of(goal) };
        for &(ground, prunings) in &ways {
            searcher.prunings = prunings;
            let found = searcher.find(Algorithm::Polyanya, &grounds[ground], &query, &mut ());
            let story = || format!("seed {seed}, {prunings:?}, {query:?}");
            assert_same(expected, found.cost(), story);
            if found.cost().is_some() {
                let corners: Vec<Whole> =
                    searcher.corners().iter().map(|&p| placed.whole(p)).collect();
                let is_clear = corners.windows(2).all(|pair| map.is_clear(pair[0], pair[1]));
                assert!(is_clear, "{}: {corners:?} leads through a wall", story());
            }
        }
        let found = searcher.find(Algorithm::Visibility, &grounds[0], &query, &mut ()).cost();
        assert_same(expected, found, || format!("seed {seed}, visibility, {query:?}"));
        tally.note(expected.is_some());
    }
    tally
}

fn rows_of_faces(seed: u64) -> Tally {
    let mut tally = Tally::default();
    let mut random = Rng::with_seed(seed);
    let mesh = Arc::new(random_mesh(&mut random));
    let grounds = grounds(&mesh);
    let walker = Walker::new(&mesh);
    let ways = ways(seed, &mut random);
    let mut polyanya = Polyanya::<()>::default();
    for _ in 0..20 {
        let query = Query {
            start: random_point(&mesh, &mut random),
            goal: random_point(&mesh, &mut random),
        };
        let expected = shortest(&mesh, query.start, query.goal);
        for &(ground, prunings) in &ways {
            polyanya.prunings = prunings;
            let found = polyanya.find(&grounds[ground], &query, &mut ()).cost();
            let story = || format!("seed {seed}, {prunings:?}, {query:?}");
            assert_same_or_nothing(expected, found, story);
            if let Some(cost) = found {
                let fault = walker.fault(&polyanya.corners(), cost, true);
                assert_eq!(fault, None, "{}", story());
            }
        }
        tally.note(expected.is_some());
    }
    tally
}

/// The same as [`assert_same`], on maps whose points are rounded: what is shorter than that is nothing.
fn assert_same_or_nothing(expected: Option<f64>, found: Option<f64>, story: impl Fn() -> String) {
    let is_nothing = |cost: Option<f64>| cost.is_some_and(|cost| cost <= 1e-18);
    if !(is_nothing(expected) && is_nothing(found)) {
        assert_same(expected, found, story);
    }
}

fn mazes(seed: u64, make: impl Fn(&mut Rng) -> Navmesh) -> Tally {
    let mut tally = Tally::default();
    let mut random = Rng::with_seed(seed);
    let mesh = Arc::new(make(&mut random));
    let gates = gates(&mesh);
    let grounds = grounds(&mesh);
    let ways = ways(seed, &mut random);
    let mut polyanya = Polyanya::<()>::default();
    for _ in 0..10 {
        let (start, goal) =
            (maze::random_point(&mesh, &mut random), maze::random_point(&mesh, &mut random));
        let query = Query { start, goal };
        let Some(expected) = maze::shortest(&mesh, &gates, &query) else { continue };
        for &(ground, prunings) in &ways {
            polyanya.prunings = prunings;
            let found = polyanya.find(&grounds[ground], &query, &mut ()).cost();
            assert_same_or_nothing(expected, found, || {
                format!("seed {seed}, {prunings:?}, {query:?}")
            });
        }
        tally.note(expected.is_some());
    }
    tally
}

/// Random queries on every mesh at hand: none is given up, and back it costs the same where nothing is one-way.
fn real_maps() -> Promise {
    let grounds: RefCell<BTreeMap<usize, [Ground; 2]>> = RefCell::default();
    let maps = std::cell::OnceCell::new();
    Promise {
        id: "S4".to_owned(),
        also: &[],
        says: "no search on a real map comes to its cap, whichever shortcuts it takes".to_owned(),
        goal: 1_000_000,
        share: 60,
        n_seeds: None,
        telling_percent: 10,
        trial: Box::new(move |seed| {
            let maps = maps.get_or_init(all_meshes);
            let mut random = Rng::with_seed(seed);
            let index = seed as usize % maps.len();
            let (name, mesh) = &maps[index];
            let mut grounds = grounds.borrow_mut();
            let made = grounds.entry(index).or_insert_with(|| self::grounds(mesh));
            let mut tally = Tally::default();
            let mut polyanya = Polyanya::<()>::default();
            for query in sample_queries(mesh, 20, random.u64(..)) {
                about_to_try(format!("{name}\n{query:?}\n").as_bytes());
                let costs = made.each_ref().map(|ground| {
                    let outcome = polyanya.find(ground, &query, &mut ());
                    assert_ne!(outcome, Outcome::GaveUp, "{name}: {query:?}");
                    outcome.cost()
                });
                assert_same_or_nothing(costs[0], costs[1], || format!("{name}: {query:?}"));
                tally.note(costs[0].is_some());
            }
            tally
        }),
    }
}

/// Every mesh among the files at hand.
fn all_meshes() -> Vec<(String, Arc<Navmesh>)> {
    let files = all_files().into_iter();
    let meshes = files.filter_map(|(name, bytes)| match format::read(&bytes).unwrap().content {
        Content::Mesh(mesh) if 0 < mesh.n_faces() => Some((name, mesh)),
        _ => None,
    });
    meshes.collect()
}
