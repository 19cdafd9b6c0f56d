//! Files that are meant to be dear: tiny ones that ask for much, and large ones.

/// Tiny files with giant headers.
pub(crate) fn headers() -> Vec<Vec<u8>> {
    let headers: &[&[u8]] = &[
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
    headers.iter().map(|header| header.to_vec()).collect()
}

/// How many large files there are.
pub(crate) const N_FILES: u64 = 18;

/// Files of a megabyte or so that are good or bad in one way a million times over.
pub(crate) fn files() -> Vec<(&'static str, Vec<u8>)> {
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
    let vertices: String = (0..n).map(|i| format!("      - [{i}, {}]\n", i * i % 97)).collect();
    let lanes: String =
        (1..n).map(|i| format!("      - [{}, {i}, {{width: [3, 1]}}]\n", i - 1)).collect();
    let building = |lanes: &str, end: &str| {
        format!("levels:\n  L1:\n    vertices:\n{vertices}    human_lanes:\n{lanes}{end}")
    };
    files.push(("many lanes", building(&lanes, "").into_bytes()));
    let same = "      - *lane\n".repeat(5 * n);
    let one = "      - &lane [0, 1, {width: [3, 1]}]\n";
    files.push(("one lane many times", building(&format!("{one}{same}"), "").into_bytes()));
    let deep = format!("{}{},", "[".repeat(50), "]".repeat(50));
    let nested = format!("graphs: [{}]\n", deep.repeat(n / 5));
    files.push(("lists in lists", building(&lanes, &nested).into_bytes()));
    let doubled: String =
        (1..n / 20).map(|i| format!("g{i}: &g{i} [*g{}, *g{}]\n", i - 1, i - 1)).collect();
    let laughs = format!("g0: &g0 [ha, ha]\n{doubled}");
    let steps: String = (1..n)
        .map(|i| format!("  - {{type: t{i}, id: n{i}, pId: n{}, f: {i}}}\n", i - 1))
        .collect();
    files.push(("many types of events", format!("events:\n{steps}").into_bytes()));
    let keys: String = (0..n).map(|i| format!("k{i}: {i}, ")).collect();
    let same = "  - *event\n".repeat(5 * n);
    files.push((
        "one long event many times",
        format!("events:\n  - &event {{type: a, id: 1, {keys}}}\n{same}").into_bytes(),
    ));
    let views = format!("views: {{a: &g0 [ha, ha]}}\n{doubled}events:\n{steps}");
    files.push(("laughing views", views.into_bytes()));
    files.push(("a billion laughs", building(&lanes, &laughs).into_bytes()));
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
