//! Published scenarios, and what their paths cost.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use wayglass::format::{self, Content};
use wayglass::scenario::Scenario;
use wayglass::search::{Ground, Outcome, Polyanya, Preparation, Prunings, Query};

use crate::promise::{Promise, Tally};
use crate::samples::corpus;

/// Scenarios, and the maps they are run on: the same ground in other files.
const MAPS: [(&str, &str); 6] = [
    ("arena", "mesh_v2/arena.mesh"),
    ("arena", "mesh_v2/arena-merged.mesh"),
    ("arena", "mesh_v3/arena_v3.mesh"),
    ("aurora", "mesh_v2/aurora-merged.mesh"),
    ("aurora", "mesh_v2/aurora.mesh"),
    ("aurora", "mesh_v3/aurora_v3.mesh"),
];

/// Every row costs the exact optimum, as an independent computation has found it.
pub(crate) fn scenarios() -> Promise {
    let folder = corpus();
    let rows: Vec<(usize, usize)> = folder.iter().flat_map(|folder| all_rows(folder)).collect();
    let (n_rows, n_seeds) = (rows.len() as u64, rows.chunks(N_ROWS).len() as u64);
    let (known, grounds) = (OnceCell::new(), RefCell::default());
    Promise {
        id: "S3".to_owned(),
        also: &["S4"],
        says: "paths of published scenarios cost the exact optimum, there and back".to_owned(),
        goal: n_rows,
        share: n_seeds,
        n_seeds: Some(n_seeds),
        telling_percent: 90,
        trial: Box::new(move |seed| {
            let mut tally = Tally::default();
            let Some(folder) = &folder else { return tally };
            let known: &BTreeMap<&str, Known> = known.get_or_init(|| {
                MAPS.iter().map(|(name, _)| (*name, Known::read(folder, name))).collect()
            });
            let mut polyanya = Polyanya::<()>::default();
            for &(map, row) in rows.chunks(N_ROWS).nth(seed as usize).into_iter().flatten() {
                let (name, file) = MAPS[map];
                let mut grounds: std::cell::RefMut<'_, BTreeMap<usize, Ways>> =
                    grounds.borrow_mut();
                let ways = grounds.entry(map).or_insert_with(|| ways(folder, file));
                for (ground, prunings) in ways {
                    polyanya.prunings = *prunings;
                    let story = format!("{file}, row {row}");
                    tally.note(check_row(&known[name], row, ground, &mut polyanya, &story));
                }
            }
            tally
        }),
    }
}

/// Grounds to search on, and how.
type Ways = Vec<(Ground, Prunings)>;

/// How many rows a seed stands for.
const N_ROWS: usize = 50;

/// The scenario of a map, and what its rows cost.
struct Known {
    scenario: Scenario,
    optimal: BTreeMap<usize, Option<f64>>,
}

impl Known {
    fn read(folder: &Path, name: &str) -> Self {
        let bytes = fs::read(folder.join(format!("mesh_v2/{name}.scen"))).unwrap();
        let Content::Scenario(scenario) = format::read(&bytes).unwrap().content else {
            panic!("{name}: not a scenario")
        };
        let table = fs::read_to_string(folder.join(format!("oracle/{name}.optimal.csv"))).unwrap();
        let optimal = table.lines().skip(1).map(|line| {
            let fields: Vec<&str> = line.split(',').collect();
            (fields[0].parse().unwrap(), fields[1].parse().ok())
        });
        Self { optimal: optimal.collect(), scenario }
    }
}

fn all_rows(folder: &Path) -> Vec<(usize, usize)> {
    let rows = MAPS.iter().enumerate().flat_map(|(map, (name, _))| {
        let known = Known::read(folder, name);
        known.optimal.into_keys().map(move |row| (map, row))
    });
    rows.collect()
}

fn ways(folder: &Path, file: &str) -> Ways {
    let bytes = fs::read(folder.join(file)).unwrap();
    let Content::Mesh(mesh) = format::read(&bytes).unwrap().content else { panic!("{file}") };
    let ground =
        |merge| Ground::new(mesh.clone(), &Preparation { merge, ..Preparation::default() });
    let mut ways = vec![(ground(false), Prunings::ALL)];
    // Without any pruning the large triangulations take as long as everything else together.
    if mesh.n_faces() < 30_000 {
        ways.extend([(ground(true), Prunings::ALL), (ground(false), Prunings::NONE)]);
    }
    ways
}

/// Holds one row against what is known of it; says whether there is a path.
fn check_row(
    known: &Known,
    row: usize,
    ground: &Ground,
    polyanya: &mut Polyanya<()>,
    story: &str,
) -> bool {
    let instance = &known.scenario.instances[row];
    let query = Query { start: instance.start, goal: instance.goal };
    let outcome = polyanya.find(ground, &query, &mut ());
    assert_ne!(outcome, Outcome::GaveUp, "{story}");
    let corners = polyanya.corners();
    let Some(expected) = known.optimal[&row] else {
        assert!(!matches!(outcome, Outcome::Found { .. }), "{story}: {outcome:?}");
        return false;
    };
    let cost = outcome.cost().unwrap_or(f64::NAN);
    assert!((cost - expected).abs() <= 1e-9 * expected, "{story}: {outcome:?}");
    let back = polyanya.find(ground, &Query { start: query.goal, goal: query.start }, &mut ());
    let there = back.cost().unwrap_or(f64::NAN);
    assert!((there - expected).abs() <= 1e-9 * expected, "{story} back: {back:?}");
    let length: f64 = corners.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
    assert!((length - cost).abs() <= 1e-9 * cost, "{story}: {length} {corners:?}");
    true
}
