//! Real maps, broken in one place: the verdict names it.
//!
//! Each mutation changes the text of the file, and asks from the one hand of the place to the other, so that it
//! matters. The small map is broken very often. The large one takes a third of a second each time: the normal test
//! breaks it some times, and `cargo test --test explain -- --ignored` a thousand times, two thousand with the small one.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use fastrand::Rng;
use wayglass::explain::{Cause, Verdict};
use wayglass::search::{Asked, Query};

use crate::corpus::corpus;
use crate::support::{Map, asked, told};

/// Breaks the text of a map.
mod damage;

use damage::{Broken, Damage, Text};

/// How often a place was named.
#[derive(Debug, Default, Clone, Copy)]
struct Count {
    n: usize,
    first: usize,
    anywhere: usize,
}

/// Breaks a map again and again, each way as often as the others.
fn count(path: &Path, n: usize, seed: u64) -> BTreeMap<Damage, Count> {
    let text = Text::parse(&fs::read_to_string(path).unwrap());
    let whole = Map::read(text.to_string().as_bytes());
    let mut random = Rng::with_seed(seed);
    let mut counts: BTreeMap<Damage, Count> = BTreeMap::new();
    for round in 0..n {
        let damage = Damage::ALL[round % Damage::ALL.len()];
        let broken = (0..100_000).find_map(|_| damage.broken(&text, &whole.mesh, &mut random));
        let Some(broken) = broken else { panic!("{damage:?} cannot be done") };
        let map = Map::read(broken.text.to_string().as_bytes());
        let verdict = told(&map, ask(broken.query)).1;
        let names = |cause: &Cause| broken.is_named_by(cause);
        let count = counts.entry(damage).or_default();
        count.n += 1;
        count.first += usize::from(verdict.causes.first().is_some_and(names));
        count.anywhere += usize::from(verdict.causes.iter().any(names));
        if !verdict.causes.first().is_some_and(names) {
            miss(round, damage, &broken, &verdict);
        }
    }
    counts
}

fn ask(query: Query) -> Asked {
    Asked { query, ..asked((0.0, 0.0), (0.0, 0.0)) }
}

/// Says what was told instead; the runner shows it if the test fails.
#[expect(clippy::print_stdout, reason = "for whoever has to find out why the test failed")]
fn miss(round: usize, damage: Damage, broken: &Broken, verdict: &Verdict) {
    println!("{round} {damage:?}: {:?}, {:?}", broken.place, broken.query);
    for cause in &verdict.causes {
        println!("    {}: {}", cause.kind.name(), cause.sentence);
    }
}

/// Nearly always the broken place is named first, and always somewhere.
fn check(counts: &[BTreeMap<Damage, Count>]) {
    let all = counts.iter().flat_map(|counts| counts.values());
    let sum = all.fold(Count::default(), |sum, count| Count {
        n: sum.n + count.n,
        first: sum.first + count.first,
        anywhere: sum.anywhere + count.anywhere,
    });
    assert_eq!(sum.anywhere, sum.n, "{counts:#?}");
    assert!(0.95 * sum.n as f64 <= sum.first as f64, "{counts:#?}");
}

#[test]
fn what_was_broken_is_named() {
    let Some(folder) = corpus() else { return };
    let arena = count(&folder.join("mesh_v3/arena_v3.mesh"), 1_000, 1);
    let aurora = count(&folder.join("mesh_v3/aurora_v3.mesh"), 22, 2);
    check(&[arena, aurora]);
}

#[test]
#[ignore = "takes minutes"]
fn what_was_broken_is_named_two_thousand_times() {
    let Some(folder) = corpus() else { return };
    let arena = count(&folder.join("mesh_v3/arena_v3.mesh"), 1_000, 3);
    let aurora = count(&folder.join("mesh_v3/aurora_v3.mesh"), 1_000, 4);
    check(&[arena, aurora]);
}
