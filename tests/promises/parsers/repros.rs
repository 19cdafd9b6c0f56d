//! A query and its map in one file: what is said of the query is read before anything is known of the map.

use std::cell::OnceCell;

use fastrand::Rng;
use wayglass::document::repro;
use wayglass::example::Failing;

use crate::HEAP;
use crate::promise::{Promise, Tally, about_to_try};
use crate::seeds::mutate;

use super::N_FILES;
use super::reading::shown;

/// Of a broken one nothing worse happens than of a broken map.
pub(super) fn broken_repros() -> Promise {
    let good = OnceCell::new();
    Promise {
        id: "P1_repro".to_owned(),
        also: &["P2", "P3"],
        says: "of a broken repro nobody panics, aborts or hangs; it takes at most 64 times its size plus 16 MiB of \
               memory; it is refused with a line and a sentence, or comes back as it was"
            .to_owned(),
        goal: 10_000_000,
        share: 200,
        n_seeds: None,
        telling_percent: 1,
        trial: Box::new(move |seed| {
            let seeds = good.get_or_init(good_ones);
            let mut random = Rng::with_seed(seed);
            let mut tally = Tally::default();
            for _ in 0..N_FILES {
                let mut bytes = seeds[random.usize(..seeds.len())].clone();
                for _ in 0..random.usize(..4) {
                    mutate(&mut bytes, seeds, &mut random);
                }
                about_to_try(&bytes);
                tally.note(try_repro(&bytes));
            }
            tally
        }),
    }
}

/// Those of our own examples, each with a map of a few bytes.
fn good_ones() -> Vec<Vec<u8>> {
    let with_little = |failing: &Failing| {
        let whole = failing.repro();
        let (repro, map) = repro::read(&whole).unwrap();
        repro::write(&repro, &map[..map.len().min(40)])
    };
    Failing::ALL.iter().map(with_little).collect()
}

/// Reads one and looks at all that must hold whatever it is; says whether it was accepted.
pub(crate) fn try_repro(bytes: &[u8]) -> bool {
    let before = HEAP.current_usage();
    HEAP.reset_peak_usage();
    let result = repro::read(bytes);
    let peak = HEAP.peak_usage().saturating_sub(before);
    assert!(peak <= 64 * bytes.len() + (16 << 20), "{peak} bytes of heap: {}", shown(bytes));
    match result {
        Ok((repro, map)) => {
            let again = repro::write(&repro, map);
            assert_eq!(repro::read(&again).unwrap(), (repro, map), "{}", shown(bytes));
            true
        }
        Err(error) => {
            let text = error.to_string();
            assert!(text.starts_with("line ") && text.contains(": "), "{text}: {}", shown(bytes));
            false
        }
    }
}
