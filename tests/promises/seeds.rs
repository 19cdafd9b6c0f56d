//! Where broken files come from: good ones that are changed a little, and words in no order.

use std::fs;

use fastrand::Rng;
use wayglass::example::Example;
use wayglass::format::{self, Format, Target};

use crate::samples::corpus;

/// Good files to start from: ours, written in every format, and small real ones where they are at hand.
pub(crate) fn seeds(format: Format) -> Vec<Vec<u8>> {
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
    let corpus = corpus();
    for folder in ["mesh_v2", "mesh_v2/tests", "mesh_v3", "nav", "navmesh_txt", "dpmesh", "cdt"] {
        let Some(Ok(entries)) = corpus.as_ref().map(|corpus| fs::read_dir(corpus.join(folder)))
        else {
            continue;
        };
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
        Format::Building => &[
            "coordinate_system: cartesian_meters\nlevels:\n  L1:\n    vertices: [[0, 0, 0, a, {}], [9, 0, 0, b, {}], [9, 7, 0, c, {}]]\n\
             \x20   measurements:\n      - [0, 1, {distance: [3, 4.5]}]\n    human_lanes:\n      - [0, 1, {graph_idx: [2, 9], width: [3, 1.0]}]\n\
             \x20     - [1, 2, &p {graph_idx: [2, 9], width: [3, 2]}]\n      - [2, 0, *p]\n",
            "levels:\n  L1:\n    vertices:\n      - [0, 0, 0, \"\"]\n      - [1, 1, 0, \"\"]\n    human_lanes:\n      - - 0\n        - 1\n        - {width: [3, 1]}\n  L2: {}\n",
        ],
        Format::Project => &[
            "wayglass 1\nagent 0.5 round\nregion 0 0 9 9\nborder any\n  ring 0 0 9 0 9 9\nobstacle 3 \"a \\\"b\\\"\"\n  outline 1 1 4 1 4 4\n\
             \x20 hole 2 2 3 2 3 3\nwall 4\n  line 0 0 5 5\nlane-vertex 1 0 0 \"\"\nlane-vertex 2 3 0\nlane 1 1 2 1.5\n\
             view 0 0 9 9\npin \"a b\" 0 0 5 5 7.5\npin \"\" 1 1 2 2 -\nlocked obstacle 3\nlocked lane 1\nhidden wall 4\nhidden lane-vertex 2\n",
            "wayglass 1\n# nothing yet\nborder box 100\nobstacle 0\n  outline 0 0 1 0 0 1\n",
        ],
        Format::Posthoc => &[
            "version: 1.4.0\nviews:\n  main:\n    - { $: circle, x: \"${{ $.x }}\" }\nevents:\n  - { type: source, id: s, x: 0, y: 0 }\n  - { type: destination, id: t, x: 9, y: 3 }\n  - { type: generating, id: 1, pId: s, f: 9.49, g: 0, x: 0, y: 0, lx: 3, ly: 2, rx: 3, ry: -1, face: 4 }\n  - { type: pruning, id: 1, pId: s, reason: root, cx: 1, cy: 2, x1: 3, y1: 4, x2: 5, y2: 6 }\n  - { type: end, id: t, pId: 1, f: 9.49, g: 9.49, path: [{ x: 0, y: 0 }, { x: 9, y: 3 }] }\n",
            "{\"version\":\"1.4.0\",\n\"events\":[\n{\"type\":\"expand\",\"id\":\"a\",\"pId\":null,\"x1\":1,\"y1\":2,\"x2\":3,\"y2\":4,\"x3\":5,\"y3\":6},\n{\"type\":\"failed\",\"id\":2,\"reason\":\"gave_up\",\"leftOut\":7}]}\n",
            "events:\n- &a {type: open, id: 0, pId: 3}\n- *a\n- {type: my word, id: x y}\n",
        ],
        Format::PolyanyaLog => &[
            "generating init node: root=(0, 0); left=(1, 2); right=(1, -2); f=9.5, g=0\npopped off: root=(0, 0); left=(1, 2); right=(1, -2); f=9.5, g=0\n\tintermediate: root=(0, 0); left=(3, 2); right=(3, 0); f=0, g=0\n\tpushing: root=(0, 0); left=(4, 2); right=(4, 1); f=9.5, g=0\npopped off: root=(0, 0); left=(4, 2); right=(4, 1); f=9.5, g=0\nnode is dominated!\nfound end - terminating!\n",
        ],
        Format::DoomPath | Format::PackedMesh2 => &[],
    }
}

/// Whether a format is no text.
pub(crate) fn is_binary(format: Format) -> bool {
    matches!(format, Format::DoomPath | Format::PackedMesh2)
}

/// How a file of the format begins.
fn beginning(format: Format) -> &'static [u8] {
    match format {
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
        Format::Project => b"wayglass 1\nobstacle 1\n  outline ",
        Format::Posthoc => b"version: 1.4.0\nevents:\n  - {type: ",
        Format::PolyanyaLog => b"popped off: root=(",
        Format::Building => {
            b"levels:\n  L1:\n    vertices: [[0, 0], [1, 1]]\n    human_lanes: [[0, 1, {width: "
        }
    }
}

/// The beginning of a file of the format, and then numbers and words such as it has, in no order.
pub(crate) fn structured_garbage(format: Format, random: &mut Rng) -> Vec<u8> {
    let mut bytes = beginning(format).to_vec();
    for _ in 0..random.usize(..60) {
        if is_binary(format) {
            let byte = if random.bool() { 0 } else { random.u8(..8) };
            bytes.push(byte);
        } else {
            bytes.extend_from_slice(WORDS[random.usize(..WORDS.len())].as_bytes());
            bytes.push(*random.choice(b" \n\t,;]").unwrap());
        }
    }
    bytes
}

/// The beginning of a file of some format, and then a few numbers that promise more than there is.
pub(crate) fn giant_header(random: &mut Rng) -> Vec<u8> {
    let format = *random.choice(Format::ALL).unwrap();
    let mut bytes = beginning(format).to_vec();
    let giant = [u32::MAX, i32::MAX as u32, 1 << 24, 100_000_000, 65_535, 3];
    for _ in 0..random.usize(1..5) {
        let number = *random.choice(&giant).unwrap();
        match is_binary(format) {
            true => bytes.extend_from_slice(&number.to_le_bytes()),
            false => bytes.extend_from_slice(format!("{number} ").as_bytes()),
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
    "}\n  - {type: end, id: 1, pId: ",
    "id: ",
    "); left=(1,",
    "...",
    "1099511627776",
    "1099511627777",
    "9007199254740993",
];

pub(crate) fn mutate(bytes: &mut Vec<u8>, seeds: &[Vec<u8>], random: &mut Rng) {
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
