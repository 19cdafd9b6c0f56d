//! Random maps, settings and queries: always a cause, and no mend that promises too much.

use fastrand::Rng;
use wayglass::example::Example;
use wayglass::format::{self, Content};
use wayglass::geom::Point;
use wayglass::mesh::{FaceId, Kind, Navmesh};
use wayglass::search::{Algorithm, Asked, Outcome};

use crate::support::{Map, Promise, asked, is_kept, promise, random_mesh, told, tried};

/// A point to ask for: anywhere, a little outside, or where it is hard.
fn point(mesh: &Navmesh, random: &mut Rng) -> (f64, f64) {
    let bounds = mesh.bounds();
    let face = mesh.face(FaceId(random.u32(..mesh.n_faces() as u32)));
    let p = match random.u8(..12) {
        0 => mesh.points()[random.usize(..mesh.n_vertices())],
        1 => {
            let segment = face.segment(random.usize(..face.n_sides()));
            (segment.from + segment.to) * 0.5
        }
        2..6 => face.center(),
        6 if random.u8(..8) == 0 => Point::new(f64::NAN, 1e300),
        _ => Point::new(
            bounds.min.x + (1.1 * random.f64() - 0.05) * bounds.width(),
            bounds.min.y + (1.1 * random.f64() - 0.05) * bounds.height(),
        ),
    };
    (p.x, p.y)
}

fn question(mesh: &Navmesh, random: &mut Rng) -> Asked {
    let mut asked = asked(point(mesh, random), point(mesh, random));
    asked.algorithm = *random.choice(Algorithm::ALL).unwrap();
    let size = mesh.bounds().diagonal();
    let preparation = &mut asked.preparation;
    preparation.radius = if random.u8(..3) == 0 { 0.05 * size * random.f64() } else { 0.0 };
    preparation.merge = random.u8(..4) == 0;
    preparation.teleporters = random.u8(..3) != 0;
    preparation.special_sectors = random.u8(..3) != 0;
    // On broken ground a search may take very long.
    asked.limit = if random.u8(..8) == 0 { 1 } else { 100_000 };
    asked
}

/// Explains a query, and tries everything that is offered; says what was not as it should be.
fn explain_and_try(map: &Map, asked: Asked, wrong: &mut Vec<String>, name: &str) {
    let (answer, verdict) = told(map, asked);
    let silent = matches!(answer.outcome, Outcome::Found { .. } | Outcome::Cancelled);
    if !silent && verdict.causes.is_empty() {
        wrong.push(format!("{name}: {asked:?}: {:?}, but no cause", answer.outcome));
    }
    // Where faces overlap, the visibility graph is at a loss.
    let may_overlap = map.findings.iter().any(|finding| finding.kind == Kind::Overlap);
    let at_a_loss = asked.algorithm == Algorithm::Visibility && may_overlap;
    for cause in verdict.causes.iter().filter(|_| !at_a_loss) {
        let promise = promise(cause, answer.outcome);
        for mend in cause.mends.iter().filter(|_| promise != Promise::Nothing) {
            let after = tried(map, asked, &mend.remedy);
            let gave_up = after == Outcome::GaveUp;
            if !gave_up && !is_kept(&promise, cause, answer.outcome, after) {
                let (before, title) = (answer.outcome, &mend.title);
                let sentence = &cause.sentence;
                wrong.push(format!(
                    "{name}: {asked:?}: {before:?}: {sentence}; {title} → {after:?}"
                ));
            }
        }
    }
}

/// Fails with the first few of what was not as it should be.
fn check(wrong: &[String]) {
    let few = &wrong[..wrong.len().min(5)];
    assert!(wrong.is_empty(), "{} of them:\n{}", wrong.len(), few.join("\n"));
}

#[test]
fn explains_anything_on_random_maps() {
    let mut wrong = Vec::new();
    for seed in 0..1_500 {
        let mut random = Rng::with_seed(seed);
        let map = Map::of(random_mesh(&mut random));
        for _ in 0..4 {
            let asked = question(&map.mesh, &mut random);
            explain_and_try(&map, asked, &mut wrong, &format!("seed {seed}"));
        }
    }
    check(&wrong);
}

#[test]
fn explains_anything_on_the_examples() {
    let mut random = Rng::with_seed(1);
    let mut wrong = Vec::new();
    for example in Example::ALL {
        if !matches!(format::read(example.bytes).unwrap().content, Content::Mesh(_)) {
            continue;
        }
        let map = Map::read(example.bytes);
        for _ in 0..40 {
            let asked = question(&map.mesh, &mut random);
            explain_and_try(&map, asked, &mut wrong, example.file_name);
        }
    }
    check(&wrong);
}

/// A text with some of its numbers put in each other's places.
fn damaged(text: &str, random: &mut Rng) -> String {
    let mut words: Vec<&str> = text.split_inclusive(char::is_whitespace).collect();
    for _ in 0..random.usize(1..6) {
        // Behind the word that names the format, and the counts.
        let (to, from) = (random.usize(4..words.len()), random.usize(4..words.len()));
        words[to] = words[from];
    }
    words.concat()
}

#[test]
fn explains_anything_on_damaged_maps() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/causes");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let whole = |path| {
        std::fs::read_to_string(path)
            .unwrap()
            .lines()
            .skip(1)
            .fold(String::new(), |all, line| all + line + "\n")
    };
    let mut texts: Vec<String> = files.into_iter().map(whole).collect();
    let broken = Example::ALL.iter().find(|example| example.file_name == "broken.mesh").unwrap();
    texts.push(String::from_utf8(broken.bytes.to_vec()).unwrap());
    let mut random = Rng::with_seed(2);
    let (mut n_read, mut wrong) = (0, Vec::new());
    for round in 0..8_000 {
        let text = damaged(random.choice(&texts).unwrap(), &mut random);
        let Ok(import) = format::read(text.as_bytes()) else { continue };
        let Content::Mesh(mesh) = import.content else { continue };
        if mesh.n_faces() == 0 {
            continue;
        }
        n_read += 1;
        let map = Map { mesh, findings: import.findings.list().to_vec() };
        for _ in 0..3 {
            let asked = question(&map.mesh, &mut random);
            explain_and_try(&map, asked, &mut wrong, &format!("round {round}:\n{text}"));
        }
    }
    check(&wrong);
    assert!(2_000 < n_read, "only {n_read} could be read");
}
