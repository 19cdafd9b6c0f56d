//! The share of a promise that the normal tests keep.

use crate::promise::{Promise, Tally};

/// Tries the share of the promise of this name; what was tried.
pub(crate) fn keep(promises: Vec<Promise>, id: &str) -> Tally {
    let promise = promises.into_iter().find(|promise| promise.id == id);
    let promise = promise.unwrap_or_else(|| panic!("there is no promise {id}"));
    let mut all = Tally::default();
    for seed in 0..promise.n_seeds.map_or(promise.share, |n| n.min(promise.share)) {
        match promise.try_once(seed, &std::env::temp_dir()) {
            Ok(tally) => all.add(tally),
            Err(failure) => panic!(
                "broken: {}\n{}\nagain: cargo run --release --example soak -- {id} --seed {seed} --cases 1\n{}",
                promise.says,
                failure.story,
                failure.found.map_or_else(String::new, |path| format!("input: {}", path.display())),
            ),
        }
    }
    assert!(promise.is_told_by(all), "{id} has next to nothing to check: {all:?}");
    all
}

/// A test per promise: a sentence, and the promise that it keeps.
macro_rules! kept {
    ($promises:path; $($sentence:ident $id:literal,)*) => {
        $crate::share::kept! { $promises, |keep| keep(); $($sentence $id,)* }
    };
    ($promises:path, |$keep:ident| $around:expr; $($sentence:ident $id:literal,)*) => {
        $(#[test]
        fn $sentence() {
            let $keep = || {
                $crate::share::keep($promises(), $id);
            };
            $around
        })*

        #[test]
        fn every_promise_has_its_sentence() {
            let $keep = || {
                let kept = [$($id),*];
                let ids = $promises().into_iter().map(|promise| promise.id);
                let left_out: Vec<String> = ids.filter(|id| !kept.contains(&id.as_str())).collect();
                assert!(left_out.is_empty(), "{left_out:?}");
            };
            $around
        }
    };
}
pub(crate) use kept;
