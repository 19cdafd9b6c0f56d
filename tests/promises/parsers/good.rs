//! What is promised of files that are as they should be.

use std::cell::OnceCell;

use fastrand::Rng;
use wayglass::format::{self, Content, Format, Target};

use crate::promise::{Promise, Tally, about_to_try};
use crate::samples::all_files;

use super::reading::shown;
use super::variants::Variant;
use crate::seeds::{is_binary, seeds};

/// The format that a file goes back into.
pub(crate) fn own_target(format: Format) -> Option<Target> {
    match format {
        Format::Mesh3 => Some(Target::Mesh3),
        Format::Mesh2 => Some(Target::Mesh2),
        Format::Scen => Some(Target::Scen),
        Format::Polygon => Some(Target::Polygon),
        Format::Project => Some(Target::Project),
        Format::NavmeshTxtA => Some(Target::NavmeshTxt),
        Format::Menge => Some(Target::Menge),
        Format::DoomPath => Some(Target::DoomPath),
        _ => None,
    }
}

fn read(name: &str, bytes: &[u8]) -> Content {
    format::read(bytes).unwrap_or_else(|error| panic!("{name}: {error}")).content
}

/// Every file at hand, there and back.
pub(crate) fn round_trips() -> Promise {
    let n_files = all_files().len() as u64;
    let files = OnceCell::new();
    Promise {
        id: "P6".to_owned(),
        also: &[],
        says: "every file comes back equal in its own format, and then byte for byte".to_owned(),
        goal: n_files,
        share: n_files,
        n_seeds: Some(n_files),
        telling_percent: 30,
        trial: Box::new(move |seed| {
            let (name, bytes) = &files.get_or_init(all_files)[seed as usize];
            let import = format::read(bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
            let mut tally = Tally { cases: 1, telling: 0 };
            let Some(target) = own_target(import.format) else { return tally };
            let once = format::write(&import.content, target)
                .unwrap_or_else(|error| panic!("{name}: {error}"));
            about_to_try(&once.bytes);
            assert_eq!(once.losses, [], "{name}");
            let again = read(name, &once.bytes);
            assert!(again == import.content, "{name} changed");
            let twice = format::write(&again, target).unwrap();
            assert!(twice.bytes == once.bytes, "{name} is written differently the second time");
            if target == Target::DoomPath {
                assert!(once.bytes == *bytes, "{name} is not the same byte for byte");
            }
            tally.telling = 1;
            tally
        }),
    }
}

/// Good files, spelled otherwise in every way at once.
pub(crate) fn spellings(format: Format) -> Promise {
    let good = OnceCell::new();
    Promise {
        id: format!("P7_{}", format!("{format:?}").to_lowercase()),
        also: &[],
        says: format!(
            "a file of the format {:?} reads the same with a byte order mark, carriage returns, tabs, comments, blank \
             lines, without its last newline, and with numbers spelled otherwise",
            format.title()
        ),
        goal: 100_000,
        share: 40,
        n_seeds: None,
        telling_percent: 30,
        trial: Box::new(move |seed| {
            let good: &Vec<String> = good.get_or_init(|| texts(format));
            let mut random = Rng::with_seed((seed << 8) + format as u64);
            let mut tally = Tally::default();
            for _ in 0..10 {
                let plain = random.choice(good).unwrap();
                let fitting = Variant::ALL.iter().filter(|variant| variant.fits(format));
                let chosen: Vec<Variant> =
                    fitting.copied().filter(|_| random.u8(..3) == 0).collect();
                let mut text = plain.clone();
                for variant in &chosen {
                    text = variant.of(&text, format, &mut random);
                }
                about_to_try(text.as_bytes());
                let expected = format::read(plain.as_bytes()).unwrap().content;
                let found = format::read(text.as_bytes()).map(|import| import.content);
                match found {
                    Ok(found) => {
                        assert!(found == expected, "{chosen:?}: {}", shown(text.as_bytes()))
                    }
                    Err(error) => panic!("{chosen:?}: {error}: {}", shown(text.as_bytes())),
                }
                tally.note(!chosen.is_empty());
            }
            tally
        }),
    }
}

/// Text files of a format: small ones, and those of all sizes that are at hand.
fn texts(format: Format) -> Vec<String> {
    const LARGEST: usize = 500_000;
    assert!(!is_binary(format));
    let files = all_files().into_iter().map(|(_, bytes)| bytes);
    let of_format = files.filter(|file| file.len() < LARGEST && Format::of(file) == Some(format));
    let all = seeds(format).into_iter().chain(of_format);
    all.filter_map(|bytes| String::from_utf8(bytes).ok())
        .filter(|text| format::read(text.as_bytes()).is_ok())
        .collect()
}
