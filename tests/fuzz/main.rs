//! Broken files by the hundred thousand: no reader may panic, hang, hoard memory or let nonsense through.
//!
//! Fixed seeds, so that a failure comes again; `WAYGLASS_FUZZ` sets how many files per format. A binary of its own,
//! because the allocator counts for the whole process and two tests at once would see each other's memory.
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that cannot go on has failed"
)]

use std::sync::Mutex;

use fastrand::Rng;
use peak_alloc::PeakAlloc;
use wayglass::format::posthoc::{self, Notation, Recording};
use wayglass::format::{self, Content, Format, Import, ReadError, Target};
use wayglass::mesh::{Locator, Navmesh};

mod hostile;
mod seeds;

use seeds::{mutate, seeds, structured_garbage};

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

/// Held while memory is measured.
static MEASURING: Mutex<()> = Mutex::new(());

fn n_inputs() -> usize {
    std::env::var("WAYGLASS_FUZZ").ok().and_then(|n| n.parse().ok()).unwrap_or(20_000)
}

macro_rules! formats {
    ($($name:ident $format:ident,)*) => {
        $(#[test]
        fn $name() {
            fuzz(Format::$format);
        })*
    };
}

formats! {
    broken_doompath_files DoomPath,
    broken_mesh3_files Mesh3,
    broken_mesh2_files Mesh2,
    broken_mesh1_files Mesh1,
    broken_weighted_files WeightedMesh2,
    broken_packed_files PackedMesh2,
    broken_scenarios Scen,
    broken_polygon_files Polygon,
    broken_poly_files Poly,
    broken_grids Grid,
    broken_navmesh_a_files NavmeshTxtA,
    broken_navmesh_b_files NavmeshTxtB,
    broken_blobs Blobs,
    broken_cdt_files Cdt,
    broken_nav_files Menge,
    broken_building_files Building,
    broken_projects Project,
    broken_traces Posthoc,
    broken_logs PolyanyaLog,
}

fn fuzz(format: Format) {
    let _alone = MEASURING.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let seeds = seeds(format);
    assert!(!seeds.is_empty(), "no seed for {format:?}");
    let mut random = Rng::with_seed(0x5EED + format as u64);
    let mut n_accepted = 0;
    let n_inputs = n_inputs();
    for i in 0..n_inputs {
        let mut bytes = match i % 8 {
            0 => structured_garbage(format, &mut random),
            _ => seeds[random.usize(..seeds.len())].clone(),
        };
        for _ in 0..random.usize(..4) {
            mutate(&mut bytes, &seeds, &mut random);
        }
        n_accepted += usize::from(try_file(&bytes, i % 16 == 1));
    }
    assert!(
        n_inputs / 100 < n_accepted,
        "{format:?}: only {n_accepted} of {n_inputs} were read at all"
    );
}

/// Reads a file and looks at all that must hold whatever it is; says whether it was accepted.
///
/// What was accepted is written again, in its own format always and in the others if `everywhere`.
fn try_file(bytes: &[u8], everywhere: bool) -> bool {
    let before = HEAP.current_usage();
    HEAP.reset_peak_usage();
    let result = format::read(bytes);
    let peak = HEAP.peak_usage().saturating_sub(before);
    let allowed = 64 * bytes.len() + (16 << 20);
    assert!(
        peak <= allowed,
        "{peak} bytes of heap for a file of {}: {}",
        bytes.len(),
        shown(bytes)
    );
    match result {
        Ok(import) => {
            if let Content::Mesh(mesh) = &import.content {
                assert_sound(mesh, bytes);
            }
            if let Content::Trace(recording) = &import.content {
                assert_trace_comes_back(recording, everywhere);
            }
            for &target in Target::ALL {
                let own = is_own(import.format, target);
                if (own || everywhere)
                    && let Ok(written) = format::write(&import.content, target)
                {
                    assert_comes_back(&import, own, &written.bytes);
                }
            }
            true
        }
        Err(error) => {
            let text = error.to_string();
            assert!(!matches!(error, ReadError::Mesh(_)), "{text}: {}", shown(bytes));
            assert!(text.starts_with("line ") || text.starts_with("byte "), "{text}");
            assert!(text.contains(": ") && text.len() < 400, "{text}");
            false
        }
    }
}

/// Whether a format is written as this target.
fn is_own(format: Format, target: Target) -> bool {
    matches!(
        (format, target),
        (Format::Mesh3, Target::Mesh3)
            | (Format::Mesh2, Target::Mesh2)
            | (Format::Menge, Target::Menge)
            | (Format::DoomPath, Target::DoomPath)
            | (Format::Scen, Target::Scen)
            | (Format::Polygon, Target::Polygon)
            | (Format::Project, Target::Project)
    )
}

/// What was written can be read, and in its own format it is what it was.
fn assert_comes_back(import: &Import, own: bool, bytes: &[u8]) {
    let again = format::read(bytes).unwrap_or_else(|error| panic!("{error}: {}", shown(bytes)));
    assert!(!own || again.content == import.content, "changed: {}", shown(bytes));
}

/// What was read of a search is read again as it was, but for numbers that no node has any more.
fn assert_trace_comes_back(recording: &Recording, everywhere: bool) {
    let notations: &[Notation] =
        if everywhere { &[Notation::Yaml, Notation::Json] } else { &[Notation::Yaml] };
    for notation in notations {
        let text = posthoc::write(recording, *notation);
        let again = format::read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}: {text}"));
        let Content::Trace(again) = again.content else { panic!("no trace: {text}") };
        assert_eq!((again.start, again.goal), (recording.start, recording.goal), "{text}");
        assert_eq!(again.steps, recording.steps, "{text}");
        assert_eq!(again.ending, recording.ending, "{text}");
    }
}

/// Looks at a mesh by its public face only: every id exists, every side has its twin, every position is a number.
fn assert_sound(mesh: &Navmesh, bytes: &[u8]) {
    assert!(mesh.points().iter().all(|p| p.is_sound()), "{}", shown(bytes));
    for face in mesh.faces() {
        assert!(3 <= face.n_sides());
        for (side, across) in face.across().iter().enumerate() {
            let (from, to) = face.ends(side);
            assert!(from.index() < mesh.n_vertices());
            let Some(other) = across.face() else { continue };
            let (twin_face, twin) = mesh.twin(face.id, side).unwrap();
            assert_eq!(twin_face, other);
            assert_eq!(mesh.twin(other, twin), Some((face.id, side)), "{}", shown(bytes));
            assert_eq!(mesh.face(other).ends(twin), (to, from), "{}", shown(bytes));
            assert_eq!(mesh.face(other).across()[twin].face(), Some(face.id), "{}", shown(bytes));
        }
    }
    assert!(
        mesh.links().iter().all(|link| link.from.index().max(link.to.index()) < mesh.n_faces())
    );
    let locator = Locator::new(mesh);
    for face in mesh.faces().take(3) {
        assert!(
            locator
                .faces_at(mesh, face.points().next().unwrap())
                .any(|(found, _)| found == face.id)
        );
    }
}

fn shown(bytes: &[u8]) -> String {
    String::from_utf8_lossy(&bytes[..bytes.len().min(2000)]).into_owned()
}

#[test]
fn a_tiny_file_with_a_giant_header_takes_little_memory() {
    let _alone = MEASURING.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let hostile: &[&[u8]] = &[
        b"mesh\n3\n4294967295 4294967295\n",
        b"mesh\n2\n4294967295 4294967295\n",
        b"mesh\n2\n1 1\n0 0 4294967295\n",
        b"mesh 3 1 1 0 0 1 4294967295 1",
        b"polygon 1\n4294967295 4294967295\n4294967295",
        b"poly\n1\n4294967295\n4294967295 0 0",
        b"type octile\nheight 4294967295\nwidth 4294967295\nmap\n.",
        b"4294967295\n0 0",
        b"4294967295 4294967295\n0 0",
        b"DPMESH\x01\0\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF",
        b"1\n0 0\n4294967295\n",
        b"name: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\nlevels: {l: *c}\n",
        b"events: &a [*a, *a]\n",
        b"version: &a {a: *a, b: *a}\nevents: *a\n",
        b"levels: &a\n  l: *a\n",
        b"levels:\n  l: {vertices: [[0, 0]], human_lanes: &a [*a, *a]}\n",
    ];
    for bytes in hostile {
        let before = HEAP.current_usage();
        HEAP.reset_peak_usage();
        assert!(format::read(bytes).is_err(), "{}", shown(bytes));
        let peak = HEAP.peak_usage().saturating_sub(before);
        assert!(peak <= 1 << 20, "{peak} bytes of heap: {}", shown(bytes));
    }
}

#[test]
fn every_truncation_of_every_seed_is_an_error_or_a_whole_file() {
    let _alone = MEASURING.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    for &format in Format::ALL {
        for seed in seeds(format) {
            let step = (seed.len() / 700).max(1);
            for end in (0..seed.len()).step_by(step) {
                try_file(&seed[..end], false);
            }
        }
    }
}

#[test]
fn large_hostile_files_stay_within_bounds() {
    let _alone = MEASURING.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    for (name, bytes) in hostile::files() {
        let before = HEAP.current_usage();
        HEAP.reset_peak_usage();
        let started = std::time::Instant::now();
        let result = format::read(&bytes);
        let peak = HEAP.peak_usage().saturating_sub(before);
        if std::env::var_os("WAYGLASS_FUZZ").is_some() {
            println!(
                "{name}: {} bytes, {}x, {:?}, {:?}",
                bytes.len(),
                peak / bytes.len(),
                started.elapsed(),
                result.as_ref().err()
            );
        }
        assert!(result.is_ok(), "{name}: {:?}", result.err());
        assert!(
            peak <= 64 * bytes.len() + (16 << 20),
            "{name}: {peak} bytes of heap for {}",
            bytes.len()
        );
    }
}
