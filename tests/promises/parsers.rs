//! What is promised of readers: whatever a file is, nobody panics, hangs, hoards memory or lets nonsense through.

use std::cell::OnceCell;

use fastrand::Rng;
use wayglass::format::Format;

use crate::promise::{Promise, Tally, about_to_try};
use crate::samples::all_files;
use crate::seeds::{self, giant_header, mutate, seeds, structured_garbage};

#[path = "parsers/good.rs"]
mod good;
#[path = "parsers/hostile.rs"]
mod hostile;
#[path = "parsers/reading.rs"]
mod reading;
#[path = "parsers/repros.rs"]
pub(crate) mod repros;
#[path = "parsers/variants.rs"]
mod variants;

pub(crate) use reading::try_file;

use reading::{peak_of_reading, shown};

/// All of them.
pub(crate) fn promises() -> Vec<Promise> {
    let mut promises: Vec<Promise> = Format::ALL.iter().copied().map(broken_files).collect();
    promises.push(repros::broken_repros());
    promises.extend([
        tiny_files(),
        large_files(),
        truncations(),
        truncated_maps(),
        good::round_trips(),
    ]);
    let texts = Format::ALL.iter().copied().filter(|&format| !seeds::is_binary(format));
    promises.extend(texts.map(good::spellings));
    promises
}

/// How many files a seed stands for.
const N_FILES: u64 = 100;

fn broken_files(format: Format) -> Promise {
    let good = OnceCell::new();
    Promise {
        id: format!("P1_{}", format!("{format:?}").to_lowercase()),
        also: &["P2", "P3", "P4"],
        says: format!(
            "of a broken file of the format {:?} nobody panics, aborts or hangs; it takes at most 64 times its size plus \
             16 MiB of memory; it is refused with a place and a sentence, or is sound and comes back as it was",
            format.title()
        ),
        goal: 10_000_000,
        share: 200,
        n_seeds: None,
        telling_percent: 1,
        trial: Box::new(move |seed| {
            let seeds = good.get_or_init(|| seeds(format));
            assert!(!seeds.is_empty(), "no seed for {format:?}");
            let mut random = Rng::with_seed((seed << 8) + format as u64);
            let mut tally = Tally::default();
            for i in 0..N_FILES {
                let mut bytes = match i % 8 {
                    0 => structured_garbage(format, &mut random),
                    _ => seeds[random.usize(..seeds.len())].clone(),
                };
                for _ in 0..random.usize(..4) {
                    mutate(&mut bytes, seeds, &mut random);
                }
                about_to_try(&bytes);
                tally.note(try_file(&bytes, i % 16 == 1));
            }
            tally
        }),
    }
}

/// What a file of a few bytes may take.
const LITTLE: usize = 1 << 20;

fn tiny_files() -> Promise {
    Promise {
        id: "P2_headers".to_owned(),
        also: &[],
        says: "a tiny file with a giant header takes at most 1 MiB of memory".to_owned(),
        goal: 1_000_000,
        share: 200,
        n_seeds: None,
        telling_percent: 50,
        trial: Box::new(|seed| {
            let mut random = Rng::with_seed(seed);
            let mut tally = Tally::default();
            let random_files = (0..N_FILES).map(|_| giant_header(&mut random));
            for bytes in hostile::headers().into_iter().chain(random_files) {
                about_to_try(&bytes);
                let (result, peak) = peak_of_reading(&bytes);
                assert!(peak <= LITTLE, "{peak} bytes of heap: {}", shown(&bytes));
                tally.note(result.is_err());
            }
            tally
        }),
    }
}

fn large_files() -> Promise {
    let files = OnceCell::new();
    Promise {
        id: "P2_large".to_owned(),
        also: &[],
        says: "large files that are meant to be dear are read, and take at most 64 times their size plus 16 MiB"
            .to_owned(),
        goal: hostile::N_FILES,
        share: hostile::N_FILES,
        n_seeds: Some(hostile::N_FILES),
        telling_percent: 100,
        trial: Box::new(move |seed| {
            let files = files.get_or_init(hostile::files);
            assert_eq!(files.len() as u64, hostile::N_FILES);
            let (name, bytes) = &files[seed as usize];
            about_to_try(bytes);
            let (result, peak) = peak_of_reading(bytes);
            assert!(result.is_ok(), "{name}: {:?}", result.err());
            let allowed = 64 * bytes.len() + (16 << 20);
            assert!(peak <= allowed, "{name}: {peak} bytes of heap for {}", bytes.len());
            Tally { cases: 1, telling: 1 }
        }),
    }
}

/// Each seed cuts every file after each so manieth byte.
const STEP: usize = 256;

fn truncations() -> Promise {
    let files = OnceCell::new();
    let all = || Format::ALL.iter().flat_map(|&format| seeds(format)).collect::<Vec<_>>();
    Promise {
        id: "P5_seeds".to_owned(),
        also: &[],
        says: "a small file that ends after any of its bytes is refused or is whole".to_owned(),
        goal: all().iter().map(|file| file.len() as u64).sum(),
        share: 10,
        n_seeds: Some(STEP as u64),
        telling_percent: 0,
        trial: Box::new(move |seed| {
            let mut tally = Tally::default();
            for file in files.get_or_init(all) {
                for end in (seed as usize..file.len()).step_by(STEP) {
                    about_to_try(&file[..end]);
                    tally.note(try_file(&file[..end], false));
                }
            }
            tally
        }),
    }
}

fn truncated_maps() -> Promise {
    let files = OnceCell::new();
    Promise {
        id: "P5_maps".to_owned(),
        also: &[],
        says: "a file of any size at hand that ends anywhere is refused or is whole".to_owned(),
        goal: 10_000,
        share: 2,
        n_seeds: None,
        telling_percent: 0,
        trial: Box::new(move |seed| {
            let mut random = Rng::with_seed(seed);
            let mut tally = Tally::default();
            for (_, file) in files.get_or_init(all_files) {
                let end = random.usize(..=file.len());
                about_to_try(&file[..end]);
                tally.note(try_file(&file[..end], false));
            }
            tally
        }),
    }
}
