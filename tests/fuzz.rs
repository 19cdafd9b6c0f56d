//! Broken files by the hundred thousand: no reader may panic, hang, hoard memory or let nonsense through.
//!
//! Fixed seeds, so that a failure comes again; `WAYGLASS_FUZZ` sets how many files per format. A binary of its own,
//! because the allocator counts for the whole process and two tests at once would see each other's memory.
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that cannot go on has failed"
)]

use std::fs;
use std::path::Path;
use std::sync::Mutex;

use fastrand::Rng;
use peak_alloc::PeakAlloc;
use wayglass::example::Example;
use wayglass::format::{self, Content, Format, Import, ReadError, Target};
use wayglass::mesh::{Locator, Navmesh};

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
    )
}

/// What was written can be read, and in its own format it is what it was.
fn assert_comes_back(import: &Import, own: bool, bytes: &[u8]) {
    let again = format::read(bytes).unwrap_or_else(|error| panic!("{error}: {}", shown(bytes)));
    assert!(!own || again.content == import.content, "changed: {}", shown(bytes));
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

/// Good files to start from: ours, written in every format, and small real ones where they are at hand.
fn seeds(format: Format) -> Vec<Vec<u8>> {
    const LARGEST: usize = 12_000;
    let mut seeds: Vec<Vec<u8>> =
        hand_made(format).iter().map(|text| text.as_bytes().to_vec()).collect();
    let mut add = |bytes: Vec<u8>| {
        if bytes.len() <= LARGEST && Format::of(&bytes) == Some(format) {
            seeds.push(bytes);
        }
    };
    for example in Example::ALL {
        add(example.bytes.to_vec());
    }
    let small = format::read(hand_made(Format::Mesh3)[0].as_bytes()).unwrap().content;
    for &target in Target::ALL {
        if let Ok(written) = format::write(&small, target) {
            add(written.bytes);
        }
    }
    let corpus = std::env::var_os("WAYGLASS_CORPUS")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data"), Into::into);
    for folder in ["mesh_v2", "mesh_v2/tests", "mesh_v3", "nav", "navmesh_txt", "dpmesh", "cdt"] {
        let Ok(entries) = fs::read_dir(corpus.join(folder)) else { continue };
        let mut paths: Vec<_> =
            entries.map(|entry| entry.unwrap().path()).filter(|path| path.is_file()).collect();
        paths.sort();
        paths.iter().for_each(|path| add(fs::read(path).unwrap()));
    }
    if format == Format::PackedMesh2 {
        let mut bytes = b"pack".to_vec();
        for word in hand_made(Format::Mesh2)[0].split_ascii_whitespace().skip(1) {
            let number: i32 = word.parse().unwrap();
            bytes.extend_from_slice(&(number as u32).to_be_bytes()[1..]);
        }
        seeds.push(bytes);
    }
    seeds
}

fn hand_made(format: Format) -> &'static [&'static str] {
    match format {
        Format::Mesh3 => &[
            "mesh\n3\n6 3\n0 0\n32 0\n32 32\n0 32\n64 0\n64 32\n1 4 1 2 3 4 0 0 2 0\n1 4 2 5 6 3 1 0 -3 0\n0 3 5 6 2 0 0 0\n",
        ],
        Format::Mesh2 => &[
            "mesh\n2\n4 2\n0 0 2 0 -1\n2 0 3 0 1 -1\n2 2 2 1 -1\n0 2 3 1 0 -1\n3 0 1 3 -1 -1 1\n3 1 2 3 0 -1 -1\n",
        ],
        Format::Mesh1 => &[
            "mesh\n1\n4 2\n0 0 2 0 -1\n2 0 3 0 1 -1\n2 2 2 1 -1\n0 2 3 1 0 -1\n3 0 1 3 -1 1 -1\n3 1 2 3 -1 -1 0\n",
        ],
        Format::WeightedMesh2 => &[
            "weighted_mesh\n2\n4 2\n0 0 2 0 -1\n2 0 3 0 1 -1\n2 2 2 1 -1\n0 2 3 1 0 -1 5\n3 0 1 3 -1 -1 1 4\n3 1 2 3 0 -1 -1 9\n",
        ],
        Format::Scen => &[
            "version 1\n0\ta.mesh\t9\t9\t1.5\t2\t3\t4\t2.5\n1\tmy map.mesh\t9\t9\t1\t2\t-3\t4e0\t-1\n",
        ],
        Format::Polygon => &[
            "polygon 1\n1 2 # one\n4 0 0 10 0 10 10 0 10\n4 1 1 1 2 2 2 2 1\n3 4 4 5 4 4 5\ntopology\n",
        ],
        Format::Poly => &["poly\n1\n2\n4 0 0 9 0 9 9 0 9\n3 1 1 2 1 1 2\n"],
        Format::Grid => &["type octile\nheight 4\nwidth 6\nmap\n......\n.@@T.S\n.@..W.\n..G...\n"],
        Format::NavmeshTxtA => &[
            "stats:{\"vertices\":4,\"triangles\":2}\npoints:[0,0,2,0,2,2,0,2]\ntriangles:[0,1,2,0,2,3]",
            "points:[-1100;1100;1100;-1100;1100;1100;-1100;-1100]\ntriangles:[0,2,4,0,6,2]\n",
        ],
        Format::NavmeshTxtB => &[
            "REAL_BBOX: [0, 0, 2, 2]\nBUFFERED_BBOX: [0, 0, 2, 2]\nWALKABLE_TRIANGLE_COUNT: 1\nWALKABLE_POLYGON_COUNT: 1\n\n\
             VERTICES: [0, 0, 2, 0, 2, 2, 0, 2]\n\nTRIANGLES: [0, 1, 2, 0, 2, 3]\n\nNEIGHBORS: [-1, -1, 1, 0, -1, -1]\n\n\
             POLYGONS: [0, 3, 6]\n\nBUILDINGS: [0]\n\n{\"id\": \"Ma1\"}\n",
        ],
        Format::Blobs => &["0;[Ma1,Ma2];[0,0,4,0,4,4]\n1;[9.25,9,12,9,12,12,9,12]\n"],
        Format::Cdt => &["4 2\n0 0\n1 0\n1 1\n0 1\n0 2\n1 3\n"],
        Format::Menge => &[
            "6\n0 0\n2 0\n2 2\n0 2\n4 0\n4 2\n1\n1 2 0 1\n6\n0 1 0 -1\n2 3 0 -1\n3 0 0 -1\n1 4 1 -1\n4 5 1 -1\n5 2 1 -1\n\
             walkable 2\n1 1\n4 0 1 2 3\n0 0 0\n1 0\n3 0 1 2\n3 1\n4 1 4 5 2\n0 0.5 0\n1 0\n3 3 4 5\n",
        ],
        Format::DoomPath | Format::PackedMesh2 => &[],
    }
}

/// The beginning of a file of the format, and then numbers and words such as it has, in no order.
fn structured_garbage(format: Format, random: &mut Rng) -> Vec<u8> {
    let beginning: &[u8] = match format {
        Format::DoomPath => b"DPMESH\x01\0",
        Format::PackedMesh2 => b"pack\0\0\x02",
        Format::Mesh3 => b"mesh\n3\n",
        Format::Mesh2 => b"mesh\n2\n",
        Format::Mesh1 => b"mesh\n1\n",
        Format::WeightedMesh2 => b"weighted_mesh\n2\n",
        Format::Scen => b"version 1\n",
        Format::Polygon => b"polygon 1\n",
        Format::Poly => b"poly\n1\n",
        Format::Grid => b"type octile\nheight 3\nwidth 3\nmap\n",
        Format::NavmeshTxtA => b"points:[",
        Format::NavmeshTxtB => b"VERTICES: [",
        Format::Blobs => b"0;[",
        Format::Cdt => b"2 1\n",
        Format::Menge => b"3\n",
    };
    let mut bytes = beginning.to_vec();
    let binary = matches!(format, Format::DoomPath | Format::PackedMesh2);
    for _ in 0..random.usize(..60) {
        if binary {
            let byte = if random.bool() { 0 } else { random.u8(..8) };
            bytes.push(byte);
        } else {
            bytes.extend_from_slice(WORDS[random.usize(..WORDS.len())].as_bytes());
            bytes.push(*random.choice(b" \n\t,;]").unwrap());
        }
    }
    bytes
}

/// Words that readers may stumble over.
const WORDS: &[&str] = &[
    "-9223372036854775808",
    "9223372036854775807",
    "1e-170",
    "0",
    "1",
    "2",
    "3",
    "4",
    "-1",
    "-0",
    "+3",
    "0.5",
    "1e3",
    "-1e-300",
    "1e300",
    "nan",
    "inf",
    "4294967295",
    "4294967296",
    "99999999999999999999",
    "16777216",
    "-",
    ".",
    "[",
    "]",
    "[0",
    "map",
    "mesh",
    "// c",
    "# c",
    "\u{feff}",
    "é",
    "walkable",
    "triangles:[0,1,2",
    "TRIANGLES: [0",
    "NEIGHBORS: [",
    "@",
    "...",
    "1099511627776",
    "1099511627777",
    "9007199254740993",
];

fn mutate(bytes: &mut Vec<u8>, seeds: &[Vec<u8>], random: &mut Rng) {
    if bytes.is_empty() {
        return;
    }
    let at = random.usize(..bytes.len());
    match random.u8(..10) {
        0 => bytes[at] = random.u8(..),
        1 => bytes[at] ^= 1 << random.u8(..8),
        2 => bytes.truncate(at),
        3 => drop(bytes.remove(at)),
        4 => replace_word(bytes, at, random),
        5 => {
            // A piece of the file again somewhere else.
            let end = (at + random.usize(..64)).min(bytes.len());
            let piece = bytes[at..end].to_vec();
            let to = random.usize(..=bytes.len());
            bytes.splice(to..to, piece);
        }
        6 => drop(bytes.drain(at..(at + random.usize(..64)).min(bytes.len()))),
        7 => {
            let other = &seeds[random.usize(..seeds.len())];
            let from = random.usize(..=other.len());
            bytes.truncate(at);
            bytes.extend_from_slice(&other[from..]);
        }
        8 => {
            // A number of a binary file.
            let end = (at + 4).min(bytes.len());
            let number = *random
                .choice(&[0_u32, 1, 2, 0x7FFF_FFFF, 0x8000_0000, u32::MAX, 0xFFFF, 100_000])
                .unwrap();
            bytes[at..end].copy_from_slice(&number.to_le_bytes()[..end - at]);
        }
        _ => replace_word(bytes, at, random),
    }
}

/// Puts another word in the place of the one that stands there.
fn replace_word(bytes: &mut Vec<u8>, at: usize, random: &mut Rng) {
    let is_gap = |byte: &u8| byte.is_ascii_whitespace() || b",;[]:".contains(byte);
    let start = bytes[..at].iter().rposition(is_gap).map_or(0, |gap| gap + 1);
    let end = bytes[at..].iter().position(is_gap).map_or(bytes.len(), |gap| at + gap);
    let word = match random.bool() {
        true => WORDS[random.usize(..WORDS.len())].to_owned(),
        false => random.i32(-3..40).to_string(),
    };
    if start <= end {
        bytes.splice(start..end, word.into_bytes());
    }
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

/// Files of a megabyte or so that are good or bad in one way a million times over.
fn hostile_files() -> Vec<(&'static str, Vec<u8>)> {
    let n = 20_000;
    let mut files: Vec<(&'static str, Vec<u8>)> = Vec::new();
    let checkerboard: String = (0..700)
        .map(|y| ".@".repeat(350)[y % 2..].to_owned() + "@\n")
        .map(|row| row[..700].to_owned() + "\n")
        .collect();
    files.push((
        "checkerboard",
        format!("type octile\nheight 700\nwidth 700\nmap\n{checkerboard}").into_bytes(),
    ));
    let comb: String = (0..700)
        .map(|y| if y % 2 == 0 { ".".repeat(700) + "\n" } else { ".@".repeat(350) + "\n" })
        .collect();
    files.push(("comb", format!("type octile\nheight 700\nwidth 700\nmap\n{comb}").into_bytes()));
    let same_face = "1 3 1 2 3 0 0 0\n".repeat(3 * n);
    files.push((
        "one face many times",
        format!("mesh\n3\n3 {}\n0 0\n1 0\n0 1\n{same_face}", 3 * n).into_bytes(),
    ));
    let points: String = (0..n)
        .map(|i| format!("{} {}\n", (i as f64).cos() * 9.0, (i as f64).sin() * 9.0))
        .collect();
    let ids: String = (1..=n).map(|i| format!(" {i}")).collect();
    files.push((
        "a face of many corners",
        format!("mesh\n3\n{n} 1\n{points}1 {n}{ids}{}\n", " 0".repeat(n)).into_bytes(),
    ));
    let apart: String = (0..n).map(|i| format!("{i} 0\n{i} 1\n{} 0\n", i as f64 + 0.5)).collect();
    let triangles: String =
        (0..n).map(|i| format!("1 3 {} {} {} 0 0 0\n", 3 * i + 1, 3 * i + 3, 3 * i + 2)).collect();
    files.push(("faces apart", format!("mesh\n3\n{} {n}\n{apart}{triangles}", 3 * n).into_bytes()));
    let one_place = "5 5\n".repeat(5 * n);
    files
        .push(("vertices in one place", format!("mesh\n3\n{} 0\n{one_place}", 5 * n).into_bytes()));
    let tiny: String = (0..n).map(|i| format!("{i}e-170 {}e-170\n", i * i % 97)).collect();
    files.push(("next to nothing", format!("mesh\n3\n{n} 0\n{tiny}").into_bytes()));
    let edges: String = (0..n).map(|i| format!("{i} {}\n", (i * 7919 + 1) % n)).collect();
    files.push(("crossing edges", format!("{n} {n}\n{points}{edges}").into_bytes()));
    let ring: String = points.replace('\n', " ");
    files.push(("long rings", format!("polygon 1\n1 1\n{n} {ring}\n{n} {ring}\n").into_bytes()));
    let fan: String = (0..n).map(|_| "0,1,2,").collect();
    files.push((
        "triangles of one side",
        format!("points:[0,0,1,0,0,1]\ntriangles:[{}]", fan.trim_end_matches(',')).into_bytes(),
    ));
    files.push(("stacked areas", doompath_tower(n)));
    files
}

/// Areas that all lie over each other, each connected with the next.
fn doompath_tower(n: usize) -> Vec<u8> {
    let mut bytes = b"DPMESH\x01\0\0\0\0\0".to_vec();
    bytes.extend_from_slice(&0_u32.to_le_bytes());
    bytes.extend_from_slice(&(n as u32).to_le_bytes());
    for id in 1..=n as i32 {
        bytes.extend_from_slice(&id.to_le_bytes());
        [0_i16, 0, 64, 64, id as i16]
            .iter()
            .for_each(|number| bytes.extend_from_slice(&number.to_le_bytes()));
        bytes.extend_from_slice(&0_i32.to_le_bytes());
        bytes.extend_from_slice(&(-1_i16).to_le_bytes());
        bytes.extend_from_slice(&0_u32.to_le_bytes());
        bytes.extend_from_slice(&0_u16.to_le_bytes());
    }
    bytes
}

#[test]
fn large_hostile_files_stay_within_bounds() {
    let _alone = MEASURING.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    for (name, bytes) in hostile_files() {
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
